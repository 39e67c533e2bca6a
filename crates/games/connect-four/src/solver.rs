//! What a proof needs to know of Connect Four.
//!
//! Only drops that do not lose at once, forced replies, and drops that make more threats first, as Pascal Pons has them
//! ("Solving Connect 4: how to build a perfect AI", 2015). Three bounds need no search: a side that cannot have a line
//! any more does not win; where all columns have an even number of empty cells, the other side can answer each drop in
//! the same column, so that the side to move gets no cell of an even row (James D. Allen's and Victor Allis's
//! "follow-up", 1988); and a drop that leaves the other side no sound reply wins with the next piece.
//!
//! Positions with the same lines to come share a key: pieces count only as far as a line of their side can still go
//! through them, and of columns through which no line can go any more only the number of empty cells counts. A drop
//! into one of these is as good as into another.
//!
//! A score is 1 for a win with the winner's last piece, and one more for each piece that is left to it.

use super::rules::{BOARD, COLUMNS, Column, FLOOR, Position, ROWS, closing, lines};
use boardbots_search::position::{Ending, Position as _};
use boardbots_search::solve::{Score, ScoreRange, Solvable};

/// Cells of the board.
const CELLS: u8 = COLUMNS * ROWS;
/// The first, third and fifth row.
const ODD_ROWS: u64 = FLOOR * 0b1_0101;
/// Empty cells below which positions are remembered apart.
const NEAR: u8 = 18;

/// The score of a win that the last of so many pieces makes; 0 if there are not so many.
const fn score(pieces: u8) -> Score {
    (CELLS + 2).saturating_sub(pieces).cast_signed() / 2
}

/// All cells of the columns of some cells.
const fn whole_columns(cells: u64) -> u64 {
    let (low, lower, lowest) = (FLOOR * 0x1f, FLOOR * 0x0f, FLOOR * 3);
    let cells = cells | cells >> 1 & low;
    let cells = cells | cells >> 2 & lower;
    let cells = cells | cells >> 4 & lowest;
    (cells & FLOOR) * 0x3f
}

/// Three words, mixed.
const fn mixed(words: [u64; 3]) -> u64 {
    let [first, second, third] = words;
    let mixed = first.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ second.wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(25)
        ^ third.wrapping_mul(0xa076_1d64_78bd_642f).rotate_left(43);
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 29
}

impl Solvable for Position {
    /// The columns through which a line can still go.
    type Facts = u64;

    fn worth(&self) -> Score {
        score(self.count())
    }

    /// The winner of a game has its parity.
    fn plies(&self, score: Score) -> Option<u8> {
        let (left, unused) = (CELLS - self.count(), 2 * (score.unsigned_abs().saturating_sub(1)));
        let plies = left - unused.min(left);
        Some(plies - u8::from(score != 0 && plies % 2 != u8::from(score > 0)))
    }

    #[inline]
    fn is_near_the_end(&self) -> bool {
        self.count() >= CELLS - NEAR
    }

    #[inline]
    fn look(&self) -> (ScoreRange, u64, u64) {
        let ([own, others], empty, landings, count) = (self.sides(), self.empty(), self.landings(), self.count());
        let decided = |score| (ScoreRange::exactly(score), 0, 0);
        match self.ended() {
            Some(Ending::Draw) => return decided(0),
            Some(_) => return decided(-score(count)),
            None if own.closing & landings != 0 => return decided(score(count + 1)),
            None => {}
        }
        let threats = others.closing & empty;
        let forced = landings & threats;
        let sound = if forced == 0 { landings } else { forced } & !(threats >> 1);
        if count + 1 < CELLS && (forced.count_ones() > 1 || sound == 0) {
            return decided(-score(count + 2));
        }
        if count + 2 >= CELLS {
            return decided(0);
        }
        // Neither side wins with its next piece.
        let (mut low, mut high) = (-score(count + 4), score(count + 3));
        let open = [own, others].map(|side| lines(side.pieces | empty));
        if open[0] == 0 {
            high = 0;
        }
        if open[1] == 0 {
            low = 0;
        }
        let useful = whole_columns((open[0] | open[1]) & empty);
        if count.is_multiple_of(2) && landings & useful & !ODD_ROWS == 0 && lines(own.pieces | empty & ODD_ROWS) == 0 {
            high = high.min(if lines(others.pieces | empty & !ODD_ROWS) == 0 { 0 } else { -1 });
        }
        let rest = u64::from((empty & !useful).count_ones()) << 56;
        let key = mixed([own.pieces & open[0], others.pieces & open[1], landings & useful | rest]);
        (ScoreRange { low, high }, key, useful)
    }

    #[inline]
    fn tries(&self, useful: u64, range: &mut ScoreRange) -> Self::Moves {
        let ([own, others], empty, landings, count) = (self.sides(), self.empty(), self.landings(), self.count());
        let threats = others.closing & empty;
        let forced = landings & threats;
        let sound = if forced == 0 { landings } else { forced } & !(threats >> 1);
        let idle = sound & !useful;
        let mut drops = sound & useful | idle & idle.wrapping_neg();
        let (mut list, mut length) = ([(0, 0); COLUMNS as usize], 0);
        // Those in the middle first: more lines go through them.
        for column in ORDER {
            let drop = drops & self.landing(column);
            if drop == 0 {
                continue;
            }
            drops &= !drop;
            let made = closing(own.pieces | drop) & empty & !drop;
            let next = (landings ^ drop | drop << 1) & BOARD;
            let wins = made & next;
            let replies = if wins == 0 { next } else { wins };
            if wins.count_ones() > 1 || replies != 0 && replies & !(made >> 1) == 0 {
                range.low = score(count + 3);
                let mut only = Self::Moves::new();
                only.push(column);
                return only;
            }
            // One that forces the other side's hand is worth less than the threats it leaves.
            let promise = 2 * made.count_ones() - u32::from(wins != 0);
            let place = list[..length].iter().position(|(other, _)| *other < promise).unwrap_or(length);
            list.copy_within(place..length, place + 1);
            list[place] = (promise, column);
            length += 1;
        }
        range.high = range.high.min(score(count + 5));
        list[..length].iter().map(|(_, column)| *column).collect()
    }
}

/// Columns, those in the middle first.
const ORDER: [Column; COLUMNS as usize] = [3, 2, 4, 1, 5, 0, 6];

#[cfg(test)]
mod tests {
    use super::*;
    use boardbots_game::two_player::book::{Book, Entry};
    use boardbots_game::two_player::opening::after;
    use boardbots_game::two_player::player::bot;
    use boardbots_game::two_player::{TwoPlayerGame as _, perfect};
    use boardbots_search::Options;
    use boardbots_search::SearchLimits;
    use boardbots_search::position::ends_in;
    use boardbots_search::solve::{Solution, SolveLimits, Solver};
    use fastrand::Rng;
    use std::collections::HashSet;

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

    fn proven(solver: &mut Solver, root: &Position, only: &[Column]) -> Solution<Column> {
        solver.solve(root, SolveLimits { only, ..SolveLimits::default() }, &mut |_| ())
    }

    fn said(found: Solution<Column>) -> (i16, i16) {
        let score = found.score().expect("a proof without limits");
        (score.signum().into(), if score == 0 { 0 } else { found.plies.expect("scores tell").into() })
    }

    #[test]
    fn results_are_those_of_minimax() {
        let (mut rng, mut solver, mut seen) = (Rng::with_seed(3), Solver::new(Options::default()), [0; 3]);
        for number in 0..150 {
            let root = by_chance(&mut rng, 31 + number % 11);
            solver.forget();
            let found = proven(&mut solver, &root, &[]);
            assert_eq!(said(found), expected(minimax(&root)), "{root:?}");
            seen[usize::try_from(found.range.low.signum() + 1).expect("an index")] += 1;
            for column in root.moves() {
                let mut next = root;
                next.play(column);
                let value = -minimax(&next);
                let due = expected(value - value.signum());
                let only = proven(&mut solver, &root, &[column]);
                assert_eq!((said(only), only.best), (due, Some(column)), "{root:?}");
                assert!(found.best != Some(column) || due == said(found), "{root:?}: {column} is not best");
            }
        }
        assert!(seen.into_iter().all(|count| count > 10), "{seen:?}");
    }

    #[test]
    fn mirror_images_are_worth_the_same_for_every_table_and_number_of_threads() {
        let mut rng = Rng::with_seed(4);
        for pieces in [14, 16, 18, 19, 20, 21, 24, 28].into_iter().cycle().take(16) {
            let root = by_chance(&mut rng, pieces);
            let image = root.mirrored().expect("a position");
            let small = proven(&mut Solver::new(Options { table_kib: 0, ..Options::default() }), &root, &[]);
            let two = proven(&mut Solver::new(Options { threads: 2, ..Options::default() }), &root, &[]);
            let reflected = proven(&mut Solver::new(Options::default()), &image, &[]);
            assert_eq!((small.range, small.best), (two.range, two.best), "{root:?}");
            assert_eq!((small.range, small.plies), (reflected.range, reflected.plies), "{root:?}");
        }
    }

    #[test]
    fn a_limited_proof_ends_at_the_same_position_each_time() {
        let mut solver = Solver::new(Options::default());
        for (drops, is_known) in [("4", false), ("52631413", true), ("4200231320266552", true)] {
            let limits = SolveLimits { nodes: 2_400_000, ..SolveLimits::default() };
            let mut solve = || {
                solver.forget();
                solver.solve(&after(Position::default(), drops), limits, &mut |_| ())
            };
            let found = solve();
            assert_eq!(found.result().is_some(), is_known, "{drops}: {found:?}");
            assert!(found.nodes <= 2_400_001);
            assert_eq!(solve(), found);
        }
        let stopped = SolveLimits { stop: &|| true, ..SolveLimits::default() };
        assert_eq!(solver.solve(&after(Position::default(), "52631413"), stopped, &mut |_| ()).nodes, 1);
    }

    #[test]
    fn every_score_of_the_book_is_that_of_its_worst_reply() {
        let (book, mut solver) = (Position::book().expect("a book"), Solver::new(Options::default()));
        let start = Position::default();
        assert_eq!(
            book.get(&start).map(|entry| (entry.score, entry.action)),
            Some((1, 3)),
            "won with the last piece but one"
        );
        let replies = |position: &Position| {
            position
                .moves()
                .into_iter()
                .map(|reply| {
                    let mut next = *position;
                    next.play(reply);
                    next
                })
                .collect::<Vec<_>>()
        };
        let mut open = [vec![start], replies(&start)].concat();
        let (mut seen, mut checked, mut ends) = (HashSet::new(), 0, 0);
        while let Some(position) = open.pop() {
            let Some(entry) = book.get(&position).filter(|_| seen.insert(position.key())) else { continue };
            let mut next = position;
            next.play(entry.action);
            let score = |next: &Position| {
                if next.ended().is_some() { Some(next.look().0.low) } else { Some(book.get(next)?.score) }
            };
            if next.ended().is_some() {
                assert_eq!(-next.look().0.low, entry.score, "{position:?}");
                continue;
            }
            let next = replies(&next);
            if let Some(scores) = next.iter().map(score).collect::<Option<Vec<_>>>() {
                assert_eq!(scores.into_iter().min(), Some(entry.score), "{position:?}");
                checked += 1;
            } else if ends % 200 == 0 {
                let limits = SolveLimits { nodes: 100_000, ..SolveLimits::default() };
                let ScoreRange { low, high } = solver.solve(&position, limits, &mut |_| ()).range;
                assert!((low..=high).contains(&entry.score), "{position:?}");
            }
            ends += 1;
            open.extend(next.into_iter().filter(|next| next.ended().is_none()));
        }
        assert!(checked > 300, "{checked} of {}", seen.len());
    }

    #[test]
    fn what_is_no_book_is_refused_with_its_place() {
        let text = Position::book().expect("a book").text();
        let refused = |text: &str| Book::<Position>::new(text).err().expect("no book").to_string();
        assert_eq!(Book::<Position>::new(text).expect("a book").text(), text);
        assert_eq!(Book::<Position>::new(&text[..9]).expect("a book").text(), &text[..9]);
        assert!(refused("3N\n3O2N7M").starts_with("line 2, character 5: "), "a move that there is not");
        assert!(refused("3").starts_with("line 1, character 1: "), "half of an entry");
        assert!(refused("3N\n\u{e9}").starts_with("line 2, character 1: "), "another character");
        assert!(
            Book::<Position>::new("").expect("an empty book").add(Entry { action: 3, score: 60 }).is_err(),
            "a score without a character"
        );
    }

    #[test]
    fn the_perfect_bot_loses_no_value() {
        let mut rng = Rng::with_seed(5);
        let mut solver = Solver::new(Options::default());
        let mut bot = bot::<Position>(perfect::NAME, Options::default()).expect("a bot of the game");
        for number in 0..60 {
            let mut position = by_chance(&mut rng, 18 + number % 22);
            let score = proven(&mut solver, &position, &[]).score().expect("a proof without limits");
            let found = bot.think(&position, &[], SearchLimits::plies(1), &mut |_| ());
            let due = solver.solve(&position, SolveLimits::default(), &mut |_| ()).plies.map(i32::from);
            assert_eq!(ends_in(found.value).map(i32::abs).filter(|_| score != 0), due.filter(|_| score != 0));
            position.play(found.best().expect("the game goes on"));
            let after = if position.ended().is_some() {
                position.look().0.low
            } else {
                proven(&mut solver, &position, &[]).score().expect("a proof without limits")
            };
            assert_eq!(-after, score, "{position:?}");
        }
    }
}
