//! What a game was worth, and how well it was played.
//!
//! 3BV is the least number of left clicks that win a board without flags: one
//! for each opening (cells with no mine around that touch each other, and their
//! border), and one for each other safe cell. It is the same in any dimension.

use omnisweep_engine::{Action, Cell, Game, Layout, Place, Rules, Shape, TooLarge};

use crate::gesture::Changed;
use crate::session::Session;

/// How much there is to do on a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BoardMetrics {
    /// 3BV: the least number of left clicks that win it.
    pub bbbv: u64,
    /// Regions that open by themselves.
    pub openings: u64,
    /// Groups of touching numbers that no opening opens.
    pub islands: u64,
}

/// Clicks by the button, or the key that stands for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Clicks {
    /// To open a cell.
    pub left: u64,
    /// To set or take away a flag or a question mark.
    pub right: u64,
    /// To open all around a number.
    pub chord: u64,
}

impl Clicks {
    /// All of them.
    #[must_use]
    pub fn total(self) -> u64 {
        self.left.saturating_add(self.right).saturating_add(self.chord)
    }

    /// Counts an action.
    pub(crate) fn count(&mut self, action: Action) {
        let kind = match action {
            Action::Open(_) => &mut self.left,
            Action::Flag(_) | Action::Mark(_) | Action::Unmark(_) => &mut self.right,
            Action::Chord(_) => &mut self.chord,
        };
        *kind = kind.saturating_add(1);
    }
}

/// How a game was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Metrics {
    /// What the board asks for.
    pub worth: BoardMetrics,
    /// How much of its 3BV is done: all of it once the game is won.
    pub solved: u64,
    /// Clicks that did something and clicks that did nothing; none that was
    /// taken back.
    pub clicks: Clicks,
    /// Clicks that helped: cells opened, flags set.
    pub effective: Clicks,
    /// The time played, in milliseconds.
    pub time: u64,
}

impl Metrics {
    /// The metrics of a game as it stands at the outside time `now`. Nothing
    /// before the mines are laid, or where there is no memory to count in.
    #[must_use]
    pub fn of(session: &Session, now: u64) -> Option<Metrics> {
        let (worth, solved) = measure(session.game()).ok()??;
        let (mut clicks, mut effective) = (session.wasted(), Clicks::default());
        // What a flag did depends on what was there before: play it again.
        let mut again = Game::on(session.game().layout()?.clone(), *session.game().rules()).ok()?;
        for played in session.log() {
            clicks.count(played.action);
            let before = again.flags();
            _ = again.apply(played.action, &mut Changed::default());
            if again.flags() > before || matches!(played.action, Action::Open(_) | Action::Chord(_)) {
                effective.count(played.action);
            }
        }
        Some(Metrics { worth, solved, clicks, effective, time: session.elapsed(now) })
    }

    /// 3BV done in a second.
    #[must_use]
    pub fn speed(&self) -> Option<f64> {
        ratio(self.solved as f64 * 1000.0, self.time)
    }

    /// 3BV done with a click: efficiency, also known as IOE.
    #[must_use]
    pub fn efficiency(&self) -> Option<f64> {
        ratio(self.solved as f64, self.clicks.total())
    }

    /// Clicks that helped, of all clicks.
    #[must_use]
    pub fn correctness(&self) -> Option<f64> {
        ratio(self.effective.total() as f64, self.clicks.total())
    }

    /// 3BV done with a click that helped.
    #[must_use]
    pub fn throughput(&self) -> Option<f64> {
        ratio(self.solved as f64, self.effective.total())
    }
}

fn ratio(over: f64, under: u64) -> Option<f64> {
    (under > 0).then(|| over / under as f64)
}

impl BoardMetrics {
    /// What a board asks for.
    ///
    /// # Errors
    /// Where the board does not fit into memory.
    pub fn of(layout: &Layout) -> Result<BoardMetrics, TooLarge> {
        Ok(walk(layout, |_, _| 0)?.0)
    }
}

/// What a board asks for, and how much of that is done; nothing before the
/// mines are laid.
fn measure(game: &Game) -> Result<Option<(BoardMetrics, u64)>, TooLarge> {
    let open = |row, word| game.row(row, word).next().map_or(0, |view| view.open);
    game.layout().map(|layout| walk(layout, open)).transpose()
}

/// Opens every opening of a board, then looks at what is left closed: a click
/// for each opening, and one for each safe cell that is left. What `open` says
/// of a word of cells is done already; an opening is done when all its zeros are.
fn walk(layout: &Layout, open: impl Fn(u64, usize) -> u64) -> Result<(BoardMetrics, u64), TooLarge> {
    let shape = layout.shape();
    // A board that fits into memory twice has its mines counted: no error but that one.
    let Ok(mut game) = Game::on(layout.clone(), Rules::ND) else { return Err(TooLarge) };
    let mut worth = BoardMetrics::default();
    let mut solved = 0;
    let mut opened = Changed { words: Some(Vec::new()), ..Changed::default() };
    for_each_word(shape, |row, word| {
        loop {
            let closed = zeros(&game, row, word) & !game.row(row, word).next().map_or(0, |view| view.open);
            if closed == 0 {
                return;
            }
            let place = Place { row, word, bit: closed.trailing_zeros() };
            opened.words.iter_mut().for_each(Vec::clear);
            _ = game.apply(Action::Open(shape.cell_at(place)), &mut opened);
            worth.openings += 1;
            let done = |&(row, word, bits)| bits & zeros(&game, row, word) & !open(row, word) == 0;
            solved += u64::from(opened.words.iter().flatten().all(done));
        }
    });
    let mut alone = Layout::new(shape.clone())?;
    for_each_word(shape, |row, word| {
        let left = game.row(row, word).next().map_or(0, |view| view.valid & !view.mine & !view.open);
        solved += u64::from((left & open(row, word)).count_ones());
        shape.cells_in(row, word, left).for_each(|cell| _ = alone.insert(cell));
    });
    worth.bbbv = worth.openings + alone.count();
    worth.islands = groups(alone);
    Ok((worth, solved))
}

/// The safe cells of a word of a board that have no mine around them.
fn zeros(game: &Game, row: u64, word: usize) -> u64 {
    let Some(view) = game.row(row, word).next() else { return 0 };
    let safe = view.valid & !view.mine;
    if game.shape().is_flat() {
        return safe & !view.count.into_iter().fold(0, |any, digit| any | digit);
    }
    let mut found = 0;
    for bit in (0..u64::BITS).filter(|bit| safe >> bit & 1 != 0) {
        let cell = game.shape().cell_at(Place { row, word, bit });
        found |= u64::from(game.mines_around(cell) == Some(0)) << bit;
    }
    found
}

/// How many groups of touching cells there are.
fn groups(mut cells: Layout) -> u64 {
    let shape = cells.shape().clone();
    let all: Vec<Cell> = cells.mines().collect();
    let (mut groups, mut waiting) = (0, Vec::new());
    for cell in all {
        if !cells.remove(cell) {
            continue;
        }
        groups += 1;
        waiting.push(cell);
        while let Some(cell) = waiting.pop() {
            shape.for_each_neighbour(cell, |near| {
                if cells.remove(near) {
                    waiting.push(near);
                }
            });
        }
    }
    groups
}

fn for_each_word(shape: &Shape, mut visit: impl FnMut(u64, usize)) {
    for row in 0..shape.rows() {
        (0..shape.words()).for_each(|word| visit(row, word));
    }
}

#[cfg(test)]
mod tests {
    use omnisweep_engine::text::parse_layout;

    use super::*;

    fn worth(board: &str) -> BoardMetrics {
        BoardMetrics::of(&parse_layout(board, None).unwrap()).unwrap()
    }

    #[test]
    fn a_board_without_mines_takes_one_click() {
        assert_eq!(worth("...\n...\n"), BoardMetrics { bbbv: 1, openings: 1, islands: 0 });
    }

    #[test]
    fn numbers_that_no_opening_opens_count_one_by_one() {
        // One opening on the left, a wall of mines, three numbers behind it.
        assert_eq!(worth("...*.\n...*.\n...*.\n"), BoardMetrics { bbbv: 4, openings: 1, islands: 1 });
        assert_eq!(worth("*.*\n"), BoardMetrics { bbbv: 1, openings: 0, islands: 1 });
        assert_eq!(worth(".**.\n"), BoardMetrics { bbbv: 2, openings: 0, islands: 2 });
        assert_eq!(worth("..*..\n"), BoardMetrics { bbbv: 2, openings: 2, islands: 0 });
    }

    #[test]
    fn every_dimension_counts_alike() {
        // The same plane as two and as three dimensions.
        let flat = worth("..*.\n...*\n*...\n");
        let layout = parse_layout("..*.\n...*\n*...\n", Some(&Shape::new(&[1, 3, 4]).unwrap())).unwrap();
        assert_eq!(BoardMetrics::of(&layout).unwrap(), flat);
        // A corner of a cube: 19 cells out of its reach make an opening with the border.
        let cube = worth("*..\n...\n...\n---\n...\n...\n...\n---\n...\n...\n...\n");
        assert_eq!(cube, BoardMetrics { bbbv: 1, openings: 1, islands: 0 });
    }
}
