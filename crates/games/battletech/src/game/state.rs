//! A fight as a running game.

use super::fight::{Fight, offer, refusal};
use super::{record, text, view};
use crate::action::{Action, Phase};
use crate::situation::Rule;
use boardbots_base::invalid::Invalid;
use boardbots_game::state::{Answer, Ending, GameState, Log, Outcome, Seat};
use serde_json::{Value, json};

impl GameState for Fight {
    fn turn(&self) -> Option<Seat> {
        self.battle.due().map(|(seat, _)| seat)
    }

    fn view(&self, viewer: Option<Seat>) -> Value {
        view::of(self, viewer)
    }

    fn choices(&self) -> Value {
        let Some((seat, phase)) = self.battle.due() else { return json!([]) };
        offer(&self.battle.view(seat), seat, phase, &self.memories[seat])
    }

    fn play(&mut self, answer: Answer<'_>, log: &mut Log) -> Result<(), Invalid> {
        let (seat, phase) = self.due()?;
        let action = recorded(answer, phase).ok_or_else(|| refusal(Rule::Form))?;
        self.make(seat, phase, &action, log)
    }

    fn play_text(&mut self, text: &str, log: &mut Log) -> Result<(), Invalid> {
        let (seat, phase) = self.due()?;
        let action = text::read(text, &self.battle.view(seat), seat, phase).map_err(refusal)?;
        self.make(seat, phase, &action, log)
    }

    fn text(&self, answer: Answer<'_>) -> Option<String> {
        let (seat, phase) = self.due().ok()?;
        text::write(&recorded(answer, phase)?, &self.battle.view(seat), seat)
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
        let mechs = 0..self.fallen.len();
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
            scores: Vec::new(),
            ending: if outcome.limit { Ending::Limit } else { Ending::Rules },
            reason,
        })
    }

    fn copy(&self) -> Box<dyn GameState> {
        Box::new(self.clone())
    }
}

/// The action of an answer.
fn recorded(answer: Answer<'_>, phase: Phase) -> Option<Action> {
    let Answer::Text(text) = answer else { return None };
    record::read("answer", text, phase).ok()
}
