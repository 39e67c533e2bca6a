//! Position, actions and the end.
//!
//! The original knows no draw, but two players who place bombs and explode them in time go on for ever. A game here is
//! drawn after [`MAX_PLIES`], or as soon as a position occurs for the third time with the same cells, bombs and mover
//! and in the same phase of the bombs. Between strong players a win comes as late as ply 200, so a shorter limit would
//! hide the stronger player.

use crate::board::{BOARD, CEILING, CELLS, Cells, FLOOR, SIDE, cell, closing, collapse, column, line_starts, place};
use crate::tally::{Status, Tally};
use arrayvec::ArrayVec;
use boardbots_game::two_player::side::{Side, Sides};
use boardbots_game::two_player::state::Drawn;
use boardbots_search::position::{Ending, OCCURRENCES};
use std::fmt;

/// The first phase in which pieces become bombs, and so does the next one: the fifth round.
pub const BOMB_PHASE: u8 = 8;

/// Stands for the explosion among the cells in which drops land: as if it dropped into an eighth column.
const EXPLOSION: Cells = cell(0, SIDE);

/// An action of a player in their turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Action(u8);

impl Action {
    /// The own bomb explodes.
    pub const BOOM: Self = Self(SIDE);
    /// The number of actions.
    pub const COUNT: u8 = SIDE + 1;

    /// The action of this number: 0 to 6 drop a piece into that column, 7 explodes.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number < Self::COUNT { Some(Self(number)) } else { None }
    }

    /// The action's number, 0 to 7.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

/// The action's number, as records write it.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A position. Equal positions can differ in the round: see [`boardbots_search::position::Position::key`].
#[derive(Clone, Copy, Debug)]
pub struct Position {
    pieces: Sides<Cells>,
    /// The cells in which a piece of each side would complete a line.
    closing: Sides<Cells>,
    /// The bombs of both sides; a bomb is a piece as well.
    bombs: Cells,
    /// Counters that are updated as pieces change: not every machine counts bits quickly.
    tally: Tally,
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.pieces == other.pieces && self.bombs == other.bombs && self.ply() == other.ply()
    }
}

impl Eq for Position {}

impl Default for Position {
    fn default() -> Self {
        Self::new(Sides([0, 0]), 0, 0).expect("an empty board")
    }
}

impl Position {
    /// A position `ply` plies after the start; `None` if pieces overlap, hang in the air or
    /// leave the board, or if a side has bombs that are not among its pieces, or two.
    #[must_use]
    pub fn new(pieces: Sides<Cells>, bombs: Cells, ply: u32) -> Option<Self> {
        let occupied = pieces[Side::First] | pieces[Side::Second];
        let standing = occupied & !FLOOR & !(occupied << 1) == 0;
        let apart = pieces[Side::First] & pieces[Side::Second] == 0;
        let single = Side::ALL.iter().all(|side| (pieces[*side] & bombs).count_ones() <= 1);
        if !standing || !apart || !single || occupied & !BOARD != 0 || bombs & !occupied != 0 {
            return None;
        }
        #[allow(clippy::cast_possible_truncation)]
        let count = |side| pieces[side].count_ones() as u8;
        let counts = Sides([count(Side::First), count(Side::Second)]);
        let closing = Sides(pieces.0.map(closing));
        let mut position = Self { pieces, closing, bombs, tally: Tally::new(ply, counts) };
        position.tally.set(position.status_of_both());
        Some(position)
    }

    /// All pieces of a side, its bomb among them.
    #[inline]
    #[must_use]
    pub const fn pieces(&self, side: Side) -> Cells {
        self.pieces.0[side as usize]
    }

    /// The cells, empty or not, in which a piece of a side would complete a line.
    #[inline]
    #[must_use]
    pub const fn closing(&self, side: Side) -> Cells {
        self.closing.0[side as usize]
    }

    /// The number of a side's pieces.
    #[inline]
    #[must_use]
    pub const fn count(&self, side: Side) -> u8 {
        self.tally.count(side)
    }

    /// All cells that are not empty.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Cells {
        self.pieces.0[0] | self.pieces.0[1]
    }

    /// The bomb of a side, as a set of one cell; empty if it has none.
    #[inline]
    #[must_use]
    pub const fn bomb(&self, side: Side) -> Cells {
        self.bombs & self.pieces(side)
    }

    /// Actions so far.
    #[must_use]
    pub const fn ply(&self) -> u32 {
        self.tally.ply()
    }

    /// Actions so far since the last five rounds were full: 0 to 9. Pieces become bombs in
    /// phases 8 and 9.
    #[inline]
    #[must_use]
    pub const fn phase(&self) -> u8 {
        self.tally.phase()
    }

    /// The round, from 1: one action of each side.
    #[must_use]
    pub const fn round(&self) -> u32 {
        self.ply() / 2 + 1
    }

    /// The side to move: green in even plies.
    #[inline]
    #[must_use]
    pub const fn mover(&self) -> Side {
        self.tally.mover()
    }

    /// True if the next piece dropped is a bomb.
    #[inline]
    #[must_use]
    pub const fn drops_bomb(&self) -> bool {
        // Without a branch, which nothing could predict.
        (self.phase() >= BOMB_PHASE) & (self.bomb(self.mover()) == 0)
    }

    /// True if the rules allow an action; they do not consider the end of the game.
    #[inline]
    #[must_use]
    pub const fn allows(&self, action: Action) -> bool {
        match action {
            Action::BOOM => self.bomb(self.mover()) != 0,
            Action(number) => self.occupied() & CEILING & column(number) == 0,
        }
    }

    /// True if one piece more fills the board.
    #[inline]
    #[must_use]
    pub const fn is_nearly_full(&self) -> bool {
        self.tally.pieces() == CELLS - 1
    }

    /// The lowest empty cells of all columns that are not full.
    #[inline]
    #[must_use]
    pub const fn landings(&self) -> Cells {
        (self.occupied() + FLOOR) & BOARD
    }

    /// The lowest empty cell of a column that is not full.
    #[inline]
    #[must_use]
    pub const fn landing(&self, into: u8) -> Cells {
        // Adding one at the bottom of the column carries up to there.
        (self.occupied() + (1 << (8 * into))) & column(into)
    }

    #[inline]
    fn drop_piece(&mut self, into: u8) {
        let mover = self.mover();
        let piece = self.landing(into);
        self.bombs |= if self.drops_bomb() { piece } else { 0 };
        self.pieces[mover] |= piece;
        self.tally.add();
        let lost = self.closing[mover] & piece != 0;
        self.closing[mover] = closing(self.pieces[mover]);
        if lost {
            self.tally.set(Status::Won(mover.other()));
        } else if self.tally.pieces() == CELLS {
            self.tally.set(Status::Drawn);
        }
    }

    /// A cell for each action: where a piece lands, and [`EXPLOSION`] if there is a bomb.
    #[inline]
    fn targets(&self) -> Cells {
        self.landings() | if self.bomb(self.mover()) == 0 { 0 } else { EXPLOSION }
    }

    fn explode(&mut self) {
        let mover = self.mover();
        let (row, _) = place(self.bomb(mover));
        let hit = self.pieces[mover] & FLOOR << row;
        for side in Side::ALL {
            self.pieces[side] = collapse(self.pieces[side], hit, row);
            self.closing[side] = closing(self.pieces[side]);
        }
        self.bombs = collapse(self.bombs, hit, row);
        // The product gathers one bit of every byte in the highest one.
        let gone = (hit >> row).wrapping_mul(0x0101_0101_0101_0101) >> 56;
        self.tally.remove(gone.to_le_bytes()[0]);
        self.tally.set(self.status_of_both());
    }

    fn status_of_both(&self) -> Status {
        let starts = Sides([line_starts(self.pieces[Side::First]), line_starts(self.pieces[Side::Second])]);
        match (starts[Side::First] != 0, starts[Side::Second] != 0) {
            (false, false) if self.occupied() == BOARD => Status::Drawn,
            (false, false) => Status::Running,
            (true, false) => Status::Won(Side::Second),
            (false, true) => Status::Won(Side::First),
            // Both lose in name; the original finds the first line, row by row from below
            // and from the left in each row, and looks no further.
            (true, true) => {
                let rows = (0..SIDE).map(|row| FLOOR << row);
                let row = rows.into_iter().find(|row| (starts[Side::First] | starts[Side::Second]) & row != 0);
                let row = row.expect("a line starts somewhere");
                let first = |side: Side| (starts[side] & row).trailing_zeros();
                let loser = if first(Side::First) < first(Side::Second) { Side::First } else { Side::Second };
                Status::Won(loser.other())
            }
        }
    }
}

/// The actions with these targets.
#[inline]
fn actions(targets: Cells) -> ArrayVec<Action, { Action::COUNT as usize }> {
    let (mut list, mut count) = ([Action::BOOM; Action::COUNT as usize], 0);
    for number in 0..Action::COUNT {
        // Without branches: a processor cannot predict which columns are full.
        list[count] = Action(number);
        count += usize::from(targets & column(number) != 0);
    }
    let mut actions = ArrayVec::from(list);
    actions.truncate(count);
    actions
}

impl boardbots_search::position::Position for Position {
    type Move = Action;
    type Moves = ArrayVec<Action, { Action::COUNT as usize }>;
    /// The position before.
    type Undo = Self;
    const INDICES: usize = 64;
    const REPEATS: bool = true;

    #[inline]
    fn moves(&self) -> Self::Moves {
        actions(self.targets())
    }

    /// Without drops that complete a line.
    #[inline]
    fn candidates(&self) -> Self::Moves {
        let targets = self.targets();
        let safe = targets & !(self.closing[self.mover()] & BOARD);
        actions(if safe == 0 { targets } else { safe })
    }

    #[inline]
    fn index(&self, action: Action) -> usize {
        // The cell into which a piece drops says more than the column; an explosion's is `EXPLOSION`.
        self.landing(action.0).trailing_zeros() as usize
    }

    #[inline]
    fn with_index(&self, index: usize) -> Option<Action> {
        (self.targets() >> index & 1 == 1).then_some(Action(index.to_le_bytes()[0] / 8))
    }

    #[inline]
    fn play(&mut self, action: Action) -> Self {
        let before = *self;
        if action == Action::BOOM {
            self.explode();
        } else {
            self.drop_piece(action.0);
        }
        self.tally.pass_turn();
        before
    }

    #[inline]
    fn undo(&mut self, _: Action, before: Self) {
        *self = before;
    }

    #[inline]
    fn ended(&self) -> Option<Ending> {
        match self.tally.status() {
            Status::Running => None,
            Status::Won(winner) if winner == self.mover() => Some(Ending::Win),
            Status::Won(_) => Some(Ending::Loss),
            Status::Drawn => Some(Ending::Draw),
        }
    }

    /// A hash of cells, bombs, mover and phase of the bombs: these determine all that follows.
    #[inline]
    fn key(&self) -> u64 {
        // Each column's byte says its height by the highest bit and its greens below.
        let cells = self.pieces[Side::First] + self.occupied() + FLOOR;
        let mixed = (cells | u64::from(self.phase()) << 56).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ self.bombs.wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(32);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ mixed >> 32
    }
}

/// Actions of both sides after which a match is drawn.
pub const MAX_PLIES: usize = 400;

/// The draw of a game, if it is drawn; `history` holds the keys of all its positions, the one it began with first and
/// the present one last.
///
/// A position's [key](boardbots_search::position::Game::key) stands for all that has to be equal.
#[must_use]
pub fn drawn(history: &[u64]) -> Option<Drawn> {
    let now = history.last()?;
    if history.iter().filter(|key| *key == now).count() >= OCCURRENCES {
        Some(Drawn::Repetition)
    } else if history.len() > MAX_PLIES {
        Some(Drawn::TooLong)
    } else {
        None
    }
}
