//! What a search has to find, and whether it did.

use boardbots_search::alpha_beta::{Options, SearchLimits, SearchResult, Searcher};
use boardbots_search::minimax::minimax;
use boardbots_search::position::{Evaluator, Position, ending_value, ends_in};

/// Kibibytes of table that everything is tried with.
pub const TABLES: [usize; 4] = [0, 1, 64, 1024];

/// The right answer for one depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict<M> {
    /// Plies.
    pub depth: u8,
    /// The value.
    pub value: i32,
    /// The first of the best moves in the game's order.
    pub best: Option<M>,
}

impl<M: Copy + Eq + std::fmt::Debug> Verdict<M> {
    /// By plain minimax.
    /// Positions, and the right answers for each depth up to this one.
    pub fn plain<G: Position<Move = M>>(root: &G, evaluator: &impl Evaluator<G>, depth: u8) -> Self {
        let (value, best) = minimax(&mut root.clone(), &mut evaluator.clone(), depth);
        Self { depth, value, best }
    }

    /// Whether a search to this depth found value and move, and a line that leads there.
    pub fn check<G: Position<Move = M>>(
        self,
        root: &G,
        evaluator: &impl Evaluator<G>,
        outcome: &SearchResult<M>,
        what: impl Fn() -> String,
    ) {
        let found = Self { depth: outcome.depth, value: outcome.value, best: outcome.best() };
        // A search need not go on when the end is in sight: more plies would find the same.
        let short = outcome.depth < self.depth && ends_in(outcome.value).is_some();
        let due = if short { Self { depth: outcome.depth, ..self } } else { self };
        assert_eq!(found, due, "{}, depth {}", what(), self.depth);
        assert_line(root, &mut evaluator.clone(), outcome, &what);
    }
}

/// The line of an outcome can be played and ends, as far as it was searched, at its value.
pub fn assert_line<G: Position>(
    root: &G,
    evaluator: &mut impl Evaluator<G>,
    outcome: &SearchResult<G::Move>,
    what: &impl Fn() -> String,
) {
    let mut position = root.clone();
    let mut ply = 0;
    for action in &outcome.line {
        assert_eq!(position.ended(), None, "{}: {:?} goes beyond the end", what(), outcome.line);
        let moves = position.moves();
        assert!(moves.contains(action), "{}: {action:?} of {:?}, ply {ply}", what(), outcome.line);
        position.play(*action);
        ply += 1;
    }
    let at_end = if let Some(ending) = position.ended() {
        ending_value(ending, ply)
    } else {
        assert_eq!(ply, outcome.depth, "{}: length of {:?}", what(), outcome.line);
        evaluator.evaluate(&position)
    };
    let value = if ply % 2 == 0 { at_end } else { -at_end };
    assert_eq!(value, outcome.value, "{}: at the end of {:?}", what(), outcome.line);
    if let Some(plies) = ends_in(outcome.value) {
        assert_eq!(plies.unsigned_abs(), u32::from(ply), "{}: length of {:?}", what(), outcome.line);
    }
}

/// A search of fixed depth that nobody stops.
pub fn go<G: Position, J: Evaluator<G>>(searcher: &mut Searcher<G, J>, root: &G, depth: u8) -> SearchResult<G::Move> {
    searcher.search(root, SearchLimits::plies(depth), &mut |_| {})
}

/// A fresh searcher.
pub fn searcher<G: Position, J: Evaluator<G>>(evaluator: &J, threads: usize, table_kib: usize) -> Searcher<G, J> {
    Searcher::new(evaluator.clone(), Options { threads, table_kib })
}

/// Runs something for each number of threads: each time in a thread that has not searched
/// before, and all at the same time.
pub fn for_each_thread_count(run: impl Fn(usize) + Sync) {
    std::thread::scope(|scope| {
        for threads in [1, 2, 4] {
            let run = &run;
            scope.spawn(move || run(threads));
        }
    });
}

/// Searches all positions in a row, each to several depths, with searchers that forget
/// nothing in between.
pub fn agree<G: Position, J: Evaluator<G> + Sync>(name: &str, evaluator: &J, cases: &[(G, Vec<Verdict<G::Move>>)]) {
    for_each_thread_count(|threads| {
        for table_kib in TABLES {
            let mut searcher = searcher(evaluator, threads, table_kib);
            for (number, (root, verdicts)) in cases.iter().enumerate() {
                // Even positions from the shallowest search on, odd ones the other way.
                for turn in 0..verdicts.len() {
                    let at = if number % 2 == 0 { turn } else { verdicts.len() - 1 - turn };
                    let verdict = verdicts[at];
                    let outcome = go(&mut searcher, root, verdict.depth);
                    verdict.check(root, evaluator, &outcome, || {
                        format!("{name}, position {number}, {threads} threads, {table_kib} KiB")
                    });
                }
            }
        }
    });
}

pub fn plain<G: Position, J: Evaluator<G>>(evaluator: &J, roots: Vec<G>, depth: u8) -> Vec<(G, Vec<Verdict<G::Move>>)> {
    let verdicts = |root: &G| (1..=depth).map(|depth| Verdict::plain(root, evaluator, depth)).collect();
    roots.into_iter().map(|root| (root.clone(), verdicts(&root))).collect()
}
