//! `cargo install omnisweep`, from the packaged crates and a copy of what they depend on: no
//! network, no checkout.

use std::path::Path;
use std::process::Command;

use super::{free_port, used};
use crate::crates::{file, published};
use crate::image::hex;
use crate::{Result, VERSION, empty_stage, root, run, share};

pub fn crates() -> Result<()> {
    let folder = empty_stage("try-crates")?;
    let registry = folder.join("registry");
    let mut vendor = Command::new(env!("CARGO"));
    vendor.args(["vendor", "--locked", "--quiet", "--versioned-dirs"]).arg(&registry);
    run(vendor.current_dir(root()).stdout(std::process::Stdio::null()))?;
    for name in published()? {
        let package = file(&name);
        run(Command::new("tar").arg("-xzf").arg(&package).arg("-C").arg(&registry))?;
        // What a folder of crates has to say of each.
        let sum = format!("{{\"files\":{{}},\"package\":\"{}\"}}", hex(&std::fs::read(&package)?));
        share::put(&registry, &format!("{name}-{VERSION}/.cargo-checksum.json"), sum.as_bytes())?;
    }
    let home = folder.join("cargo");
    let config = format!(
        "[source.crates-io]\nreplace-with = \"folder\"\n[source.folder]\ndirectory = {:?}\n",
        registry.display().to_string()
    );
    share::put(&home, "config.toml", config.as_bytes())?;
    let mut install = Command::new(env!("CARGO"));
    install.args(["install", "--offline", "--locked", "--quiet", "omnisweep", "--root"]).arg(&folder);
    install.env("CARGO_HOME", &home).env("CARGO_TARGET_DIR", root().join("target/dist-stage/installing"));
    run(install.current_dir(Path::new("/")))?;
    let program = folder.join("bin/omnisweep");
    used(
        &|| {
            let mut command = Command::new(&program);
            command.env("HOME", folder.join("home")).current_dir("/");
            command
        },
        free_port()?,
    )
}
