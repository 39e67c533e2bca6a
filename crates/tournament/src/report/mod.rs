//! A match as one page of HTML, complete in itself: no script, nothing from elsewhere.
//!
//! | file | holds |
//! |---|---|
//! | [`sheet`] | the content of a report, as numbers |
//! | [`page`](mod@page) | the page as a whole |
//! | [`heading`] | players, command, date, number of games |
//! | [`standings`] | ratings with their 95 % intervals |
//! | [`sprt`] | progress of the sequential test |
//! | [`cross`] | each player against each other |
//! | [`course`] | Elo over games |
//! | [`times`] | times of decisions |
//! | [`means`] | places and scores at tables for more than two |
//! | [`lengths`] | lengths of games |
//! | [`faults`] | faults of players |
//! | [`figure`] | parts that all figures share |
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
