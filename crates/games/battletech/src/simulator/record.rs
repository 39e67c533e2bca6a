//! Records of fights: all that is needed to see one again, as JSON.

use super::chronicle::Chronicle;
use super::fight::Witness;
pub use super::latin::{bytes, lines};
use super::seat::{Answer, Contestant};
use super::setup::{Setup, places};
use crate::action::{Action, Phase};
use crate::battle::{Battle, Event, Options, Place};
use crate::hex::{Hex, Side};
use crate::movement::cost::WoodsCost;
use crate::notation::{NotationError, action, definition, map, settings};
use crate::situation::{Fault, Rule};
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;

/// What a record says that it is.
const KIND: &str = "boardbots battletech fight";

/// A fight: how it was set up, what was answered, what happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// What this is, for a reader who finds the file.
    pub kind: String,
    /// The dice.
    pub seed: u64,
    /// The limit of turns.
    pub turns: u32,
    /// Costs of woods are in all, not added to the ground's.
    pub woods_total: bool,
    /// Players are told the initiative from the mech that moves last to the one that moves first.
    pub last_named_first: bool,
    /// The switches, as the lines of the simulator's file.
    pub settings: Vec<String>,
    /// The map at the start, as the lines of the simulator's file.
    pub map: Vec<String>,
    /// The mechs by number.
    pub mechs: Vec<Entrant>,
    /// Turn by turn.
    #[serde(serialize_with = "gap")]
    pub rounds: Vec<Round>,
    /// The winner; `None` for a tie or a fight that did not end.
    pub winner: Option<usize>,
    /// Actions refused or missing, by player.
    pub faults: Vec<u32>,
}

/// A mech and its player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// Who plays it.
    pub player: String,
    /// Where it starts.
    pub hex: Hex,
    /// Where it faces.
    pub facing: Side,
    /// What it is, as the lines of the simulator's file.
    pub mech: Vec<String>,
}

/// A turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Round {
    /// What was answered, in order.
    pub answers: Vec<Answered>,
    /// What happened, in order.
    pub events: Chronicle,
}

/// What a player answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answered {
    /// Who.
    pub mech: usize,
    /// In which phase.
    pub phase: Phase,
    /// The lines of the simulator's file; none if there was no answer that could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<Vec<String>>,
    /// Why there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// Why a record cannot be seen again.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// It is no JSON of a record.
    #[error("no record of a fight: {0}")]
    Json(serde_json::Error),
    /// A file in it is not what it should be.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// It says something that cannot be.
    #[error("{0}")]
    Odd(String),
    /// From this turn on the rules make something else of it.
    #[error("the rules make something else of turn {0}")]
    Differs(u32),
}

/// An empty list, where [`Record::text`] sets the turns.
fn gap<S: Serializer>(_: &[Round], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq([(); 0])
}

impl Record {
    /// A record of a fight that has not begun.
    #[must_use]
    pub fn of(setup: &Setup, battle: &Battle, contestants: &[Contestant]) -> Self {
        let entrant = |(number, (mech, place)): (usize, (&_, Place))| Entrant {
            player: Contestant::of(contestants, number).to_string(),
            hex: place.hex,
            facing: place.facing,
            mech: lines(&definition::write(mech)),
        };
        let mechs: Vec<_> = setup.mechs.iter().zip(places(battle)).enumerate().map(entrant).collect();
        Self {
            kind: KIND.to_string(),
            seed: setup.seed,
            turns: setup.options.turns,
            woods_total: setup.options.woods == WoodsCost::Total,
            last_named_first: setup.options.last_named_first,
            settings: lines(&settings::write(&setup.settings)),
            map: lines(&map::write(&setup.map)),
            faults: vec![0; mechs.len()],
            mechs,
            rounds: Vec::new(),
            winner: None,
        }
    }

    /// The record in a text of JSON.
    ///
    /// # Errors
    /// If it is none.
    pub fn parse(text: &str) -> Result<Self, RecordError> {
        let record: Self = serde_json::from_slice(text.as_bytes()).map_err(RecordError::Json)?;
        if record.kind != KIND {
            return Err(RecordError::Odd(format!("the kind of the record is not `{KIND}`")));
        }
        Ok(record)
    }

    /// Its text, a turn on a line.
    #[must_use]
    pub fn text(&self) -> String {
        const PROOF: &str = "texts, numbers and lists always have a JSON form";
        let whole = serde_json::to_string(self).expect(PROOF);
        let mut rounds = String::from("\"rounds\":[");
        for (number, round) in self.rounds.iter().enumerate() {
            rounds.push_str(if number > 0 { ",\n" } else { "\n" });
            rounds.push_str("{\"answers\":");
            rounds.push_str(&serde_json::to_string(&round.answers).expect(PROOF));
            rounds.push_str(",\"events\":");
            rounds.push_str(if round.events.is_empty() { "[]" } else { &round.events.0 });
            rounds.push('}');
        }
        rounds.push_str("\n]");
        // Within texts quotation marks are written otherwise: this is the list.
        whole.replacen("\"rounds\":[]", &rounds, 1) + "\n"
    }

    /// What the fight was set up with.
    ///
    /// # Errors
    /// If the files in it are not what they should be.
    pub fn setup(&self) -> Result<Setup, RecordError> {
        let mut mechs = Vec::new();
        for entrant in &self.mechs {
            mechs.push(definition::read("mech", &bytes(&entrant.mech))?);
        }
        let place = |entrant: &Entrant| Place { hex: entrant.hex, facing: entrant.facing };
        Ok(Setup {
            map: map::read("map", &bytes(&self.map))?,
            mechs,
            places: Some(self.mechs.iter().map(place).collect()),
            settings: settings::read("settings", &bytes(&self.settings))?,
            options: Options {
                turns: self.turns,
                woods: if self.woods_total { WoodsCost::Total } else { WoodsCost::Added },
                last_named_first: self.last_named_first,
            },
            seed: self.seed,
        })
    }

    /// Plays the answers again and shows every turn, as long as the same happens.
    ///
    /// # Errors
    /// If the record is not one that these rules make.
    pub fn replay(&self, witness: &mut dyn Witness) -> Result<Battle, RecordError> {
        let odd = |error: &dyn fmt::Display| RecordError::Odd(error.to_string());
        let mut battle = self.setup()?.battle().map_err(|error| odd(&error))?;
        for round in &self.rounds {
            battle.begin_turn();
            let mut answers = round.answers.iter().peekable();
            while let Some(phase) = battle.phase() {
                while let Some(answered) = answers.next_if(|answered| answered.phase == phase) {
                    let answer = answered.answer()?;
                    witness.answered(answered.mech, phase, &answer);
                    match &answer {
                        Ok(action) => drop(battle.apply(answered.mech, action)),
                        Err(fault) => battle.forfeit(answered.mech, fault),
                    }
                }
                battle.finish();
            }
            if Chronicle::of(battle.events()) != round.events {
                return Err(RecordError::Differs(battle.turn()));
            }
            witness.turn(&battle);
        }
        Ok(battle)
    }
}

impl Answered {
    /// The answer as a battle takes it.
    fn answer(&self) -> Result<Answer, RecordError> {
        Ok(match &self.action {
            Some(lines) => Ok(action::read("action", &bytes(lines), self.phase)?),
            None => Err(Fault::new(Rule::Form, self.fault.as_deref().unwrap_or_default())),
        })
    }

    /// What a record keeps of an answer.
    fn of(mech: usize, phase: Phase, answer: &Answer) -> Self {
        let action = answer.as_ref().ok().map(|action: &Action| lines(&action::write(action)));
        Self { mech, phase, action, fault: answer.as_ref().err().map(|fault| fault.message.clone()) }
    }
}

/// Fills a record while the fight goes on.
impl Witness for Record {
    fn answered(&mut self, mech: usize, phase: Phase, answer: &Answer) {
        if self.rounds.last().is_none_or(|round| !round.events.is_empty()) {
            self.rounds.push(Round::default());
        }
        if let Some(round) = self.rounds.last_mut() {
            round.answers.push(Answered::of(mech, phase, answer));
        }
    }

    fn turn(&mut self, battle: &Battle) {
        // A turn without answers is recorded, too.
        if self.rounds.last().is_none_or(|round| !round.events.is_empty()) {
            self.rounds.push(Round::default());
        }
        for event in battle.events() {
            if let Event::Fault { mech, rule, .. } = event
                && *rule != Rule::Hopeless
                && let Some(count) = self.faults.get_mut(*mech)
            {
                *count += 1;
            }
        }
        if let Some(round) = self.rounds.last_mut() {
            round.events = Chronicle::of(battle.events());
        }
        self.winner = battle.outcome().and_then(|outcome| outcome.winner);
    }
}
