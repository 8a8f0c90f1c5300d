//! The N-D functions in C, beside `memset` and a plain version: see `nd.c`.

#[path = "../tests/build/mod.rs"]
mod build;

use std::process::Command;

fn main() {
    if !omnisweep_testing::outside::has("cc") {
        return;
    }
    let library = build::library();
    for (room, words) in
        [((26, 3), "init 100 100 100"), ((242, 5), "init 12 12 12 12 12"), ((8, 2), "flood 3162 3163")]
    {
        let flags = [format!("-DMAX_ADJACENT={}", room.0), format!("-DMAX_DIM={}", room.1)];
        let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
        let program = build::compile(&format!("bench-{}", room.0), &["benches/nd.c"], &flags, &library);
        let status = Command::new(&program).args(words.split(' ')).status();
        assert!(status.is_ok_and(|status| status.success()), "{words}");
        _ = std::fs::remove_file(program);
    }
}
