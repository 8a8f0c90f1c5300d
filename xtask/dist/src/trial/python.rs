//! The package for Python, installed from the wheel and from the sources.

use std::path::Path;
use std::process::Command;

use crate::python::{WHEELS, sources, wheel};
use crate::{Result, empty_stage, printed, root, run, tools};

/// What somebody does first.
const PROGRAM: &str = "
import omnisweep
game = omnisweep.Game('expert', seed=7)
game.open(8, 15)
print(omnisweep.__file__)
print(omnisweep.analyse(game).why)
";

pub fn python() -> Result<()> {
    for (_, platform) in WHEELS {
        if !wheel(platform).is_file() {
            return Err(format!("there is no {}", wheel(platform).display()).into());
        }
    }
    installed("from-wheel", &wheel(WHEELS[0].1), &["pytest", "hypothesis", "gymnasium>=1.1"], true)?;
    installed("from-sources", &sources(), &[], false)
}

fn installed(name: &str, package: &Path, more: &[&str], tests: bool) -> Result<()> {
    let folder = empty_stage(&format!("try-{name}"))?;
    let python = tools::venv(&folder, &[])?;
    let mut pip = Command::new(&python);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).arg(package).args(more);
    run(pip.current_dir(&folder))?;
    let said = printed(Command::new(&python).args(["-c", PROGRAM]).current_dir(&folder))?;
    println!("{name}: {}", said.lines().last().unwrap_or_default());
    if !said.contains(&folder.display().to_string()) {
        return Err(format!("it is not what was installed: {said}").into());
    }
    if tests {
        let tests = root().join("crates/python/tests");
        run(Command::new(&python)
            .args(["-m", "pytest", "-q", "-p", "no:cacheprovider"])
            .arg(tests)
            .current_dir(&folder))?;
    }
    Ok(())
}
