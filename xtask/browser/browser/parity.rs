//! The same moves change the same cells here and in the browser.

use std::collections::BTreeSet;
use std::rc::Rc;

use omnisweep_engine::{Action, Cell, FirstCell, RuleSet, Shape};
use omnisweep_session::{Changed, GuessMode, Question, Seed, Session, Setup, save};
use omnisweep_testing::recordings::files;
use omnisweep_web::page_game::changed;
use omnisweep_web::work::comments;
use serde_json::{Value, json};

use crate::page::{Page, scenarios};

scenarios![a_thousand_random_games_go_the_same_way, the_solver_says_the_same_of_every_move];

const GAMES: u64 = 1002;
const MOVES: u64 = 40;

const SHAPES: [&[u64]; 10] = [
    &[9, 9],
    &[16, 30],
    &[5, 70],
    &[70, 3],
    &[1, 40],
    &[40],
    &[4, 4, 4],
    &[3, 5, 4],
    &[3, 3, 3, 3],
    &[2, 2, 2, 2, 2],
];

/// Numbers that are anything, the same each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

async fn a_thousand_random_games_go_the_same_way(page: Rc<Page>) {
    page.open("").await;
    let (mut games, mut expected) = (Vec::new(), Vec::new());
    for number in 0..GAMES {
        let mut numbers = Numbers(number);
        let set = RuleSet::ALL[(number % 6) as usize];
        let shape = Shape::new(SHAPES[(number / 6 % 10) as usize]).unwrap();
        let mines = (shape.cells() / 8).min(set.rules().first.most_mines(&shape));
        // Every other game forgives forced guesses, where the rules allow it.
        let fair = number % 4 < 2 && set.rules().first != FirstCell::Anything;
        let guess = if fair { GuessMode::Fair } else { GuessMode::Ordinary };
        let address =
            format!("size={shape}&mines={mines}&seed={number}&rules={}&guess={}", set.key(), guess.key());
        let first = Setup::usual_first(set, &shape);
        let plain = Setup::new(set, shape.clone(), mines, Some(Seed::new(number)));
        let setup = Setup { first, ..plain }.with_guess(guess);
        let mut session = Session::new(setup).unwrap();
        let (mut moves, mut answers) = (Vec::new(), Vec::new());
        for now in 0..MOVES {
            let cell = Cell(numbers.below(shape.cells()));
            let action = match numbers.below(10) {
                0..=4 => Action::Open(cell),
                5..=6 => Action::Flag(cell),
                7 => Action::Mark(cell),
                8 => Action::Unmark(cell),
                _ => Action::Chord(cell),
            };
            moves.push(action.text(&shape));
            let mut changes = Changed { words: Some(Vec::new()), ..Changed::default() };
            answers.push(match session.act(action, now, &mut changes) {
                Ok(_) => changed(session.game(), &changes),
                Err(refusal) => refusal.to_string(),
            });
        }
        games.push(json!([address, moves]));
        answers.push(save::write(&session, MOVES));
        expected.push(answers);
    }
    let played = page
        .run(
            "const [games, end] = arguments;
             return games.map(([address, moves]) => {
                 const model = omnisweep.PageGame.start(address, 0);
                 const answers = moves.map((move, now) => {
                     try { return model.play(move, now); } catch (refusal) { return String(refusal); }
                 });
                 answers.push(model.save(end));
                 model.free();
                 return answers;
             });",
            vec![Value::Array(games), json!(MOVES)],
        )
        .await;
    let played: Vec<Vec<String>> = serde_json::from_value(played).unwrap();
    assert_eq!(played.len(), expected.len());
    for (number, (there, here)) in played.iter().zip(&expected).enumerate() {
        assert_eq!(there, here, "game {number}");
    }
    let ends =
        expected.iter().flatten().filter(|answer| answer.starts_with("won") || answer.starts_with("lost"));
    assert!(ends.count() > 100, "many of them come to an end");
}

/// The game of a recording, as text.
pub fn played(recording: &[u8]) -> String {
    let recording = omnisweep_replay::read(recording).unwrap();
    save::write(&omnisweep_replay::play(&recording).unwrap().session, 0)
}

/// Games of every kind, as text: recordings, and some that are played at random or by the solver.
fn games() -> Vec<String> {
    let mut games: Vec<String> = Vec::new();
    games.extend(files().iter().map(|(_, bytes)| played(bytes)));
    for number in 0..60 {
        let mut numbers = Numbers(number);
        let shape = Shape::new(SHAPES[(number % 10) as usize]).unwrap();
        let set = RuleSet::ALL[(number / 10 % 6) as usize];
        let mines = (shape.cells() / 7).min(set.rules().first.most_mines(&shape));
        let mut session =
            Session::new(Setup::new(set, shape.clone(), mines, Some(Seed::new(number)))).unwrap();
        for now in 0..100 {
            let cell = Cell(numbers.below(shape.cells()));
            // Half of the games are played well, but for a move now and then.
            let hint = Question::new(session.game(), cell).and_then(|question| question.hint());
            let action = match (hint, numbers.below(8)) {
                (Ok(hint), 1..) if number % 2 == 0 && hint.is_mine() => Action::Flag(hint.cell()),
                (Ok(hint), 1..) if number % 2 == 0 => Action::Open(hint.cell()),
                (_, 0..=2) => Action::Flag(cell),
                (_, 3..=4) => Action::Chord(cell),
                _ => Action::Open(cell),
            };
            _ = session.act(action, now * 100, &mut ());
        }
        if session.game().layout().is_some() {
            games.push(save::write(&session, 20_000));
        }
    }
    games
}

async fn the_solver_says_the_same_of_every_move(page: Rc<Page>) {
    let verdicts = says_the_same(&page, games()).await;
    for kind in ["start", "forced", "not needed", "guess", "mistake"] {
        assert!(verdicts.contains(kind), "{kind} is among them");
    }
}

/// Has these games reviewed here and in the browser: the verdicts.
pub async fn says_the_same(page: &Page, games: Vec<String>) -> BTreeSet<String> {
    page.open("").await;
    let mut verdicts = BTreeSet::new();
    for game in games {
        let here = comments(&game, |_, _| ()).unwrap();
        let there = page
            .wait_for(
                "const done = arguments[1];
                 omnisweep.game.worker.ask('review', arguments[0]).then(
                     ({ luck, skill, verdicts, sentences, better, risks, least }) =>
                         done([luck, skill, verdicts, sentences, [...better], [...risks], [...least]]),
                     error => done(String(error)));",
                vec![json!(game)],
            )
            .await;
        let (exact, about) = there.as_array().unwrap_or_else(|| panic!("{there}\n{game}")).split_at(5);
        let said = json!([here.luck, here.skill, here.verdicts, here.sentences, here.better]);
        assert_eq!(json!(exact), said, "{game}");
        for (there, here) in about.iter().zip([here.risks, here.least]) {
            let there: Vec<f64> = serde_json::from_value(there.clone()).unwrap();
            assert_eq!(there.len(), here.len());
            assert!(there.iter().zip(&here).all(|(there, here)| (there - here).abs() < 1e-12), "{game}");
        }
        verdicts.extend(here.verdicts);
    }
    verdicts
}
