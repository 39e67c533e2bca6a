//! Bots of games for two as players.

use super::bot::{Bot, Moves, Prover, Written, result};
use super::state::{Referee, TwoPlayerState, numbered};
use super::{TwoPlayerGame, learned};
use crate::game::Usage;
use crate::learned::network::Network;
use crate::learned::text;
use crate::parameters::Parameters;
use crate::player::{Begin, DecisionError, Info, Player, RandomPlayer, Think};
use crate::spec::{Spec, THREADS};
use crate::state::{Answer, Fault, GameState};
use boardbots_base::invalid::InputError;
use boardbots_search::alpha_beta::{Options, SearchLimits, SearchResult};
use boardbots_search::position::{MAX_DEPTH, ends_in};
use boardbots_search::solve::SolveLimits;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

/// The options of a bot at a table: it reads no files and takes one core.
const TABLE_KEYS: [&str; 2] = ["depth", "movetime"];
/// The options of a bot in a match.
const MATCH_KEYS: [&str; 7] = ["depth", "learned", "movetime", "nodes", "parameters", "table", "threads"];
/// Milliseconds that a bot at a table may be given for a choice; the largest bounds every search.
const TABLE_TIMES: RangeInclusive<u32> = 1..=1000;
/// Milliseconds that a bot in a match may be given for a choice.
const MATCH_TIMES: RangeInclusive<u32> = 1..=86_400_000;
/// Positions that a bot in a match may look at for a choice.
const NODES: RangeInclusive<u64> = 1..=1_000_000_000_000;
/// KiB of a bot's transposition table.
pub const TABLES: RangeInclusive<usize> = 0..=256 * 1024;
/// The best value of a game whose end is not in sight.
const MOST: i64 = 900;

/// The name of the strongest evaluation that this program has.
#[must_use]
pub const fn best<G: TwoPlayerGame>() -> &'static str {
    if G::LEARNED.is_some() { learned::NAME } else { G::WRITTEN[0].name }
}

/// The names of the evaluations that this program has, the strongest first.
#[must_use]
pub fn names<G: TwoPlayerGame>() -> Vec<&'static str> {
    let learned = Some(learned::NAME).filter(|_| G::LEARNED.is_some());
    learned.into_iter().chain(G::WRITTEN.iter().map(|written| written.name)).collect()
}

/// An evaluation written by hand.
fn written<G: TwoPlayerGame>(name: &str) -> Option<&'static Written<G>> {
    G::WRITTEN.iter().find(|written| written.name == name)
}

/// A bot with an evaluation of [`names`]; `None` if there is no such evaluation.
#[must_use]
pub fn bot<G: TwoPlayerGame>(evaluation: &str, options: Options) -> Option<Box<dyn Bot<G>>> {
    if let Some(network) = learned::network::<G>(evaluation) {
        return Some(learned::bot(network, options));
    }
    let written = written::<G>(evaluation)?;
    (written.bot)(&(written.parameters)(), options)
}

/// A bot's parsed specification.
#[derive(Clone, Debug, PartialEq)]
pub struct BotSpec {
    /// The name of its evaluation.
    pub evaluation: String,
    /// Plies to search.
    pub depth: u8,
    /// Positions that it looks at, if they are limited.
    pub nodes: Option<u64>,
    /// Time after which it answers with the best move so far, if it is limited.
    pub time: Option<Duration>,
    /// Threads and transposition table.
    pub search: Options,
    /// The constants of its evaluation.
    pub parameters: Parameters,
    /// The network that replaces its evaluation.
    pub learned: Option<Arc<Network>>,
}

impl BotSpec {
    /// Parses a player's specification for this game.
    ///
    /// # Errors
    /// Fails if the specification is invalid.
    pub fn new<G: TwoPlayerGame>(spec: &Spec, usage: Usage<'_>) -> Result<Self, InputError> {
        let name = named::<G>(spec)?;
        let names = names::<G>();
        if !names.contains(&name) {
            return Err(InputError::unknown("bot", name, names.into_iter().chain([RandomPlayer::NAME])).at(spec));
        }
        let built_in = learned::network::<G>(name);
        let mut parameters = parameters_of::<G>(name).ok_or_else(|| InputError::new("no such player").at(spec))?;
        let mut search = Options::default();
        let depth: Option<u8> = spec.number("depth", 1..=MAX_DEPTH)?;
        let millis = |time: u32| Duration::from_millis(time.into());
        // A bot that is given time or nodes uses them, unless it is given a depth, too.
        let deep = |limited: bool, usual| if limited { MAX_DEPTH } else { usual };
        let (depth, nodes, time) = match usage {
            Usage::Table => {
                spec.only(&TABLE_KEYS)?;
                let time = spec.number("movetime", TABLE_TIMES)?;
                let depth = depth.unwrap_or(deep(time.is_some(), G::TABLE_DEPTH));
                (depth, None, Some(time.unwrap_or(*TABLE_TIMES.end())))
            }
            Usage::Match(terms) => {
                spec.only(&MATCH_KEYS)?;
                search.threads = spec.number("threads", THREADS)?.unwrap_or(1);
                search.table_kib = spec.number("table", TABLES)?.unwrap_or(search.table_kib);
                parameters = spec.parameters(parameters, terms.files)?;
                parameters = terms.parameters.cloned().unwrap_or(parameters);
                let (time, nodes) = (spec.number("movetime", MATCH_TIMES)?, spec.number("nodes", NODES)?);
                let (time, nodes) = match (depth, time, nodes) {
                    (None, None, None) => (terms.movetime, terms.nodes),
                    _ => (time, nodes),
                };
                let deep = deep(time.is_some() || nodes.is_some(), G::DEPTH);
                (depth.or(terms.depth).unwrap_or(deep), nodes, time)
            }
        };
        let learned = if let Usage::Match(terms) = usage { network::<G>(spec, terms.files)? } else { None };
        let learned = learned.or(built_in);
        Ok(Self { evaluation: name.to_string(), depth, nodes, time: time.map(millis), search, parameters, learned })
    }
}

/// The name of a bot of this game.
///
/// # Errors
/// Fails if this is a program, or plays another game.
pub(super) fn named<G: TwoPlayerGame>(spec: &Spec) -> Result<&str, InputError> {
    let name = spec.bot()?;
    if spec.game() == Some(G::NAME) {
        return Ok(name);
    }
    Err(InputError::new(format_args!("{spec} does not play {}", G::NAME)))
}

/// The constants of an evaluation: none of one that was learned.
pub(super) fn parameters_of<G: TwoPlayerGame>(evaluation: &str) -> Option<Parameters> {
    let is_learned = evaluation == learned::NAME && G::LEARNED.is_some();
    if is_learned { Some(Parameters::of(&[])) } else { Some((written::<G>(evaluation)?.parameters)()) }
}

/// The network of a bot whose specification names a file.
fn network<G: TwoPlayerGame>(
    spec: &Spec,
    files: &BTreeMap<String, String>,
) -> Result<Option<Arc<Network>>, InputError> {
    let Some((file, text)) = spec.text("learned", files)? else { return Ok(None) };
    if spec.option("parameters").is_some() {
        return Err(InputError::new("what is learned has no constants; leave out parameters").at(spec));
    }
    let layout = G::LAYOUT.ok_or_else(|| InputError::new("nothing can be learned of this game").at(spec))?;
    let network = text::read(text, G::NAME, &layout).map_err(|error| format!("{spec}: {file}{error}"))?;
    Ok(Some(Arc::new(network)))
}

/// A searching bot at a seat.
pub struct TwoPlayerBot<G: TwoPlayerGame> {
    bot: Box<dyn Bot<G>>,
    depth: u8,
    nodes: Option<u64>,
    time: Option<Duration>,
    /// The search for exact results where [`Think::proves`] asks for it.
    prover: Option<Box<dyn Prover<G>>>,
    /// The result of the last search.
    found: Option<SearchResult<G::Move>>,
}

impl<G: TwoPlayerGame> TwoPlayerBot<G> {
    /// The bot of this specification.
    ///
    /// # Errors
    /// Fails if the specification is invalid.
    pub fn new(spec: &Spec, usage: Usage<'_>) -> Result<Self, InputError> {
        let BotSpec { evaluation, depth, nodes, time, search, parameters, learned } = BotSpec::new::<G>(spec, usage)?;
        let bot = match learned {
            Some(network) => Some(learned::bot(network, search)),
            None => written::<G>(&evaluation).and_then(|written| (written.bot)(&parameters, search)),
        };
        let bot = bot.ok_or_else(|| InputError::new("these constants belong to another player").at(spec))?;
        Ok(Self { bot, depth, nodes, time, prover: None, found: None })
    }

    /// The bot with this evaluation as it is by default.
    ///
    /// # Panics
    /// The game has no such evaluation.
    #[must_use]
    pub fn usual(evaluation: &str, depth: u8, search: Options) -> Self {
        let bot = bot::<G>(evaluation, search).expect("an evaluation of the game's list");
        Self { bot, depth, nodes: None, time: None, prover: G::prover(search), found: None }
    }

    /// Looks for the best move of a game that goes on.
    pub(super) fn search(&mut self, referee: &Referee<G>, think: Think<'_>) -> &SearchResult<G::Move> {
        let plies = SearchLimits::plies(think.depth.unwrap_or(self.depth));
        let nodes = think.nodes.or(self.nodes).unwrap_or(u64::MAX);
        let limits = SearchLimits { nodes, time: self.time, stop: think.stop, ..plies };
        let mut report = |found: &SearchResult<G::Move>| {
            let Some(report) = think.report else { return };
            let SearchResult { value, depth, nodes, ref line } = *found;
            report(Info::Iteration { depth, value, ends: ends_in(value), nodes, line: &Moves(line, " ") });
        };
        let nodes = G::PROOF_FACTOR * referee.position.nodes();
        let proof = SolveLimits { nodes, stop: think.stop, ..SolveLimits::default() };
        let proven = self.prover.as_mut().filter(|_| think.proves).and_then(|prover| {
            let found = prover.solve(&referee.position, proof, &mut |_| ());
            Some(result(found.best?, found.score()?, found.plies, found.nodes))
        });
        proven.iter().for_each(&mut report);
        let found = proven.unwrap_or_else(|| self.bot.think(&referee.position, &referee.keys, limits, &mut report));
        self.found.insert(found)
    }
}

impl<G: TwoPlayerGame> Player for TwoPlayerBot<G> {
    fn begin(&mut self, begin: &Begin<'_>) -> Result<(), DecisionError> {
        self.bot.begin(begin.seed);
        // What is known of earlier games would change which position is the last.
        if self.nodes.is_some() {
            self.bot.forget();
        }
        Ok(())
    }

    fn decide(&mut self, state: &dyn GameState, think: Think<'_>) -> Result<Answer<'_>, DecisionError> {
        let state = state.of::<TwoPlayerState<G>>().ok_or_else(Fault::unfit)?;
        let best = self.search(&state.referee, think).best().ok_or_else(Fault::unfit)?;
        Ok(Answer::Choice(numbered(&state.referee.position, best)))
    }

    /// `ends`, the plies to a certain end, negative for a loss and null for an estimate, and `depth`, the plies that were
    /// searched.
    fn note(&self) -> Value {
        self.found.as_ref().map_or(json!({}), |found| json!({ "ends": ends_in(found.value), "depth": found.depth }))
    }

    fn nodes(&self) -> u64 {
        self.found.as_ref().map_or(0, |found| found.nodes)
    }

    fn forget(&mut self) {
        self.bot.forget();
    }
}

/// A value of a search on the scale of -1000 to 1000: a certain end stands within a hundred of
/// either, the less the farther it is, and nothing else does; a clear advantage is half of the rest.
#[must_use]
pub fn squashed(value: i32, advantage: i32) -> i16 {
    let squashed = match ends_in(value) {
        Some(plies @ 1..) => i64::from(1000 - plies),
        Some(plies) => i64::from(-1000 - plies),
        None => i64::from(value) * MOST / i64::from(value.abs() + advantage),
    };
    i16::try_from(squashed).expect("at most 1000 either way")
}
