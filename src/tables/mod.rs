//! Tables: every game in the browser, for people and bots.
//!
//! | file | holds |
//! |---|---|
//! | [`game`] | what a game has to be so that it can be played at a table |

pub mod game;
