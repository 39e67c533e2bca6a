//! The view that the simple opponents have of a game, with distances as they look them up: all of them measured once,
//! or those from one cell when they are asked for.

use crate::board::{Board, Cell, Dir, MAX_CELLS, OFF_BOARD, Tile};
use crate::rules::{BEER_PRICE, HIT, State};
use crate::terrain::Atlas;
use boardbots_path::flood::Flood;
use std::cell::{RefCell, RefMut};

/// The board and the distances on it, seen by one hero.
pub struct Eyes {
    pub board: Board,
    pub hero: usize,
    distances: Box<dyn Distances>,
}

impl Eyes {
    /// The view of a hero (index 0 to 3) on a board.
    pub fn of(board: &Board, hero: usize, distances: impl Distances + 'static) -> Self {
        Self { board: board.clone(), hero, distances: Box::new(distances) }
    }

    /// As [`Atlas::steps`], from air.
    pub fn steps(&self, from: Cell, to: Cell) -> u8 {
        self.distances.steps(&self.board, from, to)
    }

    /// The nearest of some cells, the first of equals; `None` if none can be reached.
    pub fn nearest(&self, from: Cell, cells: impl Iterator<Item = Cell>) -> Option<Cell> {
        let reachable = cells.filter(|&cell| self.steps(from, cell) != Atlas::NO_PATH);
        reachable.min_by_key(|&cell| self.steps(from, cell))
    }

    /// The first step of a shortest way to a cell, around heroes where that costs nothing.
    pub fn toward(&self, state: &State, target: Cell) -> Dir {
        let from = state.heroes[self.hero].pos;
        let cost = |&dir: &Dir| {
            let to = self.board.step(from, dir);
            if to == target {
                return Some(0);
            }
            if to == OFF_BOARD || self.board.tile(to) != Tile::Air {
                return None;
            }
            let steps = u16::from(self.distances.steps_to(&self.board, target, to));
            let blocked = state.hero_at(to).is_some();
            Some(2 * steps + u16::from(blocked) * 5)
        };
        let best = Dir::AROUND.into_iter().filter_map(|dir| cost(&dir).map(|c| (c, dir))).min_by_key(|&(c, _)| c);
        best.map_or(Dir::Stay, |(_, dir)| dir)
    }

    /// Mines that it does not own.
    pub fn foreign_mines<'a>(&'a self, state: &'a State) -> impl Iterator<Item = Cell> + 'a {
        let mines = self.board.mines.iter().enumerate();
        mines.filter(|&(mine, _)| usize::from(state.owner(mine)) != self.hero).map(|(_, &cell)| cell)
    }

    /// The nearest tavern that can be reached.
    pub fn nearest_tavern(&self, from: Cell) -> Option<Cell> {
        self.nearest(from, self.board.taverns.iter().copied())
    }

    /// The orders of the hero to move that do anything, and staying.
    pub fn orders<'a>(&'a self, state: &'a State) -> impl Iterator<Item = Dir> + 'a {
        Dir::ALL.into_iter().filter(|&dir| dir == Dir::Stay || state.changes(&self.board, state.mover(), dir))
    }

    /// Steps to the next goal: the nearest mine of others, or a tavern for a hero with too little life for two goblins.
    pub fn way(&self, state: &State) -> i32 {
        let own = &state.heroes[self.hero];
        let goal = if own.life > 2 * HIT {
            self.nearest(own.pos, self.foreign_mines(state))
        } else {
            self.nearest_tavern(own.pos)
        };
        goal.map_or(0, |goal| self.steps(own.pos, goal).into())
    }

    /// The way to a beer, for a hero who can pay for it and has at most `thirst` life, or at most
    /// `top_up` and stands beside the tavern.
    pub fn drink(&self, state: &State, thirst: u8, top_up: u8) -> Option<Dir> {
        let own = &state.heroes[self.hero];
        let tavern = self.nearest_tavern(own.pos).filter(|_| own.gold >= BEER_PRICE)?;
        let beside = self.steps(own.pos, tavern) == 1;
        (own.life <= thirst || (beside && own.life <= top_up)).then(|| self.toward(state, tavern))
    }

    /// The way to the nearest mine that passes `wanted` and leaves it alive; failing that
    /// to a tavern it can pay; else no step.
    pub fn mine(&self, state: &State, wanted: impl Fn(Cell) -> bool) -> Dir {
        let own = &state.heroes[self.hero];
        let affordable = |mine: &Cell| u16::from(own.life) > u16::from(self.steps(own.pos, *mine)) + u16::from(HIT);
        let mines = self.foreign_mines(state).filter(affordable).filter(|&mine| wanted(mine));
        let poor = || {
            let any = self.foreign_mines(state).any(&wanted);
            self.nearest_tavern(own.pos).filter(|_| any && own.gold >= BEER_PRICE)
        };
        match self.nearest(own.pos, mines).or_else(poor) {
            Some(target) => self.toward(state, target),
            None => Dir::Stay,
        }
    }
}

/// The gold of a hero, and what its mines bring in its next `hold` turns.
pub fn projected(state: &State, hero: usize, hold: u32) -> i32 {
    let own = &state.heroes[hero];
    let turns = i32::try_from(state.turns_left(hero).min(hold)).unwrap_or(0);
    i32::try_from(own.gold.min(1 << 20)).unwrap_or(0) + i32::from(own.mines) * turns
}

/// A source of distances on a board.
pub trait Distances: Send {
    /// As [`Atlas::steps`]; several distances in a row are best asked for from the same cell.
    fn steps(&self, board: &Board, from: Cell, to: Cell) -> u8;

    /// The same; several in a row are best asked for to the same cell.
    fn steps_to(&self, board: &Board, to: Cell, from: Cell) -> u8 {
        self.steps(board, from, to)
    }
}

impl Distances for Atlas {
    fn steps(&self, _: &Board, from: Cell, to: Cell) -> u8 {
        Self::steps(self, from, to)
    }
}

/// Measures from one cell at a time. It takes 1 KB where an atlas takes up to 600: an arena has a thousand simple
/// opponents at once, and each asks for a few cells in a turn.
pub struct OnDemand {
    flood: Flood,
    /// The last field that was asked for, and its source.
    last: RefCell<(Option<Cell>, [u8; MAX_CELLS])>,
}

impl OnDemand {
    /// The distances of a board, none measured yet.
    pub fn of(board: &Board) -> Self {
        let size = board.size();
        let cell = |row: usize, column: usize| Cell::try_from(row * size + column).expect("at most MAX_CELLS");
        let flood = Flood::new(size, size, |column, row| board.tile(cell(row, column)) == Tile::Air);
        Self { flood: flood.expect("a board fits into it"), last: RefCell::new((None, [Atlas::NO_PATH; MAX_CELLS])) }
    }

    /// The field of a cell.
    fn field(&self, board: &Board, source: Cell) -> RefMut<'_, [u8; MAX_CELLS]> {
        let mut last = self.last.borrow_mut();
        if last.0 != Some(source) {
            let (at, size) = (usize::from(source), board.size());
            self.flood.field(at % size, at / size, &mut last.1[..board.cells()]);
            last.0 = Some(source);
        }
        RefMut::map(last, |(_, field)| field)
    }
}

impl Distances for OnDemand {
    fn steps(&self, board: &Board, from: Cell, to: Cell) -> u8 {
        let field = self.field(board, from);
        // A field leads over air only; the last step may lead into anything.
        match board.tile(to) {
            Tile::Wall if !board.spawns.contains(&to) => Atlas::NO_PATH,
            _ if from == to => 0,
            _ if board.tile(from) != Tile::Air => Atlas::NO_PATH,
            Tile::Air => field[usize::from(to)],
            _ => board
                .neighbours(to)
                .map(|cell| field[usize::from(cell)])
                .min()
                .map_or(Atlas::NO_PATH, |near| near.saturating_add(1)),
        }
    }

    fn steps_to(&self, board: &Board, to: Cell, from: Cell) -> u8 {
        match board.tile(to) {
            Tile::Wall if !board.spawns.contains(&to) => Atlas::NO_PATH,
            _ => self.field(board, to)[usize::from(from)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::generate;

    #[test]
    fn both_measure_the_same() {
        for seed in 0..4 {
            let board = generate(&mut fastrand::Rng::with_seed(seed)).expect("a map").board;
            let (atlas, on_demand) = (Atlas::of(&board), OnDemand::of(&board));
            let cells = || (0..).take(board.cells());
            for (from, to) in cells().flat_map(|from| cells().map(move |to| (from, to))) {
                let due = atlas.steps(from, to);
                assert_eq!(on_demand.steps(&board, from, to), due, "{seed}: from {from} to {to}");
                assert_eq!(on_demand.steps_to(&board, to, from), due, "{seed}: to {to} from {from}");
            }
        }
    }
}
