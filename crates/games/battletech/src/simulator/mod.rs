//! BattleTech over files, as its simulator plays it, and what is told of fights.
//!
//! | file | holds |
//! |---|---|
//! | [`call`] | one call of our own player, as the simulator makes it |
//! | [`setup`] | what a fight begins with |
//! | [`field`] | the map and the mechs of a match, as its record keeps them |
//! | [`sheet`] | what each did in it |
//! | `suite` | the eight tests of the course |
//! | `record` | records of fights as versions up to 0.1.1 wrote them |
//! | [`story`] | what happened, in plain words |
//! | [`brief`] | a turn in a few lines |
//! | `drawing` | a turn as a picture |
//! | [`folder`] | the folder of files between the simulator and a player |

pub mod brief;
pub mod call;
pub mod drawing;
pub mod field;
pub mod folder;
pub mod record;
pub mod setup;
pub mod sheet;
pub mod story;
pub mod suite;

use boardbots_base::process::call::ProcessLimits;
use std::time::Duration;

/// The course's limits of a call of a player: 10 s, and 512 MiB.
pub const LIMITS: ProcessLimits = ProcessLimits { wall: Duration::from_secs(10), memory: 512 << 20 };
