//! Opening large boards, beside the plain way: a byte for each cell and plane,
//! and an explicit stack. Prints how many times faster the engine is; both
//! sides run in turn in the same process, and the median ratio counts.

use std::hint::black_box;
use std::time::{Duration, Instant};

use omnisweep_engine::{Action, Cell, Game, Layout, Outcome, Rules, Shape, random};

const SIDE: u64 = 10_000;
const ROUNDS: usize = 5;

/// The board as most programs have it.
struct Plain {
    height: usize,
    width: usize,
    mine: Vec<u8>,
    open: Vec<u8>,
    flag: Vec<u8>,
}

impl Plain {
    fn new(layout: &Layout) -> Plain {
        let &[height, width] = layout.shape().sizes() else { panic!("a board of two dimensions") };
        let mut mine = vec![0; (height * width) as usize];
        layout.mines().for_each(|cell| mine[cell.0 as usize] = 1);
        let (open, flag) = (vec![0; mine.len()], vec![0; mine.len()]);
        Plain { height: height as usize, width: width as usize, mine, open, flag }
    }

    fn around(&self, row: usize, column: usize, mut visit: impl FnMut(usize, usize, usize)) {
        for r in row.saturating_sub(1)..(row + 2).min(self.height) {
            for c in column.saturating_sub(1)..(column + 2).min(self.width) {
                visit(r, c, r * self.width + c);
            }
        }
    }

    fn open(&mut self, cell: usize) -> u64 {
        let mut opened = 1;
        let mut stack = vec![(cell / self.width, cell % self.width)];
        self.open[cell] = 1;
        while let Some((row, column)) = stack.pop() {
            let mut mines = 0;
            self.around(row, column, |_, _, near| mines += self.mine[near]);
            if mines > 0 {
                continue;
            }
            let Plain { open, flag, .. } = self;
            let (mut open, flag) = (std::mem::take(open), std::mem::take(flag));
            self.around(row, column, |r, c, near| {
                if open[near] == 0 && flag[near] == 0 {
                    open[near] = 1;
                    opened += 1;
                    stack.push((r, c));
                }
            });
            (self.open, self.flag) = (open, flag);
        }
        opened
    }
}

/// Walls of mines three cells apart, open at alternating ends.
fn serpentine(shape: &Shape, lying: bool) -> Layout {
    let mut layout = Layout::new(shape.clone()).expect("memory");
    let side = shape.sizes()[0];
    for (turn, wall) in (4..side).step_by(5).enumerate() {
        let gap = if turn % 2 == 0 { side - 5..side } else { 0..5 };
        for at in (0..side).filter(|at| !gap.contains(at)) {
            let place = if lying { [wall, at] } else { [at, wall] };
            layout.insert(shape.cell(&place).expect("on the board"));
        }
    }
    layout
}

/// A corridor that winds up and down inside bands of twelve rows, which are
/// themselves a serpentine: short turns everywhere, and two ends far apart.
fn winding(shape: &Shape) -> Layout {
    let mut layout = Layout::new(shape.clone()).expect("memory");
    let (side, band) = (shape.sizes()[0], 12);
    for (row, column) in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
        let inside = row % band;
        let wall = if inside == band - 1 {
            if row / band % 2 == 0 { column < side - 3 } else { column >= 3 }
        } else {
            let open = if column / 4 % 2 == 0 { inside >= band - 4 } else { inside < 3 };
            column % 4 == 3 && column > 3 && column < side - 4 && !open
        };
        if wall {
            layout.insert(shape.cell(&[row, column]).expect("on the board"));
        }
    }
    layout
}

fn time<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = black_box(work());
    (start.elapsed(), result)
}

fn compare(name: &str, layout: &Layout, first: Cell) {
    let mut ratios: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let mut plain = Plain::new(layout);
            let (slow, opened) = time(|| plain.open(first.0 as usize));
            drop(plain);
            let mut game = Game::on(layout.clone(), Rules::MODERN).expect("memory");
            let before = game.safe_left();
            let (fast, outcome) = time(|| game.apply(Action::Open(first), &mut ()));
            assert!(outcome.is_ok_and(|outcome| outcome != Outcome::Lost));
            assert_eq!(before - game.safe_left(), opened, "both open the same cells");
            if std::env::var_os("OMNISWEEP_BENCH_TIMES").is_some() {
                eprintln!("{name}: {opened} cells, plain {slow:?}, engine {fast:?}");
            }
            slow.as_secs_f64() / fast.as_secs_f64()
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    println!("flood/{name:<28} {:>7.1} x plain", ratios[ROUNDS / 2]);
}

fn main() {
    // For whoever works on one of them: `cargo bench --bench flood -- winding`.
    let only: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let compare = |name: &str, layout: &Layout, first: Cell| {
        if only.is_empty() || only.iter().any(|word| name.contains(word)) {
            compare(name, layout, first);
        }
    };
    let shape = Shape::new(&[SIDE, SIDE]).expect("a board");
    let centre = shape.cell(&[SIDE / 2, SIDE / 2]).expect("on the board");
    let corner = Cell(0);
    compare("no mines", &Layout::new(shape.clone()).expect("memory"), centre);
    for percent in [2, 3, 5] {
        let zone = omnisweep_engine::Zone::new(shape.neighbours(centre).chain([centre]));
        let layout = random::draw(&shape, shape.cells() * percent / 100, &zone, percent).expect("memory");
        compare(&format!("{percent} % mines"), &layout, centre);
    }
    compare("serpentine, lying", &serpentine(&shape, true), corner);
    compare("serpentine, standing", &serpentine(&shape, false), corner);
    let middle = shape.cell(&[SIDE / 2 / 12 * 12, 0]).expect("on the board");
    compare("winding, from the middle", &winding(&shape), middle);
    for sizes in [[1, SIDE * SIDE], [SIDE * SIDE, 1]] {
        let shape = Shape::new(&sizes).expect("a board");
        let middle = Cell(shape.cells() / 2);
        compare(&format!("no mines, {shape}"), &Layout::new(shape).expect("memory"), middle);
    }
}
