//! A player's connection: requests in, answers out, one after the other. Nothing waits in a queue, so whoever does not
//! read is not served, and dropped after a while.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};

use super::asked::{Asked, set_cookie};
use super::connections::Visitor;
use super::{App, Counted};
use crate::accounts::Account;
use crate::error::Error;
use crate::play;
use crate::protocol::{self, LONGEST, Request};

/// After how long a silent player is asked whether it is still there, and after how many such questions it is not.
const SILENCE: Duration = Duration::from_secs(30);
const QUESTIONS: u32 = 2;

/// How long a player may take to read an answer.
const SLOWEST: Duration = Duration::from_secs(10);

/// A player connects. Who has no account becomes a guest.
pub async fn connect(
    State(app): State<Arc<App>>,
    visitor: Option<Extension<Visitor>>,
    asked: Asked,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Error> {
    let (account, cookie) = match &asked.account {
        Some(account) => (account.clone(), None),
        None if !app.rates.accounts.allows(asked.address) => return Err(Error::TooFast),
        None => {
            let (account, token) = app.accounts.guest(app.games.now()).await?;
            (account, Some([(header::SET_COOKIE, set_cookie(Some(&token), &app.options))]))
        }
    };
    let playing = app.playing.take(account.id).ok_or(Error::TooFast)?;
    // Unless told, each connection has 128 kB to read into, for messages of a hundred bytes.
    let upgrade = upgrade.max_message_size(LONGEST).max_frame_size(LONGEST).read_buffer_size(LONGEST);
    let response = upgrade.on_upgrade(async move |socket| {
        // The connection is held as long as somebody plays by it.
        let _held = (visitor, playing, app.alive.clone(), Counted::new(&app, |metrics| &metrics.players));
        talk(&app, socket, &account).await;
    });
    Ok(match cookie {
        Some(cookie) => (cookie, response).into_response(),
        None => response,
    })
}

/// Answers a player until one of both has enough.
async fn talk(app: &App, mut socket: WebSocket, who: &Account) {
    let hello = play::hello(&app.games, who).await;
    let hello = hello.unwrap_or_else(|error| play::refused(&error, None, None));
    if !say(&mut socket, Message::Text(hello.write().into())).await {
        return;
    }
    let mut questions = 0;
    loop {
        let heard = tokio::select! {
            () = app.stopped() => {
                let why = CloseFrame { code: close_code::RESTART, reason: "the server restarts".into() };
                say(&mut socket, Message::Close(Some(why))).await;
                return;
            }
            heard = tokio::time::timeout(SILENCE, socket.recv()) => heard,
        };
        let answer = match heard {
            Ok(Some(Ok(Message::Text(text)))) => Message::Text(answer(app, who, &text).await.write().into()),
            Ok(Some(Ok(Message::Binary(_)))) => {
                let error = Error::Malformed("it is no text".to_owned());
                Message::Text(play::refused(&error, None, None).write().into())
            }
            Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {
                questions = 0;
                continue;
            }
            Ok(None | Some(Ok(Message::Close(_)) | Err(_))) => return,
            Err(_) if questions == QUESTIONS => return,
            Err(_) => {
                questions += 1;
                if !say(&mut socket, Message::Ping(axum::body::Bytes::new())).await {
                    return;
                }
                continue;
            }
        };
        questions = 0;
        if !say(&mut socket, answer).await {
            return;
        }
    }
}

/// Says something; false where nobody listens.
async fn say(socket: &mut WebSocket, message: Message) -> bool {
    matches!(tokio::time::timeout(SLOWEST, socket.send(message)).await, Ok(Ok(())))
}

/// The answer to a request, if it is not too much.
async fn answer(app: &App, who: &Account, text: &str) -> protocol::Response {
    let request = Request::read(text);
    let begins = matches!(request, Ok(Request::Begin { .. }));
    if !app.rates.messages.allows(who.id) || (begins && !app.rates.begins.allows(who.id)) {
        app.metrics.errors.fetch_add(1, Ordering::Relaxed);
        return play::refused(&Error::TooFast, None, None);
    }
    let asked = Instant::now();
    let answer = play::answer(&app.games, who, request).await;
    let count = |counter: &std::sync::atomic::AtomicU64| _ = counter.fetch_add(1, Ordering::Relaxed);
    match &answer {
        protocol::Response::Game(state) if state.moves == 0 && state.over.is_none() => {
            count(&app.metrics.begun)
        }
        protocol::Response::Moved(moved) => {
            app.metrics.moved(asked.elapsed());
            if moved.over.is_some() {
                count(&app.metrics.finished);
            }
        }
        protocol::Response::Error { code, .. } => {
            count(&app.metrics.errors);
            if code == Error::Wait.code() {
                count(&app.metrics.waits);
            }
        }
        _ => {}
    }
    answer
}
