//! A game made of hashes: a graph of any width, in which lines meet, or run in circles.

use super::evaluators::mix;
use arrayvec::ArrayVec;
use boardbots_search::position::{Ending, Evaluator, Position, ending_value, ends_in};
use std::collections::HashMap;

/// What lies behind the doors of a maze.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Mazes of different seeds have nothing in common.
    pub seed: u64,
    /// Different positions, of each layer if there are layers; 0 for as many as there are
    /// sets of moves: only the order of moves does not matter.
    pub width: u64,
    /// Whether no position is met after different numbers of plies. If not, the same one is
    /// met after few and after many, by either player.
    pub layers: bool,
    /// Most moves of a position.
    pub doors: u64,
    /// One position in this many is an end; 0 for none.
    pub ends: u64,
}

/// A position. It checks that it is used as [`Position`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Maze {
    id: u64,
    seed: u64,
    width: u64,
    layers: bool,
    doors: u64,
    ends: u64,
}

impl Maze {
    /// The position of this number.
    pub fn new(plan: Plan, id: u64) -> Self {
        let Plan { seed, width, layers, doors, ends } = plan;
        Self { id: if width == 0 { id } else { id % width }, seed, width, layers, doors, ends }
    }

    /// The first position, from this number on, in which the game goes on with this many
    /// moves or more.
    pub fn open(plan: Plan, from: u64, doors: usize) -> Self {
        let open = |maze: &Self| maze.ended().is_none() && maze.moves().len() >= doors;
        (from..from + 1000).map(|id| Self::new(plan, id)).find(open).expect("some position is open")
    }

    /// The number of the position after a move.
    pub fn beyond(&self, door: u8) -> u64 {
        match self.width {
            0 => self.id.wrapping_add(mix(self.seed, u64::from(door))),
            width if self.layers => self.id / width * width + width + mix(self.hash(6), u64::from(door)) % width,
            width => mix(self.hash(6), u64::from(door)) % width,
        }
    }

    fn hash(&self, what: u64) -> u64 {
        mix(mix(self.seed, self.id), what)
    }
}

impl Position for Maze {
    type Move = u8;
    type Moves = ArrayVec<u8, 8>;
    type Undo = (u64, u8);
    const REPEATS: bool = true;
    const INDICES: usize = 64;

    /// Their numbers are in no order, and other ones in each position.
    fn moves(&self) -> Self::Moves {
        let count = 1 + self.hash(1) % self.doors;
        let (first, step) = (self.hash(2), self.hash(3) | 1);
        // Where only the order does not matter, few moves: else no lines would meet.
        let kinds = if self.width == 0 { 8 } else { 64 };
        (0..count).map(|k| (first.wrapping_add(k.wrapping_mul(step)) % kinds).to_le_bytes()[0]).collect()
    }

    fn index(&self, door: u8) -> usize {
        usize::from(door)
    }

    fn play(&mut self, door: u8) -> (u64, u8) {
        assert!(self.ended().is_none(), "{self:?} has ended before {door}");
        assert!(self.moves().contains(&door), "{self:?} has no move {door}");
        let before = self.id;
        self.id = self.beyond(door);
        (before, door)
    }

    fn undo(&mut self, door: u8, (before, made): (u64, u8)) {
        assert_eq!(door, made, "another move was made");
        let after = self.id;
        self.id = before;
        assert_eq!(after, self.beyond(door), "{self:?}: {door} was not the last move");
    }

    fn ended(&self) -> Option<Ending> {
        if self.ends == 0 || !self.hash(4).is_multiple_of(self.ends) {
            return None;
        }
        Some([Ending::Win, Ending::Loss, Ending::Draw][usize::try_from(self.hash(5) % 3).expect("small")])
    }

    fn key(&self) -> u64 {
        self.hash(7)
    }
}

/// Minimax that remembers: a second opinion far deeper than the plain one reaches.
pub struct Memory<J> {
    evaluator: J,
    known: HashMap<(u64, u8), i32>,
}

impl<J: Evaluator<Maze>> Memory<J> {
    /// Knows nothing yet; for positions of one maze only.
    pub fn new(evaluator: J) -> Self {
        Self { evaluator, known: HashMap::new() }
    }

    /// The value, `depth` plies deep, and the first of the best moves.
    pub fn best(&mut self, position: &mut Maze, depth: u8) -> (i32, Option<u8>) {
        let mut best = (i32::MIN, None);
        for door in position.moves() {
            let undo = position.play(door);
            // What ends in `n` plies for the next player ends in one more for this one.
            let value = -self.value(position, depth - 1);
            let value = value - ends_in(value).map_or(0, |_| value.signum());
            position.undo(door, undo);
            if value > best.0 {
                best = (value, Some(door));
            }
        }
        best
    }

    fn value(&mut self, position: &mut Maze, depth: u8) -> i32 {
        if let Some(ending) = position.ended() {
            return ending_value(ending, 0);
        }
        if depth == 0 {
            return self.evaluator.evaluate(position);
        }
        if let Some(value) = self.known.get(&(position.id, depth)) {
            return *value;
        }
        let (value, _) = self.best(position, depth);
        self.known.insert((position.id, depth), value);
        value
    }
}
