//! The evaluation of a position for one hero, in 64ths of a gold piece; and for a team: its captain's gold, and what
//! the others bring it.
//!
//! The unit of account is projected gold: what a hero has, and what its mines will bring as
//! long as it can expect to hold them. To it come the harvest that the own hero can make
//! from where it stands (a walk over the nearest mines and taverns, simulated), its chances
//! to hunt and its danger of being hunted (parity of steps, life, taverns), and a little for
//! life. All numbers are integers.

use crate::board::HEROES;
use crate::rules::{BEER_LIFE, BEER_PRICE, HIT, MAX_LIFE, State, others};
use crate::team::{Alone, Sides, Team};
use crate::terrain::{Origin, Terrain};
use boardbots_game::constants;

/// One gold piece.
pub const GOLD: i32 = 64;

constants! {
    /// The shares and horizons that an evaluation weighs with.
    ///
    /// Values out of their ranges may overflow, or divide by zero.
    pub struct Weights {
        /// Own turns for which a mine can be expected to stay with its owner.
        hold "hold" = 33 in 1..=150 by 5;
        /// Own turns for which a mine stays with its owner while an enemy stands beside it.
        contested "contested" = 12 in 0..=50 by 2;
        /// Own turns that every step of the nearest enemy adds to that.
        distance "distance" = 1 in 0..=20 by 1;
        /// What the strongest opponent's projected gold counts against one's own, in 64ths.
        leader "leader" = 12 in 0..=64 by 4;
        /// What each other opponent's counts, in 64ths.
        others "others" = 12 in 0..=64 by 2;
        /// What planned gold counts against realised gold, in 64ths.
        plan "plan" = 31 in 0..=128 by 4;
        /// Worth of a point of life, in 64ths of a gold piece.
        life "life" = 7 in 0..=64 by 2;
        /// Steps beyond which heroes do not matter to one another.
        sight "sight" = 6 in 1..=32 by 1;
        /// Share of the prey's mines that a certain kill is worth, in 64ths, at no distance.
        hunt "hunt" = 4 in 0..=64 by 3;
        /// The same for the danger to be killed.
        danger "danger" = 1 in 0..=64 by 2;
        /// Hundredths of that danger while both have the same life; each point less adds one.
        fear "fear" = 38 in 0..=100 by 5;
        /// Steps to a tavern within which a hero who can pay is safe from being hunted.
        refuge "refuge" = 4 in 0..=8 by 1;
        /// Share of its worth that a planned mine loses by the end of the horizon, in 64ths.
        haste "haste" = 64 in 0..=64 by 4;
        /// Price of a step on the way to the nearest mine of others, in 64ths of a gold piece.
        urge "urge" = 16 in 0..=250 by 8;
        /// Price of a step on the way to the nearest tavern for a hero with no life left, in 64ths of a gold piece; in
        /// proportion less for one with more.
        thirst "thirst" = 200 in 0..=1000 by 25;
        /// Reward for a reply that is not expected, in 64ths of a gold piece: it is unlikely.
        surprise "surprise" = 200 in 0..=1000 by 25;
        /// Price of a step to a cell, in 64ths of a gold piece, for each time that the hero was there in vain.
        visited "visited" = 60 in 0..=500 by 10;
        /// Price of taking a mine, in 64ths of a gold piece, for each time in a row that it soon changed hands.
        feud "feud" = 100 in 0..=1000 by 20;
        /// Price of taking a mine that leaves no more life than a blow takes, in 64ths of a gold piece.
        weak "weak" = 200 in 0..=2000 by 40;
    }
}

/// Steps to a tavern beyond which farther is no worse.
const FAR: u8 = 32;
/// Goals of the planned walk.
const PLAN_STOPS: usize = 5;

/// The tables an evaluation reads.
///
/// The sides are a type: asking at each mine whether there is a team would cost every search 4 % more instructions.
#[derive(Clone, Copy)]
pub struct Evaluator<'a, S = Alone> {
    /// The board, and what is measured on it.
    pub terrain: &'a Terrain,
    /// The weights.
    pub weights: &'a Weights,
    /// The sides: for each hero, its enemies.
    pub sides: S,
}

impl Evaluator<'_> {
    /// The worth of a position to `hero`.
    #[must_use]
    pub fn value(self, state: &State, hero: usize) -> i32 {
        let gold = self.income(state);
        let mut value = gold[hero];
        let mut leader = 0;
        for other in others(hero) {
            value -= share(gold[other], self.weights.others);
            leader = leader.max(gold[other]);
        }
        value -= share(leader, self.weights.leader - self.weights.others);
        if state.finished() {
            return value;
        }
        value + self.prospects(state, hero)
    }
}

impl<S: Sides> Evaluator<'_, S> {
    /// The prospects of a hero from the cell on which it stands: its harvest, its life, the ways before it, its enemies.
    fn prospects(self, state: &State, hero: usize) -> i32 {
        let horizon = self.horizon(state, hero);
        let harvest = self.harvest(state, hero, horizon) * self.weights.plan / 64;
        let life = i32::from(state.heroes[hero].life) * self.weights.life;
        let share = (life - self.ways(state, hero)) * horizon / self.weights.hold;
        harvest + share + self.sides.enemies_of(hero).map(|enemy| self.duel(state, hero, enemy, horizon)).sum::<i32>()
    }

    /// The price of the ways to the nearest mine of others and to a tavern.
    fn ways(self, state: &State, hero: usize) -> i32 {
        let own = &state.heroes[hero];
        let (routes, here) = (&self.terrain.routes, Origin::Cell(own.pos));
        let mine = routes.foreign_mines(state, hero, here).next().map_or(0, |(_, steps)| i32::from(steps));
        let tavern = routes.tavern(here).map_or(0, |(_, steps)| i32::from(steps.min(FAR)));
        let thirst = self.weights.thirst * i32::from(MAX_LIFE.saturating_sub(own.life)) / i32::from(MAX_LIFE);
        mine * self.weights.urge + tavern * thirst
    }

    /// The harvest: gold that a walk over the nearest mines of others and taverns would bring within the horizon. What
    /// the hero's own mines bring is its [`income`](Self::income).
    fn harvest(self, state: &State, hero: usize, horizon: i32) -> i32 {
        let own = &state.heroes[hero];
        let (mut life, mut gold) = (i32::from(own.life), own.gold);
        let (mut place, mut time, mut worth) = (Origin::Cell(own.pos), 0, 0);
        let mut taken = [u16::MAX; PLAN_STOPS];
        for stop in 0..PLAN_STOPS {
            // As a function of its own, because `contains` is shared with colder places and then called, at 5 % more
            // instructions of a search.
            let is_new = |mine: u16| taken.iter().all(|&before| before != mine);
            let next = self.terrain.routes.foreign_mines(state, hero, place).find(|&(mine, _)| is_new(mine));
            let affordable = next.filter(|&(_, steps)| life > i32::from(HIT) + i32::from(steps));
            if let Some((mine, steps)) = affordable {
                time += i32::from(steps);
                if time >= horizon {
                    break;
                }
                life -= i32::from(HIT) + i32::from(steps);
                let held = self.hold(state, usize::from(mine), hero).min(horizon - time);
                let held = held * (64 * horizon - self.weights.haste * time) / (64 * horizon);
                worth += held * self.capture(state, usize::from(mine));
                taken[stop] = mine;
                place = Origin::Mine(mine);
            } else {
                let Some((tavern, steps)) = self.terrain.routes.tavern(place) else { break };
                if gold < BEER_PRICE || i32::from(steps) >= horizon - time {
                    break;
                }
                gold -= BEER_PRICE;
                time += i32::from(steps);
                worth -= GOLD * 2;
                life = i32::from(MAX_LIFE).min((life - i32::from(steps)).max(1) + i32::from(BEER_LIFE));
                place = Origin::Tavern(tavern);
            }
        }
        worth.max(0)
    }

    /// Worth of one turn's income of a mine, taken from its owner.
    fn capture(self, state: &State, mine: usize) -> i32 {
        if usize::from(state.owner(mine)) < HEROES { GOLD + self.weights.others } else { GOLD }
    }

    /// Chances and dangers between the own hero, whose turn it is, and another.
    fn duel(self, state: &State, hero: usize, other: usize, horizon: i32) -> i32 {
        let (own, foe) = (&state.heroes[hero], &state.heroes[other]);
        let steps = self.terrain.atlas.steps(foe.pos, own.pos);
        let sight = self.weights.sight;
        if i32::from(steps) > sight {
            return 0;
        }
        // Who strikes first: at one or two steps the own hero, at three the hero who waits.
        let first = match steps {
            0..=2 => i32::from(HIT),
            3 => -i32::from(HIT),
            _ => 0,
        };
        let margin = i32::from(own.life) - i32::from(foe.life) + first;
        let nearness = sight - i32::from(steps);
        let refuge = |hero: usize| {
            let h = &state.heroes[hero];
            let near = |(_, steps): (u16, u8)| i32::from(steps) <= self.weights.refuge;
            h.gold >= BEER_PRICE && self.terrain.routes.tavern(Origin::Cell(h.pos)).is_some_and(near)
        };
        if margin > 0 {
            if foe.mines == 0 || (refuge(other) && foe.life > HIT) {
                return 0;
            }
            let stake = i32::from(foe.mines) * horizon * (GOLD + self.weights.others) / 64;
            stake * self.weights.hunt * nearness / sight * margin.min(100) / 100
        } else {
            if own.mines == 0 || foe.crashed || refuge(hero) {
                return 0;
            }
            let stake = i32::from(own.mines) * horizon * (GOLD + self.weights.others) / 64;
            -(stake * self.weights.danger * nearness / sight * (self.weights.fear - margin).min(100) / 100)
        }
    }

    /// The gold of each hero with the income of its own mines, as long as they can be expected to stay so.
    fn income(self, state: &State) -> [i32; HEROES] {
        let horizons: [i32; HEROES] = std::array::from_fn(|hero| self.horizon(state, hero));
        let mut gold = state.heroes.map(|h| worth(h.gold));
        for mine in 0..self.terrain.board.mines.len() {
            let owner = usize::from(state.owner(mine));
            if owner < HEROES {
                gold[owner] += self.hold(state, mine, owner).min(horizons[owner]) * GOLD;
            }
        }
        gold
    }

    /// Own turns for which a mine stays with `owner`, from how near its enemies are.
    #[inline]
    fn hold(self, state: &State, mine: usize, owner: usize) -> i32 {
        let field = self.terrain.atlas.to(self.terrain.board.mines[mine]);
        let mut near = u8::MAX;
        for hero in self.sides.enemies_of(owner) {
            near = near.min(field[usize::from(state.heroes[hero].pos)]);
        }
        self.weights.contested + self.weights.distance * i32::from(near)
    }

    /// Own turns that count ahead.
    fn horizon(self, state: &State, hero: usize) -> i32 {
        i32::try_from(state.turns_left(hero)).unwrap_or(self.weights.hold).min(self.weights.hold)
    }
}

/// Gold in the unit of values; not more than can be computed on.
fn worth(gold: u32) -> i32 {
    i32::try_from(gold).unwrap_or(i32::MAX).min(1 << 20) * GOLD
}

/// A number of 64ths of an amount, rounded toward zero.
///
/// The product of the two could overflow: a server may send any gold.
#[inline]
const fn share(amount: i32, weight: i32) -> i32 {
    amount / 64 * weight + amount % 64 * weight / 64
}

/// Weight of a helper's mines and prospects against the captain's, in 64ths: no enemy has them, and they can be handed
/// over.
const KEPT: i32 = 24;
/// Weight of the strongest enemy's projected gold against the captain's, in 64ths.
const LEADER: i32 = 20;
/// Weight of each other enemy's projected gold, in 64ths.
const OTHERS: i32 = 6;
/// Additional weight of a helper's mines, in 64ths, if one blow of the captain would hand them over.
const HANDING: i32 = 20;
/// Steps to the captain beyond which nothing is handed over, and those from which nearer is no better: a helper
/// who steps beside the captain hits it.
const WAY: i32 = 24;
const NEAR: i32 = 2;

impl Evaluator<'_, &Team> {
    /// The worth of a position to the team, as far as `hero`, one of it, has to do with it.
    #[must_use]
    pub fn value(self, state: &State, hero: usize) -> i32 {
        let team = self.sides;
        let captain = team.captain();
        let gold = self.income(state);
        let mut value = gold[captain];
        for helper in team.helpers() {
            value += share(gold[helper] - worth(state.heroes[helper].gold), KEPT);
        }
        let mut leader = 0;
        for enemy in team.enemies() {
            value -= share(gold[enemy], OTHERS);
            leader = leader.max(gold[enemy]);
        }
        value -= share(leader, LEADER - OTHERS);
        if state.finished() {
            return value;
        }
        value += self.prospects(state, captain);
        if hero == captain {
            value + team.helpers().map(|helper| self.handing(state, helper, captain)).sum::<i32>()
        } else {
            // A helper's own prospects count less than the captain's.
            value + share(self.prospects(state, hero), KEPT) + self.handing(state, hero, captain)
        }
    }

    /// The chance that a helper's mines become the captain's: it has little life, and the captain is near.
    fn handing(self, state: &State, helper: usize, captain: usize) -> i32 {
        let own = &state.heroes[helper];
        let blows = i32::from(own.life.div_ceil(HIT)).max(1);
        let steps = i32::from(self.terrain.atlas.steps(own.pos, state.heroes[captain].pos)).max(NEAR);
        if own.crashed || steps > WAY {
            return 0;
        }
        let mines = i32::from(own.mines) * self.horizon(state, captain) * GOLD;
        mines * HANDING / 64 / blows * (WAY - steps) / (WAY - NEAR)
    }
}
