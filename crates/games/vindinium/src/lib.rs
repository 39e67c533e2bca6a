//! Vindinium: four heroes gather gold on a square board, one move each in turn.
//!
//! A hero stands still or steps to one of four neighbours. Stepping into a mine fights its
//! goblin for ownership, stepping into a tavern buys life, and ending a turn beside another
//! hero hits it. Mines pay one gold on every turn of their owner; the most gold after the
//! last turn wins. The rules follow the original public server (2013 to 2019), whose state
//! after every single move is reproduced exactly, oddities included.
//!
//! | file | holds |
//! |---|---|
//! | [`board`] | the constant parts of a game: tiles, neighbours, mines, spawns |
//! | [`rules`] | the state, a turn, the end |
//! | [`map`] | maps as text, and the named maps |
//! | [`generator`] | random maps, distributed as the original's |
//! | [`rating`] | the original's Elo variant |
//! | [`notation`] | states as JSON, out |
//! | [`reply`] | a server's answer, read by a client |
//! | [`kind`] | the players that there are, by name |
//! | [`hero`] | a player as it is named everywhere |
//! | [`house`] | simple opponents of known style |
//! | [`terrain`] | a board with all that is measured on it |
//! | [`opponent`] | the next order expected of a hero, learned from its orders |
//! | [`memory`] | what a hero tried in vain, and the price of trying again |
//! | [`eval`] | the evaluation of a position for a hero, and for a team |
//! | [`team`] | heroes that play together |
//! | [`view`] | the game as one hero sees it, round by round |
//! | [`bot`] | from a state to a move: one interface for all players, and the bot |
//! | [`recording`] | recorded games, replayed |
//! | [`positions`] | the fixed positions of the bench |
//! | [`game`] | the game as matches play it |

pub mod board;
pub mod bot;
pub mod commons;
pub mod eval;
pub mod game;
pub mod generator;
pub mod hero;
pub mod house;
pub mod kind;
pub mod map;
pub mod memory;
pub mod notation;
pub mod opponent;
pub mod positions;
pub mod rating;
pub mod recording;
pub mod reply;
pub mod rules;
pub mod team;
pub mod terrain;
pub mod view;

#[cfg(test)]
#[path = "../tests/mod.rs"]
mod tests;
