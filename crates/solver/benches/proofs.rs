//! Proofs: how many steps the hints of expert games take that are followed from
//! the first cell to the last, how long a hint takes to be found, on large boards
//! too, and what the checker says of each.

mod processor;

use std::collections::HashSet;

use omnisweep_engine::{Action, Cell, Game, Layout, Outcome, Rules, Shape, View, Zone, random};
use omnisweep_solver::{Kind, Mines, Position, Proof, Why, Wish, easiest};

/// What was seen of hints.
#[derive(Default)]
struct Seen {
    steps: Vec<usize>,
    /// The same with every link of a chain counted as a step.
    links: Vec<usize>,
    kinds: [usize; 6],
    micros: Vec<f64>,
    guesses: usize,
    /// How often a mine was worth flagging first.
    flags: usize,
}

/// Follows hints from a first cell; where nothing is certain, any free cell is
/// opened.
fn follow(layout: &Layout, first: Cell, most: usize, seen: &mut Seen) {
    let mut game = Game::on(layout.clone(), Rules::MODERN).expect("memory");
    let mines = Mines::Total(game.mines());
    let (mut near, mut flags) = (first, HashSet::new());
    _ = game.apply(Action::Open(first), &mut ());
    for _ in 0..most {
        if game.outcome() != Outcome::Playing {
            return;
        }
        let position = Position::of(&game);
        let find = || {
            let start = processor::now();
            let proof = easiest(&position, mines, &Wish { near, wanted: &|_| true });
            let found = proof.as_ref().ok().and_then(Option::as_ref);
            let flag = found
                .and_then(|proof| proof.worth_flagging(&position, mines, near, |cell| flags.contains(&cell)));
            ((proof, flag), (processor::now() - start) * 1e6)
        };
        let ((proof, flag), mut micros) = find();
        // Other programs may have had the caches.
        for _ in 0..if micros > 2000.0 { 4 } else { 0 } {
            micros = micros.min(find().1);
        }
        seen.micros.push(micros);
        if let Some((proof, _)) = flag {
            assert!(proof.mine && layout.contains(proof.cell), "a mine");
            seen.flags += 1;
            flags.insert(proof.cell);
            near = proof.cell;
            continue;
        }
        near = match proof.expect("a position of a game") {
            Some(proof) => {
                assert!(!proof.mine && !layout.contains(proof.cell), "a safe cell");
                assert_eq!(proof.check(&position, mines), Ok(()));
                seen.note(&proof);
                proof.cell
            }
            None => {
                seen.guesses += 1;
                let free = |cell: &Cell| game.view(*cell) == View::Closed && !layout.contains(*cell);
                (0..layout.shape().cells()).map(Cell).find(free).expect("the game is not won")
            }
        };
        _ = game.apply(Action::Open(near), &mut ());
    }
}

impl Seen {
    fn note(&mut self, proof: &Proof) {
        self.steps.push(proof.steps.len());
        let links = proof.steps.iter().map(|step| match &step.why {
            Why::Supposition { chain, .. } => 1 + chain.len(),
            _ => 1,
        });
        self.links.push(links.sum());
        self.kinds[Kind::ALL.iter().position(|&kind| kind == proof.hardest()).unwrap_or(0)] += 1;
    }

    fn say(mut self, name: &str) {
        let share = |all: &[usize], fits: &dyn Fn(usize) -> bool| {
            all.iter().filter(|&&steps| fits(steps)).count() as f64 / all.len() as f64 * 100.0
        };
        let hints = self.steps.len();
        println!(
            "proofs/{name}: {hints} hints, {} times none was certain; besides, {} mines worth flagging",
            self.guesses, self.flags
        );
        if hints > 0 {
            for (what, all) in [("steps", &self.steps), ("links", &self.links)] {
                let [one, two, three] = [1, 2, 3].map(|wanted| share(all, &|steps| steps == wanted));
                let more = share(all, &|steps| steps > 3);
                let most = all.iter().max().copied().unwrap_or(0);
                println!(
                    "proofs/{name}: {what} 1: {one:.2} %, 2: {two:.2} %, 3: {three:.2} %, more: {more:.2} %, most {most}"
                );
            }
            for (kind, count) in Kind::ALL.iter().zip(self.kinds) {
                println!("proofs/{name}: hardest {kind}: {:.2} %", count as f64 / hints as f64 * 100.0);
            }
        }
        self.micros.sort_by(f64::total_cmp);
        let at = |share: f64| self.micros[((self.micros.len() - 1) as f64 * share) as usize];
        println!(
            "proofs/{name}: a hint takes {:.0} µs (median), {:.0} (99 %), {:.0} (most)",
            at(0.5),
            at(0.99),
            at(1.0)
        );
    }
}

/// Hints on a board of this size.
fn measure(name: &str, sizes: &[u64], mines: u64, seeds: u64, most: usize) {
    let shape = Shape::new(sizes).expect("a board");
    let middle: Vec<u64> = sizes.iter().map(|size| size / 2).collect();
    let first = shape.cell(&middle).expect("a cell");
    let zone = Zone::new(shape.neighbours(first).chain([first]));
    let mut seen = Seen::default();
    for seed in 0..seeds {
        let layout = random::draw(&shape, mines, &zone, seed).expect("memory");
        follow(&layout, first, most, &mut seen);
    }
    seen.say(name);
}

fn main() {
    let seeds = std::env::var("SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(300);
    measure("expert", &[16, 30], 99, seeds, usize::MAX);
    measure("4x4x4x4", &[4, 4, 4, 4], 20, 10, 100);
    measure("30x30x30 with 1000", &[30, 30, 30], 1000, 2, 100);
    measure("30x30x30 with 2500", &[30, 30, 30], 2500, 2, 100);
    measure("1000x1000 with 150000", &[1000, 1000], 150_000, 1, 50);
    measure("1000x1000 with 206000", &[1000, 1000], 206_000, 1, 50);
    measure("100x100x100 with 40000", &[100, 100, 100], 40_000, 1, 20);
}
