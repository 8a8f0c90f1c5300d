//! Bots that do everything wrong: each loses for the right reason, and the
//! arena goes on. Limits are short only where it is the limit that ends it.

#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use omnisweep_arena::{BotRecord, Ending, Terms, Tournament};
use omnisweep_engine::{FirstCell, Shape};
#[cfg(target_os = "linux")]
use omnisweep_testing::{folder::Folder, patience::wait};

/// Gets as far as its first move.
const POLITE: &str = "read hello; echo ready; read game; echo ready; read go;";

fn run(bots: &[String], terms: &Terms, games: u64, threads: usize) -> Vec<BotRecord> {
    let stop = AtomicBool::new(false);
    Tournament { terms, bots, games, seed: 1, threads, stop: &stop, overhear: None }.run(|_| ())
}

fn terms(sizes: &[u64], mines: u64, move_ms: u64, start_ms: u64) -> Terms {
    let ms = Duration::from_millis;
    Terms::new(Shape::new(sizes).unwrap(), mines, FirstCell::Safe, ms(move_ms), ms(start_ms)).unwrap()
}

/// How each game of a bot ended.
fn endings(record: &BotRecord) -> Vec<(&'static str, String)> {
    let ending = |played: &Option<omnisweep_arena::GameResult>| match &played.as_ref().unwrap().ending {
        Ending::Won => ("won", String::new()),
        Ending::Lost(loss) => (loss.key(), loss.to_string()),
    };
    record.games.iter().map(ending).collect()
}

/// Has all play two games, and compares why they lost.
fn all_lose(terms: &Terms, expected: &[(&str, &str, &str)]) {
    let bots: Vec<String> = expected.iter().map(|(bot, ..)| bot.replace("POLITE", POLITE)).collect();
    let records = run(&bots, terms, 2, 4);
    for ((bot, key, reason), record) in expected.iter().zip(records) {
        for (is_key, is_reason) in endings(&record) {
            assert_eq!(is_key, *key, "{bot:?}: {is_reason}");
            assert!(is_reason.contains(reason), "{bot:?}: {is_reason}");
        }
    }
}

const LONG: u64 = 600_000;

#[test]
fn bots_that_break_the_rules_lose_at_once() {
    all_lose(
        &terms(&[9, 9], 10, LONG, LONG),
        &[
            ("POLITE echo Boom >&2; exit 3", "crash", "ended with exit status 3: Boom"),
            ("POLITE kill -SEGV $$", "crash", "ended with signal 11"),
            ("POLITE kill -KILL 0", "crash", "ended with signal 9"),
            ("exit 0", "crash", "ended with exit status 0"),
            ("no-such-program-anywhere", "crash", "ended with exit status 127: "),
            ("echo ready; echo ready; printf 'o 4'", "crash", "exit status 0"),
            ("POLITE echo o 9 9", "illegal", "no such cell on a board of 9x9"),
            ("POLITE echo c 0 0", "illegal", "the cell is closed"),
            ("POLITE echo f 0 0; echo o 0 0", "illegal", "the cell is flagged"),
            ("POLITE echo hello", "rubbish", "wrote \"hello\": no such word"),
            ("POLITE echo ready", "rubbish", "where a move was due"),
            ("POLITE printf '\\377\\376\\n'", "rubbish", "xff"),
            ("yes", "rubbish", "wrote \"y\""),
            ("cat", "rubbish", "wrote \"omnisweep 1\""),
            ("cat /dev/zero", "flood", "a line of more than 4096 bytes"),
            ("POLITE yes | tr -d '\\n'", "flood", "a line of more than 4096 bytes"),
            ("POLITE yes info so it goes", "flood", "more than 65536 bytes"),
            ("POLITE yes ''", "flood", "more than 65536 bytes"),
            ("echo ready; echo ready; yes f 0 0", "endless", "more than 324 moves"),
            ("POLITE exec >&-; sleep 1000", "closed", "closed its output"),
            ("trap '' TERM; POLITE echo hello; sleep 1000", "rubbish", "hello"),
            ("POLITE echo resign; sleep 1000", "resigned", ""),
            ("yes ready", "rubbish", "wrote \"ready\" where a move was due"),
        ],
    );
}

#[test]
fn bots_that_do_not_answer_lose_when_their_time_is_over() {
    // So large that what is said does not fit into a pipe that nobody reads.
    all_lose(
        &terms(&[300, 300], 1, 200, LONG),
        &[
            ("POLITE sleep 1000", "timeout", "did not answer within 200 ms"),
            ("POLITE cat >&2", "timeout", ""),
            ("trap '' TERM INT HUP; POLITE while :; do sleep 1; done", "timeout", ""),
            ("POLITE yes >&2", "timeout", ""),
            ("POLITE printf 'o 4'; sleep 1000", "timeout", ""),
            ("POLITE kill -STOP $$", "timeout", ""),
            ("echo ready; echo ready; echo f 0 0; echo o 150 150; sleep 1000", "timeout", ""),
            ("echo ready; echo ready; exec <&-; sleep 1000", "timeout", ""),
        ],
    );
    // Its output stays open, so it is the limit that ends it; by then it has to have gone.
    all_lose(
        &terms(&[9, 9], 10, 3000, LONG),
        &[("POLITE echo Gone >&2; sleep 1000 & exit 4", "crash", "ended with exit status 4: Gone")],
    );
    all_lose(&terms(&[9, 9], 10, LONG, 200), &[("sleep 1000", "timeout", "did not answer within 200 ms")]);
}

/// Whether a process still does anything: one that is dead may have nobody who notices.
#[cfg(target_os = "linux")]
fn lives(pid: &str) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{pid}/stat"));
    state.is_ok_and(|state| !state.contains(") Z") && !state.contains(") X"))
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_that_a_bot_started_outlives_its_game() {
    let folder = Folder::new();
    let pids = folder.join("pids");
    let child =
        format!("sh -c 'trap \"\" TERM HUP; echo $$ >> {0}; while :; do sleep 1; done'", pids.display());
    // Wait until it is there, whatever becomes of its parent, while there is time to get ready.
    let begin = format!("{child} & while ! test -s {}; do sleep 0.01; done; {POLITE}", pids.display());
    for end in ["exit 0", "echo hello; wait", "wait", "echo resign; read result; exit 0"] {
        _ = std::fs::remove_file(&pids);
        let records = run(&[format!("{begin} {end}")], &terms(&[9, 9], 10, 500, LONG), 1, 1);
        assert_eq!(records[0].games.iter().flatten().filter(|played| played.won()).count(), 0);
        let pid = std::fs::read_to_string(&pids).unwrap();
        // Killed, if perhaps not dead yet.
        wait(|| format!("the end of process {pid}, after {end:?}"), || (!lives(pid.trim())).then_some(()));
    }
}

#[test]
fn after_a_crash_the_next_game_has_a_fresh_process() {
    // Resigns its first game, and crashes in its second. With 128 games, a process has two.
    let bot = "read hello; echo ready; read game; echo ready; read go; echo resign; \
               read result; read game; echo ready; read go; exit 1";
    let bots = [bot.to_owned()];
    let terms = terms(&[9, 9], 10, LONG, LONG);
    let keys = |threads| {
        let records = run(&bots, &terms, 128, threads);
        endings(&records[0]).into_iter().map(|(key, _)| key).collect::<Vec<_>>()
    };
    let expected: Vec<&str> = ["resigned", "crash"].into_iter().cycle().take(128).collect();
    assert_eq!(keys(1), expected);
    assert_eq!(keys(7), expected);
}

#[test]
fn a_process_plays_its_games_one_after_the_other() {
    // Resigns all games by the name of how many it has played: three each of 192.
    let bot = "read hello; echo ready; n=0; while read word rest; do case $word in \
               newgame) echo ready;; go) n=$((n+1)); if test $n = 3; then echo $n; else echo resign; fi;; \
               quit) exit;; esac; done";
    let records = run(&[bot.to_owned()], &terms(&[9, 9], 10, LONG, LONG), 192, 3);
    for (number, (key, reason)) in endings(&records[0]).into_iter().enumerate() {
        assert_eq!(key, if number % 3 == 2 { "rubbish" } else { "resigned" }, "{number}: {reason}");
    }
}

#[test]
fn what_bots_call_themselves_is_shown_without_harm() {
    let bot = "read hello; printf 'name \\033[31mRed\\007\\n'; echo ready; read game; echo ready; read go; echo resign";
    let records = run(&[bot.to_owned()], &terms(&[9, 9], 10, LONG, LONG), 1, 1);
    assert_eq!(records[0].name.as_deref(), Some("\u{fffd}[31mRed\u{fffd}"));
}
