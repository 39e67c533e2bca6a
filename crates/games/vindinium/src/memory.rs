//! The memory of what comes to nothing: cells that a hero walks to and fro on, mines that it takes and loses again.
//!
//! An evaluation sees one position, and from one round to the next it can promise the same gain for ever. What was
//! tried in vain costs more each time.

use crate::board::{Board, Cell, Dir, HEROES, MAX_CELLS, OFF_BOARD};
use crate::eval::Weights;
use crate::rules::{HIT, Hero, State};

/// Turns after which a mine that changed hands counts as held.
const HELD: u32 = 40;
/// Life that makes a drink useful.
const THIRST: u8 = 30;
/// Most times that are counted.
const MOST: u8 = 15;

/// The memory of a hero in a game.
#[derive(Clone, Debug)]
pub struct Memory {
    /// For each cell, how often the hero was there since it last did something useful.
    visits: [u8; MAX_CELLS],
    /// For each mine, how often in a row it changed hands soon after it had, and the turn in which it last did.
    changes: [(u8, u32); MAX_CELLS],
}

impl Default for Memory {
    fn default() -> Self {
        Self { visits: [0; MAX_CELLS], changes: [(0, 0); MAX_CELLS] }
    }
}

impl Memory {
    /// Remembers what a turn did; `hero` is the own one, `mines` the number of all mines.
    pub fn see(&mut self, hero: usize, mines: usize, before: &State, after: &State) {
        for (mine, (count, last)) in self.changes[..mines].iter_mut().enumerate() {
            if before.owner(mine) != after.owner(mine) {
                let again = usize::from(before.owner(mine)) < HEROES && after.turn.saturating_sub(*last) <= HELD;
                (*count, *last) = (if again { MOST.min(*count + 1) } else { 0 }, after.turn);
            }
        }
        if before.mover() != hero {
            return;
        }
        let (was, is) = (&before.heroes[hero], &after.heroes[hero]);
        let struck = (0..HEROES).any(|other| other != hero && after.heroes[other].life != before.heroes[other].life);
        if struck || is.mines != was.mines || is.life >= was.life.saturating_add(THIRST) {
            self.visits.fill(0);
        }
        let visits = &mut self.visits[usize::from(is.pos)];
        *visits = MOST.min(*visits + 1);
    }

    /// The price of an order of the own hero, in 64ths of a gold piece: for a mine that soon changes hands or leaves it
    /// without life, for a step to where it was in vain.
    #[must_use]
    pub fn price(&self, board: &Board, weights: &Weights, own: &Hero, dir: Dir, turn: u32) -> i32 {
        let to = board.step(own.pos, dir);
        if to == OFF_BOARD {
            return 0;
        }
        match board.mine_at(to) {
            Some(mine) => {
                let weak = if own.life > 2 * HIT + 1 { 0 } else { weights.weak };
                weak + weights.feud * self.changes(mine, turn)
            }
            None => weights.visited * self.visits(to),
        }
    }

    /// Times that the hero was on a cell since it last took a mine, lost one by its own turn, struck a hero or had a
    /// useful drink; at most 15.
    #[must_use]
    pub fn visits(&self, cell: Cell) -> i32 {
        self.visits[usize::from(cell)].into()
    }

    /// Times in a row that a mine changed hands within ten rounds of the time before; at most 15, and 0 if that is more
    /// than ten rounds ago.
    #[must_use]
    pub fn changes(&self, mine: usize, turn: u32) -> i32 {
        let (count, last) = self.changes[mine];
        if turn.saturating_sub(last) <= HELD { count.into() } else { 0 }
    }
}
