//! The package for Python: wheels that run on any Linux of the last ten years, and the sources.

use std::path::PathBuf;

use crate::{Result, VERSION, artifacts, build, root, run, tools};

/// What wheels are built for, and which platform their names say.
pub const WHEELS: [(&str, &str); 2] = [
    ("x86_64-unknown-linux-gnu", "manylinux_2_17_x86_64.manylinux2014_x86_64"),
    ("aarch64-unknown-linux-gnu", "manylinux_2_17_aarch64.manylinux2014_aarch64"),
];

/// The wheel for a platform.
pub fn wheel(platform: &str) -> PathBuf {
    artifacts().join(format!("omnisweep-{VERSION}-cp310-abi3-{platform}.whl"))
}

/// The sources.
pub fn sources() -> PathBuf {
    artifacts().join(format!("omnisweep-{VERSION}.tar.gz"))
}

pub fn make() -> Result<()> {
    std::fs::create_dir_all(artifacts())?;
    let maturin = tools::python()?.with_file_name("maturin");
    let maturin = |words: &[&str]| -> Result<()> {
        // What cargo is told, maturin's cargo is told.
        let cargo = build::cargo(&[])?;
        let mut command = std::process::Command::new(&maturin);
        command.args(words).arg("--out").arg(artifacts()).current_dir(root().join("crates/python"));
        command.envs(cargo.get_envs().filter_map(|(key, value)| Some((key, value?))));
        run(&mut command)
    };
    for (triple, _) in WHEELS {
        tools::target(triple)?;
        maturin(&[
            "build",
            "--quiet",
            "--locked",
            "--profile",
            "dist",
            "--strip",
            "--zig",
            "--compatibility",
            "manylinux2014",
            "--target",
            triple,
        ])?;
    }
    maturin(&["sdist", "--quiet"])
}
