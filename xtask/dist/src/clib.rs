//! The C library for systems with glibc: static and shared, headers, and how others find it.

use std::path::PathBuf;

use crate::{Result, VERSION, archive, artifacts, build, empty_stage, root, run, share, tools};

/// What it is built for.
pub const TRIPLE: &str = "x86_64-unknown-linux-gnu";

/// The oldest glibc that it runs with: that of Debian 10 and RHEL 8.
const GLIBC: &str = "2.28";

/// The archive's name without its ending, and the folder in it.
pub fn folder() -> String {
    format!("libomnisweep-{VERSION}-{TRIPLE}")
}

/// The file that is released.
pub fn file() -> PathBuf {
    artifacts().join(format!("{}.tar.gz", folder()))
}

pub fn make() -> Result<()> {
    tools::target(TRIPLE)?;
    let mut build =
        build::cargo(&["zigbuild", "--locked", "--quiet", "--profile", "dist", "-p", "omnisweep-capi"])?;
    let major = VERSION.split('.').next().unwrap_or_default();
    let name = format!("libomnisweep_capi.so.{major}");
    // The name that programs ask for at run time stays, whatever comes after the first number.
    let flags = format!("CARGO_TARGET_{}_RUSTFLAGS", TRIPLE.replace('-', "_").to_uppercase());
    let own = build.get_envs().find(|(key, _)| *key == flags.as_str()).and_then(|(_, value)| value?.to_str());
    let all = format!("{} -Clink-arg=-Wl,-soname,{name}", own.unwrap_or_default());
    run(build.env(flags, all).args(["--target", &format!("{TRIPLE}.{GLIBC}")]))?;

    let built = root().join("target").join(TRIPLE).join("dist");
    let stage = empty_stage("clib")?;
    let lib = stage.join("lib");
    std::fs::create_dir_all(lib.join("pkgconfig"))?;
    let shared = format!("libomnisweep_capi.so.{VERSION}");
    run(tools::objcopy()?
        .arg("--strip-unneeded")
        .arg(built.join("libomnisweep_capi.so"))
        .arg(lib.join(&shared)))?;
    let static_library = lib.join("libomnisweep_capi.a");
    run(tools::objcopy()?
        .args(["--strip-debug", "--enable-deterministic-archives"])
        .arg(built.join("libomnisweep_capi.a"))
        .arg(static_library))?;
    std::os::unix::fs::symlink(&shared, lib.join(&name))?;
    std::os::unix::fs::symlink(&name, lib.join("libomnisweep_capi.so"))?;
    for header in ["channel.h", "nd_minesweeper.h", "omnisweep.h"] {
        let content = std::fs::read(root().join("crates/capi/include").join(header))?;
        share::put(&stage, &format!("include/{header}"), &content)?;
    }
    share::put(&stage, "lib/pkgconfig/omnisweep.pc", share::filled("omnisweep.pc")?.as_bytes())?;
    for (from, to) in
        [("cmake-config", "omnisweep-config.cmake"), ("cmake-version", "omnisweep-config-version.cmake")]
    {
        share::put(&stage, &format!("lib/cmake/omnisweep/{to}"), share::filled(from)?.as_bytes())?;
    }
    for text in ["LICENSE-APACHE", "LICENSE-MIT", "docs/c.md"] {
        let name = text.rsplit('/').next().unwrap_or(text);
        share::put(&stage, &format!("share/doc/libomnisweep/{name}"), &std::fs::read(root().join(text))?)?;
    }
    std::fs::create_dir_all(artifacts())?;
    archive::packed(&stage, &folder(), &file())
}
