//! Golden files: what a program showed when somebody last looked at it.
//!
//! `UPDATE_GOLDEN=1` writes what it shows now; look at the difference before you
//! keep it.

use std::fs;
use std::path::Path;

/// Whether golden files are written instead of compared with.
#[must_use]
pub fn updates() -> bool {
    std::env::var_os("UPDATE_GOLDEN").is_some()
}

/// Compares with a golden file, or writes it.
///
/// # Panics
///
/// Where it differs, or cannot be written.
pub fn check(path: &Path, now: &str) {
    if updates() {
        fs::write(path, now).unwrap();
    }
    let golden = fs::read_to_string(path).unwrap_or_default();
    assert!(now == golden, "{} is different now (UPDATE_GOLDEN=1 keeps it):\n{now}", path.display());
}
