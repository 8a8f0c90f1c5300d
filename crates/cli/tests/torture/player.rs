//! The program playing line by line, through pipes: what it was told, and what it has answered.

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use omnisweep_engine::{Action, Cell, RuleSet};
use omnisweep_session::{Seed, Session, Setup, save};
use omnisweep_testing::boards::drawn;

const ROWS: u64 = 12;
const COLUMNS: u64 = 20;

/// A game in which a cell is open; all others can be flagged.
pub fn begun() -> Session {
    let board = format!("*{}\n", ".".repeat(COLUMNS as usize - 1))
        + &(".".repeat(COLUMNS as usize) + "\n").repeat(ROWS as usize - 1);
    let layout = drawn(&board);
    let setup = Setup::new(RuleSet::Modern, layout.shape().clone(), 1, Some(Seed::new(1)));
    let mut session = Session::fresh(setup).unwrap();
    session.lay(layout).unwrap();
    session.act(Action::Open(Cell(1)), 0, &mut ()).unwrap();
    session
}

/// The cell of the move with this number, of as many as one likes; the open one is left out.
pub fn cell(number: usize) -> Cell {
    Cell(COLUMNS + number as u64 % ((ROWS - 1) * COLUMNS))
}

/// The command of that move.
pub fn flag(number: usize) -> String {
    let Cell(cell) = cell(number);
    format!("flag {} {}\n", cell / COLUMNS, cell % COLUMNS)
}

/// The moves of a kept game behind the first, which have to be those that were told, in order: how many.
pub fn moves(path: &Path) -> usize {
    let text = std::fs::read_to_string(path).unwrap();
    let session = save::read(&text).unwrap_or_else(|error| panic!("{}: {error}\n{text}", path.display()));
    let flags = &session.log()[1..];
    for (number, made) in flags.iter().enumerate() {
        assert_eq!(made.action, Action::Flag(cell(number)), "{}", path.display());
    }
    flags.len()
}

/// The program, which was told everything at once.
pub struct Player {
    child: Child,
    /// Tells of the first prompt.
    ready: Receiver<()>,
    printed: JoinHandle<String>,
    complaints: JoinHandle<String>,
}

impl Player {
    pub fn start(mut command: Command, told: &str) -> Player {
        let [input, output, errors] = [(); 3].map(|()| Stdio::piped());
        let mut child = command.stdin(input).stdout(output).stderr(errors).spawn().unwrap();
        let (mut output, mut errors) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        // What was told fits into the pipe.
        child.stdin.take().unwrap().write_all(told.as_bytes()).unwrap();
        let (tell, ready) = channel();
        let printed = std::thread::spawn(move || {
            let (mut bytes, mut chunk) = (Vec::new(), [0; 4096]);
            while let Ok(length @ 1..) = output.read(&mut chunk) {
                bytes.extend(&chunk[..length]);
                // Who does not wait for it does not hear it.
                _ = chunk[..length].windows(3).any(|part| part == b" > ").then(|| tell.send(()));
            }
            String::from_utf8_lossy(&bytes).into_owned()
        });
        let complaints = std::thread::spawn(move || {
            let mut text = String::new();
            errors.read_to_string(&mut text).unwrap();
            text
        });
        Player { child, ready, printed, complaints }
    }

    /// Kills it so long after it has begun to answer; what it had answered by then.
    pub fn kill_at_work(self, time: Duration) -> Answers {
        // Where it has ended, nobody tells of it any more.
        _ = self.ready.recv();
        self.kill_after(time)
    }

    /// Kills it so long after its start.
    pub fn kill_after(mut self, time: Duration) -> Answers {
        std::thread::sleep(time);
        self.child.kill().unwrap();
        self.end()
    }

    /// Waits for its end.
    pub fn end(mut self) -> Answers {
        let status = self.child.wait().unwrap();
        let printed = self.printed.join().unwrap();
        // What stands between two prompts answers a command.
        let mut answers: Vec<String> = printed.split(" > ").skip(1).map(str::to_owned).collect();
        answers.pop();
        Answers { answers, complaints: self.complaints.join().unwrap(), status }
    }
}

/// What was answered.
pub struct Answers {
    /// To each command that was.
    pub answers: Vec<String>,
    pub complaints: String,
    pub status: ExitStatus,
}
