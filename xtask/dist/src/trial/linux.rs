//! The archives for Linux, in a folder with nothing else.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{free_port, unpacked, used};
use crate::target::Target;
use crate::{Result, empty_stage, tools};

pub fn linux_x86_64() -> Result<()> {
    let program = alone(Target::LinuxX86)?;
    used(&|| bare(&program, &[]), free_port()?)
}

pub fn linux_aarch64() -> Result<()> {
    tools::needs("qemu-aarch64-static", "qemu-user-static")?;
    let program = alone(Target::LinuxArm)?;
    used(&|| bare(&program, &["qemu-aarch64-static"]), free_port()?)
}

/// Unpacks the archive, and sees that all is in it.
fn alone(target: Target) -> Result<PathBuf> {
    let folder = empty_stage("try-archive")?;
    unpacked(target, &folder)?;
    let inside = folder.join(target.folder());
    for name in [
        "LICENSE-MIT",
        "LICENSE-APACHE",
        "README.md",
        "omnisweep.6",
        "completions/_omnisweep",
        "completions/omnisweep.bash",
        "completions/omnisweep.fish",
        "completions/_omnisweep.ps1",
        "completions/omnisweep.elv",
    ] {
        if inside.join(name).metadata()?.len() == 0 {
            return Err(format!("{name} is empty").into());
        }
    }
    Ok(inside.join(target.program()))
}

/// The program without anything of this machine: no Rust, no checkout, a home of its own.
fn bare(program: &Path, before: &[&str]) -> Command {
    let words: Vec<&std::ffi::OsStr> =
        before.iter().map(std::ffi::OsStr::new).chain([program.as_os_str()]).collect();
    let mut command = Command::new("env");
    let home = program.with_file_name("home");
    command.arg("-i").arg(format!("HOME={}", home.display())).arg("PATH=/usr/bin:/bin").args(words);
    command.current_dir("/");
    command
}
