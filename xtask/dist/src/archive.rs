//! Archives: the program with what goes with it, in one folder.

use std::io::{Seek, Write};
use std::path::{Path, PathBuf};

use flate2::{Compression, GzBuilder};
use zip::write::SimpleFileOptions;

use crate::target::Target;
use crate::{Result, artifacts, build, commit, empty_stage, root, share};

/// Makes the archive for a system, and the one with the symbols.
pub fn make(target: Target) -> Result<()> {
    let built = build::program(target)?;
    let folder = empty_stage(&format!("archive-{}", target.triple()))?;
    share::put(&folder, target.program(), &std::fs::read(&built.program)?)?;
    for text in share::TEXTS {
        share::put(&folder, text, &std::fs::read(root().join(text))?)?;
    }
    share::put(&folder, "omnisweep.6", share::manual()?.as_bytes())?;
    for (shell, name) in share::SHELLS {
        share::put(&folder, &format!("completions/{name}"), share::completions(shell)?.as_bytes())?;
    }
    std::fs::create_dir_all(artifacts())?;
    let archive = artifacts().join(target.archive());
    if target == Target::Windows {
        zipped(&folder, &target.folder(), &archive)?
    } else {
        packed(&folder, &target.folder(), &archive)?
    }
    symbols(&built, &target.folder())
}

/// The archives of the server, for Linux: any distribution has what it needs, which is nothing.
pub fn server() -> Result<()> {
    for target in SERVED {
        let built = build::server(target)?;
        let folder = empty_stage(&format!("archive-server-{}", target.triple()))?;
        share::put(&folder, build::SERVER, &std::fs::read(&built.program)?)?;
        for text in share::TEXTS.into_iter().chain(["docs/server.md", "docs/server-protocol.md"]) {
            let name = text.rsplit('/').next().unwrap_or(text);
            share::put(&folder, name, &std::fs::read(root().join(text))?)?;
        }
        share::put(&folder, "omnisweep-server.8", share::says(build::SERVER, &["man"])?.as_bytes())?;
        for (shell, name) in share::SHELLS {
            let script = share::says(build::SERVER, &["completions", shell])?;
            let name = name.replace("omnisweep", build::SERVER);
            share::put(&folder, &format!("completions/{name}"), script.as_bytes())?;
        }
        std::fs::create_dir_all(artifacts())?;
        let name = server_folder(target);
        packed(&folder, &name, &artifacts().join(format!("{name}.tar.gz")))?;
        symbols(&built, &name)?;
    }
    Ok(())
}

/// The systems that the server is for.
pub const SERVED: [Target; 2] = [Target::LinuxX86, Target::LinuxArm];

/// The folder in the server's archive.
pub fn server_folder(target: Target) -> String {
    target.folder().replacen("omnisweep", build::SERVER, 1)
}

/// The archive with the symbols of a program.
fn symbols(built: &build::Built, folder: &str) -> Result<()> {
    let name = format!("{folder}-symbols");
    let symbols = empty_stage(&name)?;
    std::fs::rename(&built.symbols, symbols.join(built.symbols.file_name().unwrap_or_default()))?;
    packed(&symbols, &name, &artifacts().join(format!("{name}.tar.gz")))
}

/// All files below a folder, by name.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() && !path.is_symlink() { found.extend(files(&path)?) } else { found.push(path) }
    }
    found.sort();
    Ok(found)
}

/// Whether a file is to be run.
fn is_program(name: &Path) -> bool {
    name.components().count() == 1
        && name.file_stem().is_some_and(|stem| stem == "omnisweep" || stem == build::SERVER)
        && name.extension().is_none_or(|end| end == "exe")
}

/// A compressed tar archive of a folder under another name, the same bytes wherever it is made.
pub fn packed(folder: &Path, name: &str, archive: &Path) -> Result<()> {
    let out = GzBuilder::new().mtime(0).write(std::fs::File::create(archive)?, Compression::best());
    Ok(tar(folder, name, is_program, out)?.finish()?.sync_all()?)
}

/// A tar archive of a folder under another name.
pub fn tar<W: Write>(folder: &Path, name: &str, is_program: fn(&Path) -> bool, out: W) -> Result<W> {
    let time = commit()?.1;
    let mut builder = tar::Builder::new(out);
    for path in files(folder)? {
        let inside = path.strip_prefix(folder)?;
        let mut header = tar::Header::new_gnu();
        header.set_mtime(time);
        let to = Path::new(name).join(inside);
        if path.is_symlink() {
            header.set_entry_type(tar::EntryType::Symlink);
            header.set_mode(0o777);
            header.set_size(0);
            builder.append_link(&mut header, to, std::fs::read_link(&path)?)?;
            continue;
        }
        let content = std::fs::read(&path)?;
        header.set_mode(if is_program(inside) { 0o755 } else { 0o644 });
        header.set_size(content.len() as u64);
        builder.append_data(&mut header, to, content.as_slice())?;
    }
    Ok(builder.into_inner()?)
}

/// The same as a zip archive, for Windows.
fn zipped(folder: &Path, name: &str, archive: &Path) -> Result<()> {
    let mut writer = zip::ZipWriter::new(std::fs::File::create(archive)?);
    fill(&mut writer, folder, name)?;
    Ok(writer.finish()?.sync_all()?)
}

fn fill<W: Write + Seek>(writer: &mut zip::ZipWriter<W>, folder: &Path, name: &str) -> Result<()> {
    for path in files(folder)? {
        let inside = path.strip_prefix(folder)?.to_str().ok_or("a name is no text")?;
        // Without a feature of its own the crate writes no time but the first there is.
        let options = SimpleFileOptions::default().unix_permissions(0o644);
        writer.start_file(format!("{name}/{inside}"), options)?;
        writer.write_all(&std::fs::read(&path)?)?;
    }
    Ok(())
}
