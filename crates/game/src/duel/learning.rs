//! A game for two of which an evaluation is learned.

use super::Bot;
use super::board::{Board, begin, seat};
use super::game::Duels;
use crate::colour::Colour;
use crate::learned::evaluator::Learned;
use crate::learned::layout::Layout;
use crate::learned::patterns::Network;
use crate::listed::{Learning, Lesson, Played, Seen};
use crate::referee::Referee;
use crate::setup::Openings;
use boardbots_base::invalid::Invalid;
use boardbots_search::alpha_beta::{Limits, Options, Searcher};
use boardbots_search::position::{Outlook, ends_in};
use fastrand::Rng;
use std::sync::Arc;

/// Searches are short, and small tables stay in the cache.
const SEARCH: Options = Options { threads: 1, table_kib: 256 };
/// The value that stands for a certain win.
const CERTAIN: i32 = 9999;
/// The largest other value.
const MOST: i32 = 9000;
/// Openings that are tried before a game begins at the start.
const TRIES: usize = 100;

/// The start of the game of a seed.
fn start<D: Board>(seed: u64) -> Referee<D> {
    Referee::new(D::start(&D::practised(None, seed)))
}

/// Makes a random move.
fn blunder<D: Board>(game: &mut Referee<D>, rng: &mut Rng) {
    let moves = game.position.moves();
    game.play(moves[rng.usize(..moves.len())]);
}

/// A game that has begun with random moves and goes on.
fn opened<D: Board>(most: u8, seed: u64, rng: &mut Rng) -> Referee<D> {
    let mut tries = std::iter::repeat_with(|| {
        let mut game = start::<D>(seed);
        let plies = rng.u8(..=most);
        for _ in 0..plies {
            if game.verdict().is_none() {
                blunder(&mut game, rng);
            }
        }
        game
    });
    let open = tries.by_ref().take(TRIES).find(|game| game.verdict().is_none());
    open.unwrap_or_else(|| start(seed))
}

/// Half points of a side.
fn score<D: Board>(game: &Referee<D>, side: Colour) -> u8 {
    game.verdict().and_then(|verdict| verdict.winner).map_or(1, |winner| if winner == side { 2 } else { 0 })
}

/// What a search found, in a few digits.
fn found(value: i32) -> i32 {
    match ends_in(value) {
        Some(1..) => CERTAIN,
        Some(_) => -CERTAIN,
        None => value.clamp(-MOST, MOST),
    }
}

impl<D: Board> Learning for Duels<D> {
    fn name(&self) -> &'static str {
        D::NAME
    }

    fn layout(&self) -> Layout {
        D::LAYOUT.expect("a game of which an evaluation can be learned has a layout")
    }

    fn rival(&self) -> &'static str {
        D::WRITTEN[0]
    }

    fn play(&self, network: &Arc<Network>, lesson: &Lesson, seed: u64) -> Played {
        let mut rng = Rng::with_seed(seed);
        let mut bot = Searcher::<D, _>::new(Learned::new(Arc::clone(network)), SEARCH);
        let mut game = opened::<D>(lesson.opening, seed, &mut rng);
        let mut played = Played { opening: game.plies(), ..Played::default() };
        let limits = Limits::plies(lesson.depth);
        while game.verdict().is_none() {
            let outcome = bot.search_after(&game.position, &game.keys, limits, &mut |_| ());
            if lesson.random > 0 && rng.u8(..lesson.random) == 0 {
                played.random.push(played.values.len());
                blunder(&mut game, &mut rng);
            } else {
                game.play(outcome.best().expect("the game goes on"));
            }
            played.values.push(found(outcome.value));
        }
        played.moves = game.moves().map(D::digit).collect();
        played.score = score(&game, Colour::Green);
        played
    }

    fn replay(&self, played: &Played, seed: u64) -> Result<Vec<Seen>, Invalid> {
        let (mut game, mut all) = (start::<D>(seed), Vec::with_capacity(played.values.len()));
        for (ply, digit) in played.moves.chars().enumerate() {
            let position = &game.position;
            if game.verdict().is_some() {
                return Err(Invalid::new(format_args!("move {} comes after the end", ply + 1)));
            }
            if ply >= played.opening {
                let is_clear = matches!(position.outlook(), Outlook::Wins(_));
                all.push(Seen { seat: seat(position.turn()), planes: (!is_clear).then(|| position.planes()) });
            }
            let action = position.parse_move(digit.encode_utf8(&mut [0; 4]));
            game.play(action.map_err(|error| format!("move {}: {error}", ply + 1))?);
        }
        let is_whole = game.verdict().is_some() && score(&game, Colour::Green) == played.score;
        if !is_whole || all.len() != played.values.len() {
            return Err("the game does not end as it says".into());
        }
        Ok(all)
    }

    fn compare(&self, network: &Arc<Network>, depth: u8, seed: u64) -> [u8; 2] {
        let opening = D::opening(seed, &Openings::default());
        Colour::ALL.map(|side| {
            let mut learned = Searcher::<D, _>::new(Learned::new(Arc::clone(network)), SEARCH);
            let mut rival = D::bot(self.rival(), SEARCH).expect("an evaluation of the game's list");
            let mut game = begin::<D>(&opening).expect("an opening of the game");
            let limits = Limits::plies(depth);
            while game.verdict().is_none() {
                let bot: &mut dyn Bot<D> = if game.position.turn() == side { &mut learned } else { rival.as_mut() };
                let outcome = bot.think(&game.position, &game.keys, limits, &mut |_| ());
                game.play(outcome.best().expect("the game goes on"));
            }
            score(&game, side)
        })
    }
}
