//! Exact results: who wins with best play. A score is 1, 0 or -1, since it takes longer to find how soon a game ends.
//!
//! While the two can still meet, moves of both are searched, those first that the strong evaluation likes. A side has
//! lost if the best chain of rooms is not enough for it, even if the other side collects nothing more.
//!
//! Once the two are apart, the order of their moves no longer matters: the result is the sign of the difference between
//! two maxima, each that of a longest path. A depth-first search, cut by the best chain of rooms, answers whether a side
//! collects as much as the result needs. Paths that leave the same cells within reach share an entry of the table.

use crate::eval::{Survey, Weights};
use crate::map::{MAX_SIZE, Place};
use crate::rules::{Action, Position, Row, Rows, column, exits, mix, row, step, trail_key};
use arrayvec::ArrayVec;
use boardbots_game::player::Stop;
use boardbots_game::two_player::bot::Prover;
use boardbots_search::position::Position as _;
use boardbots_search::solve::{Score, ScoreRange, Solution, SolveLimits};

type Limits<'a> = SolveLimits<'a, Action>;
type Found = Solution<Action>;

/// A search for exact results, with all the memory it needs but a stack of up to 3 MiB on the largest maps. It uses one
/// thread.
pub struct TronProver {
    survey: Survey<Row, { MAX_SIZE + 2 }>,
    /// Cells that a path has not taken.
    open: Rows,
    /// Keys with what is known: the most that a path collects, or 1 for a score that is above, 0 for one that is not.
    table: Box<[(u64, i32)]>,
    /// Positions and steps of paths that may still be looked at.
    left: u64,
    /// Steps that the present question may still take.
    budget: u64,
}

impl TronProver {
    pub fn new(options: boardbots_search::Options) -> Self {
        // 64 entries take a KiB.
        let table = vec![(0, 0); 64 << options.table_kib.max(1).ilog2()].into();
        Self { survey: Survey::new(), open: [0; MAX_SIZE + 2], table, left: 0, budget: 0 }
    }

    const fn slot(&self, key: u64) -> usize {
        (key >> 32) as usize & (self.table.len() - 1)
    }

    /// A bound of what paths through open cells collect, the dirt of the first cell included, and a key of that cell and
    /// of those within reach; `None` if the proof has to end.
    #[inline(never)]
    fn outlook(&mut self, position: &Position, head: Place, stop: Stop<'_>) -> Option<(i32, u64)> {
        self.left = self.left.checked_sub(1).filter(|left| left % 512 > 0 || !stop())?;
        let dirt = |cell| i32::from(position.dirt(cell));
        let region = &self.open[..usize::from(position.size) + 2];
        let high = dirt(head) + self.survey.chains.best(region, head, dirt);
        let reached = region.iter().zip(&self.survey.chains.open).map(|(cells, unseen)| cells & !unseen);
        let word = |key, row: Row| mix(mix(key ^ (row >> 64) as u64) ^ (row << 64 >> 64) as u64);
        Some((high, reached.fold(position.map ^ trail_key(head), word)))
    }

    /// The dirt that a path collects if that is as much as needed, else a bound that no path exceeds. `None` if the
    /// question's budget is spent, or the proof has to end.
    fn path(&mut self, on: &Position, head: Place, need: i32, (high, key): (i32, u64), stop: Stop<'_>) -> Option<i32> {
        let (dirt, slot) = (i32::from(on.dirt(head)), self.slot(key));
        let high = if self.table[slot].0 == key { high.min(dirt + self.table[slot].1) } else { high };
        if high < need || dirt >= need {
            return Some(if high < need { high } else { dirt });
        }
        self.budget = self.budget.checked_sub(1)?;
        let (directions, mut ways, mut best) = (exits(&self.open, head), ArrayVec::<_, 4>::new(), 0);
        for action in Action::ALL.into_iter().filter(|action| directions >> action.number() & 1 == 1) {
            let cell = step(head, action);
            self.open[row(cell)] ^= column(cell);
            let (outlook, exits) = (self.outlook(on, cell, stop), exits(&self.open, cell).count_ones());
            self.open[row(cell)] ^= column(cell);
            // Of two that promise as much, the one with fewer exits would sooner become a dead end.
            ways.push((-outlook?.0, exits, cell, outlook?.1));
        }
        ways.sort_unstable();
        for (high, _, cell, key) in ways {
            self.open[row(cell)] ^= column(cell);
            let found = self.path(on, cell, need - dirt, (-high, key), stop);
            self.open[row(cell)] ^= column(cell);
            best = best.max(found?);
            if dirt + best >= need {
                return Some(dirt + best);
            }
        }
        self.table[slot] = (key, best);
        Some(dirt + best)
    }

    /// The least and the largest score for the side to move that are possible, as far as it shows without trying moves of
    /// both; `None` if the proof has to end.
    #[inline(never)]
    fn look(&mut self, position: &Position, stop: Stop<'_>) -> Option<[Score; 2]> {
        let sides = [position.mover, position.mover.other()];
        let heads = sides.map(|side| position.place(side));
        let scores = sides.map(|side| position.score(side).cast_signed());
        let range =
            |low: [i32; 2], high: [i32; 2]| [low[0] - high[1], high[0] - low[1]].map(|gap| gap.signum() as Score);
        if position.ended().is_some() {
            return Some(range(scores, scores));
        }
        self.open = position.free;
        let outlooks = [self.outlook(position, heads[0], stop)?, self.outlook(position, heads[1], stop)?];
        let (mut low, mut high) = (scores, [0, 1].map(|side| scores[side] + outlooks[side].0));
        // Dirt under a start is lost to a side that moves, but not to one that has to pass.
        let is_apart = heads.map(|head| position.dirt(head)) == [0; 2] && !self.survey.territory.survey(position);
        // From a thousand steps to half a million: a hard question about one side must not put off an easy one about the
        // other, nor, for ever, the moves of both.
        for (budget, side) in (10..20).flat_map(|budget| [(budget, 0), (budget, 1)]).filter(|_| is_apart) {
            let [least, most] = range(low, high);
            if least == most || low[side] == high[side] {
                continue;
            }
            self.budget = 1 << budget;
            // Enough to win whatever the other side collects; or all, if that may be.
            let need = (high[1 - side] + 1).clamp(low[side] + 1, high[side]) - scores[side];
            let outlook = (high[side] - scores[side], outlooks[side].1);
            match self.path(position, heads[side], need, outlook, stop) {
                Some(found) if found >= need => low[side] = scores[side] + found,
                Some(found) => high[side] = scores[side] + found,
                None => {}
            }
        }
        Some(range(low, high))
    }

    /// The moves, those first that lead to the best positions by the evaluation.
    #[inline(never)]
    fn tries(&mut self, position: &Position) -> ArrayVec<Action, 4> {
        let mut moves = ArrayVec::<_, 4>::new();
        for action in position.moves() {
            let mut next = position.clone();
            next.play(action);
            moves.push((self.survey.evaluate(&next, Weights::DEFAULT), action));
        }
        moves.sort_unstable();
        moves.into_iter().map(|(_, action)| action).collect()
    }

    /// True if the score for the side to move is above `alpha`, which is 0 or -1; `None` if the proof has to end.
    fn is_above(&mut self, position: &mut Position, alpha: Score, stop: Stop<'_>) -> Option<bool> {
        let [low, high] = self.look(position, stop)?;
        if low > alpha || high <= alpha {
            return Some(low > alpha);
        }
        let key = mix(position.key() ^ u64::from(alpha == 0));
        let slot = self.slot(key);
        if self.table[slot].0 == key {
            return Some(self.table[slot].1 == 1);
        }
        for action in self.tries(position) {
            let undo = position.play(action);
            let next = self.is_above(position, -1 - alpha, stop);
            position.undo(action, undo);
            if !next? {
                self.table[slot] = (key, 1);
                return Some(true);
            }
        }
        self.table[slot] = (key, 0);
        Some(false)
    }
}

impl Prover<Position> for TronProver {
    fn forget(&mut self) {
        self.table.fill((0, 0));
    }

    fn solve(&mut self, position: &Position, limits: Limits<'_>, report: &mut dyn FnMut(&Found)) -> Found {
        self.left = limits.nodes;
        let mut found = Found { range: ScoreRange { low: -1, high: 1 }, best: None, plies: None, nodes: 0 };
        if position.ended().is_some() {
            let [low, high] = self.look(position, &|| false).unwrap_or([-1, 1]);
            return Found { range: ScoreRange { low, high }, plies: Some(0), ..found };
        }
        let mut moves = self.tries(position);
        moves.retain(|action| limits.only.is_empty() || limits.only.contains(action));
        found.best = moves.first().copied();
        for (alpha, place) in [0, -1].into_iter().flat_map(|alpha| (0..moves.len()).map(move |place| (alpha, place))) {
            let mut next = position.clone();
            next.play(moves[place]);
            let Some(is_above) = self.is_above(&mut next, -1 - alpha, limits.stop) else { break };
            if !is_above {
                (found.range.low, found.best) = (alpha + 1, Some(moves[place]));
                break;
            }
            if place + 1 == moves.len() {
                (found.range.high, found.nodes) = (alpha, limits.nodes - self.left);
                report(&found);
            }
        }
        Found { nodes: limits.nodes - self.left, ..found }
    }
}
