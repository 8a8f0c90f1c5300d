//! The flood: opening all that a cell with no mine around it opens.
//!
//! A flood works on whole words. Cells that were opened and may have no mine
//! around them are *pending*; what is kept of them is one bit for every two
//! words ([`Dirty`]), nothing else: in a dirty word, every open zero counts as
//! pending. That is harmless for zeros opened earlier, because their neighbours
//! are open already, save for *stale* zeros, which the game lists.
//!
//! The dirty words are swept through in memory order, up and down in turn. A
//! visit fills a run of zeros along its row to both ends, by carrying, and then
//! opens what touches it in the rows around, which become dirty. Nothing
//! recurses, and no list of cells grows.

use std::collections::BTreeMap;

use crate::counts::Counts;
use crate::dirty::{BLOCK, Dirty, Run};
use crate::plane::TooLarge;
use crate::shape::{Place, Shape};
use crate::sink::Sink;
use crate::wide;

/// Words of a row that one visit may fill. What flows on is left dirty.
const WINDOW: usize = 256;

/// What a flood needs besides the board; nothing in it outlives a flood.
#[derive(Clone, Debug)]
pub(crate) struct Scratch {
    dirty: Dirty,
    /// The zeros being spread, and the zeros that could be; then what they
    /// touch. Word w of a window lies at w + 1, so that both ends have a margin.
    seeds: Box<[u64]>,
    room: Box<[u64]>,
    /// The touched cells of a row that are still closed, and are opened now.
    new: Box<[u64]>,
    near: Vec<u64>,
}

impl Scratch {
    pub fn new(shape: &Shape) -> Result<Scratch, TooLarge> {
        let window = WINDOW.min(shape.words()) + 2;
        Ok(Scratch {
            dirty: Dirty::new(shape)?,
            seeds: vec![0; window].into(),
            room: vec![0; window].into(),
            new: vec![0; window].into(),
            near: Vec::new(),
        })
    }
}

/// How many cells were opened, and how many flags and marks they had.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub opened: u64,
    pub flags: u64,
    pub marks: u64,
}

/// The board as a flood sees it.
pub(crate) struct Flood<'a, S> {
    pub shape: &'a Shape,
    pub mines: &'a [u64],
    /// Stored counts, on boards that are not flat.
    pub counts: Option<&'a Counts>,
    pub open: &'a mut [u64],
    /// Flags and marks; empty where the rules have none.
    pub flag: &'a mut [u64],
    pub mark: &'a mut [u64],
    /// Whether a closed cell with a flag or mark is left alone.
    pub covers_stop: bool,
    /// Whether an opened cell loses its flag or mark.
    pub drop_covers: bool,
    /// By word of a plane: open zeros with closed neighbours that the player,
    /// not a flood, uncovered. They spread no more.
    pub stale: &'a BTreeMap<usize, u64>,
    pub scratch: &'a mut Scratch,
    pub sink: &'a mut S,
    pub tally: Tally,
}

impl<S: Sink> Flood<'_, S> {
    /// Opens a closed, safe cell; [`Flood::run`] then spreads it.
    pub fn open(&mut self, place: Place) {
        let at = place.row as usize * self.shape.words() + place.word;
        self.open[at] |= place.mask();
        self.tally.opened += 1;
        self.count_and_drop_covers(at, place.mask());
        self.sink.changed(place.row, place.word, place.mask());
        self.scratch.dirty.insert(place.row as usize, place.word, [1].iter());
    }

    /// Spreads what was opened until every open zero's neighbours are open.
    /// `covers` says whether there is any flag or mark on a closed cell.
    pub fn run(&mut self, covers: bool) {
        wide::run(self, covers);
    }

    #[inline(always)]
    pub(crate) fn sweep<const COVERS: bool>(&mut self) {
        loop {
            let mut from = self.scratch.dirty.sweep_up();
            let start = from;
            while let Some((run, next)) = self.scratch.dirty.take_up(from, WINDOW) {
                self.visit::<COVERS>(run);
                from = next;
            }
            let mut below = self.scratch.dirty.sweep_down();
            while let Some((run, next)) = self.scratch.dirty.take_down(below, WINDOW) {
                self.visit::<COVERS>(run);
                below = next;
            }
            if from == start {
                debug_assert!(self.scratch.dirty.is_empty(), "a flood leaves nothing behind");
                return;
            }
        }
    }

    #[inline(always)]
    fn visit<const COVERS: bool>(&mut self, run: Run) {
        let narrow = run.to - run.from <= BLOCK && self.counts.is_none() && self.stale.is_empty();
        if !(narrow && self.visit_block::<COVERS>(&run)) {
            self.visit_run::<COVERS>(run);
        }
    }

    /// The same as [`Flood::visit_run`] for a single block of a flat board, as
    /// corridors have them, without any loop over words in memory. Says no, and
    /// has done nothing, where the block's zeros go on in the words beside it.
    #[inline(always)]
    fn visit_block<const COVERS: bool>(&mut self, run: &Run) -> bool {
        let words = self.shape.words();
        let rows = self.shape.rows() as usize;
        let (low, high) = (run.row.saturating_sub(1), (run.row + 1).min(rows - 1));
        // Places -1 to 2 of the block, those outside the row empty.
        let at = |row: usize, place: usize| {
            let word = (run.from + place).wrapping_sub(1);
            (word < words).then(|| row * words + word)
        };
        let read = |plane: &[u64], row: usize| -> [u64; BLOCK + 2] {
            std::array::from_fn(|place| at(row, place).map_or(0, |at| plane[at]))
        };
        let (above, here, below) = (read(self.mines, low), read(self.mines, run.row), read(self.mines, high));
        let columns: [u64; BLOCK + 2] = std::array::from_fn(|i| above[i] | here[i] | below[i]);
        let open = read(self.open, run.row);
        let mut seeds = [0; BLOCK + 4];
        let mut room = [0; BLOCK];
        for place in 1..=BLOCK {
            let word = run.from + place - 1;
            if word >= words {
                break;
            }
            let zeros = !widened(&columns[place - 1..place + 2]) & self.shape.valid(word);
            let stop = if COVERS && self.covers_stop {
                covers(self.flag, self.mark, run.row * words + word)
            } else {
                0
            };
            seeds[place + 1] = zeros & open[place];
            room[place - 1] = zeros & !open[place] & !stop;
        }
        if seeds == [0; BLOCK + 4] {
            return true;
        }
        let mut carry = 0;
        for place in 0..BLOCK {
            seeds[place + 2] = fill_up(seeds[place + 2] | (carry & room[place]), room[place]);
            carry = seeds[place + 2] >> 63;
        }
        let flows_up = carry != 0 && run.from + BLOCK < words;
        carry = 0;
        for place in (0..BLOCK).rev() {
            seeds[place + 2] = fill_down(seeds[place + 2] | (carry & room[place]), room[place]);
            carry = seeds[place + 2] << 63;
        }
        if flows_up || (carry != 0 && run.from > 0) {
            return false;
        }
        let touched: [u64; BLOCK + 2] = std::array::from_fn(|place| widened(&seeds[place..place + 3]));
        for row in low..=high {
            let open = read(self.open, row);
            for (place, &touched) in touched.iter().enumerate() {
                let Some(at) = at(row, place) else { continue };
                let word = run.from + place - 1;
                let mut new = touched & self.shape.valid(word) & !open[place];
                if COVERS && self.covers_stop {
                    new &= !covers(self.flag, self.mark, at);
                }
                if new != 0 {
                    self.open[at] |= new;
                    self.opened::<COVERS>(row, word, new);
                    if row != run.row {
                        self.scratch.dirty.insert(row, word, [new].iter());
                    }
                }
            }
        }
        true
    }

    #[inline(always)]
    fn visit_run<const COVERS: bool>(&mut self, run: Run) {
        let words = self.shape.words();
        let start = run.row * words;
        let base = run.from / WINDOW * WINDOW;
        let limit = (base + WINDOW).min(words);
        let (mut from, mut to) = (run.from, run.to);

        let (seeds, room) = self.load::<COVERS>(run.row, from, to, base);
        if !seeds {
            return;
        }
        // Towards higher cells, then on into clean words as long as it flows.
        let mut filled = false;
        let mut carry = self.scratch.seeds[to - base] >> 63;
        if room {
            carry = 0;
            for at in from + 1 - base..to + 1 - base {
                let room = self.scratch.room[at];
                if room != 0 {
                    let spread = fill_up(self.scratch.seeds[at] | (carry & room), room);
                    filled |= spread & room != 0;
                    self.scratch.seeds[at] = spread;
                }
                carry = self.scratch.seeds[at] >> 63;
            }
        }
        while carry != 0 && to < limit {
            let room = self.room::<COVERS>(run.row, to);
            if room & 1 == 0 {
                break;
            }
            let at = to + 1 - base;
            self.scratch.room[at] = room;
            self.scratch.seeds[at] = fill_up(1, room);
            carry = self.scratch.seeds[at] >> 63;
            filled = true;
            to += 1;
        }
        // Towards lower cells likewise.
        carry = self.scratch.seeds[from + 1 - base] << 63;
        if room || filled {
            carry = 0;
            for at in (from + 1 - base..to + 1 - base).rev() {
                let room = self.scratch.room[at];
                if room != 0 {
                    let spread = fill_down(self.scratch.seeds[at] | (carry & room), room);
                    filled |= spread & room != 0;
                    self.scratch.seeds[at] = spread;
                }
                carry = self.scratch.seeds[at] << 63;
            }
        }
        while carry != 0 && from > base {
            let room = self.room::<COVERS>(run.row, from - 1);
            if room & carry == 0 {
                break;
            }
            from -= 1;
            let at = from + 1 - base;
            self.scratch.seeds[at] = fill_down(carry, room);
            carry = self.scratch.seeds[at] << 63;
            filled = true;
        }

        if filled {
            for word in from..to {
                let new = self.scratch.seeds[word + 1 - base] & !self.open[start + word];
                if new != 0 {
                    self.open[start + word] |= new;
                    self.opened::<COVERS>(run.row, word, new);
                }
            }
        }
        self.spread::<COVERS>(run.row, from, to, base, limit);
    }

    /// Reads the seeds and the room of dirty words; says whether there are any.
    #[inline(always)]
    fn load<const COVERS: bool>(&mut self, row: usize, from: usize, to: usize, base: usize) -> (bool, bool) {
        let words = self.shape.words();
        let start = row * words;
        let slots = from + 1 - base..to + 1 - base;
        match self.counts {
            Some(counts) => {
                self.scratch.seeds[slots.clone()].copy_from_slice(&counts.zeros()[start + from..start + to]);
            }
            None => {
                let slots = from - base..to + 2 - base;
                zeros(
                    self.mines,
                    words,
                    row,
                    from,
                    &mut self.scratch.room[slots.clone()],
                    &mut self.scratch.seeds[slots],
                );
                if to == words {
                    self.scratch.seeds[to - base] &= self.shape.valid(words - 1);
                }
            }
        }
        let seeds = &mut self.scratch.seeds[slots.clone()];
        let room = &mut self.scratch.room[slots];
        let open = &self.open[start + from..start + to];
        for ((seeds, room), open) in seeds.iter_mut().zip(room.iter_mut()).zip(open) {
            *room = *seeds & !open;
            *seeds &= open;
        }
        if COVERS && self.covers_stop {
            for (word, room) in (from..to).zip(room.iter_mut()) {
                *room &= !covers(self.flag, self.mark, start + word);
            }
        }
        if !self.stale.is_empty() {
            for (word, seeds) in (from..to).zip(seeds.iter_mut()) {
                *seeds &= !self.stale.get(&(start + word)).copied().unwrap_or(0);
            }
        }
        let any = |words: &[u64]| words.iter().fold(0, |all, word| all | word) != 0;
        (any(seeds), any(room))
    }

    /// The closed zeros of one word that may be opened.
    #[inline(always)]
    fn room<const COVERS: bool>(&self, row: usize, word: usize) -> u64 {
        let words = self.shape.words();
        let at = row * words + word;
        let zeros = match self.counts {
            Some(counts) => counts.zeros()[at],
            None => {
                let (mut columns, mut one) = ([0; 3], [0; 3]);
                zeros(self.mines, words, row, word, &mut columns, &mut one);
                one[1] & self.shape.valid(word)
            }
        };
        let stop = if COVERS && self.covers_stop { covers(self.flag, self.mark, at) } else { 0 };
        zeros & !self.open[at] & !stop
    }

    /// Opens everything that touches the seeds of `from..to`.
    #[inline(always)]
    fn spread<const COVERS: bool>(&mut self, row: usize, from: usize, to: usize, base: usize, limit: usize) {
        let words = self.shape.words();
        let (low, high) = (from.saturating_sub(1), (to + 1).min(words));

        // The seeds, one cell wider on either side, replace the room.
        self.scratch.seeds[from - base] = 0;
        self.scratch.seeds[to + 1 - base] = 0;
        let seeds = &self.scratch.seeds[from - base..to + 2 - base];
        let touched = &mut self.scratch.room[from - base..to + 2 - base];
        if let ([first, .., last], [touches_first, middle @ .., touches_last]) = (seeds, touched) {
            debug_assert_eq!((*first, *last), (0, 0));
            *touches_first = seeds[1] << 63;
            *touches_last = seeds[seeds.len() - 2] >> 63;
            for (near, touched) in seeds.windows(3).zip(middle) {
                *touched = widened(near);
            }
        }
        if high == words {
            self.scratch.room[words - base] &= self.shape.valid(words - 1);
        }

        if self.shape.is_flat() {
            for near in row.saturating_sub(1)..(row + 2).min(self.shape.rows() as usize) {
                self.touch::<COVERS>(near, near == row, low..high, base, limit);
            }
        } else {
            let mut near = std::mem::take(&mut self.scratch.near);
            self.shape.near_rows(row as u64, &mut near);
            for &near in &near {
                self.touch::<COVERS>(near as usize, near == row as u64, low..high, base, limit);
            }
            self.scratch.near = near;
        }
    }

    /// Opens the touched cells of one row, and remembers to look at them.
    #[inline(always)]
    fn touch<const COVERS: bool>(
        &mut self,
        row: usize,
        same: bool,
        range: std::ops::Range<usize>,
        base: usize,
        limit: usize,
    ) {
        let start = row * self.shape.words();
        let slots = range.start + 1 - base..range.end + 1 - base;
        let open = &mut self.open[start + range.start..start + range.end];
        let touched = &self.scratch.room[slots.clone()];
        let new = &mut self.scratch.new[slots.clone()];
        let mut any = 0;
        for ((new, touched), open) in new.iter_mut().zip(touched).zip(open.iter()) {
            *new = touched & !open;
            any |= *new;
        }
        if COVERS && self.covers_stop {
            for (word, new) in range.clone().zip(new.iter_mut()) {
                *new &= !covers(self.flag, self.mark, start + word);
            }
        }
        if any == 0 {
            return;
        }
        for (open, new) in open.iter_mut().zip(new.iter()) {
            *open |= new;
        }
        for (slot, word) in slots.clone().zip(range.clone()) {
            let new = self.scratch.new[slot];
            if new != 0 {
                self.opened::<COVERS>(row, word, new);
            }
        }
        let Scratch { dirty, new, .. } = &mut *self.scratch;
        if !same {
            dirty.insert(row, range.start, new[slots].iter());
            return;
        }
        // The zeros of this very row were all filled, up to the window's ends.
        if range.start < base {
            dirty.insert(row, range.start, new[slots.start..][..1].iter());
        }
        if range.end > limit {
            dirty.insert(row, range.end - 1, new[slots.end - 1..][..1].iter());
        }
    }

    #[inline(always)]
    fn opened<const COVERS: bool>(&mut self, row: usize, word: usize, new: u64) {
        self.tally.opened += u64::from(new.count_ones());
        if COVERS {
            self.count_and_drop_covers(row * self.shape.words() + word, new);
        }
        self.sink.changed(row as u64, word, new);
    }

    fn count_and_drop_covers(&mut self, at: usize, new: u64) {
        for (plane, count) in
            [(&mut *self.flag, &mut self.tally.flags), (&mut *self.mark, &mut self.tally.marks)]
        {
            if let Some(bits) = plane.get_mut(at) {
                *count += u64::from((*bits & new).count_ones());
                if self.drop_covers {
                    *bits &= !new;
                }
            }
        }
    }
}

/// The covers in a word: flags and question marks, which may stop a flood.
fn covers(flag: &[u64], mark: &[u64], at: usize) -> u64 {
    flag.get(at).copied().unwrap_or(0) | mark.get(at).copied().unwrap_or(0)
}

/// A word and its neighbours' nearest cells, one cell wider on either side.
#[inline(always)]
pub(crate) fn widened(near: &[u64]) -> u64 {
    near[1] | near[1] << 1 | near[1] >> 1 | near[0] >> 63 | near[2] << 63
}

/// The cells of a flat board with no mine on them or around them, for the
/// words of a row from `from` on; bits past the row's end are set as well.
/// The first and the last place of `columns` and of `out` are margins.
#[inline(always)]
fn zeros(mines: &[u64], words: usize, row: usize, from: usize, columns: &mut [u64], out: &mut [u64]) {
    let line = |row: usize| &mines[row * words..][..words];
    let here = line(row);
    // At the edge the row itself stands in for the missing one: it is counted anyway.
    let above = if row > 0 { line(row - 1) } else { here };
    let below = if (row + 1) * words < mines.len() { line(row + 1) } else { here };

    let last = columns.len() - 1;
    let to = from + last - 1;
    let column = |word: usize| above[word] | here[word] | below[word];
    columns[0] = if from > 0 { column(from - 1) } else { 0 };
    columns[last] = if to < words { column(to) } else { 0 };
    let three = above[from..to].iter().zip(&here[from..to]).zip(&below[from..to]);
    for (column, ((above, here), below)) in columns[1..last].iter_mut().zip(three) {
        *column = above | here | below;
    }
    for (out, near) in out[1..last].iter_mut().zip(columns.windows(3)) {
        *out = !widened(near);
    }
}

/// Spreads seeds towards the high end through adjacent room, by the carry of
/// an addition: it runs on through ones, and changes each that it runs through.
#[inline(always)]
fn fill_up(seeds: u64, room: u64) -> u64 {
    let run = seeds | room;
    ((run.wrapping_add(seeds) ^ run) & run) | seeds
}

/// Spreads seeds towards the low end through adjacent room, in doubling steps.
#[inline(always)]
fn fill_down(seeds: u64, room: u64) -> u64 {
    let mut filled = seeds;
    if filled >> 1 & room & !filled == 0 {
        return filled;
    }
    let mut through = room;
    for step in [1, 2, 4, 8, 16, 32] {
        filled |= through & filled >> step;
        through &= through >> step;
    }
    filled
}

#[cfg(test)]
mod tests;
