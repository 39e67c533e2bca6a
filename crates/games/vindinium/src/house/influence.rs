//! An opponent that follows an influence map.

use super::distances::OnDemand;
use super::eyes::Eyes;
use crate::board::{Board, Cell, Dir, Tile};
use crate::player::Player;
use crate::rules::{BEER_PRICE, HIT, MAX_LIFE, State, others};

/// Influence of a mine at no distance.
const MINE: i32 = 4000;
/// Influence of a tavern at no distance, for each point of life above or below [`CONTENT`].
const TAVERN: i32 = 120;
/// Life at which taverns neither attract nor repel.
const CONTENT: i32 = 60;
/// Influence of a weaker enemy, for each of its mines.
const PREY: i32 = 1500;
/// Influence of a stronger enemy, for each own mine and one more.
const HUNTER: i32 = -900;

/// Lets mines, taverns and heroes attract and repel it, less with the square of the distance, and climbs to where
/// the sum is highest. It looks no move ahead.
#[derive(Default)]
pub struct Influence(Option<Eyes>);

impl Player for Influence {
    fn begin(&mut self, board: &Board, hero: usize) {
        self.0 = Some(Eyes::of(board, hero, OnDemand::of(board)));
    }

    fn decide(&mut self, state: &State, _: &(dyn Fn() -> bool + Sync)) -> Dir {
        let Some(eyes) = &self.0 else { return Dir::Stay };
        let here = state.heroes[eyes.hero].pos;
        let useful = Dir::AROUND.into_iter().filter(|&dir| state.changes(&eyes.board, eyes.hero, dir));
        // The first of equals: staying is the last resort.
        let best = useful.rev().max_by_key(|&dir| order(eyes, state, eyes.board.step(here, dir)));
        best.filter(|&dir| order(eyes, state, eyes.board.step(here, dir)) > at(eyes, state, here)).unwrap_or(Dir::Stay)
    }
}

/// The influence that going to a cell brings: that of the cell, or all that the goal in it has.
fn order(eyes: &Eyes, state: &State, to: Cell) -> i32 {
    let own = &state.heroes[eyes.hero];
    match eyes.board.tile(to) {
        Tile::Mine if own.life <= HIT => i32::MIN,
        Tile::Mine => at(eyes, state, own.pos) + MINE,
        Tile::Tavern => at(eyes, state, own.pos) + TAVERN * (CONTENT - i32::from(own.life)).max(-CONTENT / 2),
        _ => at(eyes, state, to),
    }
}

/// The sum of all influences on a cell of air.
fn at(eyes: &Eyes, state: &State, cell: Cell) -> i32 {
    let own = &state.heroes[eyes.hero];
    let life = i32::from(own.life);
    let faded = |influence: i32, source: Cell| {
        let steps = i32::from(eyes.steps(cell, source));
        influence / (steps * steps).max(1)
    };
    let affordable = |mine: &Cell| life > i32::from(HIT) + i32::from(eyes.steps(cell, *mine));
    let mines: i32 = eyes.foreign_mines(state).filter(affordable).map(|mine| faded(MINE, mine)).sum();
    let thirst = if own.gold >= BEER_PRICE { (CONTENT - life).max(-i32::from(MAX_LIFE) / 5) } else { 0 };
    let taverns: i32 = eyes.board.taverns.iter().map(|&tavern| faded(TAVERN * thirst, tavern)).sum();
    let heroes: i32 = others(eyes.hero)
        .map(|other| {
            let other = &state.heroes[other];
            let weaker = life > i32::from(other.life);
            let influence = if weaker { PREY * i32::from(other.mines) } else { HUNTER * (1 + i32::from(own.mines)) };
            faded(influence.clamp(-(1 << 16), 1 << 16), other.pos)
        })
        .sum();
    mines + taverns + heroes
}
