//! The course of a turn: initiative, the order of action, the end of a battle.

use super::ledger::{Order, points};
use super::{Battle, Event};
use crate::action::{Phase, Reaction};
use crate::condition::MAX_MECHS;
use crate::situation::{Mech, Mode};

/// The outcome of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BattleResult {
    /// The winner; `None` for a tie.
    pub winner: Option<usize>,
    /// The limit of turns ended it.
    pub limit: bool,
}

impl Battle {
    /// Begins a turn: rolls the initiative and computes movement points. Does nothing within a turn or after the end of
    /// the battle.
    pub fn begin_turn(&mut self) {
        if self.phase.is_some() || self.outcome.is_some() {
            return;
        }
        self.turn += 1;
        self.events.clear();
        self.events.push(Event::Turn { turn: self.turn });
        for (mech, ledger) in self.situation.mechs.iter_mut().zip(&mut self.ledgers) {
            (mech.mode, mech.moved) = (Mode::Still, 0);
            (ledger.movement, ledger.weapons, ledger.burnt) = (0, 0, 0);
            (ledger.masc_now, ledger.busy) = (false, false);
            if let Some(own) = &mut mech.condition.own {
                own.fired = 0;
            }
        }
        self.roll_initiative();
        for mech in 0..self.ledgers.len() {
            self.refresh_points(mech);
        }
        self.begin_phase(Phase::Movement);
    }

    /// Rolls two dice for each mech; ties roll again among themselves, and the lowest moves first.
    fn roll_initiative(&mut self) {
        let mut order: Order = (0..self.situation.mechs.len()).collect();
        let mut rolls = [0_u8; MAX_MECHS];
        // A key has the first roll in its highest bits and later ones below, so that a further roll only breaks ties.
        // Ten rolls fit; after them the number decides.
        let mut keys = [0_u64; MAX_MECHS];
        for round in (0..10).rev() {
            for &mech in &order {
                if !self.situation.mechs[mech].condition.operative {
                    continue;
                }
                let tied = |&other: &usize| {
                    other != mech
                        && self.situation.mechs[other].condition.operative
                        && keys[other] >> (4 * (round + 1)) == keys[mech] >> (4 * (round + 1))
                };
                if round == 9 || order.iter().any(tied) {
                    let roll = self.dice.two();
                    if round == 9 {
                        rolls[mech] = roll;
                    }
                    keys[mech] |= u64::from(roll) << (4 * round);
                }
            }
        }
        order.sort_by_key(|&mech| keys[mech]);
        self.situation.initiative.clear();
        self.situation.initiative.extend(order.iter().copied());
        let rolls = rolls[..order.len()].to_vec();
        self.events.push(Event::Initiative { rolls, order: order.to_vec() });
    }

    /// Mechs in the order in which they act in a phase: the one that lost the initiative acts
    /// first, but last in the reaction.
    #[must_use]
    pub fn order(&self, phase: Phase) -> Order {
        let mut order: Order = self.situation.initiative.iter().copied().take(self.ledgers.len()).collect();
        if phase == Phase::Reaction {
            order.reverse();
        }
        order
    }

    /// True if a player declares an action in a phase: its mech can act, the phase is played, and the battle is not
    /// over.
    pub fn calls(&self, mech: usize, phase: Phase) -> bool {
        let plays = phase != Phase::Physical || self.situation.settings.physical;
        plays && self.outcome.is_none() && self.situation.mechs.get(mech).is_some_and(Mech::acts)
    }

    /// The mech that acts next, and the phase; `None` if the phase can be finished.
    #[must_use]
    pub fn due(&self) -> Option<(usize, Phase)> {
        let phase = self.phase?;
        let asked = |&mech: &usize| !self.ledgers[mech].acted && self.calls(mech, phase);
        self.order(phase).into_iter().find(asked).map(|mech| (mech, phase))
    }

    /// Ends the phase: resolves the declared actions, and begins the next phase or ends the turn.
    pub fn finish(&mut self) {
        let Some(phase) = self.phase else { return };
        match phase {
            Phase::Reaction => {}
            Phase::Movement => self.settle(),
            Phase::Weapons => {
                self.fire();
                self.settle();
            }
            Phase::Physical => {
                self.brawl();
                self.settle();
                self.cool();
                self.settle();
                self.open_end();
            }
            Phase::End => {
                self.drop_clubs();
                self.burn();
                self.end_turn();
            }
        }
        self.judge(phase);
        let next = Phase::ALL.iter().skip_while(|&&each| each != phase).nth(1);
        match next {
            Some(&next) if self.outcome.is_none() => self.begin_phase(next),
            _ => self.phase = None,
        }
    }

    fn begin_phase(&mut self, phase: Phase) {
        self.phase = Some(phase);
        for ledger in &mut self.ledgers {
            ledger.acted = false;
            ledger.damage = 0;
        }
    }

    /// Ends the battle if at most one mech is left or the last turn has ended.
    fn judge(&mut self, phase: Phase) {
        if self.outcome.is_some() {
            return;
        }
        let mut left = (0..self.ledgers.len()).filter(|&mech| self.situation.mechs[mech].condition.operative);
        let outcome = match (left.next(), left.next()) {
            (None, _) => BattleResult { winner: None, limit: false },
            (Some(last), None) => BattleResult { winner: Some(last), limit: false },
            _ if phase == Phase::End && self.turn >= self.options.turns => {
                BattleResult { winner: self.best_kept(), limit: true }
            }
            _ => return,
        };
        self.outcome = Some(outcome);
        self.events.push(Event::Over { winner: outcome.winner, limit: outcome.limit });
    }

    /// The operative mech that has kept the largest share of the armour and structure that it began with; `None` for a
    /// tie. The share counts, not the points, so an undamaged light mech beats a damaged heavy one.
    fn best_kept(&self) -> Option<usize> {
        let share = |&mech: &usize| {
            let (left, whole) = self.kept(mech);
            (u64::from(left) << 32) / u64::from(whole.max(1))
        };
        let alive = || (0..self.ledgers.len()).filter(|&mech| self.situation.mechs[mech].condition.operative);
        let best = alive().map(|mech| share(&mech)).max()?;
        let mut holders = alive().filter(|mech| share(mech) == best);
        holders.next().filter(|_| holders.next().is_none())
    }

    /// Points of armour and structure of a mech: left, and at the start of the battle.
    #[must_use]
    pub fn kept(&self, mech: usize) -> (u32, u32) {
        (points(&self.situation.mechs[mech].definition), self.ledgers[mech].whole)
    }

    /// Turns the torso, unless the mech is prone.
    pub(super) fn react(&mut self, player: usize, reaction: Reaction) {
        let condition = &mut self.situation.mechs[player].condition;
        let turn = match reaction {
            Reaction::Left if !condition.prone => -1,
            Reaction::Right if !condition.prone => 1,
            _ => return,
        };
        condition.torso = condition.facing.turned(turn);
        self.events.push(Event::Torso { mech: player, torso: condition.torso });
    }
}
