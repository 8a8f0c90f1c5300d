//! The page in a real browser, Chromium or Firefox, through its driver, with real events.
//!
//! Two browsers, which mostly wait, play all scenarios, each from an empty
//! storage. `cargo test -p xtask-browser -- touch` runs those with that word in
//! their name, `-- --firefox` all that Firefox can play in that.
#![allow(clippy::unwrap_used)]

mod access;
mod bench;
mod bidi;
mod boards;
mod chromium;
mod daily;
mod firefox;
mod kept;
mod keyboard;
mod layout;
mod mouse;
mod offline;
mod orca;
mod outside;
mod page;
mod parity;
mod pictures;
mod replays;
mod server;
mod statistics;
mod touch;
mod trouble;

use std::cell::RefCell;
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Instant;

use page::{Kind, Page, Scenario};

/// What Firefox does not play, and why not.
const CHROMIUM_ONLY: [(&str, &str); 6] = [
    ("keyboard::a_game_as_a_screen_reader_has_it", "the accessibility tree is read by Chromium's protocol"),
    ("touch::a_finger_that_moves_opens_nothing", "Firefox scrolls by no finger that a driver moves"),
    ("trouble::a_slow_network_shows_how_far_it_is", "the network is slowed down by Chromium's protocol"),
    ("offline::as_a_file_it_says_what_it_needs", "Firefox's driver lets the scripts of files run"),
    ("offline::it_can_be_installed", "Firefox for the desktop installs no pages"),
    ("pictures::an_expert_game_with_a_hint", "the picture in the README is Chromium's"),
];

/// Why a scenario is not played, if it is not.
fn why_left_out(name: &str, kind: Kind) -> Option<&'static str> {
    // Whoever has built all programs has not built the server; cargo does, where these are all that is wanted.
    if name.contains("::server::") && std::env::var_os("OMNISWEEP_BUILT").is_some() {
        return Some("the server is tested by `cargo xtask test --full`");
    }
    let (_, why) = CHROMIUM_ONLY.iter().find(|(only, _)| name.ends_with(only))?;
    (kind == Kind::Firefox).then_some(why)
}

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    if std::env::args().any(|word| word == "--list") {
        return ExitCode::SUCCESS;
    }
    let scenarios: Vec<Scenario> = [
        mouse::scenarios(),
        touch::scenarios(),
        keyboard::scenarios(),
        access::scenarios(),
        layout::scenarios(),
        kept::scenarios(),
        boards::scenarios(),
        replays::scenarios(),
        statistics::scenarios(),
        daily::scenarios(),
        server::scenarios(),
        offline::scenarios(),
        trouble::scenarios(),
        parity::scenarios(),
        outside::scenarios(),
        pictures::scenarios(),
    ]
    .into_iter()
    .flatten()
    .filter(|(name, _)| wanted.is_empty() || wanted.iter().any(|word| name.contains(word.as_str())))
    .collect();

    let kind = if std::env::args().any(|word| word == "--firefox") { Kind::Firefox } else { Kind::Chromium };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let local = tokio::task::LocalSet::new();
    if std::env::args().any(|word| word == "--bench") {
        return local.block_on(&runtime, bench::run());
    }
    if std::env::args().any(|word| word == "--orca") {
        return local.block_on(&runtime, orca::run());
    }
    local.block_on(&runtime, async {
        let (scenarios, left_out): (Vec<_>, Vec<_>) =
            scenarios.into_iter().partition(|(name, _)| why_left_out(name, kind).is_none());
        let count = scenarios.len();
        let mut pages = Vec::new();
        for _ in 0..count.min(BROWSERS) {
            let Some(page) = Page::start(kind).await else { return ExitCode::SUCCESS };
            pages.push(Rc::new(page));
        }
        println!("\nrunning {count} scenarios");
        for (name, _) in left_out {
            println!("scenario {name} ... left out: {}", why_left_out(name, kind).unwrap_or_default());
        }
        let left = Rc::new(RefCell::new(scenarios.into_iter()));
        let playing: Vec<_> =
            pages.into_iter().map(|page| tokio::task::spawn_local(play_all(page, left.clone()))).collect();
        let mut failed = Vec::new();
        for playing in playing {
            failed.extend(playing.await.unwrap());
        }
        if failed.is_empty() {
            println!("\ntest result: ok. {count} passed; 0 failed");
            ExitCode::SUCCESS
        } else {
            println!("\nFAILED: {}", failed.join(", "));
            ExitCode::FAILURE
        }
    })
}

const BROWSERS: usize = 2;

/// Plays scenarios in one browser until none is left, and names those that failed.
async fn play_all(page: Rc<Page>, left: Rc<RefCell<std::vec::IntoIter<Scenario>>>) -> Vec<&'static str> {
    // That complaints are heard at all.
    page.open("").await;
    page.get("console.error('a complaint')").await;
    assert!(!page.complaints().await.is_empty(), "the browser's console is heard");
    let mut failed = Vec::new();
    let next = || left.borrow_mut().next();
    while let Some((name, play)) = next() {
        page.clean().await;
        let start = Instant::now();
        let played = tokio::task::spawn_local(play(page.clone())).await;
        let complaints = page.complaints().await;
        let passed = played.is_ok() && complaints.is_empty();
        let seconds = start.elapsed().as_secs_f64();
        println!("scenario {name} ... {} ({seconds:.1} s)", if passed { "ok" } else { "FAILED" });
        if !passed {
            complaints.iter().for_each(|complaint| println!("    the browser says: {complaint}"));
            let picture = std::env::temp_dir().join(format!("omnisweep-{}.png", name.replace("::", "-")));
            page.picture(&picture).await;
            println!("    a picture is in {}", picture.display());
            failed.push(name);
        }
    }
    page.stop().await;
    failed
}
