//! What lies under all of boardbots and knows no game.
//!
//! | module | holds |
//! |---|---|
//! | [`entries`] | text that people write: `key = value` |
//! | [`names`] | names of people and bots: which are taken, which look alike |

pub mod entries;
pub mod names;
