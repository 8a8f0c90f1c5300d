//! The page as the README shows it. With `OMNISWEEP_PICTURES`, which `cargo xtask
//! pictures` sets, the pictures are kept in that folder.

use std::path::PathBuf;
use std::rc::Rc;

use crate::page::{Page, scenarios};

scenarios![an_expert_game_with_a_hint];

async fn take(page: &Page, name: &str) {
    page.still().await;
    if let Some(folder) = std::env::var_os("OMNISWEEP_PICTURES") {
        page.picture(&PathBuf::from(folder).join(format!("{name}.png"))).await;
    }
}

async fn an_expert_game_with_a_hint(page: Rc<Page>) {
    page.window(960, 640, 1.0, false).await;
    page.media("prefers-color-scheme", "dark").await;
    page.open("level=expert&seed=11").await;
    page.click((8, 15), 1).await;
    for told in ["Look near", " is a mine", " at (", " is safe.", " at ("] {
        page.push("#hint").await;
        page.until(&format!("document.getElementById('status').textContent.includes('{told}')")).await;
    }
    take(&page, "page").await;
}
