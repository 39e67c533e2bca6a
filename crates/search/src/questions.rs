//! Questions of a thread, which notices when another one has answered them.
//!
//! A thread keeps the questions on its way from the root: is this position worth at least so much? If another
//! thread answers one of them first, the answer is in the table, and all that the thread does below is in vain.

use super::position::MAX_DEPTH;
use super::stored::cut;
use super::transposition_table::TranspositionTable;

/// Nodes between two looks.
const LOOK_EVERY: u64 = 128;

/// A question: is a position worth `beta` or more, `depth` plies deep?
#[derive(Clone, Copy)]
struct Question {
    key: u64,
    depth: u8,
    beta: i32,
}

/// The questions on the way from the root.
pub struct Questions {
    /// By ply, as far as threads make way for each other.
    asked: [Option<Question>; MAX_DEPTH as usize + 1],
    /// The number of plies in which threads make way for each other.
    plies: u8,
    next_look: u64,
    /// The ply of one that another thread has answered.
    answered: Option<u8>,
}

impl Questions {
    /// None.
    pub const fn new() -> Self {
        Self { asked: [None; MAX_DEPTH as usize + 1], plies: 0, next_look: 0, answered: None }
    }

    /// Begins at the root; questions will be asked of `plies` plies.
    pub fn begin(&mut self, plies: u8, nodes: u64) {
        (self.plies, self.next_look, self.answered) = (plies, nodes + LOOK_EVERY, None);
        self.asked[0] = None;
    }

    /// Asks at this ply.
    #[inline]
    pub fn ask(&mut self, ply: u8, key: u64, depth: u8, beta: i32) {
        self.asked[usize::from(ply)] = Some(Question { key, depth, beta });
    }

    /// Asks nothing at this ply, that another thread could answer.
    #[inline]
    pub fn pass(&mut self, ply: u8) {
        self.asked[usize::from(ply)] = None;
    }

    /// True if the work of a thread at this ply is in vain; checked now and then.
    #[inline]
    pub fn is_vain(&mut self, ply: u8, nodes: u64, table: Option<&TranspositionTable>) -> bool {
        if nodes >= self.next_look {
            self.look(ply, nodes, table);
        }
        self.answered.is_some()
    }

    #[inline(never)]
    fn look(&mut self, ply: u8, nodes: u64, table: Option<&TranspositionTable>) {
        self.next_look = nodes + LOOK_EVERY;
        self.answered = (0..ply.min(self.plies)).find(|above| self.answer(*above, table).is_some());
    }

    /// The ply down to which nothing is in vain, if there is one; if it is this ply, the thread goes on.
    #[inline]
    pub fn go_back(&mut self, ply: u8) -> Option<u8> {
        let answered = self.answered?;
        if answered == ply {
            self.answered = None;
        }
        Some(answered)
    }

    /// True if the thread is on its way back.
    #[inline]
    pub fn is_back(&self) -> bool {
        self.answered.is_some()
    }

    /// The answer to the question of this ply, if the table has it.
    #[inline(never)]
    pub fn answer(&self, ply: u8, table: Option<&TranspositionTable>) -> Option<i32> {
        let question = self.asked[usize::from(ply)]?;
        cut(table?.get(question.key, question.depth)?, question.depth, ply, question.beta)
    }
}
