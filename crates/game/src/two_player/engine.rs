//! A game for two in the engine protocol.
//!
//! `position startpos`, or `position fen TEXT` where the game reads positions, is followed by `moves …` if there
//! are any: moves of one character with or without spaces between, others with.

use super::TwoPlayerGame;
use super::book::{Book, Entry};
use super::bot::Prover;
use super::opening::start;
use super::player::{TABLES, TwoPlayerBot, best, names};
use super::state::{Referee, TwoPlayerState, separator};
use crate::engine::{Engine, Keep, Maker, Proven, Proving, SolvingEngine};
use crate::options::{GameOption, Setting, Settings};
use crate::player::Stop;
use crate::spec::THREADS;
use crate::state::{GameState, split};
use boardbots_base::invalid::InputError;
use boardbots_search::MoveList;
use boardbots_search::alpha_beta::Options;
use boardbots_search::position::MAX_DEPTH;
use boardbots_search::solve::{Solution, SolveLimits};
use std::ops::RangeInclusive;

/// The syntax of a position, for errors.
const USAGE: &str = "write position startpos or position fen …, optionally followed by moves …";

/// The option that chooses between the game's own notation and that of a variant of chess.
const VARIANT: &str = "UCI_Variant";

/// A conversation about a game for two.
pub struct TwoPlayerEngine<G: TwoPlayerGame> {
    common: Common,
    settings: Settings,
    /// The position that games begin with.
    start: G,
    state: TwoPlayerState<G>,
}

/// The options that all games have.
#[derive(Clone, Copy, PartialEq)]
struct Common {
    depth: u8,
    search: Options,
    evaluation: &'static str,
    /// True for the notation of [`TwoPlayerGame::CHESS_VARIANT`].
    spells: bool,
}

impl Common {
    /// Sets an option; false if it is one of this game.
    #[inline(never)]
    fn set(&mut self, game: &str, option: &GameOption, value: &str) -> Result<bool, InputError> {
        match (option.name, option.parse(value)?) {
            ("Depth", depth) => self.depth = depth.as_number(),
            ("Threads", threads) => self.search.threads = threads.as_number(),
            ("Table", table) => self.search.table_kib = table.as_number(),
            ("Evaluation", Setting::Word(evaluation)) => self.evaluation = evaluation,
            (VARIANT, notation) => self.spells = notation.as_text() != game,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

impl<G: TwoPlayerGame> Default for TwoPlayerEngine<G> {
    fn default() -> Self {
        let settings = Settings::default();
        let start: G = start(&settings);
        let state = TwoPlayerState::of_match(Referee::new(start.clone()));
        let common = Common { depth: G::DEPTH, search: Options::default(), evaluation: best::<G>(), spells: false };
        Self { common, settings, start, state }
    }
}

/// The parts of a position: the text of the first one, unless games begin with it, and moves. It
/// stands apart so that a small program has it once, not once for each game.
#[inline(never)]
fn parts(text: &str, separator: Option<char>) -> Result<(Option<String>, Vec<&str>), InputError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let at = words.iter().position(|word| *word == "moves");
    let (before, moves) = at.map_or((&words[..], &[][..]), |at| (&words[..at], &words[at + 1..]));
    let start = match before {
        ["startpos"] => None,
        ["fen" | "cells", text @ ..] => Some(text.join(" ")),
        _ => return Err(USAGE.into()),
    };
    // A drop is one move, however many characters it has.
    let between = |word: &str| if word.contains('@') { Some(' ') } else { separator };
    Ok((start, moves.iter().flat_map(|word| split(word, between(word))).collect()))
}

/// An option with a number.
fn number(name: &'static str, default: usize, range: &RangeInclusive<usize>) -> GameOption {
    GameOption::number(name, default as u64, &(*range.start() as u64..=*range.end() as u64))
}

impl<G: TwoPlayerGame> Engine for TwoPlayerEngine<G> {
    fn options(&self) -> Vec<GameOption> {
        let (usual, names) = (Options::default(), names::<G>());
        let searching = [
            GameOption::number("Depth", G::DEPTH, &(1..=MAX_DEPTH)),
            number("Threads", usual.threads, &THREADS),
            number("Table", usual.table_kib, &TABLES),
            GameOption::word("Evaluation", best::<G>(), &names),
        ];
        let variant = G::CHESS_VARIANT.map(|variant| GameOption::word(VARIANT, G::NAME, &[G::NAME, variant.name]));
        searching.into_iter().chain(variant).chain(G::declared()).collect()
    }

    fn set(&mut self, option: &GameOption, value: &str) -> Result<bool, InputError> {
        let before = self.common;
        if !self.common.set(G::NAME, option, value)? {
            let settings = self.settings.clone().with(option.name, option.parse(value)?);
            self.start = G::start(&settings)?;
            self.settings = settings;
            self.reset();
        }
        Ok((before.search, before.evaluation) != (self.common.search, self.common.evaluation))
    }

    fn reset(&mut self) {
        self.state = TwoPlayerState::of_match(Referee::new(self.start.clone()));
    }

    fn place(&mut self, text: &str) -> Result<(), InputError> {
        let (placed, moves) = parts(text, separator::<G>())?;
        let mut game = Referee::new(placed.as_ref().map_or_else(|| Ok(self.start.clone()), |text| G::read(text))?);
        for (number, text) in (1..).zip(moves) {
            let action = game.position.parse_move(text).map_err(|error| error.at(format_args!("move {number}")))?;
            game.play(action);
        }
        self.state = if placed.is_some() { TwoPlayerState::placed(game) } else { TwoPlayerState::of_match(game) };
        Ok(())
    }

    fn state(&self) -> &dyn GameState {
        &self.state
    }

    fn shown(&self) -> Vec<String> {
        let position = &self.state.referee.position;
        let fen =
            G::CHESS_VARIANT.filter(|_| self.common.spells).map(|variant| format!("fen {}", (variant.fen)(position)));
        let text = fen.or_else(|| position.text().map(|text| format!("cells {text}")));
        self.state.drawing().into_iter().chain(text).collect()
    }

    fn spells(&self) -> bool {
        self.common.spells
    }

    fn ended(&self) -> Option<String> {
        let winner = self.state.referee.position.winner()?;
        Some(winner.map_or("drawn".to_string(), |side| format!("won by {}", G::called(side))))
    }

    fn player(&self) -> Maker {
        let Common { depth, search, evaluation, .. } = self.common;
        Box::new(move || Box::new(TwoPlayerBot::<G>::usual(evaluation, depth, search)))
    }

    fn depth(&self) -> Option<u8> {
        Some(self.common.depth)
    }
}

impl<G: TwoPlayerGame> SolvingEngine for TwoPlayerEngine<G> {
    fn prover(&self) -> Option<Box<dyn Proving + '_>> {
        let prover = G::prover(self.common.search)?;
        Some(Box::new(PositionProver { prover, position: &self.state.referee.position }))
    }
}

/// A search for the exact result of a position.
struct PositionProver<'a, G: TwoPlayerGame> {
    prover: Box<dyn Prover<G>>,
    position: &'a G,
}

/// A finding in the words of a game.
fn proven<G: TwoPlayerGame>(position: &G, found: &Solution<G::Move>) -> Proven {
    let Solution { range, best, plies, nodes } = *found;
    let side = if found.result() == Some(-1) { position.turn().other() } else { position.turn() };
    let words = match (found.score(), found.result(), plies) {
        _ if best.is_none() => match position.winner().flatten() {
            Some(side) => format!("{} has won", G::called(side)),
            None => "drawn".into(),
        },
        (_, None, _) => format!("between {} and {}", range.low, range.high),
        (_, Some(0), _) => "a draw".into(),
        (Some(_), _, Some(1)) => format!("{} wins in 1 ply", G::called(side)),
        (Some(_), _, Some(plies)) => format!("{} wins in {plies} plies", G::called(side)),
        (Some(score), _, None) if G::SCORE_IS_LEAD => format!("{} wins by {}", G::called(side), score.unsigned_abs()),
        (None, Some(1), Some(plies)) => format!("{} wins in {plies} plies or sooner", G::called(side)),
        _ => format!("{} wins", G::called(side)),
    };
    let best = best.map(|action| action.to_string());
    Proven { solution: Solution { range, best, plies, nodes }, words }
}

impl<G: TwoPlayerGame> Proving for PositionProver<'_, G> {
    fn prove(&mut self, only: Option<usize>, stop: Stop<'_>, report: &mut dyn FnMut(&Proven)) -> Option<Proven> {
        let position = self.position;
        let moves = if position.ended().is_some() { G::Moves::empty() } else { position.moves() };
        let only = only.map_or(Some(&[][..]), |place| moves.get(place..=place))?;
        let limits = SolveLimits { only, stop, ..SolveLimits::default() };
        let found = self.prover.solve(position, limits, &mut |found| report(&proven(position, found)));
        Some(proven(position, &found))
    }

    fn extend_book(&mut self, plies: u8, text: &str, stop: Stop<'_>, keep: Keep<'_>) -> Result<bool, InputError> {
        let mut book = Book::<G>::new(text)?;
        while let Some(position) = book.due(plies) {
            let found = self.prover.solve(position, SolveLimits { stop, ..SolveLimits::default() }, &mut |_| ());
            let Some((score, action)) = found.score().zip(found.best) else { return Ok(false) };
            book.add(Entry { action, score })?;
            keep(book.text());
        }
        Ok(true)
    }
}
