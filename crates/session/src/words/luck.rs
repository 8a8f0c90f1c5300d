//! Where nothing is certain: why not, how large the risk is, and what it may lead to.

use omnisweep_engine::{Cell, Shape};
use omnisweep_solver::{Advice, Estimated};

use super::{percent, place};

/// Why nothing is certain.
#[must_use]
pub fn no_certainty() -> &'static str {
    "Nothing is certain: each closed cell is a mine in some layouts that fit, and free in others."
}

/// That risks are estimates, and how good they are.
#[must_use]
pub fn estimated(estimated: &Estimated) -> String {
    let others = if estimated.complete { "" } else { " Cells may be certain that are not known to be." };
    format!(
        "So many numbers depend on each other here that risks are estimates, within {} points in 95 of 100 \
         cases.{others}",
        points(estimated.error)
    )
}

fn points(share: f64) -> String {
    format!("{:.1}", (share * 100.0).max(0.1))
}

/// That no cell is certain, and which one is the best.
#[must_use]
pub fn least(shape: &Shape, cell: Cell, risk: f64) -> String {
    format!("No cell is certainly safe. The safest is {}: a mine with {}.", place(shape, cell), percent(risk))
}

/// The safest cell where none is certain.
#[must_use]
pub fn safest(shape: &Shape, cell: Cell, risk: f64) -> String {
    format!("The safest is {}: a mine with {}.", place(shape, cell), percent(risk))
}

/// What the safest cell may lead to, and what our player would open and why.
#[must_use]
pub fn forecast(shape: &Shape, advice: &Advice) -> [String; 2] {
    let Advice { safest, choice, .. } = advice;
    let leads = match safest.leads_on {
        share if share < 0.0005 => "Whatever it shows, the next open is a guess again.".to_owned(),
        share => format!("With {} it is free, and something else is safe then.", percent(share)),
    };
    let at = place(shape, choice.cell);
    let why = if choice.even {
        "it is one half of a 50/50 that nothing will ever decide".to_owned()
    } else if choice.risk > safest.risk + 0.0005 {
        let anyway = match choice.toss {
            0.0 => String::new(),
            toss => format!(", and with {} it is part of a guess that has to be taken anyway", percent(toss)),
        };
        format!(
            "its risk is {}, but it leads on with {}{anyway}",
            percent(choice.risk),
            percent(choice.leads_on)
        )
    } else if choice.cell == safest.cell {
        "no cell has less risk".to_owned()
    } else {
        format!("no cell has less risk, and it leads on with {}", percent(choice.leads_on))
    };
    [leads, format!("Our player would open {at}: {why}.")]
}
