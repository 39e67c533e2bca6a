//! Fair shares of what is scarce: one rule for all that clients can hold, and for the time that they take.
//!
//! Owners stand in a tree: the server, an IPv4 /24 or IPv6 /48, an IPv6 /56, a /64 or address, and there either
//! all who have shown no key, or the owner of each key. While there is room everybody takes what they want,
//! up to the limit of an address. When there is none, shares are max-min fair at each node of the tree: *a
//! claim of an owner that holds less than its share is never refused, and nothing of such an owner is ever
//! evicted*. Room is made by the owner that holds most.
//!
//! | file | holds |
//! |---|---|
//! | [`owner`] | owners and their places in the tree, and amounts, added up at every node |
//! | [`holdings`] | what is held until it is given back: connections, streams, seats, tables, games, bytes |
//! | [`line`] | one at a time, owners in turn: what only one can use |
//! | [`rounds`] | turns: whose work is done next, where work takes time |

pub mod holdings;
mod line;
pub mod owner;
pub mod rounds;

pub use holdings::{Claim, FullError, Holdings, Rank};
pub use line::{Line, Use};
pub use owner::{Owner, network};
pub use rounds::Rounds;
