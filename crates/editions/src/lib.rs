//! Minesweepers that were described elsewhere, to the byte.
//!
//! Each edition is a text program over a reader and a writer: its rules are a
//! value of the engine's, and what is its own is its words, its exit codes and
//! its files.

pub mod cs121;
pub mod esp;
pub mod glibc;
mod input;
pub mod styles;
