//! In every window: what is where, by geometry.

use std::rc::Rc;

use omnisweep_engine::{Cell, Layout, Shape};
use omnisweep_session::code;
use serde_json::json;

use crate::page::{Page, scenarios};

scenarios![
    everything_has_its_place_in_every_window,
    the_board_uses_the_window,
    fitting_shows_the_whole_board,
    clicks_mean_nothing_for_a_moment_after_the_end,
];

/// What windows there are: phones both ways up (for fingers), tablets, laptops, screens, and what page zoom makes of them.
const FINGERS: [(u32, u32); 24] = [
    (280, 480),
    (480, 280),
    (320, 480),
    (320, 568),
    (568, 320),
    (344, 882),
    (360, 640),
    (640, 360),
    (375, 667),
    (667, 375),
    (390, 844),
    (844, 390),
    (412, 915),
    (430, 932),
    (932, 430),
    (540, 720),
    (600, 960),
    (740, 360),
    (768, 1024),
    (1024, 768),
    (820, 1180),
    (1180, 820),
    (1080, 1920),
    (2160, 3840),
];
const MICE: [(u32, u32); 25] = [
    (320, 256),
    (480, 270),
    (640, 512),
    (683, 384),
    (480, 960),
    (720, 1280),
    (721, 600),
    (800, 600),
    (860, 700),
    (900, 700),
    (901, 500),
    (952, 600),
    (960, 540),
    (1000, 800),
    (1024, 600),
    (1100, 500),
    (1179, 700),
    (1280, 720),
    (1280, 900),
    (1366, 640),
    (1440, 900),
    (1500, 700),
    (1920, 1080),
    (3440, 1440),
    (3840, 2160),
];

/// A board of this size with mines here and there: its address, its safe cells, and a mine.
fn board(size: &str) -> (String, Vec<u64>, u64) {
    let shape: Shape = size.parse().unwrap();
    let (mines, safe): (Vec<u64>, Vec<u64>) =
        (0..shape.cells()).partition(|cell| cell * cell % 31 % 7 == 3 && cell % 3 != 0);
    let layout = Layout::with_mines(shape, mines.iter().copied().map(Cell)).unwrap();
    (format!("board={}", code::write(&layout, None)), safe, mines[0])
}

async fn everything_has_its_place_in_every_window(page: Rc<Page>) {
    page.media("prefers-reduced-motion", "reduce").await;
    page.open("level=beginner&seed=5").await;
    let boards = ["9x9", "16x30", "4x4x4x4", "16x16", "30x6"].map(board);
    let windows = FINGERS.map(|window| (window, true)).into_iter().chain(MICE.map(|window| (window, false)));
    let mut faults = Vec::new();
    for (at, ((width, height), fingers)) in windows.enumerate() {
        page.resize(width, height, fingers).await;
        let (address, safe, mine) = &boards[at % boards.len()];
        let words = vec![json!(address), json!(safe), json!(mine), json!(fingers)];
        let found = page.wait_for(include_str!("geometry.js"), words).await;
        faults.extend(found.as_array().unwrap().iter().map(|fault| format!("{width}x{height}: {fault}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

async fn the_board_uses_the_window(page: Rc<Page>) {
    page.open("level=beginner&seed=5").await;
    // The window, the level, where the controls are, and the part of the window that the board covers at least.
    for (width, height, level, layout, least) in [
        (3840, 2160, "expert", "stack", 0.8),
        (1920, 1080, "expert", "stack", 0.65),
        (1366, 640, "expert", "side", 0.6),
        (1280, 900, "beginner", "side", 0.6),
        (844, 390, "beginner", "side", 0.35),
        (390, 844, "beginner", "stack", 0.35),
        (768, 1024, "expert", "stack", 0.35),
    ] {
        page.resize(width, height, false).await;
        page.open(&format!("level={level}&seed=5")).await;
        let found = page
            .get(
                "(() => {
                    const { width, height } = omnisweep.game.board.plane.getBoundingClientRect();
                    return [document.documentElement.dataset.layout, width * height / innerWidth / innerHeight];
                })()",
            )
            .await;
        assert_eq!(found[0], layout, "{width}x{height}");
        assert!(found[1].as_f64().unwrap() >= least, "{width}x{height}: {found}");
    }
}

async fn fitting_shows_the_whole_board(page: Rc<Page>) {
    let hidden = "(() => { const { scroller } = omnisweep.game.board;
        return scroller.scrollWidth > scroller.clientWidth || scroller.scrollHeight > scroller.clientHeight; })()";
    page.open("level=expert&seed=5").await;
    for (width, height) in [(390, 844), (844, 390), (280, 480)] {
        page.resize(width, height, true).await;
        page.open("level=expert&seed=5").await;
        assert_eq!(page.get(hidden).await, true, "cells are large enough for fingers first");
        page.push("#zoom-fit").await;
        assert_eq!(page.get(hidden).await, false, "{width}x{height}");
        page.push("#zoom-in").await;
        page.push("#zoom-in").await;
        assert_eq!(page.get(hidden).await, true);
        page.run("omnisweep.game.board.focus()", vec![]).await;
        page.keys("0").await;
        assert_eq!(page.get(hidden).await, false, "by its key, too");
    }
}

async fn clicks_mean_nothing_for_a_moment_after_the_end(page: Rc<Page>) {
    page.open("").await;
    for (width, height) in [(1280, 900), (844, 390), (390, 844)] {
        page.resize(width, height, false).await;
        // However slow the machine is, the moment is not over before it is said to be.
        page.open_board("modern", "*..\n...\n..*\n").await;
        page.run(
            "const real = setTimeout; window.wake = [];
             window.setTimeout = (what, after) => after > 300 && after < 500 ? window.wake.push(what) : real(what, after);",
            vec![],
        )
        .await;
        let button = "(() => { const { left, top, width, height } = document.getElementById('result-new').getBoundingClientRect();
            return [left + width / 2, top + height / 2]; })()";
        page.click((0, 0), 1).await;
        assert_eq!(page.outcome().await, "lost");
        let address = page.get("omnisweep.game.generation").await;
        let at = page.get(button).await;
        let at = (at[0].as_f64().unwrap(), at[1].as_f64().unwrap());
        page.hold_at(at.0, at.1, 1).await;
        page.hold_at(at.0, at.1, 0).await;
        assert_eq!(page.get("omnisweep.game.generation").await, address, "no new game yet");
        page.run("window.wake.forEach(what => what());", vec![]).await;
        page.push("#result-new").await;
        assert_ne!(page.get("omnisweep.game.generation").await, address, "a new game");
    }
}
