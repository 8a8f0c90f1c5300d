//! The crates as crates.io gets them.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::{Result, VERSION, artifacts, build, printed, root, run};

/// The packages that are published, by name.
pub fn published() -> Result<Vec<String>> {
    let mut metadata = Command::new(env!("CARGO"));
    metadata.args(["metadata", "--no-deps", "--format-version=1", "--locked"]).current_dir(root());
    let metadata: Value = serde_json::from_str(&printed(&mut metadata)?)?;
    let packages = metadata["packages"].as_array().ok_or("cargo names no packages")?;
    // `publish = false` is an empty list of registries.
    let public = packages.iter().filter(|package| package["publish"].is_null());
    Ok(public.filter_map(|package| Some(package["name"].as_str()?.to_owned())).collect())
}

/// The file of a package.
pub fn file(name: &str) -> PathBuf {
    artifacts().join("crates").join(format!("{name}-{VERSION}.crate"))
}

pub fn make() -> Result<()> {
    build::page()?;
    let names = published()?;
    // The page goes with its package, but is not kept by git.
    let mut package = build::cargo(&["package", "--locked", "--no-verify", "--allow-dirty", "--quiet"])?;
    for name in &names {
        package.args(["-p", name]);
    }
    run(&mut package)?;
    for name in &names {
        let to = file(name);
        std::fs::create_dir_all(to.with_file_name(""))?;
        std::fs::copy(root().join(format!("target/package/{name}-{VERSION}.crate")), to)?;
    }
    Ok(())
}
