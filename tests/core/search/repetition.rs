//! A position that the game has had before is a repetition wherever it comes in the tree: value and move are those
//! of plain minimax with that rule.

use super::evaluators::Keyed;
use super::history::agree;
use super::positions::random_positions;
use boardbots_desconecta4::eval::{Strong, Weights};
use boardbots_desconecta4::rules::Position;

#[test]
fn desconecta4_with_its_strong_evaluation() {
    let roots: Vec<Position> = random_positions(11, 60);
    let changed = agree("strong", &Strong::default(), &roots);
    assert!(changed > 30, "{changed} answers depend on the past");
    // Here it is sought as well as avoided.
    let content = Strong::from(Weights { repetition: 0, ..Weights::default() });
    let changed = agree("content", &content, &roots);
    assert!(changed > 30, "{changed} answers depend on the past");
}

#[test]
fn desconecta4_full_of_ties() {
    let changed = agree("crude", &Keyed::crude().minding(0), &random_positions(12, 30));
    assert!(changed > 10, "{changed} answers depend on the past");
}
