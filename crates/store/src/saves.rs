//! Saved games: copies under names of the player's, and games that were put
//! aside for another one.
//!
//! A game that was put aside is that game, so going on with it takes its file
//! away. A copy stays, and is practice: see
//! [`save::write_copy`](omnisweep_session::save::write_copy). Of games that
//! were put aside the last [`MOST_ASIDE`] stay, and it is said when one goes; one that
//! is given a name stays for good.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use omnisweep_session::{Practice, Session, timestamp};

use crate::slot::{Slot, SlotError, load, read};

/// How a file of an earlier version is called that had been put aside.
const OLDER: &str = "older-game-";

/// How many games that were put aside are kept: whoever begins again and again does not fill the
/// disk with it.
pub const MOST_ASIDE: usize = 100;

/// A game that was put aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PutAside {
    /// Under which name.
    pub name: String,
    /// The oldest one, which was deleted for it.
    pub dropped: Option<String>,
}

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

    /// Where a copy of this name is kept; nothing where it is no name but that of a file.
    fn path(&self, name: &str) -> Option<PathBuf> {
        (is_name(name) && !is_file_name(name)).then(|| self.saves().join(format!("{name}.txt")))
    }

    /// The file of the saved game of this name, if there is one.
    fn find(&self, name: &str) -> Option<PathBuf> {
        if !is_name(name) {
            return None;
        }
        let file = format!("{name}.txt");
        let older = name.starts_with(OLDER).then(|| self.folder.join(&file));
        let places = [Some(self.saves().join(&file)), Some(self.aside().join(&file)), older];
        places.into_iter().flatten().find(|path| path.exists())
    }

    /// The file that is meant by a name or a path.
    fn meant(&self, name: &str) -> PathBuf {
        let file = Path::new(name);
        match is_file_name(name) && file.exists() {
            true => file.to_owned(),
            false => self.find(name).unwrap_or_else(|| file.to_owned()),
        }
    }

    /// The same, or why there is none.
    fn found(&self, name: &str) -> Result<PathBuf, SlotError> {
        self.find(name).ok_or_else(|| SlotError::new(Path::new(name), "there is no saved game of this name"))
    }

    /// Whether there is one of that name, or a file at that path.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        match self.path(name) {
            Some(_) => self.find(name).is_some(),
            None => Path::new(name).exists(),
        }
    }

    /// Writes a text under a name, or to a path; over what is there only if that is wanted.
    pub fn write(&self, name: &str, text: &str, over: bool) -> Result<PathBuf, SlotError> {
        let path = match self.path(name) {
            Some(path) => {
                fs::create_dir_all(self.saves()).map_err(|error| SlotError::new(&self.saves(), error))?;
                if self.find(name).is_some_and(|found| found != path) {
                    return Err(SlotError::new(Path::new(name), "a game that you left has this name"));
                }
                path
            }
            None => name.into(),
        };
        if path.exists() && !over {
            return Err(SlotError::new(&path, "there is such a file already"));
        }
        omnisweep_files::write_atomically(&path, |out| out.write_all(text.as_bytes()))
            .map_err(|error| SlotError::new(&path, error))?;
        Ok(path)
    }

    /// Calls a saved game something else.
    pub fn rename(&self, from: &str, to: &str) -> Result<(), SlotError> {
        let target =
            self.path(to).ok_or_else(|| SlotError::new(Path::new(to), "this is no name for a game"))?;
        if self.has(to) {
            return Err(SlotError::new(Path::new(to), "there is a saved game of this name already"));
        }
        fs::create_dir_all(self.saves()).map_err(|error| SlotError::new(&self.saves(), error))?;
        let source = self.found(from)?;
        fs::rename(&source, &target).map_err(|error| SlotError::new(&source, error))
    }

    /// Deletes a saved game.
    pub fn delete(&self, name: &str) -> Result<(), SlotError> {
        let path = self.found(name)?;
        fs::remove_file(&path).map_err(|error| SlotError::new(&path, error))
    }

    /// Puts a game aside that is in a slot, under a name that follows from what it
    /// is and from the time of day: which one.
    pub fn put_aside(&self, slot: &mut Slot, session: &Session, now: u64) -> Result<PutAside, SlotError> {
        let name = self.give(slot, session, now)?;
        Ok(PutAside { name, dropped: self.thin_out() })
    }

    fn give(&self, slot: &mut Slot, session: &Session, now: u64) -> Result<String, SlotError> {
        let folder = self.aside();
        fs::create_dir_all(&folder).map_err(|error| SlotError::new(&folder, error))?;
        let moment = timestamp::write(now);
        let (day, time) = moment.split_once('T').unwrap_or((&moment, ""));
        let time: String =
            time.chars().take(5).map(|letter| if letter == ':' { '.' } else { letter }).collect();
        let base = format!("{} {day} {time}", session.setup().short_name());
        let numbered = (2_u64..).map(|number| format!("{base} ({number})"));
        let name = std::iter::once(base.clone()).chain(numbered).find(|name| !self.has(name)).unwrap_or(base);
        slot.give(&folder.join(format!("{name}.txt")))?;
        Ok(name)
    }

    /// Deletes the oldest of too many games that were put aside: the name of the last that went.
    fn thin_out(&self) -> Option<String> {
        let files = fs::read_dir(self.aside()).into_iter().flatten().flatten();
        let when = |file: &fs::DirEntry| file.metadata().and_then(|file| file.modified()).ok();
        let mut files: Vec<_> = files.map(|file| (when(&file), file.path())).collect();
        files.sort();
        let many = files.len().saturating_sub(MOST_ASIDE);
        // What cannot be deleted does no harm.
        let gone = files.into_iter().take(many).filter(|(_, path)| fs::remove_file(path).is_ok());
        let dropped = gone.reduce(|_, last| last);
        dropped.map(|(_, path)| path.file_stem().unwrap_or_default().to_string_lossy().into_owned())
    }

    /// Goes on with a saved game, by its name or by a path, in a slot; `running` is
    /// the game that is being played there, which is put aside under the name that
    /// is the second answer. Where anything fails, all is as it was.
    ///
    /// A game that was put aside is moved into the slot, so that there is never a
    /// second one; a copy stays where it is, and is practice.
    pub fn go_on(
        &self,
        name: &str,
        slot: &mut Slot,
        running: Option<(&Session, &str)>,
        now: u64,
    ) -> Result<(Session, Option<PutAside>), SlotError> {
        let path = self.meant(name);
        let mut session = load(&path)?;
        let taken = if self.is_moved(&path, &session)? { Some(ClaimedFile::new(&path)?) } else { None };
        let aside = self.clear(slot, running, now)?;
        match taken.map(|taken| taken.into_slot(slot)) {
            Some(Ok(())) => {}
            Some(Err(error)) => {
                // What was put aside is where it was.
                let back = aside.as_ref().and_then(|name| self.find(name));
                _ = back.map(|path| slot.receive(&path));
                return Err(error);
            }
            None => session.practise(Practice::Copied),
        }
        let dropped = self.thin_out();
        Ok((session, aside.map(|name| PutAside { name, dropped })))
    }

    /// A saved game by its name or path where there is no slot: a copy.
    pub fn copy(&self, name: &str) -> Result<Session, SlotError> {
        let mut session = load(&self.meant(name))?;
        session.practise(Practice::Copied);
        Ok(session)
    }

    /// Whether a file is the game itself, and no copy of it: one that was put aside, under its own name or one
    /// that it was given since.
    fn is_moved(&self, path: &Path, session: &Session) -> Result<bool, SlotError> {
        if !session.in_play() {
            return Ok(false);
        }
        let parent = path.parent();
        let older =
            path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with(OLDER));
        let left = parent == Some(&self.aside()) || (older && parent == Some(&self.folder));
        // The first version did not mark its copies.
        let counts = session.practice().is_none() && !read(path)?.starts_with("omnisweep game 1\n");
        Ok(left || (parent == Some(&self.saves()) && counts))
    }

    /// Puts aside what is in a slot: the game that is being played, or one that waits.
    fn clear(
        &self,
        slot: &mut Slot,
        running: Option<(&Session, &str)>,
        now: u64,
    ) -> Result<Option<String>, SlotError> {
        if let Some((session, text)) = running {
            slot.keep(text)?;
            return self.give(slot, session, now).map(Some);
        }
        match slot.waits() {
            true => {
                // One that cannot be read is kept as well.
                let waiting = load(slot.path());
                match waiting {
                    Ok(waiting) => self.give(slot, &waiting, now).map(Some),
                    Err(_) => slot.make_room().map(|_| None),
                }
            }
            false => Ok(None),
        }
    }
}

/// Whether this can be what a saved game is called.
fn is_name(name: &str) -> bool {
    Path::new(name).components().count() == 1
        && !name.starts_with('.')
        && !name.contains(['/', '\\', '\0', ':', '"'])
}

/// Whether this is the name of a file, as `game.txt` is: one that ends in letters after a full stop.
fn is_file_name(name: &str) -> bool {
    let end = Path::new(name).extension().and_then(|end| end.to_str()).unwrap_or_default();
    (1..=5).contains(&end.len()) && end.bytes().all(|letter| letter.is_ascii_alphabetic())
}

/// A saved game that one instance has taken, and nobody else can; put back unless it gets a slot.
struct ClaimedFile {
    from: PathBuf,
    at: PathBuf,
    done: bool,
}

impl ClaimedFile {
    fn new(from: &Path) -> Result<ClaimedFile, SlotError> {
        let at = from.with_extension(format!("{}.txt", std::process::id()));
        fs::rename(from, &at).map_err(|error| SlotError::new(from, error))?;
        Ok(ClaimedFile { from: from.to_owned(), at, done: false })
    }

    fn into_slot(mut self, slot: &mut Slot) -> Result<(), SlotError> {
        slot.receive(&self.at)?;
        self.done = true;
        Ok(())
    }
}

impl Drop for ClaimedFile {
    fn drop(&mut self) {
        if !self.done {
            // Where even that fails, it is still in the list, under a longer name.
            _ = fs::rename(&self.at, &self.from);
        }
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
    let session = load(path).map_err(|error| error.error);
    Some(SavedGame { name, saved: saved.map_or(0, |saved| saved.as_millis() as u64), session })
}
