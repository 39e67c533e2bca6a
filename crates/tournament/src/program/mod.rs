//! A program of another author that speaks the engine protocol.
//!
//! It is started, asked for moves and ended. Every answer has a deadline, and the output before it is bounded. After a
//! fault nothing of the program runs any more, and it can be started anew.
//!
//! | file | holds |
//! |---|---|
//! | [`player`] | programs and clients of a server of the game, as players |
//! | [`conversation`] | the conversation, from the first line to the last |
//! | `clock` | the time of a choice that counts |
//! | [`fault`] | limits of a program, and its faults |
//! | [`probe`] | an examination of a program |
//! | `running` | the processes, their pipes, and their output, cut into lines |

mod clock;
pub mod conversation;
pub mod fault;
pub mod player;
pub mod probe;
mod running;

pub use conversation::{Manner, Program, note_number};
pub use fault::{Kind, ProgramFault, ProgramLimits};
