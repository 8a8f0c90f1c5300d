//! The programs for macOS, looked at: there is nothing here that could run them.

use std::collections::BTreeSet;

use object::macho::{LC_CODE_SIGNATURE, LinkeditDataCommand, MachHeader64};
use object::read::macho::MachHeader as _;
use object::{Architecture, BinaryFormat, Endianness, Object as _};
use sha2::{Digest as _, Sha256};

use super::unpacked;
use crate::target::Target;
use crate::{Result, build, empty_stage};

pub fn macos(target: Target) -> Result<()> {
    let folder = empty_stage("try-macos")?;
    unpacked(target, &folder)?;
    let bytes = std::fs::read(folder.join(target.folder()).join(target.program()))?;
    let file = object::File::parse(&*bytes)?;
    let wanted = if target == Target::MacArm { Architecture::Aarch64 } else { Architecture::X86_64 };
    if file.architecture() != wanted || file.format() != BinaryFormat::MachO {
        return Err(format!("it is {:?} for {:?}", file.format(), file.architecture()).into());
    }
    // Only what every macOS has may be asked for.
    let mut libraries = BTreeSet::new();
    for import in file.imports()? {
        libraries.insert(String::from_utf8_lossy(import?.library()).into_owned());
    }
    if let Some(stranger) = libraries
        .iter()
        .find(|name| !name.is_empty() && !name.starts_with("/usr/lib/") && !name.starts_with("/System/"))
    {
        return Err(format!("it needs {stranger}").into());
    }
    let header = MachHeader64::<Endianness>::parse(&*bytes, 0)?;
    let endian = header.endian()?;
    let mut commands = header.load_commands(endian, &*bytes, 0)?;
    let (mut oldest, mut signed) = (None, false);
    while let Some(command) = commands.next()? {
        oldest =
            oldest.or(command.build_version(endian)?.map(|(version, _)| version.minos.get(endian).0 >> 16));
        if command.cmd() == LC_CODE_SIGNATURE {
            let place: &LinkeditDataCommand<Endianness> = command.data()?;
            let pages = signature(&bytes, place.dataoff.get(endian) as usize)
                .ok_or("its signature is not that of its bytes")?;
            println!("signed: {pages} pages");
            signed = true;
        }
    }
    // Processors of Apple's run nothing that is not signed.
    if oldest.is_none_or(|major| major > build::OLDEST_MACOS) || (target == Target::MacArm && !signed) {
        return Err(format!("it asks for macOS {oldest:?}, signed: {signed}").into());
    }
    let has = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    if !has("<title>Omnisweep</title>") {
        return Err("the page is not in it".into());
    }
    println!("linked and inspected only, not run: {wanted:?}, macOS {oldest:?}, libraries {libraries:?}");
    Ok(())
}

/// How many pages of a program are signed, each with the sum that it has.
fn signature(program: &[u8], at: usize) -> Option<usize> {
    const SIGNATURE: u32 = 0xfade_0cc0;
    const DIRECTORY: u32 = 0xfade_0c02;
    let number = |bytes: &[u8], at: usize| -> Option<u32> {
        Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
    };
    let blob = program.get(at..)?;
    // The first of its parts lists the sums.
    let directory = blob.get(number(blob, 16)? as usize..)?;
    if number(blob, 0)? != SIGNATURE || number(directory, 0)? != DIRECTORY {
        return None;
    }
    let (sums, pages) = (number(directory, 16)? as usize, number(directory, 28)? as usize);
    let signed = program.get(..number(directory, 32)? as usize)?;
    let (size, page) =
        (usize::from(*directory.get(36)?), 1_usize.checked_shl(u32::from(*directory.get(39)?))?);
    let all = signed.chunks(page).enumerate().all(|(at, content)| {
        let sum = directory.get(sums + at * size..).and_then(|sums| sums.get(..size));
        sum == Some(Sha256::digest(content).as_slice())
    });
    (all && pages == signed.chunks(page).len()).then_some(pages)
}
