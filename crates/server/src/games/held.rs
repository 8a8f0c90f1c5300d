//! A game in memory: what is stored of it, replayed.

use omnisweep_engine::{Action, Cell, ChangedCells, Game, Outcome};
use omnisweep_session::daily::{self, Day};
use omnisweep_session::remote::look;
use omnisweep_session::{Level, Session};

use super::rows::{GameRow, Stored};
use crate::commitment;
use crate::database::DatabaseError;
use crate::moves::{Move, Packed};
use crate::protocol::{GameState, Moved, Over, Reveal};
use crate::replay::{GameResult, replay};

/// A game that is being played, or looked at.
#[derive(Debug)]
pub struct HeldGame {
    /// What it is.
    pub row: GameRow,
    /// As the rules have it.
    pub session: Session,
    /// Its moves.
    pub moves: Packed,
}

impl HeldGame {
    /// A stored game, replayed.
    ///
    /// # Errors
    /// Where what is stored is no game.
    pub fn of((row, moves): Stored) -> Result<HeldGame, DatabaseError> {
        let session = replay(&row.setup, row.attempt, &moves)
            .map_err(|error| DatabaseError::Broken(format!("game {}: {error}", row.id.text())))?;
        let mut packed = Packed::default();
        moves.iter().for_each(|&made| packed.push(made));
        Ok(HeldGame { row, session, moves: packed })
    }

    /// The cell that it has to be started with, as long as no cell was opened.
    #[must_use]
    pub fn required_start(&self) -> Option<Cell> {
        let level = self.row.day.as_ref().and_then(|_| self.level())?;
        self.session.first_opened().is_none().then(|| daily::first(level))
    }

    /// Whether an action would start it elsewhere.
    #[must_use]
    pub fn starts_elsewhere(&self, action: Action) -> Option<Cell> {
        self.required_start().filter(|&start| matches!(action, Action::Open(cell) if cell != start))
    }

    /// Its level.
    #[must_use]
    pub fn level(&self) -> Option<Level> {
        Level::of(self.row.setup.shape.sizes(), self.row.setup.mines)
    }

    /// The most moves that it may have: nobody needs as many.
    #[must_use]
    pub fn most_moves(&self) -> u64 {
        1000 + 8 * self.row.setup.shape.cells()
    }

    /// Notes a move that was made.
    pub fn push(&mut self, made: Move) {
        self.moves.push(made);
    }

    /// How it stands: what was left is lost.
    #[must_use]
    pub fn standing(&self) -> Outcome {
        match &self.row.finished {
            Some((_, result)) if !result.won => Outcome::Lost,
            _ => self.session.game().outcome(),
        }
    }

    fn reveal(&self) -> Option<Reveal> {
        Some(commitment::reveal(self.row.setup.seed.as_ref()?, &self.row.salt))
    }

    /// Whether others may still play this very board.
    #[must_use]
    pub fn is_closed(&self, now: u64) -> bool {
        let day: Option<Day> = self.row.day.as_ref().and_then(|day| day.parse().ok());
        day.is_some_and(|day| Day::at(now) <= day)
    }

    /// How it ended, if it did.
    #[must_use]
    pub fn over(&self, now: u64) -> Option<Over> {
        let (_, GameResult { won, time, bbbv, clicks }) = self.row.finished?;
        let open = !self.is_closed(now);
        let reveal = self.reveal().filter(|_| open);
        let cells = (open && self.session.game().layout().is_some())
            .then(|| cells(self.session.game(), Game::reveal));
        Some(Over { won, time, bbbv, clicks, ranked: self.row.ranked, reveal, cells })
    }

    /// As its player sees it.
    #[must_use]
    pub fn state(&self, request: u64, now: u64) -> GameState {
        let GameRow { id, setup, day, ranked, .. } = &self.row;
        let time = self.row.finished.map_or_else(|| self.session.elapsed(now), |(_, result)| result.time);
        GameState {
            request,
            game: id.clone(),
            commitment: self.reveal().as_ref().map(commitment::commitment).unwrap_or_default(),
            level: self.level(),
            size: setup.shape.sizes().to_vec(),
            mines: setup.mines,
            guess: setup.guess,
            day: day.clone(),
            start: self.required_start().map(|cell| cell.0),
            ranked: *ranked,
            moves: self.moves.count(),
            time,
            standing: self.standing(),
            cells: cells(self.session.game(), Game::view),
            over: self.over(now),
        }
    }

    /// What the last move came to.
    #[must_use]
    pub fn moved(&self, changed: &mut ChangedCells, refused: Option<String>, now: u64) -> Moved {
        let game = self.session.game();
        Moved {
            game: self.row.id.clone(),
            number: self.moves.count().saturating_sub(1),
            refused,
            changed: changed.take().into_iter().map(|cell| (cell.0, look(game.view(cell)))).collect(),
            mines_left: i64::try_from(game.mines_left()).unwrap_or_default(),
            time: self.session.elapsed(now),
            standing: self.standing(),
            over: self.over(now),
        }
    }
}

/// What all cells look like.
fn cells(game: &Game, view: impl Fn(&Game, Cell) -> omnisweep_engine::View) -> Vec<i32> {
    (0..game.shape().cells()).map(|cell| look(view(game, Cell(cell)))).collect()
}
