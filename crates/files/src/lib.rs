//! Files that are read within limits, and written whole or not at all.

mod stale;

use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Read as _, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

pub use stale::sweep;

/// Opens a regular file to be read. What is none may have no end, or may never
/// answer: a pipe, a device. It is an error, and not waited for.
pub fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt as _;
        options.custom_flags((OFlags::NONBLOCK | OFlags::NOCTTY).bits().cast_signed());
    }
    let file = options.open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("this is no file")) }
}

/// The bytes of a regular file, at most so many.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_all(open(path)?, most)
}

/// All that there is to read, at most so many bytes.
pub fn read_all(input: impl io::Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other(format!("this is too much to read: {most} bytes at most")));
    }
    Ok(bytes)
}

/// The text in a regular file, of at most so many bytes.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    String::from_utf8(read(path, most)?).map_err(|_| io::Error::other("this is no text"))
}

/// Writes a file beside its place and then puts it there, so that whoever looks
/// finds the old file or the new one, whatever happens in between: an error, a
/// full disk, a crash.
///
/// Symbolic links are followed, and an existing file keeps its permissions. A
/// target that exists and is no regular file (a pipe, a device) is written
/// where it is.
pub fn write_atomically(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let old = match fs::metadata(path) {
        Ok(old) => Some(old),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if let Some(old) = &old {
        // Whoever may not write the file may not replace it either.
        let mut file = OpenOptions::new().write(true).open(path)?;
        if !old.is_file() {
            let mut out = BufWriter::with_capacity(BUFFER, &mut file);
            write(&mut out)?;
            return out.flush();
        }
    }
    let Some(target) = followed(path)? else {
        // One of a process's own open files, such as /dev/stdout: others write to
        // it as well, so this goes behind what they wrote.
        let file = OpenOptions::new().append(true).open(path)?;
        let mut out = BufWriter::with_capacity(BUFFER, file);
        write(&mut out)?;
        return out.flush();
    };
    stale::sweep_once(&target);
    let temp = TempFile::new(&target, old.as_ref())?;
    let mut out = BufWriter::with_capacity(BUFFER, &temp.file);
    write(&mut out)?;
    out.flush()?;
    drop(out);
    if let Some(old) = old {
        temp.file.set_permissions(old.permissions())?;
    }
    temp.file.sync_all()?;
    temp.persist(&target)
}

const BUFFER: usize = 1 << 18;

/// How many links in a row are followed, as the system has it.
const LINKS: usize = 40;

/// Where the file really is, or will be: a link may point to nothing yet. None
/// for a link to an open file.
fn followed(path: &Path) -> io::Result<Option<PathBuf>> {
    let mut path = path.to_path_buf();
    for _ in 0..LINKS {
        if path.starts_with("/proc") || path.starts_with("/dev/fd") {
            return Ok(None);
        }
        match fs::read_link(&path) {
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            // No link (any more), or nothing there: this is the place.
            Err(_) => return Ok(Some(path)),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// The new file, which is gone again unless it is put in its place.
struct TempFile {
    path: PathBuf,
    file: File,
    done: bool,
}

impl TempFile {
    /// Makes it, readable to nobody who could not read the old one.
    fn new(target: &Path, old: Option<&Metadata>) -> io::Result<TempFile> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = target.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        loop {
            // A name as long as it may be has no room for more: the new one is its own.
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let mut new = OsString::from(".");
            if name.len() < 200 {
                new.push(name);
            }
            new.push(format!(".{}-{count}.tmp", std::process::id()));
            let path = target.with_file_name(new);
            let mut options = OpenOptions::new();
            options.write(true).create_new(true);
            #[cfg(unix)]
            if let Some(old) = old {
                use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
                options.mode(old.mode() & 0o777);
            }
            #[cfg(not(unix))]
            let _ = old;
            match options.open(&path) {
                Ok(file) => {
                    // So that others see that somebody is at it, where the file system can say so
                    // without keeping them from reading.
                    #[cfg(unix)]
                    let _ = file.try_lock();
                    return Ok(TempFile { path, file, done: false });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn persist(mut self, target: &Path) -> io::Result<()> {
        fs::rename(&self.path, target)?;
        self.done = true;
        // The folder remembers the new name: wanted, but not on every system to be had.
        if let Some(folder) = target.parent() {
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            _ = File::open(folder).and_then(|folder| folder.sync_all());
        }
        Ok(())
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        if !self.done {
            _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use omnisweep_testing::folder::Folder;

    use super::*;

    fn put(path: &Path, text: &str) -> io::Result<()> {
        write_atomically(path, |out| out.write_all(text.as_bytes()))
    }

    #[test]
    fn a_file_is_made_and_replaced_and_nothing_else_is_left() {
        let folder = Folder::new();
        let path = folder.join("game");
        put(&path, "one").unwrap();
        put(&path, "two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }

    #[test]
    fn a_failed_write_leaves_the_old_file() {
        let folder = Folder::new();
        let path = folder.join("game");
        put(&path, "old").unwrap();
        let failed = write_atomically(&path, |out| {
            out.write_all(&[b'x'; 1 << 20])?;
            Err(io::Error::other("the disk is full"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }

    #[test]
    fn folders_and_missing_folders_are_errors() {
        let folder = Folder::new();
        assert!(put(&folder, "x").is_err());
        assert!(put(&folder.join("no/such/folder"), "x").is_err());
        assert!(put(Path::new(""), "x").is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_permissions_kept() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = Folder::new();
        fs::create_dir(folder.join("deep")).unwrap();
        let (link, path) = (folder.join("link"), folder.join("deep/game"));
        symlink("deep/game", &link).unwrap();
        put(&link, "through a link to nothing").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        put(&link, "again").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "again");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        symlink("round", folder.join("round")).unwrap();
        assert!(put(&folder.join("round"), "x").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn only_regular_files_are_read_and_no_more_than_is_wanted() {
        let folder = Folder::new();
        let path = folder.join("game");
        put(&path, "four").unwrap();
        assert_eq!(read(&path, 4).unwrap(), b"four");
        assert!(read(&path, 3).unwrap_err().to_string().contains("3 bytes at most"));
        fs::write(&path, [0xff]).unwrap();
        assert!(read_text(&path, 4).is_err());
        let pipe = folder.join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for path in [pipe.as_path(), &folder, Path::new("/dev/zero")] {
            assert_eq!(read(path, 4).unwrap_err().to_string(), "this is no file", "{}", path.display());
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_device_is_written_where_it_is() {
        put(Path::new("/dev/null"), "x").unwrap();
        assert!(put(Path::new("/dev/full"), "x").is_err());
        assert!(!fs::metadata("/dev/full").unwrap().is_file());
    }
}
