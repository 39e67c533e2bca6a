//! Mazes that say what they know before a move is tried, and evaluations that say it of their values.

use super::evaluators::{Keyed, mix};
use super::maze::Maze;
use arrayvec::ArrayVec;
use boardbots_search::position::{Bounds, Ending, Evaluator, INFINITE, MAX_EVALUATION, Position, Threat, ending_value};

/// A maze that says all that [`Position`] allows, or half of it, as its key decides. Its positions do not count as
/// repeated.
#[derive(Clone, Copy, Debug)]
pub struct Told(pub Maze);

/// What comes of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Lost,
    Won,
    Drawn,
    Answered,
    Open,
}

impl Told {
    fn after(mut self, door: u8) -> Self {
        self.play(door);
        self
    }

    fn fate(self, door: u8) -> Fate {
        let after = self.after(door);
        match after.ended() {
            Some(Ending::Win) => Fate::Lost,
            Some(Ending::Loss) => Fate::Won,
            Some(Ending::Draw) => Fate::Drawn,
            None if after.moves().into_iter().any(|reply| after.after(reply).ended() == Some(Ending::Loss)) => {
                Fate::Answered
            }
            None => Fate::Open,
        }
    }

    /// Whether it says this.
    fn says(self, what: u64) -> bool {
        mix(self.key(), what).is_multiple_of(2)
    }
}

impl Position for Told {
    type Move = u8;
    type Moves = ArrayVec<u8, 8>;
    type Undo = (u64, u8);
    const INDICES: usize = Maze::INDICES;

    fn moves(&self) -> Self::Moves {
        self.0.moves()
    }

    fn index(&self, door: u8) -> usize {
        self.0.index(door)
    }

    fn ordering_score(&self, door: u8) -> u8 {
        mix(self.key(), u64::from(door)).to_le_bytes()[0]
    }

    fn candidates(&self) -> Self::Moves {
        let moves = self.moves();
        let fates: ArrayVec<Fate, 8> = moves.iter().map(|door| self.fate(*door)).collect();
        let worst = if fates.contains(&Fate::Lost) { Fate::Lost } else { Fate::Answered };
        let kept = |(door, fate): &(u8, Fate)| *fate != worst || !self.says(u64::from(*door));
        let mut candidates: Self::Moves = moves.iter().copied().zip(fates).filter(kept).map(|(door, _)| door).collect();
        if candidates.is_empty() {
            candidates.push(moves[0]);
        }
        candidates
    }

    fn threat(&self) -> Threat<u8> {
        let moves = self.moves();
        if let Some(door) = moves.iter().find(|door| self.fate(**door) == Fate::Won) {
            return Threat::Wins(*door);
        }
        let mut others = moves.iter().filter(|door| self.fate(**door) != Fate::Answered);
        match (others.next(), others.next()) {
            (Some(door), None) if self.fate(*door) == Fate::Open && self.says(100) => Threat::Forced(*door),
            _ => Threat::None,
        }
    }

    fn play(&mut self, door: u8) -> (u64, u8) {
        self.0.play(door)
    }

    fn undo(&mut self, door: u8, undo: (u64, u8)) {
        self.0.undo(door, undo);
    }

    fn ended(&self) -> Option<Ending> {
        self.0.ended()
    }

    fn key(&self) -> u64 {
        self.0.key()
    }
}

/// An evaluation of [`Told`] with bounds on both sides, on one, or on none, exact or not.
#[derive(Clone, Debug)]
pub struct Bounded(pub Keyed);

impl Bounded {
    /// All values that there may be.
    pub fn random() -> Self {
        Self(Keyed::random())
    }
}

impl Evaluator<Told> for Bounded {
    fn evaluate(&mut self, position: &Told) -> i32 {
        self.0.evaluate(&position.0)
    }

    fn bounds(&mut self, position: &Told, _: i32) -> Bounds {
        let mut value = |door| {
            let after = position.after(door);
            -after.ended().map_or_else(|| self.evaluate(&after), |ending| ending_value(ending, 1))
        };
        let best = position.moves().into_iter().map(&mut value).max().expect("a move");
        let slack = i32::from(position.ordering_score(64)) / 64;
        Bounds {
            floor: if position.says(101) { best.saturating_sub(slack) } else { -INFINITE },
            ceiling: if position.says(102) { (best + slack).max(-MAX_EVALUATION) } else { INFINITE },
        }
    }
}
