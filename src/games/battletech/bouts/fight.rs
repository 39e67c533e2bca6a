//! `boardbots battletech fight`: players against each other.

use super::choice::{Bounds, Woods, failed, load_maps, load_mech, place, stop_flag};
use super::replay::Show;
use super::table::{row, summary, write};
use crate::desk::failures::unwritten;
use crate::desk::pool;
use crate::exit::Failure;
use crate::output::{self, object, print};
use boardbots_base::atomic_file::{self, fills_stdout};
use boardbots_base::printable::line;
use boardbots_battletech::action::Phase;
use boardbots_battletech::battle::{Battle, Options, Place};
use boardbots_battletech::simulator::fight::{FightError, Report, Setup, Witness, fight};
use boardbots_battletech::simulator::record::Record;
use boardbots_battletech::simulator::seat::{Answer, Contestant};
use boardbots_battletech::simulator::series::{Score, Series};
use boardbots_battletech::simulator::setup::Redraw;
use boardbots_battletech::simulator::story::Names;
use boardbots_battletech::situation::Settings;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// What `--help` says at its end.
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
    #[arg(long, value_name = "NAME|FILE|random", default_value = super::choice::DEFAULT_MAP)]
    map: String,

    /// The mechs, 2 to 8 [default: two of a kind]
    #[arg(long = "mech", value_name = "NAME|FILE")]
    mechs: Vec<String>,

    /// The players of the mechs, in the same order; the last one plays all remaining mechs [default: strong,
    /// course]
    #[arg(long = "player", value_name = "PLAYER")]
    players: Vec<Contestant>,

    /// Where the mechs start, in the same order: a hex and a side, such as 0203:4 [default: at random]
    #[arg(long = "place", value_name = "CCRR:SIDE", value_parser = place)]
    places: Vec<Place>,

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
    #[arg(long, value_enum, default_value_t = Woods::Added)]
    woods: Woods,

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
    /// The set-up of the first game, and how those of the others have other maps.
    fn setup(&self) -> Result<(Setup, Option<Redraw>), Failure> {
        let two = [super::choice::DEFAULT_MECH.to_string(), super::choice::DEFAULT_MECH.to_string()];
        let names = match self.mechs.as_slice() {
            [] => &two[..],
            [one] => &[one.clone(), one.clone()][..],
            named if named.len() <= 8 => named,
            _ => return Err(Failure::usage("2 to 8 mechs").about("mech")),
        };
        if !(self.places.is_empty() || self.places.len() == names.len()) {
            return Err(Failure::usage("a place for each mech, or for none").about("place"));
        }
        if self.players.len() > names.len() {
            return Err(Failure::usage("more players than mechs").about("player"));
        }
        let mechs: Result<Vec<_>, Failure> = names.iter().map(|name| load_mech(name)).collect();
        let seed = self.seed.unwrap_or_else(|| fastrand::u64(..1 << 32));
        let maps = load_maps(&self.map)?;
        let setup = Setup {
            map: maps.of(seed),
            mechs: mechs?,
            places: (!self.places.is_empty()).then(|| self.places.clone()),
            settings: Settings::default(),
            options: Options { turns: self.turns, woods: self.woods.into(), ..Options::default() },
            seed,
        };
        Ok((setup, maps.random().map(|map| Redraw { map, way: None })))
    }

    fn contestants(&self) -> Vec<Contestant> {
        if self.players.is_empty() { super::choice::default_players() } else { self.players.clone() }
    }
}

/// Plays one game and tells it, or many and tells what came of them.
///
/// # Errors
/// [`Failure::usage`] for options that do not fit together, [`Failure::configuration`] for files that
/// cannot be read or written, [`Failure::unexpected`] if files for players cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let (setup, redraw) = args.setup()?;
    let contestants = args.contestants();
    let stop = stop_flag(&contestants)?;
    if args.games > 1 || args.swap {
        if args.record.is_some() || args.svg.is_some() || args.text {
            return Err(Failure::usage("--record, --svg and --text are for one game"));
        }
        return many(args, (&setup, redraw), &contestants, &stop);
    }
    one(args, (&setup, redraw), &contestants, &stop)
}

/// The set-up of the first game, and how those of the others have other maps.
type Grounds<'a> = (&'a Setup, Option<Redraw>);

/// The players of all mechs, with the numbers of these.
fn names(setup: &Setup, contestants: &[Contestant]) -> Vec<String> {
    (0..setup.mechs.len()).map(|mech| line(&format!("{mech} {}", Contestant::of(contestants, mech)))).collect()
}

fn many(
    args: &Args,
    (setup, redraw): Grounds<'_>,
    contestants: &[Contestant],
    stop: &AtomicBool,
) -> Result<(), Failure> {
    let limits = args.bounds.limits();
    let series = Series { setup, redraw, contestants, limits, games: args.games, swapped: args.swap };
    let total = pool(args.threads)?.install(|| series.play(stop)).map_err(|error| failed(&error))?;
    let summary = summary(&names(setup, contestants), &total);
    if args.json {
        return output::json(&summary);
    }
    print(|out| {
        writeln!(out, "seeds from {}", setup.seed)?;
        redraw.map_or(Ok(()), |redraw| writeln!(out, "maps {}", redraw.map))?;
        summary.tell(out)
    })
}

fn one(
    args: &Args,
    (setup, redraw): Grounds<'_>,
    contestants: &[Contestant],
    stop: &AtomicBool,
) -> Result<(), Failure> {
    let start = setup.battle().map_err(|error| failed(&FightError::Refused(error)))?;
    let told = !args.json && !fills_stdout(&[args.record.as_deref()]);
    let mut show = Show::new(&start, args.svg.as_deref(), told, args.text)?;
    let mut witness = Both { record: Record::of(setup, &start, contestants), show: &mut show };
    let players = names(setup, contestants);
    let map = redraw.map(|redraw| redraw.map.seeded(setup.seed).to_string());
    if told {
        let names = Names::of(start.situation());
        print(|out| {
            writeln!(out, "seed {}", setup.seed)?;
            map.as_ref().map_or(Ok(()), |map| writeln!(out, "map {map}"))?;
            for (mech, player) in players.iter().enumerate() {
                let player = player.split_once(' ').map_or("", |(_, player)| player);
                writeln!(out, "  {}: {player}", names.long(mech))?;
            }
            Ok(())
        })?;
    }
    let report = fight(setup, contestants, args.bounds.limits(), &mut witness, stop).map_err(|error| failed(&error))?;
    if let Some(path) = &args.record {
        let written = atomic_file::write(path, witness.record.text().as_bytes());
        written.map_err(|error| unwritten("record", path, error))?;
    }
    show.done()?;
    let Report { outcome, turns, sheets, clocks } = report;
    let scores = sheets.into_iter().zip(clocks).map(|(sheet, clock)| Score { sheet, clock });
    let rows: Vec<_> = players.into_iter().zip(scores).map(|(name, score)| row(name, &score)).collect();
    if args.json {
        return output::json(&object! {
            seed: setup.seed,
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
        let names = Names::of(start.situation());
        match outcome.winner {
            Some(winner) => writeln!(out, "{} wins after {turns} turns: {how}\n", names.short(winner))?,
            None => writeln!(out, "a tie after {turns} turns\n")?,
        }
        write(&rows, out)
    })
}

/// Records and shows.
struct Both<'a> {
    record: Record,
    show: &'a mut Show,
}

impl Witness for Both<'_> {
    fn answered(&mut self, mech: usize, phase: Phase, answer: &Answer) {
        self.record.answered(mech, phase, answer);
    }

    fn turn(&mut self, battle: &Battle) {
        self.record.turn(battle);
        self.show.turn(battle);
    }
}
