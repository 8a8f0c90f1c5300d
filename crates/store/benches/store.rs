//! What it costs to keep many games: expert games that nobody played are imported into
//! a database in a file, each replayed and checked; then everything that somebody waits
//! for is asked of it.
//!
//! `cargo bench -p omnisweep-store --bench store -- 1000000` adds one more number of games.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write as _};
use std::path::Path;
use std::time::Instant;

use omnisweep_engine::{Action, Cell, Outcome, RuleSet, Shape, View};
use omnisweep_session::{Level, Record, Seed, Session, Setup};
use omnisweep_store::{Lines, Store};

/// How many games.
const GAMES: [u64; 3] = [1_000, 10_000, 100_000];

/// Numbers that look random, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

/// An expert game: somebody who knows the mines opens the other cells, flags some of the mines, and
/// opens one in most games.
fn game(number: u64) -> Record {
    let shape = Shape::new(Level::Expert.sizes()).expect("its sizes");
    let setup = Setup::new(RuleSet::Modern, shape, Level::Expert.mines(), Some(Seed::new(number)));
    let mut session = Session::fresh(setup).expect("an expert game");
    let mut numbers = Numbers(number);
    let cells = session.setup().shape.cells();
    let mut now = 0;
    _ = session.act(Action::Open(Cell(cells / 2)), now, &mut ());
    let last = if numbers.below(3) == 0 { u64::MAX } else { numbers.below(200) };
    let (mut at, mut step) = (numbers.below(cells), 0);
    while session.game().outcome() == Outcome::Playing {
        // Every cell in turn, in an order that jumps about.
        at = (at + 7) % cells;
        let cell = Cell(at);
        if matches!(session.game().view(cell), View::Number(_)) {
            continue;
        }
        let mine = session.game().layout().is_some_and(|layout| layout.contains(cell));
        let flag = numbers.below(4) == 0 && session.game().view(cell) != View::Flag;
        let action = match mine {
            true if step > last => Action::Open(cell),
            true if flag => Action::Flag(cell),
            true => continue,
            false => Action::Open(cell),
        };
        now += 100 + numbers.below(900);
        step += u64::from(session.act(action, now, &mut ()).is_ok());
    }
    Record::of(&session, 1_700_000_000_000 + number * 60_000).expect("it is over")
}

fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

/// The time that all processors have worked for this process, in seconds.
fn worked() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/stat").ok()?;
    let mut ticks = status.rsplit_once(')')?.1.split_whitespace().skip(11).map(str::parse::<f64>);
    // A hundredth of a second each, wherever there is this file.
    Some((ticks.next()?.ok()? + ticks.next()?.ok()?) / 100.0)
}

/// The most memory that this process has had so far, in megabytes.
fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()? / 1024)
}

fn measure(folder: &Path, games: u64) {
    let lines = folder.join("games.jsonl");
    {
        let mut out = BufWriter::new(File::create(&lines).expect("a file"));
        for number in 0..games {
            writeln!(out, "{}", game(number).write()).expect("room on the disk");
        }
    }
    let text = fs::metadata(&lines).expect("a file").len();
    let path = folder.join(format!("{games}.db"));
    let before = worked();
    let import = seconds(|| {
        let mut store = Store::open(&path).expect("a database").store;
        let mut input = BufReader::new(File::open(&lines).expect("the file"));
        assert_eq!(store.import(&mut input, Lines::Good).expect("an import").new, games);
    });
    let work = worked().zip(before).map(|(after, before)| after - before);
    let size = fs::metadata(&path).expect("the database").len();
    let stats = seconds(|| {
        let store = Store::open(&path).expect("a database").store;
        assert_eq!(store.statistics().expect("statistics").iter().map(|all| all.games).sum::<u64>(), games);
    });
    let scores = seconds(|| {
        let store = Store::open(&path).expect("a database").store;
        for category in store.categories().expect("categories") {
            assert_eq!(store.best(&category, 10).expect("best times").len(), 10);
        }
    });
    // What the window of statistics asks for when it turns to games: all of them, by a line each.
    let list = seconds(|| {
        let store = Store::open(&path).expect("a database").store;
        for category in store.categories().expect("categories") {
            assert_eq!(store.games(&category).expect("games").len() as u64, games);
        }
    });
    let export = seconds(|| {
        let store = Store::open(&path).expect("a database").store;
        assert_eq!(store.export(&mut std::io::sink()).expect("an export").games, games);
    });
    let each = |seconds: f64| seconds * 1e6 / games as f64;
    println!(
        "{games:>8} {:>7.0} {import:>8.2} {:>8.0} {:>8} {:>8.0} {stats:>8.3} {scores:>8.3} {list:>8.3} {export:>8.2} {:>6}",
        text as f64 / 1e6,
        each(import),
        work.map_or("-".to_owned(), |work| format!("{:.0}", each(work))),
        size as f64 / 1e6,
        peak().map_or("-".to_owned(), |peak| peak.to_string()),
    );
}

fn main() {
    let more = std::env::args().skip(1).filter_map(|word| word.parse().ok());
    let folder = tempfile::tempdir().expect("a folder");
    println!(
        "   games   lines   import     each      cpu  on disk    stats   scores     list   export   peak"
    );
    println!(
        "              MB        s       us       us       MB        s        s        s        s     MB"
    );
    GAMES.into_iter().chain(more).for_each(|games| measure(folder.path(), games));
}
