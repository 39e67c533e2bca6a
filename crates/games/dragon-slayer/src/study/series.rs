//! Many games between bots, seen from all sides; the same for the same seed, with any number of
//! threads.

use super::sheet::Sheet;
use crate::book::Book;
use crate::bot::{Bot, Contestant};
use crate::fight::Fight;
use crate::rules::{Action, Event, Game, Question, Seat};
use crate::values::Values;
use boardbots_stats::mean::Sample;
use fastrand::Rng;
use rayon::prelude::*;
use std::sync::Arc;

/// Games of a block: a block's games are played one after another on one thread.
pub const BLOCK: u32 = 50;

/// What a block of games has shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// By bot, not by seat.
    pub sheets: Vec<Sheet>,
    /// Games won by the player who moved first.
    pub first: Sample,
}

impl Block {
    /// Adds another block.
    pub fn merge(&mut self, other: &Self) {
        self.sheets.resize(other.sheets.len().max(self.sheets.len()), Sheet::default());
        for (sheet, other) in self.sheets.iter_mut().zip(&other.sheets) {
            sheet.merge(other);
        }
        self.first.merge(&other.first);
    }
}

/// A series: every bot moves first equally often.
pub struct Series {
    /// What all judge by, and what is played for.
    pub book: Arc<Book>,
    /// The bots; the first moves first in the first game.
    pub contestants: Vec<Contestant>,
    /// Games, rounded up to whole blocks.
    pub games: u32,
    /// Seed of all dice and bots.
    pub seed: u64,
}

impl Series {
    /// Plays the whole series; the blocks come in order.
    #[must_use]
    pub fn play(&self) -> Vec<Block> {
        (0..self.games.div_ceil(BLOCK)).into_par_iter().map(|number| self.block(number)).collect()
    }

    /// Plays the whole series and puts it together.
    #[must_use]
    pub fn total(&self) -> Block {
        let mut total = Block::default();
        for block in self.play() {
            total.merge(&block);
        }
        total
    }

    fn block(&self, number: u32) -> Block {
        let mut seeds = Rng::with_seed(self.seed ^ u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut dice = seeds.fork();
        let mut bots: Vec<_> = self.contestants.iter().map(|of| of.bot(&self.book, seeds.u64(..))).collect();
        let mut block = Block { sheets: vec![Sheet::default(); bots.len()], first: Sample::default() };
        for game in 0..BLOCK {
            let shift = (number * BLOCK + game) as usize % bots.len();
            let winner = play(&self.book, &mut bots, &mut block.sheets, shift, &mut dice);
            block.first.count(winner == 0);
        }
        block
    }
}

/// Plays a game in which bot `shift` moves first, and returns the seat of the winner.
fn play(book: &Book, bots: &mut [Box<dyn Bot>], sheets: &mut [Sheet], shift: usize, dice: &mut Rng) -> Seat {
    let count = bots.len();
    let bot_at = |seat: Seat| (seat + shift) % count;
    let mut game = Game::new(book.variant(), count);
    while let Some((seat, question)) = game.asked() {
        let (bot, active) = (bot_at(seat), bot_at(game.active()));
        let decision = bots[bot].decide(&game);
        sheets[bot].decided(&game, seat, question, &decision);
        if question == Question::Challenge && decision.action == Action::Challenge {
            sheets[active].challenged(&game, decision.gain);
        }
        let fight = |warriors, dragon| Fight::new(dragon, warriors).outcome(dice);
        let event = game.play(decision.action, fight).expect("bots decide by the rules");
        if question == Question::Challenge && matches!(event, Event::Kept { .. }) {
            sheets[active].passed();
        }
        sheets[active].turned(event);
    }
    for (bot, sheet) in sheets.iter_mut().enumerate() {
        sheet.ended(&game, (bot + count - shift) % count);
    }
    game.winner().expect("the game is over")
}
