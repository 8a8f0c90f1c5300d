//! What goes with the program: licences, the manual page, completions, and what a desktop shows.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::{Compression, GzBuilder};

use crate::{REPOSITORY, Result, VERSION, commit, printed, root, run};

/// The shells, and the name of the file that each takes.
pub const SHELLS: [(&str, &str); 5] = [
    ("bash", "omnisweep.bash"),
    ("zsh", "_omnisweep"),
    ("fish", "omnisweep.fish"),
    ("powershell", "_omnisweep.ps1"),
    ("elvish", "omnisweep.elv"),
];

/// What everybody who gets the program gets to read.
pub const TEXTS: [&str; 4] = ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "CHANGELOG.md"];

/// The name that desktops know the program by.
pub const ID: &str = "io.github.omnisweep.omnisweep";

/// What a program of this machine prints: manual page and completions are the same for all.
pub fn says(package: &str, words: &[&str]) -> Result<String> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["run", "--locked", "--quiet", "-p", package, "--"]).args(words).current_dir(root());
    printed(&mut command)
}

/// The manual page.
pub fn manual() -> Result<String> {
    says("omnisweep", &["man"])
}

/// The completions for a shell.
pub fn completions(shell: &str) -> Result<String> {
    says("omnisweep", &["completions", shell])
}

/// Lays a tree out as it is below `/usr`, for packages of Linux.
pub fn tree(folder: &Path, program: &Path) -> Result<()> {
    put(folder, "bin/omnisweep", &std::fs::read(program)?)?;
    put(folder, "share/man/man6/omnisweep.6.gz", &zipped(manual()?.as_bytes())?)?;
    put(folder, "share/bash-completion/completions/omnisweep", completions("bash")?.as_bytes())?;
    put(folder, "share/zsh/_omnisweep", completions("zsh")?.as_bytes())?;
    put(folder, "share/fish/vendor_completions.d/omnisweep.fish", completions("fish")?.as_bytes())?;
    put(folder, &format!("share/applications/{ID}.desktop"), filled("omnisweep.desktop")?.as_bytes())?;
    put(folder, &format!("share/metainfo/{ID}.metainfo.xml"), filled("metainfo.xml")?.as_bytes())?;
    let page = root().join("crates/web/page/assets");
    for (from, to) in
        [("icon.svg", "scalable/apps"), ("icon-192.png", "192x192/apps"), ("icon-512.png", "512x512/apps")]
    {
        let end = from.rsplit('.').next().unwrap_or_default();
        put(folder, &format!("share/icons/hicolor/{to}/{ID}.{end}"), &std::fs::read(page.join(from))?)?;
    }
    for text in TEXTS {
        put(folder, &format!("share/doc/omnisweep/{text}"), &std::fs::read(root().join(text))?)?;
    }
    put(folder, "share/doc/omnisweep/copyright", filled("copyright")?.as_bytes())?;
    put(folder, "share/doc/omnisweep/changelog.gz", &zipped(filled("changelog")?.as_bytes())?)?;
    put(folder, "share/lintian/overrides/omnisweep", filled("lintian-overrides")?.as_bytes())
}

/// Writes a file, and the folders it lies in.
pub fn put(folder: &Path, name: &str, content: &[u8]) -> Result<()> {
    let path = folder.join(name);
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent)?;
    }
    Ok(std::fs::write(&path, content).map_err(|error| format!("{}: {error}", path.display()))?)
}

/// Compressed, without the time and the name.
pub fn zipped(content: &[u8]) -> Result<Vec<u8>> {
    let mut out = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    out.write_all(content)?;
    Ok(out.finish()?)
}

/// A file of `data`, with the version, the day and the project's address filled in.
pub fn filled(name: &str) -> Result<String> {
    let path: PathBuf = root().join("xtask/dist/data").join(name);
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let time = commit()?.1;
    let day = |format: &str| -> Result<String> {
        Ok(printed(Command::new("date").args(["-u", "-d", &format!("@{time}"), format]).env("LC_ALL", "C"))?
            .trim()
            .to_owned())
    };
    Ok(text
        .replace("@VERSION@", VERSION)
        .replace("@REPOSITORY@", REPOSITORY)
        .replace("@ID@", ID)
        .replace("@DATE@", &day("+%Y-%m-%d")?)
        .replace("@MAILDATE@", &day("+%a, %d %b %Y %H:%M:%S +0000")?))
}

/// That what a desktop shows is as desktops want it.
pub fn validate(tree: &Path) -> Result<()> {
    crate::tools::needs("desktop-file-validate", "desktop-file-utils")?;
    crate::tools::needs("appstreamcli", "appstream")?;
    crate::tools::needs("mandoc", "mandoc")?;
    let share = tree.join("share");
    run(Command::new("desktop-file-validate").arg(share.join(format!("applications/{ID}.desktop"))))?;
    let metainfo = share.join(format!("metainfo/{ID}.metainfo.xml"));
    run(Command::new("appstreamcli").args(["validate", "--no-net"]).arg(metainfo))?;
    run(Command::new("mandoc").args(["-T", "lint", "-W", "error"]).arg(share.join("man/man6/omnisweep.6.gz")))
}
