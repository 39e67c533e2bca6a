//! A game at a table as a running game.

use super::sitting::Sitting;
use super::{contest, view};
use boardbots_base::invalid::Invalid;
use boardbots_game::log::Log;
use boardbots_game::state::{Answer, Choice, Ending, GameState, Outcome, Seat};
use serde_json::Value;

impl GameState for Sitting {
    fn turn(&self) -> Option<Seat> {
        self.game().asked().map(|(seat, _)| seat)
    }

    fn legal(&self, list: &mut Vec<Choice>) {
        list.extend(self.game().actions().into_iter().map(|action| Choice(action.letter())));
    }

    fn play(&mut self, answer: Answer<'_>, log: &mut Log) -> Result<(), Invalid> {
        self.make(contest::action(self.game(), answer)?, log)
    }

    fn parse(&self, text: &str) -> Result<Choice, Invalid> {
        contest::parse(self.game(), text)
    }

    fn text(&self, answer: Answer<'_>) -> Option<String> {
        contest::action(self.game(), answer).ok().map(|action| action.to_string())
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = self.game().winner()?;
        let scores = || self.game().players().iter().map(|player| player.score);
        let place = |score| 1 + u8::try_from(scores().filter(|other| *other > score).count()).unwrap_or(u8::MAX);
        Some(Outcome {
            winners: vec![winner],
            places: scores().map(place).collect(),
            scores: scores().map(i64::from).collect(),
            ending: Ending::Rules,
            reason: "dragon.goal",
        })
    }

    fn view(&self, _: Option<Seat>) -> Value {
        // Everything lies on the table.
        view::of(self)
    }

    fn choices(&self) -> Value {
        self.game().actions().into_iter().map(|action| view::choice(self.game(), action)).collect()
    }

    fn copy(&self) -> Box<dyn GameState> {
        Box::new(self.clone())
    }
}
