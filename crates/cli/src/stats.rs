//! `omnisweep stats`: games, wins and streaks; the games out to a file and in again.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use omnisweep_session::{Category, Record, Session, Statistics};
use omnisweep_store::{Store, StoreError};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::folder;

/// The options of `omnisweep stats`.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Options {
    /// Print an object for programs
    #[arg(long)]
    json: bool,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Write every finished game to a file, a line of JSON each
    Export {
        /// The file, or - for standard output
        file: PathBuf,
    },
    /// Take in games from such a file; those that are known already stay as they are
    Import {
        /// The file, or - for standard input
        file: PathBuf,
    },
}

/// Prints the statistics, or moves games out or in.
pub fn run(options: &Options) -> Result<(), Failure> {
    let mut store = open()?;
    match &options.command {
        None => show(&store, options.json),
        Some(Command::Export { file }) => export(&store, file),
        Some(Command::Import { file }) => import(&mut store, file),
    }
}

/// The database of finished games. What had to be done to have it goes to the
/// standard error.
pub fn open() -> Result<Store, Failure> {
    let opened = Store::open(&folder::data()?.join("games.db")).map_err(failed)?;
    if let Some(aside) = &opened.set_aside {
        let aside = aside.display();
        crate::complain(&format_args!(
            "the statistics were damaged: they are now in {aside}, and new ones begin"
        ));
    }
    Ok(opened.store)
}

/// Keeps a game that was finished just now.
pub fn record(session: &Session) -> Result<(), Failure> {
    let now = SystemTime::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_millis() as u64);
    let Some(record) = Record::of(session, now) else { return Ok(()) };
    open()?.insert(&record).map_err(failed)?;
    Ok(())
}

/// What went wrong with the database.
pub fn failed(error: StoreError) -> Failure {
    match error {
        StoreError::Io(error) => Failure::Io(error),
        error => Failure::Io(io::Error::other(error)),
    }
}

/// A time as people read it.
pub fn time(ms: u64) -> String {
    let (minutes, seconds, hundredths) = (ms / 60_000, ms / 1000 % 60, ms / 10 % 100);
    format!("{minutes}:{seconds:02}.{hundredths:02}")
}

/// What games are called that can be compared.
pub fn name(category: &Category) -> String {
    let mut name = category.board();
    if category.level().is_some() {
        let (size, mines) = (&category.size, category.mines);
        _ = write!(name, " ({size}, {mines} mines)");
    }
    if category.rules != "modern" {
        _ = write!(name, ", {} rules", category.rules);
    }
    if !category.kind.is_empty() {
        _ = write!(name, ", {}", category.kind);
    }
    name
}

/// The same for programs.
pub fn category_json(category: &Category) -> Value {
    json!({
        "board": category.board(),
        "level": category.level().map(omnisweep_session::Level::key),
        "size": category.size.split('x').filter_map(|size| size.parse().ok()).collect::<Vec<u64>>(),
        "mines": category.mines,
        "rules": category.rules,
        "kind": category.kind,
    })
}

fn show(store: &Store, as_json: bool) -> Result<(), Failure> {
    let all = store.statistics().map_err(failed)?;
    if as_json {
        let all: Vec<Value> = all.iter().map(statistics_json).collect();
        return crate::print(format!("{}\n", json!({ "version": 1, "statistics": all })).as_bytes());
    }
    if all.is_empty() {
        return crate::print(b"No game has been finished yet.\n");
    }
    let mut text = String::new();
    for (at, statistics) in all.iter().enumerate() {
        let gap = if at > 0 { "\n" } else { "" };
        _ = writeln!(text, "{gap}{}", name(&statistics.category));
        let Statistics { games, wins, assisted, streak, longest_streak, .. } = statistics;
        let rate = statistics.win_rate().map_or(String::new(), |rate| format!(" ({:.1} %)", rate * 100.0));
        _ = writeln!(text, "  games    {games}, won {wins}{rate}");
        _ = writeln!(text, "  streak   {streak}, longest {longest_streak}");
        if let (Some(best), Some(mean)) = (statistics.best, statistics.mean) {
            let speed = statistics.speed.map_or(String::new(), |speed| format!(", up to {speed:.2} 3BV/s"));
            _ = writeln!(text, "  wins     best {}, mean {}{speed}", time(best), time(mean));
        }
        _ = writeln!(text, "  played   {}", time(statistics.played));
        if *assisted > 0 {
            _ = writeln!(text, "  besides  {assisted} with help");
        }
    }
    crate::print(text.as_bytes())
}

fn statistics_json(statistics: &Statistics) -> Value {
    let mut object = category_json(&statistics.category);
    for (key, value) in [
        ("games", json!(statistics.games)),
        ("wins", json!(statistics.wins)),
        ("win_rate", json!(statistics.win_rate())),
        ("assisted", json!(statistics.assisted)),
        ("played_ms", json!(statistics.played)),
        ("best_ms", json!(statistics.best)),
        ("mean_ms", json!(statistics.mean)),
        ("best_bbbv_per_second", json!(statistics.speed)),
        ("streak", json!(statistics.streak)),
        ("longest_streak", json!(statistics.longest_streak)),
    ] {
        object[key] = value;
    }
    object
}

fn export(store: &Store, file: &Path) -> Result<(), Failure> {
    if file.as_os_str() == "-" {
        store.export(&mut io::BufWriter::new(io::stdout().lock())).map_err(failed)?;
        return Ok(());
    }
    let mut count = 0;
    omnisweep_files::replace(file, |mut out| {
        count = store.export(&mut out).map_err(|error| match error {
            StoreError::Io(error) => error,
            error => io::Error::other(error),
        })?;
        Ok(())
    })
    .map_err(|error| Failure::file(file, error))?;
    told(&format!("{count} {} written to {}.\n", games(count), file.display()))
}

fn import(store: &mut Store, file: &Path) -> Result<(), Failure> {
    let mut input: Box<dyn BufRead> = if file.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(file).map_err(|error| Failure::file(file, error))?))
    };
    let imported = store.import(&mut *input).map_err(|error| Failure::file(file, error))?;
    let (new, known) = (imported.new, imported.known);
    told(&format!("{new} {} taken in; {known} known already.\n", games(new)))
}

/// Messages go to the standard error: the standard output is for data.
fn told(text: &str) -> Result<(), Failure> {
    Ok(io::stderr().lock().write_all(text.as_bytes())?)
}

fn games(count: u64) -> &'static str {
    if count == 1 { "game" } else { "games" }
}
