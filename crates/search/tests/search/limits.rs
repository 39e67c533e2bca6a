//! Limits beside the depth: positions, time, moves of the root, values that are told apart.

use super::positions::random_positions;
use super::told::{Bounded, Told};
use super::verdict::{for_each_thread_count, go, searcher};
use boardbots_search::alpha_beta::{SearchLimits, SearchResult, Searcher};
use boardbots_search::position::Position as _;
use std::time::Duration;

/// What a limit of nodes has to leave of a search that reports each iteration: all of those that fit, and the nodes up
/// to the limit.
fn cut_off(iterations: &[SearchResult<u8>], nodes: u64) -> SearchResult<u8> {
    let last = iterations.iter().rposition(|iteration| iteration.nodes <= nodes).unwrap_or(0);
    let is_whole = last + 1 == iterations.len();
    let counted = if is_whole { iterations[last].nodes } else { nodes.max(iterations[0].nodes) };
    SearchResult { nodes: counted, ..iterations[last].clone() }
}

#[test]
fn a_search_on_one_thread_ends_at_exactly_this_node() {
    for table_kib in [0, 64] {
        for root in random_positions(31, 10) {
            let mut used = searcher(&Bounded::random(), 1, table_kib);
            let mut limited = |nodes| {
                used.forget();
                let mut iterations = Vec::new();
                let limits = SearchLimits { nodes, ..SearchLimits::plies(14) };
                let found = used.search(&root, limits, &mut |iteration| iterations.push(iteration.clone()));
                (found, iterations)
            };
            let (_, iterations) = limited(100_000);
            let ends =
                iterations.iter().flat_map(|iteration| [iteration.nodes - 1, iteration.nodes, iteration.nodes + 1]);
            for nodes in ends.chain((0..40).map(|step| step * step * 7)).filter(|nodes| *nodes <= 100_000) {
                let found = limited(nodes).0;
                // Whether more iterations would have come is known up to the last one that was reported.
                let is_beyond = nodes > iterations[iterations.len() - 1].nodes;
                let due = if is_beyond {
                    SearchResult { nodes: found.nodes, ..cut_off(&iterations, nodes) }
                } else {
                    cut_off(&iterations, nodes)
                };
                assert_eq!(found, due, "{nodes} nodes, {table_kib} KiB");
                assert!(found.nodes <= nodes.max(iterations[0].nodes), "{nodes} nodes, {table_kib} KiB");
                assert_eq!(limited(nodes).0, found, "again");
            }
        }
    }
}

#[test]
fn several_threads_share_the_nodes() {
    for_each_thread_count(|threads| {
        for root in super::positions::quiet_positions(34, 4) {
            let mut used = searcher(&Bounded::random(), threads, 64);
            for nodes in [1000, 7777, 40_000] {
                used.forget();
                let found = used.search(&root, SearchLimits { nodes, ..SearchLimits::plies(64) }, &mut |_| {});
                let unused = 1024 * u64::try_from(used.threads() - 1).expect("few");
                assert!((nodes - unused.min(nodes)..=nodes).contains(&found.nodes), "{threads} threads: {found:?}");
                let due = go(&mut searcher(&Bounded::random(), 1, 64), &root, found.depth);
                assert_eq!((found.value, found.best()), (due.value, due.best()));
            }
        }
    });
}

/// No time at all leaves the first iteration, all of it every one.
#[test]
fn time_ends_a_search() {
    for_each_thread_count(|threads| {
        for root in super::positions::quiet_positions(35, 3) {
            let mut used = searcher(&Bounded::random(), threads, 64);
            let mut depth = |time| {
                used.search(&root, SearchLimits { time: Some(time), ..SearchLimits::plies(6) }, &mut |_| {}).depth
            };
            assert_eq!([Duration::ZERO, Duration::MAX].map(&mut depth), [1, 6]);
            let soon = SearchLimits { time: Some(Duration::from_millis(20)), ..SearchLimits::plies(64) };
            assert!(used.search(&root, soon, &mut |_| {}).depth < 64);
        }
    });
}

fn among(used: &mut Searcher<Told, Bounded>, root: &Told, places: &[u16]) -> SearchResult<u8> {
    used.search(root, SearchLimits { among: Some(places), ..SearchLimits::plies(5) }, &mut |_| {})
}

#[test]
fn one_move_is_worth_what_the_position_after_it_is() {
    for root in random_positions(32, 40).into_iter().filter(|root| root.ended().is_none()) {
        let mut used = searcher(&Bounded::random(), 1, 64);
        let all = go(&mut used, &root, 5);
        for (place, action) in (0..).zip(root.moves()) {
            let only = among(&mut used, &root, &[place]);
            assert_eq!(only.best(), Some(action));
            assert!(only.value <= all.value && (Some(action) != all.best() || only.value == all.value));
        }
    }
}

#[test]
fn some_moves_are_worth_the_first_of_their_best() {
    for root in random_positions(36, 30).into_iter().filter(|root| root.ended().is_none()) {
        let mut used = searcher(&Bounded(super::evaluators::Keyed::crude()), 1, 64);
        let alone: Vec<_> = (0..).zip(root.moves()).map(|(place, _)| among(&mut used, &root, &[place])).collect();
        for set in 1..1_usize << alone.len() {
            let places: Vec<u16> =
                (0..).zip(&alone).map(|(place, _)| place).filter(|place| set >> place & 1 == 1).collect();
            let best = places.iter().map(|place| &alone[usize::from(*place)]).rev().max_by_key(|one| one.value);
            let due = best.map(|one| (one.value, one.best()));
            let backwards: Vec<u16> = places.iter().rev().copied().chain([999]).collect();
            for places in [places, backwards] {
                let found = among(&mut used, &root, &places);
                assert_eq!(Some((found.value, found.best())), due, "{places:?}");
            }
        }
        for nowhere in [&[][..], &[500, 65_535]] {
            assert_eq!(among(&mut used, &root, nowhere).best(), None);
        }
    }
}

/// A searcher has the threads of its thread's pool at most, and says so.
#[test]
fn a_searcher_says_how_many_threads_it_has() {
    for (asked, given) in [([1, 2, 4], [1, 2, 2]), ([4, 2, 1], [4, 2, 1]), ([0, 1, 3], [1, 1, 3])] {
        let threads = move || asked.map(|threads| searcher::<Told, _>(&Bounded::random(), threads, 1).threads());
        assert_eq!(std::thread::spawn(threads).join().expect("no panic"), given);
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
