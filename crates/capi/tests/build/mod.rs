//! Building C programs against the library, for tests and the benchmark.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The crate's folder.
pub fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Builds the library as a user would, and says where its files are.
pub fn library() -> PathBuf {
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let built = Command::new(cargo)
        .args(["build", "--release", "--quiet", "-p", "omnisweep-capi"])
        .current_dir(here())
        .status();
    assert!(built.is_ok_and(|status| status.success()), "the library is built");
    // Beside the program that runs this: target/PROFILE/deps.
    let this = std::env::current_exe().unwrap_or_default();
    let target = this.ancestors().nth(3).map_or_else(PathBuf::new, Path::to_path_buf);
    target.join("release")
}

/// Compiles and links C files, and returns the program.
pub fn compile(name: &str, files: &[&str], flags: &[&str], library: &Path) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("omnisweep-c-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for programs");
    let program = folder.join(name);
    let output = Command::new("cc")
        .args(["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Wextra", "-Werror", "-O2"])
        .args(flags)
        .args(files.iter().map(|file| here().join(file)))
        .arg("-I")
        .arg(here().join("include"))
        .arg(library.join("libomnisweep_capi.a"))
        .args(["-lpthread", "-ldl", "-lm", "-o"])
        .arg(&program)
        .output()
        .expect("a C compiler");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    program
}
