//! The files of the page: in the program, or in the project's folder.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher as _};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use hyper::body::Bytes;
use thiserror::Error;

use crate::answer::File;
use crate::checkout;

/// Why there is no page to serve.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SiteError {
    /// It is not in the program, and there is no checkout to build it in.
    #[error("this program was built without its page: run `cargo xtask web`, then build it again")]
    NotBuiltIn,
    /// It could not be built.
    #[error("the page could not be built{0}")]
    NotBuilt(String),
    /// A folder without a page.
    #[error("there is no page in {}: it has no index.html", .0.display())]
    NoPage(PathBuf),
    /// A file, by name.
    #[error("{}: {error}", path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// What is wrong with it.
        error: String,
    },
}

impl SiteError {
    fn file(path: &Path, error: impl ToString) -> SiteError {
        SiteError::File { path: path.to_path_buf(), error: error.to_string() }
    }
}

/// The most bytes that are served: a hundred times what the page has.
const LARGEST: u64 = 1 << 28;

/// The files of the page, by name.
#[derive(Debug)]
pub struct Site(HashMap<String, File>);

impl Site {
    /// The page of a program: the files that were built into it, or, where it lies in the project that it was built
    /// to be used in, those of its checkout, built now where they are not there or older than their sources.
    ///
    /// # Errors
    /// Why there is no page.
    pub fn find(
        built_in: &[(&'static str, &'static [u8])],
        project: Option<&Path>,
    ) -> Result<Site, SiteError> {
        let Some(project) = project.filter(|project| checkout::is_ours(project)) else {
            if built_in.is_empty() {
                return Err(SiteError::NotBuiltIn);
            }
            return Ok(Site::new(
                built_in.iter().map(|&(name, content)| (name.to_owned(), Bytes::from_static(content))),
            ));
        };
        let folder = project.join("crates/cli/site");
        if is_stale(project, &folder) {
            build(project)?;
        }
        Site::read(&folder)
    }

    /// The page in a folder: regular files that lie in it, and nothing that a link leads to.
    ///
    /// # Errors
    /// What cannot be read, or that there is no page.
    pub fn read(folder: &Path) -> Result<Site, SiteError> {
        let mut files = Vec::new();
        let mut size = 0;
        let mut waiting = vec![folder.to_path_buf()];
        while let Some(next) = waiting.pop() {
            for entry in std::fs::read_dir(&next).map_err(|error| SiteError::file(&next, error))? {
                let entry = entry.map_err(|error| SiteError::file(&next, error))?;
                let path = entry.path();
                let kind = entry.file_type().map_err(|error| SiteError::file(&path, error))?;
                if kind.is_dir() {
                    waiting.push(path);
                } else if kind.is_file() {
                    let content = omnisweep_files::read(&path, LARGEST - size)
                        .map_err(|error| SiteError::file(&path, error))?;
                    size += content.len() as u64;
                    let name =
                        path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
                    files.push((name, Bytes::from(content)));
                }
            }
        }
        let site = Site::new(files.into_iter());
        match site.file("index.html") {
            Some(_) => Ok(site),
            None => Err(SiteError::NoPage(folder.to_path_buf())),
        }
    }

    fn new(files: impl Iterator<Item = (String, Bytes)>) -> Site {
        let mut all: HashMap<String, Bytes> = files.collect();
        let names: Vec<String> =
            all.keys().filter(|name| !is_compressed(name) && *name != "README.md").cloned().collect();
        let file = |name: String| {
            let content = all.remove(&name)?;
            let [brotli, gzip] = [".br", ".gz"].map(|end| all.remove(&format!("{name}{end}")));
            let etag = format!("\"{:016x}\"", hash(&content));
            let immutable = name.contains('/');
            Some((
                name.clone(),
                File { content_type: content_type(&name), content, brotli, gzip, etag, immutable },
            ))
        };
        Site(names.into_iter().filter_map(file).collect())
    }

    /// The file of that name.
    #[must_use]
    pub fn file(&self, name: &str) -> Option<&File> {
        self.0.get(name)
    }
}

/// Whether a file is another one, compressed.
fn is_compressed(name: &str) -> bool {
    name.ends_with(".br") || name.ends_with(".gz")
}

/// The tag has to change with the content, and nobody is to be fooled.
fn hash(content: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(content);
    hasher.finish()
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// Whether the page is not there, or older than what it is made of.
fn is_stale(project: &Path, folder: &Path) -> bool {
    let changed = |path: PathBuf| path.metadata().and_then(|data| data.modified()).ok();
    let Some(built) = changed(folder.join("index.html")) else { return true };
    let sources = [
        "crates/engine/src",
        "crates/replay/src",
        "crates/session/src",
        "crates/solver/src",
        "crates/web",
        "xtask/web/src",
        "Cargo.lock",
    ];
    sources.iter().any(|source| newest(&project.join(source)).is_some_and(|newest| newest > built))
}

/// When something in a folder was last changed.
fn newest(path: &Path) -> Option<SystemTime> {
    let own = path.metadata().and_then(|data| data.modified()).ok();
    let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
    entries.filter_map(|entry| newest(&entry.path())).chain(own).max()
}

/// Builds the page, and lets the player see how it goes.
fn build(project: &Path) -> Result<(), SiteError> {
    _ = writeln!(std::io::stderr(), "The page is built first, once; that takes a minute.");
    let cargo = std::env::var_os("CARGO")
        .map_or(Cow::Borrowed(Path::new("cargo")), |cargo| PathBuf::from(cargo).into());
    let built = Command::new(cargo.as_ref())
        .args(["run", "--package", "xtask", "--", "web"])
        .current_dir(project)
        .stdout(std::process::Stdio::null())
        .status();
    match built {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(SiteError::NotBuilt(String::new())),
        Err(error) => Err(SiteError::NotBuilt(format!(": cargo: {error}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_page_are_known() {
        let files = [
            ("index.html", "a"),
            ("index.html.gz", "b"),
            ("index.html.br", "e"),
            ("README.md", "c"),
            ("1-2/a.js", "d"),
        ];
        let site = Site::new(files.into_iter().map(|(name, text)| (name.to_owned(), Bytes::from(text))));
        assert_eq!(site.0.len(), 2);
        let index = site.file("index.html").unwrap();
        assert_eq!((index.gzip.as_deref(), index.brotli.as_deref()), (Some(&b"b"[..]), Some(&b"e"[..])));
        assert!(!index.immutable);
        assert!(site.file("1-2/a.js").unwrap().immutable);
        for name in ["README.md", "index.html.gz", "index.html.br", "../Cargo.toml", "", "1-2"] {
            assert!(site.file(name).is_none(), "{name}");
        }
    }
}
