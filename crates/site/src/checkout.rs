//! Whether this program may use the checkout that it was built in.

use std::path::Path;

/// Whether the running program lies in the folder of a project that cargo builds
/// into, and belongs to whom that project belongs to. A program that was given
/// away reads nothing there and starts nothing: by now the folder may be anybody's.
pub fn is_ours(project: &Path) -> bool {
    let page = project.join("crates/web/page/index.html");
    let lies_in = |program: &Path| {
        let target = project.join("target").canonicalize().ok()?;
        let program = program.canonicalize().ok()?;
        Some(program.starts_with(target) && belong_together(&[project, &page, &program]))
    };
    page.is_file() && std::env::current_exe().is_ok_and(|program| lies_in(&program) == Some(true))
}

/// Whether files have the same owner.
#[cfg(unix)]
fn belong_together(files: &[&Path]) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let owners: Option<Vec<u32>> = files.iter().map(|file| Some(file.metadata().ok()?.uid())).collect();
    owners.is_some_and(|owners| owners.windows(2).all(|pair| pair[0] == pair[1]))
}

#[cfg(not(unix))]
fn belong_together(_files: &[&Path]) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkout_is_ours_only_where_this_program_lies_in_it() {
        let own = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let inside = std::env::current_exe().unwrap().starts_with(own.join("target").canonicalize().unwrap());
        assert_eq!(is_ours(own), inside);
        let other = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(other.path().join("crates/web/page")).unwrap();
        std::fs::create_dir_all(other.path().join("target")).unwrap();
        std::fs::write(other.path().join("crates/web/page/index.html"), "").unwrap();
        assert!(!is_ours(other.path()), "the program is not there");
    }
}
