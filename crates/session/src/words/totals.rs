//! What many games come to, and what their plots show.

use super::{count, duration};
use crate::statistics::{Measure, Point, RECENT, Statistics};

/// What is plotted.
#[must_use]
pub fn measure(measure: Measure) -> &'static str {
    match measure {
        Measure::Time => "Time of wins, in seconds",
        Measure::Speed => "3BV a second",
        Measure::WinRate => "Win rate of the last 20 games",
    }
}

/// A value of what is plotted.
#[must_use]
pub fn measured(measure: Measure, value: f64) -> String {
    match measure {
        Measure::Time => duration((value * 1000.0).round() as u64),
        Measure::Speed => format!("{value:.2}"),
        Measure::WinRate => format!("{value:.0} %"),
    }
}

/// A point of a plot, if it is one of that plot.
#[must_use]
pub fn plotted(measure: Measure, point: &Point) -> Option<String> {
    let unit = if measure == Measure::Speed { " 3BV/s" } else { "" };
    let best = if measure.is_best(point) { ", the best so far" } else { "" };
    Some(format!("Game {}: {}{unit}{best}", point.number, measured(measure, measure.of(point)?)))
}

/// What a plot shows; nothing where it is empty.
#[must_use]
pub fn plot(measure: Measure, points: &[Point]) -> Option<String> {
    let values: Vec<f64> = points.iter().filter_map(|point| measure.of(point)).collect();
    let last = *values.last()?;
    let recent = &values[values.len().saturating_sub(RECENT)..];
    if measure == Measure::WinRate {
        return Some(format!("{last:.0} % of the last {} won.", count(recent.len() as u64, "game", "games")));
    }
    let best = points.iter().rfind(|point| measure.is_best(point)).and_then(|point| measure.of(point));
    let mean = recent.iter().sum::<f64>() / recent.len() as f64;
    let [best, last, mean] = [best.unwrap_or(last), last, mean].map(|value| measured(measure, value));
    let wins = count(values.len() as u64, "win", "wins");
    Some(format!("{wins}: best {best}, last {last}, lately {mean}"))
}

/// What games of a kind come to.
#[must_use]
pub fn totals(sum: &Statistics, points: &[Point]) -> String {
    let (Some(rate), Some(last)) = (sum.win_rate(), points.last()) else {
        return "There is nothing to plot: all games were practice.".to_owned();
    };
    let games = count(sum.games, "game", "games");
    let mut told = format!("{games}, {} won: {:.0} %", sum.wins, rate * 100.0);
    if points.len() > RECENT {
        told.push_str(&format!("; of the last {RECENT} games, {:.0} %", last.win_rate * 100.0));
    }
    told.push('.');
    if let (Some(best), Some(mean)) = (sum.best, sum.mean()) {
        told.push_str(&format!(" The best time is {}, the mean {}.", duration(best), duration(mean)));
    }
    if let Some(speed) = sum.speed {
        told.push_str(&format!(" At most {speed:.2} 3BV/s."));
    }
    told
}
