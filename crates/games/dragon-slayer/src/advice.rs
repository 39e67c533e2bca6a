//! What every choice is worth, in any situation of a turn.
//!
//! An [`Adviser`] is made once and asked again and again without allocating. [`Adviser::study`]
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
use super::outlook::Rivals;
use super::rules::{Action, Game, Turn};
use super::turn::{self, Ends, LIMIT, SLOTS, Spot};
use super::values::Values;

/// Points up to which turns are studied as they are: one more dragon, doubled, is within the
/// limit.
const NEAR: u16 = LIMIT - 12;

/// What stopping can lead to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offer {
    /// No player challenges.
    pub kept: f64,
    /// What follows a challenge, if there can be one.
    pub challenged: Option<Answers>,
}

/// What a challenge can lead to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answers {
    /// It is refused.
    pub refuse: f64,
    /// It is accepted.
    pub accept: f64,
}

impl Answers {
    /// The better one.
    #[must_use]
    pub fn best(self) -> f64 {
        if self.accept > self.refuse { self.accept } else { self.refuse }
    }
}

impl Offer {
    /// What a challenge that is answered well costs the stopper, below 0 if it is a gain;
    /// `None` if there can be none.
    #[must_use]
    pub fn harm(self) -> Option<f64> {
        self.challenged.map(|answers| self.kept - answers.best())
    }

    /// What it is worth against an opponent who challenges if that does harm.
    #[must_use]
    pub fn worth(self) -> f64 {
        match self.harm() {
            Some(harm) if harm > 0.0 => self.kept - harm,
            _ => self.kept,
        }
    }
}

/// One turn from where it is, solved.
#[derive(Clone, Debug)]
pub struct Adviser {
    ends: Ends,
    solved: turn::Turn,
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
        Self { ends: Ends::new(), solved: turn::Turn::new(), at, on: false, factor: 2, past: 0, whole: 0.0 }
    }

    /// Studies the turn of a game, for the player who is asked in it.
    pub fn study_game(&mut self, values: &impl Values, game: &Game) {
        self.study(values, &Rivals::of_game(game), game.turn());
    }

    /// Studies a turn that began against these rivals and has come this far. Without a challenger
    /// its points must fit its dragons.
    pub fn study(&mut self, values: &impl Values, rivals: &Rivals, turn: &Turn) {
        let Turn { alive, warriors, points, challenger } = *turn;
        // In whole rows of dragons, so that points and dragons go on to fit.
        self.past = points.saturating_sub(NEAR).div_ceil(12) * 12;
        self.at = Spot { points: points - self.past, alive, warriors };
        self.on = challenger.is_some();
        self.factor = values.variant().factor();
        rivals.fill_from(values, self.past, &mut self.ends);
        self.solved.prepare(&self.ends, self.factor);
        self.ends.lost = rivals.lost(values);
        let value = self.solved.value(self.ends.lost);
        self.whole = if self.past == 0 { value } else { rivals.began(values) };
    }

    /// What fighting this dragon is worth, which must be alive.
    #[must_use]
    pub fn fight(&self, dragon: Dragon) -> f64 {
        if self.on { self.solved.fight_on(self.at, dragon, self.factor) } else { self.solved.fight(self.at, dragon) }
    }

    /// What stopping is worth, which must be possible.
    #[must_use]
    pub fn stop(&self) -> f64 {
        if self.on { self.ends.met[self.half()] } else { self.solved.stop(self.at) }
    }

    /// What stopping can lead to, before a challenge.
    #[must_use]
    pub fn offer(&self) -> Offer {
        offer(&self.ends, &self.solved, self.at)
    }

    /// What accepting a challenge is worth.
    #[must_use]
    pub fn accept(&self) -> f64 {
        self.solved.accept(self.at)
    }

    /// What refusing a challenge is worth.
    #[must_use]
    pub fn refuse(&self) -> f64 {
        self.ends.refused[self.half()]
    }

    /// What an action is worth to the player who is asked about it: challenging and passing to the
    /// challenger, all others to the player whose turn it is. With more than two players a
    /// challenger cares for nothing but that this one does not win.
    #[must_use]
    pub fn worth(&self, action: Action) -> f64 {
        match action {
            Action::Fight(dragon) => self.fight(dragon),
            Action::Stop => self.stop(),
            Action::Challenge => 1.0 - self.offer().challenged.map_or(0.0, Answers::best),
            Action::Pass => 1.0 - self.ends.kept[self.half()],
            Action::Accept => self.accept(),
            Action::Refuse => self.refuse(),
        }
    }

    /// Lets stopping, here and later in the turn, be worth what `worth` makes of what it can
    /// lead to, and fighting accordingly; until something else is studied. It is given the spot
    /// with all points of the turn.
    pub fn believe(&mut self, mut worth: impl FnMut(Spot, Offer) -> f64) {
        let Self { ends, solved, past, .. } = self;
        solved.expect(|solved, at| {
            worth(Spot { points: at.points.saturating_add(*past), ..at }, offer(ends, solved, at))
        });
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
    let answers = || Answers { refuse: ends.refused[half], accept: solved.accept(at) };
    Offer { kept: ends.kept[half], challenged: ends.token.then(answers) }
}
