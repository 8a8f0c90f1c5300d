//! Numbers as people read them, the same wherever a game is shown.

/// A share as a percentage, with a decimal where it has one; nothing looks
/// certain that is not.
#[must_use]
pub fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if percent > 0.0 && percent < 0.1 {
        return "less than 0.1 %".to_owned();
    }
    if percent > 99.9 && percent < 100.0 {
        return "more than 99.9 %".to_owned();
    }
    let text = format!("{percent:.1}");
    format!("{} %", text.strip_suffix(".0").unwrap_or(&text))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_read_at_a_glance() {
        for (share, text) in [
            (0.0, "0 %"),
            (0.0001, "less than 0.1 %"),
            (0.125, "12.5 %"),
            (1.0 / 3.0, "33.3 %"),
            (0.5, "50 %"),
            (0.999_9, "more than 99.9 %"),
            (1.0, "100 %"),
        ] {
            assert_eq!(percent(share), text);
        }
        assert_eq!(duration(83_456), "1:23.45");
        assert_eq!((count(1, "day", "days"), count(0, "day", "days")), ("1 day".into(), "0 days".into()));
    }
}
