//! Position, actions and the end.

use super::map::{MAX_SIZE, Map, Place};
use arrayvec::ArrayVec;
use boardbots_game::two_player::side::{Side, Sides};
use boardbots_search::position::Ending;
use std::fmt;

/// A row of cells as bits; column `c` is bit `c + 1`, so that both neighbours are bits.
pub type Row = u128;
/// All rows, with an empty one above the first and below the last: row `r` is number `r + 1`.
pub type Rows = [Row; MAX_SIZE + 2];

/// An action of a player in their turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(u8);

impl Action {
    /// To the row above.
    pub const UP: Self = Self(0);
    /// To the row below.
    pub const DOWN: Self = Self(1);
    /// To the column on the left.
    pub const LEFT: Self = Self(2);
    /// To the column on the right.
    pub const RIGHT: Self = Self(3);
    /// Stay; only a player who cannot move does so.
    pub const PASS: Self = Self(5);
    /// All moves, in the original's order.
    pub const ALL: [Self; 4] = [Self::UP, Self::DOWN, Self::LEFT, Self::RIGHT];

    /// The action of this number: 0 to 3 move, 5 passes.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if matches!(number, 0..=3 | 5) { Some(Self(number)) } else { None }
    }

    /// The action's number: 0 to 3 or 5.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

/// The action's number, as records write it.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The state of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Cannot be entered. Outside of the map is obstacle.
    Obstacle,
    /// A vacuum cleaner has been there.
    Trail(Side),
    /// Floor with this much dirt; a player may be on it.
    Floor(u8),
}

const OBSTACLE: u8 = 255;
const TRAILS: Sides<u8> = Sides([254, 253]);

/// The data to take an action back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undo {
    /// Dirt that was left behind: only a start can have some.
    left: u8,
    gained: u8,
}

/// A position. It holds its map, so it is large; actions change few bytes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Row by row: dirt, [`OBSTACLE`] or one of [`TRAILS`].
    cells: [u8; MAX_SIZE * MAX_SIZE],
    /// Cells that can be entered.
    pub free: Rows,
    /// Cells that have dirt.
    pub dirty: Rows,
    places: Sides<Place>,
    scores: Sides<u32>,
    /// All dirt of the map at the start but what has been collected. Dirt on a start that was
    /// left without being collected is counted, too, though no side can get it any more.
    pub rest: u32,
    /// The side to move.
    pub mover: Side,
    /// Rows and columns of the map.
    pub size: u8,
    /// The hash of the map.
    pub(crate) map: u64,
    /// The hash of the map and of the trails.
    trails: u64,
}

/// The finaliser of splitmix64, which makes any change of a word change half of its bits
/// (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
pub(crate) const fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

/// A cell's part in the key of a set of trails. Made on the spot: a table for all cells would
/// fill the cache of a small processor.
pub(crate) const fn trail_key(place: Place) -> u64 {
    mix((place.row as u64) << 8 | place.column as u64 | 1 << 40)
}

pub(crate) const fn column(place: Place) -> Row {
    2 << place.column
}

pub(crate) const fn row(place: Place) -> usize {
    place.row as usize + 1
}

/// The directions that lead from a cell to one of these: bit `n` is set if action `n` does.
#[inline]
pub(crate) const fn exits(free: &Rows, place: Place) -> u8 {
    let (row, bit) = (row(place), place.column + 1);
    let above = free[row - 1] >> bit & 1;
    let below = free[row + 1] >> bit & 1;
    let beside = free[row] >> (bit - 1) & 5;
    // Left and right are two bits apart: bits 0 and 2 become 2 and 3.
    let mask = above | below << 1 | (beside & 1) << 2 | (beside & 4) << 1;
    mask.to_le_bytes()[0]
}

impl Position {
    /// The position before the first move on a map.
    #[must_use]
    pub fn new(map: &Map, first: Side) -> Self {
        let mut position = Self {
            cells: [OBSTACLE; MAX_SIZE * MAX_SIZE],
            free: [0; MAX_SIZE + 2],
            dirty: [0; MAX_SIZE + 2],
            places: Sides(Side::ALL.map(|side| map.start(side))),
            scores: Sides([0, 0]),
            rest: map.dirt(),
            mover: first,
            size: map.size(),
            map: 0,
            trails: u64::from(map.size()),
        };
        for place in map.places() {
            let cell = map.cell(place);
            position.trails = mix(position.trails.wrapping_add(u64::from(cell) + 1));
            if cell > 0 {
                let at = position.at(place);
                position.cells[at] = cell - 1;
                position.free[row(place)] |= column(place);
            }
            if cell > 1 {
                position.dirty[row(place)] |= column(place);
            }
        }
        position.map = position.trails;
        for place in position.places.0 {
            position.free[row(place)] &= !column(place);
        }
        position
    }

    /// A position in the middle of a game. The map has the dirt that is left, and obstacles in place of the trails.
    pub(crate) fn resumed(map: &Map, trails: &[(Place, Side)], mover: Side, scores: [u32; 2], rest: u32) -> Self {
        let mut position = Self { scores: Sides(scores), rest, ..Self::new(map, mover) };
        for (place, side) in trails {
            let at = position.at(*place);
            position.cells[at] = TRAILS[*side];
            position.trails ^= trail_key(*place);
        }
        position
    }

    const fn at(&self, place: Place) -> usize {
        place.row as usize * self.size as usize + place.column as usize
    }

    /// The place of a side.
    #[inline]
    #[must_use]
    pub const fn place(&self, side: Side) -> Place {
        self.places.0[side as usize]
    }

    /// The dirt that a side has collected.
    #[inline]
    #[must_use]
    pub const fn score(&self, side: Side) -> u32 {
        self.scores.0[side as usize]
    }

    /// The state of a cell.
    #[must_use]
    pub const fn cell(&self, place: Place) -> Cell {
        if place.row >= self.size || place.column >= self.size {
            return Cell::Obstacle;
        }
        match self.cells[self.at(place)] {
            OBSTACLE => Cell::Obstacle,
            trail if trail == TRAILS.0[0] => Cell::Trail(Side::First),
            trail if trail == TRAILS.0[1] => Cell::Trail(Side::Second),
            dirt => Cell::Floor(dirt),
        }
    }

    /// True if a cell of the map can be entered.
    #[inline]
    #[must_use]
    pub const fn is_free(&self, place: Place) -> bool {
        self.free[row(place)] & column(place) != 0
    }

    /// The dirt on a cell of [`Position::dirty`].
    #[inline]
    #[must_use]
    pub fn dirt(&self, place: Place) -> u8 {
        self.cells[self.at(place)]
    }

    /// The directions in which a side could move in its turn: bit `n` is set if action `n` is possible.
    #[inline]
    #[must_use]
    pub const fn mask(&self, side: Side) -> u8 {
        exits(&self.free, self.place(side))
    }

    /// True if the rules allow an action; they do not consider the end of the game.
    #[inline]
    #[must_use]
    pub const fn allows(&self, action: Action) -> bool {
        let mask = self.mask(self.mover);
        if action.0 == Action::PASS.0 { mask == 0 } else { mask >> action.0 & 1 == 1 }
    }

    /// Uses up the mover's turn, as after an action that is not possible: nothing moves, but dirt under the mover,
    /// which only a start can have, is collected.
    pub fn bump(&mut self) -> Undo {
        let place = self.places[self.mover];
        let gained = self.collect(place);
        self.mover = self.mover.other();
        Undo { left: 0, gained }
    }

    #[inline]
    fn collect(&mut self, place: Place) -> u8 {
        let at = self.at(place);
        let gained = std::mem::take(&mut self.cells[at]);
        self.dirty[row(place)] &= !column(place);
        self.scores[self.mover] += u32::from(gained);
        self.rest -= u32::from(gained);
        gained
    }

    /// Puts dirt back where the mover has collected it.
    #[inline]
    fn spill(&mut self, place: Place, gained: u8) {
        if gained > 0 {
            let at = self.at(place);
            self.cells[at] = gained;
            self.dirty[row(place)] |= column(place);
            self.scores[self.mover] -= u32::from(gained);
            self.rest += u32::from(gained);
        }
    }

    /// True if one side has more than the other can still reach.
    const fn decided(&self) -> bool {
        let [green, blue] = self.scores.0;
        green > blue + self.rest || blue > green + self.rest
    }

    /// True if the original's own interface stops the game here: later than
    /// [`ended`](boardbots_search::position::Position::ended), because its test is incomplete. It does not look at
    /// the rest, and a blocked blue does not lose by having less.
    #[must_use]
    pub const fn interface_stops(&self) -> bool {
        let [green, blue] = self.scores.0;
        let blocked = self.mask(Side::First) == 0;
        self.decided() || blocked && (green < blue || self.mask(Side::Second) == 0)
    }

    const fn is_over(&self) -> bool {
        if self.rest == 0 || self.decided() {
            return true;
        }
        let [green, blue] = self.scores.0;
        match (self.mask(Side::First) == 0, self.mask(Side::Second) == 0) {
            (false, false) => false,
            (true, true) => true,
            (true, false) => green < blue,
            (false, true) => blue < green,
        }
    }
}

/// The neighbour that an action leads to.
#[inline]
pub(crate) const fn step(place: Place, action: Action) -> Place {
    let Place { row, column } = place;
    match action {
        Action::UP => Place { row: row.wrapping_sub(1), column },
        Action::DOWN => Place { row: row + 1, column },
        Action::LEFT => Place { row, column: column.wrapping_sub(1) },
        Action::RIGHT => Place { row, column: column + 1 },
        _ => place,
    }
}

impl boardbots_search::position::Position for Position {
    type Move = Action;
    type Moves = ArrayVec<Action, 4>;
    type Undo = Undo;
    const INDICES: usize = 6;

    #[inline]
    fn moves(&self) -> ArrayVec<Action, 4> {
        let mask = self.mask(self.mover);
        let mut moves = ArrayVec::new();
        if mask == 0 {
            moves.push(Action::PASS);
        }
        moves.extend(Action::ALL.into_iter().filter(|action| mask >> action.0 & 1 == 1));
        moves
    }

    #[inline]
    fn index(&self, action: Action) -> usize {
        usize::from(action.0)
    }

    #[inline]
    fn play(&mut self, action: Action) -> Undo {
        debug_assert!(self.allows(action), "{action:?}");
        if action == Action::PASS {
            return self.bump();
        }
        let from = self.places[self.mover];
        let to = step(from, action);
        let at = self.at(from);
        let left = std::mem::replace(&mut self.cells[at], TRAILS[self.mover]);
        self.dirty[row(from)] &= !column(from);
        self.trails ^= trail_key(from);
        self.places[self.mover] = to;
        self.free[row(to)] &= !column(to);
        let gained = self.collect(to);
        self.mover = self.mover.other();
        Undo { left, gained }
    }

    #[inline]
    fn undo(&mut self, action: Action, undo: Undo) {
        self.mover = self.mover.other();
        let to = self.places[self.mover];
        self.spill(to, undo.gained);
        if action == Action::PASS {
            return;
        }
        self.free[row(to)] |= column(to);
        // The opposite move: up and down, left and right differ in their last bit.
        let from = step(to, Action(action.0 ^ 1));
        self.places[self.mover] = from;
        self.trails ^= trail_key(from);
        let at = self.at(from);
        self.cells[at] = undo.left;
        if undo.left > 0 {
            self.dirty[row(from)] |= column(from);
        }
    }

    /// The end that the course's text describes. It is exact: the winner is the player who
    /// would have most in the end.
    #[inline]
    fn ended(&self) -> Option<Ending> {
        if !self.is_over() {
            return None;
        }
        Some(match self.scores[self.mover].cmp(&self.scores[self.mover.other()]) {
            std::cmp::Ordering::Greater => Ending::Win,
            std::cmp::Ordering::Less => Ending::Loss,
            std::cmp::Ordering::Equal => Ending::Draw,
        })
    }

    /// A hash of map, trails, places, scores and mover: these determine all that follows. The owner of a trail
    /// changes nothing.
    #[inline]
    fn key(&self) -> u64 {
        let place = |place: Place| u64::from(place.row) * MAX_SIZE as u64 + u64::from(place.column);
        let [green, blue] = self.places.0.map(place);
        let [own, other] = self.scores.0.map(u64::from);
        // 13 bits for each place and 18 for each score.
        let word = green | blue << 13 | own << 26 | other << 44 | (self.mover as u64) << 62;
        mix(self.trails ^ mix(word))
    }
}
