//! Random maps that look the same to both players.

use super::map::{MAX_DIRT, Map, Place};
use boardbots_game::two_player::side::Sides;
use fastrand::Rng;
use std::ops::RangeInclusive;

/// Rows and columns of a map.
pub const SIZES: RangeInclusive<u8> = 6..=80;
/// Rows and columns by default.
pub const DEFAULT_SIZE: u8 = 20;

/// Chance of an obstacle, in percent, drawn once for a map.
const OBSTACLES: RangeInclusive<u8> = 4..=18;
/// Chance of dirt on floor, in percent, drawn once for a map.
const DIRTY: RangeInclusive<u8> = 25..=55;
/// Units of dirt on a dirty cell.
const DIRT: RangeInclusive<u8> = 1..=9;

const _: () = assert!(*DIRT.end() <= MAX_DIRT);

/// The symmetry of the two halves of a map.
#[derive(Clone, Copy)]
enum Symmetry {
    /// Turned by half a turn.
    Point,
    /// Rows change places.
    Rows,
    /// Columns change places.
    Columns,
}

impl Symmetry {
    /// The image of a cell under the symmetry, on a map with this last row and column.
    fn image(self, place: Place, last: u8) -> Place {
        let Place { row, column } = place;
        match self {
            Self::Point => Place { row: last - row, column: last - column },
            Self::Rows => Place { row: last - row, column },
            Self::Columns => Place { row, column: last - column },
        }
    }
}

/// A random map: what one side sees, the other sees turned or mirrored. Obstacles all round,
/// starts clean and apart, every floor cell within reach of both, at least one dirty cell.
///
/// The same seed gives the same map on every machine.
///
/// ```
/// use boardbots_tron::generator;
/// let map = generator::generate(20, 1).unwrap();
/// assert_eq!(generator::generate(20, 1), Some(map));
/// assert_eq!(generator::generate(5, 1), None);
/// ```
///
/// `None` if the size is not one of [`SIZES`].
#[must_use]
pub fn generate(size: u8, seed: u64) -> Option<Map> {
    if !SIZES.contains(&size) {
        return None;
    }
    let mut rng = Rng::with_seed(seed);
    let mut percent = rng.u8(OBSTACLES);
    loop {
        if let Some(map) = attempt(size, percent, &mut rng) {
            return Some(map);
        }
        // Without any obstacle but the border an attempt succeeds.
        percent = percent.saturating_sub(1);
    }
}

fn attempt(size: u8, obstacles: u8, rng: &mut Rng) -> Option<Map> {
    let symmetry = [Symmetry::Point, Symmetry::Rows, Symmetry::Columns][usize::from(rng.u8(0..3))];
    let dirty = rng.u8(DIRTY);
    let last = size - 1;
    let mut draft = Draft { size: usize::from(size), cells: vec![0; usize::from(size) * usize::from(size)] };
    for row in 1..last {
        for column in 1..last {
            let place = Place { row, column };
            let image = symmetry.image(place, last);
            if (image.row, image.column) < (row, column) {
                continue;
            }
            let cell = if rng.u8(0..100) < obstacles {
                0
            } else if rng.u8(0..100) < dirty {
                1 + rng.u8(DIRT)
            } else {
                1
            };
            draft.set(place, cell);
            draft.set(image, cell);
        }
    }
    let start = draft.draw_start(symmetry, rng)?;
    let goal = symmetry.image(start, last);
    let reached = draft.reached(start);
    if !reached[draft.at(goal)] {
        return None;
    }
    for (cell, reached) in draft.cells.iter_mut().zip(reached) {
        *cell = if reached { *cell } else { 0 };
    }
    draft.set(start, 1);
    draft.set(goal, 1);
    let floor = draft.cells.iter().filter(|cell| **cell > 0).count();
    let inside = usize::from(size - 2) * usize::from(size - 2);
    let dirt = draft.cells.iter().any(|cell| *cell > 1);
    // A map of which most is out of reach is none of this size.
    (2 * floor > inside && dirt).then(|| Map::new(size, draft.cells, Sides([start, goal])).expect("starts are floor"))
}

/// A map in the making, row by row.
struct Draft {
    size: usize,
    cells: Vec<u8>,
}

impl Draft {
    fn at(&self, place: Place) -> usize {
        usize::from(place.row) * self.size + usize::from(place.column)
    }

    fn set(&mut self, place: Place, cell: u8) {
        let at = self.at(place);
        self.cells[at] = cell;
    }

    /// One of the floor cells whose image is at least half a side away.
    fn draw_start(&self, symmetry: Symmetry, rng: &mut Rng) -> Option<Place> {
        let byte = |v: usize| u8::try_from(v).expect("maps are small");
        let last = byte(self.size - 1);
        let apart = |place: Place| {
            let image = symmetry.image(place, last);
            let distance = u16::from(place.row.abs_diff(image.row)) + u16::from(place.column.abs_diff(image.column));
            2 * distance >= u16::from(last)
        };
        let places = (0..self.cells.len()).filter(|at| self.cells[*at] > 0);
        let places = places.map(|at| Place { row: byte(at / self.size), column: byte(at % self.size) });
        let places: Vec<Place> = places.filter(|place| apart(*place)).collect();
        let count = u32::try_from(places.len()).expect("maps are small");
        // Drawn as a number of 32 bits: one of the machine's own size would differ between machines.
        (count > 0).then(|| places[rng.u32(0..count) as usize])
    }

    /// The cells that can be reached, by number.
    fn reached(&self, start: Place) -> Vec<bool> {
        let mut reached = vec![false; self.cells.len()];
        let mut open = vec![self.at(start)];
        reached[self.at(start)] = true;
        while let Some(at) = open.pop() {
            // The border is obstacle, so that every floor cell has four neighbours.
            for next in [at - self.size, at + self.size, at - 1, at + 1] {
                if self.cells[next] > 0 && !reached[next] {
                    reached[next] = true;
                    open.push(next);
                }
            }
        }
        reached
    }
}
