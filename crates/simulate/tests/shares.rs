//! Runs in shares: the same games whoever plays them, added up to the same, and
//! refused where they do not belong together.
#![allow(clippy::unwrap_used)]

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::SeqCst;

use omnisweep_engine::{FirstCell, Shape};
use omnisweep_simulate::{MergeError, Run, Shard, ShardError, Simulator, merge, parse_shard};
use omnisweep_solver::Skill;
use proptest::prelude::*;

fn run(games: u64) -> Run {
    let shape = Shape::new(&[6, 7]).unwrap();
    Run { shape, mines: 9, start: FirstCell::Safe, skill: Skill::Fast, games, seed: 5 }
}

/// Plays one share of a run.
fn play(run: &Run, number: u64, of: u64) -> Shard {
    let mut simulator = Simulator::new(&run.shape, run.mines, run.skill);
    let mut shard = Shard::new("a build", run.clone(), number, of);
    for game in (number..run.games).step_by(of as usize) {
        run.play(game, &mut simulator, &mut shard.tally).unwrap();
    }
    shard
}

fn shares(run: &Run, of: u64) -> Vec<Shard> {
    (0..of).map(|number| play(run, number, of)).collect()
}

#[test]
fn shares_in_any_order_add_up_to_the_whole_run_to_the_byte() {
    for (games, of) in [(200, 1), (200, 3), (200, 7), (3, 5), (0, 2)] {
        let run = run(games);
        let whole = play(&run, 0, 1);
        let mut shares = shares(&run, of);
        shares.rotate_left(of as usize / 2);
        let written: Vec<String> = shares.iter().map(Shard::write).collect();
        let read: Vec<Shard> = written.iter().map(|line| Shard::read(line).unwrap()).collect();
        assert_eq!(merge(&read).unwrap().write(), whole.write(), "{games} games in {of} shares");
    }
}

#[test]
fn seeds_side_by_side_have_no_boards_in_common() {
    let one = run(100);
    let other = Run { seed: 6, ..one.clone() };
    let seeds =
        |run: &Run| (0..100).map(|game| run.board_seed(game)).collect::<std::collections::HashSet<_>>();
    assert_eq!(seeds(&one).len(), 100);
    assert!(seeds(&one).is_disjoint(&seeds(&other)));
}

#[test]
fn shares_that_do_not_belong_together_are_refused() {
    let run = run(20);
    let other = |change: fn(&mut Run)| {
        let mut other = run.clone();
        change(&mut other);
        let apart = merge(&[play(&run, 0, 2), play(&other, 1, 2)]).unwrap_err();
        assert!(matches!(apart, MergeError::Other { at: 1, .. }), "{apart}");
        apart.to_string()
    };
    let said = |what: &str| format!("the shares do not belong together: {what}");
    assert_eq!(
        other(|run| run.shape = Shape::new(&[7, 6]).unwrap()),
        said("the size is 6x7 in one and 7x6 in the other")
    );
    assert_eq!(other(|run| run.mines = 8), said("the number of mines is 9 in one and 8 in the other"));
    assert_eq!(
        other(|run| run.start = FirstCell::Opening),
        said("the start is safe in one and opening in the other")
    );
    assert_eq!(other(|run| run.skill = Skill::Best), said("the player is fast in one and best in the other"));
    assert_eq!(other(|run| run.seed = 4), said("the seed is 5 in one and 4 in the other"));
    assert_eq!(
        other(|run| run.games = 22),
        said("the number of games of all shares is 20 in one and 22 in the other")
    );
    let apart = merge(&[play(&run, 0, 2), play(&run, 1, 3)]).unwrap_err().to_string();
    assert_eq!(apart, said("the number of shares is 2 in one and 3 in the other"));
    let newer = Shard { build: "another".to_owned(), ..play(&run, 1, 2) };
    let apart = merge(&[play(&run, 0, 2), newer]).unwrap_err().to_string();
    assert_eq!(apart, said("the build of the program is a build in one and another in the other"));
}

#[test]
fn a_share_that_was_stopped_is_no_share_yet() {
    let run = run(20);
    let mut stopped = Shard::new("a build", run.clone(), 1, 2);
    let played = AtomicU64::new(0);
    stopped.play(1, || played.load(SeqCst) == 7, |_| _ = played.fetch_add(1, SeqCst)).unwrap();
    assert_eq!((stopped.tally.games, stopped.all_games(), stopped.is_finished()), (7, 10, false));
    let refused = merge(&[play(&run, 0, 2), stopped]).unwrap_err();
    assert_eq!(refused, MergeError::Unfinished { at: 1, number: 1, of: 2, played: 7, games: 10 });
    assert_eq!(refused.to_string(), "the share 1/2 is not finished: 7 of its 10 games were played");
}

#[test]
fn a_share_twice_or_missing_is_named() {
    let run = run(20);
    assert_eq!(merge(&[]).unwrap_err(), MergeError::None);
    let twice = [play(&run, 0, 3), play(&run, 1, 3), play(&run, 2, 3), play(&run, 1, 3)];
    assert_eq!(merge(&twice).unwrap_err(), MergeError::Twice { at: [1, 3], number: 1, of: 3 });
    assert_eq!(merge(&twice).unwrap_err().to_string(), "the share 1/3 is there twice");
    let said = |shares: &[Shard]| merge(shares).unwrap_err().to_string();
    assert_eq!(said(&[play(&run, 0, 3), play(&run, 2, 3)]), "a share is missing: 1/3");
    assert_eq!(said(&[play(&run, 1, 3)]), "2 shares are missing: 0/3, 2/3");
    let many =
        "62 shares are missing: 0/64, 2/64, 3/64, 4/64, 5/64, 6/64, 7/64, 8/64, 9/64, 10/64 and 52 more";
    assert_eq!(said(&[play(&run, 1, 64), play(&run, 63, 64)]), many);
    // As many as that are not counted one by one.
    let huge = Shard::new("a build", Run { games: 0, ..run }, 0, u64::MAX);
    assert!(said(&[huge]).starts_with("18446744073709551614 shares are missing: 1/"));
}

#[test]
fn a_line_that_contradicts_itself_is_refused() {
    let line = play(&run(50), 1, 2).write();
    let share = Shard::read(&line).unwrap();
    assert_eq!((share.number, share.of, share.tally.games), (1, 2, 25));
    let changed = |from: &str, to: &str| {
        assert!(line.contains(from), "{from} is in {line}");
        Shard::read(&line.replacen(from, to, 1)).unwrap_err()
    };
    for (from, to, field) in [
        ("\"size\":[6,7]", "\"size\":[6,0]", "size"),
        ("\"size\":[6,7]", "\"size\":[6,8]", "lost_at"),
        ("\"size\":[6,7]", "\"size\":[100000,100000]", "size"),
        ("\"mines\":9", "\"mines\":42", "mines"),
        ("\"safe\"", "\"free\"", "start"),
        ("\"fast\"", "\"slow\"", "player"),
        ("\"1/2\"", "\"2/2\"", "shard"),
        ("\"1/2\"", "\"1/0\"", "shard"),
        ("\"all_games\":50", "\"all_games\":48", "games"),
        ("\"games\":25", "\"games\":26", "games"),
        ("\"games\":25", "\"games\":24", "lost_after"),
        ("\"won\":", "\"won\":1", "won"),
        ("\"win_rate\":", "\"win_rate\":1", "win_rate"),
        ("\"guesses\":", "\"guesses\":1", "guesses"),
        ("\"no_guess_wins\":", "\"no_guess_wins\":9", "no_guess_wins"),
        ("\"seconds\":0.0", "\"seconds\":-1.0", "seconds"),
        ("\"games_per_second\":0.0", "\"games_per_second\":1.0", "games_per_second"),
        ("\"lost_after\":[", "\"lost_after\":[1,", "lost_after"),
        ("\"lost_at\":[", "\"lost_at\":[0,", "lost_at"),
        ("\"risks\":[[0,0,0]", "\"risks\":[[0,0,1]", "risks"),
    ] {
        assert_eq!(changed(from, to), ShardError::Field(field), "{from} made {to}");
    }
    assert_eq!(changed("\"version\":2", "\"version\":3"), ShardError::Version(3));
    let unknown = changed("\"mines\"", "\"extra\":0,\"mines\"").to_string();
    assert!(unknown.contains("column") && unknown.contains("unknown field `extra`"), "{unknown}");
    let cut = Shard::read(&line[..200]).unwrap_err().to_string();
    assert!(cut.starts_with("column 200: EOF"), "{cut}");
}

#[test]
fn shares_are_named_like_fractions_from_0() {
    assert_eq!(parse_shard("0/1"), Some((0, 1)));
    assert_eq!(parse_shard("63/64"), Some((63, 64)));
    for wrong in ["", "1", "/", "1/1", "2/1", "-1/2", "+1/2", "0/0", "a/2", "1/ 2", "0/99999999999999999999"]
    {
        assert_eq!(parse_shard(wrong), None, "{wrong}");
    }
}

proptest! {
    #[test]
    fn a_share_that_is_stopped_anywhere_and_resumed_is_one_that_never_was(
        games in 1..60_u64,
        (number, of) in (1..4_u64).prop_flat_map(|of| (0..of, Just(of))),
        stops in prop::collection::vec((0..20_u64, 1..4_usize), 0..6),
    ) {
        let run = run(games);
        let mut shard = Shard::new("a build", run.clone(), number, of);
        for (after, threads) in stops {
            let played = AtomicU64::new(0);
            let before = shard.tally.games;
            shard.play(threads, || played.load(SeqCst) >= after, |_| _ = played.fetch_add(1, SeqCst)).unwrap();
            prop_assert_eq!(shard.tally.games, before + played.load(SeqCst));
            shard = Shard::read(&shard.write()).unwrap();
        }
        shard.play(2, || false, |_| ()).unwrap();
        prop_assert!(shard.is_finished());
        prop_assert_eq!(shard.write(), play(&run, number, of).write());
    }

    #[test]
    fn whatever_is_read_is_written_the_same(text in ".{0,60}", at in 0..400_usize, byte in 32..127_u8) {
        prop_assert!(Shard::read(&text).is_err());
        let mut line = play(&run(9), 0, 2).write().into_bytes();
        let at = at % line.len();
        line[at] = byte;
        let line = String::from_utf8(line).unwrap();
        if let Ok(share) = Shard::read(&line) {
            prop_assert_eq!(Shard::read(&share.write()), Ok(share));
        }
    }
}
