//! Alpha-beta of fixed depth: the value and the move of plain minimax, many times sooner.

use super::game::{Game, INFINITE, Judge, Line, MAX_DEPTH, Moves, ending_value};
use super::table::{Bound, Entry, Table};

/// How a searcher is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Threads that share a search, at least 1. What is found does not depend on them.
    pub threads: usize,
    /// Size of the transposition table in KiB.
    pub table_kib: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { threads: 1, table_kib: 1024 }
    }
}

/// How far to search.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Plies, 1 to [`MAX_DEPTH`].
    pub depth: u8,
    /// Asked every few hundred nodes; once it says yes, the move of the last whole iteration
    /// stands. The first iteration is never interrupted.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<M: Copy> {
    /// Value to the player to move.
    pub value: i32,
    /// Plies searched completely.
    pub depth: u8,
    /// Positions looked at.
    pub nodes: u64,
    /// Principal variation: the best move, the best reply and so on; empty only if the game
    /// has ended.
    pub line: Line<M>,
}

impl<M: Copy> Outcome<M> {
    /// The best move; `None` only if the game has ended.
    #[must_use]
    pub fn best(&self) -> Option<M> {
        self.line.first().copied()
    }
}

/// A search for one game with one judge, with all the room it needs.
pub struct Searcher<G: Game, J: Judge<G>> {
    table: Table,
    judge: J,
    game: std::marker::PhantomData<fn(G)>,
}

impl<G: Game, J: Judge<G>> Searcher<G, J> {
    /// Takes all memory and threads that searches will need.
    #[must_use]
    pub fn new(judge: J, options: Options) -> Self {
        Self { table: Table::new(options.table_kib), judge, game: std::marker::PhantomData }
    }

    /// Forgets what was found before, so that the next search counts the same nodes on
    /// every run.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// The best move of a position; `report` hears of every whole iteration.
    pub fn search(
        &mut self,
        root: &G,
        limits: Limits<'_>,
        report: &mut dyn FnMut(&Outcome<G::Move>),
    ) -> Outcome<G::Move> {
        let mut outcome = Outcome { value: 0, depth: 0, nodes: 0, line: Line::new() };
        let mut position = root.clone();
        for depth in 1..=limits.depth.clamp(1, MAX_DEPTH) {
            let mut worker = Worker {
                judge: &mut self.judge,
                table: &self.table,
                nodes: 0,
                stop: limits.stop,
                stopped: false,
                first: depth == 1,
            };
            let (value, line) = worker.best(&mut position, depth, 0, -INFINITE, INFINITE);
            outcome.nodes += worker.nodes;
            if worker.stopped {
                break;
            }
            (outcome.value, outcome.depth, outcome.line) = (value, depth, line);
            report(&outcome);
            if outcome.line.is_empty() {
                break;
            }
        }
        outcome
    }
}

struct Worker<'a, J> {
    judge: &'a mut J,
    table: &'a Table,
    nodes: u64,
    stop: &'a (dyn Fn() -> bool + Sync),
    stopped: bool,
    first: bool,
}

impl<J> Worker<'_, J> {
    fn best<G: Game>(&mut self, position: &mut G, depth: u8, ply: u8, mut alpha: i32, beta: i32) -> (i32, Line<G::Move>)
    where
        J: Judge<G>,
    {
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) && !self.first && (self.stop)() {
            self.stopped = true;
        }
        let mut line = Line::new();
        if let Some(ending) = position.ended() {
            return (ending_value(ending, ply), line);
        }
        if depth == 0 {
            return (self.judge.judge(position), line);
        }
        let mut moves = Moves::new();
        position.moves(&mut moves);
        let mut best = -INFINITE;
        for action in moves {
            let undo = position.play(action);
            let (value, rest) = self.best(position, depth - 1, ply + 1, -beta, -alpha);
            position.undo(action, undo);
            if self.stopped {
                return (0, line);
            }
            if -value > best {
                best = -value;
                line.clear();
                line.push(action);
                line.extend(rest);
                alpha = alpha.max(best);
                if alpha >= beta {
                    break;
                }
            }
        }
        let bound = if best >= beta { Bound::Lower } else { Bound::Exact };
        self.table.put(position.key(), Entry { value: best, depth, bound, best: 0 });
        (best, line)
    }
}
