//! Sessions and recordings from outside the project, run by the program itself.

#![allow(clippy::unwrap_used)]

#[cfg(unix)]
mod pty;

use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use omnisweep_testing::folder::Folder;
use omnisweep_testing::outside;
use serde_json::Value;

/// A file's content: text, or bytes in hexadecimal digits.
fn content(value: &Value) -> Vec<u8> {
    match value["hex"].as_str() {
        Some(hex) => hex
            .as_bytes()
            .chunks(2)
            .map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap())
            .collect(),
        None => value["text"].as_str().unwrap().into(),
    }
}

fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// Runs one case in a folder of its own, and says what differs.
fn run(edition: &str, case: &Value, folder: &Folder) -> Vec<String> {
    folder.clear();
    for name in case["dirs"].as_array().into_iter().flatten() {
        fs::create_dir_all(folder.join(name.as_str().unwrap())).unwrap();
    }
    for (name, value) in entries(&case["files_before"]) {
        fs::write(folder.join(name), content(value)).unwrap();
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_omnisweep"))
        .arg(edition)
        .args(case["argv"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()))
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    _ = child.stdin.take().unwrap().write_all(case["stdin"].as_str().unwrap().as_bytes());
    let done = child.wait_with_output().unwrap();

    let mut differs = Vec::new();
    let code = done.status.code().map(i64::from);
    if code != case["exit"].as_i64() {
        differs.push(format!("exit {code:?}, not {}", case["exit"]));
    }
    if let Some(expected) = case["stdout"].as_str()
        && done.stdout != expected.as_bytes()
    {
        let got = String::from_utf8_lossy(&done.stdout);
        differs.push(format!("printed {got:?}, not {expected:?}"));
    }
    for (name, value) in entries(&case["files_after"]) {
        if fs::read(folder.join(name)).ok() != Some(content(value)) {
            differs.push(format!("file {name} differs"));
        }
    }
    differs
}

fn all_cases_agree(edition: &str) {
    let Some(cases) = outside::json(edition, "cases.json") else { return };
    let folder = Folder::new();
    let cases = cases.as_array().unwrap();
    assert!(!cases.is_empty());
    let mut failed = Vec::new();
    for case in cases {
        let differs = run(edition, case, &folder);
        if !differs.is_empty() {
            failed.push(format!("{}: {}", case["name"], differs.join("; ")));
        }
    }
    assert!(failed.is_empty(), "{} of {} cases differ:\n{}", failed.len(), cases.len(), failed.join("\n"));
}

#[test]
fn esp() {
    all_cases_agree("esp");
}

#[test]
fn cs121() {
    all_cases_agree("cs121");
}

#[test]
fn styles() {
    all_cases_agree("styles");
}

#[cfg(unix)]
#[test]
fn recordings_of_other_programs_are_shown_again() {
    outside::recordings().iter().flatten().for_each(|(name, bytes)| pty::show(name, bytes));
}
