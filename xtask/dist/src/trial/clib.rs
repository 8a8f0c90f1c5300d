//! The C library: a program built against what is in the archive, in each way that people do it.

use std::process::Command;

use crate::{Result, clib, empty_stage, printed, root, run, share, tools};

pub fn c() -> Result<()> {
    tools::needs("cc", "gcc libc6-dev")?;
    tools::needs("pkg-config", "pkg-config")?;
    tools::needs("cmake", "cmake make")?;
    let folder = empty_stage("try-c")?;
    run(Command::new("tar").arg("-xzf").arg(clib::file()).arg("-C").arg(&folder))?;
    let home = folder.join(clib::folder());
    let source = root().join("crates/capi/examples/game.c");
    let config = |words: &[&str]| -> Result<Vec<String>> {
        let mut command = Command::new("pkg-config");
        let said =
            printed(command.args(words).arg("omnisweep").env("PKG_CONFIG_PATH", home.join("lib/pkgconfig")))?;
        Ok(said.split_whitespace().map(str::to_owned).collect())
    };
    let libraries = home.join("lib");
    let same = |said: &str, by: &str| -> Result<()> {
        println!("{by}: {}", said.lines().last().unwrap_or_default());
        if said.trim().is_empty() { Err(format!("{by}: the program says nothing").into()) } else { Ok(()) }
    };
    // Shared, by pkg-config.
    let shared = folder.join("shared");
    run(Command::new("cc").arg(&source).args(config(&["--cflags", "--libs"])?).arg("-o").arg(&shared))?;
    let said = printed(Command::new(&shared).env("LD_LIBRARY_PATH", &libraries))?;
    same(&said, "pkg-config, shared")?;
    // Static, by hand.
    let whole = folder.join("static");
    let mut cc = Command::new("cc");
    cc.arg(&source).args(config(&["--cflags"])?).arg(libraries.join("libomnisweep_capi.a"));
    run(cc.args(["-lpthread", "-lm", "-ldl", "-o"]).arg(&whole))?;
    if printed(&mut Command::new(&whole))? != said {
        return Err("the static library plays another game".into());
    }
    // Both, by CMake.
    let project = "cmake_minimum_required(VERSION 3.16)\nproject(try C)\nfind_package(omnisweep 0.1 REQUIRED)\n\
        add_executable(one game.c)\ntarget_link_libraries(one omnisweep::omnisweep)\n\
        add_executable(two game.c)\ntarget_link_libraries(two omnisweep::static)\n";
    share::put(&folder, "cmake/CMakeLists.txt", project.as_bytes())?;
    std::fs::copy(&source, folder.join("cmake/game.c"))?;
    let built = folder.join("cmake/build");
    let mut configure = Command::new("cmake");
    configure.arg("-S").arg(folder.join("cmake")).arg("-B").arg(&built);
    printed(configure.arg(format!("-DCMAKE_PREFIX_PATH={}", home.display())))?;
    printed(Command::new("cmake").arg("--build").arg(&built))?;
    for program in ["one", "two"] {
        if printed(&mut Command::new(built.join(program)))? != said {
            return Err(format!("CMake's program {program} plays another game").into());
        }
    }
    same(&said, "CMake, both")
}
