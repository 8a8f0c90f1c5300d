//! Any options and any lines: a game that ends, with an exit code of its own.
//! Files are another target's business, and boards are small enough to print.
#![no_main]

use libfuzzer_sys::fuzz_target;
use omnisweep_editions::esp;

fuzz_target!(|input: (Vec<String>, Vec<u8>)| {
    let (words, lines) = input;
    let large = |word: &String| word.bytes().filter(u8::is_ascii_digit).count() > 2;
    let file = |name: &[u8]| lines.windows(4).any(|window| window == name);
    if words.iter().any(large) || file(b"save") || file(b"load") {
        return;
    }
    let mut out = Vec::new();
    let code = esp::run(&words, &mut lines.as_slice(), &mut out).expect("memory takes it");
    assert!(code <= 5);
    assert!(str::from_utf8(&out).is_ok());
});
