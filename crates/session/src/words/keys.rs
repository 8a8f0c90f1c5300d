//! What keys do, by the names that they have for the player.

use std::fmt::Display;

use omnisweep_engine::Shape;

use super::axis;

/// How a game is begun.
#[must_use]
pub fn how_to_begin(open: impl Display, flag: impl Display) -> String {
    format!("Click a cell or press {open} to open it; right click or {flag} flags a mine.")
}

/// How a board of more than two dimensions lies before the player.
#[must_use]
pub fn slices(shape: &Shape, next: impl Display) -> String {
    let names: Vec<String> = (0..shape.sizes().len().saturating_sub(2)).rev().map(axis).collect();
    format!("Slices by {}; cells touch across them. {next}: the next slice.", names.join(" and "))
}

/// What left clicks do from now on.
#[must_use]
pub fn flag_mode(on: bool) -> &'static str {
    if on { "Left clicks set flags now." } else { "Left clicks open cells again." }
}

/// How a result is sent to friends.
#[must_use]
pub fn copies_result(key: impl Display) -> String {
    format!("{key} copies the result for friends.")
}

/// What a mark in a plot stands for.
#[must_use]
pub fn best_mark(mark: &str) -> String {
    format!("{mark} a new best")
}

/// How more of a hint is had.
#[must_use]
pub fn more_help(key: impl Display) -> String {
    format!("{key}: more.")
}
