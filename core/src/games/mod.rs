//! The games: rules and judgement of each in a folder of its own, all of one shape.
//!
//! Nothing here opens a file or a socket, or looks at a clock.

pub mod colour;
pub mod desconecta4;
pub mod dragon_slayer;
pub mod duel;
pub mod parameters;
pub mod picture;
pub mod referee;
pub mod tron;
pub mod vindinium;
