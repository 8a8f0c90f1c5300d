//! A folder for a test's files, which goes with the test.

use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// An empty folder. It is removed when it is dropped.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// A new one, of no other test and no other process.
    #[must_use]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Folder {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let folder = Folder(std::env::temp_dir().join(format!("omnisweep-{}-{number}", std::process::id())));
        folder.clear();
        folder
    }

    /// Takes everything out of it.
    pub fn clear(&self) {
        _ = fs::remove_dir_all(&self.0);
        fs::create_dir_all(&self.0).unwrap();
    }
}

impl Deref for Folder {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}
