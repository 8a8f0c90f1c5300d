//! The program playing line by line, through pipes: what it was told, and what it has answered.

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
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
        let printed = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            output.read_to_end(&mut bytes).unwrap();
            String::from_utf8_lossy(&bytes).into_owned()
        });
        let complaints = std::thread::spawn(move || {
            let mut text = String::new();
            errors.read_to_string(&mut text).unwrap();
            text
        });
        Player { child, printed, complaints }
    }

    /// Kills it at any time; what it had answered by then.
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
