//! Where finished games are kept, for whoever has something to do with them now and then.

use std::path::{Path, PathBuf};

use omnisweep_session::Record;

use crate::open::{Damaged, Opened, StoreError};
use crate::store::Store;

/// The database of a folder, opened anew each time that something is done with it: nobody holds a
/// database that another one has mended meanwhile.
#[derive(Clone, Debug)]
pub struct Archive {
    path: PathBuf,
}

/// What came of something that was done with the database.
#[derive(Debug)]
pub struct Done<T> {
    /// What came of it.
    pub value: T,
    /// What became of a database that turned out to be damaged.
    pub damaged: Option<Damaged>,
}

/// Where the record of a game is now.
#[derive(Debug)]
pub enum Place {
    /// In the database.
    Counted(Option<Damaged>),
    /// Beside it, until somebody opens it; and why.
    Waits(StoreError),
}

impl Archive {
    /// That of the folder in which everything is kept.
    #[must_use]
    pub fn of(folder: &Path) -> Archive {
        Archive { path: folder.join("games.db") }
    }

    /// Does something with the database. Where that shows that it is damaged, once more with what
    /// can be read of it.
    ///
    /// # Errors
    /// Why it could not be done.
    pub fn with<T>(
        &self,
        work: impl FnMut(&mut Store) -> Result<T, StoreError>,
    ) -> Result<Done<T>, StoreError> {
        self.after(Store::open(&self.path)?, work)
    }

    /// Looks something up, also where nothing can be written.
    ///
    /// # Errors
    /// Why it could not be looked up.
    pub fn look<T>(
        &self,
        work: impl FnMut(&mut Store) -> Result<T, StoreError>,
    ) -> Result<Done<T>, StoreError> {
        self.after(Store::look(&self.path)?, work)
    }

    fn after<T>(
        &self,
        mut opened: Opened,
        mut work: impl FnMut(&mut Store) -> Result<T, StoreError>,
    ) -> Result<Done<T>, StoreError> {
        match work(&mut opened.store) {
            Err(error) if error.is_damage() => {
                drop(opened);
                let mut mended = Store::mend(&self.path)?;
                Ok(Done { value: work(&mut mended.store)?, damaged: mended.damaged })
            }
            done => Ok(Done { value: done?, damaged: opened.damaged }),
        }
    }

    /// Whether the database is there and is seen to be damaged by [`Store::check`].
    #[must_use]
    pub fn is_damaged(&self, now: u64) -> bool {
        let checked = self.path.exists().then(|| Store::open(&self.path)?.store.check(now));
        checked.is_some_and(|checked| checked.is_err_and(|error| error.is_damage()))
    }

    /// Looks the database through, and mends it where that shows damage: what became of it.
    ///
    /// # Errors
    /// Why there is no database to be had.
    pub fn mend(&self) -> Result<Option<Damaged>, StoreError> {
        Ok(Store::mend(&self.path)?.damaged)
    }

    /// Keeps the record of a game: in the database, or, where that cannot be written now, beside it.
    ///
    /// # Errors
    /// Why it is kept in neither place.
    pub fn keep(&self, record: &Record) -> Result<Place, StoreError> {
        match self.with(|store| store.insert(record)) {
            Ok(done) => Ok(Place::Counted(done.damaged)),
            // Where it cannot wait either, the reason is most likely the same.
            Err(error) => Store::leave(&self.path, record).map(|_| Place::Waits(error)),
        }
    }
}
