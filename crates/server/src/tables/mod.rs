//! Tables: every game in the browser, for people and bots.
//!
//! [`start`] serves tables alone; an arena serves them beside its games, by [`AppState`] and
//! [`routes`]. A table is its setup and the choices that were made: all else is made again from
//! them, after a restart too.
//!
//! Another part of the program can show a game that it plays itself ([`AppState::show`]). Such a table begins as a game
//! of a match does, by the hidden option `match`; nobody sits there, no bot is asked, and it takes no place. Its choices
//! are stored all at once at its end, so that a game that was broken off leaves nothing behind.
//!
//! | file | holds |
//! |---|---|
//! | `api` | the addresses, pages for browsers, the server of tables alone |
//! | `events` | tables and the lobby as server-sent events |
//! | `rematch` | the same people and bots once more |
//! | `analysis` | the analysis of finished games |
//! | `refusal` | bodies of requests, refusals |
//! | `state` | the state that all handlers share |
//! | `services` | [`Config`], [`TableLimits`], the parts of the server that tables use |
//! | `new_table` | a request for a new table, checked |
//! | `table` | one table |
//! | `chair` | a chair, its occupant and its token |
//! | `playthrough` | a game with all its choices |
//! | `archive` | tables that have ended, step by step, and statistics |
//! | `driver` | bots and clocks, which act without a request |
//! | `recovery` | tables that come back after the server has ended |
//! | `shown` | tables that show a match |
//! | `options` | the options of a table |
//! | `names` | names of people, and of the bots that they ask for |
//! | `owners` | names that belong to their owners, and the addresses for them |
//! | `passphrase` | passphrases, and the keys derived from them |
//! | `guesses` | limits on tries of passphrases |
//! | [`workers`] | the threads on which bots think |
//! | [`store`] | the database |

mod analysis;
mod api;
mod archive;
mod chair;
mod driver;
mod events;
mod guesses;
mod names;
mod new_table;
mod options;
mod owners;
mod passphrase;
mod playthrough;
mod recovery;
mod refusal;
mod rematch;
mod services;
mod shown;
mod state;
pub mod store;
mod table;
#[cfg(test)]
pub(crate) mod trial;
pub mod workers;

pub use api::{FULL, beside, cost, files, front, html, routes, start};
pub use services::{Config, ELSEWHERE, TableLimits};
pub use shown::{Shown, ShownGame};
pub use state::AppState;
pub use workers::Urgency;
