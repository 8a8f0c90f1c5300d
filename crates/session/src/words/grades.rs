//! How hard boards are to think through.

use omnisweep_solver::{Grade, Kind, Steps};

use super::count;

/// The name of a grade.
#[must_use]
pub fn grade(grade: Grade) -> &'static str {
    match grade {
        Grade::Easy => "Easy",
        Grade::Medium => "Medium",
        Grade::Hard => "Hard",
        Grade::Extreme => "Extreme",
    }
}

/// What boards of a grade need.
#[must_use]
pub fn grade_note(grade: Grade) -> &'static str {
    match grade {
        Grade::Easy => "certified: single numbers and a few pairs",
        Grade::Medium => "certified: pairs again and again",
        Grade::Hard => "certified: several numbers at once, or the mines left",
        Grade::Extreme => "certified: suppositions, all cases, or many hard steps",
    }
}

/// How hard a board is, and what it needs.
#[must_use]
pub fn difficulty(steps: &Steps) -> String {
    let named = |kind: Kind, one: &str, more: &str| match steps.of(kind) {
        0 => None,
        times => Some(count(times, one, more)),
    };
    let needs: Vec<String> = [
        named(Kind::Pair, "pair", "pairs"),
        named(Kind::Several, "sum of several numbers", "sums of several numbers"),
        named(Kind::Count, "count of the mines", "counts of the mines"),
        named(Kind::Supposition, "supposition", "suppositions"),
        named(Kind::Cases, "look at all cases", "looks at all cases"),
    ]
    .into_iter()
    .flatten()
    .collect();
    let name = grade(steps.grade());
    if needs.is_empty() {
        format!("{name}: single numbers are enough.")
    } else {
        format!("{name}: it needs {}.", needs.join(", "))
    }
}
