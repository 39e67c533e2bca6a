//! Lists that are used again.

use super::ahead::Ahead;
use super::replies::Replies;

/// Lists that are used again.
#[derive(Default)]
pub struct Scratch {
    pub replies: Replies,
    /// Ends by hex, movement and posture, those of one kind side by side.
    pub order: Vec<u32>,
    /// Those of one kind: what they are worth at most, and which of the order they are.
    pub groups: Vec<(i64, u32, u32)>,
    /// The best ends so far: what they are worth, and which of the order they are.
    pub best: Vec<(i64, u32)>,
    pub ahead: Ahead,
}
