//! Any bytes: refused, or a board of a playable size.
#![no_main]

use libfuzzer_sys::fuzz_target;
use omnisweep_editions::styles;
use omnisweep_engine::text;

fuzz_target!(|input: &[u8]| {
    if let Some(game) = styles::parse(input) {
        let layout = game.layout().expect("the mines are laid");
        assert_eq!(text::write_layout(layout).as_bytes(), input);
        assert!(game.shape().sizes().iter().all(|&size| size <= 20));
        assert!(game.safe_left() > 0);
    }
});
