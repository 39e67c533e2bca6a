//! `boardbots match replay`: a game of a record once more.

use crate::exit::CliError;
use crate::output::{json_text, print};
use boardbots_base::invalid::InputError;
use boardbots_base::printable::{line, printable};
use boardbots_game::state::Log;
use boardbots_tournament::matches::plan::MatchPlan;
use boardbots_tournament::matches::record::{self, Played};
use boardbots_tournament::matches::runner::Runner;
use std::path::{Path, PathBuf};

/// Most characters of a command that an error names.
const MAX_SHOWN: usize = 300;

/// The options of `boardbots match replay`.
#[derive(clap::Args)]
pub struct Args {
    /// The record
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Number of the game, from 0
    #[arg(value_name = "N")]
    number: u64,

    /// Let the players play it again and check that they make the same choices
    #[arg(long)]
    again: bool,

    /// Start programs that the record names, to play again: they can do whatever you can
    #[arg(long, requires = "again")]
    allow_programs: bool,

    /// Print the line of the record
    #[arg(long)]
    json: bool,
}

/// Shows a game.
///
/// # Errors
/// [`CliError::store`] if there is no such game; [`CliError::usage`] if programs would have to be started and that is not
/// allowed; [`CliError::unexpected`] if the game does not agree with the rules, or comes out otherwise the second time.
pub fn run(args: &Args) -> Result<(), CliError> {
    let (plan, games) = record::read(&args.file).map_err(CliError::store)?;
    let Some(played) = games.get(&args.number) else {
        let numbers = games.keys().next().zip(games.keys().next_back());
        let known = numbers.map_or("it has none yet".into(), |(first, last)| format!("it has games {first} to {last}"));
        let message = format!("{}: this record has no game {}; {known}", args.file.display(), args.number);
        return Err(CliError::store(message));
    };
    let plan = &plan;
    if args.again && !args.allow_programs {
        refuse_programs(&args.file, plan, played)?;
    }
    let show = Show { args, plan, played };
    show.show(&Runner::new(plan).map_err(CliError::usage)?)
}

/// Refuses a game with programs: a record may be anybody's, and what it names could do anything here.
fn refuse_programs(file: &Path, plan: &MatchPlan, played: &Played) -> Result<(), CliError> {
    let specs = plan.specs().map_err(CliError::usage)?;
    let mut seated = played.seats.iter().filter_map(|&seat| specs.get(seat));
    let Some(program) = seated.find(|spec| spec.game().is_none()) else { return Ok(()) };
    let (file, program) = (file.display(), printable(&program.to_string(), MAX_SHOWN));
    let message = format!("{file}: would start {program}; if you trust this record, add --allow-programs");
    Err(CliError::usage(message).about("allow-programs"))
}

/// A game to be shown.
struct Show<'a> {
    args: &'a Args,
    plan: &'a MatchPlan,
    played: &'a Played,
}

impl Show<'_> {
    /// Shows what replaying the game has brought.
    fn show(&self, runner: &Runner<'_>) -> Result<(), CliError> {
        let Self { args, plan, played } = *self;
        let wrong = |error: InputError| CliError::unexpected(error.at(format_args!("game {}", played.game)));
        let mut log = Log::story();
        let state = runner.replay(played, &mut log, &mut |_| ()).map_err(wrong)?;
        let moves = runner.has_short_moves();
        let text = if args.json {
            json_text(played)
        } else {
            [self.head(moves)?, log.told(), state.drawing()].concat().join("\n")
        };
        if args.again {
            let fixture = plan.fixture(played.game);
            let again = runner.play_one(&mut runner.room(), &fixture).map_err(CliError::unexpected)?;
            if !again.agrees(played) {
                let places: Vec<String> = again.places.iter().map(u8::to_string).collect();
                let moves = if moves { format!("the moves are {}", again.moves) } else { "it is another".into() };
                return Err(CliError::unexpected(format_args!(
                    "the second time {moves}, ended {}, places {}",
                    again.end,
                    places.join(" ")
                )));
            }
        }
        print(|out| writeln!(out, "{}", text.trim_end()))
    }

    /// The players, opening, moves, and end of the game, in lines.
    fn head(&self, moves: bool) -> Result<Vec<String>, CliError> {
        let Self { plan, played, .. } = *self;
        let titles = plan.titles().map_err(CliError::usage)?;
        let mut lines = vec![format!("Game {} of {}, {}", played.game, plan.games, plan.game)];
        for (seat, &player) in played.seats.iter().enumerate() {
            let score = played.scores.get(seat).map_or(String::new(), |score| format!(", score {score}"));
            lines.push(format!("{}. {}, place {}{score}", seat + 1, titles[player], played.places[seat]));
        }
        lines.extend(played.opening.options.iter().map(|(name, value)| format!("{name} {value}")));
        if !played.opening.moves.is_empty() {
            lines.push(format!("opening {}", played.opening.moves));
        }
        if moves {
            lines.push(format!("moves   {}", played.moves));
        }
        lines.push(format!("length {}, ended {}", played.length, played.end));
        for fault in &played.faults {
            let times = if fault.count > 1 { format!(" ({} times)", fault.count) } else { String::new() };
            lines.push(format!("seat {}: {}{times}: {}", fault.seat + 1, fault.fault, fault.detail));
        }
        Ok(lines.iter().map(|text| line(text)).collect())
    }
}
