//! What the worker does: it thinks, while the page plays.

use omnisweep_engine::{Action, Cell, Outcome};
use omnisweep_session::words::{self, sentence};
use omnisweep_session::{BoardSearch, Changed, Question, Review, Session, code, review as judge, save};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// What to open in a saved game and why, as [`PageGame::help`](crate::page_game::PageGame::help)
/// takes it: a text. On a large board, around a cell; and looking ahead from a guess,
/// where that is wanted.
#[wasm_bindgen]
pub fn hint(saved: &str, around: u32, foresees: bool) -> Result<String, String> {
    let session = save::read(saved).map_err(sentence)?;
    let question = session.question(near(&session, around)).map_err(sentence)?;
    let hint = question.foreseeing(foresees).hint().map_err(sentence)?;
    serde_json::to_string(&hint).map_err(sentence)
}

/// How likely cells are mines.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone, Debug, PartialEq)]
pub struct Heat {
    /// The closed cells of which something is known.
    #[wasm_bindgen(readonly)]
    pub cells: Vec<u32>,
    /// The probability of each.
    #[wasm_bindgen(readonly)]
    pub risks: Vec<f64>,
    /// Where they are estimates: how good they are.
    pub note: Option<String>,
}

/// How likely the cells of a saved game are mines; after so many of its moves, if
/// `moves` says so, and around a cell on a large board.
#[wasm_bindgen]
pub fn heat(saved: &str, moves: Option<u32>, around: u32) -> Result<Heat, String> {
    let session = save::read(saved).map_err(sentence)?;
    let heat = question(&session, moves, around)?.heat().map_err(sentence)?;
    let (cells, risks) = heat.cells().map(|(cell, risk)| (cell.0 as u32, risk)).unzip();
    Ok(Heat { cells, risks, note: heat.note() })
}

/// A cell of the board, whatever a script says.
fn near(session: &Session, cell: u32) -> Cell {
    Cell(u64::from(cell).min(session.game().shape().cells() - 1))
}

fn question(session: &Session, moves: Option<u32>, around: u32) -> Result<Question, String> {
    let around = near(session, around);
    match moves {
        None => session.question(around),
        Some(moves) => {
            let game = session.game_after(moves as usize).ok_or("In this game nothing was opened.")?;
            Question::new(&game, around)
        }
    }
    .map_err(sentence)
}

/// The solver's comments on a game.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone, Debug, PartialEq)]
pub struct Comments {
    /// What was left to chance, in words.
    #[wasm_bindgen(readonly)]
    pub luck: String,
    /// What was risked without need, in words.
    #[wasm_bindgen(readonly)]
    pub skill: String,
    /// A word for each move: see [`omnisweep_session::Verdict`].
    #[wasm_bindgen(readonly)]
    pub verdicts: Vec<String>,
    /// A sentence for each move.
    #[wasm_bindgen(readonly)]
    pub sentences: Vec<String>,
    /// For each move a cell that would have been better, or -1.
    #[wasm_bindgen(readonly)]
    pub better: Vec<i32>,
    /// The risk that each move took.
    #[wasm_bindgen(readonly)]
    pub risks: Vec<f64>,
    /// The least that it could have taken.
    #[wasm_bindgen(readonly)]
    pub least: Vec<f64>,
}

#[wasm_bindgen]
extern "C" {
    /// A function of the script's that hears how many moves are done, and of how many.
    pub type Listener;
    #[wasm_bindgen(method, catch)]
    fn call(this: &Listener, me: &JsValue, done: u32, all: u32) -> Result<(), JsValue>;
}

/// How far the comments on a game are, in words.
#[wasm_bindgen]
pub fn reviewing(done: u32, all: u32) -> String {
    words::reviewing(done as usize, all as usize)
}

/// The solver's comments on a saved game.
#[wasm_bindgen]
pub fn review(saved: &str, listener: &Listener) -> Result<Comments, String> {
    comments(saved, |done, all| {
        // Who does not listen does not have to.
        _ = listener.call(&JsValue::NULL, done as u32, all as u32);
    })
}

/// The same for any listener.
pub fn comments(saved: &str, mut told: impl FnMut(usize, usize)) -> Result<Comments, String> {
    let session = save::read(saved).map_err(sentence)?;
    let review = Review::of(&session, |done, all| {
        told(done, all);
        true
    });
    let review = review.ok_or("In this game nothing was opened.")?;
    let shape = session.game().shape();
    let each = &review.comments;
    Ok(Comments {
        luck: review.luck_sentence(),
        skill: review.skill_sentence(),
        verdicts: each.iter().map(|comment| comment.verdict.key().to_owned()).collect(),
        sentences: each.iter().map(|comment| comment.sentence(shape)).collect(),
        better: each.iter().map(|comment| comment.better.map_or(-1, |cell| cell.0 as i32)).collect(),
        risks: each.iter().map(|comment| comment.risk).collect(),
        least: each.iter().map(|comment| comment.least).collect(),
    })
}

/// A search for a board that needs no guess.
#[wasm_bindgen]
pub struct Maker {
    session: Session,
    search: Option<BoardSearch>,
    first: Cell,
}

#[wasm_bindgen]
impl Maker {
    /// The search for the board of a saved game that starts with this cell.
    pub fn start(saved: &str, first: u32) -> Result<Maker, String> {
        let session = save::read(saved).map_err(sentence)?;
        let first = Cell(u64::from(first));
        // What is not searched for is drawn.
        let search =
            session.setup().guess.is_never().then(|| session.search(first)).transpose().map_err(sentence)?;
        Ok(Maker { session, search, first })
    }

    /// Tries once: the board's code, if that made one.
    pub fn attempt(&mut self) -> Option<String> {
        let Maker { session, search, first } = self;
        let layout = match search {
            // Who does not want it any more ends the worker.
            Some(search) => search.step(|| true)?,
            None => {
                let open = Action::Open(near(session, first.0 as u32));
                _ = session.act(open, 0, &mut Changed::default());
                session.game().layout()?.clone()
            }
        };
        Some(code::write(&layout, Some(*first)))
    }

    /// After how many milliseconds it is given up.
    pub fn patience() -> f64 {
        BoardSearch::TIME_LIMIT_MS as f64
    }

    /// What is said then.
    pub fn given_up() -> String {
        words::given_up(BoardSearch::TIME_LIMIT_MS)
    }

    /// What is said where the player ends it.
    pub fn cancelled() -> String {
        words::search_cancelled().to_owned()
    }

    /// What is said at its beginning.
    pub fn begun() -> String {
        words::searching(0)
    }

    /// How far it is, in words.
    pub fn progress(&self) -> String {
        words::searching(self.search.as_ref().map_or(0, BoardSearch::tried))
    }
}

/// The comment on the last move of a lost game.
#[wasm_bindgen]
pub fn verdict(saved: &str) -> Result<String, String> {
    let session = save::read(saved).map_err(sentence)?;
    if session.game().outcome() != Outcome::Lost {
        return Err("The game is not lost.".to_owned());
    }
    let comment = judge::last(&session).ok_or("Nothing was played.")?;
    Ok(comment.sentence(session.game().shape()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page_game::PageGame;
    use crate::paint;

    /// A game on a board of one row: `.` and `*`.
    fn page(code: &str, moves: &[&str]) -> PageGame {
        let mut page = PageGame::start(code, 1.0, 0.0).unwrap();
        for action in moves {
            page.play(action, 0.0).unwrap();
        }
        page
    }

    #[test]
    fn a_hint_has_a_reason_or_a_risk() {
        let beginner = page("level=beginner&seed=5", &["o 4 4"]);
        let hint = hint(&beginner.save(0.0), 0, true).unwrap();
        let mut beginner = beginner;
        assert!(!beginner.more_help() && !beginner.help("no hint"));
        assert!(beginner.help(&hint));
        assert!(beginner.remark().starts_with("Look near row "));
        assert!(beginner.more_help());
        assert!(beginner.remark().contains(" is a mine: worth a flag."));
        let mine = beginner.paint(0, 0, 9, 9)[beginner.focus() as usize];
        assert_eq!(paint::risk(mine), Some(100), "it looks like no cell to open");
        assert!(beginner.more_help() && beginner.remark().contains(" at ("));
        assert!(beginner.more_help() && beginner.remark().contains(" is safe."));
        assert_eq!(paint::risk(beginner.paint(0, 0, 9, 9)[beginner.focus() as usize]), None);
        assert!(beginner.more_help());
        let why = beginner.remark();
        assert!(why.contains(" at (") && !beginner.counts(), "{why}");
        let fresh = super::hint(&page("level=beginner&seed=5", &[]).save(0.0), u32::MAX, false).unwrap_err();
        assert!(fresh.starts_with("Open any cell"), "{fresh}");
        assert!(super::hint("", 0, false).is_err());
    }

    #[test]
    fn a_board_without_guessing_is_made_elsewhere_and_laid() {
        let mut page = PageGame::start("level=expert&seed=5&guess=never", 1.0, 0.0).unwrap();
        page.set_focus(100);
        let told = page.press("open", 0.0).unwrap();
        assert_eq!((told.wanted, told.state.begun), (100, false));
        assert!(told.state.title.details.ends_with("no guess · Seed 5"));
        let mut maker = Maker::start(&page.save(0.0), 100).unwrap();
        let board = std::iter::repeat_with(|| maker.attempt()).flatten().next().unwrap();
        assert!(maker.progress().ends_with("tried."));
        page.lay("nonsense", 5.0).unwrap_err();
        let told = page.lay(&board, 5.0).unwrap().unwrap();
        assert_eq!((told.wanted, told.state.begun), (-1, true));
        assert!(told.state.title.details.ends_with("certified · Seed 5"));
        assert!(Maker::start(&page.save(0.0), 480).is_err());
        // It goes on as it stands.
        let again = PageGame::load(&page.save(9.0), 0.0).unwrap();
        assert_eq!(again.paint(0, 0, 30, 16).iter().filter(|&&look| look > 15).count(), {
            page.paint(0, 0, 30, 16).iter().filter(|&&look| look > 15).count()
        });
    }

    #[test]
    fn every_move_has_a_comment_and_every_closed_cell_a_risk() {
        let game = page("board=9x9.AAJhAAIAEBkAAAFKxCQ.4x4", &["o 4 4", "f 0 0", "o 0 8"]).save(0.0);
        let mut steps = Vec::new();
        let told = comments(&game, |done, all| steps.push((done, all))).unwrap();
        assert_eq!(steps, [(0, 3), (1, 3), (2, 3)]);
        assert_eq!((told.verdicts.len(), told.sentences.len(), told.better.len()), (3, 3, 3));
        assert_eq!(told.verdicts[0], "start");
        assert!(told.luck.starts_with("Luck: ") && told.skill.starts_with("Skill: "));
        let (before, after) = (heat(&game, Some(0), 0).unwrap(), heat(&game, Some(1), 0).unwrap());
        assert_eq!(before.cells.len(), 81);
        assert!(after.cells.len() < 81 && after.risks.contains(&0.0));
        assert!((after.risks.iter().sum::<f64>() - 10.0).abs() < 1e-6, "all mines are somewhere");
        assert!(comments(&page("level=beginner", &[]).save(0.0), |_, _| ()).is_err());
    }

    #[test]
    fn a_loss_is_explained() {
        // The mines of this board are known: open one while a safe cell is there.
        let mut game = page("level=beginner&seed=5&rules=clicks", &[]);
        let mut cells = (0..81).map(|cell| format!("o {} {}", cell / 9, cell % 9));
        while game.outcome() == "playing" {
            _ = game.play(&cells.next().unwrap(), 0.0);
        }
        let verdict = verdict(&game.save(0.0)).unwrap();
        assert!(verdict.starts_with("A mistake") || verdict.starts_with("A guess"), "{verdict}");
        assert!(super::verdict(&page("level=beginner", &[]).save(0.0)).is_err());
    }
}
