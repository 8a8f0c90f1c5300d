//! Builds the page. A program of its own, so that `cargo xtask` need not wait for
//! wasm-bindgen's tools.
//!
//! The page becomes `index.html` and a folder of everything else that is named
//! after its content, so that a browser may keep that for ever. Beside every
//! file lies a compressed one, `.gz`, for whoever serves it.

use std::error::Error;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use flate2::Compression;
use flate2::write::GzEncoder;
use wasm_bindgen_cli_support::Bindgen;

/// The project's folder.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The name of the folder in the sources, for which the content's name is put in.
const ASSETS: &str = "assets";

/// What the page may weigh, compressed: a promise to whoever plays on a phone.
const MOST_WASM: usize = 400_000;

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
    let small = compressed(&wasm)?.len();
    if small > MOST_WASM {
        return Err(format!("the WebAssembly has {small} bytes compressed, and may have {MOST_WASM}").into());
    }

    let page = Path::new(ROOT).join("crates/web/page");
    let mut files = vec![("omnisweep.js".to_owned(), glue), ("omnisweep.wasm".to_owned(), wasm)];
    for entry in std::fs::read_dir(page.join(ASSETS))? {
        let entry = entry?;
        let name = entry.file_name().into_string().map_err(|_| "a file's name is no text")?;
        files.push((name, std::fs::read(entry.path())?));
    }
    files.sort();
    let mut hasher = crc32fast::Hasher::new();
    for (name, content) in &files {
        hasher.update(name.as_bytes());
        hasher.update(content);
    }
    let folder = format!(
        "{:08x}-{}",
        hasher.finalize(),
        files.iter().map(|(_, content)| content.len()).sum::<usize>()
    );
    let index = std::fs::read_to_string(page.join("index.html"))?
        .replace(&format!("{ASSETS}/"), &format!("{folder}/"));

    clear(&out)?;
    std::fs::create_dir_all(out.join(&folder))?;
    for (name, content) in &files {
        write(&out.join(&folder).join(name), content)?;
    }
    // Last: what has an index is whole.
    write(&out.join("index.html"), index.as_bytes())?;
    let shown = out.canonicalize().unwrap_or(out);
    eprintln!("The page is in {} ({small} bytes of WebAssembly, compressed).", shown.display());
    Ok(())
}

/// The glue and the WebAssembly itself.
fn wasm() -> Result<(Vec<u8>, Vec<u8>), Box<dyn Error>> {
    let built = Command::new(env!("CARGO"))
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
        .typescript(false)
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

/// Takes away what an earlier run has left, and nothing else.
fn clear(out: &Path) -> Result<(), Box<dyn Error>> {
    let Ok(entries) = std::fs::read_dir(out) else { return Ok(()) };
    let mut old = Vec::new();
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_str().unwrap_or_default().to_owned();
        let is_ours = name == "index.html" || name == "index.html.gz";
        let is_assets = entry.path().join("omnisweep.wasm").is_file();
        if is_ours || is_assets {
            old.push(entry.path());
        } else if name != "README.md" && !name.starts_with('.') {
            return Err(format!("{} has something else in it: {name}", out.display()).into());
        }
    }
    for path in old {
        if path.is_dir() {
            std::fs::remove_dir_all(path)?;
        } else {
            std::fs::remove_file(path)?;
        }
    }
    Ok(())
}

fn write(path: &Path, content: &[u8]) -> Result<(), Box<dyn Error>> {
    std::fs::write(path, content)?;
    let mut beside = path.as_os_str().to_owned();
    beside.push(".gz");
    Ok(std::fs::write(beside, compressed(content)?)?)
}

fn compressed(content: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    Ok(encoder.finish()?)
}
