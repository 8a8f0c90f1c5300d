//! A server whose scores cannot be forged: it holds the boards itself. The player's program never
//! knows where the mines are, so there is nothing to read out and nothing to claim.
//!
//! A game is its setup, its seed and its moves, and a result is what replaying these says
//! ([`replay`]); the rules are those of the session crate. A move is answered once it is stored
//! ([`games`]). What is stored goes through one [`database::Database`], SQLite or PostgreSQL.

pub mod accounts;
pub mod admin;
pub mod board;
pub mod commitment;
pub mod config;
pub mod database;
pub mod days;
pub mod error;
pub mod export;
pub mod games;
pub mod http;
pub mod manual;
pub mod moves;
pub mod names;
pub mod play;
pub mod protocol;
pub mod random;
pub mod replay;
pub mod scores;
