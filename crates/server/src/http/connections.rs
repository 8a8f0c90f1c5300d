//! Connections: so many at once, in all and of one address, and none that says nothing.

use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tower_service::Service as _;

use super::limits::{Held, Taken};
use super::{App, Counted};

/// How long the first line and the headers of a request may take.
const QUESTION: Duration = Duration::from_secs(10);

/// Where somebody comes from, and the room that it takes.
#[derive(Clone)]
pub struct Visitor {
    /// The address.
    pub address: IpAddr,
    /// One of all connections, and one of this address.
    _room: Arc<(Taken<()>, Taken<IpAddr>, Counted)>,
}

/// Answers whoever comes, until it is time to stop.
pub async fn serve(listener: TcpListener, app: Arc<App>, router: Router) {
    let all = Held::new(app.options.max_connections);
    // Behind a proxy all come from one address; the proxy counts them.
    let proxy = app.options.trust_proxy;
    let each = Held::new(if proxy { usize::MAX } else { app.options.connections_per_address });
    loop {
        let (stream, address) = tokio::select! {
            () = app.stopped() => return,
            accepted = listener.accept() => match accepted {
                Ok((stream, address)) => (stream, address.ip()),
                Err(error) => {
                    // As many files as the system allows are open: a little later.
                    tracing::warn!(%error, "no connection can be accepted");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                }
            },
        };
        let (Some(one), Some(own)) = (all.take(()), each.take(address)) else {
            app.metrics.refused.fetch_add(1, Ordering::Relaxed);
            continue;
        };
        let counted = Counted::new(&app, |metrics| &metrics.connections);
        let visitor = Visitor { address, _room: Arc::new((one, own, counted)) };
        tokio::spawn(answer(stream, visitor, app.clone(), router.clone()));
    }
}

/// Answers what comes by one connection.
async fn answer(stream: TcpStream, visitor: Visitor, app: Arc<App>, router: Router) {
    // Answers are small, and somebody waits for each.
    _ = stream.set_nodelay(true);
    let _alive = app.alive.clone();
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request: Request = request.map(axum::body::Body::new);
        request.extensions_mut().insert(visitor.clone());
        router.clone().call(request)
    });
    let mut protocol = http1::Builder::new();
    protocol.timer(TokioTimer::new()).header_read_timeout(QUESTION);
    let mut connection = pin!(protocol.serve_connection(TokioIo::new(stream), service).with_upgrades());
    tokio::select! {
        _ = connection.as_mut() => return,
        () = app.stopped() => {}
    }
    // What is under way is finished.
    connection.as_mut().graceful_shutdown();
    _ = connection.await;
}
