//! The view that the simple opponents have of a game.

use super::distances::Distances;
use crate::atlas::Atlas;
use crate::board::{Board, Cell, Dir, OFF_BOARD, Tile};
use crate::rules::{BEER_PRICE, HIT, State};

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
