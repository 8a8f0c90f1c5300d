//! A grid of cells, its text and its file, written down naively.

#[derive(Clone, Copy, PartialEq)]
pub enum Status {
    Closed,
    Open,
    Flagged,
    Marked,
}

use Status::{Closed, Flagged, Marked, Open};

#[derive(Clone, Copy)]
pub struct Cell {
    pub mine: bool,
    pub status: Status,
}

#[derive(Clone)]
pub struct Board {
    pub rows: usize,
    pub columns: usize,
    pub cells: Vec<Cell>,
}

impl Board {
    pub fn new(rows: usize, columns: usize) -> Board {
        Board { rows, columns, cells: vec![Cell { mine: false, status: Closed }; rows * columns] }
    }

    fn near(&self, at: usize) -> Vec<usize> {
        let (row, column) = (at / self.columns, at % self.columns);
        let apart = |n: usize| (n / self.columns).abs_diff(row).max((n % self.columns).abs_diff(column));
        (0..self.cells.len()).filter(|&n| apart(n) == 1).collect()
    }

    pub fn count(&self, at: usize) -> usize {
        self.near(at).iter().filter(|&&n| self.cells[n].mine).count()
    }

    pub fn all(&self, status: Status) -> usize {
        self.cells.iter().filter(|cell| cell.status == status).count()
    }

    pub fn open(&mut self, at: usize) {
        let mut stack = vec![at];
        while let Some(at) = stack.pop() {
            if self.cells[at].status != Open {
                self.cells[at].status = Open;
                if self.count(at) == 0 && !self.cells[at].mine {
                    stack.extend(self.near(at));
                }
            }
        }
    }

    pub fn exploded(&self) -> bool {
        self.cells.iter().any(|cell| cell.mine && cell.status == Open)
    }

    pub fn won(&self) -> bool {
        self.cells.iter().all(|cell| cell.mine || cell.status == Open)
    }

    /// What a chord at an open cell opens.
    pub fn chord(&self, at: usize) -> Vec<usize> {
        let (near, count) = (self.near(at), self.count(at));
        let of =
            |status| near.iter().copied().filter(|&n| self.cells[n].status == status).collect::<Vec<_>>();
        if count > 0 && of(Flagged).len() == count { of(Closed) } else { vec![] }
    }

    pub fn bytes(&self, time: u64, moves: u64) -> Vec<u8> {
        let mut bytes = b"ABMS".to_vec();
        for number in [time as usize, moves as usize, self.rows, self.columns] {
            bytes.extend((number as i32).to_le_bytes());
        }
        for (at, cell) in self.cells.iter().enumerate() {
            let count = self.count(at) as u8;
            let open = cell.status == Open;
            bytes.push(cell.status as u8);
            bytes.push(match count {
                _ if cell.mine => b'*',
                0 if open => b'V',
                _ => b'0' + count,
            });
        }
        bytes
    }

    /// A board with its time and moves, or why there is none.
    pub fn read(bytes: &[u8]) -> Result<(Board, u64, u64), &'static str> {
        let info = "Couldn't load saved game info!";
        let header = bytes.get(..20).ok_or(info)?;
        let number = |k: usize| i32::from_le_bytes(header[k * 4..][..4].try_into().unwrap());
        let (time, moves, rows, columns) = (number(1), number(2), number(3), number(4));
        let sides = (2..=30).contains(&rows) && (2..=30).contains(&columns);
        if &header[..4] != b"ABMS" || time < 0 || moves < 1 || !sides {
            return Err(info);
        }
        let grid = "Couldn't load saved game grid!";
        let mut board = Board::new(rows as usize, columns as usize);
        if bytes.len() != 20 + 2 * board.cells.len() {
            return Err(grid);
        }
        for (cell, pair) in board.cells.iter_mut().zip(bytes[20..].chunks(2)) {
            let statuses = [Closed, Open, Flagged, Marked];
            cell.status = *statuses.get(usize::from(pair[0])).ok_or(grid)?;
            cell.mine = pair[1] == b'*';
        }
        // The rules do not say whether a grid without a safe cell to open is
        // damaged; the game never saves one.
        let over = board.won() || board.exploded();
        // An open blank has opened all around it.
        let blank = |at: &usize| board.cells[*at].status == Open && board.count(*at) == 0;
        let stuck = (0..board.cells.len())
            .filter(blank)
            .any(|at| board.near(at).into_iter().any(|near| board.cells[near].status != Open));
        if over || stuck || board.bytes(time as u64, moves as u64) != bytes {
            return Err(grid);
        }
        Ok((board, time as u64, moves as u64))
    }

    fn text(&self, shown: impl Fn(usize, Cell) -> char) -> String {
        let mut text = "   ".to_owned();
        (0..self.columns).for_each(|column| text += &format!(" {column:02}"));
        text += &format!("\n    {}\n", "-- ".repeat(self.columns));
        for row in 0..self.rows {
            text += &format!("{row:02}  ");
            for at in row * self.columns..(row + 1) * self.columns {
                text += &format!(" {} ", shown(at, self.cells[at]));
            }
            text += "\n";
        }
        text
    }

    fn number(&self, at: usize) -> char {
        match self.count(at) {
            0 => ' ',
            count => (b'0' + count as u8) as char,
        }
    }

    pub fn shown(&self, won: bool) -> String {
        self.text(|at, cell| match cell.status {
            _ if won && cell.mine => 'F',
            Closed => 'X',
            Open => self.number(at),
            Flagged => 'F',
            Marked => '?',
        })
    }

    pub fn lost(&self) -> String {
        self.text(|at, cell| match (cell.mine, cell.status) {
            (true, Open) => '!',
            (true, Flagged) => 'F',
            (true, _) => 'M',
            (false, Flagged) => '-',
            _ => self.number(at),
        })
    }
}
