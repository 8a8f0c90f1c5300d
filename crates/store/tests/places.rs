//! Whatever two instances do with their games, there is one of each: none is lost,
//! and none that counts is there twice.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::path::Path;

use omnisweep_engine::{Action, Cell, RuleSet, Shape};
use omnisweep_session::{Seed, Session, Setup, save};
use omnisweep_store::{MOST_ASIDE, Saves, Slot, load};
use proptest::prelude::*;

/// A game on a fresh board, with its first cell open.
fn game(seed: u64) -> Session {
    let setup = Setup::new(RuleSet::Modern, Shape::new(&[9, 9]).unwrap(), 10, Some(Seed::new(seed)));
    let mut session = Session::fresh(setup).unwrap();
    session.act(Action::Open(Cell(40)), 0, &mut ()).unwrap();
    session
}

/// One who plays: a place, and the game on the screen.
struct Instance {
    slot: Slot,
    running: Option<Session>,
}

impl Instance {
    fn new(folder: &Path) -> Instance {
        let mut slot = Slot::take(folder).unwrap();
        let running = if slot.waits() { slot.resume().ok() } else { None };
        Instance { slot, running }
    }

    fn keep(&mut self) {
        let text = self.running.as_ref().map(|running| save::write(running, 0));
        text.iter().for_each(|text| _ = self.slot.keep(text).unwrap());
    }
}

/// How often each game is there in a form that counts, by its seed; and in any form.
fn there(folder: &Path) -> BTreeMap<u64, (usize, usize)> {
    let mut all: BTreeMap<u64, (usize, usize)> = BTreeMap::new();
    for place in [folder.to_owned(), folder.join("aside"), folder.join("saves")] {
        let files = std::fs::read_dir(place).into_iter().flatten().flatten();
        for file in files.filter(|file| file.path().extension().is_some_and(|end| end == "txt")) {
            let session = load(&file.path()).unwrap();
            let found = all.entry(session.setup().seed.as_ref().unwrap().number).or_default();
            found.0 += usize::from(session.practice().is_none());
            found.1 += 1;
        }
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn every_game_is_there_once(steps in prop::collection::vec((0..7_u8, 0..2_usize, 0..8_usize), 1..40)) {
        let folder = tempfile::tempdir().unwrap();
        let saves = Saves::of(folder.path());
        let mut instances = [(); 2].map(|()| Some(Instance::new(folder.path())));
        let mut begun = 0;
        for (now, (what, who, which)) in steps.into_iter().enumerate() {
            let now = now as u64 * 60_000;
            let instance = instances[who].get_or_insert_with(|| Instance::new(folder.path()));
            instance.keep();
            let name = saves.list().get(which).map_or("nowhere".to_owned(), |saved| saved.name.clone());
            match what {
                // Another game: the one before is put aside.
                0 | 1 => {
                    if let Some(running) = &instance.running {
                        saves.put_aside(&mut instance.slot, running, now).unwrap();
                    }
                    begun += 1;
                    instance.running = Some(game(begun));
                    instance.keep();
                }
                // A saved one goes on, or there is none of that name.
                2..=4 => {
                    let text = instance.running.as_ref().map(|running| save::write(running, 0));
                    let running = instance.running.as_ref().zip(text.as_deref());
                    if let Ok((session, _)) = saves.go_on(&name, &mut instance.slot, running, now) {
                        instance.running = Some(session);
                        instance.keep();
                    }
                }
                5 => {
                    if let Some(running) = &mut instance.running {
                        let text = save::write_copy(running, 0);
                        _ = saves.write(&format!("copy {which}"), &text, true);
                        instance.keep();
                    }
                }
                // Killed: the place is free, and the game waits there.
                _ => instances[who] = None,
            }
            let there = there(folder.path());
            for seed in 1..=begun {
                let (counting, any) = there.get(&seed).copied().unwrap_or_default();
                prop_assert!(any >= 1, "game {} is lost after {} of {}: {:?}", seed, what, who, there);
                prop_assert!(counting <= 1, "game {} counts twice after {} of {}: {:?}", seed, what, who, there);
            }
        }
    }
}

#[test]
fn it_is_said_when_the_oldest_game_goes() {
    let folder = tempfile::tempdir().unwrap();
    let saves = Saves::of(folder.path());
    let mut instance = Instance::new(folder.path());
    let mut leave = |seed: u64| {
        instance.running = Some(game(seed));
        instance.keep();
        saves.put_aside(&mut instance.slot, instance.running.as_ref().unwrap(), seed * 60_000).unwrap()
    };
    let first = leave(0).name;
    // Older than all that follow, and by more than a file system may round.
    let file = std::fs::File::options().write(true).open(folder.path().join(format!("aside/{first}.txt")));
    file.unwrap().set_modified(std::time::UNIX_EPOCH).unwrap();
    for seed in 1..MOST_ASIDE as u64 {
        assert_eq!(leave(seed).dropped, None);
    }
    assert_eq!(leave(1000).dropped, Some(first.clone()));
    assert!(!saves.has(&first));
    assert_eq!(saves.list().len(), MOST_ASIDE);
}
