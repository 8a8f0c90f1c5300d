//! What a recording was worth, for people and for programs.

use std::fmt;

use omnisweep_engine::Outcome;
use omnisweep_session::words::count;
use omnisweep_session::{Level, Metrics, Session, timestamp, zini};
use serde::Serialize;

use crate::{Recording, Replayed};

/// The figures of a recorded game, by the names that other programs have for them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// The version of the format.
    pub version: u64,
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
    pub fn new(recording: &Recording, played: &Replayed) -> Report {
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
            version: 1,
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

impl Report {
    /// The same for people: names and values.
    #[must_use]
    pub fn figures(&self) -> Vec<(&'static str, String)> {
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
        let speed = if seconds > 0.0 {
            format!(", {:.2} a second", self.bbbv_solved as f64 / seconds)
        } else {
            String::new()
        };
        let rqp = self.rqp.map_or(String::new(), |rqp| format!(", RQP {rqp:.2}"));
        let result = if self.is_completed { "won in" } else { "not won, after" };
        let Report { row, column, bbbv, bbbv_solved, zini, hzini, .. } = self;
        let Report { left, right, cl, lce, rce, ce, ioe, corr, thrp, .. } = self;
        let mines = count(self.mine_num, "mine", "mines");
        let (openings, islands) =
            (count(self.op, "opening", "openings"), count(self.isl, "island", "islands"));
        let chords = |number| count(number, "chord", "chords");
        let (flags, clicks, effective) =
            (count(self.flag, "flag", "flags"), chords(self.double), chords(self.dce));
        let mut figures = Vec::new();
        if !self.player.is_empty() {
            figures.push(("Player", self.player.clone()));
        }
        figures.push(("Program", format!("{program}{}", self.software)));
        if let Some(began) = self.began {
            let moment = timestamp::write(began);
            figures.push(("Played", format!("{} {}", &moment[..10], &moment[11..19])));
        }
        figures.extend([
            ("Level", format!("{level}, {row}x{column}, {mines}")),
            ("Result", format!("{result} {seconds:.3} s")),
            ("3BV", format!("{bbbv_solved} of {bbbv}{speed}")),
            ("Board", format!("{openings}, {islands}; ZiNi {zini}, HZiNi {hzini}")),
            ("Clicks", format!("{cl}: {left} left, {right} right, {clicks}; {flags} at the end")),
            ("Effective", format!("{ce}: {lce} left, {rce} right, {effective}")),
            ("Efficiency", format!("IOE {ioe:.3}, correctness {corr:.3}, throughput {thrp:.3}{rqp}")),
        ]);
        if self.path > 0.0 {
            figures.push(("Path", format!("{:.0} pixels", self.path)));
        }
        figures
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.figures().iter().try_for_each(|(name, value)| writeln!(f, "{name:<11} {value}"))
    }
}
