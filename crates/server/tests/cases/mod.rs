//! What has to hold on any database.

pub mod accounts;
pub mod changes;
pub mod days;
pub mod games;
pub mod scores;
