//! Finished games, in a thread of their own: whatever the database waits for, the screen does not.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime};

use omnisweep_session::daily::{self, DailyBoard, Day, Streak};
use omnisweep_session::{Record, Session, save, words};
use omnisweep_store::{Archive, Damaged, Done, Place, Store, StoreError};

use crate::app::Now;
use crate::effect::{Effect, Recorded, Reply};
use crate::scores::{CategoryScores, Games};
use crate::terminal::WORKER;

/// How long after the start the database is looked through, if it is time for that again.
const BEFORE_CHECK: Duration = Duration::from_secs(20);

/// What the thread is asked.
enum Request {
    Serve(Box<Effect>, Now),
    /// The database was looked through, and is damaged.
    Mend,
    End,
}

/// The thread.
pub struct Keeper {
    requests: Sender<Request>,
    thread: Option<JoinHandle<()>>,
}

impl Keeper {
    /// Starts it; what comes of anything is told.
    pub fn start(folder: Option<&Path>, tell: impl Fn(Reply) + Send + 'static) -> Keeper {
        let (requests, asked) = channel();
        let shelf = Shelf::of(folder);
        if let Some(archive) = shelf.archive.clone() {
            let requests = requests.clone();
            // It is not waited for: it only reads.
            _ = thread(move || check(&archive, &requests));
        }
        let thread = thread(move || serve(&shelf, &asked, &tell));
        Keeper { requests, thread }
    }

    /// Asks for something. Whether there is anybody to do it.
    pub fn ask(&self, effect: Effect, now: Now) -> bool {
        self.thread.is_some() && self.requests.send(Request::Serve(Box::new(effect), now)).is_ok()
    }

    /// Waits until everything is done that was asked for.
    pub fn finish(&mut self) {
        _ = self.requests.send(Request::End);
        _ = self.thread.take().map(JoinHandle::join);
    }
}

fn thread(work: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    std::thread::Builder::new().name(WORKER.to_owned()).spawn(work).ok()
}

/// Looks the database through now and then.
fn check(archive: &Archive, requests: &Sender<Request>) {
    std::thread::sleep(BEFORE_CHECK);
    let now = SystemTime::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_millis() as u64);
    if archive.is_damaged(now) {
        _ = requests.send(Request::Mend);
    }
}

fn serve(shelf: &Shelf, asked: &Receiver<Request>, tell: &impl Fn(Reply)) {
    while let Ok(request) = asked.recv() {
        let reply = match request {
            Request::End => return,
            Request::Mend => shelf.mend(),
            Request::Serve(effect, now) => {
                let failed = failed(&effect);
                catch_unwind(AssertUnwindSafe(|| shelf.serve(*effect, now))).unwrap_or(failed)
            }
        };
        reply.into_iter().for_each(tell);
    }
}

/// What is told where something could not be done at all.
pub fn failed(effect: &Effect) -> Option<Reply> {
    let why = || "that could not be done".to_owned();
    match effect {
        Effect::Record(_) => Some(Reply::Recorded(Err(words::not_counted(why())))),
        Effect::PlayDay(..) => Some(Reply::Day(Err(words::sentence(why())))),
        _ => Some(Reply::Failed(words::no_statistics(why()))),
    }
}

/// Where finished games are kept, if there is a folder for them.
pub struct Shelf {
    archive: Option<Archive>,
}

impl Shelf {
    /// That of a folder.
    pub fn of(folder: Option<&Path>) -> Shelf {
        Shelf { archive: folder.map(Archive::of) }
    }

    /// Does what is wanted, and what there is to tell of it.
    pub fn serve(&self, effect: Effect, now: Now) -> Option<Reply> {
        match effect {
            Effect::Record(record) => Some(Reply::Recorded(self.record(&record, now))),
            Effect::LookUpStatistics => {
                Some(Reply::Statistics(self.look(|store| CategoryScores::all(store))))
            }
            Effect::LookUpGames(category) => {
                let found = self.look(|store| Games::of(store, &category));
                Some(Reply::KindOfGames(found.map(|games| (category, Box::new(games)))))
            }
            Effect::LookUpReplay(id) => Some(Reply::Replay(self.replay(&id))),
            Effect::LookUpDays => Some(Reply::Days(self.look(|store| store.daily()))),
            Effect::Share(id) => Some(Reply::Shared(self.shared(&id, now))),
            Effect::Attempt(day, board) => match self.with(|store| store.note_attempt(day, board)) {
                Ok(true) => None,
                Ok(false) => Some(Reply::DayKnown),
                Err(why) => Some(Reply::Failed(words::no_statistics(why))),
            },
            Effect::PlayDay(day, board) => Some(Reply::Day(self.day(day, board, now).map(Box::new))),
            _ => None,
        }
    }

    fn archive(&self) -> Result<&Archive, String> {
        self.archive.as_ref().ok_or_else(|| "there is no folder for statistics".to_owned())
    }

    fn with<T>(&self, work: impl FnMut(&mut Store) -> Result<T, StoreError>) -> Result<T, String> {
        self.archive()?.with(work).map(|done| done.value).map_err(|error| error.to_string())
    }

    /// Looks something up. What became of damaged statistics comes first.
    fn look<T>(&self, work: impl FnMut(&mut Store) -> Result<T, StoreError>) -> Result<T, String> {
        match self.archive().and_then(|archive| archive.look(work).map_err(|error| error.to_string())) {
            Ok(Done { value, damaged: None }) => Ok(value),
            Ok(Done { damaged: Some(damaged), .. }) => Err(told(&damaged)),
            Err(why) => Err(words::no_statistics(why)),
        }
    }

    fn mend(&self) -> Option<Reply> {
        let mended = self.archive.as_ref()?.mend();
        let note = mended
            .map_or_else(|error| Some(words::no_statistics(error)), |damaged| damaged.as_ref().map(told));
        note.map(Reply::Failed)
    }

    /// Keeps a record, and says how it stands.
    fn record(&self, record: &Record, now: Now) -> Result<Recorded, String> {
        let archive = self.archive().map_err(words::not_counted)?;
        let note = match archive.keep(record).map_err(words::not_counted)? {
            Place::Waits(why) => {
                return Ok(Recorded { note: Some(words::counted_later(why)), ..Recorded::default() });
            }
            Place::Counted(damaged) => damaged.as_ref().map(told),
        };
        // It is kept: what cannot be said of it is not worth a complaint.
        let recorded = archive.look(|store| {
            let streak = || store.streak(Day::at(now.wall));
            let streak = record.daily.is_some().then(streak).transpose()?;
            Ok((store.standing(record)?, streak.unwrap_or_default()))
        });
        let (standing, streak) = recorded.map_or((None, Streak::default()), |done| done.value);
        Ok(Recorded { standing, streak, note })
    }

    /// The result of the board of a day.
    fn shared(&self, id: &str, now: Now) -> Result<String, String> {
        let (record, streak) =
            self.look(|store| Ok((store.record(id)?, store.streak(Day::at(now.wall))?)))?;
        record
            .and_then(|record| daily::result_text(&record, streak))
            .ok_or_else(|| "That game is not kept.".to_owned())
    }

    /// A game that is kept.
    fn replay(&self, id: &str) -> Result<Box<Session>, String> {
        let record = self.look(|store| store.record(id))?.ok_or(words::no_such_game())?;
        let text = record.replay.ok_or(words::too_large_to_replay())?;
        save::read(&text).map(Box::new).map_err(|error| error.to_string())
    }

    /// The game of a day: a first attempt, or not.
    fn day(&self, day: Day, board: DailyBoard, now: Now) -> Result<Session, String> {
        // Without statistics nothing is known of attempts, and nothing counts.
        let attempted = self.with(|store| store.attempted(day, board)).unwrap_or(true);
        daily::session(day, board, Day::at(now.wall), attempted).map_err(words::sentence)
    }
}

fn told(damaged: &Damaged) -> String {
    words::statistics_damaged(damaged.salvaged, damaged.aside.display())
}
