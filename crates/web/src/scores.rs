//! Games that are over: what an imported file holds, best times and statistics.

use std::collections::BTreeMap;

use omnisweep_engine::RuleSet;
use omnisweep_session::{Guess, Level, Record};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::words;

/// How many best times are shown.
const BEST: usize = 5;

/// The records of an exported file: id and line in turn. A file that is damaged
/// anywhere is refused as a whole.
#[wasm_bindgen]
pub fn records(file: &str) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    for (number, line) in (1..).zip(file.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let record = Record::read(line).map_err(|error| format!("Line {number}: {error}."))?;
        found.extend([record.id(), record.write()]);
    }
    if found.is_empty() {
        return Err("There is no game in this file.".to_owned());
    }
    Ok(found)
}

/// Statistics of records, best known levels first: a line for each level and
/// set of rules, with its name, games, wins, win rate, streak, longest streak,
/// games with help and best times, parted by tabs. Games with help count as such
/// only, as in the terminal. Lines that are no records are left out.
#[wasm_bindgen]
pub fn statistics(lines: Vec<String>) -> String {
    let mut groups: BTreeMap<Key, Vec<Record>> = BTreeMap::new();
    for record in lines.iter().filter_map(|line| Record::read(line).ok()) {
        groups.entry(Key::of(&record)).or_default().push(record);
    }
    let mut text = String::new();
    for (key, mut all) in groups {
        all.sort_by_key(|game| game.finished);
        let games: Vec<&Record> = all.iter().filter(|game| !game.assisted && game.undos == 0).collect();
        let (mut wins, mut streak, mut longest) = (0, 0, 0);
        let mut times = Vec::new();
        for game in &games {
            if game.won {
                (wins, streak) = (wins + 1, streak + 1);
                longest = longest.max(streak);
                times.push(game.metrics.time);
            } else {
                streak = 0;
            }
        }
        times.sort_unstable();
        let best: Vec<String> = times.into_iter().take(BEST).map(words::duration).collect();
        let or_none = |text: String| if text.is_empty() { "–".to_owned() } else { text };
        let rate = match games.len() {
            0 => String::new(),
            played => format!("{:.0} %", 100.0 * f64::from(wins) / played as f64),
        };
        let cells = [
            key.name,
            games.len().to_string(),
            wins.to_string(),
            or_none(rate),
            streak.to_string(),
            longest.to_string(),
            (all.len() - games.len()).to_string(),
            or_none(best.join(", ")),
        ];
        text.push_str(&cells.join("\t"));
        text.push('\n');
    }
    text
}

/// What to say of a game beside the others of its kind: whether it is the best.
#[wasm_bindgen]
pub fn standing(lines: Vec<String>, line: &str) -> String {
    let Ok(game) = Record::read(line) else { return String::new() };
    if !game.counts() {
        return String::new();
    }
    let (key, id) = (Key::of(&game), game.id());
    let others = lines.iter().filter_map(|line| Record::read(line).ok());
    let times: Vec<u64> = others
        .filter(|other| other.counts() && Key::of(other) == key && other.id() != id)
        .map(|other| other.metrics.time)
        .collect();
    match times.iter().min() {
        None => "Your first win here.".to_owned(),
        Some(&best) if game.metrics.time < best => {
            format!("Your best time! It was {}.", words::duration(best))
        }
        Some(&best) => format!("Your best time is {}.", words::duration(best)),
    }
}

/// Games that compare: the same board and rules.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    level: usize,
    rules: usize,
    sizes: Vec<u64>,
    mines: u64,
    /// In words; follows from the others.
    name: String,
}

impl Key {
    fn of(record: &Record) -> Key {
        let setup = &record.setup;
        let level = record.level();
        let board = match level {
            Some(level) => words::level(level).to_owned(),
            None => format!("{} / {}", setup.shape.to_string().replace('x', "×"), setup.mines),
        };
        let rules = match setup.set {
            RuleSet::Modern => String::new(),
            set => format!(", {}", set.key()),
        };
        let kind = match setup.guess {
            Guess::Ordinary => "",
            Guess::Never => ", no guess",
            Guess::Fair => ", fair guess",
        };
        Key {
            level: Level::ALL.iter().position(|&known| Some(known) == level).unwrap_or(usize::MAX),
            rules: RuleSet::ALL.iter().position(|&set| set == setup.set).unwrap_or_default(),
            sizes: setup.shape.sizes().to_vec(),
            mines: setup.mines,
            name: format!("{board}{rules}{kind}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Table;

    /// A board with one mine in a corner, won or lost after `time`, at a moment.
    fn game(win: bool, time: f64, moment: f64) -> String {
        let mut table = Table::start("size=3x3&mines=1&seed=1&first=anything", 1.0).unwrap();
        table.play("f 0 0", 0.0).unwrap();
        table.play("f 0 0", 0.0).unwrap();
        let all = (0..9).map(|cell| format!("o {} {}", cell / 3, cell % 3));
        let mine = all.clone().find(|action| {
            let mut trial = table.retry().unwrap();
            trial.play(action, 0.0).unwrap();
            trial.outcome() == "lost"
        });
        let mine = mine.unwrap();
        let wanted: Vec<String> =
            if win { all.filter(|action| *action != mine).collect() } else { vec![mine] };
        for action in wanted {
            _ = table.play(&action, time);
        }
        table.record(moment).unwrap()
    }

    #[test]
    fn statistics_count_wins_and_streaks() {
        let lines = vec![game(true, 1500.0, 1.0), game(false, 1.0, 2.0), game(true, 900.0, 3.0)];
        assert_eq!(statistics(lines.clone()), "3×3 / 1\t3\t2\t67 %\t1\t1\t0\t0.9 s, 1.5 s\n");
        let best = game(true, 800.0, 4.0);
        assert_eq!(standing(lines.clone(), &best), "Your best time! It was 0.9 s.");
        assert_eq!(standing(lines, &game(true, 2000.0, 5.0)), "Your best time is 0.9 s.");
        assert_eq!(standing(Vec::new(), &best), "Your first win here.");
        assert_eq!(standing(Vec::new(), "x"), "");
    }

    #[test]
    fn a_file_is_taken_as_a_whole_or_not_at_all() {
        let (one, two) = (game(true, 1.0, 1.0), game(false, 1.0, 2.0));
        let file = format!("{one}\n\n{two}\n");
        let read = records(&file).unwrap();
        assert_eq!([&read[1], &read[3]], [&one, &two]);
        let damaged = file.replace("\"won\"", "\"lost\"");
        assert!(records(&damaged).unwrap_err().starts_with("Line 1: "));
        assert!(records("").is_err());
    }
}
