//! A game for two of which an evaluation is learned.

use super::TwoPlayerGame;
use super::bot::Bot;
use super::game::TwoPlayer;
use super::learned::Learned;
use super::opening::{self, begin, start};
use super::player::bot;
use super::side::Side;
use super::state::{Referee, joined, separator};
use crate::learned::network::Network;
use crate::learned::patterns::Layout;
use crate::listed::{Learning, Lesson, Played, Seen};
use crate::setup::Openings;
use crate::state::split;
use boardbots_base::invalid::InputError;
use boardbots_search::alpha_beta::{Options, SearchLimits, Searcher};
use boardbots_search::position::{Threat, ends_in};
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

/// The game of a seed at its beginning.
fn of_seed<G: TwoPlayerGame>(seed: u64) -> Referee<G> {
    Referee::new(start(&G::practised(None, seed)))
}

/// Makes a random move.
fn blunder<G: TwoPlayerGame>(game: &mut Referee<G>, rng: &mut Rng) {
    let moves = game.position.moves();
    game.play(moves[rng.usize(..moves.len())]);
}

/// A game that has begun with random moves and goes on.
fn opened<G: TwoPlayerGame>(most: u8, seed: u64, rng: &mut Rng) -> Referee<G> {
    let mut tries = std::iter::repeat_with(|| {
        let mut game = of_seed::<G>(seed);
        let plies = rng.u8(..=most);
        for _ in 0..plies {
            if game.verdict().is_none() {
                blunder(&mut game, rng);
            }
        }
        game
    });
    let open = tries.by_ref().take(TRIES).find(|game| game.verdict().is_none());
    open.unwrap_or_else(|| of_seed(seed))
}

/// Half points of a side.
fn score<G: TwoPlayerGame>(game: &Referee<G>, side: Side) -> u8 {
    game.verdict().and_then(|verdict| verdict.winner).map_or(1, |winner| if winner == side { 2 } else { 0 })
}

/// The value of a search, limited to a few digits.
fn found(value: i32) -> i32 {
    match ends_in(value) {
        Some(1..) => CERTAIN,
        Some(_) => -CERTAIN,
        None => value.clamp(-MOST, MOST),
    }
}

impl<G: TwoPlayerGame> Learning for TwoPlayer<G> {
    fn layout(&self) -> Layout {
        G::LAYOUT.expect("a game of which an evaluation can be learned has a layout")
    }

    fn rival(&self) -> &'static str {
        G::WRITTEN[0].name
    }

    fn play(&self, network: &Arc<Network>, lesson: &Lesson, seed: u64) -> Played {
        let mut rng = Rng::with_seed(seed);
        let mut bot = Searcher::<G, _>::new(Learned::new(Arc::clone(network)), SEARCH);
        let mut game = opened::<G>(lesson.opening, seed, &mut rng);
        let mut played = Played { opening: game.moves.len(), ..Played::default() };
        let limits = SearchLimits::plies(lesson.depth);
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
        played.moves = joined::<G>(&game.moves);
        played.score = score(&game, Side::First);
        played
    }

    fn replay(&self, played: &Played, seed: u64) -> Result<Vec<Seen>, InputError> {
        let (mut game, mut all) = (of_seed::<G>(seed), Vec::with_capacity(played.values.len()));
        for (ply, text) in split(&played.moves, separator::<G>()).enumerate() {
            let position = &game.position;
            if game.verdict().is_some() {
                return Err(InputError::new(format_args!("move {} comes after the end", ply + 1)));
            }
            if ply >= played.opening {
                let is_clear = matches!(position.threat(), Threat::Wins(_));
                all.push(Seen { seat: position.turn().seat(), planes: (!is_clear).then(|| position.planes()) });
            }
            let action = position.parse_move(text);
            game.play(action.map_err(|error| format!("move {}: {error}", ply + 1))?);
        }
        let is_whole = game.verdict().is_some() && score(&game, Side::First) == played.score;
        if !is_whole || all.len() != played.values.len() {
            return Err("the game does not end as it says".into());
        }
        Ok(all)
    }

    fn compare(&self, network: &Arc<Network>, depth: u8, seed: u64) -> [u8; 2] {
        let opening = opening::of::<G>(seed, &Openings::default());
        Side::ALL.map(|side| {
            let mut learned = Searcher::<G, _>::new(Learned::new(Arc::clone(network)), SEARCH);
            let mut rival = bot::<G>(self.rival(), SEARCH).expect("an evaluation of the game's list");
            let mut game = begin::<G>(&opening).expect("an opening of the game");
            let limits = SearchLimits::plies(depth);
            while game.verdict().is_none() {
                let bot: &mut dyn Bot<G> = if game.position.turn() == side { &mut learned } else { rival.as_mut() };
                let outcome = bot.think(&game.position, &game.keys, limits, &mut |_| ());
                game.play(outcome.best().expect("the game goes on"));
            }
            score(&game, side)
        })
    }
}
