//! Bot against bot: the protocol in which programs ask for moves, and games that were recorded.
//!
//! | room | holds |
//! |---|---|
//! | [`engine`] | the line protocol of `boardbots engine` |
//! | [`ground`] | maps for Aspiradoras TRON |
//! | [`lines`] | lines from somebody who may send anything |
//! | [`mod@verify`] | recorded games, replayed |

pub mod engine;
pub mod ground;
pub mod lines;
pub mod verify;
