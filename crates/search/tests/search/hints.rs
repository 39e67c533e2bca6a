//! What the games and evaluations of these tests promise holds: otherwise the searches would be right to fail.

use super::evaluators::Keyed;
use super::pile::Pile;
use super::positions::random_positions;
use super::told::Bounded;
use super::verdict::{Verdict, agree, plain};
use boardbots_search::contract;
use boardbots_search::position::{Bounds, Evaluator, Position, Threat, ends_in};

#[test]
fn games_keep_the_contract() {
    for root in random_positions(41, 500) {
        contract::check(&root, &mut Bounded::random());
        contract::check(&root, &mut Bounded(Keyed::extreme()));
        contract::check(&root.0, &mut Keyed::random());
    }
    for left in 0..20 {
        contract::check(&Pile { left, most: 3, last_loses: left % 2 == 0 }, &mut Keyed::blind());
    }
}

#[test]
fn all_kinds_of_hints_and_positions_are_among_them() {
    let roots = random_positions(41, 500);
    let count = |what: &dyn Fn(&super::told::Told) -> bool| roots.iter().filter(|root| what(root)).count();
    assert!(count(&|root| matches!(root.threat(), Threat::Wins(_))) > 20, "won at once");
    assert!(count(&|root| matches!(root.threat(), Threat::Forced(_))) > 5, "forced");
    assert!(count(&|root| root.candidates().len() < root.moves().len()) > 20, "moves that are left out");
    let bounds = |root: &super::told::Told| Bounded::random().bounds(root, 0);
    assert!(count(&|root| bounds(root) == Bounds::NONE) > 50, "no bounds");
    assert!(count(&|root| bounds(root).floor == bounds(root).ceiling) > 10, "exact bounds");
    let plies = |root: &super::told::Told| ends_in(Verdict::plain(root, &Bounded::random(), 4).value);
    assert!(count(&|root| plies(root).is_some_and(|plies| plies > 0)) > 20, "won");
    assert!(count(&|root| plies(root).is_some_and(|plies| plies <= 0)) > 5, "lost");
    assert!(count(&|root| plies(root).is_none()) > 100, "undecided");
}

#[test]
fn hints_change_nothing() {
    let roots = |seed| random_positions(seed, 100);
    agree("random", &Bounded::random(), &plain(&Bounded::random(), roots(1), 5));
    for (seed, evaluator) in (2..).zip([Keyed::crude(), Keyed::blind(), Keyed::extreme()]) {
        agree("hints", &Bounded(evaluator.clone()), &plain(&Bounded(evaluator), roots(seed), 5));
    }
}
