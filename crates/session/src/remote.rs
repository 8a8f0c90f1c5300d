//! A game whose board is at a server. It says what cells look like, takes one move at a time, and its time counts.

use std::collections::VecDeque;

use omnisweep_engine::{Action, Cell, Game, Layout, Outcome, Refusal, Rules, Shape, View};

use crate::clock::Clock;
use crate::daily::{DailyBoard, Day};
use crate::gesture::{Gesture, GestureResult, InputPreferences, is_open};
use crate::level::Level;
use crate::setup::Setup;
use crate::table::{Table, Visible};
use crate::words;

/// What a cell looks like, as a number on the wire: from 0 on, that many mines around it; below, what
/// `docs/server-protocol.md` says.
#[must_use]
pub fn look(view: View) -> i32 {
    match view {
        View::Number(around) => i32::try_from(around).unwrap_or(i32::MAX),
        View::Closed => -1,
        View::Flag => -2,
        View::Mark => -3,
        View::Exploded => -4,
        View::Mine => -5,
        View::WrongFlag => -6,
    }
}

/// The other way round; what no cell looks like is closed.
#[must_use]
pub fn view(look: i32) -> View {
    match look {
        -2 => View::Flag,
        -3 => View::Mark,
        -4 => View::Exploded,
        -5 => View::Mine,
        -6 => View::WrongFlag,
        around => u32::try_from(around).map_or(View::Closed, View::Number),
    }
}

/// A move that was asked for, and has no answer yet.
#[derive(Clone, Copy, Debug)]
struct Asked {
    gesture: Gesture,
    action: Action,
    clock: u64,
    sent: bool,
}

/// A game at a server, as its player has it. What is done before the last move is answered waits, and means what it means
/// on the board that there is then.
#[derive(Clone, Debug)]
pub struct RemoteSession {
    setup: Setup,
    rules: Rules,
    day: Option<Day>,
    start: Option<Cell>,
    ranked: bool,
    cells: Vec<View>,
    outcome: Outcome,
    moves: u64,
    clock: Clock,
    asked: Option<Asked>,
    waiting: VecDeque<(Gesture, InputPreferences, u64)>,
    /// The cell that was opened first, where that was here.
    first: Option<Cell>,
    /// Whether the server has said of a number that it is another.
    contradicted: bool,
}

impl RemoteSession {
    /// A game that a server has, with nothing known of its cells yet: what is played, the day whose board it is, the cell
    /// to begin with, and whether it will count.
    #[must_use]
    pub fn new(setup: Setup, day: Option<Day>, start: Option<Cell>, ranked: bool) -> RemoteSession {
        RemoteSession {
            rules: setup.rules(),
            day,
            start: start.filter(|start| start.0 < setup.shape.cells()),
            ranked,
            cells: vec![View::Closed; usize::try_from(setup.shape.cells()).unwrap_or(0)],
            outcome: Outcome::Playing,
            moves: 0,
            clock: Clock::default(),
            asked: None,
            waiting: VecDeque::new(),
            first: None,
            contradicted: false,
            setup,
        }
    }

    /// Takes in what the server has after so many moves: all cells, the time, and how the game stands. A move that was
    /// sent and is not among them is sent again; one that is among them is the answer; what waited is forgotten.
    pub fn synchronise(
        &mut self,
        moves: u64,
        cells: &[i32],
        time: u64,
        outcome: Outcome,
        now: u64,
    ) -> Option<Action> {
        let made = if moves == self.moves { None } else { self.asked.take() };
        if let Some(asked) = &mut self.asked {
            asked.sent = false;
        }
        self.waiting.clear();
        self.moves = moves;
        self.take((0..).map(Cell).zip(cells.iter().copied().map(view)));
        self.stands(time, outcome, now);
        made.map(|asked| asked.action)
    }

    /// The next move to send: its number, what it is, and the player's clock. It is said once.
    pub fn request(&mut self) -> Option<(u64, Action, u64)> {
        let asked = self.asked.as_mut().filter(|asked| !asked.sent)?;
        asked.sent = true;
        Some((self.moves, asked.action, asked.clock))
    }

    /// Takes in the answer to the move that was sent, and says what was asked for.
    pub fn moved(
        &mut self,
        changed: impl IntoIterator<Item = (Cell, View)>,
        time: u64,
        outcome: Outcome,
        now: u64,
    ) -> Option<(Gesture, Action)> {
        let asked = self.asked.take();
        let untouched = self.untouched();
        self.moves = self.moves.saturating_add(1);
        self.take(changed);
        self.stands(time, outcome, now);
        if let Some(Asked { action: Action::Open(cell), .. }) = asked
            && untouched
            && is_open(self, cell)
        {
            self.first = Some(cell);
        }
        self.go_on();
        asked.map(|asked| (asked.gesture, asked.action))
    }

    /// The server did not take the move that was sent.
    pub fn refused(&mut self) {
        self.asked = None;
        self.go_on();
    }

    /// Whether what was seen is a replayed game, on a board that was drawn again, started where this one was.
    #[must_use]
    pub fn was(&self, replayed: &Game, first: Option<Cell>, drawn: &Layout) -> bool {
        !self.contradicted
            && (self.first.is_none() || self.first == first)
            && replayed.layout() == Some(drawn)
            && (0..self.cells.len() as u64).map(Cell).all(|cell| self.reveal(cell) == replayed.reveal(cell))
    }

    /// The board of the day, if it is one: the server's, which is not that of its date.
    #[must_use]
    pub fn day(&self) -> Option<(Day, DailyBoard)> {
        let level = Level::of(self.setup.shape.sizes(), self.setup.mines)?;
        Some((self.day?, level.into()))
    }

    /// Whether no cell is open.
    fn untouched(&self) -> bool {
        !(0..self.cells.len() as u64).any(|cell| is_open(self, Cell(cell)))
    }

    fn take(&mut self, changed: impl IntoIterator<Item = (Cell, View)>) {
        for (cell, view) in changed {
            let Some(seen) = usize::try_from(cell.0).ok().and_then(|at| self.cells.get_mut(at)) else {
                continue;
            };
            self.contradicted |= matches!(seen, View::Number(_)) && *seen != view;
            *seen = view;
        }
    }

    fn stands(&mut self, time: u64, outcome: Outcome, now: u64) {
        self.outcome = outcome;
        self.clock = Clock::at(time);
        if outcome == Outcome::Playing && self.moves > 0 {
            self.clock.start(now);
        }
    }

    /// Does what has waited, up to the next move.
    fn go_on(&mut self) {
        while self.asked.is_none()
            && let Some((gesture, habits, clock)) = self.waiting.pop_front()
        {
            _ = self.play(gesture, habits, clock);
        }
    }
}

impl Visible for RemoteSession {
    fn shape(&self) -> &Shape {
        &self.setup.shape
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn outcome(&self) -> Outcome {
        self.outcome
    }

    fn view(&self, cell: Cell) -> View {
        usize::try_from(cell.0).ok().and_then(|at| self.cells.get(at)).copied().unwrap_or(View::Closed)
    }

    fn reveal(&self, cell: Cell) -> View {
        self.view(cell)
    }

    fn mines_left(&self) -> i128 {
        let flags = self.cells.iter().filter(|view| matches!(view, View::Flag | View::WrongFlag)).count();
        i128::from(self.setup.mines) - flags as i128
    }
}

impl Table for RemoteSession {
    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn seen(&self) -> &dyn Visible {
        self
    }

    fn play(&mut self, gesture: Gesture, habits: InputPreferences, now: u64) -> GestureResult {
        if self.outcome != Outcome::Playing {
            return GestureResult::Refused(Refusal::Over);
        }
        if self.asked.is_some() {
            self.waiting.push_back((gesture, habits, now));
            return GestureResult::Asked;
        }
        let Some(action) = gesture.meaning(&self.setup, self, habits) else { return GestureResult::Nothing };
        match (action, self.required_start()) {
            (Action::Open(cell), Some(start)) if cell != start && !is_open(self, cell) => {
                GestureResult::StartsElsewhere(start)
            }
            // To a server, opening a number is opening around it, which a click does not mean.
            (Action::Open(cell), _) if is_open(self, cell) => GestureResult::Refused(Refusal::Open),
            _ => {
                self.asked = Some(Asked { gesture, action, clock: now, sent: false });
                GestureResult::Asked
            }
        }
    }

    fn remark(&self, _: Gesture, answer: &GestureResult, _: u64) -> Option<String> {
        match answer {
            GestureResult::StartsElsewhere(start) => Some(words::starts_at(self.shape(), *start, true)),
            _ => None,
        }
    }

    fn required_start(&self) -> Option<Cell> {
        self.start.filter(|_| self.untouched())
    }

    fn elapsed(&self, now: u64) -> u64 {
        self.clock.read(now)
    }

    fn moves(&self) -> u64 {
        self.moves
    }

    fn counts(&self) -> bool {
        self.ranked
    }
}
