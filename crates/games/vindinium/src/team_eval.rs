//! The evaluation of a position for a team: its captain's gold, and what the others bring it.

use super::eval::{Evaluator, GOLD, share, worth};
use super::rules::{HIT, State};
use super::team::Team;

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
        let gold = self.projected(state);
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

    /// The prospects of a hero of a team from the cell on which it stands: its harvest, its life, its enemies.
    fn prospects(self, state: &State, hero: usize) -> i32 {
        let horizon = self.horizon(state, hero);
        let harvest = self.harvest(state, hero, horizon) * self.weights.plan / 64;
        let life = i32::from(state.heroes[hero].life) * self.weights.life * horizon / self.weights.hold;
        harvest + life + self.sides.enemies().map(|enemy| self.duel(state, hero, enemy, horizon)).sum::<i32>()
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
