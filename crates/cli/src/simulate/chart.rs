//! Plots as SVG: a frame with axes, and what is drawn in it.
//!
//! Colours are the page's: a shape has a class, and the page says how that looks
//! by day and by night.

use std::fmt::{Display, Write as _};

const LEFT: f64 = 52.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 42.0;

/// A plot: values are put where they belong by its axes.
pub struct Plot {
    width: f64,
    height: f64,
    x: (f64, f64),
    y: (f64, f64),
    body: String,
}

impl Plot {
    /// An empty plot of so many pixels, with the ends of its axes.
    pub fn new((width, height): (f64, f64), x: (f64, f64), y: (f64, f64)) -> Plot {
        Plot { width, height, x, y, body: String::new() }
    }

    fn x(&self, value: f64) -> f64 {
        let room = self.width - LEFT - RIGHT;
        LEFT + (value - self.x.0) / (self.x.1 - self.x.0) * room
    }

    fn y(&self, value: f64) -> f64 {
        let room = self.height - TOP - BOTTOM;
        self.height - BOTTOM - (value - self.y.0) / (self.y.1 - self.y.0) * room
    }

    /// Draws the axes: lines across at the values of `y`, marks at those of `x`.
    pub fn axes(
        &mut self,
        x: &[f64],
        y: &[f64],
        label: (impl Fn(f64) -> String, impl Fn(f64) -> String),
        title: (&str, &str),
    ) {
        let (left, right) = (LEFT, self.width - RIGHT);
        for &value in y {
            let at = self.y(value);
            let class = if value == self.y.0 { "axis" } else { "grid" };
            self.put(format_args!("<path class='{class}' d='M{left:.1} {at:.1}H{right:.1}'/>"));
            let (left, at, text) = (left - 8.0, at + 4.0, (label.1)(value));
            self.put(format_args!(
                "<text class='tick' x='{left:.1}' y='{at:.1}' text-anchor='end'>{text}</text>"
            ));
        }
        let foot = self.y(self.y.0);
        for &value in x {
            let (at, below, text) = (self.x(value), foot + 18.0, (label.0)(value));
            self.put(format_args!("<path class='axis' d='M{at:.1} {foot:.1}v4'/>"));
            self.put(format_args!(
                "<text class='tick' x='{at:.1}' y='{below:.1}' text-anchor='middle'>{text}</text>"
            ));
        }
        let (bottom, x_title, y_title) = (self.height - 6.0, title.0, title.1);
        self.put(format_args!(
            "<text class='title' x='{right:.1}' y='{bottom:.1}' text-anchor='end'>{x_title}</text>"
        ));
        self.put(format_args!("<text class='title' x='0' y='14'>{y_title}</text>"));
    }

    /// A line through points.
    pub fn line(&mut self, class: &str, points: &[(f64, f64)]) {
        let path = self.path(points);
        self.put(format_args!("<path class='{class}' d='{path}'/>"));
    }

    /// What lies between two lines; the points are x, low and high.
    pub fn band(&mut self, class: &str, points: &[(f64, f64, f64)]) {
        let low = points.iter().map(|&(x, low, _)| (x, low));
        let high = points.iter().rev().map(|&(x, _, high)| (x, high));
        let path = self.path(&low.chain(high).collect::<Vec<_>>());
        self.put(format_args!("<path class='{class}' d='{path}Z'/>"));
    }

    /// A bar from one value to another, standing on a height.
    pub fn bar(&mut self, class: &str, from: f64, to: f64, foot: f64, head: f64, title: impl Display) {
        let (left, right, top, bottom) = (self.x(from), self.x(to), self.y(head), self.y(foot));
        let gap = if right - left > 5.0 { 1.5 } else { 0.5 };
        let (width, height) = ((right - left - gap).max(0.5), bottom - top);
        self.put(format_args!(
            "<rect class='{class}' x='{left:.1}' y='{top:.2}' width='{width:.1}' height='{height:.2}'>\
             <title>{title}</title></rect>"
        ));
    }

    /// A point with the interval that it may lie in.
    pub fn point(&mut self, class: &str, (x, y): (f64, f64), [low, high]: [f64; 2], title: impl Display) {
        let (x, y, low, high) = (self.x(x), self.y(y), self.y(low), self.y(high));
        self.put(format_args!(
            "<g class='{class}'><title>{title}</title><path d='M{x:.1} {low:.1}V{high:.1}'/>\
             <circle cx='{x:.1}' cy='{y:.1}' r='4.5'/></g>"
        ));
    }

    /// Places where the mouse finds a text: from one value to another, from top to bottom.
    pub fn hover(&mut self, from: f64, to: f64, title: impl Display) {
        let (left, width) = (self.x(from), self.x(to) - self.x(from));
        let height = self.height - TOP - BOTTOM;
        self.put(format_args!(
            "<rect class='hover' x='{left:.1}' y='{TOP:.1}' width='{width:.1}' height='{height:.1}'>\
             <title>{title}</title></rect>"
        ));
    }

    fn path(&self, points: &[(f64, f64)]) -> String {
        let mut path = String::new();
        for (at, &(x, y)) in points.iter().enumerate() {
            _ = write!(path, "{}{:.1} {:.1}", if at == 0 { 'M' } else { 'L' }, self.x(x), self.y(y));
        }
        path
    }

    fn put(&mut self, shape: std::fmt::Arguments) {
        _ = self.body.write_fmt(shape);
    }

    /// The whole plot, with a sentence for those who do not see it.
    pub fn finish(self, sentence: &str) -> String {
        let Plot { width, height, body, .. } = self;
        format!("<svg viewBox='0 0 {width} {height}' role='img' aria-label='{sentence}'>{body}</svg>")
    }
}

/// Three to six round values from 0 to at least a value, which is above 0.
pub fn ticks(most: f64) -> Vec<f64> {
    let rough = most / 5.0;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().find(|step| step * power >= rough).unwrap_or(10.0) * power;
    (0..).map(|at| f64::from(at) * step).take((most / step - 1e-9).ceil() as usize + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_reach_far_enough() {
        assert_eq!(ticks(100.0), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks(7.0), [0.0, 2.0, 4.0, 6.0, 8.0]);
        assert_eq!(ticks(1.0).len(), 6);
        for most in [0.003, 0.9, 1.1, 12.0, 99.0, 1234.0, 5e9] {
            let ticks = ticks(most);
            assert!((3..=7).contains(&ticks.len()) && ticks[ticks.len() - 1] >= most * 0.999, "{ticks:?}");
        }
    }
}
