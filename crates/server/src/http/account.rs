//! Accounts: registering, logging in and out, and what goes with them.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use serde_json::json;

use super::App;
use super::asked::{Asked, read, set_cookie};
use crate::accounts::{Account, Token};
use crate::error::Error;
use crate::export;

/// A name and a password. It cannot be printed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Credentials {
    name: String,
    password: String,
}

/// The password, and another one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewPassword {
    old: String,
    new: String,
}

/// The password; a guest has none.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Password {
    #[serde(default)]
    password: String,
}

/// Who somebody is, with a cookie that says so.
fn logged_in(app: &App, account: &Account, token: &Token) -> Response {
    let cookie = [(header::SET_COOKIE, set_cookie(Some(token), &app.options))];
    (cookie, Json(json!({ "name": account.name, "guest": account.guest }))).into_response()
}

/// That somebody is nobody now.
fn logged_out(app: &App) -> Response {
    let cookie = [(header::SET_COOKIE, set_cookie(None, &app.options))];
    (cookie, Json(json!({ "name": null }))).into_response()
}

/// Whether a password may be tried: from this address, and for this name.
fn may_try(app: &App, asked: &Asked, name: &str) -> Result<(), Error> {
    let name = name.chars().take(64).collect::<String>().to_lowercase();
    let allowed = app.rates.passwords.allows(asked.address) && app.rates.passwords_of.allows(name);
    if allowed { Ok(()) } else { Err(Error::TooFast) }
}

pub async fn register(
    State(app): State<Arc<App>>,
    asked: Asked,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Error> {
    let Credentials { name, password } = read(&headers, &body)?;
    if !app.rates.accounts.allows(asked.address) {
        return Err(Error::TooFast);
    }
    let made = app.accounts.register(asked.account.as_ref(), &name, &password, app.games.now()).await?;
    Ok(logged_in(&app, &made.0, &made.1))
}

pub async fn log_in(
    State(app): State<Arc<App>>,
    asked: Asked,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Error> {
    let Credentials { name, password } = read(&headers, &body)?;
    may_try(&app, &asked, &name)?;
    let (account, token) = app.accounts.log_in(&name, &password, app.games.now()).await?;
    Ok(logged_in(&app, &account, &token))
}

pub async fn log_out(State(app): State<Arc<App>>, asked: Asked) -> Result<Response, Error> {
    if let Some(token) = &asked.token {
        app.accounts.log_out(token).await?;
    }
    Ok(logged_out(&app))
}

pub async fn change_password(
    State(app): State<Arc<App>>,
    asked: Asked,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Error> {
    let account = asked.player()?;
    let NewPassword { old, new } = read(&headers, &body)?;
    may_try(&app, &asked, &account.name)?;
    let token = app.accounts.change_password(account, &old, &new, app.games.now()).await?;
    Ok(logged_in(&app, account, &token))
}

pub async fn delete(
    State(app): State<Arc<App>>,
    asked: Asked,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Error> {
    let account = asked.account.as_ref().ok_or(Error::NotLoggedIn)?;
    let Password { password } = read(&headers, &body)?;
    may_try(&app, &asked, &account.name)?;
    app.accounts.delete(account, &password).await?;
    Ok(logged_out(&app))
}

/// Who is logged in.
pub async fn account(State(_): State<Arc<App>>, asked: Asked) -> Response {
    let who = match &asked.account {
        Some(account) => json!({ "name": account.name, "guest": account.guest }),
        None => json!({ "name": null }),
    };
    ([(header::CACHE_CONTROL, "no-store")], Json(who)).into_response()
}

/// Everything that is stored of who is logged in.
pub async fn export(State(app): State<Arc<App>>, asked: Asked) -> Result<Response, Error> {
    let account = asked.account.as_ref().ok_or(Error::NotLoggedIn)?;
    let text = export::everything(app.database.as_ref(), account, app.games.now()).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"omnisweep.json\""),
    ];
    Ok((headers, text).into_response())
}
