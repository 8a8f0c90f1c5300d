//! Why the program ends before its time.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why the program ends.
#[derive(Debug, Error)]
pub enum Failure {
    /// What was asked for cannot be.
    #[error("{0}")]
    Usage(String),
    /// What was asked for was not found, or does not hold.
    #[error("{0}")]
    GaveUp(String),
    /// The user wanted it to end.
    #[error("{0}")]
    Interrupted(String),
    /// A file, or the terminal.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A file, by name.
    #[error("{}: {error}", path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// What is wrong with it.
        error: String,
    },
}

impl Failure {
    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            Failure::Usage(_) => 2,
            Failure::Interrupted(_) => 130,
            _ => 1,
        }
    }

    /// Whether nobody reads the output any more: a reason to stop, not to complain.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Failure::Io(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    pub fn usage(error: impl ToString) -> Failure {
        Failure::Usage(error.to_string())
    }

    pub fn file(path: &Path, error: impl ToString) -> Failure {
        Failure::File { path: path.to_path_buf(), error: error.to_string() }
    }
}

impl From<omnisweep_site::SiteError> for Failure {
    fn from(error: omnisweep_site::SiteError) -> Failure {
        match error {
            omnisweep_site::SiteError::File { path, error } => Failure::File { path, error },
            error => Failure::usage(error),
        }
    }
}
