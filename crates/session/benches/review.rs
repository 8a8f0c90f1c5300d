//! The review of an expert game, by a solver that follows it, beside one that
//! analyses every position anew. Both run in turn in the same run, and the
//! median ratio counts.

use std::hint::black_box;
use std::time::{Duration, Instant};

use omnisweep_engine::{Action, Outcome};
use omnisweep_session::daily::{self, Day};
use omnisweep_session::{Level, Review, Session};
use omnisweep_solver::{Mines, Position, analyse};

const ROUNDS: usize = 15;

/// A game won by logic alone, on the board of a day.
fn game(day: Day) -> Session {
    let (layout, first) = daily::board(day, Level::Expert);
    let mut session = daily::session(day, Level::Expert, day, false).expect("the board of a day is a game");
    session.lay(layout).expect("it is the board of that day");
    let mut now = 0;
    let mut open = |session: &mut Session, cell| {
        now += 300;
        _ = session.act(Action::Open(cell), now, &mut ());
    };
    open(&mut session, first);
    while session.game().outcome() == Outcome::Playing {
        let mines = Mines::Total(session.game().mines());
        let analysis = analyse(&Position::of(session.game()), mines).expect("logic gets on");
        analysis.safe().iter().for_each(|&cell| open(&mut session, cell));
    }
    session
}

/// Every position of a game, analysed by itself.
fn naive(session: &Session) {
    for moves in 0..session.log().len() {
        let game = session.game_after(moves).expect("there is memory for it");
        _ = black_box(analyse(&Position::of(&game), Mines::Total(game.mines())));
    }
}

fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    let (mut ratios, mut millis, mut moves) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let session = game(Day::at((20_000 + round as u64) * 86_400_000));
        let followed = time(|| _ = black_box(Review::of(&session, |_, _| true)));
        let anew = time(|| naive(&session));
        ratios.push(followed.as_secs_f64() / anew.as_secs_f64());
        millis.push(followed.as_secs_f64() * 1000.0);
        moves.push(session.log().len() as f64);
    }
    println!(
        "review of an expert game: {:.2} of the time of analysing each position anew ({:.1} ms, {:.0} moves)",
        median(ratios),
        median(millis),
        median(moves),
    );
}
