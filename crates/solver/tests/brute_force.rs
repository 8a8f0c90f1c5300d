//! The analysis beside brute force, which looks at every layout there is.
#![allow(clippy::unwrap_used)]

use omnisweep_engine::{Action, Cell, Game, Layout, Rules, Shape, random};
use omnisweep_solver::{AnalysisError, Certainty, Mines, Position, Sampler, Seen, Solver, analyse};
use omnisweep_testing::boards::mines_around;
use proptest::prelude::*;

/// Every layout of the closed cells that fits the numbers, with its mines.
fn layouts(position: &Position) -> Vec<Vec<bool>> {
    let cells = position.cells();
    let closed: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] == Seen::Closed).collect();
    let near: Vec<Vec<usize>> = (0..cells.len())
        .map(|cell| position.shape().neighbours(Cell(cell as u64)).map(|cell| cell.0 as usize).collect())
        .collect();
    assert!(closed.len() <= 20);
    let mut fitting = Vec::new();
    for bits in 0..1_u32 << closed.len() {
        let mut mined = vec![false; cells.len()];
        closed.iter().enumerate().for_each(|(k, &cell)| mined[cell] = bits >> k & 1 != 0);
        let fits = |cell: usize| match cells[cell] {
            Seen::Number(count) => near[cell].iter().filter(|&&near| mined[near]).count() as u32 == count,
            Seen::Closed => true,
        };
        if (0..cells.len()).all(fits) {
            fitting.push(mined);
        }
    }
    fitting
}

fn check(position: &Position, mines: Mines) {
    let weigh = |layout: &Vec<bool>| {
        let count = layout.iter().filter(|&&mine| mine).count() as u64;
        let closed = position.cells().iter().filter(|&&seen| seen == Seen::Closed).count() as u64;
        match mines {
            Mines::Total(total) => f64::from(u8::from(count == total)),
            Mines::Density(density) => {
                density.powi(count as i32) * (1.0 - density).powi((closed - count) as i32)
            }
        }
    };
    let layouts: Vec<(Vec<bool>, f64)> = layouts(position)
        .into_iter()
        .map(|layout| {
            let weight = weigh(&layout);
            (layout, weight)
        })
        .filter(|(_, weight)| *weight > 0.0)
        .collect();
    let analysis = match analyse(position, mines) {
        Ok(analysis) => analysis,
        Err(error) => {
            assert_ne!(error, AnalysisError::TooLarge);
            assert!(layouts.is_empty(), "{error} {position:?} {mines:?}");
            return;
        }
    };
    assert!(!layouts.is_empty(), "{position:?} {mines:?}");
    let all: f64 = layouts.iter().map(|(_, weight)| weight).sum();
    let (mut safe, mut certain) = (Vec::new(), Vec::new());
    for (cell, &seen) in position.cells().iter().enumerate() {
        if seen != Seen::Closed {
            assert_eq!(analysis.probability(Cell(cell as u64)), None);
            continue;
        }
        let mined: f64 = layouts.iter().filter(|(layout, _)| layout[cell]).map(|(_, weight)| weight).sum();
        let probability = analysis.probability(Cell(cell as u64)).unwrap();
        assert!(
            (probability - mined / all).abs() < 1e-9,
            "cell {cell}: {probability} not {} {position:?}",
            mined / all
        );
        if layouts.iter().all(|(layout, _)| !layout[cell]) {
            safe.push(Cell(cell as u64));
        }
        if layouts.iter().all(|(layout, _)| layout[cell]) {
            certain.push(Cell(cell as u64));
        }
    }
    // Several cells at once: a chord's.
    let closed: Vec<usize> =
        (0..position.cells().len()).filter(|&cell| position.cells()[cell] == Seen::Closed).collect();
    let mut solver = Solver::new(position.shape());
    solver.load(position).unwrap();
    for some in [2, 3].into_iter().flat_map(|some| closed.chunks(some)) {
        let free = |layout: &[bool]| some.iter().all(|&cell| !layout[cell]);
        let free: f64 = layouts.iter().filter(|(layout, _)| free(layout)).map(|(_, weight)| weight).sum();
        let cells: Vec<Cell> = some.iter().map(|&cell| Cell(cell as u64)).collect();
        let chance = solver.chance_all_free(&cells, mines).unwrap();
        assert!((chance - free / all).abs() < 1e-9, "{cells:?}: {chance} not {} {position:?}", free / all);
    }
    assert_eq!(analysis.safe(), safe);
    assert_eq!(analysis.mines(), certain);
    if let Mines::Total(_) = mines {
        assert!((analysis.log10_layouts() - (layouts.len() as f64).log10()).abs() < 1e-9);
    }
}

/// A position of a game: some cells opened on a board with some mines.
fn played(sizes: &[u64], mines: u64, seed: u64, opens: &[u64]) -> (Position, u64) {
    let shape = Shape::new(sizes).unwrap();
    let cells = shape.cells();
    let mines = mines.min(cells - 1);
    let layout: Layout = random::draw(&shape, mines, &Default::default(), seed).unwrap();
    let mut game = Game::on(layout.clone(), Rules::ND).unwrap();
    for &open in opens {
        let cell = Cell(open % cells);
        if !layout.contains(cell) {
            _ = game.apply(Action::Open(cell), &mut ());
        }
    }
    (Position::of(&game), mines)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn played_positions_are_analysed_exactly(
        sizes in prop_oneof![
            Just(vec![4, 4]), Just(vec![5, 5]), Just(vec![3, 3, 3]), Just(vec![2, 2, 2, 2]), Just(vec![1, 15]),
            Just(vec![3, 6])
        ],
        mines in 0..9_u64, seed: u64, opens in prop::collection::vec(any::<u64>(), 0..14), density in 0.05..0.6_f64
    ) {
        let (position, mines) = played(&sizes, mines, seed, &opens);
        prop_assume!(position.cells().iter().filter(|&&seen| seen == Seen::Closed).count() <= 16);
        check(&position, Mines::Total(mines));
        check(&position, Mines::Density(density));
    }

    /// Numbers that need not fit each other, and any number of mines.
    #[test]
    fn any_numbers_are_analysed_exactly_or_refused(
        cells in prop::collection::vec(prop_oneof![3 => Just(Seen::Closed), 2 => (0..4_u32).prop_map(Seen::Number)], 12),
        mines in 0..8_u64
    ) {
        let position = Position::new(Shape::new(&[3, 4]).unwrap(), cells).unwrap();
        check(&position, Mines::Total(mines));
        check(&position, Mines::Density(0.2));
    }
}

#[test]
fn every_position_of_every_small_board_is_analysed_exactly() {
    // All ways to open a 2 by 3 board, on all layouts.
    let shape = Shape::new(&[2, 3]).unwrap();
    for mines in 0..64_u32 {
        for open in 0..64_u32 {
            let layout =
                Layout::with_mines(shape.clone(), (0..6).filter(|k| mines >> k & 1 != 0).map(Cell)).unwrap();
            let see = |cell: u64| {
                let number = mines_around(&layout, Cell(cell));
                let shown = open >> cell & 1 != 0 && !layout.contains(Cell(cell));
                if shown { Seen::Number(number) } else { Seen::Closed }
            };
            let position = Position::new(shape.clone(), (0..6).map(see).collect()).unwrap();
            check(&position, Mines::Total(layout.count()));
        }
    }
}

/// Every layout of every board up to 4 by 4, or its mirror image, with as many
/// cells open as leave some to be found out.
#[test]
fn every_layout_of_every_board_up_to_4_by_4_is_analysed_exactly() {
    for (height, width) in (1..=4_u64).flat_map(|height| (height..=4).map(move |width| (height, width))) {
        let shape = Shape::new(&[height, width]).unwrap();
        let cells = shape.cells() as u32;
        let near: Vec<u32> = (0..u64::from(cells))
            .map(|cell| shape.neighbours(Cell(cell)).map(|near| 1 << near.0).sum())
            .collect();
        let turned = |mines: u32, turn: u32| -> u32 {
            let to = |cell: u32| {
                let (mut row, mut column) = (u64::from(cell) / width, u64::from(cell) % width);
                if turn & 1 != 0 {
                    row = height - 1 - row;
                }
                if turn & 2 != 0 {
                    column = width - 1 - column;
                }
                if turn & 4 != 0 && height == width {
                    (row, column) = (column, row);
                }
                row * width + column
            };
            (0..cells).filter(|cell| mines >> cell & 1 != 0).map(|cell| 1 << to(cell)).sum()
        };
        for mines in 0..1_u32 << cells {
            if (1..8).any(|turn| turned(mines, turn) < mines) {
                continue;
            }
            // Another choice of open cells for each layout.
            let mut open =
                mines.wrapping_add(1).wrapping_mul(0x9e37_79b9).rotate_left(9) | 1 << (mines % cells);
            open &= !mines & ((1_u64 << cells) - 1) as u32;
            let see = |cell: u32| match open >> cell & 1 {
                0 => Seen::Closed,
                _ => Seen::Number((mines & near[cell as usize]).count_ones()),
            };
            let position = Position::new(shape.clone(), (0..cells).map(see).collect()).unwrap();
            let analysis = analyse(&position, Mines::Total(u64::from(mines.count_ones()))).unwrap();
            // All layouts of the closed cells, by their subsets.
            let closed = !open & ((1_u64 << cells) - 1) as u32;
            let (mut count, mut mined, mut bits) = (0_u32, [0_u32; 16], closed);
            loop {
                let fits = |cell: u32| {
                    open >> cell & 1 == 0 || (bits ^ mines) & near[cell as usize] == 0 || {
                        let near = near[cell as usize];
                        (bits & near).count_ones() == (mines & near).count_ones()
                    }
                };
                if bits.count_ones() == mines.count_ones() && (0..cells).all(fits) {
                    count += 1;
                    (0..cells).for_each(|cell| mined[cell as usize] += bits >> cell & 1);
                }
                if bits == 0 {
                    break;
                }
                bits = (bits - 1) & closed;
            }
            assert!((analysis.log10_layouts() - f64::from(count).log10()).abs() < 1e-9);
            for cell in (0..cells as usize).filter(|&cell| closed >> cell & 1 != 0) {
                let probability = analysis.probability(Cell(cell as u64)).unwrap();
                assert!(
                    (probability - f64::from(mined[cell]) / f64::from(count)).abs() < 1e-9,
                    "{position:?}"
                );
                let certain = match mined[cell] {
                    0 => Certainty::Safe,
                    all if all == count => Certainty::Mine,
                    _ => Certainty::None,
                };
                assert_eq!(analysis.certainty(Cell(cell as u64)), certain, "{position:?}");
            }
        }
    }
}

#[test]
fn positions_are_read_and_mistakes_named_with_their_place() {
    let read = |text: &str| {
        Position::parse_all(text, None)
            .map(|all| all.iter().map(|p| p.shape().to_string()).collect::<Vec<_>>())
    };
    assert_eq!(read("1.\nF.\n\n\n.2.\n").unwrap(), ["2x2", "1x3"]);
    assert_eq!(read("1 .\n. F\n-\n. .\n. 7\n").unwrap(), ["2x2x2"]);
    assert_eq!(read("\r\n1.\r\n").unwrap(), ["1x2"]);
    let deep = Shape::new(&[2, 2, 1, 2]).unwrap();
    let text = ". 5\n-\n. .\n-\n. .\n-\n. .\n";
    assert_eq!(Position::parse_all(text, Some(&deep)).unwrap()[0].cells()[1], Seen::Number(5));
    let mistake = |text: &str| read(text).unwrap_err().to_string();
    assert_eq!(mistake(""), "line 1, column 1: there is no position");
    assert_eq!(mistake("..\n.x\n"), "line 2, column 2: a cell is `.`, `F` or a number");
    assert_eq!(mistake("..\n\n..\n...\n"), "line 4, column 3: the row has 3 cells, not 2");
    assert_eq!(mistake("..\n.\n"), "line 2, column 2: the row has 1 cells, not 2");
    assert_eq!(mistake("4.\n..\n"), "line 1, column 1: no 4 can be here: the cell has fewer neighbours");
    assert_eq!(mistake("..\n-\n..\n..\n"), "line 4, column 1: the slices have different numbers of rows");
    let sized = Position::parse_all("..\n..\n", Some(&deep)).unwrap_err().to_string();
    assert_eq!(sized, "line 1, column 1: the position is not of the given size");
}

/// Every layout that fits is drawn, and as often as any other.
#[test]
fn layouts_are_drawn_as_often_as_each_other() {
    for (text, mines) in
        [("1..\n...\n..1\n", 2), ("...\n.3.\n...\n", 3), ("1....\n.....\n", 3), ("..1.\n2...\n", 2)]
    {
        let position = Position::parse(text).unwrap();
        let all: Vec<Vec<bool>> = layouts(&position)
            .into_iter()
            .filter(|layout| layout.iter().filter(|&&mine| mine).count() == mines)
            .collect();
        let sampler = Sampler::new(&position, Mines::Total(mines as u64)).unwrap();
        let mut seen = vec![0_u32; all.len()];
        let each = 400;
        for seed in 0..(all.len() * each) as u64 {
            let layout = sampler.draw(seed);
            let drawn: Vec<bool> =
                (0..position.shape().cells()).map(|cell| layout.contains(Cell(cell))).collect();
            seen[all.iter().position(|layout| *layout == drawn).expect("it fits")] += 1;
        }
        // Five standard deviations.
        let far = 5.0 * (each as f64).sqrt();
        assert!(seen.iter().all(|&n| (f64::from(n) - each as f64).abs() < far), "{text} {seen:?}");
    }
}
