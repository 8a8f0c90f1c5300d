//! Writes `omnisweep.h` from the library's source. A program of its own, so that
//! `cargo xtask` need not wait for cbindgen.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let capi = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/capi"));
    let header = capi.join("include/omnisweep.h");
    let config = match cbindgen::Config::from_file(capi.join("cbindgen.toml")) {
        Ok(config) => config,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let mut text = Vec::new();
    match cbindgen::Builder::new().with_crate(capi).with_config(config).generate() {
        Ok(bindings) => bindings.write(&mut text),
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    }
    if std::env::args().any(|word| word == "--check") {
        if std::fs::read(&header).ok() == Some(text) {
            return ExitCode::SUCCESS;
        }
        eprintln!("omnisweep.h is not up to date: run `cargo xtask header`");
        return ExitCode::FAILURE;
    }
    match std::fs::write(&header, text) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error}", header.display());
            ExitCode::FAILURE
        }
    }
}
