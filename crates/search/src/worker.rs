//! One thread's part of an alpha-beta search: the recursion itself.

use super::meter::Meter;
use super::ordering::{Ordering, Picker};
use super::pool::{DEFER_DEPTH, Questions, Shared, Turns, done};
use super::position::{Bounds, Evaluator, INFINITE, Line, MAX_DEPTH, MoveList, Position, Threat, WIN};
use super::transposition_table::{bound, cut, store};

/// A thread's own memory.
pub struct Worker<P: Position, J> {
    /// The evaluation.
    pub evaluator: J,
    /// The ordering data of its moves.
    pub ordering: Ordering<P>,
    /// The line found from each ply on.
    lines: Vec<Line<P::Move>>,
    /// The count of the positions looked at.
    pub meter: Meter,
    questions: Questions,
}

impl<P: Position, J: Evaluator<P>> Worker<P, J> {
    /// Takes all the room that it will need.
    pub fn new(evaluator: J) -> Self {
        let lines = (0..=MAX_DEPTH).map(|_| Line::new()).collect();
        Self { evaluator, ordering: Ordering::new(), lines, meter: Meter::new(), questions: Questions::new() }
    }

    /// Before a search: nothing counted.
    pub fn reset(&mut self) {
        self.meter = Meter::new();
    }

    /// The line that the last whole iteration found.
    pub fn line(&self) -> &Line<P::Move> {
        &self.lines[0]
    }

    /// Searches `moves`, the root's, in this order; each comes with its place in the game's
    /// order. The value is that of the best one, and so is the line; of equals it is the
    /// first in the game's order.
    pub fn root(&mut self, root: &mut P, moves: &[(P::Move, u16)], depth: u8, shared: &Shared<'_>) -> i32 {
        if !self.meter.count(shared.allowance) {
            return 0;
        }
        self.questions.begin((depth + 1).saturating_sub(DEFER_DEPTH), self.meter.nodes());
        let key = root.key();
        let ((floor, ceiling), mut best, mut best_place) = (shared.between, -INFINITE, 0);
        let mut moves = moves.iter().copied();
        let mut turns = Turns::<true, P>::of_value();
        while let Some((action, place, mark)) = turns.next(key, depth, shared.in_flight, || moves.next()) {
            // What an equal move needs to be better depends on the game's order.
            let enough = if place < best_place { best } else { best + 1 }.max(floor + 1);
            let undo = root.play(action);
            let mut value = if best == -INFINITE {
                INFINITE
            } else {
                -self.search_beside_pv(root, depth - 1, 1, 1 - enough, shared)
            };
            if value >= enough && !self.meter.halted {
                value = -self.search_pv(root, depth - 1, 1, -ceiling, 1 - enough, shared);
            }
            root.undo(action, undo);
            done::<true>(mark, shared.in_flight);
            if self.meter.halted {
                return 0;
            }
            if value >= enough || best == -INFINITE {
                (best, best_place) = (value, place);
                self.extend_line(0, action);
            }
            best = best.max(value);
            if best >= ceiling {
                break;
            }
        }
        best
    }

    /// The value between `alpha` and `beta`, with its line.
    fn search_pv(
        &mut self,
        position: &mut P,
        depth: u8,
        ply: u8,
        mut alpha: i32,
        beta: i32,
        shared: &Shared<'_>,
    ) -> i32 {
        self.lines[usize::from(ply)].clear();
        if depth == 0 {
            return self.leaf(position, ply, shared);
        }
        if position.is_whole() && !self.meter.count(shared.allowance) {
            return 0;
        }
        if let Some(ending) = position.ended() {
            return self.evaluator.ended(position, ending, ply);
        }
        if self.meter.is_over(shared.allowance) {
            return 0;
        }
        let table = shared.table(depth).filter(|_| position.is_whole());
        let key = match table_key(position, ply, shared) {
            Ok(key) => key,
            Err(value) => return value,
        };
        let first = table.and_then(|table| table.get(key, depth)).map(|entry| entry.best);
        self.questions.pass(ply);
        let mut picker = match position.threat() {
            Threat::Wins(action) => {
                self.lines[usize::from(ply)].push(action);
                return winning_value(ply);
            }
            // What the threat and the candidates say of the other moves takes two plies to happen.
            _ if depth == 1 => Picker::among(position.moves()),
            Threat::Forced(action) => Picker::among(std::iter::once(action).collect()),
            Threat::None => Picker::new(first),
        };
        let (floor, mut best, mut best_index) = (alpha, -INFINITE, 0);
        let mut turns = Turns::<true, P>::of_value();
        while let Some((action, index, mark)) =
            turns.next(key, depth, shared.in_flight, || picker.next(position, &self.ordering, ply))
        {
            let undo = position.play(action);
            let mut value = alpha + 1;
            if best > -INFINITE {
                value = -self.search_beside_pv(position, depth - 1, ply + 1, -alpha, shared);
            }
            if value > alpha && (value < beta || best == -INFINITE) && !self.meter.halted {
                value = -self.search_pv(position, depth - 1, ply + 1, -beta, -alpha, shared);
            }
            position.undo(action, undo);
            done::<true>(mark, shared.in_flight);
            if self.meter.halted {
                return 0;
            }
            if value > best {
                (best, best_index) = (value, index);
                if value > alpha {
                    alpha = value;
                    self.extend_line(ply, action);
                }
                if value >= beta {
                    self.ordering.refuted(index, ply, depth);
                    break;
                }
            }
        }
        let bound = bound(best, floor, beta);
        store(table, key, best, depth, ply, bound, best_index);
        best
    }

    /// [`Self::search_null_window`] for a thread alone or for one of several; the value is expected to reach `beta`.
    #[inline(never)]
    fn search_beside_pv(&mut self, position: &mut P, depth: u8, ply: u8, beta: i32, shared: &Shared<'_>) -> i32 {
        match shared.in_flight {
            Some(_) => self.search_null_window::<true>(position, depth, ply, beta, true, shared),
            None => self.search_null_window::<false>(position, depth, ply, beta, true, shared),
        }
    }

    /// A null-window search: the value is at least `beta` or less, whichever is `expected`. Returns a bound on the
    /// right side.
    #[inline]
    fn search_null_window<const MANY: bool>(
        &mut self,
        position: &mut P,
        depth: u8,
        ply: u8,
        beta: i32,
        expected: bool,
        shared: &Shared<'_>,
    ) -> i32 {
        match depth {
            0 => self.leaf(position, ply, shared),
            1 if P::STEP == 1 => self.frontier(position, ply, beta, shared),
            // Here threads do not make way for each other: each searches as if it were alone.
            _ if depth < DEFER_DEPTH => self.interior::<false>(position, depth, ply, beta, expected, shared),
            _ => self.interior::<MANY>(position, depth, ply, beta, expected, shared),
        }
    }

    /// [`Self::search_null_window`] two plies or more before the end.
    fn interior<const MANY: bool>(
        &mut self,
        position: &mut P,
        depth: u8,
        ply: u8,
        beta: i32,
        expected: bool,
        shared: &Shared<'_>,
    ) -> i32 {
        if position.is_whole() && !self.meter.count(shared.allowance) {
            return 0;
        }
        if let Some(ending) = position.ended() {
            return self.evaluator.ended(position, ending, ply);
        }
        if MANY
            && (self.meter.is_over(shared.allowance) || self.questions.is_vain(ply, self.meter.nodes(), shared.deep))
        {
            return 0;
        }
        let table = shared.table(depth).filter(|_| position.is_whole());
        let needs_key = MANY || P::REPEATS || table.is_some();
        let key = match if needs_key { table_key(position, ply, shared) } else { Ok(0) } {
            Ok(key) => key,
            Err(value) => return value,
        };
        let known = table.and_then(|table| table.get(key, depth));
        if let Some(entry) = known
            && let Some(value) = cut(entry, depth, ply, beta)
        {
            if value >= beta {
                self.ordering.remind(entry.best, ply);
            }
            return value;
        }
        let mut picker = match position.threat() {
            Threat::Wins(_) => return winning_value(ply),
            Threat::Forced(action) => Picker::among(std::iter::once(action).collect()),
            Threat::None => Picker::new(known.map(|entry| entry.best)),
        };
        let (mut best, mut best_index) = (-INFINITE, 0);
        if depth == P::STEP {
            let (most, others) = self.sift(position, beta);
            (best, picker) = (most, Picker::among(others));
        }
        let defers = MANY && depth >= DEFER_DEPTH;
        if defers && table.is_some() {
            self.questions.ask(ply, key, depth, beta);
        } else if MANY {
            self.questions.pass(ply);
        }
        let mut turns = Turns::<MANY, P>::of_bound(expected);
        while let Some((action, index, mark)) =
            turns.next(key, depth, shared.in_flight, || picker.next(position, &self.ordering, ply))
        {
            if defers
                && turns.is_resuming()
                && let Some(value) = self.questions.answer(ply, table)
            {
                return value;
            }
            let value = loop {
                let undo = position.play(action);
                let refuted = !turns.expects_enough();
                let value = -self.search_null_window::<MANY>(position, depth - 1, ply + 1, 1 - beta, refuted, shared);
                position.undo(action, undo);
                match if MANY { self.questions.go_back(ply) } else { None } {
                    None => break value,
                    Some(answered) if answered == ply => {
                        if let Some(value) = self.questions.answer(ply, table) {
                            done::<MANY>(mark, shared.in_flight);
                            return value;
                        }
                        // The answer is gone already: once more.
                    }
                    Some(_) => break 0,
                }
            };
            done::<MANY>(mark, shared.in_flight);
            if self.meter.halted || MANY && self.questions.is_back() {
                return 0;
            }
            if value >= beta {
                (best, best_index) = (value, index);
                self.ordering.refuted(index, ply, depth);
                break;
            }
            (best, best_index) = if value > best { (value, index) } else { (best, best_index) };
            self.ordering.failed(index, ply, depth);
        }
        store(table, key, best, depth, ply, bound(best, beta - 1, beta), best_index);
        best
    }

    /// The value of a position at the end of the search; one that refutes nothing if the iteration is over. Where an
    /// evaluation gives good bounds few positions come here, so that one copy of the code is enough.
    #[inline(never)]
    fn leaf(&mut self, position: &P, ply: u8, shared: &Shared<'_>) -> i32 {
        if !self.meter.count(shared.allowance) {
            return INFINITE;
        }
        if let Some(ending) = position.ended() {
            return self.evaluator.ended(position, ending, ply);
        }
        self.evaluator.evaluate(position)
    }

    /// [`Self::search_null_window`] one ply before the end of the search, where most of the time goes.
    fn frontier(&mut self, position: &mut P, ply: u8, beta: i32, shared: &Shared<'_>) -> i32 {
        if !self.meter.count(shared.allowance) {
            return 0;
        }
        if let Some(ending) = position.ended() {
            return self.evaluator.ended(position, ending, ply);
        }
        if P::REPEATS
            && let Some(past) = shared.past
            && let Some(value) = past.value(position.key(), ply)
        {
            return value;
        }
        if let Threat::Wins(_) = position.threat() {
            return winning_value(ply);
        }
        let Bounds { floor, ceiling } = self.evaluator.bounds(position, beta);
        if floor >= beta {
            return floor;
        }
        if ceiling < beta {
            return ceiling;
        }
        let mut best = -INFINITE;
        let mut picker = Picker::among(position.moves());
        while let Some((action, index)) = picker.next(position, &self.ordering, ply) {
            let undo = position.play(action);
            let value = -self.leaf(position, ply + 1, shared);
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

    /// One turn of several plies before the end: the best that those moves bring at most that bring less than `beta`,
    /// and the others.
    fn sift(&mut self, position: &P, beta: i32) -> (i32, P::Moves) {
        self.evaluator.survey(position);
        let (mut best, mut others) = (-INFINITE, P::Moves::empty());
        for action in position.moves() {
            let ceiling = self.evaluator.ceiling(position, action);
            if ceiling < beta {
                best = best.max(ceiling);
            } else {
                others.add(action);
            }
        }
        (best, others)
    }

    /// The line at `ply` becomes `action` and the line of the next ply.
    fn extend_line(&mut self, ply: u8, action: P::Move) {
        let (head, tail) = self.lines.split_at_mut(usize::from(ply) + 1);
        let line = &mut head[usize::from(ply)];
        line.clear();
        line.push(action);
        if let Some(rest) = tail.first() {
            line.extend(rest.iter().copied().take(line.remaining_capacity()));
        }
    }
}

/// The key of a position for the table, or its value if it is a repetition.
#[inline]
fn table_key<P: Position>(position: &P, ply: u8, shared: &Shared<'_>) -> Result<u64, i32> {
    let key = position.key();
    shared.past.filter(|_| P::REPEATS).map_or(Ok(key), |past| past.key_or_value(key, ply))
}

/// The value of a position in which the player to move wins at once.
const fn winning_value(ply: u8) -> i32 {
    WIN - ply as i32 - 1
}
