//! A game for two as the program knows games.

use super::TwoPlayerGame;
use super::analyst::TwoPlayerAnalyst;
use super::engine::TwoPlayerEngine;
use super::opening::{self, begin, start};
use super::player::{BotSpec, TwoPlayerBot, best, named, names, parameters_of};
use super::state::{Referee, TwoPlayerState, separator};
use crate::engine::{Engine, SolvingEngine};
use crate::game::{Analyst, Game, Matches, Offer, Programs, Terms, Usage};
use crate::listed::{Count, Learning, Listed, Measured, Page, Practice, Scale};
use crate::options::{GameOption, Settings};
use crate::parameters::Parameters;
use crate::player::{Player, RandomPlayer};
use crate::recording::Recordings;
use crate::setup::{Opening, Openings, Setup, Start};
use crate::spec::Spec;
use crate::state::GameState;
use crate::terminal::Terminal;
use boardbots_base::invalid::InputError;
use boardbots_search::minimax::{minimal_nodes, perft};
use boardbots_search::position::MAX_DEPTH;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

/// The game for two with this position.
#[derive(Clone, Copy, Debug, Default)]
pub struct TwoPlayer<G>(PhantomData<fn() -> G>);

impl<G> TwoPlayer<G> {
    /// The game.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<G: TwoPlayerGame> Game for TwoPlayer<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn rules(&self) -> &'static str {
        G::RULES
    }

    fn seats(&self) -> RangeInclusive<usize> {
        2..=2
    }

    fn offers(&self) -> Vec<Offer> {
        let names = names::<G>();
        if G::OFFERS.is_empty() {
            let deep = format!("depth={}", G::TABLE_DEPTH);
            let usual =
                [(deep.as_str(), "Club player", 4), ("depth=1", "Beginner", 2), ("depth=3", "Casual player", 3)];
            return usual
                .map(|(depth, name, strength)| offer::<G>(&format!("{},{depth}", best::<G>()), name, strength))
                .into();
        }
        // A program without learned evaluations does not offer their players.
        let is_there = |bot: &str| names.contains(&bot.split(',').next().unwrap_or(bot));
        let offers = G::OFFERS.iter().filter(|(bot, ..)| is_there(bot));
        offers.map(|(bot, name, strength)| offer::<G>(bot, name, *strength)).collect()
    }

    fn options(&self) -> Vec<GameOption> {
        G::options()
    }

    fn takes_back(&self) -> bool {
        true
    }

    fn evaluates(&self) -> bool {
        true
    }

    fn is_analysed(&self) -> bool {
        true
    }

    fn analyst(&self) -> Option<Box<dyn Analyst>> {
        Some(Box::new(TwoPlayerAnalyst::<G>::default()))
    }

    fn solving(&self) -> Option<Box<dyn SolvingEngine>> {
        Some(Box::new(TwoPlayerEngine::<G>::default()))
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn GameState>, InputError> {
        let start = G::start(&G::at_table(&setup.options, setup.seed))?;
        Ok(Box::new(TwoPlayerState::new(start)))
    }

    fn player(&self, spec: &Spec, usage: Usage<'_>) -> Result<Box<dyn Player>, InputError> {
        if named::<G>(spec)? == RandomPlayer::NAME {
            return Ok(Box::new(RandomPlayer::new(spec)?));
        }
        Ok(Box::new(TwoPlayerBot::<G>::new(spec, usage)?))
    }

    fn check(&self, spec: &Spec, usage: Usage<'_>) -> Result<(), InputError> {
        if named::<G>(spec)? == RandomPlayer::NAME {
            return RandomPlayer::new(spec).map(drop);
        }
        BotSpec::new::<G>(spec, usage).map(drop)
    }

    fn parameters(&self, player: &str) -> Option<Parameters> {
        parameters_of::<G>(player)
    }

    fn matches(&self) -> Matches {
        Matches {
            options: G::MATCH_OPTIONS,
            players: "random; all others with depth=, learned=FILE, movetime=, nodes=, parameters=FILE, table=, threads=",
            ..Matches::PLAIN
        }
    }

    fn programs(&self) -> Programs {
        Programs::Engine
    }

    fn opening(&self, seed: u64, openings: &Openings) -> Opening {
        opening::of::<G>(seed, openings)
    }

    fn start(&self, start: &Start<'_>) -> Result<Box<dyn GameState>, InputError> {
        Ok(Box::new(TwoPlayerState::of_match(begin::<G>(start.opening)?)))
    }

    fn separator(&self) -> Option<char> {
        separator::<G>()
    }
}

/// A bot that the lobby offers.
fn offer<G: TwoPlayerGame>(bot: &str, name: &str, strength: u8) -> Offer {
    let (evaluation, options) = bot.split_once(',').unwrap_or((bot, ""));
    let depth = options.split(',').find_map(|option| option.strip_prefix("depth="));
    let depth = depth.map_or_else(|| G::TABLE_DEPTH.to_string(), str::to_string);
    let plies = if depth == "1" { "ply" } else { "plies" };
    let mut character = format!("looks {depth} {plies} ahead");
    if evaluation != best::<G>() {
        character = format!("{character}, with the evaluation {evaluation}");
    }
    Offer { player: format!("{}:{bot}", G::NAME), name: name.to_string(), strength, character }
}

impl<G: TwoPlayerGame> Listed for TwoPlayer<G> {
    const NAME: &'static str = G::NAME;
    const GAME: &'static Self = &Self::new();
    const ENGINE: Option<fn() -> Box<dyn Engine>> = Some(|| Box::new(TwoPlayerEngine::<G>::default()));
    const MEASURED: Option<&'static dyn Measured> = Some(Self::GAME);
    const LEARNING: Option<&'static dyn Learning> = if G::LAYOUT.is_some() { Some(Self::GAME) } else { None };
    const TERMINAL: Result<&'static dyn Terminal, &'static str> = Ok(Self::GAME);
    const PAGES: &'static [Page] = G::PAGES;
    const RECORDINGS: Option<Recordings> = G::RECORDINGS;
}

impl<G: TwoPlayerGame> Measured for TwoPlayer<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn players(&self) -> usize {
        2
    }

    fn bot(&self, spec: &Spec, terms: &Terms<'_>) -> Result<Box<dyn Player>, InputError> {
        Ok(Box::new(TwoPlayerBot::<G>::new(spec, Usage::Match(terms))?))
    }

    fn scale(&self) -> Scale {
        let (depths, deep, _) = G::BENCH;
        Scale { unit: "plies", bot: G::WRITTEN[0].name, depths, deep, deepest: MAX_DEPTH }
    }

    fn positions(&self) -> Vec<Box<dyn GameState>> {
        let state = |position| Box::new(TwoPlayerState::<G>::of_match(Referee::new(position))) as Box<dyn GameState>;
        opening::positions().into_iter().map(state).collect()
    }

    fn perft(&self) -> Option<Count> {
        let (_, _, depth) = G::BENCH;
        let (leaves, ended) = perft(&mut start::<G>(&Settings::default()), depth);
        Some(Count { depth, leaves, ended })
    }

    fn minimal_nodes(&self, state: &dyn GameState, depth: u8) -> Option<u64> {
        Some(minimal_nodes(&state.of::<TwoPlayerState<G>>()?.referee.position, depth))
    }

    fn practice(&self) -> Practice {
        let others = const { &[G::WRITTEN[0].name] };
        Practice { others, depth: 4, blunder: 4, opening: 10, by_chance: true, decisions: 60 }
    }

    fn game(&self, size: Option<u8>, seed: u64) -> Box<dyn GameState> {
        Box::new(TwoPlayerState::of_match(Referee::new(start::<G>(&G::practised(size, seed)))))
    }

    fn usual_size(&self) -> Option<u8> {
        G::SIZE
    }
}
