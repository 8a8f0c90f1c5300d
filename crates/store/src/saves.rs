//! Saved games: copies under names of the player's, and games that were put
//! aside for another one.
//!
//! A game that was put aside is that game, so going on with it takes its file
//! away. A copy stays, and is practice: see [`save::write_copy`]. Of games that
//! were put aside the last [`MOST_ASIDE`] stay; one that is given a name stays for good.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use omnisweep_session::{Practice, Session, save, timestamp};

use crate::slot::{Slot, SlotError, read};

/// How a file of an earlier version is called that had been put aside.
const OLDER: &str = "older-game-";

/// How many games that were put aside are kept: whoever begins again and again does not fill the
/// disk with it.
pub const MOST_ASIDE: usize = 30;

/// The saved games of a folder.
#[derive(Clone, Debug)]
pub struct Saves {
    folder: PathBuf,
}

/// A saved game.
#[derive(Clone, Debug)]
pub struct SavedGame {
    /// What it is called.
    pub name: String,
    /// When it was saved, in milliseconds since 1970.
    pub saved: u64,
    /// The game; or why it cannot be read.
    pub session: Result<Session, String>,
}

impl Saves {
    /// Those of the folder in which everything is kept.
    #[must_use]
    pub fn of(folder: &Path) -> Saves {
        Saves { folder: folder.to_owned() }
    }

    fn saves(&self) -> PathBuf {
        self.folder.join("saves")
    }

    fn aside(&self) -> PathBuf {
        self.folder.join("aside")
    }

    /// All of them, the newest first.
    #[must_use]
    pub fn list(&self) -> Vec<SavedGame> {
        let files = |folder: PathBuf| fs::read_dir(folder).into_iter().flatten().flatten();
        let older = files(self.folder.clone())
            .filter(|file| file.file_name().to_str().is_some_and(|name| name.starts_with(OLDER)));
        let mut games: Vec<SavedGame> = files(self.saves())
            .chain(files(self.aside()))
            .chain(older)
            .filter_map(|file| game_in(&file.path()))
            .collect();
        games.sort_by(|one, other| (other.saved, &one.name).cmp(&(one.saved, &other.name)));
        games
    }

    /// The file behind a name; nothing where a name is none.
    fn path(&self, name: &str) -> Option<PathBuf> {
        let plain = Path::new(name).components().count() == 1
            && !name.starts_with('.')
            && !name.contains(['/', '\\', '\0', ':']);
        plain.then(|| self.saves().join(format!("{name}.txt")))
    }

    /// The file of a saved game: by its name, or by a path.
    #[must_use]
    pub fn find(&self, name: &str) -> PathBuf {
        let file = format!("{name}.txt");
        let named = self.path(name);
        let aside = named.is_some().then(|| self.aside().join(&file));
        let older = name.starts_with(OLDER).then(|| self.folder.join(&file));
        let places = [named, aside, older];
        places.into_iter().flatten().find(|path| path.exists()).unwrap_or_else(|| name.into())
    }

    /// Whether there is one of that name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.find(name).exists()
    }

    /// Writes a text under a name, or to a path; over what is there only if that is wanted.
    pub fn write(&self, name: &str, text: &str, over: bool) -> Result<PathBuf, SlotError> {
        let path = match self.path(name) {
            Some(path) => {
                fs::create_dir_all(self.saves()).map_err(|error| SlotError::new(&self.saves(), error))?;
                path
            }
            None => name.into(),
        };
        if path.exists() && !over {
            return Err(SlotError::new(&path, "there is such a file already"));
        }
        omnisweep_files::replace(&path, |out| out.write_all(text.as_bytes()))
            .map_err(|error| SlotError::new(&path, error))?;
        Ok(path)
    }

    /// Calls a saved game something else.
    pub fn rename(&self, from: &str, to: &str) -> Result<(), SlotError> {
        let target =
            self.path(to).ok_or_else(|| SlotError::new(Path::new(to), "this is no name for a game"))?;
        if target.exists() {
            return Err(SlotError::new(&target, "there is such a file already"));
        }
        fs::create_dir_all(self.saves()).map_err(|error| SlotError::new(&self.saves(), error))?;
        let source = self.find(from);
        fs::rename(&source, &target).map_err(|error| SlotError::new(&source, error))
    }

    /// Deletes a saved game.
    pub fn delete(&self, name: &str) -> Result<(), SlotError> {
        let path = self.find(name);
        fs::remove_file(&path).map_err(|error| SlotError::new(&path, error))
    }

    /// Puts the game in a slot aside, under a name that follows from what it is
    /// and from the time of day: which one.
    pub fn put_aside(&self, slot: &mut Slot, session: &Session, now: u64) -> Result<String, SlotError> {
        let folder = self.aside();
        fs::create_dir_all(&folder).map_err(|error| SlotError::new(&folder, error))?;
        let moment = timestamp::write(now);
        let (day, time) = moment.split_once('T').unwrap_or((&moment, ""));
        let time: String =
            time.chars().take(5).map(|letter| if letter == ':' { '.' } else { letter }).collect();
        let base = format!("{} {day} {time}", session.setup().kind());
        let numbered = (2_u64..).map(|number| format!("{base} ({number})"));
        let name = std::iter::once(base.clone()).chain(numbered).find(|name| !self.has(name)).unwrap_or(base);
        slot.give(&folder.join(format!("{name}.txt")))?;
        self.thin_out();
        Ok(name)
    }

    /// Deletes the oldest of too many games that were put aside.
    fn thin_out(&self) {
        let files = fs::read_dir(self.aside()).into_iter().flatten().flatten();
        let when = |file: &fs::DirEntry| file.metadata().and_then(|file| file.modified()).ok();
        let mut files: Vec<_> = files.map(|file| (when(&file), file.path())).collect();
        files.sort();
        let many = files.len().saturating_sub(MOST_ASIDE);
        // What cannot be deleted does no harm.
        files.iter().take(many).for_each(|(_, path)| _ = fs::remove_file(path));
    }

    /// The saved game, by its name or by a path, put in a slot if it is one that
    /// was put aside; what is in the slot has to be put aside before.
    pub fn take(&self, name: &str, slot: Option<&mut Slot>) -> Result<Session, SlotError> {
        let path = self.find(name);
        let text = read(&path)?;
        let mut session = save::read(&text).map_err(|error| SlotError::new(&path, error))?;
        let ours = path.starts_with(&self.folder);
        // The first version did not mark its copies.
        let marked = !text.starts_with("omnisweep game 1\n") || name.starts_with(OLDER);
        match slot {
            Some(slot) if ours && marked && session.in_play() && session.practice().is_none() => {
                slot.receive(&path)?;
            }
            _ => session.practise(Practice::Copied),
        }
        Ok(session)
    }
}

/// The saved game in a file; nothing where it is no such file.
fn game_in(path: &Path) -> Option<SavedGame> {
    if path.extension()? != "txt" {
        return None;
    }
    let name = path.file_stem()?.to_str()?.to_owned();
    let saved = fs::metadata(path).and_then(|file| file.modified()).ok();
    let saved = saved.and_then(|saved| saved.duration_since(UNIX_EPOCH).ok());
    let session = crate::slot::load(path).map_err(|error| error.error);
    Some(SavedGame { name, saved: saved.map_or(0, |saved| saved.as_millis() as u64), session })
}
