//! Recordings that are damaged: refused, or games that can be played and kept.

use omnisweep_replay::{Format, play, read, read_as};
use omnisweep_session::save;

/// Reads and plays whatever it is; whether it is a recording.
pub fn survive(bytes: &[u8]) -> bool {
    for format in Format::ALL {
        if let Ok(recording) = read_as(format, bytes) {
            let played = play(&recording).unwrap();
            save::read(&save::write(&played.session, 0)).unwrap();
        }
    }
    read(bytes).is_ok()
}

/// Cuts a recording off everywhere: each time an error that says where.
pub fn cuts(name: &str, bytes: &[u8]) {
    for length in 0..bytes.len() {
        let cut = read(&bytes[..length]);
        // Nothing is missed of a check sum, or of the name of the program.
        assert!(cut.is_err() || bytes.len() - length < 100, "{name}, {length} bytes");
        if let Err(error) = cut {
            assert!(error.offset <= length, "{name}, {length} bytes: {error}");
        }
    }
}

/// Damages each recording a number of times; how often it could be read all the same.
pub fn damages(recordings: &[(String, Vec<u8>)], rounds: usize) -> usize {
    let mut state = 1_u64;
    let mut random = |limit: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % limit
    };
    let mut readable = 0;
    for (_, bytes) in recordings {
        for round in 0..rounds {
            let mut damaged = bytes.clone();
            for _ in 0..1 + random(4) {
                // Mostly where lengths and sizes are.
                let at = random(if round % 3 > 0 { damaged.len().min(400) } else { damaged.len() });
                damaged[at] = if random(2) == 0 { random(256) as u8 } else { damaged[at] ^ 1 << random(8) };
            }
            if round % 5 == 0 {
                let at = random(damaged.len());
                damaged.remove(at);
            }
            readable += usize::from(survive(&damaged));
        }
    }
    readable
}
