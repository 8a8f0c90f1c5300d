//! What the program is made of, for those who have to know (CycloneDX).

use std::path::PathBuf;
use std::process::Command;

use crate::{Result, VERSION, artifacts, commit, empty_stage, root, run, tools};

/// The file that is released.
pub fn file() -> PathBuf {
    artifacts().join(format!("omnisweep-{VERSION}.cdx.json"))
}

/// The tool writes beside every manifest, so it gets a copy of the commit.
pub fn make() -> Result<()> {
    let tool = tools::program(tools::CARGO_SBOM)?;
    let copy = empty_stage("sbom")?;
    run(Command::new("git").args(["clone", "--quiet"]).arg(root()).arg(&copy))?;
    let mut make = Command::new(tool);
    make.args([
        "cyclonedx",
        "--quiet",
        "--format",
        "json",
        "--spec-version",
        "1.5",
        "--all",
        "--target",
        "all",
    ]);
    make.args(["--override-filename", "sbom", "--manifest-path", "crates/cli/Cargo.toml"]);
    run(make.current_dir(&copy).env("SOURCE_DATE_EPOCH", commit()?.1.to_string()))?;
    // Where this machine keeps the copy is nobody's business.
    let text = std::fs::read_to_string(copy.join("crates/cli/sbom.json"))?;
    std::fs::create_dir_all(artifacts())?;
    Ok(std::fs::write(file(), text.replace(&copy.display().to_string(), "/omnisweep"))?)
}
