//! Leagues: players of all kinds come and go, games are paired by what they tell, played, rated and shown for months.
//!
//! | module | holds |
//! |---|---|
//! | [`league`] | the state between games, made of the database |
//! | [`pairing`] | the next game |
//! | [`results`] | results of a season and their ratings |
//! | [`settings`] | the settings, and the players that files name |
//! | [`sync`] | players of files, brought into the database |
//! | [`hall`] | games, taken, played and counted |
//! | [`remote`] | programs that play from elsewhere |
//! | [`watched`] | players whose choices are shown |
//! | [`verify`] | the check of a league's database |
//! | [`web`] | pages, lists, programs that join, administration |
//! | [`seeds`] | seeds, secret first and public afterwards |
//! | [`store`] | the rows |

pub mod hall;
pub mod league;
pub mod pairing;
pub mod remote;
pub mod results;
pub mod seeds;
pub mod settings;
pub mod store;
pub mod sync;
pub mod verify;
pub mod watched;
pub mod web;
