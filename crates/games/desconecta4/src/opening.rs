//! What the games of a match begin with.

use crate::course::Course;
use crate::rules::Position;
use boardbots_game::duel::Duel;
use boardbots_game::opening::{Opening, Openings};
use boardbots_search::alpha_beta::{Limits, Options, Searcher};
use boardbots_search::game::{Game, Moves, ends_in};
use fastrand::Rng;

/// Plies after an opening within which neither side may be bound to lose.
const SOON: u8 = 6;
/// Openings that are tried before a shorter one is.
const TRIES: usize = 1000;

/// The opening of a seed.
pub fn of(seed: u64, openings: &Openings) -> Opening {
    let mut rng = Rng::with_seed(seed);
    if !openings.lines.is_empty() {
        let line = rng.u64(0..openings.lines.len() as u64);
        let moves = openings.lines[usize::try_from(line).unwrap_or(0)].clone();
        return Opening { options: Vec::new(), moves };
    }
    // Deep openings may nearly always lose for one side: then shorter ones do.
    let plies = (0..=openings.plies).rev();
    let moves = plies.flat_map(|plies| std::iter::repeat_n(plies, TRIES)).find_map(|plies| drawn(plies, &mut rng));
    Opening { options: Vec::new(), moves: moves.unwrap_or_default() }
}

/// Random plies after which neither side has lost, nor must lose soon.
fn drawn(plies: u8, rng: &mut Rng) -> Option<String> {
    let (mut position, mut digits) = (Position::default(), String::new());
    for _ in 0..plies {
        let mut moves = Moves::new();
        position.moves(&mut moves);
        let action = moves[usize::from(rng.u8(0..u8::try_from(moves.len()).ok()?))];
        digits.push(Position::digit(action));
        position.play(action);
        if position.ended().is_some() {
            return None;
        }
    }
    let mut judge = Searcher::new(Course, Options::default());
    let found = judge.search(&position, Limits { depth: SOON, stop: &|| false }, &mut |_| ());
    ends_in(found.value).is_none().then_some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardbots_game::duel::board::begin;

    #[test]
    fn openings_are_open_and_many() {
        let openings = Openings::default();
        let mut seen = std::collections::HashSet::new();
        for seed in 0..30 {
            let opening = of(seed, &openings);
            assert_eq!(opening, of(seed, &openings));
            assert_eq!(begin::<Position>(&opening).expect("legal moves").plies(), 8);
            seen.insert(opening.moves);
        }
        assert!(seen.len() > 25, "{}", seen.len());
    }

    #[test]
    fn given_lines_are_used() {
        let lines = vec!["3344".to_string(), "0".to_string()];
        let openings = Openings { lines: lines.clone(), ..Openings::default() };
        let used: Vec<String> = (0..20).map(|seed| of(seed, &openings).moves).collect();
        assert!(lines.iter().all(|line| used.contains(line)) && used.iter().all(|line| lines.contains(line)));
    }

    #[test]
    fn moves_that_are_not_legal_are_told() {
        let bad = Opening { options: Vec::new(), moves: "39".into() };
        assert!(begin::<Position>(&bad).is_err_and(|error| error.message().starts_with("move 2")));
    }
}
