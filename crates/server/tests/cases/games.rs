//! Games, from their first move to what is stored of them.

use omnisweep_engine::random::splitmix64;
use omnisweep_engine::{Action, Cell, ChangedCells, Outcome, Refusal, View};
use omnisweep_server::admin;
use omnisweep_server::commitment::commitment;
use omnisweep_server::database::Step;
use omnisweep_server::error::Error;
use omnisweep_server::games::{MOST_GOING_ON, rows};
use omnisweep_server::protocol::Wanted;
use omnisweep_server::replay::act;
use omnisweep_session::clicks::Click;
use omnisweep_session::{
    Gesture, GuessMode, InputPreferences, Level, RemoteSession, Session, Setup, Table, Visible as _, remote,
};

use crate::support::World;

pub async fn a_game_is_won_and_what_is_stored_is_what_its_moves_say(world: World) {
    let who = world.player("winner").await;
    let state = world.begin(&who, Level::Beginner, GuessMode::Ordinary).await;
    assert_eq!((state.moves, state.standing, state.ranked), (0, Outcome::Playing, true));
    assert!(state.cells.iter().all(|&cell| cell == -1) && state.cells.len() == 81);
    let moved = world.finish(&who, &state, true, 100).await;
    assert_eq!((moved.standing, moved.number > 0), (Outcome::Won, true));
    let over = moved.over.unwrap();
    assert_eq!((over.won, over.time), (true, 100 * moved.number));
    // What was promised at the start is what is revealed, and the board follows from it.
    assert_eq!(commitment(&over.reveal.clone().unwrap()), state.commitment);
    let (row, moves) = rows::load(world.database.as_ref(), &state.game).await.unwrap().unwrap();
    assert_eq!(row.setup.seed.as_ref().unwrap().number.to_string(), over.reveal.unwrap().seed);
    assert_eq!(admin::check(&(row, moves)), Ok(()));
    // It can be looked at as often as one likes, by its player and by others.
    let again = world.games.resume(&who, &state.game, 7).await.unwrap();
    assert_eq!((again.request, again.over.as_ref().map(|over| over.won)), (7, Some(true)));
    let shown = omnisweep_server::export::shown(&world.games.watch(&state.game).await.unwrap()).unwrap();
    let replay = omnisweep_session::save::read(&shown.replay).unwrap();
    assert_eq!(replay.game().outcome(), Outcome::Won);
    assert_eq!(replay.practice(), None);
    let verified = admin::verify(world.database.as_ref()).await.unwrap();
    assert_eq!((verified.games, verified.wrong), (1, Vec::new()));
}

pub async fn what_is_not_allowed_changes_nothing(world: World) {
    let (who, other) = (world.player("one").await, world.player("two").await);
    let state = world.begin(&who, Level::Beginner, GuessMode::Ordinary).await;
    let id = &state.game;
    let open = |number, cell| world.open(&who, id, number, cell);
    assert!(matches!(open(1, 0).await, Err(Error::OutOfOrder { expected: 0 })));
    assert!(matches!(open(0, 81).await, Err(Error::NoMove)));
    assert!(matches!(open(0, u64::MAX).await, Err(Error::NoMove)));
    assert!(matches!(world.open(&other, id, 0, 0).await, Err(Error::NoGame)));
    assert!(matches!(world.games.resume(&other, id, 0).await, Err(Error::NoGame)));
    assert!(matches!(world.games.leave(&other, id).await, Err(Error::NoGame)));
    assert!(matches!(world.games.watch(id).await, Err(Error::NoGame)), "nobody sees a game that goes on");
    let mark = world.games.play(&who, id, 0, Action::Unmark(Cell(0)), 0).await;
    assert!(mark.is_err() || mark.is_ok_and(|moved| moved.refused.is_some()));
    let number = world.games.resume(&who, id, 0).await.unwrap().moves;
    open(number, 40).await.unwrap();
    assert!(matches!(open(number, 0).await, Err(Error::OutOfOrder { .. })), "no move is made twice");
    // A click in vain is stored, and costs efficiency.
    let vain = open(number + 1, 40).await.unwrap();
    assert!(vain.refused.is_some() && vain.changed.is_empty());
    let stored = rows::load(world.database.as_ref(), id).await.unwrap().unwrap().1;
    assert_eq!(stored.len() as u64, number + 2);
    // No more games at once than anybody needs.
    for _ in 0..MOST_GOING_ON {
        world.pass(1);
        world.begin(&who, Level::Beginner, GuessMode::Ordinary).await;
    }
    assert_eq!(world.games.going_on(&who).await.unwrap().len(), MOST_GOING_ON);
    assert!(matches!(open(number + 2, 0).await, Err(Error::Over)), "the oldest was left");
    let wanted = Wanted { size: Some(vec![9, 9]), mines: Some(99), ..Wanted::default() };
    assert!(matches!(world.games.begin(&who, &wanted, 0).await, Err(Error::NoSuchBoard(_))));
}

/// Any actions, right or wrong, come to the same here as in a session, with a restart now and then.
pub async fn moves_are_those_of_the_session_and_survive_a_restart(mut world: World) {
    let who = world.player("random").await;
    let mut dice = 5;
    let mut roll = |sides: u64| {
        dice = splitmix64(dice);
        dice % sides
    };
    for _ in 0..12 {
        let state = world.begin(&who, Level::Beginner, GuessMode::Ordinary).await;
        let (row, _) = rows::load(world.database.as_ref(), &state.game).await.unwrap().unwrap();
        let mut session = Session::fresh(row.setup).unwrap();
        let mut number = 0;
        for _ in 0..40 {
            let kind = [Action::Open, Action::Flag, Action::Mark, Action::Unmark, Action::Chord];
            // Mostly flags, so that games last.
            let action = kind[[0, 1, 1, 1, 2, 3, 4][roll(7) as usize]](Cell(roll(81)));
            world.pass(roll(1000));
            let here = act(&mut session, action, world.now(), &mut ChangedCells::new(&state_shape()));
            let there = world.games.play(&who, &state.game, number, action, 0).await;
            match (here, there) {
                (Ok(outcome), Ok(moved)) => {
                    assert_eq!((moved.refused, moved.standing), (None, outcome));
                    assert_eq!(moved.time, session.elapsed(world.now()));
                    number += 1;
                }
                (Err(Refusal::Over), Err(Error::Over)) | (Err(Refusal::NoSuchAction), Err(Error::NoMove)) => {
                }
                (Err(refusal), Ok(moved)) => {
                    assert_eq!(moved.refused, Some(refusal.to_string()));
                    number += 1;
                }
                (here, there) => panic!("{action:?}: {here:?} here, and {there:?} there"),
            }
            if roll(5) == 0 {
                world = world.another().await;
            }
        }
        let stored = world.games.resume(&who, &state.game, 1).await.unwrap();
        let cells = (0..81).map(|cell| remote::look(session.game().view(Cell(cell))));
        assert_eq!((stored.moves, stored.cells), (number, cells.collect()));
        assert_eq!(stored.standing, session.game().outcome());
    }
    assert_eq!(admin::verify(world.database.as_ref()).await.unwrap().wrong, []);
}

/// As the page plays: what is done there, also before the last answer has come, comes to what it would in a session.
pub async fn a_player_at_a_distance_plays_as_one_who_is_here(world: World) {
    let who = world.player("far away").await;
    let mut dice = 5;
    let mut roll = |sides: u64| {
        dice = splitmix64(dice);
        dice % sides
    };
    let mut ended = 0;
    for round in 0..40 {
        let state = world.begin(&who, Level::Beginner, GuessMode::Ordinary).await;
        let (row, _) = rows::load(world.database.as_ref(), &state.game).await.unwrap().unwrap();
        let mut here = Session::fresh(row.setup.clone()).unwrap();
        let mut there = RemoteSession::new(Setup { seed: None, ..row.setup }, None, None, true);
        for _ in 0..60 {
            let cell = Cell(roll(81));
            let clicks = [Click::Left, Click::Right, Click::Both, Click::Double];
            let gesture = match roll(6) {
                0 => Gesture::Named(Action::Open(cell)),
                1 => Gesture::Named(Action::Flag(cell)),
                2 => Gesture::Named(Action::Mark(cell)),
                // Mostly flags, so that games last.
                _ => Gesture::Click(clicks[[0, 1, 1, 1, 2, 3][roll(6) as usize]], cell),
            };
            let habits = InputPreferences { left_chords: roll(2) == 0, ..InputPreferences::default() };
            world.pass(roll(1000));
            _ = here.play(gesture, habits, world.now());
            _ = Table::play(&mut there, gesture, habits, world.now());
            if roll(3) == 0 {
                continue;
            }
            while let Some((number, action, clock)) = there.request() {
                match world.games.play(&who, &state.game, number, action, clock).await {
                    Ok(moved) => {
                        let all = moved
                            .over
                            .iter()
                            .flat_map(|over| (0..).zip(over.cells.iter().flatten().copied()));
                        let changed = moved.changed.iter().copied().chain(all);
                        let changed: Vec<_> =
                            changed.map(|(cell, look)| (Cell(cell), remote::view(look))).collect();
                        there.moved(changed, moved.time, moved.standing, world.now());
                    }
                    Err(Error::NoMove) => there.refused(),
                    Err(error) => panic!("{error}"),
                }
            }
            let looks =
                |view: &dyn Fn(Cell) -> View| (0..81).map(|cell| view(Cell(cell))).collect::<Vec<_>>();
            if here.game().outcome() == Outcome::Playing {
                assert_eq!(looks(&|cell| there.view(cell)), looks(&|cell| here.game().view(cell)), "{round}");
            } else {
                assert_eq!(
                    looks(&|cell| there.reveal(cell)),
                    looks(&|cell| here.game().reveal(cell)),
                    "{round}"
                );
            }
            assert_eq!(there.outcome(), here.game().outcome());
            assert_eq!(there.mines_left(), here.game().mines_left());
        }
        if let (Some(layout), true) = (here.game().layout(), there.outcome() != Outcome::Playing) {
            ended += 1;
            assert!(there.was(here.game(), here.first_opened(), layout));
            let other =
                omnisweep_engine::random::draw(layout.shape(), 10, &omnisweep_engine::Zone::default(), 1)
                    .unwrap();
            assert!(!there.was(here.game(), here.first_opened(), &other), "another board");
            assert!(!there.was(here.game(), Some(Cell(99)), layout), "another first cell");
        }
    }
    assert!(ended > 5, "{ended}");
}

fn state_shape() -> omnisweep_engine::Shape {
    omnisweep_engine::Shape::new(&[9, 9]).unwrap()
}

pub async fn two_processes_make_each_move_once(world: World) {
    let other = world.another().await;
    let who = world.player("traveller").await;
    let state = world.begin(&who, Level::Expert, GuessMode::Ordinary).await;
    let flag = |cell| Action::Flag(Cell(cell));
    assert!(world.open(&who, &state.game, 0, 40).await.is_ok());
    let mut made = 1;
    for cell in 0..30 {
        let at = |world: &World| world.games.held();
        assert!(at(&world) + at(&other) > 0);
        // Both try, at once. One of them may be behind, and says so, or both may be refused by the rules.
        let (one, two) = tokio::join!(
            world.games.play(&who, &state.game, made, flag(cell), 0),
            other.games.play(&who, &state.game, made, flag(cell + 100), 0)
        );
        let done = [&one, &two].iter().filter(|moved| moved.is_ok()).count();
        assert!(done <= 1, "{one:?} {two:?}");
        let (here, there) = (
            world.games.resume(&who, &state.game, 0).await.unwrap(),
            other.games.resume(&who, &state.game, 0).await.unwrap(),
        );
        assert_eq!(here, there);
        assert_eq!(here.moves, made + done as u64);
        made = here.moves;
    }
    assert!(made > 20);
    // The one that is behind ends nothing, and takes nothing away.
    let young = world.begin(&who, Level::Expert, GuessMode::Ordinary).await;
    other.open(&who, &young.game, 0, 200).await.unwrap();
    assert!(matches!(world.games.leave(&who, &young.game).await, Err(Error::OutOfOrder { expected: 1 })));
    assert_eq!(other.games.resume(&who, &young.game, 0).await.unwrap().moves, 1);
    other.games.leave(&who, &state.game).await.unwrap();
    assert!(matches!(world.open(&who, &state.game, made, 0).await, Err(Error::Over)));
    assert!(matches!(world.games.leave(&who, &state.game).await, Err(Error::Over)));
}

pub async fn a_board_without_guessing_is_found_again(world: World) {
    let who = world.player("thinker").await;
    for guess in [GuessMode::Never, GuessMode::Easy] {
        let state = world.begin(&who, Level::Beginner, guess).await;
        world.open(&who, &state.game, 0, 40).await.unwrap();
        let (row, moves) = rows::load(world.database.as_ref(), &state.game).await.unwrap().unwrap();
        assert!(row.attempt.is_some());
        let layout = world.layout(&state.game).await;
        let found = omnisweep_server::replay::search(&row.setup, Cell(40)).unwrap();
        assert_eq!((found.0, Some(found.1)), (layout, row.attempt));
        assert_eq!(moves.len(), 1);
        let after = world.another().await;
        assert_eq!(after.games.resume(&who, &state.game, 0).await.unwrap().moves, 1);
    }
    let state = world.begin(&who, Level::Beginner, GuessMode::Never).await;
    assert!(world.finish(&who, &state, true, 10).await.over.unwrap().won);
    assert_eq!(admin::verify(world.database.as_ref()).await.unwrap().wrong, []);
}

pub async fn a_game_that_is_left_is_lost(world: World) {
    let who = world.player("quitter").await;
    // One that was not begun has never been.
    let state = world.begin(&who, Level::Expert, GuessMode::Ordinary).await;
    world.games.leave(&who, &state.game).await.unwrap();
    assert!(matches!(world.games.resume(&who, &state.game, 0).await, Err(Error::NoGame)));
    let state = world.begin(&who, Level::Expert, GuessMode::Ordinary).await;
    world.open(&who, &state.game, 0, 200).await.unwrap();
    world.pass(5000);
    world.games.leave(&who, &state.game).await.unwrap();
    let left = world.games.resume(&who, &state.game, 0).await.unwrap();
    assert_eq!((left.standing, left.time), (Outcome::Lost, 5000));
    assert_eq!(commitment(&left.over.unwrap().reveal.unwrap()), left.commitment);
    assert!(matches!(world.open(&who, &state.game, 1, 0).await, Err(Error::Over)));
    assert!(matches!(world.games.leave(&who, &state.game).await, Err(Error::Over)));
    assert_eq!(admin::verify(world.database.as_ref()).await.unwrap().wrong, []);
}

pub async fn whoever_goes_away_in_the_middle_leaves_no_trace_in_memory(world: World) {
    let who = world.player("hasty").await;
    let state = world.begin(&who, Level::Expert, GuessMode::Ordinary).await;
    world.open(&who, &state.game, 0, 0).await.unwrap();
    for cell in 0..20 {
        let number = world.games.resume(&who, &state.game, 0).await.unwrap().moves;
        // Looked at once, and then dropped: it may have been stored or not.
        let mut play = Box::pin(world.games.play(&who, &state.game, number, Action::Flag(Cell(cell)), 0));
        let waker = std::task::Waker::noop();
        _ = play.as_mut().poll(&mut std::task::Context::from_waker(waker));
        drop(play);
        // What memory says is what is stored, or it says that it is behind.
        let after = world.games.play(&who, &state.game, number, Action::Flag(Cell(cell)), 0).await;
        let stored = rows::load(world.database.as_ref(), &state.game).await.unwrap().unwrap().1.len() as u64;
        match after {
            Ok(moved) => assert_eq!(moved.number + 1, stored),
            Err(Error::OutOfOrder { expected }) => assert_eq!(expected, stored),
            Err(error) => panic!("{error}"),
        }
    }
}

pub async fn a_game_that_was_tampered_with_is_found(world: World) {
    let who = world.player("cheat").await;
    let state = world.begin(&who, Level::Beginner, GuessMode::Ordinary).await;
    world.finish(&who, &state, false, 700).await;
    let id = || state.game.text().into();
    for tamper in [
        "UPDATE game SET won = 1 WHERE id = $1",
        "UPDATE game SET won = 0, time = 1 WHERE id = $1",
        "UPDATE game SET board = 'expert/ordinary' WHERE id = $1",
        "UPDATE game SET setup = 'none' WHERE id = $1",
    ] {
        world.database.change(vec![Step::one(tamper, vec![id()])]).await.unwrap();
        let verified = admin::verify(world.database.as_ref()).await.unwrap();
        assert_eq!(verified.wrong.len(), 1, "{tamper}");
    }
}
