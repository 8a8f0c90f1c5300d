//! Packages, installed in a clean system and removed again.

use std::path::Path;
use std::process::Command;

use super::roots::{STABLE, copy, inside};
use super::{free_port, used};
use crate::{Result, package, run, share, stage, tools};

/// Installed on the machine's own kind of processor; the other one is only looked at.
pub fn deb() -> Result<()> {
    share::validate(&stage("usr"))?;
    tools::needs("lintian", "lintian")?;
    for (_, system, _) in package::SYSTEMS {
        let mut lintian = Command::new("lintian");
        lintian.args(["--fail-on", "error", "--allow-root"]);
        run(lintian.arg(package::deb_file(system)))?;
    }
    let root = copy(STABLE, "try-deb")?;
    std::fs::copy(package::deb_file("amd64"), root.join("omnisweep.deb"))?;
    run(&mut inside(&root, &["apt-get", "install", "-y", "-qq", "/omnisweep.deb"]))?;
    in_use(&root)?;
    run(&mut inside(&root, &["apt-get", "purge", "-y", "-qq", "omnisweep"]))?;
    gone(&root)
}

pub fn rpm() -> Result<()> {
    tools::needs("rpm", "rpm")?;
    for (_, _, system) in package::SYSTEMS {
        run(Command::new("rpm")
            .args(["--query", "--info", "--list", "--package"])
            .arg(package::rpm_file(system)))?;
    }
    let root = copy(STABLE, "try-rpm")?;
    let into = format!("--root={}", root.display());
    // The folder is a system of Debian's, whose own database rpm does not know.
    let mut install = Command::new("rpm");
    run(install.args(["--install", "--nodeps", &into]).arg(package::rpm_file("x86_64")))?;
    in_use(&root)?;
    run(Command::new("rpm").args(["--erase", "--nodeps", &into, "omnisweep"]))?;
    gone(&root)
}

fn in_use(root: &Path) -> Result<()> {
    used(&|| inside(root, &["omnisweep"]), free_port()?)
}

/// The program is gone, and what was played is still there.
fn gone(root: &Path) -> Result<()> {
    let left =
        ["usr/bin/omnisweep", "usr/games/omnisweep"].map(|name| root.join(name).exists()).contains(&true);
    let kept = root.join("root/.local/share/omnisweep/games.db");
    match (left, kept.is_file()) {
        (true, _) => Err("it is still there after it was removed".into()),
        (_, false) => Err("the games are gone with the program".into()),
        _ => Ok(()),
    }
}
