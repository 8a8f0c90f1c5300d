//! Who asks, from where, and whether that is too much.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use serde::de::DeserializeOwned;

use super::App;
use super::connections::Visitor;
use crate::accounts::{Account, LOGIN, Token};
use crate::config::Options;
use crate::error::Error;

/// What every answer says that does not say more.
const HEADERS: [(&str, &str); 4] = [
    ("content-security-policy", "default-src 'none'; frame-ancestors 'none'"),
    ("cross-origin-resource-policy", "same-origin"),
    ("referrer-policy", "no-referrer"),
    ("x-content-type-options", "nosniff"),
];

/// Who asks.
pub struct Asked {
    /// From where.
    pub address: IpAddr,
    /// The token in the cookie.
    pub token: Option<Token>,
    /// Who has that.
    pub account: Option<Account>,
}

impl Asked {
    /// The account, if it is one and no guest.
    pub fn player(&self) -> Result<&Account, Error> {
        self.account.as_ref().filter(|account| !account.guest).ok_or(Error::NotLoggedIn)
    }
}

impl FromRequestParts<Arc<App>> for Asked {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Asked, Error> {
        same_site(&parts.headers, &app.options)?;
        let address = address(parts.extensions.get(), &parts.headers, &app.options);
        let token = cookie(&parts.headers, name(&app.options)).and_then(Token::read);
        let account = match &token {
            Some(token) => app.accounts.of(token, app.games.now()).await?,
            None => None,
        };
        Ok(Asked { address, token, account })
    }
}

/// Refuses what is too much of one address.
pub async fn within_limits(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    app.metrics.requests.fetch_add(1, Ordering::Relaxed);
    let address = address(request.extensions().get(), request.headers(), &app.options);
    let mut response = match app.rates.requests.allows(address) {
        true => next.run(request).await,
        false => Error::TooFast.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// The address of who asks: behind a proxy, the last one that the proxy names.
fn address(visitor: Option<&Visitor>, headers: &HeaderMap, options: &Options) -> IpAddr {
    let forwarded = || {
        let all = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
        all.rsplit(',').next()?.trim().parse().ok()
    };
    let named: Option<IpAddr> = if options.trust_proxy { forwarded() } else { None };
    named.or(visitor.map(|visitor| visitor.address)).unwrap_or(IpAddr::from([0, 0, 0, 0]))
}

/// Refuses what the page of another site asks for in a browser. Other programs name no origin.
fn same_site(headers: &HeaderMap, options: &Options) -> Result<(), Error> {
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().map_err(|_| Error::OtherSite)?;
    let ours = match &options.public_url {
        Some(url) => url.trim_end_matches('/') == origin,
        None => {
            let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
            host.is_some() && origin.split_once("://").map(|(_, host)| host) == host
        }
    };
    if ours { Ok(()) } else { Err(Error::OtherSite) }
}

/// The cookie's name. Browsers take one that begins so by TLS only, and for no other host.
fn name(options: &Options) -> &'static str {
    if options.secure() { "__Host-omnisweep" } else { "omnisweep" }
}

fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let all = headers.get_all(header::COOKIE).into_iter().filter_map(|cookies| cookies.to_str().ok());
    all.flat_map(|cookies| cookies.split(';'))
        .find_map(|cookie| cookie.trim().strip_prefix(name)?.strip_prefix('='))
}

/// The cookie that logs somebody in, or out.
pub fn set_cookie(token: Option<&Token>, options: &Options) -> String {
    let secure = if options.secure() { "; Secure" } else { "" };
    let (value, age) = token.map_or((String::new(), 0), |token| (token.text(), LOGIN / 1000));
    format!("{}={value}; HttpOnly; SameSite=Strict; Path=/; Max-Age={age}{secure}", name(options))
}

/// What the body of a request says. It has to call itself JSON, which no form of another site can do.
pub fn read<T: DeserializeOwned>(headers: &HeaderMap, body: &[u8]) -> Result<T, Error> {
    let json = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()?.split(';').next());
    if json.map(str::trim) != Some("application/json") {
        return Err(Error::Malformed("the body has to be application/json".to_owned()));
    }
    // The message of the reader shows nothing of what it has read, which may be a password.
    serde_json::from_slice(body)
        .map_err(|error| Error::Malformed(format!("line {}, column {}", error.line(), error.column())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    fn options(words: &[&str]) -> Options {
        let words = ["omnisweep-server"].iter().chain(words).map(Into::into);
        Config::read(words, |_| None).unwrap().options
    }

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|&(name, value)| (name.parse().unwrap(), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn pages_of_other_sites_are_refused() {
        let ours = |pairs: &[(&'static str, &'static str)], words: &[&str]| {
            same_site(&headers(pairs), &options(words)).is_ok()
        };
        assert!(ours(&[("host", "a:1")], &[]));
        assert!(ours(&[("host", "a:1"), ("origin", "http://a:1")], &[]));
        for origin in ["http://b", "http://a:2", "http://a:1.b", "null", "a:1", ""] {
            assert!(!ours(&[("host", "a:1"), ("origin", origin)], &[]), "{origin}");
        }
        assert!(!ours(&[("origin", "http://a")], &[]));
        let public = ["--public-url", "https://play.example.org/"];
        assert!(ours(&[("host", "inside"), ("origin", "https://play.example.org")], &public));
        assert!(!ours(&[("host", "play.example.org"), ("origin", "http://play.example.org")], &public));
    }

    #[test]
    fn cookies_are_for_this_server_alone() {
        let plain = set_cookie(None, &options(&[]));
        assert_eq!(plain, "omnisweep=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0");
        let secure = set_cookie(None, &options(&["--public-url", "https://a"]));
        assert!(secure.starts_with("__Host-omnisweep=;") && secure.ends_with("; Secure"));
        let sent = headers(&[("cookie", "other=1; omnisweep=abc; omnisweep2=x")]);
        assert_eq!(cookie(&sent, "omnisweep"), Some("abc"));
        assert_eq!(cookie(&headers(&[("cookie", "xomnisweep=abc")]), "omnisweep"), None);
    }

    #[test]
    fn only_a_proxy_that_is_trusted_says_who_comes() {
        let sent = headers(&[("x-forwarded-for", "1.1.1.1, 2.2.2.2")]);
        assert_eq!(address(None, &sent, &options(&["--trust-proxy"])), IpAddr::from([2, 2, 2, 2]));
        assert_eq!(address(None, &sent, &options(&[])), IpAddr::from([0, 0, 0, 0]));
    }
}
