//! Many games: the same result for any threads and shares, a page that needs
//! nothing from elsewhere, and a terminal that is left as it was.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::{Command, Output, Stdio};

fn simulate(folder: &Path, words: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_omnisweep"));
    command.arg("simulate").args(words.split_whitespace()).current_dir(folder).output().unwrap()
}

/// What is printed where all goes well.
fn printed(folder: &Path, words: &str) -> String {
    let done = simulate(folder, words);
    assert!(done.status.success(), "{words}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap()
}

/// A shape, and games that take no time.
const BOARDS: [&str; 3] = [
    "--level beginner --player best --first safe --games 120 --seed 7",
    "--size 8 20 --mines 33 --player fast --games 150 --seed 18446744073709551615",
    "--level cube --mines 25 --player fast --first anything --games 60 --seed 0",
];

#[test]
fn the_result_is_the_same_for_any_number_of_threads_and_shares() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for board in BOARDS {
        let whole = printed(folder, &format!("{board} --json --deterministic --threads 1"));
        for threads in [2, 5] {
            let again = printed(folder, &format!("{board} --json --deterministic --threads {threads}"));
            assert_eq!(again, whole, "{board}, {threads} threads");
        }
        for of in [1, 3, 4] {
            let names: Vec<String> = (0..of).rev().map(|number| format!("share-{number}.json")).collect();
            for (number, name) in (0..of).rev().zip(&names) {
                let words = format!("{board} --json --deterministic --shard {number}/{of} --threads 2");
                std::fs::write(folder.join(name), printed(folder, &words)).unwrap();
            }
            let merged = printed(folder, &format!("merge --json {}", names.join(" ")));
            assert_eq!(merged, whole, "{board}, {of} shares");
            // The same in one file.
            let all: String =
                names.iter().map(|name| std::fs::read_to_string(folder.join(name)).unwrap()).collect();
            std::fs::write(folder.join("all.json"), all).unwrap();
            assert_eq!(printed(folder, "merge --json all.json"), whole);
        }
    }
}

#[test]
fn the_figures_have_the_names_that_programs_know() {
    let folder = tempfile::tempdir().unwrap();
    let text = printed(folder.path(), "--level beginner --games 50 --seed 1 --json");
    let figures: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(figures["games"], 50);
    let (won, rate) = (figures["won"].as_u64().unwrap(), figures["win_rate"].as_f64().unwrap());
    assert!((won as f64 / 50.0 - rate).abs() < 1e-12);
    let interval: Vec<f64> =
        figures["ci95"].as_array().unwrap().iter().map(|end| end.as_f64().unwrap()).collect();
    assert!(interval.len() == 2 && interval[0] <= rate && rate <= interval[1]);
    assert!(figures["no_guess_wins"].as_u64().unwrap() <= won);
    for name in ["guesses", "seconds", "games_per_second"] {
        assert!(figures[name].is_number(), "{name}");
    }
}

#[test]
fn a_report_is_one_file_that_needs_nothing_from_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (board, plots) in [
        ("--level beginner --first safe --games 200", 4),
        ("--size 4 4 4 4 --mines 40 --player fast --games 40", 4),
        ("--size 3 3 3 --mines 0 --games 3", 0),
        ("--size 7 --mines 2 --first anything --games 30", 1),
    ] {
        printed(folder, &format!("{board} --seed 1 --report page.html"));
        let page = std::fs::read_to_string(folder.join("page.html")).unwrap();
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
        for foreign in ["http", "src=", "href", "<script", "@import", "url(", "NaN", "inf"] {
            assert!(!page.contains(foreign), "{board}: {foreign}");
        }
        assert!(page.matches("<svg").count() >= plots, "{board}");
        assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
        assert_eq!(page.matches("<rect").count(), page.matches("</rect>").count());
    }
    // Merged shares give the page of the whole run.
    let board = "--level beginner --games 40 --seed 1 --deterministic";
    printed(folder, &format!("{board} --report whole.html"));
    let shares: String =
        (0..2).map(|number| printed(folder, &format!("{board} --json --shard {number}/2"))).collect();
    std::fs::write(folder.join("shares.json"), shares).unwrap();
    printed(folder, "merge shares.json --report merged.html");
    let [whole, merged] = ["whole.html", "merged.html"].map(|name| std::fs::read(folder.join(name)).unwrap());
    assert!(whole == merged);
}

#[test]
fn a_report_that_cannot_be_written_is_said_before_the_games() {
    let folder = tempfile::tempdir().unwrap();
    let words = "--level expert --games 18446744073709551615 --report nowhere/page.html";
    let done = simulate(folder.path(), words);
    assert_eq!(done.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&done.stderr), "omnisweep: nowhere: there is no such folder\n");
}

/// Killed again and again, politely or not, and resumed: it comes to what it would have come to.
#[cfg(unix)]
#[test]
fn a_run_that_is_killed_and_resumed_comes_to_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let words =
        "--level intermediate --player fast --games 20000 --seed 3 --shard 1/2 --threads 2 --deterministic";
    let whole = printed(folder, &format!("{words} --json"));
    for signal in ["TERM", "KILL"] {
        let file = folder.join(format!("{signal}.json"));
        let resumed = format!("{words} --json --resume {signal}.json");
        for _ in 0..4 {
            let mut command = Command::new(env!("CARGO_BIN_EXE_omnisweep"));
            command.arg("simulate").args(resumed.split_whitespace()).current_dir(folder);
            let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
            // The file is there before the first game.
            while !file.exists() {
                assert!(child.try_wait().unwrap().is_none(), "it ends without a word");
                std::thread::yield_now();
            }
            let kill = format!("kill -{signal} {}", child.id());
            assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
            let done = child.wait_with_output().unwrap();
            let said = String::from_utf8_lossy(&done.stderr);
            // Nothing, where it was too early to hear the signal.
            assert!(said.is_empty() || said.contains("they are in TERM.json"), "{said}");
        }
        assert_eq!(printed(folder, &resumed), whole);
        // And once more, with nothing left to play.
        assert_eq!(printed(folder, &resumed), whole);
        assert_eq!(std::fs::read_to_string(&file).unwrap(), whole);
    }
}
