//! The search of one window, as each thread does it.

use super::super::pool::{self, InFlight};
use super::super::position::{MoveList, Position};
use super::solvable::{MAX_SCORE, Score, ScoreRange, Solvable};
use super::table::{FarTable, NearTable};
use arrayvec::ArrayVec;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The data that the threads of one window share.
pub(super) struct Shared<'a> {
    pub far: &'a FarTable,
    /// The age of the tables, which is part of all keys.
    pub age: u64,
    /// The moves that the threads are searching; `None` for a thread alone.
    pub in_flight: Option<&'a InFlight>,
    /// The number of positions at which a thread ends.
    pub nodes: u64,
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Set once the window is answered, or the proof has been stopped.
    pub over: &'a AtomicBool,
}

#[allow(clippy::cast_possible_truncation)]
fn mark_of<P: Position>(position: &P, key: u64, action: P::Move) -> u64 {
    pool::mark(key, position.index(action) as u16) | 1
}

/// Positions between two looks at the limits.
const LOOK_EVERY: u64 = 512;
/// Positions kept in the shared table from which on a proof looks one move ahead there.
const LARGE: u64 = 1 << 12;
/// The most questions on a way that others may answer.
const MOST_ASKED: usize = 64;

/// A bound above `alpha` that is known without a search after one of these moves ("enhanced transposition cutoff",
/// Aske Plaat and others, "Exploiting graph properties of game trees", 1996).
#[inline(never)]
fn known_above<P: Solvable>(position: &mut P, moves: &P::Moves, alpha: Score, shared: &Shared<'_>) -> Option<Score> {
    moves.iter().find_map(|&action| {
        let undo = position.play(action);
        let (range, key, _) = position.look();
        let is_near = position.is_near_the_end();
        position.undo(action, undo);
        let known = || if is_near { None } else { shared.far.get(key ^ shared.age) };
        let bound = -range.decides(-1 - alpha).or_else(|| known()?.decides(-1 - alpha))?;
        (bound > alpha).then_some(bound)
    })
}

/// A thread's part of a proof, on cache lines of its own.
#[repr(align(128))]
pub(super) struct Worker {
    near: NearTable,
    /// The number of positions looked at.
    pub nodes: u64,
    /// The number of them at which the limits are looked at next.
    pub next_look: u64,
    /// The number of positions kept in the shared table.
    pub kept: u64,
    /// The questions that are open on the way from the root, as far as threads share the tree: keys and `alpha`.
    asked: ArrayVec<(u64, Score), MOST_ASKED>,
    /// The number of those before the first that another thread has answered.
    answered: Option<usize>,
    /// The answer to the window, and the place of the move that shows that the score is above.
    pub answer: Option<(Score, Option<usize>)>,
}

impl Worker {
    pub(super) fn new() -> Self {
        Self {
            near: NearTable::new(),
            nodes: 0,
            next_look: 0,
            kept: 0,
            asked: ArrayVec::new_const(),
            answered: None,
            answer: None,
        }
    }

    /// True if the thread has to end.
    #[inline(never)]
    fn is_over(&mut self, shared: &Shared<'_>) -> bool {
        self.next_look = shared.nodes.min(self.nodes + LOOK_EVERY);
        shared.far.grow(self.kept);
        if self.nodes > shared.nodes || (shared.stop)() {
            shared.over.store(true, Relaxed);
        }
        let decides = |(key, alpha): &(u64, Score)| shared.far.get(*key).and_then(|range| range.decides(*alpha));
        self.answered = self.asked.iter().position(|question| decides(question).is_some());
        self.answered.is_some() || shared.over.load(Relaxed)
    }

    /// A bound of the score that says whether it is above `alpha`; `None` if the thread had to end.
    fn search<P: Solvable>(&mut self, position: &mut P, alpha: Score, shared: &Shared<'_>) -> Option<Score> {
        self.nodes += 1;
        if self.nodes >= self.next_look && self.is_over(shared) {
            return None;
        }
        let (mut range, key, facts) = position.look();
        if let Some(bound) = range.decides(alpha) {
            return Some(bound);
        }
        let (key, is_near) = (key ^ shared.age, position.is_near_the_end());
        if let Some(known) = if is_near { self.near.get(key) } else { shared.far.get(key) } {
            range = ScoreRange { low: range.low.max(known.low), high: range.high.min(known.high) };
            if let Some(bound) = range.decides(alpha) {
                return Some(bound);
            }
        }
        let moves = position.tries(facts, &mut range);
        if let Some(bound) = range.decides(alpha) {
            return Some(bound);
        }
        if !is_near
            && self.kept >= LARGE
            && let Some(bound) = known_above(position, &moves, alpha, shared)
        {
            return Some(bound);
        }
        let best = match shared.in_flight.filter(|_| !is_near) {
            None => self.in_turn(position, moves, range.low, alpha, shared)?,
            Some(in_flight) => loop {
                let is_asked = self.asked.try_push((key, alpha)).is_ok();
                let best = self.sharing(position, moves.clone(), (range.low, alpha), (key, in_flight), shared);
                if is_asked {
                    self.asked.pop();
                }
                if best.is_some() || self.answered != Some(self.asked.len()) {
                    break best?;
                }
                // Another thread has answered this question. If its answer is no longer there, it is asked once more.
                self.answered = None;
                if let Some(bound) = shared.far.get(key).and_then(|range| range.decides(alpha)) {
                    return Some(bound);
                }
            },
        };
        let found = if best > alpha { ScoreRange { low: best, ..range } } else { ScoreRange { high: best, ..range } };
        if is_near {
            self.near.put(key, found);
        } else {
            self.kept += 1;
            shared.far.put(key, found);
        }
        Some(best)
    }

    /// The value of a move.
    #[inline]
    fn after<P: Solvable>(
        &mut self,
        position: &mut P,
        action: P::Move,
        alpha: Score,
        shared: &Shared<'_>,
    ) -> Option<Score> {
        let undo = position.play(action);
        let value = self.search(position, -1 - alpha, shared);
        position.undo(action, undo);
        Some(-value?)
    }

    #[inline]
    fn in_turn<P: Solvable>(
        &mut self,
        position: &mut P,
        moves: P::Moves,
        mut best: Score,
        alpha: Score,
        shared: &Shared<'_>,
    ) -> Option<Score> {
        for action in moves {
            best = best.max(self.after(position, action, alpha, shared)?);
            if best > alpha {
                break;
            }
        }
        Some(best)
    }

    /// The same, but moves that another thread is searching wait until all others have had their turn; then the table
    /// knows them.
    #[inline(never)]
    fn sharing<P: Solvable>(
        &mut self,
        position: &mut P,
        moves: P::Moves,
        (mut best, alpha): (Score, Score),
        (key, in_flight): (u64, &InFlight),
        shared: &Shared<'_>,
    ) -> Option<Score> {
        let mut later = P::Moves::empty();
        for (place, action) in moves.into_iter().enumerate() {
            let mark = mark_of(position, key, action);
            let is_alone = in_flight.enter(mark);
            // The first move is searched together: if it is enough, the others would be in vain.
            if !is_alone && place > 0 {
                later.add(action);
                continue;
            }
            let value = self.after(position, action, alpha, shared);
            if is_alone {
                in_flight.leave(mark);
            }
            best = best.max(value?);
            if best > alpha {
                return Some(best);
            }
        }
        self.in_turn(position, later, best, alpha, shared)
    }

    /// A bound as [`Worker::search`] finds it, of these moves of the root; if it is above `alpha`, with the place of the
    /// first move that is.
    pub(super) fn root<P: Solvable>(
        &mut self,
        root: &mut P,
        moves: &[P::Move],
        alpha: Score,
        shared: &Shared<'_>,
    ) -> Option<()> {
        self.asked.clear();
        self.answered = None;
        let (mut best, mut first, mut deferred) = (-MAX_SCORE, None, P::Moves::no_keys());
        for round in 0..2 {
            for (place, action) in moves.iter().enumerate() {
                if first.is_some_and(|first| first < place) || deferred.as_ref()[place] != round {
                    continue;
                }
                let mark = mark_of(root, shared.age, *action);
                if round == 0 && shared.in_flight.is_some_and(|in_flight| !in_flight.enter(mark)) {
                    deferred.as_mut()[place] = 1;
                    continue;
                }
                let value = self.after(root, *action, alpha, shared);
                if let Some(in_flight) = shared.in_flight {
                    in_flight.leave(mark);
                }
                let value = value?;
                if value > alpha {
                    (best, first) = (value, Some(place));
                } else if first.is_none() {
                    best = best.max(value);
                }
                // Not once more.
                deferred.as_mut()[place] = 2;
            }
        }
        self.answer = Some((best, first));
        shared.over.store(true, Relaxed);
        Some(())
    }
}
