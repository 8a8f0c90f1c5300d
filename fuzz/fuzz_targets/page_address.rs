//! Any address: refused, or the same game from the address that it is written as.
#![no_main]

use libfuzzer_sys::fuzz_target;
use omnisweep_web::address::Wish;

fuzz_target!(|input: &str| {
    if let Ok(wish) = Wish::read(input) {
        let address = wish.address();
        assert_eq!(Wish::read(&address).map(|again| again.address()), Ok(address));
    }
});
