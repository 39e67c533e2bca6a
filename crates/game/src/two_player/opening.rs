//! Openings of matches, and positions that random moves lead to.

use super::TwoPlayerGame;
use super::player::bot;
use super::state::{Referee, joined, separator};
use crate::options::Settings;
use crate::setup::{Opening, Openings};
use crate::state::split;
use boardbots_base::invalid::InputError;
use boardbots_search::alpha_beta::{Options, SearchLimits};
use boardbots_search::position::ends_in;
use fastrand::Rng;

/// Plies after an opening within which neither side may have a forced win.
const SOON: u8 = 6;
/// Openings of one length that are tried before a shorter one is.
const TRIES: usize = 1000;
/// Random plies of the longest line of fixed positions.
const LONGEST: u8 = 12;

/// The start with settings of the game's own.
pub(super) fn start<G: TwoPlayerGame>(settings: &Settings) -> G {
    G::start(settings).expect("settings of the game's own make sense")
}

/// The position after moves, written as in records.
///
/// # Panics
/// A move is not legal.
#[must_use]
pub fn after<G: TwoPlayerGame>(mut position: G, moves: &str) -> G {
    for text in split(moves, separator::<G>()) {
        position.play(position.parse_move(text).expect("a legal move"));
    }
    position
}

/// The game that begins with an opening.
///
/// # Errors
/// An option that cannot be set, a move that is not legal, or an opening that ends the game.
pub fn begin<G: TwoPlayerGame>(opening: &Opening) -> Result<Referee<G>, InputError> {
    let mut settings = Settings::default();
    for (name, value) in &opening.options {
        let option = G::declared().into_iter().find(|option| option.is(name));
        let option = option.ok_or_else(|| InputError::new(format_args!("{} has no option \"{name}\"", G::NAME)))?;
        settings.set(option.name, option.parse(value)?);
    }
    let mut game = Referee::new(G::start(&settings)?);
    for (number, text) in (1..).zip(split(&opening.moves, separator::<G>())) {
        let action = game.position.parse_move(text);
        game.play(action.map_err(|error| format!("move {number}: {error}"))?);
    }
    if game.verdict().is_some() {
        return Err(InputError::new(format_args!("the opening {} ends the game", opening.moves)));
    }
    Ok(game)
}

/// The opening of a match's game of a seed: the game's own, or one that is the same for every game.
pub fn of<G: TwoPlayerGame>(seed: u64, openings: &Openings) -> Opening {
    G::opening(seed, openings).unwrap_or_else(|| of_seed::<G>(seed, openings))
}

/// The opening of a seed: one of the given lines, or random moves after which neither side has won or can
/// force a win within [`SOON`] plies. The simplest evaluation of the game looks for such wins.
pub fn of_seed<G: TwoPlayerGame>(seed: u64, openings: &Openings) -> Opening {
    let mut rng = Rng::with_seed(seed);
    if !openings.lines.is_empty() {
        let line = rng.u64(0..openings.lines.len() as u64);
        let moves = openings.lines[usize::try_from(line).unwrap_or(0)].clone();
        return Opening { options: Vec::new(), moves };
    }
    // Nearly all long openings may lose for one side. Shorter ones have to do then.
    let plies = (0..=openings.plies).rev();
    let mut tries = plies.flat_map(|plies| std::iter::repeat_n(plies, TRIES));
    let open = tries.find_map(|plies| random::<G>(plies, &mut rng).filter(is_open));
    let moves = open.map_or_else(String::new, |game| joined::<G>(&game.moves));
    Opening { options: Vec::new(), moves }
}

/// A game after random plies; `None` if it has ended.
fn random<G: TwoPlayerGame>(plies: u8, rng: &mut Rng) -> Option<Referee<G>> {
    let mut game = Referee::new(start::<G>(&Settings::default()));
    for _ in 0..plies {
        let moves = game.position.moves();
        game.play(moves[usize::from(rng.u8(0..u8::try_from(moves.len()).ok()?))]);
        if game.position.ended().is_some() {
            return None;
        }
    }
    Some(game)
}

/// True if neither side has a forced win within [`SOON`] plies.
fn is_open<G: TwoPlayerGame>(game: &Referee<G>) -> bool {
    let simplest = G::WRITTEN.iter().rfind(|written| written.searches);
    let mut bot = bot::<G>(simplest.map_or("", |written| written.name), Options::default());
    let found = bot.as_mut().map(|bot| bot.think(&game.position, &[], SearchLimits::plies(SOON), &mut |_| ()));
    found.is_some_and(|found| ends_in(found.value).is_none())
}

/// The fixed positions of the bench: the game's own, or some after random moves, the start first.
#[must_use]
pub fn positions<G: TwoPlayerGame>() -> Vec<G> {
    if !G::POSITIONS.is_empty() {
        let lines = G::POSITIONS.lines().map(G::position_line);
        return lines.map(|(settings, moves)| after(start(&settings), moves)).collect();
    }
    let mut rng = Rng::with_seed(1);
    let games = (0..=LONGEST).filter_map(|plies| (0..TRIES).find_map(|_| random::<G>(plies, &mut rng)));
    games.map(|game| game.position).collect()
}
