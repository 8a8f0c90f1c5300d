//! What the app keeps at once: the game, what was chosen, saved games.

use std::path::{Path, PathBuf};

use omnisweep_session::{Record, Session, save, words};
use omnisweep_store::{PutAside, Saves, Slot};

use crate::app::Now;
use crate::config::Choices;
use crate::effect::{Effect, Reply};
use crate::saved::Row;

/// What is kept in files.
pub struct Files {
    folder: Option<PathBuf>,
    /// The place where the game waits.
    pub slot: Option<Slot>,
    /// Why there is none, where there should be one.
    no_slot: Option<String>,
    /// Whether the game could not be kept the last time.
    failing: bool,
    /// What there is to say about it.
    pub note: Option<String>,
}

impl Files {
    /// The files in a folder.
    pub fn new(folder: Option<PathBuf>) -> Files {
        let mut files = Files { folder, ..Files::none() };
        let why = match files.folder.as_deref().map(Slot::take) {
            Some(Ok(slot)) => {
                files.slot = Some(slot);
                return files;
            }
            Some(Err(error)) => error.to_string(),
            None => words::no_folder().to_owned(),
        };
        files.note = Some(words::not_kept(&why));
        files.no_slot = Some(why);
        files
    }

    /// No files: nothing is kept.
    pub fn none() -> Files {
        Files { folder: None, slot: None, no_slot: None, failing: false, note: None }
    }

    /// The folder in which everything is kept.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// What was chosen last.
    pub fn choices(&self) -> Option<Choices> {
        let path = self.folder.as_ref()?.join("choices.toml");
        Choices::read(&omnisweep_files::read_text(&path, 1 << 20).ok()?)
    }

    /// Does what the app wants done with files, and what there is to tell it.
    pub fn serve(&mut self, effect: Effect, session: &Session, now: Now) -> Option<Reply> {
        match effect {
            Effect::Keep => self.keep(session, now),
            Effect::Claim => {
                self.slot.as_mut()?.claim();
                None
            }
            Effect::Finish(record) => {
                let slot = self.slot.as_mut()?;
                // Where the record could not be kept there, it may still be counted.
                let kept = record.is_some_and(|record| slot.finish(&record).is_ok());
                let finished = if kept { Ok(()) } else { slot.clear() };
                finished.err().map(|error| Reply::Failed(error.to_string()))
            }
            Effect::Aside(session) => match self.put_aside(&session, now) {
                Ok(aside) => Some(Reply::Aside(words::put_aside(&aside.name, aside.dropped.as_deref()))),
                Err(error) => Some(Reply::Failed(words::not_kept(error))),
            },
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
                    omnisweep_files::write_atomically(&path, |out| out.write_all(choices.write().as_bytes()));
                written.err().map(|error| Reply::Failed(format!("{}: {error}", path.display())))
            }
            _ => None,
        }
    }

    /// Keeps the game, and says so where that is news.
    fn keep(&mut self, session: &Session, now: Now) -> Option<Reply> {
        let kept = match (&mut self.slot, &self.no_slot) {
            (Some(slot), _) => slot.keep(&save::write(session, now.ms)).map_err(words::not_kept),
            (None, Some(why)) => Err(words::not_kept(why)),
            (None, None) => return None,
        };
        let failed_before = std::mem::replace(&mut self.failing, kept.is_err());
        match kept {
            Ok(Some(older)) => Some(Reply::Aside(words::put_aside(&name(&older), None))),
            Ok(None) => failed_before.then_some(Reply::Kept),
            Err(why) => Some(Reply::Unkept(why)),
        }
    }

    fn saves(&self) -> Option<Saves> {
        self.folder.as_deref().map(Saves::of)
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
        // A game that is over can be kept as its record, for statistics elsewhere.
        let record = name.ends_with(".jsonl").then(|| Record::of(session, now.wall)).flatten();
        let copy = || save::write_copy(&mut session.clone(), now.ms);
        let text = record.map_or_else(copy, |record| record.write() + "\n");
        let written = saves.write(&name, &text, over);
        Reply::Saved(written.map(|path| path.display().to_string()).map_err(|error| error.to_string()))
    }
}

fn name(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}
