//! Many games between bots, seen from all sides; the same for the same seed, with any number of
//! threads.

use super::sheet::Sheet;
use crate::book::Book;
use crate::bot::{Bot, Contestant};
use crate::fight::Fight;
use crate::rules::{Action, Event, Game, Illegal, Question, Seat};
use crate::values::Values;
use boardbots_stats::sample::Sample;
use fastrand::Rng;
use rayon::prelude::*;
use std::sync::Arc;

/// Games of a block: a block's games are played one after another on one thread.
pub const BLOCK: u32 = 50;

/// All who play a game.
pub trait Table {
    /// What whoever is asked does.
    ///
    /// # Errors
    /// Nothing: the game stays where it is.
    fn decide(&mut self, game: &Game, seat: Seat, question: Question) -> Result<Action, Illegal>;

    /// What came of it, in the turn of the active one.
    fn told(&mut self, active: Seat, question: Question, event: Event);
}

/// Plays a game on to its end.
///
/// # Errors
/// Somebody does what is not possible, or nothing; the game is as it was before.
pub fn play_on(game: &mut Game, dice: &mut Rng, table: &mut impl Table) -> Result<(), Illegal> {
    while let Some((seat, question)) = game.asked() {
        let active = game.active();
        let action = table.decide(game, seat, question)?;
        let event = game.play(action, |warriors, dragon| Fight::new(dragon, warriors).outcome(dice))?;
        table.told(active, question, event);
    }
    Ok(())
}

/// What a block of games has shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// By bot, not by seat.
    pub sheets: Vec<Sheet>,
    /// Games won by whoever moved first.
    pub first: Sample,
}

impl Block {
    /// Adds all that another block holds.
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
    /// Who plays; the first moves first in the first game.
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

/// Plays a game in which bot `shift` moves first; gives the seat of the winner.
fn play(book: &Book, bots: &mut [Box<dyn Bot>], sheets: &mut [Sheet], shift: usize, dice: &mut Rng) -> Seat {
    let count = bots.len();
    let mut game = Game::new(book.variant(), count);
    play_on(&mut game, dice, &mut Watched { bots, sheets, shift }).expect("bots decide by the rules");
    for (bot, sheet) in sheets.iter_mut().enumerate() {
        sheet.ended(&game, (bot + count - shift) % count);
    }
    game.winner().expect("nobody is asked any more")
}

/// Bots of whom everything is written down.
struct Watched<'a> {
    bots: &'a mut [Box<dyn Bot>],
    sheets: &'a mut [Sheet],
    /// Who moves first.
    shift: usize,
}

impl Watched<'_> {
    const fn bot_at(&self, seat: Seat) -> usize {
        (seat + self.shift) % self.bots.len()
    }
}

impl Table for Watched<'_> {
    fn decide(&mut self, game: &Game, seat: Seat, question: Question) -> Result<Action, Illegal> {
        let (bot, active) = (self.bot_at(seat), self.bot_at(game.active()));
        let decision = self.bots[bot].decide(game);
        self.sheets[bot].decided(game, seat, question, &decision);
        if question == Question::Challenge && decision.action == Action::Challenge {
            self.sheets[active].challenged(game, decision.gain);
        }
        Ok(decision.action)
    }

    fn told(&mut self, active: Seat, question: Question, event: Event) {
        let sheet = self.bot_at(active);
        if question == Question::Challenge && matches!(event, Event::Kept { .. }) {
            self.sheets[sheet].passed();
        }
        self.sheets[sheet].turned(event);
    }
}
