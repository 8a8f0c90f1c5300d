//! Packages for Debian and for Fedora and its like, by the tools that read `Cargo.toml`.

use std::path::PathBuf;
use std::process::Command;

use crate::target::Target;
use crate::{Result, VERSION, artifacts, build, commit, empty_stage, root, run, share, tools};

/// The systems, as Debian and as Fedora call them.
pub const SYSTEMS: [(Target, &str, &str); 2] =
    [(Target::LinuxX86, "amd64", "x86_64"), (Target::LinuxArm, "arm64", "aarch64")];

/// The package of Debian for a system.
pub fn deb_file(system: &str) -> PathBuf {
    artifacts().join(format!("omnisweep_{VERSION}-1_{system}.deb"))
}

/// The package of Fedora for a system.
pub fn rpm_file(system: &str) -> PathBuf {
    artifacts().join(format!("omnisweep-{VERSION}-1.{system}.rpm"))
}

pub fn deb() -> Result<()> {
    let tool = tools::program(tools::CARGO_DEB)?;
    for (target, system, _) in SYSTEMS {
        laid_out(target)?;
        let mut make = Command::new(&tool);
        make.args(["--no-build", "--no-strip", "-p", "omnisweep", "--target", target.triple(), "-o"]);
        run(dated(make.arg(deb_file(system)))?)?;
    }
    Ok(())
}

pub fn rpm() -> Result<()> {
    let tool = tools::program(tools::CARGO_RPM)?;
    for (target, _, system) in SYSTEMS {
        laid_out(target)?;
        let mut make = Command::new(&tool);
        // A static program needs nothing that would have to be looked for.
        make.args(["-p", "crates/cli", "--auto-req", "disabled", "--target", target.triple(), "-o"]);
        run(dated(make.arg(rpm_file(system)))?)?;
    }
    Ok(())
}

/// The tree where the manifest says that it lies.
fn laid_out(target: Target) -> Result<()> {
    let built = build::program(target)?;
    std::fs::create_dir_all(artifacts())?;
    share::tree(&empty_stage("usr")?, &built.program)
}

fn dated(command: &mut Command) -> Result<&mut Command> {
    Ok(command.current_dir(root()).env("SOURCE_DATE_EPOCH", commit()?.1.to_string()))
}
