//! `cargo xtask torture`: the program is killed, raced and given full disks, many times; nothing may be lost. The
//! tests are those of `crates/cli/tests/torture`, which have a few trials of each.

use std::io::{BufRead as _, BufReader};
use std::process::{ExitCode, Stdio};

use crate::cargo;

/// Runs so many trials of each kind, and prints a table.
pub fn run(words: &[&str]) -> ExitCode {
    let count = match words {
        [] => Some(1000),
        ["--count", count] => count.parse::<u64>().ok(),
        _ => None,
    };
    let Some(count) = count else {
        eprintln!("--count needs a number");
        return ExitCode::from(2);
    };
    // They mostly wait, so all kinds run at once.
    let mut tests = cargo("test --quiet -p omnisweep --test torture -- --nocapture --test-threads=6");
    tests.env("OMNISWEEP_TORTURE", count.to_string()).stdout(Stdio::piped());
    let Ok(mut tests) = tests.spawn() else {
        eprintln!("cargo does not start");
        return ExitCode::FAILURE;
    };
    let mut rows = vec![["trials of", "trials", "acknowledged", "lost"].map(str::to_owned)];
    for line in tests.stdout.take().map(BufReader::new).into_iter().flat_map(|out| out.lines()).flatten() {
        println!("{line}");
        rows.extend(row(&line));
    }
    println!();
    for [name, numbers @ ..] in &rows {
        println!("{name:<20}{}", numbers.each_ref().map(|number| format!("{number:>14}")).concat());
    }
    match tests.wait() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

/// What a test says of its trials: `torture: kills in play; 1000; 23456; 0`.
fn row(line: &str) -> Option<[String; 4]> {
    let parts: Vec<String> = line.strip_prefix("torture: ")?.split("; ").map(str::to_owned).collect();
    parts.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::row;

    #[test]
    fn rows_are_found_among_other_lines() {
        let found = row("torture: kills in play; 10; 234; 0").unwrap();
        assert_eq!(found, ["kills in play", "10", "234", "0"]);
        assert!(row("test kills ... ok").is_none());
    }
}
