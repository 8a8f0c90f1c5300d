//! Any bytes: refused, or the one file of a game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use omnisweep_editions::esp;

fuzz_target!(|input: &[u8]| {
    // A reader of unknown length believes a size until the fields end; the
    // fuzzer takes that for greed.
    let side = |at: usize| {
        input.get(at..at + 8).map_or(0, |side| u64::from_le_bytes(side.try_into().unwrap_or([0; 8])))
    };
    if side(4).saturating_mul(side(12)) > 16 * input.len() as u64 {
        return;
    }
    if let Some(game) = esp::read_game(input) {
        let mut written = Vec::new();
        esp::write_game(&game, &mut written).expect("memory takes it");
        assert_eq!(written, input);
    }
});
