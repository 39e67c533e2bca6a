//! Bots as players.

use super::rules;
use super::state::DragonState;
use crate::advice::Adviser;
use crate::book::Book;
use crate::bot::{Bot, Contestant};
use crate::personality::Personality;
use crate::values::Values as _;
use crate::variant::Variant;
use boardbots_game::player::{Begin, DecisionError, Info, Player, Think};
use boardbots_game::state::{Answer, Choice, Fault, GameState, Seat};
use std::sync::Arc;

/// A bot at a table of a server. It gets its knowledge from the table, so it needs no memory of its own.
pub struct Character(pub &'static Personality);

impl Player for Character {
    fn decide(&mut self, state: &dyn GameState, _: Think<'_>) -> Result<Answer<'_>, DecisionError> {
        // It takes microseconds. The win probabilities stay secret.
        let action = state.of::<DragonState>().and_then(|state| state.decide(self.0));
        let action = action.ok_or_else(Fault::unfit)?;
        Ok(Answer::Choice(Choice(action.number())))
    }
}

/// A bot that remembers its game: in matches, in the terminal and in the engine protocol.
pub struct DragonPlayer {
    contestant: Contestant,
    seed: u64,
    bot: Option<(Box<dyn Bot>, Arc<Book>)>,
    adviser: Adviser,
}

impl DragonPlayer {
    /// A bot whose randomness comes from the seed, until a game begins.
    #[must_use]
    pub fn new(contestant: Contestant, seed: u64) -> Self {
        Self { contestant, seed, bot: None, adviser: Adviser::new() }
    }

    /// The bot for this variant; for another variant than before the values may have to be solved.
    fn wake(&mut self, variant: Variant) -> &mut (Box<dyn Bot>, Arc<Book>) {
        let kept = self.bot.take().filter(|(_, book)| book.variant() == variant);
        self.bot.insert(kept.unwrap_or_else(|| {
            let book = rules::book(variant);
            (self.contestant.bot(&book, self.seed), book)
        }))
    }

    /// Takes note of the habits of people at the table as challengers.
    fn learn(&mut self, state: &DragonState) {
        let Some(table) = state.table() else { return };
        let (bot, _) = self.wake(state.game.variant());
        for seat in 0..table.guests.len() {
            if let Some(habits) = state.habits(seat) {
                bot.learn(seat, habits);
            }
        }
    }
}

impl Player for DragonPlayer {
    /// Starts the bot afresh, as games do not depend on each other.
    fn begin(&mut self, begin: &Begin<'_>) -> Result<(), DecisionError> {
        let state = begin.state.of::<DragonState>().ok_or_else(Fault::unfit)?;
        self.seed = begin.seed;
        self.wake(state.game.variant()).0.begin(begin.seed);
        self.learn(state);
        Ok(())
    }

    fn observe(&mut self, state: &dyn GameState, _: Seat) {
        if let Some(state) = state.of() {
            self.learn(state);
        }
    }

    fn decide(&mut self, state: &dyn GameState, think: Think<'_>) -> Result<Answer<'_>, DecisionError> {
        let state = state.of::<DragonState>().filter(|state| state.turn().is_some()).ok_or_else(Fault::unfit)?;
        let game = &state.game;
        let (bot, book) = self.wake(game.variant());
        let (decision, book) = (bot.decide(game), Arc::clone(book));
        if let Some(report) = think.report {
            self.adviser.study_game(book.as_ref(), game);
            for action in game.actions() {
                report(Info::Worth { choice: &action.to_string(), win: self.adviser.worth(action) });
            }
            report(Info::Pause(decision.pause));
        }
        Ok(Answer::Choice(Choice(decision.action.number())))
    }

    fn forget(&mut self) {
        if let Some((bot, _)) = &mut self.bot {
            bot.begin(self.seed);
        }
    }
}
