//! Programs and libraries as they are shipped: the same bytes on every machine.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Once;

use object::Object as _;
use sha2::{Digest as _, Sha256};

use crate::target::Target;
use crate::{Result, archive, commit, empty_stage, root, run, tools};

/// What a shipped program of Linux may weigh, with its page.
const MOST: u64 = 9_000_000;

/// The oldest macOS that the programs run on.
pub const OLDEST_MACOS: u32 = 11;

/// The first that archives can say: 1980.
const SOME_TIME: &str = "315619200";

/// The allocator's C has the time in it. zig keeps what it has compiled, whatever SOURCE_DATE_EPOCH says
/// the next time, so the time is told in a way that zig looks at.
const NO_TIME: &str = "-Wno-builtin-macro-redefined -D__DATE__=\"then\" -D__TIME__=\"then\"";

/// A program without its symbols, and the file that has them.
pub struct Built {
    pub program: PathBuf,
    pub symbols: PathBuf,
}

/// Builds the server for a system.
pub fn server(target: Target) -> Result<Built> {
    built(target, SERVER, SERVER)
}

/// The server's package, and its program where programs have no ending.
pub const SERVER: &str = "omnisweep-server";

/// Builds a program of a package for a system.
fn built(target: Target, package: &str, name: &str) -> Result<Built> {
    page()?;
    tools::target(target.triple())?;
    let mut build = cargo(&["zigbuild", "--locked", "--quiet", "--profile", "dist", "-p", package])?;
    run(build.args(["--target", target.triple()]))?;
    let whole = root().join("target").join(target.triple()).join("dist").join(name);
    let folder = empty_stage(&format!("{package}-{}", target.triple()))?;
    let built = Built { program: folder.join(name), symbols: folder.join(format!("{name}.debug")) };
    let named = folder.join("whole");
    std::fs::write(&named, identified(std::fs::read(&whole)?, &format!("{package} {}", target.triple()))?)?;
    apart(target, &named, &built)?;
    println!("{package} for {}: {} bytes", target.triple(), built.program.metadata()?.len());
    Ok(built)
}

/// Builds the program for a system.
pub fn program(target: Target) -> Result<Built> {
    let built = built(target, "omnisweep", target.program())?;
    let bytes = built.program.metadata()?.len();
    if bytes > MOST && matches!(target, Target::LinuxX86 | Target::LinuxArm) {
        return Err(format!("the program has {bytes} bytes, and may have {MOST}").into());
    }
    Ok(built)
}

/// Linkers identify programs of macOS and Windows by all that is in them, and zig's C library has its folder's name in its
/// symbols: what they are built of identifies them instead.
fn identified(mut program: Vec<u8>, what: &str) -> Result<Vec<u8>> {
    let file = object::File::parse(&*program)?;
    let linked = match file.mach_uuid()? {
        None => file.pdb_info()?.map(|pdb| pdb.guid()),
        uuid => uuid,
    };
    if let Some(linked) = linked {
        let place = program.windows(linked.len()).position(|bytes| bytes == linked);
        let place = place.ok_or("a program does not have its own identifier")?;
        let sum = Sha256::digest(format!("{what} {}", commit()?.0));
        program[place..][..linked.len()].copy_from_slice(&sum[..linked.len()]);
    }
    Ok(program)
}

/// Takes the symbols out of a program.
fn apart(target: Target, whole: &Path, built: &Built) -> Result<()> {
    match target {
        // On macOS the symbols are the whole program: tools there take it as it is.
        Target::MacArm | Target::MacX86 => {
            std::fs::copy(whole, &built.symbols)?;
        }
        _ => run(tools::objcopy()?.arg("--only-keep-debug").arg(whole).arg(&built.symbols))?,
    }
    run(tools::objcopy()?.arg("--strip-all").arg(whole).arg(&built.program))
}

/// The page, where the program's build script finds it. One that is there already stays, so that
/// nothing is built again for it.
pub fn page() -> Result<()> {
    static DONE: Once = Once::new();
    if DONE.is_completed() {
        return Ok(());
    }
    tools::target("wasm32-unknown-unknown")?;
    let (new, site) = (empty_stage("page")?, root().join("crates/cli/site"));
    run(cargo(&["run", "--locked", "--quiet", "-p", "xtask-web", "--", "--out"])?.arg(&new))?;
    if content(&new)? != content(&site)? {
        run(&mut cargo(&["run", "--locked", "--quiet", "-p", "xtask-web"])?)?;
    }
    DONE.call_once(|| ());
    Ok(())
}

/// The files of a page, by name.
fn content(folder: &Path) -> Result<Vec<(PathBuf, Vec<u8>)>> {
    let mut all = Vec::new();
    for path in archive::files(folder)?.into_iter().filter(|path| !path.ends_with("README.md")) {
        all.push((path.strip_prefix(folder)?.to_owned(), std::fs::read(&path)?));
    }
    Ok(all)
}

/// cargo, in the project's folder, so that nothing of this machine gets into what it builds.
pub fn cargo(words: &[&str]) -> Result<Command> {
    let (commit, _) = commit()?;
    let root = root();
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo"))).ok_or("cargo has no home")?;
    let mut command = Command::new(env!("CARGO"));
    command.args(words).current_dir(&root).env("PATH", tools::path()?);
    command.env("OMNISWEEP_COMMIT", commit);
    // It is the same for all commits: cargo need not notice another.
    command.env("SOURCE_DATE_EPOCH", SOME_TIME);
    command.env("MACOSX_DEPLOYMENT_TARGET", format!("{OLDEST_MACOS}.0"));
    // By target, so that what runs here need not be built again for it.
    let places = [(root.as_path(), "/omnisweep"), (home.as_path(), "/cargo")];
    let flags = |option: &str| {
        let flags: Vec<String> =
            places.iter().map(|(from, to)| format!("{option}{}={to}", from.display())).collect();
        flags.join(" ")
    };
    for triple in TRIPLES {
        let name = triple.replace('-', "_");
        let rust = format!("CARGO_TARGET_{}_RUSTFLAGS", name.to_uppercase());
        command.env(rust, flags("--remap-path-prefix="));
        command.env(format!("CFLAGS_{name}"), format!("{} {NO_TIME}", flags("-ffile-prefix-map=")));
    }
    Ok(command)
}

/// Everything that is built for.
const TRIPLES: [&str; 8] = [
    "x86_64-unknown-linux-musl",
    "aarch64-unknown-linux-musl",
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "x86_64-pc-windows-gnu",
    "aarch64-apple-darwin",
    "x86_64-apple-darwin",
    "wasm32-unknown-unknown",
];
