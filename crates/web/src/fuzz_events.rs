//! Any events, for tests that look for trouble.

use crate::{PageGame, Replay};

/// Plays any bytes as events, for tests that look for trouble: whatever happens,
/// nothing panics, and the game can be saved and read back.
///
/// # Panics
/// Where the game is not read back as it was.
pub fn fuzz_events(bytes: &[u8]) {
    const GAMES: [&str; 9] = [
        "level=beginner&seed=1",
        "level=tesseract&seed=2&marks=on",
        "size=5x70&seed=3&rules=clicks",
        "size=3x4x5&mines=9&seed=4&rules=cs121",
        "size=7&mines=2&seed=5&rules=nd",
        "level=beginner&seed=6&rules=esp&guess=fair",
        "level=beginner&seed=7&guess=never",
        "size=1x1&mines=0&rules=styles",
        "daily&level=beginner",
    ];
    let mut bytes = bytes.iter().copied();
    let mut next = || bytes.next();
    let Some(game) = next() else { return };
    let Ok(mut page) = PageGame::start(GAMES[usize::from(game) % GAMES.len()], 1.0, 0.0) else { return };
    let mut now = 0.0;
    while let (Some(kind), Some(x), Some(y)) = (next(), next(), next()) {
        now += f64::from(kind >> 4);
        let (at_x, at_y) = (i32::from(x) - 2, i32::from(y) - 2);
        match kind & 15 {
            0..=3 => _ = page.mouse(at_x % 12, at_y % 12, kind & 7, now),
            4 => _ = page.mouse(at_x % 12, at_y % 12, 0, now),
            5 => _ = page.touch(at_x % 12, at_y % 12, now),
            6 => _ = page.lift(at_x % 12, at_y % 12, now),
            7 => {
                now += 500.0;
                page.long_press(now, 300.0);
            }
            8 => _ = page.press(["open", "flag", "mark", "chord", "sing"][usize::from(x) % 5], now),
            9 => {
                _ = page.go(
                    ["left", "down", "end", "axis3+", "axis9-", "axis", "?"][usize::from(x) % 7],
                    u32::from(y),
                )
            }
            10 => _ = page.undo(now),
            11 => page.set_focus(u32::from(x) * 300),
            12 => _ = page.arrange(f64::from(x) / f64::from(y)),
            13 if x & 1 == 0 => {
                let hint = format!(
                    r#"{{"cell":{x},"risk":0.0,"parts":[{{"stage":"proof","text":"Here.","cell":{x},"risk":0.0,"cells":[{y}],"numbers":[{}]}}],"whole":{}}}"#,
                    u64::MAX,
                    y & 1 == 0
                );
                _ = (page.help(&hint), page.more_help());
            }
            13 => page.show_heat(&[u32::from(x), u32::MAX], &[f64::from(y) / 255.0, f64::NAN]),
            14 => page.habits(x & 1 == 0, y & 1 == 0),
            _ => _ = page.lay("9x9.AAJhAAIAEBkAAAFKxCQ.4x4", now),
        }
        _ = (page.remark(), page.paint(0, 0, 12, 12), page.labels(0, 0, 12, 12), page.facts(now));
        _ = (page.describe(page.focus()), page.cell(at_x, at_y), page.link(), page.record(now));
    }
    let saved = page.save(now);
    let again = PageGame::load(&saved, 0.0).map(|again| again.save(now));
    assert_eq!(again.as_ref(), Ok(&saved), "a game is read back as it was");
    show(saved.as_bytes());
}

/// Shows the game in any bytes, if there is one, from its beginning to its end and
/// back; nothing panics.
pub fn show(bytes: &[u8]) {
    let Ok(mut replay) = Replay::open(bytes, "") else { return };
    _ = (replay.title(), replay.facts(), replay.save());
    for forward in [true, false] {
        for _ in 0..replay.moves().min(50) {
            replay.step(forward);
            _ = (replay.last(), replay.clock(), replay.paint(0, 0, 12, 12), replay.describe(replay.focus()));
        }
    }
    replay.toggle(0.0);
    replay.tick(f64::MAX);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]
        #[test]
        fn any_events_leave_a_game_that_can_go_on(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            fuzz_events(&bytes);
        }

        #[test]
        fn any_file_is_shown_or_refused(
            start in 0_usize..6, bytes in proptest::collection::vec(any::<u8>(), 0..400),
        ) {
            let starts: [&[u8]; 6] = [b"", b"omnisweep game 1\n", b"{\"version\":1,", b"*rmv", b"\x11M", b"\x03"];
            show(&[starts[start], &bytes].concat());
        }
    }
}
