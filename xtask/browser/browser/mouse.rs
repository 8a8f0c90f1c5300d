//! The clicks edition, rule by rule, with a real mouse.

use std::rc::Rc;

use crate::page::{Page, scenarios};

scenarios![
    a_left_click_opens_on_release,
    a_right_click_sets_a_flag_that_stays,
    a_left_click_opens_a_flagged_cell,
    a_flagged_mine_ends_the_game,
    a_flood_leaves_flagged_cells_closed,
    both_buttons_open_around_a_number_in_every_order,
    both_buttons_and_a_wrong_flag_lose,
    both_buttons_do_nothing_elsewhere,
    a_click_of_both_can_win,
    the_first_click_can_lose,
    leaving_the_cell_cancels,
    pressed_cells_look_pressed,
    the_middle_button_and_a_double_click_are_clicks_of_both,
    the_other_rules_have_their_own_clicks,
];

const BOARD: &str = "*..\n...\n..*\n";

async fn a_left_click_opens_on_release(page: Rc<Page>) {
    page.open_board("clicks", BOARD).await;
    page.hold((1, 1), 0).await;
    page.hold((1, 1), 1).await;
    assert_eq!(page.board().await, "###\n#_#\n###\n", "nothing opens before the release");
    page.hold((1, 1), 0).await;
    assert_eq!(page.board().await, "###\n#2#\n###\n");
    page.click((1, 1), 1).await;
    assert_eq!(page.board().await, "###\n#2#\n###\n", "an open cell stays as it is");
}

async fn a_right_click_sets_a_flag_that_stays(page: Rc<Page>) {
    page.open_board("clicks", BOARD).await;
    page.run("addEventListener('contextmenu', event => { window.menu = !event.defaultPrevented; });", vec![])
        .await;
    page.click((0, 0), 2).await;
    assert_eq!(page.board().await, "F##\n###\n###\n");
    assert_eq!(page.text("mines").await, "1");
    page.click((0, 0), 2).await;
    assert_eq!(page.board().await, "F##\n###\n###\n", "a set flag stays");
    page.click((1, 1), 1).await;
    page.click((1, 1), 2).await;
    assert_eq!(page.board().await, "F##\n#2#\n###\n", "an open cell takes no flag");
    assert_eq!(page.get("window.menu ?? 'none'").await, false, "the browser's menu is kept away");
}

async fn a_left_click_opens_a_flagged_cell(page: Rc<Page>) {
    page.open_board("clicks", BOARD).await;
    page.click((0, 1), 2).await;
    page.click((0, 1), 1).await;
    assert_eq!(page.board().await, "#1#\n###\n###\n");
    assert_eq!(page.text("mines").await, "2", "only closed cells count as flagged");
}

async fn a_flagged_mine_ends_the_game(page: Rc<Page>) {
    page.open_board("clicks", BOARD).await;
    page.click((0, 0), 2).await;
    page.click((0, 1), 2).await;
    page.click((0, 0), 1).await;
    assert_eq!(page.outcome().await, "lost");
    assert_eq!(
        page.board().await,
        "XW#\n###\n##*\n",
        "the fatal mine, wrong flags and others can be told apart"
    );
    assert!(page.text("status").await.ends_with(": row 0, column 0 was a mine."));
    page.click((1, 1), 1).await;
    assert_eq!(page.board().await, "XW#\n###\n##*\n", "nothing happens afterwards");
}

async fn a_flood_leaves_flagged_cells_closed(page: Rc<Page>) {
    page.open_board("clicks", "*....\n.....\n").await;
    page.click((0, 3), 2).await;
    page.click((1, 4), 1).await;
    assert_eq!(page.board().await, "#1.F.\n#1...\n");
    page.click((1, 0), 1).await;
    assert_eq!(page.outcome().await, "playing", "a safe flagged cell has to be opened to win");
    page.click((0, 3), 1).await;
    assert_eq!(page.outcome().await, "won");
    assert_eq!(page.board().await, "+1...\n11...\n");
}

async fn both_buttons_open_around_a_number_in_every_order(page: Rc<Page>) {
    let board = "*...\n....\n..*.\n...*\n";
    for (first, last) in [(1, 1), (1, 2), (2, 1), (2, 2)] {
        page.open_board("clicks", board).await;
        page.click((1, 1), 1).await;
        page.click((0, 0), 2).await;
        page.click((2, 2), 2).await;
        let before = page.board().await;
        page.hold((1, 1), 0).await;
        page.hold((1, 1), first).await;
        page.hold((1, 1), 3).await;
        assert_eq!(page.board().await.replace('_', "#"), before, "nothing before a release");
        page.hold((1, 1), last).await;
        let after = page.board().await;
        assert_eq!(after, "F1..\n1211\n.1F#\n.1##\n", "{first} {last}");
        page.hold((1, 1), 0).await;
        assert_eq!(page.board().await, after, "neither button's own action follows");
        let moves = page.get("omnisweep.game.model.save(0).match(/^moves (\\d+)$/m)[1]").await;
        assert_eq!(moves, "4", "one click of both is one move");
    }
}

async fn both_buttons_and_a_wrong_flag_lose(page: Rc<Page>) {
    page.open_board("clicks", BOARD).await;
    page.click((1, 1), 1).await;
    page.click((0, 0), 2).await;
    page.click((0, 1), 2).await;
    page.click((1, 1), 3).await;
    assert_eq!(page.outcome().await, "lost");
    assert_eq!(page.board().await, "FW#\n#2#\n##X\n", "nothing opens, and the unflagged mine goes off");
}

async fn both_buttons_do_nothing_elsewhere(page: Rc<Page>) {
    page.open_board("clicks", "*....\n.....\n").await;
    page.click((1, 1), 3).await;
    assert_eq!(page.board().await, "#####\n#####\n", "on a closed cell");
    page.click((1, 4), 1).await;
    let open = "#1...\n#1...\n";
    page.click((1, 4), 3).await;
    assert_eq!(page.board().await, open, "on a blank");
    page.click((1, 1), 3).await;
    assert_eq!(page.board().await, open, "without as many flags");
    page.click((0, 0), 2).await;
    page.click((1, 0), 2).await;
    page.click((1, 1), 3).await;
    assert_eq!(page.board().await, "F1...\nF1...\n", "with too many flags");
}

async fn a_click_of_both_can_win(page: Rc<Page>) {
    page.open_board("clicks", BOARD).await;
    page.click((1, 1), 1).await;
    page.click((0, 0), 2).await;
    page.click((2, 2), 2).await;
    page.click((1, 1), 3).await;
    assert_eq!(page.outcome().await, "won");
    assert!(page.text("status").await.starts_with("You won in "));
    page.until("!document.getElementById('result').hidden").await;
}

async fn the_first_click_can_lose(page: Rc<Page>) {
    page.open_board("clicks", BOARD).await;
    page.click((2, 2), 1).await;
    assert_eq!(page.board().await, "*##\n###\n##X\n");
    // A board that is drawn, too: one of all cells is the mine that a first click finds.
    page.open("size=1x2&mines=1&seed=1&rules=clicks").await;
    page.click((0, 0), 1).await;
    let first = page.outcome().await;
    page.open("size=1x2&mines=1&seed=1&rules=clicks").await;
    page.push("#retry").await;
    page.click((0, 1), 1).await;
    assert_eq!([first, page.outcome().await].iter().filter(|outcome| *outcome == "lost").count(), 1);
}

async fn leaving_the_cell_cancels(page: Rc<Page>) {
    page.open_board("clicks", BOARD).await;
    let closed = "###\n###\n###\n";
    for buttons in [1, 2, 3, 4] {
        page.hold((1, 1), 0).await;
        page.hold((1, 1), buttons).await;
        page.hold((1, 2), buttons).await;
        assert_eq!(page.board().await, closed, "nothing looks pressed any more");
        page.hold((1, 2), 0).await;
        assert_eq!(page.board().await, closed, "released elsewhere");
        page.hold((1, 1), 0).await;
        page.hold((1, 1), buttons).await;
        page.hold((1, 2), buttons).await;
        page.hold((1, 1), buttons).await;
        page.hold((1, 1), 0).await;
        assert_eq!(page.board().await, closed, "and back again");
        page.hold((1, 1), 0).await;
        page.hold((1, 1), buttons).await;
        page.hold_at(20.0, 400.0, buttons).await;
        page.hold_at(20.0, 400.0, 0).await;
        assert_eq!(page.board().await, closed, "released beside the board");
    }
    page.click((1, 1), 1).await;
    assert_eq!(page.board().await, "###\n#2#\n###\n", "the next click is one again");
}

async fn pressed_cells_look_pressed(page: Rc<Page>) {
    page.open_board("clicks", BOARD).await;
    page.click((1, 1), 1).await;
    page.click((0, 0), 2).await;
    page.hold((1, 1), 0).await;
    page.hold((1, 1), 3).await;
    assert_eq!(page.board().await, "F__\n_2_\n___\n", "a click of both presses what it would open");
    page.hold((1, 1), 0).await;
    assert_eq!(page.board().await, "F##\n#2#\n###\n");
}

async fn the_middle_button_and_a_double_click_are_clicks_of_both(page: Rc<Page>) {
    for (rules, twice) in [("clicks", false), ("modern", false), ("modern", true), ("clicks", true)] {
        page.open_board(rules, BOARD).await;
        // However slow the machine is, two clicks follow each other at once.
        page.run("performance.now = () => 1000;", vec![]).await;
        page.click((1, 1), 1).await;
        page.click((0, 0), 2).await;
        page.click((2, 2), 2).await;
        if twice {
            page.click((1, 1), 1).await;
            assert_eq!(page.outcome().await, "playing");
            page.click((1, 1), 1).await;
        } else {
            page.click((1, 1), 4).await;
        }
        // As the document says, a left click on an open cell does nothing there.
        let nothing = rules == "clicks" && twice;
        assert_eq!(page.outcome().await, if nothing { "playing" } else { "won" });
    }
}

async fn the_other_rules_have_their_own_clicks(page: Rc<Page>) {
    // Modern: flags come and go, flagged cells are inert.
    page.open_board("modern", BOARD).await;
    page.click((1, 1), 2).await;
    page.click((1, 1), 1).await;
    assert_eq!(page.board().await, "###\n#F#\n###\n");
    page.click((1, 1), 2).await;
    assert_eq!(page.board().await, "###\n###\n###\n");
    // With question marks a right click goes round.
    page.open("level=beginner&seed=1&marks=on").await;
    let mut round = String::new();
    for _ in 0..3 {
        page.click((0, 0), 2).await;
        round.push(page.board().await.chars().next().unwrap());
    }
    assert_eq!(round, "F?#");
    // No flags at all, and no chords.
    page.open_board("nd", BOARD).await;
    page.click((0, 0), 2).await;
    assert_eq!(page.board().await, "###\n###\n###\n");
    assert_eq!(page.get("document.getElementById('flag-mode').disabled").await, true);
    // One click on a number opens around it, for whoever wants that.
    page.open_board("modern", BOARD).await;
    page.push("#open-settings").await;
    page.push("[name=leftChords]").await;
    page.push("#dialog-settings .primary").await;
    page.click((1, 1), 1).await;
    page.click((0, 0), 2).await;
    page.click((2, 2), 2).await;
    page.click((1, 1), 1).await;
    assert_eq!(page.outcome().await, "won");
}
