//! The site that a page becomes: its files, as a server sends them.
//!
//! `index.html`, the service worker and the manifest have fixed names; all else
//! lies in a folder named after the content of everything, so that a browser may
//! keep it for ever. That name is the version, and the service worker knows the
//! sum of each of its files. Beside every file lie compressed ones, `.br` and `.gz`,
//! for whoever serves it.

mod comments;
pub mod types;

use std::error::Error;
use std::num::NonZeroU64;
use std::path::Path;

use sha2::{Digest as _, Sha256};

/// The name of the folder in the sources, for which the version's name is put in.
const ASSETS: &str = "assets";

const INDEX: &str = "index.html";
const WORKER: &str = "sw.js";
const MANIFEST: &str = "manifest.webmanifest";

/// What a page asks to find out whether it has a server: here it has none, so it need not be told that by a mistake.
const SERVER: &str = "server.json";
const NONE: &[u8] = b"{}\n";

/// The sources of a page: the three files with fixed names, and the others.
#[derive(Clone, Debug)]
pub struct Page {
    /// `index.html`.
    pub index: String,
    /// The service worker, without what it has to know of the version.
    pub worker: String,
    /// The manifest.
    pub manifest: String,
    /// Everything else, by name.
    pub assets: Vec<(String, Vec<u8>)>,
}

/// A name, and what is in that file.
pub type File = (String, Vec<u8>);

impl Page {
    /// The page in this folder, with files that were made elsewhere.
    pub fn read(folder: &Path, made: Vec<File>) -> Result<Page, Box<dyn Error>> {
        let text = |name| std::fs::read_to_string(folder.join(name));
        let mut assets = made;
        for entry in std::fs::read_dir(folder.join(ASSETS))? {
            let entry = entry?;
            let name = entry.file_name().into_string().map_err(|_| "a file's name is no text")?;
            assets.push((name, std::fs::read(entry.path())?));
        }
        for (name, content) in &mut assets {
            if name.ends_with(".js") || name.ends_with(".css") {
                *content = comments::without(std::str::from_utf8(content)?).into_bytes();
            }
        }
        assets.sort();
        let worker = comments::without(&text(WORKER)?);
        Ok(Page { index: text(INDEX)?, worker, manifest: text(MANIFEST)?, assets })
    }

    /// The name of this version.
    #[must_use]
    pub fn version(&self) -> String {
        let fixed = [(INDEX, &self.index), (WORKER, &self.worker), (MANIFEST, &self.manifest)];
        let fixed = fixed.map(|(name, text)| (name, text.as_bytes()));
        let assets = self.assets.iter().map(|(name, content)| (name.as_str(), content.as_slice()));
        let mut all = Sha256::new();
        for (name, content) in fixed.into_iter().chain(assets) {
            // Lengths part them, so that nothing can move from one to the next unseen.
            all.update(format!("{name} {}\n", content.len()));
            all.update(content);
        }
        hexadecimal(&all.finalize()).chars().take(12).collect()
    }

    /// The files of the site. `index.html` is the last: what has one is whole.
    #[must_use]
    pub fn site(&self) -> Vec<File> {
        let version = self.version();
        let placed = |text: &str| text.replace(&format!("{ASSETS}/"), &format!("{version}/")).into_bytes();
        let mut files: Vec<File> = self
            .assets
            .iter()
            .map(|(name, content)| (format!("{version}/{name}"), content.clone()))
            .collect();
        files.push((MANIFEST.to_owned(), placed(&self.manifest)));
        let index = (INDEX.to_owned(), placed(&self.index));
        let sums: Vec<String> = files
            .iter()
            .chain([&index])
            .map(|(name, content)| format!("\n  \"{name}\": \"{}\"", hexadecimal(&Sha256::digest(content))))
            .collect();
        let known = format!("const VERSION = \"{version}\", FILES = {{{}\n}};\n", sums.join(","));
        files.push((WORKER.to_owned(), (known + &self.worker).into_bytes()));
        files.push((SERVER.to_owned(), NONE.to_vec()));
        files.push(index);
        files
    }
}

/// Writes a site into a folder, instead of the one that was there.
pub fn write(site: &[File], folder: &Path) -> Result<(), Box<dyn Error>> {
    clear(folder)?;
    for (name, content) in site {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
        std::fs::write(&path, content)?;
    }
    Ok(())
}

/// The same files, compressed: as `.br` and as `.gz`.
pub fn compress(site: &[File]) -> Result<Vec<File>, Box<dyn Error>> {
    let mut all = Vec::with_capacity(site.len() * 2);
    for (name, content) in site {
        all.push((format!("{name}.br"), brotli(content)?));
        all.push((format!("{name}.gz"), gzip(content)?));
    }
    Ok(all)
}

/// Takes away what an earlier run has left, and nothing else.
fn clear(folder: &Path) -> Result<(), Box<dyn Error>> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(()) };
    let mut old = Vec::new();
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_str().unwrap_or_default().to_owned();
        let is_ours =
            [INDEX, WORKER, MANIFEST, SERVER].contains(&name.trim_end_matches(".gz").trim_end_matches(".br"));
        let is_assets = entry.path().join("omnisweep.wasm").is_file();
        if is_ours || is_assets {
            old.push(entry.path());
        } else if name != "README.md" && !name.starts_with('.') {
            return Err(format!("{} has something else in it: {name}", folder.display()).into());
        }
    }
    for path in old {
        if path.is_dir() {
            std::fs::remove_dir_all(path)?;
        } else {
            std::fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// As small as it travels to most browsers.
fn brotli(content: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut small = Vec::new();
    let parameters = brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 22, ..Default::default() };
    brotli::BrotliCompress(&mut &*content, &mut small, &parameters)?;
    Ok(small)
}

/// As small as it travels to all others.
fn gzip(content: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut small = Vec::new();
    // One pass is within a tenth of a per cent of many.
    let options = zopfli::Options { iteration_count: NonZeroU64::MIN, ..Default::default() };
    zopfli::compress(options, zopfli::Format::Gzip, content, &mut small)?;
    Ok(small)
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Page {
        let text = |text: &str| text.to_owned();
        Page {
            index: text("<script src=\"assets/app.js\">"),
            worker: text("go();"),
            manifest: text("{ \"src\": \"assets/a.png\" }"),
            assets: vec![(text("a.png"), vec![1, 2]), (text("app.js"), b"import".to_vec())],
        }
    }

    #[test]
    fn any_change_is_another_version() {
        let mut versions = vec![page().version()];
        let changes: [fn(&mut Page); 5] = [
            |page| page.index.push(' '),
            |page| page.worker.push(' '),
            |page| page.manifest.push(' '),
            |page| page.assets[0].1.push(3),
            |page| page.assets[0].0.push('x'),
        ];
        for change in changes {
            let mut page = page();
            change(&mut page);
            versions.push(page.version());
        }
        versions.sort();
        versions.dedup();
        assert_eq!(versions.len(), 6);
    }

    #[test]
    fn a_site_names_its_version_everywhere() {
        let (version, site) = (page().version(), page().site());
        let names: Vec<&str> = site.iter().map(|(name, _)| name.as_str()).collect();
        let (picture, app) = (format!("{version}/a.png"), format!("{version}/app.js"));
        assert_eq!(names, [&picture, &app, MANIFEST, WORKER, SERVER, INDEX]);
        let text = |at: usize| String::from_utf8(site[at].1.clone()).unwrap();
        assert_eq!(text(2), format!("{{ \"src\": \"{picture}\" }}"));
        assert_eq!(text(5), format!("<script src=\"{app}\">"));
        let worker = text(3);
        assert!(worker.starts_with(&format!("const VERSION = \"{version}\", FILES = {{")), "{worker}");
        assert!(worker.ends_with("\n};\ngo();") && !worker.contains(WORKER), "{worker}");
        // What a server says of itself is never kept.
        assert!(!worker.contains(SERVER));
        for (name, content) in site.iter().filter(|(name, _)| name != WORKER && name != SERVER) {
            let line = format!("\"{name}\": \"{}\"", hexadecimal(&Sha256::digest(content)));
            assert!(worker.contains(&line), "{worker} has {line}");
        }
    }
}
