//! The browser, the server and the page: started, driven and looked at.

use std::cell::{Cell as Shared, RefCell};
use std::future::Future;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

use omnisweep_engine::{FirstCell, RuleSet, text};
use omnisweep_session::{Seed, Session, Setup, code, save};
use omnisweep_testing::outside;
use omnisweep_testing::patience::limit;
use serde_json::{Value, json};
use tempfile::TempDir;
use thirtyfour::prelude::*;

/// A scenario: its name, and what is done on the page.
pub type Scenario = (&'static str, fn(Rc<Page>) -> Pin<Box<dyn Future<Output = ()>>>);

/// A list of scenarios, by their functions.
macro_rules! scenarios {
    ($($name:ident),* $(,)?) => {
        /// What is played here.
        pub fn scenarios() -> Vec<crate::page::Scenario> {
            vec![$((concat!(module_path!(), "::", stringify!($name)), |page| Box::pin($name(page)))),*]
        }
    };
}
pub(crate) use scenarios;

/// The page in a browser.
pub struct Page {
    driver: WebDriver,
    /// Where the page is, unless a scenario has a server of its own.
    home: String,
    /// Where it is looked at now.
    address: RefCell<String>,
    _programs: [Running; 2],
    /// The browser's home.
    _folder: TempDir,
    /// The buttons that are held.
    held: Shared<u8>,
}

const FLAGS: [&str; 15] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    // A page that was left would go on holding its service worker, and with it the next version, for five minutes.
    "--disable-back-forward-cache",
    "--disable-dev-shm-usage",
    "--force-device-scale-factor=1",
    "--window-size=1280,900",
    "--lang=en",
    "--host-resolver-rules=MAP omnisweep.test 127.0.0.1",
];

impl Page {
    /// This computer, by a name that browsers do not trust as they trust `127.0.0.1`.
    pub const ELSEWHERE: &str = "omnisweep.test";

    /// Starts all programs; nothing, and a word about it, where there is no browser.
    pub async fn start() -> Option<Page> {
        let runs = |program: &str| {
            Command::new(program).arg("--version").output().is_ok_and(|out| out.status.success())
        };
        let missing = ["chromium", "chromedriver"].into_iter().find(|program| !runs(program));
        if let Some(program) = missing {
            assert!(!outside::required(), "the browser tests are required, but there is no {program}");
            eprintln!("SKIPPED: the browser tests need {program}");
            return None;
        }
        let (server, home) =
            spawn(Command::new(omnisweep()).args(["serve", "--addr", "127.0.0.1:0"]), address_of);
        let folder = TempDir::new().unwrap();
        // Whatever a browser keeps at home is of no use to anybody, and a home may be read-only.
        let mut program = Command::new("chromedriver");
        program.arg("--port=0").env("HOME", folder.path());
        program.env_remove("XDG_CONFIG_HOME").env_remove("XDG_CACHE_HOME");
        let (driver_program, port) = spawn(&mut program, |line| {
            Some(line.split_once("successfully on port ")?.1.trim_end_matches('.').to_owned())
        });
        let mut capabilities = DesiredCapabilities::chrome();
        for flag in FLAGS {
            capabilities.add_arg(flag).unwrap();
        }
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let chromium =
            std::env::split_paths(&folders).map(|folder| folder.join("chromium")).find(|path| path.is_file());
        capabilities.set_binary(&chromium.unwrap().to_string_lossy()).unwrap();
        capabilities.set_browser_log_level(thirtyfour::LoggingPrefsLogLevel::All).unwrap();
        let driver = match WebDriver::new(format!("http://127.0.0.1:{port}"), capabilities).await {
            Ok(driver) => driver,
            Err(error) => {
                let why = format!("chromium does not start, or its driver is too old for it: {error}");
                assert!(!outside::required(), "{why}");
                eprintln!("SKIPPED: {why}");
                return None;
            }
        };
        driver.set_script_timeout(limit()).await.unwrap();
        let (_programs, address) = ([server, driver_program], RefCell::default());
        let page = Page { driver, home, address, _programs, _folder: folder, held: Shared::new(0) };
        page.visit(&page.home);
        Some(page)
    }

    /// Closes the browser.
    pub async fn stop(&self) {
        _ = self.driver.clone().quit().await;
    }

    /// From now on the page is looked at there.
    pub fn visit(&self, address: &str) {
        self.address.replace(format!("http://{address}"));
    }

    /// The page at home, an empty storage, a plain screen, nothing held.
    pub async fn clean(&self) {
        self.held.set(0);
        self.driver.goto("about:blank").await.unwrap();
        self.visit(&self.home);
        let everything = json!({ "origin": *self.address.borrow(), "storageTypes": "all" });
        self.tell("Storage.clearDataForOrigin", everything).await;
        self.tell("Emulation.clearDeviceMetricsOverride", json!({})).await;
        self.tell("Emulation.setTouchEmulationEnabled", json!({ "enabled": false })).await;
        self.tell("Emulation.setEmulatedMedia", json!({ "features": [] })).await;
        _ = self.driver.browser_log().await;
    }

    /// What the browser complained about.
    pub async fn complaints(&self) -> Vec<String> {
        let log = self.driver.browser_log().await.unwrap_or_default();
        // That the page offers to be installed by a button of its own is no complaint.
        let entries = log.into_iter().filter(|entry| !entry.message.contains("Banner not shown"));
        entries.map(|entry| format!("{entry:?}")).collect()
    }

    /// Saves a picture of the page.
    pub async fn picture(&self, path: &Path) {
        _ = self.driver.screenshot(path).await;
    }

    /// The browser.
    pub fn driver(&self) -> &WebDriver {
        &self.driver
    }

    /// A command of the browser's own protocol.
    pub async fn tell(&self, method: &str, parameters: Value) -> Value {
        self.driver.cdp().send_raw(method, parameters).await.unwrap()
    }

    /// Opens the page with this behind its `#`, afresh.
    pub async fn open(&self, hash: &str) {
        self.go(hash).await;
        self.ready().await;
    }

    /// The same, whether it starts or not.
    pub async fn go(&self, hash: &str) {
        let address = format!("{}/#{hash}", self.address.borrow());
        self.go_to(&address).await;
    }

    /// Goes to any address, afresh.
    pub async fn go_to(&self, address: &str) {
        self.driver.goto("about:blank").await.unwrap();
        self.driver.goto(address).await.unwrap();
    }

    /// Opens the page on this board of `.` and `*`.
    pub async fn open_board(&self, rules: &str, board: &str) {
        let layout = text::parse_layout(board, None).unwrap();
        self.open(&format!("board={}&rules={rules}", code::write(&layout, None))).await;
    }

    /// The same, as if the board had been drawn for this game, so that it counts.
    pub async fn open_fresh(&self, rules: &str, board: &str) {
        let layout = text::parse_layout(board, None).unwrap();
        let (set, seed) = (rules.parse().unwrap(), Some(Seed::new(1)));
        let mut setup = Setup::new(set, layout.shape().clone(), layout.count(), seed);
        if set == RuleSet::Modern {
            setup.first = FirstCell::Anything;
        }
        let mut session = Session::fresh(setup).unwrap();
        session.lay(layout).unwrap();
        self.open("").await;
        let script = "omnisweep.game.seat(omnisweep.Table.load(arguments[0], 0))";
        self.run(script, vec![json!(save::write(&session, 0))]).await;
    }

    /// Loads the page again.
    pub async fn reload(&self) {
        self.driver.refresh().await.unwrap();
        self.ready().await;
    }

    async fn ready(&self) {
        self.until("document.documentElement.dataset.ready === 'yes'").await;
    }

    /// Waits until a script's value is true.
    pub async fn until(&self, script: &str) {
        self.until_done(script, async || self.get(script).await == json!(true)).await;
    }

    /// Waits until something is done that is tried again and again.
    pub async fn until_done(&self, what: &str, done: impl AsyncFn() -> bool) {
        let start = Instant::now();
        while !done().await {
            assert!(start.elapsed() < limit(), "waited {:?} for this: {what}", limit());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits until nothing moves on the page any more.
    pub async fn still(&self) {
        self.until("document.getAnimations().every(({ playState }) => playState !== 'running')").await;
    }

    /// Waits until the game is kept with all of its moves.
    pub async fn kept(&self) {
        let script = "const [done] = arguments, moves = saved => saved?.split('\\nmoves ')[1];
            import(new URL('store.js', document.querySelector('script').src))
                .then(store => store.kept(omnisweep.game.place.key))
                .then(kept => done(moves(kept) === moves(omnisweep.game.table.save(0))));";
        self.until_done("the game is kept", async || self.wait_for(script, vec![]).await == json!(true))
            .await;
    }

    /// The value of an expression on the page.
    pub async fn get(&self, script: &str) -> Value {
        self.run(&format!("return ({script});"), Vec::new()).await
    }

    /// Runs a script with arguments.
    pub async fn run(&self, script: &str, arguments: Vec<Value>) -> Value {
        let done = self.driver.execute(script, arguments).await;
        done.unwrap_or_else(|error| panic!("{script}: {error}")).json().clone()
    }

    /// Runs a script that calls its last argument once it is done.
    pub async fn wait_for(&self, script: &str, arguments: Vec<Value>) -> Value {
        let done = self.driver.execute_async(script, arguments).await;
        done.unwrap_or_else(|error| panic!("{script}: {error}")).json().clone()
    }

    /// The text of an element.
    pub async fn text(&self, id: &str) -> String {
        self.get(&format!("document.getElementById('{id}').textContent")).await.as_str().unwrap().to_owned()
    }

    /// How the game stands.
    pub async fn outcome(&self) -> String {
        self.get("omnisweep.game.table.outcome()").await.as_str().unwrap().to_owned()
    }

    /// What can be seen of the board, a line a row: `#` closed, `F` flag, `?`
    /// mark, `.` open, digits, `X` gone off, `*` mine, `W` wrong flag, `+` found.
    pub async fn board(&self) -> String {
        self.board_of("omnisweep.game.table").await
    }

    /// The same of anything that has a board.
    pub async fn board_of(&self, seen: &str) -> String {
        let found = self
            .get(&format!(
                "[{seen}.width(), Array.from({seen}.paint(0, 0, {seen}.width(), {seen}.height()))]"
            ))
            .await;
        let width = found[0].as_u64().unwrap() as usize;
        let squares: Vec<char> =
            found[1].as_array().unwrap().iter().map(|code| look(code.as_u64().unwrap())).collect();
        squares.chunks(width).map(|row| row.iter().collect::<String>() + "\n").collect()
    }

    /// The middle of a square, in the window.
    pub async fn middle(&self, row: u32, column: u32) -> (f64, f64) {
        let found = self
            .run(
                "const { board } = omnisweep.game, rect = board.plane.getBoundingClientRect();
                 return [rect.left + (arguments[1] + .5) * board.cell, rect.top + (arguments[0] + .5) * board.cell];",
                vec![json!(row), json!(column)],
            )
            .await;
        (found[0].as_f64().unwrap(), found[1].as_f64().unwrap())
    }

    /// The mouse is on a square, with these buttons held: 1 left, 2 right, 4 middle.
    pub async fn hold(&self, (row, column): (u32, u32), held: u8) {
        let (x, y) = self.middle(row, column).await;
        self.hold_at(x, y, held).await;
    }

    /// The mouse is somewhere, with these buttons held.
    pub async fn hold_at(&self, x: f64, y: f64, held: u8) {
        let mut now = self.held.get();
        let event = |kind: &str, button: &str, buttons: u8| json!({ "type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": 1 });
        self.tell("Input.dispatchMouseEvent", event("mouseMoved", "none", now)).await;
        for (bit, button) in [(1, "left"), (2, "right"), (4, "middle")] {
            if (now ^ held) & bit != 0 {
                now ^= bit;
                let kind = if now & bit == 0 { "mouseReleased" } else { "mousePressed" };
                self.tell("Input.dispatchMouseEvent", event(kind, button, now)).await;
            }
        }
        self.held.set(held);
    }

    /// A press and a release of these buttons on a square.
    pub async fn click(&self, at: (u32, u32), buttons: u8) {
        self.hold(at, 0).await;
        self.hold(at, buttons).await;
        self.hold(at, 0).await;
    }

    /// Clicks an element, as a person would.
    pub async fn push(&self, selector: &str) {
        // What has just appeared at the end of a game is not for clicks yet.
        self.until(&format!("!document.querySelector({selector:?})?.closest('[inert]')")).await;
        self.driver.find(By::Css(selector)).await.unwrap().click().await.unwrap();
    }

    /// Types into whatever has the focus.
    pub async fn keys(&self, keys: impl Into<TypingData>) {
        let keys = keys.into().to_string();
        loop {
            match self.driver.active_element().await.unwrap().send_keys(&keys).await {
                // The board was made anew in between: its cells are others now.
                Err(error) if error.to_string().contains("stale") => {}
                done => return done.unwrap(),
            }
        }
    }

    /// A phone in portrait, for fingers.
    pub async fn become_a_phone(&self) {
        let phone = json!({ "width": 390, "height": 844, "deviceScaleFactor": 3, "mobile": true });
        self.tell("Emulation.setDeviceMetricsOverride", phone).await;
        self.tell("Emulation.setTouchEmulationEnabled", json!({ "enabled": true, "maxTouchPoints": 2 }))
            .await;
    }

    /// Fingers: `touchStart`, `touchMove` or `touchEnd` at these points.
    pub async fn fingers(&self, kind: &str, points: &[(f64, f64)]) {
        let points: Vec<Value> =
            points.iter().enumerate().map(|(id, (x, y))| json!({ "x": x, "y": y, "id": id })).collect();
        self.tell("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points })).await;
    }

    /// A pause.
    pub async fn rest(&self, milliseconds: u64) {
        tokio::time::sleep(Duration::from_millis(milliseconds)).await;
    }
}

/// A square as a letter, by the numbers of `paint.rs`.
fn look(code: u64) -> char {
    match code & ((1 << 20) - 1) {
        0 => ' ',
        1 if code & (1 << 20) != 0 => '_',
        1 => '#',
        2 => 'F',
        3 => '?',
        4 => 'X',
        5 => '*',
        6 => 'W',
        7 => '+',
        16 => '.',
        number => char::from_digit((number - 16) as u32, 36).unwrap(),
    }
}

/// The program, built if nobody has just done so.
pub fn omnisweep() -> PathBuf {
    if std::env::var_os("OMNISWEEP_BUILT").is_none() {
        let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
        let built = Command::new(cargo).args(["build", "--quiet", "-p", "omnisweep"]).status();
        assert!(built.is_ok_and(|status| status.success()), "the program is built");
    }
    // Beside this one: target/PROFILE/deps.
    let this = std::env::current_exe().unwrap();
    this.ancestors().nth(2).unwrap().join("omnisweep")
}

/// Where the server is, if it says so here.
pub fn address_of(line: &str) -> Option<String> {
    Some(line.split_once("http://")?.1.split('/').next()?.to_owned())
}

/// A program that ends when nobody needs it any more, whatever happened.
pub struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

/// Starts a program and reads its output until a line says what is wanted.
pub fn spawn(command: &mut Command, wanted: impl Fn(&str) -> Option<String>) -> (Running, String) {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let found = lines.find_map(|line| wanted(&line.unwrap())).expect("the program says where it is");
    // Whatever else it says is read, or it would wait for ever.
    std::thread::spawn(move || lines.for_each(drop));
    (Running(child), found)
}
