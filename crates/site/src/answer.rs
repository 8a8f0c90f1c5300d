//! What a server answers: the files are few and known, by their names.

use http_body_util::Full;
use hyper::body::{Body as _, Bytes};
use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};

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

/// A file of the page.
#[derive(Debug)]
pub struct File {
    /// What is in it.
    pub content: Bytes,
    /// The same, compressed by brotli.
    pub brotli: Option<Bytes>,
    /// The same, compressed by gzip.
    pub gzip: Option<Bytes>,
    /// What kind of file it is, as a MIME type.
    pub content_type: &'static str,
    /// What is different as soon as the content is.
    pub etag: String,
    /// Whether its name says what is in it, so that it never changes.
    pub immutable: bool,
}

/// An answer, all of it.
pub type Answer = Response<Full<Bytes>>;

/// The answer to a request, by the files of the page.
pub fn answer<'a, B>(file: impl Fn(&str) -> Option<&'a File>, request: &Request<B>) -> Answer {
    let mut response = respond(file, request.method(), request.uri().path(), request.headers());
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if request.method() == Method::HEAD {
        // As long as what GET would bring.
        let length =
            response.body().size_hint().exact().filter(|_| response.status() != StatusCode::NOT_MODIFIED);
        *response.body_mut() = Full::default();
        if let Some(length) = length {
            response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(length));
        }
    }
    response
}

fn respond<'a>(
    file: impl Fn(&str) -> Option<&'a File>,
    method: &Method,
    path: &str,
    headers: &HeaderMap,
) -> Answer {
    if method != Method::GET && method != Method::HEAD {
        let mut response = text(StatusCode::METHOD_NOT_ALLOWED, "This page can only be read.");
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    if path.len() > LONGEST_PATH {
        return text(StatusCode::URI_TOO_LONG, "The address is too long.");
    }
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: u64| length > LARGEST_BODY) {
        return text(StatusCode::PAYLOAD_TOO_LARGE, "Nothing is taken here.");
    }
    // For whoever watches over servers.
    if path == "/healthz" {
        return text(StatusCode::OK, "ok");
    }
    let name = if path == "/" { "index.html" } else { path.trim_start_matches('/') };
    match file(name) {
        Some(file) => found(file, headers),
        None => text(StatusCode::NOT_FOUND, "There is no such page."),
    }
}

fn found(file: &File, headers: &HeaderMap) -> Answer {
    let says = |name, what: &dyn Fn(&str) -> bool| {
        headers
            .get_all(name)
            .iter()
            .any(|value| value.to_str().is_ok_and(|value| value.split(',').any(|part| what(part.trim()))))
    };
    let small = [("br", &file.brotli), ("gzip", &file.gzip)].into_iter().find_map(|(coding, bytes)| {
        let bytes = bytes.as_ref()?;
        says(header::ACCEPT_ENCODING, &|part| accepts(coding, part)).then_some((coding, bytes))
    });
    let mut response = Response::new(Full::default());
    let known = says(header::IF_NONE_MATCH, &|tag| tag == "*" || tag.trim_start_matches("W/") == file.etag);
    if known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    } else {
        *response.body_mut() = Full::from(small.map_or(&file.content, |(_, bytes)| bytes).clone());
    }
    let mut set = |name, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            response.headers_mut().insert(name, value);
        }
    };
    set(header::CONTENT_TYPE, file.content_type);
    set(header::ETAG, &file.etag);
    set(header::VARY, "accept-encoding");
    // The folder's name follows from its content, so what is in it never changes.
    set(
        header::CACHE_CONTROL,
        if file.immutable { "public, max-age=31536000, immutable" } else { "no-cache" },
    );
    if let Some((coding, _)) = small.filter(|_| !known) {
        set(header::CONTENT_ENCODING, coding);
    }
    response
}

/// Whether a part of what is accepted names this way to compress.
fn accepts(coding: &str, part: &str) -> bool {
    let (named, weight) = part.split_once(';').unwrap_or((part, ""));
    let never = matches!(weight.trim(), "q=0" | "q=0." | "q=0.0" | "q=0.00" | "q=0.000");
    named.trim().eq_ignore_ascii_case(coding) && !never
}

fn text(status: StatusCode, text: &'static str) -> Answer {
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
    fn what_is_compressed_is_sent_to_whoever_wants_it() {
        assert!(accepts("gzip", "gzip") && accepts("gzip", "GZip;q=0.5") && accepts("br", "br"));
        assert!(!accepts("gzip", "gzip;q=0") && !accepts("gzip", "br") && !accepts("br", ""));
    }
}
