//! What this machine has, what it lacks, and how to get it.

use std::ffi::OsString;
use std::io::IsTerminal as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::steps::Steps;
use crate::{ROOT, cargo};

/// Where the page runs.
pub const WASM: &str = "wasm32-unknown-unknown";

/// Systems that this one can check programs for, and cannot run them.
pub const FOREIGN: [(&str, &str); 2] =
    [("the program on Windows", "x86_64-pc-windows-gnu"), ("the program on macOS", "aarch64-apple-darwin")];

/// A program that tests need: its name, Debian's package of it, and what cannot
/// be tested without it.
const PROGRAMS: [(&str, &str, &str); 5] = [
    ("cc", "gcc libc6-dev", "the C library"),
    ("python3", "python3", "the examples in Python"),
    ("chromium", "chromium", "the page in a browser"),
    ("chromedriver", "chromium-driver", "the page in a browser"),
    ("npm", "npm", "the accessibility of the page (axe-core comes from npm), and its scripts"),
];

/// Installs what is missing, as far as that can be done here.
pub fn install(steps: &mut Steps) {
    // Where npm's own packages get in each other's way, the rest is installed all the same.
    let (npm, rest): (Vec<_>, Vec<_>) =
        PROGRAMS.iter().filter(|(program, ..)| !runs(program)).partition(|(program, ..)| *program == "npm");
    if !(npm.is_empty() && rest.is_empty()) {
        // Old lists may do: what cannot be had is said below.
        _ = administrator().map(|apt| apt("update").arg("-qq").output());
    }
    for missing in [rest, npm].into_iter().filter(|missing| !missing.is_empty()) {
        let packages: Vec<&str> = missing.iter().flat_map(|(_, packages, _)| packages.split(' ')).collect();
        let ask = format!("ask for these packages: {}", packages.join(" "));
        match administrator() {
            Ok(apt) => {
                let mut install = apt("install");
                // With what they recommend: a browser without fonts draws no numbers.
                install.args(["-y", "-qq"]).args(&packages);
                steps.install("install packages", install, &ask);
            }
            Err(why) => steps.skip("install packages", &format!("{why}; {ask}")),
        }
    }
    if !has_target(WASM) {
        steps.install("install WebAssembly", target(WASM), "the page is neither built nor tested");
    }
}

/// Installs what the full tier needs beyond that.
pub fn install_foreign(steps: &mut Steps) {
    for (_, triple) in FOREIGN.into_iter().filter(|(_, triple)| !has_target(triple)) {
        steps.install("install another system's library", target(triple), "it is not checked");
    }
}

/// Installs a screen reader, and what it takes to run it where nobody looks.
pub fn install_orca(steps: &mut Steps) {
    if runs("orca") && runs("dbus-run-session") && printed("xvfb-run", &["--help"]).is_some() {
        return;
    }
    match administrator() {
        Ok(apt) => {
            let mut install = apt("install");
            install.args("-y -qq --no-install-recommends orca xvfb xauth at-spi2-core dbus".split(' '));
            steps.install("install Orca", install, "the page is not heard");
        }
        Err(why) => steps.skip("install Orca", why),
    }
}

/// Firefox, and where its driver is installed, which is no package of Debian's.
const FIREFOX: &str = "firefox-esr";
const GECKODRIVER: &str = "target/geckodriver";

/// Installs Firefox and its driver.
pub fn install_firefox(steps: &mut Steps) {
    let or_else = "the page is not tested in Firefox";
    if !runs(FIREFOX) {
        match administrator() {
            Ok(apt) => {
                let mut install = apt("install");
                install.args(["-y", "-qq", FIREFOX]);
                steps.install("install Firefox", install, or_else);
            }
            Err(why) => steps.skip("install Firefox", &format!("{why}; {or_else}")),
        }
    }
    if !Path::new(ROOT).join(GECKODRIVER).join("bin/geckodriver").is_file() {
        let install = cargo(&format!("install --locked --quiet --root {GECKODRIVER} geckodriver"));
        steps.install("install Firefox's driver", install, or_else);
    }
}

/// The folders of programs with the driver's first; or what is missing.
pub fn firefox() -> Result<OsString, String> {
    let own = Path::new(ROOT).join(GECKODRIVER).join("bin");
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(own).chain(std::env::split_paths(&others)));
    let path = path.map_err(|error| error.to_string())?;
    for (program, package) in
        [(FIREFOX, "apt-get install firefox-esr"), ("geckodriver", "cargo install geckodriver")]
    {
        let found = std::env::split_paths(&path).any(|folder| folder.join(program).is_file());
        if !found {
            return Err(format!(
                "there is no {program}: `cargo xtask test --full --install` installs it ({package})"
            ));
        }
    }
    Ok(path)
}

fn target(triple: &str) -> Command {
    let mut command = Command::new("rustup");
    command.args(["target", "add", triple]);
    command
}

/// `apt-get`, with the right to install, or why there is none.
fn administrator() -> Result<impl Fn(&str) -> Command, &'static str> {
    if !runs("apt-get") {
        return Err("packages can only be installed by apt-get, which is not here");
    }
    let root = printed("id", &["-u"]).is_some_and(|id| id.trim() == "0");
    // A person can be asked for the password, a script cannot.
    let asked: &[&str] = if std::io::stdin().is_terminal() { &["-v"] } else { &["-n", "true"] };
    if !root && !Command::new("sudo").args(asked).status().is_ok_and(|status| status.success()) {
        return Err("only the administrator (root, or sudo) can install packages");
    }
    Ok(move |what: &str| {
        let mut command = Command::new(if root { "apt-get" } else { "sudo" });
        if !root {
            command.args(["--preserve-env=DEBIAN_FRONTEND", "apt-get"]);
        }
        command.env("DEBIAN_FRONTEND", "noninteractive").arg(what);
        command
    })
}

/// Says what will not be tested, for want of what.
pub fn skips(steps: &mut Steps) {
    let mut said = "";
    for (program, packages, what) in PROGRAMS.into_iter().filter(|(program, ..)| !runs(program)) {
        let install = "`cargo xtask test --install` installs it (Debian: apt-get install";
        if what != said {
            steps.skip(what, &format!("there is no {program}: {install} {packages})"));
        }
        said = what;
    }
    if let Some(why) = mismatched_driver() {
        steps.skip("the page in a browser", &why);
    }
}

/// Why the browser and its driver do not go together, if they do not.
fn mismatched_driver() -> Option<String> {
    let [browser, driver] = ["chromium", "chromedriver"].map(|program| printed(program, &["--version"]));
    let (browser, driver) = (version(&browser?)?, version(&driver?)?);
    (browser != driver).then(|| {
        format!(
            "chromedriver {driver} does not fit chromium {browser}: install the driver of the same version (Debian: chromium-driver)"
        )
    })
}

/// The first part of the first version in a text.
fn version(text: &str) -> Option<u32> {
    text.split_whitespace().find_map(|word| word.split_once('.')?.0.parse().ok())
}

/// Whether a program is there.
pub fn runs(program: &str) -> bool {
    printed(program, &["--version"]).is_some()
}

/// What a program prints, if it is there and well.
pub fn printed(program: &str, words: &[&str]) -> Option<String> {
    let output = Command::new(program).args(words).stdin(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether Rust's library is there for a target.
pub fn has_target(triple: &str) -> bool {
    let folder = printed("rustc", &["--print", "target-libdir", "--target", triple]);
    folder.is_some_and(|folder| Path::new(folder.trim()).is_dir())
}

/// That the disk is full, where it is: what failed then may have failed for that.
pub fn out_of_room() -> Option<String> {
    let temporary = std::env::temp_dir();
    [Path::new(ROOT), &temporary].into_iter().find_map(|folder| {
        let table = printed("df", &["-Pk", folder.to_str()?])?;
        let left: u64 = table.lines().nth(1)?.split_whitespace().nth(3)?.parse().ok()?;
        (left < 100 * 1024).then(|| {
            format!(
                "the disk of {} is full ({} MB left): make room; `cargo clean` frees what was built",
                folder.display(),
                left / 1024
            )
        })
    })
}

#[cfg(test)]
mod tests {
    use super::version;

    #[test]
    fn versions_are_found_in_what_programs_print() {
        assert_eq!(version("Chromium 156.0.8078.79 built on Debian\n"), Some(156));
        assert_eq!(version("ChromeDriver 9.0.1 (abc)"), Some(9));
        assert_eq!(version("no version"), None);
    }
}
