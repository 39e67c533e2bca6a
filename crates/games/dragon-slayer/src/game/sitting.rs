//! A match: the game, its dice, what the bots know and say.
//!
//! Every chance comes from the seed and the number of the choice: neither how long somebody
//! thinks nor who looks on changes a die.

use super::step::Step;
use super::{events, rules};
use crate::battle::Battle;
use crate::chatter::{Chatter, Said};
use crate::mind::Mind;
use crate::personality::Personality;
use crate::rules::{Action, Game};
use crate::tally::Tally;
use crate::variant::Variant;
use boardbots_base::invalid::Invalid;
use boardbots_game::log::Log;
use boardbots_game::state::Seat;
use fastrand::Rng;

/// What the dice are drawn for.
const DICE: u64 = 0;

/// A match.
#[derive(Clone)]
pub struct Sitting {
    seed: u64,
    /// Who is of flesh and blood, by seats: of those the bots learn.
    people: Vec<bool>,
    game: Game,
    /// Choices made so far.
    choices: u64,
    /// The fight whose dice lie on the table, and whose it was.
    battle: Option<(Seat, Battle)>,
    tally: Tally,
    chatter: Chatter,
    /// What is said before the first choice.
    opening: Vec<Said>,
}

impl Sitting {
    /// A match as it begins; the first seat has the first turn.
    pub fn new(variant: Variant, seed: u64, characters: &[Option<&'static Personality>], names: &[String]) -> Self {
        let name = |seat: Seat| names.get(seat).filter(|name| !name.is_empty()).cloned();
        let company = characters.iter().enumerate().map(|(seat, character)| (*character, name(seat)));
        let mut chatter = Chatter::new(company.collect(), seed);
        let opening = chatter.start();
        Self {
            seed,
            people: characters.iter().map(Option::is_none).collect(),
            game: Game::new(variant, characters.len()),
            choices: 0,
            battle: None,
            tally: Tally::new(),
            chatter,
            opening,
        }
    }

    /// How the game stands.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The last fight, and whose it was.
    pub const fn battle(&self) -> Option<&(Seat, Battle)> {
        self.battle.as_ref()
    }

    /// What has been said, as long as nobody has chosen.
    pub fn opening(&self) -> &[Said] {
        if self.choices == 0 { &self.opening } else { &[] }
    }

    /// The chances of the choice that is due, apart for everything that they are drawn for.
    fn chance(&self, purpose: u64) -> Rng {
        let number = self.choices.wrapping_mul(8).wrapping_add(purpose).wrapping_add(1);
        // An odd number with its bits well mixed: neighbours come to lie far apart.
        Rng::with_seed(self.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).fork()
    }

    /// What this one decides for whoever is asked.
    pub fn decide(&self, character: &'static Personality) -> Option<Action> {
        let (seat, _) = self.game.asked()?;
        let seed = self.chance(DICE + 1 + seat as u64).u64(..);
        let mut mind = Mind::new(character, rules::book(self.game.variant()), seed);
        for (seat, _) in self.people.iter().enumerate().filter(|(_, person)| **person) {
            *mind.habits(seat) = self.tally.habits(seat).copied();
        }
        mind.decide(&self.game).map(|decision| decision.action)
    }

    /// Plays an action of the seat that has to choose.
    pub(super) fn make(&mut self, action: Action, log: &mut Log) -> Result<(), Invalid> {
        let (seat, _) = self.game.asked().ok_or("the game is over")?;
        let mut dice = self.chance(DICE);
        let (before, mut battle) = (self.game.clone(), None);
        let event = self.game.play(action, |warriors, dragon| {
            let rolled = Battle::rolled(dragon, warriors, &mut dice);
            battle.insert(rolled).left
        });
        let event = event.map_err(|error| error.to_string())?;
        let step = Step { seat, before, action, event, battle };
        self.tally.take(&step.before, action, event);
        self.choices += 1;
        let said = self.chatter.step(&step.before, action, event, &self.game);
        let next = self.next_turn(&step);
        log.extend(|| {
            let mut events = events::of(&step, &self.game);
            events.extend(said.iter().map(events::said));
            events.extend(events::turn(&step, &self.game));
            events.extend(next.iter().map(events::said));
            events
        });
        if let Some(battle) = step.battle {
            self.battle = Some((seat, battle));
        }
        Ok(())
    }

    /// What is said when a turn begins, if one does.
    fn next_turn(&mut self, step: &Step) -> Vec<Said> {
        let begins = step.event.ends_turn() && self.game.winner().is_none();
        if begins { self.chatter.turn(&self.game) } else { Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardbots_game::state::GameState;

    #[test]
    fn bots_learn_how_people_challenge() {
        let carla = Personality::named("Carla").expect("she plays");
        let names = ["Carla", "Ana"].map(str::to_string);
        let mut other = 0_u32;
        for seed in 0..300 {
            let mut sitting = Sitting::new(Variant::STANDARD, seed, &[Some(carla), None], &names);
            while let Some(seat) = sitting.turn() {
                let action = sitting.decide(carla).expect("a choice");
                let forgetful = Sitting { tally: Tally::new(), ..sitting.clone() };
                other += u32::from(seat == 0 && forgetful.decide(carla) != Some(action));
                // Ana never challenges, and else plays as Carla would.
                let action = if action == Action::Challenge { Action::Pass } else { action };
                sitting.make(action, &mut Log::none()).expect("possible");
            }
        }
        assert!(other > 0, "nothing was learned");
    }
}
