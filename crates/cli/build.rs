//! Puts the web page into the program, where it has been built, and what `--version --verbose` says.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The build script of this program, and of the server, which has the same page.
pub fn main() {
    let here = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let places = ["site", "../cli/site"].map(|place| here.join(place));
    let site = places.iter().find(|place| place.is_dir()).unwrap_or(&places[0]);
    // The folder is always there, so that cargo can see when something comes into it.
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={}", site.display());
    println!("cargo:rerun-if-env-changed=OMNISWEEP_COMMIT");
    println!("cargo:rustc-env=OMNISWEEP_TARGET={}", std::env::var("TARGET").unwrap_or_default());
    // `cargo xtask dist` says which commit it builds, a packaged crate has it with it; both are used
    // elsewhere. In a checkout it may be older than what is built, and the page lies in the checkout.
    let commit = std::env::var("OMNISWEEP_COMMIT").ok().or_else(|| packaged(&here));
    match &commit {
        Some(commit) => println!("cargo:rustc-env=OMNISWEEP_COMMIT={commit}"),
        None => println!("cargo:rustc-env=OMNISWEEP_PROJECT={}", here.join("../..").display()),
    }
    println!("cargo:rustc-env=OMNISWEEP_BUILD={}", commit.unwrap_or_else(|| sources(&here)));
    let mut files = Vec::new();
    if site.join("index.html").is_file() {
        collect(site, &mut files);
    }
    files.sort();
    let mut table = String::from("&[\n");
    for file in &files {
        let name = file.strip_prefix(site).unwrap_or(file).to_string_lossy().replace('\\', "/");
        if name != "README.md" {
            _ = writeln!(table, "    ({name:?}, include_bytes!({:?})),", file.to_string_lossy());
        }
    }
    table.push_str("]\n");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default()).join("site.rs");
    if let Err(error) = std::fs::write(&out, table) {
        println!("cargo:error={}: {error}", out.display());
    }
}

/// The commit that a packaged crate was made of.
fn packaged(here: &Path) -> Option<String> {
    let text = std::fs::read_to_string(here.join(".cargo_vcs_info.json")).ok()?;
    let (_, rest) = text.split_once("\"sha1\": \"")?;
    Some(rest.split('"').next()?.to_owned())
}

/// A checkout has no commit that would be sure to be what is built: its name is a hash (FNV-1a) of all that a
/// player's games depend on.
fn sources(here: &Path) -> String {
    let mut files = Vec::new();
    for name in ["engine", "solver", "simulate"] {
        let folder = here.join("..").join(name).join("src");
        println!("cargo:rerun-if-changed={}", folder.display());
        collect(&folder, &mut files);
    }
    files.sort();
    let add = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    let bytes = files.iter().flat_map(|file| std::fs::read(file).unwrap_or_default());
    format!("checkout-{:016x}", bytes.fold(0xcbf2_9ce4_8422_2325, add))
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { collect(&path, files) } else { files.push(path) }
    }
}
