//! What the tests of several crates need. No part of what is shipped.

// A test that cannot get what it needs has failed.
#![allow(clippy::unwrap_used)]

pub mod all_play;
pub mod boards;
pub mod folder;
pub mod golden;
pub mod outside;
pub mod patience;
pub mod recordings;
