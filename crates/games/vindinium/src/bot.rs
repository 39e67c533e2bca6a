//! From a state to a move: one interface for every kind of player, and best-reply search over the own hero's rounds.
//!
//! All tables are made when a game begins; a decision allocates nothing.

use crate::board::{Board, Dir, HEROES};
use crate::eval::Weights;
use crate::rules::State;
use crate::team::{Alliance, Team};
use crate::terrain::Terrain;
use crate::view::{REACH, View};
use boardbots_search::alpha_beta;
use boardbots_search::best_reply::{SearchLimits, SearchResult, Searcher};
use std::sync::Arc;
use std::time::Instant;

/// Chooses the moves of one hero in one game after another.
pub trait Player: Send {
    /// A new game begins, in which this player moves `hero` (index 0 to 3).
    fn begin(&mut self, board: &Board, hero: usize);

    /// Hears who plays in the game that has just begun, by their names; answers with whom it plays together, if it
    /// has an alliance.
    fn meet(&mut self, _names: [&str; HEROES]) -> Option<Team> {
        None
    }

    /// Hears until when the next decision is due, which follows at once.
    fn due(&mut self, _until: Instant) {}

    /// The move in `state`, in which it is the turn of the player's hero. Asks `stop` now and then and
    /// answers with the best move so far as soon as it says yes. Allocates nothing.
    fn decide(&mut self, state: &State, stop: &(dyn Fn() -> bool + Sync)) -> Dir;

    /// The game is over: what only it needed may go.
    fn end(&mut self) {}

    /// Positions that the last decision looked at, if the player counts them.
    fn nodes(&self) -> u64 {
        0
    }
}

/// Rounds looked ahead by default.
pub const DEFAULT_DEPTH: u8 = 6;
/// Breadths ([`View::breadth`]) from which a position is searched one round less deep, and two. It then takes about as
/// long as the others; without this, one in a thousand took three times as long.
pub const BROAD: [usize; 2] = [250, 500];
/// Size of the transposition table in KiB: small ones stay in the cache of a small board.
const TABLE_KIB: usize = 1024;

/// The settings of the bot's search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Own moves looked ahead, each with the others' replies; 1 to 32. One or two less in broad
    /// positions: see [`BROAD`].
    pub depth: u8,
    /// Threads that share a decision. The decision does not depend on them.
    pub threads: usize,
    /// Steps within which an opponent's moves are considered, not only the expected one.
    pub reach: u8,
    /// The weights of the evaluation.
    pub weights: Weights,
}

impl Default for Options {
    fn default() -> Self {
        Self { depth: DEFAULT_DEPTH, threads: 1, reach: REACH, weights: Weights::DEFAULT }
    }
}

/// The knowledge of a searching player about a game, apart from the searcher, which may be lent to it for a decision.
pub struct Mind {
    /// The settings of its search; the threads are those of the searcher.
    options: Options,
    /// The game as it sees it, with what it has learned of the others.
    view: Arc<View>,
    /// The state of the last decision.
    last: Option<State>,
}

impl Mind {
    /// The knowledge of a player of `hero` (index 0 to 3) in a game that begins.
    #[must_use]
    pub fn new(options: Options, terrain: Arc<Terrain>, hero: usize) -> Self {
        let view = View::of(terrain, options.weights, hero).reaching(options.reach);
        Self { options, view: Arc::new(view), last: None }
    }

    /// See [`Player::meet`].
    pub fn meet(&mut self, alliance: &Alliance, names: [&str; HEROES]) -> Option<Team> {
        Arc::get_mut(&mut self.view)?.meet(alliance, names)
    }
}

/// The searching player.
pub struct Bot {
    options: Options,
    searcher: Searcher<View>,
    /// The heroes that it helps, or that help it, where they meet.
    alliance: Option<Alliance>,
    /// The state of the last decision: what the others did since is learned from.
    last: Option<State>,
    /// Positions that the last decision looked at.
    nodes: u64,
}

impl Bot {
    /// A player with these options. Without its own threads, should the system refuse them.
    ///
    /// Of several threads the calling one is the first, so it is the one to decide on; all
    /// players made on it share its threads.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self {
            options,
            searcher: Searcher::new(
                View::new(options.weights).reaching(options.reach),
                alpha_beta::Options { threads: options.threads, table_kib: TABLE_KIB },
            ),
            alliance: None,
            last: None,
            nodes: 0,
        }
    }

    /// The same player, in an alliance if there is one.
    #[must_use]
    pub fn allied(self, alliance: Option<Alliance>) -> Self {
        Self { alliance, ..self }
    }

    /// The game as it sees it, with what it has learned of the others.
    pub fn view(&self) -> &View {
        self.searcher.rounds()
    }

    /// The whole outcome of a decision: see [`Player::decide`].
    pub fn think(&mut self, state: &State, stop: &(dyn Fn() -> bool + Sync)) -> SearchResult<Dir> {
        self.look_back(state);
        self.searcher.adapt().follow(state);
        let breadth = self.view().breadth(state);
        let less = BROAD.iter().filter(|&&broad| breadth >= broad).map(|_| 1).sum();
        let depth = self.options.depth.saturating_sub(less).max(1);
        let outcome = self.searcher.search(state, SearchLimits { stop, ..SearchLimits::rounds(depth) });
        self.nodes = outcome.nodes;
        outcome
    }

    /// Decides for the player with this mind, as one with a searcher of its own would: see [`Player::decide`]. It is
    /// `known` if no other mind has decided here since it last did.
    pub fn decide_for(&mut self, mind: &mut Mind, known: bool, state: &State, stop: &(dyn Fn() -> bool + Sync)) -> Dir {
        if !known {
            // What is in the table is about another game.
            self.searcher.rounds_mut();
        }
        self.swap(mind);
        let dir = self.decide(state, stop);
        self.swap(mind);
        dir
    }

    fn swap(&mut self, mind: &mut Mind) {
        std::mem::swap(&mut self.options, &mut mind.options);
        self.searcher.exchange(&mut mind.view);
        std::mem::swap(&mut self.last, &mut mind.last);
    }

    /// Learns from the orders given since the last decision, if that was a round ago.
    fn look_back(&mut self, state: &State) {
        let Some(mut past) = self.last.replace(*state) else { return };
        if state.turn.checked_sub(past.turn).is_none_or(|turns| turns as usize != HEROES) {
            return;
        }
        for _ in 0..HEROES {
            let mover = state.heroes[past.mover()];
            let Some(dir) = mover.last_dir.filter(|_| !mover.crashed) else { return };
            self.searcher.adapt().watch(&mut past, dir);
        }
    }
}

impl Player for Bot {
    fn begin(&mut self, board: &Board, hero: usize) {
        self.last = None;
        // Keys mean something only on one board: the searcher forgets them.
        self.searcher.rounds_mut().survey(board, hero);
    }

    fn meet(&mut self, names: [&str; HEROES]) -> Option<Team> {
        self.searcher.adapt().meet(self.alliance.as_ref()?, names)
    }

    fn decide(&mut self, state: &State, stop: &(dyn Fn() -> bool + Sync)) -> Dir {
        self.think(state, stop).best.unwrap_or(Dir::Stay)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
