//! `omnisweep stats`: games, wins and streaks; the games out to a file and in again.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use omnisweep_session::daily::{self, Day, NoDate};
use omnisweep_session::words;
use omnisweep_session::{Category, Record, Session, Statistics, timestamp};
use omnisweep_store::{Daily, Store, StoreError};
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
    /// Print the boards of the day that were played: results for friends, and the streak
    Daily {
        /// Of this day [default: today]
        #[arg(value_name = "DATE")]
        date: Option<String>,
        /// Print an object for programs
        #[arg(long)]
        json: bool,
    },
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
        Some(Command::Daily { date, json }) => daily(&store, date.as_deref(), *json),
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

/// Keeps a game that was finished just now: how it stands among others of its
/// kind, and its result for friends, if it was the board of a day.
pub fn record(session: &Session) -> Result<(Option<String>, Option<String>), Failure> {
    let Some(record) = Record::of(session, now()) else { return Ok((None, None)) };
    let store = open()?;
    store.insert(&record).map_err(failed)?;
    let standing = store.standing(&record).map_err(failed)?;
    if record.kind.daily.is_none() {
        return Ok((standing, None));
    }
    let streak = store.streak(today()).map_err(failed)?;
    Ok((standing, daily::result_text(&record, streak)))
}

/// Now, in milliseconds since 1970.
pub fn now() -> u64 {
    SystemTime::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_millis() as u64)
}

/// Today, in UTC.
pub fn today() -> Day {
    Day::at(now())
}

/// The boards of a day that were played, and the streak.
fn daily(store: &Store, date: Option<&str>, as_json: bool) -> Result<(), Failure> {
    let today = today();
    let day = date.map_or(Ok(today), str::parse).map_err(|error: NoDate| Failure::usage(error))?;
    let streak = store.streak(today).map_err(failed)?;
    let played = store.daily().map_err(failed)?;
    let of_day: Vec<&Daily> = played.iter().filter(|played| played.day == day).collect();
    let mut results = Vec::new();
    for played in &of_day {
        let record = store.record(&played.kept.id).map_err(failed)?;
        results.push(record.and_then(|record| daily::result_text(&record, streak)).unwrap_or_default());
    }
    if as_json {
        let results: Vec<Value> = of_day
            .iter()
            .zip(&results)
            .map(|(played, text)| {
                json!({
                    "level": played.level.key(),
                    "won": played.kept.played.won,
                    "counts": played.keeps_streak(),
                    "time_ms": played.kept.played.time,
                    "finished": timestamp::write(played.kept.played.finished),
                    "id": played.kept.id,
                    "text": text,
                })
            })
            .collect();
        let day = day.to_string();
        let all = json!({ "version": 1, "day": day, "streak": streak.now, "longest_streak": streak.longest,
            "results": results });
        return crate::print(format!("{all}\n").as_bytes());
    }
    let mut text = String::new();
    for result in &results {
        _ = writeln!(text, "{result}\n");
    }
    if results.is_empty() {
        _ = writeln!(text, "The board of {day} was not played: `omnisweep play --daily` plays today's.\n");
    }
    _ = writeln!(text, "{}", words::streak(streak));
    crate::print(text.as_bytes())
}

/// What went wrong with the database.
pub fn failed(error: StoreError) -> Failure {
    match error {
        StoreError::Io(error) => Failure::Io(error),
        error => Failure::Io(io::Error::other(error)),
    }
}

/// What games can be compared with each other, for programs.
pub fn category_json(category: &Category) -> Value {
    json!({
        "board": category.board(),
        "level": category.level().map(omnisweep_session::Level::key),
        "size": category.sizes().unwrap_or_default(),
        "mines": category.mines,
        "rules": category.rules,
        "kind": category.kind,
    })
}

fn show(store: &Store, as_json: bool) -> Result<(), Failure> {
    let all = store.statistics().map_err(failed)?;
    if as_json {
        let all: Vec<Value> = all.iter().map(statistics_json).collect();
        return crate::print(format!("{}\n", json!({ "version": 2, "statistics": all })).as_bytes());
    }
    if all.is_empty() {
        return crate::print(b"No game has been finished yet.\n");
    }
    let mut text = String::new();
    for (at, statistics) in all.iter().enumerate() {
        let gap = if at > 0 { "\n" } else { "" };
        _ = writeln!(text, "{gap}{}", words::category(&statistics.category));
        let Statistics { games, wins, practice, streak, longest_streak, .. } = statistics;
        let rate = statistics.win_rate().map_or(String::new(), |rate| format!(" ({:.1} %)", rate * 100.0));
        _ = writeln!(text, "  games    {games}, won {wins}{rate}");
        _ = writeln!(text, "  streak   {streak}, longest {longest_streak}");
        if let (Some(best), Some(mean)) = (statistics.best, statistics.mean) {
            let speed = statistics.speed.map_or(String::new(), |speed| format!(", up to {speed:.2} 3BV/s"));
            _ = writeln!(
                text,
                "  wins     best {}, mean {}{speed}",
                words::duration(best),
                words::duration(mean)
            );
        }
        _ = writeln!(text, "  played   {}", words::duration(statistics.played));
        if *practice > 0 {
            _ = writeln!(text, "  besides  {practice} for practice");
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
        ("practice", json!(statistics.practice)),
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
    told(&words::exported(count))
}

fn import(store: &mut Store, file: &Path) -> Result<(), Failure> {
    let mut input: Box<dyn BufRead> = if file.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(file).map_err(|error| Failure::file(file, error))?))
    };
    let imported = store.import(&mut *input).map_err(|error| Failure::file(file, error))?;
    told(&words::imported(imported.new, imported.known))
}

/// Messages go to the standard error: the standard output is for data.
fn told(text: &str) -> Result<(), Failure> {
    Ok(writeln!(io::stderr().lock(), "{text}")?)
}
