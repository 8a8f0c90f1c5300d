//! The program for Windows under Wine, from a Debian whose Wine has what Rust's library asks for.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::roots::{NEWER, inside, root};
use super::{free_port, unpacked, used};
use crate::target::Target;
use crate::{Result, run};

/// Where Wine keeps its Windows, in its system.
const PREFIX: &str = "/tmp/omnisweep/wine";

pub fn windows() -> Result<()> {
    let root = root(NEWER)?;
    if !root.join("usr/bin/wine").exists() {
        run(&mut inside(&root, &["apt-get", "update", "-qq"]))?;
        run(&mut inside(
            &root,
            &["apt-get", "install", "-y", "-qq", "--no-install-recommends", "wine", "wine64"],
        ))?;
    }
    let folder = root.join("tmp/omnisweep");
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    std::fs::create_dir_all(&folder)?;
    unpacked(Target::Windows, &folder)?;
    let windows = Windows::start(root)?;
    let program = format!("/tmp/omnisweep/{}/omnisweep.exe", Target::Windows.folder());
    let wine = || windows.command(&["wine", &program]);
    used(&wine, free_port()?)?;
    // What is not there says so.
    let arena = wine().args(["arena", "--level", "beginner", "--bot", "x"]).output()?;
    let said = String::from_utf8_lossy(&arena.stderr).into_owned();
    if arena.status.success() || !said.contains("the arena needs the processes and signals of Unix") {
        return Err(format!("the arena does not say that it is absent: {said}").into());
    }
    // Its games are where Windows keeps such things.
    let users = std::fs::read_dir(folder.join("wine/drive_c/users"))?.flatten();
    let mut kept = users.map(|user| user.path().join("AppData/Roaming/omnisweep/games.db"));
    let kept = kept.find(|kept| kept.is_file()).ok_or("no user of Windows has any games")?;
    println!("{}", kept.strip_prefix(&folder)?.display());
    Ok(())
}

/// A Windows, which runs from its beginning to its end. What it runs beside programs has none of their
/// pipes, whose end would otherwise be waited for.
struct Windows {
    root: PathBuf,
}

impl Windows {
    fn start(root: PathBuf) -> Result<Windows> {
        std::fs::create_dir_all(root.join(PREFIX.trim_start_matches('/')))?;
        let windows = Windows { root };
        for words in [["wineserver", "--persistent"], ["wineboot", "--init"]] {
            run(windows.command(&words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()))?;
        }
        Ok(windows)
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = inside(&self.root, words);
        command.env("WINEPREFIX", PREFIX).env("WINEDEBUG", "-all").env("WINEDLLOVERRIDES", "mscoree,mshtml=");
        command
    }
}

impl Drop for Windows {
    fn drop(&mut self) {
        _ = self.command(&["wineserver", "--kill"]).status();
    }
}
