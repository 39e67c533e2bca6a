//! A game of a match: the printed rules for two, with dice that follow from the match's seed.

use crate::book::Book;
use crate::bot::{Bot, Contestant};
use crate::fight::Fight;
use crate::rules::{Action, Event, Game};
use crate::variant::Variant;
use boardbots_base::invalid::Invalid;
use boardbots_game::fault::Fault;
use boardbots_game::log::Log;
use boardbots_game::player::{Begin, NoAnswer, Player, Think};
use boardbots_game::state::{Answer, Choice, Ending, GameState, Outcome, Seat};
use fastrand::Rng;
use std::fmt::Write;
use std::sync::Arc;

/// After so many rounds the game is decided by points; games between sensible players have ten.
const ROUNDS: u32 = 1000;
/// Who sits at a board.
pub const PLAYERS: usize = 2;
/// What is played for.
pub const VARIANT: Variant = Variant::STANDARD;

/// The dice of a game, and the seed of the players' chances.
pub fn chances(seed: u64) -> (Rng, u64) {
    let mut seeds = Rng::with_seed(seed);
    let dice = seeds.fork();
    (dice, seeds.u64(..))
}

/// A game of a match.
#[derive(Clone)]
pub struct Contest {
    game: Game,
    dice: Rng,
}

impl Contest {
    /// The game of a seed.
    pub fn new(seed: u64) -> Self {
        Self { game: Game::new(VARIANT, PLAYERS), dice: chances(seed).0 }
    }

    /// A game that stands so, with any dice.
    pub fn at(game: Game) -> Self {
        Self { game, dice: chances(0).0 }
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    fn scores(&self) -> impl Iterator<Item = u16> {
        self.game.players().iter().map(|player| player.score)
    }

    /// What has come of an action, as part of the line of its turn.
    fn tell(event: Event, log: &mut Log) {
        log.part(|line| {
            // Writing to a text does not fail.
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
}

impl GameState for Contest {
    fn turn(&self) -> Option<Seat> {
        self.game.asked().map(|(seat, _)| seat).filter(|_| self.game.round() <= ROUNDS)
    }

    fn legal(&self, list: &mut Vec<Choice>) {
        list.extend(self.game.actions().into_iter().map(|action| Choice(action.letter())));
    }

    fn play(&mut self, answer: Answer<'_>, log: &mut Log) -> Result<(), Invalid> {
        let seat = self.turn().ok_or("the game is over")?;
        let action = action(&self.game, answer)?;
        log.part(|line| {
            if line.is_empty() {
                let scores: Vec<String> = self.scores().map(|score| score.to_string()).collect();
                *line = format!("round {}, {}, seat {}:", self.game.round(), scores.join(" - "), seat + 1);
            }
        });
        let Self { game, dice } = self;
        let event = game.play(action, |warriors, dragon| Fight::new(dragon, warriors).outcome(dice));
        Self::tell(event.map_err(|error| error.to_string())?, log);
        Ok(())
    }

    fn parse(&self, text: &str) -> Result<Choice, Invalid> {
        parse(&self.game, text)
    }

    fn text(&self, answer: Answer<'_>) -> Option<String> {
        action(&self.game, answer).ok().map(|action| action.to_string())
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.turn().is_some() {
            return None;
        }
        let most = self.scores().max();
        let winner = self.game.winner();
        let leads = |(seat, score): (Seat, u16)| winner.map_or(Some(score) == most, |winner| seat == winner);
        let places: Vec<u8> = self.scores().enumerate().map(|seat| 1 + u8::from(!leads(seat))).collect();
        Some(Outcome {
            winners: (0..places.len()).filter(|seat| places[*seat] == 1).collect(),
            places,
            scores: self.scores().map(i64::from).collect(),
            ending: if winner.is_some() { Ending::Rules } else { Ending::Limit },
            reason: "dragon.goal",
        })
    }

    fn length(&self) -> u32 {
        self.game.round()
    }

    fn copy(&self) -> Box<dyn GameState> {
        Box::new(self.clone())
    }
}

/// The action of an answer, if it is possible now.
pub fn action(game: &Game, answer: Answer<'_>) -> Result<Action, Invalid> {
    let Answer::Choice(Choice(letter)) = answer else { return Err("no choice of this game".into()) };
    let found = game.actions().into_iter().find(|action| action.letter() == letter);
    found.ok_or_else(|| Invalid::new(format_args!("\"{letter}\" is not possible")))
}

/// The choice of a text that people use.
pub fn parse(game: &Game, text: &str) -> Result<Choice, Invalid> {
    if game.asked().is_none() {
        return Err("the game is over".into());
    }
    let found = game.actions().into_iter().find(|action| action.to_string() == text);
    let action = found.ok_or_else(|| {
        let possible: Vec<String> = game.actions().iter().map(Action::to_string).collect();
        let text = boardbots_base::lines::printable(text, 40);
        Invalid::new(format_args!("\"{text}\" is not possible now; possible: {}", possible.join(", ")))
    })?;
    Ok(Choice(action.letter()))
}

/// A bot in a match.
pub struct Contender {
    contestant: Contestant,
    book: Arc<Book>,
    bot: Option<Box<dyn Bot>>,
}

impl Contender {
    /// A bot that plays so.
    pub const fn new(contestant: Contestant, book: Arc<Book>) -> Self {
        Self { contestant, book, bot: None }
    }
}

impl Player for Contender {
    fn begin(&mut self, begin: &Begin<'_>) -> Result<(), NoAnswer> {
        // A bot remembers a game, and games do not depend on each other.
        self.bot = Some(self.contestant.bot(&self.book, begin.seed));
        Ok(())
    }

    fn decide(&mut self, state: &dyn GameState, _: Think<'_>) -> Result<Answer<'_>, NoAnswer> {
        let contest = state.of::<Contest>().filter(|contest| contest.turn().is_some());
        let (bot, contest) = self.bot.as_mut().zip(contest).ok_or_else(Fault::unfit)?;
        Ok(Answer::Choice(Choice(bot.decide(&contest.game).action.letter())))
    }
}
