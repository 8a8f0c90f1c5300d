//! Positions in play on boards of more than two dimensions: how many get an exact answer, and how
//! long that takes, by processor time; how good estimates are where there is an exact answer to compare
//! with; and boards that need no guess. With a file's name, the distribution is drawn there; with a board's sizes
//! (6x6x6), estimates are compared on that board alone.

mod processor;

use std::fmt::Write as _;

use omnisweep_engine::{Action, Cell, FirstCell, Game, Outcome, Rules, Shape, Zone, random};
use omnisweep_solver::{
    Analysis, Estimated, Method, Mines, NoGuess, Player, Position, Seen, Skill, Solver, first_cell,
};

/// Sizes, mines, a colour for the picture, whether positions in play are too easy to judge estimates by, and
/// how many of a hundred that are judged are on this board: on the last one they are hard to find.
const BOARDS: [(&[u64], u64, &str, bool, u32); 4] = [
    (&[4, 4, 4, 4], 18, "#4477aa", true, 35),
    (&[6, 6, 6], 40, "#228833", true, 35),
    (&[8, 8, 8], 80, "#ccbb44", false, 25),
    (&[3, 3, 3, 3, 3], 20, "#ee6677", false, 5),
];

const GAMES: u64 = 12;

/// The error that is good enough, and the patience of `omnisweep solve` where it is not reached in a second.
const GOOD: f64 = 0.005;
const PATIENCE: usize = 10;

/// How many positions are both worked out and estimated.
const COMPARED: u32 = 1000;

/// How many states are kept for an estimate.
const KEPT: usize = 1 << 13;

/// Where a game begins.
#[derive(Clone, Copy)]
enum Start {
    /// Where our player begins.
    Player,
    /// In the middle, which leads to harder positions: more numbers lie around what is open.
    Middle,
}

/// The positions of a game that our fast player plays.
fn positions(shape: &Shape, mines: u64, start: Start, seed: u64) -> Vec<Position> {
    let middle: Vec<u64> = shape.sizes().iter().map(|size| size / 2).collect();
    let mut next = match start {
        Start::Player => first_cell(shape, mines, FirstCell::Opening),
        Start::Middle => shape.cell(&middle).expect("a cell of the board"),
    };
    let opening = Zone::new(shape.neighbours(next).chain([next]));
    // On 3×3×3×3×3 the middle touches all others.
    let room = opening.cells().len() as u64 + mines <= shape.cells();
    let zone = if room { opening } else { Zone::new([next]) };
    let layout = random::draw(shape, mines, &zone, seed).expect("memory");
    let mut game = Game::on(layout, Rules::ND).expect("memory");
    let mut player = Player::new(shape, mines, Skill::Fast);
    let mut positions: Vec<Position> = Vec::new();
    while game.apply(Action::Open(next), &mut ()) == Ok(Outcome::Playing) {
        let position = Position::of(&game);
        for (cell, &seen) in (0..).map(Cell).zip(position.cells()) {
            let before = positions.last().map(|last| last.cells()[cell.0 as usize]);
            if let Seen::Number(number) = seen
                && before != Some(seen)
            {
                player.opened(cell, number).expect("a game contradicts nothing");
            }
        }
        positions.push(position);
        let Ok(Some(choice)) = player.choose() else { break };
        next = choice.cell;
    }
    positions
}

/// The times of all positions in seconds, ascending.
fn measured(shape: &Shape, mines: u64, start: Start) -> Vec<f64> {
    let mut solver = Solver::new(shape);
    let (mut times, mut exact, mut unanswered) = (Vec::new(), 0, 0);
    let (mut errors, mut poor) = (Vec::new(), Vec::new());
    for position in (0..GAMES).flat_map(|seed| positions(shape, mines, start, seed)) {
        let before = processor::now();
        let answer = solver.load(&position).and_then(|()| solver.analyse(Mines::Total(mines)));
        times.push(processor::now() - before);
        match answer.map(|answer| answer.estimated()) {
            Ok(None) => exact += 1,
            Ok(Some(estimated)) => {
                errors.push(estimated.error);
                if estimated.error > GOOD {
                    poor.push(position);
                }
            }
            Err(_) => unanswered += 1,
        }
    }
    times.sort_by(f64::total_cmp);
    errors.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize] * 1e3;
    let from = match start {
        Start::Player => "",
        Start::Middle => ", from the middle",
    };
    println!(
        "answers/{shape}/{mines}{from}: {} positions, {:.2} % exact, {} estimates (error {:.4}, {:.4} at most), {unanswered} \
         without an answer; median {:.2} ms, 99 % {:.1}, 99.9 % {:.1}, most {:.1}",
        times.len(),
        100.0 * f64::from(exact) / times.len() as f64,
        errors.len(),
        errors.get(errors.len() / 2).copied().unwrap_or(0.0),
        errors.last().copied().unwrap_or(0.0),
        at(0.5),
        at(0.99),
        at(0.999),
        at(1.0)
    );
    patiently(&poor, mines);
    times
}

/// Positions whose error is more than half a point after a second, with more patience.
fn patiently(positions: &[Position], mines: u64) {
    let Some(first) = positions.first() else { return };
    let mut solver = Solver::new(first.shape()).with_patience(PATIENCE);
    let (mut errors, mut times): (Vec<f64>, Vec<f64>) = (Vec::new(), Vec::new());
    for position in positions {
        let before = processor::now();
        let answer = solver.load(position).and_then(|()| solver.analyse(Mines::Total(mines)));
        times.push(processor::now() - before);
        errors.extend(answer.ok().and_then(|answer| answer.estimated()).map(|estimated| estimated.error));
    }
    times.sort_by(f64::total_cmp);
    println!(
        "answers/{}/{mines}, with patience: {} positions, {} above half a point (error {:.4} at most); median {:.1} s, most {:.1}",
        first.shape(),
        positions.len(),
        errors.iter().filter(|&&error| error > GOOD).count(),
        errors.iter().copied().fold(0.0, f64::max),
        times[times.len() / 2],
        times[times.len() - 1]
    );
}

/// What estimates of positions came to, where they could be worked out as well.
#[derive(Default)]
struct Comparison {
    positions: u32,
    /// Those whose error is at most half a point, that say they know all certain cells, and that are wrong about these.
    good: u32,
    complete: u32,
    wrong: u32,
    cells: u32,
    within: u32,
    /// The most that a cell was beyond the error.
    beyond: f64,
    times: Vec<f64>,
}

impl Comparison {
    fn add(&mut self, estimate: &Analysis, estimated: Estimated, exact: &Analysis) {
        self.positions += 1;
        self.good += u32::from(estimated.error <= GOOD);
        self.complete += u32::from(estimated.complete);
        let certain = (estimate.safe(), estimate.mines());
        self.wrong += u32::from(estimated.complete && certain != (exact.safe(), exact.mines()));
        for (one, other) in estimate.probabilities().iter().zip(exact.probabilities()) {
            let (Some(one), Some(other)) = (one, other) else { continue };
            let beyond = (one - other).abs() - estimated.error;
            self.beyond = self.beyond.max(beyond);
            (self.cells, self.within) = (self.cells + 1, self.within + u32::from(beyond <= 0.0));
        }
    }
}

/// A position with some cells open, here and there: more numbers depend on each other than in play.
fn scattered(shape: &Shape, mines: u64, seed: u64) -> Position {
    let layout = random::draw(shape, mines, &Zone::default(), seed).expect("memory");
    let share = 5 + seed % 36;
    let seen = |cell: u64| {
        let around = shape.neighbours(Cell(cell)).filter(|&near| layout.contains(near)).count();
        let open = !layout.contains(Cell(cell)) && random::splitmix64(seed << 16 ^ cell) % 100 < share;
        if open { Seen::Number(around as u32) } else { Seen::Closed }
    };
    Position::new(shape.clone(), (0..shape.cells()).map(seen).collect()).expect("a state for each cell")
}

/// Positions that have more states at once than runs of an estimate keep are estimated and worked out.
fn compared(shape: &Shape, mines: u64, easy: bool, wanted: u32) {
    let mut all = Comparison::default();
    let in_play = |seed| positions(shape, mines, Start::Middle, seed);
    let some = |seed| if easy { vec![scattered(shape, mines, seed)] } else { in_play(seed) };
    for position in (100..).flat_map(some) {
        if all.positions == wanted {
            break;
        }
        let answer = |solver: &mut Solver| {
            let answer = solver.load(&position).and_then(|()| solver.analyse(Mines::Total(mines)));
            answer.expect("a position that fits")
        };
        let mut solver = Solver::new(shape).with_limit(KEPT);
        let start = processor::now();
        let estimate = answer(&mut solver);
        let time = processor::now() - start;
        let Some(estimated) = estimate.estimated() else { continue };
        let exact = answer(&mut Solver::new(shape));
        if exact.estimated().is_none() {
            all.times.push(time);
            all.add(&estimate, estimated, &exact);
        }
    }
    all.times.sort_by(f64::total_cmp);
    let share = |some: u32, of: u32| 100.0 * f64::from(some) / f64::from(of.max(1));
    println!(
        "answers/{shape}/{mines}, estimated: {} positions, {:.2} % of {} cells within the error, {:.1} points beyond it at \
         most; error at most half a point in {:.1} %, all certain cells known in {:.1} %, wrong ones in {}; median {:.1} ms, \
         most {:.1}",
        all.positions,
        share(all.within, all.cells),
        all.cells,
        100.0 * all.beyond,
        share(all.good, all.positions),
        share(all.complete, all.positions),
        all.wrong,
        all.times.get(all.times.len() / 2).copied().unwrap_or(0.0) * 1e3,
        all.times.last().copied().unwrap_or(0.0) * 1e3
    );
}

/// What share of the positions takes longer than a time; both by powers of ten.
fn picture(all: &[(String, &str, Vec<f64>)]) -> String {
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 400\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"640\" height=\"400\" fill=\"#ffffff\"/>\n",
    );
    // From 10 µs to 10 s, and from all positions to one of 10,000.
    let x = |seconds: f64| 60.0 + (seconds.max(1e-5).log10() + 5.0) * 90.0;
    let y = |share: f64| 20.0 - share.max(1e-4).log10() * 80.0;
    for (power, name) in (-5..=1).zip(["10 µs", "0.1 ms", "1 ms", "10 ms", "0.1 s", "1 s", "10 s"]) {
        let at = x(10_f64.powi(power));
        _ = writeln!(
            svg,
            "<path d=\"M{at:.0} 20V340\" stroke=\"#dddddd\"/><text x=\"{at:.0}\" y=\"358\" text-anchor=\"middle\">{name}</text>"
        );
    }
    for (power, name) in (-4..=0).zip(["0.01 %", "0.1 %", "1 %", "10 %", "100 %"]) {
        let at = y(10_f64.powi(power));
        _ = writeln!(
            svg,
            "<path d=\"M60 {at:.0}H600\" stroke=\"#dddddd\"/><text x=\"55\" y=\"{:.0}\" text-anchor=\"end\">{name}</text>",
            at + 4.0
        );
    }
    for (number, (name, colour, times)) in all.iter().enumerate() {
        let mut path = format!("M{:.1} {:.1}", x(times[0]), y(1.0));
        let mut last = (0.0, 0.0);
        for (at, &time) in times.iter().enumerate() {
            let next = (x(time), y((times.len() - at) as f64 / times.len() as f64));
            // What nobody would see is left out.
            if (next.0 - last.0).abs() + (next.1 - last.1).abs() > 1.5 || at + 1 == times.len() {
                _ = write!(path, "L{:.1} {:.1}", next.0, next.1);
                last = next;
            }
        }
        let below = 40 + 18 * number;
        _ = writeln!(svg, "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>");
        _ = writeln!(
            svg,
            "<text x=\"590\" y=\"{below}\" text-anchor=\"end\" fill=\"{colour}\">{name}</text>"
        );
    }
    svg.push_str("<text x=\"330\" y=\"385\" text-anchor=\"middle\">positions that take longer than a time</text>\n</svg>\n");
    svg
}

/// Boards without guessing in a second.
fn generated(sizes: &[u64], mines: u64) {
    let shape = Shape::new(sizes).expect("a board");
    // From a corner: the middle of 3×3×3×3×3 touches all other cells.
    let first = Cell(0);
    let mut maker = NoGuess::new(&shape, mines, first, Method::for_board(&shape, mines)).expect("a board");
    let (start, mut boards) = (processor::now(), 0);
    let mut attempts = 0;
    while processor::now() - start < 5.0 {
        boards += u32::from(maker.attempt(1, attempts, || true).is_some());
        attempts += 1;
    }
    let rate = f64::from(boards) / (processor::now() - start);
    println!("answers/{shape}/{mines}, no guess: {rate:.1} boards/s, {boards} of {attempts} attempts");
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // Fewer for whoever has less time.
    let wanted = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(COMPARED);
    let judge = |board: usize| {
        let (sizes, mines, _, easy, share) = BOARDS[board];
        compared(&Shape::new(sizes).expect("a board"), mines, easy, wanted * share / 100);
    };
    // One board alone, by its sizes.
    let named = |(sizes, ..): &(&[u64], u64, &str, bool, u32)| {
        let name = Shape::new(sizes).expect("a board").to_string();
        arguments.contains(&name)
    };
    if let Some(board) = BOARDS.iter().position(named) {
        return judge(board);
    }
    let all = BOARDS.map(|(sizes, mines, colour, ..)| {
        let shape = Shape::new(sizes).expect("a board");
        (format!("{shape}/{mines}"), colour, measured(&shape, mines, Start::Player))
    });
    for (sizes, mines, ..) in BOARDS {
        measured(&Shape::new(sizes).expect("a board"), mines, Start::Middle);
    }
    if let Some(file) = arguments.iter().find(|argument| argument.ends_with(".svg")) {
        std::fs::write(file, picture(&all)).expect("a file that can be written");
    }
    for (sizes, mines) in [(&[4, 4, 4, 4][..], 18), (&[5, 5, 5, 5], 40), (&[3, 3, 3, 3, 3], 20)] {
        generated(sizes, mines);
    }
    (0..BOARDS.len()).for_each(judge);
}
