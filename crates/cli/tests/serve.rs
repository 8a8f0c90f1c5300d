//! `omnisweep serve`, byte by byte, as browsers and others ask it.
#![allow(clippy::unwrap_used)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use omnisweep_testing::patience::{LIMIT, wait};

/// A server that ends with its test.
struct Server {
    child: Child,
    address: String,
    // One at a time: the first builds the page, if nobody has yet.
    _alone: MutexGuard<'static, ()>,
}

static ALONE: Mutex<()> = Mutex::new(());

impl Server {
    fn start() -> Server {
        Server::of(serve("127.0.0.1:0"))
    }

    fn of(mut command: Command) -> Server {
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split_once("http://").unwrap().1.split('/').next().unwrap().to_owned();
        Server { child, address, _alone: alone }
    }

    /// What the server answers to these bytes.
    fn answer(&self, request: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        // A server that has heard enough may close before all is said.
        _ = stream.write_all(request);
        _ = stream.set_read_timeout(Some(LIMIT));
        let mut bytes = Vec::new();
        let mut chunk = [0; 4096];
        while let Ok(read @ 1..) = stream.read(&mut chunk) {
            bytes.extend(&chunk[..read]);
        }
        Answer::of(bytes)
    }

    fn get(&self, path: &str, more: &str) -> Answer {
        self.answer(format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{more}\r\n").as_bytes())
    }

    /// Whether it still serves the page.
    fn lives(&self) -> bool {
        self.get("/", "").status == 200
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

fn serve(address: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_omnisweep"));
    command.args(["serve", "--addr", address]).stdin(Stdio::null());
    command
}

struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Answer {
    fn of(bytes: Vec<u8>) -> Answer {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(bytes.len());
        let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
        Answer { status, head, body: bytes.get(end + 4..).unwrap_or_default().to_vec() }
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// The address of the page's WebAssembly, as the page names it.
fn wasm(server: &Server) -> String {
    let page = server.get("/", "").text();
    let script = page.split_once("src=\"").unwrap().1.split('"').next().unwrap();
    format!("/{}/omnisweep.wasm", script.rsplit_once('/').unwrap().0)
}

#[test]
fn the_page_comes_with_everything_that_keeps_it_safe() {
    let server = Server::start();
    let page = server.get("/", "");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(page.text().contains("<title>Omnisweep</title>"));
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'"));
    assert!(policy.ends_with("frame-ancestors 'none'") && !policy.contains("unsafe-inline"));
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "deny"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        assert_eq!(page.header(name), Some(value));
        assert_eq!(server.get("/nowhere", "").header(name), Some(value), "on other answers too");
    }
    let head = server.answer(b"HEAD / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(head.header("content-length"), page.header("content-length"), "as long as the page");
}

#[test]
fn it_listens_where_a_name_says() {
    assert!(Server::of(serve("localhost:0")).lives());
}

#[test]
fn whoever_watches_over_it_is_answered() {
    let server = Server::start();
    let well = server.get("/healthz", "");
    assert_eq!((well.status, well.text().as_str()), (200, "ok\n"));
}

#[test]
fn files_are_compressed_and_kept_by_what_is_in_them() {
    let server = Server::start();
    let wasm = wasm(&server);
    let plain = server.get(&wasm, "");
    assert_eq!((plain.status, plain.header("content-type")), (200, Some("application/wasm")));
    assert_eq!(plain.header("content-encoding"), None);
    assert_eq!(plain.header("cache-control"), Some("public, max-age=31536000, immutable"));
    assert_eq!(plain.header("vary"), Some("accept-encoding"));
    let least = server.get(&wasm, "accept-encoding: gzip, br\r\n");
    assert_eq!(least.header("content-encoding"), Some("br"));
    let small = server.get(&wasm, "accept-encoding: br;q=0, gzip\r\n");
    assert_eq!(small.header("content-encoding"), Some("gzip"));
    assert!(least.body.len() < small.body.len());
    assert!(small.body.starts_with(&[0x1f, 0x8b]) && small.body.len() < 400_000);
    assert!(small.body.len() < plain.body.len());
    assert_eq!(server.get(&wasm, "accept-encoding: gzip;q=0\r\n").header("content-encoding"), None);
    // The page itself is asked for each time, and sent only if it has changed.
    let page = server.get("/", "");
    assert_eq!(page.header("cache-control"), Some("no-cache"));
    let tag = page.header("etag").unwrap();
    let again = server.get("/", &format!("if-none-match: {tag}\r\n"));
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(server.get("/", "if-none-match: \"other\"\r\n").status, 200);
}

#[test]
fn what_a_browser_keeps_the_page_by_is_never_old() {
    let server = Server::start();
    for (name, kind) in
        [("/sw.js", "text/javascript; charset=utf-8"), ("/manifest.webmanifest", "application/manifest+json")]
    {
        let file = server.get(name, "");
        assert_eq!((file.status, file.header("content-type")), (200, Some(kind)), "{name}");
        assert_eq!(file.header("cache-control"), Some("no-cache"), "{name}");
    }
    // The service worker knows every file of the page, by names that are all served.
    let worker = server.get("/sw.js", "").text();
    let files = worker.split_once("FILES = {").unwrap().1.split_once('}').unwrap().0;
    let names: Vec<&str> = files.lines().filter_map(|line| line.trim().split('"').nth(1)).collect();
    assert!(names.iter().any(|name| name.ends_with("/omnisweep.wasm")) && names.contains(&"index.html"));
    for name in names {
        assert_eq!(server.get(&format!("/{name}"), "").status, 200, "{name}");
    }
}

#[test]
fn a_folder_without_a_page_is_not_served() {
    let folder = tempfile::tempdir().unwrap();
    for (path, said) in
        [(folder.path().to_path_buf(), "it has no index.html"), (folder.path().join("none"), "none")]
    {
        let refused = serve("127.0.0.1:0").arg("--site").arg(path).output().unwrap();
        assert!(!refused.status.success());
        let error = String::from_utf8(refused.stderr).unwrap();
        assert!(error.contains(said), "{error}");
    }
}

#[test]
#[cfg(unix)]
fn of_a_folder_only_files_that_lie_in_it_are_served() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let [site, secret] = ["site", "secret"].map(|name| folder.path().join(name));
    std::fs::create_dir_all(site.join("1-2")).unwrap();
    std::fs::create_dir(&secret).unwrap();
    std::fs::write(secret.join("key"), "secret").unwrap();
    std::fs::write(site.join("index.html"), "the page").unwrap();
    std::fs::write(site.join("1-2/app.js"), "the script").unwrap();
    symlink(secret.join("key"), site.join("key")).unwrap();
    symlink(&secret, site.join("folder")).unwrap();
    // Whoever opens it waits for somebody to write.
    assert!(Command::new("mkfifo").arg(site.join("pipe")).status().unwrap().success());
    let mut command = serve("127.0.0.1:0");
    command.arg("--site").arg(&site);
    let server = Server::of(command);
    assert_eq!(server.get("/", "").text(), "the page");
    assert_eq!(server.get("/1-2/app.js", "").text(), "the script");
    for path in ["/key", "/folder/key", "/folder", "/pipe"] {
        assert_eq!(server.get(path, "").status, 404, "{path}");
    }
}

/// A program that was given away knows nothing of the folder that it was built in.
#[test]
#[cfg(unix)]
fn a_program_elsewhere_serves_the_page_inside_it_and_starts_no_compiler() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("omnisweep");
    std::fs::copy(env!("CARGO_BIN_EXE_omnisweep"), &program).unwrap();
    let compiler = folder.path().join("cargo");
    std::fs::write(&compiler, "#!/bin/sh\ntouch \"$0.ran\"\n").unwrap();
    std::fs::set_permissions(&compiler, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let mut command = Command::new(&program);
    command.args(["serve", "--addr", "127.0.0.1:0"]).env("CARGO", &compiler).stdin(Stdio::null());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    _ = child.kill();
    let said = String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap();
    // With its page inside it serves that; without, it says so.
    assert!(line.contains("http://") || said.contains("built without its page"), "{line}{said}");
    assert!(!folder.path().join("cargo.ran").exists());
}

/// Connections that send a piece of a request, and no more.
fn half_sent(server: &Server, count: usize) -> Vec<TcpStream> {
    let connect = |_| {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        // One that was turned away already cannot be written to.
        _ = stream.write_all(b"GET / HTTP/1.1\r\nhost");
        stream
    };
    (0..count).map(connect).collect()
}

/// How many of them the server has closed.
fn closed(streams: &[TcpStream]) -> usize {
    let is_closed = |mut stream: &TcpStream| {
        stream.set_nonblocking(true).unwrap();
        !matches!(stream.read(&mut [0]), Err(error) if error.kind() == std::io::ErrorKind::WouldBlock)
    };
    streams.iter().filter(|stream| is_closed(stream)).count()
}

#[test]
fn whoever_never_comes_to_the_point_keeps_nobody_out_and_is_not_kept() {
    let server = Server::start();
    let silent = half_sent(&server, 500);
    assert!(server.lives());
    assert!(closed(&silent) >= 500 - 256, "{} of 500 had to go", closed(&silent));
    // The others have some seconds.
    wait(|| "the end of half-sent requests".to_owned(), || (closed(&silent) == 500).then_some(()));
    assert!(server.lives());
}

#[test]
#[cfg(unix)]
fn a_server_with_few_files_is_not_blocked_by_many_connections() {
    let mut command = Command::new("sh");
    let words = "ulimit -n 64 && exec \"$0\" serve --addr 127.0.0.1:0";
    command.args(["-c", words, env!("CARGO_BIN_EXE_omnisweep")]).stdin(Stdio::null());
    let server = Server::of(command);
    let silent = half_sent(&server, 100);
    assert!(server.lives());
    assert!(closed(&silent) >= 100 - 48);
}

#[test]
fn nothing_else_is_served() {
    let server = Server::start();
    for path in [
        "/../Cargo.toml",
        "/../../../../../../etc/passwd",
        "/%2e%2e/%2e%2e/Cargo.toml",
        "/..%2f..%2fCargo.toml",
        "/index.html/../../Cargo.toml",
        "//etc/passwd",
        "/README.md",
        "/index.html.gz",
        "/site",
        "/assets/app.js",
        "/\u{0}",
        "/%00",
    ] {
        let answer = server.get(path, "");
        assert!((400..500).contains(&answer.status), "{path}: {}", answer.head);
        assert!(!answer.text().contains("[package]") && !answer.text().contains("root:"), "{path}");
    }
    assert_eq!(server.get("/index.html", "").status, 200);
    assert!(server.lives());
}

#[test]
fn bad_requests_are_refused_with_4xx() {
    let server = Server::start();
    let refused = |name: &str, request: Vec<u8>, expected: &[u16]| {
        let answer = server.answer(&request);
        assert!(expected.contains(&answer.status), "{name}: {} {}", answer.status, answer.head);
        assert!(server.lives(), "{name}");
    };
    let with = |line: &str, more: &str| {
        format!("{line} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{more}\r\n").into_bytes()
    };
    refused("nonsense", b"nonsense\r\n\r\n".to_vec(), &[400]);
    refused("bytes", vec![0, 255, 13, 10, 13, 10], &[400]);
    refused("a version that is none", b"GET / HTTP/9.9\r\n\r\n".to_vec(), &[400]);
    refused("a header that is none", b"GET / HTTP/1.1\r\nhost x\r\n\r\n".to_vec(), &[400]);
    refused("a length that is none", with("GET /", "content-length: much\r\n"), &[400]);
    refused("other methods", with("POST /", "content-length: 0\r\n"), &[405]);
    refused("other methods", with("DELETE /", ""), &[405]);
    refused("a long path", with(&format!("GET /{}", "a".repeat(5000)), ""), &[414]);
    refused("a very long path", with(&format!("GET /{}", "a".repeat(100_000)), ""), &[414]);
    refused("many headers", with("GET /", &"a: b\r\n".repeat(2000)), &[431]);
    refused("a large header", with("GET /", &format!("a: {}\r\n", "b".repeat(1_000_000))), &[431]);
    refused("a large body", with("GET /", "content-length: 99999999999\r\n"), &[413]);
}

#[test]
fn a_port_that_is_taken_is_said_to_be() {
    let server = Server::start();
    let second = serve(&server.address).output().unwrap();
    assert_eq!(second.status.code(), Some(2));
    let said = String::from_utf8(second.stderr).unwrap();
    assert!(
        said.contains("is taken by another program: choose another with --addr 127.0.0.1:PORT"),
        "{said}"
    );
    let wrong = serve("nowhere").output().unwrap();
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
#[cfg(unix)]
fn it_stops_when_it_is_told_to() {
    for signal in ["TERM", "INT"] {
        let mut server = Server::start();
        // Somebody who holds a line open keeps nobody from going home.
        let mut idle = TcpStream::connect(&server.address).unwrap();
        idle.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
        let mut one = [0; 1];
        idle.read_exact(&mut one).unwrap();
        // Nor does somebody who never comes to the end of his question.
        let mut slow = TcpStream::connect(&server.address).unwrap();
        slow.write_all(b"GET / HT").unwrap();
        let told = Command::new("kill").args([format!("-{signal}"), server.child.id().to_string()]).status();
        assert!(told.unwrap().success());
        assert_eq!(server.child.wait().unwrap().code(), Some(0), "{signal}");
    }
}

#[test]
fn whoever_watches_over_a_server_is_told_whether_it_answers() {
    let check = |url: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_omnisweep"));
        let output = command.args(["serve", "--check", url]).stdin(Stdio::null()).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let server = Server::start();
    let url = format!("http://{}/", server.address);
    assert_eq!(check(&url), (Some(0), String::new()));
    let (code, said) = check(&format!("{url}nowhere"));
    assert!(code == Some(1) && said.contains("404"), "{said}");
    drop(server);
    let (code, said) = check(&url);
    assert!(code == Some(1) && said.contains(&url), "{said}");
    let (code, said) = check("https://127.0.0.1/");
    assert!(code == Some(2) && said.contains("http://HOST:PORT/"), "{said}");
}
