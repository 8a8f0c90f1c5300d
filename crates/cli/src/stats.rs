//! `omnisweep stats`: games, wins and streaks; the games out to a file and in again.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use omnisweep_session::daily::{self, DateError, Day};
use omnisweep_session::words;
use omnisweep_session::{Category, Record, Statistics, timestamp};
use omnisweep_store::{
    Archive, BadLine, DailyGame, Damaged, Done, Exported, Imported, Lines, Place, Store, StoreError,
};
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
    /// Take in games from such a file; those that are known already stay as they are, and lines that
    /// are no record are named and left out
    Import {
        /// The file, or - for standard input
        file: PathBuf,
        /// Take in nothing where any line is no record
        #[arg(long)]
        strict: bool,
    },
}

/// Prints the statistics, or moves games out or in.
pub fn run(options: &Options) -> Result<(), Failure> {
    match &options.command {
        None => show(options.json),
        Some(Command::Daily { date, json }) => daily(date.as_deref(), *json),
        Some(Command::Export { file }) => export(file),
        Some(Command::Import { file, strict }) => {
            import(file, if *strict { Lines::AllOrNone } else { Lines::Good })
        }
    }
}

/// Where finished games are kept.
fn archive() -> Result<Archive, Failure> {
    Ok(Archive::of(&folder::data()?))
}

/// Looks something up among finished games. What became of a damaged database goes to the standard error.
pub fn look<T>(work: impl FnMut(&mut Store) -> Result<T, StoreError>) -> Result<T, Failure> {
    archive()?.look(work).map(told_of).map_err(failed)
}

/// Does something with them.
pub fn with<T>(work: impl FnMut(&mut Store) -> Result<T, StoreError>) -> Result<T, Failure> {
    archive()?.with(work).map(told_of).map_err(failed)
}

fn told_of<T>(done: Done<T>) -> T {
    tell_damage(done.damaged.as_ref());
    done.value
}

fn tell_damage(damaged: Option<&Damaged>) {
    if let Some(Damaged { aside, salvaged }) = damaged {
        crate::complain(&words::statistics_damaged(*salvaged, aside.display()));
    }
}

/// What there is to say of a record that was kept.
#[derive(Default)]
pub struct Said {
    /// How it stands among others of its kind; or that it waits.
    pub standing: Option<String>,
    /// Its result for friends, if it was the board of a day.
    pub result: Option<String>,
}

/// Keeps the record of a game that was finished just now.
pub fn keep(record: &Record) -> Result<Said, Failure> {
    match archive()?.keep(record).map_err(failed)? {
        Place::Waits(why) => Ok(Said { standing: Some(words::counted_later(why)), result: None }),
        Place::Counted(damaged) => {
            tell_damage(damaged.as_ref());
            // It is kept: what cannot be said of it is not worth a failure.
            let said = look(|store| {
                let standing = store.standing(record)?;
                let streak = || store.streak(today());
                let streak = record.daily.is_some().then(streak).transpose()?;
                Ok(Said { standing, result: streak.and_then(|streak| daily::result_text(record, streak)) })
            });
            Ok(said.unwrap_or_default())
        }
    }
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
fn daily(date: Option<&str>, as_json: bool) -> Result<(), Failure> {
    let today = today();
    let day = date.map_or(Ok(today), str::parse).map_err(|error: DateError| Failure::usage(error))?;
    let (streak, of_day, results) = look(|store| {
        let streak = store.streak(today)?;
        let of_day: Vec<DailyGame> = store.daily()?.into_iter().filter(|played| played.day == day).collect();
        let mut results = Vec::new();
        for played in &of_day {
            let record = store.record(&played.kept.id)?;
            results.push(record.and_then(|record| daily::result_text(&record, streak)).unwrap_or_default());
        }
        Ok((streak, of_day, results))
    })?;
    if as_json {
        let results: Vec<Value> = of_day
            .iter()
            .zip(&results)
            .map(|(played, text)| {
                json!({
                    "level": played.board.key(),
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

fn show(as_json: bool) -> Result<(), Failure> {
    let all = look(|store| store.statistics())?;
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
        if let (Some(best), Some(mean)) = (statistics.best, statistics.mean()) {
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
        ("mean_ms", json!(statistics.mean())),
        ("best_bbbv_per_second", json!(statistics.speed)),
        ("streak", json!(statistics.streak)),
        ("longest_streak", json!(statistics.longest_streak)),
    ] {
        object[key] = value;
    }
    object
}

fn export(file: &Path) -> Result<(), Failure> {
    if file.as_os_str() == "-" {
        let exported = export_to(&mut io::BufWriter::new(io::stdout().lock()))?;
        return all_of(exported, file);
    }
    let mut exported = Exported::default();
    omnisweep_files::write_atomically(file, |out| {
        exported = export_to(out).map_err(|failure| match failure {
            Failure::Io(error) => error,
            failure => io::Error::other(failure),
        })?;
        Ok(())
    })
    .map_err(|error| Failure::file(file, error))?;
    told(&words::exported(exported.games))?;
    all_of(exported, file)
}

/// Every game, once: what was written before damage was seen is not written again.
fn export_to(out: &mut dyn io::Write) -> Result<Exported, Failure> {
    let exported = look(|store| Ok(store.export(out)))?;
    if exported.as_ref().is_err_and(StoreError::is_damage) {
        tell_damage(archive()?.mend().map_err(failed)?.as_ref());
    }
    exported.map_err(failed)
}

fn all_of(exported: Exported, file: &Path) -> Result<(), Failure> {
    match exported.damaged {
        0 => Ok(()),
        damaged => Err(Failure::file(file, words::not_exported(damaged))),
    }
}

fn import(file: &Path, lines: Lines) -> Result<(), Failure> {
    let mut input: Box<dyn BufRead> = if file.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::with_capacity(
            1 << 18,
            File::open(file).map_err(|error| Failure::file(file, error))?,
        ))
    };
    // Nothing is done twice with lines that can be read once.
    with(|_| Ok(()))?;
    let imported = with(|store| Ok(store.import(&mut *input, lines)))?;
    let Imported { new, known, bad, told: bad_lines } =
        imported.map_err(|error| Failure::file(file, error))?;
    for BadLine { line, error } in &bad_lines {
        crate::complain(&format_args!("{}: line {line}: {error}", file.display()));
    }
    if bad == 0 || lines == Lines::Good {
        told(&words::imported(new, known))?;
    }
    match bad {
        0 => Ok(()),
        bad => Err(Failure::file(file, words::left_out(bad, lines == Lines::AllOrNone))),
    }
}

/// Messages go to the standard error: the standard output is for data.
fn told(text: &str) -> Result<(), Failure> {
    Ok(writeln!(io::stderr().lock(), "{text}")?)
}
