//! Numbers as people read them, the same wherever a game is shown.

/// A share as a percentage; with a decimal where it is near 0 or 1, so that
/// nothing looks certain that is not.
#[must_use]
pub fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if share == 0.0 || share == 1.0 || (10.0..=99.0).contains(&percent) {
        format!("{percent:.0} %")
    } else if (0.1..=99.9).contains(&percent) {
        format!("{percent:.1} %")
    } else if percent < 0.1 {
        "less than 0.1 %".to_owned()
    } else {
        "more than 99.9 %".to_owned()
    }
}

/// Milliseconds as a player reads them after a game.
#[must_use]
pub fn duration(ms: u64) -> String {
    let (minutes, seconds, hundredths) = (ms / 60_000, ms / 1000 % 60, ms / 10 % 100);
    format!("{minutes}:{seconds:02}.{hundredths:02}")
}

/// So many of something.
#[must_use]
pub fn count(number: u64, one: &str, more: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        number => format!("{number} {more}"),
    }
}
