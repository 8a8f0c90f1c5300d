//! What counts and what is practice: whatever is done, a board that somebody has
//! seen something of does not count.

#![allow(clippy::unwrap_used)]

use omnisweep_engine::{Action, Cell, Layout, Outcome, RuleSet, Shape};
use omnisweep_session::{Practice, Seed, Session, Setup, Stage, code, save};
use proptest::prelude::*;

fn setup(seed: u64) -> Setup {
    Setup::new(RuleSet::Modern, Shape::new(&[8, 8]).unwrap(), 20, Some(Seed::new(seed)))
}

/// Games that are being played, and what somebody knows of boards besides.
#[derive(Default)]
struct Desk {
    games: Vec<Session>,
    copies: Vec<String>,
    codes: Vec<String>,
    seeds: Vec<u64>,
    known: Vec<Layout>,
    drawn: u64,
}

impl Desk {
    fn does(&mut self, what: u8, which: usize, cell: u64, now: u64) {
        let count = self.games.len();
        if count == 0 {
            self.drawn += 1;
            return self.games.push(Session::fresh(setup(self.drawn)).unwrap());
        }
        let at = which % count;
        let game = &mut self.games[at];
        let cell = Cell(cell);
        let began = !game.log().is_empty();
        match what {
            0..6 => _ = game.act(Action::Open(cell), now, &mut ()),
            6 => _ = game.act(Action::Flag(cell), now, &mut ()),
            7 => {
                // What was seen stays known.
                self.known.extend(game.game().layout().filter(|_| began).cloned());
                game.undo(now);
            }
            8 => {
                // Both are there from now on.
                let again = game.retry().unwrap();
                self.known.extend(game.game().layout().filter(|_| began).cloned());
                if began {
                    self.games.push(again);
                } else {
                    *game = again;
                }
            }
            9 => {
                let over = game.game().outcome() != Outcome::Playing;
                self.codes.extend(game.share().ok());
                if !over {
                    self.known.extend(game.game().layout().cloned());
                }
            }
            10 => self.seeds.extend(game.show_seed()),
            11 => self.copies.push(save::write_copy(game, now)),
            12 => *game = save::read(&save::write(game, now)).unwrap(),
            13 => game.helped(Stage::Proof),
            14 => self.games.extend(self.copies.get(which).map(|text| save::read(text).unwrap())),
            15 => self.games.extend(self.codes.get(which).map(|text| {
                let (layout, start) = code::read(text).unwrap();
                Session::with_suggested_start(Setup { seed: None, ..setup(0) }, layout, start).unwrap()
            })),
            16 => self.games.extend(self.seeds.get(which).map(|&seed| Session::new(setup(seed)).unwrap())),
            _ => {
                self.drawn += 1;
                self.games.push(Session::fresh(setup(self.drawn)).unwrap());
            }
        }
    }

    /// No game that is being played counts if its board is known from elsewhere.
    fn check(&self) {
        let counts = |game: &Session| game.practice().is_none() && game.game().outcome() == Outcome::Playing;
        for (at, game) in self.games.iter().enumerate().filter(|(_, game)| counts(game)) {
            let Some(layout) = game.game().layout() else { continue };
            assert!(!self.known.contains(layout), "{}", save::write(game, 0));
            let drawn_elsewhere =
                self.games.iter().enumerate().any(|(other, same)| {
                    other != at && counts(same) && same.setup().seed == game.setup().seed
                });
            assert!(!drawn_elsewhere, "the same board counts twice");
        }
    }
}

proptest! {
    #[test]
    fn nothing_makes_a_seen_board_count(
        steps in prop::collection::vec((0..18_u8, 0..6_usize, 0..64_u64), 1..60)
    ) {
        let mut desk = Desk::default();
        for (now, &(what, which, cell)) in steps.iter().enumerate() {
            desk.does(what, which, cell, now as u64 * 100);
            desk.check();
        }
    }
}

#[test]
fn a_reason_is_given_and_the_first_one_stays() {
    let mut game = Session::fresh(setup(1)).unwrap();
    assert_eq!(game.practice(), None);
    assert_eq!(game.visible_seed(), None, "nobody needs it before the end");
    game.act(Action::Open(Cell(0)), 0, &mut ()).unwrap();
    let mut shown = game.clone();
    assert!(shown.share().is_ok());
    assert_eq!(shown.practice(), Some(Practice::Shown));
    assert_eq!(shown.visible_seed(), Some(1));
    game.helped(Stage::Proof);
    game.undo(0);
    assert_eq!((game.practice(), game.hints().proof), (Some(Practice::Help), 1));
    let mut chosen = Session::new(setup(1)).unwrap();
    chosen.helped(Stage::Proof);
    assert_eq!(chosen.practice(), Some(Practice::Seed));
    for why in Practice::ALL {
        assert_eq!(why.key().parse(), Ok(why));
    }
}

#[test]
fn what_is_over_stays_what_it_was() {
    let mut game = Session::fresh(setup(1)).unwrap();
    game.act(Action::Open(Cell(0)), 0, &mut ()).unwrap();
    let mine = game.game().layout().unwrap().mines().next().unwrap();
    game.act(Action::Open(mine), 10, &mut ()).unwrap();
    assert!(game.share().is_ok());
    game.helped(Stage::Proof);
    assert_eq!((game.practice(), game.visible_seed()), (None, Some(1)));
    assert!(save::write_copy(&mut game, 0).contains("practice no\n"), "a copy of it is a replay");
    assert_eq!(game.retry().unwrap().practice(), Some(Practice::Seen));
    assert_eq!(game.practice(), None);
    game.undo(20);
    assert_eq!(game.practice(), Some(Practice::Undo));
}
