//! Without a network, and from one version to the next.
//!
//! Each scenario has a server of its own on a port of its own, and can take it
//! away, or put another version of the page in its place.

use std::path::Path;
use std::process::Command;
use std::rc::Rc;

use serde_json::json;
use tempfile::TempDir;
use xtask_web::File;

use crate::page::{Page, Running, address_of, omnisweep, scenarios, spawn};

scenarios![
    once_loaded_it_needs_no_network,
    a_new_version_replaces_the_old_and_the_game_goes_on,
    whoever_has_just_come_gets_the_new_version_unasked,
    versions_never_mix,
    a_broken_update_changes_nothing,
    a_version_that_does_not_start_traps_nobody,
    without_https_the_page_plays_as_before,
    as_a_file_it_says_what_it_needs,
    it_can_be_installed,
];

/// A version of the page that says its name twice: in its index and in its script.
fn version(name: &str) -> Vec<File> {
    version_with(name, "")
}

/// The same, with more in front of its script.
fn version_with(name: &str, script: &str) -> Vec<File> {
    // What is served has the glue and the WebAssembly; the rest is in the sources.
    let project = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let built = std::fs::read_dir(project.join("crates/cli/site")).unwrap();
    let folder = built.map(|entry| entry.unwrap().path()).find(|path| path.is_dir()).unwrap();
    let file = |name: &str| (name.to_owned(), std::fs::read(folder.join(name)).unwrap());
    let made = vec![file("omnisweep.js"), file("omnisweep.wasm")];
    let mut page = xtask_web::Page::read(&project.join("crates/web/page"), made).unwrap();
    page.index =
        page.index.replace("<html lang=\"en\">", &format!("<html lang=\"en\" data-index=\"{name}\">"));
    let app = page.assets.iter_mut().find(|(file, _)| file == "app.js").unwrap();
    app.1.splice(0..0, script.bytes());
    app.1.extend(format!("\ndocument.documentElement.dataset.script = \"{name}\";\n").bytes());
    page.site()
}

/// A server that can be taken away.
struct Host {
    folder: TempDir,
    address: String,
    running: Option<Running>,
}

impl Host {
    fn start(page: &Page, site: &[File]) -> Host {
        let mut host =
            Host { folder: TempDir::new().unwrap(), address: "127.0.0.1:0".to_owned(), running: None };
        host.serve(site);
        page.visit(&host.address);
        host
    }

    /// Serves this from now on, at the same address.
    fn serve(&mut self, site: &[File]) {
        self.leave();
        xtask_web::write(site, self.folder.path()).unwrap();
        let mut command = Command::new(omnisweep());
        command.args(["serve", "--addr", &self.address, "--site"]).arg(self.folder.path());
        let (running, address) = spawn(&mut command, address_of);
        (self.running, self.address) = (Some(running), address);
    }

    /// From now on there is no network.
    fn leave(&mut self) {
        self.running = None;
    }
}

/// Waits until the page is kept.
async fn kept(page: &Page) {
    page.until("document.documentElement.dataset.offline === 'yes'").await;
}

/// Which version is seen: that of the index and that of the scripts are one.
async fn seen(page: &Page) -> String {
    let both =
        page.get("[document.documentElement.dataset.index, document.documentElement.dataset.script]").await;
    assert_eq!(both[0], both[1], "versions do not mix");
    both[0].as_str().unwrap().to_owned()
}

/// Looks for another version; says whether that went well.
async fn look(page: &Page) -> bool {
    let script = "const done = arguments[0];
        navigator.serviceWorker.getRegistration()
            .then(async registration => {
                const found = await registration.update(), next = found.installing ?? found.waiting;
                if (!next) return done(true);
                const settled = () => ['activated', 'redundant'].includes(next.state) && done(next.state === 'activated');
                next.addEventListener('statechange', settled);
                settled();
            })
            .catch(() => done(false));";
    page.wait_for(script, vec![]).await == json!(true)
}

/// Waits until a version has taken over by itself. The browser looks for it whenever somebody comes; a look that was under way
/// before there was anything new is all that there is then, so it is told to look again.
async fn arrives(page: &Page, name: &str) {
    let there = format!(
        "document.documentElement.dataset.script === '{name}' && document.documentElement.dataset.ready === 'yes'"
    );
    page.until_done(&there, async || {
        let look = "window.stuck = false;
            navigator.serviceWorker.getRegistration()
                .then(found => { window.stuck = !!found?.waiting; return found?.update(); })
                .catch(() => {});";
        page.run(look, vec![]).await;
        page.rest(500).await;
        // As long as it is driven, the browser does not stop a service worker that has nothing to do, which is what the
        // next one waits for.
        if page.get("window.stuck && document.documentElement.dataset.ready === 'yes'").await == json!(true) {
            page.tell("ServiceWorker.enable", json!({})).await;
            page.tell("ServiceWorker.stopAllWorkers", json!({})).await;
        }
        page.get(&there).await == json!(true)
    })
    .await;
    // Whatever was on its way through a service worker that was stopped is complained about.
    page.complaints().await;
}

async fn caches(page: &Page) -> usize {
    page.wait_for("caches.keys().then(arguments[0])", vec![]).await.as_array().unwrap().len()
}

async fn once_loaded_it_needs_no_network(page: Rc<Page>) {
    let mut host = Host::start(&page, &version("A"));
    page.open("level=beginner&seed=9").await;
    kept(&page).await;
    page.click((4, 4), 1).await;
    let board = page.board().await;
    host.leave();
    page.reload().await;
    assert_eq!(page.board().await, board, "the game is there");
    page.keys("i").await;
    page.until("document.getElementById('status').textContent.startsWith('Look near')").await;
    // Links, too, and what the worker makes.
    page.open("level=expert&seed=3&guess=never").await;
    assert_eq!(page.text("title").await, "Expert");
    page.click((8, 8), 1).await;
    page.until("omnisweep.game.model.begun()").await;
    page.push("#open-settings").await;
    assert!(page.text("offline-state").await.ends_with("It works without a network."));
    page.complaints().await;
}

async fn a_new_version_replaces_the_old_and_the_game_goes_on(page: Rc<Page>) {
    let mut host = Host::start(&page, &version("A"));
    page.open("level=beginner&seed=9").await;
    kept(&page).await;
    page.click((4, 4), 1).await;
    let board = page.board().await;
    host.serve(&version("B"));
    assert!(look(&page).await);
    page.until("!document.getElementById('update').hidden").await;
    assert_eq!(
        (page.board().await, seen(&page).await),
        (board.clone(), "A".to_owned()),
        "nobody is disturbed"
    );
    // What the old page still needs is there, though the server has it no more.
    page.get("omnisweep.game.worker.cancel()").await;
    page.keys("i").await;
    page.until("document.getElementById('status').textContent.startsWith('Look near')").await;
    page.push("#update-now").await;
    page.until(
        "document.documentElement.dataset.script === 'B' && document.documentElement.dataset.ready === 'yes'",
    )
    .await;
    assert_eq!((page.board().await, seen(&page).await), (board, "B".to_owned()));
    kept(&page).await;
    page.until_done("the old version is gone", async || caches(&page).await == 1).await;
    host.leave();
    page.reload().await;
    assert_eq!(seen(&page).await, "B");
}

async fn whoever_has_just_come_gets_the_new_version_unasked(page: Rc<Page>) {
    let mut host = Host::start(&page, &version("A"));
    page.open("level=beginner&seed=9").await;
    kept(&page).await;
    host.serve(&version("B"));
    page.open("level=expert&seed=3").await;
    arrives(&page, "B").await;
    assert_eq!((seen(&page).await, page.text("title").await), ("B".to_owned(), "Expert".to_owned()));
}

async fn versions_never_mix(page: Rc<Page>) {
    let mut host = Host::start(&page, &version("A"));
    page.open("level=beginner&seed=9").await;
    kept(&page).await;
    // Back to an old one, too.
    for name in ["B", "A"] {
        host.serve(&version(name));
        page.open("level=beginner&seed=9").await;
        arrives(&page, name).await;
        assert_eq!(seen(&page).await, name);
        kept(&page).await;
    }
}

async fn a_broken_update_changes_nothing(page: Rc<Page>) {
    let (good, new) = (version("A"), version("B"));
    let mut host = Host::start(&page, &good);
    page.open("level=beginner&seed=9").await;
    kept(&page).await;
    page.click((4, 4), 1).await;
    let board = page.board().await;
    let without = |end: &str| new.iter().filter(|(name, _)| !name.ends_with(end)).cloned().collect();
    let with = |end: &str, change: fn(&mut Vec<u8>)| {
        let mut site = new.clone();
        change(&mut site.iter_mut().find(|(name, _)| name.ends_with(end)).unwrap().1);
        site
    };
    let broken: [(&str, Vec<File>); 7] = [
        ("no service worker", without("sw.js")),
        ("no script", without("/app.js")),
        ("half of the WebAssembly", with(".wasm", |content| content.truncate(content.len() / 2))),
        (
            "something else for a script",
            with("/board.js", |content| *content = b"<html>Log in here".to_vec()),
        ),
        ("the index of another version", with("index.html", |content| content.push(b' '))),
        ("a service worker that is none", with("sw.js", |content| *content = b"<html>Log in here".to_vec())),
        ("a service worker that fails", with("sw.js", |content| *content = b"throw 1;".to_vec())),
    ];
    for (what, site) in broken {
        host.serve(&site);
        assert!(!look(&page).await, "{what}");
        page.reload().await;
        assert_eq!((page.board().await, seen(&page).await), (board.clone(), "A".to_owned()), "{what}");
        assert_eq!(page.get("document.getElementById('update').hidden").await, true, "{what}");
    }
    host.leave();
    page.reload().await;
    assert_eq!((page.board().await, seen(&page).await), (board, "A".to_owned()));
    // And the next good one is taken.
    host.serve(&new);
    page.reload().await;
    page.until("!document.getElementById('update').hidden").await;
    page.complaints().await;
}

async fn a_version_that_does_not_start_traps_nobody(page: Rc<Page>) {
    let mut host = Host::start(&page, &version("A"));
    page.open("level=beginner&seed=9").await;
    kept(&page).await;
    // It is whole, so it is taken; but it does nothing.
    host.serve(&version_with("B", "throw new Error('a mistake');"));
    assert!(look(&page).await);
    page.go("").await;
    page.until("document.documentElement.dataset.index === 'B'").await;
    assert_eq!(page.get("document.documentElement.dataset.ready ?? 'no'").await, "no");
    // The browser looks for the next one by itself, whenever somebody comes.
    host.serve(&version("C"));
    page.until_done("the next version is taken", async || {
        page.go("").await;
        // It does so a moment later, when there is less to do.
        page.rest(1000).await;
        page.get("document.documentElement.dataset.index").await == "C"
    })
    .await;
    page.until("document.documentElement.dataset.ready === 'yes'").await;
    assert_eq!(seen(&page).await, "C");
    page.complaints().await;
}

async fn without_https_the_page_plays_as_before(page: Rc<Page>) {
    let mut host = Host::start(&page, &version("A"));
    let port = host.address.rsplit_once(':').unwrap().1.to_owned();
    page.visit(&format!("{}:{port}", Page::ELSEWHERE));
    page.open("level=beginner&seed=9").await;
    assert_eq!(page.get("isSecureContext").await, false);
    page.click((4, 4), 1).await;
    let board = page.board().await;
    page.keys("i").await;
    page.until("document.getElementById('status').textContent.startsWith('Look near')").await;
    page.push("#open-settings").await;
    assert!(page.text("offline-state").await.contains("It needs the network"));
    page.reload().await;
    assert_eq!(page.board().await, board);
    host.serve(&version("B"));
    page.reload().await;
    assert_eq!((page.board().await, seen(&page).await), (board, "B".to_owned()));
    // That some headers are for https only is said to whoever looks, and no trouble.
    page.complaints().await;
}

async fn as_a_file_it_says_what_it_needs(page: Rc<Page>) {
    let index = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/cli/site/index.html"));
    page.go_to(&format!("file://{}", index.canonicalize().unwrap().display())).await;
    page.until("getComputedStyle(document.getElementById('waiting')).visibility === 'visible'").await;
    assert!(page.text("waiting").await.contains("omnisweep serve"));
    // Browsers say the same in the console.
    page.complaints().await;
}

async fn it_can_be_installed(page: Rc<Page>) {
    page.open("").await;
    kept(&page).await;
    let manifest = page.tell("Page.getAppManifest", json!({})).await;
    assert_eq!(manifest["errors"], json!([]), "{manifest}");
    let errors = page.tell("Page.getInstallabilityErrors", json!({})).await;
    assert_eq!(errors["installabilityErrors"], json!([]), "{errors}");
    // The icons are as large as they are said to be.
    let sizes = page
        .wait_for(
            "const done = arguments[0];
             fetch('manifest.webmanifest').then(file => file.json()).then(({ icons }) =>
                 Promise.all(icons.filter(icon => icon.sizes !== 'any').map(async icon => {
                     const image = new Image();
                     image.src = icon.src;
                     await image.decode();
                     return icon.sizes === `${image.naturalWidth}x${image.naturalHeight}`;
                 }))).then(done);",
            vec![],
        )
        .await;
    assert_eq!(sizes, json!([true, true, true]));
}
