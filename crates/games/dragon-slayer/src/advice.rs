//! What every choice is worth, in any situation of a turn.
//!
//! An [`Adviser`] is made once and asked again and again without allocating. [`Adviser::study_game`]
//! solves the rest of a turn, some microseconds of work, from the values of the states in which
//! it can end; then the choices can be looked at one by one, or by [`Adviser::worth`] as the
//! rules name them. Everything is a probability of winning, of the player whose turn it is,
//! but for [`Adviser::worth`], which takes the side of the player who is asked.
//!
//! For a player who does not expect a perfect opponent, [`Adviser::believe`] lets
//! stopping be worth what the player thinks it is, and [`Adviser::fight`] follows suit:
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
//! Turns are solved up to [`LIMIT`] points. In a turn that has got near them, the dragons slain
//! first are counted to the score, so that there is always as much to look ahead to.

use super::dice::Dragon;
use super::offer::{Answers, Offer};
use super::outlook::Outlook;
use super::rules::{Action, Game, Turn};
use super::three::grid::Grid;
use super::three::state::SEATS;
use super::three::study::Study;
use super::turn::{self, Ends, LIMIT, SLOTS, Spot};
use super::values::Values;

/// Points up to which turns are studied as they are: one more dragon, doubled, is within the
/// limit.
const NEAR: u16 = LIMIT - 12;

/// One turn from where it is, solved.
#[derive(Clone, Debug)]
pub struct Adviser {
    ends: Ends,
    solved: turn::Turn,
    /// The turn of three players, if that is what was studied last.
    three: Study,
    of_three: bool,
    /// Where the turn is.
    at: Spot,
    /// Whether a challenge has been accepted.
    on: bool,
    factor: u8,
    /// Points that have been counted to the score.
    past: u16,
    /// What the turn was worth when it began.
    pub whole: f64,
}

impl Default for Adviser {
    fn default() -> Self {
        Self::new()
    }
}

impl Adviser {
    /// One that has studied nothing: nothing is worth anything.
    #[must_use]
    pub const fn new() -> Self {
        let Turn { alive, warriors, points, .. } = Turn::START;
        let at = Spot { points, alive, warriors };
        let (ends, solved, three) = (Ends::new(), turn::Turn::new(), Study::new());
        Self { ends, solved, three, of_three: false, at, on: false, factor: 2, past: 0, whole: 0.0 }
    }

    /// Studies the turn of a game, for the player who is asked in it: with three players by the
    /// [`Grid`], if it has values for the game, else by these values for two.
    pub fn study_game(&mut self, values: &impl Values, game: &Game) {
        let Turn { alive, warriors, points, challenger } = *game.turn();
        // In whole rows of dragons, so that points and dragons go on to fit.
        self.past = points.saturating_sub(NEAR).div_ceil(12) * 12;
        self.at = Spot { points: points - self.past, alive, warriors };
        self.on = challenger.is_some();
        let grid = Grid::of(game.variant()).filter(|_| game.players().len() == SEATS);
        self.of_three = grid.is_some();
        match grid {
            Some(grid) => self.whole = self.three.study(&grid, game, self.at, self.past),
            None => self.study(values, Outlook::of_game(game)),
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

    /// What fighting this dragon is worth, which must be alive.
    #[must_use]
    pub fn fight(&self, dragon: Dragon) -> f64 {
        match (self.by_three(), self.on) {
            (true, true) => self.three.fight_on(dragon),
            (true, false) => self.three.fight(self.at, dragon),
            (false, true) => self.solved.fight_on(self.at, dragon, self.factor),
            (false, false) => self.solved.fight(self.at, dragon),
        }
    }

    /// What stopping is worth, which must be possible.
    #[must_use]
    pub fn stop(&self) -> f64 {
        match (self.by_three(), self.on) {
            (true, true) => self.three.met(),
            (true, false) => self.three.stop(self.at),
            (false, true) => self.ends.met[self.half()],
            (false, false) => self.solved.stop(self.at),
        }
    }

    /// What stopping can lead to, before a challenge.
    #[must_use]
    pub fn offer(&self) -> Offer {
        if self.by_three() { self.three.offer(self.at) } else { offer(&self.ends, &self.solved, self.at) }
    }

    /// What the answers to a challenge are worth: with more than two players, to one that has been made.
    #[must_use]
    pub fn answers(&self) -> Answers {
        if self.by_three() {
            self.three.answers()
        } else {
            Answers { refuse: self.ends.refused[self.half()], accept: self.solved.accept(self.at) }
        }
    }

    /// What a challenge adds to the win probability of the player who is asked to make it, below 0 if it takes from
    /// it. With more than three players a challenger cares for nothing but that the one whose turn it is does not
    /// win.
    #[must_use]
    pub fn gain(&self) -> f64 {
        if self.by_three() {
            let [pass, challenge] = self.three.choices(self.at);
            return challenge - pass;
        }
        let Offer { kept, answered, .. } = self.offer();
        answered.map_or(0.0, |answered| kept - answered)
    }

    /// What an action is worth to the player who is asked about it: challenging and passing to the
    /// challenger, all others to the player whose turn it is. With more than three players a
    /// challenger cares for nothing but that this one does not win.
    #[must_use]
    pub fn worth(&self, action: Action) -> f64 {
        match action {
            Action::Fight(dragon) => self.fight(dragon),
            Action::Stop => self.stop(),
            Action::Challenge if self.by_three() => self.three.choices(self.at)[1],
            Action::Challenge => 1.0 - self.offer().answered.unwrap_or(0.0),
            Action::Pass if self.by_three() => self.three.choices(self.at)[0],
            Action::Pass => 1.0 - self.ends.kept[self.half()],
            Action::Accept => self.answers().accept,
            Action::Refuse => self.answers().refuse,
        }
    }

    /// Lets stopping, here and later in the turn, be worth what `worth` makes of what it can
    /// lead to, and fighting accordingly; until something else is studied. It is given the spot
    /// with all points of the turn.
    pub fn believe(&mut self, mut worth: impl FnMut(Spot, Offer) -> f64) {
        let by_three = self.by_three();
        let Self { ends, solved, three, past, .. } = self;
        let mut worth = |at: Spot, offer| worth(Spot { points: at.points.saturating_add(*past), ..at }, offer);
        if by_three {
            three.believe(worth);
            return;
        }
        solved.expect(|solved, at| worth(at, offer(ends, solved, at)));
        let value = solved.value(ends.lost);
        if *past == 0 {
            self.whole = value;
        }
    }

    /// Whether what was studied is the turn of three players. Without a table the compiler knows that it is not.
    const fn by_three(&self) -> bool {
        Grid::BUILT_IN && self.of_three
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
