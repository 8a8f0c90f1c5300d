//! Moments as text: `2026-11-15T22:47:14.123Z`, always UTC, always of this length.

use omnisweep_engine::text::parse_number;

const DAY: u64 = 24 * 60 * 60 * 1000;

/// The last moment that has a text: the end of the year 9999.
pub const LAST: u64 = 253_402_300_799_999;

/// The text of a moment, given in milliseconds since the beginning of 1970.
/// Moments after [`LAST`] are written as that one.
#[must_use]
pub fn write(ms: u64) -> String {
    let ms = ms.min(LAST);
    let (year, month, day) = date(ms / DAY);
    let (hour, minute, second) = (ms / 3_600_000 % 24, ms / 60_000 % 60, ms / 1000 % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}Z", ms % 1000)
}

/// The moment that a text stands for, if it is written just so.
#[must_use]
pub fn read(text: &str) -> Option<u64> {
    let field = |from: usize, to: usize| {
        let digits = text.get(from..to)?;
        let trimmed = digits.trim_start_matches('0');
        if trimmed.is_empty() && !digits.is_empty() { Some(0) } else { parse_number(trimmed) }
    };
    let (year, month, day) = (field(0, 4)?, field(5, 7)?, field(8, 10)?);
    let days = days(year, month, day)?;
    let time = ((field(11, 13)? * 60 + field(14, 16)?) * 60 + field(17, 19)?) * 1000 + field(20, 23)?;
    let moment = days * DAY + time;
    // Whatever is not written the one way it can be is none.
    (write(moment) == text).then_some(moment)
}

/// Year, month and day of a day, counted from the beginning of 1970.
fn date(day: u64) -> (u64, u64, u64) {
    // Years begin in March here, so that a leap day is the last of its year.
    let shifted = day + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

/// The other way round, for dates from 1970 on.
fn days(year: u64, month: u64, day: u64) -> Option<u64> {
    if year < 1970 || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let year = year - u64::from(month <= 2);
    let (era, year_of_era) = (year / 400, year % 400);
    let shifted_month = if month > 2 { month - 3 } else { month + 9 };
    let of_year = (153 * shifted_month + 2) / 5 + day - 1;
    let of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + of_year;
    Some(era * 146_097 + of_era - 719_468)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_and_read_back() {
        assert_eq!(write(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(write(951_827_696_789), "2000-02-29T12:34:56.789Z");
        assert_eq!(write(LAST), "9999-12-31T23:59:59.999Z");
        assert_eq!(write(u64::MAX), write(LAST));
        for day in 0..=LAST / DAY {
            let moment = day * DAY + day % DAY;
            assert_eq!(read(&write(moment)), Some(moment));
        }
    }

    #[test]
    fn anything_else_is_no_moment() {
        for text in [
            "",
            "2026",
            "2026-11-15 22:47:14.123Z",
            "2026-11-15T22:47:14.123",
            "2026-11-15T22:47:14Z",
            "2026-02-29T00:00:00.000Z",
            "2026-13-01T00:00:00.000Z",
            "2026-11-15T24:00:00.000Z",
            "2026-11-15T22:47:60.000Z",
            "1969-12-31T23:59:59.999Z",
            "2026-11-15T22:47:14.123Z ",
            "+026-11-15T22:47:14.123Z",
            "ä026-11-15T22:47:14.123Z",
        ] {
            assert_eq!(read(text), None, "{text:?}");
        }
    }
}
