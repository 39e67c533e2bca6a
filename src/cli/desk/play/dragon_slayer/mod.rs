//! `boardbots play dragon-slayer`: a table for two to six, people and characters.
//!
//! | file | holds |
//! |---|---|
//! | [`guest`] | who sits at the table, and names in sentences |
//! | [`sitting`] | the game as it is played: players, dice, what has been done |
//! | [`story`] | the game in sentences |
//! | [`board`], [`dice`] | the table and the dice, drawn |
//! | [`width`], [`screen`] | where it is shown |
//! | [`inbox`], [`order`], [`help`] | what is typed, what it means, what there is to know |
//! | [`save`] | a game in a file |
//! | `keeper` | what is kept of games |
//! | [`table`] | puts all of it together |

mod board;
mod dice;
mod guest;
mod help;
mod inbox;
mod keeper;
mod order;
mod save;
mod screen;
mod sitting;
mod story;
mod table;
#[cfg(test)]
mod trial;
mod width;

use crate::cli::colours::When;
use crate::cli::desk::dragon_slayer::database::Database;
use crate::cli::desk::variant::Rules;
use crate::cli::exit::{Exit, Failure};
use guest::{Guest, NAMELESS, OPPONENTS, listed};
use inbox::{Heard, Inbox};
use order::Mode;
use screen::{Look, Screen};
use sitting::Sitting;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use table::{Manners, Table};

/// What `--help` says at its end.
const COMMANDS: &str = "\
Type a letter and Enter; ? says which. Ctrl-C asks whether to save the game and leave. Colours are \
used on terminals, unless NO_COLOR is set.";

/// The options of `boardbots play dragon-slayer`.
#[expect(clippy::struct_excessive_bools, reason = "switches of a command line")]
#[derive(clap::Args)]
#[command(after_help = COMMANDS)]
pub struct Args {
    /// An opponent, once for each: Abel, Beatriu, Carla or Daniel [default: asks]
    #[arg(long, value_name = "NAME")]
    with: Vec<String>,

    /// Somebody who plays here, once for each [default: you]
    #[arg(long, value_name = "NAME")]
    human: Vec<String>,

    /// Nobody plays here: the opponents play among themselves
    #[arg(long, conflicts_with = "human", requires = "with")]
    watch: bool,

    #[command(flatten)]
    rules: Rules,

    /// The same dice and decisions again, by nothing that is known of earlier games [default: others every time;
    /// the game says which]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// interactive: each step of an opponent waits for Enter; automatic: it does not [default:
    /// interactive, if somebody plays at a terminal]
    #[arg(long, value_name = "MODE")]
    mode: Option<Mode>,

    /// No pauses
    #[arg(long)]
    no_delay: bool,

    /// The characters say nothing
    #[arg(long)]
    quiet: bool,

    /// Goes on with a saved game
    #[arg(long, value_name = "FILE",
        conflicts_with_all = ["with", "human", "watch", "goal", "bonus", "no_doubling", "seed"])]
    resume: Option<PathBuf>,

    /// Where the game is saved [default: the file that was resumed, or one in the current folder]
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Nothing is kept of this game for the statistics
    #[arg(long, conflicts_with = "database")]
    no_statistics: bool,

    #[command(flatten)]
    database: Database,

    /// Colours: auto, always or never
    #[arg(long, alias = "color", value_name = "WHEN", default_value_t = When::Auto)]
    colour: When,
}

/// Plays a game.
///
/// # Errors
/// [`Exit::Usage`] for options that make no company, [`Exit::Configuration`] for a saved game
/// that cannot be gone on with, [`Exit::Store`] for a database that cannot be used,
/// [`Exit::Unexpected`] if the terminal fails.
pub fn run(args: &Args) -> Result<(), Failure> {
    let (typed, shown) = (io::stdin().is_terminal(), io::stdout().is_terminal());
    let look = if shown { Look::of_terminal() } else { Look::Plain };
    let mut screen = Screen::new(io::stdout().lock(), look, args.colour.coloured(), width::now);
    let mut inbox = Inbox::of(|| io::stdin().lock());
    if typed && shown {
        inbox.hear_interrupts().map_err(terminal)?;
    }
    let mut keeper = keeper::Keeper::of(args)?;
    let sitting = match &args.resume {
        Some(path) => save::read(path).map_err(|error| Failure::new(Exit::Configuration, error))?,
        None => match company(args, &mut inbox, &mut screen)? {
            Some(mut guests) => {
                // A game that can be played again must not depend on what has been since.
                if args.seed.is_none() {
                    keeper.recall(&mut guests)?;
                }
                Sitting::new(args.seed.unwrap_or_else(|| fastrand::u64(..)), args.rules.variant(), guests)
            }
            None => return Ok(()),
        },
    };
    let usual = if typed && shown && sitting.peopled() { Mode::Interactive } else { Mode::Automatic };
    let manners = Manners {
        mode: args.mode.unwrap_or(usual),
        pauses: shown && !args.no_delay,
        quiet: args.quiet,
        file: args.save.clone().or_else(|| args.resume.clone()),
    };
    let mut table = Table::new(sitting, inbox, screen, manners);
    let done = table.play();
    keeper.keep(table.sitting())?;
    match done {
        // A closed pipe is not an error.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => done.map_err(terminal),
    }
}

fn terminal(error: impl Display) -> Failure {
    Failure::new(Exit::Unexpected, format!("terminal: {error}"))
}

/// Those who play, people first; asks for an opponent if there is nobody to play against.
/// Nobody, if whoever was asked has left.
fn company(args: &Args, inbox: &mut Inbox, screen: &mut Screen<impl Write>) -> Result<Option<Vec<Guest>>, Failure> {
    let usage = |error: String| Failure::new(Exit::Usage, error);
    let mut guests = Vec::new();
    for name in &args.human {
        guests.push(Guest::human(name).map_err(|error| usage(format!("--human: {error}")).about("human"))?);
    }
    if guests.is_empty() && !args.watch {
        guests.extend(Guest::human(NAMELESS));
    }
    for name in &args.with {
        guests.push(Guest::character(name).map_err(|error| usage(format!("--with: {error}")).about("with"))?);
    }
    if guests.len() == 1 && !args.watch {
        match opponent(inbox, screen).map_err(terminal)? {
            Asked::Guest(guest) => guests.push(guest),
            Asked::Left => return Ok(None),
            Asked::Nobody => {
                return Err(usage(format!("nobody to play against; write --with and {}", listed(&OPPONENTS))));
            }
        }
    }
    Guest::company(guests).map(Some).map_err(usage)
}

/// What came of the question whom to play against.
enum Asked {
    Guest(Guest),
    /// Somebody has decided otherwise.
    Left,
    /// There was nobody to ask.
    Nobody,
}

/// Asks for an opponent by name, and tells nothing of whoever it is.
fn opponent(inbox: &mut Inbox, screen: &mut Screen<impl Write>) -> io::Result<Asked> {
    loop {
        screen.ask(&format!("Whom do you play against? {}", OPPONENTS.join(", ")))?;
        match inbox.next()? {
            Heard::Line(Ok(line)) if line.trim().is_empty() => {}
            Heard::Line(Ok(line)) if ["quit", "q"].contains(&line.trim()) => return Ok(Asked::Left),
            Heard::Line(Ok(line)) => match Guest::character(&line) {
                Ok(guest) => return Ok(Asked::Guest(guest)),
                Err(problem) => screen.say(&problem)?,
            },
            Heard::Line(Err(error)) => screen.say(&error.to_string())?,
            Heard::Interrupt => {
                screen.end_line()?;
                return Ok(Asked::Left);
            }
            Heard::End => {
                screen.end_line()?;
                return Ok(Asked::Nobody);
            }
        }
    }
}
