//! The options of a match.

use super::scope;
use super::scope::Ground;
use super::shown::Shown;
use crate::exit::CliError;
use boardbots_base::input;
use boardbots_base::span::Span;
use boardbots_catalog::{Entry, player};
use boardbots_game::game::Clock;
use boardbots_search::position::MAX_DEPTH;
use boardbots_stats::sprt::{Scale, Sprt, Terms};
use boardbots_tournament::matches::plan::{Format, MatchPlan, Pace, Shard, VERSION};
use boardbots_tournament::matches::record;
use boardbots_tournament::matches::spec::Spec;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// Most bytes of a file of openings or players, which become part of the record.
const MAX_BYTES: u64 = 1 << 20;

/// Milliseconds after which a move counts as not made, without a choice.
const DEADLINE: u32 = 10_000;
/// The text at the end of `--help`.
const PLAYERS_HELP: &str = "\
Players: GAME:NAME,KEY=VALUE,… for one of the bots below, or cmd:COMMAND for a program: one that speaks the \
protocol of boardbots engine, or is called as the game's own simulator calls it, if it has one. In games that \
are played over HTTP a program is a client of a server that the match starts: client:COMMAND, with {server} and \
{key} where its address and the player's key go. LABEL= before a player gives it a name of its own in the table.
In files of --players a line that begins with # is a comment.
";

/// The options of a match.
#[derive(clap::Args)]
#[command(after_help = format!("{PLAYERS_HELP}{}", scope::players()))]
#[allow(clippy::struct_excessive_bools)]
pub struct Match {
    /// The players, two or more
    #[arg(value_name = "PLAYER", required_unless_present = "roster", num_args = 1.., value_parser = player)]
    players: Vec<Spec>,

    /// File with more players, one per line
    #[arg(long = "players", value_name = "FILE")]
    roster: Option<PathBuf>,

    /// A pool that the player meets: the bots of a game, or a file of players, one per line. Each unit of games draws
    /// its opponents by lot, and the player has every seat once
    #[arg(long, value_name = "GAME|FILE", conflicts_with_all = ["roster", "format", "sprt"])]
    pool: Option<String>,

    /// The game, if no player names it
    #[arg(long, value_name = "GAME")]
    game: Option<Entry>,

    /// Number of games; every opening is played from both sides
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,

    #[arg(long, value_name = "N", help = scope::help("maps", "Number of games instead, each on a map of its own and with one seating"), value_parser = clap::value_parser!(u64).range(1..=10_000_000), conflicts_with_all = ["games", "pool", "sprt"])]
    maps: Option<u64>,

    #[arg(long, value_name = "on|off", help = scope::help("client-ratings", "Whether clients see players as users with an id and a rating, as in the arena; on if not given"), value_parser = on_or_off)]
    client_ratings: Option<bool>,

    /// Pairing: round-robin or gauntlet (the first against all others)
    #[arg(long, value_name = "FORMAT", default_value = "round-robin", value_parser = format)]
    format: Format,

    /// Seed of the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Search depth in plies, for players that do not set their own
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u8>,

    /// Milliseconds for a move, for players that do not set their own
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..=86_400_000))]
    movetime: Option<u32>,

    /// Positions to look at for a move, for players that do not set their own: the games of bots of one thread are then
    /// the same on every machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    nodes: Option<u64>,

    /// Milliseconds after which a move counts as missed [default: 10000]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..=86_400_000))]
    deadline: Option<u32>,

    #[arg(long, value_name = "wall|cpu", help = scope::help("clock", "Time of a program that counts for a move: wall time, less what the machine kept it waiting, or the processor time of all its processes; wall if not given"), value_parser = clock)]
    clock: Option<Clock>,

    /// Time for a program until it is ready, as 30s; without a unit in milliseconds [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = start_time)]
    start_time: Option<u32>,

    /// MiB of memory for data that each process of a program may have; in a game that starts programs anew for each
    /// decision, for all processes of one together, and with a limit of the game's own by default
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(16..=1_048_576))]
    memory: Option<u32>,

    #[arg(long, value_name = "FILE", help = scope::help("openings", "A file of openings, one line of moves each, used instead of random ones"), conflicts_with = "plies")]
    openings: Option<PathBuf>,

    #[command(flatten)]
    ground: Ground,

    /// Stop as soon as the test decides whether the first player is stronger by ELO1 or only by ELO0
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = hypotheses)]
    sprt: Option<(f64, f64)>,

    /// Probability of accepting ELO1 when ELO0 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = probability, requires = "sprt")]
    alpha: f64,

    /// Probability of accepting ELO0 when ELO1 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = probability, requires = "sprt")]
    beta: f64,

    /// Use normalized Elo in the test, in units of the deviation of pairs
    #[arg(long, requires = "sprt")]
    normalized: bool,

    /// Play only every N-th unit of games, from the K-th on; join the parts with `match merge`
    #[arg(long, value_name = "K/N", value_parser = shard)]
    shard: Option<Shard>,

    /// Keep all games in this file; the same command resumes from it
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,

    /// Games at a time [default: one per core]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub concurrency: Option<usize>,

    /// Allow more games at a time than there are cores
    #[arg(long)]
    pub force: bool,

    /// End the match at a player's first fault
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

fn on_or_off(text: &str) -> Result<bool, &'static str> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("write on or off"),
    }
}

fn clock(text: &str) -> Result<Clock, &'static str> {
    Clock::named(text).ok_or("write wall or cpu")
}

/// The time of a start in milliseconds, up to a day.
fn start_time(text: &str) -> Result<u32, String> {
    let Span(time) =
        if text.ends_with(|c: char| c.is_ascii_digit()) { format!("{text}ms") } else { text.into() }.parse()?;
    u32::try_from(time.as_millis()).ok().filter(|time| (1..=86_400_000).contains(time)).ok_or("1ms to 24h".into())
}

fn probability(text: &str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|p| *p > 0.0 && *p < 0.5).ok_or("a probability above 0 and below 0.5")
}

/// Games at a time, as they are written.
pub fn threads(text: &str) -> Result<usize, &'static str> {
    text.parse().ok().filter(|count| (1..=1024).contains(count)).ok_or("a number from 1 to 1024")
}

/// Two differences in Elo.
fn hypotheses(text: &str) -> Result<(f64, f64), &'static str> {
    let pair = text.split_once(',').and_then(|(one, other)| Some((one.parse().ok()?, other.parse().ok()?)));
    let sound = |&(elo0, elo1): &(f64, f64)| elo0 < elo1 && elo0.abs() <= 1000.0 && elo1.abs() <= 1000.0;
    pair.filter(sound).ok_or("two numbers, the smaller first, such as 0,10")
}

/// A part of a match.
fn shard(text: &str) -> Result<Shard, &'static str> {
    let part = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
    let sound = |&(number, of): &(u64, u64)| (1..=of).contains(&number) && of <= 100_000;
    part.filter(sound).map(|(number, of)| Shard { number, of }).ok_or("a part and how many there are: 2/8")
}

impl Match {
    /// The plan of the match.
    ///
    /// # Errors
    /// [`CliError::usage`] or [`CliError::configuration`] for options that contradict each other.
    pub fn plan(&self) -> Result<MatchPlan, CliError> {
        let mut players = self.players.clone();
        if let Some(path) = &self.roster {
            players.extend(roster(path)?);
        }
        if let Some(pool) = &self.pool {
            if players.len() != 1 {
                return Err(CliError::usage(format!("--pool: one player meets the pool; here are {}", players.len())));
            }
            players.extend(pool_of(pool, &players[0])?);
        }
        let said = || players.iter().find_map(Spec::game).and_then(|game| game.parse().ok());
        let game: Entry = self
            .game
            .or_else(said)
            .ok_or_else(|| CliError::usage("no player says which game it is; add --game GAME"))?;
        if self.sprt.is_some() && self.shard.is_some() {
            return Err(CliError::usage("--sprt looks at all games, --shard plays only some of them"));
        }
        scope::check(game.game(), &self.given())?;
        let matches = game.matches();
        if self.ground.turns.is_some_and(|turns| turns > matches.most_turns) {
            return Err(CliError::usage(format!("--turns: at most {} in {game}", matches.most_turns)));
        }
        let scale = if self.normalized { Scale::Normalized } else { Scale::Logistic };
        let terms = |(elo0, elo1)| Terms { elo0, elo1, alpha: self.alpha, beta: self.beta, scale };
        let test = self.sprt.map(|bounds| Sprt::try_from(terms(bounds))).transpose();
        let test = test.map_err(|error| CliError::usage(format!("--sprt: {error}")))?;
        let lines = self.openings.as_deref().map_or(Ok(Vec::new()), |path| lines(path, game))?;
        let mut plan = MatchPlan {
            version: VERSION,
            game,
            players: players.iter().map(ToString::to_string).collect(),
            format: if self.pool.is_some() { Format::Pool } else { self.format },
            games: self.maps.unwrap_or(self.games),
            seed: self.seed,
            pace: Pace {
                depth: self.depth,
                movetime: self.movetime,
                nodes: self.nodes,
                deadline: self.deadline.unwrap_or(DEADLINE),
                start: self.start_time,
                memory: self.memory,
                clock: self.clock.unwrap_or_default(),
            },
            turns: self.ground.turns.unwrap_or(matches.turns),
            field: self.ground.field.read(&*game)?,
            openings: self.ground.openings(lines),
            single: self.maps.is_some(),
            unrated: self.client_ratings == Some(false),
            test,
            shard: self.shard,
            files: files(&players)?,
        };
        plan.specs().map_err(CliError::usage)?;
        if self.sprt.is_some() && (players.len() != 2 || plan.seats() != 2) {
            return Err(CliError::usage("--sprt compares two players of a game for two"));
        }
        // A record of an older version goes on as it began.
        if let Some(path) = self.record.as_ref().filter(|_| plan.openings.in_turn)
            && let Ok((begun, _)) = record::read(path)
        {
            plan.openings.in_turn = begun.openings.in_turn;
        }
        Ok(plan)
    }

    /// The options that not all games know, each with true if it was given.
    fn given(&self) -> Vec<(&'static str, bool)> {
        let given = [
            ("depth", self.depth.is_some()),
            ("movetime", self.movetime.is_some()),
            ("nodes", self.nodes.is_some()),
            ("clock", self.clock.is_some()),
            ("deadline", self.deadline.is_some()),
            ("openings", self.openings.is_some()),
            ("maps", self.maps.is_some()),
            ("client-ratings", self.client_ratings.is_some()),
        ];
        given.into_iter().chain(self.ground.given()).collect()
    }
}

/// The files that players name, by these names.
fn files(players: &[Spec]) -> Result<BTreeMap<String, String>, CliError> {
    players.iter().try_fold(BTreeMap::new(), |mut all, spec| {
        all.extend(spec.files().map_err(CliError::configuration)?);
        Ok(all)
    })
}

/// The text of a file that becomes part of the record.
fn text(path: &Path) -> Result<String, CliError> {
    input::text(path, MAX_BYTES).map_err(|error| wrong(path, format_args!(": {error}")))
}

fn wrong(path: &Path, what: impl Display) -> CliError {
    CliError::configuration(format_args!("{}{what}", path.display()))
}

/// The players of a file: one on a line. A # within a line may be part of a command.
fn roster(path: &Path) -> Result<Vec<Spec>, CliError> {
    let text = text(path)?;
    let lines = (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let each =
        |(number, line): (usize, &str)| player(line).map_err(|error| wrong(path, format_args!(":{number}: {error}")));
    let players = lines.map(each).collect::<Result<Vec<_>, _>>()?;
    if players.is_empty() { Err(wrong(path, ": no player in it")) } else { Ok(players) }
}

/// The players of a pool but for one of them: the bots that a game offers, or the players of a file.
fn pool_of(pool: &str, candidate: &Spec) -> Result<Vec<Spec>, CliError> {
    let Ok(game) = pool.parse::<Entry>() else { return roster(Path::new(pool)) };
    let offered = game.game().offers().into_iter().map(|offer| player(&offer.player));
    let bots = offered.collect::<Result<Vec<_>, _>>().map_err(CliError::unexpected)?;
    Ok(bots.into_iter().filter(|bot| bot.to_string() != candidate.to_string()).collect())
}

/// The openings of a file: moves of the game, line by line; # begins a comment.
fn lines(path: &Path, game: Entry) -> Result<Vec<String>, CliError> {
    let between = game.separator().map_or_else(String::new, String::from);
    let words = |line: &str| line.split('#').next().unwrap_or("").split_whitespace().collect::<Vec<_>>().join(&between);
    let lines: Vec<String> = text(path)?.lines().map(words).filter(|line| !line.is_empty()).collect();
    if lines.is_empty() { Err(wrong(path, ": no opening in it")) } else { Ok(lines) }
}
