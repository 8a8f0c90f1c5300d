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

use crate::chromium::Chromium;
use crate::firefox::Firefox;

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
    browser: Browser,
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

/// Which browser plays.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Debian's Chromium, or any other.
    Chromium,
    /// The same, and it keeps a record of what its threads do.
    TracedChromium,
    /// The same in a window, and a screen reader is told what is there.
    SpokenChromium,
    /// Firefox, through geckodriver.
    Firefox,
}

impl Kind {
    /// The programs that it takes: the browser, and its driver.
    fn programs(self) -> [&'static str; 2] {
        match self {
            Kind::Firefox => ["firefox-esr", "geckodriver"],
            _ => ["chromium", "chromedriver"],
        }
    }
}

/// What each browser has beyond WebDriver.
enum Browser {
    Chromium(Chromium),
    Firefox(Box<Firefox>),
}

impl Page {
    /// This computer, by a name that browsers do not trust as they trust `127.0.0.1`.
    pub const ELSEWHERE: &str = "omnisweep.test";

    /// Starts all programs; nothing, and a word about it, where there is no browser.
    pub async fn start(kind: Kind) -> Option<Page> {
        let runs = |program: &str| {
            Command::new(program).arg("--version").output().is_ok_and(|out| out.status.success())
        };
        let missing = kind.programs().into_iter().find(|program| !runs(program));
        if let Some(program) = missing {
            assert!(!outside::required(), "the browser tests are required, but there is no {program}");
            eprintln!("SKIPPED: the browser tests need {program}");
            return None;
        }
        let (server, home) =
            spawn(Command::new(omnisweep()).args(["serve", "--addr", "127.0.0.1:0"]), address_of);
        let folder = TempDir::new().unwrap();
        // Whatever a browser keeps at home is of no use to anybody, and a home may be read-only.
        let [name, driver] = kind.programs();
        let mut program = Command::new(driver);
        program.arg("--port=0").env("HOME", folder.path());
        program.env_remove("XDG_CONFIG_HOME").env_remove("XDG_CACHE_HOME");
        if kind == Kind::Firefox {
            program.args(["--websocket-port=0", "--allow-system-access", "--binary", name]);
        }
        let (driver_program, port) = spawn(&mut program, |line| {
            // ChromeDriver was started successfully on port 1234; Listening on 127.0.0.1:1234
            let (_, port) =
                line.split_once("successfully on port ").or(line.split_once("Listening on 127.0.0.1:"))?;
            Some(port.trim_end_matches('.').to_owned())
        });
        let capabilities = match kind {
            Kind::Firefox => Firefox::capabilities(),
            _ => Chromium::capabilities(kind),
        };
        let driver = match WebDriver::new(format!("http://127.0.0.1:{port}"), capabilities).await {
            Ok(driver) => driver,
            Err(error) => {
                let why = format!("{name} does not start, or its driver does not fit it: {error}");
                assert!(!outside::required(), "{why}");
                eprintln!("SKIPPED: {why}");
                return None;
            }
        };
        driver.set_script_timeout(limit()).await.unwrap();
        let (_programs, address) = ([server, driver_program], RefCell::default());
        let browser = match kind {
            Kind::Firefox => Browser::Firefox(Box::new(Firefox::new(driver.clone()))),
            _ => Browser::Chromium(Chromium::new(driver.clone())),
        };
        let page = Page { driver, browser, home, address, _programs, _folder: folder, held: Shared::new(0) };
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
        if let Browser::Firefox(firefox) = &self.browser {
            firefox.plain_window().await;
        }
        self.driver.goto("about:blank").await.unwrap();
        self.visit(&self.home);
        let origin = self.address.borrow().clone();
        match &self.browser {
            Browser::Chromium(chromium) => chromium.clean(&origin).await,
            Browser::Firefox(firefox) => firefox.clean().await,
        }
    }

    /// What the browser complained about.
    pub async fn complaints(&self) -> Vec<String> {
        match &self.browser {
            Browser::Chromium(chromium) => chromium.complaints().await,
            Browser::Firefox(firefox) => firefox.complaints(),
        }
    }

    /// What the system wishes, as media features have it: `("prefers-color-scheme", "dark")`.
    pub async fn media(&self, feature: &str, wish: &str) {
        match &self.browser {
            Browser::Chromium(chromium) => chromium.media(&[(feature, wish)]).await,
            Browser::Firefox(firefox) => firefox.media(&[(feature, wish)]).await,
        }
    }

    /// Gives the page a window of this size, and waits until it has it.
    pub async fn resize(&self, width: u32, height: u32, fingers: bool) {
        self.window(width, height, 1.0, fingers).await;
        // A browser tells the page of its size and of what points at it, whichever comes first.
        let pointer = format!("matchMedia('(pointer: coarse)').matches === {fingers}");
        self.until(&format!("innerWidth === {width} && innerHeight === {height} && {pointer}")).await;
    }

    /// A window of this size, with so many pixels of the screen for each of the page's, for fingers or a mouse.
    pub async fn window(&self, width: u32, height: u32, density: f64, fingers: bool) {
        match &self.browser {
            Browser::Chromium(chromium) => chromium.window(width, height, density, fingers).await,
            Browser::Firefox(firefox) => firefox.window(width, height, density, fingers).await,
        }
    }

    /// Has a script run before those of every page that is opened; what is answered undoes it.
    pub async fn run_first(&self, script: &str) -> Value {
        match &self.browser {
            Browser::Chromium(chromium) => chromium.run_first(script).await,
            Browser::Firefox(firefox) => firefox.run_first(script),
        }
    }

    /// Undoes it.
    pub async fn run_no_more(&self, script: Value) {
        match &self.browser {
            Browser::Chromium(chromium) => chromium.run_no_more(script).await,
            Browser::Firefox(firefox) => firefox.run_no_more(script),
        }
    }

    /// Saves a picture of the page.
    pub async fn picture(&self, path: &Path) {
        _ = self.driver.screenshot(path).await;
    }

    /// The browser.
    pub fn driver(&self) -> &WebDriver {
        &self.driver
    }

    /// A command of Chromium's own protocol: whoever needs it is in the list of what Firefox does not play.
    pub async fn tell(&self, method: &str, parameters: Value) -> Value {
        match &self.browser {
            Browser::Chromium(chromium) => chromium.tell(method, parameters).await,
            Browser::Firefox(_) => panic!("{method} is Chromium's own"),
        }
    }

    /// What the threads of a traced Chromium did since this was last asked.
    pub async fn trace(&self) -> Vec<Value> {
        match &self.browser {
            Browser::Chromium(chromium) => chromium.trace().await,
            Browser::Firefox(_) => Vec::new(),
        }
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
        let script = "omnisweep.game.replaceModel(omnisweep.PageGame.load(arguments[0], 0))";
        self.run(script, vec![json!(save::write(&session, 0))]).await;
    }

    /// Loads the page again.
    pub async fn reload(&self) {
        match &self.browser {
            Browser::Chromium(_) => self.driver.refresh().await.unwrap(),
            Browser::Firefox(firefox) => firefox.reload().await,
        }
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
        self.until(
            "document.getAnimations().every(({ playState }) => playState !== 'running') && omnisweep.game.board.rippling === undefined",
        )
        .await;
    }

    /// Waits until the game is kept with all of its moves.
    pub async fn kept(&self) {
        let script = "const [done] = arguments, moves = saved => saved?.split('\\nmoves ')[1];
            import(new URL('store.js', document.querySelector('script').src))
                .then(store => store.kept(omnisweep.game.slot.key))
                .then(kept => done(moves(kept) === moves(omnisweep.game.model.save(0))));";
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
        self.get("omnisweep.game.model.outcome()").await.as_str().unwrap().to_owned()
    }

    /// What can be seen of the board, a line a row: `#` closed, `F` flag, `?`
    /// mark, `.` open, digits, `X` gone off, `*` mine, `W` wrong flag, `+` found.
    pub async fn board(&self) -> String {
        self.board_of("omnisweep.game.model").await
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
        let before = self.held.get();
        match &self.browser {
            Browser::Chromium(chromium) => chromium.mouse((x, y), before, held).await,
            Browser::Firefox(firefox) => firefox.mouse((x, y), before, held).await,
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
        self.window(390, 844, 3.0, true).await;
    }

    /// The wheel turns, with Ctrl held.
    pub async fn zoom_wheel(&self, x: i32, y: i32, turns: i32) {
        match &self.browser {
            Browser::Chromium(chromium) => chromium.zoom_wheel(x, y, turns).await,
            Browser::Firefox(firefox) => firefox.zoom_wheel(x, y, turns).await,
        }
    }

    /// Fingers: `touchStart`, `touchMove` or `touchEnd` at these points.
    pub async fn fingers(&self, kind: &str, points: &[(f64, f64)]) {
        match &self.browser {
            Browser::Chromium(chromium) => chromium.fingers(kind, points).await,
            Browser::Firefox(firefox) => firefox.fingers(kind, points).await,
        }
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
    program("omnisweep")
}

/// The program of a package of the same name.
pub fn program(name: &str) -> PathBuf {
    if std::env::var_os("OMNISWEEP_BUILT").is_none() {
        let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
        let built = Command::new(cargo).args(["build", "--quiet", "-p", name]).status();
        assert!(built.is_ok_and(|status| status.success()), "{name} is built");
    }
    // Beside this one: target/PROFILE/deps.
    let this = std::env::current_exe().unwrap();
    this.ancestors().nth(2).unwrap().join(name)
}

/// Where the server is, if it says so here.
pub fn address_of(line: &str) -> Option<String> {
    Some(line.split_once("http://")?.1.split('/').next()?.to_owned())
}

/// A program that ends when nobody needs it any more, whatever happened.
pub struct Running(pub Child);

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
