//! The files of the page: in the program, or in the project's folder.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher as _};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use hyper::body::Bytes;

use super::answer::File;
use super::checkout;
use crate::failure::Failure;

/// The files that were there when this program was built.
const BUILT_IN: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/site.rs"));

/// The project's folder, if this program was built to be used in it.
const PROJECT: Option<&str> = option_env!("OMNISWEEP_PROJECT");

/// The version of the page in this program: the folder that its files lie in.
pub fn page_inside() -> Option<&'static str> {
    BUILT_IN.iter().find_map(|(name, _)| Some(name.split_once('/')?.0))
}

/// The most bytes that are served: a hundred times what the page has.
const LARGEST: u64 = 1 << 28;

/// The files of the page, by name.
pub struct Site(HashMap<String, File>);

impl Site {
    /// The page as it was built into the program; in a checkout where it was
    /// not, or is older than its sources, it is built now.
    pub fn find() -> Result<Site, Failure> {
        let checkout = PROJECT.map(Path::new).filter(|project| checkout::is_ours(project));
        let Some(project) = checkout else {
            if BUILT_IN.is_empty() {
                return Err(Failure::usage(
                    "this program was built without its page: run `cargo xtask web`, then build it again",
                ));
            }
            return Ok(Site::new(
                BUILT_IN.iter().map(|&(name, content)| (name.to_owned(), Bytes::from_static(content))),
            ));
        };
        let folder = project.join("crates/cli/site");
        if is_stale(project, &folder) {
            build(project)?;
        }
        Site::read(&folder)
    }

    /// The page in a folder: regular files that lie in it, and nothing that a link leads to.
    pub fn read(folder: &Path) -> Result<Site, Failure> {
        let mut files = Vec::new();
        let mut size = 0;
        let mut waiting = vec![folder.to_path_buf()];
        while let Some(next) = waiting.pop() {
            for entry in std::fs::read_dir(&next).map_err(|error| Failure::file(&next, error))? {
                let entry = entry?;
                let (path, kind) = (entry.path(), entry.file_type()?);
                if kind.is_dir() {
                    waiting.push(path);
                } else if kind.is_file() {
                    let content = omnisweep_files::read(&path, LARGEST - size)
                        .map_err(|error| Failure::file(&path, error))?;
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
            None => {
                Err(Failure::usage(format!("there is no page in {}: it has no index.html", folder.display())))
            }
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
fn build(project: &Path) -> Result<(), Failure> {
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
        Ok(_) => Err(Failure::usage("the page could not be built")),
        Err(error) => Err(Failure::usage(format!("the page could not be built: cargo: {error}"))),
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
