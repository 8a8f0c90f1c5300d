//! What the player sees.

use omnisweep_engine::{Cell, Game, Outcome, Shape, View};

use super::scores::Entry;

pub const MENU: &str =
    "Minesweeper Game\n\n\t1) New Game\n\t2) Load Game\n\t3) Hall of Fame\n\t4) Exit\n\nChoice: ";

pub const ACTIONS: &str = "\n\t[O]pen Cell\n\t[F]lag Cell\n\t[M]ark Cell\n\t[U]nmark Cell\n\
                           \t[S]ave & Quit Game\n\t[Q]uit Game\nAction: ";

pub const CONFIRM: &str = "Are you sure that you want to quit the game without saving?\n\
                           (Y/y for yes, otherwise for no): ";

/// The points for a game: more for large boards, less for time and moves.
pub fn score(shape: &Shape, seconds: u64, moves: u64) -> i64 {
    let area = u128::from(shape.cells()).pow(4);
    let spent = u128::from(seconds) * u128::from(moves);
    area.checked_div(spent).map_or(0, |score| score as i64)
}

/// The line above a grid, and a blank one.
pub fn header(game: &Game, seconds: u64, moves: u64, score: i64) -> String {
    let (flags, marks) = (game.flags(), game.marks());
    format!("Time: {seconds}s\tMoves: {moves}\tFlagged: {flags}\tMarked: {marks}\tScore: {score}\n\n")
}

/// The grid as it stands: covered, won or lost.
pub fn grid(game: &Game) -> String {
    draw(game, |cell| match game.outcome() {
        Outcome::Playing => sign(game.view(cell)),
        Outcome::Won => match game.view(cell) {
            View::Number(count) => digit(count, ' '),
            _ => 'F',
        },
        Outcome::Lost => match game.reveal(cell) {
            // Whatever is safe and not flagged is open now.
            View::Closed | View::Mark => digit(game.mines_around(cell).unwrap_or(0), ' '),
            view => sign(view),
        },
    })
}

/// The grid with nothing covered, zeros too.
pub fn uncovered(game: &Game) -> String {
    draw(game, |cell| match game.layout().is_some_and(|layout| layout.contains(cell)) {
        true => '*',
        false => digit(game.mines_around(cell).unwrap_or(0), '0'),
    })
}

fn sign(view: View) -> char {
    match view {
        View::Closed => 'X',
        View::Flag => 'F',
        View::Mark => '?',
        View::Number(count) => digit(count, ' '),
        View::Exploded => '!',
        View::Mine => 'M',
        View::WrongFlag => '-',
    }
}

fn digit(count: u32, zero: char) -> char {
    if count == 0 { zero } else { char::from_digit(count, 10).unwrap_or('?') }
}

fn draw(game: &Game, sign: impl Fn(Cell) -> char) -> String {
    let &[rows, columns] = game.shape().sizes() else { return String::new() };
    let mut text = String::from("   ");
    (0..columns).for_each(|column| text += &format!(" {column:02}"));
    text += "\n    ";
    text += &"-- ".repeat(columns as usize);
    for row in 0..rows {
        text += &format!("\n{row:02}  ");
        (0..columns).for_each(|column| text += &format!(" {} ", sign(Cell(row * columns + column))));
    }
    text + "\n"
}

/// The table of the hall of fame, in the order given. Names are bytes.
pub fn table(entries: &[Entry]) -> Vec<u8> {
    let line = |name: &[u8], score: &str| {
        let mut line = vec![b' '; 16_usize.saturating_sub(name.len())];
        line.extend(name);
        line.extend(format!("\t\t{score}\n").bytes());
        line
    };
    let mut text = [line(b"Player", "Score"), line(b"------", "-----")].concat();
    entries.iter().for_each(|entry| text.extend(line(&entry.name, &entry.score.to_string())));
    text
}
