//! Pages of HTML, each complete in itself, with nothing from elsewhere: a match without any script, and a game of it.
//!
//! | file | holds |
//! |---|---|
//! | [`sheet`] | the content of a report, as numbers |
//! | [`page`](mod@page) | the page as a whole, and its heading |
//! | [`standings`] | ratings with their 95 % intervals |
//! | [`sprt`] | progress of the sequential test |
//! | [`tables`] | each player against each other, places and scores, faults |
//! | [`rating_curves`] | Elo over games |
//! | [`replay`] | a game, step by step |
//! | [`times`] | times of decisions |
//! | [`lengths`] | lengths of games |
//! | [`figure`] | parts that all figures share, from values to places |
//! | [`wording`] | numbers and names as they are read |

pub mod figure;
pub mod lengths;
pub mod page;
pub mod rating_curves;
pub mod replay;
#[cfg(test)]
pub(crate) mod sample;
pub mod sheet;
pub mod sprt;
pub mod standings;
pub mod tables;
pub mod times;
pub mod wording;

pub use page::page;
pub use sheet::{Player, Point, RatingCurve, Sheet, Sprt, Times};
