//! Two who play and two who import, in one folder and at once; one of the players is killed.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use omnisweep_engine::{Action, Cell};
use omnisweep_session::save;

use crate::player::Player;
use crate::pty::Home;
use crate::pty::games::{lines, record};
use crate::{Random, Tally, count, counted};

const PROGRAM: &str = env!("CARGO_BIN_EXE_omnisweep");

/// The cells of a player's moves: all that are played later are others.
fn cells(player: u64) -> Vec<Cell> {
    (0..20).map(|number| Cell(40 * player + 2 * number)).collect()
}

/// What was done in every game that is kept.
fn kept(home: &Home) -> Vec<Vec<Action>> {
    let files = [home.data(), home.data().join("aside")].into_iter();
    let files = files.flat_map(|folder| fs::read_dir(folder).into_iter().flatten().flatten());
    let games: Vec<PathBuf> = files
        .map(|file| file.path())
        .filter(|path| path.extension().is_some_and(|end| end == "txt"))
        .collect();
    let read = |path: PathBuf| save::read(&fs::read_to_string(path).unwrap()).unwrap();
    games.into_iter().map(|path| read(path).log().iter().map(|made| made.action).collect()).collect()
}

#[test]
fn who_writes_at_once_loses_nothing() {
    let (mut tally, mut random) = (Tally::of("two writers at once"), Random(5));
    for _ in 0..count() {
        let home = Home::new();
        // Half of the games are in both texts.
        let batches = [0..40, 20..60].map(|range| range.map(record).collect::<Vec<_>>());
        let ids: BTreeSet<String> = batches.iter().flatten().map(|record| record.id()).collect();
        let imports = [0, 1].map(|number| {
            let name = format!("games-{number}.jsonl");
            fs::write(home.path().join(&name), lines(batches[number].clone())).unwrap();
            Player::start(home.command(PROGRAM, &["stats", "import", &name]), "")
        });
        let players = [0, 1].map(|player| {
            let told: String =
                cells(player).iter().map(|cell| format!("flag {} {}\n", cell.0 / 20, cell.0 % 20)).collect();
            let words = ["play", "--plain", "--size", "8", "20", "--mines", "5"];
            Player::start(home.command(PROGRAM, &words), &told)
        });
        let [killed, other] = players;
        let killed = killed.kill_at_work(Duration::from_micros(random.below(80_000)));
        let answered = [killed, other.end()].map(|answers| answers.answers.len());
        for import in imports {
            let answers = import.end();
            assert!(answers.status.success(), "{}", answers.complaints);
        }
        let games = kept(&home);
        let there = [0, 1].map(|player| {
            let told: Vec<Action> = cells(player as u64).into_iter().map(Action::Flag).collect();
            let own = games.iter().filter(|game| !game.is_empty() && told.starts_with(game));
            own.map(Vec::len).max().unwrap_or(0).min(answered[player])
        });
        let after = counted(&home);
        assert!(after.is_subset(&ids));
        tally.trial(answered.iter().sum::<usize>() + ids.len(), there.iter().sum::<usize>() + after.len());
    }
    tally.end();
}
