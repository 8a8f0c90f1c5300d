//! Whatever a player says, the server does what the rules have, in order, in that player's own games, or nothing.
//! `OMNISWEEP_MUTATIONS` says how many messages; `cargo xtask torture` has a million.
#![allow(clippy::unwrap_used)]

mod support;

use std::sync::Arc;

use omnisweep_engine::random::splitmix64;
use omnisweep_server::accounts::Account;
use omnisweep_server::admin;
use omnisweep_server::database::sqlite::Sqlite;
use omnisweep_server::games::rows;
use omnisweep_server::play::answer;
use omnisweep_server::protocol::{GameState, Request, Response};
use omnisweep_session::{GuessMode, Level};
use omnisweep_testing::folder::Folder;
use support::World;

fn roll(dice: &mut u64, sides: usize) -> usize {
    *dice = splitmix64(*dice);
    usize::try_from(*dice % sides as u64).unwrap()
}

/// A message with some bytes changed, taken away, added or from another one; now and then as it was, but out of order.
fn mutated(text: &str, other: &str, dice: &mut u64) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..roll(dice, 4) {
        let at = roll(dice, bytes.len().max(1));
        let from = roll(dice, other.len());
        match roll(dice, 7) {
            0 if !bytes.is_empty() => bytes[at] ^= 1 << roll(dice, 7),
            1 if !bytes.is_empty() => _ = bytes.remove(at),
            2 => bytes.insert(at, b"\"{}[]:,-.e0123456789 \\"[roll(dice, 22)]),
            3 => bytes.truncate(at),
            4 => bytes.extend_from_slice(&other.as_bytes()[from..]),
            5 => drop(bytes.splice(at.., other.as_bytes()[from..].iter().copied())),
            _ if !bytes.is_empty() => bytes[at] = b"0123456789"[roll(dice, 10)],
            _ => {}
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// How a game stands in the database, which is all that counts.
async fn stored(world: &World, game: &GameState) -> Option<(usize, bool)> {
    let (row, moves) = rows::load(world.database.as_ref(), &game.game).await.unwrap()?;
    Some((moves.len(), row.finished.is_some()))
}

#[test]
fn messages_that_are_mutated_or_out_of_order_do_nothing_that_they_should_not() {
    let count =
        std::env::var("OMNISWEEP_MUTATIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(3000);
    let folder = Folder::new();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let world = World::new(Arc::new(Sqlite::open(&folder.join("server.db")).unwrap())).await;
        let (who, victim) = (world.player("mallory").await, world.player("alice").await);
        let hers = world.begin(&victim, Level::Expert, GuessMode::Ordinary).await;
        world.open(&victim, &hers.game, 0, 0).await.unwrap();
        let before = stored(&world, &hers).await;
        let mut dice = 99;
        let mut tally = [0u64; 3];
        let mut own = world.begin(&who, Level::Expert, GuessMode::Ordinary).await;
        for _ in 0..count {
            let game = match stored(&world, &own).await {
                Some((_, false)) => own.game.text(),
                _ => {
                    own = world.begin(&who, Level::Expert, GuessMode::Ordinary).await;
                    own.game.text()
                }
            };
            let (number, _) = stored(&world, &own).await.unwrap();
            let seeds = seeds(game, hers.game.text(), number, roll(&mut dice, 480));
            let [one, other] = [0, 1].map(|_| &seeds[roll(&mut dice, seeds.len())]);
            let text = mutated(one, other, &mut dice);
            let kind = try_one(&world, &who, &own, &text, number).await;
            tally[kind] += 1;
        }
        assert_eq!(stored(&world, &hers).await, before, "nobody else's game was touched");
        assert_eq!(admin::verify(world.database.as_ref()).await.unwrap().wrong, []);
        println!("torture: mutated messages; {count}; {}; 0", tally[2]);
        println!(
            "{} were no messages, {} were refused, {} are as good as others",
            tally[0], tally[1], tally[2]
        );
        assert!(tally[0] > 0 && tally[1] > 0, "{tally:?}");
    });
}

/// Messages of all kinds: right, of another number, of another's game.
fn seeds(own: &str, hers: &str, number: usize, cell: usize) -> Vec<String> {
    let action = |game: &str, number: usize, action: &str| {
        format!(
            r#"{{"type":"move","game":"{game}","number":{number},"action":{{"{action}":{cell}}},"clock":5}}"#
        )
    };
    vec![
        action(own, number, "flag"),
        action(own, number, "open"),
        action(own, number + 1, "flag"),
        action(own, number.saturating_sub(1), "chord"),
        action(hers, 1, "open"),
        format!(r#"{{"type":"resume","request":1,"game":"{hers}"}}"#),
        format!(r#"{{"type":"leave","game":"{hers}"}}"#),
        r#"{"type":"begin","request":1,"wanted":{"level":"beginner"}}"#.to_owned(),
        r#"{"type":"begin","request":1,"wanted":{"size":[9,9],"mines":10}}"#.to_owned(),
    ]
}

/// Says something, and sees that it did nothing but what it said. The kind: no message, refused, done.
async fn try_one(world: &World, who: &Account, own: &GameState, text: &str, number: usize) -> usize {
    let request = Request::read(text);
    let response = answer(&world.games, who, request.clone()).await;
    let after = stored(world, own).await;
    match (request, response) {
        (Err(_), Response::Error { code, .. }) => {
            assert_eq!((code.as_str(), after.map(|after| after.0)), ("malformed", Some(number)), "{text}");
            0
        }
        (Ok(request), Response::Error { code, .. }) => {
            assert_ne!(code, "internal", "{text}");
            // Beginning another leaves the oldest, even where that one cannot be.
            if !matches!(request, Request::Begin { .. }) {
                assert_eq!(after.map(|after| after.0), Some(number), "{text}");
            }
            1
        }
        // It is another message, and as good as any: the next move of a game of one's own.
        (Ok(Request::Move { game, number: said, .. }), Response::Moved(moved)) => {
            assert_eq!((&moved.game, moved.number), (&game, said), "{text}");
            if game == own.game {
                assert_eq!(
                    (usize::try_from(said).unwrap(), after.unwrap().0),
                    (number, number + 1),
                    "{text}"
                );
            }
            2
        }
        (Ok(Request::Begin { .. } | Request::Resume { .. }), Response::Game(_)) => 2,
        (Ok(Request::Leave { game }), Response::Left { .. }) => {
            assert_eq!(game, own.game, "{text}");
            2
        }
        (request, response) => panic!("{text}: {request:?} {response:?}"),
    }
}
