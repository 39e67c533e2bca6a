//! Openings of random moves, for games in which any few moves lead somewhere new.

use super::board::Board;
use crate::opening::{Opening, Openings};
use boardbots_search::alpha_beta::{Limits, Options};
use boardbots_search::game::ends_in;
use fastrand::Rng;

/// Plies after an opening within which neither side may have a forced win.
const SOON: u8 = 6;
/// Openings of one length that are tried before a shorter one is.
const TRIES: usize = 1000;

/// The opening of a seed: one of the given lines, or random moves after which neither side has won or can
/// force a win within [`SOON`] plies. The simplest evaluation of the game looks for such wins.
#[must_use]
pub fn of_seed<D: Board>(seed: u64, openings: &Openings) -> Opening {
    let mut rng = Rng::with_seed(seed);
    if !openings.lines.is_empty() {
        let line = rng.u64(0..openings.lines.len() as u64);
        let moves = openings.lines[usize::try_from(line).unwrap_or(0)].clone();
        return Opening { options: Vec::new(), moves };
    }
    // Nearly all long openings may lose for one side. Shorter ones have to do then.
    let plies = (0..=openings.plies).rev();
    let moves = plies.flat_map(|plies| std::iter::repeat_n(plies, TRIES)).find_map(|plies| open::<D>(plies, &mut rng));
    Opening { options: Vec::new(), moves: moves.unwrap_or_default() }
}

/// Random plies; `None` if a side has won or soon will.
fn open<D: Board>(plies: u8, rng: &mut Rng) -> Option<String> {
    let (mut position, mut digits) = (D::start(&D::Setup::default()), String::new());
    for _ in 0..plies {
        let moves = position.moves();
        let action = moves[usize::from(rng.u8(0..u8::try_from(moves.len()).ok()?))];
        digits.push(D::digit(action));
        position.play(action);
        if position.ended().is_some() {
            return None;
        }
    }
    let mut bot = D::bot(D::WRITTEN.last()?, Options::default())?;
    let found = bot.think(&position, &[], Limits { depth: SOON, stop: &|| false }, &mut |_| ());
    ends_in(found.value).is_none().then_some(digits)
}
