//! The best lines of a position against plain minimax of each move.

use super::evaluators::Keyed;
use super::positions::{quiet_positions, random_positions};
use super::told::{Bounded, Told};
use super::verdict::{TABLES, assert_line, for_each_thread_count, searcher};
use boardbots_search::alpha_beta::{SearchLimits, SearchResult, Searcher};
use boardbots_search::minimax::minimax;
use boardbots_search::position::{Position as _, ends_in};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// All moves with their values, best first, equal ones in the game's order.
fn ranked(root: &Told, evaluator: &Bounded, depth: u8) -> Vec<(i32, u8)> {
    let value = |action| {
        let mut after = *root;
        after.play(action);
        // What ends in `n` plies for the next player ends in one more for this one.
        let value = -minimax(&mut after, &mut evaluator.clone(), depth - 1).0;
        value - ends_in(value).map_or(0, |_| value.signum())
    };
    let mut ranked: Vec<_> = root.moves().into_iter().map(|action| (value(action), action)).collect();
    ranked.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
    ranked
}

fn check<const K: usize>(used: &mut Searcher<Told, Bounded>, root: &Told, evaluator: &Bounded, depth: u8) {
    let mut reported = Vec::new();
    let lines = used.search_lines::<K>(root, &[], SearchLimits::plies(depth), &mut |lines| reported = lines.to_vec());
    assert_eq!(reported, lines.to_vec());
    let searched = lines[0].depth;
    assert!(searched == depth || lines.iter().all(|line| ends_in(line.value).is_some()));
    let due: Vec<_> = ranked(root, evaluator, searched).into_iter().take(K).collect();
    let found: Vec<_> = lines.iter().map(|line| (line.value, line.best().expect("a move"))).collect();
    assert_eq!(found, due, "{K} lines, depth {depth}");
    for line in &lines {
        assert_eq!((line.depth, line.nodes), (searched, lines[0].nodes));
        assert_line(root, &mut evaluator.clone(), line, &|| format!("{K} lines, depth {depth}"));
    }
}

#[test]
fn each_line_is_the_best_of_those_that_are_left() {
    for evaluator in [Bounded::random(), Bounded(Keyed::crude()), Bounded(Keyed::blind())] {
        for_each_thread_count(|threads| {
            for table_kib in TABLES {
                let mut used = searcher(&evaluator, threads, table_kib);
                for root in random_positions(41, 12).iter().filter(|root| root.ended().is_none()) {
                    for depth in [1, 4, 6] {
                        check::<1>(&mut used, root, &evaluator, depth);
                        check::<3>(&mut used, root, &evaluator, depth);
                        check::<8>(&mut used, root, &evaluator, depth);
                    }
                }
            }
        });
    }
}

/// Enough positions for threads to share them.
#[test]
fn lines_are_the_same_for_every_number_of_threads() {
    let lines = |threads, root: &Told| {
        let lines =
            searcher(&Bounded::random(), threads, 64).search_lines::<4>(root, &[], SearchLimits::plies(9), &mut |_| {});
        lines.iter().map(|line| (line.value, line.best())).collect::<Vec<_>>()
    };
    let roots = quiet_positions(42, 3);
    let due: Vec<_> = roots.iter().map(|root| lines(1, root)).collect();
    assert!(due.iter().all(|lines| lines.is_sorted_by(|one, other| one.0 >= other.0)));
    for_each_thread_count(|threads| {
        assert_eq!(roots.iter().map(|root| lines(threads, root)).collect::<Vec<_>>(), due, "{threads} threads");
    });
}

/// A stop in the midst of the lines of an iteration leaves all lines of the one before.
#[test]
fn stopped_lines_are_equally_deep() {
    for root in quiet_positions(43, 2) {
        let evaluator = Bounded::random();
        let mut used = searcher(&evaluator, 1, 64);
        let mut depths = Vec::new();
        for patience in (0..30).map(|n| n * n) {
            used.forget();
            let asked = AtomicU64::new(0);
            let stop = || asked.fetch_add(1, Relaxed) == patience;
            let mut reported: Vec<SearchResult<u8>> = Vec::new();
            let limits = SearchLimits { stop: &stop, ..SearchLimits::plies(10) };
            let lines = used.search_lines::<4>(&root, &[], limits, &mut |lines| reported = lines.to_vec());
            for (line, reported) in lines.iter().zip(&reported) {
                assert_eq!((line.value, &line.line, line.depth), (reported.value, &reported.line, lines[0].depth));
            }
            let due = used.search_lines::<4>(&root, &[], SearchLimits::plies(lines[0].depth), &mut |_| {});
            let values =
                |lines: &[SearchResult<u8>]| lines.iter().map(|line| (line.value, line.best())).collect::<Vec<_>>();
            assert_eq!(values(&lines), values(&due), "patience {patience}");
            depths.push(lines[0].depth);
        }
        assert!(depths.is_sorted() && depths[0] < depths[depths.len() - 1], "{depths:?}");
    }
}

#[test]
fn a_game_that_has_ended_has_no_lines() {
    let ended = random_positions(44, 4000).into_iter().find_map(|root| {
        root.moves().into_iter().find_map(|action| {
            let mut after = root;
            after.play(action);
            after.ended().map(|_| after)
        })
    });
    let lines = searcher(&Bounded::random(), 1, 1).search_lines::<3>(
        &ended.expect("some game ends"),
        &[],
        SearchLimits::plies(3),
        &mut |_| {},
    );
    assert!(lines.is_empty());
}
