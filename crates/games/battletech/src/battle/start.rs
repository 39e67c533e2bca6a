//! The start of a battle.

use super::ledger::Ledger;
use super::lots::{Dice, StartError, StartPlace, draw};
use super::{Battle, Event, Options};
use crate::condition::{Condition, MAX_MECHS};
use crate::definition::Definition;
use crate::map::Map;
use crate::situation::{Mech, Settings, Situation};

impl Battle {
    /// A battle of these mechs by number, in the state that their definitions give. They start on `places`, or else on
    /// places drawn from the seed: on dry and open hexes, not too near each other, and within reach of each other if
    /// most of the map is.
    ///
    /// # Errors
    /// Too few or too many mechs, or mechs that do not fit on the map.
    pub fn new(
        map: Map,
        settings: Settings,
        mechs: Vec<Definition>,
        places: Option<&[StartPlace]>,
        options: Options,
        seed: u64,
    ) -> Result<Self, StartError> {
        if !(2..=MAX_MECHS).contains(&mechs.len()) {
            return Err(StartError::Mechs(mechs.len()));
        }
        let mut dice = Dice::new(seed);
        let drawn;
        let places = if let Some(places) = places {
            places
        } else {
            let heaviest = mechs.iter().map(|mech| mech.tons).max().unwrap_or(0);
            drawn = draw(&map, mechs.len(), heaviest, &mut dice)?;
            &drawn
        };
        if places.len() < mechs.len() {
            return Err(StartError::Places(places.len()));
        }
        let initiative = (0..mechs.len()).collect();
        let mechs = mechs
            .into_iter()
            .zip(places)
            .map(|(definition, &place)| Mech::new(definition, place.hex, place.facing))
            .collect();
        let situation = Situation { map, settings, mechs, initiative };
        for (number, mech) in situation.mechs.iter().enumerate() {
            let hex = mech.condition.hex;
            if !situation.map.contains(hex) || situation.mech_at(hex).is_some_and(|other| other < number) {
                return Err(StartError::Place(number));
            }
        }
        let ledgers = situation.mechs.iter().map(|mech| Ledger::new(&mech.definition)).collect();
        let mut battle = Self {
            situation,
            options,
            dice,
            ledgers,
            turn: 0,
            phase: None,
            events: Vec::new(),
            outcome: None,
            shots: Vec::new(),
            blows: Vec::new(),
            hits: Vec::new(),
            hexes: Vec::new(),
        };
        for mech in 0..battle.ledgers.len() {
            battle.refresh_points(mech);
            battle.enter(mech);
        }
        Ok(battle)
    }

    fn enter(&mut self, mech: usize) {
        let Mech { definition, condition, .. } = &self.situation.mechs[mech];
        let (name, model, tons) = (definition.name.clone(), definition.model.clone(), definition.tons);
        let Condition { hex, facing, armour, structure, .. } = *condition;
        self.events.push(Event::Enters { mech, name, model, tons, hex, facing, armour, structure });
    }
}
