//! What the page says.

use omnisweep_engine::{Action, Cell, Game, Outcome, RuleSet, Shape, View};
use omnisweep_session::daily::Day;
use omnisweep_session::{Category, Guess, Level, Metrics, Session};
use omnisweep_solver::place;

pub use omnisweep_session::words::duration;

/// Milliseconds as the clock above the board shows them.
#[must_use]
pub fn clock(ms: u64) -> String {
    let (hours, minutes, seconds) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
    if hours == 0 { format!("{minutes}:{seconds:02}") } else { format!("{hours}:{minutes:02}:{seconds:02}") }
}

/// So many of something.
#[must_use]
pub fn count(number: impl Into<i128>, one: &str, more: &str) -> String {
    match number.into() {
        1 => format!("1 {one}"),
        number => format!("{number} {more}"),
    }
}

/// A level's name for people.
#[must_use]
pub fn level(level: Level) -> &'static str {
    match level {
        Level::Beginner => "Beginner",
        Level::Intermediate => "Intermediate",
        Level::Expert => "Expert",
        Level::Cube => "Cube",
        Level::Tesseract => "Tesseract",
    }
}

/// Games that compare, in words: `Expert, no guess`, `20×24 / 99, esp`.
#[must_use]
pub fn category(category: &Category) -> String {
    let board = match category.level() {
        Some(named) => level(named).to_owned(),
        None => format!("{} / {}", category.size.replace('x', "×"), category.mines),
    };
    let rules = if category.rules == RuleSet::Modern.key() { None } else { Some(category.rules.clone()) };
    let kind = match category.kind.as_str() {
        "" => None,
        "fair" => Some("fair guess".to_owned()),
        kind => Some(kind.to_owned()),
    };
    [Some(board), rules, kind].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// What is being played: its name, a tab, and the rest in a few words. `day` is
/// the day whose board it is.
#[must_use]
pub fn title(session: &Session, day: Option<(Day, Level)>) -> String {
    let setup = session.setup();
    if let Some((day, named)) = day {
        return format!("Board of the day\t{day} · {} ✓ certified", level(named));
    }
    let sizes = setup.shape.to_string().replace('x', "×");
    let mines = count(setup.mines, "mine", "mines");
    let rules = match setup.set {
        RuleSet::Modern => String::new(),
        set => format!(" · {} rules", set.key()),
    };
    let guess = match setup.guess {
        Guess::Ordinary => "",
        Guess::Never if session.wants_board() => " · no guess",
        // Nobody else gives a session of that kind a board.
        Guess::Never => " · no guess ✓ certified",
        Guess::Fair => " · fair guess",
    };
    match Level::of(setup.shape.sizes(), setup.mines) {
        Some(named) => format!("{}\t{sizes} · {mines}{rules}{guess}", level(named)),
        None => format!("{sizes}\t{mines}{rules}{guess}"),
    }
}

/// What a cell looks like, in words; what matters most comes first.
#[must_use]
pub fn cell(game: &Game, cell: Cell) -> String {
    let state = match view(game, cell) {
        View::Closed => "closed".to_owned(),
        View::Flag => "flagged".to_owned(),
        View::Mark => "question mark".to_owned(),
        View::Number(0) => "blank".to_owned(),
        View::Number(number) => number.to_string(),
        View::Exploded => "the mine that went off".to_owned(),
        View::Mine => "mine".to_owned(),
        View::WrongFlag => "wrong flag".to_owned(),
    };
    format!("{state}, {}", place(game.shape(), cell))
}

/// What the player may see of a cell: all, once the game is over.
#[must_use]
pub fn view(game: &Game, cell: Cell) -> View {
    if game.outcome() == Outcome::Playing { game.view(cell) } else { game.reveal(cell) }
}

/// What a move did, for whoever cannot see it.
#[must_use]
pub fn happened(game: &Game, action: Action, opened: u64) -> String {
    let at = action.cell();
    let left = count(game.mines_left(), "mine left", "mines left");
    match (action, game.view(at)) {
        (Action::Open(_), View::Number(number)) if opened <= 1 => format!("Opened: {number}."),
        (Action::Open(_) | Action::Chord(_), _) => format!("{} opened.", count(opened, "cell", "cells")),
        (_, View::Flag) => format!("Flagged, {left}."),
        (_, View::Mark) => format!("Question mark, {left}."),
        _ => format!("Cleared, {left}."),
    }
}

/// How a game ended.
#[must_use]
pub fn ended(session: &Session, now: u64) -> String {
    let time = duration(session.elapsed(now));
    match session.game().outcome() {
        Outcome::Playing => String::new(),
        Outcome::Won if session.counts_for_records() => format!("You won in {time}!"),
        Outcome::Won => format!("You won in {time}, with help."),
        Outcome::Lost => {
            let gone = gone_off(session.game());
            let at =
                gone.map_or(String::new(), |cell| format!(" at {}", place(session.game().shape(), cell)));
            format!("Boom! A mine went off{at}.")
        }
    }
}

/// The first mine that went off, if it is easy to find: by the last move.
fn gone_off(game: &Game) -> Option<Cell> {
    let shape: &Shape = game.shape();
    // Only a cell that was just opened can be one; large boards are not searched.
    (shape.cells() <= 1 << 16)
        .then(|| (0..shape.cells()).map(Cell).find(|&cell| game.view(cell) == View::Exploded))
        .flatten()
}

/// How a game stands, in a word.
#[must_use]
pub fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Playing => "playing",
        Outcome::Won => "won",
        Outcome::Lost => "lost",
    }
}

/// What an action does.
#[must_use]
pub fn action(action: Action, shape: &Shape) -> String {
    let does = match action {
        Action::Open(_) => "Opens",
        Action::Flag(_) => "Flags",
        Action::Mark(_) => "Marks",
        Action::Unmark(_) => "Clears",
        Action::Chord(_) => "Opens around",
    };
    format!("{does} {}.", place(shape, action.cell()))
}

/// Facts about a game that is over, a line each: a name, a tab, a value.
#[must_use]
pub fn facts(session: &Session, now: u64) -> String {
    let Some(metrics) = Metrics::of(session, now) else { return String::new() };
    let mut facts = vec![fact("Time", duration(metrics.time))];
    let done = match session.game().outcome() {
        Outcome::Won => metrics.worth.bbbv.to_string(),
        _ => format!("{} of {}", metrics.solved, metrics.worth.bbbv),
    };
    facts.push(fact("3BV", done));
    if let Some(speed) = metrics.speed() {
        facts.push(fact("3BV/s", format!("{speed:.2}")));
    }
    facts.push(fact("Clicks", metrics.clicks.total()));
    if let Some(efficiency) = metrics.efficiency() {
        facts.push(fact("Efficiency", format!("{:.0} %", efficiency * 100.0)));
    }
    facts.join("\n")
}

/// A row of a table of facts.
#[must_use]
pub fn fact(name: &str, value: impl std::fmt::Display) -> String {
    format!("{name}\t{value}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        assert_eq!(clock(59_999), "0:59");
        assert_eq!(clock(3_661_000), "1:01:01");
    }

    #[test]
    fn one_is_one() {
        assert_eq!(count(1_u64, "mine", "mines"), "1 mine");
        assert_eq!(count(-1, "mine", "mines"), "-1 mines");
    }
}
