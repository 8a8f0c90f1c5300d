//! What is tried with any input: for each target a function that takes bytes and
//! panics where something is wrong, and seeds, inputs that get somewhere. The
//! programs in `fuzz/fuzz_targets` hand them to libFuzzer; the test here runs the
//! seeds and mutations of them with any compiler.
#![allow(missing_docs)]

mod editions;
mod faces;
mod games;
pub mod mutate;
mod outside;
mod texts;

/// Something that is tried with any input.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name, which is that of its program and of the folder of its seeds.
    pub name: &'static str,
    /// Tries an input.
    pub run: fn(&[u8]),
    /// Inputs that get somewhere.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

macro_rules! targets {
    ($($module:ident::$name:ident,)*) => {
        /// All of them.
        pub const TARGETS: &[Target] = &[
            $(Target { name: stringify!($name), run: $module::$name::run, seeds: $module::$name::seeds },)*
        ];
        $(pub use $module::$name;)*
    };
}

targets! {
    texts::board_code,
    texts::board_text,
    texts::config_file,
    texts::date,
    texts::page_address,
    texts::play_commands,
    texts::position,
    texts::share,
    games::game_record,
    games::game_review,
    games::moves,
    games::saved_game,
    games::saved_unbegun,
    games::stats_import,
    outside::bot_protocol,
    outside::http_request,
    outside::recording_avf,
    outside::recording_evf,
    outside::recording_mvf,
    outside::recording_rmv,
    outside::server_protocol,
    editions::cs121_dialogue,
    editions::cs121_saved,
    editions::cs121_scores,
    editions::esp_file,
    editions::esp_saves,
    editions::esp_session,
    editions::styles_board,
    editions::styles_moves,
    faces::c_calls,
    faces::page_events,
    faces::page_film,
    faces::page_import,
}

/// Text, where bytes are text.
fn text(bytes: &[u8]) -> Option<&str> {
    str::from_utf8(bytes).ok()
}

/// The first bytes, and those after them.
fn split<const N: usize>(bytes: &[u8]) -> Option<([u8; N], &[u8])> {
    let (first, rest) = bytes.split_first_chunk()?;
    Some((*first, rest))
}

/// Texts as seeds.
fn written<T: AsRef<[u8]>>(seeds: impl IntoIterator<Item = T>) -> Vec<Vec<u8>> {
    seeds.into_iter().map(|seed| seed.as_ref().to_vec()).collect()
}
