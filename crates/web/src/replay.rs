//! A game that is shown again, whoever played it and in whatever program.

use omnisweep_engine::{Cell, Game, Outcome};
use omnisweep_replay::Report;
use omnisweep_session::words::{self, sentence};
use omnisweep_session::{Metrics, Playback, Record, Session, save};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::address::MOST_CELLS;
use crate::board_view::{BoardView, board_methods};
use crate::messages::{self, Fact, Title};
use crate::paint::{HINT, Highlight, PLAYED, heat};

/// A game that is shown again. Times are milliseconds of a clock that only runs forward.
#[wasm_bindgen]
pub struct Replay {
    playback: Playback,
    view: BoardView,
    /// How likely cells are mines, where that is to be seen.
    heat: Vec<Highlight>,
    /// A cell that would have been better than the one that was played.
    better: Option<Cell>,
    /// What there is to say of the game as a whole.
    facts: Vec<Fact>,
}

#[wasm_bindgen]
impl Replay {
    /// The game in a file: one that was saved here or in a terminal, the record of
    /// one that is over, or a recording of another program.
    pub fn open(file: &[u8], name: &str) -> Result<Replay, String> {
        let replay = match std::str::from_utf8(file).map(str::trim_start) {
            Ok(text) if text.starts_with("omnisweep ") => {
                save::read(text).map_err(sentence).and_then(Replay::of)
            }
            Ok(text) if text.starts_with('{') => Replay::of_record(text),
            _ => Replay::of_recording(file),
        };
        replay.map_err(|why| words::unreadable(name, why))
    }

    /// How many moves there are.
    pub fn moves(&self) -> u32 {
        self.playback.moves() as u32
    }

    /// How many of them are made.
    pub fn at(&self) -> u32 {
        self.playback.at() as u32
    }

    /// Goes to the position after so many moves, and stops there.
    pub fn seek(&mut self, moves: u32) {
        self.playback.seek(moves as usize);
        self.moved();
    }

    /// Goes a move on, or back.
    pub fn step(&mut self, forward: bool) {
        self.playback.step(forward);
        self.moved();
    }

    /// Stops it or lets it run.
    pub fn toggle(&mut self, now: f64) {
        self.playback.toggle(now as u64);
        self.moved();
    }

    /// Stops it.
    pub fn pause(&mut self, now: f64) {
        self.playback.pause(now as u64);
    }

    /// Whether it goes on by itself.
    pub fn runs(&self) -> bool {
        self.playback.runs()
    }

    /// Makes the moves whose time has come; says whether there were any.
    pub fn tick(&mut self, now: f64) -> bool {
        let moved = self.playback.tick(now as u64);
        if moved {
            self.moved();
        }
        moved
    }

    /// Shows it faster, or slower.
    pub fn change_speed(&mut self, faster: bool, now: f64) {
        self.playback.change_speed(faster, now as u64);
    }

    /// How much faster than it was played it is shown.
    pub fn speed(&self) -> f64 {
        self.playback.speed()
    }

    /// The time of the game, and how long it was.
    pub fn clock(&self) -> String {
        words::progress(self.playback.time(), self.playback.length())
    }

    /// Where it stands, in words.
    pub fn position(&self) -> String {
        words::position(self.playback.at(), self.playback.moves())
    }

    /// That there is no guess and no mistake to go to, after this or before.
    pub fn nothing_notable(&self, forward: bool) -> String {
        words::nothing_notable(forward).to_owned()
    }

    /// The last move in words.
    pub fn last(&self) -> String {
        match self.playback.last() {
            Some(action) => sentence(words::action(action, self.seen().shape())),
            None => words::before_the_first_move().to_owned(),
        }
    }

    /// `playing`, `won` or `lost`, as far as it is shown.
    pub fn outcome(&self) -> String {
        words::outcome(self.seen().outcome()).to_owned()
    }

    /// What is being shown.
    pub fn title(&self) -> Title {
        Title::of(self.playback.session(), None)
    }

    /// What there is to say of the game as a whole.
    pub fn facts(&self) -> Vec<Fact> {
        self.facts.clone()
    }

    /// The whole game as text, for the worker and for a file.
    pub fn save(&self) -> String {
        save::write(self.playback.session(), 0)
    }

    /// Shows how likely cells are mines.
    pub fn show_heat(&mut self, cells: &[u32], risks: &[f64]) {
        self.heat = heat_of(&self.view, cells, risks);
    }

    /// Shows that no more.
    pub fn hide_heat(&mut self) {
        self.heat.clear();
    }

    /// Points at a cell that would have been better; a negative one is none.
    pub fn point(&mut self, better: i32) {
        self.better = u32::try_from(better).ok().map(|cell| self.view.known(cell));
    }
}

impl Replay {
    fn of(session: Session) -> Result<Replay, String> {
        let facts = match Report::of_session(&session) {
            Some(report) if session.game().outcome() != Outcome::Playing => messages::facts(report.figures()),
            _ => {
                Metrics::of(&session, 0).map_or(Vec::new(), |metrics| messages::facts(words::facts(&metrics)))
            }
        };
        Replay::with(session, facts)
    }

    fn of_record(text: &str) -> Result<Replay, String> {
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        let line = lines.next().unwrap_or_default();
        if lines.next().is_some() {
            return Err("There are several games in this file: Statistics can import them.".to_owned());
        }
        let record = Record::read(line).map_err(sentence)?;
        let replay = record.replay.ok_or("Of a board this large the moves are not kept.")?;
        Replay::of(save::read(&replay).map_err(sentence)?)
    }

    fn of_recording(bytes: &[u8]) -> Result<Replay, String> {
        let recording = omnisweep_replay::read(bytes).map_err(sentence)?;
        let played = omnisweep_replay::play(&recording).map_err(sentence)?;
        let report = Report::new(&recording, &played);
        Replay::with(played.session, messages::facts(report.figures()))
    }

    fn with(session: Session, facts: Vec<Fact>) -> Result<Replay, String> {
        if session.log().is_empty() {
            return Err("Nothing was played in this game.".to_owned());
        }
        if session.game().shape().cells() > MOST_CELLS {
            return Err("This board is too large for a page; the terminal shows it.".to_owned());
        }
        let view = BoardView::new(session.game().shape());
        let playback = Playback::new(session).ok_or("In this game nothing was opened.")?;
        Ok(Replay { playback, view, heat: Vec::new(), better: None, facts })
    }

    fn seen(&self) -> &Game {
        self.playback.game()
    }

    /// What was said of the position is not true any more; the last move is looked at.
    fn moved(&mut self) {
        self.heat.clear();
        self.better = None;
        if let Some(action) = self.playback.last() {
            self.view.set_focus(action.cell());
        }
    }

    fn highlights(&self) -> Vec<Highlight> {
        let last = self.playback.last().map(|action| (action.cell(), PLAYED));
        let better = self.better.map(|cell| (cell, HINT));
        let mut highlights = [&self.heat[..], &self.view.lit()].concat();
        highlights.extend(last.into_iter().chain(better));
        highlights
    }
}

board_methods!(Replay);

/// That a file is too large to be opened.
#[wasm_bindgen]
pub fn too_large(name: &str) -> String {
    words::unreadable(name, "it is too large for a recording")
}

/// Cells with their risks, as they are painted.
pub(crate) fn heat_of(view: &BoardView, cells: &[u32], risks: &[f64]) -> Vec<Highlight> {
    cells.iter().zip(risks).map(|(&cell, &risk)| (view.known(cell), heat(risk))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PageGame;

    fn lost() -> PageGame {
        let mut page = PageGame::start("board=9x9.AAJhAAIAEBkAAAFKxCQ.4x4", 1.0, 0.0).unwrap();
        page.play("o 4 4", 0.0).unwrap();
        page.play("f 0 0", 1000.0).unwrap();
        for cell in 0..81 {
            _ = page.play(&format!("o {} {}", cell / 9, cell % 9), 2500.0);
        }
        assert_eq!(page.outcome(), "lost");
        page
    }

    #[test]
    fn a_game_is_shown_from_its_text_and_from_its_record() {
        let page = lost();
        for file in [page.save(0.0), page.record(5.0).unwrap()] {
            let mut replay = Replay::open(file.as_bytes(), "").unwrap();
            assert_eq!((replay.at(), replay.outcome()), (0, "playing".to_owned()));
            assert!(replay.facts().iter().any(|fact| fact.name == "3BV"), "{:?}", replay.facts());
            replay.step(true);
            assert_eq!(replay.last(), "Opened row 4, column 4.");
            replay.step(true);
            assert_eq!(
                (replay.last(), replay.clock()),
                ("Flag at row 0, column 0.".to_owned(), "0:01.00 of 0:02.50".to_owned())
            );
            replay.seek(u32::MAX);
            assert_eq!((replay.at(), replay.outcome()), (replay.moves(), "lost".to_owned()));
            replay.toggle(0.0);
            assert!(replay.runs() && replay.at() == 0 && replay.tick(5.0) && replay.at() == 1);
        }
    }

    #[test]
    fn the_move_and_the_better_one_are_marked() {
        let mut replay = Replay::open(lost().save(0.0).as_bytes(), "").unwrap();
        replay.step(true);
        replay.point(7);
        replay.show_heat(&[7, 8], &[0.0, 0.25]);
        let squares = replay.paint(0, 0, 9, 9);
        assert_ne!(squares[40] & PLAYED, 0);
        assert_ne!(squares[7] & HINT, 0);
        assert_eq!([squares[7], squares[8], squares[9]].map(crate::paint::risk), [Some(0), Some(25), None]);
        assert!(replay.describe(8).ends_with(", 25 % mine"), "{}", replay.describe(8));
        replay.step(true);
        assert_eq!(replay.paint(7, 0, 1, 1)[0] & HINT, 0, "what was said is of that move");
    }

    #[test]
    fn what_is_no_game_is_said_to_be_none() {
        let fresh = PageGame::start("level=beginner", 1.0, 0.0).unwrap().save(0.0);
        let record = lost().record(5.0).unwrap();
        let two = format!("{record}\n{record}\n");
        for file in ["", "{}", "omnisweep game 1\n", "nonsense", "*rmv", &fresh, &two] {
            let error = Replay::open(file.as_bytes(), "").err().unwrap();
            assert!(error.ends_with('.'), "{file}: {error}");
        }
    }
}
