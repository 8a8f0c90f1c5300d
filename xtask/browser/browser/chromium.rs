//! Chromium, as far as scenarios need more than WebDriver has: its own protocol.

use std::sync::Arc;

use http::Method;
use serde_json::{Value, json};
use thirtyfour::common::command::{Command, ExtensionCommand};
use thirtyfour::prelude::*;

use crate::page::{Kind, Page};

const FLAGS: [&str; 13] = [
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
];

/// The record of what threads do.
#[derive(Debug)]
struct PerformanceLog;

impl ExtensionCommand for PerformanceLog {
    fn parameters_json(&self) -> Option<Value> {
        Some(json!({ "type": "performance" }))
    }

    fn method(&self) -> Method {
        Method::POST
    }

    fn endpoint(&self) -> Arc<str> {
        "/se/log".into()
    }
}

/// The browser.
pub struct Chromium(WebDriver);

impl Chromium {
    /// What a session is asked for with.
    pub fn capabilities(kind: Kind) -> Capabilities {
        let mut capabilities = DesiredCapabilities::chrome();
        let own =
            if kind == Kind::SpokenChromium { "--force-renderer-accessibility" } else { "--headless=new" };
        for flag in FLAGS.into_iter().chain([own]) {
            capabilities.add_arg(flag).unwrap();
        }
        let elsewhere = format!("--host-resolver-rules=MAP {} 127.0.0.1", Page::ELSEWHERE);
        capabilities.add_arg(&elsewhere).unwrap();
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let chromium =
            std::env::split_paths(&folders).map(|folder| folder.join("chromium")).find(|path| path.is_file());
        capabilities.set_binary(&chromium.unwrap().to_string_lossy()).unwrap();
        capabilities.set_browser_log_level(thirtyfour::LoggingPrefsLogLevel::All).unwrap();
        if kind == Kind::TracedChromium {
            capabilities.set("goog:loggingPrefs", json!({ "browser": "ALL", "performance": "ALL" })).unwrap();
            let timeline = "blink.user_timing,devtools.timeline,disabled-by-default-devtools.timeline";
            let wanted = json!({ "enableNetwork": false, "enablePage": false, "traceCategories": timeline });
            capabilities.add_experimental_option("perfLoggingPrefs", wanted).unwrap();
        }
        capabilities.into()
    }

    /// The browser of a session.
    pub fn new(driver: WebDriver) -> Chromium {
        Chromium(driver)
    }

    /// A command of its own protocol.
    pub async fn tell(&self, method: &str, parameters: Value) -> Value {
        self.0.cdp().send_raw(method, parameters).await.unwrap()
    }

    /// An empty storage, a plain screen.
    pub async fn clean(&self, origin: &str) {
        let everything = json!({ "origin": origin, "storageTypes": "all" });
        self.tell("Storage.clearDataForOrigin", everything).await;
        self.tell("Emulation.clearDeviceMetricsOverride", json!({})).await;
        self.tell("Emulation.setTouchEmulationEnabled", json!({ "enabled": false })).await;
        self.media(&[]).await;
        _ = self.0.browser_log().await;
    }

    /// What it complained about.
    pub async fn complaints(&self) -> Vec<String> {
        let log = self.0.browser_log().await.unwrap_or_default();
        // That the page offers to be installed by a button of its own is no complaint.
        let entries = log.into_iter().filter(|entry| !entry.message.contains("Banner not shown"));
        entries.map(|entry| format!("{entry:?}")).collect()
    }

    /// What its threads did since this was last asked.
    pub async fn trace(&self) -> Vec<Value> {
        let log = self.0.cmd(Command::ExtensionCommand(Box::new(PerformanceLog))).await.unwrap();
        let entries: Vec<Value> = log.value().unwrap();
        let message = |entry: &Value| serde_json::from_str::<Value>(entry["message"].as_str()?).ok();
        let messages = entries.iter().filter_map(message).map(|mut entry| entry["message"].take());
        let mut events = messages.filter(|message| message["method"] == "Tracing.dataCollected");
        events.by_ref().map(|mut event| event["params"].take()).collect()
    }

    /// What the system wishes, as media features have it; what is not named is as usual.
    pub async fn media(&self, features: &[(&str, &str)]) {
        let features: Vec<Value> =
            features.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        self.tell("Emulation.setEmulatedMedia", json!({ "features": features })).await;
    }

    /// A window of this size.
    pub async fn window(&self, width: u32, height: u32, density: f64, fingers: bool) {
        let screen =
            json!({ "width": width, "height": height, "deviceScaleFactor": density, "mobile": fingers });
        self.tell("Emulation.setDeviceMetricsOverride", screen).await;
        let touch = json!({ "enabled": fingers, "maxTouchPoints": 2 });
        self.tell("Emulation.setTouchEmulationEnabled", touch).await;
    }

    /// Has a script run before those of every page that is opened; what is answered undoes it.
    pub async fn run_first(&self, script: &str) -> Value {
        self.tell("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script })).await
    }

    /// Undoes it.
    pub async fn run_no_more(&self, script: Value) {
        self.tell("Page.removeScriptToEvaluateOnNewDocument", script).await;
    }

    /// The mouse goes somewhere, and buttons are pressed and released there.
    pub async fn mouse(&self, (x, y): (f64, f64), before: u8, after: u8) {
        let event = |kind: &str, button: &str, buttons: u8| json!({ "type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": 1 });
        self.tell("Input.dispatchMouseEvent", event("mouseMoved", "none", before)).await;
        let mut now = before;
        for (bit, button) in [(1, "left"), (2, "right"), (4, "middle")] {
            if (now ^ after) & bit != 0 {
                now ^= bit;
                let kind = if now & bit == 0 { "mouseReleased" } else { "mousePressed" };
                self.tell("Input.dispatchMouseEvent", event(kind, button, now)).await;
            }
        }
    }

    /// The wheel turns, with Ctrl held.
    pub async fn zoom_wheel(&self, x: i32, y: i32, turns: i32) {
        let wheel =
            json!({ "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": turns, "modifiers": 2 });
        self.tell("Input.dispatchMouseEvent", wheel).await;
    }

    /// Fingers: `touchStart`, `touchMove` or `touchEnd` at these points.
    pub async fn fingers(&self, kind: &str, points: &[(f64, f64)]) {
        let points: Vec<Value> =
            points.iter().enumerate().map(|(id, (x, y))| json!({ "x": x, "y": y, "id": id })).collect();
        self.tell("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points })).await;
    }
}
