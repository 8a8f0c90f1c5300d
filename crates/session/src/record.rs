//! A finished game: what statistics, best times and an export keep of it.
//!
//! A record is a value and a line of JSON. The line is the format of
//! `omnisweep stats export` and of the page's export; lines are read back
//! strictly: a record that contradicts itself, or its own replay, is refused, and
//! so is one without a replay, unless its board is too large for one. What cannot
//! be replayed has no place among best times ([`Record::ranks`]).
//!
//! Fields that say no more than "nothing special" are left out: `level`,
//! `seed`, `practice`, `hints`, `board`, `replay`, `certified`, `fair` and `daily`.
//!
//! Version 1 is read, too, and stays what it was, so that the same game has the same id in
//! every export: it had `assisted` in the place of `practice` and `hints`.

mod packed;

use omnisweep_engine::{FirstCell, Outcome, Shape};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::daily::{self, Day};
use crate::guess::GuessMode;
use crate::metrics::{BoardMetrics, Clicks, Metrics};
use crate::practice::{Hints, Practice};
use crate::session::Session;
use crate::setup::{Seed, Setup};
use crate::{Level, code, save, timestamp};

/// The version of the format.
pub const VERSION: u64 = 2;

/// The largest board whose code and replay are kept.
pub const LARGEST_KEPT: u64 = 1 << 20;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The version of the format that it is written in.
    version: u64,
    /// Whether it was won.
    pub won: bool,
    /// When it ended, in milliseconds since the beginning of 1970 (UTC).
    pub finished: u64,
    /// Rules, sizes, mines and seed.
    pub setup: Setup,
    /// The clicks, the time and the 3BV.
    pub metrics: Metrics,
    /// Why it was practice; nothing where it counts.
    pub practice: Option<Practice>,
    /// How many hints there were.
    pub hints: Hints,
    /// How many moves were taken back.
    pub undos: u64,
    /// The board with the cell opened first, as a code; not of boards of more
    /// cells than [`LARGEST_KEPT`].
    pub board: Option<String>,
    /// The game as [`save`] writes it; likewise.
    pub replay: Option<String>,
    /// The day whose board it was, `2026-11-15`.
    pub daily: Option<String>,
}

/// What is wrong with the text of a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// It is no JSON, or of another form.
    #[error("this is no record of a game: {0}")]
    Form(String),
    /// It comes from a program that knows more.
    #[error("the record is of version {0}, and this program reads versions up to {VERSION}")]
    Version(u64),
    /// A field that says something impossible.
    #[error("the field {0:?} is wrong")]
    Field(&'static str),
    /// Its id is not that of its content.
    #[error("the record was changed: its id does not fit")]
    Id,
    /// It has no replay, although its board is small enough for one.
    #[error("the record has no {0:?}, so nobody can see that it was played")]
    Missing(&'static str),
    /// The replay cannot be read.
    #[error("the replay is damaged: {0}")]
    Replay(String),
    /// The replay is of another game.
    #[error("the replay contradicts the field {0:?}")]
    Contradiction(&'static str),
}

/// A record as it is written. The order of the fields is the order in the text.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    version: u64,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    id: String,
    finished: String,
    result: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    level: Option<String>,
    rules: String,
    first: String,
    marks: bool,
    size: Vec<u64>,
    mines: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Option<SeedLine>,
    time_ms: u64,
    bbbv: u64,
    solved: u64,
    openings: u64,
    islands: u64,
    clicks: ClicksLine,
    effective: ClicksLine,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    assisted: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    practice: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hints: Option<HintsLine>,
    undos: u64,
    #[serde(default, skip_serializing_if = "is_false")]
    certified: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    fair: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    daily: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    replay: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SeedLine {
    generator: String,
    number: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClicksLine {
    left: u64,
    right: u64,
    chord: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HintsLine {
    near: u64,
    cell: u64,
    proof: u64,
}

fn is_false(value: &bool) -> bool {
    !value
}

impl Record {
    /// The same game as practice, where it can be replayed.
    #[must_use]
    pub fn as_practice(&self, why: Practice) -> Option<Record> {
        let mut session = save::read(self.replay.as_deref()?).ok()?;
        session.was_practice(why);
        Record::of(&session, self.finished)
    }

    /// The record of a game that ended at this moment, in milliseconds since
    /// 1970. Nothing where it is not over, or where there is no memory to count in.
    #[must_use]
    pub fn of(session: &Session, finished: u64) -> Option<Record> {
        let game = session.game();
        if game.outcome() == Outcome::Playing {
            return None;
        }
        let layout = game.layout()?;
        // The clock stands, so any outside time will do.
        let metrics = Metrics::of(session, 0)?;
        let small = game.shape().cells() <= LARGEST_KEPT;
        Some(Record {
            version: VERSION,
            won: game.outcome() == Outcome::Won,
            finished: finished.min(timestamp::LAST),
            setup: session.setup().clone(),
            metrics,
            practice: session.practice(),
            hints: session.hints(),
            undos: session.undos(),
            board: small.then(|| code::write(layout, session.first_opened())),
            replay: small.then(|| save::write(session, 0)),
            daily: daily::day_of(session).map(|(day, _)| day.to_string()),
        })
    }

    /// The level's name, if the board has one.
    #[must_use]
    pub fn level(&self) -> Option<Level> {
        Level::of(self.setup.shape.sizes(), self.setup.mines)
    }

    /// Whether it has a place among best times: a win that counts and can be replayed.
    #[must_use]
    pub fn ranks(&self) -> bool {
        self.won && self.practice.is_none() && self.replay.is_some()
    }

    /// Its id: 32 hexadecimal digits that follow from its content, so that the
    /// same game is never kept twice.
    #[must_use]
    pub fn id(&self) -> String {
        id_of(&text_of(&self.line()))
    }

    /// The line of JSON, without a newline.
    #[must_use]
    pub fn write(&self) -> String {
        self.write_with_id().0
    }

    /// The same with its id, which is worked out on the way.
    #[must_use]
    pub fn write_with_id(&self) -> (String, String) {
        let mut text = text_of(&self.line());
        let id = id_of(&text);
        // It stands behind the version.
        let place = text.find(',').map_or(text.len(), |comma| comma + 1);
        text.insert_str(place, &format!("\"id\":\"{id}\","));
        (text, id)
    }

    fn line(&self) -> Line {
        let Record { setup, metrics, hints, .. } = self;
        let clicks = |Clicks { left, right, chord }| ClicksLine { left, right, chord };
        let first_version = self.version == 1;
        let Hints { near, cell, proof } = *hints;
        Line {
            version: self.version,
            id: String::new(),
            finished: timestamp::write(self.finished),
            result: if self.won { "won" } else { "lost" }.to_owned(),
            level: self.level().map(|level| level.key().to_owned()),
            rules: setup.set.key().to_owned(),
            first: setup.first.key().to_owned(),
            marks: setup.marks,
            size: setup.shape.sizes().to_vec(),
            mines: setup.mines,
            seed: setup
                .seed
                .as_ref()
                .map(|seed| SeedLine { generator: seed.generator.clone(), number: seed.number }),
            time_ms: metrics.time,
            bbbv: metrics.worth.bbbv,
            solved: metrics.solved,
            openings: metrics.worth.openings,
            islands: metrics.worth.islands,
            clicks: clicks(metrics.clicks),
            effective: clicks(metrics.effective),
            assisted: first_version.then_some(self.practice == Some(Practice::Help)),
            practice: self.practice.filter(|_| !first_version).map(|why| why.key().to_owned()),
            hints: (hints.total() > 0).then_some(HintsLine { near, cell, proof }),
            undos: self.undos,
            certified: setup.guess.is_never(),
            fair: setup.guess == GuessMode::Fair,
            daily: self.daily.clone(),
            board: self.board.clone(),
            replay: self.replay.clone(),
        }
    }

    /// Reads a line back, plays its moves again, and sees that everything agrees.
    ///
    /// # Errors
    /// What is wrong with the line: its form, its version, a field, its id, or a replay that contradicts it
    /// or is missing.
    pub fn read(text: &str) -> Result<Record, RecordError> {
        Record::read_with_id(text).map(|(record, _)| record)
    }

    /// The same with its id, which is worked out on the way.
    ///
    /// # Errors
    /// As [`Record::read`].
    pub fn read_with_id(text: &str) -> Result<(Record, String), RecordError> {
        let (record, id) = recalled(text)?;
        record.check()?;
        Ok((record, id))
    }

    /// Reads a line of a file that somebody gives us, as [`Record::read_with_id`] does; nothing where it is blank.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn read_line(line: &[u8]) -> Option<Result<(Record, String), String>> {
        let Ok(text) = std::str::from_utf8(line) else { return Some(Err("this is not text".to_owned())) };
        let text = Some(text.trim()).filter(|text| !text.is_empty())?;
        Some(Record::read_with_id(text).map_err(|error| error.to_string()))
    }

    /// Reads a line back that was checked when it was kept: that it is whole, by its id, and no more.
    ///
    /// # Errors
    /// What is wrong with the line: its form, its version, a field or its id.
    pub fn recall(text: &str) -> Result<Record, RecordError> {
        recalled(text).map(|(record, _)| record)
    }

    fn parse(line: Line) -> Result<Record, RecordError> {
        use RecordError::Field;
        let won = match line.result.as_str() {
            "won" => true,
            "lost" => false,
            _ => return Err(Field("result")),
        };
        let clicks = |ClicksLine { left, right, chord }: ClicksLine| Clicks { left, right, chord };
        let guess = match (line.certified, line.fair) {
            (false, false) => GuessMode::Ordinary,
            // Which grade the board is of is said by the name of what made it.
            (true, false) => {
                let seed = line.seed.as_ref();
                GuessMode::never(seed.and_then(|seed| omnisweep_solver::grade_of(&seed.generator)))
            }
            (false, true) => GuessMode::Fair,
            (true, true) => return Err(Field("fair")),
        };
        let practice = match (line.version, line.assisted, line.practice) {
            (1, Some(assisted), None) => Practice::in_version_1(assisted, line.undos),
            (2.., None, practice) => {
                practice.map(|why| why.parse()).transpose().map_err(|_| Field("practice"))?
            }
            _ => return Err(Field("assisted")),
        };
        let hints = line.hints.map(|HintsLine { near, cell, proof }| Hints { near, cell, proof });
        if hints.is_some_and(|hints| line.version == 1 || hints.total() == 0) {
            return Err(Field("hints"));
        }
        let record = Record {
            version: line.version,
            won,
            finished: timestamp::read(&line.finished).ok_or(Field("finished"))?,
            setup: Setup {
                set: line.rules.parse().map_err(|_| Field("rules"))?,
                first: line.first.parse().map_err(|_| Field("first"))?,
                marks: line.marks,
                guess,
                shape: Shape::new(&line.size).map_err(|_| Field("size"))?,
                mines: line.mines,
                seed: line.seed.map(|seed| Seed { generator: seed.generator, number: seed.number }),
            },
            metrics: Metrics {
                worth: BoardMetrics { bbbv: line.bbbv, openings: line.openings, islands: line.islands },
                solved: line.solved,
                clicks: clicks(line.clicks),
                effective: clicks(line.effective),
                time: line.time_ms,
            },
            practice,
            hints: hints.unwrap_or_default(),
            undos: line.undos,
            board: line.board,
            replay: line.replay,
            daily: line.daily,
        };
        if line.level.as_deref() != record.level().map(Level::key) {
            return Err(Field("level"));
        }
        Ok(record)
    }

    /// Whether its board is that of a day, which can be made again at any time.
    fn is_of_day(&self, text: &str) -> bool {
        let Ok(day) = text.parse::<Day>() else { return false };
        let board = self.board.as_deref().and_then(|board| code::read(board).ok());
        let (Some((of, which)), Some((layout, _))) = (daily::of_setup(&self.setup), board) else {
            return false;
        };
        of == day && layout == daily::board(day, which).0
    }

    /// That nothing in it is impossible, and that its replay is of this very game.
    fn check(&self) -> Result<(), RecordError> {
        use RecordError::Field;
        let Record { setup, metrics, .. } = self;
        let Metrics { worth, solved, clicks, effective, .. } = metrics;
        let cells = setup.shape.cells();
        let holds = |field, holds: bool| if holds { Ok(()) } else { Err(Field(field)) };
        holds("mines", setup.mines <= FirstCell::Anything.most_mines(&setup.shape))?;
        holds("bbbv", worth.bbbv >= worth.openings && worth.bbbv <= cells - setup.mines)?;
        holds("islands", worth.islands <= worth.bbbv - worth.openings)?;
        holds("solved", *solved <= worth.bbbv && (!self.won || *solved == worth.bbbv))?;
        let within = |part: u64, all: u64| part <= all;
        holds("effective", within(effective.left, clicks.left))?;
        holds("effective", within(effective.right, clicks.right))?;
        holds("effective", within(effective.chord, clicks.chord))?;
        holds("daily", self.daily.as_deref().is_none_or(|day| self.is_of_day(day)))?;
        let small = cells <= LARGEST_KEPT;
        let Some(replay) = &self.replay else {
            return match &self.board {
                _ if small => Err(RecordError::Missing("replay")),
                None => Ok(()),
                Some(board) => {
                    let (layout, _) = code::read(board).map_err(|_| Field("board"))?;
                    holds("board", layout.shape() == &setup.shape && layout.count() == setup.mines)
                }
            };
        };
        if small && self.board.is_none() {
            return Err(RecordError::Missing("board"));
        }
        let session = save::read(replay).map_err(|error| RecordError::Replay(error.to_string()))?;
        self.agrees_with(&session)
    }

    /// That it is the record of this game.
    fn agrees_with(&self, session: &Session) -> Result<(), RecordError> {
        use RecordError::Contradiction;
        let agrees = |field, agrees: bool| if agrees { Ok(()) } else { Err(Contradiction(field)) };
        let (game, setup) = (session.game(), session.setup());
        let (Some(layout), Some(metrics)) = (game.layout(), Metrics::of(session, 0)) else {
            return Err(Contradiction("result"));
        };
        let result = if self.won { Outcome::Won } else { Outcome::Lost };
        agrees("result", game.outcome() == result)?;
        agrees("size", setup.shape == self.setup.shape)?;
        agrees("mines", setup.mines == self.setup.mines)?;
        agrees("seed", setup.seed == self.setup.seed)?;
        agrees("rules", *setup == self.setup)?;
        agrees("time_ms", metrics.time == self.metrics.time)?;
        let clicks = |metrics: &Metrics| (metrics.clicks, metrics.effective);
        agrees("clicks", clicks(&metrics) == clicks(&self.metrics))?;
        agrees("bbbv", metrics == self.metrics)?;
        agrees("practice", session.practice() == self.practice)?;
        agrees("hints", session.hints() == self.hints)?;
        agrees("undos", session.undos() == self.undos)?;
        let board = || code::write(layout, session.first_opened());
        agrees("board", self.board.as_ref().is_none_or(|kept| *kept == board()))
    }
}

/// The record of a line, and its id.
fn recalled(text: &str) -> Result<(Record, String), RecordError> {
    let mut line: Line = serde_json::from_str(text).map_err(|error| not_a_line(text, &error))?;
    // What a newer one has in its fields is not ours to judge.
    if !(1..=VERSION).contains(&line.version) {
        return Err(RecordError::Version(line.version));
    }
    let id = std::mem::take(&mut line.id);
    let record = Record::parse(line)?;
    if id != record.id() {
        return Err(RecordError::Id);
    }
    Ok((record, id))
}

/// What is wrong with a text that is no line of a version that is known.
fn not_a_line(text: &str, error: &serde_json::Error) -> RecordError {
    #[derive(Deserialize)]
    struct Versioned {
        version: u64,
    }
    // It says "at line 1" of a text that is a line of something longer.
    let form = |error: &serde_json::Error| {
        let what = error.to_string();
        let what = what.split(" at line ").next().unwrap_or_default();
        RecordError::Form(format!("{what} (column {})", error.column()))
    };
    match serde_json::from_str::<Versioned>(text) {
        Ok(Versioned { version: 1..=VERSION }) => form(error),
        Ok(Versioned { version }) => RecordError::Version(version),
        Err(error) => form(&error),
    }
}

fn text_of(line: &Line) -> String {
    // Strings, numbers and lists: there is nothing in it that JSON could not say.
    serde_json::to_string(line).unwrap_or_default()
}

/// FNV-1a of 128 bits over the text: not against forgers, whom the replay
/// stands against, but against chance.
fn id_of(text: &str) -> String {
    let mut hash: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    for byte in text.bytes() {
        hash ^= u128::from(byte);
        hash = hash.wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    }
    format!("{hash:032x}")
}
