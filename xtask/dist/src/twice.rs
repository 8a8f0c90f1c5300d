//! Whether everything is made again, byte for byte, in another folder.

use std::collections::BTreeMap;
use std::process::Command;

use crate::{Result, artifacts, empty_stage, root, run, sums, tools};

/// What differs from one run to the next, with the reason.
const NOT: [(&str, &str); 1] =
    [("-symbols", "zig builds its C library where it is needed, with that folder's name in the symbols")];

/// Clones the commit, makes the same there, and compares the sums.
pub fn check(names: &[&str]) -> Result<()> {
    if !crate::printed(Command::new("git").args(["status", "--porcelain"]).current_dir(root()))?.is_empty() {
        return Err("what is not committed cannot be made again from the commit".into());
    }
    let clone = empty_stage("twice")?.join("a-folder-with-another-name");
    run(Command::new("git").args(["clone", "--quiet"]).arg(root()).arg(&clone))?;
    // The tools are the same, and need not be built again.
    std::fs::create_dir_all(clone.join("target"))?;
    std::os::unix::fs::symlink(tools::folder(), clone.join("target/dist-tools"))?;
    let mut again = Command::new(env!("CARGO"));
    again.args(["xtask", "dist"]).args(names).current_dir(&clone).env_remove("CARGO_TARGET_DIR");
    run(&mut again)?;
    let read = |path: std::path::PathBuf| -> Result<BTreeMap<String, String>> {
        let text = std::fs::read_to_string(path)?;
        let pair = |line: &str| line.split_once("  ").map(|(sum, name)| (name.to_owned(), sum.to_owned()));
        Ok(text.lines().filter_map(pair).collect())
    };
    let first = read(artifacts().join(sums::NAME))?;
    let second = read(clone.join("target/artifacts").join(sums::NAME))?;
    let mut differ = Vec::new();
    for (name, sum) in &second {
        let reason = NOT.iter().find(|(not, _)| name.contains(not)).map(|(_, reason)| *reason);
        match (first.get(name) == Some(sum), reason) {
            (true, _) => println!("the same    {name}"),
            (false, Some(reason)) => println!("differs     {name}: {reason}"),
            (false, None) => {
                println!("DIFFERS     {name}");
                differ.push(name.as_str());
            }
        }
    }
    if differ.is_empty() { Ok(()) } else { Err(format!("these differ: {}", differ.join(", ")).into()) }
}
