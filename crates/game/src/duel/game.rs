//! A game for two as the program knows games.

use super::board::{Board, begin};
use super::built_in;
use super::engine::DuelEngine;
use super::judge::DuelJudge;
use super::player::{BotSpec, DuelPlayer, parameters_of};
use super::state::DuelState;
use crate::game::{Game, Judge, Matches, Offer, Programs, Terms, Usage};
use crate::listed::{Engine, Learning, Listed, Page};
use crate::measure::{Count, Measured, Practice, Scale};
use crate::options::GameOption;
use crate::parameters::Parameters;
use crate::player::Player;
use crate::recording::Recordings;
use crate::referee::Referee;
use crate::setup::{Opening, Openings, Setup, Start};
use crate::spec::{Kind, Spec};
use crate::state::GameState;
use crate::terminal::Terminal;
use boardbots_base::invalid::Invalid;
use boardbots_search::minimax::{minimal_nodes, perft};
use boardbots_search::position::MAX_DEPTH;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

/// The game for two with this position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Duels<D>(PhantomData<fn() -> D>);

impl<D> Duels<D> {
    /// The game.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<D: Board> Game for Duels<D> {
    fn name(&self) -> &'static str {
        D::NAME
    }

    fn seats(&self) -> RangeInclusive<usize> {
        2..=2
    }

    fn offers(&self) -> Vec<Offer> {
        let offer = |&(player, name, strength): &(&str, &str, u8)| Offer {
            player: player.to_string(),
            name: name.to_string(),
            strength,
            character: character::<D>(player),
        };
        // A program without learned evaluations does not offer their players.
        let learned = format!("{}:{},", D::NAME, built_in::NAME);
        let is_there = |(player, ..): &&(&str, &str, u8)| {
            D::OFFERED.len() == D::EVALUATIONS.len() || !player.starts_with(&learned)
        };
        D::OFFERS.iter().filter(is_there).map(offer).collect()
    }

    fn options(&self) -> Vec<GameOption> {
        D::options()
    }

    fn takes_back(&self) -> bool {
        true
    }

    fn evaluates(&self) -> bool {
        true
    }

    fn is_judged(&self) -> bool {
        true
    }

    fn judge(&self) -> Option<Box<dyn Judge>> {
        Some(Box::new(DuelJudge::<D>::default()))
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn GameState>, Invalid> {
        let ground = D::setup(&setup.options, setup.seed)?;
        Ok(Box::new(DuelState::new(D::start(&ground))))
    }

    fn player(&self, spec: &Spec, usage: Usage<'_>) -> Result<Box<dyn Player>, Invalid> {
        Ok(Box::new(DuelPlayer::<D>::new(spec, usage)?))
    }

    fn check(&self, spec: &Spec, usage: Usage<'_>) -> Result<(), Invalid> {
        BotSpec::new::<D>(spec, usage).map(drop)
    }

    fn parameters(&self, player: &str) -> Option<Parameters> {
        parameters_of::<D>(player)
    }

    fn matches(&self) -> Matches {
        Matches {
            options: D::MATCH_OPTIONS,
            players: "each with depth=, learned=FILE, movetime=, parameters=FILE, table=, threads=",
            ..Matches::PLAIN
        }
    }

    fn programs(&self) -> Programs {
        Programs::Engine
    }

    fn opening(&self, seed: u64, openings: &Openings) -> Opening {
        D::opening(seed, openings)
    }

    fn start(&self, start: &Start<'_>) -> Result<Box<dyn GameState>, Invalid> {
        Ok(Box::new(DuelState::of_match(begin::<D>(start.opening)?)))
    }
}

/// A bot's way of playing, in a few words.
fn character<D: Board>(player: &str) -> String {
    let Ok(spec) = player.parse::<Spec>() else { return String::new() };
    let depth = spec.option("depth").map_or_else(|| D::DEPTH.to_string(), str::to_string);
    let plies = if depth == "1" { "ply" } else { "plies" };
    match &spec.kind {
        Kind::House { name, .. } if name != D::EVALUATIONS[0] => {
            format!("looks {depth} {plies} ahead, with the evaluation {name}")
        }
        _ => format!("looks {depth} {plies} ahead"),
    }
}

impl<D: Board> Listed for Duels<D> {
    const NAME: &'static str = D::NAME;
    const GAME: &'static Self = &Self::new();
    const ENGINE: Option<fn() -> Box<dyn Engine>> = Some(|| Box::new(DuelEngine::<D>::default()));
    const MEASURED: Option<&'static dyn Measured> = Some(Self::GAME);
    const LEARNING: Option<&'static dyn Learning> = if D::LAYOUT.is_some() { Some(Self::GAME) } else { None };
    const TERMINAL: Result<&'static dyn Terminal, &'static str> = Ok(Self::GAME);
    const PAGES: &'static [Page] = D::PAGES;
    const RECORDINGS: Option<Recordings> = D::RECORDINGS;
}

impl<D: Board> Measured for Duels<D> {
    fn name(&self) -> &'static str {
        D::NAME
    }

    fn players(&self) -> usize {
        2
    }

    fn bot(&self, spec: &Spec, terms: &Terms<'_>) -> Result<Box<dyn Player>, Invalid> {
        Ok(Box::new(DuelPlayer::<D>::new(spec, Usage::Match(terms))?))
    }

    fn scale(&self) -> Scale {
        let (depths, deep, _) = D::BENCH;
        Scale { unit: "plies", bot: D::WRITTEN[0], depths, deep, deepest: MAX_DEPTH }
    }

    fn positions(&self) -> Vec<Box<dyn GameState>> {
        let state = |position| Box::new(DuelState::<D>::of_match(Referee::new(position))) as Box<dyn GameState>;
        D::positions().into_iter().map(state).collect()
    }

    fn perft(&self) -> Option<Count> {
        let (_, _, depth) = D::BENCH;
        let (leaves, ended) = perft(&mut D::start(&D::Setup::default()), depth);
        Some(Count { depth, leaves, ended })
    }

    fn minimal_nodes(&self, state: &dyn GameState, depth: u8) -> Option<u64> {
        Some(minimal_nodes(&state.of::<DuelState<D>>()?.referee.position, depth))
    }

    fn practice(&self) -> Practice {
        let others = D::WRITTEN.split_at(1).0;
        Practice { others, depth: 4, blunder: 4, opening: 10, by_chance: true, decisions: 60 }
    }

    fn game(&self, size: Option<u8>, seed: u64) -> Box<dyn GameState> {
        Box::new(DuelState::of_match(Referee::new(D::start(&D::practised(size, seed)))))
    }

    fn usual_size(&self) -> Option<u8> {
        D::SIZE
    }
}
