//! What the app keeps: the game, what was chosen, saved games, the database.

use std::fs;
use std::path::{Path, PathBuf};

use omnisweep_session::daily::{self, Day, Streak};
use omnisweep_session::{Level, Record, Session, save, words};
use omnisweep_store::{Daily, PutAside, Saves, Slot, Store};

use crate::app::Now;
use crate::config::Choices;
use crate::effect::{Effect, Recorded, Reply};
use crate::saved::Row;
use crate::scores::CategoryScores;

/// What is kept in files.
pub struct Files {
    folder: Option<PathBuf>,
    /// The place where the game waits.
    pub slot: Option<Slot>,
    store: Option<Store>,
    /// What there is to say about it.
    pub note: Option<String>,
}

impl Files {
    /// The files in a folder.
    pub fn new(folder: Option<PathBuf>) -> Files {
        let mut files = Files { slot: None, store: None, note: None, folder };
        match files.folder.as_deref().map(Slot::take) {
            Some(Ok(slot)) => files.slot = Some(slot),
            Some(Err(error)) => files.note = Some(words::not_kept(error)),
            None => files.note = Some(words::no_folder().to_owned()),
        }
        files
    }

    /// No files: nothing is kept.
    pub fn none() -> Files {
        Files { folder: None, slot: None, store: None, note: None }
    }

    /// What was chosen last.
    pub fn choices(&self) -> Option<Choices> {
        let path = self.folder.as_ref()?.join("choices.toml");
        Choices::read(&fs::read_to_string(path).ok()?)
    }

    /// Does what the app wants done with files, and what there is to tell it.
    pub fn serve(&mut self, effect: Effect, session: &Session, now: Now) -> Option<Reply> {
        match effect {
            Effect::Keep => {
                let kept = self.slot.as_mut()?.keep(&save::write(session, now.ms));
                match kept {
                    Ok(None) => None,
                    Ok(Some(older)) => Some(Reply::Aside(words::put_aside(&name(&older), None))),
                    Err(error) => Some(Reply::Failed(words::not_kept(error))),
                }
            }
            Effect::Claim => {
                self.slot.as_mut()?.claim();
                None
            }
            Effect::Forget => {
                let cleared = self.slot.as_mut()?.clear();
                cleared.err().map(|error| Reply::Failed(error.to_string()))
            }
            Effect::Record(record) => Some(Reply::Recorded(self.record(&record, now))),
            Effect::LookUpStatistics => Some(Reply::Statistics(self.look_up())),
            Effect::LookUpReplay(id) => Some(Reply::Replay(self.replay(&id))),
            Effect::LookUpDays => Some(Reply::Days(self.days())),
            Effect::Share(id) => Some(Reply::Shared(self.shared(&id, now))),
            Effect::Aside(session) => match self.put_aside(&session, now) {
                Ok(aside) => Some(Reply::Aside(words::put_aside(&aside.name, aside.dropped.as_deref()))),
                Err(error) => Some(Reply::Failed(words::not_kept(error))),
            },
            Effect::Attempt(day, level) => {
                let noted = self
                    .store()
                    .and_then(|(store, _)| store.attempt(day, level).map_err(|error| error.to_string()));
                match noted {
                    Ok(first) => (!first).then_some(Reply::DayKnown),
                    Err(error) => Some(Reply::Failed(error)),
                }
            }
            Effect::PlayDay(day, level) => Some(Reply::Day(self.day(day, level, now).map(Box::new))),
            Effect::ListGames => {
                let games = self.saves().map_or_else(Vec::new, |saves| saves.list());
                Some(Reply::Games(games.into_iter().map(Row::of).collect()))
            }
            Effect::Save(name, over) => Some(self.save(name, over, session, now)),
            Effect::Delete(name) => {
                self.saves()?.delete(&name).err().map(|error| Reply::Failed(error.to_string()))
            }
            Effect::Rename(from, to) => {
                self.saves()?.rename(&from, &to).err().map(|error| Reply::Failed(error.to_string()))
            }
            Effect::Load(name) => Some(Reply::Loaded(self.load(&name, Some(session), now))),
            Effect::Remember(choices) => {
                let path = self.folder.as_ref()?.join("choices.toml");
                let written =
                    omnisweep_files::replace(&path, |out| out.write_all(choices.write().as_bytes()));
                written.err().map(|error| Reply::Failed(format!("{}: {error}", path.display())))
            }
            _ => None,
        }
    }

    /// The database, and what had to be done to have it.
    fn store(&mut self) -> Result<(&mut Store, Option<String>), String> {
        let mut note = None;
        if self.store.is_none() {
            let folder = self.folder.as_ref().ok_or("there is no folder for statistics")?;
            let opened = Store::open(&folder.join("games.db")).map_err(|error| error.to_string())?;
            note = opened.set_aside.map(|aside| words::statistics_damaged(aside.display()));
            self.store = Some(opened.store);
        }
        self.store.as_mut().map(|store| (store, note)).ok_or_else(|| "there are no statistics".to_owned())
    }

    /// Keeps a record, and says how it stands.
    fn record(&mut self, record: &Record, now: Now) -> Result<Recorded, String> {
        let (store, note) = self.store()?;
        store.insert(record).map_err(|error| error.to_string())?;
        let standing = store.standing(record).map_err(|error| error.to_string())?;
        let streak = match record.kind.daily {
            Some(_) => store.streak(Day::at(now.wall)).map_err(|error| error.to_string())?,
            None => Streak::default(),
        };
        note.map_or(Ok(Recorded { standing, streak }), Err)
    }

    /// The boards of the day that were played.
    pub fn days(&mut self) -> Result<Vec<Daily>, String> {
        let (store, _) = self.store()?;
        store.daily().map_err(|error| error.to_string())
    }

    /// The result of the board of a day.
    fn shared(&mut self, id: &str, now: Now) -> Result<String, String> {
        let (store, _) = self.store()?;
        let record = store.record(id).map_err(|error| error.to_string())?;
        let streak = store.streak(Day::at(now.wall)).map_err(|error| error.to_string())?;
        record
            .and_then(|record| daily::result_text(&record, streak))
            .ok_or_else(|| words::no_such_game().to_owned())
    }

    fn look_up(&mut self) -> Result<Vec<CategoryScores>, String> {
        let (store, note) = self.store()?;
        if let Some(note) = note {
            return Err(note);
        }
        CategoryScores::all(store).map_err(|error| error.to_string())
    }

    /// A game that is kept.
    fn replay(&mut self, id: &str) -> Result<Box<Session>, String> {
        let (store, _) = self.store()?;
        let record = store.record(id).map_err(|error| error.to_string())?;
        replay_of(&record.ok_or(words::no_such_game())?)
    }

    fn saves(&self) -> Option<Saves> {
        self.folder.as_deref().map(Saves::of)
    }

    /// The game of a day: a first attempt, or not.
    pub fn day(&mut self, day: Day, level: Level, now: Now) -> Result<Session, String> {
        // Without statistics nothing is known of attempts, and nothing counts.
        let attempted = match self.store() {
            Ok((store, _)) => store.attempted(day, level).map_err(|error| error.to_string())?,
            Err(_) => true,
        };
        daily::session(day, level, Day::at(now.wall), attempted).map_err(words::sentence)
    }

    /// Puts a game aside.
    fn put_aside(&mut self, session: &Session, now: Now) -> Result<PutAside, String> {
        let saves = self.saves().ok_or(words::no_folder())?;
        let slot = self.slot.as_mut().ok_or(words::no_folder())?;
        slot.keep(&save::write(session, now.ms)).map_err(|error| error.to_string())?;
        saves.put_aside(slot, session, now.wall).map_err(|error| error.to_string())
    }

    /// Goes on with a saved game, for which the one that is being played is put aside; all is as it was
    /// where that fails.
    pub fn load(
        &mut self,
        name: &str,
        running: Option<&Session>,
        now: Now,
    ) -> Result<(Box<Session>, Option<String>), String> {
        let saves = Saves::of(self.folder.as_deref().unwrap_or(Path::new("")));
        let running = running.filter(|running| running.in_play());
        let loaded = match &mut self.slot {
            Some(slot) => {
                let text = running.map(|running| save::write(running, now.ms));
                saves.go_on(name, slot, running.zip(text.as_deref()), now.wall)
            }
            None => saves.copy(name).map(|session| (session, None)),
        };
        let (session, aside) = loaded.map_err(|error| error.to_string())?;
        let aside = aside.map(|aside| words::put_aside(&aside.name, aside.dropped.as_deref()));
        Ok((Box::new(session), aside))
    }

    /// Saves a copy.
    fn save(&self, name: String, over: bool, session: &Session, now: Now) -> Reply {
        let Some(saves) = self.saves() else {
            return Reply::Saved(Err(words::no_folder().to_owned()));
        };
        if !over && saves.has(&name) {
            return Reply::Exists(name);
        }
        let text = save::write_copy(&mut session.clone(), now.ms);
        let written = saves.write(&name, &text, over);
        Reply::Saved(written.map(|path| path.display().to_string()).map_err(|error| error.to_string()))
    }
}

/// The game of a record.
pub fn replay_of(record: &Record) -> Result<Box<Session>, String> {
    let text = record.replay.as_ref().ok_or(words::too_large_to_replay())?;
    save::read(text).map(Box::new).map_err(|error| error.to_string())
}

fn name(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}
