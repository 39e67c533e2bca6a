//! A fight as a running game.

use super::fight::{Fight, offer, refusal};
use super::{record, text, view};
use crate::action::{Action, Phase};
use crate::simulator::story::Names;
use crate::situation::{self, Rule};
use boardbots_base::invalid::InputError;
use boardbots_game::state::{Answer, Ending, Fault, GameState, Log, Outcome, Seat};
use serde_json::{Value, json};

impl GameState for Fight {
    fn turn(&self) -> Option<Seat> {
        self.battle.due().map(|(seat, _)| seat)
    }

    fn view(&self, viewer: Option<Seat>) -> Value {
        view::of(self, viewer)
    }

    fn choices(&self) -> Value {
        let Some((table, (seat, phase))) = self.table.as_ref().zip(self.battle.due()) else { return json!([]) };
        offer(&self.battle.view(seat), seat, phase, &table.memories[seat])
    }

    fn play(&mut self, answer: Answer<'_>, log: &mut Log) -> Result<(), InputError> {
        let (seat, phase) = self.due()?;
        let unread = if let Answer::Text(text) = answer { record::reason(text) } else { Some(String::new()) };
        if let Some(why) = unread.filter(|_| !matches!(answer, Answer::Choice(_))) {
            let why = if why.is_empty() { "no answer that could be read".to_string() } else { why };
            if self.forfeit(&Fault::new(Rule::Form.word(), why), log) {
                return Ok(());
            }
        }
        let action = action(answer, phase)?;
        self.make(seat, phase, &action, log)
    }

    fn play_text(&mut self, text: &str, log: &mut Log) -> Result<(), InputError> {
        let (seat, phase) = self.due()?;
        let action = text::read(text, &self.battle.view(seat), seat, phase).map_err(refusal)?;
        self.make(seat, phase, &action, log)
    }

    fn forfeit(&mut self, fault: &Fault, log: &mut Log) -> bool {
        let Some((mech, _)) = self.battle.due().filter(|_| self.table.is_none()) else { return false };
        self.battle.forfeit(mech, &situation::RuleError::new(Rule::Form, &fault.detail));
        self.go_on(log);
        true
    }

    fn faults(&mut self) -> Vec<(Seat, Fault)> {
        std::mem::take(&mut self.faults)
    }

    fn introduction(&self) -> Vec<String> {
        let names = Names::of(self.battle.situation());
        let mechs = 0..self.battle.situation().mechs.len();
        let seat = |mech: usize| format!("seat {}: {}", mech + 1, names.long(mech));
        [format!("map {}", self.map)].into_iter().chain(mechs.map(seat)).collect()
    }

    fn length(&self) -> u32 {
        self.battle.turn()
    }

    fn text(&self, answer: Answer<'_>) -> Option<String> {
        let (seat, phase) = self.due().ok()?;
        let (action, seen) = (action(answer, phase).ok()?, self.battle.view(seat));
        // What the rules refuse, in a match, is not always what its text says.
        let says = |text: &String| text::read(text, &seen, seat, phase).is_ok_and(|read| read == action);
        text::write(&action, &seen, seat).filter(|text| self.table.is_some() || says(text))
    }

    fn record(&self, answer: Answer<'_>, text: &mut String) {
        text.push_str(if let Answer::Text(lines) = answer { lines } else { record::NONE });
    }

    fn recorded<'a>(&self, text: &'a str) -> Result<Answer<'a>, InputError> {
        Ok(Answer::Text(text))
    }

    fn veiled(&self) -> usize {
        if self.conceals() { self.answered } else { 0 }
    }

    fn secret(&self, choice: &str) -> bool {
        // How many heat sinks are on, and what is made ready to be dumped, only the player knows.
        self.battle.outcome().is_none() && choice.split_ascii_whitespace().next() == Some("end")
    }

    fn outcome(&self) -> Option<Outcome> {
        let outcome = self.battle.outcome()?;
        let mechs = 0..self.battle.situation().mechs.len();
        let ranks: Vec<_> = mechs.clone().map(|mech| self.rank(mech)).collect();
        let place = |mech: usize| 1 + ranks.iter().filter(|rank| **rank > ranks[mech]).count();
        let reason = match outcome.winner {
            None => "mech.over.tie",
            Some(_) if outcome.limit => "mech.over.limit",
            Some(_) => "mech.over.last",
        };
        Some(Outcome {
            winners: outcome.winner.into_iter().collect(),
            places: mechs.map(|mech| u8::try_from(place(mech)).unwrap_or(u8::MAX)).collect(),
            scores: self.sheets().iter().filter(|_| self.table.is_none()).map(|sheet| sheet.dealt.into()).collect(),
            ending: if outcome.limit { Ending::Limit } else { Ending::Rules },
            reason,
        })
    }

    fn copy(&self) -> Box<dyn GameState> {
        Box::new(self.clone())
    }
}

/// The action of an answer.
fn action(answer: Answer<'_>, phase: Phase) -> Result<Action, InputError> {
    let Answer::Text(text) = answer else { return Err(refusal(Rule::Form)) };
    record::read("answer", text, phase).map_err(InputError::new)
}
