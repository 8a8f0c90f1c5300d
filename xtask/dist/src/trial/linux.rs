//! The archives for Linux, in a folder with nothing else.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Server, fetched, free_port, unpacked, used};
use crate::archive::{SERVED, server_folder};
use crate::target::Target;
use crate::{Result, artifacts, build, empty_stage, run, tools};

pub fn linux_x86_64() -> Result<()> {
    let program = alone(Target::LinuxX86)?;
    used(&|| bare(&program, &[]), free_port()?)
}

pub fn linux_aarch64() -> Result<()> {
    tools::needs("qemu-aarch64-static", "qemu-user-static")?;
    let program = alone(Target::LinuxArm)?;
    used(&|| bare(&program, &["qemu-aarch64-static"]), free_port()?)
}

/// The server's archives: the program serves its page, says what it is, and keeps its database at home.
pub fn server() -> Result<()> {
    tools::needs("qemu-aarch64-static", "qemu-user-static")?;
    for target in SERVED {
        let folder = empty_stage("try-server")?;
        let archive = artifacts().join(format!("{}.tar.gz", server_folder(target)));
        run(Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(&folder))?;
        let inside = folder.join(server_folder(target));
        for name in ["server.md", "omnisweep-server.8", "completions/_omnisweep-server"] {
            if inside.join(name).metadata()?.len() == 0 {
                return Err(format!("{name} is empty").into());
            }
        }
        let before: &[&str] = if target == Target::LinuxArm { &["qemu-aarch64-static"] } else { &[] };
        let port = free_port()?;
        let mut command = bare(&inside.join(build::SERVER), before);
        let mut server = Server::start(command.args(["--addr", &format!("127.0.0.1:{port}")]))?;
        server.says_where(&format!("http://127.0.0.1:{port}/"))?;
        for (path, wanted) in
            [("/", "<title>Omnisweep</title>"), ("/server.json", "\"protocol\""), ("/readyz", "ready")]
        {
            let answer = fetched(port, path)?;
            if !answer.starts_with("HTTP/1.1 200") || !answer.contains(wanted) {
                return Err(
                    format!("{path} is not served:\n{}", answer.lines().next().unwrap_or_default()).into()
                );
            }
        }
        if !inside.join("home/.local/share/omnisweep/server.db").is_file() {
            return Err("its database is not at home".into());
        }
    }
    Ok(())
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
