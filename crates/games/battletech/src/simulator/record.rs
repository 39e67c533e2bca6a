//! Records of fights as versions up to 0.1.1 wrote them, as JSON. Newer ones are records of matches.

use super::setup::Setup;
use crate::battle::{Battle, Options, StartPlace};
use crate::game::record;
use crate::hex::{Hex, Side};
use crate::movement::cost::WoodsCost;
use crate::notation::files::bytes;
use crate::notation::{definition, map, settings};
use boardbots_base::invalid::InputError;
use serde::Deserialize;
use serde_json::Value;

/// The kind that a record names.
const KIND: &str = "boardbots battletech fight";

/// A fight: its set-up, the answers, and the events.
#[derive(Clone, Debug, Deserialize)]
pub struct Record {
    kind: String,
    seed: u64,
    turns: u32,
    woods_total: bool,
    settings: Vec<String>,
    map: Vec<String>,
    mechs: Vec<Entrant>,
    rounds: Vec<Round>,
}

/// A mech, and where it starts.
#[derive(Clone, Debug, Deserialize)]
struct Entrant {
    hex: Hex,
    facing: Side,
    mech: Vec<String>,
}

/// A turn: its answers and its events, both in order.
#[derive(Clone, Debug, Deserialize)]
struct Round {
    answers: Vec<Answered>,
    events: Value,
}

/// An answer of a player: the lines of the simulator's file, or the reason why none could be read.
#[derive(Clone, Debug, Deserialize)]
struct Answered {
    action: Option<Vec<String>>,
    fault: Option<String>,
}

impl Record {
    /// The record in a text of JSON.
    ///
    /// # Errors
    /// It is none.
    pub fn parse(text: &str) -> Result<Self, InputError> {
        let record: Self =
            serde_json::from_str(text).map_err(|error| InputError::new(error).at("no record of a fight"))?;
        if record.kind != KIND {
            return Err(format!("the kind of the record is not `{KIND}`").into());
        }
        Ok(record)
    }

    /// The battle before its first turn.
    ///
    /// # Errors
    /// The files in the record are not what they should be.
    pub fn battle(&self) -> Result<Battle, InputError> {
        let place = |entrant: &Entrant| StartPlace { hex: entrant.hex, facing: entrant.facing };
        let mechs = self.mechs.iter().map(|entrant| definition::read("mech", &bytes(&entrant.mech)));
        let map = map::read("map", &bytes(&self.map)).map_err(InputError::new)?;
        let mechs = mechs.collect::<Result<_, _>>().map_err(InputError::new)?;
        let places = Some(self.mechs.iter().map(place).collect());
        let settings = settings::read("settings", &bytes(&self.settings)).map_err(InputError::new)?;
        let woods = if self.woods_total { WoodsCost::Total } else { WoodsCost::Added };
        let options = Options { turns: self.turns, woods };
        let setup = Setup { map, mechs, places, settings, options, seed: self.seed };
        setup.battle().map_err(InputError::new)
    }

    /// All answers as records of matches write them.
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        let text = |answered: &Answered| match &answered.action {
            Some(lines) => lines.join(record::LINE),
            None => record::none(answered.fault.as_deref().unwrap_or_default()),
        };
        self.rounds.iter().flat_map(|round| &round.answers).map(text).collect()
    }

    /// True if the record has the same events for the turn that a battle has just played.
    #[must_use]
    pub fn agrees(&self, battle: &Battle) -> bool {
        let round = usize::try_from(battle.turn()).ok().and_then(|turn| self.rounds.get(turn.checked_sub(1)?));
        round.is_some_and(|round| serde_json::to_value(battle.events()).is_ok_and(|events| events == round.events))
    }
}
