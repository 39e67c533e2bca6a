//! Games over HTTP.
//!
//! | module | holds |
//! |---|---|
//! | `arena` | the server that Vindinium is played on |
//! | [`tables`] | every game in the browser, for people and bots |
//! | [`web`] | what both share of HTTP |

pub mod arena;
pub mod tables;
pub mod web;
