//! What the program does on a machine: how fast it is, that it decides the same as
//! everywhere, and how deep it can look in the time that a game gives.
//!
//! | file | holds |
//! |---|---|
//! | [`games`] | the games that are measured |
//! | [`mod@bench`] | fixed searches of every game, and their signature |
//! | [`tree`] | positions looked at against the smallest tree that proves a value |
//! | [`calibration`] | the deepest search whose slowest decisions are in time |
//! | [`practice`] | games played for their decisions |
//! | [`samples`] | times of decisions: mean, percentiles |
//! | [`wait`] | how long a thread has waited for a core |

pub mod bench;
pub mod calibration;
pub mod games;
pub mod practice;
pub mod samples;
pub mod tree;
pub mod wait;
