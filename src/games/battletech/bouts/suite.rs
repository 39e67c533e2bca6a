//! `boardbots battletech suite`: the eight tests by which the course measures players.

use super::series::{Bounds, Series, Total, player};
use super::table::summary;
use crate::desk::failures::read;
use crate::exit::{CliError, Exit};
use crate::output::{self, object, print};
use boardbots_base::printable;
use boardbots_battletech::generator::RandomMap;
use boardbots_battletech::movement::cost::WoodsCost;
use boardbots_battletech::notation::definition;
use boardbots_battletech::simulator::field::{self, Field, Piece};
use boardbots_battletech::simulator::setup::long_way;
use boardbots_battletech::simulator::suite::{Measure, TESTS, Test, Unit, disarmed, rounds};
use boardbots_game::spec::Spec;
use std::path::{Path, PathBuf};

/// The end of the text of `--help`.
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
    #[arg(long, value_name = "PLAYER", default_value = "strong", value_parser = player)]
    player: Spec,

    /// Its opponent
    #[arg(long, value_name = "PLAYER", default_value = "course", value_parser = player)]
    against: Spec,

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

/// A file of the course's folder.
fn file(folder: &Path, kind: &str, name: &str) -> Result<Piece, CliError> {
    let path = folder.join(kind).join(name);
    Ok(Piece::file(&path.display().to_string(), &read(&path, 2 << 20)?))
}

/// The map of a name or a file, or random maps.
fn map_of(name: &str) -> Result<Piece, CliError> {
    let exit = if RandomMap::is_asked(name) { Exit::Usage } else { Exit::Configuration };
    field::map_of(name).map_err(|error| CliError::new(exit, error.at("--map")).about("map"))
}

/// A mech of a test, from the folder or of our own.
fn mech_of(unit: &Unit, folder: Option<&Path>) -> Result<Piece, CliError> {
    if let Some(folder) = folder {
        return file(folder, "mechs", &format!("{}.defmech.sbt", unit.file));
    }
    let own = Piece::known(unit.own);
    if !unit.disarmed {
        return Ok(own);
    }
    let mech = disarmed(own.mech().map_err(CliError::unexpected)?);
    Ok(Piece::file(unit.own, &definition::write(&mech)))
}

/// Runs the tests and prints each as soon as it is done.
///
/// # Errors
/// [`CliError::configuration`] for files that cannot be read, [`CliError::unexpected`] if files for players
/// cannot be written.
pub fn run(args: &Args) -> Result<(), CliError> {
    let names = [args.player.title(), args.against.title()];
    let asked = args.map.as_deref().map(map_of).transpose()?;
    let folder = args.data.as_deref();
    for test in TESTS.into_iter().filter(|test| args.tests.is_empty() || args.tests.contains(&test.number)) {
        let map = match (&asked, folder) {
            (Some(map), _) => map.clone(),
            (None, None) => map_of(test.own_map)?,
            (None, Some(folder)) => file(folder, "maps", &format!("{}.sbt", test.map))?,
        };
        map.check_map().map_err(CliError::configuration)?;
        // A random map is called by all that it is to be like.
        let name = match &asked {
            Some(map) => &map.name,
            None => {
                if folder.is_some() {
                    test.map
                } else {
                    test.own_map
                }
            }
        };
        let mechs = test.units.iter().map(|unit| mech_of(unit, folder)).collect::<Result<Vec<_>, _>>()?;
        let (total, scores) = measured(args, &test, &map, &mechs)?;
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
            print(|out| {
                writeln!(out, "test {}: {}, on {}", test.number, test.name, printable::line(name))?;
                let [first, second] = scores;
                writeln!(out, "score {first:.3}, the opponent's {second:.3}: {}", test.measure.text())?;
                summary.tell(out)?;
                writeln!(out)
            })?;
        }
    }
    Ok(())
}

/// Plays the games of a test; what happened in them, and the scores of the player and of its opponent.
fn measured(args: &Args, test: &Test, map: &Piece, mechs: &[Piece]) -> Result<(Total, [f64; 2]), CliError> {
    let players = [args.player.clone(), args.against.clone()];
    let play = |mechs: Vec<Piece>| {
        let mut field = Field { map: map.clone(), mechs, places: Vec::new(), way: None, woods: WoodsCost::default() };
        if field.random().is_some() {
            field.way = test.way;
        } else if let Some(most) = test.way {
            // One search for the places of all games.
            let setup = field.setup(args.seed, test.turns).map_err(CliError::configuration)?;
            field.places = long_way(&setup.map, &setup.mechs, most).unwrap_or_default();
        }
        let (field, players, bounds, turns) = (&field, &players[..], args.bounds, test.turns);
        Series { field, players, bounds, games: args.games, swapped: true, seed: args.seed, turns }.play(args.threads)
    };
    if test.measure != Measure::Rounds {
        let total = play(mechs.to_vec())?;
        let scores = [0, 1].map(|player| test.measure.of(&total.players[player].sheet));
        return Ok((total, scores));
    }
    let (mut total, mut wins) = (Total::default(), Vec::new());
    for mech in mechs {
        let part = play(vec![mech.clone(); 2])?;
        wins.push(part.winners.values().copied().collect());
        total.join(part);
    }
    Ok((total, rounds(&wins)))
}
