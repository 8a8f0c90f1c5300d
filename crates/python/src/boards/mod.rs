//! Many small boards of one kind, side by side in memory.
//!
//! Each plays by the engine's modern rules, with or without flags, and is drawn by
//! the engine and by the solver from its seed. This is a second, faster
//! implementation of the same rules; `tests/boards.rs` plays both and checks that
//! they agree. What a player sees and may do stands in memory that the caller owns.

mod draw;
mod grid;
mod scratch;

use std::sync::atomic::AtomicBool;

use omnisweep_engine::random::splitmix64;
use omnisweep_engine::{FirstCell, Shape, Zone};

use draw::Draw;
use grid::{DONE, Grid, MINED};
pub use scratch::Scratch;

/// What a cell looks like that is no open number.
pub const CLOSED: i8 = -1;
/// Closed, with a flag.
pub const FLAG: i8 = -2;
/// A mine that went off.
pub const MINE: i8 = -3;

/// How likely a closed cell is a mine, where nobody can say.
pub const UNKNOWN: f32 = -1.0;

/// What all boards have in common.
#[derive(Debug)]
pub struct BoardSpec {
    pub shape: Shape,
    pub mines: u64,
    pub first: FirstCell,
    pub no_guess: bool,
    /// Whether cells can be flagged: the actions after those that open.
    pub flags: bool,
    pub reward: Reward,
    pub reset: Reset,
    /// After so many moves a game is broken off.
    pub most_moves: u32,
    /// Whether it is said in every position how likely each mine is.
    pub probabilities: bool,
    grid: Grid,
    /// What is kept free of mines for each first cell.
    zones: Vec<Zone>,
    /// Whether boards are drawn by [`Draw`].
    drawn_here: bool,
}

/// What moves are rewarded for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reward {
    /// 1 for a win.
    Win,
    /// The share of the free cells that a move opened.
    Progress,
    /// The least risk there was, less the one that was taken.
    Risk,
}

omnisweep_engine::keyed!(Reward, "reward", [Win = "win", Progress = "progress", Risk = "risk"]);

/// When a game that is over gives way to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reset {
    /// With the next step, whose action is not used.
    NextStep,
    /// With the step that ends it.
    SameStep,
    /// When told to.
    Disabled,
}

omnisweep_engine::keyed!(
    Reset,
    "autoreset mode",
    [NextStep = "NextStep", SameStep = "SameStep", Disabled = "Disabled"]
);

impl BoardSpec {
    /// Boards of a shape; nothing where its numbers or cells are too many. The
    /// caller has seen to it that the mines fit.
    pub fn new(shape: Shape, mines: u64, first: FirstCell) -> Option<BoardSpec> {
        let grid = Grid::new(&shape)?;
        // Of large boards, a zone is made when it is needed.
        let cells = if shape.cells() <= 1 << 12 { shape.cells() } else { 0 };
        let zones = (0..cells).map(|cell| first.keeps_free(&shape, omnisweep_engine::Cell(cell))).collect();
        let drawn_here = Draw::suits(&shape, mines);
        let (reward, reset) = (Reward::Win, Reset::Disabled);
        let (no_guess, flags, probabilities, most_moves) = (false, false, false, u32::MAX);
        Some(BoardSpec {
            shape,
            mines,
            first,
            no_guess,
            flags,
            reward,
            reset,
            most_moves,
            probabilities,
            grid,
            zones,
            drawn_here,
        })
    }

    /// How many cells a board has.
    pub fn cells(&self) -> usize {
        self.shape.cells() as usize
    }

    /// How many actions there are.
    pub fn actions(&self) -> usize {
        self.cells() * if self.flags { 2 } else { 1 }
    }

    /// The largest number that a cell can have.
    pub fn most(&self) -> usize {
        self.shape.largest_neighbourhood() as usize - 1
    }

    /// How many bytes of hidden memory a board needs.
    pub fn places(&self) -> usize {
        self.grid.places()
    }

    /// Whether it is worked out how likely mines are, to be told or for rewards.
    pub fn needs_probabilities(&self) -> bool {
        self.probabilities || self.reward == Reward::Risk
    }
}

/// How one game stands.
#[derive(Clone, Copy, Debug, Default)]
pub struct State {
    /// What its board is drawn from.
    pub seed: u64,
    pub won: bool,
    /// It was won, lost or broken off.
    pub over: bool,
    laid: bool,
    free_left: u32,
    moves: u32,
}

/// The memory of some boards, one after the other in each slice; what is not
/// wanted is empty.
#[derive(Debug, Default)]
pub struct Memory<'a> {
    pub states: &'a mut [State],
    /// What lies under each place.
    pub hidden: &'a mut [u8],
    pub seen: &'a mut [i8],
    /// 1 for what may be done.
    pub mask: &'a mut [i8],
    /// How likely each mine is: 0 where a cell is open, or [`UNKNOWN`].
    pub probabilities: &'a mut [f32],
    /// What was seen last of games that gave way in the same step; only where they do.
    pub last_seen: &'a mut [i8],
}

/// What a step is told and tells, for each board.
#[derive(Debug, Default)]
pub struct Step<'a> {
    pub actions: &'a [i64],
    pub rewards: &'a mut [f64],
    pub terminated: &'a mut [bool],
    pub truncated: &'a mut [bool],
    /// The seeds of the games as they stand now.
    pub seeds: &'a mut [u64],
    /// Whether the move won.
    pub won: &'a mut [bool],
    /// Actions for the step after, chosen by [`sample`]; empty where they are not wanted.
    pub chosen: &'a mut [i64],
    /// What they are chosen by: board after board one more.
    pub key: u64,
}

impl<'a> Step<'a> {
    /// The first boards, and the rest.
    #[must_use]
    pub fn split(self, boards: usize) -> (Step<'a>, Step<'a>) {
        let (actions, actions_) = self.actions.split_at(boards);
        let (rewards, rewards_) = self.rewards.split_at_mut(boards);
        let (terminated, terminated_) = self.terminated.split_at_mut(boards);
        let (truncated, truncated_) = self.truncated.split_at_mut(boards);
        let (seeds, seeds_) = self.seeds.split_at_mut(boards);
        let (won, won_) = self.won.split_at_mut(boards);
        let (chosen, chosen_) = self.chosen.split_at_mut(boards.min(self.chosen.len()));
        let (key, key_) = (self.key, self.key.wrapping_add(boards as u64));
        (
            Step { actions, rewards, terminated, truncated, seeds, won, chosen, key },
            Step {
                actions: actions_,
                rewards: rewards_,
                terminated: terminated_,
                truncated: truncated_,
                seeds: seeds_,
                won: won_,
                chosen: chosen_,
                key: key_,
            },
        )
    }
}

/// One board out of a [`Memory`].
struct Board<'a> {
    state: &'a mut State,
    hidden: &'a mut [u8],
    seen: &'a mut [i8],
    mask: &'a mut [i8],
    probabilities: &'a mut [f32],
    last_seen: &'a mut [i8],
}

impl<'a> Memory<'a> {
    /// The first boards, and the rest.
    #[must_use]
    pub fn split(self, spec: &BoardSpec, boards: usize) -> (Memory<'a>, Memory<'a>) {
        let (cells, places) = (spec.cells(), spec.places());
        let cut = |len: usize, each: usize| if len == 0 { 0 } else { boards * each };
        let probabilities = cut(self.probabilities.len(), cells);
        let last = cut(self.last_seen.len(), cells);
        let (states, states_) = self.states.split_at_mut(boards);
        let (hidden, hidden_) = self.hidden.split_at_mut(boards * places);
        let (seen, seen_) = self.seen.split_at_mut(boards * cells);
        let (mask, mask_) = self.mask.split_at_mut(boards * spec.actions());
        let (probabilities, probabilities_) = self.probabilities.split_at_mut(probabilities);
        let (last_seen, last_seen_) = self.last_seen.split_at_mut(last);
        (
            Memory { states, hidden, seen, mask, probabilities, last_seen },
            Memory {
                states: states_,
                hidden: hidden_,
                seen: seen_,
                mask: mask_,
                probabilities: probabilities_,
                last_seen: last_seen_,
            },
        )
    }

    fn board(&mut self, spec: &BoardSpec, number: usize) -> Board<'_> {
        fn part<T>(all: &mut [T], number: usize, each: usize) -> &mut [T] {
            if all.is_empty() { &mut [] } else { &mut all[number * each..(number + 1) * each] }
        }
        let cells = spec.cells();
        Board {
            state: &mut self.states[number],
            hidden: part(self.hidden, number, spec.places()),
            seen: part(self.seen, number, cells),
            mask: part(self.mask, number, spec.actions()),
            probabilities: part(self.probabilities, number, cells),
            last_seen: part(self.last_seen, number, cells),
        }
    }

    /// Begins games anew: those that are `wanted`, from the seeds given, or else
    /// from the ones that follow theirs.
    pub fn reset(&mut self, spec: &BoardSpec, wanted: impl Fn(usize) -> bool, seeds: &[Option<u64>]) {
        for number in (0..self.states.len()).filter(|&number| wanted(number)) {
            let seed = seeds.get(number).copied().flatten();
            self.board(spec, number).reset(spec, seed);
        }
    }

    /// Makes a move on each board, where `stop` does not end it.
    pub fn step(&mut self, spec: &BoardSpec, step: Step<'_>, scratch: &mut Scratch, stop: &AtomicBool) {
        let Step { actions, rewards, terminated, truncated, seeds, won, chosen, key } = step;
        for number in 0..self.states.len() {
            let mut board = self.board(spec, number);
            (rewards[number], terminated[number], truncated[number]) = (0.0, false, false);
            if board.state.over {
                board.reset(spec, None);
            } else {
                rewards[number] = board.act(spec, actions[number], scratch, stop);
                let decided = board.state.over;
                board.state.moves = board.state.moves.saturating_add(1);
                terminated[number] = decided;
                truncated[number] = !decided && board.state.moves >= spec.most_moves;
                board.state.over |= truncated[number];
                if spec.needs_probabilities() {
                    scratch.weigh(spec, board.seen, board.probabilities, decided);
                }
            }
            won[number] = board.state.won;
            if board.state.over && spec.reset == Reset::SameStep {
                board.last_seen.copy_from_slice(board.seen);
                board.reset(spec, None);
            }
            seeds[number] = board.state.seed;
            if let Some(chosen) = chosen.get_mut(number) {
                *chosen = sample(board.mask, key.wrapping_add(number as u64));
            }
        }
    }
}

impl Board<'_> {
    fn reset(&mut self, spec: &BoardSpec, seed: Option<u64>) {
        // Half of the numbers, so that all kinds of arrays in Python can have them.
        let seed = seed.unwrap_or_else(|| splitmix64(self.state.seed) >> 1);
        let free_left = (spec.shape.cells() - spec.mines) as u32;
        *self.state = State { seed, free_left, ..State::default() };
        self.seen.fill(CLOSED);
        self.mask.fill(1);
        // Nothing is known, and so all are alike.
        self.probabilities.fill((spec.mines as f64 / spec.shape.cells() as f64) as f32);
    }

    /// Opens or flags, and says what that is worth. What cannot be done is not,
    /// and worth nothing.
    fn act(&mut self, spec: &BoardSpec, action: i64, scratch: &mut Scratch, stop: &AtomicBool) -> f64 {
        let cells = spec.cells();
        let Ok(action) = usize::try_from(action) else { return 0.0 };
        if action >= cells {
            if spec.flags && action < 2 * cells {
                self.toggle_flag(action - cells);
            }
            return 0.0;
        }
        if !self.state.laid {
            if self.seen[action] == FLAG {
                return 0.0;
            }
            if !scratch.lay(spec, action, self.state.seed, self.hidden, stop) {
                return 0.0;
            }
            self.state.laid = true;
            // Whatever the first cell is promised, it took no risk that could be known.
            let risk = if spec.first == FirstCell::Anything { self.risk(spec, action) } else { 0.0 };
            return self.open(spec, action, risk, scratch);
        }
        if spec.flags && self.seen[action] == FLAG {
            return 0.0;
        }
        let risk = self.risk(spec, action);
        self.open(spec, action, risk, scratch)
    }

    /// The least risk there is, less that of a cell; 0 where it cannot be known.
    fn risk(&self, spec: &BoardSpec, cell: usize) -> f64 {
        if spec.reward != Reward::Risk {
            return 0.0;
        }
        let closed =
            self.seen.iter().zip(&*self.probabilities).filter(|(seen, _)| matches!(**seen, CLOSED | FLAG));
        let least = closed.map(|(_, &risk)| risk).fold(1.0, f32::min);
        if least == UNKNOWN { 0.0 } else { f64::from(least) - f64::from(self.probabilities[cell]) }
    }

    fn open(&mut self, spec: &BoardSpec, cell: usize, risk: f64, scratch: &mut Scratch) -> f64 {
        let place = spec.grid.place(cell);
        let hidden = self.hidden[place];
        if hidden == DONE {
            return 0.0;
        }
        let before = self.state.free_left;
        if hidden >= MINED {
            self.state.over = true;
            self.hidden[place] = DONE;
            self.seen[cell] = MINE;
            self.forbid(spec, cell);
        } else {
            let (steps, waiting) = (spec.grid.steps(), scratch.waiting());
            // Flat boards once more, for the compiler to unroll.
            match (<[isize; 8]>::try_from(steps), spec.flags) {
                (Ok(steps), false) => self.flood::<false>(spec, place, steps, waiting),
                (Ok(steps), true) => self.flood::<true>(spec, place, steps, waiting),
                (Err(_), false) => self.flood::<false>(spec, place, steps, waiting),
                (Err(_), true) => self.flood::<true>(spec, place, steps, waiting),
            }
        }
        if self.state.free_left == 0 {
            (self.state.over, self.state.won) = (true, true);
        }
        match spec.reward {
            Reward::Win => f64::from(u8::from(self.state.won)),
            Reward::Progress => {
                let free = (spec.shape.cells() - spec.mines) as f64;
                f64::from(before - self.state.free_left) / free
            }
            Reward::Risk => risk,
        }
    }

    /// Opens a closed free cell and all that it opens. `steps` lead to the neighbours.
    #[inline]
    fn flood<const FLAGS: bool>(
        &mut self,
        spec: &BoardSpec,
        place: usize,
        steps: impl AsRef<[isize]>,
        waiting: &mut Vec<u32>,
    ) {
        let (grid, cells) = (&spec.grid, spec.cells());
        let Board { state, hidden, seen, mask, .. } = self;
        let (hidden, seen, mask) = (&mut **hidden, &mut **seen, &mut **mask);
        let mut opened = 0;
        let mut number = hidden[place];
        let mut at = place;
        waiting.clear();
        // What is to be shown: the first cell, and then what is around every zero.
        macro_rules! show {
            () => {
                let cell = grid.cell(at);
                if !(FLAGS && seen[cell] == FLAG) {
                    if FLAGS {
                        mask[cells + cell] = 0;
                    }
                    (seen[cell], mask[cell], hidden[at]) = (number as i8, 0, DONE);
                    opened += 1;
                    if number == 0 {
                        waiting.push(at as u32);
                    }
                }
            };
        }
        show!();
        while let Some(zero) = waiting.pop() {
            for &step in steps.as_ref() {
                at = (zero as usize).wrapping_add_signed(step);
                number = hidden[at];
                // There is no mine around a zero: what is not done is a closed number.
                if number != DONE {
                    show!();
                }
            }
        }
        state.free_left -= opened;
    }

    fn forbid(&mut self, spec: &BoardSpec, cell: usize) {
        self.mask[cell] = 0;
        if spec.flags {
            self.mask[spec.cells() + cell] = 0;
        }
    }

    fn toggle_flag(&mut self, cell: usize) {
        match self.seen[cell] {
            CLOSED => (self.seen[cell], self.mask[cell]) = (FLAG, 0),
            FLAG => (self.seen[cell], self.mask[cell]) = (CLOSED, 1),
            _ => {}
        }
    }
}

/// One of the actions that a mask allows, each as likely as any other; the key says
/// which.
#[must_use]
pub fn sample(mask: &[i8], key: u64) -> i64 {
    let below = |number: u64, limit: usize| ((u128::from(number) * limit as u128) >> 64) as usize;
    let mut number = splitmix64(key);
    // Most are allowed; where few are, they are counted.
    for _ in 0..8 {
        let action = below(number, mask.len());
        if mask.get(action).is_some_and(|&allowed| allowed != 0) {
            return action as i64;
        }
        number = splitmix64(number);
    }
    let allowed = mask.iter().filter(|&&allowed| allowed != 0).count();
    let all = (0..).zip(mask).filter(|(_, allowed)| **allowed != 0);
    all.map(|(action, _)| action).nth(below(number, allowed)).unwrap_or(0)
}

/// Positions as channels of 0 and 1: one for each number up to `most`, then closed
/// cells, flags where there are any, and mines that went off.
pub fn one_hot(seen: &[i8], cells: usize, most: usize, flags: bool, out: &mut [u8]) {
    let channels = channels(most, flags);
    out.fill(0);
    for (seen, out) in seen.chunks_exact(cells).zip(out.chunks_exact_mut(channels * cells)) {
        for (cell, &seen) in seen.iter().enumerate() {
            let channel = match seen {
                CLOSED => most + 1,
                FLAG => most + 2,
                MINE => channels - 1,
                number => usize::try_from(number).map_or(0, |number| number.min(most)),
            };
            out[channel * cells + cell] = 1;
        }
    }
}

/// How many channels [`one_hot`] makes.
pub fn channels(most: usize, flags: bool) -> usize {
    most + 3 + usize::from(flags)
}
