//! The service on both databases: the same cases, once with SQLite and once with PostgreSQL.
#![allow(clippy::unwrap_used)]

mod cases;
mod support;

use std::future::Future;
use std::sync::Arc;

use omnisweep_server::database::postgres::Postgres;
use omnisweep_server::database::sqlite::Sqlite;
use omnisweep_testing::folder::Folder;
use support::World;
use support::cluster::Cluster;

fn run<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap().block_on(work)
}

macro_rules! cases {
    ($($module:ident::$name:ident,)*) => {
        $(#[test]
        fn $name() {
            let folder = Folder::new();
            run(async {
                let database = Arc::new(Sqlite::open(&folder.join("server.db")).unwrap());
                cases::$module::$name(World::new(database).await).await;
            });
        })*

        #[test]
        fn all_of_it_holds_on_postgres() {
            let Some(cluster) = Cluster::start() else { return };
            $({
                println!("{}", stringify!($name));
                let url = cluster.database(stringify!($name));
                run(async {
                    let database = Arc::new(Postgres::open(&url, 8).await.unwrap());
                    cases::$module::$name(World::new(database).await).await;
                });
            })*
        }
    };
}

cases! {
    games::a_game_is_won_and_what_is_stored_is_what_its_moves_say,
    games::what_is_not_allowed_changes_nothing,
    games::moves_are_those_of_the_session_and_survive_a_restart,
    games::a_player_at_a_distance_plays_as_one_who_is_here,
    games::two_processes_make_each_move_once,
    games::a_board_without_guessing_is_found_again,
    games::a_game_that_is_left_is_lost,
    games::whoever_goes_away_in_the_middle_leaves_no_trace_in_memory,
    games::a_game_that_was_tampered_with_is_found,
    days::a_day_has_one_board_and_everybody_one_attempt,
    days::a_board_that_is_finished_later_does_not_count,
    accounts::a_guest_registers_and_keeps_its_games,
    accounts::names_that_look_alike_are_taken,
    accounts::a_password_is_changed_and_others_are_logged_out,
    accounts::everything_is_exported_and_deleted,
    accounts::guests_are_forgotten,
    scores::leaderboards_are_in_order,
    scores::spans_of_time_end,
    scores::a_place_among_many_is_found,
    changes::a_change_is_done_as_a_whole_or_not_at_all,
    changes::changes_at_once_do_not_disturb_each_other,
}
