//! `cargo xtask bench`.

use std::process::ExitCode;

use crate::{beside, cargo, python, shipped};

/// Every benchmark with the package that it measures. Most have something plain beside it; the last one has
/// ten times as much of the same, and answers have limits.
const BENCHMARKS: [(&str, &str); 14] = [
    ("flood", "omnisweep-engine"),
    ("counts", "omnisweep-engine"),
    ("map", "omnisweep-editions"),
    ("esp", "omnisweep-editions"),
    ("nd", "omnisweep-capi"),
    ("analysis", "omnisweep-solver"),
    ("answers", "omnisweep-solver"),
    ("generate", "omnisweep-solver"),
    ("proofs", "omnisweep-solver"),
    ("review", "omnisweep-session"),
    ("channel", "omnisweep-channel"),
    ("frame", "omnisweep-tui"),
    ("store", "omnisweep-store"),
    ("server", "omnisweep-server"),
];

/// Those that are no benchmarks of cargo's. What is shipped is built for whoever asks for it by name.
const PYTHON: &str = "python";
const SHIPPED: &str = "shipped";
const PAGE: &str = "page";

/// Runs the named benchmarks, or all; or the one beside another revision.
pub fn run(names: &[&str]) -> ExitCode {
    if let ["beside", revision] = names {
        return beside::run(revision);
    }
    let known = |name: &str| {
        [PAGE, PYTHON, SHIPPED].contains(&name) || BENCHMARKS.iter().any(|(known, _)| *known == name)
    };
    if let Some(unknown) = names.iter().find(|name| !known(name)) {
        let known = BENCHMARKS.map(|(name, _)| name).join(", ");
        eprintln!(
            "There is no benchmark {unknown:?}; there are {known}, {PAGE}, {PYTHON}, {SHIPPED} and beside REVISION."
        );
        return ExitCode::from(2);
    }
    for (name, package) in BENCHMARKS {
        if !names.is_empty() && !names.contains(&name) {
            continue;
        }
        // What players wait for is built with little care for what only a server does all the time.
        let profile = if package == "omnisweep-server" { "--profile server " } else { "" };
        let status = cargo(&format!("bench --quiet {profile}-p {package} --bench {name}")).status();
        if !status.is_ok_and(|status| status.success()) {
            eprintln!("The benchmark {name} failed.");
            return ExitCode::FAILURE;
        }
    }
    // What the page's main thread does, which Chromium says itself.
    if names.is_empty() || names.contains(&PAGE) {
        let built = cargo("run --quiet -p xtask-web").status().is_ok_and(|status| status.success());
        let status = cargo("test --quiet -p xtask-browser -- --bench").status();
        if !built || !status.is_ok_and(|status| status.success()) {
            eprintln!("The benchmark {PAGE} failed.");
            return ExitCode::FAILURE;
        }
    }
    if names.contains(&SHIPPED) && shipped::run() != ExitCode::SUCCESS {
        return ExitCode::FAILURE;
    }
    // What it is measured beside is large: it is installed for whoever asks for it by name.
    match names.is_empty() || names.contains(&PYTHON) {
        true => python::bench(names.contains(&PYTHON)),
        false => ExitCode::SUCCESS,
    }
}
