//! Searchers and threads: which thread is fast changes nothing, and a searcher can live anywhere.

use super::evaluators::{Keyed, mix};
use super::maze::{Maze, Memory, Plan};
use super::positions::random_positions;
use super::told::{Bounded, Told};
use super::verdict::{Verdict, for_each_thread_count, go, searcher};
use boardbots_search::alpha_beta::{SearchResult, Searcher};
use boardbots_search::position::{Evaluator, Position as _};
use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread::ThreadId;
use std::time::Duration;

const fn assert_send<T: Send>() {}
const _: () = assert_send::<Searcher<Told, Bounded>>();
const _: () = assert_send::<Searcher<Maze, Keyed>>();

/// Dawdles over some positions, so that now these and now those threads are ahead.
#[derive(Clone)]
struct Dawdling<'a> {
    evaluator: Keyed,
    pattern: &'a AtomicU64,
    /// Threads that evaluated anything.
    threads: &'a Mutex<HashSet<ThreadId>>,
}

impl Evaluator<Maze> for Dawdling<'_> {
    fn evaluate(&mut self, position: &Maze) -> i32 {
        if mix(self.pattern.load(Relaxed), position.key()).is_multiple_of(100) {
            self.threads.lock().expect("no panic").insert(std::thread::current().id());
            std::thread::sleep(Duration::from_micros(20));
        }
        self.evaluator.evaluate(position)
    }
}

#[test]
fn who_is_first_among_threads_changes_nothing() {
    let evaluators = [Keyed::random(), Keyed::crude(), Keyed::blind(), Keyed::extreme()];
    for (seed, evaluator) in (0..).zip(evaluators) {
        let plan = Plan { seed, width: 4000, layers: seed != 3, doors: 8, ends: 100 };
        let root = Maze::open(plan, 0, 5);
        let (value, best) = Memory::new(evaluator.clone()).best(&mut root.clone(), 11);
        let due = Verdict { depth: 11, value, best };
        for_each_thread_count(|threads| {
            let (pattern, seen) = (AtomicU64::new(0), Mutex::default());
            let dawdling = Dawdling { evaluator: evaluator.clone(), pattern: &pattern, threads: &seen };
            for table_kib in [0, 64] {
                let mut searcher = searcher(&dawdling, threads, table_kib);
                for round in 0..6 {
                    pattern.store(round, Relaxed);
                    searcher.forget();
                    let outcome = go(&mut searcher, &root, 11);
                    due.check(&root, &evaluator, &outcome, || format!("{plan:?}, {threads} threads, round {round}"));
                }
            }
            let seen = seen.into_inner().expect("no panic").len();
            assert!(seen <= threads && (seen > 1 || threads == 1 || seed > 0), "{seen} of {threads} threads evaluated");
        });
    }
}

/// Each position to nine plies.
fn answers(searcher: &mut Searcher<Told, Bounded>, roots: &[Told]) -> Vec<(i32, Option<u8>)> {
    let answer = |outcome: SearchResult<u8>| (outcome.value, outcome.best());
    roots.iter().map(|root| answer(go(searcher, root, 9))).collect()
}

#[test]
fn two_searchers_at_once_do_not_disturb_each_other() {
    let roots = random_positions(31, 16);
    let due = answers(&mut searcher(&Bounded::random(), 1, 1024), &roots);
    std::thread::scope(|scope| {
        for threads in [1, 2, 2, 3] {
            let (roots, due) = (&roots, &due);
            scope.spawn(move || {
                // Two more in the same thread, in turns.
                let (mut a, mut b) =
                    (searcher(&Bounded::random(), threads, 64), searcher(&Bounded::random(), threads, 1));
                for (root, due) in roots.chunks(1).zip(due) {
                    assert_eq!(answers(&mut a, root), [*due]);
                    assert_eq!(answers(&mut b, root), [*due]);
                }
            });
        }
    });
}

#[test]
fn more_threads_than_cores() {
    let roots = random_positions(32, 6);
    let due = answers(&mut searcher(&Bounded::random(), 1, 1024), &roots);
    for threads in [16, 64] {
        std::thread::scope(|scope| {
            let run = || {
                assert_eq!(answers(&mut searcher(&Bounded::random(), threads, 64), &roots), due, "{threads} threads");
            };
            scope.spawn(run);
        });
    }
}

/// Fewer threads than it takes for a search is not a reason to fail.
#[test]
fn no_threads_are_one() {
    let roots = random_positions(33, 4);
    let due = answers(&mut searcher(&Bounded::random(), 1, 64), &roots);
    assert_eq!(answers(&mut searcher(&Bounded::random(), 0, 64), &roots), due);
}

#[test]
fn one_thread_after_another_asks_for_searchers_of_its_own() {
    let roots = random_positions(34, 4);
    let due = answers(&mut searcher(&Bounded::random(), 1, 64), &roots);
    for_each_thread_count(|first| {
        for threads in [4, 1, 2, 3] {
            let mut searcher = searcher(&Bounded::random(), threads, 64);
            assert_eq!(answers(&mut searcher, &roots), due, "{threads} threads after {first}");
        }
    });
}

#[test]
fn a_searcher_moves_to_another_thread() {
    let roots = random_positions(35, 6);
    let due = answers(&mut searcher(&Bounded::random(), 1, 64), &roots);
    for_each_thread_count(|threads| {
        // Made there, used here after that thread is gone.
        let made = std::thread::spawn(move || searcher(&Bounded::random(), threads, 64)).join();
        let mut made = made.expect("a searcher");
        assert_eq!(answers(&mut made, &roots), due, "{threads} threads, made elsewhere");
        // Made and used here, then used and dropped there, while this thread waits.
        let mut used = searcher(&Bounded::random(), threads, 64);
        assert_eq!(answers(&mut used, &roots), due);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut used = used;
                assert_eq!(answers(&mut used, &roots), due, "{threads} threads, used elsewhere");
                let mut own = searcher(&Bounded::random(), threads, 64);
                assert_eq!(answers(&mut own, &roots), due);
                assert_eq!(answers(&mut used, &roots), due);
            });
        });
        assert_eq!(answers(&mut made, &roots), due, "{threads} threads");
    });
}

/// Matches are played on a pool; each of its threads has searchers.
#[test]
fn searchers_within_a_pool() {
    let roots = random_positions(36, 6);
    let due = answers(&mut searcher(&Bounded::random(), 1, 64), &roots);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
    let run =
        |threads| assert_eq!(answers(&mut searcher(&Bounded::random(), threads, 64), &roots), due, "{threads} threads");
    pool.install(|| rayon::join(|| run(2), || run(3)));
}

#[test]
fn searchers_are_dropped_unused() {
    let root = random_positions(38, 1)[0];
    for_each_thread_count(|threads| {
        for _ in 0..20 {
            drop(searcher::<Told, _>(&Bounded::random(), threads, 1));
        }
        // And one right after a search.
        let mut searcher = searcher(&Bounded::random(), threads, 64);
        assert_eq!(go(&mut searcher, &root, 6).value, Verdict::plain(&root, &Bounded::random(), 6).value);
    });
}

#[test]
fn threads_come_and_go() {
    let root = random_positions(39, 1)[0];
    for _ in 0..30 {
        let run = move || go(&mut searcher(&Bounded::random(), 3, 64), &root, 5).value;
        let found = std::thread::spawn(run).join().expect("a value");
        assert_eq!(found, Verdict::plain(&root, &Bounded::random(), 5).value);
    }
}
