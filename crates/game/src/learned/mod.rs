//! Evaluations that are learned: sums of weights, one for what each of many small patterns of cells shows, and small nets
//! beside them.
//!
//! | file | holds |
//! |---|---|
//! | [`patterns`] | cells of positions with their states, phases, groups of cells, and the places of their weights |
//! | [`hidden`] | a small net beside the patterns |
//! | [`network`] | both together |
//! | [`text`] | the file of a network |

pub mod hidden;
pub mod network;
pub mod patterns;
pub mod text;
