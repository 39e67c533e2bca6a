//! A battle: the turns of a game, its dice, and all events.
//!
//! A turn is: initiative, movement, reaction, weapons, physical attacks, heat, end. The caller's loop:
//!
//! ```text
//! record(battle.events());                                // who is there
//! while battle.outcome().is_none() {
//!     battle.begin_turn();
//!     while battle.phase().is_some() {
//!         while let Some((mech, phase)) = battle.due() {
//!             battle.view_into(mech, &mut seen);
//!             let _ = battle.apply(mech, &player(&seen, phase)); // refused: it does nothing
//!         }
//!         battle.finish();
//!     }
//!     record(battle.events());
//! }
//! ```
//!
//! Nothing is damaged within a phase: shots and blows are declared, and resolved together when the phase is finished.

mod cause;
#[cfg(test)]
mod chaos;
mod close;
mod cooling;
mod critical;
mod damage;
#[cfg(test)]
mod sequence;

mod event;
mod fall;
#[cfg(test)]
pub(crate) mod forge;
mod glimpse;
mod ground;
mod ledger;
mod lots;
mod march;
#[cfg(test)]
mod resolution;
mod salvo;
mod start;
mod turn;

pub use cause::{Cause, Change, Danger, End, Hurt, Reason};
pub use event::{Event, Hit};
pub use ledger::Order;
pub use lots::{StartError, StartPlace, start_hexes};
pub use turn::BattleResult;

use super::action::{Action, Phase, Weapons};
use super::ending;
use super::gunnery::{self, Aimed};
use super::hex::Hex;
use super::movement::cost::WoodsCost;
use super::movement::legal;
use super::physical::{self, Struck};
use super::situation::{Rule, RuleError, Situation};
use event::Pending;
use ledger::Ledger;
use lots::Dice;

/// The rules of a battle besides the switches of the simulator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The number of turns after which the mech that has kept the largest share of its armour and structure wins.
    pub turns: u32,
    /// The reading of the costs of woods and rubble.
    pub woods: WoodsCost,
}

impl Default for Options {
    /// 50 turns, costs of woods that are legal under both readings.
    fn default() -> Self {
        Self { turns: 50, woods: WoodsCost::default() }
    }
}

/// A battle, between or within its turns. The same seed and actions give the same events.
#[derive(Clone, Debug)]
pub struct Battle {
    /// The full state: every mech with the part that only its player knows.
    situation: Situation,
    options: Options,
    dice: Dice,
    ledgers: Vec<Ledger>,
    turn: u32,
    /// The phase that is being played; `None` between turns.
    phase: Option<Phase>,
    events: Vec<Event>,
    outcome: Option<BattleResult>,
    /// Shots declared in this phase, each with the number of its mech.
    shots: Vec<(usize, Aimed)>,
    /// Blows declared in this phase, each with the number of its mech.
    blows: Vec<(usize, Struck)>,
    /// Hits of this phase.
    hits: Vec<Pending>,
    /// A list of hexes whose memory is reused.
    hexes: Vec<Hex>,
}

impl Battle {
    /// The full state: every mech with the part that only its own player knows. A player must be shown [`Battle::view`]
    /// instead.
    #[must_use]
    pub fn situation(&self) -> &Situation {
        &self.situation
    }

    /// The rules besides the switches of the simulator.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The present turn, or the last one between turns; 0 before the first.
    #[must_use]
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// The phase that is being played; `None` between turns.
    #[must_use]
    pub fn phase(&self) -> Option<Phase> {
        self.phase
    }

    /// The events since the turn began, in order; before the first turn, the mechs at the start.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The outcome; `None` while the battle goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<BattleResult> {
        self.outcome
    }

    /// A player's action in the phase. Movements and reactions take place at once, attacks and the end of the turn when
    /// the phase is finished. The result is a list of warnings.
    ///
    /// # Errors
    /// An action that breaks a rule; the player does nothing instead, and the fault is recorded.
    pub fn apply(&mut self, player: usize, action: &Action) -> Result<Vec<RuleError>, RuleError> {
        let Some(phase) = self.phase.filter(|&phase| self.calls(player, phase)) else {
            return Err(RuleError::new(Rule::Form, format_args!("mech {player} is not asked now")));
        };
        let again = self.ledgers[player].acted;
        RuleError::when(again, Rule::Form, format_args!("mech {player} has answered in phase {phase}"))?;
        self.ledgers[player].acted = true;
        let result = self.carry_out(player, phase, action);
        if let Err(fault) = &result {
            self.record(player, phase, fault);
        }
        for warning in result.iter().flatten() {
            self.record(player, phase, warning);
        }
        result
    }

    /// The missing or unreadable action of a player: it does nothing, and the fault is recorded.
    pub fn forfeit(&mut self, player: usize, fault: &RuleError) {
        let Some(phase) = self.phase.filter(|&phase| self.calls(player, phase)) else { return };
        self.ledgers[player].acted = true;
        self.record(player, phase, fault);
    }

    fn record(&mut self, mech: usize, phase: Phase, fault: &RuleError) {
        self.events.push(Event::Fault { mech, phase, rule: fault.rule, message: fault.message.clone() });
    }

    fn carry_out(&mut self, player: usize, phase: Phase, action: &Action) -> Result<Vec<RuleError>, RuleError> {
        match action {
            _ if action.phase() != phase => {
                Err(RuleError::new(Rule::Form, format_args!("an action of phase {} in {phase}", action.phase())))
            }
            Action::Reaction(reaction) => {
                self.react(player, *reaction);
                Ok(Vec::new())
            }
            Action::Movement(movement) => {
                let journey = legal::check(&self.situation, player, movement, self.options.woods)?;
                self.march(player, &journey);
                // A mech destroyed by a fall is out at once, so that others may walk over its hex.
                self.bury();
                Ok(Vec::new())
            }
            Action::Physical(blows) => {
                let both = self.ledgers[player].busy && !blows.is_empty();
                RuleError::when(both, Rule::Means, "a mech that takes a club strikes no blow in that turn")?;
                let struck = physical::check(&self.situation, player, blows)?;
                let warnings = struck.iter().filter_map(Struck::warning).collect();
                self.blows.extend(struck.into_iter().map(|struck| (player, struck)));
                Ok(warnings)
            }
            Action::Weapons(weapons) => {
                let aimed = gunnery::check(&self.situation, player, weapons)?;
                self.ledgers[player].busy = *weapons == Weapons::TakeClub;
                let warnings = aimed.iter().filter_map(Aimed::warning).collect();
                self.shots.extend(aimed.into_iter().map(|aimed| (player, aimed)));
                Ok(warnings)
            }
            Action::End(end) => {
                ending::check(&self.situation, player, end)?;
                self.close(player, end);
                Ok(Vec::new())
            }
        }
    }
}
