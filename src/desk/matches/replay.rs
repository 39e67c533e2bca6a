//! `boardbots match replay`: a game of a record once more.

use crate::desk::failures::unwritten;
use crate::exit::CliError;
use crate::output::{json_text, print};
use boardbots_base::atomic_file::{self, fills_stdout};
use boardbots_base::invalid::InputError;
use boardbots_base::object;
use boardbots_base::printable::{line, printable};
use boardbots_game::state::Log;
use boardbots_tournament::matches::plan::MatchPlan;
use boardbots_tournament::matches::record::{self, Played};
use boardbots_tournament::matches::runner::{Runner, Step};
use boardbots_tournament::report::replay::{StepText, page};
use std::io;
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

    /// Print each state as a line of JSON, and then the line of the record
    #[arg(long)]
    json: bool,

    /// Write the game as a page for browsers, step by step, instead of printing its steps
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    page: Option<PathBuf>,
}

/// Shows a game.
///
/// # Errors
/// [`CliError::store`] if there is no such game; [`CliError::usage`] if programs would have to be started and that is not
/// allowed; [`CliError::configuration`] if the page cannot be written; [`CliError::unexpected`] if the game does not
/// agree with the rules, or comes out otherwise the second time.
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
    let runner = &Runner::new(plan).map_err(CliError::usage)?;
    Show { args, plan, played, runner, titles: plan.titles().map_err(CliError::usage)? }.show()
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
    runner: &'a Runner<'a>,
    /// The names of the plan's players in tables.
    titles: Vec<String>,
}

impl Show<'_> {
    /// Checks the game, and then shows it: nothing is printed or written of one that is wrong.
    fn show(&self) -> Result<(), CliError> {
        let Self { args, plan, played, runner, .. } = self;
        let wrong = |error: InputError| CliError::unexpected(error.at(format_args!("game {}", played.game)));
        runner.replay(played, &mut |_| ()).map_err(wrong)?;
        // Choices are so short that a person may read all of them.
        let moves = plan.game.game().separator().is_none();
        if args.again {
            let fixture = plan.fixture(played.game);
            let again = runner.play_before(&mut runner.room(), &fixture, &mut Log::none(), &mut |_| ());
            let (again, _) = again.map_err(CliError::unexpected)?;
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
        if args.json {
            return print(|out| {
                self.each(|step| writeln!(out, "{}", self.json(step)))?;
                writeln!(out, "{}", json_text(played))
            });
        }
        let head = self.head(moves);
        if let Some(path) = &args.page {
            let (mut steps, unwritten) = (Vec::new(), |error| unwritten("page", path, error));
            self.each(|step| {
                steps.push(self.text(step));
                Ok(())
            })
            .map_err(unwritten)?;
            let page = page(&head[0], &head[1..], &steps);
            atomic_file::write(path, page.as_bytes()).map_err(unwritten)?;
            if fills_stdout(&[Some(path)]) {
                return Ok(());
            }
        }
        print(|out| {
            writeln!(out, "{}", head.join("\n"))?;
            if args.page.is_some() {
                return Ok(());
            }
            self.each(|step| {
                let (heading, lines) = self.text(step);
                writeln!(out, "\n{heading}")?;
                lines.iter().try_for_each(|line| writeln!(out, "{line}"))
            })
        })
    }

    /// Hands each step of the game to a function until that fails.
    fn each(&self, mut take: impl FnMut(Step<'_>) -> io::Result<()>) -> io::Result<()> {
        let mut taken = Ok(());
        let again = self.runner.replay(self.played, &mut |step| {
            if taken.is_ok() {
                taken = take(step);
            }
        });
        taken.and(again.map(drop).map_err(io::Error::other))
    }

    /// The name of the player at a seat.
    fn title(&self, seat: usize) -> &str {
        &self.titles[self.played.seats[seat]]
    }

    /// A step as a line of JSON.
    fn json(&self, step: Step<'_>) -> String {
        let (seat, text) = step.moved.unzip();
        json_text(&object! {
            ply: step.ply,
            seat: seat,
            player: seat.map(|seat| self.title(seat)),
            r#move: text,
            story: step.story,
            view: step.state.view(None),
        })
    }

    /// A step as text: whose move it was, what followed, and the state.
    fn text(&self, step: Step<'_>) -> StepText {
        let heading = step.moved.map_or_else(
            || "Start".to_string(),
            |(seat, text)| format!("Move {}, seat {}, {}: {text}", step.ply, seat + 1, self.title(seat)),
        );
        (line(&heading), [step.story, step.state.drawing()].concat())
    }

    /// The players, opening, moves, and end of the game, in lines.
    fn head(&self, moves: bool) -> Vec<String> {
        let Self { plan, played, .. } = self;
        let mut lines = vec![format!("Game {} of {}, {}", played.game, plan.games, plan.game)];
        for seat in 0..played.seats.len() {
            let score = played.scores.get(seat).map_or(String::new(), |score| format!(", score {score}"));
            lines.push(format!("{}. {}, place {}{score}", seat + 1, self.title(seat), played.places[seat]));
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
        lines.iter().map(|text| line(text)).collect()
    }
}
