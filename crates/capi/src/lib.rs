//! Omnisweep for C.
//!
//! `nd_minesweeper.h` works on an array of the caller's ([`nd`]);
//! `omnisweep.h` gives games behind a handle ([`handle`]).

pub mod handle;
pub mod nd;
