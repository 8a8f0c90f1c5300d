//! Who is connected: so many at once, and whoever only holds the door goes first.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::task::AbortHandle;

/// The most connections at once; a browser has six.
const MOST: usize = 256;

/// Files that the program needs beside its connections.
const OWN_FILES: u64 = 16;

/// Connections, the oldest first.
pub struct Guests {
    most: usize,
    held: VecDeque<Guest>,
}

struct Guest {
    /// Whether it has asked anything yet.
    asked: Arc<AtomicBool>,
    task: Option<AbortHandle>,
}

impl Guests {
    /// None yet, and room for as many as this process can have.
    pub fn new() -> Guests {
        let files = files().unwrap_or(u64::MAX).saturating_sub(OWN_FILES).max(1);
        Guests { most: usize::try_from(files).unwrap_or(MOST).min(MOST), held: VecDeque::new() }
    }

    /// Makes room for one more: where there are too many, one that has asked nothing
    /// has to go, or else the oldest. The new one says here when it has asked something.
    pub fn admit(&mut self) -> Arc<AtomicBool> {
        self.held.retain(|guest| guest.task.as_ref().is_some_and(|task| !task.is_finished()));
        while self.held.len() >= self.most {
            let silent = self.held.iter().position(|guest| !guest.asked.load(Ordering::Relaxed));
            if let Some(Guest { task: Some(task), .. }) = self.held.remove(silent.unwrap_or(0)) {
                task.abort();
            }
        }
        let asked = Arc::new(AtomicBool::new(false));
        self.held.push_back(Guest { asked: asked.clone(), task: None });
        asked
    }

    /// What serves the one that was admitted last.
    pub fn seat(&mut self, task: AbortHandle) {
        if let Some(guest) = self.held.back_mut() {
            guest.task = Some(task);
        }
    }
}

/// How many files this process may have open.
#[cfg(unix)]
fn files() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::Nofile).current
}

#[cfg(not(unix))]
fn files() -> Option<u64> {
    None
}
