//! Every screen at 80×24, and every theme, as golden text.
//!
//! `UPDATE_GOLDEN=1 cargo test -p omnisweep-tui` writes what is drawn now; look
//! at the difference before you keep it.

#![allow(clippy::unwrap_used)]

mod player;

use std::path::Path;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use omnisweep_engine::{Action, Cell, Outcome, RuleSet, Shape, View};
use omnisweep_session::{GuessMode, Seed, Session, Setup, code};
use omnisweep_solver::{Grade, Mines, NoGuess, Position, Wish, easiest};
use omnisweep_testing::golden;
use omnisweep_tui::{Depth, Effect, Look, Reply, Theme};
use player::{DARK, Player, seeded, snapshot};

fn check(name: &str, player: &Player) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.txt"));
    golden::check(&path, &snapshot(&player.buffer()));
}

fn beginner(look: Look) -> Player {
    Player::new(seeded(&[9, 9], 10), look)
}

/// A game some moves in, with flags.
fn playing(look: Look) -> Player {
    let mut player = beginner(look);
    player.press(" ").pass(4200).press("jjhhf").pass(8100).press("llll");
    player
}

/// Moves the cursor to a cell.
fn go(player: &mut Player, cell: Cell) {
    let at = player.app.session().game().shape().coordinates(cell);
    player.press("99k<home>");
    for (steps, key) in [(at[0], 'j'), (at[1], 'l')] {
        if steps > 0 {
            player.press(&format!("{steps}{key}"));
        }
    }
}

/// A game that was lost where a safe cell was to be had, with a wrong flag.
fn lost(look: Look) -> Player {
    let mut player = playing(look);
    let layout = player.app.session().game().layout().unwrap().clone();
    let closed = |player: &Player, mine: bool| {
        let game = player.app.session().game();
        let cells = (0..81).map(Cell).filter(|&cell| game.view(cell) == View::Closed);
        cells.filter(|&cell| layout.contains(cell) == mine).nth(1).unwrap()
    };
    let safe = closed(&player, false);
    go(&mut player, safe);
    player.press("f").pass(1000);
    let mine = closed(&player, true);
    go(&mut player, mine);
    player.press(" ");
    player
}

#[test]
fn the_first_screen() {
    check("start", &beginner(DARK));
}

#[test]
fn a_game_being_played() {
    check("playing", &playing(DARK));
}

#[test]
fn a_hint_with_its_proof() {
    let mut player = playing(DARK);
    player.press("iii");
    check("hint", &player);
    assert!(player.app.session().practice().is_some());
}

#[test]
fn a_game_that_was_won() {
    let mut player = Player::on("*.*.....\n........\n........\n........\n");
    player.press(" ").pass(2500).press("kk<home>f").pass(300).press("llf").pass(900).press("jh ");
    check("won", &player);
    assert!(player.text().contains("Your first win here."), "{}", player.text());
}

#[test]
fn a_game_that_was_lost() {
    check("lost", &lost(DARK));
}

#[test]
fn a_loss_that_was_forced() {
    let mut player = Player::on("*.\n");
    player.press("<home> ");
    check("forced", &player);
    assert!(
        player.text().contains("nothing could be known, and it was a mine with 50 %"),
        "{}",
        player.text()
    );
}

#[test]
fn windows() {
    for (name, keys) in [
        ("menu", "<esc>"),
        ("form", "N"),
        ("help", "?"),
        ("save", "wmy game"),
        ("load", "o"),
        ("paused", "p"),
        ("code", "y"),
        ("statistics-empty", "s"),
    ] {
        let mut player = playing(DARK);
        player.press(keys);
        check(name, &player);
        player.press("<esc>");
        assert!(player.text().contains("space open"), "{name} closes: {}", player.text());
    }
    let mut player = playing(DARK);
    player.press("N").press("<down><down><down><down><down>").press("<backspace>z").press("<enter>");
    check("form-error", &player);
    assert!(player.text().contains("Sizes are numbers, as in 16x30"), "{}", player.text());
}

#[test]
fn a_board_that_needs_no_guess() {
    let mut player = beginner(DARK);
    player.press("N");
    player.press("<down><down><down><down><down><down><down><down><down><down><right>");
    check("form-no-guess", &player);
    player.press("<enter>");
    assert!(player.text().contains("no guess"), "{}", player.text());
    player.app.set_search_limit(60_000);
    player.press(" ");
    check("certified", &player);
    let session = player.app.session();
    assert_eq!(session.setup().guess, GuessMode::Never);
    assert!(session.game().layout().is_some());
}

#[test]
fn the_search_for_a_board_is_shown_and_cancelled() {
    let mut player = beginner(DARK);
    player.press("N<down><down><down><down><down>");
    player.press("<ctrl-u>30x30<down><ctrl-u>400<down><down><down><down><right><enter>");
    // Asked for, but not served.
    let key = |code| Event::Key(KeyEvent::new(code, KeyModifiers::NONE));
    player.app.handle(&key(KeyCode::Char(' ')), player.now);
    check("searching", &player);
    let jobs = player.app.take_effects();
    player.app.handle(&key(KeyCode::Esc), player.now);
    assert!(player.text().contains("Cancelled: there is no board yet."), "{}", player.text());
    // Whatever comes of it now is not wanted any more.
    for effect in jobs {
        if let Effect::Work(job) = effect {
            player.app.receive(Reply::Answer(job.run()), player.now);
        }
    }
    assert!(player.app.session().game().layout().is_none());
    // One that finds none says so.
    player.press(" ");
    assert!(player.text().contains("Gave up: no board without guessing"), "{}", player.text());
}

#[test]
fn a_guess_is_forgiven() {
    let mut player = beginner(DARK);
    player.press("N<down><down><down><down><down>");
    player.press("<ctrl-u>1x2<down><ctrl-u>1<down><down><right><right><down><down><left><enter>");
    assert!(player.text().contains("fair guess"), "{}", player.text());
}

/// A board of a grade, at the position that is hardest to go on from.
fn hardest(grade: Grade) -> Session {
    let shape = Shape::new(&[9, 9]).unwrap();
    let setup =
        Setup::new(RuleSet::Modern, shape, 14, Some(Seed::new(1))).with_guess(GuessMode::never(Some(grade)));
    let mut session = Session::new(setup).unwrap();
    let first = NoGuess::centre(&session.setup().shape);
    let mut search = session.search(first).unwrap();
    let layout = std::iter::repeat_with(|| search.step(|| true)).find_map(|layout| layout).unwrap();
    session.lay(layout).unwrap();
    session.act(Action::Open(first), 0, &mut ()).unwrap();
    let mut hardest = None;
    while session.game().outcome() == Outcome::Playing {
        let position = Position::of(session.game());
        let wish = Wish { near: first, wanted: &|_| true };
        let proof = easiest(&position, Mines::Total(14), &wish).unwrap().unwrap();
        let how_hard = (proof.hardest(), proof.cost());
        if hardest.as_ref().is_none_or(|(before, _)| how_hard > *before) {
            hardest = Some((how_hard, session.clone()));
        }
        session.act(Action::Open(proof.cell), 0, &mut ()).unwrap();
    }
    hardest.unwrap().1
}

#[test]
fn the_hardest_position_of_each_grade() {
    for grade in Grade::ALL {
        let mut player = Player::new(hardest(grade), DARK);
        player.press("i");
        while player.app.session().has_more_help() {
            player.press("i");
        }
        check(&format!("grade-{grade}"), &player);
    }
}

#[test]
fn statistics() {
    let player = &mut playing(DARK);
    for (finished, won) in [(1, true), (2, false), (3, true), (4, true)] {
        player.keep(won, 1000 * finished + 234, 1_700_000_000_000 + finished);
    }
    player.press("s");
    check("statistics", player);
    player.press("<enter><down>");
    check("statistics-games", player);
    player.press("<enter>");
    assert!(player.text().contains("move 0 of"), "{}", player.text());
    player.press("<end><esc>");
    assert!(player.text().contains("[Games]"), "{}", player.text());
}

#[test]
fn plots() {
    for (theme, ascii) in [(Theme::Dark, false), (Theme::Light, false), (Theme::Dark, true)] {
        let mut player = playing(Look { theme, ascii, ..DARK });
        for game in 0..60_u64 {
            // Slowly better, with good and bad days.
            let time = 9000 - 90 * game + game * 7919 % 2500;
            player.keep(game * 31 % 10 > 3, time, 1_700_000_000_000 + game * 86_400_000);
        }
        player.press("s");
        for name in ["times", "speeds", "win-rate"] {
            player.press("<right>");
            let theme = if ascii { "ascii" } else { theme.key() };
            check(&format!("{theme}-{name}"), &player);
            assert!(!ascii || player.text().is_ascii(), "{}", player.text());
        }
        let (x, y) = player.find("Win rate").unwrap();
        player.click(crossterm::event::MouseButton::Left, x, y);
        assert!(player.text().contains("[Games]"), "a click turns the page: {}", player.text());
    }
}

#[test]
fn a_game_that_waited() {
    let mut player = playing(DARK);
    player.app.offer();
    check("resume", &player);
}

#[test]
fn other_levels_and_dimensions() {
    for (name, sizes, mines) in [
        ("intermediate", &[16, 16][..], 40),
        ("expert", &[16, 30], 99),
        ("cube", &[6, 6, 6], 20),
        ("tesseract", &[4, 4, 4, 4], 18),
        ("large", &[1000, 1000], 150_000),
        ("five", &[2, 3, 4, 4, 4], 9),
        ("line", &[30], 4),
    ] {
        let mut player = Player::sized(sizes, mines);
        player.press(" ");
        check(name, &player);
    }
}

#[test]
fn every_theme() {
    for theme in Theme::ALL {
        let look = Look { theme, ..DARK };
        let mut hint = playing(look);
        hint.press("iii");
        check(&format!("{}-hint", theme.key()), &hint);
        check(&format!("{}-lost", theme.key()), &lost(look));
        let mut menu = playing(look);
        menu.press("<esc><down>");
        check(&format!("{}-menu", theme.key()), &menu);
    }
}

#[test]
fn fewer_colours_and_fewer_signs() {
    for (name, depth, ascii) in [
        ("no-colours", Depth::None, false),
        ("sixteen-colours", Depth::Sixteen, false),
        ("many-colours", Depth::Many, false),
        ("ascii", Depth::None, true),
    ] {
        let look = Look { theme: Theme::Dark, depth, ascii };
        check(&format!("{name}-lost"), &lost(look));
        let mut form = playing(look);
        form.press("N");
        check(&format!("{name}-form"), &form);
        let mut again = reviewed(look);
        again.press("v<end><left>e");
        check(&format!("{name}-replay"), &again);
    }
}

/// With signs of ASCII only, every screen has only those.
#[test]
fn ascii_is_ascii() {
    let look = Look { theme: Theme::Dark, depth: Depth::True, ascii: true };
    for keys in
        ["", "i", "<esc>", "N", "?", "s", "w", "o", "p", "y", "n", "u", "e", "d", "d<left>", "s<right>"]
    {
        let mut player = playing(look);
        player.press(keys);
        let text = player.text();
        assert!(text.is_ascii(), "after {keys:?}:\n{text}");
    }
    let mut again = lost(look);
    assert!(again.text().is_ascii());
    for keys in ["v", "<right><right>", "e", "<end>"] {
        again.press(keys);
        assert!(again.text().is_ascii(), "after {keys:?}:\n{}", again.text());
    }
    let mut large = Player::new(seeded(&[300, 300], 900), look);
    large.press(" ");
    assert!(large.text().is_ascii(), "{}", large.text());
}

/// Without colours, what matters is told apart by signs and emphasis alone.
#[test]
fn without_colours_there_is_no_colour() {
    use ratatui::style::Color;
    for look in [Look { theme: Theme::Mono, ..DARK }, Look { depth: Depth::None, ..DARK }] {
        let mut player = lost(look);
        for keys in ["", "<esc>", "<esc>N", "<esc>?"] {
            player.press(keys);
            let buffer = player.buffer();
            assert!(buffer.content.iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
        }
    }
}

#[test]
fn a_terminal_that_is_too_small() {
    for (width, height) in [(0, 0), (1, 1), (5, 2), (21, 30), (80, 7), (22, 8)] {
        let mut player = playing(DARK);
        player.resize(width, height);
        let text = player.text();
        if width == 21 {
            assert!(text.contains("more room"), "{text}");
        }
        player.press("i<esc>");
        _ = player.text();
        player.resize(80, 24);
        assert!(player.text().contains("space open"));
    }
}

#[test]
fn the_code_is_the_boards() {
    let mut player = playing(DARK);
    player.press("y");
    let text = player.text();
    let code =
        text.lines().find_map(|line| line.split_whitespace().find(|word| word.starts_with("9x9."))).unwrap();
    let (layout, start) = code::read(code).unwrap();
    assert_eq!(Some(&layout), player.app.session().game().layout());
    assert_eq!(start, Some(Cell(40)));
}

/// A game with a guess and a mistake in it, won.
fn reviewed(look: Look) -> Player {
    let mut player = Player::new(seeded(&[16, 30], 99), look);
    player.press(" ").pass(3000);
    for _ in 0..40 {
        // What the hint says, until it is a mine.
        player.press("i").pass(700).press(" ").pass(400);
        if player.app.session().game().outcome() != Outcome::Playing {
            break;
        }
    }
    let layout = player.app.session().game().layout().unwrap().clone();
    let game = player.app.session().game();
    let mine = layout.mines().find(|&mine| game.view(mine) == View::Closed).unwrap();
    go(&mut player, mine);
    player.press(" ");
    player
}

#[test]
fn a_game_shown_again() {
    let mut player = reviewed(DARK);
    player.press("v");
    check("replay-start", &player);
    player.press("<right><right>");
    check("replay-step", &player);
    player.press("n");
    check("replay-mistake", &player);
    assert!(player.text().contains("A mistake"), "{}", player.text());
    player.press("<left>e");
    check("replay-heat", &player);
    player.press("<end>");
    check("replay-end", &player);
    player.press("<home> ").pass(3000);
    assert!(player.text().contains("▶ 1×"), "{}", player.text());
    player.press("?");
    check("replay-keys", &player);
    player.press("<esc><esc>");
    assert!(player.text().contains("Boom"), "{}", player.text());
    for (theme, name) in
        [(Theme::Light, "light"), (Theme::Mono, "mono"), (Theme::ColourBlind, "colour-blind")]
    {
        let mut player = reviewed(Look { theme, ..DARK });
        player.press("v<end><left>e");
        check(&format!("{name}-replay"), &player);
    }
    let mut large = reviewed(DARK);
    large.resize(140, 45);
    large.press("v<end><left>e");
    check("replay-large", &large);
}

#[test]
fn how_likely_mines_are() {
    for theme in [Theme::Dark, Theme::Light] {
        let mut player = playing(Look { theme, ..DARK });
        player.press("e");
        assert!(player.app.session().practice().is_some());
        check(&format!("{}-heat", theme.key()), &player);
        player.press("e");
        assert!(!player.text().contains("a mine with"), "{}", player.text());
    }
}

/// Of a large board the part around the cursor is known, wherever that goes.
#[test]
fn how_likely_mines_are_on_a_large_board() {
    let mut player = Player::sized(&[600, 600], 54_000);
    player.press(" e");
    assert!(player.text().contains('○'), "{}", player.text());
    player.press("290j290l");
    assert!(player.text().contains(": a mine with 15"), "{}", player.text());
    player.press("400h");
    assert!(player.text().contains(": a mine with 15"), "{}", player.text());
}

/// Opens every safe cell that logic finds, with the keys.
fn win(player: &mut Player) {
    while player.app.session().game().outcome() == Outcome::Playing {
        let game = player.app.session().game();
        let position = Position::of(game);
        let analysis = omnisweep_solver::analyse(&position, Mines::Total(game.mines())).unwrap();
        let safe = analysis.safe()[0];
        go(player, safe);
        player.pass(250).press(" ");
    }
}

#[test]
fn the_board_of_the_day() {
    let mut player = beginner(DARK);
    player.app.set_search_limit(60_000);
    player.press("d");
    check("daily", &player);
    player.press("<enter>");
    check("daily-start", &player);
    // It is the same for everyone, so it starts in one place only.
    player.press("h ");
    assert!(player.text().contains("This board starts at row 4, column 4."), "{}", player.text());
    assert!(player.app.session().game().layout().is_none());
    player.press(" ");
    win(&mut player);
    check("daily-won", &player);
    assert!(player.text().contains("Streak: 1 day. y copies the result"), "{}", player.text());
    player.press("y");
    check("daily-result", &player);
    assert!(player.wants.contains(&"Copy".to_owned()));
    player.press("<esc>d");
    check("daily-played", &player);
    // The same board once more does not count; another day is practice.
    player.press("<enter>");
    assert!(player.app.session().practice().is_some());
    assert!(player.text().contains("You know this board"), "{}", player.text());
    player.press("d<left><down><enter>");
    assert!(player.text().contains("For practice"), "{}", player.text());
    assert_eq!(player.app.session().practice(), Some(omnisweep_session::Practice::Day));
    // The form leads there, too, and to no day that is yet to come.
    player.press("N<pagedown><pagedown><up><enter><right>");
    assert!(player.text().contains("today"), "{}", player.text());
    // The hardest one is made when it is opened, and is that day's in the end.
    player.press("<esc><esc>d").press(&"<down>".repeat(8)).press("<enter>");
    assert_eq!(player.app.session().practice(), None);
    player.press(" ");
    check("daily-extreme", &player);
    win(&mut player);
    assert!(player.text().contains("Streak: 1 day. y copies the result"), "{}", player.text());
    player.press("y");
    assert!(player.text().contains(", extreme"), "{}", player.text());
    for (theme, ascii) in [(Theme::Light, false), (Theme::Dark, true)] {
        let mut player = beginner(Look { theme, ascii, ..DARK });
        player.press("d<left>");
        check(if ascii { "ascii-daily" } else { "light-daily" }, &player);
        assert!(!ascii || player.text().is_ascii(), "{}", player.text());
    }
}
