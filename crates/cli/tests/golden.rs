//! Golden sessions: whole runs of the program, as text that can be read.
//!
//! A file in `golden/` has any number of sessions, one after the other:
//!
//! ```text
//! == what the session shows
//! $ play --level beginner --seed 5
//! --- file NAME            a file there before (any number of these)
//! --- in                   what is typed
//! --- out                  what is printed, to the byte
//! --- after NAME           what a file holds afterwards (any number)
//! --- exit 0
//! ```
//!
//! In these texts `␛` is the escape character, `\xHH` any other byte that is
//! not text, and `␄` at the end says that the last line has no newline. `HOME`
//! stands for the session's own folder. `UPDATE_GOLDEN=1 cargo test` writes
//! what the program does now; look at the difference before you keep it.

#![allow(clippy::unwrap_used)]

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use omnisweep_testing::folder::Folder;
use omnisweep_testing::golden;

#[derive(Default)]
struct Session {
    title: String,
    words: String,
    before: Vec<(String, Vec<u8>)>,
    input: Vec<u8>,
    output: String,
    after: Vec<(String, String)>,
    exit: String,
}

/// Bytes as they stand in a golden file.
fn shown(bytes: &[u8], home: &Path) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '\x1b' => text.push('␛'),
                '\n' | '\t' => text.push(character),
                c if c.is_control() => _ = write!(text, "\\x{:02x}", c as u32),
                c => text.push(c),
            }
        }
        chunk.invalid().iter().for_each(|byte| _ = write!(text, "\\x{byte:02x}"));
    }
    let mut text = text.replace(home.to_str().unwrap(), "HOME");
    if !text.is_empty() && !text.ends_with('\n') {
        text.push_str("␄\n");
    }
    text
}

/// The bytes that a text in a golden file stands for.
fn meant(text: &str) -> Vec<u8> {
    let text = text.strip_suffix("␄\n").unwrap_or(text).replace('␛', "\x1b");
    let mut bytes = Vec::new();
    let mut rest = text.as_str();
    while let Some((plain, code)) = rest.split_once("\\x") {
        bytes.extend(plain.bytes());
        bytes.push(u8::from_str_radix(&code[..2], 16).unwrap());
        rest = &code[2..];
    }
    bytes.extend(rest.bytes());
    bytes
}

fn parse(text: &str) -> Vec<Session> {
    let mut sessions: Vec<Session> = Vec::new();
    // Marks stand at the beginning of a line.
    for part in format!("\n{text}").split("\n== ").skip(1) {
        let part = format!("{part}\n");
        let (title, rest) = part.split_once('\n').unwrap();
        let (words, rest) = rest.split_once('\n').unwrap();
        let words = words.strip_prefix("$ ").or(words.strip_prefix('$')).expect("a line with the words");
        let mut session = Session { title: title.into(), words: words.into(), ..Session::default() };
        for section in format!("\n{rest}").split("\n--- ").skip(1) {
            let section = format!("{section}\n");
            let (head, body) = section.split_once('\n').unwrap();
            match head.split_once(' ').unwrap_or((head, "")) {
                ("file", name) => session.before.push((name.into(), meant(body))),
                ("in", _) => session.input = meant(body),
                ("out", _) => session.output = body.into(),
                ("after", name) => session.after.push((name.into(), body.into())),
                ("exit", code) => session.exit = code.into(),
                _ => panic!("unknown section {head:?} in {title:?}"),
            }
        }
        sessions.push(session);
    }
    sessions
}

fn print(sessions: &[Session]) -> String {
    let mut text = String::new();
    for (at, session) in sessions.iter().enumerate() {
        let Session { title, words, before, input, output, after, exit } = session;
        _ = writeln!(text, "{}== {title}\n$ {words}", if at == 0 { "" } else { "\n" });
        for (name, bytes) in before {
            _ = write!(text, "--- file {name}\n{}", shown(bytes, Path::new("\0")));
        }
        _ = write!(text, "--- in\n{}--- out\n{output}", shown(input, Path::new("\0")));
        for (name, body) in after {
            _ = write!(text, "--- after {name}\n{body}");
        }
        _ = writeln!(text, "--- exit {exit}");
    }
    text
}

/// Runs a session and puts in what really happened.
fn run(session: &mut Session, home: &Folder) {
    home.clear();
    for (name, bytes) in &session.before {
        let path = home.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_omnisweep"))
        .args(session.words.split_whitespace())
        .current_dir(home)
        .env("HOME", &**home)
        .env("XDG_DATA_HOME", &**home)
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may end without reading all of it.
    _ = child.stdin.take().unwrap().write_all(&session.input);
    let done = child.wait_with_output().unwrap();
    let mut output = shown(&done.stdout, home);
    if !done.stderr.is_empty() {
        _ = write!(output, "[stderr]\n{}", shown(&done.stderr, home));
    }
    session.output = output;
    session.exit = done.status.code().map_or("by a signal".to_owned(), |code| code.to_string());
    for (name, body) in &mut session.after {
        *body = fs::read(home.join(name)).map_or("(no such file)\n".to_owned(), |bytes| shown(&bytes, home));
    }
}

#[test]
fn every_golden_session_goes_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let home = Folder::new();
    let mut count = 0;
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let mut sessions = parse(&text);
        count += sessions.len();
        for session in &mut sessions {
            run(session, &home);
            if !golden::updates() {
                let now = print(std::slice::from_ref(session));
                let title = &session.title;
                assert!(text.contains(&now), "{}: {title:?} went like this:\n{now}", file.display());
            }
        }
        if golden::updates() {
            fs::write(&file, print(&sessions)).unwrap();
        }
    }
    assert!(count > 0, "there are golden sessions");
}
