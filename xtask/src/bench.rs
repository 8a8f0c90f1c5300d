//! `cargo xtask bench`.

use std::process::ExitCode;

use crate::cargo;

/// Every benchmark that has something plain beside it, with the package that it
/// measures.
const BENCHMARKS: [(&str, &str); 10] = [
    ("flood", "omnisweep-engine"),
    ("counts", "omnisweep-engine"),
    ("map", "omnisweep-editions"),
    ("esp", "omnisweep-editions"),
    ("nd", "omnisweep-capi"),
    ("analysis", "omnisweep-solver"),
    ("generate", "omnisweep-solver"),
    ("review", "omnisweep-session"),
    ("channel", "omnisweep-channel"),
    ("frame", "omnisweep-tui"),
];

/// Runs the named benchmarks, or all.
pub fn run(names: &[&str]) -> ExitCode {
    if let Some(unknown) = names.iter().find(|name| !BENCHMARKS.iter().any(|(known, _)| known == *name)) {
        let known = BENCHMARKS.map(|(name, _)| name).join(", ");
        eprintln!("There is no benchmark {unknown:?}; there are {known}.");
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
    ExitCode::SUCCESS
}
