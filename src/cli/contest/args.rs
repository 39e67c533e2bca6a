//! The options of a match.

use super::shown::Shown;
use super::{piece, scope};
use crate::cli::battletech::choice;
use crate::cli::exit::{Exit, Failure};
use crate::matches::battletech::field::Field;
use crate::matches::contest::opening::Openings;
use crate::matches::contest::plan::{Format, Pace, Plan, Shard, VERSION};
use crate::matches::contest::spec::{Game, Spec};
use crate::matches::rating::sprt::{Scale, Sprt, Terms};
use crate::search::game::MAX_DEPTH;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Random plies that may be asked for.
pub const PLIES: RangeInclusive<u8> = 0..=40;
/// Most bytes of a file of openings or players, which become part of the record.
const MAX_BYTES: u64 = 1 << 20;

/// Milliseconds after which a move counts as not made, without a choice.
const DEADLINE: u32 = 10_000;
/// Moves of each player of Vindinium without a choice.
pub const MOVES: u32 = 300;
/// Turns of BattleTech without a choice.
const TURNS: u32 = 50;
/// Most turns of BattleTech.
const MOST_TURNS: u32 = 1000;

/// What `--help` says at its end.
const PLAYERS_HELP: &str = "\
Players: GAME:NAME,KEY=VALUE,… as in desconecta4:strong,depth=8, or cmd:COMMAND for a program that speaks
the protocol of boardbots engine; in battletech, for one that is called as the simulator calls it.
LABEL= before it gives a player a name of its own in the table. In files of --players a line that begins
with # is a comment.

  desconecta4, tron  judges of the search, with depth=, movetime=, parameters=FILE, table=, threads=
  vindinium          default with depth=, parameters=FILE, threads=; miner, hunter, guard, random
  dragon-slayer      the personalities of dragon-slayer simulate, and hold-N, hold-N-or-1
  battletech         strong, course, still";

/// The options of a match.
#[derive(clap::Args)]
#[command(after_help = PLAYERS_HELP)]
#[allow(clippy::struct_excessive_bools)]
pub struct Match {
    /// Who plays, two or more
    #[arg(value_name = "PLAYER", required_unless_present = "roster", num_args = 1..)]
    players: Vec<Spec>,

    /// A file of further players, one on a line
    #[arg(long = "players", value_name = "FILE")]
    roster: Option<PathBuf>,

    /// The game, where no player says it
    #[arg(long, value_name = "GAME")]
    game: Option<Game>,

    /// Games in all; every opening is played from both sides
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,

    /// Who meets whom: round-robin or gauntlet (the first against all others)
    #[arg(long, value_name = "FORMAT", default_value = "round-robin", value_parser = format)]
    format: Format,

    /// The same openings for the same number
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Plies to search, for players that do not say it themselves
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u8>,

    /// Milliseconds for a move, for players that do not say it themselves
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..=86_400_000))]
    movetime: Option<u32>,

    /// Milliseconds after which a move counts as not made [default: 10000]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..=86_400_000))]
    deadline: Option<u32>,

    /// A file of openings of Desconecta4-BOOM, a line of moves each, instead of random ones
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Random plies of an opening of Desconecta4-BOOM [default: 8]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(i64::from(*PLIES.start())..=i64::from(*PLIES.end())), conflicts_with = "openings")]
    plies: Option<u8>,

    /// Rows and columns of maps of TRON, least and most [default: 10-20]
    #[arg(long, value_name = "A-B")]
    sizes: Option<Sizes>,

    /// Moves of each player in Vindinium, turns in BattleTech [default: 300, 50]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1200))]
    turns: Option<u32>,

    /// The map of BattleTech, a name or a file, as for boardbots battletech fight [default: colinas]
    #[arg(long, value_name = "NAME|FILE")]
    map: Option<String>,

    /// A mech of BattleTech, a name or a file; twice for two different ones [default: tejon]
    #[arg(long = "mech", value_name = "NAME|FILE")]
    mechs: Vec<String>,

    /// Stop as soon as it is plain whether the first player is stronger by ELO1 or only by ELO0
    #[arg(long, value_name = "ELO0,ELO1")]
    sprt: Option<Hypotheses>,

    /// How often the test may say ELO1 though ELO0 holds
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = probability, requires = "sprt")]
    alpha: f64,

    /// How often the test may say ELO0 though ELO1 holds
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = probability, requires = "sprt")]
    beta: f64,

    /// Elo of the test is normalized by the deviation of pairs
    #[arg(long, requires = "sprt")]
    normalized: bool,

    /// Play every N-th unit of games only, from the K-th on, to be joined by `match merge`
    #[arg(long, value_name = "K/N")]
    shard: Option<Part>,

    /// Keep all games in a file; the same command goes on with it
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,

    /// Games at a time [default: as many as cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub concurrency: Option<usize>,

    /// More games at a time than cores
    #[arg(long)]
    pub force: bool,

    /// End the match with the first fault of a player
    #[arg(long)]
    pub strict: bool,

    #[command(flatten)]
    pub shown: Shown,
}

fn format(text: &str) -> Result<Format, &'static str> {
    match text {
        "round-robin" => Ok(Format::RoundRobin),
        "gauntlet" => Ok(Format::Gauntlet),
        _ => Err("write round-robin or gauntlet"),
    }
}

fn probability(text: &str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|p| *p > 0.0 && *p < 0.5).ok_or("a probability above 0 and below 0.5")
}

/// Games at a time, as they are written.
pub fn threads(text: &str) -> Result<usize, &'static str> {
    text.parse().ok().filter(|count| (1..=1024).contains(count)).ok_or("a number from 1 to 1024")
}

/// Rows and columns, least and most.
#[derive(Clone, Copy, Debug)]
pub struct Sizes(pub u8, pub u8);

impl FromStr for Sizes {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        let sizes = least.parse().ok().zip(most.parse().ok());
        let within = |&(least, most): &(u8, u8)| least <= most && (5..=40).contains(&least) && most <= 40;
        sizes.filter(within).map(|(least, most)| Self(least, most)).ok_or("two numbers from 5 to 40, such as 10-20")
    }
}

/// Two differences in Elo.
#[derive(Clone, Copy, Debug)]
struct Hypotheses(f64, f64);

impl FromStr for Hypotheses {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let pair = text.split_once(',').and_then(|(one, other)| Some((one.parse().ok()?, other.parse().ok()?)));
        let sound = |&(elo0, elo1): &(f64, f64)| elo0 < elo1 && elo0.abs() <= 1000.0 && elo1.abs() <= 1000.0;
        pair.filter(sound).map(|(elo0, elo1)| Self(elo0, elo1)).ok_or("two numbers, the smaller first, such as 0,10")
    }
}

/// A part of a match.
#[derive(Clone, Copy, Debug)]
struct Part(Shard);

impl FromStr for Part {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let part = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        let sound = |&(number, of): &(u64, u64)| (1..=of).contains(&number) && of <= 100_000;
        part.filter(sound).map(|(number, of)| Self(Shard { number, of })).ok_or("a part and how many there are: 2/8")
    }
}

impl Match {
    /// What is to be played.
    ///
    /// # Errors
    /// [`Exit::Usage`] or [`Exit::Configuration`]: what does not fit together.
    pub fn plan(&self) -> Result<Plan, Failure> {
        let usage = |error: String| Failure::new(Exit::Usage, error);
        let mut players = self.players.clone();
        if let Some(path) = &self.roster {
            players.extend(roster(path)?);
        }
        let game = self.game.or_else(|| players.iter().find_map(Spec::game));
        let game = game.ok_or_else(|| usage("no player says which game it is; add --game GAME".into()))?;
        if self.sprt.is_some() && (players.len() != 2 || game.seats() != 2) {
            return Err(usage("--sprt compares two players of a game for two".into()));
        }
        if self.sprt.is_some() && self.shard.is_some() {
            return Err(usage("--sprt looks at all games, --shard plays only some of them".into()));
        }
        scope::check(game, &self.given())?;
        let scale = if self.normalized { Scale::Normalized } else { Scale::Logistic };
        let terms = |Hypotheses(elo0, elo1)| Terms { elo0, elo1, alpha: self.alpha, beta: self.beta, scale };
        let test = self.sprt.map(|bounds| Sprt::try_from(terms(bounds))).transpose();
        let test = test.map_err(|error| usage(format!("--sprt: {error}")))?;
        let lines = self.openings.as_deref().map_or(Ok(Vec::new()), lines)?;
        let plan = Plan {
            version: VERSION,
            game,
            players: players.iter().map(ToString::to_string).collect(),
            format: self.format,
            games: self.games,
            seed: self.seed,
            pace: Pace { depth: self.depth, movetime: self.movetime, deadline: self.deadline.unwrap_or(DEADLINE) },
            turns: self.turns.unwrap_or(if game == Game::Battletech { TURNS } else { MOVES }),
            field: self.field(game)?,
            openings: openings(self.plies, self.sizes, lines),
            test,
            shard: self.shard.map(|part| part.0),
            files: files(&players)?,
        };
        plan.specs().map_err(usage)?;
        Ok(plan)
    }

    /// Which options were given, of those that not all games know.
    fn given(&self) -> [(&'static str, bool); 9] {
        [
            ("depth", self.depth.is_some()),
            ("movetime", self.movetime.is_some()),
            ("deadline", self.deadline.is_some()),
            ("openings", self.openings.is_some()),
            ("plies", self.plies.is_some()),
            ("sizes", self.sizes.is_some()),
            ("turns", self.turns.is_some()),
            ("map", self.map.is_some()),
            ("mech", !self.mechs.is_empty()),
        ]
    }

    /// What BattleTech is fought on and with.
    fn field(&self, game: Game) -> Result<Option<Value>, Failure> {
        let usage = |message: &str| Failure::new(Exit::Usage, message);
        if game != Game::Battletech {
            return Ok(None);
        }
        if self.turns.is_some_and(|turns| turns > MOST_TURNS) {
            return Err(usage("--turns: a fight has at most 1000"));
        }
        let (first, second) = match self.mechs.as_slice() {
            [] => (choice::DEFAULT_MECH, choice::DEFAULT_MECH),
            [both] => (both.as_str(), both.as_str()),
            [first, second] => (first.as_str(), second.as_str()),
            _ => return Err(usage("--mech: a fight has two mechs")),
        };
        let map = piece::map(self.map.as_deref().unwrap_or(choice::DEFAULT_MAP))?;
        let field = Field { map, mechs: [piece::mech(first)?, piece::mech(second)?] };
        serde_json::to_value(field).map(Some).map_err(|error| Failure::new(Exit::Unexpected, error))
    }
}

/// How openings are made, with what was chosen for them.
pub fn openings(plies: Option<u8>, sizes: Option<Sizes>, lines: Vec<String>) -> Openings {
    let usual = Openings::default();
    let sizes = sizes.map_or(usual.sizes, |Sizes(least, most)| (least, most));
    Openings { plies: plies.unwrap_or(usual.plies), sizes, lines }
}

/// The files of constants that players name, by these names.
fn files(players: &[Spec]) -> Result<BTreeMap<String, String>, Failure> {
    let files = players.iter().filter_map(|spec| spec.file().transpose());
    files.collect::<Result<_, _>>().map_err(|error| Failure::new(Exit::Configuration, error))
}

/// The text of a file that becomes part of the record.
fn text(path: &Path) -> Result<String, Failure> {
    String::from_utf8(choice::read(path, MAX_BYTES)?).map_err(|error| wrong(path, format_args!(": {error}")))
}

fn wrong(path: &Path, what: impl Display) -> Failure {
    Failure::new(Exit::Configuration, format_args!("{}{what}", path.display()))
}

/// The players of a file: one on a line. A # within a line may be part of a command.
fn roster(path: &Path) -> Result<Vec<Spec>, Failure> {
    let text = text(path)?;
    let lines = (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let player = |(number, line): (usize, &str)| {
        line.parse().map_err(|error: String| wrong(path, format_args!(":{number}: {error}")))
    };
    let players = lines.map(player).collect::<Result<Vec<_>, _>>()?;
    if players.is_empty() { Err(wrong(path, ": no player in it")) } else { Ok(players) }
}

/// The openings of a file: digits, line by line; # begins a comment.
fn lines(path: &Path) -> Result<Vec<String>, Failure> {
    let text = text(path)?;
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line: String = line.split('#').next().unwrap_or("").split_whitespace().collect();
        if let Some(other) = line.chars().find(|digit| !digit.is_ascii_digit()) {
            let what = format_args!(":{number}: an opening is a line of digits, without \"{other}\"");
            return Err(wrong(path, what));
        }
        if !line.is_empty() {
            lines.push(line);
        }
    }
    if lines.is_empty() { Err(wrong(path, ": no opening in it")) } else { Ok(lines) }
}
