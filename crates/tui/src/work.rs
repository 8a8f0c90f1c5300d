//! What is being worked on: the job whose answer is awaited, the board that is
//! being made, and what is to be done outside.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use omnisweep_engine::Cell;
use omnisweep_session::{BoardSearch, Session, daily};

use crate::effect::Effect;
use crate::job::{Job, Progress};

/// What is being worked on.
#[derive(Debug)]
pub struct Work {
    /// The number of the last job, and whether it is still being worked out.
    number: u64,
    waiting: bool,
    /// The board that is being made: the number of that job, and the cell that will open it.
    search: Option<(u64, Cell, Arc<Progress>)>,
    /// After how many milliseconds that is given up.
    patience: u64,
    effects: Vec<Effect>,
}

impl Default for Work {
    fn default() -> Work {
        Work {
            number: 0,
            waiting: false,
            search: None,
            patience: BoardSearch::TIME_LIMIT_MS,
            effects: Vec::new(),
        }
    }
}

impl Work {
    /// Wants something done.
    pub fn want(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// What is wanted since it was last asked.
    pub fn take(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// Has something worked out, instead of what was asked before.
    pub fn ask(&mut self, job: impl FnOnce(u64) -> Job) {
        self.number += 1;
        self.waiting = true;
        let job = job(self.number);
        self.want(Effect::Work(job));
    }

    /// What was asked is not wanted any more.
    pub fn drop_question(&mut self) {
        self.number += 1;
        self.waiting = false;
    }

    /// Whether an answer is still awaited.
    pub fn is_waiting(&self) -> bool {
        self.waiting
    }

    /// Whether an answer is the one to the last question, which is answered then.
    pub fn answers(&mut self, number: u64) -> bool {
        let last = number == self.number;
        self.waiting &= !last;
        last
    }

    /// Has a board made that needs no guess, which this cell will open.
    pub fn search(&mut self, cell: Cell, search: BoardSearch) {
        self.give_up();
        self.number += 1;
        let progress = Arc::new(Progress::default());
        self.search = Some((self.number, cell, progress.clone()));
        let (number, search, limit) = (self.number, Box::new(search), self.patience);
        self.want(Effect::Work(Job::Board { number, search, progress, limit }));
    }

    /// Has the board of a day made again on which a game goes on, where that takes long: in the end it has to be at
    /// hand, to see that it is that day's.
    pub fn make_day_again(&mut self, session: &Session) {
        if let Some(search) = daily::to_remember(session) {
            let (search, limit) = (Box::new(search), self.patience);
            // Nobody waits for an answer.
            self.want(Effect::Work(Job::Board { number: 0, search, progress: Arc::default(), limit }));
        }
    }

    /// The search with this number is over: the cell that it was for, if it is still wanted.
    pub fn searched(&mut self, number: u64) -> Option<Cell> {
        self.search.take_if(|(searched, ..)| *searched == number).map(|(_, cell, _)| cell)
    }

    /// The search is not wanted any more.
    pub fn give_up(&mut self) {
        if let Some((.., progress)) = self.search.take() {
            progress.cancelled.store(true, Ordering::Relaxed);
            self.number += 1;
        }
    }

    /// How many boards were tried, while one is searched for.
    pub fn searching(&self) -> Option<u64> {
        self.search.as_ref().map(|(.., progress)| progress.tried.load(Ordering::Relaxed))
    }

    /// After how many milliseconds a search is given up.
    pub fn patience(&self) -> u64 {
        self.patience
    }

    /// Sets after how many milliseconds a search is given up.
    pub fn set_patience(&mut self, ms: u64) {
        self.patience = ms;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use omnisweep_session::Level;
    use omnisweep_session::daily::Day;

    #[test]
    fn a_board_is_still_wanted_after_a_flag() {
        let mut work = Work::default();
        work.search(Cell(40), daily::search(Day::at(0), Level::Beginner));
        let Some(Effect::Work(Job::Board { number, .. })) = work.take().pop() else { panic!("no job") };
        // A flag is set meanwhile.
        work.drop_question();
        assert_eq!(work.searched(number + 1), None);
        assert_eq!(work.searched(number), Some(Cell(40)));
        assert_eq!(work.searched(number), None);
    }
}
