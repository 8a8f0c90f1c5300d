//! Builds the page. A program of its own, so that `cargo xtask` need not wait for
//! wasm-bindgen's tools.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use wasm_bindgen_cli_support::Bindgen;
use xtask_web::{Page, compress, types, write};

/// The project's folder.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// What all files together may weigh, compressed: a promise to whoever plays on a phone.
const MOST: usize = 400_000;

/// Where cargo looks for options of the compiler for WebAssembly.
const FLAGS: &str = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("The page was not built: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args_os().skip(1);
    let out = match (words.next(), words.next(), words.next()) {
        (None, ..) => Path::new(ROOT).join("crates/cli/site"),
        (Some(option), Some(folder), None) if option == "--out" => std::env::current_dir()?.join(folder),
        _ => return Err("the only option is --out DIR".into()),
    };

    eprintln!("Building the page's WebAssembly ...");
    let (glue, wasm) = wasm()?;
    let made = vec![("omnisweep.js".to_owned(), glue), ("omnisweep.wasm".to_owned(), wasm)];
    let page = Page::read(&Path::new(ROOT).join("crates/web/page"), made)?;
    let mut site = page.site();
    let compressed = compress(&site)?;
    let brotli = compressed.iter().filter(|(name, _)| name.ends_with(".br"));
    let small: usize = brotli.map(|(_, content)| content.len()).sum();
    if small > MOST {
        return Err(format!("the page has {small} bytes compressed, and may have {MOST}").into());
    }
    site.extend(compressed);
    write(&site, &out)?;
    write_types(&page.index)?;
    let shown = out.canonicalize().unwrap_or(out);
    eprintln!("The page is in {} ({small} bytes, compressed).", shown.display());
    Ok(())
}

/// Says what the page's scripts are type-checked against: what Rust exports, and the page's elements.
fn write_types(index: &str) -> Result<(), Box<dyn Error>> {
    let folder = Path::new(ROOT).join("xtask/scripts/generated");
    std::fs::create_dir_all(&folder)?;
    std::fs::copy(target()?.join("web-page/omnisweep.d.ts"), folder.join("omnisweep.d.ts"))?;
    Ok(std::fs::write(folder.join("page.d.ts"), types::elements(index))?)
}

/// The glue and the WebAssembly itself.
fn wasm() -> Result<(Vec<u8>, Vec<u8>), Box<dyn Error>> {
    let mut cargo = Command::new(env!("CARGO"));
    // The same commit gives the same page wherever cargo keeps what it fetches; `cargo xtask dist` sees to that itself.
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let home = home.map(|home| home.display().to_string()).filter(|home| !home.contains(' '));
    if let (Some(home), None) = (home, std::env::var_os(FLAGS)) {
        cargo.env(FLAGS, format!("--remap-path-prefix={home}=/cargo"));
    }
    let built = cargo
        .args([
            "build",
            "--quiet",
            "--profile",
            "web",
            "--target",
            "wasm32-unknown-unknown",
            "-p",
            "omnisweep-web",
        ])
        .current_dir(ROOT)
        .status()?;
    if !built.success() {
        return Err("cargo failed".into());
    }
    let target = target()?;
    let out = target.join("web-page");
    Bindgen::new()
        .input_path(target.join("wasm32-unknown-unknown/web/omnisweep_web.wasm"))
        .out_name("omnisweep")
        .web(true)?
        .omit_default_module_path(false)
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(&out)?;
    // The folder's name follows from the content, so the glue must not name the file otherwise.
    let glue =
        std::fs::read_to_string(out.join("omnisweep.js"))?.replace("omnisweep_bg.wasm", "omnisweep.wasm");
    Ok((glue.into_bytes(), std::fs::read(out.join("omnisweep_bg.wasm"))?))
}

/// Where cargo puts what it builds: this program is in it.
fn target() -> Result<PathBuf, Box<dyn Error>> {
    let this = std::env::current_exe()?;
    Ok(this.ancestors().nth(2).ok_or("the folder of built files is not known")?.to_path_buf())
}
