//! A fight that is played: who is asked, what follows of it, how it ended.

use super::{blows, volley, ways};
use crate::action::{Action, Phase};
use crate::battle::{Battle, Event};
use crate::definition::{Class, Component};
use crate::hex::Hex;
use crate::player::memory::Memory;
use crate::situation::{Mode, Rule, Situation};
use boardbots_base::invalid::Invalid;
use boardbots_game::state::{Log, Seat};
use serde_json::{Value, json};

/// How a mech moved last.
#[derive(Clone, Debug)]
pub struct Trace {
    /// On foot or by jets.
    pub mode: Mode,
    /// From where it started to where it stands.
    pub path: Vec<Hex>,
}

/// A fight.
///
/// A phase in which a mech can do nothing but one thing passes without a question: its player
/// would be asked five times in each turn otherwise.
#[derive(Clone)]
pub struct Fight {
    pub(super) battle: Battle,
    pub(super) map: String,
    /// Armour and structure of each mech when it began.
    pub(super) whole: Vec<([u16; 11], [u16; 8])>,
    /// What each mech's player remembers, as its mind would.
    pub(super) memories: Vec<Memory>,
    /// How many events of this turn have been told.
    pub(super) told: usize,
    /// Choices since the phase began.
    pub(super) answered: usize,
    /// Mechs that could do nothing but one thing in this phase.
    pub(super) passed: Vec<usize>,
    /// How each mech moved last.
    pub(super) traces: Vec<Option<Trace>>,
    /// Shots and blows since the mechs moved last.
    pub(super) attacks: Vec<Value>,
    /// When each mech went out of the game: turn and phase.
    pub(super) fallen: Vec<Option<(u32, usize)>>,
}

/// Why a choice is refused, as a key of the pages' texts.
pub(super) fn refusal(rule: Rule) -> Invalid {
    format!("mech.rule.{}", rule.word()).into()
}

impl Fight {
    /// The fight of a battle that has not begun, on a map of this name; its first turn begins.
    pub fn new(battle: Battle, map: &str) -> Self {
        let mechs = battle.situation().mechs.len();
        let whole = battle.situation().mechs.iter().map(|mech| (mech.condition.armour, mech.condition.structure));
        let mut fight = Self {
            whole: whole.collect(),
            battle,
            map: map.to_string(),
            memories: vec![Memory::default(); mechs],
            told: 0,
            answered: 0,
            passed: Vec::new(),
            traces: vec![None; mechs],
            attacks: Vec::new(),
            fallen: vec![None; mechs],
        };
        fight.advance(&mut Vec::new());
        fight
    }

    /// Whether what is declared in this phase is not revealed before it ends.
    pub(super) fn conceals(&self) -> bool {
        matches!(self.battle.phase(), Some(Phase::Weapons | Phase::Physical | Phase::End))
    }

    /// Applies an action of the seat that is asked.
    pub(super) fn apply(&mut self, seat: Seat, phase: Phase, action: &Action) -> Result<(), Invalid> {
        // A movement rolls dice before it could be refused: what fails is tried on a copy.
        let mut next = self.battle.clone();
        next.apply(seat, action).map_err(|fault| refusal(fault.rule))?;
        match phase {
            Phase::Movement => self.memories[seat].before_moving(self.battle.situation()),
            Phase::End => self.memories[seat].at_the_end(self.battle.situation()),
            _ => self.memories[seat].after(action),
        }
        self.battle = next;
        Ok(())
    }

    /// Who has to choose, and in which phase.
    pub(super) fn due(&self) -> Result<(Seat, Phase), Invalid> {
        self.battle.due().ok_or_else(|| "mech.rule.over".into())
    }

    /// Plays an action of the seat that has to choose.
    pub(super) fn make(&mut self, seat: Seat, phase: Phase, action: &Action, log: &mut Log) -> Result<(), Invalid> {
        self.apply(seat, phase, action)?;
        self.answered += 1;
        let mut told = Vec::new();
        self.advance(&mut told);
        log.extend(|| told);
        Ok(())
    }

    /// Tells what has not been told yet.
    fn tell(&mut self, told: &mut Vec<Value>) {
        let phase = self.battle.phase();
        let fresh = self.battle.events().get(self.told..).unwrap_or_default();
        for event in fresh {
            match event {
                Event::Move { mech, mode, path, .. } => {
                    self.traces[*mech] = Some(Trace { mode: *mode, path: path.clone() });
                }
                Event::Destroyed { mech, .. } => {
                    let place = phase.map_or(Phase::ALL.len(), |phase| phase as usize);
                    self.fallen[*mech] = Some((self.battle.turn(), place));
                }
                _ => {}
            }
            let Some(mut value) = public(event, self.battle.situation()) else { continue };
            if let Event::Shot { mech, target, .. } | Event::Blow { mech, target, .. } = event {
                // Mechs move on, and what was shot stays where it was shot.
                let hex = |mech: usize| self.battle.situation().mechs[mech].condition.hex;
                value["from"] = json!(hex(*mech));
                value["at"] = json!(target.map(hex));
                self.attacks.push(value.clone());
            }
            told.push(value);
        }
        self.told = self.battle.events().len();
    }

    /// Goes on until a seat has a choice or the fight is over.
    pub(super) fn advance(&mut self, told: &mut Vec<Value>) {
        loop {
            if !self.conceals() {
                self.tell(told);
            }
            if let Some((seat, phase)) = self.battle.due() {
                let Some(action) = forced(&self.battle.view(seat), seat, phase, &self.memories[seat]) else {
                    return;
                };
                // What a mech can do always, nothing, is not refused.
                if self.apply(seat, phase, &action).is_err() {
                    return;
                }
                self.passed.push(seat);
                continue;
            }
            let before = self.battle.phase();
            if let Some(phase) = before {
                // Each could see already that these were not asked.
                let passed = std::mem::take(&mut self.passed);
                if !passed.is_empty() {
                    told.push(json!({"kind": "passed", "phase": phase, "mechs": passed}));
                }
                if before == Some(Phase::Movement) {
                    self.attacks.clear();
                }
                self.battle.finish();
                self.tell(told);
            }
            if self.battle.outcome().is_some() {
                return;
            }
            if self.battle.phase().is_none() {
                self.battle.begin_turn();
                self.told = 0;
            }
            self.answered = 0;
        }
    }

    /// By what a mech is placed: the winner first, then the mechs that still stand, by what they
    /// have kept, then the others, from the last to fall to the first.
    pub(super) fn rank(&self, mech: usize) -> (bool, u64, Option<(u32, usize)>) {
        let winner = self.battle.outcome().is_some_and(|outcome| outcome.winner == Some(mech));
        let (left, whole) = self.battle.kept(mech);
        let stands = self.battle.situation().mechs[mech].condition.operative;
        let kept = if stands { 1 + (u64::from(left) << 32) / u64::from(whole.max(1)) } else { 0 };
        (winner, kept, self.fallen[mech])
    }
}

/// An event as the pages have it: an object whose `kind` is the event's name, without prose. `None`
/// of what only the player of a mech knows: its pilot, and which of its heat sinks work.
pub fn public(event: &Event, situation: &Situation) -> Option<Value> {
    match event {
        Event::Wound { .. } | Event::Consciousness { .. } | Event::Sinks { .. } => return None,
        Event::Critical { mech, location, slot, .. } => {
            let slots = &situation.mechs[*mech].definition.slots[location.index()];
            slots.get(usize::from(*slot)).filter(|slot| slot.component.is_some() || slot.actuator.is_some())?;
        }
        _ => {}
    }
    let Ok(Value::Object(mut fields)) = serde_json::to_value(event) else { return None };
    let kind = fields.remove("event")?;
    // The one says in English what the other says by a code.
    fields.remove("message");
    // How many heat sinks are on.
    fields.remove("sunk");
    fields.insert("kind".to_string(), kind);
    Some(Value::Object(fields))
}

/// The only thing that a mech can do in a phase, if there is but one.
pub fn forced(seen: &Situation, seat: usize, phase: Phase, memory: &Memory) -> Option<Action> {
    let none = match phase {
        Phase::Movement => ways::none(seen, seat),
        Phase::Reaction => seen.mechs[seat].condition.prone,
        Phase::Weapons => volley::none(seen, seat) && !volley::club(seen, seat),
        Phase::Physical => memory.takes_club() || blows::none(seen, seat),
        Phase::End => ending(seen, seat).is_none(),
    };
    none.then(|| Action::idle(phase))
}

/// What a mech can choose, as its player sees the situation.
pub fn offer(seen: &Situation, seat: usize, phase: Phase, memory: &Memory) -> Value {
    Value::Array(match phase {
        Phase::Movement => ways::list(seen, seat, memory),
        Phase::Reaction => volley::turns(seen, seat, memory),
        Phase::Weapons => volley::list(seen, seat, memory),
        Phase::Physical => blows::list(seen, seat),
        Phase::End => ending(seen, seat).into_iter().collect(),
    })
}

/// What can be done at the end of a turn, if anything.
fn ending(seen: &Situation, seat: usize) -> Option<Value> {
    let mech = &seen.mechs[seat];
    let own = mech.own()?;
    let off = if seen.settings.sinks_off { own.sinks_on } else { 0 };
    let load = |(id, load): (usize, &Component)| {
        let there = load.class == Class::Ammunition && load.operative && load.rounds > 0;
        let slot = mech.definition.slot_of(id, load.location).filter(|_| there)?;
        let waits = own.dumping.contains(&(load.location, slot));
        (!waits).then(|| json!({"id": id, "name": load.name, "at": load.location, "rounds": load.rounds}))
    };
    let dump: Vec<Value> = mech.definition.components.iter().enumerate().filter_map(load).collect();
    let (on, drop) = (own.sinks_off, mech.condition.club);
    let any = on > 0 || off > 0 || drop || !dump.is_empty();
    any.then(|| {
        json!({
            "choice": "end", "form": "end [on N] [off N] [drop] [dump ID,…]",
            "on": on, "off": off, "drop": drop, "dump": dump,
        })
    })
}
