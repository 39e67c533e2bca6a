//! Measures the program on a machine: its speed, that it decides as on all others, and the depth that the time limit
//! of a game allows.
//!
//! | file | holds |
//! |---|---|
//! | [`games`] | the games that are measured |
//! | [`searches`] | fixed searches of every game, and their signature |
//! | [`tree`] | positions searched, compared with the smallest tree that proves a value |
//! | [`calibration`] | the deepest search whose slowest decisions are in time |
//! | [`practice`] | games played for their decisions |
//! | [`samples`] | times of decisions: mean, percentiles |
//! | [`wait`] | how long a thread has waited for a core |

pub mod calibration;
pub mod games;
pub mod practice;
pub mod samples;
pub mod searches;
pub mod tree;
pub mod wait;
