//! All counters of a position, in one word.
//!
//! A search makes and takes back a move every few nanoseconds. What one instruction has just
//! stored another can load at once only if it loads no more than that: a word, not the
//! bytes that make it up. So all bytes of a position are one word.

use boardbots_game::two_player::side::{Side, Sides};

/// Plies after which the phase of the bombs repeats: five rounds.
pub const PHASES: u8 = 10;

const PLY: u64 = 1;
const PHASE: u32 = 32;
const COUNTS: u32 = 40;
const STATUS: u32 = 56;
const RUNNING: u64 = 0;
const DRAWN: u64 = 3;

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It goes on.
    Running,
    /// This side has won.
    Won(Side),
    /// No side has won.
    Drawn,
}

/// From the lowest bit: plies (32 bits), phase (8), pieces of green and of blue (8 each),
/// status (4: running, won by green, by blue, drawn).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally(u64);

impl Tally {
    /// That of a running game after this number of plies, with these numbers of pieces.
    pub const fn new(ply: u32, counts: Sides<u8>) -> Self {
        let phase = (ply % PHASES as u32) as u64;
        Self(ply as u64 | phase << PHASE | (counts.0[0] as u64) << COUNTS | (counts.0[1] as u64) << (COUNTS + 8))
    }

    /// Plies so far.
    #[inline]
    pub const fn ply(self) -> u32 {
        (self.0 & 0xffff_ffff) as u32
    }

    /// Plies so far, less all full five rounds: 0 to 9.
    #[inline]
    pub const fn phase(self) -> u8 {
        (self.0 >> PHASE & 0xff) as u8
    }

    /// The side to move.
    #[inline]
    pub const fn mover(self) -> Side {
        if self.0 & PLY == 0 { Side::First } else { Side::Second }
    }

    /// The number of a side's pieces.
    #[inline]
    pub const fn count(self, side: Side) -> u8 {
        (self.0 >> (COUNTS + 8 * side as u32) & 0xff) as u8
    }

    /// The number of pieces.
    #[inline]
    pub const fn pieces(self) -> u8 {
        self.count(Side::First) + self.count(Side::Second)
    }

    /// The state of the game.
    #[inline]
    pub const fn status(self) -> Status {
        match self.0 >> STATUS & 0xf {
            RUNNING => Status::Running,
            DRAWN => Status::Drawn,
            1 => Status::Won(Side::First),
            _ => Status::Won(Side::Second),
        }
    }

    /// The mover has one piece more.
    #[inline]
    pub const fn add(&mut self) {
        let mover = self.mover() as u32;
        self.0 += 1 << (COUNTS + 8 * mover);
    }

    /// The mover has this number of pieces less.
    #[inline]
    pub const fn remove(&mut self, pieces: u8) {
        self.0 -= (pieces as u64) << (COUNTS + 8 * self.mover() as u32);
    }

    /// The game has come so far.
    #[inline]
    pub const fn set(&mut self, status: Status) {
        let number = match status {
            Status::Running => RUNNING,
            Status::Won(side) => side as u64 + 1,
            Status::Drawn => DRAWN,
        };
        self.0 = self.0 & !(0xf << STATUS) | number << STATUS;
    }

    /// The next ply.
    #[inline]
    pub const fn pass_turn(&mut self) {
        let wrap = if self.phase() == PHASES - 1 { (PHASES as u64) << PHASE } else { 0 };
        // A game of four thousand million plies begins to count anew.
        let ply = self.0.wrapping_add(PLY) & 0xffff_ffff;
        self.0 = (self.0 & !0xffff_ffff | ply) + (1 << PHASE) - wrap;
    }
}
