//! Games over HTTP.
//!
//! | module | holds |
//! |---|---|
//! | `arena` | the server that Vindinium is played on (feature `arena`) |
//! | [`tables`] | every game in the browser, for people and bots |
//! | [`web`] | what both share of HTTP |

#[cfg(feature = "arena")]
pub mod arena;
pub mod tables;
pub mod web;
