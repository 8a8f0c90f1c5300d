//! `omnisweep scores`: the best times.

use std::fmt::Write as _;

use omnisweep_session::words;
use omnisweep_session::{Category, timestamp};
use omnisweep_store::BestTime;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::stats;

/// How many best times of a kind of game are shown.
const MOST: usize = 10;

/// The options of `omnisweep scores`.
#[derive(clap::Args)]
pub struct Options {
    /// Print an object for programs
    #[arg(long)]
    json: bool,
}

/// Prints the best times of every level and rule set.
pub fn run(options: &Options) -> Result<(), Failure> {
    let tables = stats::look(|store| {
        let mut tables: Vec<(Category, Vec<BestTime>)> = Vec::new();
        for category in store.categories()? {
            let best = store.best(&category, MOST)?;
            if !best.is_empty() {
                tables.push((category, best));
            }
        }
        Ok(tables)
    })?;
    if options.json {
        let tables: Vec<Value> = tables.iter().map(|(category, best)| table_json(category, best)).collect();
        return crate::print(format!("{}\n", json!({ "version": 1, "scores": tables })).as_bytes());
    }
    if tables.is_empty() {
        return crate::print(b"There is no best time yet: win a game without help.\n");
    }
    let mut text = String::new();
    for (at, (category, best)) in tables.iter().enumerate() {
        let gap = if at > 0 { "\n" } else { "" };
        _ = writeln!(text, "{gap}{}", words::category(category));
        for (place, best) in (1..).zip(best) {
            let day = timestamp::write(best.finished);
            let day = day.split('T').next().unwrap_or_default();
            let (time, bbbv, clicks) =
                (words::duration(best.time), best.bbbv, words::count(best.clicks, "click", "clicks"));
            _ = writeln!(text, "{place:>4}. {time:>9}  3BV {bbbv:>3}  {clicks:>11}  {day}");
        }
    }
    crate::print(text.as_bytes())
}

fn table_json(category: &Category, best: &[BestTime]) -> Value {
    let best: Vec<Value> = best
        .iter()
        .map(|best| {
            json!({
                "time_ms": best.time,
                "bbbv": best.bbbv,
                "clicks": best.clicks,
                "finished": timestamp::write(best.finished),
                "id": best.id,
            })
        })
        .collect();
    let mut table = stats::category_json(category);
    table["best"] = best.into();
    table
}
