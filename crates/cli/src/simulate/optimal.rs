//! `omnisweep simulate --optimal`: the best play there is on a small board, and a player beside it.

use std::io::Write as _;

use omnisweep_engine::{Cell, Shape};
use omnisweep_session::words;
use omnisweep_simulate::{ExactRate, Optimal, OptimalError, PlayerMistake};
use serde_json::{Value, json};

use super::grouped;
use crate::board_options::PlayerOptions;
use crate::failure::Failure;

/// What is known of a board.
struct Known {
    /// The best start, and how often the best play wins from there.
    best: (Cell, ExactRate),
    /// The player's start, how often the best play wins from there, and how often the player does.
    start: Cell,
    from_start: ExactRate,
    player: ExactRate,
    mistakes: Vec<PlayerMistake>,
    positions: usize,
}

/// Looks at all play, and tells.
pub fn run(
    shape: &Shape,
    mines: u64,
    options: &PlayerOptions,
    errors: Option<usize>,
    json: bool,
) -> Result<(), Failure> {
    let known = look(shape, mines, options).map_err(Failure::usage)?;
    let listed = &known.mistakes[..errors.unwrap_or(0).min(known.mistakes.len())];
    let text = if json {
        format!("{}\n", document(shape, mines, options, &known, listed))
    } else {
        let mistakes: String =
            listed.iter().map(|mistake| told(shape, mistake, known.player.layouts)).collect();
        summary(shape, mines, options, &known) + &mistakes
    };
    Ok(std::io::stdout().lock().write_all(text.as_bytes())?)
}

fn look(shape: &Shape, mines: u64, options: &PlayerOptions) -> Result<Known, OptimalError> {
    let mut optimal = Optimal::new(shape, mines, options.first)?;
    let start = optimal.players_start();
    let from_start = optimal.best(start)?;
    let mut best = (start, from_start);
    for cell in optimal.starts() {
        let rate = optimal.best(cell)?;
        if rate.share() > best.1.share() {
            best = (cell, rate);
        }
    }
    let (player, mistakes) = optimal.player(options.player, start)?;
    Ok(Known { best, start, from_start, player, mistakes, positions: optimal.positions() })
}

fn summary(shape: &Shape, mines: u64, options: &PlayerOptions, known: &Known) -> String {
    let rate = |rate: ExactRate| {
        format!("{:.3} %, {} of {} layouts", rate.share() * 100.0, grouped(rate.wins), grouped(rate.layouts))
    };
    let below = (known.from_start.share() - known.player.share()) * 100.0;
    let errors = match known.mistakes.len() as u64 {
        0 => "it plays as well as can be".to_owned(),
        count => format!("{below:.3} points below, by {}", words::count(count, "error", "errors")),
    };
    format!(
        "Board    {shape}, {}; first cell: {}\n\
         Best     {}, starting at {}\n\
         Here     {}, starting at {}\n\
         Player   {}, {}: {errors}\n\
         Looked   {} positions\n",
        words::count(mines, "mine", "mines"),
        options.first.key(),
        rate(known.best.1),
        coordinates(shape, known.best.0),
        rate(known.from_start),
        coordinates(shape, known.start),
        options.player.key(),
        rate(known.player),
        grouped(known.positions as u64),
    )
}

/// A mistake: what it costs of all games, and the position as `solve` reads it.
fn told(shape: &Shape, mistake: &PlayerMistake, layouts: u64) -> String {
    let PlayerMistake { chosen, best, wins, layouts: here, .. } = mistake;
    let chance = |wins: u64| wins as f64 / *here as f64 * 100.0;
    format!(
        "\nIt opens {} and wins {:.2} %, where {} would win {:.2} %: {:.4} points of all games.\n{}",
        coordinates(shape, *chosen),
        chance(wins.0),
        coordinates(shape, *best),
        chance(wins.1),
        (wins.1 - wins.0) as f64 / layouts as f64 * 100.0,
        position(shape, &mistake.seen),
    )
}

/// What was seen, a row a line; lines of `-` part the slices of more than two dimensions.
pub fn position(shape: &Shape, seen: &[Option<u32>]) -> String {
    let (_, rows, columns) = shape.slices();
    // Numbers of two digits need room between them.
    let space = if shape.largest_neighbourhood() > 10 { " " } else { "" };
    let line = |row: &[Option<u32>]| {
        let cells: Vec<String> =
            row.iter().map(|cell| cell.map_or(".".to_owned(), |number| number.to_string())).collect();
        cells.join(space) + "\n"
    };
    let slice = |slice: &[Option<u32>]| slice.chunks(columns as usize).map(line).collect::<String>();
    let slices: Vec<String> = seen.chunks((rows * columns) as usize).map(slice).collect();
    slices.join("-\n")
}

pub fn coordinates(shape: &Shape, cell: Cell) -> String {
    let at: Vec<String> = shape.coordinates(cell).iter().map(u64::to_string).collect();
    at.join(",")
}

fn document(
    shape: &Shape,
    mines: u64,
    options: &PlayerOptions,
    known: &Known,
    listed: &[PlayerMistake],
) -> Value {
    let rate = |cell: Cell, rate: ExactRate| {
        json!({ "start": shape.coordinates(cell), "wins": rate.wins, "layouts": rate.layouts,
            "win_rate": rate.share() })
    };
    let mistake = |mistake: &PlayerMistake| {
        json!({ "position": position(shape, &mistake.seen), "chosen": shape.coordinates(mistake.chosen),
            "best": shape.coordinates(mistake.best), "layouts": mistake.layouts,
            "wins_chosen": mistake.wins.0, "wins_best": mistake.wins.1 })
    };
    json!({
        "version": 1,
        "size": shape.sizes(),
        "mines": mines,
        "first": options.first.key(),
        "best": rate(known.best.0, known.best.1),
        "best_from_start": rate(known.start, known.from_start),
        "player": options.player.key(),
        "player_from_start": rate(known.start, known.player),
        "error_count": known.mistakes.len(),
        "errors": listed.iter().map(mistake).collect::<Vec<_>>(),
        "positions": known.positions,
    })
}
