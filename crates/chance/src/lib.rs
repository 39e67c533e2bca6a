//! Two-player games of chance, solved exactly.
//!
//! | file | holds |
//! |---|---|
//! | [`mod@fixed_point`] | a value that is defined by itself |
//! | [`tangent`] | the value of a turn, and how it changes with what losing the turn is worth |
//! | [`pair`] | two states that lead to each other, solved together by policy iteration |

pub mod fixed_point;
pub mod pair;
pub mod tangent;

pub use fixed_point::fixed_point;
pub use pair::{Pair, solve};
pub use tangent::Tangent;
