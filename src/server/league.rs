//! `boardbots league`: a league out of one file, the administration of its players, and the check of its database.

use super::serving::{self, Network};
use super::users::{self, UsersArgs};
use crate::CliError;
use crate::desk::matches::scope::{self, Field};
use crate::mistakes::Mistakes;
use crate::output::{self, json, object};
use crate::service::{Kind, Service};
use boardbots_base::pulse::Pulse;
use boardbots_base::span::Span;
use boardbots_catalog::Entry;
use boardbots_game::game::Offer;
use boardbots_league::league::Rules;
use boardbots_league::settings::{EXTENSION, Registration, Settings};
use boardbots_league::verify;
use boardbots_league::web::{self, Config};
use boardbots_ops::settings::{Entry as Line, File};
use boardbots_server::tables::{self, TableLimits};
use clap::builder::PossibleValuesParser;
use clap::{Parser, Subcommand};
use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

/// The keys of a file that are no options of the league.
const OWN: [&str; 1] = ["run"];

/// The text at the end of `--help`.
const DETAILS: &str = "\
FILE has one `key = value` on a line, `#` begins a comment:
  game          the game, as boardbots bots lists them; the only line that must be there
  title         the league's name; its colour and announcements are set on /admin
  listen, db    as the options; also behind-proxy, host, players-per-address, keep, admin-key-file
  registration  open, invitation (a link that /admin shows) or closed [default: invitation]
  versions      test (a new version plays the old one and the others first) or at-once [default: test]
  margin        Elo by which a version counts as weaker [default: 50]
  test-games    games of a test at most [default: 400]
  depth, movetime, deadline, memory, turns   the limits of players, as for boardbots match
  map, mech, place, woods   the field, as for boardbots match, with commas between mechs and between places
  pace, pause     shortest time of a choice, for those who watch [default: 200ms]; time between games [default: 5s]
  games-at-once   [default: one less than the cores]
  players       a folder beside FILE; each NAME.conf in it is a player, and is watched
A line [NAME] begins a player (small letters, digits, dashes), with `player = GAME:BOT` or `player = cmd:COMMAND`, and perhaps `version = LABEL`; files \
in the folder have the same two lines. Programs elsewhere join with the key that the page shows: \
boardbots join http://HOST/league PLAYER --key-file FILE.";

/// Run a league: pair, play, rate and show games for months.
#[derive(Debug, Parser)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true, after_help = DETAILS)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// The file that describes the league
    #[arg(value_name = "FILE", required = true)]
    file: Option<PathBuf>,
    /// Address to listen on, in place of the one in the file
    #[arg(long, value_name = "ADDR")]
    listen: Option<String>,
    /// Database, in place of the one in the file; without one all is in memory
    #[arg(long, value_name = "FILE")]
    db: Option<String>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Manage the players of a league that runs.
    Users(Box<UsersArgs>),
    /// Check that seeds, openings and results of all games agree.
    Verify(Verify),
}

#[derive(Debug, clap::Args)]
struct Verify {
    /// The league's database; the league may be running.
    #[arg(value_name = "FILE")]
    db: PathBuf,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The options of a league, as its file has them.
#[derive(Debug, clap::Args)]
pub struct Options {
    #[command(flatten)]
    network: Network,
    #[arg(long)]
    db: Option<PathBuf>,
    #[arg(long)]
    admin_key_file: Option<PathBuf>,
    #[arg(long)]
    game: Entry,
    #[arg(long, default_value = "League")]
    title: String,
    #[arg(long, value_parser = registration, default_value = "invitation")]
    registration: Registration,
    #[arg(long, value_parser = PossibleValuesParser::new(["test", "at-once"]), default_value = "test")]
    versions: String,
    #[arg(long, default_value_t = Rules::default().margin, value_parser = margin)]
    margin: f64,
    #[arg(long, default_value_t = Rules::default().most, value_parser = clap::value_parser!(u64).range(20..=100_000))]
    test_games: u64,
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=64))]
    depth: Option<u8>,
    #[arg(long)]
    movetime: Option<Span>,
    #[arg(long, default_value = "5s")]
    deadline: Span,
    /// MiB
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    memory: Option<u32>,
    #[arg(long)]
    turns: Option<u32>,
    #[command(flatten)]
    field: Field,
    #[arg(long, default_value = "200ms")]
    pace: Span,
    #[arg(long, default_value = "5s")]
    pause: Span,
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=64))]
    games_at_once: Option<u8>,
    #[arg(long)]
    players: Option<PathBuf>,
}

fn registration(text: &str) -> Result<Registration, String> {
    Registration::named(text).ok_or_else(|| format!("it is {}", Registration::ALL.map(Registration::word).join(", ")))
}

fn margin(text: &str) -> Result<f64, String> {
    let elo = text.parse().ok().filter(|elo| (1.0..=500.0).contains(elo));
    elo.ok_or_else(|| "write a number of Elo from 1 to 500".to_string())
}

/// A league as a service.
struct League {
    options: Options,
    settings: Settings,
}

/// Leagues as services.
pub const KIND: Kind = Kind {
    paths: &["admin-key-file", "players"],
    example: "FILE",
    read: Some(|path, file, mistakes| Some(Box::new(read(path, file, mistakes)?))),
    ..Kind::of::<Options>("league", include_str!("../../systemd/boardbots-league.service"), "")
};

/// The league of a file; adds its mistakes.
fn read(path: &Path, file: &File, mistakes: &mut Mistakes) -> Option<League> {
    let options = KIND.of_settings(&file.general, &OWN, &[], mistakes)?.options::<Options>()?;
    let mut settings = settings(&options).ok()?;
    settings.folder = settings.folder.map(|folder| path.parent().unwrap_or(path).join(folder));
    for part in &file.parts {
        match settings.wanted(&part.name, part.settings.entries()) {
            Ok(one) => settings.players.push(one),
            Err((line, why)) => mistakes.line(if line == 0 { part.line } else { line }, &why.to_string()),
        }
    }
    Some(League { options, settings })
}

/// Three bots of a game, the weakest, the strongest and one between them, as files of the folder of players.
pub fn house_bots(game: &str) -> Vec<(String, String)> {
    let mut offers = game.parse::<Entry>().map_or_else(|_| Vec::new(), |entry| entry.game().offers());
    offers.sort_by_key(|offer| offer.strength);
    let places = BTreeSet::from([0, offers.len() / 2, offers.len().saturating_sub(1)]);
    let file = |Offer { name, player, .. }: &Offer| {
        (format!("{}.{EXTENSION}", name.to_lowercase().replace(' ', "-")), format!("player = {player}\n"))
    };
    places.into_iter().filter_map(|place| offers.get(place).map(file)).collect()
}

/// The settings of these options, without players.
///
/// # Errors
/// [`CliError::usage`] for options that the game does not know, and as the field.
fn settings(options: &Options) -> Result<Settings, CliError> {
    let (game, field) = (options.game.game(), options.field.with_commas());
    scope::check(game, &field.given().chain([("turns", options.turns.is_some())]).collect::<Vec<_>>())?;
    let (usual, ground) = (Settings::of(game), field.read(game)?);
    let seats = ground.as_ref().map_or(game.players(), |ground| game.players_on(ground));
    let (tests, margin, most) = (options.versions == "test", options.margin, options.test_games);
    Ok(Settings {
        name: options.title.clone(),
        rules: Rules { seats, tests, margin, most },
        depth: options.depth,
        movetime: options.movetime.map(|span| u32::try_from(span.0.as_millis()).unwrap_or(u32::MAX)),
        deadline: options.deadline.0,
        memory: options.memory.map(|mebibytes| u64::from(mebibytes) << 20),
        turns: options.turns.unwrap_or(usual.turns),
        ground,
        at_once: options.games_at_once.map_or(usual.at_once, usize::from),
        pace: options.pace.0,
        pause: options.pause.0,
        registration: options.registration,
        folder: options.players.clone(),
        ..usual
    })
}

impl fmt::Display for Options {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "a league of {} at {}", self.game.name(), self.network.listen)
    }
}

impl fmt::Display for League {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}; players in the file: {}", self.options, self.settings.players.len())?;
        self.settings.folder.iter().try_for_each(|folder| write!(out, ", and those in {}", folder.display()))
    }
}

impl Service for Options {
    fn check(self: Box<Self>) -> Vec<CliError> {
        settings(&self).err().into_iter().collect()
    }

    fn run(self: Box<Self>, json: bool) -> Result<(), CliError> {
        let settings = settings(&self)?;
        Box::new(League { options: *self, settings }).run(json)
    }
}

impl Service for League {
    fn port(&self) -> Option<u16> {
        Some(self.options.network.listen.0.port())
    }

    fn check(self: Box<Self>) -> Vec<CliError> {
        let folder = self.settings.folder.as_ref().map(|folder| self.settings.in_folder(folder));
        let failed = |why| CliError::configuration(why).about("players");
        match folder {
            Some(Err(why)) => vec![failed(why)],
            Some(Ok(found)) => found.into_iter().filter_map(|(_, one)| one.err()).map(failed).collect(),
            None => Vec::new(),
        }
    }

    fn run(self: Box<Self>, _: bool) -> Result<(), CliError> {
        let Self { options, settings } = *self;
        let Options { network, db, admin_key_file, .. } = options;
        let limits = TableLimits::default().shared_by(network.players_per_address);
        let tables = tables::Config { db, keep: network.keep, limits, ..tables::Config::default() };
        if tables.db.is_none() {
            log::info!("the league lives in memory and is gone when this ends; --db FILE keeps it");
        }
        let pulse = Pulse::of_this_process();
        let server = network.config(pulse.clone());
        let closing = "the league closes; games that go on are played again after the next start";
        serving::until_signalled(&pulse, closing, "look at the league", || {
            web::start(server, Config { settings, admin_key_file }, tables)
        })
    }
}

/// Runs the command.
///
/// # Errors
/// [`CliError::configuration`] for a file that is wrong, and as the server, the administration or the check do.
pub fn run(args: Args) -> Result<(), CliError> {
    match args.command {
        Some(Command::Users(args)) => return users::run(*args),
        Some(Command::Verify(args)) => return check(&args),
        None => {}
    }
    let path = args.file.unwrap_or_default();
    let told = |failures| CliError::last(failures).expect("what is not read is wrong somewhere");
    let (mut file, mut mistakes) = Mistakes::read(&path).map_err(told)?;
    let given = [("listen", args.listen), ("db", args.db)].into_iter();
    let given = given.filter_map(|(key, value)| Some(Line { line: 0, key: key.into(), value: value? }));
    file.general =
        boardbots_ops::settings::Settings::default().over(given).over(file.general.entries().iter().cloned());
    let league = read(&path, &file, &mut mistakes);
    Box::new(mistakes.none(league).map_err(told)?).run(false)
}

fn check(args: &Verify) -> Result<(), CliError> {
    let mut wrong = Vec::new();
    let checked = verify::check(&args.db, |game, why| wrong.push((game, why.to_string()))).map_err(CliError::store)?;
    let verify::Checked { games, replayed, void, running } = checked;
    let failures: Vec<CliError> =
        wrong.iter().map(|(game, why)| CliError::store(format!("{}: game {game}: {why}", args.db.display()))).collect();
    if args.json {
        let wrong: Vec<_> = wrong.iter().map(|(game, why)| object! { game: game, why: why }).collect();
        json(&object! { games: games, replayed: replayed, void: void, running: running, wrong: wrong })?;
    } else {
        let without = games - replayed;
        output::print(|out| {
            writeln!(out, "{games} games: seeds are those whose hashes were public, and openings follow from them")?;
            writeln!(
                out,
                "{replayed} played again with the same result, {without} without a replay, {void} void, {running} go on"
            )
        })?;
    }
    CliError::last(failures).map_or(Ok(()), Err)
}
