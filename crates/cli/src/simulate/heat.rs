//! Where games are lost: the board, slice by slice, darker where more were lost.

use std::fmt::Write as _;

use omnisweep_engine::Cell;
use omnisweep_session::words::place;
use omnisweep_simulate::Shard;

use super::grouped;

/// More fields than this are not drawn: neighbours are taken together.
const MOST_FIELDS: u64 = 20_000;

/// More slices than this are not drawn: they are laid over each other.
const MOST_SLICES: u64 = 256;

/// The width of the drawing, and the gap between slices.
const WIDTH: f64 = 900.0;
const GAP: f64 = 18.0;

/// The map of the cells that lost games.
pub fn map(shard: &Shard) -> String {
    let shape = &shard.run.shape;
    let (all, rows, columns) = shape.slices();
    let slices = if all > MOST_SLICES { 1 } else { all };
    // So many cells in a square are one field.
    let block = (1..).find(|block| slices * rows.div_ceil(*block) * columns.div_ceil(*block) <= MOST_FIELDS);
    let block = block.unwrap_or(u64::MAX);
    let (down, across) = (rows.div_ceil(block), columns.div_ceil(block));
    let mut fields = vec![0_u64; (slices * down * across) as usize];
    for (at, lost) in (0..).zip(&shard.tally.lost_at) {
        let (slice, row, column) = (at / columns / rows % slices, at / columns % rows, at % columns);
        fields[((slice * down + row / block) * across + column / block) as usize] += lost;
    }
    let most = fields.iter().copied().max().unwrap_or(0).max(1);
    let lost: u64 = shard.tally.games - shard.tally.won;

    // As many slices beside each other as a row of the last outer axis has, if that fits.
    let outer = shape.sizes().iter().rev().nth(2).copied().unwrap_or(1);
    let abreast = if slices == 1 { 1 } else { outer.clamp(1, 12).min(slices) };
    let label = if slices > 1 { 18.0 } else { 0.0 };
    let room = (WIDTH - GAP * (abreast - 1) as f64) / abreast as f64;
    let side = (room / across as f64).min(if slices == 1 { 460.0 / down as f64 } else { f64::MAX }).min(34.0);
    let (width, height) = (side * across as f64, side * down as f64 + label);
    let lines = slices.div_ceil(abreast);
    let whole = (
        width * abreast as f64 + GAP * (abreast - 1) as f64,
        height * lines as f64 + GAP * (lines - 1) as f64,
    );
    let mut svg = format!(
        "<svg class='heat' viewBox='0 0 {:.1} {:.1}' style='max-width:{:.0}px' role='img' aria-label='A map of the \
         cells that lost games'>",
        whole.0, whole.1, whole.0
    );
    let gap = (side * 0.08).min(1.5);
    for slice in 0..slices {
        let (left, top) =
            ((slice % abreast) as f64 * (width + GAP), (slice / abreast) as f64 * (height + GAP) + label);
        if slices > 1 {
            let corner = shape.coordinates(Cell(slice * rows * columns));
            let outer: Vec<String> = corner[..corner.len() - 2].iter().map(u64::to_string).collect();
            _ = write!(
                svg,
                "<text class='tick' x='{left:.1}' y='{:.1}'>{}</text>",
                top - 6.0,
                outer.join(", ")
            );
        }
        for field in 0..down * across {
            let count = fields[(slice * down * across + field) as usize];
            let (row, column) = (field / across, field % across);
            let cell = Cell((slice * rows + row * block) * columns + column * block);
            let heat = count as f64 / most as f64 * 100.0;
            let share = count as f64 / lost.max(1) as f64 * 100.0;
            let around = if block > 1 { " and around" } else { "" };
            let ((x, y), size) = ((left + column as f64 * side, top + row as f64 * side), side - gap);
            _ = write!(
                svg,
                "<rect x='{x:.1}' y='{y:.1}' width='{size:.1}' height='{size:.1}' rx='{:.1}' style='--h:{heat:.0}%'>\
                 <title>{}{around}: {} lost, {share:.2} %</title></rect>",
                side * 0.12,
                place(shape, cell),
                grouped(count)
            );
        }
    }
    let together = if slices < all { "All slices lie over each other. " } else { "" };
    svg + &format!(
        "</svg><p class='legend ramp'>{together}<span>0</span><i></i><span>{} games</span></p>",
        grouped(most)
    )
}
