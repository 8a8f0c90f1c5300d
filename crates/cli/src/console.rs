//! The terminal or pipe that the CS121 edition is played on.

use std::io::{self, IsTerminal as _, Read as _, Write as _};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use omnisweep_editions::cs121::{self, Line};

/// More bytes than any answer may have.
const LONGEST: usize = 1024;

/// Standard input and output, with a clock.
pub struct Console {
    /// Chunks of input, from a thread that waits for them.
    input: Receiver<io::Result<Vec<u8>>>,
    /// Input that has come; what is before `taken` was read as lines.
    waiting: Vec<u8>,
    taken: usize,
    /// The beginning of a line whose end has not come, at most [`LONGEST`] bytes.
    begun: Vec<u8>,
    terminal: bool,
    clock: Clock,
}

/// Where the seconds come from.
pub enum Clock {
    /// The system, from some moment on.
    System(Instant),
    /// A file, for tests: what it says is the time.
    File(PathBuf),
}

impl Clock {
    fn seconds(&self) -> u64 {
        match self {
            Clock::System(start) => start.elapsed().as_secs(),
            Clock::File(path) => {
                let text = std::fs::read_to_string(path).unwrap_or_default();
                text.trim().parse().unwrap_or(0)
            }
        }
    }
}

impl Console {
    /// Takes over standard input.
    pub fn new(clock: Clock) -> Console {
        // No more is read than the game has asked for, and a chunk in hand.
        let (sender, input) = sync_channel(1);
        // Half a line that is being typed stays with the terminal, so nothing is
        // lost where a turn is drawn again meanwhile.
        std::thread::spawn(move || {
            let mut stdin = io::stdin().lock();
            let mut chunk = vec![0; 1 << 16];
            loop {
                let read = match stdin.read(&mut chunk) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    read => read.map(|length| chunk[..length].to_vec()),
                };
                let last = !matches!(&read, Ok(bytes) if !bytes.is_empty());
                if sender.send(read).is_err() || last {
                    return;
                }
            }
        });
        Console {
            input,
            waiting: Vec::new(),
            taken: 0,
            begun: Vec::new(),
            terminal: io::stdout().is_terminal(),
            clock,
        }
    }

    /// The next line, if it has come. Of one that is too long for anything, the
    /// beginning, which is too long as well.
    fn line(&mut self) -> Option<Vec<u8>> {
        let rest = &self.waiting[self.taken..];
        let end = rest.iter().position(|&byte| byte == b'\n');
        let length = end.unwrap_or(rest.len());
        let room = LONGEST.saturating_sub(self.begun.len());
        self.begun.extend(&rest[..length.min(room)]);
        self.taken += length + usize::from(end.is_some());
        end.map(|_| std::mem::take(&mut self.begun))
    }

    /// Waits for more input; nothing where the game has been idle for too long.
    fn more(&mut self, idle: bool) -> io::Result<Option<Vec<u8>>> {
        let start = self.clock.seconds();
        loop {
            // Short enough for a clock that somebody else sets.
            let wait = match (&self.clock, idle) {
                (Clock::System(_), true) => Duration::from_secs(cs121::IDLE),
                (Clock::System(_), false) => Duration::MAX,
                (Clock::File(_), _) => Duration::from_millis(10),
            };
            let came = if wait == Duration::MAX {
                self.input.recv().map_err(|_| RecvTimeoutError::Disconnected)
            } else {
                self.input.recv_timeout(wait)
            };
            match came {
                Ok(bytes) => return bytes.map(Some),
                Err(RecvTimeoutError::Disconnected) => return Ok(Some(Vec::new())),
                Err(RecvTimeoutError::Timeout) => {
                    let passed = self.clock.seconds().saturating_sub(start) >= cs121::IDLE;
                    if idle && (passed || matches!(self.clock, Clock::System(_))) {
                        return Ok(None);
                    }
                }
            }
        }
    }
}

impl cs121::Console for Console {
    fn print(&mut self, text: &[u8]) -> io::Result<()> {
        let mut out = io::stdout().lock();
        out.write_all(text)?;
        out.flush()
    }

    fn clear(&mut self) -> io::Result<()> {
        if self.terminal { self.print(b"\x1b[H\x1b[2J\x1b[3J") } else { Ok(()) }
    }

    fn read(&mut self, idle: bool) -> io::Result<Line> {
        loop {
            if let Some(line) = self.line() {
                return Ok(Line::Typed(line));
            }
            match self.more(idle)? {
                None => return Ok(Line::Idle),
                Some(bytes) if !bytes.is_empty() => (self.waiting, self.taken) = (bytes, 0),
                // A last line without newline counts.
                Some(_) if self.begun.is_empty() => return Ok(Line::End),
                Some(_) => return Ok(Line::Typed(std::mem::take(&mut self.begun))),
            }
        }
    }

    fn seconds(&mut self) -> u64 {
        self.clock.seconds()
    }

    fn warn(&mut self, text: &str) {
        crate::complain(&text);
    }
}
