//! Comments on moves are what a naive look at every position says, and what
//! counting all layouts by hand gives.

#![allow(clippy::unwrap_used)]

use omnisweep_engine::{Action, Cell, FirstCell, Game, Layout, Outcome, RuleSet, Shape, View, text};
use omnisweep_session::{Comment, GuessMode, Review, Seed, Session, Setup, Verdict, daily, review};
use omnisweep_solver::{Mines, Position, analyse};
use proptest::prelude::*;

/// A game on a drawn board with moves in their text form.
fn game(board: &str, moves: &[&str]) -> Session {
    let layout = text::parse_layout(board, None).unwrap();
    let setup = Setup::new(RuleSet::Modern, layout.shape().clone(), layout.count(), None);
    let mut session = Session::on(Setup { marks: true, ..setup }, layout).unwrap();
    for text in moves {
        let action = Action::parse(text, &session.setup().shape).unwrap();
        session.act(action, 0, &mut ()).unwrap();
    }
    session
}

fn review(session: &Session) -> Review {
    Review::of(session, |_, _| true).unwrap()
}

fn verdicts(board: &str, moves: &[&str]) -> Vec<Verdict> {
    review(&game(board, moves)).comments.iter().map(|comment| comment.verdict).collect()
}

/// Moves at random, some of them sensible.
fn played(setup: Setup, moves: &[(u8, u64)]) -> Session {
    let cells = setup.shape.cells();
    let mut session = Session::new(setup).unwrap();
    for (step, &(kind, number)) in moves.iter().enumerate() {
        let cell = Cell(number % cells);
        let mined = session.game().layout().is_some_and(|layout| layout.contains(cell));
        let action = match kind {
            0..2 => Action::Open(cell),
            2..7 if mined => Action::Flag(cell),
            2..7 => Action::Open(cell),
            7 => Action::Flag(cell),
            8 => Action::Mark(cell),
            9 => Action::Unmark(cell),
            _ => Action::Chord(cell),
        };
        _ = session.act(action, step as u64 * 500, &mut ());
    }
    session
}

fn games(most: u64) -> impl Strategy<Value = Session> {
    let sizes = prop_oneof![
        3 => (1..=most, 1..=most).prop_map(|(a, b)| vec![a, b]),
        1 => prop::collection::vec(1..3_u64, 1..4),
    ];
    let moves = prop::collection::vec((0..14_u8, any::<u64>()), 0..60);
    (sizes, 0..6_usize, 0..45_u64, any::<u64>(), moves).prop_map(|(sizes, set, percent, seed, moves)| {
        let (shape, set) = (Shape::new(&sizes).unwrap(), RuleSet::ALL[set]);
        let mines = set.rules().first.most_mines(&shape) * percent / 100;
        played(Setup::new(set, shape, mines, Some(Seed::new(seed))), &moves)
    })
}

/// The cells that an action opens by itself.
fn opened(game: &Game, action: Action) -> Vec<Cell> {
    match action {
        Action::Open(cell) => vec![cell],
        Action::Chord(cell) => {
            game.shape().neighbours(cell).filter(|&near| game.view(near) == View::Closed).collect()
        }
        _ => Vec::new(),
    }
}

/// All layouts that fit what is seen, by trying every one.
fn fitting(game: &Game) -> Vec<Layout> {
    let shape = game.shape();
    let number = |cell: u64| match game.view(Cell(cell)) {
        View::Number(count) => Some(count),
        _ => None,
    };
    let closed: Vec<u64> = (0..shape.cells()).filter(|&cell| number(cell).is_none()).collect();
    let mut found = Vec::new();
    for bits in (0..1_u64 << closed.len()).filter(|bits| u64::from(bits.count_ones()) == game.mines()) {
        let mines = closed.iter().enumerate().filter(|(at, _)| bits >> at & 1 != 0);
        let layout = Layout::with_mines(shape.clone(), mines.map(|(_, &cell)| Cell(cell))).unwrap();
        let fits = |cell: u64| {
            number(cell).is_none_or(|count| {
                shape.neighbours(Cell(cell)).filter(|&near| layout.contains(near)).count() == count as usize
            })
        };
        if (0..shape.cells()).all(fits) {
            found.push(layout);
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Risks, the least of them and what is certain, counted by hand.
    #[test]
    fn risks_are_those_of_all_layouts_that_fit(session in games(4)) {
        let Some(review) = Review::of(&session, |_, _| true) else { return Ok(()) };
        for (number, comment) in review.comments.iter().enumerate() {
            if matches!(comment.action, Action::Open(_)) {
                prop_assert_eq!(comment.mine, Some(comment.risk));
            }
            if comment.verdict == Verdict::Start {
                continue;
            }
            let game = session.game_after(number).unwrap();
            let layouts = fitting(&game);
            let all = layouts.len() as f64;
            let cells = opened(&game, comment.action);
            let deadly = layouts.iter().filter(|layout| cells.iter().any(|&cell| layout.contains(cell))).count();
            prop_assert!((comment.risk - deadly as f64 / all).abs() < 1e-9, "{comment:?}");
            prop_assert_eq!(comment.risk == 0.0, deadly == 0);
            prop_assert_eq!(comment.risk == 1.0, deadly == layouts.len());
            let mines = |cell: Cell| layouts.iter().filter(|layout| layout.contains(cell)).count();
            let closed = (0..game.shape().cells()).map(Cell);
            let closed = closed.filter(|&cell| !matches!(game.view(cell), View::Number(_)));
            let least = closed.map(mines).min().unwrap() as f64 / all;
            if comment.risk > 0.0 {
                prop_assert!((comment.least - least).abs() < 1e-9);
                let mistake = least == 0.0 || comment.risk == 1.0;
                prop_assert_eq!(comment.verdict, if mistake { Verdict::Mistake } else { Verdict::Guess });
            }
            if let Some(better) = comment.better {
                prop_assert!((mines(better) as f64 / all - comment.least).abs() < 1e-9);
                prop_assert_eq!(comment.better_flagged, game.view(better) == View::Flag);
            }
            if let Action::Flag(cell) = comment.action {
                let adds = matches!(game.view(cell), View::Closed | View::Mark);
                prop_assert_eq!(comment.mine.is_some(), adds);
                let mine = comment.mine.unwrap_or(1.0);
                prop_assert!(!adds || (mine - mines(cell) as f64 / all).abs() < 1e-9);
                let mistaken = adds && mines(cell) == 0;
                prop_assert_eq!(comment.verdict == Verdict::Mistake, mistaken);
                prop_assert_eq!(comment.missed.is_empty(), !mistaken, "{:?}", comment);
                let expected = if mine < 1.0 { Verdict::Guess } else { Verdict::NotNeeded };
                prop_assert!(mistaken || [expected, Verdict::Forced].contains(&comment.verdict), "{:?}", comment);
            }
        }
    }

    /// The solver that follows the game says what one says that begins anew.
    #[test]
    fn comments_are_those_of_a_naive_review(session in games(9)) {
        let Some(review) = Review::of(&session, |_, _| true) else { return Ok(()) };
        prop_assert_eq!(review.comments.len(), session.log().len());
        let mut luck = 1.0;
        for (number, comment) in review.comments.iter().enumerate() {
            luck *= 1.0 - comment.risk;
            let game = session.game_after(number).unwrap();
            prop_assert!(!comment.sentence(game.shape()).is_empty());
            let Action::Open(cell) = comment.action else { continue };
            if comment.verdict == Verdict::Start {
                prop_assert_eq!(game.safe_left(), game.shape().cells() - game.mines());
                continue;
            }
            let analysis = analyse(&Position::of(&game), Mines::Total(game.mines())).unwrap();
            let risk = analysis.probability(cell).unwrap();
            prop_assert!((comment.risk - risk).abs() < 1e-9);
            if risk > 0.0 {
                prop_assert!((comment.least - analysis.safest().unwrap().1).abs() < 1e-9);
            }
        }
        prop_assert_eq!(luck, review.luck);
        prop_assert!((0.0..=1.0).contains(&review.luck) && (0.0..=1.0).contains(&review.skill));
        prop_assert!(review.luck <= review.skill + 1e-12, "who is lucky takes no more than the least");
        prop_assert!(!review.luck_sentence().is_empty() && !review.skill_sentence().is_empty());
        // The last comment alone is the same, but for what a later move makes of a flag.
        let last = review::last(&session);
        let ends = review.comments.last().cloned();
        if !matches!(ends, Some(Comment { action: Action::Flag(_), .. })) {
            prop_assert_eq!(last, ends);
        }
    }
}

#[test]
fn what_is_proved_is_forced_and_what_an_opening_opens_anyway_is_not_needed() {
    // The one mine is found at once, so all behind it is safe: a number, then an opening.
    let board = "..*....\n";
    assert_eq!(verdicts(board, &["o 0 0", "o 0 5"]), [Verdict::Start, Verdict::Forced]);
    assert_eq!(
        verdicts(board, &["o 0 0", "o 0 3", "o 0 6"]),
        [Verdict::Start, Verdict::NotNeeded, Verdict::Forced],
    );
    // Without an opening behind it, the number has to be opened by itself.
    assert_eq!(verdicts("..*.\n", &["o 0 0", "o 0 3"]), [Verdict::Start, Verdict::Forced]);
}

#[test]
fn a_flag_is_needed_if_a_chord_uses_it() {
    let board = "*.*.\n....\n....\n....\n";
    // 1 2 1 in the second row once the opening is open.
    let base = ["o 3 3", "f 0 0"];
    assert_eq!(verdicts(board, &base), [Verdict::Start, Verdict::NotNeeded]);
    let used = ["o 3 3", "f 0 0", "c 1 0"];
    assert_eq!(verdicts(board, &used), [Verdict::Start, Verdict::Forced, Verdict::Forced]);
    let wrong = ["o 3 3", "f 0 1"];
    assert_eq!(verdicts(board, &wrong), [Verdict::Start, Verdict::Mistake]);
    let away = ["o 3 3", "f 0 0", "f 0 0", "m 0 0"];
    assert_eq!(
        verdicts(board, &away),
        [Verdict::Start, Verdict::NotNeeded, Verdict::NotNeeded, Verdict::NotNeeded],
    );
}

#[test]
fn a_risk_where_a_cell_was_safe_is_a_mistake_and_says_which() {
    let session = game("*.*.\n....\n....\n....\n", &["o 3 3", "o 0 2"]);
    let comment = review(&session).comments[1].clone();
    assert_eq!((comment.verdict, comment.risk, comment.least), (Verdict::Mistake, 1.0, 0.0));
    assert_eq!(
        comment.sentence(session.game().shape()),
        "A mistake: this was certainly a mine, and row 0, column 1 was safe. 1-1: the 1 at (1, 3) has its mine among \
         cells of the 1 at (1, 2), so (0, 1) is safe.",
    );
    assert_eq!(review::last(&session), Some(comment));
}

#[test]
fn a_certain_mine_where_nothing_was_safe_is_a_mistake_beside_a_guess() {
    let session = game("**.*.\n", &["o 0 2", "o 0 1"]);
    let comment = review(&session).comments[1].clone();
    assert_eq!((comment.verdict, comment.risk, comment.least), (Verdict::Mistake, 1.0, 0.5));
    let sentence = comment.sentence(session.game().shape());
    let guess = "A mistake: this was certainly a mine; a guess at 50 % was possible: row 0, column 0.";
    assert!(sentence.starts_with(guess), "{sentence}");
}

#[test]
fn a_forced_guess_costs_luck_and_no_skill() {
    // A coin toss at the right end, once the rest is open.
    let session = game("....*\n.....\n", &["o 0 0", "o 1 4"]);
    assert_eq!(session.game().outcome(), Outcome::Won);
    let review = review(&session);
    let toss = &review.comments[1];
    assert_eq!((toss.verdict, toss.risk, toss.least, toss.better), (Verdict::Guess, 0.5, 0.5, None));
    assert_eq!((review.luck, review.skill, review.guesses, review.mistakes), (0.5, 1.0, 1, 0));
    assert_eq!(review.luck_sentence(), "Luck: 50 % was the chance that the one risk goes well.");
    assert_eq!(review.skill_sentence(), "Skill: 100 %: 0 mistakes, 1 guess, and no risk beyond the least.",);
    assert_eq!(toss.sentence(session.game().shape()), "A guess at 50 %: no cell had less risk.",);
}

#[test]
fn a_game_without_guesses_needs_no_luck() {
    for level in omnisweep_session::Level::ALL {
        let day = "2026-11-15".parse().unwrap();
        let (layout, first) = daily::board(day, level);
        let mut session = daily::session(day, level, day, false).unwrap();
        session.lay(layout).unwrap();
        session.act(Action::Open(first), 0, &mut ()).unwrap();
        while session.game().outcome() == Outcome::Playing {
            let mines = Mines::Total(session.game().mines());
            let analysis = analyse(&Position::of(session.game()), mines).unwrap();
            for &cell in analysis.safe() {
                _ = session.act(Action::Open(cell), 0, &mut ());
            }
        }
        assert_eq!(session.game().outcome(), Outcome::Won, "{}", level.key());
        let review = review(&session);
        assert_eq!((review.luck, review.skill, review.guesses, review.mistakes), (1.0, 1.0, 0, 0));
        assert_eq!(review.luck_sentence(), "Luck: none was needed.");
    }
}

#[test]
fn a_review_can_be_stopped_and_needs_a_board() {
    let session = game("....*\n.....\n", &["o 0 0", "o 1 4"]);
    let mut asked = Vec::new();
    let stopped = Review::of(&session, |done, all| {
        asked.push((done, all));
        done < 1
    });
    assert_eq!((stopped, asked), (None, vec![(0, 2), (1, 2)]));
    let shape = Shape::new(&[9, 9]).unwrap();
    let setup = Setup::new(RuleSet::Modern, shape, 10, Some(Seed::new(1)));
    assert_eq!(Review::of(&Session::new(setup.clone()).unwrap(), |_, _| true), None);
    assert_eq!(review::last(&Session::new(setup).unwrap()), None);
}

#[test]
fn a_first_cell_that_may_be_a_mine_is_a_risk() {
    let shape = Shape::new(&[4, 5]).unwrap();
    let setup = Setup::new(RuleSet::Modern, shape, 5, Some(Seed::new(1)));
    let mut session = Session::new(Setup { first: FirstCell::Anything, ..setup }).unwrap();
    session.act(Action::Open(Cell(0)), 0, &mut ()).unwrap();
    let review = review(&session);
    assert_eq!((review.comments[0].verdict, review.luck, review.skill), (Verdict::Start, 0.75, 1.0));
}

#[test]
fn boards_up_to_512_by_512_are_looked_at_as_a_whole() {
    for (side, whole) in [(512, true), (513, false)] {
        let setup =
            Setup::new(RuleSet::Modern, Shape::new(&[side, side]).unwrap(), 40_000, Some(Seed::new(3)));
        let mut session = Session::new(setup).unwrap();
        let last = Cell(side * side - 1);
        session.act(Action::Open(last), 0, &mut ()).unwrap();
        let question = omnisweep_session::Question::new(session.game(), last).unwrap();
        assert_eq!(question.is_whole(), whole, "{side}");
    }
}

#[test]
fn large_boards_are_judged_by_the_part_around_a_move() {
    let shape = Shape::new(&[600, 600]).unwrap();
    let setup = Setup::new(RuleSet::Modern, shape, 40_000, Some(Seed::new(3)));
    let mut session = Session::new(setup.with_guess(GuessMode::Ordinary)).unwrap();
    session.act(Action::Open(Cell(300 * 600 + 300)), 0, &mut ()).unwrap();
    let question = omnisweep_session::Question::new(session.game(), Cell(300 * 600 + 300)).unwrap();
    let hint = question.hint().unwrap();
    let safe = hint.parts().iter().rfind(|part| part.risk == 0.0).and_then(|part| part.cell).unwrap();
    session.act(Action::Open(safe), 0, &mut ()).unwrap();
    let comment = review(&session).comments[1].clone();
    assert!(matches!(comment.verdict, Verdict::Forced | Verdict::NotNeeded), "{comment:?}");
    let heat = question.heat().unwrap();
    assert_eq!(heat.risk(safe), Some(0.0));
    assert_eq!(heat.risk(Cell(0)), None);
    assert!(heat.cells().all(|(cell, risk)| heat.risk(cell) == Some(risk)));
}
