//! The page's scripts: type-checked and linted by programs from the npm registry,
//! in the versions that `xtask/scripts/package-lock.json` names.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::ROOT;
use crate::machine::runs;
use crate::steps::{Beside, Steps};

const NAME: &str = "the page's scripts";

fn folder() -> PathBuf {
    Path::new(ROOT).join("xtask/scripts")
}

/// `npm` in that folder.
fn npm(words: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.args(words).current_dir(folder());
    command
}

/// Whether what the lock file names is installed.
fn is_installed() -> bool {
    let changed = |name: &str| folder().join(name).metadata().and_then(|data| data.modified()).ok();
    // npm writes its own list last.
    changed("node_modules/.package-lock.json") >= changed("package-lock.json")
}

/// `cargo xtask scripts`.
pub fn run(installs: bool) -> ExitCode {
    let mut steps = Steps::new(true);
    if installs {
        install(&mut steps);
    }
    if let Some(check) = check(&mut steps) {
        steps.join(check);
    }
    steps.summary()
}

/// Installs what checks them, where there is npm.
pub fn install(steps: &mut Steps) {
    if runs("npm") && !is_installed() {
        let or_else = "the page's scripts are not checked";
        steps.install("install what checks scripts", npm(&["ci", "--silent", "--prefer-offline"]), or_else);
    }
}

/// Starts the check beside what comes next; or says what it lacks.
pub fn check(steps: &mut Steps) -> Option<Beside> {
    let built = folder().join("generated/omnisweep.d.ts").is_file();
    let lacks = if !runs("npm") {
        "there is no npm: `cargo xtask test --install` installs it (Debian: apt-get install npm)"
    } else if !is_installed() {
        "what checks them is not here: `cargo xtask test --install` installs it (npm ci in xtask/scripts)"
    } else if !built {
        "the page was not built, and with it not the types of what Rust exports: cargo xtask web"
    } else {
        return Some(steps.beside(NAME, npm(&["run", "--silent", "check"])));
    };
    steps.skip(NAME, lacks);
    None
}

#[cfg(test)]
mod tests {
    use super::folder;

    #[test]
    fn versions_are_pinned_and_no_registry_is_named() {
        let read = |name| std::fs::read_to_string(folder().join(name)).unwrap();
        let lock: serde_json::Value = serde_json::from_str(&read("package-lock.json")).unwrap();
        let wanted: serde_json::Value = serde_json::from_str(&read("package.json")).unwrap();
        let packages = lock["packages"].as_object().unwrap();
        assert!(packages.values().all(|package| package.get("resolved").is_none()), "a registry is named");
        for (name, version) in wanted["devDependencies"].as_object().unwrap() {
            assert_eq!(packages[&format!("node_modules/{name}")]["version"], *version, "{name}");
        }
    }
}
