//! Clean systems of Debian below a folder, to install things in.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Result, run, tools};

/// The system that most people have, or a little older.
pub const STABLE: &str = "bookworm";

/// One that is new enough for what some trials need.
pub const NEWER: &str = "trixie";

/// A clean system, made once.
pub fn root(suite: &str) -> Result<PathBuf> {
    super::needs_root()?;
    tools::needs("debootstrap", "debootstrap")?;
    let folder = tools::folder().join("roots").join(suite);
    let mark = folder.join("made");
    if !mark.is_file() {
        std::fs::create_dir_all(&folder)?;
        run(Command::new("debootstrap").args(["--variant=minbase", suite]).arg(&folder))?;
        std::fs::write(mark, "")?;
    }
    Ok(folder)
}

/// A copy of a clean system, which a trial may change.
pub fn copy(suite: &str, name: &str) -> Result<PathBuf> {
    let from = root(suite)?;
    let to = crate::empty_stage(name)?;
    run(Command::new("cp").arg("-a").arg(from.join(".")).arg(&to))?;
    Ok(to)
}

/// A command in such a system, which has its own view of the processes, and no more of it once it ends.
pub fn inside(root: &Path, words: &[&str]) -> Command {
    let mut command = Command::new("unshare");
    // Nothing of this machine's settings, and none of its programs.
    command.env_clear().env("PATH", "/usr/local/bin:/usr/bin:/bin:/usr/games:/usr/sbin:/sbin");
    command.env("HOME", "/root").env("LC_ALL", "C.UTF-8").env("DEBIAN_FRONTEND", "noninteractive");
    command.args(["--mount", "sh", "-c", "mount -t proc proc \"$0/proc\" && exec chroot \"$0\" \"$@\""]);
    command.arg(root).args(words);
    command
}
