//! The next move of a hero that only mines and drinks: it walks to the nearest mine that it can afford, or to a tavern
//! when its life is low.

use super::atlas::Atlas;
use super::board::{Cell, Dir, OFF_BOARD, Tile};
use super::routes::Place;
use super::rules::{BEER_PRICE, HIT, State};
use super::terrain::Terrain;

/// Life up to which it looks for a tavern.
const THIRSTY: u8 = 35;

/// The next move; `Stay` for one who has crashed.
#[must_use]
pub fn next(terrain: &Terrain, state: &State, hero: usize) -> Dir {
    let Terrain { board, routes, .. } = terrain;
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
    target.map_or(Dir::Stay, |target| toward(terrain, own.pos, target))
}

/// The first step of a shortest way, as if no hero stood in it.
fn toward(terrain: &Terrain, from: Cell, target: Cell) -> Dir {
    let field = terrain.atlas.to(target);
    let best = Dir::AROUND.into_iter().min_by_key(|&dir| match terrain.board.step(from, dir) {
        OFF_BOARD => Atlas::NO_PATH,
        to => field[usize::from(to)],
    });
    best.unwrap_or(Dir::Stay)
}
