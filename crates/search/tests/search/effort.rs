//! What a search costs and what it tells on its way.

use super::evaluators::Keyed;
use super::maze::{Maze, Plan};
use super::positions::{quiet_positions, random_positions};
use super::told::{Bounded, Told};
use super::verdict::{TABLES, Verdict, for_each_thread_count, go, searcher};
use boardbots_search::alpha_beta::{SearchLimits, SearchResult};
use boardbots_search::position::{Position, ends_in};

/// Positions at most `depth` plies away, lines that meet counted each.
fn tree<G: Position>(position: &mut G, depth: u8) -> u64 {
    let mut sum = 1;
    if depth == 0 || position.ended().is_some() {
        return sum;
    }
    for action in position.moves() {
        let undo = position.play(action);
        sum += tree(position, depth - 1);
        position.undo(action, undo);
    }
    sum
}

#[test]
fn after_forgetting_the_same_nodes_are_counted() {
    let roots = random_positions(11, 12);
    for table_kib in TABLES {
        let mut searcher = searcher(&Bounded::random(), 1, table_kib);
        let mut run = |roots: &mut dyn Iterator<Item = &Told>| -> Vec<SearchResult<_>> {
            searcher.forget();
            roots.map(|root| go(&mut searcher, root, 6)).collect()
        };
        let first = run(&mut roots.iter());
        // In between something else.
        run(&mut roots.iter().rev());
        assert_eq!(run(&mut roots.iter()), first, "{table_kib} KiB");
        // As new.
        for (root, outcome) in roots.iter().zip(&first).take(1) {
            let mut new = super::verdict::searcher(&Bounded::random(), 1, table_kib);
            assert_eq!(go(&mut new, root, 6), *outcome, "{table_kib} KiB");
        }
    }
}

#[test]
fn a_stop_that_never_comes_changes_no_count() {
    let root = random_positions(12, 1)[0];
    let mut searcher = searcher(&Bounded::random(), 1, 64);
    let due = go(&mut searcher, &root, 7);
    searcher.forget();
    let asked = std::sync::atomic::AtomicU64::new(0);
    let stop = || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) == u64::MAX;
    assert_eq!(searcher.search(&root, SearchLimits { stop: &stop, ..SearchLimits::plies(7) }, &mut |_| {}), due);
}

#[test]
fn far_fewer_positions_are_looked_at_than_there_are() {
    for table_kib in TABLES {
        let mut searcher = searcher(&Bounded::random(), 1, table_kib);
        let (mut looked_at, mut all) = (0, 0);
        for root in quiet_positions(13, 12) {
            let outcome = go(&mut searcher, &root, 8);
            let trees: Vec<u64> = (1..=outcome.depth).map(|depth| tree(&mut root.clone(), depth)).collect();
            // The move that turns out to be best may be looked at twice.
            assert!(outcome.nodes <= 2 * trees.iter().sum::<u64>(), "{table_kib} KiB, {outcome:?}: {trees:?}");
            if outcome.depth >= 4 {
                let last = trees[trees.len() - 1];
                assert!(outcome.nodes <= last, "{table_kib} KiB, {outcome:?}: {trees:?}");
                looked_at += outcome.nodes;
                all += last;
            }
        }
        assert!(looked_at * 5 < all, "{table_kib} KiB: {looked_at} of {all}");
    }
}

/// Where all lines meet, a table saves nearly everything: 4 doors, 40 plies.
#[test]
fn a_table_is_made_use_of() {
    let plan = Plan { seed: 1, width: 50, layers: true, doors: 4, ends: 0 };
    let root = Maze::open(plan, 0, 2);
    let outcome = go(&mut searcher(&Keyed::random(), 1, 1024), &root, 40);
    assert_eq!(outcome.depth, 40);
    assert!(outcome.nodes < 1_000_000, "{} nodes", outcome.nodes);
}

#[test]
fn every_whole_iteration_is_reported_once() {
    for_each_thread_count(|threads| {
        let mut searcher = searcher(&Bounded::random(), threads, 64);
        for root in random_positions(14, 8) {
            let mut reports: Vec<SearchResult<_>> = Vec::new();
            let limits = SearchLimits::plies(6);
            let outcome = searcher.search(&root, limits, &mut |found| reports.push(found.clone()));
            assert_eq!(reports.last(), Some(&outcome), "{threads} threads");
            assert!(outcome.depth == 6 || ends_in(outcome.value).is_some());
            // Near the target by fours, and to the first of them in one step.
            let due = [1, 6].into_iter().take_while(|depth| *depth <= outcome.depth);
            assert!(reports.iter().map(|report| report.depth).eq(due), "{reports:?}");
            for report in &reports {
                Verdict::plain(&root, &Bounded::random(), report.depth).check(
                    &root,
                    &Bounded::random(),
                    report,
                    || "a report".to_string(),
                );
            }
            assert!(reports.is_sorted_by(|a, b| a.nodes < b.nodes), "nodes are summed up");
        }
    });
}

#[test]
fn one_ply_looks_at_each_move() {
    let root = quiet_positions(15, 1)[0];
    let outcome = go(&mut searcher(&Bounded::random(), 1, 64), &root, 1);
    let moves = u64::try_from(root.moves().len()).expect("few");
    // A better one may be looked at twice.
    assert!((moves..=2 * moves).contains(&outcome.nodes), "{outcome:?}");
    assert_eq!(outcome.line.len(), 1);
}
