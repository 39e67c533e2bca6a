//! The bot that searches, in games for two.

use super::options::wrong;
use crate::exit::CliError;
use boardbots_base::invalid::InputError;
use boardbots_game::game::{Terms, Usage};
use boardbots_game::player::Player;
use boardbots_game::spec::{Kind, Spec};
use boardbots_game::state::split;
use boardbots_game::terminal::argument::Given;
use boardbots_game::terminal::{Opened, SearchBots, Terminal};

/// The bot that searches, and which sides people play.
pub struct Thinking {
    /// The bots, depths and sides to choose from.
    pub choice: SearchBots,
    /// Plies to search.
    pub depth: u8,
    /// True for each side that a person plays.
    pub people: [bool; 2],
    bot: &'static str,
    /// The bot's options, as in a player's specification.
    options: Vec<(String, String)>,
}

impl Thinking {
    /// The bot of these options.
    ///
    /// # Errors
    /// [`Exit::Usage`](crate::exit::Exit::Usage) if they are invalid.
    pub fn new(choice: SearchBots, given: &Given) -> Result<Self, CliError> {
        let usual = if given.has("movetime") { choice.deepest } else { choice.depth };
        let option = |name| Some((String::from(name), given.text(name)?.to_string()));
        let mut thinking = Self {
            depth: given.number("depth").unwrap_or(usual),
            people: [true, false],
            bot: choice.bots[0],
            choice,
            options: ["movetime", "threads"].into_iter().filter_map(option).collect(),
        };
        if let Some(side) = given.text("side") {
            thinking.people = thinking.side(side).map_err(|error| wrong("side", error))?;
        }
        if let Some(name) = given.text("evaluation").or_else(|| given.text("judge")) {
            thinking.bot = thinking.evaluation(name).map_err(|error| wrong("evaluation", error))?;
        }
        Ok(thinking)
    }

    /// Makes the moves that have been made already, and seats the players.
    ///
    /// # Errors
    /// [`Exit::Usage`](crate::exit::Exit::Usage): which move is not legal.
    pub fn sit_down(&self, terminal: &dyn Terminal, opened: &mut Opened, moves: &str) -> Result<(), CliError> {
        let session = &mut opened.session;
        for (number, text) in (1..).zip(split(moves, terminal.separator())) {
            let choice = session.state().parse(text);
            let choice = choice.map_err(|error| wrong("moves", format_args!("move {number}: {error}")))?;
            session.play(choice).map_err(|error| wrong("moves", format_args!("move {number}: {error}")))?;
        }
        session.reseat(self.seats());
        session.set_bots(vec![self.player(terminal).map_err(|error| wrong("evaluation", error))?]);
        Ok(())
    }

    /// The bot of each seat; `None` for a person.
    pub fn seats(&self) -> Vec<Option<usize>> {
        self.people.iter().map(|person| if *person { None } else { Some(0) }).collect()
    }

    /// The bot.
    ///
    /// # Errors
    /// Fails if its options are invalid.
    fn player(&self, terminal: &dyn Terminal) -> Result<Box<dyn Player>, InputError> {
        let (game, name, options) = (terminal.name().to_string(), self.bot.to_string(), self.options.clone());
        let spec = Spec { label: None, kind: Kind::House { game, name, options } };
        terminal.player(&spec, Usage::Match(&Terms::default()))
    }

    /// Chooses another evaluation, and returns the bot with it.
    ///
    /// # Errors
    /// Fails for an unknown name, and lists the evaluations.
    pub fn replace(&mut self, terminal: &dyn Terminal, name: &str) -> Result<Box<dyn Player>, String> {
        self.bot = self.evaluation(name)?;
        self.player(terminal).map_err(String::from)
    }

    fn evaluation(&self, name: &str) -> Result<&'static str, String> {
        let bots = &self.choice.bots;
        bots.iter()
            .find(|bot| **bot == name)
            .copied()
            .ok_or_else(|| InputError::unknown("evaluation", name, bots.iter().copied()).to_string())
    }

    /// The sides of a word: that of a side, both or none.
    ///
    /// # Errors
    /// Fails for any other word, and lists the words.
    pub fn side(&self, word: &str) -> Result<[bool; 2], String> {
        let [first, second] = self.choice.sides;
        match word {
            "both" => Ok([true, true]),
            "none" => Ok([false, false]),
            side if side == first => Ok([true, false]),
            side if side == second => Ok([false, true]),
            _ => Err(format!("write {first}, {second}, both or none")),
        }
    }

    /// Says which sides the person plays.
    pub fn sides(&self) -> String {
        match self.people {
            [true, true] => "you play both sides".into(),
            [false, false] => "the bot plays both sides".into(),
            [first, _] => format!("you play {}", self.choice.sides[usize::from(!first)]),
        }
    }
}
