//! What the app keeps: the game, what was chosen, saved games, the database.

use std::fs;
use std::path::{Path, PathBuf};

use omnisweep_session::daily::{self, Day, Streak};
use omnisweep_session::{Category, Record, Session, save, words};
use omnisweep_store::{Daily, Slot, Store, load};

use crate::app::Now;
use crate::config::Choices;
use crate::effect::{Effect, News, Recorded};
use crate::scores::Standing;

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
            None => files.note = Some("There is no folder to keep games in.".to_owned()),
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
    pub fn serve(&mut self, effect: Effect, session: &Session, now: Now) -> Option<News> {
        match effect {
            Effect::Keep => {
                let kept = self.slot.as_mut()?.keep(&save::write(session, now.ms));
                match kept {
                    Ok(None) => None,
                    Ok(Some(older)) => Some(News::Aside(words::set_aside(name(&older)))),
                    Err(error) => Some(News::Note(words::not_kept(error))),
                }
            }
            Effect::Claim => {
                self.slot.as_mut()?.claim();
                None
            }
            Effect::Forget => {
                let cleared = self.slot.as_mut()?.clear();
                cleared.err().map(|error| News::Note(error.to_string()))
            }
            Effect::Record(record) => Some(News::Recorded(self.record(&record, now))),
            Effect::LookUp => Some(News::Statistics(self.look_up())),
            Effect::Watch(id) => Some(News::Replay(self.replay(&id))),
            Effect::LookUpDays => Some(News::Days(self.days())),
            Effect::Share(id) => Some(News::Shared(self.shared(&id, now))),
            Effect::ListGames => Some(News::Games(self.games())),
            Effect::Save(name) => Some(News::Saved(self.save(&name, session, now))),
            Effect::Load(name) => {
                let loaded = load(&self.find(&name)).map(Box::new).map_err(|error| error.to_string());
                Some(News::Loaded(loaded))
            }
            Effect::Remember(choices) => {
                let path = self.folder.as_ref()?.join("choices.toml");
                let written =
                    omnisweep_files::replace(&path, |out| out.write_all(choices.write().as_bytes()));
                written.err().map(|error| News::Note(format!("{}: {error}", path.display())))
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
            note = opened.set_aside.map(|aside| {
                format!(
                    "The statistics were damaged; they are now in {}, and new ones begin.",
                    aside.display()
                )
            });
            self.store = Some(opened.store);
        }
        self.store.as_mut().map(|store| (store, note)).ok_or_else(|| "there are no statistics".to_owned())
    }

    /// Keeps a record, and says how it stands.
    fn record(&mut self, record: &Record, now: Now) -> Result<Recorded, String> {
        let (store, note) = self.store()?;
        store.insert(record).map_err(|error| error.to_string())?;
        let best = store.best(&Category::of(record), 2).map_err(|error| error.to_string())?;
        let before = best.iter().find(|best| best.id != record.id()).map(|best| best.time);
        let standing = words::standing(record, before);
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
            .and_then(|record| daily::text(&record, streak))
            .ok_or_else(|| "That game is not kept.".to_owned())
    }

    fn look_up(&mut self) -> Result<Vec<Standing>, String> {
        let (store, note) = self.store()?;
        if let Some(note) = note {
            return Err(note);
        }
        Standing::all(store).map_err(|error| error.to_string())
    }

    /// A game that is kept.
    fn replay(&mut self, id: &str) -> Result<Box<Session>, String> {
        let (store, _) = self.store()?;
        let record = store.record(id).map_err(|error| error.to_string())?;
        replay_of(&record.ok_or("This game is not kept any more.")?)
    }

    fn saves(&self) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join("saves"))
    }

    /// The names of saved games, and of games that were put aside.
    fn games(&self) -> Vec<String> {
        let in_folder = |folder: &Path, begin: &str| -> Vec<String> {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            let paths = entries.map(|entry| entry.path());
            paths
                .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
                .map(|path| name(&path))
                .filter(|name| name.starts_with(begin))
                .collect()
        };
        let mut names = self.saves().map_or_else(Vec::new, |saves| in_folder(&saves, ""));
        if let Some(folder) = &self.folder {
            names.extend(in_folder(folder, "older-game-"));
        }
        names.sort();
        names
    }

    /// The file behind a name, or a path.
    fn find(&self, name: &str) -> PathBuf {
        let file = format!("{name}.txt");
        let folders = [self.saves(), self.folder.clone()];
        let named = folders.into_iter().flatten().map(|folder| folder.join(&file));
        let plain = Path::new(name).components().count() == 1;
        named.into_iter().find(|path| plain && path.exists()).unwrap_or_else(|| name.into())
    }

    fn save(&self, name: &str, session: &Session, now: Now) -> Result<String, String> {
        let plain = Path::new(name).components().count() == 1
            && !name.starts_with('.')
            && !name.contains(['/', '\\']);
        let path = if plain {
            let saves = self.saves().ok_or("there is no folder to save in: name a path")?;
            fs::create_dir_all(&saves).map_err(|error| format!("{}: {error}", saves.display()))?;
            saves.join(format!("{name}.txt"))
        } else {
            PathBuf::from(name)
        };
        if path.exists() {
            return Err(format!("{name:?} is there already: choose another name."));
        }
        let text = save::write(session, now.ms);
        omnisweep_files::replace(&path, |out| out.write_all(text.as_bytes()))
            .map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(path.display().to_string())
    }
}

/// The game of a record.
pub fn replay_of(record: &Record) -> Result<Box<Session>, String> {
    let text = record.replay.as_ref().ok_or("The moves of boards as large as this are not kept.")?;
    save::read(text).map(Box::new).map_err(|error| error.to_string())
}

fn name(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}
