//! Boards of every size and dimension.

use std::rc::Rc;

use serde_json::json;
use thirtyfour::Key;

use crate::page::{Page, scenarios};

scenarios![
    what_can_be_told_apart_looks_different,
    lines_are_sharp_on_any_screen,
    a_thousand_by_a_thousand_scrolls_and_zooms,
    neighbours_are_lit_across_slices,
    every_level_and_any_custom_size_can_be_chosen,
    a_hint_explains_itself_and_points,
    the_page_plays_on_while_the_worker_thinks,
    a_board_that_needs_no_guess_is_won_by_hints_alone,
    the_page_stays_awake_while_a_board_is_made_and_can_cancel,
    a_forced_guess_is_forgiven_and_no_other,
];

async fn what_can_be_told_apart_looks_different(page: Rc<Page>) {
    // Everything that a board can show: closed, flags right and wrong, blank, numbers, mines and the fatal one.
    page.open_board("modern", "*......*\n........\n...*....\n.......*\n").await;
    let pictures = || async {
        page.still().await;
        let found = page
            .get(
                "(() => {
                    const { board, model } = omnisweep.game, { canvas, pixels: size } = board;
                    board.paint();
                    const copy = document.createElement('canvas');
                    [copy.width, copy.height] = [canvas.width, canvas.height];
                    const context = copy.getContext('2d', { willReadFrequently: true });
                    context.drawImage(canvas, 0, 0);
                    const looks = {}, all = context.getImageData(0, 0, canvas.width, canvas.height);
                    Array.from(model.paint(0, 0, 8, 4)).forEach((code, at) => {
                        const x = at % 8 * size, y = Math.floor(at / 8) * size;
                        let sum = 7;
                        for (let row = y; row < y + size; row++) {
                            const from = (row * canvas.width + x) * 4;
                            for (const byte of all.data.subarray(from, from + size * 4)) sum = (sum * 31 + byte) >>> 0;
                        }
                        looks[code & 0xffff] = sum;
                    });
                    return looks;
                })()",
            )
            .await;
        found.as_object().unwrap().clone()
    };
    page.click((0, 0), 2).await;
    page.click((1, 7), 2).await;
    page.click((3, 0), 1).await;
    let playing = pictures().await;
    page.click((2, 3), 1).await;
    assert_eq!(page.outcome().await, "lost");
    let mut all = pictures().await;
    all.extend(playing);
    assert!(all.len() >= 7, "{all:?}");
    let mut different: Vec<u64> = all.values().map(|sum| sum.as_u64().unwrap()).collect();
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), all.len(), "{all:?}");
}

async fn lines_are_sharp_on_any_screen(page: Rc<Page>) {
    for density in [1.0, 1.25, 1.5, 2.0, 2.625, 3.0] {
        page.window(1100, 800, density, false).await;
        page.open("level=expert&seed=5").await;
        for _ in 0..4 {
            let sharp = page
                .get(
                    "(() => {
                        const { canvas, cell } = omnisweep.game.board, density = devicePixelRatio;
                        const whole = value => Math.abs(value - Math.round(value)) < .05;
                        const { left, top, width, height } = canvas.getBoundingClientRect();
                        return [String(density), whole(cell * density), Math.abs(canvas.width - width * density) < .05,
                            Math.abs(canvas.height - height * density) < .05, whole(left * density), whole(top * density)];
                    })()",
                )
                .await;
            assert_eq!(sharp, json!([density.to_string(), true, true, true, true, true]));
            page.keys("+").await;
        }
    }
}

async fn a_thousand_by_a_thousand_scrolls_and_zooms(page: Rc<Page>) {
    page.open("size=1000x1000&mines=150000&seed=3").await;
    let held = || async {
        let all = page
            .get("[document.querySelectorAll('[role=gridcell]').length, omnisweep.game.board.canvas.width <= innerWidth, omnisweep.game.board.canvas.height <= innerHeight]")
            .await;
        assert!(
            all[0].as_u64().unwrap() <= 1100 && all[1] == true && all[2] == true,
            "only what is seen is there: {all}"
        );
    };
    held().await;
    page.click((500, 500), 1).await;
    assert_eq!(page.get("omnisweep.game.model.begun()").await, true);
    // The last corner, by scrolling and a click.
    page.run(
        "const s = document.getElementById('scroller'); s.scrollTo(s.scrollWidth, s.scrollHeight);",
        vec![],
    )
    .await;
    let corner = page.get("omnisweep.game.model.paint(999, 999, 1, 1)[0] & 0xffff").await;
    assert_eq!(corner, 1);
    page.click((999, 999), 2).await;
    assert_eq!(page.get("omnisweep.game.model.paint(999, 999, 1, 1)[0] & 0xffff").await, 2);
    held().await;
    // By keys.
    page.keys(Key::Control + Key::Home).await;
    assert!(
        page.get("document.activeElement.getAttribute('aria-label')")
            .await
            .as_str()
            .unwrap()
            .ends_with("row 0, column 0")
    );
    assert_eq!(page.get("document.getElementById('scroller').scrollTop").await, 0);
    assert_eq!(page.get("document.activeElement.getAttribute('aria-colindex')").await, "1");
    held().await;
    // Far out, and in again.
    for (factor, least, most) in [(0.001, 2.0, 2.0), (1000.0, 320.0, 320.0)] {
        let script = format!("omnisweep.game.board.zoom({factor})");
        page.run(&script, vec![]).await;
        let cell = page.get("omnisweep.game.board.cell").await.as_f64().unwrap();
        assert!((least..=most).contains(&cell), "{cell}");
        held().await;
    }
    // Cells stay under the wheel that zooms them.
    page.run("omnisweep.game.board.fit()", vec![]).await;
    let under = || async { page.get("omnisweep.game.board.square(400, 400)").await };
    page.run("document.getElementById('scroller').scrollTo(5000, 5000)", vec![]).await;
    let before = under().await;
    page.zoom_wheel(400, 400, -120).await;
    page.until("!omnisweep.game.board.fitted").await;
    assert_eq!(under().await, before);
}

async fn neighbours_are_lit_across_slices(page: Rc<Page>) {
    page.open("size=3x3x3&mines=1&seed=3&first=safe").await;
    let lit = || async {
        page.get(
            "Array.from(omnisweep.game.model.paint(0, 0, 99, 99)).filter(code => code & (1 << 21)).length",
        )
        .await
    };
    // The middle of the middle slice touches all others.
    let (x, y) = (
        page.get("omnisweep.game.model.x(13)").await.as_u64().unwrap() as u32,
        page.get("omnisweep.game.model.y(13)").await.as_u64().unwrap() as u32,
    );
    page.hold((y, x), 0).await;
    assert_eq!(lit().await, 27);
    let (x, y) = (
        page.get("omnisweep.game.model.x(0)").await.as_u64().unwrap() as u32,
        page.get("omnisweep.game.model.y(0)").await.as_u64().unwrap() as u32,
    );
    page.hold((y, x), 0).await;
    assert_eq!(lit().await, 8);
    page.click((y, x), 1).await;
    assert_eq!(page.get("omnisweep.game.model.begun()").await, true);
    let labels = page.get("omnisweep.game.model.labels(0, 0, 99, 99).map(({ text }) => text)").await;
    assert_eq!(labels, serde_json::json!(["z0", "z1", "z2"]));
    // Flat boards light nothing, and have a frame.
    let framed = "document.querySelector('.framed') !== null";
    assert_eq!(page.get(framed).await, false);
    page.open("level=beginner&seed=3").await;
    assert_eq!(page.get(framed).await, true);
    page.hold((4, 4), 0).await;
    assert_eq!(lit().await, 0);
}

async fn every_level_and_any_custom_size_can_be_chosen(page: Rc<Page>) {
    page.open("").await;
    for (level, title) in
        [("intermediate", "Intermediate"), ("expert", "Expert"), ("cube", "Cube"), ("tesseract", "Tesseract")]
    {
        page.push("#open-new").await;
        page.push(&format!("[name=level][value={level}]")).await;
        page.push("#form-new [type=submit]").await;
        assert_eq!(page.text("title").await, title);
    }
    page.push("#open-new").await;
    page.push("[name=level][value=custom]").await;
    let fill = |name: &str, value: &str| {
        let script = format!(
            "const field = document.querySelector('#form-new [name={name}]'); field.value = '{value}'; field.dispatchEvent(new Event('change', {{ bubbles: true }}));"
        );
        let page = page.clone();
        async move { page.run(&script, vec![]).await }
    };
    page.push("#form-new [type=submit]").await;
    assert_eq!(page.text("new-error").await, "A custom board needs a size, as 16x30 or 5x5x5.");
    fill("size", "3x4x5").await;
    fill("mines", "60").await;
    page.push("#form-new [type=submit]").await;
    assert!(page.text("new-error").await.starts_with("Too many mines (60)"));
    assert_eq!(page.text("title").await, "Tesseract", "the game that was there is still there");
    fill("mines", "6").await;
    fill("rules", "nd").await;
    assert_eq!(page.get("document.getElementById('first').disabled").await, true);
    page.push("#form-new [type=submit]").await;
    assert_eq!(page.text("title").await, "3×4×5");
    assert!(page.get("location.hash").await.as_str().unwrap().starts_with("#size=3x4x5&mines=6&rules=nd"));
}

async fn a_hint_explains_itself_and_points(page: Rc<Page>) {
    page.open("level=beginner&seed=5").await;
    page.click((4, 4), 1).await;
    // As much help as is wanted: where to look, the mine, and why, a step at a time; then the cell that is seen by it.
    for told in ["Look near row ", " is a mine: worth a flag.", " at (", " is safe.", " at ("] {
        page.push("#hint").await;
        page.until(&format!("document.getElementById('status').textContent.includes('{told}')")).await;
    }
    let marks = page
        .get("[1 << 22, 1 << 23].map(bit => Array.from(omnisweep.game.model.paint(0, 0, 9, 9)).filter(code => code & bit).length)")
        .await;
    assert_eq!(marks[0], 1, "one cell to open");
    assert!(marks[1].as_u64().unwrap() >= 1, "and the numbers that say so");
    assert_eq!(page.get("omnisweep.game.model.counts()").await, false, "it is an assisted game now");
    // What the hint says holds.
    page.run("omnisweep.game.board.focus()", vec![]).await;
    page.keys(Key::Space).await;
    assert_ne!(page.outcome().await, "lost");
}

async fn the_page_plays_on_while_the_worker_thinks(page: Rc<Page>) {
    page.open("level=expert&seed=5").await;
    page.click((8, 15), 1).await;
    // Work for as long as it takes: whenever there is an answer, two more are asked for.
    page.run(
        "window.answered = 0;
         const saved = omnisweep.game.model.save(0), ask = () => omnisweep.game.worker.ask('heat', saved, undefined, 0);
         const work = async () => {
             for (let next = ask(); !window.enough; window.answered++) { const now = next; next = ask(); await now; }
             window.finished = true;
         };
         work();",
        vec![],
    )
    .await;
    page.until("window.answered > 0").await;
    page.click((0, 0), 2).await;
    let during = page
        .get("[window.finished ?? false, omnisweep.game.model.begun(), document.getElementById('mines').textContent]")
        .await;
    assert_eq!(during, json!([false, true, "98"]), "a flag was set before the worker was done");
    page.run("window.enough = true;", vec![]).await;
    page.until("window.finished").await;
}

async fn a_board_that_needs_no_guess_is_won_by_hints_alone(page: Rc<Page>) {
    page.open("level=intermediate&seed=5&guess=never").await;
    assert_eq!(page.text("details").await, "16×16 · 40 mines · no guess · Seed 5");
    page.click((3, 4), 1).await;
    page.until("omnisweep.game.model.begun()").await;
    assert_eq!(page.text("details").await, "16×16 · 40 mines · no guess ✓ certified · Seed 5");
    // Every step is proven: a guess would have other sentences.
    let end = page
        .wait_for(
            "const done = arguments[0], { game } = omnisweep;
             (async () => {
                 for (let step = 0; step < 300; step++) {
                     if (game.model.outcome() !== 'playing') return game.model.outcome();
                     const hint = JSON.parse(await game.worker.ask('hint', game.model.save(performance.now()), 0, false));
                     const { text } = hint.parts[1], mine = text.endsWith('is a mine: worth a flag.');
                     if (!mine && !text.endsWith('is safe.')) return hint.parts[0].text;
                     game.model.set_focus(hint.cell);
                     game.receive(game.model.press(mine ? 'flag' : 'open', performance.now()));
                 }
             })().then(done, error => done(String(error)));",
            vec![],
        )
        .await;
    assert_eq!(end, "won");
    // The same seed and first cell are the same board, for ever and for everyone.
    let code = page.get("omnisweep.game.model.link()").await;
    page.clean().await;
    page.open("level=intermediate&seed=5&guess=never").await;
    page.click((3, 4), 1).await;
    page.until("omnisweep.game.model.begun()").await;
    assert_eq!(page.get("omnisweep.game.model.link()").await, code);
    page.reload().await;
    assert_eq!(page.text("details").await, "16×16 · 40 mines · no guess ✓ certified · Seed 5");
}

async fn the_page_stays_awake_while_a_board_is_made_and_can_cancel(page: Rc<Page>) {
    // So many mines that there is hardly such a board.
    page.open("size=16x16&mines=200&seed=5&guess=never").await;
    // However slow the machine is, it is not the page that gives up.
    page.run("const real = setTimeout; window.setTimeout = (what, after) => real(what, after < 10_000 ? after : 1e9);", vec![]).await;
    let before = page.board().await;
    page.run(
        "window.frames_seen = 0;
         const count = () => { window.frames_seen++; requestAnimationFrame(count); };
         requestAnimationFrame(count);",
        vec![],
    )
    .await;
    page.click((2, 2), 1).await;
    page.until("!document.getElementById('busy').hidden").await;
    page.until("/: \\d+ tried/.test(document.getElementById('busy-text').textContent)").await;
    let frames = page.get("window.frames_seen").await.as_u64().unwrap();
    page.until(&format!("window.frames_seen > {frames} + 20")).await;
    assert_eq!(page.get("document.getElementById('busy').hidden").await, false, "it is still at work");
    // Its windows open meanwhile.
    page.push("#open-help").await;
    assert_eq!(page.get("document.getElementById('dialog-help').open").await, true);
    page.push("#dialog-help .primary").await;
    page.push("#cancel").await;
    page.until("document.getElementById('busy').hidden").await;
    assert_eq!(page.text("status").await, "Cancelled: there is no board yet.");
    assert_eq!(page.board().await, before, "and no ordinary board instead");
    // Another game can be played at once.
    page.run("location.hash = 'level=beginner&seed=3&guess=never';", vec![]).await;
    page.until("document.getElementById('title').textContent === 'Beginner'").await;
    page.click((4, 4), 1).await;
    page.until("omnisweep.game.model.begun()").await;
}

async fn a_forced_guess_is_forgiven_and_no_other(page: Rc<Page>) {
    let open = |board: &'static str| {
        let page = page.clone();
        async move {
            let layout = omnisweep_engine::text::parse_layout(board, None).unwrap();
            let code = omnisweep_session::code::write(&layout, None);
            page.open(&format!("board={code}&guess=fair")).await;
        }
    };
    page.open_board("modern", "*...\n").await;
    page.click((0, 0), 1).await;
    assert_eq!(page.outcome().await, "lost", "an ordinary board forgives nothing");
    open("*...\n").await;
    assert!(page.text("details").await.contains("fair guess"));
    page.click((0, 0), 1).await;
    assert_ne!(page.outcome().await, "lost", "nothing was known");
    // Where a cell is known to be safe, a mine stays a mine.
    open(".*...\n").await;
    page.click((0, 4), 1).await;
    assert_eq!(page.board().await, "##1..\n");
    page.click((0, 1), 1).await;
    assert_eq!(page.outcome().await, "lost");
}
