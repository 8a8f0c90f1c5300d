//! The same moves change the same cells here and in the browser.

use std::rc::Rc;

use omnisweep_engine::{Action, Cell, First, Game, RuleSet, Shape};
use omnisweep_session::{Guess, Seed, Session, Setup, save};
use omnisweep_web::table::changed;
use serde_json::{Value, json};

use crate::page::{Page, scenarios};

scenarios![a_thousand_random_games_go_the_same_way];

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
        let mines = (shape.cells() / 8).min(Game::most_mines(&shape, set.rules().first));
        // Every other game forgives forced guesses, where the rules allow it.
        let fair = number % 4 < 2 && set.rules().first != First::Anything;
        let guess = if fair { Guess::Fair } else { Guess::Ordinary };
        let address =
            format!("size={shape}&mines={mines}&seed={number}&rules={}&guess={}", set.key(), guess.key());
        let setup = Setup::new(set, shape.clone(), mines, Some(Seed::new(number))).with_guess(guess);
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
            let mut changes = Vec::new();
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
                 const table = omnisweep.Table.start(address, 0);
                 const answers = moves.map((move, now) => {
                     try { return table.play(move, now); } catch (refusal) { return String(refusal); }
                 });
                 answers.push(table.save(end));
                 table.free();
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
