//! `boardbots battletech fight`: players against each other.

use super::replay::Show;
use super::series::{Bounds, Score, Series, player, ready, start, unplayed};
use super::table::{row, summary, write};
use crate::desk::failures;
use crate::exit::CliError;
use crate::output::{self, object, print};
use boardbots_base::atomic_file::fills_stdout;
use boardbots_base::printable::line;
use boardbots_battletech::game::fight::Fight;
use boardbots_battletech::movement::cost::WoodsCost;
use boardbots_battletech::simulator::field::{Field, MOST_MECHS, USUAL_MAP};
use boardbots_battletech::simulator::story::Names;
use boardbots_game::spec::Spec;
use boardbots_game::state::Log;
use boardbots_ops::signals;
use boardbots_tournament::matches::record;
use boardbots_tournament::matches::runner::Runner;
use clap::builder::PossibleValuesParser;
use std::path::PathBuf;

/// The end of the text of `--help`.
const HELP: &str = "\
Players: strong, course and camper think within this process; still does nothing; cmd:COMMAND is \
any program that is called as the simulator calls it, COMMAND PLAYER PHASE, in a folder with the \
simulator's files, and leaves its action there. What it prints is thrown away. When its time or \
memory is over, or what it leaves cannot be read, its mech does nothing in that phase, and the fault \
is counted. Many games are played at the same time, but with programs one after the other.

Maps and mechs are files of the simulator (mapaSBT, defmechSBT), or come with the program: an \
unknown name lists them. Start places are drawn from the seed. So are random maps, another one for \
each game; seed= gives all games the map of that seed. Keys are the options of battletech map: \
random:size=24x17,relief=6,woods=30,water=10,roads=2.";

/// The options of `boardbots battletech fight`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The map; random or random:KEY=VALUE,… draws one for each game
    #[arg(long, value_name = "NAME|FILE|random", default_value = USUAL_MAP)]
    map: String,

    /// The mechs, 2 to 8 [default: two of a kind]
    #[arg(long = "mech", value_name = "NAME|FILE")]
    mechs: Vec<String>,

    /// The players of the mechs, in the same order; the last one plays all remaining mechs [default: strong,
    /// course]
    #[arg(long = "player", value_name = "PLAYER", value_parser = player)]
    players: Vec<Spec>,

    /// Where the mechs start, in the same order: a hex and a side, such as 0203:4 [default: at random]
    #[arg(long = "place", value_name = "CCRR:SIDE")]
    places: Vec<String>,

    /// Seed of the fight [default: a new one each time, which is printed]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// After this number of turns the mech that kept the largest share of its armour and structure wins
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=1000))]
    turns: u32,

    /// Number of games; with more than one, only totals are printed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,

    /// Play each game again with swapped sides: the same places and dice, the players rotated
    #[arg(long)]
    swap: bool,

    /// How to read the movement costs of woods
    #[arg(long, default_value = WoodsCost::Added.word(), value_parser = PossibleValuesParser::new(WoodsCost::ALL.map(WoodsCost::word)))]
    woods: String,

    #[command(flatten)]
    bounds: Bounds,

    /// Threads for several games [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: Option<u8>,

    /// Write a record of the fight
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Draw every turn into this folder
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,

    /// Print everything that happens
    #[arg(long, conflicts_with = "json")]
    text: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    /// The map, mechs and places.
    fn field(&self) -> Result<Field, CliError> {
        if self.mechs.len() > MOST_MECHS {
            return Err(CliError::usage("2 to 8 mechs").about("mech"));
        }
        if self.players.len() > self.mechs.len().max(2) {
            return Err(CliError::usage("more players than mechs").about("player"));
        }
        let mut said = vec![("map", self.map.as_str()), ("woods", &self.woods)];
        said.extend(self.mechs.iter().map(|mech| ("mech", mech.as_str())));
        said.extend(self.places.iter().map(|place| ("place", place.as_str())));
        Field::check(&said).map_err(CliError::usage)?;
        Field::of(&said).map_err(CliError::configuration)
    }
}

/// Plays one game and tells it, or many and prints their totals.
///
/// # Errors
/// [`CliError::usage`] for options that do not fit together, [`CliError::configuration`] for files that
/// cannot be read or written, [`CliError::unexpected`] if files for players cannot be written.
pub fn run(args: &Args) -> Result<(), CliError> {
    let field = &args.field()?;
    let usual = [player("strong"), player("course")].into_iter().collect::<Result<Vec<_>, _>>();
    let usual = usual.map_err(CliError::unexpected)?;
    let series = Series {
        field,
        players: if args.players.is_empty() { &usual } else { &args.players },
        bounds: args.bounds,
        games: args.games,
        swapped: args.swap,
        seed: args.seed.unwrap_or_else(|| fastrand::u64(..1 << 32)),
        turns: args.turns,
    };
    if args.games == 1 && !args.swap {
        return one(args, &series);
    }
    if args.record.is_some() || args.svg.is_some() || args.text {
        return Err(CliError::usage("--record, --svg and --text are for one game"));
    }
    let summary = summary(&names(&series), &series.play(args.threads)?);
    if args.json {
        return output::json(&summary);
    }
    print(|out| {
        writeln!(out, "seeds from {}", series.seed)?;
        field.random().map_or(Ok(()), |map| writeln!(out, "maps {map}"))?;
        summary.tell(out)
    })
}

/// The players of all mechs, with the numbers of these.
fn names(series: &Series<'_>) -> Vec<String> {
    series.seated().enumerate().map(|(mech, player)| line(&format!("{mech} {}", player.title()))).collect()
}

fn one(args: &Args, series: &Series<'_>) -> Result<(), CliError> {
    let plan = series.plan()?;
    let stop = signals::stop_flag().map_err(CliError::unexpected)?;
    let runner = Runner::new(&plan).map_err(CliError::configuration)?.until(&stop);
    let fixture = plan.fixture(0);
    ready(&runner, std::slice::from_ref(&fixture))?;
    let start = start(&plan, &fixture).map_err(CliError::configuration)?;
    let mechs = Names::of(start.situation());
    let told = !args.json && !fills_stdout(&[args.record.as_deref()]);
    let mut show = Show::new(&start, args.svg.as_deref(), told, args.text)?;
    let map = series.field.random().map(|map| map.seeded(series.seed).to_string());
    if told {
        print(|out| {
            writeln!(out, "seed {}", series.seed)?;
            map.as_ref().map_or(Ok(()), |map| writeln!(out, "map {map}"))?;
            for (mech, player) in series.seated().enumerate() {
                writeln!(out, "  {}: {}", mechs.long(mech), player.title())?;
            }
            Ok(())
        })?;
    }
    let played = runner.play_before(&mut runner.room(), &fixture, &mut Log::story(), &mut |state| {
        state.of::<Fight>().iter().flat_map(|fight| &fight.turns).for_each(|turn| show.turn(turn));
    });
    let (played, end) = played.map_err(unplayed)?;
    if let Some(path) = &args.record {
        let text = record::text(&plan, &[(0, played.clone())].into());
        failures::write("record", path, text.as_bytes())?;
    }
    show.done()?;
    let end = end.of::<Fight>();
    let Some((fight, outcome)) = end.and_then(|fight| fight.battle.outcome().map(|outcome| (fight, outcome))) else {
        return Err(CliError::unexpected("the fight has no end"));
    };
    let turns = fight.battle.turn();
    let rows = names(series).into_iter().zip(fight.sheets()).enumerate().map(|(seat, (name, sheet))| {
        let mut score = Score::default();
        score.add(&sheet, &played, seat);
        row(name, &score)
    });
    let rows: Vec<_> = rows.collect();
    if args.json {
        return output::json(&object! {
            seed: series.seed,
            #[serde(flatten)]
            map: map.map(|map| object! { map: map }),
            turns: turns,
            winner: outcome.winner,
            limit: outcome.limit,
            players: rows,
        });
    }
    if !told {
        return Ok(());
    }
    print(|out| {
        let how = if outcome.limit {
            "the larger share of armour and structure kept at the last turn"
        } else {
            "the last one standing"
        };
        match outcome.winner {
            Some(winner) => writeln!(out, "{} wins after {turns} turns: {how}\n", mechs.short(winner))?,
            None => writeln!(out, "a tie after {turns} turns\n")?,
        }
        write(&rows, out)
    })
}
