//! Best-reply search: one player against several opponents, of whom one at a time plays against them.
//!
//! With four players, paranoid alpha-beta (three against one) looks only a round or two ahead and is too careful, and
//! max-n hardly prunes. Best-reply search (Schadd and Winands, "Best Reply Search for Multi-Player Games", IEEE
//! TCIAIG 3(1), 2011) takes the turns of all opponents as one reply, and looks for the reply that harms the own player
//! most. That makes it a game for two, in which alpha-beta prunes as usual. The variant here differs in one point:
//! while one opponent replies, the others do not pass, but move as a model of the game expects. So every line is a
//! legal sequence of turns.
//!
//! A game of this kind implements [`Rounds`]. The search turns it into a [`Position`](position::Position) of a game
//! for two, the own player against all opponents together, and [`alpha_beta`] searches it, two plies for each round.

pub use super::rounds::{Ply, Rounds};

use super::alpha_beta::{self, Options};
use super::folded::{Folded, Worth};
use super::position;
use std::sync::Arc;

/// Deepest search in rounds.
pub const MAX_DEPTH: u8 = position::MAX_DEPTH / 2;

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome<M> {
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
pub struct Limits<'a> {
    /// The depth in rounds, 1 to [`MAX_DEPTH`].
    pub depth: u8,
    /// The same as [`alpha_beta::Limits::stop`].
    pub stop: &'a (dyn Fn() -> bool + Sync),
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
    /// use boardbots_search::best_reply::{Limits, Ply, Rounds, Searcher};
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
    /// let found = searcher.search(&Heap { left: 7, points: 0 }, Limits { depth: 5, stop: &|| false });
    /// assert_eq!((found.best, found.value), (Some(2), 4)); // two now and two more, whatever they take
    /// ```
    pub fn search(&mut self, root: &R::Position, limits: Limits<'_>) -> Outcome<R::Move> {
        let root = Folded::new(&self.rounds, *root);
        let depth = if root.has_choice() { limits.depth.clamp(1, MAX_DEPTH) } else { 1 };
        let found = self.inner.search(
            &root,
            alpha_beta::Limits { stop: limits.stop, ..alpha_beta::Limits::plies(2 * depth) },
            &mut |_| (),
        );
        let best = found.best().and_then(|best| match best {
            Ply::Own(own) => Some(own),
            Ply::Reply(_) => None,
        });
        let value = if best.is_some() { found.value } else { 0 };
        Outcome { best, value, depth: found.depth / 2, nodes: found.nodes }
    }
}
