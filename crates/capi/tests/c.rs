//! The library from C and from Python, as users build against it.
#![allow(clippy::unwrap_used)]

mod build;

use std::path::Path;
use std::process::Command;

use build::{compile, here, library};
use omnisweep_testing::outside::has;

fn run(program: &Path) -> String {
    let output = Command::new(program).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {:?} {text} {errors}", program.display(), output.status);
    _ = std::fs::remove_file(program);
    text
}

const SANITIZED: [&str; 3] = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-g"];

#[test]
fn the_functions_agree_with_a_brute_force_model_in_c() {
    if !has("cc") {
        return;
    }
    let library = library();
    // As tight as a board allows, usual, and roomy.
    for (adjacent, dimensions) in
        [(242, 5), (8, 2), (26, 3), (80, 4), (728, 6), (2, 1), (3, 2), (7, 3), (40, 7)]
    {
        let flags = [format!("-DMAX_ADJACENT={adjacent}"), format!("-DMAX_DIM={dimensions}")];
        let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
        let name = format!("nd-{adjacent}-{dimensions}");
        run(&compile(&name, &["tests/c/nd_test.c"], &flags, &library));
        let sanitized = [flags.as_slice(), &SANITIZED].concat();
        run(&compile(&format!("{name}-sanitized"), &["tests/c/nd_test.c"], &sanitized, &library));
    }
    // Without any value for the two.
    run(&compile("nd-usual", &["tests/c/nd_test.c"], &[], &library));
}

#[test]
fn ten_million_zeros_open_on_a_small_stack() {
    if has("cc") {
        let flags = ["-DMAX_ADJACENT=8", "-DMAX_DIM=2"];
        run(&compile("flood", &["tests/c/flood.c"], &flags, &library()));
    }
}

#[test]
fn a_program_of_several_files_brings_its_own_struct() {
    if has("cc") {
        let files = ["main.c", "play.c", "functions.c"].map(|file| format!("tests/c/own/{file}"));
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        let library = library();
        run(&compile("own", &files, &[], &library));
        run(&compile("own-sanitized", &files, &SANITIZED, &library));
    }
}

#[test]
fn the_example_in_c_plays_a_game() {
    if has("cc") {
        let library = library();
        let played = "..1*1...\n11211...\n1F1.....\n111..111\n.....1*1\nwon, 2 mines left\n";
        assert_eq!(run(&compile("game", &["examples/game.c"], &[], &library)), played);
        run(&compile("game-sanitized", &["examples/game.c"], &SANITIZED, &library));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_channel_carries_messages_in_c() {
    if has("cc") {
        let library = library();
        run(&compile("channel", &["tests/c/channel_test.c"], &[], &library));
        run(&compile("channel-sanitized", &["tests/c/channel_test.c"], &SANITIZED, &library));
        let squares: Vec<String> = (0..20).map(|number| (number * number).to_string()).collect();
        let printed = run(&compile("squares", &["examples/squares.c"], &SANITIZED, &library));
        assert_eq!(printed.trim(), squares.join(" "));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_example_in_python_plays_a_game() {
    if !has("python3") {
        return;
    }
    let output = Command::new("python3")
        .arg(here().join("examples/game.py"))
        .arg(library().join("libomnisweep_capi.so"))
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("of 64 cells open"));
}
