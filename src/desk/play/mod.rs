//! `boardbots play`: a game in the terminal, for every game that has one.
//!
//! | file | holds |
//! |---|---|
//! | [`options`] | the command line, made of the games' own options and common ones |
//! | [`table`] | the loop of a game: shows it, asks people and bots |
//! | [`thinking`] | the bot that searches, in games for two |
//! | `commands` | commands that people type beside choices, games in files |
//! | [`inbox`], [`screen`] | input and output |

mod commands;
pub mod inbox;
mod options;
mod screen;
mod table;
mod thinking;
#[cfg(test)]
mod trial;

use crate::exit::CliError;
use crate::games;
use crate::server;
use boardbots_game::terminal::{Look, Missing, SetupError};
use inbox::{Heard, Inbox};
pub use options::Args;
use screen::Screen;
use std::io::{self, IsTerminal, Write};
use table::{Settings, Table};
use thinking::Thinking;

/// Plays a game.
///
/// # Errors
/// [`CliError::usage`] for options that make no sense, and for games that are not played in the terminal;
/// [`CliError::configuration`] for files that cannot be used, such as maps and saved games; [`CliError::store`] for a
/// database that cannot be used; [`CliError::unexpected`] if the terminal fails.
pub fn run(args: &Args) -> Result<(), CliError> {
    let Args { game, terminal, given } = args;
    let terminal =
        terminal.map_err(|elsewhere| CliError::usage(format!("{game} is played in the browser: {elsewhere}")))?;
    let (waits, language) = (options::waits(given)?, options::language(given)?);
    let (typed, shown) = (io::stdin().is_terminal(), io::stdout().is_terminal());
    let look = if shown { screen::look_of_terminal() } else { Look::Plain };
    let mut screen = Screen::new(io::stdout().lock(), look, options::coloured(given)?, screen::width);
    let mut inbox = Inbox::of(|| io::stdin().lock());
    if typed && shown && terminal.saves() {
        inbox.hear_interrupts().map_err(CliError::unexpected)?;
    }
    let thinking = terminal.search_bots().map(|choice| Thinking::new(choice, given)).transpose()?;
    let mut keeper = games::keeper(game, given)?;
    let greets = typed && shown && given.path("resume").is_none();
    if greets {
        for line in rules_of(game, language) {
            screen.print(&line).map_err(CliError::unexpected)?;
        }
    }
    let opened = if let Some(path) = given.path("resume") {
        commands::saved(terminal, &path, given)?
    } else {
        let mut given = given.clone();
        let mut opened = loop {
            match terminal.set_up(&given) {
                Ok(opened) => break opened,
                Err(SetupError::Usage(error, option)) => {
                    return Err(CliError { option, ..CliError::usage(error) });
                }
                Err(SetupError::Configuration(error)) => return Err(CliError::configuration(error)),
                Err(SetupError::Missing(missing)) => match ask(&missing, &mut inbox, &mut screen)? {
                    Some(answer) => given.add(missing.option, answer.into()),
                    None => return Ok(()),
                },
            }
        };
        if let Some(keeper) = &mut keeper {
            keeper.recall(&mut opened.session)?;
        }
        if let Some(thinking) = &thinking {
            thinking.sit_down(terminal, &mut opened, given.text("moves").unwrap_or_default())?;
        }
        opened.session.begin().map_err(CliError::unexpected)?;
        opened
    };
    let interactive = terminal.has_steps() && typed && shown && opened.session.has_people();
    let settings = Settings {
        waits: waits.unwrap_or(interactive),
        pauses: shown && !given.has("no-delay"),
        prompts: typed && shown || opened.narrator.asks_aloud(),
        file: given.path("save").or_else(|| given.path("resume")),
    };
    // What can be typed, if the words of the game have a list of it.
    let listed = || server::game_text("keys", game, language);
    if greets && let Some(keys) = listed().or_else(|| opened.narrator.help("keys").ok()) {
        screen.print(&keys).map_err(CliError::unexpected)?;
    }
    let mut table = Table::new(terminal, opened, thinking, inbox, screen, settings);
    let done = table.play();
    if let Some(keeper) = &mut keeper {
        keeper.keep(&table.session)?;
    }
    match done {
        // A closed pipe is not an error.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => done.map_err(CliError::unexpected),
    }
}

/// The rules of a game in a few lines.
fn rules_of(game: &str, language: &str) -> Vec<String> {
    let text = |what| server::game_text(what, game, language);
    let brief = text("brief").or_else(|| text("rules"));
    let all = format!("Rules: boardbots rules {game} --lang {language}");
    text("about").into_iter().chain(brief).chain([all]).collect()
}

/// Asks for missing options until each answer is valid; `None` if the person leaves.
fn ask(missing: &Missing, inbox: &mut Inbox, screen: &mut Screen<impl Write>) -> Result<Option<String>, CliError> {
    loop {
        screen.ask(&missing.question).map_err(CliError::unexpected)?;
        let problem = match inbox.next().map_err(CliError::unexpected)? {
            Heard::Line(Ok(line)) => match line.trim() {
                "" => continue,
                "quit" | "q" => return Ok(None),
                answer => match (missing.check)(answer) {
                    Ok(()) => return Ok(Some(answer.to_string())),
                    Err(problem) => problem.to_string(),
                },
            },
            Heard::Line(Err(error)) => error.to_string(),
            Heard::Interrupt => {
                screen.end_line().map_err(CliError::unexpected)?;
                return Ok(None);
            }
            Heard::End => {
                screen.end_line().map_err(CliError::unexpected)?;
                return Err(CliError::usage(&missing.unanswered));
            }
        };
        screen.print(&problem).map_err(CliError::unexpected)?;
    }
}
