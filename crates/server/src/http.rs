//! The server's outside: HTTP for pages and data, WebSockets for games.

mod account;
mod asked;
mod connections;
pub mod limits;
mod metrics;
mod scores;
mod socket;

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use omnisweep_site::Site;
use serde_json::json;
use tokio::sync::{mpsc, watch};
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;

use crate::accounts::Accounts;
use crate::config::Options;
use crate::database::Database;
use crate::error::Error;
use crate::export;
use crate::games::Games;
use crate::protocol::{GameId, VERSION};
use limits::{Held, Rate};
use metrics::Metrics;

pub use connections::serve;

/// The largest body that is read: a name and two passwords.
const LARGEST_BODY: usize = 16 * 1024;

/// How long an answer may take.
const ANSWER: Duration = Duration::from_secs(30);

/// The most connections of one account that play at once.
const PLAYING_AT_ONCE: usize = 8;

/// Everything that answers need.
pub struct App {
    options: Options,
    database: Arc<dyn Database>,
    accounts: Accounts,
    games: Games,
    site: Option<Site>,
    metrics: Metrics,
    rates: Rates,
    playing: Arc<Held<i64>>,
    stop: watch::Receiver<bool>,
    /// Dropped by whoever ends last, so that somebody can wait for that.
    alive: mpsc::Sender<()>,
}

/// How much may be asked for.
struct Rates {
    /// New accounts and guests, by address.
    accounts: Rate<IpAddr>,
    /// Passwords, by address and by name.
    passwords: Rate<IpAddr>,
    passwords_of: Rate<String>,
    /// Anything else, by address.
    requests: Rate<IpAddr>,
    /// What players say, by account, and games that they begin.
    messages: Rate<i64>,
    begins: Rate<i64>,
}

impl Rates {
    fn new(options: &Options) -> Rates {
        let accounts = f64::from(options.accounts_per_hour);
        Rates {
            accounts: Rate::new(accounts / 3600.0, accounts),
            passwords: Rate::new(0.2, 20.0),
            passwords_of: Rate::new(0.1, 10.0),
            requests: Rate::new(50.0, 500.0),
            messages: Rate::new(50.0, 200.0),
            begins: Rate::new(1.0, 30.0),
        }
    }
}

impl App {
    /// All of it, on a database. `stop` turns true when it is to end; `alive` is dropped by the last who does.
    #[must_use]
    pub fn new(
        options: Options,
        database: Arc<dyn Database>,
        games: Games,
        site: Option<Site>,
        stop: watch::Receiver<bool>,
        alive: mpsc::Sender<()>,
    ) -> App {
        let accounts = Accounts::new(database.clone());
        let rates = Rates::new(&options);
        let (metrics, playing) = (Metrics::default(), Held::new(PLAYING_AT_ONCE));
        App { options, database, accounts, games, site, metrics, rates, playing, stop, alive }
    }

    /// Forgets what nobody needs any more, until the server ends.
    pub async fn tidy(&self) {
        let mut minutes = tokio::time::interval(Duration::from_secs(60));
        for minute in 0u64.. {
            minutes.tick().await;
            self.games.tidy(Duration::from_secs(600));
            if minute % 60 == 0
                && let Err(error) = self.accounts.tidy(self.games.now()).await
            {
                tracing::warn!(%error, "old guests are still there");
            }
        }
    }

    /// Waits until the server is to end.
    async fn stopped(&self) {
        // Where nobody can say so any more, it ends, too.
        _ = self.stop.clone().wait_for(|stop| *stop).await;
    }

    /// The numbers for Prometheus.
    #[must_use]
    pub fn metrics(&self) -> String {
        self.metrics.write(self.games.held())
    }
}

/// All routes.
pub fn router(app: Arc<App>) -> Router {
    let timeout = TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, ANSWER);
    // The path, and nothing that could be a secret.
    let trace = TraceLayer::new_for_http().make_span_with(
        |request: &Request| tracing::info_span!("http", method = %request.method(), path = request.uri().path()),
    );
    Router::new()
        .route("/server.json", get(about))
        .route("/readyz", get(ready))
        .route("/api/register", post(account::register))
        .route("/api/login", post(account::log_in))
        .route("/api/logout", post(account::log_out))
        .route("/api/password", post(account::change_password))
        .route("/api/delete", post(account::delete))
        .route("/api/account", get(account::account))
        .route("/api/export", get(account::export))
        .route("/api/leaderboard", get(scores::leaderboard))
        .route("/api/games/{id}", get(game))
        .route("/api/play", get(socket::connect))
        .fallback(page)
        .layer(middleware::from_fn_with_state(app.clone(), asked::within_limits))
        .layer(RequestBodyLimitLayer::new(LARGEST_BODY))
        .layer(timeout)
        .layer(trace)
        .with_state(app)
}

/// What a page asks to find out whether it has a server.
async fn about(State(app): State<Arc<App>>) -> Response {
    let day = omnisweep_session::daily::Day::at(app.games.now()).to_string();
    let about = json!({
        "omnisweep": env!("CARGO_PKG_VERSION"),
        "protocol": VERSION,
        "play": "/api/play",
        "day": day,
    });
    ([(header::CACHE_CONTROL, "no-store")], Json(about)).into_response()
}

/// Whether the database answers.
async fn ready(State(app): State<Arc<App>>) -> Response {
    let asked = app.database.read("SELECT count(*) FROM setting", Vec::new());
    match tokio::time::timeout(Duration::from_secs(3), asked).await {
        Ok(Ok(_)) if !*app.stop.borrow() => (StatusCode::OK, "ready\n").into_response(),
        _ => (StatusCode::SERVICE_UNAVAILABLE, "not ready\n").into_response(),
    }
}

/// A finished game, for whoever has its link.
async fn game(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Error> {
    let id = GameId::new(&id).ok_or(Error::NoGame)?;
    let game = app.games.watch(&id).await?;
    Ok(Json(export::shown(&game).ok_or(Error::NoGame)?).into_response())
}

/// A file of the page.
async fn page(State(app): State<Arc<App>>, request: Request) -> Response {
    let file = |name: &str| app.site.as_ref().and_then(|site| site.file(name));
    omnisweep_site::answer(file, &request).map(Body::new)
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let status = match self {
            Error::NotLoggedIn | Error::WrongPassword => StatusCode::UNAUTHORIZED,
            Error::OtherSite | Error::NotYet => StatusCode::FORBIDDEN,
            Error::NameTaken => StatusCode::CONFLICT,
            Error::NoGame => StatusCode::NOT_FOUND,
            Error::TooFast => StatusCode::TOO_MANY_REQUESTS,
            Error::Wait => StatusCode::SERVICE_UNAVAILABLE,
            Error::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::BAD_REQUEST,
        };
        let body = Json(json!({ "error": self.code(), "message": self.to_string() }));
        let mut response = (status, body).into_response();
        if matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
        }
        response
    }
}

/// Counts something for as long as it is held.
struct Counted(Arc<App>, fn(&Metrics) -> &std::sync::atomic::AtomicI64);

impl Counted {
    fn new(app: &Arc<App>, what: fn(&Metrics) -> &std::sync::atomic::AtomicI64) -> Counted {
        what(&app.metrics).fetch_add(1, Ordering::Relaxed);
        Counted(app.clone(), what)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.1(&self.0.metrics).fetch_sub(1, Ordering::Relaxed);
    }
}
