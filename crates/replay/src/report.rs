//! What a recording was worth, for people and for programs.

use std::fmt;

use omnisweep_engine::Outcome;
use omnisweep_session::{Level, Metrics, Session, timestamp, zini};
use serde::Serialize;

use crate::{Played, Recording};

/// The figures of a recorded game, by the names that other programs have for them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The program that recorded it.
    pub software: String,
    /// The format: `avf`, `mvf`, `rmv` or `evf`, and `omnisweep` for ours.
    pub format: &'static str,
    /// Who played.
    pub player: String,
    /// When the game began, in milliseconds since the beginning of 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub began: Option<u64>,
    /// Rows of the board.
    pub row: u64,
    /// Columns of the board.
    pub column: u64,
    /// Its mines.
    pub mine_num: u64,
    /// 3 for 8×8 with 10 mines, 4 for 16×16 with 40, 5 for 16×30 with 99, else 6.
    pub level: u8,
    /// 3BV.
    pub bbbv: u64,
    /// Openings.
    pub op: u64,
    /// Islands.
    pub isl: u64,
    /// ZiNi: the clicks of a good player who knows where the mines are.
    pub zini: u64,
    /// The same of one who clicks all openings first.
    pub hzini: u64,
    /// The time in milliseconds.
    pub rtime_ms: u64,
    /// Whether the game was won.
    pub is_completed: bool,
    /// How much of the 3BV was done.
    pub bbbv_solved: u64,
    /// Left clicks.
    pub left: u64,
    /// Right clicks.
    pub right: u64,
    /// Chords.
    pub double: u64,
    /// All clicks.
    pub cl: u64,
    /// Flags at the end.
    pub flag: u64,
    /// Left clicks that opened something.
    pub lce: u64,
    /// Right clicks that flagged a mine for the first time.
    pub rce: u64,
    /// Chords that opened something.
    pub dce: u64,
    /// All effective clicks.
    pub ce: u64,
    /// 3BV done with a click.
    pub ioe: f64,
    /// 3BV done with an effective click.
    pub thrp: f64,
    /// Effective clicks of all clicks.
    pub corr: f64,
    /// The time through 3BV a second; none where nothing was done.
    pub rqp: Option<f64>,
    /// How far the mouse went, with cells of 16 pixels.
    pub path: f64,
}

impl Report {
    /// The figures of a recording that was played.
    #[must_use]
    pub fn new(recording: &Recording, played: &Played) -> Report {
        Report {
            software: recording.program.clone(),
            format: recording.format.key(),
            player: recording.player.clone(),
            began: recording.began,
            path: played.path,
            ..Report::of(&played.session, &played.metrics)
        }
    }

    /// The figures of a game of ours, if it is a flat one and its mines are laid.
    #[must_use]
    pub fn of_session(session: &Session) -> Option<Report> {
        let flat = session.setup().shape.sizes().len() == 2;
        Metrics::of(session, 0).filter(|_| flat).map(|metrics| Report::of(session, &metrics))
    }

    fn of(session: &Session, metrics: &Metrics) -> Report {
        let setup = session.setup();
        let (row, column) = (setup.shape.sizes()[0], setup.shape.sizes()[1]);
        let (clicks, effective) = (metrics.clicks, metrics.effective);
        let seconds = metrics.time as f64 / 1000.0;
        let layout = session.game().layout();
        Report {
            software: "Omnisweep".to_owned(),
            format: "omnisweep",
            player: String::new(),
            began: None,
            row,
            column,
            mine_num: setup.mines,
            level: match (row, column, setup.mines) {
                (8, 8, 10) => 3,
                (16, 16, 40) => 4,
                (16, 30, 99) => 5,
                _ => 6,
            },
            bbbv: metrics.worth.bbbv,
            op: metrics.worth.openings,
            isl: metrics.worth.islands,
            zini: layout.map_or(0, zini::zini),
            hzini: layout.map_or(0, zini::human_zini),
            rtime_ms: metrics.time,
            is_completed: session.game().outcome() == Outcome::Won,
            bbbv_solved: metrics.solved,
            left: clicks.left,
            right: clicks.right,
            double: clicks.chord,
            cl: clicks.total(),
            flag: session.game().flags(),
            lce: effective.left,
            rce: effective.right,
            dce: effective.chord,
            ce: effective.total(),
            ioe: metrics.efficiency().unwrap_or(0.0),
            thrp: metrics.throughput().unwrap_or(0.0),
            corr: metrics.correctness().unwrap_or(0.0),
            rqp: (metrics.solved > 0).then(|| seconds * seconds / metrics.solved as f64),
            path: 0.0,
        }
    }

    /// An object in a line.
    #[must_use]
    pub fn json(&self) -> String {
        // Nothing in it can fail to be written.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Beginners have 9×9 cells today, and had 8×8 once.
        let level = match Level::of(&[self.row, self.column], self.mine_num) {
            Some(level) => level.key(),
            None if self.level == 3 => Level::Beginner.key(),
            None => "custom",
        };
        let program = match self.format {
            "avf" => "Minesweeper ",
            "mvf" => "Minesweeper Clone ",
            "evf" if self.software.starts_with('元') => "Metasweeper ",
            _ => "",
        };
        let seconds = self.rtime_ms as f64 / 1000.0;
        if !self.player.is_empty() {
            writeln!(f, "Player      {}", self.player)?;
        }
        writeln!(f, "Program     {program}{}", self.software)?;
        if let Some(began) = self.began {
            let moment = timestamp::write(began);
            writeln!(f, "Played      {} {}", &moment[..10], &moment[11..19])?;
        }
        writeln!(f, "Level       {level}, {}x{}, {}", self.row, self.column, Count(self.mine_num, "mine"))?;
        let result = if self.is_completed { "won in" } else { "not won, after" };
        writeln!(f, "Result      {result} {seconds:.3} s")?;
        write!(f, "3BV         {} of {}", self.bbbv_solved, self.bbbv)?;
        if seconds > 0.0 {
            write!(f, ", {:.2} a second", self.bbbv_solved as f64 / seconds)?;
        }
        writeln!(f)?;
        let (openings, islands) = (Count(self.op, "opening"), Count(self.isl, "island"));
        writeln!(f, "Board       {openings}, {islands}; ZiNi {}, HZiNi {}", self.zini, self.hzini)?;
        let Report { left, right, cl, .. } = self;
        let (chords, flags) = (Count(self.double, "chord"), Count(self.flag, "flag"));
        writeln!(f, "Clicks      {cl}: {left} left, {right} right, {chords}; {flags} at the end")?;
        let Report { lce, rce, ce, .. } = self;
        writeln!(f, "Effective   {ce}: {lce} left, {rce} right, {}", Count(self.dce, "chord"))?;
        let Report { ioe, corr, thrp, .. } = self;
        write!(f, "Efficiency  IOE {ioe:.3}, correctness {corr:.3}, throughput {thrp:.3}")?;
        match self.rqp {
            Some(rqp) => writeln!(f, ", RQP {rqp:.2}")?,
            None => writeln!(f)?,
        }
        if self.path > 0.0 { writeln!(f, "Path        {:.0} pixels", self.path) } else { Ok(()) }
    }
}

/// So many of a thing.
struct Count(u64, &'static str);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}{}", self.0, self.1, if self.0 == 1 { "" } else { "s" })
    }
}
