//! `cargo xtask orca`: a game is won by ear, with a screen reader that people use. Orca runs beside a browser whose window
//! nobody sees, and what it has to say goes into a file instead of a loudspeaker.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use omnisweep_testing::patience::limit;

use crate::keyboard::{BOARD_BY_EAR, KEYS_BY_EAR};
use crate::page::{Kind, Page, Running};

/// Set where all that it takes is there: a bus, a screen, a home of its own; and the file of what was said.
const SPOKEN: &str = "OMNISWEEP_SPOKEN";

/// So long nothing is said when everything has been.
const SILENCE: Duration = Duration::from_secs(2);

/// Plays the game; at first, starts what it takes, and itself in there.
pub async fn run() -> ExitCode {
    if let Some(spoken) = std::env::var_os(SPOKEN) {
        return play(Path::new(&spoken)).await;
    }
    let home = tempfile::tempdir().unwrap();
    let mut command = Command::new("dbus-run-session");
    command.args(["--", "xvfb-run", "--auto-servernum", "--server-args=-screen 0 1280x900x24"]);
    command.arg(std::env::current_exe().unwrap()).arg("--orca");
    command.env(SPOKEN, home.path().join("spoken")).env("HOME", home.path());
    command.env("XDG_RUNTIME_DIR", home.path()).env_remove("XDG_CONFIG_HOME").env_remove("XDG_CACHE_HOME");
    command.env("PYTHONPATH", concat!(env!("CARGO_MANIFEST_DIR"), "/orca"));
    match command.status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("dbus-run-session: {error}; `cargo xtask orca --install` installs what is missing");
            ExitCode::FAILURE
        }
    }
}

/// What was said that nobody has heard yet.
struct Ear<'a> {
    file: &'a Path,
    heard: usize,
}

impl Ear<'_> {
    /// Listens until it is silent, having said this much at least.
    async fn listen(&mut self, wanted: &str) -> Vec<String> {
        let (mut since, mut length, until) = (Instant::now(), 0, Instant::now() + limit());
        loop {
            tokio::time::sleep(Duration::from_millis(100)).await;
            let text = fs::read_to_string(self.file).unwrap_or_default();
            if text.len() > length {
                (length, since) = (text.len(), Instant::now());
            }
            let new: Vec<String> = text.lines().skip(self.heard).map(str::to_owned).collect();
            let said = new.iter().any(|line| line.contains(wanted));
            if (said && since.elapsed() > SILENCE) || Instant::now() > until {
                assert!(said, "{wanted:?} was not said, but: {new:?}");
                self.heard += new.len();
                return new;
            }
        }
    }
}

async fn play(spoken: &Path) -> ExitCode {
    let _orca = Running(Command::new("orca").arg("--replace").spawn().unwrap());
    let mut ear = Ear { file: spoken, heard: 0 };
    ear.listen("Screen reader on").await;
    let Some(page) = Page::start(Kind::SpokenChromium).await else { return ExitCode::FAILURE };
    page.open_board("modern", BOARD_BY_EAR).await;
    let mut lines = ear.listen("row 1, column 1").await;
    lines.iter().for_each(|line| println!("{line}"));
    for (what, keys, said) in KEYS_BY_EAR {
        println!("\n# {what}");
        page.keys(keys).await;
        let new = if said.is_empty() { Vec::new() } else { ear.listen(said).await };
        new.iter().for_each(|line| println!("{line}"));
        lines.extend(new);
    }
    page.stop().await;
    // Nobody wants to hear the clock.
    let clock =
        |line: &&String| line.split_once(':').is_some_and(|(minutes, _)| minutes.parse::<u64>().is_ok());
    assert_eq!(lines.iter().find(clock), None, "the clock is silent");
    println!("\nThe game was won by ear.");
    ExitCode::SUCCESS
}
