//! Proofs and their checker beside brute force, which looks at every layout there is.
#![allow(clippy::unwrap_used)]

use std::collections::HashSet;

use omnisweep_engine::{Action, Cell, Game, Layout, Rules, Shape, random};
use omnisweep_solver::{
    Grade, Kind, Link, Method, Mines, NoGuess, Pattern, Position, Proof, Seen, Step, Sum, Why, Wish, easiest,
    prove,
};
use proptest::prelude::*;

/// Every layout of the closed cells that fits the numbers and the mines: a bit for each cell.
fn layouts(position: &Position, mines: Mines) -> Vec<u32> {
    let cells = position.cells();
    let closed: u32 =
        (0..cells.len()).filter(|&cell| cells[cell] == Seen::Closed).map(|cell| 1 << cell).sum();
    let near =
        |cell: usize| -> u32 { position.shape().neighbours(Cell(cell as u64)).map(|near| 1 << near.0).sum() };
    let numbers: Vec<(u32, u32)> = (0..cells.len())
        .filter_map(|cell| match cells[cell] {
            Seen::Number(number) => Some((near(cell), number)),
            Seen::Closed => None,
        })
        .collect();
    let (mut all, mut bits) = (Vec::new(), closed);
    loop {
        let counts = match mines {
            Mines::Total(total) => u64::from(bits.count_ones()) == total,
            Mines::Density(_) => true,
        };
        if counts && numbers.iter().all(|&(near, number)| (bits & near).count_ones() == number) {
            all.push(bits);
        }
        if bits == 0 {
            return all;
        }
        bits = (bits - 1) & closed;
    }
}

/// Whether a cell is the same in all layouts, and what.
fn certain(layouts: &[u32], cell: u64) -> Option<bool> {
    let mined = layouts.iter().filter(|&bits| bits >> cell & 1 != 0).count();
    if mined == 0 { Some(false) } else { (mined == layouts.len()).then_some(true) }
}

/// A position of a game: some cells opened on a board with some mines.
fn played(sizes: &[u64], mines: u64, seed: u64, opens: &[u64]) -> (Position, u64) {
    let shape = Shape::new(sizes).unwrap();
    let mines = mines.min(shape.cells() - 1);
    let layout: Layout = random::draw(&shape, mines, &Default::default(), seed).unwrap();
    let mut game = Game::on(layout.clone(), Rules::ND).unwrap();
    for &open in opens {
        let cell = Cell(open % shape.cells());
        if !layout.contains(cell) {
            _ = game.apply(Action::Open(cell), &mut ());
        }
    }
    (Position::of(&game), mines)
}

/// Every cell that is certain has a proof, no other has one, and the checker accepts them.
fn all_proved(position: &Position, mines: Mines) -> Vec<Proof> {
    let layouts = layouts(position, mines);
    let mut proofs = Vec::new();
    for cell in (0..position.shape().cells()).filter(|&cell| position.cells()[cell as usize] == Seen::Closed)
    {
        let proof = prove(position, mines, Cell(cell));
        assert_eq!(proof.as_ref().map(|proof| proof.mine), certain(&layouts, cell), "{cell} {position:?}");
        if let Some(proof) = proof {
            assert_eq!((proof.cell, proof.check(position, mines)), (Cell(cell), Ok(())));
            proofs.push(proof);
        }
    }
    let hint = easiest(position, mines, &Wish { near: Cell(0), wanted: &|_| true }).unwrap();
    assert_eq!(hint.is_some(), proofs.iter().any(|proof| !proof.mine));
    if let Some(hint) = hint {
        assert_eq!(hint.check(position, mines), Ok(()));
        all_flagged(&hint, position, mines, &layouts);
    }
    proofs
}

/// Who looks for the proof of one cell goes on where others have stopped, and finds an easier one in about one position of
/// 50,000: so these are the same positions each time. By cases a hint has the first that is found.
#[test]
fn no_cell_is_easier_to_prove_than_the_easiest() {
    let (boards, mut compared) = ([[4, 4, 1], [3, 3, 3], [3, 7, 1]], 0);
    for seed in 0..1500_u64 {
        let opens: Vec<u64> = (0..4 + seed % 6).map(|at| random::splitmix64(seed * 16 + at)).collect();
        let (position, mines) = played(&boards[seed as usize % 3], 2 + seed % 7, seed, &opens);
        for mines in [Mines::Total(mines), Mines::Density(0.3)] {
            let hint = easiest(&position, mines, &Wish { near: Cell(0), wanted: &|_| true }).unwrap();
            let Some(hint) = hint.filter(|hint| hint.hardest() < Kind::Cases) else { continue };
            for cell in
                (0..position.shape().cells()).filter(|&cell| position.cells()[cell as usize] == Seen::Closed)
            {
                let proof = prove(&position, mines, Cell(cell)).filter(|proof| !proof.mine);
                assert!(proof.is_none_or(|proof| proof.cost() >= hint.cost()), "{hint:?} {position:?}");
            }
            compared += 1;
        }
    }
    assert!(compared > 1000, "{compared}");
}

/// Flags what is worth it, until nothing is: mines that are easier to see than the safe cell, whose proof needs them.
fn all_flagged(hint: &Proof, position: &Position, mines: Mines, layouts: &[u32]) -> usize {
    let mut flags = HashSet::new();
    while let Some((mine, whole)) =
        hint.worth_flagging(position, mines, Cell(0), |cell| flags.contains(&cell))
    {
        assert!(mine.mine && mine.cost() < hint.cost(), "{mine:?} {hint:?}");
        assert_eq!(certain(layouts, mine.cell.0), Some(true), "{mine:?} {position:?}");
        assert_eq!((mine.check(position, mines), whole.check(position, mines)), (Ok(()), Ok(())));
        assert_eq!((whole.cell, whole.mine, whole.cost()), (hint.cell, false, hint.cost()));
        assert!(whole.steps.starts_with(&mine.steps), "{mine:?} {whole:?}");
        let mut without = whole;
        without.steps.iter_mut().for_each(|step| step.mines.retain(|&cell| cell != mine.cell));
        assert!(without.check(position, mines).is_err(), "{hint:?} {position:?} {mine:?}");
        assert!(flags.insert(mine.cell), "it was flagged already");
    }
    flags.len()
}

#[test]
fn a_mine_is_worth_a_flag_where_a_safe_cell_is_seen_by_it() {
    let flagged = |text: &str, mines: Mines| {
        let position = Position::parse(text).unwrap();
        let hint = easiest(&position, mines, &Wish { near: Cell(0), wanted: &|_| true }).unwrap().unwrap();
        all_flagged(&hint, &position, mines, &layouts(&position, mines))
    };
    let any = Mines::Density(0.2);
    // The first mine has the last cell be safe.
    assert_eq!(flagged("1.1.\n", any), 1);
    // Nothing has to be flagged to see this.
    assert_eq!(flagged("1..\n1..\n1..\n", any), 0);
    // Mines that are only counted.
    assert_eq!(flagged("1.....1\n", Mines::Total(2)), 0);
}

/// What the checker accepts is so: each cell that a step is about, whatever it says.
fn sound(proof: &Proof, position: &Position, mines: Mines, layouts: &[u32]) {
    let accepted = proof.check(position, mines).map_or_else(|flaw| flaw.step, |()| proof.steps.len());
    for step in &proof.steps[..accepted] {
        for (cells, mine) in [(&step.safe, false), (&step.mines, true)] {
            for cell in cells {
                assert_eq!(certain(layouts, cell.0), Some(mine), "{proof:?} {position:?} {mines:?}");
            }
        }
    }
    if proof.check(position, mines).is_ok() {
        assert_eq!(certain(layouts, proof.cell.0), Some(proof.mine), "{proof:?} {position:?} {mines:?}");
    }
}

/// Changes something in a proof, as numbers say.
fn mutated(proof: &Proof, numbers: &[u64], cells: u64) -> Proof {
    let mut proof = proof.clone();
    for change in numbers.chunks_exact(3) {
        let (at, cell) = (change[1] as usize % proof.steps.len().max(1), Cell(change[2] % (cells + 1)));
        if change[0] % 12 == 0 {
            proof.cell = cell;
            continue;
        }
        if change[0] % 12 == 1 {
            proof.mine = !proof.mine;
            continue;
        }
        let Some(step) = proof.steps.get_mut(at) else { continue };
        match change[0] % 12 {
            2 => _ = proof.steps.remove(at),
            3 => std::mem::swap(&mut step.safe, &mut step.mines),
            4 => step.safe.push(cell),
            5 => step.mines.push(cell),
            6 => step.why = Why::Cases { numbers: step.numbers(), count: change[2] % 2 == 0 },
            7 => step.why = Why::Sum(Sum { plus: step.numbers(), minus: vec![cell], count: false }),
            _ => change_why(&mut step.why, change[0] / 12, cell),
        }
    }
    proof
}

fn change_why(why: &mut Why, change: u64, to: Cell) {
    let sum = |sum: &mut Sum| match change % 5 {
        0 => sum.plus.push(to),
        1 => sum.minus.push(to),
        2 => _ = sum.plus.pop(),
        3 => _ = sum.minus.pop(),
        _ => sum.count = !sum.count,
    };
    match why {
        Why::Sum(one) => sum(one),
        Why::Plain(chain) => _ = chain.pop().map(|link: Link| link.sum),
        Why::Supposition { cell, mine, chain, clash } => match change % 4 {
            0 => *cell = to,
            1 => *mine = !*mine,
            2 => _ = chain.pop(),
            _ => sum(clash),
        },
        Why::Cases { numbers, count } => match change % 3 {
            0 => _ = numbers.pop(),
            1 => numbers.push(to),
            _ => *count = !*count,
        },
    }
}

fn boards() -> impl Strategy<Value = Vec<u64>> {
    prop_oneof![
        Just(vec![4, 4]),
        Just(vec![3, 3, 3]),
        Just(vec![3, 4]),
        Just(vec![2, 2, 2, 2]),
        Just(vec![1, 15]),
        Just(vec![3, 7])
    ]
}

fn small_enough(position: &Position) -> bool {
    position.cells().iter().filter(|&&seen| seen == Seen::Closed).count() <= 17
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn every_certain_cell_is_proved_and_no_other(
        sizes in boards(), mines in 0..10_u64, seed: u64, opens in prop::collection::vec(any::<u64>(), 0..16)
    ) {
        let (position, mines) = played(&sizes, mines, seed, &opens);
        prop_assume!(small_enough(&position));
        all_proved(&position, Mines::Total(mines));
        all_proved(&position, Mines::Density(0.3));
    }

    #[test]
    fn a_mutated_proof_is_refused_unless_it_is_right(
        sizes in boards(), mines in 0..10_u64, seed: u64, opens in prop::collection::vec(any::<u64>(), 2..16),
        changes in prop::collection::vec(any::<u64>(), 3..12)
    ) {
        let (position, total) = played(&sizes, mines, seed, &opens);
        prop_assume!(small_enough(&position));
        for mines in [Mines::Total(total), Mines::Density(0.3)] {
            let layouts = layouts(&position, mines);
            for proof in all_proved(&position, mines) {
                sound(&mutated(&proof, &changes, position.shape().cells()), &position, mines, &layouts);
                let opposite = Proof { mine: !proof.mine, ..proof };
                prop_assert!(opposite.check(&position, mines).is_err());
            }
        }
    }

    /// Steps that nobody searched for.
    #[test]
    fn any_steps_are_refused_unless_they_are_right(
        sizes in boards(), mines in 0..10_u64, seed: u64, opens in prop::collection::vec(any::<u64>(), 2..16),
        steps in prop::collection::vec(
            (0..3_u8, prop::collection::vec(0..28_u64, 0..4), prop::collection::vec(0..28_u64, 0..3), any::<bool>(),
             0..28_u64, any::<bool>()), 1..4)
    ) {
        let (position, total) = played(&sizes, mines, seed, &opens);
        prop_assume!(small_enough(&position));
        let cells = |numbers: &[u64]| numbers.iter().map(|&cell| Cell(cell)).collect::<Vec<_>>();
        let steps: Vec<Step> = steps.iter().map(|(kind, plus, minus, count, cell, mine)| {
            let sum = Sum { plus: cells(plus), minus: cells(minus), count: *count };
            let why = match kind {
                0 => Why::Sum(sum),
                1 => Why::Supposition { cell: Cell(*cell), mine: !mine, chain: Vec::new(), clash: sum },
                _ => Why::Cases { numbers: cells(plus), count: *count },
            };
            let (safe, mines) = if *mine { (vec![], vec![Cell(*cell)]) } else { (vec![Cell(*cell)], vec![]) };
            Step { why, safe, mines }
        }).collect();
        for mines in [Mines::Total(total), Mines::Density(0.3)] {
            let proof = Proof { cell: Cell(0), mine: false, steps: steps.clone() };
            sound(&proof, &position, mines, &layouts(&position, mines));
        }
    }
}

/// Every layout of a board of 3 by 3, with every choice of open cells.
#[test]
fn every_position_of_3_by_3_is_proved() {
    let shape = Shape::new(&[3, 3]).unwrap();
    let near: Vec<u32> =
        (0..9).map(|cell| shape.neighbours(Cell(cell)).map(|near| 1 << near.0).sum()).collect();
    for mines in 0..512_u32 {
        // One choice of open cells of eight: all of them together see all choices.
        for open in (0..512_u32).filter(|open| (open ^ mines) % 8 == 3 && open & mines == 0) {
            let see = |cell: usize| match open >> cell & 1 {
                0 => Seen::Closed,
                _ => Seen::Number((mines & near[cell]).count_ones()),
            };
            let position = Position::new(shape.clone(), (0..9).map(see).collect()).unwrap();
            all_proved(&position, Mines::Total(mines.count_ones().into()));
        }
    }
}

fn proved(text: &str, mines: Mines, at: [u64; 2]) -> (Position, Proof) {
    let position = Position::parse(text).unwrap();
    let proof = prove(&position, mines, position.shape().cell(&at).unwrap()).unwrap();
    (position, proof)
}

#[test]
fn patterns_have_the_names_that_players_know() {
    let named = |text: &str, at: [u64; 2]| {
        let (position, proof) = proved(text, Mines::Density(0.2), at);
        let shown = proof.pattern(proof.steps.len() - 1, &position).unwrap();
        (shown.pattern, shown.reduced)
    };
    assert_eq!(named("....\n1111\n0000\n", [0, 2]), (Pattern::OneOne, false));
    assert_eq!(named(".....\n12221\n00000\n", [0, 2]), (Pattern::OneTwo, false));
    assert_eq!(named(".....\n11211\n00000\n", [0, 1]), (Pattern::OneTwoOne, false));
    assert_eq!(named("......\n.1221.\n000000\n", [0, 3]), (Pattern::OneTwoTwoOne, false));
    assert_eq!(named("1.1\n..1\n", [1, 0]), (Pattern::Hole, false));
    assert_eq!(named("....\n2221\n.100\n", [0, 2]), (Pattern::OneOne, true));
}

#[test]
fn easy_steps_come_before_hard_ones() {
    let kinds =
        |text: &str, mines, at| proved(text, mines, at).1.steps.iter().map(Step::kind).collect::<Vec<_>>();
    let any = Mines::Density(0.2);
    assert_eq!(kinds("1.\n11\n", any, [0, 1]), [Kind::Number]);
    assert_eq!(kinds("1.1.\n", any, [0, 3]), [Kind::Number, Kind::Number]);
    assert_eq!(kinds("1..\n1..\n1..\n", any, [2, 1]), [Kind::Pair]);
    assert_eq!(kinds("1..\n...\n", Mines::Total(3), [1, 2]), [Kind::Count]);
    assert_eq!(kinds("..\n", Mines::Total(0), [0, 0]), [Kind::Count]);
}

/// The kinds of the hardest steps of a game that needs no guess.
fn hardest_steps(layout: Layout, first: Cell) -> Vec<Kind> {
    let mines = Mines::Total(layout.count());
    let mut game = Game::on(layout, Rules::ND).unwrap();
    let (mut next, mut kinds) = (first, Vec::new());
    loop {
        _ = game.apply(Action::Open(next), &mut ());
        let (position, wish) = (Position::of(&game), Wish { near: next, wanted: &|_| true });
        let Some(proof) = easiest(&position, mines, &wish).unwrap() else { return kinds };
        assert_eq!(proof.check(&position, mines), Ok(()));
        kinds.push(proof.hardest());
        next = proof.cell;
    }
}

/// Where numbers and their sums are not enough, what would follow from the opposite is easier than all cases.
#[test]
fn suppositions_are_found() {
    let (shape, first) = (Shape::new(&[16, 30]).unwrap(), Cell(240));
    let mut maker = NoGuess::new(&shape, 99, first, Method::Draw).unwrap().of_grade(Some(Grade::Extreme));
    let mut boards = (0..).filter_map(|attempt| maker.attempt(1, attempt, || true)).take(20);
    assert!(boards.any(|board| hardest_steps(board, first).contains(&Kind::Supposition)));
}
