//! Games that are over: what an imported file holds, best times, statistics, and
//! the boards of the day. What a file holds is checked, once; what is kept was.

use omnisweep_session::daily::{self, DailyBoard, Day};
use omnisweep_session::statistics::{self as core, Measure, Point};
use omnisweep_session::words;
use omnisweep_session::{Category, GameSummary, Record, Statistics};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

/// How many best times are shown.
const BEST: usize = 5;

/// The records of an exported file: id and line in turn; before them what there is to say of lines that are
/// none, which are left out.
#[wasm_bindgen]
pub fn records(file: &str) -> Result<Vec<String>, String> {
    let (mut found, mut bad) = (vec![String::new()], Vec::new());
    for (number, line) in (1..).zip(file.lines()) {
        match Record::read_line(line.as_bytes()) {
            Some(Ok((record, id))) => found.extend([id, record.write()]),
            Some(Err(error)) => bad.push((number, error)),
            None => {}
        }
    }
    if found.len() == 1 {
        let why =
            if bad.is_empty() { "There is no game in this file.".to_owned() } else { words::bad_lines(&bad) };
        return Err(why);
    }
    if !bad.is_empty() {
        let left_out = words::sentence(words::left_out(bad.len() as u64, false));
        found[0] = format!("{left_out} {}", words::bad_lines(&bad));
    }
    Ok(found)
}

/// What all games come to, as JSON.
#[derive(Serialize)]
struct All {
    categories: Vec<Group>,
    games: Vec<Line>,
}

/// Games that compare.
#[derive(Serialize)]
struct Group {
    name: String,
    /// The row of the table: games, wins, win rate, streak, longest streak, practice games, best times.
    row: Vec<String>,
    /// What the plots show, in words.
    summary: String,
    /// How many games they show, as a number and in words, and when the first and the last one ended.
    games: usize,
    count: String,
    from: u64,
    to: u64,
    plots: Vec<Plot>,
}

/// A plot of all games of a kind.
#[derive(Serialize)]
struct Plot {
    title: &'static str,
    /// Whether it is a share, in percent, drawn as a line.
    share: bool,
    points: Vec<Dot>,
}

/// A game in a plot.
#[derive(Serialize)]
struct Dot {
    number: u64,
    finished: u64,
    value: f64,
    best: bool,
    label: String,
}

/// A game in the list.
#[derive(Serialize)]
struct Line {
    id: String,
    finished: u64,
    name: String,
    result: String,
    time: String,
    speed: String,
    /// What is special about it, in words.
    notes: String,
    /// Whether its moves are kept.
    replay: bool,
}

/// Statistics of records, best known levels first, the points of their plots, and
/// all games, the newest first; as JSON. Practice games count as such only, as in
/// the terminal. Lines that are no records are left out.
#[wasm_bindgen]
pub fn statistics(lines: Vec<String>) -> String {
    let mut records: Vec<Record> = lines.iter().filter_map(|line| Record::recall(line).ok()).collect();
    records.sort_by_key(|record| record.finished);
    let mut groups: Vec<(Category, Vec<&Record>)> = Vec::new();
    for record in &records {
        let category = Category::of(record);
        match groups.iter_mut().find(|(known, _)| *known == category) {
            Some((_, games)) => games.push(record),
            None => groups.push((category, vec![record])),
        }
    }
    groups.sort_by_cached_key(|(category, _)| category.order());
    let best: Vec<String> = groups.iter().filter_map(|(_, games)| quickest(games)).collect();
    let games = records.iter().rev().map(|record| line(record, &best)).collect();
    let categories = groups.into_iter().map(|(category, games)| group(category, &games)).collect();
    // Strings, numbers and lists: there is nothing in it that JSON could not say.
    serde_json::to_string(&All { categories, games }).unwrap_or_default()
}

/// The id of the quickest win that counts.
fn quickest(games: &[&Record]) -> Option<String> {
    games.iter().filter(|game| game.ranks()).min_by_key(|game| game.metrics.time).map(|game| game.id())
}

fn group(category: Category, games: &[&Record]) -> Group {
    let name = words::category(&category);
    let played: Vec<GameSummary> = games.iter().map(|game| GameSummary::of(game)).collect();
    let (sum, points) = (Statistics::of(category, &played), core::series(&played));
    let mut times: Vec<u64> =
        games.iter().filter(|game| game.ranks()).map(|game| game.metrics.time).collect();
    times.sort_unstable();
    let best: Vec<String> = times.into_iter().take(BEST).map(words::duration).collect();
    let or_none = |text: String| if text.is_empty() { "–".to_owned() } else { text };
    let row = vec![
        sum.games.to_string(),
        sum.wins.to_string(),
        or_none(sum.win_rate().map_or(String::new(), |rate| format!("{:.0} %", rate * 100.0))),
        sum.streak.to_string(),
        sum.longest_streak.to_string(),
        sum.practice.to_string(),
        or_none(best.join(", ")),
    ];
    let plots =
        if points.is_empty() { Vec::new() } else { Measure::ALL.map(|one| plot(one, &points)).into() };
    let summary = words::totals(&sum, &points);
    let count = words::count(points.len() as u64, "game", "games");
    let [from, to] = [points.first(), points.last()].map(|point| point.map_or(0, |point| point.finished));
    Group { name, row, summary, games: points.len(), count, from, to, plots }
}

fn plot(measure: Measure, points: &[Point]) -> Plot {
    let dot = |point: &Point| {
        Some(Dot {
            number: point.number,
            finished: point.finished,
            value: measure.of(point)?,
            best: measure.is_best(point),
            label: words::plotted(measure, point)?,
        })
    };
    Plot {
        title: words::measure(measure),
        share: measure == Measure::WinRate,
        points: points.iter().filter_map(dot).collect(),
    }
}

fn line(record: &Record, best: &[String]) -> Line {
    let id = record.id();
    let speed = GameSummary::of(record).speed();
    Line {
        finished: record.finished,
        name: words::category(&Category::of(record)),
        result: words::result(record.won).to_owned(),
        time: words::duration(record.metrics.time),
        speed: speed.map_or(String::new(), |speed| format!("{speed:.2}")),
        notes: words::notes(best.contains(&id), record.practice, record.daily.is_some()),
        replay: record.replay.is_some(),
        id,
    }
}

/// What to say of a game beside the others of its kind: whether it is the best.
#[wasm_bindgen]
pub fn standing(lines: Vec<String>, line: &str) -> String {
    let Ok(game) = Record::recall(line) else { return String::new() };
    let (category, id) = (Category::of(&game), game.id());
    let others = lines.iter().filter_map(|line| Record::recall(line).ok());
    let times = others
        .filter(|other| other.ranks() && Category::of(other) == category && other.id() != id)
        .map(|other| other.metrics.time);
    words::standing(&game, times.min()).unwrap_or_default()
}

/// A record as it is kept beside others: as practice where its board of the day was played to its end meanwhile, in
/// another tab.
#[wasm_bindgen]
pub fn settled(lines: Vec<String>, line: String) -> String {
    let Ok(record) = Record::recall(&line) else { return line };
    let of_days = lines.iter().filter(|line| line.contains("\"daily\""));
    let kept = of_days.filter_map(|line| Record::recall(line).ok()).filter_map(|kept| {
        let (day, board) = daily::of_record(&kept)?;
        Some((day, board, kept.id()))
    });
    daily::known_before(&record, kept).map_or(line, |practice| practice.write())
}

/// The boards of the day, as JSON.
#[derive(Serialize)]
struct Today {
    day: String,
    /// When the next boards come, in words.
    next: String,
    /// Days in a row, in words.
    streak: String,
    levels: Vec<DayLevel>,
}

/// One of the boards of the day.
#[derive(Serialize)]
struct DayLevel {
    key: &'static str,
    name: String,
    /// How it went today; nothing where it was not played.
    result: Option<String>,
    /// The same to be sent to friends.
    text: Option<String>,
}

/// How many games were exported, in words.
#[wasm_bindgen]
pub fn exported(games: u32) -> String {
    words::exported(games.into())
}

/// How many games of a file were new, and how many were known, in words.
#[wasm_bindgen]
pub fn imported(new: u32, known: u32) -> String {
    words::imported(new.into(), known.into())
}

/// Whether the board of a day was begun, or played to its end, before: by the games
/// that are over, and by the attempts that were noted, `2026-11-15 expert`.
#[wasm_bindgen]
pub fn attempted(lines: Vec<String>, attempts: Vec<String>, day: &str, level: &str) -> bool {
    let noted = attempts.iter().any(|attempt| attempt.split_once(' ') == Some((day, level)));
    let of_days = || lines.iter().filter(|line| line.contains("\"daily\""));
    let played = |record: Record| {
        daily::of_record(&record).is_some_and(|(of, board)| of.to_string() == day && board.key() == level)
    };
    noted || of_days().any(|line| Record::recall(line).is_ok_and(played))
}

/// The boards of the day at this moment since 1970, as JSON: what was made of them,
/// and the streak.
#[wasm_bindgen]
pub fn daily(lines: Vec<String>, now: f64) -> String {
    let (now, today) = (now as u64, Day::at(now as u64));
    // Most games are of no day, and need not be read.
    let of_days = lines.iter().filter(|line| line.contains("\"daily\""));
    let mut records: Vec<Record> = of_days.filter_map(|line| Record::recall(line).ok()).collect();
    records.sort_by_key(|record| record.finished);
    let streak = daily::streak(records.iter().filter_map(daily::won_on), today);
    let day = today.to_string();
    let level = |board: DailyBoard| {
        // The first game tells: whoever plays it again knows it.
        let record = records.iter().find(|record| daily::of_record(record) == Some((today, board)));
        let result = record
            .map(|record| words::day_result(record.won, record.metrics.time, record.practice.is_some()));
        let text = record.and_then(|record| daily::result_text(record, streak));
        DayLevel { key: board.key(), name: words::daily_board(board), result, text }
    };
    let today = Today {
        next: words::next_day(today.after().begins().saturating_sub(now)),
        streak: words::streak(streak),
        levels: DailyBoard::ALL.into_iter().map(level).collect(),
        day,
    };
    serde_json::to_string(&today).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::PageGame;

    /// A board with one mine in a corner, won or lost after `time`, at a moment.
    fn game(win: bool, time: f64, moment: f64) -> String {
        let start = || PageGame::start("size=3x3&mines=1&first=anything", 1.0, 0.0).unwrap();
        let mut page = start();
        page.play("f 0 0", 0.0).unwrap();
        page.play("f 0 0", 0.0).unwrap();
        let all = (0..9).map(|cell| format!("o {} {}", cell / 3, cell % 3));
        let mine = all.clone().find(|action| {
            let mut trial = start();
            trial.play(action, 0.0).unwrap();
            trial.outcome() == "lost"
        });
        let mine = mine.unwrap();
        let wanted: Vec<String> =
            if win { all.filter(|action| *action != mine).collect() } else { vec![mine] };
        for action in wanted {
            _ = page.play(&action, time);
        }
        page.record(moment).unwrap()
    }

    #[test]
    fn statistics_count_wins_and_streaks() {
        let lines = vec![game(true, 1500.0, 1.0), game(false, 1.0, 2.0), game(true, 900.0, 3.0)];
        let all: serde_json::Value = serde_json::from_str(&statistics(lines.clone())).unwrap();
        let group = &all["categories"][0];
        assert_eq!(group["name"], "3×3/1");
        assert_eq!(group["row"], json!(["3", "2", "67 %", "1", "1", "0", "0:00.90, 0:01.50"]));
        assert_eq!(
            group["summary"].as_str().unwrap().split(" At most").next().unwrap(),
            "3 games, 2 won: 67 %. The best time is 0:00.90, the mean 0:01.20."
        );
        let marks: Vec<_> = [0, 1].map(|at| group["plots"][0]["points"][at]["best"].as_bool()).into();
        assert_eq!(marks, [true, true].map(Some));
        assert_eq!(group["plots"][0]["points"][1]["label"], "Game 3: 0:00.90, the best so far");
        let times: Vec<_> = [0, 1, 2].map(|at| all["games"][at]["time"].as_str()).into();
        assert_eq!(times, ["0:00.90", "0:00.00", "0:01.50"].map(Some), "the newest first");
        assert_eq!([0, 1, 2].map(|at| all["games"][at]["notes"].as_str()), ["★ best time", "", ""].map(Some));
        let best = game(true, 800.0, 4.0);
        assert_eq!(standing(lines.clone(), &best), "Your best time! It was 0:00.90.");
        assert_eq!(standing(lines, &game(true, 2000.0, 5.0)), "Your best time is 0:00.90.");
        assert_eq!(standing(Vec::new(), &best), "Your first win here.");
        assert_eq!(standing(Vec::new(), "x"), "");
    }

    #[test]
    fn a_day_is_played_once() {
        let noon = 1_763_208_000_000.0; // 2025-11-15
        let mut page = PageGame::start("daily&level=beginner", 1.0, noon).unwrap();
        assert_eq!(page.address(), "daily=2025-11-15&level=beginner");
        assert_eq!(page.link(), page.address());
        let title = page.state(0.0).title;
        assert_eq!(title.name, "Board of the day");
        assert_eq!(title.details, "2025-11-15 · Beginner ✓ certified");
        assert_eq!(page.remark(), "This board starts at row 4, column 4.");
        page.play("o 4 4", 0.0).unwrap();
        while page.outcome() == "playing" {
            let hint = crate::work::hint(&page.save(61_000.0), 0, false).unwrap();
            let hint: omnisweep_session::Hint = serde_json::from_str(&hint).unwrap();
            let cell = hint.cell().0;
            let action = if hint.is_mine() { "f" } else { "o" };
            page.play(&format!("{action} {} {}", cell / 9, cell % 9), 61_000.0).unwrap();
        }
        let line = page.record(noon).unwrap();
        let shown: serde_json::Value = serde_json::from_str(&daily(vec![line.clone()], noon)).unwrap();
        assert_eq!((&shown["day"], &shown["streak"]), (&json!("2025-11-15"), &json!("Streak: 1 day.")));
        assert_eq!(shown["levels"][0]["result"], "Won in 1:01.00");
        let text = shown["levels"][0]["text"].as_str().unwrap();
        assert!(
            text.starts_with("Omnisweep 2025-11-15, beginner\nWon in ") && text.contains("9x9."),
            "{text}"
        );
        assert_eq!(
            (&shown["levels"][1]["result"], &shown["next"]),
            (&json!(null), &json!("The next boards come in 12 h 0 min, at midnight UTC."))
        );
        // Whoever has played it to its end meanwhile knows it.
        assert_eq!(settled(vec![], line.clone()), line);
        assert_eq!(
            settled(vec![line.clone(), game(true, 1.0, 1.0)], line.clone()),
            line,
            "it is the same game"
        );
        let other = page.record(noon + 1.0).unwrap();
        let practice = Record::read(&settled(vec![other], line.clone())).unwrap();
        assert_eq!(practice.practice, Some(omnisweep_session::Practice::Seen));
        assert_eq!(settled(vec![], "x".to_owned()), "x");
        let known = |attempts: &[&str], day, level| {
            let attempts = attempts.iter().map(|attempt| (*attempt).to_owned()).collect();
            attempted(vec![line.clone()], attempts, day, level)
        };
        assert!(known(&[], "2025-11-15", "beginner") && !known(&[], "2025-11-15", "expert"));
        assert!(
            known(&["2025-11-15 expert"], "2025-11-15", "expert") && !known(&[], "2025-11-16", "beginner")
        );
    }

    #[test]
    fn good_lines_of_a_file_are_taken_and_bad_ones_are_named() {
        let (one, two) = (game(true, 1.0, 1.0), game(false, 1.0, 2.0));
        let file = format!("{one}\n\n{two}\n");
        let read = records(&file).unwrap();
        assert_eq!([&read[0], &read[2], &read[4]], ["", &*one, &*two]);
        let read = records(&file.replace("\"won\"", "\"lost\"")).unwrap();
        assert!(read[0].starts_with("1 line is no record, and left out. Line 1: "), "{}", read[0]);
        assert_eq!((&read[2], read.len()), (&two, 3));
        // Where there is no game, that is what is wrong; a few lines are enough.
        let none = records(&"x\n".repeat(1000)).unwrap_err();
        assert!(
            none.starts_with("Line 1: ") && none.contains(". Line 5: ") && none.ends_with(". …"),
            "{none}"
        );
        assert!(records("").is_err());
    }
}
