//! Under bad conditions: no storage, a slow network, back and forward, boards of extreme shape.

use std::rc::Rc;

use serde_json::json;
use thirtyfour::Key;

use crate::page::{Page, scenarios};

scenarios![
    without_storage_the_page_plays_and_says_that_nothing_is_kept,
    a_slow_network_shows_how_far_it_is,
    back_and_forward_keep_the_game,
    every_cell_of_a_long_board_can_be_reached,
    the_form_takes_a_share_and_offers_what_the_rules_have,
    a_page_without_a_server_has_no_buttons_for_one,
];

async fn without_storage_the_page_plays_and_says_that_nothing_is_kept(page: Rc<Page>) {
    let denied = "Object.defineProperty(window, 'indexedDB', { get() { throw new Error('denied'); } });";
    let silent = "IDBFactory.prototype.open = () => ({});";
    for (what, why) in [(denied, "denied"), (silent, "does not answer")] {
        let undo = page.run_first(what).await;
        page.open("level=beginner&seed=5").await;
        let said = page.text("status").await;
        assert!(said.starts_with("The game cannot be kept") && said.contains(why), "{said}");
        page.click((4, 4), 1).await;
        assert!(page.board().await.contains('.'));
        page.push("#hint").await;
        page.until("document.getElementById('status').textContent.startsWith('Look near')").await;
        page.push("#open-stats").await;
        page.until("document.getElementById('stats-message').textContent !== ''").await;
        page.push("#dialog-stats .primary").await;
        page.open_board("modern", "*.\n").await;
        page.click((0, 0), 1).await;
        assert_eq!(page.outcome().await, "lost");
        page.until("document.getElementById('result-more').textContent !== ''").await;
        page.push("#result-replay").await;
        page.until("document.getElementById('replay-skill').textContent !== ''").await;
        page.run_no_more(undo).await;
    }
}

async fn a_slow_network_shows_how_far_it_is(page: Rc<Page>) {
    let speed = |bytes: i32| json!({ "offline": false, "latency": 0, "downloadThroughput": bytes, "uploadThroughput": -1 });
    page.tell("Network.enable", json!({})).await;
    page.tell("Network.setCacheDisabled", json!({ "cacheDisabled": true })).await;
    page.tell("Network.emulateNetworkConditions", speed(100_000)).await;
    page.go("level=beginner&seed=5").await;
    page.until("/: [1-9]\\d* kB/.test(document.getElementById('progress')?.textContent)").await;
    assert_eq!(
        page.get("document.querySelector('.as-file')?.checkVisibility() ?? false").await,
        false,
        "it did not come as a file"
    );
    page.tell("Network.emulateNetworkConditions", speed(-1)).await;
    page.tell("Network.setCacheDisabled", json!({ "cacheDisabled": false })).await;
    page.until("document.documentElement.dataset.ready === 'yes'").await;
}

async fn back_and_forward_keep_the_game(page: Rc<Page>) {
    page.open("level=beginner&seed=5").await;
    page.click((4, 4), 1).await;
    let first = page.board().await;
    page.run("location.hash = 'level=expert&seed=7';", vec![]).await;
    page.until("document.getElementById('title').textContent === 'Expert'").await;
    page.click((8, 15), 1).await;
    let second = page.board().await;
    for (way, title, board) in
        [("back", "Beginner", &first), ("forward", "Expert", &second), ("back", "Beginner", &first)]
    {
        page.run(&format!("history.{way}();"), vec![]).await;
        page.until(&format!("document.getElementById('title').textContent === '{title}'")).await;
        assert_eq!(&page.board().await, board, "{way} to {title}: {}", page.text("status").await);
    }
    // Another page, and back.
    page.kept().await;
    page.driver().goto("about:blank").await.unwrap();
    page.driver().back().await.unwrap();
    page.until("document.documentElement.dataset.ready === 'yes'").await;
    assert_eq!(page.board().await, first);
}

async fn every_cell_of_a_long_board_can_be_reached(page: Rc<Page>) {
    for (size, last, at) in [
        ("1x1000000", "row 0, column 999999", (0, 999_999)),
        ("1000000x1", "row 999999, column 0", (999_999, 0)),
    ] {
        page.open(&format!("size={size}&mines=100000&seed=5")).await;
        for zoom in ["1", "1000"] {
            page.run(&format!("omnisweep.game.board.zoom({zoom}); omnisweep.game.board.focus();"), vec![])
                .await;
            page.keys(Key::Control + Key::End).await;
            let heard = page.get("document.activeElement.getAttribute('aria-label')").await;
            assert!(heard.as_str().unwrap().ends_with(last), "{heard}");
            // It is in sight, and the mouse finds it where it is seen.
            let (x, y) = page.middle(at.0, at.1).await;
            let found = page
                .run(
                    "return [innerWidth, innerHeight, omnisweep.game.board.square(...arguments)];",
                    vec![json!(x), json!(y)],
                )
                .await;
            assert!(
                x > 0.0 && x < found[0].as_f64().unwrap() && y > 0.0 && y < found[1].as_f64().unwrap(),
                "{x} {y}"
            );
            assert_eq!(found[2], json!([at.1, at.0]));
        }
        let flag = "omnisweep.game.model.mines_left()";
        let before = page.get(flag).await;
        page.click(at, 2).await;
        assert_ne!(page.get(flag).await, before);
    }
}

async fn the_form_takes_a_share_and_offers_what_the_rules_have(page: Rc<Page>) {
    page.open("").await;
    page.push("#open-new").await;
    page.push("[name=level][value=custom]").await;
    page.run("const { size, mines } = document.getElementById('form-new').elements; size.value = '10x20'; mines.value = mines.placeholder;", vec![]).await;
    page.push("#form-new [type=submit]").await;
    assert_eq!(page.text("details").await, "30 mines");
    page.push("#open-new").await;
    let offered = |rules: &str, first: &str| {
        let script = format!(
            "(() => {{
                const form = document.getElementById('form-new'), {{ rules, first, guess, marks }} = form.elements;
                rules.value = '{rules}'; first.value = '{first}';
                form.dispatchEvent(new Event('change'));
                return [first, marks, guess].map(field => field.checkVisibility());
            }})()"
        );
        let page = page.clone();
        async move { page.get(&script).await }
    };
    assert_eq!(offered("modern", "opening").await, json!([true, true, true]));
    assert_eq!(offered("modern", "anything").await, json!([true, true, false]));
    assert_eq!(offered("esp", "opening").await, json!([false, false, true]));
    assert_eq!(offered("clicks", "opening").await, json!([false, false, false]));
}

async fn a_page_without_a_server_has_no_buttons_for_one(page: Rc<Page>) {
    page.open("game=0123456789abcdef0123456789abcdef").await;
    page.until("document.documentElement.dataset.server === 'no'").await;
    assert_eq!(page.get("document.getElementById('open-server').checkVisibility()").await, false);
    assert!(!page.text("status").await.is_empty(), "what the address is about is not here");
    assert_eq!(page.get("omnisweep.game.model.remote()").await, false);
}
