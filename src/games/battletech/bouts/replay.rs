//! `boardbots battletech replay`: a recorded fight, seen again.

use super::series::start;
use crate::desk::failures::{read, unwritten};
use crate::exit::CliError;
use crate::output::print;
use boardbots_base::atomic_file;
use boardbots_battletech::battle::Battle;
use boardbots_battletech::definition::Definition;
use boardbots_battletech::game::fight::Fight;
use boardbots_battletech::simulator::brief::brief;
use boardbots_battletech::simulator::drawing::{Scene, draw};
use boardbots_battletech::simulator::record::Record;
use boardbots_battletech::simulator::story::{Names, tell};
use boardbots_tournament::matches::record;
use boardbots_tournament::matches::runner::{Runner, play_again};
use std::fs;
use std::path::{Path, PathBuf};

/// The beginning of the record of a match.
const MATCH: &str = "{\"boardbots-match\"";
/// Most bytes of a record: 1,000 turns of 8 mechs take a third of it.
const MAX_BYTES: u64 = 64 << 20;

/// The options of `boardbots battletech replay`.
#[derive(clap::Args)]
pub struct Args {
    /// The record
    record: PathBuf,

    /// Draw every turn into this folder
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,

    /// Print everything that happens
    #[arg(long)]
    text: bool,
}

/// Tells a recorded fight, which must be one that the rules make. Of the record of a match it is the first game.
///
/// # Errors
/// [`CliError::configuration`] for a file that is no record, a record that the rules do not make, or pictures that cannot
/// be written.
pub fn run(args: &Args) -> Result<(), CliError> {
    let wrong = |error: &dyn std::fmt::Display| CliError::file(&args.record, error);
    let bytes = read(&args.record, MAX_BYTES)?;
    let text = String::from_utf8(bytes).map_err(|error| wrong(&error))?;
    let show = |start: &Battle| Show::new(start, args.svg.as_deref(), true, args.text);
    if !text.starts_with(MATCH) {
        let record = Record::parse(&text).map_err(|error| wrong(&error))?;
        let start = record.battle().map_err(|error| wrong(&error))?;
        let mut show = show(&start)?;
        let mut fight = Fight::in_match(start, "");
        let (moves, mut differs) = (record.moves(), None);
        let again = play_again(&mut fight, moves.iter().map(String::as_str), &mut |step| {
            for turn in step.state.of::<Fight>().iter().flat_map(|fight| &fight.turns) {
                if differs.is_none() && record.agrees(turn) {
                    show.turn(turn);
                } else {
                    differs.get_or_insert(turn.turn());
                }
            }
        });
        show.done()?;
        if let Some(turn) = differs {
            return Err(wrong(&format_args!("the rules make something else of turn {turn}")));
        }
        again.map_err(|error| wrong(&error))?;
        return show.end(&fight.battle);
    }
    let (plan, games) = record::parse(&args.record, &text).map_err(CliError::configuration)?;
    let played = games.values().next().ok_or_else(|| wrong(&"the record has no game"))?;
    let start = start(&plan, &plan.fixture(played.game)).map_err(|error| wrong(&error))?;
    let mut show = show(&start)?;
    let runner = Runner::new(&plan).map_err(|error| wrong(&error))?;
    let end = runner.replay(played, &mut |step| {
        step.state.of::<Fight>().iter().flat_map(|fight| &fight.turns).for_each(|turn| show.turn(turn));
    });
    show.done()?;
    let end = end.map_err(|error| wrong(&error))?;
    end.of::<Fight>().map_or(Ok(()), |fight| show.end(&fight.battle))
}

/// Tells turns and draws them.
pub struct Show {
    folder: Option<PathBuf>,
    /// The mechs at the start.
    mechs: Vec<Definition>,
    told: bool,
    all: bool,
    turns: u32,
    /// The first failure to print or to draw.
    failure: Option<CliError>,
}

impl Show {
    /// Shows a battle from its start: draws into a folder, tells shortly or all.
    pub fn new(start: &Battle, folder: Option<&Path>, told: bool, all: bool) -> Result<Self, CliError> {
        let mechs = start.situation().mechs.iter().map(|mech| mech.definition.clone()).collect();
        let mut show = Self { folder: folder.map(Path::to_path_buf), mechs, told, all, turns: 0, failure: None };
        if let Some(folder) = folder {
            fs::create_dir_all(folder).map_err(|error| unwritten("svg", folder, error))?;
            show.draw(start);
        }
        show.done().map(|()| show)
    }

    /// Ends the show.
    pub fn done(&mut self) -> Result<(), CliError> {
        self.failure.take().map_or(Ok(()), Err)
    }

    fn keep(&mut self, done: Result<(), CliError>) {
        if let Err(failure) = done {
            self.failure.get_or_insert(failure);
        }
    }

    fn draw(&mut self, battle: &Battle) {
        let Some(folder) = &self.folder else { return };
        let turn = battle.turn();
        let title = if turn == 0 { "Before the first turn".to_string() } else { format!("Turn {turn}") };
        let scene = Scene { situation: battle.situation(), events: battle.events(), whole: &self.mechs, title: &title };
        let path = folder.join(format!("turn-{turn:03}.svg"));
        let written = atomic_file::swap(&path, draw(&scene).as_bytes());
        self.keep(written.map_err(|error| unwritten("svg", &path, error)));
    }

    fn tell(&mut self, battle: &Battle) {
        let names = Names::of(battle.situation());
        let done = print(|out| {
            if !self.all {
                return out.write_all(brief(battle, &names).as_bytes());
            }
            for line in battle.events().iter().filter_map(|event| tell(event, &names)) {
                writeln!(out, "{line}")?;
            }
            writeln!(out)
        });
        self.keep(done);
    }

    /// Shows a turn that a battle has just played.
    pub fn turn(&mut self, battle: &Battle) {
        self.turns = battle.turn();
        if self.told {
            self.tell(battle);
        }
        self.draw(battle);
    }

    /// Tells how a battle has ended.
    fn end(&self, battle: &Battle) -> Result<(), CliError> {
        let (names, turns) = (Names::of(battle.situation()), self.turns);
        print(|out| match battle.outcome().map(|outcome| outcome.winner) {
            Some(Some(winner)) => writeln!(out, "{} wins after {turns} turns", names.short(winner)),
            Some(None) => writeln!(out, "a tie after {turns} turns"),
            None => writeln!(out, "the record ends after {turns} turns"),
        })
    }
}
