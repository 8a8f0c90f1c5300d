//! Everybody can use it: axe-core finds nothing, and wishes of the system are heard.

use std::path::PathBuf;
use std::process::Command;
use std::rc::Rc;

use omnisweep_testing::outside;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::page::{Page, scenarios};

scenarios![axe_finds_nothing, dark_and_light_by_the_system_and_by_choice, motion_can_be_reduced];

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
        let wish = json!({ "features": [{ "name": "prefers-color-scheme", "value": theme }] });
        page.tell("Emulation.setEmulatedMedia", wish).await;
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
            "[...Array(81).keys()].some(cell => omnisweep.game.table.describe(cell).endsWith('% mine'))";
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
    page.run("omnisweep.game.table.press('open', 1); omnisweep.game.replay();", vec![]).await;
    page.until("document.getElementById('replay-skill').textContent !== ''").await;
    page.run("document.querySelector('#dialog-replay details').open = true;", vec![]).await;
    page.keys(".").await;
    page.push("#replay-heat").await;
    page.until("[0, 1, 2, 3].some(cell => omnisweep.game.viewer.film.describe(cell).endsWith('% mine'))")
        .await;
    page.still().await;
    check(page, axe, &format!("{what} replay")).await;
}

async fn check(page: &Page, axe: &str, what: &str) {
    assert_eq!(violations(page, axe).await, json!([]), "{what}");
}

async fn violations(page: &Page, axe: &str) -> Value {
    page.run("if (!globalThis.axe) Function(arguments[0])();", vec![json!(axe)]).await;
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
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": wish }] });
        page.tell("Emulation.setEmulatedMedia", media).await;
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
    let media = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
    page.tell("Emulation.setEmulatedMedia", media).await;
    page.open_board("modern", "*.\n").await;
    page.click((0, 1), 1).await;
    let length = page.get("getComputedStyle(document.getElementById('result')).animationDuration").await;
    assert!(length.as_str().unwrap().trim_end_matches('s').parse::<f64>().unwrap() < 0.001, "{length}");
}
