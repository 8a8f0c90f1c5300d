//! What to open next in a position: `printf '1.1.\n....\n' | cargo run --example solve -- 2`.

use std::io::{Read as _, stdin};

use omnisweep_solver::{Certainty, Mines, Position, analyse, prove};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mines = std::env::args().nth(1).ok_or("how many mines are there?")?.parse()?;
    let mut text = String::new();
    stdin().read_to_string(&mut text)?;
    let position = Position::parse(&text)?;
    let analysis = analyse(&position, Mines::Total(mines))?;
    let (_, _, columns) = position.shape().slices();
    for row in analysis.probabilities().chunks(columns as usize) {
        let percent =
            |risk: &Option<f64>| risk.map_or("  –".to_owned(), |risk| format!("{:3.0}", risk * 100.0));
        println!("{}", row.iter().map(percent).collect::<Vec<_>>().join(" "));
    }
    let Some((cell, risk)) = analysis.safest() else { return Ok(()) };
    let at = position.shape().coordinates(cell);
    match analysis.certainty(cell) {
        Certainty::Safe => {
            let steps = prove(&position, Mines::Total(mines), cell).map_or(0, |proof| proof.steps.len());
            println!("{at:?} is safe, which takes so many steps to see: {steps}.");
        }
        Certainty::Mine => println!("There are only mines left."),
        Certainty::None => println!("{at:?} is a mine with {:.1} %; no cell has less risk.", risk * 100.0),
    }
    Ok(())
}
