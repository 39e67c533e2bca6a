//! Measures the program on a machine: its speed, that it decides as on all others, and the depth that the time limit
//! of a game allows.
//!
//! | file | holds |
//! |---|---|
//! | [`searches`] | fixed searches of every game, and their signature |
//! | [`threads`] | searches on several threads beside those on one |
//! | [`calibration`] | the deepest search whose slowest decisions are in time; mean and percentiles of times |
//! | [`practice`] | games played for their decisions |

pub mod calibration;
pub mod practice;
pub mod searches;
pub mod threads;
