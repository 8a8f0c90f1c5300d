//! Boards that need no guess, confirmed by other means than those that made them.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use omnisweep_engine::{Cell, Layout, Shape, Zone, random, text};
use omnisweep_solver::{AnalysisError, Logic, LogicResult, Method, NoGuess, NoGuessError, Solver, generator};
use omnisweep_testing::boards::mines_around;
use omnisweep_testing::golden;

fn search(shape: &Shape, mines: u64, first: Cell, method: Method, seed: u64) -> Layout {
    let mut maker = NoGuess::new(shape, mines, first, method).unwrap();
    (0..).find_map(|attempt| maker.attempt(seed, attempt, || true)).unwrap()
}

fn ends(layout: &Layout, first: Cell) -> LogicResult {
    let mut logic = Logic::new(layout.shape());
    logic.load(layout);
    logic.play(first)
}

/// Whether a small board needs no guess, by all layouts with as many mines that
/// look the same: a cell that none of them has a mine in is safe.
fn needs_no_guess(near: &[u32], all: &[u32], mines: u32, first: usize) -> bool {
    if mines >> first & 1 != 0 {
        return false;
    }
    let mut fitting: Vec<u32> = all.iter().copied().filter(|other| other >> first & 1 == 0).collect();
    let free = !mines & ((1_u64 << near.len()) - 1) as u32;
    let mut open = 0_u32;
    let mut new = 1_u32 << first;
    while new != 0 {
        open |= new;
        fitting.retain(|other| {
            (0..near.len()).filter(|cell| new >> cell & 1 != 0).all(|cell| {
                (other & near[cell]).count_ones() == (mines & near[cell]).count_ones()
                    && other >> cell & 1 == 0
            })
        });
        let mined_somewhere = fitting.iter().fold(0, |union, other| union | other);
        new = free & !open & !mined_somewhere;
    }
    open == free
}

fn near(shape: &Shape) -> Vec<u32> {
    let around = |cell| shape.neighbours(Cell(cell)).map(|near| 1 << near.0).sum();
    (0..shape.cells()).map(around).collect()
}

fn bits(layout: &Layout) -> u32 {
    layout.mines().map(|cell| 1 << cell.0).sum()
}

fn with_bits(shape: &Shape, bits: u32) -> Layout {
    Layout::with_mines(shape.clone(), (0..32).filter(|cell| bits >> cell & 1 != 0).map(Cell)).unwrap()
}

#[test]
fn mines_are_moved_where_too_few_drawn_boards_would_pass() {
    let method = |sizes: &[u64], mines| Method::for_board(&Shape::new(sizes).unwrap(), mines);
    assert_eq!(method(&[9, 9], 10), Method::Draw);
    assert_eq!(method(&[16, 30], 99), Method::Draw);
    assert_eq!(method(&[16, 30], 130), Method::Repair);
    assert_eq!(method(&[100, 100], 2000), Method::Repair);
    assert_eq!(method(&[4, 4, 4, 4], 18), Method::Repair, "in more dimensions always");
}

/// Every layout of a small board: logic solves exactly those that need no guess.
#[test]
fn logic_solves_exactly_the_small_boards_that_need_no_guess() {
    let (mut solved, mut stuck) = (0, 0);
    for (sizes, most, firsts) in [
        (vec![4, 4], 4, vec![0, 5]),
        (vec![3, 5], 5, vec![0, 7]),
        (vec![1, 12], 6, vec![0, 6]),
        (vec![2, 2, 3], 5, vec![0, 4]),
        (vec![2, 2, 2, 2], 3, vec![0]),
    ] {
        let shape = Shape::new(&sizes).unwrap();
        let near = near(&shape);
        for count in 1..=most {
            let all: Vec<u32> =
                (0..1_u32 << shape.cells()).filter(|layout| layout.count_ones() == count).collect();
            for &mines in &all {
                for &first in &firsts {
                    let needs_none = needs_no_guess(&near, &all, mines, first);
                    let end = ends(&with_bits(&shape, mines), Cell(first as u64));
                    let expected = if needs_none { LogicResult::Solved } else { LogicResult::Guess };
                    assert_eq!(end, expected, "{sizes:?} {mines:b} from {first}");
                    if needs_none { solved += 1 } else { stuck += 1 }
                }
            }
        }
    }
    assert!(solved > 1000 && stuck > 1000, "{solved} {stuck}");
}

/// Plays by sets of cells with a number of mines, and by what two of them say
/// of their difference. Returns whether that was enough.
fn set_logic(layout: &Layout, first: Cell) -> bool {
    let shape = layout.shape();
    let mut open = BTreeSet::new();
    let (mut safe, mut mined) = (BTreeSet::from([first]), BTreeSet::new());
    let free = shape.cells() - layout.count();
    loop {
        for &cell in &safe {
            assert!(!layout.contains(cell), "set logic found {cell:?} safe, which is a mine");
        }
        open.append(&mut safe);
        if open.len() as u64 == free {
            return true;
        }
        // What each open cell says of its closed neighbours, and the board of all.
        let mut sets: Vec<(BTreeSet<Cell>, usize)> = Vec::new();
        let mut of: BTreeMap<Cell, Vec<usize>> = BTreeMap::new();
        for &cell in &open {
            let mines = mines_around(layout, cell) as usize;
            let known = shape.neighbours(cell).filter(|near| mined.contains(near)).count();
            let set: BTreeSet<Cell> =
                shape.neighbours(cell).filter(|near| !open.contains(near) && !mined.contains(near)).collect();
            if !set.is_empty() {
                set.iter().for_each(|&near| of.entry(near).or_default().push(sets.len()));
                sets.push((set, mines - known));
            }
        }
        let left = layout.count() as usize - mined.len();
        let undecided =
            (0..shape.cells()).map(Cell).filter(|cell| !open.contains(cell) && !mined.contains(cell));
        if left == 0 {
            safe.extend(undecided);
            continue;
        }
        let before = mined.len();
        for (set, mines) in &sets {
            match *mines {
                0 => safe.extend(set),
                all if all == set.len() => mined.extend(set),
                _ => {}
            }
        }
        if safe.is_empty() && mined.len() == before {
            for (number, (set, mines)) in sets.iter().enumerate() {
                let others: BTreeSet<usize> = set.iter().flat_map(|cell| of[cell].iter().copied()).collect();
                for other in others.into_iter().filter(|&other| other != number) {
                    let (others, more) = &sets[other];
                    let alone: BTreeSet<Cell> = others.difference(set).copied().collect();
                    if more.checked_sub(*mines) == Some(alone.len()) {
                        // All that the other has more lies where only it is.
                        mined.extend(alone);
                        safe.extend(set.difference(others));
                    } else if set.is_subset(others) && more == mines {
                        safe.extend(alone);
                    }
                }
            }
        }
        if safe.is_empty() && mined.len() == before {
            return false;
        }
    }
}

#[test]
fn set_logic_confirms_most_certified_boards_and_contradicts_none() {
    for (sizes, mines, method, boards, confirmed_at_least) in [
        (vec![16, 30], 99, Method::Draw, 12, 6),
        (vec![16, 30], 99, Method::Repair, 12, 6),
        (vec![16, 30], 170, Method::Repair, 6, 0),
        (vec![40, 40], 320, Method::Repair, 3, 1),
        (vec![6, 6, 6], 20, Method::Draw, 6, 2),
    ] {
        let shape = Shape::new(&sizes).unwrap();
        let first = NoGuess::centre(&shape);
        let mut confirmed = 0;
        for seed in 0..boards {
            let layout = search(&shape, mines, first, method, seed);
            assert_eq!(layout.count(), mines);
            assert_eq!(ends(&layout, first), LogicResult::Solved);
            assert!(shape.neighbours(first).chain([first]).all(|cell| !layout.contains(cell)));
            confirmed += usize::from(set_logic(&layout, first));
        }
        assert!(confirmed >= confirmed_at_least, "{sizes:?}: {confirmed} of {boards}");
    }
}

#[test]
fn repaired_small_boards_are_confirmed_by_brute_force() {
    let shape = Shape::new(&[4, 5]).unwrap();
    let near = near(&shape);
    for mines in [4, 6, 8] {
        let all: Vec<u32> = (0..1_u32 << 20).filter(|layout| layout.count_ones() == mines).collect();
        for seed in 0..3 {
            let layout = search(&shape, u64::from(mines), Cell(0), Method::Repair, seed);
            assert!(needs_no_guess(&near, &all, bits(&layout), 0), "{}", text::write_layout(&layout));
        }
    }
}

/// Drawn boards are as likely as each other: all that need no guess, and no other.
#[test]
fn every_board_without_guessing_is_drawn_as_often_as_any_other() {
    let shape = Shape::new(&[3, 5]).unwrap();
    let (near, first) = (near(&shape), Cell(0));
    let zone: u32 = near[0] | 1;
    let count = 3;
    let all: Vec<u32> = (0..1_u32 << 15).filter(|layout| layout.count_ones() == count).collect();
    let wanted: BTreeSet<u32> = all
        .iter()
        .copied()
        .filter(|mines| mines & zone == 0 && needs_no_guess(&near, &all, *mines, 0))
        .collect();
    let each = 300;
    let mut seen: BTreeMap<u32, u32> = BTreeMap::new();
    let mut maker = NoGuess::new(&shape, u64::from(count), first, Method::Draw).unwrap();
    let mut found = 0;
    for attempt in 0.. {
        if let Some(layout) = maker.attempt(7, attempt, || true) {
            *seen.entry(bits(&layout)).or_default() += 1;
            found += 1;
            if found == wanted.len() * each {
                break;
            }
        }
    }
    assert_eq!(seen.keys().copied().collect::<BTreeSet<u32>>(), wanted);
    // Five standard deviations.
    let far = 5.0 * (each as f64).sqrt();
    assert!(seen.values().all(|&n| (f64::from(n) - each as f64).abs() < far), "{seen:?}");
}

#[test]
fn a_seed_and_an_attempt_give_the_same_board_for_ever() {
    let shape = Shape::new(&[6, 8]).unwrap();
    let board = |method, mines| text::write_layout(&search(&shape, mines, Cell(0), method, 1));
    assert_eq!(board(Method::Draw, 8), include_str!("boards/draw.txt"));
    assert_eq!(board(Method::Repair, 16), include_str!("boards/repair.txt"));
    let deep = [(&[4, 4, 4, 4][..], 18), (&[5, 5, 5], 20), (&[3, 3, 3, 3, 3], 20)].map(|(sizes, mines)| {
        let shape = Shape::new(sizes).unwrap();
        let made = text::write_layout(&search(&shape, mines, Cell(0), Method::for_board(&shape, mines), 1));
        format!("{} {shape}\n{made}", generator(&shape, None))
    });
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/boards/nd.txt");
    golden::check(&golden, &deep.concat());
}

#[test]
fn a_search_stops_when_it_is_told_to() {
    let shape = Shape::new(&[30, 30]).unwrap();
    let mut maker = NoGuess::new(&shape, 300, Cell(0), Method::Repair).unwrap();
    let mut asked = 0;
    let stopped = maker.attempt(1, 0, || {
        asked += 1;
        asked < 3
    });
    assert_eq!((stopped, asked), (None, 3));
}

#[test]
fn the_first_cell_shows_something() {
    let start = |sizes: &[u64]| NoGuess::start(&Shape::new(sizes).unwrap());
    assert_eq!(start(&[3, 3]), Cell(4));
    assert_eq!(start(&[5, 5, 5]), Cell(62));
    // Its centre touches all other cells.
    assert_eq!(start(&[3, 3, 3, 3, 3]), Cell(0));
}

#[test]
fn what_cannot_be_is_refused() {
    let shape = Shape::new(&[3, 3]).unwrap();
    let refused = |mines, first| NoGuess::new(&shape, mines, first, Method::Draw).map(|_| ()).unwrap_err();
    assert_eq!(refused(9, Cell(0)), NoGuessError::Mines { mines: 9, room: 8 });
    assert_eq!(refused(1, Cell(9)), NoGuessError::Start);
    // Many cells, and few with very many neighbours.
    for sizes in [vec![10_000, 10_000], vec![4; 10]] {
        let large = Shape::new(&sizes).unwrap();
        let refused = NoGuess::new(&large, 1, Cell(0), Method::Draw).map(|_| ()).unwrap_err();
        assert_eq!(refused, NoGuessError::Large);
        let mut logic = Logic::new(&large);
        logic.load(&Layout::with_mines(large.clone(), [Cell(5)]).unwrap());
        assert_eq!(logic.play(Cell(0)), LogicResult::Unknown);
        assert_eq!(Solver::new(&large).open(Cell(0), 1), Err(AnalysisError::TooLarge));
    }
    // No room for an opening: the first cell alone is free, and the rest all mines.
    assert_eq!(search(&shape, 8, Cell(4), Method::Draw, 0).count(), 8);
}

/// A board that is drawn at random is judged as the engine's own numbers say.
#[test]
fn logic_needs_no_luck_on_boards_that_it_solves() {
    let shape = Shape::new(&[9, 9]).unwrap();
    let zone = Zone::new(shape.neighbours(Cell(40)).chain([Cell(40)]));
    let solved = (0..200)
        .filter(|&seed| {
            ends(&random::draw(&shape, 10, &zone, seed).unwrap(), Cell(40)) == LogicResult::Solved
        })
        .count();
    // About nine of ten.
    assert!((150..200).contains(&solved), "{solved}");
}
