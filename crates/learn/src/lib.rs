//! Evaluations that are learned from nothing but the rules: generation after generation, an evaluation plays games
//! against itself, and learns from their results and from what its searches found.
//!
//! A [`LearningPlan`] fixes everything that the weights depend on. A record has it in its first line, and the games of a
//! generation in each other one: to resume is to learn from them again, without playing them.
//!
//! | file | holds |
//! |---|---|
//! | [`shapes`] | sets of patterns, named by a few words |
//! | [`regression`] | from positions and targets to weights; knows no game |
//! | [`lessons`] | from games to positions and targets |
//! | [`units`] | the hidden units of a net |
//! | [`student`] | one generation after the other |
//! | [`record`] | the file of a run, and its plan: everything that the weights depend on |
//! | [`page`](mod@page) | a run as a page of HTML |

pub mod lessons;
pub mod page;
pub mod record;
pub mod regression;
pub mod shapes;
pub mod student;
pub mod units;

pub use record::LearningPlan;
pub use student::Student;
