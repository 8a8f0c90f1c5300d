//! How a game by a bot ended.

use thiserror::Error;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Every safe cell is open.
    Won,
    /// It was lost.
    Lost(Loss),
}

/// Why a game was lost.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Loss {
    /// A mine went off.
    #[error("opened a mine")]
    Mine,
    /// The bot gave up.
    #[error("resigned")]
    Resigned,
    /// It claimed something that is not so.
    #[error("{0}")]
    Lied(String),
    /// It did what the rules do not allow.
    #[error("{0}")]
    Illegal(String),
    /// It wrote something that means nothing there.
    #[error("{0}")]
    Rubbish(String),
    /// It went on and on without getting anywhere.
    #[error("took more than {0} moves")]
    Endless(u64),
    /// It did not answer in time.
    #[error("did not answer within {0} ms")]
    Timeout(u128),
    /// It wrote too much.
    #[error("{0}")]
    Flooded(String),
    /// It closed its output.
    #[error("closed its output")]
    Closed,
    /// It ended.
    #[error("{0}")]
    Crashed(String),
    /// It could not be started.
    #[error("could not be started: {0}")]
    StartFailed(String),
}

impl Loss {
    /// All words for them, those for an honest loss first.
    pub const KEYS: [&'static str; 11] = [
        "mine", "resigned", "lie", "illegal", "rubbish", "endless", "timeout", "flood", "closed", "crash",
        "start",
    ];

    /// The word for it in reports.
    #[must_use]
    pub fn key(&self) -> &'static str {
        match self {
            Loss::Mine => "mine",
            Loss::Resigned => "resigned",
            Loss::Lied(_) => "lie",
            Loss::Illegal(_) => "illegal",
            Loss::Rubbish(_) => "rubbish",
            Loss::Endless(_) => "endless",
            Loss::Timeout(_) => "timeout",
            Loss::Flooded(_) => "flood",
            Loss::Closed => "closed",
            Loss::Crashed(_) => "crash",
            Loss::StartFailed(_) => "start",
        }
    }

    /// Whether the bot played by the rules, and merely lost.
    #[must_use]
    pub fn is_honest(&self) -> bool {
        matches!(self, Loss::Mine | Loss::Resigned)
    }

    /// Whether the bot can still be expected to listen.
    #[must_use]
    pub fn listens(&self) -> bool {
        self.is_honest()
            || matches!(self, Loss::Lied(_) | Loss::Illegal(_) | Loss::Rubbish(_) | Loss::Endless(_))
    }
}

/// What a bot wrote, fit to be shown: short, and nothing that moves a cursor.
#[must_use]
pub fn shown(text: &str) -> String {
    const MOST: usize = 80;
    let mut short: String =
        text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).take(MOST).collect();
    if text.chars().nth(MOST).is_some() {
        short.push('…');
    }
    short
}
