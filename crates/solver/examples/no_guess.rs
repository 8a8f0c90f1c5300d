//! An expert board that logic alone wins from its middle; another for each seed.

use omnisweep_engine::{Shape, text};
use omnisweep_solver::{Method, NoGuess};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(1), |word| word.parse())?;
    let shape = Shape::new(&[16, 30])?;
    let first = NoGuess::centre(&shape);
    let mut boards = NoGuess::new(&shape, 99, first, Method::for_board(&shape, 99))?;
    let found = (0..).find_map(|attempt| boards.attempt(seed, attempt, || true));
    println!("Begin at {:?}.", shape.coordinates(first));
    print!("{}", found.as_ref().map(text::write_layout).unwrap_or_default());
    Ok(())
}
