//! `cargo xtask corpus`: writes the seeds of every target into `fuzz/seeds`.

use std::path::Path;

use omnisweep_targets::TARGETS;

fn main() -> std::io::Result<()> {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("../seeds");
    for target in TARGETS {
        let folder = all.join(target.name);
        std::fs::create_dir_all(&folder)?;
        let seeds = (target.seeds)();
        // Those that were found, and have names of their own, stay.
        for (number, seed) in seeds.iter().enumerate() {
            std::fs::write(folder.join(format!("{number:02}")), seed)?;
        }
        println!("{:>3} seeds: {}", seeds.len(), target.name);
    }
    Ok(())
}
