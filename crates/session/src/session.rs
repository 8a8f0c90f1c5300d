//! One game from its setup to its end, with everything that happened in it.

use omnisweep_engine::random;
use omnisweep_engine::{Action, Cell, Game, Layout, NewGameError, Outcome, Refusal, Sink};
use omnisweep_solver::NoGuessError;
use thiserror::Error;

use crate::clock::Clock;
use crate::code;
use crate::daily::{self, DailyBoard, Day};
use crate::gesture::Changed;
use crate::guess::{self, BoardSearch, GuessMode};
use crate::help::Help;
use crate::metrics::Clicks;
use crate::practice::{Hints, Practice};
use crate::setup::{Setup, StartError};

/// A move that was made, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Move {
    /// What was done.
    pub action: Action,
    /// The time played until then, in milliseconds.
    pub at: u64,
}

/// Why a board has no code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ShareError {
    /// There is no board yet.
    #[error("the board is drawn when the first cell is opened; the seed shares it")]
    NotDrawn,
    /// The code would be too long to be of use.
    #[error("this board is too large for a code that could be shown")]
    TooLarge,
}

/// The largest board whose code is shown to people.
const CODED: u64 = 1 << 16;

/// The largest board that is kept after every move.
const SAVED_EVERY_MOVE: u64 = 1 << 20;
const SAVED_EVERY_MOVE_ALONE: u64 = 1 << 14;

/// A game being played.
///
/// Its state is what undo restores (`game`, `log`), and what it does not: the
/// clock, and whether the result counts.
#[derive(Clone, Debug)]
pub struct Session {
    setup: Setup,
    game: Game,
    /// The memory for the mines as long as there are none: asked for at once,
    /// so that the first open cannot fail.
    spare: Option<Layout>,
    /// Where a given board is meant to be started; no mine.
    suggested_start: Option<Cell>,
    log: Vec<Move>,
    clock: Clock,
    undos: u64,
    practice: Option<Practice>,
    hints: Hints,
    /// The hint that is being told, in parts.
    pub(crate) help: Option<Help>,
    wasted: Clicks,
}

/// What a saved game says besides its setup, board and moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Past {
    pub clock: u64,
    pub undos: u64,
    pub practice: Option<Practice>,
    pub hints: Hints,
    pub wasted: Clicks,
}

impl Session {
    /// A new game on a board that is drawn at the first open, from a seed that
    /// nobody chose: it counts.
    ///
    /// # Errors
    /// Why there is no such game.
    pub fn fresh(setup: Setup) -> Result<Session, StartError> {
        Ok(Session { practice: None, ..Session::new(setup)? })
    }

    /// A new game on a board that is drawn at the first open from the setup's seed:
    /// practice, since somebody chose the seed. [`Session::fresh`] makes one that counts.
    ///
    /// # Errors
    /// Why there is no such game: its mines, its options, its seed, or the memory for it.
    pub fn new(setup: Setup) -> Result<Session, StartError> {
        setup.check()?;
        if setup.seed.as_ref().is_none_or(|seed| seed.generator != setup.generator()) {
            return Err(StartError::NoBoard);
        }
        let game = Game::new(setup.shape.clone(), setup.rules(), setup.mines)?;
        let spare = Layout::new(setup.shape.clone()).map_err(NewGameError::from)?;
        Ok(Session::begin(setup, game, Some(spare), Practice::Seed))
    }

    /// A new game on a given board: practice. Its first open is promised nothing.
    ///
    /// # Errors
    /// Why there is no such game: the board is another than the setup describes, or has too many mines.
    pub fn on(setup: Setup, layout: Layout) -> Result<Session, StartError> {
        setup.check()?;
        if layout.shape() != &setup.shape || layout.count() != setup.mines {
            return Err(StartError::OtherBoard);
        }
        let game = Game::on(layout, setup.rules())?;
        Ok(Session::begin(setup, game, None, Practice::Board))
    }

    /// The same on a board that is meant to be started with a cell, as the code of
    /// a board says it. A cell that is a mine, or not on the board, is no start.
    ///
    /// # Errors
    /// As [`Session::on`].
    pub fn with_suggested_start(
        setup: Setup,
        layout: Layout,
        start: Option<Cell>,
    ) -> Result<Session, StartError> {
        let mut session = Session::on(setup, layout)?;
        session.set_suggested_start(start);
        Ok(session)
    }

    /// Whether the next open needs a board that is not there and that the session
    /// does not draw by itself: see [`Session::search`].
    #[must_use]
    pub fn wants_board(&self) -> bool {
        self.setup.guess.is_never() && self.game.layout().is_none()
    }

    /// A search for the board that this cell starts, to be given to
    /// [`Session::lay`].
    ///
    /// # Errors
    /// Where no board can be started with this cell.
    pub fn search(&self, first: Cell) -> Result<BoardSearch, NoGuessError> {
        BoardSearch::new(&self.setup, first)
    }

    /// Takes the board that was searched for, before the first open.
    ///
    /// # Errors
    /// Where there is a board already, or this one is another than the setup describes.
    pub fn lay(&mut self, layout: Layout) -> Result<(), StartError> {
        if self.game.layout().is_some()
            || layout.shape() != &self.setup.shape
            || layout.count() != self.setup.mines
        {
            return Err(StartError::OtherBoard);
        }
        self.spare = None;
        self.game.lay(layout);
        Ok(())
    }

    fn begin(setup: Setup, game: Game, spare: Option<Layout>, practice: Practice) -> Session {
        let (log, clock, wasted, hints) = (Vec::new(), Clock::default(), Clicks::default(), Hints::default());
        let (suggested_start, undos, practice) = (None, 0, Some(practice));
        Session {
            setup,
            game,
            spare,
            suggested_start,
            log,
            clock,
            undos,
            practice,
            hints,
            help: None,
            wasted,
        }
    }

    /// The same board again from the start, drawn already if it was. It counts as
    /// long as this game has not begun; if it has, neither counts from then on,
    /// since each shows what is to come in the other.
    ///
    /// # Errors
    /// Where there is no memory for a second board.
    pub fn retry(&mut self) -> Result<Session, StartError> {
        let mut again = self.with_nothing_done()?;
        let begun = !self.log.is_empty();
        if begun {
            self.practise(Practice::Seen);
        }
        again.practice = self.practice.or(begun.then_some(Practice::Seen));
        Ok(again)
    }

    /// The same board, with nothing done.
    fn with_nothing_done(&self) -> Result<Session, StartError> {
        match self.game.layout() {
            Some(layout) => {
                Session::with_suggested_start(self.setup.clone(), layout.clone(), self.suggested_start)
            }
            None => Session::new(self.setup.clone()),
        }
    }

    /// Makes a move at the outside time `now`, or refuses it and changes nothing.
    ///
    /// The clock starts with the first move and stops with the last. A move that
    /// is refused in the middle of a game counts as a click in vain.
    ///
    /// # Errors
    /// Why the rules refuse it.
    pub fn act(&mut self, action: Action, now: u64, sink: &mut impl Sink) -> Result<Outcome, Refusal> {
        let outcome = self.apply(action, sink).inspect_err(|refusal| {
            use Refusal::{NoSuchAction, NotLaid, OffBoard, Over};
            let click = !matches!(refusal, Over | OffBoard | NoSuchAction | NotLaid);
            if click && !self.log.is_empty() {
                self.wasted.count(action);
            }
        })?;
        self.clock.start(now);
        self.log.push(Move { action, at: self.clock.read(now) });
        self.forget_help(action);
        if outcome != Outcome::Playing {
            self.clock.stop(now);
        }
        Ok(outcome)
    }

    /// Applies an action, laying the mines first where this is the first open,
    /// and anew where a guess is forgiven.
    fn apply(&mut self, action: Action, sink: &mut impl Sink) -> Result<Outcome, Refusal> {
        if self.setup.guess == GuessMode::Fair {
            let seed = self.setup.seed.as_ref().map_or(0, |seed| seed.number);
            // Every guess of a game is drawn from another seed.
            let seed = seed.wrapping_add((self.log.len() as u64 + 1).wrapping_mul(random::GOLDEN_GAMMA));
            if let Some(layout) = guess::forgive(&self.game, action, seed)
                && let Ok(game) = self.replayed(layout)
            {
                // The player sees what was there before: nothing has changed.
                self.game = game;
            }
        }
        let (wants_board, setup, spare) = (self.wants_board(), &self.setup, &mut self.spare);
        self.game.apply_laying(action, sink, |zone| {
            let seed = setup.seed.as_ref().filter(|_| !wants_board)?;
            // The mines were counted when the game began: they fit outside any zone.
            random::draw_on(spare.take()?, setup.mines, zone, seed.number).ok()
        })
    }

    /// The game after all moves on a board on which they do the same.
    fn replayed(&self, layout: Layout) -> Result<Game, NewGameError> {
        let mut game = Game::on(layout, self.setup.rules())?;
        for played in &self.log {
            // It was accepted on a board that looked the same in the same order before.
            _ = game.apply(played.action, &mut Changed::default());
        }
        Ok(game)
    }

    /// Takes the last move back, a fatal one too, and returns it; the board
    /// stays as it was drawn. The time that has passed stays passed.
    pub fn undo(&mut self, now: u64) -> Option<Move> {
        let last = self.log.pop()?;
        // A board was in memory a moment ago; if there is no room for a second
        // one, the move stays made.
        let before = match self.game.layout() {
            Some(layout) => self.replayed(layout.clone()).ok(),
            None => self.with_nothing_done().ok().map(|session| {
                let mut game = session.game;
                self.log.iter().for_each(|played| _ = game.apply(played.action, &mut Changed::default()));
                game
            }),
        };
        let Some(before) = before else {
            self.log.push(last);
            return None;
        };
        let over = std::mem::replace(&mut self.game, before).outcome() != Outcome::Playing;
        self.undos = self.undos.saturating_add(1);
        self.help = None;
        self.practise(Practice::Undo);
        if over {
            self.clock.start(now);
        }
        Some(last)
    }

    /// The game as it stood after so many of its moves, on the board as it was
    /// drawn; nothing before that, or where there is no room for another one.
    #[must_use]
    pub fn game_after(&self, moves: usize) -> Option<Game> {
        let mut game = Game::on(self.game.layout()?.clone(), self.setup.rules()).ok()?;
        for played in self.log.iter().take(moves) {
            // It was accepted on the same board in the same order before.
            _ = game.apply(played.action, &mut Changed::default());
        }
        Some(game)
    }

    /// The cell that was opened first.
    #[must_use]
    pub fn first_opened(&self) -> Option<Cell> {
        self.log.iter().find_map(|played| match played.action {
            Action::Open(cell) => Some(cell),
            _ => None,
        })
    }

    /// The cell that this board has to be started with, until it is: that of the
    /// board of a day.
    #[must_use]
    pub fn required_start(&self) -> Option<Cell> {
        let (_, board) = daily::of_setup(&self.setup).filter(|_| self.first_opened().is_none())?;
        Some(daily::first(board))
    }

    /// The cell that a given board is meant to be started with, whether it was or not.
    #[must_use]
    pub fn suggested_start(&self) -> Option<Cell> {
        self.suggested_start
    }

    /// Sets it, if it is no mine; `save` uses it, too.
    pub(crate) fn set_suggested_start(&mut self, start: Option<Cell>) {
        let layout = self.game.layout();
        let free = |cell: &Cell| {
            layout.is_some_and(|layout| cell.0 < layout.shape().cells() && !layout.contains(*cell))
        };
        self.suggested_start = start.filter(free);
    }

    /// The code that shares this very board, once it is drawn. It shows where the
    /// mines are, so a game that is not over is practice from then on.
    ///
    /// # Errors
    /// Where there is no board yet.
    pub fn share(&mut self) -> Result<String, ShareError> {
        let layout = self.game.layout().ok_or(ShareError::NotDrawn)?;
        let code = code::write(layout, self.first_opened().or(self.suggested_start));
        self.show();
        Ok(code)
    }

    /// The same, if it is short enough to be shown to a person.
    ///
    /// # Errors
    /// Where there is no board yet, or it is too large.
    pub fn share_shortly(&mut self) -> Result<String, ShareError> {
        if self.setup.shape.cells() > CODED { Err(ShareError::TooLarge) } else { self.share() }
    }

    /// The seed, on request: a game that is not over is practice from then on.
    pub fn show_seed(&mut self) -> Option<u64> {
        let seed = self.setup.seed.as_ref()?.number;
        self.show();
        Some(seed)
    }

    /// The board is about to be shown.
    fn show(&mut self) {
        if self.game.outcome() == Outcome::Playing {
            self.practise(Practice::Shown);
        }
    }

    /// The seed as far as it may be seen: once the game is over, or is practice anyway.
    #[must_use]
    pub fn visible_seed(&self) -> Option<u64> {
        let visible = self.practice.is_some() || self.game.outcome() != Outcome::Playing;
        self.setup.seed.as_ref().filter(|_| visible).map(|seed| seed.number)
    }

    /// Whether the game has begun and goes on: whether there is something to keep.
    #[must_use]
    pub fn in_play(&self) -> bool {
        !self.log.is_empty() && self.game.outcome() == Outcome::Playing
    }

    /// The board of a day that is begun with the move that was made last: an attempt,
    /// also where it is played as something else.
    #[must_use]
    pub fn daily_attempt(&self) -> Option<(Day, DailyBoard)> {
        if self.log.len() == 1 { daily::shares_board_with(&self.setup) } else { None }
    }

    /// Whether it is small enough to be kept after every move; larger ones are
    /// kept a moment later, or at the end.
    #[must_use]
    pub fn saved_every_move(&self) -> bool {
        self.setup.shape.cells() <= SAVED_EVERY_MOVE
    }

    /// The same where nothing else is done meanwhile, as on a page.
    #[must_use]
    pub fn saved_every_move_alone(&self) -> bool {
        self.setup.shape.cells() <= SAVED_EVERY_MOVE_ALONE
    }

    /// Stops the clock until the next move or [`Session::resume`].
    pub fn pause(&mut self, now: u64) {
        self.clock.stop(now);
    }

    /// Lets the clock run on, if the game has begun and is not over.
    pub fn resume(&mut self, now: u64) {
        if self.in_play() {
            self.clock.start(now);
        }
    }

    /// So many milliseconds were played when the game was last seen: whoever kept it
    /// had not been told of all.
    pub fn catch_up(&mut self, played: u64) {
        if self.in_play() && !self.clock.runs() {
            self.clock = Clock::at(self.clock.read(0).max(played));
        }
    }

    /// The time played, in milliseconds.
    #[must_use]
    pub fn elapsed(&self, now: u64) -> u64 {
        self.clock.read(now)
    }

    /// From now on it is practice. The first reason stays the reason, unless the
    /// player wants it; what is over is what it was.
    pub fn practise(&mut self, why: Practice) {
        if self.game.outcome() == Outcome::Playing {
            let first = self.practice.filter(|_| why != Practice::Wanted);
            self.practice = first.or(Some(why));
        }
    }

    /// A game that is over turns out to be practice.
    pub(crate) fn was_practice(&mut self, why: Practice) {
        self.practice = self.practice.or(Some(why));
    }

    /// Whether the player wants to practise, in the next game, too.
    #[must_use]
    pub fn wants_practice(&self) -> bool {
        self.practice == Some(Practice::Wanted)
    }

    /// Another game of this kind, or of the kind that a setup says, from a seed that nobody chose.
    ///
    /// # Errors
    /// Why there is no such game.
    pub fn another(&self, setup: Setup) -> Result<Session, StartError> {
        let guess = setup.guess;
        let mut next = Session::fresh(setup.with_guess(guess))?;
        if self.wants_practice() {
            next.practise(Practice::Wanted);
        }
        Ok(next)
    }

    /// Why it is practice; nothing where the result counts.
    #[must_use]
    pub fn practice(&self) -> Option<Practice> {
        self.practice
    }

    /// How many hints were given.
    #[must_use]
    pub fn hints(&self) -> Hints {
        self.hints
    }

    pub(crate) fn hints_mut(&mut self) -> &mut Hints {
        &mut self.hints
    }

    /// How many moves were taken back.
    #[must_use]
    pub fn undos(&self) -> u64 {
        self.undos
    }

    /// Clicks that did nothing.
    #[must_use]
    pub fn wasted(&self) -> Clicks {
        self.wasted
    }

    /// What was chosen before the game.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The game as it stands.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The moves made, in order, without those taken back.
    #[must_use]
    pub fn log(&self) -> &[Move] {
        &self.log
    }

    /// Puts a session together from what a saved game says; used by `save` only.
    pub(crate) fn restore(&mut self, log: Vec<Move>, past: Past) {
        (self.log, self.clock, self.undos) = (log, Clock::at(past.clock), past.undos);
        (self.practice, self.hints, self.wasted) = (past.practice, past.hints, past.wasted);
    }

    /// Applies a move of a saved game, which lays no mines; used by `save` only.
    pub(crate) fn replay(&mut self, action: Action) -> Result<Outcome, Refusal> {
        self.game.apply(action, &mut Changed::default())
    }
}
