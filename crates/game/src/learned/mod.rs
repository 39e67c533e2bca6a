//! Evaluations that are learned: sums of weights, one for what each of many small patterns of cells shows.
//!
//! | file | holds |
//! |---|---|
//! | [`layout`] | cells of positions with their states, and phases |
//! | [`patterns`] | groups of cells, and the places of their weights |
//! | [`text`] | the file of a network |

pub mod layout;
pub mod patterns;
pub mod text;
