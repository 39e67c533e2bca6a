//! Simple opponents of known style.

use super::atlas::Atlas;
use super::board::{Board, Cell, Dir, OFF_BOARD, Tile};
use super::player::Player;
use super::rules::{BEER_PRICE, HIT, State};

/// Any of the four steps, by chance; never stays.
pub struct Random(fastrand::Rng);

impl Random {
    /// A player whose steps follow from `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }
}

impl Player for Random {
    fn begin(&mut self, _: &Board, _: usize) {}

    fn decide(&mut self, _: &State, _: &(dyn Fn() -> bool + Sync)) -> Dir {
        Dir::AROUND[self.0.usize(0..Dir::AROUND.len())]
    }
}

/// The board and the distances on it, seen by one hero.
struct Eyes {
    board: Board,
    atlas: Atlas,
    hero: usize,
}

impl Eyes {
    fn of(board: &Board, hero: usize) -> Self {
        Self { board: board.clone(), atlas: Atlas::of(board), hero }
    }

    /// The nearest of some cells, the first of equals; `None` if none can be reached.
    fn nearest(&self, from: Cell, cells: impl Iterator<Item = Cell>) -> Option<Cell> {
        let reachable = cells.filter(|&cell| self.atlas.steps(from, cell) != Atlas::NO_PATH);
        reachable.min_by_key(|&cell| self.atlas.steps(from, cell))
    }

    /// The first step of a shortest way to a cell, around heroes where that costs nothing.
    fn toward(&self, state: &State, target: Cell) -> Dir {
        let from = state.heroes[self.hero].pos;
        let cost = |&dir: &Dir| {
            let to = self.board.step(from, dir);
            if to == target {
                return Some(0);
            }
            if to == OFF_BOARD || self.board.tile(to) != Tile::Air {
                return None;
            }
            let steps = u16::from(self.atlas.steps(to, target));
            let blocked = state.hero_at(to).is_some();
            Some(2 * steps + u16::from(blocked) * 5)
        };
        let best = Dir::AROUND.into_iter().filter_map(|dir| cost(&dir).map(|c| (c, dir))).min_by_key(|&(c, _)| c);
        best.map_or(Dir::Stay, |(_, dir)| dir)
    }

    /// Mines that are not his.
    fn foreign_mines<'a>(&'a self, state: &'a State) -> impl Iterator<Item = Cell> + 'a {
        let mines = self.board.mines().iter().enumerate();
        mines.filter(|&(mine, _)| usize::from(state.owner(mine)) != self.hero).map(|(_, &cell)| cell)
    }

    fn nearest_tavern(&self, from: Cell) -> Option<Cell> {
        self.nearest(from, self.board.taverns().iter().copied())
    }
}

/// Life below which the miner wants a beer.
const MINER_THIRST: u8 = 35;
/// Life up to which somebody who stands beside a tavern drinks.
const TOP_UP: u8 = 60;

/// The nearest mine he can afford, a tavern when life is low; never fights on purpose.
#[derive(Default)]
pub struct Miner(Option<Eyes>);

impl Player for Miner {
    fn begin(&mut self, board: &Board, hero: usize) {
        self.0 = Some(Eyes::of(board, hero));
    }

    fn decide(&mut self, state: &State, _: &(dyn Fn() -> bool + Sync)) -> Dir {
        let Some(eyes) = &self.0 else { return Dir::Stay };
        let hero = &state.heroes[eyes.hero];
        let tavern = eyes.nearest_tavern(hero.pos).filter(|_| hero.gold >= BEER_PRICE);
        if let Some(tavern) = tavern {
            let beside = eyes.atlas.steps(hero.pos, tavern) == 1;
            if hero.life <= MINER_THIRST || (beside && hero.life <= TOP_UP) {
                return eyes.toward(state, tavern);
            }
        }
        // A mine is affordable if he is alive after the way and the goblin.
        let affordable =
            |&mine: &Cell| u16::from(hero.life) > u16::from(eyes.atlas.steps(hero.pos, mine)) + u16::from(HIT);
        match eyes.nearest(hero.pos, eyes.foreign_mines(state).filter(affordable)).or(tavern) {
            Some(target) => eyes.toward(state, target),
            None => Dir::Stay,
        }
    }
}
