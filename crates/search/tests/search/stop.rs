//! Interrupted searches: the last whole iteration stands, and nothing false stays behind.

use super::evaluators::Keyed;
use super::maze::{Maze, Plan};
use super::positions::quiet_positions;
use super::told::Bounded;
use super::verdict::{Verdict, for_each_thread_count, go, searcher};
use boardbots_search::alpha_beta::{SearchLimits, SearchResult, Searcher};
use boardbots_search::position::{Evaluator, Position};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread::sleep;
use std::time::Duration;

/// A search that is told to stop after being asked `patience` times; `for_good`, or only
/// that once.
fn interrupted<G: Position, J: Evaluator<G>>(
    searcher: &mut Searcher<G, J>,
    root: &G,
    depth: u8,
    patience: u64,
    for_good: bool,
) -> (SearchResult<G::Move>, u64) {
    let asked = AtomicU64::new(0);
    let stop = || {
        let before = asked.fetch_add(1, Relaxed);
        before == patience || for_good && before > patience
    };
    let mut reported = None;
    let outcome = searcher.search(root, SearchLimits { stop: &stop, ..SearchLimits::plies(depth) }, &mut |found| {
        reported = Some(found.clone());
    });
    let reported = reported.expect("at least one whole iteration");
    // The nodes of the one that was not finished may be counted or not.
    assert!(outcome.nodes >= reported.nodes);
    assert_eq!((outcome.depth, outcome.value, &outcome.line), (reported.depth, reported.value, &reported.line));
    (outcome, asked.into_inner())
}

#[test]
fn the_last_whole_iteration_stands() {
    let roots = quiet_positions(21, 2);
    for_each_thread_count(|threads| {
        for table_kib in [0, 64] {
            for (number, root) in roots.iter().enumerate() {
                let mut used = searcher(&Bounded::random(), threads, table_kib);
                let due: Vec<_> = (1..=10).map(|depth| go(&mut used, root, depth)).collect();
                let mut depths = Vec::new();
                for (patience, for_good) in (0..12).chain([20, 40, 80, 160]).flat_map(|p| [(p, true), (p, false)]) {
                    used.forget();
                    let what = || format!("{number}, {threads} threads, {table_kib} KiB, patience {patience}");
                    let (outcome, _) = interrupted(&mut used, root, 10, patience, for_good);
                    let whole = &due[usize::from(outcome.depth) - 1];
                    assert_eq!((outcome.value, outcome.best()), (whole.value, whole.best()), "{}", what());
                    let depth = outcome.depth;
                    Verdict { depth, value: whole.value, best: whole.best() }.check(
                        root,
                        &Bounded::random(),
                        &outcome,
                        what,
                    );
                    depths.push(outcome.depth);
                }
                if threads == 1 {
                    assert!(depths.is_sorted(), "{depths:?}");
                }
                depths.sort_unstable();
                depths.dedup();
                assert!(depths.len() >= 2 && depths[0] < 10, "several depths were reached: {depths:?}");
            }
        }
    });
}

/// The first answer to a question says no more than it must: after it, hardly a position.
#[test]
fn stopped_at_once_it_still_has_a_move() {
    let root = quiet_positions(22, 1)[0];
    for_each_thread_count(|threads| {
        for table_kib in [0, 64] {
            let mut searcher = searcher(&Bounded::random(), threads, table_kib);
            let outcome =
                searcher.search(&root, SearchLimits { stop: &|| true, ..SearchLimits::plies(64) }, &mut |_| {});
            assert!((1..9).contains(&outcome.depth) && outcome.best().is_some(), "{outcome:?}");
            assert!(outcome.nodes < 5_000, "{} nodes after the stop", outcome.nodes);
            let due = Verdict::plain(&root, &Bounded::random(), outcome.depth);
            due.check(&root, &Bounded::random(), &outcome, || format!("{threads} threads"));
            // Not even the first iteration of one that knows nothing can be stopped.
            let outcome =
                searcher.search(&root, SearchLimits { stop: &|| true, ..SearchLimits::plies(1) }, &mut |_| {});
            assert_eq!(outcome.depth, 1);
        }
    });
}

#[test]
fn a_stop_is_heeded_by_all_threads() {
    let root = quiet_positions(23, 1)[0];
    for_each_thread_count(|threads| {
        let mut searcher = searcher(&Bounded::random(), threads, 64);
        for patience in [1, 5, 25] {
            searcher.forget();
            // Too deep to be searched: it only ever ends if all threads stop.
            let (outcome, _) = interrupted(&mut searcher, &root, 40, patience, false);
            let most = (patience + 2) * 2000 * u64::try_from(threads).expect("few") + 10_000;
            assert!(outcome.nodes < most, "{} nodes, {threads} threads, patience {patience}", outcome.nodes);
        }
    });
}

/// Questions after which a deaf search is ended, so that a test fails and does not hang. Threads ask
/// on while the one that has heard the stop waits for a processor, which may be for long.
const DEAF: u64 = 20_000;

/// A stop that one thread hears when the others have already finished the iteration: it ends the
/// search all the same, though it is never said again.
#[test]
fn a_stop_that_comes_when_an_iteration_is_finished_stands_for_the_search() {
    let root = quiet_positions(26, 1)[0];
    for_each_thread_count(|threads| {
        let mut searcher = searcher(&Bounded::random(), threads, 64);
        for patience in 0..40 {
            searcher.forget();
            let (asked, heard) = (AtomicU64::new(0), AtomicU64::new(0));
            let stop = || {
                let before = asked.fetch_add(1, Relaxed);
                if before == patience {
                    wait_for_silence(&asked);
                    heard.store(asked.load(Relaxed), Relaxed);
                    return true;
                }
                before > patience + DEAF
            };
            let outcome = searcher.search(&root, SearchLimits { stop: &stop, ..SearchLimits::plies(40) }, &mut |_| {});
            let late = asked.into_inner() - heard.into_inner();
            assert!(
                late < DEAF / 2,
                "asked {late} times after the stop, {threads} threads, patience {patience}, depth {}",
                outcome.depth
            );
        }
    });
}

/// Returns when no other thread asks any more: each has finished its part, or waits for this one.
/// A thread that works asks every millisecond or so.
fn wait_for_silence(asked: &AtomicU64) {
    for _ in 0..100 {
        let before = asked.load(Relaxed);
        sleep(Duration::from_millis(10));
        if asked.load(Relaxed) == before {
            return;
        }
    }
}

#[test]
fn the_clock_is_looked_at_now_and_then() {
    let roots = quiet_positions(24, 3);
    for_each_thread_count(|threads| {
        let mut searcher = searcher(&Bounded::random(), threads, 64);
        for root in &roots {
            searcher.forget();
            let (outcome, asked) = interrupted(&mut searcher, root, 14, u64::MAX, true);
            assert!(outcome.nodes > 20_000, "{} nodes are too few to tell", outcome.nodes);
            let every = outcome.nodes / asked.max(1);
            assert!((100..4000).contains(&every), "{} nodes, asked {asked} times", outcome.nodes);
        }
    });
}

#[test]
fn interrupted_searches_leave_nothing_false_behind() {
    let roots = quiet_positions(25, 3);
    for_each_thread_count(|threads| {
        for table_kib in [1, 1024] {
            for (number, root) in roots.iter().enumerate() {
                let due: Vec<_> =
                    (1..=9).map(|depth| go(&mut searcher(&Bounded::random(), 1, 1024), root, depth)).collect();
                let mut used = searcher(&Bounded::random(), threads, table_kib);
                for patience in [0, 1, 2, 3, 5, 9, 15] {
                    let what = || format!("{number}, {threads} threads, {table_kib} KiB, patience {patience}");
                    interrupted(&mut used, root, 10, patience, patience % 2 == 0);
                    for depth in [9, 8, 3] {
                        let whole = &due[usize::from(depth) - 1];
                        let outcome = go(&mut used, root, depth);
                        Verdict { depth, value: whole.value, best: whole.best() }.check(
                            root,
                            &Bounded::random(),
                            &outcome,
                            what,
                        );
                        // What comes next in a game.
                        let mut after = *root;
                        after.play(outcome.best().expect("a move"));
                        if patience == 3 && after.ended().is_none() {
                            let outcome = go(&mut used, &after, 4);
                            Verdict::plain(&after, &Bounded::random(), 4).check(
                                &after,
                                &Bounded::random(),
                                &outcome,
                                what,
                            );
                        }
                    }
                }
            }
        }
    });
}

#[test]
fn interrupted_in_a_maze_it_goes_on_as_if_nothing_had_been() {
    let evaluator = Keyed::random();
    for seed in 0..3 {
        let plan = Plan { seed, width: 20_000, layers: true, doors: 8, ends: 100 };
        let root = Maze::open(plan, 0, 6);
        let due: Vec<_> = (1..=12).map(|depth| go(&mut searcher(&evaluator, 1, 0), &root, depth)).collect();
        for_each_thread_count(|threads| {
            let mut used = searcher(&evaluator, threads, 1024);
            for patience in 0..10 {
                let what = || format!("{plan:?}, {threads} threads, patience {patience}");
                for (depth, patience) in [(12, patience), (11, u64::MAX)] {
                    let (outcome, _) = interrupted(&mut used, &root, depth, patience, false);
                    let whole = &due[usize::from(outcome.depth) - 1];
                    let verdict = Verdict { depth: outcome.depth, value: whole.value, best: whole.best() };
                    verdict.check(&root, &evaluator, &outcome, what);
                }
            }
        });
    }
}
