//! A match as one page of HTML, complete in itself: no script, nothing from elsewhere.
//!
//! | file | holds |
//! |---|---|
//! | [`sheet`] | what is reported, as numbers |
//! | [`page`](mod@page) | the page as a whole |
//! | [`heading`] | what was played, and how much of it |
//! | [`standings`] | ratings with their 95 % intervals |
//! | [`sprt`] | how far the sequential test is |
//! | [`cross`] | each player against each other |
//! | [`course`] | Elo over games |
//! | [`times`] | how long decisions took |
//! | [`means`] | places and scores at tables for more than two |
//! | [`lengths`] | how long games were |
//! | [`faults`] | what went wrong |
//! | [`figure`] | what all figures share |
//! | [`scale`] | from values to places |
//! | [`wording`] | numbers and names as they are read |

pub mod course;
pub mod cross;
pub mod faults;
pub mod figure;
pub mod heading;
pub mod lengths;
pub mod means;
pub mod page;
#[cfg(test)]
pub(crate) mod sample;
pub mod scale;
pub mod sheet;
pub mod sprt;
pub mod standings;
pub mod times;
pub mod wording;

pub use page::page;
pub use sheet::{Course, Player, Point, Sheet, Sprt, Times};
