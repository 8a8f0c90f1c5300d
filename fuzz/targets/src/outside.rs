//! What comes from other programs: bots, browsers, recordings.

#[path = "../../../crates/server/src/protocol.rs"]
#[allow(dead_code, clippy::unwrap_used)]
mod protocol;

/// Whatever a bot writes, the referee comes to a verdict; whatever an arena
/// writes, our bot survives it; lines that are understood are written back.
pub mod bot_protocol {
    use std::time::Duration;

    use crate::split;
    use omnisweep_arena::protocol::{ArenaMessage, BotMessage};
    use omnisweep_arena::{BotConnection, Lines, Loss, Terms, play, run_bot};
    use omnisweep_engine::{FirstCell, Shape};
    use omnisweep_solver::Skill;

    /// A bot that writes these bytes, whatever it hears.
    struct Bytes<'a> {
        rest: std::slice::Chunks<'a, u8>,
        lines: Lines,
    }

    impl BotConnection for Bytes<'_> {
        fn send(&mut self, _line: &str) {}

        fn start_timer(&mut self, _limit: Duration) {
            self.lines.begin();
        }

        fn receive_line(&mut self) -> Result<String, Loss> {
            loop {
                if let Some(line) = self.lines.next_line()? {
                    return Ok(line);
                }
                self.lines.push(self.rest.next().ok_or(Loss::Closed)?);
            }
        }
    }

    pub fn run(input: &[u8]) {
        let Some(([seed, a, b, c, mines], bytes)) = split::<5>(input) else { return };
        let Ok(shape) = Shape::new(&[a, b, c].map(|size| u64::from(size % 9))) else { return };
        let start = FirstCell::ALL[usize::from(mines) % 3];
        let limit = Duration::from_secs(1);
        if let Ok(terms) = Terms::new(shape.clone(), mines.into(), start, limit, limit) {
            play(&terms, seed.into(), &mut Bytes { rest: bytes.chunks(7), lines: Lines::default() });
        }
        let mut small = true;
        for line in String::from_utf8_lossy(bytes).lines() {
            if let Ok(said) = BotMessage::parse(line, &shape) {
                assert_eq!(BotMessage::parse(&said.write(&shape), &shape), Ok(said));
            }
            if let Ok(told) = ArenaMessage::parse(line, Some(&shape)) {
                // Boards on which our bot would think for long are nothing new.
                small &= !matches!(&told, ArenaMessage::NewGame(game) if game.shape.cells() > 60);
                assert_eq!(ArenaMessage::parse(&told.write(&shape), Some(&shape)), Ok(told));
            }
        }
        if small {
            run_bot(Skill::Fast, bytes, std::io::sink()).expect("a sink takes all");
        }
    }

    pub fn seeds() -> Vec<Vec<u8>> {
        let (bot, arena) = (
            "ready\nready\nopen 0 0 0\nflag 0 1 1\nopen 0 2 2\nclaim safe 0 0 1\nresign\n",
            "omnisweep 1\nnewgame 1x5x5 3 safe 1000\ngo\nopened 0 0 0 1\ngo\nquit\n",
        );
        let words = [[1, 1, 5, 5, 3].as_slice(), [7, 2, 4, 4, 4].as_slice()];
        words.iter().flat_map(|head| [bot, arena].map(|text| [head, text.as_bytes()].concat())).collect()
    }
}

/// Any method, path and headers of a request to `omnisweep serve`: a file of the
/// page as it is, or an answer of 304 or 4xx that has nothing of it.
pub mod http_request {
    use crate::{text, written};
    use hyper::body::Body as _;
    use hyper::header::{CONTENT_ENCODING, HeaderName, HeaderValue};
    use hyper::{Method, Request, Uri};
    use omnisweep_site::{File, answer};

    pub fn run(input: &[u8]) {
        let Some((first, headers)) = text(input).and_then(|text| text.split_once('\n')) else { return };
        let Some((method, path)) = first.split_once(' ') else { return };
        let (Ok(method), Ok(uri)) = (method.parse::<Method>(), path.parse::<Uri>()) else { return };
        let mut request = Request::builder().method(method.clone()).uri(uri.clone());
        for (name, value) in headers.lines().filter_map(|line| line.split_once(": ")) {
            if let (Ok(name), Ok(value)) = (name.parse::<HeaderName>(), value.parse::<HeaderValue>()) {
                request = request.header(name, value);
            }
        }
        let Ok(request) = request.body(()) else { return };
        let file = |name: &str, compressed: Option<&'static str>| File {
            content: name.to_owned().into(),
            brotli: None,
            gzip: compressed.map(Into::into),
            content_type: "text/plain",
            etag: "\"1\"".to_owned(),
            immutable: name.contains('/'),
        };
        let page = [file("index.html", Some("small")), file("1-2/app.js", None)];
        let response = answer(|name| page.iter().find(|file| file.content == name), &request);
        let (status, size) = (response.status().as_u16(), response.body().size_hint().exact());
        assert!(response.headers().contains_key("content-security-policy"));
        let asks = method == Method::GET || method == Method::HEAD;
        match status {
            200 => {
                assert!(
                    asks && ["/", "/index.html", "/1-2/app.js", "/healthz"]
                        .contains(&&*uri.path().replace("//", "/"))
                );
                let small = response.headers().contains_key(CONTENT_ENCODING);
                let whole = if uri.path() == "/healthz" {
                    3
                } else if small {
                    5
                } else {
                    10
                };
                assert_eq!(size, Some(if method == Method::HEAD { 0 } else { whole }));
            }
            304 => assert!(asks && size == Some(0)),
            _ => assert!((400..500).contains(&status), "{status}"),
        }
    }

    pub fn seeds() -> Vec<Vec<u8>> {
        written([
            "GET /\nhost: x\naccept-encoding: br, gzip;q=0.5\n",
            "HEAD /index.html\nif-none-match: W/\"1\"\n",
            "GET /1-2/app.js\naccept-encoding: gzip;q=0\nif-none-match: \"2\", *\n",
            "POST /\ncontent-length: 99999999999\n",
            "GET /../%2e%2e/etc/passwd\ncontent-length: 70000\n",
            "OPTIONS *\n\n",
        ])
    }
}

macro_rules! recording {
    ($name:ident, $format:ident, $end:literal, $program:literal) => {
        #[doc = concat!("Any bytes as a recording of ", $program, ": refused, or a game that can be played and kept.")]
        pub mod $name {
            use omnisweep_replay::{Format, Report, play, read_as};
            use omnisweep_session::save;

            pub fn run(input: &[u8]) {
                if let Ok(recording) = read_as(Format::$format, input) {
                    let played = play(&recording).expect("a recording has a board");
                    _ = Report::new(&recording, &played).to_string();
                    _ = save::read(&save::write(&played.session, 0)).expect("what was written can be read");
                }
            }

            pub fn seeds() -> Vec<Vec<u8>> {
                let files = omnisweep_testing::recordings::files();
                let own = files.into_iter().filter(|(name, bytes)| name.ends_with($end) && bytes.len() < 1 << 14);
                own.map(|(_, bytes)| bytes).take(3).collect()
            }
        }
    };
}

recording!(recording_avf, Avf, ".avf", "Arbiter");
recording!(recording_evf, Evf, ".evf", "Metasweeper");
recording!(recording_mvf, Mvf, ".mvf", "Clone");
recording!(recording_rmv, Rmv, ".rmv", "Viennasweeper");

/// Any text as a message of a player's to the server: one that is understood is written back, and is short.
pub mod server_protocol {
    use super::protocol::{LONGEST, Request};
    use crate::text;

    pub fn run(input: &[u8]) {
        let Some(text) = text(input) else { return };
        if let Ok(request) = Request::read(text) {
            assert!(text.len() <= LONGEST);
            let written = serde_json::to_string(&request).expect("what was read can be written");
            // What is left out is written, so it may be too long now.
            assert_eq!(serde_json::from_str::<Request>(&written).ok(), Some(request));
        }
    }

    pub fn seeds() -> Vec<Vec<u8>> {
        let game = "0123456789abcdef0123456789abcdef";
        [
            r#"{"type":"begin","request":1,"wanted":{"level":"expert","guess":"never"}}"#.to_owned(),
            r#"{"type":"begin","request":2,"wanted":{"size":[9,9],"mines":10}}"#.to_owned(),
            r#"{"type":"begin","request":3,"wanted":{"level":"beginner","day":true}}"#.to_owned(),
            format!(r#"{{"type":"resume","request":4,"game":"{game}"}}"#),
            format!(r#"{{"type":"move","game":"{game}","number":0,"action":{{"open":40}},"clock":17}}"#),
            format!(r#"{{"type":"move","game":"{game}","number":7,"action":{{"chord":3}},"clock":0}}"#),
            format!(r#"{{"type":"leave","game":"{game}"}}"#),
        ]
        .map(String::into_bytes)
        .into()
    }
}
