//! Files beside their places that somebody left who was killed at it.

use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Takes away what was left beside the place of a file; once for each, since
/// this process leaves nothing itself.
pub(crate) fn sweep_once(target: &Path) {
    static SWEPT: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    let Ok(mut swept) = SWEPT.lock() else { return };
    if !swept.iter().any(|path| path == target) {
        swept.push(target.to_owned());
        drop(swept);
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        sweep_of(folder.unwrap_or(Path::new(".")), target.file_name());
    }
}

/// Takes away what was left in a folder in which all files are ours.
pub fn sweep(folder: &Path) {
    sweep_of(folder, None);
}

fn sweep_of(folder: &Path, target: Option<&OsStr>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (name, path) = (entry.file_name(), entry.path());
        let writer = name.to_str().and_then(|name| writer(name, target.map(|target| target.to_str())));
        if writer.is_some_and(|writer| !runs(writer)) && is_left(&path) {
            _ = fs::remove_file(path);
        }
    }
}

/// Who writes a file of such a name: `.game.txt.1234-0.tmp`, for any file or for one.
fn writer(name: &str, target: Option<Option<&str>>) -> Option<u32> {
    let (rest, number) = name.strip_prefix('.')?.strip_suffix(".tmp")?.rsplit_once('-')?;
    let (of, process) = rest.rsplit_once('.').unwrap_or(("", rest));
    number.parse::<u64>().ok()?;
    let process = process.parse().ok()?;
    target.is_none_or(|target| target == Some(of)).then_some(process)
}

/// Whether nobody writes to it, as far as the file system can tell.
fn is_left(path: &Path) -> bool {
    let is_file = fs::symlink_metadata(path).is_ok_and(|kind| kind.is_file());
    is_file && File::open(path).is_ok_and(|file| !matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
}

/// Whether there is a process of this number.
#[cfg(unix)]
fn runs(process: u32) -> bool {
    use rustix::process::{Pid, test_kill_process};
    Pid::from_raw(process.cast_signed())
        .is_some_and(|process| test_kill_process(process) != Err(rustix::io::Errno::SRCH))
}

/// Nobody knows, so nothing is taken away.
#[cfg(not(unix))]
fn runs(_process: u32) -> bool {
    true
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use omnisweep_testing::folder::Folder;

    use super::*;
    use crate::write_atomically;

    /// The number of a process that is over.
    fn gone() -> u32 {
        let mut child = std::process::Command::new("true").spawn().unwrap();
        child.wait().unwrap();
        child.id()
    }

    #[test]
    fn what_a_killed_process_left_goes_with_the_next_write() {
        let (folder, gone, own) = (Folder::new(), gone(), std::process::id());
        let left = [format!(".game.{gone}-0.tmp"), format!(".game.{gone}-17.tmp")];
        let others = [
            format!(".game.{own}-99.tmp"),
            format!(".other.{gone}-0.tmp"),
            format!("game.{gone}-0.tmp"),
            format!(".game.{gone}-x.tmp"),
            ".game.tmp".to_owned(),
        ];
        for name in left.iter().chain(&others) {
            fs::write(folder.join(name), "half").unwrap();
        }
        write_atomically(&folder.join("game"), |out| out.write_all(b"whole")).unwrap();
        assert!(left.iter().all(|name| !folder.join(name).exists()));
        assert!(others.iter().all(|name| folder.join(name).exists()));
        // One that somebody is at, whoever that is, stays; in a folder of ours, the rest goes.
        let held = folder.join(format!(".held.{gone}-0.tmp"));
        let file = File::create(&held).unwrap();
        file.lock().unwrap();
        sweep(&folder);
        assert!(held.exists() && !folder.join(&others[1]).exists() && folder.join(&others[0]).exists());
    }
}
