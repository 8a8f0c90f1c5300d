//! The guide to the protocol: its examples run, and it names everything that is said.
#![allow(clippy::unwrap_used)]

mod support;

use std::process::Command;

use omnisweep_server::error::Error;
use omnisweep_testing::folder::Folder;
use omnisweep_testing::outside;
use support::server::Server;

const GUIDE: &str = include_str!("../../../docs/server-protocol.md");

fn blocks(language: &str) -> String {
    let inside = GUIDE.split("\n```").skip(1).step_by(2).filter_map(|part| part.split_once('\n'));
    inside.filter(|(first, _)| *first == language).map(|(_, block)| format!("{block}\n")).collect()
}

#[test]
fn the_examples_in_python_run() {
    if !outside::has("python3") {
        return;
    }
    let folder = Folder::new();
    let server = Server::start(&folder, folder.join("server.db").to_str().unwrap(), &[]);
    std::fs::write(folder.join("guide.py"), blocks("python")).unwrap();
    let output = Command::new("python3")
        .arg(folder.join("guide.py"))
        .env("OMNISWEEP_SERVER", &server.address)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_errors_of_players_are_named() {
    let start = omnisweep_engine::Cell(0);
    for error in [
        Error::Malformed(String::new()),
        Error::OutOfOrder { expected: 0 },
        Error::Wait,
        Error::TooFast,
        Error::NoGame,
        Error::Over,
        Error::NoMove,
        Error::TooManyMoves,
        Error::StartsElsewhere { start },
        Error::Attempted,
        Error::NoSuchBoard(String::new()),
        Error::NotFound,
    ] {
        assert!(GUIDE.contains(&format!("`{}`", error.code())), "{}", error.code());
    }
}

#[test]
fn every_option_is_in_the_guide_and_no_other() {
    let guide = include_str!("../../../docs/server.md");
    let help = Command::new(env!("CARGO_BIN_EXE_omnisweep-server")).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let options = |text: &str| -> std::collections::BTreeSet<String> {
        let words = text.split(|c: char| !(c.is_ascii_lowercase() || c == '-'));
        words.filter(|word| word.starts_with("--") && word.len() > 3).map(str::to_owned).collect()
    };
    // Those of Cargo and others.
    let elsewhere =
        ["--help", "--version", "--out", "--release", "--profile", "--database-connections", "--site"];
    let known = |text| &options(text) - &elsewhere.map(str::to_owned).into();
    assert_eq!(known(guide), known(&help));
}
