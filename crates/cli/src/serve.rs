//! `omnisweep serve`: the web page, to a browser.
//!
//! The files are few and known: they are looked up by name in a table, and
//! nothing else can be asked for.

mod checkout;
mod guests;
mod site;

use std::convert::Infallible;
use std::future::poll_fn;
use std::io::Write as _;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::Poll;
use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::TcpListener;

use crate::failure::Failure;
use guests::Guests;
use site::{File, Site};

/// The options of `omnisweep serve`.
#[derive(clap::Args)]
pub struct Options {
    /// Where to listen
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    addr: SocketAddr,
    /// Serve the page in this folder, as `cargo xtask web --out DIR` makes it, and not our own
    #[arg(long, value_name = "DIR")]
    site: Option<PathBuf>,
}

/// Scripts, styles and WebAssembly come from here and from nowhere else. The
/// page says the same of itself, for hosts that say nothing, but for what only
/// a header can say: who may frame it.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// What every answer says.
const HEADERS: [(&str, &str); 7] = [
    ("content-security-policy", POLICY),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
    ("referrer-policy", "no-referrer"),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
];

/// The longest path that is looked at, and the longest body that is let pass.
const LONGEST_PATH: usize = 1024;
const LARGEST_BODY: u64 = 64 * 1024;

/// How long answers that are under way are waited for at the end.
const GRACE: Duration = Duration::from_secs(2);

/// How long a question may take, or be waited for; and how long somebody may stay, who may read slowly.
const QUESTION: Duration = Duration::from_secs(10);
const VISIT: Duration = Duration::from_secs(300);

/// Serves until it is told to stop.
pub fn run(options: &Options) -> Result<(), Failure> {
    let site = Arc::new(match &options.site {
        Some(folder) => Site::read(folder)?,
        None => Site::find()?,
    });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener =
            TcpListener::bind(options.addr).await.map_err(|error| refused(options.addr, &error))?;
        let address = listener.local_addr()?;
        let mut out = std::io::stdout();
        // Whether anybody reads it or not, the page is there.
        _ = writeln!(out, "Omnisweep is at http://{address}/ (Ctrl-C ends it).").and_then(|()| out.flush());
        serve(&listener, &site).await;
        Ok(())
    })
}

/// Answers whoever comes, until it is told to stop.
async fn serve(listener: &TcpListener, site: &Arc<Site>) {
    let connections = GracefulShutdown::new();
    let mut guests = Guests::new();
    let mut stop = pin!(told_to_stop());
    loop {
        let next = poll_fn(|context| match stop.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(None),
            Poll::Pending => listener.poll_accept(context).map(Some),
        });
        match next.await {
            None => break,
            Some(Ok((stream, _))) => {
                let site = site.clone();
                let guest = guests.admit();
                let service = service_fn(move |request| {
                    guest.store(true, Ordering::Relaxed);
                    let site = site.clone();
                    async move { Ok::<_, Infallible>(answer(&site, &request)) }
                });
                // With a timer, nobody holds a connection for long who asks nothing.
                let mut protocol = http1::Builder::new();
                protocol.timer(TokioTimer::new()).header_read_timeout(QUESTION);
                let connection = protocol.serve_connection(TokioIo::new(stream), service);
                let connection = tokio::time::timeout(VISIT, connections.watch(connection));
                guests.seat(tokio::spawn(connection).abort_handle());
            }
            // As many as the system allows are open: a little later.
            Some(Err(_)) => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    }
    // Whoever has not asked his question by then is not waited for.
    _ = tokio::time::timeout(GRACE, connections.shutdown()).await;
}

fn refused(address: SocketAddr, error: &std::io::Error) -> Failure {
    match error.kind() {
        std::io::ErrorKind::AddrInUse => Failure::usage(format!(
            "port {} is taken by another program: choose another with --addr {}:PORT",
            address.port(),
            address.ip()
        )),
        _ => Failure::usage(format!("cannot listen at {address}: {error}")),
    }
}

/// Waits for Ctrl-C, or for the system's wish to end.
async fn told_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let (Ok(mut interrupt), Ok(mut terminate)) =
            (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
        {
            poll_fn(|context| {
                let told = interrupt.poll_recv(context).is_ready() || terminate.poll_recv(context).is_ready();
                if told { Poll::Ready(()) } else { Poll::Pending }
            })
            .await;
            return;
        }
    }
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// An answer, all of it.
type Answer = Response<Full<Bytes>>;

fn answer(site: &Site, request: &Request<Incoming>) -> Answer {
    let mut response = respond(site, request.method(), request.uri().path(), request.headers());
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if request.method() == Method::HEAD {
        *response.body_mut() = Full::default();
    }
    response
}

fn respond(site: &Site, method: &Method, path: &str, headers: &HeaderMap) -> Answer {
    if method != Method::GET && method != Method::HEAD {
        let mut response = problem(StatusCode::METHOD_NOT_ALLOWED, "This page can only be read.");
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    if path.len() > LONGEST_PATH {
        return problem(StatusCode::URI_TOO_LONG, "The address is too long.");
    }
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: u64| length > LARGEST_BODY) {
        return problem(StatusCode::PAYLOAD_TOO_LARGE, "Nothing is taken here.");
    }
    let name = if path == "/" { "index.html" } else { path.trim_start_matches('/') };
    match site.file(name) {
        Some(file) => found(file, headers),
        None => problem(StatusCode::NOT_FOUND, "There is no such page."),
    }
}

fn found(file: &File, headers: &HeaderMap) -> Answer {
    let says = |name, what: &dyn Fn(&str) -> bool| {
        headers
            .get_all(name)
            .iter()
            .any(|value| value.to_str().is_ok_and(|value| value.split(',').any(|part| what(part.trim()))))
    };
    let small = file.compressed.as_ref().filter(|_| says(header::ACCEPT_ENCODING, &accepts_gzip));
    let mut response = Response::new(Full::default());
    let known = says(header::IF_NONE_MATCH, &|tag| tag == "*" || tag.trim_start_matches("W/") == file.tag);
    if known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    } else {
        *response.body_mut() = Full::from(small.unwrap_or(&file.content).clone());
    }
    let mut set = |name, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            response.headers_mut().insert(name, value);
        }
    };
    set(header::CONTENT_TYPE, file.kind);
    set(header::ETAG, &file.tag);
    set(header::VARY, "accept-encoding");
    // The folder's name follows from its content, so what is in it never changes.
    set(header::CACHE_CONTROL, if file.lasts { "public, max-age=31536000, immutable" } else { "no-cache" });
    if small.is_some() && !known {
        set(header::CONTENT_ENCODING, "gzip");
    }
    response
}

fn accepts_gzip(part: &str) -> bool {
    let (coding, weight) = part.split_once(';').unwrap_or((part, ""));
    let never = matches!(weight.trim(), "q=0" | "q=0." | "q=0.0" | "q=0.00" | "q=0.000");
    coding.trim().eq_ignore_ascii_case("gzip") && !never
}

fn problem(status: StatusCode, text: &'static str) -> Answer {
    let mut response = Response::new(Full::from(format!("{text}\n")));
    *response.status_mut() = status;
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_says_of_itself_what_the_server_says() {
        let page = include_str!("../../web/page/index.html");
        let own = POLICY.trim_end_matches("; frame-ancestors 'none'");
        assert!(page.contains(&format!("content=\"{own}\"")), "the page's own policy is {own}");
    }

    #[test]
    fn gzip_is_sent_to_whoever_wants_it() {
        assert!(accepts_gzip("gzip") && accepts_gzip("GZip;q=0.5"));
        assert!(!accepts_gzip("gzip;q=0") && !accepts_gzip("br") && !accepts_gzip(""));
    }
}
