//! Win probabilities of all choices, in any situation of a turn.
//!
//! An [`Adviser`] is made once and used again and again without allocating. [`Adviser::study_game`] solves the rest of
//! a turn, in some microseconds, from the values of the states in which it can end. Then each choice has its value, by
//! methods of its own or by [`Adviser::worth`] for an action of the rules. All values are win probabilities of the
//! player whose turn it is, except those of [`Adviser::worth`], which are for the player who is asked.
//!
//! For a player who does not expect a perfect opponent, [`Adviser::believe`] replaces the values of stopping by that
//! player's own, and [`Adviser::fight`] follows:
//!
//! ```
//! use boardbots_dragon_slayer::advice::Adviser;
//! use boardbots_dragon_slayer::dice::Dragon;
//! use boardbots_dragon_slayer::rules::Game;
//! use boardbots_dragon_slayer::solution::Solution;
//! use boardbots_dragon_slayer::variant::Variant;
//!
//! let game: Game = "0T,0T 1 BGR 1 12 - choose 1 8 5 2".parse().unwrap();
//! let solution = Solution::of(game.variant());
//! let mut adviser = Adviser::new();
//! adviser.study_game(&solution, &game);
//! let (stop, fight) = (adviser.stop(), adviser.fight(Dragon::Red));
//! assert!(stop > fight);
//! // A player who never fears a challenge likes stopping even more.
//! adviser.believe(|_, offer| offer.kept);
//! assert!(adviser.stop() > stop && adviser.fight(Dragon::Red) > fight);
//! ```
//!
//! Turns are solved up to [`LIMIT`] points. In a turn that gets near the limit, the points of the dragons slain first
//! are moved to the score, so that there is always as much left to look ahead to.

use super::dice::Dragon;
use super::outlook::Outlook;
use super::outlook::{Answers, Offer};
use super::rules::{Action, Game, Turn};
use super::three::grid::Grid;
use super::three::state::SEATS;
use super::three::study::{Source, Study};
use super::turn::{self, Ends, LIMIT, SLOTS, Spot};
use super::values::Values;

/// Points up to which turns are studied unchanged: one more dragon, doubled, is within the limit.
const NEAR: u16 = LIMIT - 12;

/// The solution of one turn, from its present spot on.
#[derive(Clone, Debug)]
pub struct Adviser {
    ends: Ends,
    solved: turn::Turn,
    /// The turn of three or more players, if such a turn was studied last.
    many: Study,
    of_many: bool,
    /// The present spot of the turn.
    at: Spot,
    /// True once a challenge has been accepted.
    on: bool,
    factor: u8,
    /// Points that have been moved to the score.
    past: u16,
    /// The value of the turn at its beginning.
    pub whole: f64,
}

impl Default for Adviser {
    fn default() -> Self {
        Self::new()
    }
}

impl Adviser {
    /// An adviser that has studied nothing: all values are 0.
    #[must_use]
    pub const fn new() -> Self {
        let Turn { alive, warriors, points, .. } = Turn::START;
        let at = Spot { points, alive, warriors };
        let (ends, solved, many) = (Ends::new(), turn::Turn::new(), Study::new());
        Self { ends, solved, many, of_many: false, at, on: false, factor: 2, past: 0, whole: 0.0 }
    }

    /// Takes over what another one has studied.
    pub fn follow(&mut self, other: &Self) {
        let Self { of_many, at, on, factor, past, whole, .. } = *other;
        (self.of_many, self.at, self.on) = (of_many, at, on);
        (self.factor, self.past, self.whole) = (factor, past, whole);
        if self.of_many {
            self.many.clone_from(&other.many);
        } else {
            self.ends.clone_from(&other.ends);
            self.solved.clone_from(&other.solved);
        }
    }

    /// Studies the turn of a game for the player who is asked: with three players by the [`Grid`], if it has values for
    /// the game, else by these values for two, with more players pair by pair.
    pub fn study_game(&mut self, values: &impl Values, game: &Game) {
        let Turn { alive, warriors, points, challenger } = *game.turn();
        // Whole sets of dragons, so that points and dragons still match.
        self.past = points.saturating_sub(NEAR).div_ceil(12) * 12;
        self.at = Spot { points: points - self.past, alive, warriors };
        self.on = challenger.is_some();
        let count = game.players().len();
        self.of_many = count > 2;
        if self.of_many {
            let grid = Grid::of(game.variant()).filter(|_| count == SEATS);
            let source = grid.map_or(Source::Pairs(values), Source::Three);
            self.whole = self.many.study(&source, game, self.at, self.past);
        } else {
            self.study(values, Outlook::of_game(game));
        }
    }

    /// Studies a turn that began with this outlook.
    fn study(&mut self, values: &impl Values, outlook: Outlook) {
        self.factor = values.variant().factor();
        outlook.fill_from(values, self.past, &mut self.ends);
        self.solved.prepare(&self.ends, self.factor);
        self.ends.lost = outlook.lost(values);
        let value = self.solved.value(self.ends.lost);
        self.whole = if self.past == 0 { value } else { outlook.began(values) };
    }

    /// The value of fighting this dragon, which must be alive.
    #[must_use]
    pub fn fight(&self, dragon: Dragon) -> f64 {
        match (self.of_many, self.on) {
            (true, true) => self.many.fight_on(dragon),
            (true, false) => self.many.fight(self.at, dragon),
            (false, true) => self.solved.fight_on(self.at, dragon, self.factor),
            (false, false) => self.solved.fight(self.at, dragon),
        }
    }

    /// The value of stopping, which must be possible.
    #[must_use]
    pub fn stop(&self) -> f64 {
        match (self.of_many, self.on) {
            (true, true) => self.many.met(),
            (true, false) => self.many.stop(self.at),
            (false, true) => self.ends.met[self.half()],
            (false, false) => self.solved.stop(self.at),
        }
    }

    /// The possible results of stopping, before a challenge.
    #[must_use]
    pub fn offer(&self) -> Offer {
        if self.of_many { self.many.offer(self.at) } else { offer(&self.ends, &self.solved, self.at) }
    }

    /// The values of the answers to a challenge; with more than two players, to one that has been declared.
    #[must_use]
    pub fn answers(&self) -> Answers {
        if self.of_many {
            self.many.answers()
        } else {
            Answers { refuse: self.ends.refused[self.half()], accept: self.solved.accept(self.at) }
        }
    }

    /// The change of the win probability of the player who is asked, if they challenge; negative for a loss.
    #[must_use]
    pub fn gain(&self) -> f64 {
        if self.of_many {
            let [pass, challenge] = self.many.choices(self.at);
            return challenge - pass;
        }
        let Offer { kept, answered, .. } = self.offer();
        answered.map_or(0.0, |answered| kept - answered)
    }

    /// The value of an action for the player who is asked: of challenging and passing for the possible challenger, of
    /// all others for the player whose turn it is.
    #[must_use]
    pub fn worth(&self, action: Action) -> f64 {
        match action {
            Action::Fight(dragon) => self.fight(dragon),
            Action::Stop => self.stop(),
            Action::Challenge if self.of_many => self.many.choices(self.at)[1],
            Action::Challenge => 1.0 - self.offer().answered.unwrap_or(0.0),
            Action::Pass if self.of_many => self.many.choices(self.at)[0],
            Action::Pass => 1.0 - self.ends.kept[self.half()],
            Action::Accept => self.answers().accept,
            Action::Refuse => self.answers().refuse,
        }
    }

    /// Replaces the value of stopping, here and later in the turn, by that of `worth` for the possible results, and
    /// solves the turn with it; until something else is studied. `worth` gets the spot with all points of the turn.
    pub fn believe(&mut self, mut worth: impl FnMut(Spot, Offer) -> f64) {
        let by_many = self.of_many;
        let Self { ends, solved, many, past, .. } = self;
        let mut worth = |at: Spot, offer| worth(Spot { points: at.points.saturating_add(*past), ..at }, offer);
        if by_many {
            many.believe(worth);
            return;
        }
        solved.expect(|solved, at| worth(at, offer(ends, solved, at)));
        let value = solved.value(ends.lost);
        if *past == 0 {
            self.whole = value;
        }
    }

    fn half(&self) -> usize {
        usize::from(self.at.points / 2).min(SLOTS - 1)
    }
}

fn offer(ends: &Ends, solved: &turn::Turn, at: Spot) -> Offer {
    let half = usize::from(at.points / 2).min(SLOTS - 1);
    let kept = ends.kept[half];
    let answered = ends.token.then(|| Answers { refuse: ends.refused[half], accept: solved.accept(at) }.best());
    Offer { kept, answered, dared: answered.is_some_and(|answered| kept - answered > 0.0) }
}
