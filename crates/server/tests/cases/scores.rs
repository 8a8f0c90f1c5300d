//! Leaderboards.

use omnisweep_server::board::Board;
use omnisweep_server::replay::GameResult;
use omnisweep_server::scores::{self, Leaderboard, Measure, PAGE, Span};
use omnisweep_session::{GuessMode, Level};

use crate::support::{NOON, World};

const BOARD: Board = Board::Level(Level::Expert, GuessMode::Ordinary);

fn board(measure: Measure, span: Span, moment: u64) -> Leaderboard {
    Leaderboard { board: BOARD, measure, span: span.at(moment) }
}

fn result(won: bool, time: u64) -> GameResult {
    GameResult { won, time, bbbv: 100, clicks: 50 + time / 1000 }
}

async fn names(world: &World, leaderboard: &Leaderboard) -> Vec<(String, u64)> {
    let places = leaderboard.page(world.database.as_ref(), 0, None).await.unwrap();
    places.into_iter().map(|place| (place.name, place.value)).collect()
}

pub async fn leaderboards_are_in_order(world: World) {
    let (anna, bert, carl) =
        (world.player("anna").await, world.player("bert").await, world.player("carl").await);
    let games = [
        (&anna, "a1", true, 90_000),
        (&anna, "a2", true, 70_000),
        (&anna, "a3", false, 10_000),
        (&anna, "a4", true, 80_000),
        (&bert, "b1", true, 60_000),
        (&bert, "b2", false, 1000),
        (&carl, "c1", false, 5000),
    ];
    for (at, (who, game, won, time)) in (0..).zip(games) {
        let steps = scores::steps(who.id, BOARD, game, NOON + at, &result(won, time));
        world.database.change(steps).await.unwrap();
    }
    let named = |pairs: &[(&str, u64)]| pairs.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
    for (measure, expected) in [
        (Measure::Time, [("bert", 60_000), ("anna", 70_000)]),
        (Measure::Speed, [("bert", 1666), ("anna", 1428)]),
        (Measure::Efficiency, [("bert", 9090), ("anna", 8333)]),
        (Measure::Wins, [("anna", 3), ("bert", 1)]),
        (Measure::Streak, [("anna", 2), ("bert", 1)]),
    ] {
        for span in Span::ALL {
            let expected: Vec<(String, u64)> = named(&expected);
            assert_eq!(names(&world, &board(measure, span, NOON)).await, expected, "{measure} {span}");
        }
    }
    let best =
        board(Measure::Time, Span::All, NOON).page(world.database.as_ref(), 0, Some(anna.id)).await.unwrap();
    assert_eq!((best[1].rank, best[1].game.as_deref(), best[1].you), (2, Some("a2"), true));
    assert_eq!(
        board(Measure::Time, Span::All, NOON).around(world.database.as_ref(), carl.id).await,
        Ok(vec![])
    );
    // Another kind of board has another leaderboard.
    let other = Leaderboard { board: Board::Day(Level::Expert), ..board(Measure::Time, Span::All, NOON) };
    assert_eq!(names(&world, &other).await, []);
}

pub async fn spans_of_time_end(world: World) {
    let who = world.player("anna").await;
    let day = 24 * 60 * 60 * 1000;
    for (at, time) in [(NOON, 50_000), (NOON + day, 60_000)] {
        let steps = scores::steps(who.id, BOARD, "g", at, &result(true, time));
        world.database.change(steps).await.unwrap();
    }
    let best = async |span, moment| names(&world, &board(Measure::Time, span, moment)).await[0].1;
    assert_eq!(best(Span::Day, NOON).await, 50_000);
    assert_eq!(best(Span::Day, NOON + day).await, 60_000);
    assert_eq!(best(Span::Week, NOON + day).await, 50_000);
    assert_eq!(best(Span::All, NOON + 100 * day).await, 50_000);
    assert_eq!(names(&world, &board(Measure::Time, Span::Month, NOON + 30 * day)).await, []);
}

pub async fn a_place_among_many_is_found(world: World) {
    let mut players = Vec::new();
    for number in 0..60 {
        let who = world.player(&format!("player{number}")).await;
        // Three of each time.
        let steps = scores::steps(who.id, BOARD, "g", NOON, &result(true, 1000 * (number / 3 + 1)));
        world.database.change(steps).await.unwrap();
        players.push(who);
    }
    let database = world.database.as_ref();
    for measure in Measure::ALL {
        let board = board(measure, Span::All, NOON);
        let mut all = Vec::new();
        for page in 0..3 {
            all.extend(board.page(database, page * PAGE, None).await.unwrap());
        }
        assert_eq!(all.len(), 60);
        assert!(all.iter().map(|place| place.rank).eq(1..=60));
        match measure {
            Measure::Time => assert!(all.is_sorted_by_key(|place| place.value)),
            _ => assert!(all.is_sorted_by_key(|place| std::cmp::Reverse(place.value))),
        }
        // Those around somebody are a part of all.
        for who in &players {
            let at = all.iter().position(|place| place.name == who.name).unwrap();
            let from = at.saturating_sub(PAGE as usize / 2);
            let mut expected: Vec<_> = all[from..].iter().take(PAGE as usize).cloned().collect();
            expected[at - from].you = true;
            assert_eq!(board.around(database, who.id).await.unwrap(), expected, "{measure} {}", who.name);
        }
    }
}
