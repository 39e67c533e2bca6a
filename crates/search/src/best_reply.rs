//! Best-reply search: one player against several opponents, of whom one at a time plays against them.
//!
//! With four players, paranoid alpha-beta (three against one) looks only a round or two ahead and is too careful, and
//! max-n hardly prunes. Best-reply search (Schadd and Winands, "Best Reply Search for Multi-Player Games", IEEE
//! TCIAIG 3(1), 2011) takes the turns of all opponents as one reply, and looks for the reply that harms the own player
//! most. That makes it a game for two, in which alpha-beta prunes as usual. The variant here differs in one point:
//! while one opponent replies, the others do not pass, but move as a model of the game expects. So every line is a
//! legal sequence of turns.
//!
//! A game of this kind implements [`Rounds`]. The search turns it into a [`Position`] of a game for two, the own player
//! against all opponents together, and [`alpha_beta`] searches it, two plies for each round.

use super::alpha_beta::{self, Options};
use super::position::{self, Ending, Evaluator, INFINITE, MoveList, Position};
use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

/// Deepest search in rounds.
pub const MAX_DEPTH: u8 = position::MAX_DEPTH / 2;

/// One ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ply<M, R> {
    /// A move of the own player.
    Own(M),
    /// The moves of all opponents in a row.
    Reply(R),
}

/// A game as one of its players sees it.
pub trait Rounds: Send + Sync {
    /// A position in which the own player moves next, or has just moved.
    type Position: Copy + Send + Sync;
    /// A move of the own player.
    type Move: Copy + Eq + Debug + Send + Sync;
    /// The moves of all opponents in a row.
    type Reply: Copy + Eq + Debug + Send + Sync;
    /// The list of a position's own moves or replies: an [`ArrayVec`](arrayvec::ArrayVec) with room for the most that a
    /// position can have.
    type Plies: MoveList<Move = Ply<Self::Move, Self::Reply>>;
    /// The memory of [`Rounds::sketch`]; `()` for none.
    type Sketch: Clone + Default + Send;
    /// The number of indices that [`Rounds::move_index`] uses.
    const MOVES: usize;
    /// The number of indices that [`Rounds::reply_index`] uses; at most 65,535 together with [`Rounds::MOVES`].
    const REPLIES: usize;

    /// Adds the own moves, promising ones first; at least one unless the game is over.
    fn moves(&self, position: &Self::Position, add: impl FnMut(Self::Move));
    /// Adds the replies to an own move, the most harmful first; at least one unless the game is over.
    fn replies(&self, position: &Self::Position, add: impl FnMut(Self::Reply));
    /// A number below [`Rounds::MOVES`] under which a search keeps statistics about the move. No two moves of a position
    /// share an index.
    fn move_index(&self, position: &Self::Position, own: Self::Move) -> usize;
    /// The same for a reply: a number below [`Rounds::REPLIES`].
    fn reply_index(&self, position: &Self::Position, reply: Self::Reply) -> usize;
    /// Makes an own move.
    fn play(&self, position: &mut Self::Position, own: Self::Move);
    /// Makes a reply, after which the own player moves again.
    fn answer(&self, position: &mut Self::Position, reply: Self::Reply);
    /// True if the game has ended.
    fn over(&self, position: &Self::Position) -> bool;
    /// The value of a position to the own player, at their turn or at the end of the game; at most
    /// [`MAX_EVALUATION`](position::MAX_EVALUATION) in either direction.
    fn value(&self, position: &Self::Position) -> i32;
    /// The price of a ply, in the unit of [`Rounds::value`]: the own player pays it on top of what the position after
    /// the ply is worth to them. A negative one is a reward.
    fn price(&self, _position: &Self::Position, _ply: Ply<Self::Move, Self::Reply>) -> i32 {
        0
    }
    /// Prepares [`Rounds::ceiling`] for the moves of a position at the own player's turn.
    fn sketch(&self, _position: &Self::Position, _sketch: &mut Self::Sketch) {}
    /// An upper bound of the value of an own move after the worst reply. The reply's price is taken off, the move's own
    /// is not.
    fn ceiling(&self, _position: &Self::Position, _sketch: &mut Self::Sketch, _own: Self::Move) -> i32 {
        INFINITE
    }
    /// A hash of a position at the own player's turn, as [`Position::key`].
    fn key(&self, position: &Self::Position) -> u64;
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchResult<M> {
    /// The best move, or the first of equally good ones; `None` if the game is over.
    pub best: Option<M>,
    /// Its value.
    pub value: i32,
    /// The number of rounds searched completely.
    pub depth: u8,
    /// The number of positions looked at in which the own player was to move, or the game was over.
    pub nodes: u64,
}

/// The limits of a search.
#[derive(Clone, Copy)]
pub struct SearchLimits<'a> {
    /// The depth in rounds, 1 to [`MAX_DEPTH`].
    pub depth: u8,
    /// The same as [`alpha_beta::SearchLimits::nodes`].
    pub nodes: u64,
    /// The same as [`alpha_beta::SearchLimits::time`].
    pub time: Option<Duration>,
    /// The same as [`alpha_beta::SearchLimits::stop`].
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl SearchLimits<'_> {
    /// A search to this depth, however long it takes.
    #[must_use]
    pub const fn rounds(depth: u8) -> SearchLimits<'static> {
        SearchLimits { depth, nodes: u64::MAX, time: None, stop: &|| false }
    }
}

/// A search for one game, with all the memory it needs.
pub struct Searcher<R: Rounds> {
    rounds: Arc<R>,
    inner: alpha_beta::Searcher<Folded<R>, Worth<R>>,
}

impl<R: Rounds> Searcher<R> {
    /// Takes all memory and threads that searches will need, as [`alpha_beta::Searcher::new`] does.
    #[must_use]
    pub fn new(rounds: R, options: Options) -> Self {
        Self { rounds: Arc::new(rounds), inner: alpha_beta::Searcher::new(Worth::default(), options) }
    }

    /// The game.
    #[must_use]
    pub fn rounds(&self) -> &R {
        &self.rounds
    }

    /// The game, to be changed. All results of earlier searches are forgotten, because they do not hold for another game.
    ///
    /// # Panics
    /// Never: positions that share the game do not outlive a search.
    pub fn rounds_mut(&mut self) -> &mut R {
        self.inner.forget();
        self.adapt()
    }

    /// The game, to be changed in ways that change its keys, too. Results of earlier searches are kept.
    ///
    /// # Panics
    /// Never: positions that share the game do not outlive a search.
    pub fn adapt(&mut self) -> &mut R {
        Arc::get_mut(&mut self.rounds).expect("no position outlives a search")
    }

    /// Swaps the game with another one. Results of earlier searches are kept: see [`Self::rounds_mut`].
    pub fn exchange(&mut self, rounds: &mut Arc<R>) {
        std::mem::swap(&mut self.rounds, rounds);
    }

    /// The best move of a position.
    ///
    /// The first iteration is never interrupted, so that there is always a move. If there is only one move, the search
    /// ends after one round.
    ///
    /// ```
    /// use boardbots_search::{ArrayVec, Options};
    /// use boardbots_search::best_reply::{SearchLimits, Ply, Rounds, Searcher};
    ///
    /// /// You take one or two stones, then your opponents take one to three in all. Every stone that you take
    /// /// is a point.
    /// struct Stones;
    /// #[derive(Clone, Copy)]
    /// struct Heap { left: u8, points: u8 }
    ///
    /// impl Rounds for Stones {
    ///     type Position = Heap;
    ///     type Move = u8;
    ///     type Reply = u8;
    ///     type Sketch = ();
    ///     type Plies = ArrayVec<Ply<u8, u8>, 3>;
    ///     const MOVES: usize = 3;
    ///     const REPLIES: usize = 4;
    ///     fn moves(&self, heap: &Heap, add: impl FnMut(u8)) { (1..=heap.left.min(2)).for_each(add) }
    ///     fn replies(&self, heap: &Heap, add: impl FnMut(u8)) { (1..=heap.left.min(3)).for_each(add) }
    ///     fn move_index(&self, _: &Heap, own: u8) -> usize { own.into() }
    ///     fn reply_index(&self, _: &Heap, reply: u8) -> usize { reply.into() }
    ///     fn play(&self, heap: &mut Heap, own: u8) { heap.left -= own; heap.points += own }
    ///     fn answer(&self, heap: &mut Heap, reply: u8) { heap.left -= reply }
    ///     fn over(&self, heap: &Heap) -> bool { heap.left == 0 }
    ///     fn value(&self, heap: &Heap) -> i32 { heap.points.into() }
    ///     fn key(&self, heap: &Heap) -> u64 { u64::from(heap.left) << 8 | u64::from(heap.points) }
    /// }
    ///
    /// let mut searcher = Searcher::new(Stones, Options { threads: 1, table_kib: 64 });
    /// let found = searcher.search(&Heap { left: 7, points: 0 }, SearchLimits::rounds(5));
    /// assert_eq!((found.best, found.value), (Some(2), 4)); // two now and two more, whatever they take
    /// ```
    pub fn search(&mut self, root: &R::Position, limits: SearchLimits<'_>) -> SearchResult<R::Move> {
        let root = Folded { rounds: Arc::clone(&self.rounds), position: *root, halfway: false, paid: 0 };
        let depth = if root.moves().len() > 1 { limits.depth.clamp(1, MAX_DEPTH) } else { 1 };
        let SearchLimits { nodes, time, stop, .. } = limits;
        let limits = alpha_beta::SearchLimits { nodes, time, stop, ..alpha_beta::SearchLimits::plies(2 * depth) };
        let found = self.inner.search(&root, limits, &mut |_| ());
        let best = found.best().and_then(|best| match best {
            Ply::Own(own) => Some(own),
            Ply::Reply(_) => None,
        });
        let value = if best.is_some() { found.value } else { 0 };
        SearchResult { best, value, depth: found.depth / 2, nodes: found.nodes }
    }
}

/// A position of a game of rounds as one of a game for two: the own player, and all opponents together.
struct Folded<R: Rounds> {
    rounds: Arc<R>,
    position: R::Position,
    /// True if the own player has moved, and the opponents have not.
    halfway: bool,
    /// The sum of the prices from the root to here.
    paid: i32,
}

impl<R: Rounds> Clone for Folded<R> {
    fn clone(&self) -> Self {
        Self { rounds: Arc::clone(&self.rounds), ..*self }
    }
}

impl<R: Rounds> Position for Folded<R> {
    type Move = Ply<R::Move, R::Reply>;
    type Moves = R::Plies;
    type Undo = (R::Position, i32);
    const INDICES: usize = R::MOVES + R::REPLIES;
    const STEP: u8 = 2;

    fn moves(&self) -> R::Plies {
        let mut plies = R::Plies::empty();
        if self.halfway {
            self.rounds.replies(&self.position, |reply| plies.add(Ply::Reply(reply)));
        } else {
            self.rounds.moves(&self.position, |own| plies.add(Ply::Own(own)));
        }
        plies
    }

    fn index(&self, action: Self::Move) -> usize {
        match action {
            Ply::Own(own) => self.rounds.move_index(&self.position, own),
            Ply::Reply(reply) => R::MOVES + self.rounds.reply_index(&self.position, reply),
        }
    }

    fn play(&mut self, action: Self::Move) -> Self::Undo {
        let before = (self.position, self.paid);
        self.paid += self.rounds.price(&self.position, action);
        match action {
            Ply::Own(own) => self.rounds.play(&mut self.position, own),
            Ply::Reply(reply) => self.rounds.answer(&mut self.position, reply),
        }
        self.halfway = !self.halfway;
        before
    }

    fn undo(&mut self, _: Self::Move, before: Self::Undo) {
        (self.position, self.paid) = before;
        self.halfway = !self.halfway;
    }

    /// Nobody has won: [`Worth`] values the end.
    fn ended(&self) -> Option<Ending> {
        self.rounds.over(&self.position).then_some(Ending::Draw)
    }

    fn key(&self) -> u64 {
        // Lines of different prices that meet in a position differ in value.
        let key =
            self.rounds.key(&self.position) ^ u64::from(self.paid.cast_unsigned()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        if self.halfway { !key.rotate_left(32) } else { key }
    }

    fn is_whole(&self) -> bool {
        !self.halfway || self.rounds.over(&self.position)
    }
}

/// Values positions as the game of rounds does.
struct Worth<R: Rounds> {
    sketch: R::Sketch,
}

impl<R: Rounds> Default for Worth<R> {
    fn default() -> Self {
        Self { sketch: R::Sketch::default() }
    }
}

impl<R: Rounds> Clone for Worth<R> {
    fn clone(&self) -> Self {
        Self { sketch: self.sketch.clone() }
    }
}

impl<R: Rounds> Evaluator<Folded<R>> for Worth<R> {
    fn evaluate(&mut self, folded: &Folded<R>) -> i32 {
        let value = folded.rounds.value(&folded.position) - folded.paid;
        if folded.halfway { -value } else { value }
    }

    fn ended(&mut self, folded: &Folded<R>, _: Ending, _: u8) -> i32 {
        self.evaluate(folded)
    }

    fn survey(&mut self, folded: &Folded<R>) {
        folded.rounds.sketch(&folded.position, &mut self.sketch);
    }

    fn ceiling(&mut self, folded: &Folded<R>, action: Ply<R::Move, R::Reply>) -> i32 {
        match action {
            Ply::Own(own) => {
                let ceiling = folded.rounds.ceiling(&folded.position, &mut self.sketch, own);
                let price = folded.rounds.price(&folded.position, action);
                if ceiling == INFINITE { INFINITE } else { ceiling - folded.paid - price }
            }
            Ply::Reply(_) => INFINITE,
        }
    }
}
