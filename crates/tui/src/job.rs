//! Work that may take a while, done beside the screen: hints, boards that need
//! no guess, and what there is to say about a game that has ended.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use omnisweep_engine::{Cell, Game, Layout, Outcome};
use omnisweep_session::{BoardSearch, HeatMap, Hint, Question, Record, Review, Session, review, words};
use omnisweep_simulate::{Thinker, Thought};
use omnisweep_solver::Position;

/// Something to work out, with a number that tells it from others.
#[derive(Clone, Debug)]
pub enum Job {
    /// What to open.
    Hint {
        /// The number.
        number: u64,
        /// What is known.
        question: Box<Question>,
    },
    /// How likely each mine is.
    Heat {
        /// The number.
        number: u64,
        /// What is known.
        question: Box<Question>,
    },
    /// The comments on a game.
    Review {
        /// The number.
        number: u64,
        /// The game.
        session: Box<Session>,
        /// How many moves are done, and whether it is still wanted.
        progress: Arc<Progress>,
    },
    /// A board that needs no guess.
    Board {
        /// The number.
        number: u64,
        /// The search for it.
        search: Box<BoardSearch>,
        /// How far it is, and whether it is still wanted.
        progress: Arc<Progress>,
        /// After how many milliseconds to give up.
        limit: u64,
    },
    /// What a player that is watched opens next.
    Think {
        /// The number.
        number: u64,
        /// The player.
        thinker: Box<Thinker>,
        /// Whether another game begins.
        begins: bool,
        /// The cells that were opened since it was last asked, with their numbers.
        news: Vec<(Cell, u32)>,
        /// What it sees.
        position: Position,
    },
    /// What there is to say about a game that has ended.
    Ending {
        /// The number.
        number: u64,
        /// The game.
        session: Box<Session>,
        /// When it ended, in milliseconds since 1970.
        finished: u64,
    },
}

/// What came of a job.
#[derive(Clone, Debug)]
pub enum JobResult {
    /// What to open, or why there is no hint.
    Hint {
        /// The job's number.
        number: u64,
        /// The answer.
        hint: Result<Hint, String>,
    },
    /// How likely each mine is, or why that is not known.
    Heat {
        /// The job's number.
        number: u64,
        /// The answer.
        heat: Result<Box<HeatMap>, String>,
    },
    /// The comments on a game; none where it was not wanted any more.
    Review {
        /// The job's number.
        number: u64,
        /// The comments.
        review: Option<Box<Review>>,
    },
    /// A board that needs no guess; none where the search gave up.
    Board {
        /// The job's number.
        number: u64,
        /// The board.
        layout: Option<Layout>,
    },
    /// What a player that is watched opens next; nothing where it does not know.
    Thought {
        /// The job's number.
        number: u64,
        /// The player, unless it is lost.
        thinker: Option<Box<Thinker>>,
        /// What it thinks.
        thought: Option<Thought>,
    },
    /// About a game that has ended.
    Ending {
        /// The job's number.
        number: u64,
        /// What is kept of it.
        record: Option<Box<Record>>,
        /// How many flags were wrong.
        wrong_flags: u64,
        /// Whether it had to be lost.
        review: Option<String>,
    },
}

/// How far something is, told across threads.
#[derive(Debug, Default)]
pub struct Progress {
    /// How many boards were tried, or moves looked at.
    pub tried: AtomicU64,
    /// Whether nobody wants it any more.
    pub cancelled: AtomicBool,
}

impl Job {
    /// What is told where it could not be done.
    #[must_use]
    pub fn failed(&self) -> JobResult {
        match self {
            Job::Hint { number, .. } => {
                JobResult::Hint { number: *number, hint: Err(words::not_worked_out().to_owned()) }
            }
            Job::Heat { number, .. } => {
                JobResult::Heat { number: *number, heat: Err(words::not_worked_out().to_owned()) }
            }
            Job::Review { number, .. } => JobResult::Review { number: *number, review: None },
            Job::Board { number, .. } => JobResult::Board { number: *number, layout: None },
            Job::Think { number, .. } => JobResult::Thought { number: *number, thinker: None, thought: None },
            Job::Ending { number, .. } => {
                JobResult::Ending { number: *number, record: None, wrong_flags: 0, review: None }
            }
        }
    }

    /// Does it.
    #[must_use]
    pub fn run(self) -> JobResult {
        match self {
            Job::Hint { number, question } => {
                JobResult::Hint { number, hint: question.hint().map_err(|error| error.to_string()) }
            }
            Job::Heat { number, question } => {
                let heat = question.heat().map(Box::new).map_err(|error| error.to_string());
                JobResult::Heat { number, heat }
            }
            Job::Review { number, session, progress } => {
                let review = Review::of(&session, |done, _| {
                    progress.tried.store(done as u64, Ordering::Relaxed);
                    !progress.cancelled.load(Ordering::Relaxed)
                });
                JobResult::Review { number, review: review.map(Box::new) }
            }
            Job::Board { number, mut search, progress, limit } => {
                let start = Instant::now();
                let go_on = || {
                    !progress.cancelled.load(Ordering::Relaxed)
                        && start.elapsed() < Duration::from_millis(limit)
                };
                let mut layout = None;
                while layout.is_none() && go_on() {
                    layout = search.step(go_on);
                    progress.tried.store(search.tried(), Ordering::Relaxed);
                }
                JobResult::Board { number, layout }
            }
            Job::Think { number, mut thinker, begins, news, position } => {
                if begins {
                    thinker.begin();
                }
                let thought = thinker.think(&news, &position);
                JobResult::Thought { number, thinker: Some(thinker), thought }
            }
            Job::Ending { number, session, finished } => JobResult::Ending {
                number,
                record: Record::of(&session, finished).map(Box::new),
                wrong_flags: wrong_flags(session.game()),
                review: review(&session),
            },
        }
    }
}

/// Flags on closed cells without a mine.
fn wrong_flags(game: &Game) -> u64 {
    let rows = 0..game.shape().rows();
    let words = rows.flat_map(|row| game.row(row, 0));
    words.map(|view| u64::from((view.flag & !view.mine & !view.open & view.valid).count_ones())).sum()
}

/// What there is to say about the last move of a lost game.
fn review(session: &Session) -> Option<String> {
    let lost = session.game().outcome() == Outcome::Lost;
    let comment = if lost { review::last(session)? } else { return None };
    Some(comment.judgement(session.game().shape()))
}
