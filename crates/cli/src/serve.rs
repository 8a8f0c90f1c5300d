//! `omnisweep serve`: the web page, to a browser.

mod check;
mod guests;

use std::convert::Infallible;
use std::future::poll_fn;
use std::io::Write as _;
use std::net::{SocketAddr, ToSocketAddrs as _};
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::Poll;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use omnisweep_site::{Site, answer};
use tokio::net::TcpListener;

use crate::failure::Failure;
use guests::Guests;

/// The files of the page that were there when this program was built.
const BUILT_IN: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/site.rs"));

/// The project's folder, if this program was built to be used in it.
const PROJECT: Option<&str> = option_env!("OMNISWEEP_PROJECT");

/// The version of the page in this program: the folder that its files lie in.
pub fn page_inside() -> Option<&'static str> {
    BUILT_IN.iter().find_map(|(name, _)| Some(name.split_once('/')?.0))
}

/// The options of `omnisweep serve`.
#[derive(clap::Args)]
pub struct Options {
    /// Where to listen
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080", value_parser = place)]
    addr: SocketAddr,
    /// Serve the page in this folder, as `cargo xtask web --out DIR` makes it, and not our own
    #[arg(long, value_name = "DIR")]
    site: Option<PathBuf>,
    /// Serve nothing: say by the exit code whether the server at this address answers
    #[arg(long, value_name = "URL", conflicts_with_all = ["addr", "site"])]
    check: Option<String>,
}

/// Where to listen: numbers, or a name such as `localhost`.
fn place(text: &str) -> Result<SocketAddr, String> {
    let found: Vec<SocketAddr> = match text.parse() {
        Ok(address) => vec![address],
        Err(_) => text.to_socket_addrs().map_err(|error| error.to_string())?.collect(),
    };
    // Browsers and people take `localhost` for 127.0.0.1 first.
    let first = found.iter().find(|address| address.is_ipv4()).or(found.first());
    first.copied().ok_or_else(|| "nothing has that name".to_owned())
}

/// How long answers that are under way are waited for at the end.
const GRACE: Duration = Duration::from_secs(2);

/// How long a question may take, or be waited for; and how long somebody may stay, who may read slowly.
const QUESTION: Duration = Duration::from_secs(10);
const VISIT: Duration = Duration::from_secs(300);

/// Serves until it is told to stop.
pub fn run(options: &Options) -> Result<(), Failure> {
    if let Some(url) = &options.check {
        return check::run(url);
    }
    let site = Arc::new(match &options.site {
        Some(folder) => Site::read(folder)?,
        None => Site::find(BUILT_IN, PROJECT.map(Path::new))?,
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
                    async move { Ok::<_, Infallible>(answer(|name| site.file(name), &request)) }
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
