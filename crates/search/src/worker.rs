//! One thread's part of an alpha-beta search: the recursion itself.

use super::game::{Evaluator, Game, INFINITE, Line, MAX_DEPTH, MAX_EVALUATION, Moves, WIN, ending_value};
use super::in_flight::InFlight;
use super::ordering::Ordering;
use super::transposition_table::{Bound, Entry, TranspositionTable};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Nodes between two looks at the clock, about: some tenths of a millisecond.
const LOOK_EVERY: u64 = 1024;
/// Plies below which no thread makes way for another: marks of smaller searches cost more,
/// in cache lines that go to and fro, than they save.
const DEFER_DEPTH: u8 = 5;

/// What the threads of one iteration share.
pub struct Shared<'a> {
    /// What is known of positions.
    pub table: Option<&'a TranspositionTable>,
    /// What the threads are at; `None` for a thread alone.
    pub in_flight: Option<&'a InFlight>,
    /// Whether to go on.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Set for good once `stop` said yes: it may say so only once, and an iteration that has
    /// just been finished would not notice.
    pub stopped: &'a AtomicBool,
    /// Set once the iteration is over, be it finished or stopped.
    pub over: &'a AtomicBool,
}

/// A thread's own memory.
pub struct Worker<G: Game, J> {
    evaluator: J,
    /// What it learned about moves.
    pub ordering: Ordering,
    /// The line found from each ply on.
    lines: Vec<Line<G::Move>>,
    /// Positions looked at.
    pub nodes: u64,
    next_look: u64,
    /// What is seen is worth nothing any more.
    pub halted: bool,
}

impl<G: Game, J: Evaluator<G>> Worker<G, J> {
    /// Takes all the room that it will need.
    pub fn new(evaluator: J) -> Self {
        let lines = (0..=MAX_DEPTH).map(|_| Line::new()).collect();
        Self { evaluator, ordering: Ordering::default(), lines, nodes: 0, next_look: LOOK_EVERY, halted: false }
    }

    /// The evaluation.
    pub fn evaluator(&self) -> &J {
        &self.evaluator
    }

    /// Before a search: nothing counted.
    pub fn reset(&mut self) {
        (self.nodes, self.next_look, self.halted) = (0, LOOK_EVERY, false);
    }

    /// The line that the last whole iteration found.
    pub fn line(&self) -> &Line<G::Move> {
        &self.lines[0]
    }

    /// Searches `moves`, the root's, in this order; each comes with its place in the game's
    /// order. The value is that of the best one, and so is the line; of equals it is the
    /// first in the game's order.
    pub fn root(&mut self, root: &mut G, moves: &[(u8, G::Move)], depth: u8, shared: &Shared<'_>) -> i32 {
        match shared.in_flight {
            Some(_) => self.root_as::<true>(root, moves, depth, shared),
            None => self.root_as::<false>(root, moves, depth, shared),
        }
    }

    fn root_as<const MANY: bool>(
        &mut self,
        root: &mut G,
        moves: &[(u8, G::Move)],
        depth: u8,
        shared: &Shared<'_>,
    ) -> i32 {
        self.nodes += 1;
        let key = root.key();
        let (mut best, mut best_place) = (-INFINITE, 0);
        let mut turns = Turns::<MANY, _>::new(moves.iter().copied());
        while let Some(((place, action), mark)) = turns.next(|(place, _)| mark(key, *place), depth, shared) {
            // What an equal move needs to be better depends on the game's order.
            let enough = if place < best_place { best } else { best + 1 };
            let undo = root.play(action);
            let mut value = if best == -INFINITE {
                INFINITE
            } else {
                -self.search_null_window::<MANY>(root, depth - 1, 1, 1 - enough, shared)
            };
            if value >= enough && !self.halted {
                value = -self.search_pv::<MANY>(root, depth - 1, 1, -INFINITE, 1 - enough, shared);
            }
            root.undo(action, undo);
            done::<MANY>(mark, shared);
            if self.halted {
                return 0;
            }
            if value >= enough {
                (best, best_place) = (value, place);
                self.extend_line(0, action);
            }
        }
        best
    }

    /// The value between `alpha` and `beta`, with its line.
    fn search_pv<const MANY: bool>(
        &mut self,
        position: &mut G,
        depth: u8,
        ply: u8,
        mut alpha: i32,
        beta: i32,
        shared: &Shared<'_>,
    ) -> i32 {
        self.nodes += 1;
        self.lines[usize::from(ply)].clear();
        if let Some(ending) = position.ended() {
            return ending_value(ending, ply);
        }
        if depth == 0 {
            return self.evaluator.evaluate(position);
        }
        if self.look(shared) {
            return 0;
        }
        let key = position.key();
        let first = shared.table.and_then(|table| table.get(key, depth)).map(|entry| entry.best);
        let picker = self.ordering.pick(position, ply, first);
        let (floor, mut best, mut best_index) = (alpha, -INFINITE, 0);
        let mut turns = Turns::<MANY, _>::new(picker);
        while let Some(((action, index), mark)) = turns.next(|(_, index)| mark(key, *index), depth, shared) {
            let undo = position.play(action);
            let mut value = alpha + 1;
            if best > -INFINITE {
                value = -self.search_null_window::<MANY>(position, depth - 1, ply + 1, -alpha, shared);
            }
            if value > alpha && (value < beta || best == -INFINITE) && !self.halted {
                value = -self.search_pv::<MANY>(position, depth - 1, ply + 1, -beta, -alpha, shared);
            }
            position.undo(action, undo);
            done::<MANY>(mark, shared);
            if self.halted {
                return 0;
            }
            if value > best {
                (best, best_index) = (value, index);
                if value > alpha {
                    alpha = value;
                    self.extend_line(ply, action);
                }
                if value >= beta {
                    self.ordering.refuted(best_index, ply, depth);
                    break;
                }
            }
        }
        let bound = bound(best, floor, beta);
        store(shared.table, key, best, depth, ply, bound, best_index);
        best
    }

    /// Whether the value is at least `beta`: a bound of it on the right side.
    fn search_null_window<const MANY: bool>(
        &mut self,
        position: &mut G,
        depth: u8,
        ply: u8,
        beta: i32,
        shared: &Shared<'_>,
    ) -> i32 {
        if let Some(ending) = position.ended() {
            self.nodes += 1;
            return ending_value(ending, ply);
        }
        if depth <= 1 {
            return if depth == 0 { self.leaf(position) } else { self.frontier(position, ply, beta) };
        }
        self.nodes += 1;
        if self.look(shared) {
            return 0;
        }
        let key = position.key();
        let known = shared.table.and_then(|table| table.get(key, depth));
        if let Some(value) = known.and_then(|entry| cut(entry, depth, ply, beta)) {
            return value;
        }
        let picker = self.ordering.pick(position, ply, known.map(|entry| entry.best));
        let (mut best, mut best_index) = (-INFINITE, 0);
        let mut turns = Turns::<MANY, _>::new(picker);
        while let Some(((action, index), mark)) = turns.next(|(_, index)| mark(key, *index), depth, shared) {
            let undo = position.play(action);
            let value = -self.search_null_window::<MANY>(position, depth - 1, ply + 1, 1 - beta, shared);
            position.undo(action, undo);
            done::<MANY>(mark, shared);
            if self.halted {
                return 0;
            }
            if value > best {
                (best, best_index) = (value, index);
                if value >= beta {
                    self.ordering.refuted(best_index, ply, depth);
                    break;
                }
            }
            self.ordering.failed(index, ply, depth);
        }
        store(shared.table, key, best, depth, ply, bound(best, beta - 1, beta), best_index);
        best
    }

    fn leaf(&mut self, position: &G) -> i32 {
        self.nodes += 1;
        self.evaluator.evaluate(position)
    }

    /// [`Self::search_null_window`] one ply before the end of the search, where most of the time goes.
    fn frontier(&mut self, position: &mut G, ply: u8, beta: i32) -> i32 {
        self.nodes += 1;
        let mut best = -INFINITE;
        for (action, index) in self.ordering.pick(position, ply, None) {
            let undo = position.play(action);
            let value = match position.ended() {
                Some(ending) => {
                    self.nodes += 1;
                    -ending_value(ending, ply + 1)
                }
                None => -self.leaf(position),
            };
            position.undo(action, undo);
            if value > best {
                best = value;
                if value >= beta {
                    self.ordering.refuted(index, ply, 1);
                    break;
                }
            }
        }
        best
    }

    /// Whether the iteration is over.
    #[inline]
    fn look(&mut self, shared: &Shared<'_>) -> bool {
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + LOOK_EVERY;
            if (shared.stop)() {
                shared.stopped.store(true, Relaxed);
                shared.over.store(true, Relaxed);
            }
        }
        self.halted |= shared.over.load(Relaxed);
        self.halted
    }

    /// The line at `ply` becomes `action` and the line of the next ply.
    fn extend_line(&mut self, ply: u8, action: G::Move) {
        let (head, tail) = self.lines.split_at_mut(usize::from(ply) + 1);
        let line = &mut head[usize::from(ply)];
        line.clear();
        line.push(action);
        if let Some(rest) = tail.first() {
            line.extend(rest.iter().copied().take(line.remaining_capacity()));
        }
    }
}

/// The moves of a position in the order in which a thread takes them: those that another
/// thread is at come last.
///
/// This is what remains of ABDADA (Weill, "The ABDADA distributed minimax search algorithm",
/// 1996) when the table need not know: threads that search the same tree, and avoid each
/// other, find each other's results in the table.
struct Turns<const MANY: bool, I: Iterator> {
    moves: I,
    later: Moves<I::Item>,
    first: bool,
}

impl<const MANY: bool, I: Iterator> Turns<MANY, I>
where
    I::Item: Copy,
{
    fn new(moves: I) -> Self {
        Self { moves, later: Moves::new(), first: true }
    }

    #[inline]
    fn next(&mut self, mark: impl Fn(&I::Item) -> u64, depth: u8, shared: &Shared<'_>) -> Option<(I::Item, u64)> {
        if !MANY || depth < DEFER_DEPTH {
            return self.moves.next().map(|item| (item, 0));
        }
        let in_flight = shared.in_flight?;
        for item in self.moves.by_ref() {
            let mark = mark(&item) | 1;
            let alone = in_flight.enter(mark);
            // The first move's value decides what is asked of the others.
            if alone || self.first {
                self.first = false;
                return Some((item, if alone { mark } else { 0 }));
            }
            self.later.push(item);
        }
        if self.later.is_empty() { None } else { Some((self.later.remove(0), 0)) }
    }
}

/// After the move of this mark.
#[inline]
fn done<const MANY: bool>(mark: u64, shared: &Shared<'_>) {
    if MANY
        && mark != 0
        && let Some(in_flight) = shared.in_flight
    {
        in_flight.leave(mark);
    }
}

/// What a move that is being searched is known by.
fn mark(key: u64, index: u8) -> u64 {
    (key ^ (u64::from(index) + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

fn bound(value: i32, floor: i32, beta: i32) -> Bound {
    match value {
        value if value >= beta => Bound::Lower,
        value if value <= floor => Bound::Upper,
        _ => Bound::Exact,
    }
}

/// The value of an entry for a search of this depth with this bound, if it says enough.
///
/// An entry serves a search of exactly its depth, and a win or loss that was seen to the
/// end one of every depth that sees as far: then what is stored never changes a value.
#[inline]
fn cut(entry: Entry, depth: u8, ply: u8, beta: i32) -> Option<i32> {
    let within = |plies: i32| plies <= i32::from(depth);
    let sees = entry.depth == depth
        || entry.bound != Bound::Upper && entry.value > MAX_EVALUATION && within(WIN - entry.value)
        || entry.bound != Bound::Lower && entry.value < -MAX_EVALUATION && within(WIN + entry.value);
    let value = match entry.value {
        value if value > MAX_EVALUATION => value - i32::from(ply),
        value if value < -MAX_EVALUATION => value + i32::from(ply),
        value => value,
    };
    let enough = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value >= beta,
        Bound::Upper => value < beta,
    };
    (sees && enough).then_some(value)
}

#[inline]
fn store(table: Option<&TranspositionTable>, key: u64, value: i32, depth: u8, ply: u8, bound: Bound, best: u8) {
    let Some(table) = table else { return };
    // From here, not from the root.
    let value = match value {
        value if value > MAX_EVALUATION => value + i32::from(ply),
        value if value < -MAX_EVALUATION => value - i32::from(ply),
        value => value,
    };
    table.put(key, Entry { value, depth, bound, best });
}
