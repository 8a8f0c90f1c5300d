//! Writes `omnisweep.h` and `channel.h` from the library's source. A program of
//! its own, so that `cargo xtask` need not wait for cbindgen.

use std::path::Path;
use std::process::ExitCode;

use cbindgen::{Builder, Config};

fn main() -> ExitCode {
    let capi = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/capi"));
    let check = std::env::args().any(|word| word == "--check");
    let headers = [
        ("omnisweep.h", "cbindgen.toml", Builder::new().with_crate(capi)),
        ("channel.h", "channel.toml", Builder::new().with_src(capi.join("src/channel.rs"))),
    ];
    for (name, config, builder) in headers {
        if let Err(error) = make(capi, name, config, builder, check) {
            eprintln!("{name}: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Writes a header, or sees that it is up to date.
fn make(capi: &Path, name: &str, config: &str, builder: Builder, check: bool) -> Result<(), String> {
    let header = capi.join("include").join(name);
    let mut text = Vec::new();
    let config = Config::from_file(capi.join(config))?;
    builder.with_config(config).generate().map_err(|error| error.to_string())?.write(&mut text);
    if !check {
        return std::fs::write(&header, text).map_err(|error| error.to_string());
    }
    let found = std::fs::read(&header).map_err(|error| error.to_string())?;
    if found == text { Ok(()) } else { Err("not up to date: run `cargo xtask header`".into()) }
}
