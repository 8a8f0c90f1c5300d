//! Coin tosses that nothing may ever decide: the risk in the long term.
//!
//! Two sides of as many cells: either the one or the other are mines. A number that counts as many of the one as of the
//! other does not tell which. Where all other cells beside them are mines, no number ever will, and in the end it is a guess.
//! Until then that is a risk to be counted, and who opens one of these cells now does not have to take it later.
//!
//! Looked for are two neighbours, squares of 2×2 whose mines lie across, and two pairs in a row with a cell between them: of
//! 7,890 tosses between two layouts that `fast` came to in 30,000 expert games, 60, 24 and 8 of 100 were such.

use omnisweep_engine::Shape;

use crate::knowledge::{Knowledge, Known};

/// A toss that may have to be taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Toss {
    /// Its cells, those of one side before those of the other.
    pub cells: Vec<u32>,
    /// How likely it comes to it.
    pub chance: f64,
}

/// The two sides of a toss, and the cells that have to be mines so that nothing tells which of them are.
#[derive(Clone, Debug, PartialEq)]
pub struct Sides {
    pub one: Vec<u32>,
    pub other: Vec<u32>,
    pub walls: Vec<u32>,
}

/// No more than so many are counted: on boards that have more, there are safer cells to open.
const MOST: usize = 64;

/// The tosses that are at least so likely to stay, where `share` is the share of all layouts in which some cells are mines
/// and others are free.
pub fn likely(
    knowledge: &Knowledge,
    risk: impl Fn(u32) -> f64,
    least: f64,
    mut share: impl FnMut(&[u32], &[u32]) -> f64,
) -> Vec<Toss> {
    let tosses = possible(knowledge, risk, least).into_iter().map(|Sides { one, other, walls }| {
        let mined = [&walls[..], &one].concat();
        // Either way round it is as likely.
        let chance = 2.0 * share(&mined, &other);
        Toss { cells: [one, other].concat(), chance }
    });
    tosses.filter(|toss| toss.chance >= least).collect()
}

/// The tosses that may stay, for all that single risks say, with at least such a chance.
pub fn possible(knowledge: &Knowledge, risk: impl Fn(u32) -> f64, least: f64) -> Vec<Sides> {
    let (mut found, mut walls) = (Vec::new(), Vec::new());
    let undecided = |cell: u32| knowledge.known()[cell as usize] == Known::Undecided;
    let at_most = |mined: &[u32], free: &[u32]| {
        let mut most = AtMost { knowledge, on_edge: 1.0, off_edge: 2.0 };
        mined.iter().for_each(|&cell| most.take(cell, risk(cell)));
        free.iter().for_each(|&cell| most.take(cell, 1.0 - risk(cell)));
        most
    };
    for cell in (0..knowledge.known().len() as u32).filter(|&cell| undecided(cell)) {
        for_each_at(knowledge.adjacency().shape(), cell, &mut |one, other| {
            if found.len() == MOST || !one.iter().chain(other).all(|&cell| undecided(cell)) {
                return;
            }
            let (way, back) = (at_most(one, other), at_most(other, one));
            let mut most = if way.chance() < back.chance() { way } else { back };
            if most.chance() < least {
                return;
            }
            let is_likely = |wall: u32| {
                most.take(wall, risk(wall));
                most.chance() >= least
            };
            walls.clear();
            if find_walls(knowledge, one, other, &mut walls, is_likely) {
                found.push(Sides { one: one.to_vec(), other: other.to_vec(), walls: walls.clone() });
            }
        });
    }
    found
}

/// How many times as much it is worth to open a cell that is free, as then no toss with it has to be taken later. Of what
/// would be lost there, such a share counts.
pub fn pays(tosses: &[Toss], cell: u32, risk: f64, share: f64) -> f64 {
    // Tosses that share cells are no more often lost by this one than it is a mine.
    1.0 / (1.0 - share * (sum(tosses, cell) / 2.0).min(risk))
}

/// How likely a cell is one of those of a toss that stays, at most.
pub fn chance(tosses: &[Toss], cell: u32) -> f64 {
    sum(tosses, cell).min(1.0)
}

fn sum(tosses: &[Toss], cell: u32) -> f64 {
    let with = tosses.iter().filter(|toss| toss.cells.contains(&cell));
    with.fold(0.0, |sum, toss| sum + toss.chance)
}

/// Both sides of each toss whose first cell this is.
fn for_each_at(shape: &Shape, cell: u32, each: &mut dyn FnMut(&[u32], &[u32])) {
    let mut ahead = 1;
    // Along each axis how far away the next cell is, and how many there are.
    let axes = shape.sizes().iter().rev().map(|&size| {
        let step = ahead;
        ahead *= size;
        (step as u32, size - 1 - u64::from(cell) / step % size)
    });
    let axes: Vec<(u32, u64)> = axes.filter(|&(_, left)| left > 0).collect();
    for (at, &(step, left)) in axes.iter().enumerate() {
        each(&[cell], &[cell + step]);
        if left >= 4 {
            each(&[cell, cell + 3 * step], &[cell + step, cell + 4 * step]);
        }
        for &(other, _) in &axes[at + 1..] {
            each(&[cell, cell + step + other], &[cell + step, cell + other]);
        }
    }
}

/// Finds the undecided cells that have to be mines so that nothing tells the sides apart; whether that can be, and is likely
/// with each of them.
fn find_walls(
    knowledge: &Knowledge,
    one: &[u32],
    other: &[u32],
    walls: &mut Vec<u32>,
    mut is_likely: impl FnMut(u32) -> bool,
) -> bool {
    let map = knowledge.adjacency();
    let near = |cell: u32, side: &[u32]| {
        side.iter().filter(|&&member| map.near(cell).binary_search(&member).is_ok()).count()
    };
    for &member in one.iter().chain(other) {
        for &cell in map.near(member) {
            let known = knowledge.known()[cell as usize];
            if known == Known::Mine || one.contains(&cell) || other.contains(&cell) || walls.contains(&cell) {
                continue;
            }
            if near(cell, one) == near(cell, other) {
                continue;
            }
            if known != Known::Undecided || !is_likely(cell) {
                return false;
            }
            walls.push(cell);
        }
    }
    true
}

/// How likely some things are at once, at most: one cell on the edge may imply the next, those off it do not.
struct AtMost<'a> {
    knowledge: &'a Knowledge,
    on_edge: f64,
    off_edge: f64,
}

impl AtMost<'_> {
    fn take(&mut self, cell: u32, chance: f64) {
        let is_open = |&near: &u32| self.knowledge.known()[near as usize] == Known::Open;
        if self.knowledge.adjacency().near(cell).iter().any(is_open) {
            self.on_edge = self.on_edge.min(chance);
        } else {
            self.off_edge *= chance;
        }
    }

    fn chance(&self) -> f64 {
        self.on_edge * self.off_edge
    }
}

#[cfg(test)]
mod tests {
    use omnisweep_engine::{Cell, Zone, random};

    use super::*;
    use crate::analysis::Mines;
    use crate::layouts::Layouts;
    use crate::position::Position;
    use crate::search;
    use crate::solver::Solver;

    /// The tosses of a position, with what brute force says of each: in which share of all layouts its sides can be
    /// exchanged, and no cell outside that is free shows another number then.
    fn tosses(text: &str, mines: u64, least: f64) -> Vec<(Toss, f64)> {
        let position = Position::parse(text).expect("a position");
        let mut solver = Solver::new(position.shape());
        solver.load(&position).expect("no contradiction");
        let analysis = solver.analyse(Mines::Total(mines)).expect("a position that fits");
        let left = mines as u32 - solver.knowledge.mines() as u32;
        let layouts = Layouts::all(&solver.knowledge, left, 60_000).expect("few layouts");
        let place = |cell: u32| layouts.cells.iter().position(|&other| other == cell);
        let map = solver.knowledge.adjacency();
        let stays = |toss: &Toss| {
            let stays_in = |&layout: &u16| {
                let mined = |cell: u32| {
                    place(cell).map_or(solver.knowledge.known()[cell as usize] == Known::Mine, |at| {
                        !layouts.is_free(at, layout)
                    })
                };
                let (one, other) = toss.cells.split_at(toss.cells.len() / 2);
                let opposed = |one: &[u32], other: &[u32]| {
                    one.iter().all(|&cell| mined(cell)) && !other.iter().any(|&cell| mined(cell))
                };
                let near = |cell: u32, side: &[u32]| {
                    side.iter().filter(|side| map.near(cell).contains(side)).count()
                };
                let outside =
                    (0..map.cells() as u32).filter(|cell| !toss.cells.contains(cell) && !mined(*cell));
                (opposed(one, other) || opposed(other, one)) && { outside }
                    .all(|cell| near(cell, one) == near(cell, other))
            };
            let all = layouts.len();
            (0..all as u16).filter(stays_in).count() as f64 / all as f64
        };
        let found = search::tosses(&solver, &analysis, mines, least);
        found.into_iter().map(|toss| (toss.clone(), stays(&toss))).collect()
    }

    #[test]
    fn tosses_stay_as_often_as_brute_force_says() {
        let mut kinds = [0; 3];
        for (seed, (rows, columns, mines)) in
            (0..240).zip([(4, 6, 8), (2, 9, 6), (1, 12, 5)].into_iter().cycle())
        {
            let shape = Shape::new(&[rows, columns]).expect("a shape");
            let board = random::draw(&shape, mines, &Zone::new([]), seed).expect("a board");
            let number = |cell: Cell| shape.neighbours(cell).filter(|&near| board.contains(near)).count();
            // What is open differs from board to board.
            let shown = |cell: u64| match board.contains(Cell(cell)) || (cell * 7 + seed) % 5 < 2 {
                true => '.',
                false => char::from_digit(number(Cell(cell)) as u32, 10).expect("a digit"),
            };
            let row =
                |row: u64| (0..columns).map(|column| shown(row * columns + column)).chain(['\n']).collect();
            let text: String = (0..rows).map(|at| -> String { row(at) }).collect();
            for (toss, stays) in tosses(&text, mines, 0.001) {
                assert!((toss.chance - stays).abs() < 1e-9, "{toss:?}, {stays}:\n{text}");
                let is_square = toss.cells.contains(&(toss.cells[0] + columns as u32 + 1));
                kinds[if toss.cells.len() == 2 { 0 } else { 1 + usize::from(is_square) }] += 1;
            }
        }
        assert!(kinds.iter().all(|&count| count >= 3), "{kinds:?}");
    }

    #[test]
    fn a_toss_that_nothing_decides_is_worth_twice_as_much_now() {
        let found = tosses("..\n11\n", 1, 0.1);
        assert_eq!(found.len(), 1);
        let all: Vec<Toss> = found.into_iter().map(|(toss, _)| toss).collect();
        assert!((pays(&all, 0, 0.5, 1.0) - 2.0).abs() < 1e-9 && pays(&all, 2, 0.0, 1.0) == 1.0, "{all:?}");
    }

    #[test]
    fn one_of_three_in_a_corner_is_worth_no_more_than_a_safe_cell() {
        // One of the three cells is a mine, and nothing will ever tell which: each two of them are a toss.
        let third =
            [Toss { cells: vec![0, 1], chance: 2.0 / 3.0 }, Toss { cells: vec![0, 4], chance: 2.0 / 3.0 }];
        assert!((pays(&third, 0, 1.0 / 3.0, 1.0) * (2.0 / 3.0) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_number_beside_just_one_of_two_tells_them_apart() {
        assert!(tosses("..1.\n", 1, 0.1).is_empty());
    }

    #[test]
    fn a_square_in_a_corner_stays_where_its_mines_lie_across() {
        // The cell beyond the corner of the square is a mine, whatever the rest is.
        let found = tosses("..1\n..2\n12.\n", 3, 0.1);
        let square = found.iter().find(|(toss, _)| toss.cells.len() == 4).expect("a square");
        assert!((square.0.chance - 1.0).abs() < 1e-9, "{found:?}");
    }
}
