//! The game for three players, solved by value iteration.
//!
//! Each player maximises the own probability of winning, and knows that the others do. With three
//! players this is not zero-sum between two, so it takes rules where a choice does not matter to
//! the player who makes it, and where best replies follow each other in a circle:
//!
//! - Of choices that differ by less than 1e-12, the first of this order is made: stop, fight blue,
//!   green, red; pass, challenge; refuse, accept.
//! - Below the goal, three states lead to each other by defeats. Their values are those of 48 rounds
//!   of defeats, computed backwards from an even split. In nearly all of them this is a fixed point,
//!   which is found sooner.
//! - At the goal and above, only the differences of the scores count. Values are those of 24 tied
//!   rounds, computed backwards; after them, the tied players share the win evenly.
//! - A player is out who is so far behind at the goal that one turn and the own challenge cannot make
//!   up for it: by more than 77 points under the printed rules. Such a player still moves, without
//!   hope, until the game ends.
//!
//! | file | holds |
//! |---|---|
//! | [`state`] | the states between turns, and where their values stand |
//! | [`turn`] | one turn, in which values of others are carried along |
//! | [`cycle`] | the three states that lead to each other by defeats |
//! | [`ties`] | the turns at the goal and above |
//! | [`solution`] | the values of all states, step by step |
//! | [`checkpoint`] | a solution that is interrupted, as a file |
//! | [`values`] | what the ends of a turn are worth, from wherever that is known |
//! | [`grid`] | the solution as a small table, which bots go by |
//! | [`fit`] | how that table is made |
//! | [`study`] | one turn of these, or of more players, as a bot sees it |
//! | [`measure`] | what bots lose by the small table |

pub mod checkpoint;
pub mod cycle;
pub mod fit;
pub mod grid;
pub mod measure;
pub mod solution;
pub mod state;
pub(crate) mod study;
mod ties;
pub mod turn;
pub mod values;
