//! Decisions of a personality: by the exact values, bent by its numbers.

use super::advice::Adviser;
use super::book::Book;
use super::habits::{Bucket, Habits};
use super::odds;
use super::outlook::Offer;
use super::personality::Personality;
use super::rules::{Action, Game, MOST_ACTIONS, MOST_PLAYERS, Player, Question, Seat, Turn};
use super::softmax;
use super::three::grid::Grid;
use super::turn::Spot;
use fastrand::Rng;
use std::sync::Arc;
use std::time::Duration;

/// The probability of a challenge that a bot without any intuition assumes.
const BLIND: f64 = 0.25;
/// The difference of win probabilities from which a choice is easy.
const CLOSE: f64 = 0.03;
/// The addition to the pause between equal choices, as a multiple of it.
const PONDERING: f64 = 4.0;
/// The longest pause.
const LONGEST: Duration = Duration::from_secs(3);

/// A decision, with its quality.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// The action.
    pub action: Action,
    /// The pause that is shown as thinking, up to 3 s: the decision is already made.
    pub pause: Duration,
    /// The true win probability of the best choice.
    pub best: f64,
    /// The true win probability of this choice.
    pub worth: f64,
    /// The most by which a choice may be below the best.
    pub allowed: f64,
    /// The estimated probability of a challenge, when stopping with a challenge possible.
    pub foreseen: Option<f64>,
    /// The change of the own win probability by a challenge, when asked for one.
    pub gain: f64,
}

/// A choice as it is considered: its true value, and its apparent one.
#[derive(Clone, Copy, Debug, PartialEq)]
struct WeighedChoice {
    action: Action,
    worth: f64,
    seems: f64,
}

/// A player of some personality.
#[derive(Clone, Debug)]
pub struct Mind {
    /// The personality whose numbers it uses.
    pub personality: &'static Personality,
    book: Arc<Book>,
    /// The turn with the exact values.
    truth: Adviser,
    /// The same turn with the beliefs about challenges.
    beliefs: Adviser,
    /// The habits of opponents who are not bots, as far as they are known.
    habits: [Option<Habits>; MOST_PLAYERS],
    choices: Rng,
    pauses: Rng,
}

impl Mind {
    /// A player with the values of this book; the same seed gives the same decisions.
    #[must_use]
    pub fn new(personality: &'static Personality, book: Arc<Book>, seed: u64) -> Self {
        // No decision takes this memory.
        Grid::load();
        let mut choices = Rng::with_seed(seed);
        let (pauses, habits) = (choices.fork(), [None; MOST_PLAYERS]);
        Self { personality, book, truth: Adviser::new(), beliefs: Adviser::new(), habits, choices, pauses }
    }

    /// Forgets all opponents; from here on the same seed decides as in a new player.
    pub fn begin(&mut self, seed: u64) {
        self.habits = [None; MOST_PLAYERS];
        self.choices = Rng::with_seed(seed);
        self.pauses = self.choices.fork();
    }

    /// The habits of the player at this seat as a challenger, if known; seats are those of the games that it decides
    /// in.
    pub fn habits(&mut self, seat: Seat) -> &mut Option<Habits> {
        &mut self.habits[seat.min(MOST_PLAYERS - 1)]
    }

    /// Decides for the player who is asked; `None` when the game is over. Allocates nothing.
    pub fn decide(&mut self, game: &Game) -> Option<Decision> {
        let (_, question) = game.asked()?;
        self.truth.study_game(self.book.as_ref(), game);
        Some(match question {
            Question::Fight | Question::FightOrStop => self.choose(game, question == Question::FightOrStop),
            Question::Challenge => self.challenge(game.turn()),
            Question::Answer(_) => self.answer(game),
        })
    }

    /// Chooses a dragon, or to stop.
    fn choose(&mut self, game: &Game, may_stop: bool) -> Decision {
        let now = game.turn();
        let offer = (may_stop && now.challenger.is_none()).then(|| self.truth.offer());
        if now.challenger.is_none() {
            self.believe(game);
        }
        let seen = if now.challenger.is_none() { &self.beliefs } else { &self.truth };
        let (mut worths, mut weighed) = ([None; MOST_ACTIONS], [None; MOST_ACTIONS]);
        for (place, action) in game.actions().into_iter().enumerate() {
            worths[place] = Some(self.truth.worth(action));
        }
        let (best, second) = best_two(&worths);
        let (aversion, allowed) = self.temper(game, best);
        for (place, action) in game.actions().into_iter().enumerate() {
            let risk = match action {
                Action::Fight(dragon) => odds::odds(dragon, now.warriors.into())[0],
                _ => 0.0,
            };
            let seems = seen.worth(action) - aversion * risk;
            weighed[place] = worths[place].map(|worth| WeighedChoice { action, worth, seems });
        }
        let chosen = self.pick(&weighed, best - allowed);
        let stops = offer.filter(|offer| chosen.action == Action::Stop && offer.answered.is_some());
        let foreseen =
            stops.map(|offer| likely(self.personality, &self.habits, game, (now.points, now.warriors), offer));
        let pause = self.ponder(best - second);
        Decision { action: chosen.action, pause, best, worth: chosen.worth, allowed, foreseen, gain: 0.0 }
    }

    /// The penalty for a certain defeat, and the most by which a choice may be below the best, if the best has this
    /// value.
    fn temper(&self, game: &Game, best: f64) -> (f64, f64) {
        let Personality { aversion, tolerance, nerves, .. } = *self.personality;
        let (open, nerves) = (openness(best), nerves * urgency(game));
        (open * (aversion - nerves) * stake(game.turn()), open * (tolerance + 0.1 * nerves))
    }

    /// The choice with the highest apparent value among those with at least this true value.
    fn pick(&mut self, weighed: &[Option<WeighedChoice>; MOST_ACTIONS], least: f64) -> WeighedChoice {
        let admissible = weighed.map(|choice| choice.filter(|choice| choice.worth >= least));
        let scores = admissible.map(|choice| choice.map(|choice| choice.seems));
        let index = if self.personality.noise > 0.0 {
            softmax::draw(&scores, self.personality.noise, &mut self.choices)
        } else {
            let mut most = (0, f64::NEG_INFINITY);
            for (index, score) in scores.iter().enumerate() {
                if let Some(score) = score.filter(|score| *score > most.1) {
                    most = (index, score);
                }
            }
            most.0
        };
        admissible[index].expect("the best choice is always admissible, and one was drawn")
    }

    /// Decides on challenging the player who wants to stop.
    fn challenge(&mut self, now: &Turn) -> Decision {
        let Personality { spite, prey, .. } = *self.personality;
        let offer = self.truth.offer();
        let gain = self.truth.gain();
        let wins = offer.kept >= 1.0;
        // A player who challenges for the sake of it lets small prey go, unless it gains enough.
        let dares = gain > spite && (spite >= 0.0 || now.points >= prey || gain > -spite);
        let action = if wins || dares { Action::Challenge } else { Action::Pass };
        let (challenge, pass) = (self.truth.worth(Action::Challenge), self.truth.worth(Action::Pass));
        let worth = if action == Action::Challenge { challenge } else { pass };
        let best = challenge.max(pass);
        let pause = self.ponder(gain.abs());
        Decision { action, pause, best, worth, allowed: spite.abs(), foreseen: None, gain }
    }

    /// Decides on accepting a challenge.
    fn answer(&mut self, game: &Game) -> Decision {
        let now = game.turn();
        let answers = self.truth.answers();
        let best = answers.best();
        let (aversion, allowed) = self.temper(game, best);
        let defeats = now.alive.dragons().map(|dragon| odds::odds(dragon, now.warriors.into())[0]);
        let aversion = aversion * defeats.fold(1.0, f64::min);
        let least = best - allowed;
        let accepts = if answers.refuse < least {
            true
        } else {
            answers.accept >= least && answers.accept - aversion >= answers.refuse
        };
        let (action, worth) = if accepts { (Action::Accept, answers.accept) } else { (Action::Refuse, answers.refuse) };
        let pause = self.ponder((answers.accept - answers.refuse).abs());
        Decision { action, pause, best, worth, allowed, foreseen: None, gain: 0.0 }
    }

    /// Solves the turn with the beliefs about challenges.
    fn believe(&mut self, game: &Game) {
        let Self { personality, truth, beliefs, habits, .. } = self;
        beliefs.follow(truth);
        beliefs.believe(|spot: Spot, offer| match offer.answered {
            Some(answered) => {
                let likely = likely(personality, habits, game, (spot.points, spot.warriors), offer);
                (1.0 - likely) * offer.kept + likely * answered
            }
            None => offer.kept,
        });
    }

    /// The pause for a choice whose best two differ by this. It always draws a random number, so that nothing else
    /// depends on people waiting.
    fn ponder(&mut self, gap: f64) -> Duration {
        let close = (1.0 - gap / CLOSE).clamp(0.0, 1.0);
        let base = f64::from(self.personality.pause) / 1e3;
        let drawn = 0.8 + 0.4 * self.pauses.f64();
        Duration::from_secs_f64(base * (1.0 + PONDERING * close) * drawn).min(LONGEST)
    }
}

/// The expected chance of a challenge, 0 to 1: partly what opponents would do who gain by
/// it, or what they are known for; partly nothing but a guess.
fn likely(
    personality: &Personality,
    habits: &[Option<Habits>; MOST_PLAYERS],
    game: &Game,
    (points, warriors): (u16, u8),
    offer: Offer,
) -> f64 {
    let wins = offer.kept >= 1.0;
    let sensible = f64::from(u8::from(offer.dared || wins));
    // Those with a token, and whether any of them is a stranger.
    let (mut spared, mut strangers) = (1.0, false);
    for (seat, player) in game.players().iter().enumerate() {
        if seat != game.active() && player.token {
            match &habits[seat] {
                Some(habits) => {
                    let bucket = Bucket::of(warriors, points, wins);
                    spared *= 1.0 - habits.expected(bucket, bucket.prior());
                }
                None => strangers = true,
            }
        }
    }
    let expected = 1.0 - if strangers { spared * (1.0 - sensible) } else { spared };
    let intuition = personality.intuition;
    intuition * expected + (1.0 - intuition) * BLIND
}

/// The best and the second best; twice the best if there is only one.
fn best_two(worths: &[Option<f64>; MOST_ACTIONS]) -> (f64, f64) {
    let (mut best, mut second) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
    for worth in worths.iter().flatten().copied() {
        if worth > best {
            (best, second) = (worth, best);
        } else if worth > second {
            second = worth;
        }
    }
    (best, if second.is_finite() { second } else { best })
}

/// The nervousness of the player whose turn it is, 0 to 1: for being behind, or just outdone.
fn urgency(game: &Game) -> f64 {
    let active = game.active();
    let others = game.players().iter().enumerate().filter(|(seat, _)| *seat != active);
    let Some((_, rival)) = others.max_by_key(|(_, Player { score, .. })| *score) else { return 0.0 };
    let behind = f64::from(rival.score) - f64::from(game.players()[active].score);
    let outdone = f64::from(rival.last) - 6.0;
    0.65 * (behind / 15.0).clamp(0.0, 1.0) + 0.35 * (outdone / 12.0).clamp(0.0, 1.0)
}

/// The openness of a game, 0 to 1.
fn openness(best: f64) -> f64 {
    4.0 * best * (1.0 - best)
}

/// The cost of a defeat, as a part of a whole game.
fn stake(now: &Turn) -> f64 {
    (f64::from(now.points) + 2.0) / 40.0
}
