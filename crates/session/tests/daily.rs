//! The board of a day is the same for everyone, for ever; records and streaks
//! know what it is.

#![allow(clippy::unwrap_used)]

use omnisweep_engine::{Action, Cell, Outcome, RuleSet, Shape};
use omnisweep_session::daily::{self, DailyBoard, Day, Streak};
use omnisweep_session::record::RecordError;
use omnisweep_session::{
    BoardSearch, GuessMode, Level, Practice, Record, Seed, Session, Setup, Stage, code, timestamp,
};
use omnisweep_solver::{Grade, Logic, LogicResult};

fn day(text: &str) -> Day {
    text.parse().unwrap()
}

/// Noon of a day.
fn noon(text: &str) -> u64 {
    timestamp::read(&format!("{text}T12:00:00.000Z")).unwrap()
}

/// Every safe cell is opened, a second later each; then the game is won.
fn won(mut session: Session) -> Session {
    let layout = session.game().layout().unwrap().clone();
    let safe = (0..layout.shape().cells()).map(Cell).filter(|&cell| !layout.contains(cell));
    for (second, cell) in safe.enumerate() {
        _ = session.act(Action::Open(cell), second as u64 * 1000, &mut ());
    }
    assert_eq!(session.game().outcome(), Outcome::Won);
    session
}

fn game(of: &str, board: impl Into<DailyBoard>) -> Session {
    let board = board.into();
    let mut session = daily::session(day(of), board, day(of), false).unwrap();
    session.lay(daily::board(day(of), board).0).unwrap();
    session
}

/// If this fails, players of two versions have different boards: do not change
/// what is expected, but what was changed.
#[test]
fn boards_are_pinned() {
    let mut found = String::new();
    for date in ["2026-11-15", "2026-11-16", "2028-02-29", "1970-01-01", "9999-12-31"] {
        for board in DailyBoard::ALL {
            let (layout, first) = daily::board(day(date), board);
            found += &format!("{date} {board} {}\n", code::write(&layout, Some(first)));
        }
    }
    assert_eq!(found, include_str!("daily_boards.txt"));
}

#[test]
fn boards_need_no_guess() {
    for date in ["2026-11-15", "2027-01-01"] {
        for board in DailyBoard::ALL {
            let (layout, first) = daily::board(day(date), board);
            assert_eq!(
                (layout.count(), layout.shape().sizes()),
                (board.level().mines(), board.level().sizes())
            );
            let mut logic = Logic::new(layout.shape());
            logic.load(&layout);
            assert_eq!(logic.play(first), LogicResult::Solved);
            if let Some(grade) = board.grade() {
                logic.load(&layout);
                assert_eq!(logic.steps(first, Grade::Extreme).map(|steps| steps.grade()), Some(grade));
            }
            // What a search in steps finds is the same.
            let mut search = daily::search(day(date), board);
            let found = std::iter::repeat_with(|| search.step(|| true)).flatten().next().unwrap();
            assert_eq!(found, layout);
        }
    }
}

/// Each board of a day has a seed of its own, which no game has by chance, and its setup says whose it is.
#[test]
fn every_board_of_a_day_is_another_one() {
    for date in ["1970-01-01", "2026-11-15", "9999-12-31"] {
        let setups = DailyBoard::ALL.map(|board| (board, daily::setup(day(date), board)));
        for (board, setup) in &setups {
            assert_eq!(daily::of_setup(setup), Some((day(date), *board)));
            assert_eq!(daily::shares_board_with(setup), Some((day(date), *board)));
            let seed = setup.seed.as_ref().unwrap();
            assert!(!(100_000_000..1_000_000_000).contains(&seed.number), "{seed:?}");
            assert_eq!(seed.generator, omnisweep_solver::generator(&setup.shape, board.grade()));
            let same =
                |other: &&(DailyBoard, Setup)| (&other.1.shape, &other.1.seed) == (&setup.shape, &setup.seed);
            assert_eq!(setups.iter().filter(same).count(), 1);
        }
    }
    let hard = daily::setup(day("2026-11-15"), DailyBoard::Hard);
    assert_eq!(hard.seed.as_ref().unwrap().number, 2_026_111_503);
    // Whatever is found from the seed of a day may be that day's board, whichever grade was wanted.
    for guess in [GuessMode::Never, GuessMode::Easy, GuessMode::Extreme] {
        let shares = |setup: &Setup| daily::shares_board_with(&setup.clone().with_guess(guess));
        assert_eq!(shares(&hard), Some((day("2026-11-15"), DailyBoard::Hard)));
        let expert = daily::setup(day("2026-11-15"), Level::Expert);
        assert_eq!(shares(&expert), Some((day("2026-11-15"), DailyBoard::Expert)));
    }
    // A board of a grade that is of another level, or of no day, is nobody's.
    for (level, number) in
        [(Level::Beginner, 2_026_111_503), (Level::Expert, 2_026_111_505), (Level::Expert, 2_026_111_500)]
    {
        let shape = Shape::new(level.sizes()).unwrap();
        let setup = Setup::new(RuleSet::Modern, shape, level.mines(), Some(Seed::new(number)));
        let setup = setup.with_guess(GuessMode::Hard);
        assert_eq!((daily::of_setup(&setup), daily::shares_board_with(&setup)), (None, None), "{number}");
    }
}

#[test]
fn a_board_of_a_grade_is_kept_and_shared_as_such() {
    let session = won(game("2026-11-15", DailyBoard::Hard));
    let record = Record::of(&session, noon("2026-11-15")).unwrap();
    assert_eq!(record.daily.as_deref(), Some("2026-11-15"));
    assert_eq!(daily::of_record(&record), Some((day("2026-11-15"), DailyBoard::Hard)));
    assert_eq!(Record::read(&record.write()), Ok(record.clone()));
    let text = daily::result_text(&record, Streak { now: 1, longest: 1 }).unwrap();
    assert!(text.starts_with("Omnisweep 2026-11-15, hard\nWon in "), "{text}");
    // Another board, and be it certified, is not that day's.
    let mut other = daily::session(day("2026-11-15"), DailyBoard::Hard, day("2026-11-15"), false).unwrap();
    other.lay(daily::board(day("2026-11-15"), Level::Expert).0).unwrap();
    assert_eq!((daily::day_of(&other), Record::of(&won(other), 0).unwrap().daily), (None, None));
}

/// A board that takes long is made once, also where it is for a game that was begun elsewhere.
#[test]
fn a_board_that_takes_long_is_remembered() {
    let of = "2031-01-01";
    let mut session = daily::session(day(of), DailyBoard::Extreme, day(of), false).unwrap();
    assert!(daily::to_remember(&session).is_none(), "it has yet to be made");
    // As a saved game brings it.
    let mut search =
        BoardSearch::new(&daily::setup(day("2031-01-02"), DailyBoard::Extreme), Cell(0)).unwrap();
    let elsewhere = std::iter::repeat_with(|| search.step(|| true)).flatten().next().unwrap();
    session.lay(elsewhere).unwrap();
    let mut search = daily::to_remember(&session).unwrap();
    let layout = std::iter::repeat_with(|| search.step(|| true)).flatten().next().unwrap();
    assert!(daily::to_remember(&session).is_none());
    assert_eq!(daily::board(day(of), DailyBoard::Extreme), (layout, daily::first(DailyBoard::Extreme)));
    let mut quick = daily::session(day(of), Level::Expert, day(of), false).unwrap();
    quick.lay(daily::board(day(of), Level::Expert).0).unwrap();
    assert!(daily::to_remember(&quick).is_none());
}

#[test]
fn a_day_is_a_date_and_a_number() {
    for (text, number) in [("2026-11-15", 20_261_115), ("1970-01-01", 19_700_101), ("9999-12-31", 99_991_231)]
    {
        let day = day(text);
        assert_eq!(
            (day.to_string().as_str(), day.number(), Day::of_number(number)),
            (text, number, Some(day))
        );
        assert_eq!(Day::at(noon(text)), day);
        assert_eq!(Day::at(day.begins()), day);
        assert_eq!(day == Day::at(0), day.begins().checked_sub(1).map(Day::at).is_none());
    }
    assert_eq!(day("2026-03-01").before(), day("2026-02-28"));
    assert_eq!(day("2028-02-28").after(), day("2028-02-29"));
    assert_eq!(
        (day("1970-01-01").before(), day("9999-12-31").after()),
        (day("1970-01-01"), day("9999-12-31"))
    );
    assert_eq!(Day::at(u64::MAX), day("9999-12-31"));
    for number in [0, 1, 20_261_315, 20_261_131, 20_230_229, 120_261_115, u64::MAX] {
        assert_eq!(Day::of_number(number), None, "{number}");
    }
    for text in ["", "today", "2026-11-31", "2026-1-1", "20261115", "2026-11-15 ", "-026-11-15", "1969-12-31"]
    {
        assert!(text.parse::<Day>().is_err(), "{text:?}");
    }
}

#[test]
fn a_record_knows_the_day_of_its_board_and_is_refused_on_another_one() {
    let record = Record::of(&won(game("2026-11-15", Level::Beginner)), noon("2026-11-15")).unwrap();
    assert_eq!(record.daily.as_deref(), Some("2026-11-15"));
    let line = record.write();
    assert_eq!(Record::read(&line), Ok(record.clone()));
    // The same record of a day it is not of; ids are made anew.
    let mut other = record;
    other.daily = Some("2026-11-16".into());
    assert_eq!(Record::read(&other.write()), Err(RecordError::Field("daily")));
    // A board from the same seed that was started elsewhere is not that day's.
    let setup = daily::setup(day("2026-11-15"), Level::Beginner);
    let mut elsewhere = Session::new(setup).unwrap();
    let mut search = elsewhere.search(Cell(0)).unwrap();
    let layout = std::iter::repeat_with(|| search.step(|| true)).flatten().next().unwrap();
    elsewhere.lay(layout).unwrap();
    assert_eq!(daily::day_of(&elsewhere), None);
    assert_eq!(Record::of(&won(elsewhere), 0).unwrap().daily, None);
}

#[test]
fn only_a_win_on_its_day_without_help_counts() {
    let session = won(game("2026-11-15", Level::Beginner));
    let counts = |session: &Session, at: u64| daily::won_on(&Record::of(session, at).unwrap());
    assert_eq!(counts(&session, noon("2026-11-15")), Some(day("2026-11-15")));
    assert_eq!(counts(&session, noon("2026-11-16")), None);
    let mut helped = game("2026-11-15", Level::Beginner);
    helped.practise(Practice::Help);
    assert_eq!(counts(&won(helped), noon("2026-11-15")), None);
    let mut again = session;
    again.undo(0);
    let last = again.game().layout().unwrap().clone();
    let closed = (0..81).map(Cell).filter(|&cell| !last.contains(cell));
    closed.for_each(|cell| _ = again.act(Action::Open(cell), 0, &mut ()));
    assert_eq!(counts(&again, noon("2026-11-15")), None);
}

#[test]
fn a_board_counts_on_its_day_once_and_not_before() {
    let practice = |of: &str, today: &str, attempted| {
        daily::session(day(of), Level::Beginner, day(today), attempted).map(|session| session.practice())
    };
    assert_eq!(practice("2026-11-15", "2026-11-15", false), Ok(None));
    assert_eq!(practice("2026-11-15", "2026-11-15", true), Ok(Some(Practice::Seen)));
    assert_eq!(practice("2026-11-15", "2026-11-16", false), Ok(Some(Practice::Day)));
    let error = practice("2099-01-01", "2026-11-16", false).unwrap_err();
    assert_eq!(error.to_string(), "there is no board of 2099-01-01 yet: today is 2026-11-16 (UTC)");
}

#[test]
fn days_in_a_row_are_counted_to_today_or_yesterday() {
    let days = |texts: &[&str]| texts.iter().map(|text| day(text)).collect::<Vec<Day>>();
    let streak = |texts: &[&str], today: &str| {
        let Streak { now, longest } = daily::streak(days(texts), day(today));
        (now, longest)
    };
    assert_eq!(streak(&[], "2026-11-15"), (0, 0));
    assert_eq!(streak(&["2026-11-15"], "2026-11-15"), (1, 1));
    assert_eq!(streak(&["2026-11-14"], "2026-11-15"), (1, 1));
    assert_eq!(streak(&["2026-11-13"], "2026-11-15"), (0, 1));
    let four = ["2026-03-01", "2026-02-27", "2026-02-28", "2026-02-28", "2026-02-25", "2026-03-02"];
    assert_eq!(streak(&four, "2026-03-03"), (4, 4));
    assert_eq!(streak(&four, "2026-03-04"), (0, 4));
    assert_eq!(streak(&["1970-01-01", "1970-01-02"], "1970-01-02"), (2, 2));
    // A clock that was wrong once does no harm.
    assert_eq!(streak(&["2026-11-15", "2030-01-01"], "2026-11-15"), (1, 1));
}

#[test]
fn the_result_is_a_short_text_with_the_code_of_the_board() {
    let session = won(game("2026-11-15", Level::Beginner));
    let streak = Streak { now: 3, longest: 5 };
    let text = |session: &Session, at: &str, streak| {
        daily::result_text(&Record::of(session, noon(at)).unwrap(), streak).unwrap()
    };
    let board = code::write(
        &daily::board(day("2026-11-15"), Level::Beginner).0,
        Some(session.log()[0].action.cell()),
    );
    let shared = text(&session, "2026-11-15", streak);
    let lines: Vec<&str> = shared.lines().collect();
    assert_eq!(lines[0], "Omnisweep 2026-11-15, beginner");
    assert!(lines[1].starts_with("Won in 1:") && lines[1].ends_with("3BV/s · streak 3 days"), "{}", lines[1]);
    assert_eq!(lines[2..], [board]);
    assert!(text(&session, "2026-11-16", streak).contains(" · practice"));
    for (helped, line) in
        [(false, "Lost after 0:00.00, 0 % done"), (true, "Lost after 0:00.00, 0 % done · practice")]
    {
        let mut lost = game("2026-11-15", Level::Beginner);
        let mine = lost.game().layout().unwrap().mines().next().unwrap();
        if helped {
            lost.helped(Stage::Proof);
        }
        lost.act(Action::Open(mine), 0, &mut ()).unwrap();
        let shared = text(&lost, "2026-11-15", Streak::default());
        assert_eq!(shared.lines().nth(1), Some(line));
    }
}
