//! What keys and clicks do, in the app without a terminal.

#![allow(clippy::unwrap_used)]

mod player;

use crossterm::event::{MouseButton, MouseEventKind};
use omnisweep_engine::{Action, Cell, Outcome, RuleSet, Shape, View};
use omnisweep_session::{Seed, Session, Setup};
use player::{DARK, Player, seeded};
use ratatui::style::Color;

/// Where the cursor is, as the status line says.
fn cursor(player: &Player) -> Vec<u64> {
    let status = player.text().lines().next().unwrap().to_owned();
    let word =
        status.split_whitespace().rev().find(|word| word.split(',').all(|part| part.parse::<u64>().is_ok()));
    let after_seed = status.split_whitespace().rev().nth(1) == Some("seed");
    let words: Vec<&str> = status.split_whitespace().collect();
    let word = if after_seed { words[words.len() - 3] } else { word.unwrap() };
    word.split(',').map(|part| part.parse().unwrap()).collect()
}

#[test]
fn the_cursor_goes_where_it_is_sent() {
    let mut player = Player::sized(&[100, 200], 2000);
    assert_eq!(cursor(&player), [50, 100]);
    for (keys, at) in [
        ("5l", [50, 105]),
        ("12h", [50, 93]),
        ("10j", [60, 93]),
        ("3k", [57, 93]),
        ("<home>", [57, 0]),
        ("<end>", [57, 199]),
        ("0", [57, 0]),
        ("10l", [57, 10]),
        ("L", [57, 20]),
        ("2K", [37, 20]),
        ("999999999999j", [99, 20]),
        ("<left>", [99, 19]),
        ("<pageup>", [82, 19]),
        ("$<right>", [82, 199]),
    ] {
        player.press(keys);
        assert_eq!(cursor(&player), at, "after {keys:?}");
    }
}

#[test]
fn past_the_edge_of_a_slice_lies_the_next_one() {
    let mut player = Player::sized(&[4, 4, 4, 4], 18);
    assert_eq!(cursor(&player), [0, 0, 2, 2]);
    for (keys, at) in [
        ("ll", [0, 1, 2, 0]),
        ("L", [0, 2, 2, 0]),
        ("J", [1, 2, 2, 0]),
        ("jj", [2, 2, 0, 0]),
        ("h", [2, 1, 0, 3]),
        ("<home>", [2, 1, 0, 0]),
        ("K", [1, 1, 0, 0]),
    ] {
        player.press(keys);
        assert_eq!(cursor(&player), at, "after {keys:?}");
    }
}

#[test]
fn neighbours_light_up_across_slices() {
    let mut player = Player::sized(&[6, 6, 6], 20);
    // Three characters to a cell in three dimensions.
    let lit = |player: &Player| {
        let light = Color::Rgb(0x6d, 0x7f, 0xae);
        player.buffer().content.iter().filter(|cell| cell.bg == light).count() / 3
    };
    assert_eq!(lit(&player), 17, "two layers of nine, without the cursor's");
    player.press("L");
    assert_eq!(lit(&player), 26);
    player.press("H<home>kkk");
    assert_eq!(cursor(&player), [0, 0, 0]);
    assert_eq!(lit(&player), 7);
}

#[test]
fn the_overview_and_the_wheel_move_the_view() {
    let mut player = Player::sized(&[1000, 1000], 1000);
    let before = cursor(&player);
    player.mouse(MouseEventKind::ScrollDown, 10, 10);
    assert_eq!(cursor(&player), before, "the wheel leaves the cursor alone");
    // The upper left corner of the overview.
    player.click(MouseButton::Left, 59, 2);
    let after = cursor(&player);
    assert!(after[0] < 100 && after[1] < 100, "{after:?}");
    player.press("<end>");
    assert_eq!(cursor(&player)[1], 999);
}

#[test]
fn a_move_is_taken_back_past_a_mine_and_the_rest_is_practice() {
    let mut player = Player::on("*.\n..\n");
    player.press("<home>k ");
    assert_eq!(player.app.session().game().outcome(), Outcome::Lost);
    player.press("u");
    assert_eq!(player.app.session().game().outcome(), Outcome::Playing);
    assert!(player.text().contains("This is practice now."), "{}", player.text());
    // A board that is known is played for practice, too.
    player.press("r");
    assert!(player.app.session().practice().is_some());
    assert!(player.text().contains("practice: a move was taken back"), "{}", player.text());
}

#[test]
fn a_practice_game_is_chosen_in_the_form() {
    let mut player = Player::sized(&[9, 9], 10);
    player.press("N").press(&"<down>".repeat(11)).press(" <enter>");
    assert!(player.text().contains("practice"), "{}", player.text());
    assert!(player.app.session().practice().is_some());
    player.press("n");
    assert!(player.app.session().practice().is_some(), "the next one, too");
}

#[test]
fn the_board_is_hidden_while_the_clock_stands() {
    let mut player = Player::sized(&[9, 9], 10);
    player.press(" ").pass(5000);
    let shown = player.text();
    for keys in ["p", "<esc>", "N", "s", "w", "o"] {
        player.press(keys);
        let elapsed = player.app.session().elapsed(player.now.ms);
        player.pass(60_000);
        assert_eq!(player.app.session().elapsed(player.now.ms), elapsed, "{keys} stops the clock");
        for number in ["1 ", "2 "] {
            let rows = player.text();
            let board: String = rows.lines().skip(1).take(4).collect();
            assert!(!board.contains(number), "{keys}:\n{rows}");
        }
        player.press("<esc>");
    }
    assert_eq!(player.text(), shown, "and all is as it was");
    player.pass(1000);
    assert_eq!(player.app.session().elapsed(player.now.ms), 6000);
}

#[test]
fn keys_in_the_bar_and_rows_of_windows_can_be_clicked() {
    let mut player = Player::sized(&[9, 9], 10);
    let (x, y) = player.find("esc menu").unwrap();
    player.click(MouseButton::Left, x + 1, y);
    let (x, y) = player.find("Theme: dark").unwrap();
    player.click(MouseButton::Left, x, y);
    assert!(player.text().contains("Theme: light"), "{}", player.text());
    // Intermediate, with two clicks.
    player.press("N");
    let (x, y) = player.find("Intermediate").unwrap();
    player.click(MouseButton::Left, x, y);
    player.pass(1000).click(MouseButton::Left, x, y);
    assert!(player.text().contains("intermediate 16×16"), "{}", player.text());
}

#[test]
fn every_rule_set_is_played_by_its_own_rules() {
    for set in RuleSet::ALL {
        let shape = Shape::new(&[9, 9]).unwrap();
        let session = Session::fresh(Setup::new(set, shape, 10, Some(Seed::new(5)))).unwrap();
        let mut player = Player::new(session, DARK);
        player.press("<home>f");
        let flagged = player.app.session().game().view(Cell(36)) == View::Flag;
        assert_eq!(flagged, set != RuleSet::Nd, "{}", set.key());
        player.press("f");
        let flagged = player.app.session().game().view(Cell(36)) == View::Flag;
        assert_eq!(flagged, set == RuleSet::Clicks, "{}", set.key());
        if set == RuleSet::Cs121 {
            player.press("mx");
            assert_eq!(player.app.session().game().marks(), 0);
        }
        if set != RuleSet::Modern {
            assert!(player.text().contains(&format!("{} rules", set.key())), "{}", player.text());
        }
    }
}

#[test]
fn more_flags_than_mines_make_the_counter_negative() {
    let mut player = Player::new(seeded(&[2, 6], 1), DARK);
    player.press("<home>flflf");
    assert!(player.text().contains("⚑ -2"), "{}", player.text());
}

#[test]
fn a_better_time_is_told() {
    let mut player = Player::on("*.......\n........\n........\n");
    player.press("f").pass(3000).press("f ");
    assert!(player.text().contains("Your first win here."), "{}", player.text());
    let mut again = Player::on("*.......\n........\n........\n");
    again.store = player.store;
    again.press("f").pass(4000).press("f ");
    assert!(again.text().contains("You won in 0:04.00!"), "{}", again.text());
    assert!(again.text().contains("Your best time is 0:03.00."), "{}", again.text());
    let mut better = Player::on("*.......\n........\n........\n");
    better.store = again.store;
    better.press("f").pass(2000).press("f ");
    assert!(better.text().contains("Your best time! It was 0:03.00."), "{}", better.text());
}

#[test]
fn a_replay_of_a_larger_board_can_be_clicked_at() {
    let mut large = seeded(&[16, 30], 99);
    large.act(Action::Open(Cell(100)), 0, &mut ()).unwrap();
    let mut player = Player::sized(&[9, 9], 10);
    player.app.show_replay(large, false, player.now);
    for (x, y) in [(70, 15), (40, 12), (70, 15)] {
        player.click(MouseButton::Left, x, y);
    }
    assert!(player.app.is_showing());
}

#[test]
fn a_game_that_is_left_for_another_is_put_aside() {
    for keys in ["n", "r", "N<enter>", "d<enter>"] {
        let mut player = Player::sized(&[9, 9], 10);
        player.press(" ");
        assert!(player.app.session().in_play());
        player.press(keys);
        assert!(!player.app.session().in_play(), "{keys}");
        assert!(player.wants.contains(&"Aside".to_owned()), "{keys}: {:?}", player.wants);
        assert!(!player.wants.contains(&"Finish".to_owned()), "{keys}: {:?}", player.wants);
        assert!(player.text().contains("It is kept."), "{keys}: {}", player.text());
    }
    // One that is over, or has not begun, is not.
    let mut player = Player::on("*.\n..\n");
    player.press("<home>k n").press("n");
    assert!(!player.wants.contains(&"Aside".to_owned()), "{:?}", player.wants);
}

#[test]
fn an_offered_game_stays_where_it_is_however_one_leaves() {
    for (keys, wanted) in [("q", None), ("<ctrl-c>", None), ("<esc>", Some("Claim")), ("n", Some("Aside"))] {
        let mut session = seeded(&[9, 9], 10);
        session.act(Action::Open(Cell(40)), 0, &mut ()).unwrap();
        let mut player = Player::new(session, DARK);
        player.app.offer();
        player.press(keys);
        assert!(!player.wants.contains(&"Keep".to_owned()), "{keys}: {:?}", player.wants);
        let wants = |want: &str| player.wants.contains(&want.to_owned());
        assert!(wanted.is_none_or(wants), "{keys}: {:?}", player.wants);
        // It is ours before it is put aside, so there is no second copy of it.
        assert!(!wants("Aside") || player.wants[0] == "Claim", "{keys}: {:?}", player.wants);
    }
}

#[test]
fn saved_games_are_renamed_deleted_and_overwritten_after_a_question() {
    let mut player = Player::sized(&[9, 9], 10);
    player.press(" o<down><delete>");
    assert!(player.text().contains("Delete \"beginner 2025-11-14 18.00\" for good?"), "{}", player.text());
    player.press("<esc><delete><enter>");
    assert_eq!(player.saved, ["before lunch", "torn"]);
    player.press("<up><f2><backspace><backspace><backspace><backspace><backspace>tea<enter>");
    assert_eq!(player.saved, ["before tea", "torn"]);
    player.press("<esc>wtorn<enter>");
    assert!(player.text().contains("There is a saved game of this name"), "{}", player.text());
    assert_eq!(player.app.session().practice(), None);
    player.press("<up><enter>");
    assert!(
        player.text().contains("Saved: torn (practice: a copy of the game was saved)"),
        "{}",
        player.text()
    );
}

#[test]
fn windows_are_closed_and_used_by_mouse() {
    for keys in ["p", "?", "s", "N", "d", "o", "w", "<esc>", "y"] {
        let mut player = Player::sized(&[9, 9], 10);
        player.press(" ").press(keys);
        let open = player.text();
        player.click(MouseButton::Left, 0, 1);
        assert_ne!(player.text(), open, "{keys}: a click beside the window closes it");
        let session = player.app.session();
        assert!(
            session.elapsed(player.now.ms + 5) > session.elapsed(player.now.ms),
            "{keys}: the clock runs"
        );
    }
    // The bar below works while the game is paused: pause goes on, help opens.
    let mut player = Player::sized(&[9, 9], 10);
    player.press(" p");
    let line = player.text().lines().last().unwrap().to_owned();
    let at = |what: &str| line[..line.find(what).unwrap()].chars().count() as u16;
    player.click(MouseButton::Left, at("pause"), 23);
    assert!(!player.text().contains("Paused"), "{}", player.text());
    player.press("p").click(MouseButton::Left, at("help"), 23);
    assert!(player.text().contains("Keys"), "{}", player.text());
}

#[test]
fn one_button_is_enough() {
    let mut player = Player::sized(&[9, 9], 10);
    player.press("F");
    assert!(player.text().contains("clicks flag"), "{}", player.text());
    let (x, y) = (23, 2);
    player.click(MouseButton::Left, x, y);
    assert_eq!(player.app.session().game().view(Cell(0)), View::Flag);
    player.press("F").click(MouseButton::Left, x, y);
    assert_eq!(player.app.session().game().view(Cell(0)), View::Flag, "flags are inert");
    assert!(!player.text().contains("clicks flag"), "{}", player.text());
}

#[test]
fn the_help_scrolls_as_a_whole_and_the_bar_keeps_what_leads_on() {
    let mut player = Player::sized(&[9, 9], 10);
    player.resize(60, 20);
    player.press("?");
    let first = player.text();
    assert!(
        first.contains("space enter") && first.contains("(open)") && !first.contains("(quit)"),
        "{first}"
    );
    player.press("<pagedown><pagedown><pagedown><pagedown><pagedown>");
    let last = player.text();
    assert!(last.contains("(quit)") && last.contains("config.toml") && !last.contains("(open)"), "{last}");
    player.press("<home>");
    assert_eq!(player.text(), first);
    player.press("<esc>");
    for width in [22, 30, 40, 60, 80] {
        player.resize(width, 20);
        let bar = player.text().lines().last().unwrap().to_owned();
        assert!(bar.contains("esc menu") && (width < 30 || bar.contains("? help")), "{width}: {bar}");
    }
}

#[test]
fn cells_are_larger_where_there_is_room() {
    for (sizes, mines, cell) in [([9, 9], 10, (8, 4)), ([16, 16], 40, (6, 3)), ([16, 30], 99, (6, 3))] {
        let mut player = Player::sized(&sizes, mines);
        player.resize(200, 60);
        let area = |x: u16, y: u16| {
            let mut one = Player::sized(&sizes, mines);
            one.resize(200, 60);
            one.click(MouseButton::Right, x, y);
            one.app.session().log().first().map(|played| played.action.cell().0)
        };
        // A cell is found wherever one clicks at it.
        let found: Vec<Option<u64>> = (0..200).map(|x| area(x, 30)).collect();
        let width = found.iter().filter(|cell| **cell == found[100]).count();
        assert!(found[100].is_some() && width == cell.0, "{sizes:?}: {width}");
        let height = (1..55).filter(|&y| area(100, y) == found[100]).count();
        assert_eq!(height, cell.1, "{sizes:?}");
    }
}
