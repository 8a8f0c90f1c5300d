//! What the player has at hand: keys, a count before a command, the mouse.

use omnisweep_session::InputPreferences;
use omnisweep_session::clicks::Mouse;

use crate::app::Target;
use crate::config::Config;
use crate::keys::{Bindings, Command, Key};

/// The largest count that can be typed.
const MOST: u64 = 1_000_000_000;

/// What the player has at hand.
#[derive(Debug)]
pub struct Input {
    bindings: Bindings,
    habits: InputPreferences,
    /// The mouse over everything that can be clicked at.
    pub mouse: Mouse<Target>,
    /// How often the next command is to be done, as far as it is typed.
    count: Option<u64>,
}

impl Input {
    /// As the player has set them.
    pub fn new(config: &Config) -> Input {
        let habits = InputPreferences { left_chords: config.click_chords, flag_mode: false };
        Input { bindings: config.bindings.clone(), habits, mouse: Mouse::default(), count: None }
    }

    /// What the player is used to.
    pub fn habits(&self) -> InputPreferences {
        self.habits
    }

    /// From now on left clicks flag, or open again; whether they flag.
    pub fn turn_flag_mode(&mut self) -> bool {
        self.habits.flag_mode = !self.habits.flag_mode;
        self.habits.flag_mode
    }

    /// The command that a key stands for.
    pub fn command(&self, key: Key) -> Option<Command> {
        self.bindings.command(key)
    }

    /// All keys.
    pub fn bindings(&self) -> &Bindings {
        &self.bindings
    }

    /// The key for a command, as it is shown.
    pub fn shown(&self, command: Command) -> String {
        self.bindings.shown(command).unwrap_or_default()
    }

    /// Takes a key that is a digit of a count; whether it was one.
    pub fn typed(&mut self, key: Key) -> bool {
        let Some(digit) = key.digit().filter(|&digit| digit > 0 || self.count.is_some()) else {
            return false;
        };
        self.count = Some(self.count.unwrap_or(0).saturating_mul(10).saturating_add(digit).min(MOST));
        true
    }

    /// The count, as far as it is typed.
    pub fn count(&self) -> Option<u64> {
        self.count
    }

    /// How often a command is to be done: the count is used up.
    pub fn times(&mut self) -> u64 {
        self.count.take().unwrap_or(1)
    }

    /// Lets go of the mouse: whatever is held, its release is no click.
    pub fn let_go(&mut self) {
        self.mouse = Mouse::default();
    }
}
