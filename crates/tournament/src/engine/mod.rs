//! The line protocol of `boardbots engine`, much like the Universal Chess Interface: a program
//! sends positions and gets moves.
//!
//! Input is read while the player thinks on a thread of its own; both wait for each other without
//! spinning. Every line of input is answered; one that makes no sense with `info string error: …`,
//! and changes nothing.
//!
//! | file | holds |
//! |---|---|
//! | [`command`] | commands, parsed from lines, and time for a move when clocks run |
//! | [`session`] | a session from its first line to its last |
//! | [`thinker`] | the thread that thinks, and the lines that go out |

pub mod command;
pub mod session;
pub mod thinker;

pub use session::run;
