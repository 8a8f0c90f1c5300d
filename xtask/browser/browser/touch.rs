//! Fingers on a phone.

use std::rc::Rc;

use crate::page::{Page, scenarios};
use serde_json::json;

scenarios![
    a_phone_in_portrait_plays_beginner_without_zooming,
    a_tap_opens_and_a_long_press_flags,
    the_delay_of_a_long_press_can_be_set,
    flag_mode_turns_tap_and_long_press_round,
    a_tap_on_a_number_opens_around_it,
    a_finger_that_moves_opens_nothing,
    two_fingers_zoom,
];

const BOARD: &str = "*..\n...\n..*\n";

/// A tap, however slow the machine is: a long press takes a minute meanwhile.
async fn tap(page: &Page, row: u32, column: u32) {
    let at = page.middle(row, column).await;
    page.run("window.delay = omnisweep.game.settings.delay; omnisweep.game.settings.delay = 60000;", vec![])
        .await;
    page.fingers("touchStart", &[at]).await;
    page.fingers("touchEnd", &[]).await;
    page.run("omnisweep.game.settings.delay = window.delay;", vec![]).await;
}

async fn a_phone_in_portrait_plays_beginner_without_zooming(page: Rc<Page>) {
    page.become_a_phone().await;
    page.open("level=beginner&seed=5").await;
    let seen = page
        .get(
            "(() => {
                const { board } = omnisweep.game, rect = board.plane.getBoundingClientRect();
                const inside = rect.left >= 0 && rect.right <= innerWidth && rect.top >= 0 && rect.bottom <= innerHeight;
                const still = board.scroller.scrollWidth <= board.scroller.clientWidth
                    && board.scroller.scrollHeight <= board.scroller.clientHeight;
                const page = document.documentElement.scrollWidth <= innerWidth;
                return [inside, still, page, board.cell >= 36];
            })()",
        )
        .await;
    assert_eq!(seen, json!([true, true, true, true]));
    tap(&page, 4, 4).await;
    assert!(page.board().await.contains('.'));
}

async fn a_tap_opens_and_a_long_press_flags(page: Rc<Page>) {
    page.become_a_phone().await;
    page.open_board("modern", BOARD).await;
    tap(&page, 1, 1).await;
    assert_eq!(page.board().await, "###\n#2#\n###\n");
    let at = page.middle(0, 0).await;
    page.fingers("touchStart", &[at]).await;
    page.until("omnisweep.game.model.mines_left() === '1'").await;
    assert_eq!(page.board().await, "F##\n#2#\n###\n", "while the finger still rests");
    page.fingers("touchEnd", &[]).await;
    assert_eq!(page.board().await, "F##\n#2#\n###\n", "lifting it does nothing more");
}

async fn the_delay_of_a_long_press_can_be_set(page: Rc<Page>) {
    page.become_a_phone().await;
    page.open_board("modern", BOARD).await;
    page.push("#open-settings").await;
    page.run(
        "const field = document.querySelector('[name=delay]'); field.value = 1000;
         field.dispatchEvent(new Event('input', { bubbles: true }));",
        vec![],
    )
    .await;
    assert_eq!(page.text("delay-shown").await, "1000 ms");
    page.push("#dialog-settings .primary").await;
    page.run(
        "addEventListener('touchstart', () => {
             const start = performance.now();
             const look = () => {
                 if (omnisweep.game.model.mines_left() === '2') return requestAnimationFrame(look);
                 window.rested = performance.now() - start;
             };
             look();
         }, { capture: true });",
        vec![],
    )
    .await;
    let at = page.middle(1, 1).await;
    page.fingers("touchStart", &[at]).await;
    page.until("window.rested !== undefined").await;
    page.fingers("touchEnd", &[]).await;
    assert_eq!(page.board().await, "###\n#F#\n###\n");
    let rested = page.get("window.rested").await.as_f64().unwrap();
    assert!(rested >= 950.0, "it takes its second: {rested}");
    page.reload().await;
    assert_eq!(page.get("omnisweep.game.settings.delay").await, 1000, "settings are kept");
}

async fn flag_mode_turns_tap_and_long_press_round(page: Rc<Page>) {
    page.become_a_phone().await;
    page.open_board("modern", BOARD).await;
    page.push("#flag-mode").await;
    tap(&page, 0, 0).await;
    assert_eq!(page.board().await, "F##\n###\n###\n");
    let at = page.middle(1, 1).await;
    page.fingers("touchStart", &[at]).await;
    page.until("omnisweep.game.model.begun() && omnisweep.game.model.save(0).includes(' o 1 1')").await;
    page.fingers("touchEnd", &[]).await;
    assert_eq!(page.board().await, "F##\n#2#\n###\n");
}

async fn a_tap_on_a_number_opens_around_it(page: Rc<Page>) {
    page.become_a_phone().await;
    page.open_board("clicks", BOARD).await;
    tap(&page, 1, 1).await;
    page.push("#flag-mode").await;
    tap(&page, 0, 0).await;
    tap(&page, 2, 2).await;
    tap(&page, 1, 1).await;
    assert_eq!(page.outcome().await, "won");
}

async fn a_finger_that_moves_opens_nothing(page: Rc<Page>) {
    page.become_a_phone().await;
    page.open("level=expert&seed=7").await;
    // However slow the machine is, this is no long press.
    page.run("omnisweep.game.settings.delay = 60000;", vec![]).await;
    let before = page.board().await;
    let (x, y) = page.get("(() => { const r = omnisweep.game.board.scroller.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })()").await.as_array().map(|at| (at[0].as_f64().unwrap(), at[1].as_f64().unwrap())).unwrap();
    let from = page.get("omnisweep.game.board.scroller.scrollLeft").await.as_f64().unwrap();
    page.fingers("touchStart", &[(x, y)]).await;
    for step in 1..=8 {
        page.fingers("touchMove", &[(x - f64::from(step) * 15.0, y)]).await;
    }
    page.fingers("touchEnd", &[]).await;
    assert_eq!(page.board().await, before);
    page.until(&format!("omnisweep.game.board.scroller.scrollLeft > {from}")).await;
}

async fn two_fingers_zoom(page: Rc<Page>) {
    page.become_a_phone().await;
    page.open("level=expert&seed=7").await;
    // However slow the machine is, this is no long press.
    page.run("omnisweep.game.settings.delay = 60000;", vec![]).await;
    let before = page.board().await;
    let size = || async { page.get("omnisweep.game.board.cell").await.as_f64().unwrap() };
    let small = size().await;
    page.fingers("touchStart", &[(180.0, 400.0)]).await;
    page.fingers("touchStart", &[(180.0, 400.0), (220.0, 400.0)]).await;
    for step in 1..=8 {
        let away = f64::from(step) * 8.0;
        page.fingers("touchMove", &[(180.0 - away, 400.0), (220.0 + away, 400.0)]).await;
    }
    page.fingers("touchEnd", &[]).await;
    let large = size().await;
    assert!(large > small * 1.5, "{small} {large}");
    assert_eq!(page.board().await, before, "a pinch opens nothing");
    assert_eq!(page.get("visualViewport.scale").await, 1, "the page itself is not zoomed");
}
