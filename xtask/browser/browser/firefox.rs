//! Firefox, as far as scenarios need more than WebDriver has: WebDriver BiDi, and Firefox's own settings, which a
//! script may change that runs as a part of the browser.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use http::Method;
use serde_json::{Value, json};
use thirtyfour::common::command::{Actions, Command, ExtensionCommand};
use thirtyfour::prelude::*;

use crate::bidi::Bidi;
use crate::page::Page;

/// The browser.
pub struct Firefox {
    driver: WebDriver,
    bidi: RefCell<Bidi>,
    /// How many fingers touch the screen.
    fingers: Cell<usize>,
    /// Whether the window is of another size than at the start.
    resized: Cell<bool>,
}

/// What the scripts of a session are a part of: a page (`content`), or the browser (`chrome`).
#[derive(Debug)]
struct SetContext(&'static str);

impl ExtensionCommand for SetContext {
    fn parameters_json(&self) -> Option<Value> {
        Some(json!({ "context": self.0 }))
    }

    fn method(&self) -> Method {
        Method::POST
    }

    fn endpoint(&self) -> Arc<str> {
        "/moz/context".into()
    }
}

impl Firefox {
    /// What a session is asked for with.
    pub fn capabilities() -> Capabilities {
        let settings = json!({
            // Names of this computer, beside the usual ones.
            "network.dns.localDomains": Page::ELSEWHERE,
            "dom.w3c_touch_events.enabled": 1,
            // A page that was left would go on holding its service worker.
            "browser.sessionhistory.max_total_viewers": 0,
            "layout.css.devPixelsPerPx": "1.0",
            "intl.accept_languages": "en",
            // Whoever hears nothing may hear it, without a click before.
            "media.autoplay.default": 0,
        });
        let options = json!({
            "args": ["-headless", "--width=1280", "--height=900"],
            "prefs": settings,
        });
        let mut capabilities = Capabilities::new();
        capabilities.set("browserName", "firefox").unwrap();
        capabilities.set("webSocketUrl", true).unwrap();
        capabilities.set("unhandledPromptBehavior", "ignore").unwrap();
        capabilities.set("moz:firefoxOptions", options).unwrap();
        capabilities
    }

    /// The browser of a session.
    pub fn new(driver: WebDriver) -> Firefox {
        let url = driver.capabilities().get("webSocketUrl").and_then(Value::as_str).map(str::to_owned);
        let mut bidi = Bidi::connect(&url.expect("geckodriver says where BiDi is"));
        bidi.send("session.subscribe", &json!({ "events": ["log.entryAdded"] }));
        Firefox { driver, bidi: RefCell::new(bidi), fingers: Cell::new(0), resized: Cell::new(false) }
    }

    /// Runs a script that is a part of the browser, and calls its last argument once it is done.
    async fn within(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.driver.cmd(Command::ExtensionCommand(Box::new(SetContext("chrome")))).await.unwrap();
        let done = self.driver.execute_async(script, arguments).await;
        self.driver.cmd(Command::ExtensionCommand(Box::new(SetContext("content")))).await.unwrap();
        done.unwrap_or_else(|error| panic!("{script}: {error}")).json().clone()
    }

    /// Sets numbers in its settings; none is what it was.
    async fn set(&self, settings: Value) {
        let script = "const [settings, done] = arguments;
            for (const [name, value] of Object.entries(settings))
                if (value === null) Services.prefs.clearUserPref(name); else Services.prefs.setIntPref(name, value);
            done();";
        self.within(script, vec![settings]).await;
    }

    async fn context(&self) -> String {
        self.driver.window().await.unwrap().to_string()
    }

    fn send(&self, method: &str, parameters: Value) -> Value {
        self.bidi.borrow_mut().send(method, &parameters)
    }

    /// A window as any other scenario has it. Not by taking the viewport away: Firefox does not answer to that after one that
    /// was larger than its window.
    pub async fn plain_window(&self) {
        if self.resized.replace(false) {
            let plain = json!({ "width": 1280, "height": 900 });
            let viewport =
                json!({ "context": self.context().await, "viewport": plain, "devicePixelRatio": 1.0 });
            self.send("browsingContext.setViewport", viewport);
        }
    }

    /// Loads the page again as a person does: what WebDriver has for it goes past the service worker.
    pub async fn reload(&self) {
        let page = json!({ "context": self.context().await, "wait": "complete" });
        self.send("browsingContext.reload", page);
    }

    /// An empty storage, nothing held.
    pub async fn clean(&self) {
        _ = self.driver.cmd(Command::ReleaseActions).await;
        self.fingers.set(0);
        let script = "const [done] = arguments;
            Services.clearData.deleteData(Ci.nsIClearDataService.CLEAR_ALL, { onDataDeleted: () => done() });";
        self.within(script, vec![]).await;
        self.media(&[]).await;
        self.pointer(false).await;
        self.complaints();
    }

    /// What it complained about.
    pub fn complaints(&self) -> Vec<String> {
        let events = self.bidi.borrow_mut().events();
        let grave = |event: &Value| ["error", "warn"].iter().any(|level| event["params"]["level"] == *level);
        events.into_iter().filter(grave).map(|event| event["params"]["text"].to_string()).collect()
    }

    /// What the system wishes, as media features have it; what is not named is as usual.
    pub async fn media(&self, features: &[(&str, &str)]) {
        let wished = |name| features.iter().find(|(feature, _)| *feature == name).map(|(_, wish)| *wish);
        let number = |name, numbers: &[(&str, i32)]| {
            let wish = wished(name)?;
            numbers.iter().find(|(word, _)| *word == wish).map(|(_, number)| *number)
        };
        self.set(json!({
            "layout.css.prefers-color-scheme.content-override":
                number("prefers-color-scheme", &[("dark", 0), ("light", 1)]),
            "ui.prefersReducedMotion": number("prefers-reduced-motion", &[("reduce", 1), ("no-preference", 0)]),
            "browser.display.document_color_use": number("forced-colors", &[("active", 2)]),
        }))
        .await;
    }

    /// Fingers, or a mouse.
    async fn pointer(&self, fingers: bool) {
        // Coarse; or fine, and can hover.
        let kind = if fingers { 1 } else { 2 | 4 };
        self.set(json!({ "ui.primaryPointerCapabilities": kind, "ui.allPointerCapabilities": kind })).await;
    }

    /// A window of this size.
    pub async fn window(&self, width: u32, height: u32, density: f64, fingers: bool) {
        let viewport = json!({
            "context": self.context().await,
            "viewport": { "width": width, "height": height },
            "devicePixelRatio": density,
        });
        self.send("browsingContext.setViewport", viewport);
        self.resized.set(true);
        self.pointer(fingers).await;
    }

    /// Has a script run before those of every page that is opened; what is answered undoes it.
    pub fn run_first(&self, script: &str) -> Value {
        let function = format!("() => {{ {script} }}");
        self.send("script.addPreloadScript", json!({ "functionDeclaration": function }))
    }

    /// Undoes it.
    pub fn run_no_more(&self, script: Value) {
        self.send("script.removePreloadScript", script);
    }

    async fn act(&self, sources: Vec<Value>) {
        self.driver.cmd(Command::PerformActions(Actions::from(json!(sources)))).await.unwrap();
    }

    /// The mouse goes somewhere, and buttons are pressed and released there.
    pub async fn mouse(&self, (x, y): (f64, f64), before: u8, after: u8) {
        let mut actions = vec![move_to(x, y)];
        for (bit, button) in [(1, 0), (2, 2), (4, 1)] {
            if (before ^ after) & bit != 0 {
                let kind = if after & bit == 0 { "pointerUp" } else { "pointerDown" };
                actions.push(json!({ "type": kind, "button": button }));
            }
        }
        self.act(vec![source("mouse", "mouse", actions)]).await;
    }

    /// The wheel turns, with Ctrl held.
    pub async fn zoom_wheel(&self, x: i32, y: i32, turns: i32) {
        let key = |kind| json!({ "type": kind, "value": "\u{e009}" });
        let wheel = json!({ "type": "scroll", "x": x, "y": y, "deltaX": 0, "deltaY": turns });
        let pause = || json!({ "type": "pause" });
        let keys = json!({ "type": "key", "id": "keys", "actions": [key("keyDown"), pause(), key("keyUp")] });
        let wheel = json!({ "type": "wheel", "id": "wheel", "actions": [pause(), wheel, pause()] });
        self.act(vec![keys, wheel]).await;
    }

    /// Fingers: `touchStart`, `touchMove` or `touchEnd` at these points.
    pub async fn fingers(&self, kind: &str, points: &[(f64, f64)]) {
        let before = self.fingers.replace(points.len());
        let mut sources = Vec::new();
        for number in 0..before.max(points.len()) {
            let actions = match points.get(number) {
                Some(&(x, y)) if number < before => vec![move_to(x, y)],
                Some(&(x, y)) => vec![move_to(x, y), json!({ "type": "pointerDown", "button": 0 })],
                None => vec![json!({ "type": "pointerUp", "button": 0 })],
            };
            sources.push(source(&format!("finger {number}"), "touch", actions));
        }
        assert!(kind != "touchEnd" || points.is_empty(), "all fingers are lifted at once");
        self.act(sources).await;
    }
}

fn source(id: &str, kind: &str, actions: Vec<Value>) -> Value {
    json!({ "type": "pointer", "id": id, "parameters": { "pointerType": kind }, "actions": actions })
}

fn move_to(x: f64, y: f64) -> Value {
    json!({ "type": "pointerMove", "duration": 0, "x": x.floor() as i64, "y": y.floor() as i64 })
}
