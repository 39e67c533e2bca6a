//! Evaluations that are learned: sums of weights, one for what each of many small patterns of cells shows.
//!
//! | file | holds |
//! |---|---|
//! | [`patterns`] | cells of positions with their states, phases, groups of cells, and the places of their weights |
//! | [`text`] | the file of a network |

pub mod patterns;
pub mod text;
