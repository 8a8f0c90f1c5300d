//! A game on the command line: `o 3 4` opens row 3, column 4, `f 3 4` flags it, `c 3 4` chords.

use std::io::{BufRead as _, stdin};

use omnisweep_engine::{Action, ChangedCells, Game, Outcome, RuleSet, Shape, View, random};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let shape = Shape::new(&[9, 9])?;
    let mut game = Game::new(shape.clone(), RuleSet::Modern.rules(), 10)?;
    let mut changed = ChangedCells::new(&shape);
    let seed = std::env::args().nth(1).map_or(Ok(1), |word| word.parse())?;
    for line in stdin().lock().lines() {
        let action = match Action::parse(&line?, &shape) {
            Ok(action) => action,
            Err(error) => {
                println!("{error}");
                continue;
            }
        };
        // The mines are drawn when the first cell is known, which is an opening by these rules.
        let lay = |zone: &_| random::draw(&shape, 10, zone, seed).ok();
        match game.apply_laying(action, &mut changed, lay) {
            Ok(outcome) => println!("{} cells look different. {outcome:?}:", changed.take().len()),
            Err(refusal) => println!("{refusal}"),
        }
        print(&game);
        if game.outcome() != Outcome::Playing {
            break;
        }
    }
    Ok(())
}

fn print(game: &Game) {
    let cells = (0..game.shape().cells()).map(omnisweep_engine::Cell);
    let signs = cells.map(|cell| match game.view(cell) {
        View::Closed => '.',
        View::Flag => 'F',
        View::Number(0) => ' ',
        View::Number(mines) => char::from_digit(mines, 10).unwrap_or('9'),
        _ => '*',
    });
    let signs: Vec<char> = signs.collect();
    signs.chunks(9).for_each(|row| println!("{}", row.iter().collect::<String>()));
}
