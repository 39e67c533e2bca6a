//! A table: the players, all that lies on it, and all that is said.

use crate::chatter::{Chatter, Said};
use crate::fight::Battle;
use crate::habits::Habits;
use crate::personality::Personality;
use crate::rules::{Action, Event, Game};
use boardbots_game::state::Seat;

/// A player at a table.
#[derive(Clone, Debug)]
pub struct Guest {
    /// The name that is shown; empty for a seat that is not taken yet.
    pub name: String,
    /// The character of a bot; `None` for a person.
    pub character: Option<&'static Personality>,
    /// A person's habits as a challenger in earlier games.
    pub habits: Habits,
}

/// A choice and its result.
#[derive(Clone, Debug)]
pub struct Step {
    /// The seat that has chosen.
    pub seat: Seat,
    /// The game before.
    pub before: Game,
    /// The choice.
    pub action: Action,
    /// The event that it led to.
    pub event: Event,
    /// The rolls of a fight.
    pub battle: Option<Battle>,
}

/// A table.
#[derive(Clone)]
pub struct Table {
    /// The players, by seat; none at a table that only shows a match.
    pub guests: Vec<Guest>,
    /// The last choice.
    pub last: Option<Step>,
    /// The last fight, with the seat that fought it.
    pub fight: Option<(Seat, Battle)>,
    /// Remarks before the first choice.
    pub opening: Vec<Said>,
    /// Remarks after the last choice.
    pub said: Vec<Said>,
    /// Remarks at the beginning of the turn.
    pub turn: Vec<Said>,
    chatter: Chatter,
}

impl Table {
    /// A table before the first choice.
    #[must_use]
    pub fn new(guests: Vec<Guest>, mut chatter: Chatter) -> Self {
        let opening = chatter.start();
        Self { guests, last: None, fight: None, opening, said: Vec::new(), turn: Vec::new(), chatter }
    }

    /// The same table with remarks at the beginning of the first turn, too.
    #[must_use]
    pub fn with_first_turn(mut self, game: &Game) -> Self {
        self.turn = self.chatter.turn(game);
        self
    }

    /// Updates the table after a choice that led to this game.
    pub fn observe(&mut self, step: Step, after: &Game) {
        self.said = self.chatter.step(&step.before, step.action, step.event, after);
        let begins = step.event.ends_turn() && after.winner().is_none();
        self.turn = if begins { self.chatter.turn(after) } else { Vec::new() };
        if let Some(battle) = &step.battle {
            self.fight = Some((step.seat, battle.clone()));
        }
        self.last = Some(step);
    }
}
