//! The solver's comment on every move of a game.
//!
//! A move is judged by what could be known when it was made: not by what came of
//! it, and not by the flags, which are the player's own notes.

use std::collections::HashMap;

use omnisweep_engine::{Action, Cell, FirstCell, Game, Outcome, Shape, View};
use omnisweep_solver::{Analysis, Certainty, Solver};

use crate::gesture::Changed;
use crate::hint::HintError;
use crate::question::Question;
use crate::session::Session;
use crate::setup::Setup;
use crate::words::{Line, count, percent, place, with_lines};

/// What there is to say about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The first open: nothing could be known.
    Start,
    /// It was proved: what it opened was safe, what it flagged a mine.
    Forced,
    /// It was proved, but the game is not won sooner by it. An open or a chord:
    /// all that it opened lies at the border of an opening that is still closed and
    /// will open it anyway. A flag: no chord makes use of it. To take a flag
    /// away and to set a question mark is never needed.
    NotNeeded,
    /// An open or a chord at a risk, when no cell was certainly safe. A flag on a
    /// cell that may be a mine or not.
    Guess,
    /// A risk, though a cell was certainly safe; what was certainly a mine; a
    /// flag on a cell that is certainly none.
    Mistake,
    /// The board is too large to say.
    Unknown,
}

impl Verdict {
    /// All of them.
    pub const ALL: [Verdict; 6] = [
        Verdict::Start,
        Verdict::Forced,
        Verdict::NotNeeded,
        Verdict::Guess,
        Verdict::Mistake,
        Verdict::Unknown,
    ];

    /// A word or two for it.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Verdict::Start => "start",
            Verdict::Forced => "forced",
            Verdict::NotNeeded => "not needed",
            Verdict::Guess => "guess",
            Verdict::Mistake => "mistake",
            Verdict::Unknown => "unknown",
        }
    }
}

/// The solver's comment on a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Comment {
    /// What was done.
    pub action: Action,
    /// What to think of it.
    pub verdict: Verdict,
    /// The chance that was taken to lose the game by it; 0 for a flag, and where
    /// it is not known.
    pub risk: f64,
    /// The least that could have been taken.
    pub least: f64,
    /// How likely the cell was a mine, where it was closed and that is known.
    pub mine: Option<f64>,
    /// The cell that had the least risk, the safe one that was seen most easily if
    /// there was any; for moves that took more than that.
    pub better: Option<Cell>,
    /// Whether that one carried a flag.
    pub better_flagged: bool,
    /// The proof that was missed, a step a line: that the better cell is safe, or that
    /// what was done was certainly wrong.
    pub missed: Vec<Line>,
}

/// The solver's comments on a game, and what they come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// One for each move, in order.
    pub comments: Vec<Comment>,
    /// The chance that all went well: the product of `1 - risk`.
    pub luck: f64,
    /// What was risked beyond the least: the product of `(1 - risk) / (1 - least)`;
    /// 1 where nothing was.
    pub skill: f64,
    /// How many opens and chords were guesses.
    pub guesses: u64,
    /// How many moves were mistakes.
    pub mistakes: u64,
    /// How many moves could not be judged; they count neither as luck nor as skill.
    pub unknown: u64,
}

impl Review {
    /// Comments every move of a game as it stands or ended. Before each move
    /// `keep_going` is told how many are done, and of how many; where it says no,
    /// there is no review, and neither where nothing was opened.
    ///
    /// In a game of fair guesses the risks are those of an ordinary one.
    #[must_use]
    pub fn of(session: &Session, mut keep_going: impl FnMut(usize, usize) -> bool) -> Option<Review> {
        let mut game = session.game_after(0)?;
        let mut judge = Judge::new(session.setup());
        let mut comments: Vec<Comment> = Vec::with_capacity(session.log().len());
        // Which comment is about the flag on a cell, as long as no chord has used it.
        let mut unused: HashMap<Cell, usize> = HashMap::new();
        for (number, played) in session.log().iter().enumerate() {
            if !keep_going(number, session.log().len()) {
                return None;
            }
            let mut comment = judge.comment(&game, played.action);
            _ = game.apply(played.action, &mut Changed::default());
            let cell = played.action.cell();
            match played.action {
                Action::Chord(_) => {
                    game.shape().for_each_neighbour(cell, |near| {
                        if game.view(near) == View::Flag
                            && let Some(flag) = unused.remove(&near)
                            && comments[flag].verdict == Verdict::NotNeeded
                        {
                            comments[flag].verdict = Verdict::Forced;
                        }
                    });
                }
                Action::Flag(_) if comment.verdict == Verdict::Forced => {
                    comment.verdict = Verdict::NotNeeded;
                    unused.insert(cell, number);
                }
                Action::Flag(_) | Action::Mark(_) | Action::Unmark(_) => _ = unused.remove(&cell),
                Action::Open(_) => {}
            }
            comments.push(comment);
        }
        Some(Review::sum(comments))
    }

    fn sum(comments: Vec<Comment>) -> Review {
        let mut review = Review { comments, luck: 1.0, skill: 1.0, guesses: 0, mistakes: 0, unknown: 0 };
        for comment in &review.comments {
            review.luck *= 1.0 - comment.risk;
            review.skill *=
                if comment.risk > comment.least { (1.0 - comment.risk) / (1.0 - comment.least) } else { 1.0 };
            match comment.verdict {
                Verdict::Guess => review.guesses += u64::from(comment.risk > 0.0),
                Verdict::Mistake => review.mistakes += 1,
                Verdict::Unknown => review.unknown += 1,
                Verdict::Start | Verdict::Forced | Verdict::NotNeeded => {}
            }
        }
        review
    }

    /// What was left to chance, in words.
    #[must_use]
    pub fn luck_sentence(&self) -> String {
        let risks = self.comments.iter().filter(|comment| comment.risk > 0.0).count() as u64;
        let unknown = match self.unknown {
            0 => String::new(),
            unknown => format!(" {} could not be judged.", count(unknown, "move", "moves")),
        };
        let said = match risks {
            0 if self.unknown > 0 => "Luck: none was needed as far as can be said.".to_owned(),
            0 => "Luck: none was needed.".to_owned(),
            1 => format!("Luck: {} was the chance that the one risk goes well.", percent(self.luck)),
            risks => format!("Luck: {} was the chance that all {risks} risks go well.", percent(self.luck)),
        };
        said + &unknown
    }

    /// What was risked without need, in words.
    #[must_use]
    pub fn skill_sentence(&self) -> String {
        let mistakes = count(self.mistakes, "mistake", "mistakes");
        let guesses = count(self.guesses, "guess", "guesses");
        let said = format!("Skill: {}: {mistakes}, {guesses}", percent(self.skill));
        if self.skill == 1.0 {
            format!("{said}, and no risk beyond the least.")
        } else {
            format!("{said}; the risk beyond the least was {}.", percent(1.0 - self.skill))
        }
    }
}

/// The comment on the last move of a game alone, without those before.
#[must_use]
pub fn last(session: &Session) -> Option<Comment> {
    let before = session.log().len().checked_sub(1)?;
    let game = session.game_after(before)?;
    Some(Judge::new(session.setup()).comment(&game, session.log()[before].action))
}

/// Judges the moves of a game one after the other.
struct Judge {
    /// Whether the first open is promised to be safe.
    safe_start: bool,
    /// Follows the game, as long as it is looked at as a whole.
    solver: Option<Solver>,
}

impl Judge {
    fn new(setup: &Setup) -> Judge {
        let safe_start = setup.first != FirstCell::Anything || setup.guess.is_never();
        Judge { safe_start, solver: None }
    }

    /// The comment on an action, before it is done.
    fn comment(&mut self, game: &Game, action: Action) -> Comment {
        let silent = Comment {
            action,
            verdict: Verdict::Unknown,
            risk: 0.0,
            least: 0.0,
            mine: None,
            better: None,
            better_flagged: false,
            missed: Vec::new(),
        };
        let flags = matches!(action, Action::Flag(_)) && game.view(action.cell()) != View::Flag;
        match action {
            Action::Open(_) if is_fresh(game) => self.start(game, silent),
            Action::Open(cell) => self.opened(game, vec![cell], silent),
            Action::Chord(cell) => self.opened(game, opened_by_chord(game, cell), silent),
            Action::Flag(_) if flags => self.flagged(game, silent),
            Action::Flag(_) | Action::Mark(_) | Action::Unmark(_) => {
                Comment { verdict: Verdict::NotNeeded, ..silent }
            }
        }
    }

    /// The first open. A board that came from outside may break what is promised.
    fn start(&self, game: &Game, silent: Comment) -> Comment {
        let mined = game.layout().is_some_and(|layout| layout.contains(silent.action.cell()));
        let density = game.mines() as f64 / game.shape().cells() as f64;
        let risk = if self.safe_start && !mined { 0.0 } else { density };
        Comment { verdict: Verdict::Start, risk, least: risk, mine: Some(risk), ..silent }
    }

    /// An action that opens these cells.
    fn opened(&mut self, game: &Game, cells: Vec<Cell>, silent: Comment) -> Comment {
        let Ok(context) = self.analyse(game, silent.action.cell()) else { return silent };
        let Context { question, solver, analysis } = context;
        let Some(within) = cells.iter().map(|&cell| question.within(cell)).collect::<Option<Vec<Cell>>>()
        else {
            return silent;
        };
        let risk = if within.iter().all(|&cell| analysis.certainty(cell) == Certainty::Safe) {
            0.0
        } else if within.iter().any(|&cell| analysis.certainty(cell) == Certainty::Mine) {
            1.0
        } else if let [only] = within[..] {
            analysis.probability(only).unwrap_or(0.0)
        } else {
            match solver.chance_all_free(&within, question.mines) {
                Ok(chance) => 1.0 - chance,
                Err(_) => return silent,
            }
        };
        let mine = match silent.action {
            Action::Open(_) => Some(risk),
            _ => None,
        };
        if risk == 0.0 {
            let needed = cells.iter().any(|&cell| is_needed(game, cell));
            let verdict = if needed { Verdict::Forced } else { Verdict::NotNeeded };
            return Comment { verdict, mine, ..silent };
        }
        let Some((safest, least)) = question.safest(&analysis) else { return silent };
        let verdict = if least == 0.0 || risk == 1.0 { Verdict::Mistake } else { Verdict::Guess };
        // A chord cannot do better than its cells; rounding may say so.
        let least = least.min(risk);
        let seen = if least == 0.0 { question.easiest().ok().flatten() } else { None };
        let better = match &seen {
            Some((cell, _)) => Some(*cell),
            None => (risk > least).then(|| question.whole(safest)),
        };
        let flagged = |cell| question.within(cell).is_some_and(|cell| question.is_flagged(cell));
        let better_flagged = better.is_some_and(flagged);
        let mined = |cell: &&Cell| {
            let within = question.within(**cell);
            within.is_some_and(|cell| analysis.certainty(cell) == Certainty::Mine)
        };
        let missed = match seen {
            Some((_, lines)) => Some(lines),
            None => cells.iter().find(mined).and_then(|&cell| question.why(cell)),
        };
        let missed = missed.unwrap_or_default();
        Comment { verdict, risk, least, mine, better, better_flagged, missed, ..silent }
    }

    fn flagged(&mut self, game: &Game, silent: Comment) -> Comment {
        let cell = silent.action.cell();
        let Ok(Context { question, analysis, .. }) = self.analyse(game, cell) else { return silent };
        let Some(mine) = question.within(cell).and_then(|cell| analysis.probability(cell)) else {
            // A flag on an open cell, where the rules let it be kept there.
            return Comment { verdict: Verdict::NotNeeded, ..silent };
        };
        let verdict = if mine == 1.0 {
            Verdict::Forced
        } else if mine == 0.0 {
            Verdict::Mistake
        } else {
            Verdict::Guess
        };
        let missed = if mine == 0.0 { question.why(cell).unwrap_or_default() } else { Vec::new() };
        Comment { verdict, mine: Some(mine), missed, ..silent }
    }

    fn analyse(&mut self, game: &Game, around: Cell) -> Result<Context<'_>, HintError> {
        let question = Question::new(game, around)?.solvable()?;
        let solver = match self.solver.take() {
            Some(mut solver) if question.is_whole() => {
                solver.follow(&question.position)?;
                solver
            }
            _ => {
                let mut solver = Solver::new(question.position.shape());
                solver.load(&question.position)?;
                solver
            }
        };
        let solver = self.solver.insert(solver);
        let analysis = solver.analyse(question.mines)?;
        Ok(Context { question, solver, analysis })
    }
}

/// What is known before a move.
struct Context<'a> {
    question: Question,
    solver: &'a mut Solver,
    analysis: Analysis,
}

/// Whether nothing is open yet.
fn is_fresh(game: &Game) -> bool {
    game.safe_left() == game.shape().cells() - game.mines() && game.outcome() == Outcome::Playing
}

/// What a chord opens by itself.
fn opened_by_chord(game: &Game, cell: Cell) -> Vec<Cell> {
    game.shape().neighbours(cell).filter(|&near| game.view(near) == View::Closed).collect()
}

/// Whether a safe cell has to be opened by itself for the game to be won: it is
/// no part of the border of an opening that is still closed.
fn is_needed(game: &Game, cell: Cell) -> bool {
    let safe = |cell| game.layout().is_some_and(|layout| !layout.contains(cell));
    let is_zero = |cell| safe(cell) && game.mines_around(cell) == Some(0);
    let closed = |cell| !matches!(game.view(cell), View::Number(_));
    is_zero(cell) || !game.shape().neighbours(cell).any(|near| is_zero(near) && closed(near))
}

impl Comment {
    /// Whether it is worth stopping at: a guess or a mistake.
    #[must_use]
    pub fn is_notable(&self) -> bool {
        matches!(self.verdict, Verdict::Guess | Verdict::Mistake)
    }

    /// The comment in words, on a board of this shape, with the proof that was missed.
    #[must_use]
    pub fn sentence(&self, shape: &Shape) -> String {
        with_lines(self.judgement(shape), &self.missed)
    }

    /// The comment in a sentence.
    #[must_use]
    pub fn judgement(&self, shape: &Shape) -> String {
        let flags = matches!(self.action, Action::Flag(_));
        let chords = matches!(self.action, Action::Chord(_));
        let better = self.better.map(|cell| place(shape, cell));
        let flagged = if self.better_flagged { ", though it was flagged" } else { "" };
        match self.verdict {
            Verdict::Start if self.risk > 0.0 => {
                format!(
                    "The first cell: nothing could be known, and it was a mine with {}.",
                    percent(self.risk)
                )
            }
            Verdict::Start => "The first cell: nothing could be known.".to_owned(),
            Verdict::Forced if flags => "Forced: this had to be a mine.".to_owned(),
            Verdict::Forced if chords => "Forced: all that it opened had to be safe.".to_owned(),
            Verdict::Forced => "Forced: this had to be safe.".to_owned(),
            Verdict::NotNeeded => match self.action {
                Action::Flag(_) if self.mine.is_some() => {
                    "Right, but not needed: no chord makes use of this flag.".to_owned()
                }
                Action::Flag(_) | Action::Mark(_) | Action::Unmark(_) => {
                    "Not needed: it opens nothing.".to_owned()
                }
                Action::Chord(_) => "Safe, but not needed: an opening opens all of it anyway.".to_owned(),
                Action::Open(_) => "Safe, but not needed: an opening opens it anyway.".to_owned(),
            },
            Verdict::Guess if flags => {
                format!("A guess: this was a mine with {}.", percent(self.mine.unwrap_or_default()))
            }
            Verdict::Guess => match better {
                Some(at) if self.risk > self.least + 0.0005 => {
                    let (risk, least) = (percent(self.risk), percent(self.least));
                    format!("A guess at {risk} where {least} was possible: {at}.")
                }
                _ => format!("A guess at {}: no cell had less risk.", percent(self.risk)),
            },
            Verdict::Mistake if flags => "A mistake: this is certainly no mine.".to_owned(),
            Verdict::Mistake => {
                let what = match (self.risk == 1.0, chords) {
                    (true, true) => "one of the cells it opened was certainly a mine".to_owned(),
                    (true, false) => "this was certainly a mine".to_owned(),
                    _ => format!("a risk of {}", percent(self.risk)),
                };
                match better {
                    Some(at) if self.least == 0.0 => {
                        format!("A mistake: {what}, and {at} was safe{flagged}.")
                    }
                    Some(at) => {
                        format!("A mistake: {what}; a guess at {} was possible: {at}.", percent(self.least))
                    }
                    None => format!("A mistake: {what}."),
                }
            }
            Verdict::Unknown => "This position is too large to judge a move.".to_owned(),
        }
    }
}
