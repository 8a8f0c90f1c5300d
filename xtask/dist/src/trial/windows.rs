//! The program for Windows under Wine, from a Debian whose Wine has what Rust's library asks for.

use std::path::Path;
use std::process::Command;

use super::roots::{NEWER, inside, root};
use super::{free_port, unpacked, used};
use crate::target::Target;
use crate::{Result, run};

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
    let program = format!("/tmp/omnisweep/{}/omnisweep.exe", Target::Windows.folder());
    let wine = || wine(&root, &program);
    // Its first start makes a Windows, and says much about that.
    _ = super::said(wine().arg("--version"), "")?;
    used(&wine, free_port()?)?;
    // What is not there says so.
    let arena = wine().args(["arena", "--level", "beginner", "--bot", "x"]).output()?;
    let said = String::from_utf8_lossy(&arena.stderr).into_owned();
    if arena.status.success() || !said.contains("the arena needs the processes and signals of Unix") {
        return Err(format!("the arena does not say that it is absent: {said}").into());
    }
    // Its games are where Windows keeps such things.
    let users = std::fs::read_dir(root.join("tmp/omnisweep/wine/drive_c/users"))?.flatten();
    let kept = users.map(|user| user.path().join("AppData/Roaming/omnisweep/games.db"));
    let kept = kept.into_iter().find(|kept| kept.is_file()).ok_or("no user of Windows has any games")?;
    println!("{}", kept.strip_prefix(&root)?.display());
    stopped(&root)
}

fn wine(root: &Path, program: &str) -> Command {
    let mut command = inside(root, &["wine", program]);
    command
        .env("WINEPREFIX", "/tmp/omnisweep/wine")
        .env("WINEDEBUG", "-all")
        .env("WINEDLLOVERRIDES", "mscoree,mshtml=");
    command
}

/// Ends what Wine has left running.
fn stopped(root: &Path) -> Result<()> {
    let mut end = inside(root, &["wineserver", "--kill"]);
    end.env("WINEPREFIX", "/tmp/omnisweep/wine");
    _ = end.status();
    Ok(())
}
