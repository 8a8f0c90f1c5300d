//! A game on the screen whose board is at a server. The script carries what is said there and back.

use omnisweep_engine::{Action, Cell, Outcome};
use omnisweep_session::words::{self, sentence};
use omnisweep_session::{
    Gesture, RemoteSession, Seed, Session, Table as _, Visible as _, code, remote, save,
};
use wasm_bindgen::prelude::wasm_bindgen;

use super::{PageGame, Place};
use crate::address::GameRequest;
use crate::messages::{Title, Update};

/// A game at a server.
pub(super) struct AtServer {
    id: String,
    pub table: RemoteSession,
    /// The whole game, once it is over and may be seen.
    pub replay: Option<Session>,
}

impl AtServer {
    /// Its address: who has it sees the game once it is over.
    pub fn address(&self) -> String {
        format!("game={}", self.id)
    }

    pub fn title(&self) -> Title {
        let (name, details) = words::titled(self.table.setup(), self.table.moves() > 0, self.table.day());
        (name, words::with_rank(details, self.table.counts())).into()
    }
}

fn outcome(word: &str) -> Outcome {
    match word {
        "won" => Outcome::Won,
        "lost" => Outcome::Lost,
        _ => Outcome::Playing,
    }
}

#[wasm_bindgen]
impl PageGame {
    /// A game that a server has: its name there, what is played as an address says it, the day whose board it is, the cell
    /// to begin with or -1, and whether it is ranked.
    pub fn at_server(
        id: &str,
        address: &str,
        day: &str,
        start: i32,
        ranked: bool,
    ) -> Result<PageGame, String> {
        let session = GameRequest::read(address)?.session(0, omnisweep_session::daily::Day::at(0))?;
        let start = u64::try_from(start).ok().map(Cell);
        let table = RemoteSession::new(session.setup().clone(), day.parse().ok(), start, ranked);
        let there = AtServer { id: id.to_owned(), table, replay: None };
        Ok(PageGame::at(None, Place::Server(Box::new(there)), None, None))
    }

    /// Whether the board is at a server.
    pub fn remote(&self) -> bool {
        self.here().is_none()
    }

    /// Takes in what the server has of the game: how many moves, what all cells look like, the time, and how it stands.
    pub fn synchronise(
        &mut self,
        moves: f64,
        cells: &[i32],
        time: f64,
        standing: &str,
        now: f64,
    ) -> Option<Update> {
        let Place::Server(there) = &mut self.place else { return None };
        let last = there.table.synchronise(moves as u64, cells, time as u64, outcome(standing), now as u64);
        let ended = there.table.outcome() != Outcome::Playing;
        if ended {
            self.remark = words::ending(&there.table, time as u64, last, None);
        }
        Some(Update { ended, ..self.update(true, now) })
    }

    /// The next message to the server, if there is one to send.
    pub fn request(&mut self) -> Option<String> {
        let Place::Server(there) = &mut self.place else { return None };
        let (number, action, clock) = there.table.request()?;
        let kind = match action {
            Action::Open(_) => "open",
            Action::Flag(_) => "flag",
            Action::Mark(_) => "mark",
            Action::Unmark(_) => "unmark",
            Action::Chord(_) => "chord",
        };
        let (id, cell) = (&there.id, action.cell().0);
        Some(format!(
            r#"{{"type":"move","game":"{id}","number":{number},"action":{{"{kind}":{cell}}},"clock":{clock}}}"#
        ))
    }

    /// Takes in what a move came to: pairs of a cell and what it looks like, why it was refused if it was, the time, and
    /// how the game stands.
    pub fn moved(
        &mut self,
        changed: &[i32],
        refused: &str,
        time: f64,
        standing: &str,
        now: f64,
    ) -> Option<Update> {
        let Place::Server(there) = &mut self.place else { return None };
        let pairs = changed.chunks_exact(2).map(|pair| (Cell(pair[0].max(0) as u64), remote::view(pair[1])));
        let asked = there.table.moved(pairs, time as u64, outcome(standing), now as u64);
        let ended = there.table.outcome() != Outcome::Playing;
        let last = asked.map(|(_, action)| action);
        let remark = match asked {
            _ if ended => words::ending(&there.table, time as u64, last, None),
            Some((Gesture::Named(_), _)) if !refused.is_empty() => sentence(refused),
            Some((Gesture::Named(_), action)) => {
                words::happened(&there.table, action, changed.len() as u64 / 2)
            }
            _ => String::new(),
        };
        self.remark = remark;
        self.clear_advice();
        Some(Update { ended, ..self.update(true, now) })
    }

    /// The server did not take the move that was sent.
    pub fn not_taken(&mut self) {
        if let Place::Server(there) = &mut self.place {
            there.table.refused();
        }
    }

    /// Takes the whole game, once it is over: what it was worth is known then, and it can be looked at again.
    pub fn take_replay(&mut self, text: &str) {
        if let Place::Server(there) = &mut self.place {
            there.replay = save::read(text).ok();
        }
    }

    /// What the worker draws the board from again: the cell that was opened first, a space, and the game with its seed
    /// and nothing done.
    pub fn committed(&self, generator: &str, seed: &str) -> Option<String> {
        let Place::Server(there) = &self.place else { return None };
        let mut setup = there.table.setup().clone();
        setup.seed = Some(Seed { generator: generator.to_owned(), number: seed.parse().ok()? });
        let fresh = save::write(&Session::new(setup).ok()?, 0);
        Some(format!("{} {fresh}", self.session()?.first_opened()?.0))
    }

    /// Whether what was seen is the board of this code.
    pub fn was_on(&self, board: &str) -> bool {
        let (Place::Server(there), Some(session)) = (&self.place, self.session()) else { return false };
        code::read(board)
            .is_ok_and(|(drawn, _)| there.table.was(session.game(), session.first_opened(), &drawn))
    }
}

/// What there is to say of a server, by a word for it.
#[wasm_bindgen]
pub fn server_message(what: &str) -> String {
    words::server(what).to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ID: &str = "0123456789abcdef0123456789abcdef";

    fn game() -> PageGame {
        PageGame::at_server(ID, "size=9x9&mines=10&guess=ordinary", "", -1, true).unwrap()
    }

    #[test]
    fn a_move_is_sent_once_and_what_follows_waits_for_its_answer() {
        let mut page = game();
        assert_eq!(
            (page.address(), page.new_game_address()),
            (format!("game={ID}"), "level=beginner".to_owned())
        );
        page.set_focus(40);
        assert!(!page.press("open", 70.0).unwrap().played);
        let wanted =
            format!(r#"{{"type":"move","game":"{ID}","number":0,"action":{{"open":40}},"clock":70}}"#);
        assert_eq!((page.request(), page.request()), (Some(wanted), None));
        page.set_focus(0);
        page.press("flag", 80.0);
        page.press("flag", 90.0);
        assert_eq!(page.request(), None, "one is on its way");
        let update = page.moved(&[40, 2], "", 0.0, "playing", 100.0).unwrap();
        assert_eq!((update.played, update.ended, update.remark.as_str()), (true, false, "Opened: 2."));
        assert!(page.request().unwrap().contains(r#""number":1,"action":{"flag":0},"clock":80"#));
        // The connection broke, and the server has not got it.
        page.synchronise(
            1.0,
            &[-1; 40].into_iter().chain([2]).chain([-1; 40]).collect::<Vec<_>>(),
            0.0,
            "playing",
            200.0,
        );
        assert!(page.request().unwrap().contains(r#""number":1,"#), "it is sent again");
        // The same, and it has.
        let mut cells = vec![-1; 81];
        (cells[0], cells[40]) = (-2, 2);
        page.synchronise(2.0, &cells, 1500.0, "playing", 300.0);
        assert_eq!(
            (page.request(), page.mines_left(), page.clock(800.0)),
            (None, "9".to_owned(), "0:02".to_owned())
        );
        assert!(
            page.save(0.0).is_empty() && page.save_if_in_play(0.0).is_none() && page.record(0.0).is_none()
        );
        assert!(page.retry().is_err() && !page.more_help() && page.counts());
    }

    #[test]
    fn a_click_on_a_number_is_no_chord_and_an_end_is_told() {
        let mut page = game();
        page.synchronise(1.0, &[1; 81], 10.0, "playing", 0.0);
        page.mouse(4, 4, 1, 10.0);
        page.mouse(4, 4, 0, 20.0);
        assert_eq!(page.request(), None);
        page.set_focus(3);
        page.press("open", 30.0);
        assert!(page.request().unwrap().contains(r#"{"chord":3}"#));
        let update = page.moved(&[4, -4, 5, -5], "", 1230.0, "lost", 40.0).unwrap();
        assert_eq!((update.ended, update.remark.as_str()), {
            (true, "Boom after 0:01.23: a mine beside row 0, column 3 went off.")
        });
        page.press("open", 50.0);
        assert_eq!(page.request(), None, "it is over");
    }

    proptest! {
        #[test]
        fn whatever_a_server_says_nothing_panics(
            said in proptest::collection::vec((0..6_u8, any::<i32>(), any::<i32>(), any::<f64>()), 0..40),
        ) {
            let mut page = game();
            for (kind, one, two, number) in said {
                let standing = ["playing", "won", "lost", "?"][(two & 3) as usize];
                match kind {
                    0 => _ = page.moved(&[one % 90, two % 9, two], "no", number, standing, number),
                    1 => _ = page.synchronise(number, &[one, two, 3, -4], number, standing, number),
                    2 => _ = page.press(["open", "flag", "chord", "mark"][(one & 3) as usize], number),
                    3 => _ = page.mouse(one % 12, two % 12, (one & 7) as u8, number),
                    4 => _ = (page.request(), page.not_taken()),
                    _ => _ = (page.paint(0, 0, 9, 9), page.state(number), page.describe(one.unsigned_abs()), page.facts(number)),
                }
            }
            page.take_replay("nonsense");
            prop_assert!(page.committed("", "x").is_none() && !page.was_on("9x9.AAJhAAIAEBkAAAFKxCQ.4x4"));
        }
    }
}
