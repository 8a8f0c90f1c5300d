//! `cargo xtask torture`: the program is killed, raced and given full disks, many times; nothing may be lost. The
//! tests are those of `crates/cli/tests/torture` and `crates/server/tests`, which have a few trials of each.

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
    let mut rows = vec![["trials of", "trials", "acknowledged", "lost"].map(str::to_owned)];
    let passed = ["-p omnisweep --test torture", "-p omnisweep-server --test torture --test mutations"]
        .map(|tests| torment(tests, count, &mut rows));
    println!();
    for [name, numbers @ ..] in &rows {
        println!("{name:<24}{}", numbers.each_ref().map(|number| format!("{number:>14}")).concat());
    }
    if passed.iter().all(|passed| *passed) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs some tests with so many trials, a thousand mutated messages for each; what they say of them goes into rows.
fn torment(tests: &str, count: u64, rows: &mut Vec<[String; 4]>) -> bool {
    // They mostly wait, so all kinds run at once.
    let mut tests = cargo(&format!("test --quiet {tests} -- --nocapture --test-threads=6"));
    tests.env("OMNISWEEP_TORTURE", count.to_string()).env("OMNISWEEP_MUTATIONS", (1000 * count).to_string());
    let Ok(mut tests) = tests.stdout(Stdio::piped()).spawn() else {
        eprintln!("cargo does not start");
        return false;
    };
    for line in tests.stdout.take().map(BufReader::new).into_iter().flat_map(|out| out.lines()).flatten() {
        println!("{line}");
        rows.extend(row(&line));
    }
    tests.wait().is_ok_and(|status| status.success())
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
