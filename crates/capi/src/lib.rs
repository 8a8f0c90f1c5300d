//! Omnisweep for C.
//!
//! `nd_minesweeper.h` works on an array of the caller's ([`nd`]);
//! `omnisweep.h` gives games behind a handle ([`handle`]); `channel.h` carries
//! messages between processes ([`channel`], on Linux).

#[cfg(target_os = "linux")]
pub mod channel;
pub mod handle;
pub mod nd;
