//! ms_toollib, the toolbox that the shared figures come from, beside ours: on
//! boards of all densities, and on games that no recording has.
#![allow(clippy::unwrap_used)]

use ms_toollib::videos::NewSomeVideo2;
use ms_toollib::{
    AvfVideo, BaseVideo, EvfVideo, GameBoardState, MinesweeperBoard, MvfVideo, RmvVideo, cal_bbbv, cal_hzini,
    cal_isl, cal_op, cal_zini,
};
use omnisweep_engine::{Outcome, Shape, Zone, random};
use omnisweep_replay::{Button, Event, Format, MouseEvent, Recording, Report, play, read};
use omnisweep_session::{BoardMetrics, zini};
use omnisweep_testing::boards::toolbox_numbers;
use omnisweep_testing::recordings::{MadeUp, Press, avf, evf, made_up, mvf, rmv};

/// The recording that is to be read from the bytes of one that is made up.
fn expected(made: &MadeUp) -> Recording {
    let event = |&Press { at, word, x, y }: &Press| {
        let what = match word {
            "lc" => MouseEvent::Press(Button::Left),
            "lr" => MouseEvent::Release(Button::Left),
            "rc" => MouseEvent::Press(Button::Right),
            _ => MouseEvent::Release(Button::Right),
        };
        Event { at, what, x, y }
    };
    Recording {
        format: Format::Evf,
        program: made.program.clone(),
        player: made.player.clone(),
        began: Some(made.began),
        layout: made.layout.clone(),
        questions: made.questions,
        cell: made.cell,
        time: made.time,
        events: made.events.iter().map(event).collect(),
    }
}

#[test]
fn boards_are_worth_the_same() {
    for seed in 0..400 {
        let (rows, columns) = (1 + seed % 17, 1 + seed * 7 % 31);
        let shape = Shape::new(&[rows, columns]).unwrap();
        let mines = shape.cells() * (seed % 10) / 20;
        let layout = random::draw(&shape, mines, &Zone::default(), seed).unwrap();
        let board = toolbox_numbers(&layout);
        let worth = BoardMetrics::of(&layout).unwrap();
        let ours =
            (worth.bbbv, worth.openings, worth.islands, zini::zini(&layout), zini::human_zini(&layout));
        let theirs = (cal_bbbv(&board), cal_op(&board), cal_isl(&board), cal_zini(&board), cal_hzini(&board));
        let theirs = (theirs.0 as u64, theirs.1 as u64, theirs.2 as u64, theirs.3 as u64, theirs.4 as u64);
        assert_eq!(ours, theirs, "{rows}x{columns}, {mines} mines, seed {seed}");
    }
}

#[test]
fn games_are_played_the_same() {
    let mut ends = [0; 3];
    for seed in 0..600 {
        let made = made_up(seed);
        let recording = expected(&made);
        let mut board = MinesweeperBoard::<Vec<Vec<i32>>>::new(toolbox_numbers(&recording.layout));
        let sizes = recording.layout.shape().sizes();
        for (event, press) in recording.events.iter().zip(&made.events) {
            let at = recording
                .cell_at(event)
                .map_or([sizes[0], sizes[1]], |cell| [cell.0 / sizes[1], cell.0 % sizes[1]]);
            _ = board.step(press.word, (at[0] as usize, at[1] as usize)).unwrap();
        }
        let played = play(&recording).unwrap();
        let (clicks, effective) = (played.metrics.clicks, played.metrics.effective);
        let game = played.session.game();
        let ours =
            [clicks.left, clicks.right, clicks.chord, effective.left, effective.right, effective.chord];
        let theirs = [board.left, board.right, board.double, board.lce, board.rce, board.dce];
        assert_eq!(ours, theirs.map(|number| number as u64), "seed {seed}");
        assert_eq!(game.flags(), board.flag as u64, "seed {seed}");
        let end = match board.game_board_state {
            GameBoardState::Win => Outcome::Won,
            GameBoardState::Loss => Outcome::Lost,
            _ => Outcome::Playing,
        };
        assert_eq!(game.outcome(), end, "seed {seed}");
        ends[end as usize] += 1;
    }
    assert!(ends.iter().all(|&count| count > 20), "games end in all ways: {ends:?}");
}

/// What the toolbox reads out of a recording: clicks, effective ones, flags, the time.
fn theirs<Video: NewSomeVideo2<Vec<u8>, &'static str>>(
    bytes: &[u8],
    analysed: impl FnOnce(&mut Video) -> &mut BaseVideo<Vec<Vec<i32>>>,
) -> [u64; 8] {
    let mut video = Video::new(bytes.to_vec(), "");
    let data = analysed(&mut video);
    data.analyse();
    data.set_current_time(1e9);
    let clicks = [data.get_left(), data.get_right(), data.get_double(), data.get_flag()];
    let effective = [data.get_lce().unwrap(), data.get_rce().unwrap(), data.get_dce().unwrap()];
    let numbers: Vec<u64> = clicks.into_iter().chain(effective).map(|number| number as u64).collect();
    [&numbers[..], &[data.get_rtime_ms().unwrap().into()]].concat().try_into().unwrap()
}

fn ours(found: &Recording) -> [u64; 8] {
    let report = Report::new(found, &play(found).unwrap());
    let Report { left, right, double, flag, lce, rce, dce, rtime_ms, .. } = report;
    [left, right, double, flag, lce, rce, dce, rtime_ms]
}

/// Reads what was written, and sees that the board is the same.
fn read_again(bytes: &[u8], recording: &Recording, what: &str) -> Recording {
    let found = read(bytes).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_eq!(
        found.layout.mines().collect::<Vec<_>>(),
        recording.layout.mines().collect::<Vec<_>>(),
        "{what}"
    );
    assert_eq!((&found.player, found.began), (&recording.player, recording.began), "{what}");
    assert_eq!(found.questions, recording.questions, "{what}");
    found
}

#[test]
fn every_version_of_an_evf_is_read_as_it_was_written() {
    for seed in 0..50 {
        let made = made_up(seed);
        let recording = expected(&made);
        for version in 0..=4 {
            let what = format!("seed {seed}, version {version}");
            let bytes = evf(&made, version);
            let found = read_again(&bytes, &recording, &what);
            assert_eq!(found.events, recording.events, "{what}");
            assert_eq!((&found.program, found.time), (&recording.program, recording.time), "{what}");
            let theirs = theirs(&bytes, |video: &mut EvfVideo| {
                video.parse().unwrap();
                &mut video.data
            });
            assert_eq!(ours(&found), theirs, "{what}");
        }
    }
}

#[test]
fn an_avf_is_read_as_it_was_written() {
    for seed in 0..50 {
        let made = made_up(seed);
        let recording = expected(&made);
        let bytes = avf(&made);
        let found = read_again(&bytes, &recording, &format!("seed {seed}"));
        assert_eq!((&found.events, found.time), (&recording.events, recording.time), "seed {seed}");
        let theirs = theirs(&bytes, |video: &mut AvfVideo| {
            video.parse().unwrap();
            &mut video.data
        });
        assert_eq!(ours(&found), theirs, "seed {seed}");
        let asked = MadeUp { questions: true, ..made };
        read_again(&avf(&asked), &expected(&asked), "with question marks");
    }
}

#[test]
fn both_versions_of_an_rmv_are_read_as_they_were_written() {
    for seed in 0..50 {
        let made = made_up(seed);
        let recording = expected(&made);
        for version in [1, 2] {
            let what = format!("seed {seed}, version {version}");
            let bytes = rmv(&made, version);
            let found = read_again(&bytes, &recording, &what);
            assert_eq!(found.events[1..], recording.events[1..], "{what}");
            assert_eq!(found.program, if version == 1 { "Viennasweeper" } else { "Other" }, "{what}");
            let theirs = theirs(&bytes, |video: &mut RmvVideo| {
                video.parse().unwrap();
                &mut video.data
            });
            assert_eq!(ours(&found), theirs, "{what}");
        }
    }
}

#[test]
fn an_mvf_is_read_as_it_was_written() {
    let mut read_some = 0;
    for seed in 0..50 {
        let made = made_up(seed);
        let recording = expected(&made);
        let Some(bytes) = mvf(&made) else { continue };
        let found = read_again(&bytes, &recording, &format!("seed {seed}"));
        let clicks: Vec<_> =
            found.events.iter().filter(|event| event.what != MouseEvent::Move).copied().collect();
        assert_eq!(clicks, recording.events, "seed {seed}");
        let theirs = theirs(&bytes, |video: &mut MvfVideo| {
            video.parse().unwrap();
            &mut video.data
        });
        assert_eq!(ours(&found), theirs, "seed {seed}");
        read_some += 1;
    }
    assert!(read_some > 20);
}
