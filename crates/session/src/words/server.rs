//! Games whose boards are at a server.

/// That nothing of the kind can be done with a board that is at a server.
#[must_use]
pub fn not_at_a_server() -> String {
    "The board of this game is at the server.".to_owned()
}

/// What is being played, and whether it will count.
#[must_use]
pub fn with_rank(details: String, ranked: bool) -> String {
    details + if ranked { " · ranked" } else { " · not ranked" }
}

/// What there is to say of a server, by a word for it.
#[must_use]
pub fn server(what: &str) -> &'static str {
    match what {
        "lost" => "The connection to the server is lost. Trying again …",
        "back" => "The server is there again: go on.",
        "wait" => "The server cannot store anything just now. Trying again …",
        "verified" => "Board verified: it is the one that the server was committed to before the first move.",
        "forged" => "This board is not the one that the server was committed to!",
        "unchecked" => "The board cannot be checked here: browsers need https for that.",
        "closed" => "The board can be seen and checked when the day is over.",
        _ => super::over(),
    }
}
