//! Bot against bot: the protocol in which programs ask for moves.
//!
//! | room | holds |
//! |---|---|
//! | [`engine`] | the line protocol of `boardbots engine` |
//! | [`lines`] | lines from somebody who may send anything |

pub mod engine;
pub mod lines;
