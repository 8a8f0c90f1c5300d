//! What a player chose in positions of a small board: they come again and again, and a choice takes its time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The most positions that are remembered: some megabytes.
const MOST: usize = 1 << 18;

/// A position of a small board, and what was chosen in such positions, which players of the same kind share.
#[derive(Clone, Debug)]
pub struct Memory {
    /// For each cell the number that it shows, or that it is closed.
    shown: Vec<u8>,
    choices: Arc<Mutex<HashMap<Vec<u8>, Option<u32>>>>,
}

const CLOSED: u8 = u8::MAX;

impl Memory {
    /// Of boards with so many cells.
    pub fn new(cells: u64) -> Memory {
        Memory { shown: vec![CLOSED; cells as usize], choices: Arc::default() }
    }

    /// All cells are closed again.
    pub fn begin(&mut self) {
        self.shown.fill(CLOSED);
    }

    /// A cell shows a number.
    pub fn open(&mut self, cell: u64, number: u32) {
        self.shown[cell as usize] = number as u8;
    }

    /// The position is what another one is.
    pub fn know_as(&mut self, other: &Memory) {
        self.shown.clone_from(&other.shown);
    }

    /// What was chosen in the position, or is chosen now.
    pub fn choice(&self, choose: impl FnOnce() -> Option<u32>) -> Option<u32> {
        let choices = || self.choices.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&choice) = choices().get(&self.shown) {
            return choice;
        }
        let choice = choose();
        let mut choices = choices();
        if choices.len() < MOST {
            choices.insert(self.shown.clone(), choice);
        }
        choice
    }
}
