//! From a state to a move: best-reply search over the own hero's rounds.
//!
//! All tables are made when a game begins; a decision allocates nothing.

use super::atlas::Atlas;
use super::board::{Board, Dir, HEROES, OFF_BOARD, Tile};
use super::eval::{Evaluator, Weights};
use super::forecast;
use super::player::Player;
use super::routes::Routes;
use super::rules::{BEER_PRICE, MAX_LIFE, Order, State, others};
use arrayvec::ArrayVec;
use boardbots_search::best_reply::{self, Limits, MAX_MOVES, MAX_REPLIES, Outcome, Rounds};
use boardbots_search::pool;
use boardbots_search::transposition_table::TranspositionTable;
use rayon::ThreadPool;
use std::sync::Arc;

/// Rounds looked ahead by default.
pub const DEFAULT_DEPTH: u8 = 6;
/// Size of the transposition table in KiB: small ones stay in the cache of a small board.
const TABLE_KIB: usize = 1024;
/// Steps within which an opponent's every move is considered, not only the expected one.
const REACH: u8 = 2;

/// How the bot thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Own moves looked ahead, each with the others' replies; 1 to 32.
    pub depth: u8,
    /// Threads that share a decision. The decision does not depend on them.
    pub threads: usize,
    /// How positions are evaluated.
    pub weights: Weights,
}

impl Default for Options {
    fn default() -> Self {
        Self { depth: DEFAULT_DEPTH, threads: 1, weights: Weights::DEFAULT }
    }
}

/// The searching player.
pub struct Bot {
    options: Options,
    pool: Option<Arc<ThreadPool>>,
    table: TranspositionTable,
    view: View,
    /// Positions that the last decision looked at.
    nodes: u64,
}

/// One hero's view of one game: what the search asks.
///
/// All its room is taken when it is made; surveying another board allocates nothing.
pub struct View {
    board: Board,
    atlas: Atlas,
    routes: Routes,
    weights: Weights,
    hero: usize,
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
            pool: pool::of_this_thread(options.threads),
            table: TranspositionTable::new(TABLE_KIB),
            view: View::new(options.weights),
            nodes: 0,
        }
    }

    /// The whole outcome of a decision: see [`Player::decide`].
    pub fn think(&mut self, state: &State, stop: &(dyn Fn() -> bool + Sync)) -> Outcome<Dir> {
        let limits = Limits { depth: self.options.depth, stop, pool: self.pool.as_deref() };
        let outcome = best_reply::search(&self.view, state, &self.table, limits);
        self.nodes = outcome.nodes;
        outcome
    }
}

impl Player for Bot {
    fn begin(&mut self, board: &Board, hero: usize) {
        self.view.survey(board, hero);
        // Keys mean something only on one board.
        self.table.clear();
    }

    fn decide(&mut self, state: &State, stop: &(dyn Fn() -> bool + Sync)) -> Dir {
        self.think(state, stop).best.unwrap_or(Dir::Stay)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// What the three opponents do in a row: who of them leaves what is expected, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Index of a hero; the own one if none does.
    who: usize,
    dir: Dir,
}

impl View {
    /// A view with these weights, of an empty board until it is turned to a real one.
    #[must_use]
    pub fn new(weights: Weights) -> Self {
        Self {
            board: Board::new(1, &[Tile::Air], [0; HEROES]),
            atlas: Atlas::with_capacity(),
            routes: Routes::with_capacity(),
            weights,
            hero: 0,
        }
    }

    /// Turns the view to a board, seen by `hero` (index 0 to 3).
    pub fn survey(&mut self, board: &Board, hero: usize) {
        self.board.clone_from(board);
        self.hero = hero;
        self.atlas.survey(board);
        self.routes.survey(board, &self.atlas);
    }

    fn play_expected(&self, state: &mut State) {
        let dir = forecast::expected(&self.board, &self.atlas, &self.routes, state, state.mover());
        state.play(&self.board, Order::Go(dir));
    }

    /// Whether a move changes anything that standing still does not.
    fn useful(&self, state: &State, hero: usize, dir: Dir) -> bool {
        let own = &state.heroes[hero];
        let to = self.board.step(own.pos, dir);
        if to == OFF_BOARD {
            return false;
        }
        match self.board.tile(to) {
            Tile::Wall => false,
            Tile::Air => state.hero_at(to).is_none(),
            Tile::Tavern => own.gold >= BEER_PRICE && own.life < MAX_LIFE,
            Tile::Mine => self.board.mine_at(to).is_some_and(|mine| usize::from(state.owner(mine)) != hero),
        }
    }
}

impl Rounds for View {
    type Position = State;
    type Move = Dir;
    type Reply = Reply;

    fn moves(&self, state: &State, moves: &mut ArrayVec<Dir, MAX_MOVES>) {
        let into_something = |&dir: &Dir| {
            let to = self.board.step(state.heroes[self.hero].pos, dir);
            to != OFF_BOARD && self.board.tile(to) != Tile::Air
        };
        let useful = |dir: &Dir| self.useful(state, self.hero, *dir);
        moves.extend(Dir::AROUND.into_iter().filter(useful).filter(into_something));
        moves.extend(Dir::AROUND.into_iter().filter(useful).filter(|dir| !into_something(dir)));
        moves.push(Dir::Stay);
    }

    fn replies(&self, state: &State, replies: &mut ArrayVec<Reply, MAX_REPLIES>) {
        let own = state.heroes[self.hero].pos;
        replies.push(Reply { who: self.hero, dir: Dir::Stay });
        for who in others(self.hero) {
            let foe = &state.heroes[who];
            if foe.crashed || self.atlas.steps(foe.pos, own) > REACH {
                continue;
            }
            let beside = |cell| self.atlas.steps(cell, own) == 1;
            let engaged = beside(foe.pos);
            for dir in Dir::ALL {
                let to = self.board.step(foe.pos, dir);
                let matters = engaged || (to != OFF_BOARD && (self.board.tile(to) != Tile::Air || beside(to)));
                if matters && (dir == Dir::Stay || self.useful(state, who, dir)) {
                    replies.push(Reply { who, dir });
                }
            }
        }
    }

    fn play(&self, state: &State, own: Dir) -> State {
        let mut next = *state;
        next.play(&self.board, Order::Go(own));
        next
    }

    fn answer(&self, state: &State, reply: Reply) -> State {
        let mut next = *state;
        for _ in 1..HEROES {
            if next.mover() == reply.who {
                next.play(&self.board, Order::Go(reply.dir));
            } else {
                self.play_expected(&mut next);
            }
        }
        next
    }

    fn over(&self, state: &State) -> bool {
        state.finished()
    }

    fn value(&self, state: &State) -> i32 {
        Evaluator { board: &self.board, atlas: &self.atlas, routes: &self.routes, weights: &self.weights }
            .value(state, self.hero)
    }

    fn key(&self, state: &State) -> u64 {
        let mut key = state.mines_key ^ u64::from(state.turn).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for hero in &state.heroes {
            // A crash changes what is expected of the hero in every later position.
            let place = u64::from(hero.crashed) << 24 | u64::from(hero.pos) << 8 | u64::from(hero.life);
            let word = u64::from(hero.gold) << 32 | place;
            key = (key.rotate_left(23) ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93);
            key ^= key >> 32;
        }
        key
    }
}
