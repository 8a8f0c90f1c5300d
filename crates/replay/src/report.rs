//! What a recording was worth, for people and for programs.

use std::fmt;

use omnisweep_engine::Outcome;
use omnisweep_session::{StartError, timestamp, zini};
use serde::Serialize;

use crate::{Played, Recording};

/// The figures of a recorded game, by the names that other programs have for them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The program that recorded it.
    pub software: String,
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
    pub fn new(recording: &Recording, played: &Played) -> Result<Report, StartError> {
        let layout = &recording.layout;
        let (row, column, mine_num) = (layout.shape().sizes()[0], layout.shape().sizes()[1], layout.count());
        let metrics = &played.metrics;
        let (clicks, effective) = (metrics.clicks, metrics.effective);
        let game = played.session.game();
        let seconds = metrics.time as f64 / 1000.0;
        Ok(Report {
            software: recording.program.clone(),
            player: recording.player.clone(),
            began: recording.began,
            row,
            column,
            mine_num,
            level: match (row, column, mine_num) {
                (8, 8, 10) => 3,
                (16, 16, 40) => 4,
                (16, 30, 99) => 5,
                _ => 6,
            },
            bbbv: metrics.worth.bbbv,
            op: metrics.worth.openings,
            isl: metrics.worth.islands,
            zini: zini::zini(layout),
            hzini: zini::human_zini(layout),
            rtime_ms: metrics.time,
            is_completed: game.outcome() == Outcome::Won,
            bbbv_solved: metrics.solved,
            left: clicks.left,
            right: clicks.right,
            double: clicks.chord,
            cl: clicks.total(),
            flag: game.flags(),
            lce: effective.left,
            rce: effective.right,
            dce: effective.chord,
            ce: effective.total(),
            ioe: metrics.efficiency().unwrap_or(0.0),
            thrp: metrics.throughput().unwrap_or(0.0),
            corr: metrics.correctness().unwrap_or(0.0),
            rqp: (metrics.solved > 0).then(|| seconds * seconds / metrics.solved as f64),
            path: played.path,
        })
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
        let level = match self.level {
            3 => "beginner",
            4 => "intermediate",
            5 => "expert",
            _ => "custom",
        };
        let seconds = self.rtime_ms as f64 / 1000.0;
        if !self.player.is_empty() {
            writeln!(f, "Player      {}", self.player)?;
        }
        writeln!(f, "Program     {}", self.software)?;
        if let Some(began) = self.began {
            let moment = timestamp::write(began);
            writeln!(f, "Played      {} {}", &moment[..10], &moment[11..19])?;
        }
        writeln!(f, "Level       {level}, {}x{} with {} mines", self.row, self.column, self.mine_num)?;
        let result = if self.is_completed { "won in" } else { "not won, after" };
        writeln!(f, "Result      {result} {seconds:.3} s")?;
        write!(f, "3BV         {} of {}", self.bbbv_solved, self.bbbv)?;
        if seconds > 0.0 {
            write!(f, ", {:.2} a second", self.bbbv_solved as f64 / seconds)?;
        }
        writeln!(f)?;
        writeln!(
            f,
            "Board       {} openings, {} islands; ZiNi {}, HZiNi {}",
            self.op, self.isl, self.zini, self.hzini
        )?;
        let Report { left, right, double, cl, .. } = self;
        writeln!(
            f,
            "Clicks      {cl}: {left} left, {right} right, {double} chords; {} flags at the end",
            self.flag
        )?;
        let Report { lce, rce, dce, ce, .. } = self;
        writeln!(f, "Effective   {ce}: {lce} left, {rce} right, {dce} chords")?;
        write!(
            f,
            "Efficiency  IOE {:.3}, correctness {:.3}, throughput {:.3}",
            self.ioe, self.corr, self.thrp
        )?;
        match self.rqp {
            Some(rqp) => writeln!(f, ", RQP {rqp:.2}")?,
            None => writeln!(f)?,
        }
        writeln!(f, "Path        {:.0} pixels", self.path)
    }
}
