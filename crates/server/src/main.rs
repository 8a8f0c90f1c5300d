//! `omnisweep-server`: the server with verified scores.

use std::io::{IsTerminal as _, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::routing::get;
use omnisweep_server::admin;
use omnisweep_server::config::{Admin, Command, Config, Options};
use omnisweep_server::database::{self, Database};
use omnisweep_server::games::{Games, system_clock};
use omnisweep_server::http::{self, App};
use omnisweep_server::manual;
use omnisweep_site::{Site, SiteError};
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};

/// The allocator of musl is slow, and slower with every thread.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The page, where it was there when this was built.
const BUILT_IN: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/site.rs"));

/// The project's folder, unless this is a build that is shipped: the page of its checkout is served, where this program
/// lies in it.
const PROJECT: Option<&str> = option_env!("OMNISWEEP_PROJECT");

/// How long those who are connected are waited for at the end.
const GRACE: Duration = Duration::from_secs(10);

type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let config = match Config::read(std::env::args_os(), |name| std::env::var(name).ok()) {
        Ok(config) => config,
        Err(error) => error.exit(),
    };
    match config.command {
        Some(Command::Completions { shell }) => return print(&manual::completions(shell)),
        Some(Command::Man) => return manual::page().map_or_else(|error| failed(&error), |page| print(&page)),
        Some(Command::Admin(_)) | None => {}
    }
    let log = tracing_subscriber::fmt().with_max_level(config.options.log).with_writer(std::io::stderr);
    log.with_ansi(std::io::stderr().is_terminal()).init();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return failed(&error),
    };
    let done = runtime.block_on(async {
        match config.command {
            Some(Command::Admin(Admin::Verify)) => verify(&config.options).await,
            _ => serve(config.options).await.map(|()| ExitCode::SUCCESS),
        }
    });
    done.unwrap_or_else(|error| failed(&*error))
}

fn print(text: &[u8]) -> ExitCode {
    std::io::stdout().write_all(text).map_or_else(|error| failed(&error), |()| ExitCode::SUCCESS)
}

fn failed(error: &dyn std::error::Error) -> ExitCode {
    _ = writeln!(std::io::stderr(), "omnisweep-server: {error}");
    ExitCode::FAILURE
}

async fn open(options: &Options) -> Result<Arc<dyn Database>, Failure> {
    Ok(database::open(&options.place()?, options.database_connections).await?)
}

/// The page, if there is one: a server without is one for other programs.
fn site(options: &Options) -> Result<Option<Site>, SiteError> {
    let found = match &options.site {
        Some(folder) => Site::read(folder),
        None => Site::find(BUILT_IN, PROJECT.map(Path::new)),
    };
    match found {
        Err(SiteError::NotBuiltIn) => {
            tracing::warn!("there is no page to serve: --site names the folder of one");
            Ok(None)
        }
        found => found.map(Some),
    }
}

async fn serve(options: Options) -> Result<(), Failure> {
    let database = open(&options).await?;
    let site = site(&options)?;
    let games = Games::new(database.clone(), system_clock()).await?;
    let listener =
        TcpListener::bind(options.addr).await.map_err(|error| format!("{}: {error}", options.addr))?;
    let address = listener.local_addr()?;
    let metrics = match options.metrics {
        Some(place) => Some(TcpListener::bind(place).await.map_err(|error| format!("{place}: {error}"))?),
        None => None,
    };
    let (stop, stopping) = watch::channel(false);
    let (alive, mut ended) = mpsc::channel(1);
    let app = Arc::new(App::new(options, database, games, site, stopping, alive));
    if let Some(listener) = metrics {
        tracing::info!(address = %listener.local_addr()?, "metrics");
        let app = app.clone();
        let numbers = Router::new().route("/metrics", get(async move || app.metrics()));
        tokio::spawn(async move { axum::serve(listener, numbers).await });
    }
    let tidying = tokio::spawn({
        let app = app.clone();
        async move { app.tidy().await }
    });
    let mut out = std::io::stdout();
    // Whether anybody reads it or not, the server is there.
    _ = writeln!(out, "Omnisweep is at http://{address}/ (Ctrl-C ends it).").and_then(|()| out.flush());
    let serving = tokio::spawn(http::serve(listener, app.clone(), http::router(app)));
    told_to_stop().await;
    tracing::info!("told to stop");
    _ = stop.send(true);
    _ = serving.await;
    tidying.abort();
    // All who hold the other end have ended then.
    if tokio::time::timeout(GRACE, ended.recv()).await.is_err() {
        tracing::warn!("some connections are not waited for any longer");
    }
    Ok(())
}

/// Waits for Ctrl-C, or for the system's wish to end.
async fn told_to_stop() {
    #[cfg(unix)]
    if let Ok(mut terminate) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
        return;
    }
    _ = tokio::signal::ctrl_c().await;
}

async fn verify(options: &Options) -> Result<ExitCode, Failure> {
    let database = open(options).await?;
    let begun = Instant::now();
    let verified = admin::verify(database.as_ref()).await?;
    let seconds = begun.elapsed().as_secs_f64();
    let mut out = std::io::stdout();
    for (game, why) in &verified.wrong {
        writeln!(out, "{game}: {why}")?;
    }
    let (games, wrong) = (verified.games, verified.wrong.len());
    writeln!(out, "{games} games replayed in {seconds:.2} s, {wrong} wrong")?;
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
