//! Any bytes: refused, or the one file of a game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use omnisweep_editions::esp;

fuzz_target!(|input: &[u8]| {
    if let Some(game) = esp::read_game(input) {
        let mut written = Vec::new();
        esp::write_game(&game, &mut written).expect("memory takes it");
        assert_eq!(written, input);
    }
});
