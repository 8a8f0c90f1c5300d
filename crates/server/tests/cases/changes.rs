//! What a database promises.

use std::sync::Arc;

use omnisweep_server::database::{DatabaseError, Step, Value};

use crate::support::World;

const INSERT: &str = "INSERT INTO setting (name, value) VALUES ($1, $2)";

fn insert(name: &str) -> Step {
    Step::one(INSERT, vec![name.into(), Value::Bytes(vec![1, 2, 3])])
}

async fn count(world: &World) -> u64 {
    let rows = world.database.read("SELECT count(*) FROM setting", Vec::new()).await.unwrap();
    rows[0].number(0).unwrap()
}

pub async fn a_change_is_done_as_a_whole_or_not_at_all(world: World) {
    let before = count(&world).await;
    world.database.change(vec![insert("a"), insert("b")]).await.unwrap();
    let twice = world.database.change(vec![insert("c"), insert("d"), insert("a")]).await;
    assert_eq!(twice, Err(DatabaseError::Conflict(2)));
    const NONE: &str = "UPDATE setting SET value = $1 WHERE name = 'nobody'";
    let none = world.database.change(vec![insert("e"), Step::one(NONE, vec![Value::Bytes(vec![])])]).await;
    assert_eq!(none, Err(DatabaseError::Conflict(1)));
    assert_eq!(world.database.change(vec![insert("a")]).await, Err(DatabaseError::Conflict(0)));
    assert_eq!(count(&world).await, before + 2);
    // What is no statement is a mistake, and no reason to wait.
    assert!(matches!(world.database.read("SELEC 1", Vec::new()).await, Err(DatabaseError::Broken(_))));
    // Values are values, whatever is in them.
    let odd = "'; DROP TABLE setting; --\u{202e}é";
    world.database.change(vec![insert(odd)]).await.unwrap();
    const BACK: &str = "SELECT name, value FROM setting WHERE name = $1";
    let rows = world.database.read(BACK, vec![odd.into()]).await.unwrap();
    assert_eq!((rows[0].text(0), rows[0].bytes(1)), (Ok(odd), Ok(&[1, 2, 3][..])));
}

pub async fn changes_at_once_do_not_disturb_each_other(world: World) {
    let before = count(&world).await;
    let database = Arc::clone(&world.database);
    let all: Vec<_> = (0..200)
        .map(|number| {
            let database = database.clone();
            // Every third one comes twice, and is refused the second time, with what it would have done besides.
            let steps = match number % 3 {
                0 => vec![insert(&format!("n{number}"))],
                1 => vec![insert(&format!("n{number}")), insert(&format!("m{number}"))],
                _ => vec![insert(&format!("x{number}")), insert("secret")],
            };
            tokio::spawn(async move { (number, database.change(steps).await) })
        })
        .collect();
    let mut expected = 0;
    for done in all {
        let (number, done) = done.await.unwrap();
        match number % 3 {
            2 => assert_eq!(done, Err(DatabaseError::Conflict(1))),
            more => {
                assert_eq!(done, Ok(()));
                expected += more + 1;
            }
        }
    }
    assert_eq!(count(&world).await, before + expected);
}
