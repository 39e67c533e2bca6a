//! Tables: every game in the browser, for people and bots.
//!
//! [`start`] serves tables alone; an arena serves them beside its games, by [`Hall`] and
//! [`routes`]. A table is its setup and the choices that were made: all else is made again from
//! them, after a restart too.
//!
//! | file | holds |
//! |---|---|
//! | `config` | [`Config`], [`Keeping`], [`Limits`] |
//! | `error` | why tables are not served |
//! | `server` | the server of tables alone |
//! | `api` | the addresses, and what is said to them |
//! | `pages` | what browsers get |
//! | `events` | tables and the lobby as server-sent events |
//! | `refusal` | why something that was asked for is not done |
//! | `age` | how old tables are, whatever the wall clock does |
//! | `hall` | what all requests share |
//! | `opening` | what somebody says who wants a table |
//! | `lobby` | what the lobby offers and shows |
//! | `room` | room for new tables |
//! | `price` | what requests cost |
//! | `table` | one table |
//! | `chair` | who sits there, and whether he is there |
//! | `course` | a match with all its choices |
//! | `history` | what has been at a table |
//! | `archive` | tables that have ended, and what everybody has reached |
//! | `driver` | what happens at a table by itself |
//! | `options` | the options of a table |
//! | `name` | names of people, and of the bots that they ask for |
//! | `token` | what proves a seat, and what invites to one |
//! | [`thinkers`] | the threads on which bots think |
//! | [`store`] | the database |

mod age;
mod api;
mod archive;
#[cfg(test)]
mod bids;
mod chair;
mod config;
mod course;
mod driver;
mod error;
mod events;
#[cfg(test)]
mod golden;
mod hall;
mod history;
mod lobby;
mod name;
#[cfg(test)]
mod nim;
mod opening;
mod options;
mod pages;
mod price;
mod refusal;
mod room;
mod server;
pub mod store;
mod table;
pub mod thinkers;
mod token;
#[cfg(test)]
mod trial;

pub use api::routes;
pub use config::{Config, Keeping, Limits};
pub use error::TablesError;
pub use hall::Hall;
pub use price::prices;
pub use server::{Tables, start};
