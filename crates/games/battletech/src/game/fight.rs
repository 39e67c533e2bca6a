//! A fight that is played: who is asked, what follows of it, how it ended.

use super::{blows, volley, ways};
use crate::action::{Action, Phase};
use crate::battle::{Battle, Event};
use crate::definition::Component;
use crate::hex::Hex;
use crate::player::memory::Memory;
use crate::simulator::brief::brief;
use crate::simulator::sheet::{Sheet, Sheets};
use crate::simulator::story::Names;
use crate::situation::{Mode, Rule, Situation};
use boardbots_base::invalid::InputError;
use boardbots_game::state::{Fault, Log, Seat};
use serde_json::{Value, json};

/// The last movement of a mech.
#[derive(Clone, Debug)]
pub struct Trace {
    /// On foot or by jets.
    pub mode: Mode,
    /// From where it started to where it stands.
    pub path: Vec<Hex>,
}

/// A fight, at a table or in a match.
///
/// In a match all that a mech can be asked is asked, as the simulator does, and what the rules refuse
/// costs the mech its action.
#[derive(Clone)]
pub struct Fight {
    /// The battle.
    pub battle: Battle,
    pub(super) map: String,
    pub(super) table: Option<Table>,
    pub(super) watch: Option<Watch>,
    sheets: Sheets,
    /// The turns that the last answer ended, if a story was asked for: each battle is at the turn's end.
    pub turns: Vec<Battle>,
    /// The number of events of this turn that have been looked at.
    told: usize,
    /// Choices since the phase began.
    pub(super) answered: usize,
    /// The turn and phase in which each mech went out of the game.
    fallen: Vec<Option<(u32, Phase)>>,
    pub(super) faults: Vec<(Seat, Fault)>,
}

/// The state of a fight that only a table keeps.
///
/// A phase in which a mech can do nothing but one thing passes without a question: its player
/// would be asked five times in each turn otherwise.
#[derive(Clone)]
pub(super) struct Table {
    /// The memory of each mech's player, as its mind would have it.
    pub memories: Vec<Memory>,
    /// Mechs that could do nothing but one thing in this phase.
    passed: Vec<usize>,
}

/// The facts that people who watch a fight are shown beside it.
#[derive(Clone)]
pub(super) struct Watch {
    /// Armour and structure of each mech when it began.
    pub whole: Vec<([u16; 11], [u16; 8])>,
    /// The last movement of each mech.
    pub traces: Vec<Option<Trace>>,
    /// Shots and blows since the mechs moved last.
    pub attacks: Vec<Value>,
}

/// The reason for refusing a choice, as a key of the pages' texts.
pub(super) fn refusal(rule: Rule) -> InputError {
    format!("mech.rule.{}", rule.word()).into()
}

impl Fight {
    /// The fight at a table of a battle that has not begun, on a map of this name; its first turn begins.
    #[must_use]
    pub fn at_table(battle: Battle, map: &str) -> Self {
        let memories = vec![Memory::default(); battle.situation().mechs.len()];
        Self::new(battle, map, Some(Table { memories, passed: Vec::new() }), true)
    }

    /// The same in a match.
    #[must_use]
    pub fn in_match(battle: Battle, map: &str) -> Self {
        Self::new(battle, map, None, false)
    }

    /// The same in a match that people watch.
    #[must_use]
    pub fn watched(battle: Battle, map: &str) -> Self {
        Self::new(battle, map, None, true)
    }

    fn new(battle: Battle, map: &str, table: Option<Table>, watched: bool) -> Self {
        let mechs = &battle.situation().mechs;
        let whole = mechs.iter().map(|mech| (mech.condition.armour, mech.condition.structure)).collect();
        let watch = Watch { whole, traces: vec![None; mechs.len()], attacks: Vec::new() };
        let mut fight = Self {
            map: map.to_string(),
            table,
            watch: watched.then_some(watch),
            sheets: Sheets::of(battle.situation()),
            turns: Vec::new(),
            told: 0,
            answered: 0,
            fallen: vec![None; battle.situation().mechs.len()],
            faults: Vec::new(),
            battle,
        };
        fight.advance(&mut Log::none());
        fight
    }

    /// The deeds of each mech in the turns that are over.
    #[must_use]
    pub fn sheets(&self) -> Vec<Sheet> {
        self.battle.outcome().map_or_else(|| self.sheets.each.clone(), |outcome| self.sheets.clone().done(outcome))
    }

    /// True if declarations of this phase are revealed only at its end.
    pub(super) fn conceals(&self) -> bool {
        matches!(self.battle.phase(), Some(Phase::Weapons | Phase::Physical | Phase::End))
    }

    /// The seat that has to choose, and the phase.
    pub(super) fn due(&self) -> Result<(Seat, Phase), InputError> {
        self.battle.due().ok_or_else(|| "mech.rule.over".into())
    }

    /// Applies an action of the seat that is asked. A table refuses what a rule forbids.
    fn apply(&mut self, seat: Seat, phase: Phase, action: &Action) -> Result<(), InputError> {
        let Some(table) = &mut self.table else {
            // What the rules refuse, and what they warn of, is among the events.
            drop(self.battle.apply(seat, action));
            return Ok(());
        };
        // A movement rolls dice before it could be refused: what fails is tried on a copy.
        let mut next = self.battle.clone();
        next.apply(seat, action).map_err(|fault| refusal(fault.rule))?;
        let memory = &mut table.memories[seat];
        match phase {
            Phase::Movement => memory.before_moving(self.battle.situation()),
            Phase::End => memory.at_the_end(self.battle.situation()),
            _ => memory.after(action),
        }
        self.battle = next;
        Ok(())
    }

    /// Plays an action of the seat that has to choose.
    pub(super) fn make(&mut self, seat: Seat, phase: Phase, action: &Action, log: &mut Log) -> Result<(), InputError> {
        self.apply(seat, phase, action)?;
        self.go_on(log);
        Ok(())
    }

    /// Goes on behind the answer of a seat.
    pub(super) fn go_on(&mut self, log: &mut Log) {
        self.answered += 1;
        self.turns.clear();
        self.advance(log);
    }

    /// Looks at what has happened in this phase, and tells it at a table.
    fn tell(&mut self, phase: Option<Phase>, log: &mut Log) {
        let situation = self.battle.situation();
        let fresh = self.battle.events().get(self.told..).unwrap_or_default();
        for event in fresh {
            if let (Event::Destroyed { mech, .. }, Some(phase)) = (event, phase) {
                self.fallen[*mech] = Some((self.battle.turn(), phase));
            }
            let Some(watch) = &mut self.watch else { continue };
            if let Event::Move { mech, mode, path, .. } = event {
                watch.traces[*mech] = Some(Trace { mode: *mode, path: path.clone() });
            }
            let Some(mut value) = public(event, situation) else { continue };
            if let Event::Shot { mech, target, .. } | Event::Blow { mech, target, .. } = event {
                // Mechs move on, and what was shot stays where it was shot.
                let hex = |mech: usize| situation.mechs[mech].condition.hex;
                value["from"] = json!(hex(*mech));
                value["at"] = json!(target.map(hex));
                watch.attacks.push(value.clone());
            }
            log.extend(|| [value]);
        }
        self.told = self.battle.events().len();
    }

    /// The only thing that a mech at a table can do in a phase, if there is but one.
    fn forced(&self, seat: Seat, phase: Phase) -> Option<Action> {
        let memory = self.table.as_ref()?.memories.get(seat)?;
        forced(&self.battle.view(seat), seat, phase, memory)
    }

    /// Goes on until a seat has a choice or the fight is over.
    fn advance(&mut self, log: &mut Log) {
        loop {
            if !self.conceals() {
                self.tell(self.battle.phase(), log);
            }
            if let Some((seat, phase)) = self.battle.due() {
                let Some(action) = self.forced(seat, phase) else { return };
                // What a mech can do always, nothing, is not refused.
                if self.apply(seat, phase, &action).is_err() {
                    return;
                }
                self.table.iter_mut().for_each(|table| table.passed.push(seat));
                continue;
            }
            if let Some(phase) = self.battle.phase() {
                self.finish(phase, log);
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

    /// Ends a phase, and perhaps the turn with it.
    fn finish(&mut self, phase: Phase, log: &mut Log) {
        if let Some(table) = &mut self.table {
            // Each could see already that these were not asked.
            let passed = std::mem::take(&mut table.passed);
            if !passed.is_empty() {
                log.extend(|| [json!({"kind": "passed", "phase": phase, "mechs": passed})]);
            }
        }
        if let Some(watch) = self.watch.as_mut().filter(|_| phase == Phase::Movement) {
            watch.attacks.clear();
        }
        self.battle.finish();
        self.tell(Some(phase), log);
        if self.battle.phase().is_none() {
            self.end_turn(log);
        }
    }

    fn end_turn(&mut self, log: &mut Log) {
        self.sheets.turn(self.battle.events());
        for event in self.battle.events() {
            // What could not be read was blamed at once; what cannot hit is only warned of.
            if let Event::Fault { mech, rule, message, .. } = event
                && !matches!(rule, Rule::Form | Rule::Hopeless)
            {
                self.faults.push((*mech, Fault::new(rule.word(), message)));
            }
        }
        log.lines(|| {
            self.turns.push(self.battle.clone());
            let names = Names::of(self.battle.situation());
            brief(&self.battle, &names).lines().map(str::to_string).collect::<Vec<_>>()
        });
    }

    /// By what a mech is placed: the winner first, then the mechs that still stand, by what they
    /// have kept, then the others, from the last to fall to the first.
    pub(super) fn rank(&self, mech: usize) -> (bool, u64, Option<(u32, Phase)>) {
        let winner = self.battle.outcome().is_some_and(|outcome| outcome.winner == Some(mech));
        let (left, whole) = self.battle.kept(mech);
        let stands = self.battle.situation().mechs[mech].condition.operative;
        let kept = if stands { 1 + (u64::from(left) << 32) / u64::from(whole.max(1)) } else { 0 };
        (winner, kept, self.fallen[mech])
    }
}

/// An event as the pages have it: an object whose `kind` is the event's name, without prose. `None`
/// of what only the player of a mech knows: its pilot, and which of its heat sinks work.
#[must_use]
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
#[must_use]
pub fn forced(seen: &Situation, seat: usize, phase: Phase, memory: &Memory) -> Option<Action> {
    let none = match phase {
        Phase::Movement => ways::none(seen, seat),
        Phase::Reaction => seen.mechs[seat].condition.prone,
        Phase::Weapons => volley::none(seen, seat) && !volley::club(seen, seat),
        Phase::Physical => memory.takes_club || blows::none(seen, seat),
        Phase::End => ending(seen, seat).is_none(),
    };
    none.then(|| Action::idle(phase))
}

/// The choices of a mech, as its player sees the situation.
#[must_use]
pub fn offer(seen: &Situation, seat: usize, phase: Phase, memory: &Memory) -> Value {
    Value::Array(match phase {
        Phase::Movement => ways::list(seen, seat, memory),
        Phase::Reaction => volley::turns(seen, seat, memory),
        Phase::Weapons => volley::list(seen, seat, memory),
        Phase::Physical => blows::list(seen, seat),
        Phase::End => ending(seen, seat).into_iter().collect(),
    })
}

/// The choices at the end of a turn, if there are any.
fn ending(seen: &Situation, seat: usize) -> Option<Value> {
    let mech = &seen.mechs[seat];
    let own = mech.own()?;
    let off = if seen.settings.sinks_off { own.sinks_on } else { 0 };
    let load = |(id, load): (usize, &Component)| {
        let slot = mech.definition.slot_of(id, load.location).filter(|_| load.has_rounds())?;
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
