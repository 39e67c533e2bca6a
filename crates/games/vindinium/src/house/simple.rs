//! Opponents that look no further than their next goal, and one that follows an influence map.

use super::eyes::{Eyes, OnDemand};
use crate::board::{Board, Cell, Dir, Tile};
use crate::bot::Player;
use crate::rules::{BEER_PRICE, HIT, Hero, MAX_LIFE, State, others};

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
        // By eight bits, because draws of a `usize` differ between machines of 32 and 64 bits.
        Dir::AROUND[usize::from(self.0.u8(0..4))]
    }
}

/// A player that decides by what it sees now, and remembers nothing.
pub struct Simple {
    rule: fn(&Eyes, &State) -> Dir,
    eyes: Option<Eyes>,
}

impl Simple {
    /// A player that follows a rule.
    #[must_use]
    pub fn new(rule: fn(&Eyes, &State) -> Dir) -> Self {
        Self { rule, eyes: None }
    }
}

impl Player for Simple {
    fn begin(&mut self, board: &Board, hero: usize) {
        self.eyes = Some(Eyes::of(board, hero, OnDemand::of(board)));
    }

    fn decide(&mut self, state: &State, _: &(dyn Fn() -> bool + Sync)) -> Dir {
        self.eyes.as_ref().map_or(Dir::Stay, |eyes| (self.rule)(eyes, state))
    }
}

/// Life up to which a miner wants a beer.
const MINER_THIRST: u8 = 35;
/// Life up to which a miner who stands beside a tavern drinks.
const MINER_TOP_UP: u8 = 60;

/// The nearest mine it can afford, a tavern when life is low; never fights on purpose.
pub(crate) fn miner(eyes: &Eyes, state: &State) -> Dir {
    eyes.drink(state, MINER_THIRST, MINER_TOP_UP).unwrap_or_else(|| eyes.mine(state, |_| true))
}

/// Life up to which a hunter breaks off and wants a beer.
const HUNTER_THIRST: u8 = 45;
/// Life up to which a hunter who stands beside a tavern drinks.
const HUNTER_TOP_UP: u8 = 80;
/// Steps over which a hunter follows its prey.
const HUNTING_RANGE: u8 = 12;

/// Follows the nearest owner of mines that it outlives, and mines while there is none.
pub(crate) fn hunter(eyes: &Eyes, state: &State) -> Dir {
    if let Some(dir) = eyes.drink(state, HUNTER_THIRST, HUNTER_TOP_UP) {
        return dir;
    }
    let own = &state.heroes[eyes.hero];
    let worth_it = |other: &&Hero| other.mines > 0 && other.life <= own.life && other.pos != own.pos;
    let prey = eyes.nearest(own.pos, state.heroes.iter().filter(worth_it).map(|other| other.pos));
    match prey.filter(|&prey| eyes.steps(own.pos, prey) <= HUNTING_RANGE) {
        Some(prey) => eyes.toward(state, prey),
        None => eyes.mine(state, |_| true),
    }
}

/// Life up to which a guard at home drinks.
const GUARD_TOP_UP: u8 = 75;
/// Steps from its tavern to the farthest mine that a guard keeps.
const BEAT: u8 = 8;

/// Keeps the mines around one tavern, and waits there, full of beer, between its rounds.
#[derive(Default)]
pub struct Guard {
    eyes: Option<Eyes>,
    home: Option<Cell>,
    /// The mines that it keeps.
    beat: Vec<Cell>,
}

impl Player for Guard {
    fn begin(&mut self, board: &Board, hero: usize) {
        let eyes = Eyes::of(board, hero, OnDemand::of(board));
        self.home = eyes.nearest_tavern(board.spawns[hero]);
        // The beat is measured from the ground beside the tavern; the step off it is no way.
        self.beat.clear();
        for beside in self.home.into_iter().flat_map(|home| board.neighbours(home)) {
            let near = |mine: &&Cell| board.tile(beside) == Tile::Air && eyes.steps(beside, **mine) <= BEAT;
            self.beat.extend(board.mines.iter().filter(near));
        }
        self.eyes = Some(eyes);
    }

    fn decide(&mut self, state: &State, _: &(dyn Fn() -> bool + Sync)) -> Dir {
        let Some(eyes) = &self.eyes else { return Dir::Stay };
        let Some(home) = self.home else { return eyes.mine(state, |_| true) };
        if let Some(dir) = eyes.drink(state, MINER_THIRST, GUARD_TOP_UP) {
            return dir;
        }
        let dir = eyes.mine(state, |mine| self.beat.contains(&mine));
        let waiting = dir == Dir::Stay && eyes.steps(state.heroes[eyes.hero].pos, home) > 1;
        if waiting { eyes.toward(state, home) } else { dir }
    }
}

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
pub(crate) fn influence(eyes: &Eyes, state: &State) -> Dir {
    let here = state.heroes[eyes.hero].pos;
    let useful = Dir::AROUND.into_iter().filter(|&dir| state.changes(&eyes.board, eyes.hero, dir));
    // The first of equals: staying is the last resort.
    let best = useful.rev().max_by_key(|&dir| order(eyes, state, eyes.board.step(here, dir)));
    best.filter(|&dir| order(eyes, state, eyes.board.step(here, dir)) > at(eyes, state, here)).unwrap_or(Dir::Stay)
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
