//! Limits beside the depth: positions, one move of the root, values that are told apart.

use super::positions::random_positions;
use super::told::Bounded;
use super::verdict::{go, searcher};
use boardbots_search::alpha_beta::SearchLimits;
use boardbots_search::position::Position as _;

#[test]
fn a_number_of_positions_is_the_same_limit_each_time() {
    for root in random_positions(31, 10) {
        let mut used = searcher(&Bounded::random(), 1, 64);
        let mut limited = |nodes| {
            used.forget();
            used.search(&root, SearchLimits { nodes, ..SearchLimits::plies(30) }, &mut |_| {})
        };
        for nodes in [0, 1, 500, 5000, 50_000] {
            let found = limited(nodes);
            assert_eq!(limited(nodes), found);
            assert!(found.best().is_some() || root.ended().is_some());
            let due = go(&mut searcher(&Bounded::random(), 1, 0), &root, found.depth.clamp(1, 6));
            assert!(found.depth > 6 || found.value == due.value && found.best() == due.best());
            // What is beyond the limit is less than the rest of a position's replies.
            assert!(found.nodes <= nodes + 64 || found.depth == 1, "{} of {nodes}", found.nodes);
        }
    }
}

#[test]
fn one_move_is_worth_what_the_position_after_it_is() {
    for root in random_positions(32, 40).into_iter().filter(|root| root.ended().is_none()) {
        let mut used = searcher(&Bounded::random(), 1, 64);
        let all = go(&mut used, &root, 5);
        for (place, action) in (0..).zip(root.moves()) {
            let only = used.search(&root, SearchLimits { only: Some(place), ..SearchLimits::plies(5) }, &mut |_| {});
            assert_eq!(only.best(), Some(action));
            assert!(only.value <= all.value && (Some(action) != all.best() || only.value == all.value));
        }
    }
}

#[test]
fn values_that_are_not_told_apart_are_bounds() {
    for root in random_positions(33, 40).into_iter().filter(|root| root.ended().is_none()) {
        let mut used = searcher(&Bounded::random(), 1, 64);
        let due = go(&mut used, &root, 5).value;
        for (low, high) in [(-1, 1), (due - 1, due), (due, due + 1), (due - 1, due + 1), (due + 5, due + 9)] {
            used.forget();
            let found =
                used.search(&root, SearchLimits { between: (low, high), ..SearchLimits::plies(5) }, &mut |_| {});
            let said = if found.value <= low { due <= found.value } else { due >= found.value };
            assert!(said && (found.value <= low || found.value >= high || found.value == due), "{found:?} {due}");
            assert!(found.depth < 5 || (found.value <= low) == (due <= low), "{found:?} {due}");
        }
    }
}
