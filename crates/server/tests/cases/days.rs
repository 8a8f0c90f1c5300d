//! The server's board of the day.

use omnisweep_engine::Outcome;
use omnisweep_server::error::Error;
use omnisweep_server::scores::{Leaderboard, Measure, Span};
use omnisweep_server::{board::Board, commitment::commitment};
use omnisweep_session::Level;

use crate::support::World;

const DAY: u64 = 24 * 60 * 60 * 1000;

pub async fn a_day_has_one_board_and_everybody_one_attempt(world: World) {
    let (one, two) = (world.player("one").await, world.player("two").await);
    let first = world.day(&one, Level::Beginner).await.unwrap();
    let second = world.day(&two, Level::Beginner).await.unwrap();
    assert_eq!((first.commitment.clone(), first.start), (second.commitment.clone(), Some(40)));
    assert!(matches!(world.day(&one, Level::Beginner).await, Err(Error::Attempted)));
    let (guest, _) = world.accounts.guest(world.now()).await.unwrap();
    assert!(matches!(world.day(&guest, Level::Beginner).await, Err(Error::NotLoggedIn)));
    let other_level = world.day(&one, Level::Intermediate).await.unwrap();
    assert_ne!(other_level.commitment, first.commitment);
    // It is started in the middle, by everybody.
    let elsewhere = world.open(&one, &first.game, 0, 0).await;
    assert!(matches!(elsewhere, Err(Error::StartsElsewhere { start }) if start.0 == 40));
    let lost = world.finish(&one, &first, false, 10).await;
    assert_eq!(lost.standing, Outcome::Lost);
    let over = lost.over.unwrap();
    assert!(over.reveal.is_none() && over.cells.is_none(), "others may still play it");
    assert!(matches!(world.games.watch(&first.game).await, Err(Error::NotYet)));
    let won = world.finish(&two, &second, true, 10).await;
    assert!(won.over.unwrap().ranked);
    let board = Leaderboard {
        board: Board::Day(Level::Beginner),
        measure: Measure::Time,
        span: Span::Day.at(world.now()),
    };
    let places = board.page(world.database.as_ref(), 0, Some(two.id)).await.unwrap();
    assert_eq!((places.len(), places[0].name.as_str(), places[0].you), (1, "two", true));
    // The next day everything can be seen, and there is another board.
    world.pass(DAY);
    assert!(world.games.watch(&first.game).await.is_ok());
    let later = world.games.resume(&one, &first.game, 0).await.unwrap();
    assert_eq!(commitment(&later.over.unwrap().reveal.unwrap()), first.commitment);
    let next = world.day(&one, Level::Beginner).await.unwrap();
    assert_ne!(next.commitment, first.commitment);
}

pub async fn a_board_that_is_finished_later_does_not_count(world: World) {
    let who = world.player("late").await;
    let state = world.day(&who, Level::Beginner).await.unwrap();
    world.open(&who, &state.game, 0, 40).await.unwrap();
    world.pass(DAY);
    world.games.leave(&who, &state.game).await.unwrap();
    let over = world.games.resume(&who, &state.game, 0).await.unwrap().over.unwrap();
    assert!(!over.ranked && over.reveal.is_some());
    // An attempt that was begun and not played is one, too.
    let state = world.day(&who, Level::Beginner).await.unwrap();
    world.games.leave(&who, &state.game).await.unwrap();
    assert!(matches!(world.day(&who, Level::Beginner).await, Err(Error::Attempted)));
}
