//! A running game: in a match, at a table, in the terminal.

use super::table::{Guest, Step, Table};
use super::{events, rules, view};
use crate::fight::Battle;
use crate::fight::Fight;
use crate::habits::Habits;
use crate::mind::Mind;
use crate::personality::Personality;
use crate::rules::{Action, Event, Game};
use crate::tally::{Played, Tally, Who};
use crate::variant::Variant;
use boardbots_base::invalid::InputError;
use boardbots_game::state::{Answer, Choice, Ending, GameState, Log, Outcome, Seat};
use fastrand::Rng;
use serde_json::Value;
use std::fmt::Write;

/// The rounds after which a match decides a game by points; games between sensible players have about ten.
const ROUNDS: u32 = 1000;
/// The purpose of the dice of [`Dice::Numbered`].
const DICE: u64 = 0;

/// The source of the dice.
#[derive(Clone)]
enum Dice {
    /// A stream of rolls.
    Stream(Rng),
    /// A seed, with the number of the choice: neither thinking time nor spectators change a die.
    Numbered(u64),
}

/// A running game.
#[derive(Clone)]
#[must_use]
pub struct DragonState {
    /// The game.
    pub game: Game,
    dice: Dice,
    /// The choices made so far.
    choices: u64,
    /// The count of what happens, where there is one.
    tally: Option<Box<Tally>>,
    /// The table; none in matches and in the engine protocol, where no person watches.
    table: Option<Table>,
}

impl DragonState {
    /// A game without a table, with these dice.
    pub const fn new(game: Game, dice: Rng) -> Self {
        Self { game, dice: Dice::Stream(dice), choices: 0, tally: None, table: None }
    }

    /// A new game at this table, whose dice follow from the seed and the number of each choice.
    pub fn at_table(variant: Variant, seed: u64, table: Table) -> Self {
        let game = Game::new(variant, table.guests.len());
        Self { game, dice: Dice::Numbered(seed), choices: 0, tally: None, table: Some(table) }.counted()
    }

    /// The same game at this table.
    pub fn watched(self, table: Table) -> Self {
        Self { table: Some(table), ..self }.counted()
    }

    /// The same game, in which everything that happens is counted.
    pub fn counted(self) -> Self {
        Self { tally: Some(Box::default()), ..self }
    }

    /// The table, if it is played at one.
    #[must_use]
    pub const fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// The table, to change it.
    pub const fn table_mut(&mut self) -> Option<&mut Table> {
        self.table.as_mut()
    }

    /// The count of what has happened so far, if there is one.
    #[must_use]
    pub fn tally(&self) -> Option<&Tally> {
        self.tally.as_deref()
    }

    /// The habits of a person who challenges, from this game and earlier ones; `None` for a bot.
    #[must_use]
    pub fn habits(&self, seat: Seat) -> Option<Habits> {
        let guest = self.table.as_ref()?.guests.get(seat).filter(|guest| guest.character.is_none())?;
        self.tally()?.habits(seat).map(|habits| guest.habits.and(habits))
    }

    /// The game for the statistics, once it is over; `None` without a table, or if the name of a person cannot be
    /// kept.
    #[must_use]
    pub fn played(&self) -> Option<Played> {
        let who = |guest: &Guest| match guest.character {
            Some(character) => Some(Who::Bot(character.name)),
            None => guest.name.parse().ok().map(Who::User),
        };
        let who: Option<Vec<Who>> = self.table.as_ref()?.guests.iter().map(who).collect();
        self.tally()?.played(&self.game, &who?)
    }

    /// The action of a choice that is legal now.
    #[must_use]
    pub fn action(&self, choice: Choice) -> Option<Action> {
        let action = Action::ALL.get(usize::from(choice.0))?;
        self.game.actions().contains(action).then_some(*action)
    }

    /// The decision of a character at a table for the seat to move. It gets its knowledge from the table.
    #[must_use]
    pub fn decide(&self, character: &'static Personality) -> Option<Action> {
        let ((seat, _), table) = self.game.asked().zip(self.table.as_ref())?;
        let Dice::Numbered(seed) = self.dice else { return None };
        let seed = chance(seed, self.choices, DICE + 1 + seat as u64).u64(..);
        let mut mind = Mind::new(character, rules::book(self.game.variant()), seed);
        for seat in 0..table.guests.len() {
            *mind.habits(seat) = self.habits(seat);
        }
        mind.decide(&self.game).map(|decision| decision.action)
    }

    fn scores(&self) -> impl Iterator<Item = u16> {
        self.game.players().iter().map(|player| player.score)
    }

    fn make(&mut self, seat: Seat, action: Action, log: &mut Log) -> Result<(), InputError> {
        let mut numbered;
        let dice = match &mut self.dice {
            Dice::Stream(dice) => dice,
            Dice::Numbered(seed) => {
                numbered = chance(*seed, self.choices, DICE);
                &mut numbered
            }
        };
        let before = self.tally.as_ref().map(|_| self.game.clone());
        let (is_watched, mut battle) = (self.table.is_some(), None);
        let event = self.game.play(action, |warriors, dragon| {
            if !is_watched {
                return Fight::new(dragon, warriors).outcome(dice);
            }
            battle.insert(Battle::rolled(dragon, warriors, dice)).left
        });
        let event = event.map_err(InputError::new)?;
        self.choices += 1;
        tell(event, log);
        let Some((tally, before)) = self.tally.as_mut().zip(before) else { return Ok(()) };
        tally.take(&before, action, event);
        if let Some(table) = &mut self.table {
            table.observe(Step { seat, before, action, event, battle }, &self.game);
            log.extend(|| events::of(table, &self.game));
        }
        Ok(())
    }
}

/// The random numbers of a choice by its number, separate for each purpose.
fn chance(seed: u64, number: u64, purpose: u64) -> Rng {
    let number = number.wrapping_mul(8).wrapping_add(purpose).wrapping_add(1);
    // An odd multiplier mixes the bits, so that neighbouring numbers get seeds far apart.
    Rng::with_seed(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).fork()
}

/// Adds the result of an action to the line of its turn.
fn tell(event: Event, log: &mut Log) {
    log.part(|line| {
        // Writing to a text cannot fail.
        let _ = match event {
            Event::Slain { dragon, points, lost: 0 } => write!(line, " {} {points},", dragon.name()),
            Event::Slain { dragon, points, lost } => write!(line, " {} {points} (-{lost}),", dragon.name()),
            Event::Defeated { dragon, points, .. } => write!(line, " loses {points} to {}", dragon.name()),
            Event::Kept { points, .. } => write!(line, " keeps {points}"),
            Event::Refused { points, .. } => write!(line, " refuses and keeps {points}"),
            Event::Challenged => write!(line, " challenged,"),
            Event::Accepted => write!(line, " accepts,"),
            Event::Offered | Event::Passed => Ok(()),
        };
    });
    if event.ends_turn() {
        log.end_line();
    }
}

impl GameState for DragonState {
    fn position(&self) -> Option<String> {
        Some(self.game.to_string())
    }

    fn turn(&self) -> Option<Seat> {
        let is_match = self.table.as_ref().is_none_or(|table| table.guests.is_empty());
        let decided = is_match && self.game.round() > ROUNDS;
        self.game.asked().map(|(seat, _)| seat).filter(|_| !decided)
    }

    fn legal(&self, list: &mut Vec<Choice>) {
        list.extend(self.game.actions().into_iter().map(|action| Choice(action.number())));
    }

    fn play(&mut self, answer: Answer<'_>, log: &mut Log) -> Result<(), InputError> {
        let seat = self.turn().ok_or("the game is over")?;
        let Answer::Choice(choice) = answer else { return Err("no choice of this game".into()) };
        let action = self.action(choice).ok_or("this is not possible now")?;
        log.part(|line| {
            if line.is_empty() {
                let scores: Vec<String> = self.scores().map(|score| score.to_string()).collect();
                *line = format!("round {}, {}, seat {}:", self.game.round(), scores.join(" - "), seat + 1);
            }
        });
        self.make(seat, action, log)
    }

    fn parse(&self, text: &str) -> Result<Choice, InputError> {
        if self.game.asked().is_none() {
            return Err("the game is over".into());
        }
        let actions = self.game.actions();
        let action = actions.iter().find(|action| action.to_string() == text).ok_or_else(|| {
            let possible: Vec<String> = actions.iter().map(Action::to_string).collect();
            let text = boardbots_base::printable::printable(text, 40);
            InputError::new(format_args!("\"{text}\" is not possible now; possible: {}", possible.join(", ")))
        })?;
        Ok(Choice(action.number()))
    }

    fn text(&self, answer: Answer<'_>) -> Option<String> {
        let Answer::Choice(choice) = answer else { return None };
        self.action(choice).map(|action| action.to_string())
    }

    fn record(&self, answer: Answer<'_>, text: &mut String) {
        let Answer::Choice(choice) = answer else { return };
        text.extend(self.action(choice).map(Action::letter));
    }

    fn recorded<'a>(&self, text: &'a str) -> Result<Answer<'a>, InputError> {
        let action = self.game.actions().into_iter().find(|action| text.chars().eq([action.letter()]));
        let action = action.ok_or_else(|| InputError::new(format_args!("\"{text}\" is not possible")))?;
        Ok(Answer::Choice(Choice(action.number())))
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.turn().is_some() {
            return None;
        }
        // The winner has the most points; a game that was cut short can be tied.
        let place = |score| 1 + u8::try_from(self.scores().filter(|other| *other > score).count()).unwrap_or(u8::MAX);
        let places: Vec<u8> = self.scores().map(place).collect();
        Some(Outcome {
            winners: (0..places.len()).filter(|seat| places[*seat] == 1).collect(),
            places,
            scores: self.scores().map(i64::from).collect(),
            ending: if self.game.winner().is_some() { Ending::Rules } else { Ending::Limit },
            reason: "dragon.goal",
        })
    }

    fn length(&self) -> u32 {
        self.game.round()
    }

    /// The view, the same for everyone: everything lies on the table.
    fn view(&self, _: Option<Seat>) -> Value {
        let said = self.table.as_ref().filter(|_| self.choices == 0).map_or(&[][..], |table| &table.opening);
        view::of(&self.game, self.table.as_ref(), said)
    }

    fn choices(&self) -> Value {
        self.game.actions().into_iter().map(|action| view::choice(&self.game, action)).collect()
    }

    fn copy(&self) -> Box<dyn GameState> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chatter::Chatter;

    #[test]
    fn bots_learn_how_people_challenge() {
        let carla = Personality::named("Carla").expect("she plays");
        let guest = |(name, character): (&str, _)| Guest { name: name.into(), character, habits: Habits::default() };
        let mut other = 0_u32;
        for seed in 0..300 {
            let guests = [("Carla", Some(carla)), ("Ana", None)].map(guest).to_vec();
            let mut state = DragonState::at_table(Variant::STANDARD, seed, Table::new(guests, Chatter::silent()));
            while let Some(seat) = state.turn() {
                let action = state.decide(carla).expect("a choice");
                let mut forgetful = state.clone();
                forgetful.tally = Some(Box::default());
                other += u32::from(seat == 0 && forgetful.decide(carla) != Some(action));
                // Ana never challenges, and else plays as Carla would.
                let action = if action == Action::Challenge { Action::Pass } else { action };
                state.play(Answer::Choice(Choice(action.number())), &mut Log::none()).expect("possible");
            }
        }
        assert!(other > 0, "nothing was learned");
    }
}
