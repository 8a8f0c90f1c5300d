//! Everybody can use it: axe-core finds nothing, and wishes of the system are heard.

use std::path::PathBuf;
use std::process::Command;
use std::rc::Rc;

use omnisweep_testing::outside;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::page::{Page, scenarios};

scenarios![
    axe_finds_nothing,
    dark_and_light_by_the_system_and_by_choice,
    motion_can_be_reduced,
    forced_colours_show_what_is_chosen,
    every_theme_can_be_read,
    what_is_closed_can_be_told_from_what_is_open,
    openings_spread_unless_nothing_is_to_move,
    risks_below_a_fifth_can_be_told_apart,
    rows_and_columns_can_be_shown,
    every_button_and_figure_explains_itself,
    sound_is_for_whoever_wants_it,
    a_win_is_celebrated_unless_nothing_is_to_move,
];

/// What is fetched, and what it has to be.
const AXE: &str = "axe-core@4.14.0";
const AXE_FILE: &str = "package/axe.min.js";
const AXE_SUM: &str = "20c09fe157a8a34a30e241aaa1fcdade657734f08ab379ecfbeb7d45cc46e878";

/// The script, fetched from the npm registry once; nothing where that fails.
fn axe() -> Option<String> {
    let folder = std::env::temp_dir().join(format!("omnisweep-{}", AXE.replace('@', "-")));
    let file: PathBuf = folder.join(AXE_FILE);
    let sound = |text: &String| {
        let sum = Sha256::digest(text.as_bytes());
        sum.iter().map(|byte| format!("{byte:02x}")).collect::<String>() == AXE_SUM
    };
    let read = || std::fs::read_to_string(&file).ok().filter(sound);
    if let Some(text) = read() {
        return Some(text);
    }
    std::fs::create_dir_all(&folder).ok()?;
    let packed = Command::new("npm")
        .args(["pack", "--silent", "--cache"])
        .arg(folder.join("npm"))
        .arg(AXE)
        .current_dir(&folder)
        .output()
        .ok()?;
    let name = String::from_utf8(packed.stdout).ok()?;
    let unpacked =
        Command::new("tar").arg("-xzf").arg(name.trim()).arg(AXE_FILE).current_dir(&folder).status();
    unpacked.ok().filter(|status| status.success())?;
    read()
}

async fn axe_finds_nothing(page: Rc<Page>) {
    let Some(axe) = axe() else {
        assert!(!outside::required(), "axe-core is required, but npm does not give {AXE}");
        eprintln!("SKIPPED: npm does not give {AXE}");
        return;
    };
    // That it looks at all: a fault that was put there is found.
    page.open("level=beginner&seed=5").await;
    page.run("document.querySelector('main').append(new Image(9, 9));", vec![]).await;
    let fault = violations(&page, &axe).await;
    assert_eq!(fault[0][0], "image-alt", "{fault}");
    for theme in ["light", "dark"] {
        page.media("prefers-color-scheme", theme).await;
        for (what, hash) in [
            ("flat", "level=beginner&seed=5"),
            ("slices", "level=tesseract&seed=5"),
            ("large", "size=300x300&mines=9000&seed=5"),
        ] {
            page.open(hash).await;
            page.keys(thirtyfour::Key::Space).await;
            check(&page, &axe, &format!("{theme} {what}")).await;
        }
        page.open("level=beginner&seed=5").await;
        page.keys("i").await;
        page.until("document.getElementById('status').textContent !== ''").await;
        check(&page, &axe, &format!("{theme} hint")).await;
        page.keys("p").await;
        check(&page, &axe, &format!("{theme} paused")).await;
        for button in ["open-new", "open-daily", "open-stats", "open-settings", "open-help"] {
            page.open("level=beginner&seed=5").await;
            page.push(&format!("#{button}")).await;
            check(&page, &axe, &format!("{theme} {button}")).await;
        }
        for (what, cell) in [("lost", (0, 0)), ("won", (0, 1))] {
            page.open_board("modern", "*.\n").await;
            page.click(cell, 1).await;
            assert_eq!(page.outcome().await, what);
            // What rises has to have risen: colours in between are nobody's.
            page.still().await;
            check(&page, &axe, &format!("{theme} {what}")).await;
            page.push("#open-stats").await;
            page.until("document.querySelectorAll('#stats-rows tr').length > 0").await;
            check(&page, &axe, &format!("{theme} statistics")).await;
        }
        replay(&page, &axe, theme).await;
        page.open("level=beginner&seed=5").await;
        page.run("document.getElementById('update').hidden = false;", vec![]).await;
        page.still().await;
        page.click((4, 4), 1).await;
        page.keys("x").await;
        let risky =
            "[...Array(81).keys()].some(cell => omnisweep.game.model.describe(cell).endsWith('% mine'))";
        page.until(risky).await;
        check(&page, &axe, &format!("{theme} heat, and a new version")).await;
    }
    page.become_a_phone().await;
    page.open("level=beginner&seed=5").await;
    check(&page, &axe, "phone").await;
    replay(&page, &axe, "phone").await;
}

async fn replay(page: &Page, axe: &str, what: &str) {
    page.open_board("modern", "*..*\n").await;
    page.run("omnisweep.game.model.press('open', 1); omnisweep.game.replay();", vec![]).await;
    page.until("document.getElementById('replay-skill').textContent !== ''").await;
    page.run("document.querySelector('#dialog-replay details').open = true;", vec![]).await;
    page.keys(".").await;
    page.push("#replay-heat").await;
    page.until("[0, 1, 2, 3].some(cell => omnisweep.game.viewer.replay.describe(cell).endsWith('% mine'))")
        .await;
    page.still().await;
    check(page, axe, &format!("{what} replay")).await;
}

async fn check(page: &Page, axe: &str, what: &str) {
    assert_eq!(violations(page, axe).await, json!([]), "{what}");
}

async fn violations(page: &Page, axe: &str) -> Value {
    // It does not know these of ARIA 1.3 yet; browsers and Orca do.
    let known = "const ariaAttrs = {};
        for (const name of ['aria-rowindextext', 'aria-colindextext']) ariaAttrs[name] = { type: 'string', global: true };
        axe.configure({ standards: { ariaAttrs } });";
    page.run(&format!("if (!globalThis.axe) {{ Function(arguments[0])(); {known} }}"), vec![json!(axe)])
        .await;
    page.wait_for(
        "const done = arguments[0];
         axe.run().then(({ violations }) => done(violations.map(v =>
             [v.id, v.help, ...v.nodes.slice(0, 3).map(node => node.html.slice(0, 200) + ' ' + (node.any[0]?.message ?? ''))])))
             .catch(error => done([String(error)]));",
        vec![],
    )
    .await
}

async fn dark_and_light_by_the_system_and_by_choice(page: Rc<Page>) {
    let theme = || async { page.get("document.documentElement.dataset.theme").await };
    page.open("level=beginner&seed=5").await;
    for wish in ["dark", "light"] {
        page.media("prefers-color-scheme", wish).await;
        page.until(&format!("document.documentElement.dataset.theme === '{wish}'")).await;
    }
    page.push("#open-settings").await;
    page.push("[name=theme][value=dark]").await;
    assert_eq!(theme().await, "dark");
    page.push("[name=palette][value=classic]").await;
    page.push("#dialog-settings .primary").await;
    page.reload().await;
    assert_eq!(theme().await, "dark", "a choice is kept");
    assert_eq!(page.get("document.documentElement.dataset.palette").await, "classic");
}

async fn motion_can_be_reduced(page: Rc<Page>) {
    page.media("prefers-reduced-motion", "reduce").await;
    page.open_board("modern", "*.\n").await;
    page.click((0, 1), 1).await;
    let length = page.get("getComputedStyle(document.getElementById('result')).animationDuration").await;
    assert!(length.as_str().unwrap().trim_end_matches('s').parse::<f64>().unwrap() < 0.001, "{length}");
}

async fn forced_colours_show_what_is_chosen(page: Rc<Page>) {
    page.media("forced-colors", "active").await;
    page.open("level=beginner&seed=5").await;
    let colour = |selector: &str| {
        let script = format!("getComputedStyle(document.querySelector('{selector}')).backgroundColor");
        let page = page.clone();
        async move { page.get(&script).await }
    };
    let plain = colour("#flag-mode").await;
    page.push("#flag-mode").await;
    assert_ne!(colour("#flag-mode").await, plain, "flag mode");
    page.push("#open-new").await;
    assert_ne!(
        colour("[name=level][value=beginner] + span").await,
        colour("[name=level][value=expert] + span").await,
        "the level"
    );
}

/// All themes.
async fn themes(page: &Page) -> Vec<String> {
    let found = page.get("[...document.querySelectorAll('[name=theme]')].map(({ value }) => value)").await;
    let names = found.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned());
    names.filter(|name| name != "system").collect()
}

/// Chooses a theme, and the colours of its numbers.
const CHOOSE: &str = "const [theme, palette] = arguments, { game } = omnisweep;
    game.settings = { ...game.settings, theme, palette };
    game.apply();";

async fn every_theme_can_be_read(page: Rc<Page>) {
    page.open("level=beginner&seed=5").await;
    let themes = themes(&page).await;
    assert!(themes.len() >= 6, "{themes:?}");
    for theme in themes {
        for (palette, least) in [("safe", 4.5), ("classic", 3.0), ("mono", 4.5)] {
            page.run(CHOOSE, vec![json!(theme), json!(palette)]).await;
            let faint = page
                .run(
                    "const [least] = arguments, style = getComputedStyle(document.documentElement);
                     const light = name => {
                         const [r, g, b] = style.getPropertyValue('--' + name).match(/[0-9a-f]{2}/g).map(value => {
                             const part = parseInt(value, 16) / 255;
                             return part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4;
                         });
                         return .2126 * r + .7152 * g + .0722 * b;
                     };
                     const ratio = (a, b) => (Math.max(light(a), light(b)) + .05) / (Math.min(light(a), light(b)) + .05);
                     const grounds = ['open', 'open-odd'].filter(name => style.getPropertyValue('--' + name));
                     const numbers = grounds.flatMap(ground => [1, 2, 3, 4, 5, 6, 7, 8].map(number => ['n' + number, ground, least]));
                     const texts = ['ink', 'muted'].flatMap(text => ['bg', 'surface', 'raised'].map(ground => [text, ground, 4.5]));
                     const more = [['good', 'bg'], ['bad', 'bg'], ['bad', 'surface'], ['accent-ink', 'accent'], ['surface', 'flag'],
                         ['reason', 'raised'], ['good', 'raised'], ['bad', 'raised']].map(pair => [...pair, 4.5]);
                     return [...numbers, ...texts, ...more].filter(([a, b, least]) => ratio(a, b) < least).map(([a, b]) => `${a} on ${b}: ${ratio(a, b).toFixed(2)}`);",
                    vec![json!(least)],
                )
                .await;
            assert_eq!(faint, json!([]), "{theme}, {palette}");
        }
    }
}

async fn what_is_closed_can_be_told_from_what_is_open(page: Rc<Page>) {
    page.open("level=beginner&seed=5").await;
    page.click((4, 4), 1).await;
    for theme in themes(&page).await {
        page.run(CHOOSE, vec![json!(theme), json!("safe")]).await;
        page.still().await;
        // The line around a closed cell, as it is painted, against the ground of an open one.
        let ratio = page
            .get(
                "(() => {
                    const { board, model } = omnisweep.game, { canvas, pixels: size } = board;
                    board.paint();
                    const copy = document.createElement('canvas');
                    [copy.width, copy.height] = [canvas.width, canvas.height];
                    const c = copy.getContext('2d', { willReadFrequently: true });
                    c.drawImage(canvas, 0, 0);
                    const light = (x, y) => {
                        const [r, g, b, opaque] = Array.from(c.getImageData(x, y, 1, 1).data, value => {
                            const part = value / 255;
                            return part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4;
                        });
                        return opaque < 1 ? NaN : .2126 * r + .7152 * g + .0722 * b;
                    };
                    const codes = Array.from(model.paint(0, 0, 9, 9), code => code & 0xfffff);
                    const at = look => { const cell = codes.indexOf(look); return [cell % 9 * size, Math.floor(cell / 9) * size]; };
                    const [x, y] = at(1), [openX, openY] = at(16);
                    const open = light(openX + size / 2, openY + size / 2);
                    // The strongest on the way through the cell, of what nothing shines through.
                    return Math.max(...Array.from({ length: size }, (_, step) => {
                        const edge = light(x + step, y + size / 2);
                        return (Math.max(edge, open) + .05) / (Math.min(edge, open) + .05);
                    }).filter(ratio => ratio));
                })()",
            )
            .await;
        assert!(ratio.as_f64().unwrap() >= 3.0, "{theme}: {ratio}");
    }
}

async fn risks_below_a_fifth_can_be_told_apart(page: Rc<Page>) {
    page.open("").await;
    let steps = page
        .wait_for(
            "const [done] = arguments;
             import(new URL('sprites.js', document.querySelector('script').src)).then(({ warm }) => {
                 const apart = (a, b) => Math.hypot(...warm(a).map((value, at) => value - warm(b)[at]));
                 done([0, 5, 10, 15].map(percent => apart(percent, percent + 5)));
             });",
            vec![],
        )
        .await;
    assert!(steps.as_array().unwrap().iter().all(|step| step.as_f64().unwrap() > 40.0), "{steps}");
}

async fn rows_and_columns_can_be_shown(page: Rc<Page>) {
    page.open("level=expert&seed=5").await;
    let shown = "getComputedStyle(document.querySelector('.rows-ruler')).display";
    assert_eq!(page.get(shown).await, "none");
    page.push("#open-settings").await;
    page.push("[name=rulers]").await;
    page.push("#dialog-settings .primary").await;
    assert_eq!(page.get(shown).await, "block");
    // What is written there, beside each row: the number that the labels say.
    page.run(
        "window.written = []; const write = CanvasRenderingContext2D.prototype.fillText;
         CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
             if (this.canvas.className === 'rows-ruler') {
                 const { top } = this.canvas.getBoundingClientRect(), { board, model } = omnisweep.game;
                 const [, row] = board.square(board.plane.getBoundingClientRect().left + 1, top + y);
                 window.written.push(model.describe(model.cell(0, row)).includes(`row ${text},`));
             }
             write.call(this, text, x, y);
         };
         omnisweep.game.board.paint();",
        vec![],
    )
    .await;
    assert_eq!(page.get("[window.written.length, window.written.every(Boolean)]").await, json!([16, true]));
    page.reload().await;
    assert_eq!(page.get(shown).await, "block", "a choice is kept");
}

async fn every_button_and_figure_explains_itself(page: Rc<Page>) {
    page.open_board("modern", "*.\n").await;
    page.click((0, 1), 1).await;
    page.until("document.getElementById('facts').children.length > 0").await;
    let silent = page
        .get(
            "[...document.querySelectorAll('header button, .dock button, [data-close].quiet, #replay-back, #replay-next')].filter(({ title }) => !title).map(({ id }) => id)",
        )
        .await;
    assert_eq!(silent, json!([]));
    let figures = page.get("[...document.querySelectorAll('#facts > div')].filter(({ title }) => !title).map(({ textContent }) => textContent)").await;
    assert_eq!(figures.as_array().unwrap().len(), 1, "all but the time: {figures}");
}

async fn sound_is_for_whoever_wants_it(page: Rc<Page>) {
    page.open_board("modern", "*..\n...\n..*\n").await;
    page.run(
        "window.tones = []; const start = OscillatorNode.prototype.start;
         OscillatorNode.prototype.start = function (at) { window.tones.push(this.frequency.value); start.call(this, at); };",
        vec![],
    )
    .await;
    page.click((1, 1), 1).await;
    assert_eq!(page.get("window.tones").await, json!([]), "none until it is wanted");
    page.push("#open-settings").await;
    page.push("[name=sound]").await;
    page.push("#dialog-settings .primary").await;
    let mut heard = Vec::new();
    for (cell, buttons) in [((0, 1), 1), ((0, 0), 2), ((2, 2), 1)] {
        page.run("window.tones = [];", vec![]).await;
        page.click(cell, buttons).await;
        heard.push(page.get("window.tones").await.to_string());
    }
    assert_eq!(page.outcome().await, "lost");
    heard.sort();
    heard.dedup();
    assert!(heard.len() == 3 && !heard.contains(&"[]".to_owned()), "open, flag, lost: {heard:?}");
}

async fn a_win_is_celebrated_unless_nothing_is_to_move(page: Rc<Page>) {
    for (wish, length) in [("no-preference", 1.1), ("reduce", 0.00001)] {
        page.media("prefers-reduced-motion", wish).await;
        page.open_board("modern", "*.\n").await;
        page.click((0, 1), 1).await;
        let found = page
            .get("(({ animationName, animationDuration }) => [animationName, animationDuration])(getComputedStyle(omnisweep.game.board.plane))")
            .await;
        assert_eq!(found[0], "shine");
        let seconds: f64 = found[1].as_str().unwrap().trim_end_matches('s').parse().unwrap();
        assert!((seconds - length).abs() < 1e-4, "{wish}: {found}");
    }
}

async fn openings_spread_unless_nothing_is_to_move(page: Rc<Page>) {
    let rippling = "omnisweep.game.board.ripple.changing.size";
    let open = || async {
        page.run("const { game } = omnisweep; game.model.set_focus(40); game.receive(game.model.press('open', performance.now()));", vec![])
            .await;
    };
    // No frame is drawn meanwhile, however slow the machine is.
    let halt = "window.frames = []; window.requestAnimationFrame = what => window.frames.push(what);";
    page.open("level=beginner&seed=5").await;
    page.run(halt, vec![]).await;
    open().await;
    let opened = page.board().await.chars().filter(|square| *square != '#' && *square != '\n').count();
    assert!(opened > 2, "the game itself does not wait");
    assert_eq!(page.get(rippling).await, opened, "all of them spread");
    // Time passes: the squares are as they should be, and nothing goes on.
    page.run(
        "const later = performance.now() + 1000; performance.now = () => later; for (const frame of window.frames.splice(0)) frame();",
        vec![],
    )
    .await;
    assert_eq!(page.get(&format!("[{rippling}, window.frames.length]")).await, json!([0, 0]));
    let differs = page
        .get(
            "(() => {
                const { board } = omnisweep.game, { canvas } = board, picture = () => canvas.toDataURL();
                const spread = picture();
                board.seen = undefined;
                board.paint();
                return spread !== picture();
            })()",
        )
        .await;
    assert_eq!(differs, false);
    // Nothing of it where the system or the player wants no motion.
    for (wish, motion) in [("reduce", true), ("no-preference", false)] {
        page.media("prefers-reduced-motion", wish).await;
        page.open("level=beginner&seed=5").await;
        page.run(
            "omnisweep.game.settings.motion = arguments[0]; omnisweep.game.apply();",
            vec![json!(motion)],
        )
        .await;
        page.run(halt, vec![]).await;
        open().await;
        assert_eq!(page.get(rippling).await, 0, "{wish} {motion}");
    }
}
