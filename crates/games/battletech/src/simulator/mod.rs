//! BattleTech over files, as its simulator plays it, and player against player.
//!
//! | file | holds |
//! |---|---|
//! | [`call`] | one call of our own player, as the simulator makes it |
//! | `seat` | a player's place in a fight: it sees and answers |
//! | [`setup`] | what a fight begins with |
//! | [`field`] | the map and the mechs of a match, as its record keeps them |
//! | `fight` | a fight from its first turn to its end |
//! | [`sheet`] | what each did in it |
//! | `series` | many fights between the same players |
//! | `suite` | the eight tests of the course |
//! | `record` | all that is needed to see a fight again |
//! | `chronicle` | what happened in a turn, as its JSON |
//! | [`story`] | what happened, in plain words |
//! | [`brief`] | a turn in a few lines |
//! | `drawing` | a turn as a picture |
//! | [`latin`] | files of the simulator as lines |
//! | [`folder`] | the folder of files between the simulator and a player |
//! | `runner` | running a player that is a program of its own, for a limited time and with limited memory |

pub mod brief;
pub mod call;
pub mod chronicle;
pub mod drawing;
pub mod field;
pub mod fight;
pub mod folder;
pub mod latin;
pub mod record;
pub mod runner;
pub mod seat;
pub mod series;
pub mod setup;
pub mod sheet;
pub mod story;
pub mod suite;
