//! The web page as servers have it: its files ([`Site`]), and the answers to those who ask for
//! them ([`answer()`]). The files are few and known: they are looked up by name in a table, and
//! nothing else can be asked for.

mod answer;
mod checkout;
mod site;

pub use answer::{Answer, File, answer};
pub use site::{Site, SiteError};
