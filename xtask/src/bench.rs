//! `cargo xtask bench`.

use std::process::ExitCode;

use crate::{cargo, python};

/// Every benchmark with the package that it measures. Most have something plain beside it; the last one has
/// ten times as much of the same, and answers are measured by the clock.
const BENCHMARKS: [(&str, &str); 13] = [
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
];

/// The one that is no benchmark of cargo's.
const PYTHON: &str = "python";

/// Runs the named benchmarks, or all.
pub fn run(names: &[&str]) -> ExitCode {
    let known = |name: &str| name == PYTHON || BENCHMARKS.iter().any(|(known, _)| *known == name);
    if let Some(unknown) = names.iter().find(|name| !known(name)) {
        let known = BENCHMARKS.map(|(name, _)| name).join(", ");
        eprintln!("There is no benchmark {unknown:?}; there are {known}, {PYTHON}.");
        return ExitCode::from(2);
    }
    for (name, package) in BENCHMARKS {
        if !names.is_empty() && !names.contains(&name) {
            continue;
        }
        let status = cargo(&format!("bench --quiet -p {package} --bench {name}")).status();
        if !status.is_ok_and(|status| status.success()) {
            eprintln!("The benchmark {name} failed.");
            return ExitCode::FAILURE;
        }
    }
    // What it is measured beside is large: it is installed for whoever asks for it by name.
    match names.is_empty() || names.contains(&PYTHON) {
        true => python::bench(names.contains(&PYTHON)),
        false => ExitCode::SUCCESS,
    }
}
