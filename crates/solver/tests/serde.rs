//! Positions and what is known of them, as JSON.
#![allow(clippy::unwrap_used)]

use omnisweep_engine::Cell;
use omnisweep_solver::{Certainty, Mines, Position, Proof, Skill, analyse, prove};
use serde_json::{from_str, json, to_string, to_value};

#[test]
fn positions_are_written_and_read_back() {
    let position = Position::parse("1.\n..\n").unwrap();
    let text = to_string(&position).unwrap();
    assert_eq!(text, r#"{"shape":[2,2],"cells":[{"number":1},"closed","closed","closed"]}"#);
    assert_eq!(from_str::<Position>(&text).unwrap(), position);
    let short = from_str::<Position>(r#"{"shape":[2,2],"cells":["closed"]}"#).unwrap_err();
    assert!(short.to_string().starts_with("the position has another number of cells than its shape"));
    assert_eq!(
        to_string(&[Mines::Total(3), Mines::Density(0.5)]).unwrap(),
        r#"[{"total":3},{"density":0.5}]"#
    );
    Skill::ALL.iter().for_each(|skill| assert_eq!(to_value(skill).unwrap(), json!(skill.key())));
}

#[test]
fn what_is_known_is_written() {
    let position = Position::parse("1.2\n...\n").unwrap();
    let mines = Mines::Total(2);
    let analysis = analyse(&position, mines).unwrap();
    let written = to_value(&analysis).unwrap();
    for (cell, probability) in written["probabilities"].as_array().unwrap().iter().enumerate() {
        assert_eq!(probability.as_f64(), analysis.probability(Cell(cell as u64)));
    }
    assert_eq!(written["safe"], json!(analysis.safe()));
    let certain = analysis.safe().first().copied().unwrap();
    assert_eq!(to_value(analysis.certainty(certain)).unwrap(), json!(Certainty::Safe));
    let why = prove(&position, mines, certain).unwrap();
    assert_eq!(from_str::<Proof>(&to_string(&why).unwrap()).unwrap(), why);
}
