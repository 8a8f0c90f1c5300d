//! Keys alone, and what a screen reader would hear.

use std::path::Path;
use std::rc::Rc;

use omnisweep_engine::text;
use omnisweep_testing::golden;
use serde_json::Value;
use thirtyfour::Key;

use crate::page::{Page, scenarios};

scenarios![
    a_game_is_won_by_keyboard_alone,
    every_action_has_a_key,
    keys_go_everywhere,
    windows_open_and_close_by_keys,
    what_happens_is_said,
    keys_are_the_game_s_wherever_the_focus_is,
    keys_can_be_changed,
    a_game_as_a_screen_reader_has_it,
];

/// What the focused cell says.
async fn heard(page: &Page) -> String {
    page.get("document.activeElement.getAttribute('aria-label') ?? ''").await.as_str().unwrap().to_owned()
}

/// Goes to a cell of a flat board by arrows, hearing where it is.
async fn go(page: &Page, row: u64, column: u64) {
    loop {
        let words = heard(page).await;
        let mut numbers =
            words.split(|letter: char| !letter.is_ascii_digit()).filter_map(|word| word.parse().ok());
        let column_now: u64 = numbers.next_back().unwrap();
        let row_now: u64 = numbers.next_back().unwrap();
        let key = if row_now < row {
            Key::Down
        } else if row_now > row {
            Key::Up
        } else if column_now < column {
            Key::Right
        } else if column_now > column {
            Key::Left
        } else {
            return;
        };
        page.keys(key).await;
    }
}

async fn a_game_is_won_by_keyboard_alone(page: Rc<Page>) {
    let board = ".*...\n.....\n...*.\n";
    page.open_board("modern", board).await;
    // From the top of the page to the board by Tab, the only way there is.
    page.run("document.activeElement.blur(); document.querySelector('#open-new').focus();", vec![]).await;
    for _ in 0..20 {
        if heard(&page).await.contains("row") {
            break;
        }
        page.keys(Key::Tab).await;
    }
    let layout = text::parse_layout(board, None).unwrap();
    for row in 0..3 {
        for column in 0..5 {
            let mine = layout.contains(layout.shape().cell(&[row, column]).unwrap());
            if page.outcome().await != "playing" {
                break;
            }
            go(&page, row, column).await;
            if mine {
                page.keys("f").await;
                assert!(heard(&page).await.starts_with("flagged, row"), "{}", heard(&page).await);
            } else if heard(&page).await.starts_with("closed") {
                page.keys(Key::Space).await;
            }
        }
    }
    assert_eq!(page.outcome().await, "won");
    assert!(page.text("status").await.starts_with("You won"));
}

async fn every_action_has_a_key(page: Rc<Page>) {
    page.open("level=beginner&seed=5&marks=on").await;
    go(&page, 4, 4).await;
    page.keys(Key::Enter).await;
    assert!(page.text("status").await.ends_with("cells opened."));
    go(&page, 0, 0).await;
    page.keys("m").await;
    assert!(heard(&page).await.starts_with("question mark"));
    page.keys("m").await;
    page.keys("f").await;
    assert_eq!(page.text("status").await, "Flagged, 9 mines left.");
    page.keys("u").await;
    assert!(heard(&page).await.starts_with("closed"));
    // A step at a time: where to look, the cell, and why.
    for told in ["Look near", " is safe.", " at ("] {
        page.keys("i").await;
        page.until(&format!("document.getElementById('status').textContent.includes('{told}')")).await;
    }
    assert!(page.get("omnisweep.game.model.paint(0, 0, 9, 9).some(code => code & (1 << 23))").await == true);
    page.keys("p").await;
    assert_eq!(page.get("document.getElementById('paused').hidden").await, false);
    page.keys(Key::Enter).await;
    assert_eq!(
        page.get("document.getElementById('paused').hidden").await,
        true,
        "the button to go on has the focus"
    );
    page.keys("r").await;
    assert_eq!(page.text("status").await, "The same board again, practice: the seed was chosen.");
    assert!(!page.board().await.contains('.'));
    let address = page.get("location.hash").await;
    page.keys("n").await;
    assert_ne!(page.get("location.hash").await, address, "another board");
    let cell = page.get("omnisweep.game.board.cell").await.as_f64().unwrap();
    page.keys("+").await;
    assert!(page.get("omnisweep.game.board.cell").await.as_f64().unwrap() > cell);
    page.keys("0").await;
    assert_eq!(page.get("omnisweep.game.board.cell").await.as_f64().unwrap(), cell);
    // A chord.
    page.open_board("modern", "*..\n...\n..*\n").await;
    go(&page, 1, 1).await;
    page.keys("o").await;
    go(&page, 0, 0).await;
    page.keys("f").await;
    go(&page, 2, 2).await;
    page.keys("f").await;
    go(&page, 1, 1).await;
    page.keys("c").await;
    assert_eq!(page.outcome().await, "won");
}

async fn keys_go_everywhere(page: Rc<Page>) {
    page.open("level=expert&seed=5").await;
    let here = |words: &str| words.split_once(", ").unwrap().1.to_owned();
    page.keys(Key::Home).await;
    assert_eq!(here(&heard(&page).await), "row 8, column 0");
    page.keys(Key::End).await;
    assert_eq!(here(&heard(&page).await), "row 8, column 29");
    page.keys(Key::Control + Key::Home).await;
    assert_eq!(here(&heard(&page).await), "row 0, column 0");
    page.keys(Key::Control + Key::End).await;
    assert_eq!(here(&heard(&page).await), "row 15, column 29");
    page.keys(Key::PageUp).await;
    assert_ne!(here(&heard(&page).await), "row 15, column 29");
    page.keys(Key::Control + Key::Home).await;
    page.keys("ljj").await;
    assert_eq!(here(&heard(&page).await), "row 2, column 1");
    page.keys("hk").await;
    assert_eq!(here(&heard(&page).await), "row 1, column 0");
    page.open("level=tesseract&seed=5").await;
    assert_eq!(here(&heard(&page).await), "w 2, z 2, row 2, column 2");
    page.keys("]").await;
    assert_eq!(here(&heard(&page).await), "w 2, z 3, row 2, column 2");
    page.keys("{").await;
    assert_eq!(here(&heard(&page).await), "w 1, z 3, row 2, column 2");
}

async fn windows_open_and_close_by_keys(page: Rc<Page>) {
    page.open("level=beginner&seed=5").await;
    let windows = [("g", "dialog-new"), ("d", "dialog-daily"), ("s", "dialog-stats"), ("?", "dialog-help")];
    for (key, id) in windows {
        page.keys(key).await;
        assert_eq!(page.get(&format!("document.getElementById('{id}').open")).await, true, "{key}");
        page.keys(Key::Escape).await;
        assert_eq!(page.get(&format!("document.getElementById('{id}').open")).await, false, "{key}");
        assert!(heard(&page).await.contains("row"), "the focus is on the board again");
    }
}

async fn what_happens_is_said(page: Rc<Page>) {
    page.open_board("modern", "*..\n...\n..*\n").await;
    let grid = page
        .get("(() => { const g = omnisweep.game.board.grid; return [g.getAttribute('role'), g.getAttribute('aria-rowcount'), g.querySelectorAll('[role=row]').length, g.querySelectorAll('[role=gridcell]').length, g.querySelectorAll('[tabindex=\"0\"]').length, document.getElementById('status').getAttribute('role')]; })()")
        .await;
    assert_eq!(grid, serde_json::json!(["grid", "3", 3, 9, 1, "status"]));
    // But not what changes by itself: nobody wants to hear every second.
    for id in ["clock", "mines", "replay-clock", "replay-count"] {
        let live = "closest('output, [role=status], [role=alert], [role=log], [aria-live]')";
        assert!(page.get(&format!("document.getElementById('{id}').{live}")).await.is_null(), "{id}");
    }
    page.keys(Key::Space).await;
    assert_eq!(page.text("status").await, "Opened: 2.");
    assert_eq!(heard(&page).await, "2, row 1, column 1");
    page.keys("c").await;
    assert_eq!(page.text("status").await, "The number needs as many flags around it.");
    go(&page, 0, 0).await;
    page.keys(Key::Space).await;
    assert!(page.text("status").await.ends_with(": row 0, column 0 was a mine."));
    assert_eq!(heard(&page).await, "the mine that went off, row 0, column 0");
    page.until("document.getElementById('result-more').textContent !== ''").await;
    let said = page.text("result-more").await;
    assert!(said.starts_with("A guess at 25 %: "), "{said}");
}

async fn keys_are_the_game_s_wherever_the_focus_is(page: Rc<Page>) {
    page.open("level=beginner&seed=5").await;
    let generation = || async { page.get("omnisweep.game.generation").await };
    // After a click on a button Space opens a cell, and does not press it again.
    page.push("#retry").await;
    let before = generation().await;
    page.keys(Key::Space).await;
    assert_eq!(generation().await, before);
    assert_eq!(page.get("omnisweep.game.model.begun()").await, true);
    // On a button that was gone to by keys, Space presses it; all other keys are the game's.
    page.run("document.getElementById('heat').focus();", vec![]).await;
    page.keys("n").await;
    assert_ne!(generation().await, before, "another board");
    page.run("document.getElementById('share').focus();", vec![]).await;
    page.keys(Key::Right).await;
    assert!(heard(&page).await.ends_with("row 4, column 5"), "{}", heard(&page).await);
    let before = generation().await;
    page.run("document.getElementById('retry').focus();", vec![]).await;
    page.keys(Key::Enter).await;
    assert_ne!(generation().await, before, "the button was pressed");
    assert!(heard(&page).await.contains("row"), "and the game goes on");
    // Pause, and go on.
    page.keys(Key::Space).await;
    for paused in [true, false, true] {
        page.keys("p").await;
        assert_eq!(page.get("omnisweep.game.paused").await, paused);
    }
    // Where something is typed, keys are letters.
    page.push("#resume").await;
    page.push("#open-new").await;
    page.run("document.querySelector('details').open = true; document.querySelector('#form-new [name=seed]').focus();", vec![]).await;
    let before = generation().await;
    page.keys("n").await;
    assert_eq!(generation().await, before);
}

async fn keys_can_be_changed(page: Rc<Page>) {
    page.open_board("modern", "*..\n...\n..*\n").await;
    assert_eq!(page.get("document.getElementById('hint').title").await, "Hint (i)");
    page.push("#open-settings").await;
    let set = |command: &str, keys: &str| {
        let script = format!(
            "const field = document.querySelector('[name=\"key-{command}\"]'); field.value = '{keys}';
             field.dispatchEvent(new Event('input', {{ bubbles: true }}));"
        );
        let page = page.clone();
        async move { page.run(&script, vec![]).await }
    };
    set("flag", "z shift-left").await;
    // What would mean two things is not taken.
    set("chord", "z").await;
    assert_eq!(page.text("keys-wrong").await, "“z” would mean both flag and chord.");
    set("chord", "c").await;
    assert_eq!(page.text("keys-wrong").await, "");
    set("hint", "ctrl-i").await;
    page.push("#dialog-settings .primary").await;
    for _ in 0..2 {
        assert_eq!(page.get("document.getElementById('hint').title").await, "Hint (ctrl-i)");
        page.keys("z").await;
        assert_eq!(page.text("status").await, "Flagged, 1 mine left.");
        page.keys(Key::Shift + Key::Left).await;
        assert_eq!(page.text("status").await, "Cleared, 2 mines left.");
        page.keys("f").await;
        assert_eq!(page.text("status").await, "Cleared, 2 mines left.", "it means nothing now");
        page.kept().await;
        page.reload().await;
    }
    // The help names them, and the usual ones come back.
    page.keys("?").await;
    let named = "[...document.querySelectorAll('#help-keys kbd')].map(({ textContent }) => textContent)";
    assert!(page.get(named).await.as_array().unwrap().contains(&serde_json::json!("ctrl-i")));
    page.keys(Key::Escape).await;
    page.push("#open-settings").await;
    page.run("document.getElementById('keys-usual').click();", vec![]).await;
    page.push("#dialog-settings .primary").await;
    page.keys("f").await;
    assert_eq!(page.text("status").await, "Flagged, 1 mine left.");
}

/// What of the page a screen reader is given, a line for each thing: what it is, what it is called, how it stands.
async fn tree(page: &Page) -> String {
    let found = page.tell("Accessibility.getFullAXTree", serde_json::json!({})).await;
    let nodes = found["nodes"].as_array().unwrap();
    let word = |value: &Value| value["value"].as_str().unwrap_or_default().to_owned();
    let mut lines = String::new();
    let mut left = vec![(0, &nodes[0])];
    while let Some((depth, node)) = left.pop() {
        let role = word(&node["role"]);
        let plain = ["generic", "none", "StaticText", "InlineTextBox", "LabelText", "Pre", "DescriptionList"];
        let shown = node["ignored"] != true && !plain.contains(&role.as_str());
        if shown {
            let states = node["properties"].as_array().into_iter().flatten().filter_map(|property| {
                let name = property["name"].as_str()?;
                let value = &property["value"]["value"];
                let said = ["disabled", "pressed", "focused", "modal"].contains(&name);
                (said && *value != false && *value != "false").then(|| format!(", {name}"))
            });
            lines += &format!(
                "{}{role} \"{}\"{}\n",
                "  ".repeat(depth),
                word(&node["name"]),
                states.collect::<String>()
            );
        }
        let below = depth + usize::from(shown);
        let children = node["childIds"].as_array().into_iter().flatten().rev();
        left.extend(
            children.filter_map(|id| Some((below, nodes.iter().find(|other| other["nodeId"] == *id)?))),
        );
    }
    lines
}

/// A game for those who hear it: the board; what keys mean, the keys, and what a screen reader then says, if anything.
pub const BOARD_BY_EAR: &str = "*..\n...\n..*\n";
pub const KEYS_BY_EAR: [(&str, &str, &str); 8] = [
    ("Space opens the cell in the middle", " ", "Opened: 2."),
    ("z means nothing", "z", ""),
    ("Left and up, to the corner", "hk", "closed, row 0, column 0"),
    ("f flags it", "f", "Flagged, 1 mine left."),
    ("The other corner", "lljj", "closed, row 2, column 2"),
    ("f flags it, too", "f", "Flagged, 0 mines left."),
    ("Back to the middle", "hk", "2, row 1, column 1"),
    ("c opens around the number", "c", "You won"),
];

async fn a_game_as_a_screen_reader_has_it(page: Rc<Page>) {
    page.open_board("modern", BOARD_BY_EAR).await;
    // Time stands still.
    page.run("omnisweep.game.tick = () => {}; performance.now = () => 0;", vec![]).await;
    let mut heard = format!("# The page\n{}", tree(&page).await);
    let mut then = tree(&page).await;
    // What is new after each key: what a reader hears of it.
    for (what, keys, _) in KEYS_BY_EAR {
        page.keys(keys).await;
        page.until("!omnisweep.game.ignoringClicks").await;
        let now = tree(&page).await;
        heard += &format!("\n# {what}\nsaid: {}\n", page.text("status").await);
        let old: Vec<&str> = then.lines().map(str::trim).collect();
        for line in now.lines().map(str::trim).filter(|line| !old.contains(line)) {
            heard += &format!("{line}\n");
        }
        then = now;
    }
    assert_eq!(page.outcome().await, "won");
    golden::check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("browser/heard.txt"), &heard);
}
