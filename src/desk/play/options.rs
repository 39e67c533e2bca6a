//! The command line of `boardbots play`: options of all games, and each game's own.

use crate::exit::CliError;
use crate::output::{self, When};
use crate::server::LANGUAGES;
use boardbots_game::terminal::Terminal;
use boardbots_game::terminal::argument::{Argument, Form, Given};
use clap::builder::{RangedU64ValueParser, Resettable};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, Error, FromArgMatches, Id, ValueEnum, value_parser};
use std::path::PathBuf;

/// The most milliseconds for a move: a day.
const LONGEST: u64 = 86_400_000;
/// The most threads of a bot.
const THREADS: u64 = 64;

/// The options of `boardbots play`.
pub struct Args {
    /// The game's name.
    pub game: &'static str,
    /// The game in the terminal; if it is not played there, where it is.
    pub terminal: Result<&'static dyn Terminal, &'static str>,
    /// The values of its options.
    pub given: Given,
}

/// The options of a game in the terminal, its own ones and those that are the same for all.
fn arguments(terminal: &dyn Terminal) -> Vec<Argument> {
    let mut all = Vec::new();
    if let Some(choice) = terminal.search_bots() {
        let [first, second] = choice.sides;
        let bots = choice.bots.join(" or ");
        all.extend([
            Argument::text(
                "side",
                "WHO",
                format!("Which side you play: {first}, {second}, both, or none to watch the bot"),
            )
            .or(first),
            Argument::number("depth", "N", 1..=choice.deepest.into(), "Plies that the bot looks ahead")
                .or("the game's, or what the time allows"),
            Argument::number("movetime", "MS", 1..=LONGEST, "Milliseconds for a move of the bot")
                .or("as long as the depth takes"),
            Argument::text("evaluation", "NAME", format!("The bot's evaluation of positions: {bots}")),
            Argument::text("judge", "NAME", "The earlier name of --evaluation").hidden().without(&["evaluation"]),
            Argument::number("threads", "N", 1..=THREADS, "Threads of the bot").or(1),
            Argument::text("moves", "MOVES", "Moves made already, as records write them"),
        ]);
    }
    all.extend(terminal.arguments());
    if terminal.has_steps() {
        let mode = "interactive: each step of an opponent waits for Enter; automatic: it does not";
        all.extend([
            Argument::text("mode", "MODE", mode).or("interactive, if a person plays at a terminal"),
            Argument::switch("no-delay", "No pauses"),
        ]);
    }
    if terminal.saves() {
        all.extend([
            Argument::file("resume", "Continues a saved game"),
            Argument::file("save", "Where the game is saved")
                .or("the file that was resumed, or one in the current folder"),
        ]);
    }
    all.push(
        Argument::text(
            "lang",
            "LANG",
            format!(
                "Language of the rules and keys at the start; the game itself speaks English: {}",
                LANGUAGES.join(", ")
            ),
        )
        .or(LANGUAGES[0]),
    );
    all.push(Argument::text("colour", "WHEN", "The earlier name of --color").hidden());
    all
}

/// An option as the command line takes it.
fn option(argument: Argument) -> Arg {
    let Argument { name, value, help, form, is_list, is_hidden, conflicts, requires } = argument;
    let option = Arg::new(name).long(name).help(help).hide(is_hidden).conflicts_with_all(conflicts);
    let option = option.requires(Resettable::from(requires.map(Id::from)));
    let option = match form {
        Form::Switch => return option.action(ArgAction::SetTrue),
        Form::Text => option,
        Form::File => option.value_parser(value_parser!(PathBuf)),
        Form::Number(range) => option.value_parser(RangedU64ValueParser::<u64>::new().range(range)),
    };
    option.value_name(value).action(if is_list { ArgAction::Append } else { ArgAction::Set })
}

/// The values given for the options of a game.
fn given(terminal: &dyn Terminal, matches: &ArgMatches) -> Given {
    let mut given = Given::default();
    for Argument { name, .. } in arguments(terminal) {
        if matches.value_source(name) == Some(ValueSource::CommandLine) {
            for value in matches.get_raw(name).into_iter().flatten() {
                given.add(name, value.to_owned());
            }
        }
    }
    given
}

impl clap::Args for Args {
    fn augment_args(command: Command) -> Command {
        let games = boardbots_catalog::terminals().map(|(name, terminal)| {
            let command = Command::new(name);
            match terminal {
                Ok(terminal) => command
                    .about(terminal.about())
                    .after_help(format!("{}\n\n`boardbots bots {name}` lists the bots.", terminal.usage()))
                    .args(arguments(terminal).into_iter().map(option)),
                Err(elsewhere) => command.about(format!("In the browser: {elsewhere}")),
            }
        });
        command.subcommand_required(true).arg_required_else_help(true).subcommands(games)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Args {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let found = matches.subcommand().and_then(|(name, matches)| {
            let (game, terminal) = boardbots_catalog::terminals().find(|(game, _)| *game == name)?;
            let given = terminal.map_or_else(|_| Given::default(), |terminal| given(terminal, matches));
            Some(Self { game, terminal, given })
        });
        found.ok_or_else(|| Error::new(clap::error::ErrorKind::MissingSubcommand))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// A failure that is about an option.
pub fn wrong(option: &'static str, error: impl std::fmt::Display) -> CliError {
    CliError::usage(format!("--{option}: {error}")).about(option)
}

/// True if stdout is to be coloured.
///
/// # Errors
/// [`CliError::usage`] for another word than the three.
pub fn coloured(given: &Given) -> Result<bool, CliError> {
    let when = given.text("colour").map(|text| When::from_str(text, false)).transpose();
    when.map(output::coloured).map_err(|_| wrong("colour", "write auto, always or never"))
}

/// The language of the rules at the start.
///
/// # Errors
/// [`CliError::usage`] for one that there are no texts in.
pub fn language(given: &Given) -> Result<&'static str, CliError> {
    let asked = given.text("lang").unwrap_or(LANGUAGES[0]);
    let found = LANGUAGES.into_iter().find(|language| *language == asked);
    found.ok_or_else(|| wrong("lang", format_args!("write one of {}", LANGUAGES.join(", "))))
}

/// True if the steps of bots wait for Enter; `None` if the option is not given.
///
/// # Errors
/// [`CliError::usage`] for another word than the two.
pub fn waits(given: &Given) -> Result<Option<bool>, CliError> {
    match given.text("mode") {
        None => Ok(None),
        Some("interactive") => Ok(Some(true)),
        Some("automatic") => Ok(Some(false)),
        Some(_) => Err(wrong("mode", "write interactive or automatic")),
    }
}
