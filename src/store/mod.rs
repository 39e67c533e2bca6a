//! Databases that no server owns.
//!
//! | file | holds |
//! |---|---|
//! | [`place`] | where those are that belong to a user |
//! | [`dragon_slayer`] | games of Dragon Slayer: statistics and habits |

pub mod dragon_slayer;
pub mod place;

pub use boardbots_base::store::*;
