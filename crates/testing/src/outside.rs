//! Cases from outside the project: sessions, positions and recordings that
//! others made. They are used where they lie, `../shared` or the folder that
//! `OMNISWEEP_SHARED` names, and are never a part of the project.
//!
//! Everything is tested without them, too. Tests of theirs stand in files named
//! `outside.rs`, which skip, visibly, where there is no such folder, and fail
//! there with `OMNISWEEP_CONFORMANCE=required`.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The folder of the cases for `what`, such as `esp`, if it is there.
///
/// # Panics
///
/// Where it is not there, but required.
#[must_use]
pub fn folder(what: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("OMNISWEEP_SHARED").map_or_else(beside, PathBuf::from);
    let folder = shared.join("conformance").join(what);
    if folder.is_dir() {
        return Some(folder);
    }
    skip(&format!("there are no outside cases in {}", folder.display()));
    None
}

/// A file of those cases, if they are there.
///
/// # Panics
///
/// Where the folder is there, but no such file in it, or none of JSON.
#[must_use]
pub fn json(what: &str, file: &str) -> Option<Value> {
    let path = folder(what)?.join(file);
    Some(serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap())
}

/// Whether the machine has a program that a test needs.
///
/// # Panics
///
/// Where it has not, but nothing may be skipped.
#[must_use]
pub fn has(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        skip(&format!("there is no {program}"));
    }
    found
}

/// Says that something is skipped, and why.
///
/// # Panics
///
/// Where nothing may be skipped.
pub fn skip(why: &str) {
    assert!(!required(), "nothing may be skipped, but {why}");
    eprintln!("SKIPPED: {why}");
}

/// Whether what is missing is a failure.
#[must_use]
pub fn required() -> bool {
    std::env::var("OMNISWEEP_CONFORMANCE").is_ok_and(|value| value == "required")
}

/// The recordings of other programs: the names of their files, and their bytes.
#[must_use]
pub fn recordings() -> Option<Vec<(String, Vec<u8>)>> {
    let kinds = ["avf", "mvf", "rmv", "evf"];
    let is_one = |path: &PathBuf| path.extension().is_some_and(|end| kinds.iter().any(|kind| end == *kind));
    let entries = std::fs::read_dir(folder("replays")?).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).filter(is_one).collect();
    paths.sort();
    assert_eq!(paths.len(), 8);
    let file = |path: PathBuf| {
        (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read(&path).unwrap())
    };
    Some(paths.into_iter().map(file).collect())
}
