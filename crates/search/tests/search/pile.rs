//! A pile of counters from which two take in turn: its solution is known.

use arrayvec::ArrayVec;
use boardbots_search::position::{Ending, Position};

/// The player who takes the last counter wins, or loses. Counting to 21 is the same game: what is
/// left of the pile is what has not been said yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pile {
    pub left: u32,
    /// Most counters that may be taken at once.
    pub most: u32,
    pub last_loses: bool,
}

impl Pile {
    /// In how many plies the game ends if both play well: the winner as soon, the loser as
    /// late as possible; and whether the player to move wins.
    ///
    /// A player who can do so leaves a multiple of one more than may be taken (and one counter on
    /// top if the last one loses); what the other takes next is made up to the same sum again.
    pub const fn solution(&self) -> (u32, bool) {
        let sum = self.most + 1;
        if self.last_loses {
            let rounds = self.left.div_ceil(sum);
            return match self.left % sum {
                // He has to take the last one himself.
                1 => (2 * (self.left / sum) + 1, false),
                _ => (2 * rounds, true),
            };
        }
        match self.left % sum {
            0 => (2 * (self.left / sum), false),
            _ => (2 * (self.left / sum) + 1, true),
        }
    }
}

impl Position for Pile {
    type Move = u32;
    type Moves = ArrayVec<u32, 8>;
    type Undo = ();
    const INDICES: usize = 9;

    fn moves(&self) -> Self::Moves {
        (1..=self.most.min(self.left)).collect()
    }

    fn index(&self, taken: u32) -> usize {
        usize::try_from(taken).expect("small")
    }

    fn play(&mut self, taken: u32) {
        self.left = self.left.checked_sub(taken).expect("that many are left");
    }

    fn undo(&mut self, taken: u32, (): ()) {
        self.left += taken;
    }

    fn ended(&self) -> Option<Ending> {
        (self.left == 0).then_some(if self.last_loses { Ending::Win } else { Ending::Loss })
    }

    fn key(&self) -> u64 {
        super::evaluators::mix(u64::from(self.left), u64::from(self.most) << 1 | u64::from(self.last_loses))
    }
}
