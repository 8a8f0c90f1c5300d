//! Hints: where to look, the cell, and why, as much of it as the player wants.

use omnisweep_engine::{Cell, Shape};
use omnisweep_solver::{
    Advice, Analysis, AnalysisError, Estimated, Mines, Proof, Wish, analyse, easiest, easiest_by_steps, prove,
};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::question::Question;
use crate::words;

/// How much of a hint is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Where to look.
    Near,
    /// A cell.
    Cell,
    /// A cell, and why.
    Proof,
}

/// What is said and lit at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Told {
    /// How much that is.
    pub stage: Stage,
    /// What is said.
    pub text: String,
    /// The cell that is hinted at, once it is told.
    pub cell: Option<Cell>,
    /// How likely that is a mine, as far as it is told: exactly 0 where it is certainly none, exactly 1 where it is
    /// certainly one.
    pub risk: f64,
    /// Cells that are spoken of.
    pub cells: Vec<Cell>,
    /// Numbers that are spoken of.
    pub numbers: Vec<Cell>,
}

impl Told {
    /// A cell that is pointed at, and nothing said of it.
    #[must_use]
    pub fn pointing(cell: Cell, risk: f64) -> Told {
        let (cells, numbers) = (Vec::new(), Vec::new());
        Told { stage: Stage::Cell, text: String::new(), cell: Some(cell), risk, cells, numbers }
    }
}

/// What to open or to flag next, and why: told in parts, one after the other. It can be taken
/// from a thread or a worker to the game that it is for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hint {
    cell: Cell,
    risk: f64,
    parts: Vec<Told>,
    /// Whether that is all there is to say; of a guess, nothing was foreseen otherwise.
    whole: bool,
}

impl Hint {
    /// The cell that it comes to.
    #[must_use]
    pub fn cell(&self) -> Cell {
        self.cell
    }

    /// How likely that is a mine: exactly 0 where it is certainly none, and exactly 1 where it is certainly one.
    #[must_use]
    pub fn risk(&self) -> f64 {
        self.risk
    }

    /// Whether the cell is a mine, to be flagged and not opened.
    #[must_use]
    pub fn is_mine(&self) -> bool {
        self.risk == 1.0
    }

    /// Whether that is all there is to say. Otherwise whoever wants more asks again:
    /// to look ahead takes longer than the first part of a hint should.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// Its parts, in the order in which they are told; one at least.
    #[must_use]
    pub fn parts(&self) -> &[Told] {
        &self.parts
    }
}

/// Why nothing can be said of a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HintError {
    /// Nothing is to be opened any more.
    #[error("The game is over.")]
    Over,
    /// Nothing is known yet, and nothing has to be.
    #[error("Open any cell: the first one is never a mine.")]
    Start,
    /// Nothing is known yet, and the board says where to start.
    #[error("{0}")]
    StartsAt(String),
    /// Even the part of the board that is near has no room.
    #[error("This board is too large for hints.")]
    TooLarge,
    /// Nothing is closed.
    #[error("There is no closed cell left to open.")]
    Nothing,
    /// The position is too large to be worked out.
    #[error(
        "Nothing is plainly certain here, and too many numbers depend on each other to work out the rest."
    )]
    TooMany,
    /// The numbers contradict each other, or the number of mines.
    #[error("There is no hint: {0}.")]
    Impossible(AnalysisError),
}

impl From<AnalysisError> for HintError {
    fn from(error: AnalysisError) -> HintError {
        match error {
            AnalysisError::TooLarge => HintError::TooMany,
            error => HintError::Impossible(error),
        }
    }
}

/// Where to look, what a cell certainly is, and why.
fn beginning(
    board: &Shape,
    certainly: String,
    (cell, risk): (Cell, f64),
    lines: &[words::Line],
) -> Vec<Told> {
    // A number of the last step is near the cell, and what it is about.
    let beside = lines.last().and_then(|line| line.numbers.first().copied()).unwrap_or(cell);
    let near = Told {
        stage: Stage::Near,
        text: words::look_near(board, beside),
        cell: None,
        numbers: vec![beside],
        ..Told::pointing(cell, risk)
    };
    let told = Told { text: certainly, ..Told::pointing(cell, risk) };
    [near, told].into_iter().chain(steps((cell, risk), lines)).collect()
}

/// The lines of a proof about a cell, one after the other.
fn steps((cell, risk): (Cell, f64), lines: &[words::Line]) -> impl Iterator<Item = Told> {
    lines.iter().enumerate().map(move |(number, line)| Told {
        stage: Stage::Proof,
        text: words::step_of(number + 1, lines.len(), &line.text),
        cells: line.cells.clone(),
        numbers: line.numbers.clone(),
        ..Told::pointing(cell, risk)
    })
}

/// On larger boards nobody looks ahead.
const LARGEST_FORESEEN: usize = 1 << 14;

impl Question {
    /// What to do next, and why: of all cells that are certainly safe, and mines that are
    /// [worth flagging](Proof::worth_flagging), the one
    /// whose proof is easiest, the nearest of several; one without a flag if there
    /// is any. Where none is, the safest; and what it may lead to, if that is wanted too
    /// ([`Question::foreseeing`]).
    ///
    /// # Errors
    /// Why there is no hint.
    pub fn hint(&self) -> Result<Hint, HintError> {
        if let Some(proof) = self.easiest_proof()? {
            return Ok(self.certain(&proof));
        }
        if !self.is_solvable() {
            return Err(HintError::TooMany);
        }
        let analysis = analyse(&self.position, self.mines)?;
        let (cell, risk) = self.safest(&analysis).ok_or(HintError::Nothing)?;
        Ok(self.guess(self.whole(cell), risk, analysis.estimated()))
    }

    /// The cell of the board that is most easily seen to be safe, and why; one
    /// without a flag if there is any.
    pub(crate) fn easiest(&self) -> Result<Option<(Cell, Vec<words::Line>)>, AnalysisError> {
        let proof = self.easiest_proof()?;
        Ok(proof.map(|proof| (self.whole(proof.cell), self.lines(&proof))))
    }

    fn easiest_proof(&self) -> Result<Option<Proof>, AnalysisError> {
        let near = self.near();
        for flagged in [false, true] {
            let wanted = |cell: Cell| self.is_known(cell) && self.is_flagged(cell) == flagged;
            // Only where flags may be wrong are flagged cells looked at.
            if flagged && !self.has_flags() {
                continue;
            }
            let wish = Wish { near, wanted: &wanted };
            let proof = if self.is_solvable() {
                easiest(&self.position, self.mines, &wish)?
            } else {
                easiest_by_steps(&self.position, self.mines, &wish)
            };
            if proof.is_some() {
                return Ok(proof);
            }
        }
        Ok(None)
    }

    /// The cell of the position where the player is.
    fn near(&self) -> Cell {
        self.within(self.around()).unwrap_or(Cell(0))
    }

    /// The easiest proof, where a mine is worth flagging first: how that is seen, and the whole with it first.
    fn flagging(&self, proof: &Proof) -> Option<(Proof, Proof)> {
        let no_use = |cell: Cell| self.is_flagged(cell) || !self.is_known(cell);
        proof.worth_flagging(&self.position, self.mines, self.near(), no_use).filter(|_| self.can_flag())
    }

    /// Why a cell of the board is certain.
    pub(crate) fn why(&self, cell: Cell) -> Option<Vec<words::Line>> {
        prove(&self.position, self.mines, self.within(cell)?).map(|proof| self.lines(&proof))
    }

    fn lines(&self, proof: &Proof) -> Vec<words::Line> {
        words::lines(proof, &self.position, self.mines, self.board(), |cell| self.whole(cell))
    }

    /// A hint at a cell that is certainly safe; first at a mine, where one is worth flagging.
    fn certain(&self, proof: &Proof) -> Hint {
        let (board, safe) = (self.board(), self.whole(proof.cell));
        let Some((mine, whole)) = self.flagging(proof) else {
            let lines = self.lines(proof);
            let parts = beginning(board, words::certainly(board, safe, false), (safe, 0.0), &lines);
            return Hint { cell: safe, risk: 0.0, parts, whole: true };
        };
        let (cell, lines) = (self.whole(mine.cell), self.lines(&mine));
        let mut parts = beginning(board, words::worth_flagging(board, cell), (cell, 1.0), &lines);
        // Who does not flag asks on.
        let all = self.lines(&whole);
        let rest = all.get(lines.len()..).unwrap_or_default();
        parts.push(Told {
            stage: Stage::Proof,
            text: words::leads_to(board, safe),
            ..Told::pointing(safe, 0.0)
        });
        parts.extend(steps((safe, 0.0), rest));
        Hint { cell, risk: 1.0, parts, whole: true }
    }

    /// A hint at a cell that is as safe as any, where none is certain.
    fn guess(&self, cell: Cell, risk: f64, estimated: Option<Estimated>) -> Hint {
        let board = self.board();
        let told = |stage, text, at: Cell, risk| Told { stage, text, ..Told::pointing(at, risk) };
        let certainty = match estimated {
            Some(estimated) => words::estimated(&estimated),
            None => words::no_certainty().to_owned(),
        };
        let text = [certainty, words::safest(board, cell, risk)].join(" ");
        let mut parts = vec![told(Stage::Cell, text, cell, risk)];
        let small = self.position.cells().len() <= LARGEST_FORESEEN;
        let total = if let Mines::Total(total) = self.mines { Some(total).filter(|_| small) } else { None };
        let total = total.filter(|_| estimated.is_none());
        if let Some(total) = total.filter(|_| self.foresees())
            && let Ok(Some(advice)) = Advice::on(&self.position, total)
        {
            let [leads, choice] = words::forecast(board, &advice);
            parts.push(told(Stage::Proof, leads, cell, risk));
            let player = advice.choice;
            parts.push(told(Stage::Proof, choice, self.whole(player.cell), player.risk));
        }
        Hint { cell, risk, parts, whole: total.is_none() || self.foresees() }
    }

    /// The closed cell of the position that is least likely a mine: of several
    /// that are safe, one without a flag, then the nearest.
    pub(crate) fn safest(&self, analysis: &Analysis) -> Option<(Cell, f64)> {
        let safe = analysis.safe().iter().copied().filter(|&cell| self.is_known(cell));
        let safe = safe.min_by_key(|&cell| (self.is_flagged(cell), self.distance(cell)));
        let least = || {
            let closed = (0..).map(Cell).zip(analysis.probabilities());
            closed
                .filter_map(|(cell, risk)| Some((cell, (*risk)?)))
                .filter(|&(cell, _)| self.is_known(cell))
                .min_by(|(_, a), (_, b)| a.total_cmp(b))
        };
        safe.map(|cell| (cell, 0.0)).or_else(least)
    }
}
