//! Plots of many games, as widgets of ratatui's.

use omnisweep_session::daily::Day;
use omnisweep_session::statistics::{Measure, Point};
use omnisweep_session::words;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::symbols::Marker;
use ratatui::text::Line;
use ratatui::widgets::{Axis, Chart, Dataset, GraphType, Widget as _};

use crate::theme::{Look, Role};

/// More games than this are drawn as the highest and the lowest in each of so many columns: a terminal
/// has fewer.
const COLUMNS: usize = 2000;

/// A plot of a kind of game.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    measure: Measure,
    /// What it shows, in words.
    text: String,
    /// The games, numbered from 1, and those that were the best so far.
    games: Vec<(f64, f64)>,
    bests: Vec<(f64, f64)>,
    /// How many games there were.
    count: u64,
    /// The days of the first and of the last one.
    days: [Day; 2],
}

impl Plot {
    /// The plot of what was measured; nothing where there is nothing to plot.
    pub fn new(measure: Measure, points: &[Point]) -> Option<Plot> {
        let place = |point: &Point| Some((point.number as f64, measure.of(point)?));
        let games = thinned(points.iter().filter_map(place).collect());
        let bests = points.iter().filter(|point| measure.is_best(point)).filter_map(place).collect();
        let (first, last) = (points.first()?, points.last()?);
        let days = [first, last].map(|point| Day::at(point.finished));
        Some(Plot { measure, text: words::plot(measure, points)?, games, bests, count: last.number, days })
    }

    /// What it shows in words, and what its marks are.
    pub fn text(&self, ascii: bool) -> String {
        match self.measure {
            Measure::WinRate => self.text.clone(),
            _ => format!("{}; {}", self.text, words::best_mark(if ascii { "*" } else { "•" })),
        }
    }

    /// Draws it.
    pub fn draw(&self, look: &Look, area: Rect, out: &mut Buffer) {
        let most = self.games.iter().map(|game| game.1).fold(0.0, f64::max);
        let top = if self.measure == Measure::WinRate { 100.0 } else { nice(most) };
        let last = self.count.max(2);
        let faint = look.role(Role::PanelFaint);
        let label = |text: String| Line::styled(text, faint);
        let ink = |role: Role| Style { bg: None, ..look.role(role) };
        let marker = if look.ascii { Marker::Dot } else { Marker::Braille };
        let mut sets = vec![
            Dataset::default()
                .data(&self.games)
                .marker(marker)
                .graph_type(if self.measure == Measure::WinRate {
                    GraphType::Line
                } else {
                    GraphType::Scatter
                })
                .style(ink(Role::PanelTitle)),
        ];
        if !self.bests.is_empty() {
            let marker = if look.ascii { Marker::Block } else { Marker::Dot };
            let bests = Dataset::default().data(&self.bests).marker(marker);
            sets.push(bests.graph_type(GraphType::Scatter).style(ink(Role::PanelGood)));
        }
        let [first_day, last_day] = self.days;
        let middle = format!("game {} of {}", u64::midpoint(1, last), self.count);
        let moments = [first_day.to_string(), middle, last_day.to_string()].map(label);
        let values = [0.0, top / 2.0, top].map(|value| label(words::measured(self.measure, value)));
        Chart::new(sets)
            .style(look.role(Role::Panel))
            .x_axis(Axis::default().bounds([1.0, last as f64]).labels(moments).style(faint))
            .y_axis(Axis::default().bounds([0.0, top]).labels(values).style(faint))
            .legend_position(None)
            .render(area, out);
        if look.ascii {
            to_ascii(area, out);
        }
    }
}

/// As many points as can be told apart.
fn thinned(points: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    if points.len() <= 2 * COLUMNS {
        return points;
    }
    let columns = points.chunks(points.len().div_ceil(COLUMNS));
    let ends = columns.flat_map(|column| {
        let low = column.iter().copied().min_by(|one, other| one.1.total_cmp(&other.1));
        let high = column.iter().copied().max_by(|one, other| one.1.total_cmp(&other.1));
        low.into_iter().chain(high)
    });
    ends.collect()
}

/// A number at least as large that is easily halved and read.
fn nice(value: f64) -> f64 {
    if value <= 0.0 {
        return 1.0;
    }
    let unit = 10_f64.powf(value.log10().floor());
    let steps = [1.0, 1.2, 1.6, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0];
    steps.into_iter().map(|step| step * unit).find(|&step| step >= value).unwrap_or(10.0 * unit)
}

/// The same with signs of ASCII only: bests, which are blocks, as stars.
fn to_ascii(area: Rect, out: &mut Buffer) {
    for position in area.intersection(out.area).positions() {
        let Some(cell) = out.cell_mut(position) else { continue };
        let sign = match cell.symbol() {
            "│" => "|",
            "─" => "-",
            "└" | "├" | "┼" => "+",
            symbol if symbol.is_ascii() => continue,
            "█" => "*",
            _ => ".",
        };
        cell.set_symbol(sign);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_of_an_axis_is_a_round_number() {
        for (value, top) in
            [(0.0, 1.0), (0.3, 0.3), (7.0, 8.0), (61.0, 80.0), (101.0, 120.0), (999.0, 1000.0)]
        {
            assert!((nice(value) - top).abs() < 1e-9, "{value}: {}", nice(value));
        }
    }

    #[test]
    fn any_area_can_be_drawn_on() {
        let point = |number| Point {
            number,
            finished: 0,
            seconds: Some(number as f64),
            speed: Some(1.0),
            win_rate: 0.5,
            best_time: number == 1,
            best_speed: false,
        };
        let look = Look { theme: crate::Theme::Dark, depth: crate::Depth::True, ascii: false };
        for points in [vec![point(1)], (1..300).map(point).collect()] {
            for measure in Measure::ALL {
                let plot = Plot::new(measure, &points).unwrap();
                for (width, height) in [(0, 0), (1, 1), (3, 2), (70, 12)] {
                    let area = Rect { x: 0, y: 0, width, height };
                    plot.draw(&look, area, &mut Buffer::empty(area));
                }
                assert!(!plot.text(true).is_empty());
            }
        }
        assert!(Plot::new(Measure::Time, &[]).is_none());
    }

    #[test]
    fn of_very_many_games_the_highest_and_lowest_are_drawn() {
        let points: Vec<(f64, f64)> = (0..100_000).map(|at| (f64::from(at), f64::from(at % 777))).collect();
        let thin = thinned(points.clone());
        assert!(thin.len() <= 2 * COLUMNS);
        let most = |points: &[(f64, f64)]| points.iter().map(|point| point.1).fold(0.0, f64::max);
        assert_eq!(most(&thin), most(&points));
        assert!(thin.iter().all(|point| points.contains(point)));
        assert_eq!(thinned(points[..100].to_vec()), points[..100]);
    }
}
