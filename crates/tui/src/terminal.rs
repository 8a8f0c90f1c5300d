//! The terminal: taken over, and given back clean whatever happens.

use std::io::{self, BufWriter, Stdout, Write as _};
use std::sync::Once;

use crossterm::cursor::{Hide, Show};
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::execute;
use crossterm::style::ResetColor;
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

/// The name of threads that work beside the screen. One that panics is not the
/// end of the game.
pub const WORKER: &str = "omnisweep-work";

/// The screen of the terminal.
pub type Screen = Terminal<CrosstermBackend<BufWriter<Stdout>>>;

/// The terminal, taken over for as long as this lives.
pub struct TerminalGuard(());

impl TerminalGuard {
    /// Takes the terminal over.
    pub fn new() -> io::Result<TerminalGuard> {
        give_back_on_panic();
        let guard = TerminalGuard(());
        enter()?;
        Ok(guard)
    }

    /// A screen to draw on.
    pub fn screen(&self) -> io::Result<Screen> {
        Terminal::new(CrosstermBackend::new(BufWriter::with_capacity(1 << 16, io::stdout())))
    }

    /// Gives it back while `sleep` lasts, and takes it over again.
    pub fn without(&self, sleep: impl FnOnce()) -> io::Result<()> {
        leave();
        sleep();
        enter()
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        leave();
    }
}

/// Takes the terminal over; doing so again does no harm.
pub fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, Hide)?;
    // The oldest consoles of Windows refuse this one.
    _ = execute!(io::stdout(), EnableBracketedPaste);
    Ok(())
}

/// Whether the terminal understands escape sequences. A console of Windows has to
/// be told that it is to, and this tells it; everywhere else they do.
#[must_use]
pub fn has_escapes() -> bool {
    #[cfg(windows)]
    return crossterm::ansi_support::supports_ansi();
    #[cfg(not(windows))]
    true
}

/// Gives the terminal back. Nobody may be there any more: what cannot be
/// written is not.
fn leave() {
    _ = execute!(io::stdout(), DisableBracketedPaste);
    _ = execute!(io::stdout(), DisableMouseCapture, ResetColor, LeaveAlternateScreen, Show);
    _ = disable_raw_mode();
}

/// A panic gives the terminal back before it is reported.
fn give_back_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let report = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if std::thread::current().name() == Some(WORKER) {
                return;
            }
            leave();
            report(panic);
        }));
    });
}

/// Puts a text on the clipboard of a terminal that can do that (OSC 52).
pub fn copy(text: &str) {
    use base64::Engine as _;
    let text = base64::engine::general_purpose::STANDARD.encode(text);
    let mut out = io::stdout().lock();
    _ = write!(out, "\x1b]52;c;{text}\x07").and_then(|()| out.flush());
}
