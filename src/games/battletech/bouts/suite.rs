//! `boardbots battletech suite`: the eight tests by which the course measures players.

use super::choice::{Bounds, failed, load_maps, load_mech, stop_flag};
use super::table::summary;
use crate::desk::failures::read;
use crate::desk::pool;
use crate::exit::Failure;
use crate::output::{self, object, print};
use boardbots_base::printable;
use boardbots_battletech::definition::Definition;
use boardbots_battletech::notation::{definition, map};
use boardbots_battletech::simulator::field::Maps;
use boardbots_battletech::simulator::seat::Contestant;
use boardbots_battletech::simulator::suite::{Suite, TESTS, Test, Unit, disarmed};
use std::path::{Path, PathBuf};

/// What `--help` says at its end.
const HELP: &str = "\
The tests are those of the course: 1 a long way to a fight without weapons, 2 jumping, 3 attack and \
defence, 4 a light mech against a heavy one, 5 physical attacks, 6 a medium mech against its like, \
7 heat, 8 an arena of three mechs. Each is played twice from each seed, with sides swapped.

The course's maps and mechs do not come with the program: --data names a folder with
  maps/   Debian.sbt Colmena.sbt Manglar.sbt El_lago.sbt Desierto.sbt
  mechs/  Marques, Sotomayor, HGN-732_Highlander, LCT-1E_Locust, BL6-KNT_Black_Knight, \
          BJ-1DB_Blackjack, AWS-8V_Awesome, HER-1A_Hermes, ARC-2K_Archer, BNC-3E_Banshee, \
          each with .defmech.sbt
Without it maps and mechs of like shape that come with the program stand in. With --map all tests are \
on that map, or on random maps, another one for each seed: random:KEY=VALUE,… with the options of \
battletech map as keys.";

/// The options of `boardbots battletech suite`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// Folder with the course's maps and mechs [default: the built-in ones]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// The map of all tests; random or random:KEY=VALUE,… draws one for each game [default: each test's own]
    #[arg(long, value_name = "NAME|FILE|random")]
    map: Option<String>,

    /// The player to measure
    #[arg(long, value_name = "PLAYER", default_value = super::choice::STRONG)]
    player: Contestant,

    /// Its opponent
    #[arg(long, value_name = "PLAYER", default_value = super::choice::COURSE)]
    against: Contestant,

    /// Tests to run, 1 to 8 [default: all]
    #[arg(long = "test", value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    tests: Vec<u8>,

    /// Number of seeds for each test
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,

    /// The first seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    bounds: Bounds,

    /// Threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: Option<u8>,

    /// Print JSON, one line for each test
    #[arg(long)]
    json: bool,
}

/// A file of the course's folder, and its name.
fn file(folder: &Path, kind: &str, name: &str) -> Result<(String, Vec<u8>), Failure> {
    let path = folder.join(kind).join(name);
    let bytes = read(&path, 2 << 20)?;
    Ok((path.display().to_string(), bytes))
}

/// The maps of a test: from the folder, or what comes with the program.
fn maps_of(test: &Test, folder: Option<&Path>) -> Result<Maps, Failure> {
    let Some(folder) = folder else { return load_maps(test.own_map) };
    let (name, bytes) = file(folder, "maps", &format!("{}.sbt", test.map))?;
    map::read(&name, &bytes).map(Maps::One).map_err(Failure::configuration)
}

/// A mech of a test, likewise.
fn mech_of(unit: &Unit, folder: Option<&Path>) -> Result<Definition, Failure> {
    let Some(folder) = folder else {
        let mech = load_mech(unit.own)?;
        return Ok(if unit.disarmed { disarmed(mech) } else { mech });
    };
    let (name, bytes) = file(folder, "mechs", &format!("{}.defmech.sbt", unit.file))?;
    definition::read(&name, &bytes).map_err(Failure::configuration)
}

/// Runs the tests and prints each as soon as it is done.
///
/// # Errors
/// [`Failure::configuration`] for files that cannot be read, [`Failure::unexpected`] if files for players
/// cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let players = [args.player.clone(), args.against.clone()];
    let stop = stop_flag(&players)?;
    let suite = Suite { players, games: args.games, seed: args.seed, limits: args.bounds.limits() };
    let names = [args.player.to_string(), args.against.to_string()];
    let maps = args.map.as_deref().map(load_maps).transpose()?;
    // A random map is called by all that it is to be like.
    let random = maps.as_ref().and_then(Maps::random).map(|random| random.to_string());
    let named = random.as_deref().or(args.map.as_deref());
    let folder = args.data.as_deref();
    for test in TESTS.into_iter().filter(|test| args.tests.is_empty() || args.tests.contains(&test.number)) {
        let maps = maps.clone().map_or_else(|| maps_of(&test, folder), Ok)?;
        let mechs = test.units.iter().map(|unit| mech_of(unit, folder)).collect::<Result<Vec<_>, _>>()?;
        let played = pool(args.threads)?.install(|| suite.run(&test, &maps, &mechs, &stop));
        let (total, scores) = played.map_err(|error| failed(&error))?;
        let summary = summary(&names, &total);
        if args.json {
            output::json(&object! {
                test: test.number,
                name: test.name,
                measure: test.measure.text(),
                /// Of the player and of its opponent.
                scores: scores,
                #[serde(flatten)]
                summary: summary,
            })?;
        } else {
            let own = if folder.is_some() { test.map } else { test.own_map };
            let map = printable::line(named.unwrap_or(own));
            print(|out| {
                writeln!(out, "test {}: {}, on {map}", test.number, test.name)?;
                let [first, second] = scores;
                writeln!(out, "score {first:.3}, the opponent's {second:.3}: {}", test.measure.text())?;
                summary.tell(out)?;
                writeln!(out)
            })?;
        }
    }
    Ok(())
}
