//! A naive implementation of the specification of the CS121 edition.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;

use super::board::Board;
use super::board::Status::{Closed, Flagged, Marked, Open};

/// The C library has one generator for all.
static RAND: Mutex<()> = Mutex::new(());

/// What happened, to see that all of it did.
pub static SEEN: Mutex<BTreeMap<&str, usize>> = Mutex::new(BTreeMap::new());

fn saw(what: &'static str) {
    *SEEN.lock().unwrap().entry(what).or_default() += 1;
}

/// Seconds and then a line, or an idle minute.
pub type Event = (u64, Option<Vec<u8>>);

/// The input has ended.
pub struct End;

pub type Step<T = ()> = Result<T, End>;

/// What is asked for when the player answers.
#[derive(Clone, Copy)]
pub enum Ask {
    Choice,
    Side,
    Position(u8),
    Action,
    Sure,
    Name,
    Enter,
}

/// A session: its player, and what came of it so far.
pub struct Naive<Player> {
    pub folder: PathBuf,
    pub seed: u32,
    pub player: Player,
    pub clock: u64,
    pub out: Vec<u8>,
    pub board: Board,
    /// Seconds and moves, when the clock read `since`.
    pub time: u64,
    pub moves: u64,
    pub since: u64,
}

/// Names are what fits into the report's `char playerName[128]`.
pub fn read_scores(bytes: &[u8]) -> Option<Vec<(Vec<u8>, i64)>> {
    let number = |at: usize| Some(i32::from_le_bytes(bytes.get(at..at + 4)?.try_into().unwrap()));
    let count = number(4).filter(|&count| count >= 0 && bytes.starts_with(b"ABMS"))?;
    let (mut at, mut scores) = (8, Vec::new());
    for _ in 0..count {
        let length = number(at).filter(|length| (0..=127).contains(length))? as usize;
        let name = bytes.get(at + 4..at + 4 + length)?;
        let score = bytes.get(at + 4 + length..at + 12 + length)?;
        scores.push((name.to_vec(), i64::from_le_bytes(score.try_into().unwrap())));
        at += 12 + length;
    }
    (at == bytes.len()).then_some(scores)
}

pub fn write_scores(scores: &[(Vec<u8>, i64)]) -> Vec<u8> {
    let mut bytes = b"ABMS".to_vec();
    bytes.extend((scores.len() as i32).to_le_bytes());
    for (name, score) in scores {
        bytes.extend((name.len() as i32).to_le_bytes());
        bytes.extend(name);
        bytes.extend(score.to_le_bytes());
    }
    bytes
}

/// A line as it is taken: trimmed, runs of spaces made one, and then other
/// white space dropped together with a space before it.
fn tidy(line: &[u8]) -> Vec<u8> {
    let white = |&b: &u8| b" \t\n\r\x0b\x0c".contains(&b);
    let Some(start) = line.iter().position(|b| !white(b)) else { return vec![] };
    let end = line.iter().rposition(|b| !white(b)).unwrap();
    let mut line = line[start..=end].to_vec();
    line.dedup_by(|b, a| (*a, *b) == (b' ', b' '));
    let mut tidied = Vec::new();
    for b in line {
        if white(&b) && b != b' ' {
            tidied.pop_if(|last| *last == b' ');
        } else {
            tidied.push(b);
        }
    }
    tidied
}

impl<Player: FnMut(Ask, &Board) -> Option<Event>> Naive<Player> {
    fn say(&mut self, text: impl AsRef<[u8]>) {
        self.out.extend(text.as_ref());
    }

    /// A line, or nothing where the player may idle and does.
    fn hear(&mut self, ask: Ask, idle: bool) -> Step<Option<Vec<u8>>> {
        loop {
            let (seconds, line) = (self.player)(ask, &self.board).ok_or(End)?;
            self.clock += seconds;
            if line.is_some() || idle {
                return Ok(line);
            }
        }
    }

    fn answer(&mut self, ask: Ask, most: usize) -> Step<Option<Vec<u8>>> {
        while let Some(line) = self.hear(ask, matches!(ask, Ask::Action))? {
            let tidied = tidy(&line);
            if line.len() > most {
                self.say("Too much characters given!\nTry again: ");
            } else if !tidied.is_empty() {
                return Ok(Some(tidied));
            }
        }
        Ok(None)
    }

    fn tell(&mut self, text: &str) -> Step {
        self.say(text);
        self.hear(Ask::Enter, false)?;
        Ok(())
    }

    fn side(&mut self) -> Step<usize> {
        loop {
            let word = self.answer(Ask::Side, 2)?.unwrap();
            if word.iter().all(u8::is_ascii_digit) {
                return Ok(String::from_utf8(word).unwrap().parse().unwrap());
            }
            self.say("Please enter a valid number: ");
        }
    }

    fn position(&mut self, action: u8) -> Step<usize> {
        loop {
            self.say("Position ([X][SPACE][Y]): ");
            let words = self.answer(Ask::Position(action), 6)?.unwrap();
            if words.iter().all(|b| b.is_ascii_digit() || *b == b' ') {
                let words = String::from_utf8(words).unwrap();
                let numbers: Vec<usize> = words.split(' ').map(|word| word.parse().unwrap()).collect();
                if let [x, y, ..] = numbers[..]
                    && x < self.board.rows
                    && y < self.board.columns
                {
                    return Ok(x * self.board.columns + y);
                }
            }
            self.say("Please enter a valid position!\n");
        }
    }

    pub fn menu(&mut self) -> Step {
        loop {
            self.say(
                "Minesweeper Game\n\n\t1) New Game\n\t2) Load Game\n\t3) Hall of Fame\n\t4) Exit\n\nChoice: ",
            );
            match &self.answer(Ask::Choice, 1)?.unwrap()[..] {
                b"1" => self.begin()?,
                b"2" => match Board::read(&fs::read(self.folder.join("savedgame.dat")).unwrap_or_default()) {
                    Ok((board, time, moves)) => {
                        saw("load");
                        (self.board, self.time, self.moves, self.since) = (board, time, moves, self.clock);
                        self.play()?;
                    }
                    Err(text) => self.tell(text)?,
                },
                b"3" => self.hall()?,
                b"4" => return Ok(()),
                _ => self.tell("Invalid choice!")?,
            }
        }
    }

    fn begin(&mut self) -> Step {
        self.say("Enter the dimensions of the grid\n");
        loop {
            self.say("Rows: ");
            let rows = self.side()?;
            self.say("Columns: ");
            let columns = self.side()?;
            self.board = Board::new(rows, columns);
            if (2..=30).contains(&rows) && (2..=30).contains(&columns) {
                break;
            }
            self.say("Please enter dimensions between 2x2 and 30x30\n");
        }
        self.say(self.board.shown(false) + "\nYour first move:\n");
        let first = self.position(b'o')?;
        let turn = RAND.lock().unwrap();
        // SAFETY: the generator's users take turns.
        unsafe { libc::srand(self.seed) };
        let (rows, columns) = (self.board.rows, self.board.columns);
        for _ in 0..1 + rows * columns / 10 {
            loop {
                // SAFETY: the generator's users take turns.
                let (x, y) = unsafe { (libc::rand() as usize % rows, libc::rand() as usize % columns) };
                let at = x * columns + y;
                if at != first && !self.board.cells[at].mine {
                    self.board.cells[at].mine = true;
                    break;
                }
            }
        }
        drop(turn);
        self.board.open(first);
        (self.time, self.moves, self.since) = (0, 1, self.clock);
        if self.board.won() {
            self.time = 1;
            saw("first move that wins");
            return self.win();
        }
        self.play()
    }

    fn seconds(&self) -> u64 {
        self.time + self.clock - self.since
    }

    fn score(&self) -> u64 {
        let cells = (self.board.rows * self.board.columns) as u64;
        cells.pow(4).checked_div(self.seconds() * self.moves).unwrap_or(0)
    }

    fn header(&mut self) {
        self.say(format!(
            "Time: {}s\tMoves: {}\tFlagged: {}\tMarked: {}\tScore: {}\n\n",
            self.seconds(),
            self.moves,
            self.board.all(Flagged),
            self.board.all(Marked),
            self.score()
        ));
    }

    fn play(&mut self) -> Step {
        loop {
            self.header();
            self.say(self.board.shown(false));
            self.say("\n\t[O]pen Cell\n\t[F]lag Cell\n\t[M]ark Cell\n\t[U]nmark Cell\n\t[S]ave & Quit Game\n\t[Q]uit Game\nAction: ");
            let Some(word) = self.answer(Ask::Action, 1)? else {
                saw("idle redraw");
                continue;
            };
            match word[0].to_ascii_lowercase() {
                b's' => {
                    let bytes = self.board.bytes(self.seconds(), self.moves);
                    if fs::write(self.folder.join("savedgame.dat"), bytes).is_ok() {
                        saw("save");
                        return self.tell("Game saved successfully!");
                    }
                    self.tell("Failed to save game!")?;
                }
                b'q' => {
                    self.say("Are you sure that you want to quit the game without saving?\n(Y/y for yes, otherwise for no): ");
                    if matches!(self.answer(Ask::Sure, 1)?.unwrap()[0], b'y' | b'Y') {
                        return Ok(());
                    }
                }
                action @ (b'o' | b'f' | b'm' | b'u') => {
                    let at = self.position(action)?;
                    if let Err(text) = self.act(action, at) {
                        self.tell(text)?;
                        continue;
                    }
                    self.moves += 1;
                    if self.board.exploded() {
                        saw("loss");
                        self.header();
                        return self
                            .tell(&format!("You've touched a mine! BOOM! :'(\n\n{}", self.board.lost()));
                    }
                    if self.board.won() {
                        return self.win();
                    }
                }
                _ => self.tell("Unknown Action!\n")?,
            }
        }
    }

    fn act(&mut self, action: u8, at: usize) -> Result<(), &'static str> {
        let status = self.board.cells[at].status;
        match (action, status) {
            (b'o', Closed) => self.board.open(at),
            (b'o', Flagged) => return Err("The cell is flagged!"),
            (b'o', Marked) => return Err("The cell is marked!"),
            (b'o', Open) => {
                let opened = self.board.chord(at);
                if opened.is_empty() {
                    return Err("The cell is already open!");
                }
                saw("chord");
                if opened.iter().any(|&n| self.board.cells[n].mine) {
                    saw("chord that loses");
                }
                opened.into_iter().for_each(|n| self.board.open(n));
            }
            (b'u', Flagged | Marked) => self.board.cells[at].status = Closed,
            (b'u', _) => return Err("The cell is not flagged nor marked!"),
            (_, Open) => return Err("The cell is already open!"),
            (_, Flagged) => return Err("The cell is already flagged!"),
            (_, Marked) => return Err("The cell is already marked!"),
            (_, Closed) => self.board.cells[at].status = if action == b'f' { Flagged } else { Marked },
        }
        Ok(())
    }

    fn win(&mut self) -> Step {
        saw("win");
        self.header();
        self.say(self.board.shown(true) + "\nCongratulations! You have won!\nPlease enter your name: ");
        let score = self.score() as i64;
        let name = self.answer(Ask::Name, 126)?.unwrap();
        let path = self.folder.join("scores.dat");
        let scores =
            if path.exists() { fs::read(&path).ok().and_then(|b| read_scores(&b)) } else { Some(vec![]) };
        let Some(mut scores) = scores else { return self.tell("Couldn't record score to file!\n") };
        match scores.iter_mut().find(|entry| entry.0.eq_ignore_ascii_case(&name)) {
            Some(entry) => entry.1 += score,
            None => scores.push((name, score)),
        }
        fs::write(path, write_scores(&scores)).unwrap();
        saw("score recorded");
        Ok(())
    }

    fn hall(&mut self) -> Step {
        self.say("Hall of Fame\n\n");
        let bytes = fs::read(self.folder.join("scores.dat")).unwrap_or_default();
        let Some(mut scores) = read_scores(&bytes) else {
            return self.tell("Failed to read scores from file!");
        };
        scores.sort_by_key(|entry| std::cmp::Reverse(entry.1));
        self.say("          Player\t\tScore\n          ------\t\t-----\n");
        for (name, score) in scores {
            self.say(" ".repeat(16_usize.saturating_sub(name.len())));
            self.say(name);
            self.say(format!("\t\t{score}\n"));
        }
        self.tell("")
    }
}
