//! Leaderboards.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use serde_json::json;

use super::App;
use super::asked::Asked;
use crate::board::Board;
use crate::error::Error;
use crate::scores::{Leaderboard, Measure, Span};

/// How far down somebody can turn pages.
const LAST: u64 = 10_000;

/// What is asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// `expert/ordinary`, `day/expert`
    board: String,
    #[serde(default)]
    by: Option<String>,
    #[serde(default)]
    span: Option<String>,
    /// The first place, from 1 on; or `me`, for those around who asks.
    #[serde(default)]
    from: Option<String>,
}

pub async fn leaderboard(
    State(app): State<Arc<App>>,
    asked: Asked,
    wanted: Result<Query<Wanted>, axum::extract::rejection::QueryRejection>,
) -> Result<Response, Error> {
    let Query(wanted) = wanted.map_err(|error| Error::Malformed(error.body_text()))?;
    let board = Board::of(&wanted.board).ok_or_else(|| {
        Error::Malformed(
            "a board is a level and a way of guessing, or day and a level: expert/never, day/expert".into(),
        )
    })?;
    let measure: Measure = parsed(wanted.by.as_deref().unwrap_or("time"))?;
    let span: Span = parsed(wanted.span.as_deref().unwrap_or("all"))?;
    let leaderboard = Leaderboard { board, measure, span: span.at(app.games.now()) };
    let you = asked.account.as_ref().map(|account| account.id);
    let places = match (wanted.from.as_deref(), you) {
        (Some("me"), Some(you)) => leaderboard.around(app.database.as_ref(), you).await?,
        (Some("me"), None) => return Err(Error::NotLoggedIn),
        (from, you) => {
            let from: u64 =
                from.map_or(Ok(1), str::parse).map_err(|_| Error::Malformed("from".to_owned()))?;
            leaderboard.page(app.database.as_ref(), from.clamp(1, LAST) - 1, you).await?
        }
    };
    let answer = json!({
        "board": board.to_string(),
        "by": measure.key(),
        "span": leaderboard.span,
        "places": places,
    });
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(answer)).into_response())
}

fn parsed<T: std::str::FromStr<Err: std::fmt::Display>>(word: &str) -> Result<T, Error> {
    word.parse().map_err(|error: T::Err| Error::Malformed(error.to_string()))
}
