//! Dragon Slayer: a dice game of pushing one's luck (Indie Boards & Cards, 2014), solved.
//!
//! Three warriors, of whom none comes back within a turn, fight one dragon after the other for
//! 2, 4 and 6 points; the last warrior lost loses the points of the turn. A player who stops can be
//! challenged, once by each opponent in a game: to go on for doubled points or keep half. The
//! first to 40 points at the end of a round wins.
//!
//! | file | holds |
//! |---|---|
//! | [`dice`] | the sides of the dice; which dragons are alive |
//! | [`fight`] | a fight, rolled |
//! | [`battle`] | a fight, die by die, as people see it |
//! | [`odds`] | a fight, as probabilities |
//! | [`variant`] | what can be played for |
//! | [`rules`] | the game for two to six players |
//! | [`notation`] | a situation of it as a line of text |
//! | [`turn`] | one turn, solved |
//! | [`values`] | what the states between turns are worth, and where that stands |
//! | [`outlook`] | from those to what the ends of a turn are worth |
//! | [`solution`] | the exact solution of a variant |
//! | [`three`] | the exact solution for three players |
//! | [`book`] | the values to play by: a table for the printed rules, else a solution |
//! | [`offer`] | what stopping offers the others, and what a challenge can lead to |
//! | [`advice`] | what every choice of a situation is worth |
//! | [`personality`] | how opponents differ, in numbers |
//! | [`bot`] | the bots by their names |
//! | [`mind`] | how a personality decides |
//! | [`softmax`] | a draw in which better choices are likelier |
//! | [`habits`] | when a player challenges, learned from earlier challenges |
//! | [`comments`] | what a personality says |
//! | [`chatter`] | what the personalities at a table say while they play |
//! | [`simple`] | a simple policy to compare with |
//! | [`user`] | names of those who play |
//! | [`tally`] | what happened in a game, counted |
//! | `terminal` | the game in the terminal |
//! | `study` | many games between bots: how strong and how different they are |

pub mod advice;
pub mod battle;
pub mod book;
pub mod bot;
pub mod chatter;
pub mod comments;
pub mod dice;
pub mod fight;
pub mod game;
pub mod habits;
pub mod mind;
pub mod notation;
pub mod odds;
pub mod offer;
pub mod outlook;
pub mod personality;
pub mod rules;
pub mod simple;
pub mod softmax;
pub mod solution;
pub mod study;
pub mod tally;
mod terminal;
pub mod three;
pub mod turn;
pub mod user;
pub mod values;
pub mod variant;

#[cfg(test)]
#[path = "../tests/mod.rs"]
mod tests;
