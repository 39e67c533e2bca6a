//! The strong player leaves positions alone that a match has seen, unless that costs too much.

use crate::notation::parse_action;
use crate::rules::{Action, Position};
use crate::strong::Weights;
use boardbots_game::duel::{Bot, Duel};
use boardbots_search::alpha_beta::{Limits, Options, Outcome};
use boardbots_search::game::Game;

const LIMITS: Limits<'static> = Limits { depth: 6, stop: &|| false };

fn after(digits: &str) -> Position {
    let mut position = Position::default();
    for digit in digits.chars() {
        let action = parse_action(&position, &digit.to_string()).expect("a legal action");
        position.play(action);
    }
    position
}

fn key_after(position: &Position, action: Action) -> u64 {
    let mut next = *position;
    next.play(action);
    next.key()
}

fn think(evaluation: &str, position: &Position, past: &[u64]) -> Outcome<Action> {
    let mut bot: Box<dyn Bot<Position>> = Position::bot(evaluation, Options::default()).expect("a judge");
    bot.think(position, past, LIMITS, &mut |_| ())
}

#[test]
fn a_seen_position_is_avoided_and_the_value_is_that_of_the_move() {
    let position = after("3210456332");
    let first = think("strong", &position, &[]);
    let best = first.best().expect("a move");
    let other = think("strong", &position, &[key_after(&position, best)]);
    assert_ne!(other.best(), Some(best));
    assert!(
        other.value <= first.value && other.value > first.value - Weights::default().repetition,
        "{first:?} {other:?}"
    );
    assert!(other.nodes > first.nodes, "both searches count");
    // Something else that was seen changes nothing.
    assert_eq!(think("strong", &position, &[position.key()]), first);
}

#[test]
fn who_has_seen_everything_plays_the_best() {
    let position = after("3210456332");
    let moves = position.moves();
    let seen: Vec<u64> = moves.iter().map(|action| key_after(&position, *action)).collect();
    let first = think("strong", &position, &[]);
    assert_eq!(think("strong", &position, &seen).best(), first.best());
}

#[test]
fn the_player_of_the_course_minds_nothing() {
    let position = after("3210456332");
    let first = think("course", &position, &[]);
    let best = first.best().expect("a move");
    assert_eq!(think("course", &position, &[key_after(&position, best)]), first);
}
