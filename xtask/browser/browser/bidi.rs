//! WebDriver BiDi: commands and events over a WebSocket of the browser's.

use std::net::TcpStream;

use omnisweep_testing::patience::limit;
use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

/// The connection.
pub struct Bidi {
    socket: WebSocket<TcpStream>,
    /// The number of the last command.
    last: u64,
    /// What was reported and not asked for yet.
    events: Vec<Value>,
}

impl Bidi {
    /// Connects to an address like `ws://127.0.0.1:9222/session/…`.
    pub fn connect(url: &str) -> Bidi {
        let (host, _) = url.strip_prefix("ws://").unwrap().split_once('/').unwrap();
        let stream = TcpStream::connect(host).unwrap();
        stream.set_read_timeout(Some(limit())).unwrap();
        let (socket, _) = tungstenite::client(url, stream).unwrap();
        Bidi { socket, last: 0, events: Vec::new() }
    }

    /// Sends a command, and waits for its result.
    pub fn send(&mut self, method: &str, parameters: &Value) -> Value {
        self.last += 1;
        let text = json!({ "id": self.last, "method": method, "params": parameters }).to_string();
        self.socket.send(Message::text(text)).unwrap();
        loop {
            let Message::Text(text) = self.socket.read().unwrap() else { continue };
            let mut message: Value = serde_json::from_str(&text).unwrap();
            if message["type"] == "event" {
                self.events.push(message);
            } else if message["id"] == self.last {
                assert_eq!(message["type"], "success", "{method}: {message}");
                return message["result"].take();
            }
        }
    }

    /// What was reported since this was last asked.
    pub fn events(&mut self) -> Vec<Value> {
        // An answer comes after all that was reported before it.
        self.send("session.status", &json!({}));
        std::mem::take(&mut self.events)
    }
}
