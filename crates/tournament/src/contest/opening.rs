//! What games for two begin with, so that no two pairs of games are alike.

use crate::engine::Spoken;
use boardbots_desconecta4::course::Course;
use boardbots_desconecta4::rules::Position as Desconecta4;
use boardbots_game::duel::Duel;
use boardbots_game::referee::Referee;
use boardbots_search::alpha_beta::{Limits, Options, Searcher};
use boardbots_search::game::{Game, Moves, ends_in};
use boardbots_tron::rules::Position as Tron;
use fastrand::Rng;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// Plies after an opening within which nobody may be bound to lose.
const SOON: u8 = 6;
/// Random plies that may be asked for.
pub const PLIES: RangeInclusive<u8> = 0..=40;
/// Openings that are tried before a shorter one is.
const TRIES: usize = 1000;

/// How openings are made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Openings {
    /// Random plies, where there are no lines.
    pub plies: u8,
    /// Rows and columns of maps, least and most.
    pub sizes: (u8, u8),
    /// Lines of moves, to be used in turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
}

impl Default for Openings {
    fn default() -> Self {
        Self { plies: 8, sizes: (10, 20), lines: Vec::new() }
    }
}

/// What one game begins with, in words of the engine protocol.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Opening {
    /// Options of the game, in the order in which they are set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
    /// Digits of the moves that have been made.
    pub moves: String,
}

impl Opening {
    /// That of a game in which all that chance decides follows from a seed.
    #[must_use]
    pub fn of_seed(seed: u64) -> Self {
        Self { options: vec![("Seed".into(), seed.to_string())], moves: String::new() }
    }
}

/// A game for two of which matches are played.
pub trait Contested: Spoken {
    /// An opening of a match; the same for the same seed.
    fn opening(seed: u64, openings: &Openings) -> Opening;
}

impl Contested for Desconecta4 {
    fn opening(seed: u64, openings: &Openings) -> Opening {
        let mut rng = Rng::with_seed(seed);
        if !openings.lines.is_empty() {
            let line = rng.u64(0..openings.lines.len() as u64);
            let moves = openings.lines[usize::try_from(line).unwrap_or(0)].clone();
            return Opening { options: Vec::new(), moves };
        }
        // Deep openings may nearly always be lost by somebody: then shorter ones do.
        let plies = (0..=openings.plies).rev();
        let moves = plies.flat_map(|plies| std::iter::repeat_n(plies, TRIES)).find_map(|plies| drawn(plies, &mut rng));
        Opening { options: Vec::new(), moves: moves.unwrap_or_default() }
    }
}

/// Random plies after which nobody has lost, nor must lose soon.
fn drawn(plies: u8, rng: &mut Rng) -> Option<String> {
    let (mut position, mut digits) = (Desconecta4::default(), String::new());
    for _ in 0..plies {
        let mut moves = Moves::new();
        position.moves(&mut moves);
        let action = moves[usize::from(rng.u8(0..u8::try_from(moves.len()).ok()?))];
        digits.push(Desconecta4::digit(action));
        position.play(action);
        if position.ended().is_some() {
            return None;
        }
    }
    let mut judge = Searcher::new(Course, Options::default());
    let found = judge.search(&position, Limits { depth: SOON, stop: &|| false }, &mut |_| ());
    ends_in(found.value).is_none().then_some(digits)
}

impl Contested for Tron {
    fn opening(seed: u64, openings: &Openings) -> Opening {
        let mut rng = Rng::with_seed(seed);
        let (least, most) = openings.sizes;
        let size = rng.u8(least.min(most)..=most.max(least));
        let first = if rng.bool() { "green" } else { "blue" };
        let options = [("Size", size.to_string()), ("Seed", rng.u32(..).to_string()), ("First", first.to_string())];
        Opening { options: options.map(|(name, value)| (name.to_string(), value)).to_vec(), moves: String::new() }
    }
}

/// The game that begins so.
///
/// # Errors
/// What cannot be set, or which move is not legal.
pub fn begin<D: Spoken>(opening: &Opening) -> Result<Referee<D>, String> {
    let (mut choices, mut setup) = (D::Choices::default(), D::Setup::default());
    for (name, value) in &opening.options {
        setup = D::choose(&mut choices, name, value)
            .unwrap_or_else(|| Err(format!("{} has no option \"{name}\"", D::NAME)))?;
    }
    let mut game = Referee::new(D::start(&setup));
    play(&mut game, &opening.moves)?;
    if game.verdict().is_some() {
        return Err(format!("the opening {} ends the game", opening.moves));
    }
    Ok(game)
}

/// Plays moves on.
///
/// # Errors
/// Which move is not legal, from 1.
pub fn play<D: Duel>(game: &mut Referee<D>, moves: &str) -> Result<(), String> {
    for (number, digit) in (1..).zip(moves.chars()) {
        let action = game.position().parse_move(digit.encode_utf8(&mut [0; 4]));
        game.play(action.map_err(|error| format!("move {number}: {error}"))?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_open_and_many() {
        let openings = Openings::default();
        let mut seen = std::collections::HashSet::new();
        for seed in 0..30 {
            let opening = Desconecta4::opening(seed, &openings);
            assert_eq!(opening, Desconecta4::opening(seed, &openings));
            let game = begin::<Desconecta4>(&opening).expect("legal moves");
            assert_eq!(game.plies(), 8);
            seen.insert(opening.moves);
            let opening = Tron::opening(seed, &openings);
            let size: u8 = opening.options[0].1.parse().expect("a size");
            assert!((10..=20).contains(&size));
            assert!(begin::<Tron>(&opening).is_ok());
        }
        assert!(seen.len() > 25, "{}", seen.len());
    }

    #[test]
    fn given_lines_are_used() {
        let lines = vec!["3344".to_string(), "0".to_string()];
        let openings = Openings { lines: lines.clone(), ..Openings::default() };
        let used: Vec<String> = (0..20).map(|seed| Desconecta4::opening(seed, &openings).moves).collect();
        assert!(lines.iter().all(|line| used.contains(line)) && used.iter().all(|line| lines.contains(line)));
    }

    #[test]
    fn openings_that_are_none_are_told() {
        let bad = Opening { options: Vec::new(), moves: "39".into() };
        assert!(begin::<Desconecta4>(&bad).is_err_and(|error| error.starts_with("move 2")));
        let bad = Opening { options: vec![("Colour".into(), "red".into())], moves: String::new() };
        assert!(begin::<Tron>(&bad).is_err_and(|error| error.contains("no option \"Colour\"")));
    }
}
