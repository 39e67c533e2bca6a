//! Desconecta4-BOOM over the network, as the course's own program speaks it: our player as
//! its client, and as the ninja server that its client plays against.
//!
//! TCP, no framing, no message at the end. A text is a length byte (signed, so at most 127)
//! and its bytes; everything else is single ASCII digits. The client sends its nick and what
//! it wants to play against (`1` a ninja, `0` another machine); the server answers with its
//! own nick and the client's colour (`0` green, who begins, `1` blue). Then both send their
//! actions in turn, `0` to `7`, and each sees by the rules when the game is over.
//!
//! | file | holds |
//! |---|---|
//! | [`wire`] | texts and digits in and out, with every limit |
//! | [`nick`] | the name of a player, which can be any bytes |
//! | [`game`] | one game, the same for both sides |
//! | [`player`] | the player that chooses our actions; the ninja's levels |
//! | [`client`] | our player at another server |
//! | [`server`] | our player as the server |
//! | `room` | the places of clients, and their line |
//! | [`config`] | the original's `game.conf` |

pub mod client;
pub mod config;
pub mod game;
pub mod nick;
pub mod player;
mod room;
pub mod server;
pub mod wire;

pub use client::{Client, ConnectError, Mode};
pub use config::GameConf;
pub use game::{End, Played};
pub use nick::Nick;
pub use player::{LEVELS, Level, Player, Thinking};
pub use server::{Server, ServerError, Visit};
pub use wire::{Fault, Limits};
