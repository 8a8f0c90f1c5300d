//! Boards graded by how hard they are to think through.
#![allow(clippy::unwrap_used)]

use omnisweep_engine::{Layout, Shape, text};
use omnisweep_solver::{EASY_PAIRS, Grade, Kind, Logic, MANY_HARD, Method, NoGuess, generator};

fn made(shape: &Shape, mines: u64, grade: Grade, seed: u64) -> Layout {
    let first = NoGuess::centre(shape);
    let maker = NoGuess::new(shape, mines, first, Method::Draw).unwrap();
    let mut maker = maker.of_grade(Some(grade));
    (0..).find_map(|attempt| maker.attempt(seed, attempt, || true)).unwrap()
}

#[test]
fn a_board_of_a_grade_needs_what_the_grade_says() {
    for (sizes, mines) in [(&[16, 30], 99), (&[9, 9], 14)] {
        let shape = Shape::new(sizes).unwrap();
        let first = NoGuess::centre(&shape);
        let mut logic = Logic::new(&shape);
        for (grade, seed) in Grade::ALL.into_iter().flat_map(|grade| [(grade, 1), (grade, 2)]) {
            logic.load(&made(&shape, mines, grade, seed));
            let steps = logic.steps(first, Grade::Extreme).unwrap();
            assert_eq!(steps.grade(), grade);
            let hard = steps.of(Kind::Several) + steps.of(Kind::Count);
            let fits = match grade {
                Grade::Easy => steps.hardest() <= Kind::Pair && steps.of(Kind::Pair) <= EASY_PAIRS,
                Grade::Medium => steps.hardest() == Kind::Pair && steps.of(Kind::Pair) > EASY_PAIRS,
                Grade::Hard => steps.hardest() <= Kind::Count && (1..MANY_HARD).contains(&hard),
                Grade::Extreme => steps.hardest() > Kind::Count || hard >= MANY_HARD,
            };
            assert!(fits, "{grade} {steps:?}");
            // Whoever may use less does not come through.
            let easier = Grade::ALL.into_iter().filter(|&easier| easier < grade);
            easier.for_each(|easier| assert_eq!(logic.steps(first, easier), None, "{grade} {easier}"));
        }
    }
}

#[test]
fn boards_that_need_a_guess_have_no_grade() {
    let board = text::parse_layout("*..\n...\n..*\n", None).unwrap();
    let mut logic = Logic::new(board.shape());
    logic.load(&board);
    assert_eq!(logic.steps(NoGuess::centre(board.shape()), Grade::Extreme), None);
}

/// A seed gives the same board for ever, under the name of its generator.
#[test]
fn boards_of_a_seed_stay_what_they_are() {
    let shape = Shape::new(&[9, 9]).unwrap();
    let all: Vec<String> = Grade::ALL
        .into_iter()
        .map(|grade| {
            let board = text::write_layout(&made(&shape, 14, grade, 1));
            let hash =
                board.bytes().fold(0_u32, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));
            format!("{} {hash:08x}", generator(&shape, Some(grade)))
        })
        .collect();
    assert_eq!(
        all,
        [
            "no-guess-easy-1 f5abbcfc",
            "no-guess-medium-1 4a1227fc",
            "no-guess-hard-1 e7ef94fc",
            "no-guess-extreme-1 2820c584"
        ]
    );
}
