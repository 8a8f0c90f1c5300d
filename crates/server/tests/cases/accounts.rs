//! Accounts, guests and what becomes of them.

use omnisweep_server::accounts::{Account, LOGIN, Token};
use omnisweep_server::error::Error;
use omnisweep_server::export;
use omnisweep_session::{GuessMode, Level};

use crate::support::World;

pub async fn a_guest_registers_and_keeps_its_games(world: World) {
    let (guest, token) = world.accounts.guest(world.now()).await.unwrap();
    assert_eq!(world.accounts.of(&token, world.now()).await.unwrap(), Some(guest.clone()));
    let state = world.begin(&guest, Level::Beginner, GuessMode::Ordinary).await;
    assert!(!state.ranked, "guests are not ranked");
    let register = world.accounts.register(Some(&guest), "Alice", "correct horse", world.now());
    let (alice, new) = register.await.unwrap();
    assert_eq!((alice.id, alice.guest), (guest.id, false));
    assert_eq!(world.accounts.of(&new, world.now()).await.unwrap(), Some(alice.clone()));
    assert_eq!(world.accounts.of(&token, world.now()).await.unwrap(), None, "the guest's cookie is no more");
    assert_eq!(world.games.going_on(&alice).await.unwrap(), std::slice::from_ref(&state.game));
    assert!(!world.finish(&alice, &state, true, 10).await.over.unwrap().ranked);
    assert!(world.begin(&alice, Level::Beginner, GuessMode::Ordinary).await.ranked);
    // Who has an account and registers gets another one.
    let (bob, _) =
        world.accounts.register(Some(&alice), "Robert", "correct horse", world.now()).await.unwrap();
    assert_ne!(bob.id, alice.id);
    world.pass(LOGIN);
    assert_eq!(world.accounts.of(&new, world.now()).await.unwrap(), None, "nobody is logged in for ever");
}

pub async fn names_that_look_alike_are_taken(world: World) {
    let register = async |name: &str| {
        world.accounts.register(None, name, "correct horse", world.now()).await.map(|(account, _)| account)
    };
    register("Alice").await.unwrap();
    for taken in ["Alice", "ALICE", "AIice", "аlісе-"] {
        assert!(matches!(register(taken).await, Err(Error::NameTaken | Error::Name(_))), "{taken}");
    }
    assert!(matches!(register("Alice2").await, Ok(Account { guest: false, .. })));
    let (guest, _) = world.accounts.guest(world.now()).await.unwrap();
    let claimed = world.accounts.register(Some(&guest), "a1ice", "correct horse", world.now()).await;
    assert!(matches!(claimed, Err(Error::NameTaken)));
    let short = world.accounts.register(None, "Carol", "short", world.now()).await;
    assert!(matches!(short, Err(Error::Password)));
}

pub async fn a_password_is_changed_and_others_are_logged_out(world: World) {
    let now = world.now();
    let (alice, first) = world.accounts.register(None, "Alice", "correct horse", now).await.unwrap();
    for (name, password) in [("Alice", "wrong horse"), ("Alina", "correct horse"), ("", ""), ("Alice", "")] {
        let wrong = world.accounts.log_in(name, password, now).await;
        assert!(matches!(wrong, Err(Error::WrongPassword)), "{name} {password}");
    }
    let (again, second) = world.accounts.log_in("Alice", "correct horse", now).await.unwrap();
    assert_eq!(again, alice);
    world.accounts.log_out(&second).await.unwrap();
    assert_eq!(world.accounts.of(&second, now).await.unwrap(), None);
    let wrong = world.accounts.change_password(&alice, "wrong horse", "battery staple", now).await;
    assert!(matches!(wrong, Err(Error::WrongPassword)));
    let third = world.accounts.change_password(&alice, "correct horse", "battery staple", now).await.unwrap();
    assert_eq!(world.accounts.of(&first, now).await.unwrap(), None);
    assert_eq!(world.accounts.of(&third, now).await.unwrap(), Some(alice));
    assert!(world.accounts.log_in("Alice", "correct horse", now).await.is_err());
    assert!(world.accounts.log_in("Alice", "battery staple", now).await.is_ok());
    assert_eq!(Token::read(&third.text()), Some(third.clone()));
    assert_eq!(format!("{third:?}"), "Token", "no log has it");
}

pub async fn everything_is_exported_and_deleted(world: World) {
    let now = world.now();
    let (alice, token) = world.accounts.register(None, "Alice", "correct horse", now).await.unwrap();
    let state = world.begin(&alice, Level::Beginner, GuessMode::Ordinary).await;
    world.finish(&alice, &state, true, 10).await;
    let open = world.begin(&alice, Level::Expert, GuessMode::Ordinary).await;
    let day = world.day(&alice, Level::Beginner).await.unwrap();
    world.finish(&alice, &day, true, 10).await;
    let text = export::everything(world.database.as_ref(), &alice, world.now()).await.unwrap();
    let export: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&export["name"], export["version"].as_u64()), (&"Alice".into(), Some(1)));
    assert_eq!(export["games"].as_array().unwrap().len(), 1, "a day's board is not shown on its day");
    assert_eq!(export["games"][0]["game"], state.game.text());
    assert_eq!(export["going_on"][0], open.game.text());
    assert!(!text.contains("argon2"));
    let wrong = world.accounts.delete(&alice, "wrong horse").await;
    assert!(matches!(wrong, Err(Error::WrongPassword)));
    world.accounts.delete(&alice, "correct horse").await.unwrap();
    assert_eq!(world.accounts.of(&token, now).await.unwrap(), None);
    for table in [
        "SELECT count(*) FROM account",
        "SELECT count(*) FROM login",
        "SELECT count(*) FROM game",
        "SELECT count(*) FROM move",
        "SELECT count(*) FROM score",
        "SELECT count(*) FROM attempt",
    ] {
        let rows = world.database.read(table, Vec::new()).await.unwrap();
        assert_eq!(rows[0].number(0), Ok(0), "{table}");
    }
    assert!(matches!(world.games.resume(&alice, &state.game, 0).await, Err(Error::NoGame)));
    // The name is free again.
    assert!(world.accounts.register(None, "Alice", "correct horse", now).await.is_ok());
}

pub async fn guests_are_forgotten(world: World) {
    let (_, token) = world.accounts.guest(world.now()).await.unwrap();
    let player = world.player("stays").await;
    world.pass(LOGIN / 2);
    world.accounts.tidy(world.now()).await.unwrap();
    assert!(world.accounts.of(&token, world.now()).await.unwrap().is_some());
    world.pass(LOGIN / 2 + 1);
    world.accounts.tidy(world.now()).await.unwrap();
    let rows = world.database.read("SELECT id FROM account", Vec::new()).await.unwrap();
    assert_eq!((rows.len(), rows[0].integer(0)), (1, Ok(player.id)));
}
