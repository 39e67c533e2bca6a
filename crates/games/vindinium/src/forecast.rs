//! What a hero is expected to do next: walk to the nearest mine that it can afford, or to a
//! tavern when its life is low.
//!
//! Wrong for many single moves of a clever player, but much nearer to what everybody does in
//! the long run than standing still, which is all that a search without a model can assume.

use super::atlas::Atlas;
use super::board::{Board, Cell, Dir, OFF_BOARD, Tile};
use super::routes::{Place, Routes};
use super::rules::{BEER_PRICE, HIT, State};

/// Life up to which a hero is expected to look for a tavern.
const THIRSTY: u8 = 35;

/// The expected move of a hero; `Stay` for one who has crashed.
#[must_use]
pub fn expected(board: &Board, atlas: &Atlas, routes: &Routes, state: &State, hero: usize) -> Dir {
    let own = &state.heroes[hero];
    if own.crashed || board.tile(own.pos) != Tile::Air {
        return Dir::Stay;
    }
    let here = Place::Cell(own.pos);
    let tavern = || {
        let (tavern, _) = routes.tavern(here).filter(|_| own.gold >= BEER_PRICE)?;
        Some(board.taverns[usize::from(tavern)])
    };
    let mine = || {
        let affordable = |&(_, steps): &(u16, u8)| u16::from(own.life) > u16::from(HIT) + u16::from(steps);
        let (mine, _) = routes.foreign_mines(state, hero, here).find(affordable)?;
        Some(board.mines[usize::from(mine)])
    };
    let target = if own.life <= THIRSTY { tavern().or_else(mine) } else { mine().or_else(tavern) };
    target.map_or(Dir::Stay, |target| toward(board, atlas, own.pos, target))
}

/// The first step of a shortest way, as if no hero stood in it.
fn toward(board: &Board, atlas: &Atlas, from: Cell, target: Cell) -> Dir {
    let field = atlas.to(target);
    let best = Dir::AROUND.into_iter().min_by_key(|&dir| match board.step(from, dir) {
        OFF_BOARD => Atlas::NO_PATH,
        to => field[usize::from(to)],
    });
    best.unwrap_or(Dir::Stay)
}
