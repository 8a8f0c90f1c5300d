//! What the program is made of, for those who have to know (CycloneDX).

use std::path::PathBuf;
use std::process::Command;

use crate::{Result, VERSION, artifacts, commit, root, run, tools};

/// The file that is released.
pub fn file() -> PathBuf {
    artifacts().join(format!("omnisweep-{VERSION}.cdx.json"))
}

pub fn make() -> Result<()> {
    let tool = tools::program(tools::CARGO_SBOM)?;
    let mut make = Command::new(tool);
    make.args(["cyclonedx", "--format", "json", "--all", "--override-filename", "dist-sbom", "--quiet"]);
    make.args(["--target", "all", "--manifest-path", "crates/cli/Cargo.toml"]);
    run(make.current_dir(root()).env("SOURCE_DATE_EPOCH", commit()?.1.to_string()))?;
    std::fs::create_dir_all(artifacts())?;
    // It writes one beside the manifest of each package of the workspace.
    for entry in std::fs::read_dir(root().join("crates"))? {
        let written = entry?.path().join("dist-sbom.json");
        if written.is_file() {
            if written.starts_with(root().join("crates/cli")) {
                std::fs::copy(&written, file())?;
            }
            std::fs::remove_file(&written)?;
        }
    }
    Ok(())
}
