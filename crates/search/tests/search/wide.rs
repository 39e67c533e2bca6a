//! A game with more moves than a byte counts.

use super::evaluators::{Keyed, mix};
use super::verdict::{Verdict, agree, plain};
use arrayvec::ArrayVec;
use boardbots_search::position::{Ending, Position};

/// The most moves of a position.
const MOST: u16 = 300;

/// Every other position has 300 moves, in another order each; the others have few.
#[derive(Clone, Copy, Debug)]
struct Wide {
    id: u64,
    is_narrow: bool,
}

impl Position for Wide {
    type Move = u16;
    type Moves = ArrayVec<u16, { MOST as usize }>;
    type Undo = u64;
    const INDICES: usize = MOST as usize;

    fn moves(&self) -> Self::Moves {
        let count = if self.is_narrow { 2 } else { MOST };
        // 7 and 300 have no common factor, so that all are different.
        let first = mix(self.id, 1) % u64::from(MOST);
        (0..u64::from(count)).map(|n| u16::try_from((first + 7 * n) % u64::from(MOST)).expect("small")).collect()
    }

    fn index(&self, action: u16) -> usize {
        action.into()
    }

    fn ordering_score(&self, action: u16) -> u8 {
        mix(self.id, u64::from(action)).to_le_bytes()[0]
    }

    fn play(&mut self, action: u16) -> u64 {
        let before = self.id;
        // Few positions, so that the table has much to say.
        self.id = mix(self.id, u64::from(action)) % 5000;
        self.is_narrow = !self.is_narrow;
        before
    }

    fn undo(&mut self, _: u16, before: u64) {
        self.id = before;
        self.is_narrow = !self.is_narrow;
    }

    fn ended(&self) -> Option<Ending> {
        mix(self.id, 2).is_multiple_of(500).then_some(Ending::Draw)
    }

    fn key(&self) -> u64 {
        mix(self.id, u64::from(self.is_narrow))
    }
}

#[test]
fn three_hundred_moves_are_searched_like_few() {
    let roots = (0..6).map(|n| Wide { id: 10 + n, is_narrow: n == 0 }).filter(|root| root.ended().is_none());
    let roots: Vec<_> = roots.collect();
    let mut late = 0;
    for evaluator in [Keyed::random(), Keyed::crude()] {
        let cases = plain(&evaluator, roots.clone(), 3);
        for (root, due) in &cases {
            let place = |due: &Verdict<u16>| root.moves().iter().position(|action| Some(*action) == due.best);
            late += due.iter().filter(|due| place(due) > Some(255)).count();
        }
        agree("wide", &evaluator, &cases);
    }
    assert!(late > 0, "no best move is beyond the first 256");
}
