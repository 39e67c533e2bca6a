//! The rules once more, as they are told, on plain lists.

use crate::map::{Map, Place};
use crate::rules::{Cell, Position};
use boardbots_game::two_player::side::{Side, Sides};
use boardbots_search::position::Ending;

pub const OBSTACLE: i32 = -1;
pub const GREEN_TRAIL: i32 = -2;
pub const BLUE_TRAIL: i32 = -3;

/// A position: dirt or what stands in a cell, places as row and column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plain {
    pub size: i32,
    pub grid: Vec<Vec<i32>>,
    pub places: Sides<(i32, i32)>,
    pub scores: Sides<i32>,
    pub rest: i32,
    pub mover: Side,
}

/// Row and column of the next cell up, down, left, right.
const STEPS: [(i32, i32); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

impl Plain {
    pub fn new(map: &Map, first: Side) -> Self {
        let size = map.size();
        let cell = |row, column| i32::from(map.cell(Place { row, column })) - 1;
        let grid: Vec<Vec<i32>> = (0..size).map(|row| (0..size).map(|column| cell(row, column)).collect()).collect();
        let rest = grid.iter().flatten().filter(|dirt| **dirt > 0).sum();
        let place = |side| (i32::from(map.start(side).row), i32::from(map.start(side).column));
        let places = Sides(Side::ALL.map(place));
        Self { size: size.into(), grid, places, scores: Sides([0, 0]), rest, mover: first }
    }

    /// The same position.
    pub fn of(position: &Position) -> Self {
        let value = |row, column| match position.cell(Place { row, column }) {
            Cell::Obstacle => OBSTACLE,
            Cell::Trail(Side::First) => GREEN_TRAIL,
            Cell::Trail(Side::Second) => BLUE_TRAIL,
            Cell::Floor(dirt) => i32::from(dirt),
        };
        let size = position.size;
        let grid = (0..size).map(|row| (0..size).map(|column| value(row, column)).collect()).collect();
        let place = |side| (i32::from(position.place(side).row), i32::from(position.place(side).column));
        let score = |side| position.score(side).cast_signed();
        let (places, scores) = (Sides(Side::ALL.map(place)), Sides(Side::ALL.map(score)));
        Self { size: size.into(), grid, places, scores, rest: position.rest.cast_signed(), mover: position.mover }
    }

    pub fn at(&self, (row, column): (i32, i32)) -> i32 {
        let inside = |v| (0..self.size).contains(&v);
        if inside(row) && inside(column) {
            self.grid[usize::try_from(row).unwrap()][usize::try_from(column).unwrap()]
        } else {
            OBSTACLE
        }
    }

    fn set(&mut self, (row, column): (i32, i32), what: i32) {
        self.grid[usize::try_from(row).unwrap()][usize::try_from(column).unwrap()] = what;
    }

    /// Whether a cell can be entered.
    pub fn free(&self, place: (i32, i32)) -> bool {
        self.at(place) >= 0 && self.places.0.iter().all(|taken| *taken != place)
    }

    pub fn around((row, column): (i32, i32)) -> [(i32, i32); 4] {
        STEPS.map(|(down, right)| (row + down, column + right))
    }

    pub fn mask(&self, side: Side) -> u8 {
        let around = Self::around(self.places[side]);
        (0..4_u8).filter(|n| self.free(around[usize::from(*n)])).map(|n| 1 << n).sum()
    }

    /// Does what the digit says, or bumps.
    pub fn act(&mut self, digit: u8) {
        let mover = self.mover;
        if digit < 4 && self.mask(mover) & 1 << digit != 0 {
            let from = self.places[mover];
            self.set(from, [GREEN_TRAIL, BLUE_TRAIL][usize::from(mover == Side::Second)]);
            self.places[mover] = Self::around(from)[usize::from(digit)];
        }
        let here = self.places[mover];
        let dirt = self.at(here);
        self.scores[mover] += dirt;
        self.rest -= dirt;
        self.set(here, 0);
        self.mover = mover.other();
    }

    fn blocked(&self, side: Side) -> bool {
        self.mask(side) == 0
    }

    /// The end as the course's text tells it.
    pub fn over(&self) -> bool {
        let [green, blue] = self.scores.0;
        self.rest == 0
            || green > blue + self.rest
            || blue > green + self.rest
            || Side::ALL.into_iter().all(|side| self.blocked(side))
            || Side::ALL.into_iter().any(|side| self.blocked(side) && self.scores[side] < self.scores[side.other()])
    }

    /// The end as the original's interface tests it.
    pub fn stops(&self) -> bool {
        let [green, blue] = self.scores.0;
        green > blue + self.rest
            || blue > green + self.rest
            || self.blocked(Side::First) && self.blocked(Side::Second)
            || self.blocked(Side::First) && green < blue
    }

    pub fn ended(&self) -> Option<Ending> {
        let lead = self.scores[self.mover] - self.scores[self.mover.other()];
        self.over().then_some(match lead {
            1.. => Ending::Win,
            0 => Ending::Draw,
            _ => Ending::Loss,
        })
    }
}
