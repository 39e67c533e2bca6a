//! The exact result of a position with best play, and the number of plies to it.
//!
//! Null windows on bitboards with a table of bounds, as Pascal Pons describes them ("Solving Connect 4: how to build
//! a perfect AI", 2015): only drops that do not lose at once, forced replies, and drops that make more threats
//! first. Two bounds need no search: a side that cannot have a line any more does not win; and where all columns
//! have an even number of empty cells, the other side can answer each drop in the same column, so that the side to
//! move gets no cell of an even row (James D. Allen's and Victor Allis's "follow-up", 1988).
//!
//! A score is positive if the side to move wins, negative if it loses; from 1 for a win with its last piece, one more
//! for each piece that is left to it.

use super::rules::{BOARD, COLUMNS, Column, FLOOR, HEIGHT, Position, ROWS, cell, closing, lines};
use arrayvec::ArrayVec;
use boardbots_game::player::Stop;
use boardbots_game::two_player::bot::{Proof, Prover};
use boardbots_search::position::Position as _;

/// Cells of the board.
const CELLS: u8 = COLUMNS * ROWS;
/// The first, third and fifth row.
const ODD_ROWS: u64 = FLOOR * 0b1_0101;
/// More than any score.
const SCORES: i8 = 31;
/// Columns, those in the middle first: more lines go through them.
const ORDER: [Column; COLUMNS as usize] = [3, 2, 4, 1, 5, 0, 6];
/// From so many pieces on, positions and their mirror images are no longer taken as one: they hardly meet.
const LOPSIDED: u32 = 20;
/// The table's bits of an index: 4 MiB.
const INDEX: u32 = 19;
/// Positions of a verdict, for who wins.
const RESULT_NODES: u64 = 2_400_000;
/// Positions of a verdict after which it is no longer asked how long the best drop takes.
const DISTANCE_NODES: u64 = 700_000;

/// A search for exact results, with a limit of positions.
pub struct Solver {
    /// Pairs of entries: the position in 49 bits, and six bits for each bound of its score.
    table: Vec<u64>,
    nodes: u64,
    /// The most positions that it may look at.
    most: u64,
}

impl Default for Solver {
    fn default() -> Self {
        Self { table: vec![0; 1 << INDEX], nodes: 0, most: RESULT_NODES }
    }
}

/// The score of a win that the last of so many pieces makes.
const fn score(pieces: u8) -> i8 {
    (CELLS + 2 - pieces).cast_signed() / 2
}

/// One word for a position and its mirror image: pieces and the first empty cell of each column.
fn key(own: u64, all: u64) -> u64 {
    let key = own + all + FLOOR;
    if all.count_ones() >= LOPSIDED {
        return key;
    }
    let column = |at: Column| key >> (HEIGHT * at) & 0x7f;
    key.min((0..COLUMNS).fold(0, |found, at| found << HEIGHT | column(at)))
}

impl Solver {
    /// The place of a pair of entries.
    fn pair(key: u64) -> usize {
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - INDEX);
        usize::try_from(mixed).expect("an index") & !1
    }

    /// The bounds of a position's score, if they are known.
    fn known(&self, key: u64) -> Option<(i8, i8)> {
        let at = Self::pair(key);
        let entry = self.table[at..at + 2].iter().find(|entry| *entry >> 15 == key)?;
        let [low, high, ..] = ((entry & 0x3f) | (entry & 0xfc0) << 2).to_le_bytes();
        Some((low.cast_signed() - SCORES, high.cast_signed() - SCORES))
    }

    /// Keeps bounds: the newest of a pair comes first, and the one before it second.
    fn keep(&mut self, key: u64, bounds: (i8, i8)) {
        let at = Self::pair(key);
        if self.table[at] >> 15 != key {
            self.table[at + 1] = self.table[at];
        }
        let [low, high] = [bounds.0, bounds.1].map(|bound| u64::from((bound + SCORES).cast_unsigned()));
        self.table[at] = key << 15 | high << 6 | low;
    }

    /// A bound of a position's score that says whether it is above `alpha`; `None` beyond the limit. The side to move
    /// cannot win at once.
    fn search(&mut self, own: u64, others: u64, alpha: i8, stop: Stop<'_>) -> Option<i8> {
        self.nodes += 1;
        if self.nodes > self.most || (self.nodes.is_multiple_of(4096) && stop()) {
            // What is asked later is out of reach, too.
            self.nodes = self.nodes.max(self.most);
            return None;
        }
        let all = own | others;
        let count = all.count_ones().to_le_bytes()[0];
        let (landings, empty) = ((all + FLOOR) & BOARD, BOARD & !all);
        if empty == 0 {
            return Some(0);
        }
        let threats = closing(others) & empty;
        let forced = landings & threats;
        let drops = if forced == 0 { landings } else { forced } & !(threats >> 1);
        if forced.count_ones() > 1 || drops == 0 && count + 1 < CELLS {
            return Some(-score(count + 2));
        }
        if count + 2 >= CELLS {
            return Some(0);
        }
        // Neither side wins with its next piece.
        let (mut low, mut high) = (-score(count + 4), score(count + 3));
        if alpha >= 0 && lines(own | empty) == 0 {
            high = 0;
        }
        if alpha < 0 && lines(others | empty) == 0 {
            low = 0;
        }
        if count.is_multiple_of(2) && landings & !ODD_ROWS == 0 && lines(own | empty & ODD_ROWS) == 0 {
            high = high.min(if lines(others | empty & !ODD_ROWS) == 0 { 0 } else { -1 });
        }
        let key_here = key(own, all);
        if let Some(known) = self.known(key_here) {
            (low, high) = (low.max(known.0), high.min(known.1));
        }
        if low > alpha || high <= alpha {
            return Some(if low > alpha { low } else { high });
        }
        let (mut list, mut length) = ([(0, 0); COLUMNS as usize], 0);
        for drop in ORDER.map(|column| drops & (0x3f * cell(0, column))).into_iter().filter(|drop| *drop != 0) {
            if let Some((_, reply)) = self.known(key(others, all | drop)).filter(|(_, reply)| -reply > alpha) {
                self.keep(key_here, (-reply, high));
                return Some(-reply);
            }
            let made = (closing(own | drop) & empty).count_ones();
            let place = list[..length].iter().position(|(other, _)| *other < made).unwrap_or(length);
            list.copy_within(place..length, place + 1);
            list[place] = (made, drop);
            length += 1;
        }
        let mut best = -SCORES;
        for (_, drop) in &list[..length] {
            best = best.max(-self.search(others, own | drop, -1 - alpha, stop)?);
            if best > alpha {
                break;
            }
        }
        self.keep(key_here, if best > alpha { (best, high) } else { (low, best) });
        Some(best)
    }

    /// A bound as [`search`](Self::search) finds it, of these drops, and one that is above `alpha` if there is one.
    fn root(&mut self, root: &Position, drops: &[Column], alpha: i8, stop: Stop<'_>) -> Option<(i8, Option<Column>)> {
        let mut best = -SCORES;
        for column in drops {
            let mut next = *root;
            next.play(*column);
            let [own, others] = next.sides();
            let value = if next.ended().is_some() {
                if next.lost { score(next.count()) } else { 0 }
            } else if own.closing & next.landings() != 0 {
                -score(next.count() + 1)
            } else {
                -self.search(own.pieces, others.pieces, -1 - alpha, stop)?
            };
            best = best.max(value);
            if best > alpha {
                return Some((best, Some(*column)));
            }
        }
        Some((best, None))
    }
}

impl Prover<Position> for Solver {
    fn forget(&mut self) {
        self.table.fill(0);
        self.nodes = 0;
    }

    fn prove(&mut self, root: &Position, only: Option<Column>, stop: Stop<'_>) -> Option<Proof<Column>> {
        let legal = root.moves();
        let is_meant = |column: &Column| legal.contains(column) && only.is_none_or(|only| only == *column);
        let drops: ArrayVec<Column, { COLUMNS as usize }> = ORDER.into_iter().filter(is_meant).collect();
        let left = CELLS - root.count();
        self.most = RESULT_NODES;
        let (value, winner) = self.root(root, &drops, 0, stop)?;
        let mut best = winner.or(drops.first().copied())?;
        let mut result = value.signum();
        if value <= 0 {
            let (value, drawer) = self.root(root, &drops, -1, stop)?;
            (result, best) = (value.signum(), drawer.unwrap_or(best));
        }
        if result == 0 {
            return Some(Proof { best, result, plies: left, is_exact: true });
        }
        // The soonest ends first: they take the fewest positions.
        self.most = if only.is_some() { RESULT_NODES } else { DISTANCE_NODES };
        for plies in (1..=left).filter(|plies| plies % 2 == u8::from(result > 0)) {
            let soon = result * score(root.count() + plies);
            let Some((_, found)) = self.root(root, &drops, if result > 0 { soon - 1 } else { soon }, stop) else {
                break;
            };
            best = found.unwrap_or(best);
            if found.is_some() == (result > 0) {
                return Some(Proof { best, result, plies, is_exact: true });
            }
        }
        Some(Proof { best, result, plies: left, is_exact: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::after;
    use boardbots_search::position::Ending;
    use fastrand::Rng;

    const NEVER: Stop<'static> = &|| false;

    /// A position by chance with so many pieces; the game goes on.
    fn by_chance(rng: &mut Rng, pieces: u8) -> Position {
        loop {
            let mut position = Position::default();
            while position.count() < pieces && position.ended().is_none() {
                let moves = position.moves();
                position.play(moves[rng.usize(..moves.len())]);
            }
            if position.ended().is_none() {
                return position;
            }
        }
    }

    /// Plies to the end, negative for a loss, 0 for a draw, by looking at everything.
    fn minimax(position: &Position) -> i16 {
        match position.ended() {
            Some(Ending::Draw) => return 0,
            Some(_) => return -1000,
            None => {}
        }
        let worth = |column| {
            let mut next = *position;
            next.play(column);
            // One ply closer to 0 for each ply before the end.
            let value = -minimax(&next);
            value - value.signum()
        };
        position.moves().into_iter().map(worth).max().expect("the game goes on")
    }

    fn expected(value: i16) -> (i16, i16) {
        (value.signum(), if value == 0 { 0 } else { 1000 - value.abs() })
    }

    fn said(found: Proof<Column>) -> (i16, i16) {
        assert!(found.is_exact);
        (found.result.into(), if found.result == 0 { 0 } else { found.plies.into() })
    }

    #[test]
    fn results_are_those_of_minimax() {
        let (mut rng, mut solver, mut seen) = (Rng::with_seed(3), Solver::default(), [0; 3]);
        for number in 0..150 {
            let root = by_chance(&mut rng, 31 + number % 11);
            solver.forget();
            let found = solver.prove(&root, None, NEVER).expect("few cells are left");
            assert_eq!(said(found), expected(minimax(&root)), "{root:?}");
            seen[usize::try_from(found.result + 1).expect("an index")] += 1;
            for column in root.moves() {
                let mut next = root;
                next.play(column);
                let value = -minimax(&next);
                let due = expected(value - value.signum());
                let only = solver.prove(&root, Some(column), NEVER).expect("few cells are left");
                assert_eq!((said(only), only.best), (due, column), "{root:?}");
                assert!(column != found.best || due == said(found), "{root:?}: {column} is not best");
            }
        }
        assert!(seen.into_iter().all(|count| count > 10), "{seen:?}");
    }

    #[test]
    fn mirror_images_are_worth_the_same() {
        let mut rng = Rng::with_seed(4);
        for pieces in [14, 16, 18, 19, 20, 21, 24, 28].into_iter().cycle().take(16) {
            let root = by_chance(&mut rng, pieces);
            let mirror =
                |pieces: u64| (0..COLUMNS).fold(0, |found, at| found << HEIGHT | pieces >> (HEIGHT * at) & 0x7f);
            let [own, others] = root.sides().map(|side| mirror(side.pieces));
            let (green, blue) = if pieces % 2 == 0 { (own, others) } else { (others, own) };
            let image = Position::new(green, blue).expect("a position");
            let [one, other] = [root, image].map(|root| Solver::default().prove(&root, None, NEVER));
            let told = |found: Option<Proof<Column>>| found.map(|found| (found.result, found.plies, found.is_exact));
            assert_eq!(told(one), told(other), "{root:?}");
        }
    }

    #[test]
    fn a_verdict_ends_at_the_same_position_each_time() {
        let mut solver = Solver::default();
        for (drops, is_known) in [("4", false), ("52631413", true), ("4200231320266552", true)] {
            let mut prove = || {
                solver.forget();
                (
                    solver.prove(&after(drops), None, NEVER),
                    solver.nodes,
                    solver.table.iter().fold(0, |sum, one| sum ^ one),
                )
            };
            let (found, nodes, entries) = prove();
            assert_eq!(found.is_some(), is_known, "{drops}: {nodes}");
            assert!(nodes <= RESULT_NODES + 1);
            assert_eq!(prove(), (found, nodes, entries));
        }
        solver.forget();
        assert_eq!(solver.prove(&after("52631413"), None, &|| true), None);
    }
}
