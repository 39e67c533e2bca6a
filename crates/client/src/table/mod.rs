//! A player at tables of another server: it takes a seat, and chooses whenever it is its turn, through everything that
//! networks and servers do.
//!
//! | file | holds |
//! |---|---|
//! | [`contact`] | a server that is asked until it answers |
//! | [`invitation`] | the way to a seat: a link, an open table |
//! | [`seat`] | a seat that was taken, as it is kept in a file |
//! | [`play`] | a game from that seat |
//! | [`league`] | games of a league |
//! | `wire` | requests and their answers |

pub mod contact;
pub mod invitation;
pub mod league;
pub mod play;
pub mod seat;
mod wire;

pub use contact::PlayError;
pub use invitation::Invitation;
pub use league::{Member, Membership};
pub use play::{Choose, GameEnd, Visit, Visitor};
pub use seat::{KeptSeat, SeatFile};
pub use wire::{Failure, TableServer};
