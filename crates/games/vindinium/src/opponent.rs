//! The next order expected of an opponent, learned from its orders so far; and that of one that only mines and drinks.
//!
//! A linear model: each order a hero can give has traits (it takes a mine, it comes nearer to an enemy that has
//! more life, it goes back where the hero came from), each trait has a weight, and the order with the most weight
//! is expected. After every move the weights of its hero move towards what it did: one step of the regression of
//! a softmax. Whether an opponent mines, drinks early, hunts, waits or flees shows within a few dozen moves.
//! All numbers are integers.

use crate::board::{Cell, Dir, NOWHERE, OFF_BOARD, Tile};
use crate::rules::{BEER_PRICE, HIT, Hero, MAX_LIFE, State, others};
use crate::terrain::{Atlas, Origin, Terrain};
use arrayvec::ArrayVec;

/// Steps up to which other heroes matter to what a hero does.
pub const SIGHT: u8 = 6;

/// Levels of life that differ in how much a hero wants to drink.
const LEVELS: usize = 6;

// Traits, each the index of its weight.
const STAY: usize = 0;
const STAY_AGAIN: usize = 1;
/// One for each enemy at three steps: a hero who approaches it is struck first.
const STAY_AT_THREE: usize = 2;
/// One for each level of life.
const DRINK: usize = 3;
const TAKE_MINE: usize = DRINK + LEVELS;
const TAKE_MINE_WEAK: usize = TAKE_MINE + 1;
const DIE_AT_MINE: usize = TAKE_MINE + 2;
const TO_MINE: usize = TAKE_MINE + 3;
const TO_MINE_WEAK: usize = TAKE_MINE + 4;
const TO_MINE_UNAFFORDABLE: usize = TAKE_MINE + 5;
/// One for each level of life.
const TO_TAVERN: usize = TAKE_MINE + 6;
const ON: usize = TO_TAVERN + LEVELS;
const BACK: usize = ON + 1;
/// The first trait about an enemy that would not survive a duel; the same traits about one that would come after it.
const WEAKER: usize = ON + 2;
const STRONGER: usize = WEAKER + RELATIONS;
// Traits of both, from there on.
const STRIKE: usize = 0;
const KILL: usize = 1;
const AT_TWO: usize = 2;
const AT_THREE: usize = 3;
const CLOSER: usize = 4;
const CLOSER_FROM_THREE: usize = 5;
const RELATIONS: usize = 6;
/// The order of a hero that only mines and drinks.
const AS_MINER: usize = STRONGER + RELATIONS;
/// The number of traits.
const TRAITS: usize = AS_MINER + 1;

/// One unit of the weights: a factor of e in how likely an order is.
const UNIT: i32 = 4096;
/// Most of a weight. Scores of all traits stay far below what overflows.
const MOST: i32 = 64 * UNIT;
/// The divisor of a step of learning.
const SLOWNESS: i32 = 5;

/// The weights before anything is known of a hero.
///
/// Learned from games of strong programs: `examples/opponent_weights.rs` prints them anew.
const GENERAL: [i32; TRAITS] = [
    -3603, 5095, -2803, 3552, 5357, 8176, 2691, -2914, -4806, 3558, -830, -3326, 1531, -684, -998, -1514, 1177, 2264,
    1050, 262, -46, 1664, -3620, 5019, 3986, 469, 1855, 1558, 764, 1688, 0, -141, 4011, -1804, -1660, 4066,
];

/// The model of one opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opponent {
    weights: [i32; TRAITS],
}

impl Default for Opponent {
    fn default() -> Self {
        Self { weights: GENERAL }
    }
}

impl Opponent {
    /// The model of a hero of whom nothing at all is known.
    #[must_use]
    pub const fn blank() -> Self {
        Self { weights: [0; TRAITS] }
    }

    /// The order that is expected of a hero; `Stay` of one who has crashed.
    #[must_use]
    pub fn expected(&self, terrain: &Terrain, state: &State, hero: usize) -> Dir {
        let (mut best, mut most) = (Dir::Stay, i32::MIN);
        let own = &state.heroes[hero];
        if own.crashed || terrain.board.tile(own.pos) != Tile::Air {
            return best;
        }
        let scene = Scene::of(terrain, state, hero);
        for dir in Dir::ALL {
            let mut score = 0;
            if scene.traits(dir, |trait_, count| score += self.weights[trait_] * count) && score > most {
                (best, most) = (dir, score);
            }
        }
        best
    }

    /// Learns from the order that a hero gave in a state.
    pub fn learn(&mut self, terrain: &Terrain, state: &State, hero: usize, dir: Dir) {
        self.step(terrain, state, hero, dir, SLOWNESS);
    }

    /// Learns from an order by a smaller or a larger step: all that it changes is divided by `slowness`.
    pub fn step(&mut self, terrain: &Terrain, state: &State, hero: usize, dir: Dir, slowness: i32) {
        let own = &state.heroes[hero];
        if own.crashed || terrain.board.tile(own.pos) != Tile::Air {
            return;
        }
        let scene = Scene::of(terrain, state, hero);
        let mut orders = ArrayVec::<_, { Dir::ALL.len() }>::new();
        for dir in Dir::ALL {
            let mut traits = [0_i32; TRAITS];
            if scene.traits(dir, |trait_, count| traits[trait_] += count) {
                let score: i32 = traits.iter().zip(&self.weights).map(|(count, weight)| count * weight).sum();
                orders.push((dir, traits, score));
            }
        }
        // An order that does nothing is a stay.
        let given = if orders.iter().any(|order| order.0 == dir) { dir } else { Dir::Stay };
        let most = orders.iter().map(|order| order.2).max().unwrap_or(0);
        let likelihood = |score: i32| LIKELIHOOD[usize::try_from((most - score) / STEP).unwrap_or(0).min(LIKELY - 1)];
        let total: i32 = orders.iter().map(|order| likelihood(order.2)).sum();
        for (dir, traits, score) in &orders {
            let error = if *dir == given { UNIT } else { 0 } - likelihood(*score) * UNIT / total;
            for (weight, count) in self.weights.iter_mut().zip(traits) {
                *weight = (*weight + error * count / slowness).clamp(-MOST, MOST);
            }
        }
    }
}

/// Entries of [`LIKELIHOOD`].
const LIKELY: usize = 64;
/// Difference of the scores of one entry and the next.
const STEP: i32 = UNIT / 8;
/// The relative likelihood of an order, in 65,536ths, by the number of steps by which the best one scores higher.
const LIKELIHOOD: [i32; LIKELY] = {
    /// exp(-1/8) in 32,768ths.
    const RATIO: i32 = 28_918;
    let mut table = [0; LIKELY];
    let (mut likelihood, mut step) = (1 << 16, 0);
    while step < LIKELY {
        table[step] = likelihood;
        likelihood = likelihood * RATIO / (1 << 15);
        step += 1;
    }
    table
};

/// The surroundings of a hero that is about to give an order.
struct Scene<'a> {
    terrain: &'a Terrain,
    state: &'a State,
    own: &'a Hero,
    hero: usize,
    /// Its level of life.
    level: usize,
    /// The nearest foreign mine and the steps into it.
    mine: Option<(Cell, u8)>,
    /// The nearest tavern, if it can pay, and the steps into it.
    tavern: Option<(Cell, u8)>,
    /// The order that it would give if it only mined and drank.
    walk: Dir,
    /// The enemies near it, and the steps between them.
    enemies: ArrayVec<(&'a Hero, u8), 3>,
}

impl<'a> Scene<'a> {
    fn of(terrain: &'a Terrain, state: &'a State, hero: usize) -> Self {
        let own = &state.heroes[hero];
        let (board, here) = (&terrain.board, Origin::Cell(own.pos));
        let mine = terrain.routes.foreign_mines(state, hero, here).next();
        let tavern = terrain.routes.tavern(here).filter(|_| own.gold >= BEER_PRICE);
        let near = others(hero).map(|other| &state.heroes[other]).filter(|other| other.pos != NOWHERE);
        let near = near.map(|other| (other, terrain.atlas.steps(own.pos, other.pos)));
        Self {
            terrain,
            state,
            own,
            hero,
            level: level(own.life),
            mine: mine.map(|(mine, steps)| (board.mines[usize::from(mine)], steps)),
            tavern: tavern.map(|(tavern, steps)| (board.taverns[usize::from(tavern)], steps)),
            walk: walk(terrain, state, hero),
            enemies: near.filter(|&(_, steps)| steps <= SIGHT).collect(),
        }
    }

    /// Names the traits of an order, each with how often it counts; true if the order does anything.
    #[inline]
    fn traits(&self, dir: Dir, mut add: impl FnMut(usize, i32)) -> bool {
        let own = self.own;
        let board = &self.terrain.board;
        let mut to = board.step(own.pos, dir);
        if dir == Dir::Stay {
            add(STAY, 1);
            add(STAY_AGAIN, i32::from(own.last_dir == Some(Dir::Stay)));
        } else {
            if to == OFF_BOARD || self.state.hero_at(to).is_some() {
                return false;
            }
            match board.tile(to) {
                Tile::Wall => return false,
                Tile::Air => self.walk(dir, to, &mut add),
                Tile::Tavern if own.gold < BEER_PRICE => return false,
                Tile::Tavern => {
                    add(DRINK + self.level, 1);
                    to = own.pos;
                }
                Tile::Mine => {
                    if board.mine_at(to).is_none_or(|mine| usize::from(self.state.owner(mine)) == self.hero) {
                        return false;
                    }
                    if own.life <= HIT {
                        add(DIE_AT_MINE, 1);
                    } else {
                        add(TAKE_MINE, 1);
                        add(TAKE_MINE_WEAK, i32::from(own.life <= 2 * HIT));
                    }
                    to = own.pos;
                }
            }
        }
        add(AS_MINER, i32::from(dir == self.walk));
        for &(enemy, before) in &self.enemies {
            self.meet(enemy, before, to, &mut add);
        }
        true
    }

    /// Traits of a step to a cell of air.
    #[inline]
    fn walk(&self, dir: Dir, to: Cell, add: &mut impl FnMut(usize, i32)) {
        let own = self.own;
        let nearer = |(goal, steps): (Cell, u8)| closer(steps, self.terrain.atlas.steps(to, goal));
        if let Some(mine) = self.mine {
            let count = nearer(mine);
            if u16::from(own.life) > u16::from(HIT) + u16::from(mine.1) {
                add(TO_MINE, count);
                add(TO_MINE_WEAK, if own.life <= MAX_LIFE / 2 { count } else { 0 });
            } else {
                add(TO_MINE_UNAFFORDABLE, count);
            }
        }
        if let Some(tavern) = self.tavern {
            add(TO_TAVERN + self.level, nearer(tavern));
        }
        match own.last_dir {
            Some(last) if last == dir => add(ON, 1),
            Some(last) if last == dir.opposite() => add(BACK, 1),
            _ => {}
        }
    }

    /// Traits of an order, after which the hero stands in `to`, toward an enemy.
    #[inline]
    fn meet(&self, enemy: &Hero, before: u8, to: Cell, add: &mut impl FnMut(usize, i32)) {
        let after = self.terrain.atlas.steps(to, enemy.pos);
        let blow = if after <= 1 { HIT } else { 0 };
        let relation = if self.own.life + blow > enemy.life { WEAKER } else { STRONGER };
        match after {
            1 => {
                add(relation + STRIKE, 1);
                add(relation + KILL, i32::from(enemy.life <= HIT));
            }
            2 => add(relation + AT_TWO, 1),
            3 => add(relation + AT_THREE, 1),
            _ => {}
        }
        let count = closer(before, after);
        add(relation + CLOSER, count);
        if before == 3 {
            add(relation + CLOSER_FROM_THREE, count);
            add(STAY_AT_THREE, i32::from(to == self.own.pos));
        }
    }
}

/// Steps that a hero has come closer, -2 to 2: where there is no way the distances say nothing.
#[inline]
fn closer(before: u8, after: u8) -> i32 {
    (i32::from(before) - i32::from(after)).clamp(-2, 2)
}

/// The level of a life, 0 for the least.
#[inline]
const fn level(life: u8) -> usize {
    match life {
        0..=20 => 0,
        21..=35 => 1,
        36..=50 => 2,
        51..=75 => 3,
        76..=90 => 4,
        _ => 5,
    }
}

/// Life up to which it looks for a tavern.
const THIRSTY: u8 = 35;

/// The next move; `Stay` for one who has crashed.
#[must_use]
pub fn walk(terrain: &Terrain, state: &State, hero: usize) -> Dir {
    let Terrain { board, routes, .. } = terrain;
    let own = &state.heroes[hero];
    if own.crashed || board.tile(own.pos) != Tile::Air {
        return Dir::Stay;
    }
    let here = Origin::Cell(own.pos);
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
