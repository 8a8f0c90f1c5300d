//! `omnisweep serve --check URL`: whether a server answers, for those that watch over it, in
//! images that have no other program.

use std::io::{Read as _, Write as _};
use std::net::{TcpStream, ToSocketAddrs as _};
use std::time::Duration;

use crate::failure::Failure;

/// How long each part of the answer is waited for.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The first line of an answer is no longer.
const LONGEST: u64 = 1024;

/// Asks for the page: it has to come.
pub fn run(url: &str) -> Result<(), Failure> {
    let (host, path) = parts(url).ok_or_else(|| {
        Failure::usage(format!("{url:?} is no address to ask: it has the form http://HOST:PORT/"))
    })?;
    let answer = ask(&host, &path).map_err(|error| Failure::GaveUp(format!("{url}: {error}")))?;
    // HTTP/1.1 200 OK
    match answer.split(' ').nth(1) {
        Some("200") if answer.starts_with("HTTP/1.") => Ok(()),
        _ => Err(Failure::GaveUp(format!("{url} answers {:?}", answer.trim_end()))),
    }
}

/// The first line that a server answers.
fn ask(host: &str, path: &str) -> std::io::Result<String> {
    let mut last = std::io::Error::other("there is no such host");
    for address in host.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, TIMEOUT) {
            Ok(mut stream) => {
                stream.set_read_timeout(Some(TIMEOUT))?;
                stream.set_write_timeout(Some(TIMEOUT))?;
                write!(stream, "HEAD {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n")?;
                let mut answer = Vec::new();
                stream.take(LONGEST).read_to_end(&mut answer)?;
                let text = String::from_utf8_lossy(&answer);
                return Ok(text.lines().next().unwrap_or_default().to_owned());
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// The host with its port, and the path.
fn parts(url: &str) -> Option<(String, String)> {
    let rest = url.strip_prefix("http://")?;
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let (name, port) = match host.rsplit_once(':') {
        // The colons of an address of version 6 are in brackets.
        Some((name, port)) if !port.ends_with(']') => (name, port.parse::<u16>().ok()?),
        _ => (host, 80),
    };
    let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_graphic());
    (!name.is_empty() && plain(name) && plain(path)).then(|| (format!("{name}:{port}"), format!("/{path}")))
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn addresses_are_taken_apart() {
        let parts = |url| parts(url).map(|(host, path)| format!("{host} {path}"));
        assert_eq!(parts("http://127.0.0.1:8080/").as_deref(), Some("127.0.0.1:8080 /"));
        assert_eq!(parts("http://example.org/a/b").as_deref(), Some("example.org:80 /a/b"));
        assert_eq!(parts("http://[::1]:81").as_deref(), Some("[::1]:81 /"));
        assert_eq!(parts("http://[::1]/").as_deref(), Some("[::1]:80 /"));
        for url in ["", "example.org", "https://a/", "http://", "http://:80/", "http://a:b/", "http://a/b c"]
        {
            assert_eq!(parts(url), None, "{url}");
        }
    }
}
