//! From a state to a move: best-reply search over the own hero's rounds.
//!
//! All tables are made when a game begins; a decision allocates nothing.

use super::board::{Board, Dir, HEROES};
use super::eval::Weights;
use super::player::Player;
use super::rules::{Order, State};
use super::team::{Alliance, Team};
use super::view::{REACH, View};
use boardbots_search::alpha_beta;
use boardbots_search::best_reply::{Limits, Outcome, Searcher};

/// Rounds looked ahead by default.
pub const DEFAULT_DEPTH: u8 = 6;
/// Breadths ([`View::breadth`]) from which a position is searched one round less deep, and two. It then takes about as
/// long as the others; without this, one in a thousand took three times as long.
pub const BROAD: [usize; 2] = [250, 500];
/// Size of the transposition table in KiB: small ones stay in the cache of a small board.
const TABLE_KIB: usize = 1024;

/// How the bot thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Own moves looked ahead, each with the others' replies; 1 to 32. One or two less in broad
    /// positions: see [`BROAD`].
    pub depth: u8,
    /// Threads that share a decision. The decision does not depend on them.
    pub threads: usize,
    /// Steps within which an opponent's moves are considered, not only the expected one.
    pub reach: u8,
    /// How positions are evaluated.
    pub weights: Weights,
}

impl Default for Options {
    fn default() -> Self {
        Self { depth: DEFAULT_DEPTH, threads: 1, reach: REACH, weights: Weights::DEFAULT }
    }
}

/// The searching player.
pub struct Bot {
    options: Options,
    searcher: Searcher<View>,
    /// Whom it helps, or who helps it, where they meet.
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
    #[must_use]
    pub fn view(&self) -> &View {
        self.searcher.rounds()
    }

    /// The whole outcome of a decision: see [`Player::decide`].
    pub fn think(&mut self, state: &State, stop: &(dyn Fn() -> bool + Sync)) -> Outcome<Dir> {
        self.look_back(state);
        self.searcher.adapt().follow(state);
        let breadth = self.view().breadth(state);
        let less = BROAD.iter().filter(|&&broad| breadth >= broad).map(|_| 1).sum();
        let depth = self.options.depth.saturating_sub(less).max(1);
        let outcome = self.searcher.search(state, Limits { depth, stop });
        self.nodes = outcome.nodes;
        outcome
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
            let view = self.searcher.adapt();
            view.learn(&past, dir);
            past.play(view.board(), Order::Go(dir));
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
        let team = self.alliance.as_ref()?.team(self.view().hero(), names);
        if team.is_some() {
            self.searcher.adapt().join(team);
        }
        team
    }

    fn decide(&mut self, state: &State, stop: &(dyn Fn() -> bool + Sync)) -> Dir {
        self.think(state, stop).best.unwrap_or(Dir::Stay)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
