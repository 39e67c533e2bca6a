//! The line protocol of `boardbots engine`, much like the Universal Chess Interface: a program
//! sends positions and gets moves.
//!
//! Input is read while the bot thinks on a thread of its own; both wait for each other without
//! spinning. Whatever comes in is answered, what makes no sense by `info string error: …`, and
//! leaves everything as it was.
//!
//! | file | holds |
//! |---|---|
//! | [`command`] | what a line asks for |
//! | [`clock`] | how long to think when clocks run |
//! | [`options`] | what can be set |
//! | [`session`] | a conversation from its first line to its last |
//! | [`thinker`] | the thread that thinks |
//! | [`report`] | the lines that go out |
//! | [`dragon_slayer`] | a conversation about Dragon Slayer, which is no duel on a board |

pub mod clock;
pub mod command;
pub mod dragon_slayer;
pub mod options;
pub mod report;
pub mod session;
pub mod thinker;

pub use session::run;
