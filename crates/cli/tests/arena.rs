//! The arena as people use it: the sample bot, our player, and the reports.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use omnisweep_engine::{FirstCell, Game, Rules, Shape, random};
use omnisweep_simulate::Simulator;
use omnisweep_solver::{Skill, first_cell};
use omnisweep_testing::folder::Folder;
use omnisweep_testing::outside;
use serde_json::Value;

const OMNISWEEP: &str = env!("CARGO_BIN_EXE_omnisweep");

/// Much longer than anything takes, so that no clock decides a game.
const PATIENT: [&str; 4] = ["--move-limit", "600000", "--start-limit", "600000"];

fn ours(player: &str) -> String {
    format!("'{OMNISWEEP}' bot --player {player}")
}

fn sample() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bot.py");
    format!("python3 '{}'", path.canonicalize().unwrap().display())
}

/// Whether there is a Python, which the tests with the sample bot need.
fn python() -> bool {
    outside::has("python3")
}

fn arena(words: &str, bots: &[&str]) -> Output {
    let mut command = Command::new(OMNISWEEP);
    command.arg("arena").args(words.split_whitespace());
    bots.iter().for_each(|bot| _ = command.args(["--bot", bot]));
    command.output().unwrap()
}

fn report(words: &str, bots: &[&str]) -> Value {
    let output = arena(&format!("{words} {} --json", PATIENT.join(" ")), bots);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn outcomes(report: &Value, bot: usize) -> &str {
    report["bots"][bot]["outcomes"].as_str().unwrap()
}

#[test]
fn the_sample_bot_and_ours_play_on_boards_of_any_dimension() {
    if !python() {
        return;
    }
    for board in ["--size 40 --mines 4", "--level beginner", "--level cube", "--size 3 3 4 4 --mines 8"] {
        let bots = [&sample()[..], &ours("fast"), &ours("best")];
        let report = report(&format!("{board} --first safe --games 12 --seed 3"), &bots);
        for bot in 0..3 {
            let games = outcomes(&report, bot);
            // Nobody breaks a rule, and whatever is claimed to be safe is so.
            assert!(games.len() == 12 && games.chars().all(|game| "WL".contains(game)), "{board}: {report}");
        }
        assert!(
            outcomes(&report, 1).contains('W') && outcomes(&report, 2).contains('W'),
            "{board}: {report}"
        );
        assert_eq!(report["bots"][0]["name"], "One Number At A Time 1.0");
        assert_eq!(report["pairs"].as_array().unwrap().len(), 3);
    }
}

/// A report without what the clock says.
fn timeless(mut report: Value) -> Value {
    report["time"] = Value::Null;
    report["bots"].as_array_mut().unwrap().iter_mut().for_each(|bot| bot["time"] = Value::Null);
    report
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    // It carries a number from game to game, plays by it, and says rubbish after every seventh.
    let moody = "n=0; while read word rest; do case $word in omnisweep|newgame) echo ready;; \
                 go) n=$((n + 1)); if test $n = 7; then echo $n; else echo o $((n % 9)) $((n / 2 % 9)); fi;; \
                 quit) exit;; esac; done";
    let run = |threads: u32| {
        let words = format!("--level beginner --first anything --games 150 --seed 8 --threads {threads}");
        timeless(report(&words, &[moody, &ours("fast")]))
    };
    let alone = run(1);
    for threads in [2, 5] {
        assert_eq!(run(threads), alone);
    }
    assert!(outcomes(&alone, 0).contains('F') && outcomes(&alone, 0).contains('L'), "{alone}");
}

#[test]
fn our_bot_wins_what_our_player_wins_on_the_same_boards() {
    let sizes = |words: &[u64]| Shape::new(words).unwrap();
    for (shape, mines, start, games) in [
        (sizes(&[9, 9]), 10, FirstCell::Opening, 100_u64),
        (sizes(&[16, 30]), 99, FirstCell::Safe, 12),
        (sizes(&[6, 6, 6]), 20, FirstCell::Anything, 12),
    ] {
        for skill in Skill::ALL {
            let size: Vec<String> = shape.sizes().iter().map(u64::to_string).collect();
            let (size, start_key) = (size.join(" "), start.key());
            let words =
                format!("--size {size} --mines {mines} --first {start_key} --games {games} --seed 100");
            let report = report(&words, &[&ours(skill.key())]);
            let first = first_cell(&shape, mines, start);
            let game = Game::new(shape.clone(), Rules { first: start, ..Rules::MODERN }, mines).unwrap();
            let zone = game.rules().first.keeps_free(game.shape(), first);
            let mut simulator = Simulator::new(&shape, mines, skill);
            let direct: String = (0..games)
                .map(|number| random::draw(&shape, mines, &zone, 100 + number).unwrap())
                .map(|layout| if simulator.play(&layout, first).won { 'W' } else { 'L' })
                .collect();
            assert_eq!(outcomes(&report, 0), direct, "{words}, {}", skill.key());
        }
    }
}

#[test]
fn a_paired_comparison_counts_who_won_where() {
    let resigning = "while read word rest; do case $word in omnisweep|newgame) echo ready;; \
                     go) echo resign;; quit) exit;; esac; done";
    let report = report("--level beginner --games 40 --seed 1", &[&ours("fast"), resigning]);
    let won = outcomes(&report, 0).matches('W').count();
    let pair = &report["pairs"][0];
    assert_eq!(outcomes(&report, 1), "R".repeat(40));
    assert_eq!(pair["only_first_won"].as_u64().unwrap() as usize, won);
    assert_eq!(pair["neither_won"].as_u64().unwrap() as usize, 40 - won);
    assert_eq!((pair["both_won"].as_u64(), pair["only_second_won"].as_u64()), (Some(0), Some(0)));
    let (rate, p) = (report["bots"][0]["win_rate"].as_f64().unwrap(), pair["p_value"].as_f64().unwrap());
    assert!((pair["difference"].as_f64().unwrap() - rate).abs() < 1e-12);
    assert!((p - 2.0 * 0.5_f64.powi(won as i32)).abs() < 1e-12);
}

#[test]
fn a_report_for_people_says_who_is_better_and_why_games_were_lost() {
    let crashing = "read hello; echo name Crash Test; echo ready; read game; echo Ouch >&2; exit 7";
    let words = format!("--level beginner --games 12 --seed 1 {}", PATIENT.join(" "));
    let output = arena(&words, &[&ours("fast"), crashing]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    for line in [
        "9x9 with 10 mines, an opening first; 12 games from seed 1, 600000 ms a move\n",
        "\nBot 2   Crash Test\n",
        "\nWon     0 of 12, 0.0 % (95 % interval: 0.0 to 24.2 %)\n",
        "\nLost    12: 12 crash\n",
        "\n  game 0 (seed 1), after 0 moves: crash, ended with exit status 7: Ouch\n",
        "\n  and 2 more such games (--json has them all)\n",
        ": bot 1 is better\n",
    ] {
        assert!(text.contains(line), "{line:?} is not in\n{text}");
    }
}

#[test]
fn a_transcript_has_every_line() {
    let bot = "read hello; echo ready; read game; echo ready; read go; echo info hm; echo resign; read end";
    let words = format!("--level beginner --games 1 --transcript {}", PATIENT.join(" "));
    let output = arena(&words, &[bot]);
    let expected = "\
bot 1, game 0 > omnisweep 1
bot 1, game 0 < ready
bot 1, game 0 > newgame size 9 9 mines 10 start opening limit 600000
bot 1, game 0 < ready
bot 1, game 0 > go
bot 1, game 0 < info hm
bot 1, game 0 < resign
bot 1, game 0 > result lost resigned
";
    assert_eq!(String::from_utf8(output.stderr).unwrap(), expected);
}

#[test]
fn an_arena_that_is_interrupted_ends_its_bots_and_reports_what_was_played() {
    let folder = Folder::new();
    let pids = folder.join("pids");
    let bot = format!(
        "trap '' INT TERM; read hello; echo ready; read game; echo ready; read go; \
         if mkdir {0}.first; then echo resign; read end; fi; echo $$ > {0}; while :; do sleep 1; done",
        pids.display()
    );
    let words = ["arena", "--level", "beginner", "--games", "2", "--threads", "1", "--bot", &bot];
    let child = Command::new(OMNISWEEP)
        .args(words)
        .args(PATIENT)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !std::fs::read_to_string(&pids).is_ok_and(|pid| pid.ends_with('\n')) {
        std::thread::sleep(Duration::from_millis(10));
    }
    let kill = |signal: &str, pid: &str| Command::new("kill").args([signal, pid]).status().unwrap();
    kill("-INT", &child.id().to_string());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "omnisweep: stopped after 1 of 2 games\n");
    assert!(String::from_utf8(output.stdout).unwrap().contains("Lost    1: 1 resigned\n"));
    let pid = std::fs::read_to_string(&pids).unwrap();
    // Dead, and perhaps with nobody who notices.
    let state = std::fs::read_to_string(format!("/proc/{}/stat", pid.trim()));
    assert!(state.is_err() || state.is_ok_and(|state| state.contains(") Z")), "the bot lives on");
}

#[test]
fn progress_is_shown_on_a_terminal_and_gone_in_the_end() {
    use portable_pty::{CommandBuilder, PtySize, native_pty_system};
    use std::io::Read as _;

    let size = PtySize { rows: 24, cols: 100, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).unwrap();
    let mut command = CommandBuilder::new(OMNISWEEP);
    // Slow enough for more than one look at it.
    let bot = "read hello; echo ready; read game; echo ready; read go; sleep 0.15; echo resign; read end";
    command.args([
        "arena",
        "--level",
        "beginner",
        "--games",
        "4",
        "--seed",
        "1",
        "--threads",
        "1",
        "--bot",
        bot,
    ]);
    command.args(PATIENT);
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().unwrap();
    let mut printed = Vec::new();
    let mut chunk = [0; 4096];
    while let Ok(length @ 1..) = reader.read(&mut chunk) {
        printed.extend(&chunk[..length]);
    }
    assert!(child.wait().unwrap().success());
    assert!(String::from_utf8_lossy(&printed).contains("\r\x1b[K2 of 4 games"));
    let mut parser = vt100::Parser::new(24, 100, 0);
    parser.process(&printed);
    let screen = parser.screen().contents();
    assert!(screen.starts_with("9x9 with 10 mines, an opening first; 4 games from seed 1"), "{screen}");
}

#[test]
fn where_no_bot_can_play_that_is_a_failure() {
    let command = |bots: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_omnisweep"));
        command.args(["arena", "--level", "beginner", "--games", "2"]);
        bots.iter().for_each(|bot| _ = command.args(["--bot", bot]));
        command.output().unwrap()
    };
    let done = command(&["/nowhere/no-such-bot"]);
    assert_eq!(done.status.code(), Some(1), "{done:?}");
    assert!(String::from_utf8_lossy(&done.stderr).contains("no bot could play"), "{done:?}");
}

/// Neither a group nor a session of its own, nor a parent that is gone, keeps anybody alive.
#[cfg(target_os = "linux")]
#[test]
fn nobody_whom_a_bot_started_outlives_the_arena() {
    if !outside::has("setsid") {
        return;
    }
    let folder = Folder::new();
    let file = folder.join("numbers");
    let left =
        format!("setsid sh -c 'echo $$ >> {0}; (sleep 600 & echo $! >> {0}); sleep 600' & ", file.display());
    let bot = format!("{left} {left} sleep 0.2; exec {}", ours("fast"));
    let output =
        arena("--level beginner --games 2 --seed 1 --start-limit 600000 --move-limit 600000", &[&bot]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let numbers = std::fs::read_to_string(&file).unwrap();
    assert!(numbers.lines().count() >= 4, "{numbers}");
    for number in numbers.lines() {
        assert!(!Path::new("/proc").join(number).exists(), "{number} is still there");
    }
}
