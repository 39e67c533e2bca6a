//! To the strong player a position that the match has seen is worth less than the present one.

use crate::eval::{Strong, Weights};
use crate::rules::{Action, Position};
use boardbots_game::two_player::TwoPlayerGame;
use boardbots_game::two_player::player::bot;
use boardbots_search::alpha_beta::{Options, SearchLimits, SearchResult};
use boardbots_search::position::{Evaluator, Position as _};

const LIMITS: SearchLimits<'static> = SearchLimits::plies(6);

fn after(digits: &str) -> Position {
    let mut position = Position::default();
    for digit in digits.chars() {
        let action = position.parse_move(&digit.to_string()).expect("a legal action");
        position.play(action);
    }
    position
}

fn key_after(position: &Position, actions: &[Action]) -> u64 {
    let mut next = *position;
    for action in actions {
        next.play(*action);
    }
    next.key()
}

/// What a repetition is worth.
fn repetition(position: &Position) -> i32 {
    Strong::default().evaluate(position) - Weights::default().repetition
}

fn think(evaluation: &str, position: &Position, past: &[u64]) -> SearchResult<Action> {
    let mut bot = bot::<Position>(evaluation, Options::default()).expect("an evaluation");
    bot.think(position, past, LIMITS, &mut |_| ())
}

#[test]
fn a_seen_position_is_avoided_and_the_value_is_that_of_the_move() {
    let position = after("3210456332");
    let first = think("strong", &position, &[]);
    let best = first.best().expect("a move");
    let other = think("strong", &position, &[key_after(&position, &[best])]);
    assert_ne!(other.best(), Some(best));
    assert!(other.value <= first.value && other.value > repetition(&position), "{first:?} {other:?}");
}

#[test]
fn nor_is_the_other_player_given_one() {
    let position = after("3210456332");
    let first = think("strong", &position, &[]);
    let best = first.best().expect("a move");
    // Whatever the other player does after the best move, he can say that it has been there.
    let mut next = position;
    next.play(best);
    let replies: Vec<u64> = next.moves().into_iter().map(|reply| key_after(&position, &[best, reply])).collect();
    let other = think("strong", &position, &replies);
    assert_ne!(other.best(), Some(best), "{other:?}");
}

#[test]
fn when_everything_was_seen_the_first_move_is_as_good_as_any() {
    let position = after("3210456332");
    let seen: Vec<u64> = position.moves().iter().map(|action| key_after(&position, &[*action])).collect();
    let found = think("strong", &position, &seen);
    assert_eq!((found.value, found.line.len()), (repetition(&position), 1));
    assert_eq!(found.best(), position.moves().first().copied());
}

#[test]
fn a_third_occurrence_is_the_draw_that_ends_the_game() {
    let position = after("3210456332");
    let seen: Vec<u64> = position.moves().iter().map(|action| key_after(&position, &[*action])).collect();
    let found = think("strong", &position, &[&seen[..], &seen[..]].concat());
    assert_eq!((found.value, found.line.len()), (0, 1));
    // If one of them came only once, its worth is weighed against the draw.
    for (number, key) in seen.iter().enumerate() {
        let once = think("strong", &position, &[&seen[..], &seen[..number], &seen[number + 1..]].concat());
        let (draw, repeated) = (usize::from(number == 0), repetition(&position));
        let best = if repeated > 0 { number } else { draw };
        assert_eq!((once.value, once.best()), (repeated.max(0), Some(position.moves()[best])), "{key}");
    }
}

#[test]
fn the_player_of_the_course_minds_nothing() {
    let position = after("3210456332");
    let first = think("course", &position, &[]);
    let best = first.best().expect("a move");
    assert_eq!(think("course", &position, &[key_after(&position, &[best])]), first);
}
