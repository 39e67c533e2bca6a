//! Evaluations that are learned: sums of weights, one for what each of many small patterns of cells shows.
//!
//! | file | holds |
//! |---|---|
//! | [`layout`] | what patterns are made of: cells with states, phases |
//! | [`patterns`] | groups of cells, and where their weights stand |
//! | [`text`] | the file of a network |

pub mod layout;
pub mod patterns;
pub mod text;
