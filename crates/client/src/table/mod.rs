//! A player at tables of another server: it takes a seat, and chooses whenever it is its turn, through everything that
//! networks and servers do.
//!
//! | file | holds |
//! |---|---|
//! | [`invitation`] | the way to a seat: a link, an open table |
//! | [`seat`] | a seat that was taken, as it is kept in a file |
//! | [`play`] | a game from that seat |
//! | `wire` | requests and their answers |

pub mod invitation;
pub mod play;
pub mod seat;
mod wire;

pub use invitation::Invitation;
pub use play::{Choose, GameEnd, PlayError, Visit, Visitor};
pub use seat::{KeptSeat, SeatFile};
pub use wire::{Failure, TableServer};
