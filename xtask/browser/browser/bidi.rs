//! WebDriver BiDi: commands and events over a WebSocket of the browser's. As little of one as that takes: text,
//! on this computer.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use omnisweep_testing::patience::limit;
use serde_json::{Value, json};

/// The connection.
pub struct Bidi {
    stream: TcpStream,
    /// The number of the last command.
    last: u64,
    /// What was reported and not asked for yet.
    events: Vec<Value>,
}

impl Bidi {
    /// Connects to an address like `ws://127.0.0.1:9222/session/…`.
    pub fn connect(url: &str) -> Bidi {
        let (host, path) = url.strip_prefix("ws://").unwrap().split_once('/').unwrap();
        let mut stream = TcpStream::connect(host).unwrap();
        stream.set_read_timeout(Some(limit())).unwrap();
        let request = format!(
            "GET /{path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        while !answer.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            answer.extend(byte);
        }
        assert!(answer.starts_with(b"HTTP/1.1 101 "), "{}", String::from_utf8_lossy(&answer));
        Bidi { stream, last: 0, events: Vec::new() }
    }

    /// Sends a command, and waits for its result.
    pub fn send(&mut self, method: &str, parameters: &Value) -> Value {
        self.last += 1;
        let text = json!({ "id": self.last, "method": method, "params": parameters }).to_string();
        self.write(1, text.as_bytes());
        loop {
            let mut message: Value = serde_json::from_slice(&self.message()).unwrap();
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

    /// A whole message, of as many frames as it has.
    fn message(&mut self) -> Vec<u8> {
        let mut message = Vec::new();
        loop {
            let (last, kind, part) = self.frame();
            match kind {
                9 => self.write(10, &part),
                0..=2 => message.extend(part),
                other => panic!("the browser sent a frame of kind {other}"),
            }
            if last && kind < 8 {
                return message;
            }
        }
    }

    /// Whether it is the last of its message, its kind, and what is in it.
    fn frame(&mut self) -> (bool, u8, Vec<u8>) {
        let mut head = [0; 2];
        self.stream.read_exact(&mut head).unwrap();
        let length = match head[1] & 127 {
            126 => u64::from(u16::from_be_bytes(self.bytes())),
            127 => u64::from_be_bytes(self.bytes()),
            short => u64::from(short),
        };
        let mut part = vec![0; usize::try_from(length).unwrap()];
        self.stream.read_exact(&mut part).unwrap();
        (head[0] & 128 != 0, head[0] & 15, part)
    }

    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.stream.read_exact(&mut bytes).unwrap();
        bytes
    }

    /// Sends a frame, masked, as clients have to; Firefox takes no mask of zeros.
    fn write(&mut self, kind: u8, part: &[u8]) {
        let mut frame = vec![128 | kind];
        match u16::try_from(part.len()) {
            Ok(length @ 0..=125) => frame.push(128 | length as u8),
            Ok(length) => {
                frame.push(128 | 126);
                frame.extend(length.to_be_bytes());
            }
            Err(_) => {
                frame.push(128 | 127);
                frame.extend((part.len() as u64).to_be_bytes());
            }
        }
        let mask = [1, 2, 3, 4];
        frame.extend(mask);
        frame.extend(part.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        self.stream.write_all(&frame).unwrap();
    }
}
