//! The threads of a search: the pool that they belong to, and the way in which they share a tree.
//!
//! Each thread that searches has a pool of its own, of which it is a member. A member hands work to the pool without
//! allocating. A thread outside a pool allocates every few dozen calls.
//!
//! The threads of a pool search the same tree, and find each other's results in the table. They avoid each other where
//! all moves have to be searched: moves that another thread is searching come last. This is what remains of ABDADA
//! (Weill, "The ABDADA distributed minimax search algorithm", 1996) when the table need not know of moves in flight.
//! Where one move is expected to be enough, threads search it together and divide its replies: what a thread finds of
//! another move would be of no use.
//!
//! What threads share costs time: a cache line that another core has written takes up to some hundred nanoseconds to
//! come over, as long as it takes to search a position. So close to the end of the search, where nearly all positions
//! are, threads search as if they were alone, and each has a table of its own.

use super::meter::Allowance;
use super::position::{MAX_DEPTH, MoveList, Position};
use super::repetition::RepetitionHistory;
use super::transposition_table::{TranspositionTable, cut};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

thread_local! {
    /// A thread can be a member of one pool only, and for ever.
    static POOL: RefCell<Option<Arc<ThreadPool>>> = const { RefCell::new(None) };
}

/// The calling thread's pool; `None` for a single thread, or if the system refuses to start more.
///
/// The first call that asks for more than one thread makes the pool, with `threads` threads. Later calls get the same
/// pool, whatever they ask for. Idle threads sleep.
///
/// ```
/// let pool = boardbots_search::pool::of_this_thread(2);
/// assert!(pool.is_none_or(|pool| pool.current_num_threads() == 2));
/// assert!(boardbots_search::pool::of_this_thread(1).is_none());
/// ```
#[must_use]
pub fn of_this_thread(threads: usize) -> Option<Arc<ThreadPool>> {
    if threads < 2 {
        return None;
    }
    POOL.with_borrow_mut(|pool| {
        if pool.is_none() {
            let builder = ThreadPoolBuilder::new().num_threads(threads).use_current_thread();
            *pool = builder.build().ok().map(Arc::new);
            // What a thread needs to take work from another it allocates when it first does
            // so: now, not in the midst of a game.
            if let Some(pool) = pool {
                pool.broadcast(|_| ());
            }
        }
        pool.clone()
    })
}

/// The data that the threads of one iteration share, as one of them sees it.
#[derive(Clone, Copy)]
pub(crate) struct Shared<'a> {
    /// The transposition table of all threads.
    pub deep: Option<&'a TranspositionTable>,
    /// That of this thread for less than [`SHARED_DEPTH`] plies; for a thread alone the same one.
    pub shallow: Option<&'a TranspositionTable>,
    /// The positions of the game so far, if there are any that matter.
    pub past: Option<&'a RepetitionHistory<'a>>,
    /// The moves that the threads are searching; `None` for a thread alone.
    pub in_flight: Option<&'a InFlight>,
    /// The values of the root that are told apart.
    pub between: (i32, i32),
    /// The limits of the search.
    pub allowance: &'a Allowance<'a>,
}

impl<'a> Shared<'a> {
    /// The table for positions of this depth.
    #[inline]
    pub fn table(&self, depth: u8) -> Option<&'a TranspositionTable> {
        if depth < SHARED_DEPTH { self.shallow } else { self.deep }
    }
}

/// The most marks at a time. There are few, and a lost one costs only some duplicate work.
const SLOTS: usize = 256;

/// A place for a mark, on a cache line of its own: threads that set different marks do not wait for each other.
#[derive(Default)]
#[repr(align(64))]
struct Slot(AtomicU64);

/// Marks of the moves that are being searched.
pub(crate) struct InFlight {
    slots: Vec<Slot>,
}

impl Default for InFlight {
    fn default() -> Self {
        Self { slots: (0..SLOTS).map(|_| Slot::default()).collect() }
    }
}

impl InFlight {
    /// Sets a mark, which must not be 0; `false` if it is set already.
    #[inline]
    pub(crate) fn enter(&self, mark: u64) -> bool {
        let slot = self.slot(mark);
        if slot.load(Relaxed) == mark {
            return false;
        }
        slot.store(mark, Relaxed);
        true
    }

    /// Clears a mark.
    #[inline]
    pub(crate) fn leave(&self, mark: u64) {
        self.slot(mark).store(0, Relaxed);
    }

    fn slot(&self, mark: u64) -> &AtomicU64 {
        #[allow(clippy::cast_possible_truncation)]
        let index = (mark >> 48) as usize % SLOTS;
        &self.slots[index].0
    }
}

/// Plies below which no thread makes way for another: marks of smaller searches cost more,
/// in cache lines that go to and fro, than they save.
pub(crate) const DEFER_DEPTH: u8 = 5;
/// Plies below which no thread sees what another one has found, for the same reason.
pub(crate) const SHARED_DEPTH: u8 = 4;
/// Moves that threads search together where one of them is expected to be enough.
const TOGETHER: u8 = 2;

/// The moves of a position in the order in which a thread takes them; of a thread alone, as they are drawn.
pub(crate) struct Turns<const MANY: bool, P: Position> {
    /// Moves that another thread was at.
    later: P::Moves,
    /// Their indices.
    indices: <P::Moves as MoveList>::Keys,
    /// The number of them that have had their turn.
    resumed: usize,
    /// The number of moves that have been drawn.
    drawn: u8,
    /// The number of first moves that threads search together.
    together: u8,
}

impl<const MANY: bool, P: Position> Turns<MANY, P> {
    /// Turns at a position whose value is worked out: no thread makes way, so every move is searched together.
    #[inline]
    pub(crate) fn of_value() -> Self {
        Self::new(u8::MAX)
    }

    /// Turns at a position whose value is compared with a bound, and is expected to reach it or not.
    #[inline]
    pub(crate) fn of_bound(expected: bool) -> Self {
        Self::new(if expected { TOGETHER } else { 0 })
    }

    #[inline]
    fn new(together: u8) -> Self {
        Self { later: P::Moves::empty(), indices: P::Moves::no_keys(), resumed: 0, drawn: 0, together }
    }

    /// True if the last move is among those of which one is expected to be enough.
    #[inline]
    pub(crate) fn expects_enough(&self) -> bool {
        self.drawn <= self.together
    }

    /// True if the last move was deferred, for another thread was searching it.
    #[inline]
    pub(crate) fn is_resuming(&self) -> bool {
        self.resumed > 0
    }

    /// The next move, its index, and its mark; 0 if it has none.
    #[inline]
    pub(crate) fn next(
        &mut self,
        key: u64,
        depth: u8,
        in_flight: Option<&InFlight>,
        mut draw: impl FnMut() -> Option<(P::Move, u16)>,
    ) -> Option<(P::Move, u16, u64)> {
        let Some(in_flight) = in_flight.filter(|_| MANY && depth >= DEFER_DEPTH) else {
            return draw().map(|(action, index)| (action, index, 0));
        };
        while let Some((action, index)) = draw() {
            self.drawn = self.drawn.saturating_add(1);
            if self.expects_enough() {
                return Some((action, index, 0));
            }
            let mark = mark(key, index) | 1;
            if in_flight.enter(mark) {
                return Some((action, index, mark));
            }
            self.indices.as_mut()[self.later.len()] = u32::from(index);
            self.later.add(action);
        }
        let action = *self.later.get(self.resumed)?;
        #[allow(clippy::cast_possible_truncation)]
        let index = self.indices.as_ref()[self.resumed] as u16;
        self.resumed += 1;
        Some((action, index, 0))
    }
}

/// After the move of this mark.
#[inline]
pub(crate) fn done<const MANY: bool>(mark: u64, in_flight: Option<&InFlight>) {
    if MANY
        && mark != 0
        && let Some(in_flight) = in_flight
    {
        in_flight.leave(mark);
    }
}

/// The mark of a move that is being searched.
pub(crate) fn mark(key: u64, index: u16) -> u64 {
    (key ^ (u64::from(index) + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Nodes between two looks.
const LOOK_EVERY: u64 = 128;

/// A question: is a position worth `beta` or more, `depth` plies deep?
#[derive(Clone, Copy)]
struct Question {
    key: u64,
    depth: u8,
    beta: i32,
}

/// The questions of a thread on its way from the root: is this position worth at least so much? If another thread
/// answers one of them first, the answer is in the table, and all that the thread does below is in vain.
pub(crate) struct Questions {
    /// By ply, as far as threads make way for each other.
    asked: [Option<Question>; MAX_DEPTH as usize + 1],
    /// The number of plies in which threads make way for each other.
    plies: u8,
    next_look: u64,
    /// The ply of one that another thread has answered.
    answered: Option<u8>,
}

impl Questions {
    /// None.
    pub(crate) const fn new() -> Self {
        Self { asked: [None; MAX_DEPTH as usize + 1], plies: 0, next_look: 0, answered: None }
    }

    /// Begins at the root; questions will be asked of `plies` plies.
    pub(crate) fn begin(&mut self, plies: u8, nodes: u64) {
        (self.plies, self.next_look, self.answered) = (plies, nodes + LOOK_EVERY, None);
        self.asked[0] = None;
    }

    /// Asks at this ply.
    #[inline]
    pub(crate) fn ask(&mut self, ply: u8, key: u64, depth: u8, beta: i32) {
        self.asked[usize::from(ply)] = Some(Question { key, depth, beta });
    }

    /// Asks nothing at this ply, that another thread could answer.
    #[inline]
    pub(crate) fn pass(&mut self, ply: u8) {
        self.asked[usize::from(ply)] = None;
    }

    /// True if the work of a thread at this ply is in vain; checked now and then.
    #[inline]
    pub(crate) fn is_vain(&mut self, ply: u8, nodes: u64, table: Option<&TranspositionTable>) -> bool {
        if nodes >= self.next_look {
            self.look(ply, nodes, table);
        }
        self.answered.is_some()
    }

    #[inline(never)]
    fn look(&mut self, ply: u8, nodes: u64, table: Option<&TranspositionTable>) {
        self.next_look = nodes + LOOK_EVERY;
        self.answered = (0..ply.min(self.plies)).find(|above| self.answer(*above, table).is_some());
    }

    /// The ply down to which nothing is in vain, if there is one; if it is this ply, the thread goes on.
    #[inline]
    pub(crate) fn go_back(&mut self, ply: u8) -> Option<u8> {
        let answered = self.answered?;
        if answered == ply {
            self.answered = None;
        }
        Some(answered)
    }

    /// True if the thread is on its way back.
    #[inline]
    pub(crate) fn is_back(&self) -> bool {
        self.answered.is_some()
    }

    /// The answer to the question of this ply, if the table has it.
    #[inline(never)]
    pub(crate) fn answer(&self, ply: u8, table: Option<&TranspositionTable>) -> Option<i32> {
        let question = self.asked[usize::from(ply)]?;
        cut(table?.get(question.key, question.depth)?, question.depth, ply, question.beta)
    }
}
