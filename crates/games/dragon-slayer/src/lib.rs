//! Dragon Slayer: a dice game of pushing one's luck (Indie Boards & Cards, 2014), solved.
//!
//! Three warriors, of whom none comes back within a turn, fight one dragon after the other for
//! 2, 4 and 6 points; the last warrior lost loses the points of the turn. A player who stops can be
//! challenged, once by each opponent in a game: to go on for doubled points or keep half. The
//! first to 40 points at the end of a round wins.
//!
//! | file | holds |
//! |---|---|
//! | [`dice`] | the sides of the dice; the living dragons |
//! | [`fight`] | a fight, rolled; and die by die, as people see it |
//! | [`odds`] | a fight, as probabilities |
//! | [`variant`] | the goal, the bonus, and doubling |
//! | [`rules`] | the game for two to six players |
//! | [`notation`] | a situation of it as a line of text |
//! | [`turn`] | one turn, solved |
//! | [`values`] | the values of the states between turns, and their layout |
//! | [`outlook`] | from those, the values of the ends of a turn and of stopping in it |
//! | [`solution`] | the exact solution of a variant |
//! | [`three`] | the exact solution for three players |
//! | [`book`] | the values to play by: a table for the printed rules, else a solution |
//! | [`advice`] | the value of every choice in a situation |
//! | [`personality`] | the numbers in which opponents differ |
//! | [`bot`] | the bots by their names |
//! | [`mind`] | the decisions of a personality |
//! | [`softmax`] | a draw in which better choices are likelier |
//! | [`habits`] | a player's behaviour as a challenger, learned from earlier challenges |
//! | [`comments`] | the texts of a personality |
//! | [`chatter`] | the remarks of the personalities at a table |
//! | [`simple`] | a simple policy to compare with |
//! | [`tally`] | names of those who play, and counts of the events of a game |
//! | `terminal` | the game in the terminal |

pub mod advice;
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
pub mod outlook;
pub mod personality;
pub mod rules;
pub mod simple;
pub mod softmax;
pub mod solution;
pub mod tally;
mod terminal;
pub mod three;
pub mod turn;
pub mod values;
pub mod variant;

#[cfg(test)]
#[path = "../tests/mod.rs"]
mod tests;
