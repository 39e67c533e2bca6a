//! A player: stateful, made once for a seat.

use crate::setup::Opening;
use crate::spec::Spec;
use crate::state::{Answer, Choice, Fault, GameState, Seat};
use boardbots_base::invalid::InputError;
use fastrand::Rng;
use serde_json::{Value, json};
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Says whether to stop. Players ask every few milliseconds.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// A game that begins.
#[derive(Clone, Copy)]
pub struct Begin<'a> {
    /// The game as it is; a player that joins later sees a game under way.
    pub state: &'a dyn GameState,
    /// The player's seat.
    pub seat: Seat,
    /// The source of all chance in the player's choices.
    pub seed: u64,
    /// The opening of the game, if it is one of a match.
    pub opening: Option<&'a Opening>,
    /// The names of the players, by seat; empty where nobody asks.
    pub names: &'a [String],
}

/// A report of a player during its search.
#[derive(Clone, Copy)]
pub enum Info<'a> {
    /// A search to this depth is complete.
    Iteration {
        /// In plies or rounds.
        depth: u8,
        /// The value for the seat to move, in units of the evaluation.
        value: i32,
        /// The number of plies to the end of the game, if that is in sight; negative if it is lost.
        ends: Option<i32>,
        /// Positions looked at so far.
        nodes: u64,
        /// The expected choices as texts, the best first, with spaces between.
        line: &'a dyn fmt::Display,
    },
    /// The worth of a choice.
    Worth {
        /// The choice, in the text that people use.
        choice: &'a str,
        /// The probability to win with it, 0 to 1.
        win: f64,
    },
    /// The time for which people should see the player think.
    Pause(Duration),
    /// A number that the player wants to see in a chart of the game.
    Number {
        /// The name of its series.
        key: &'a str,
        /// The number for this choice.
        number: f64,
    },
}

/// A receiver of a player's reports during a search.
pub type Report<'a> = &'a dyn Fn(Info<'_>);

/// A flag that is never set.
static NEVER: AtomicBool = AtomicBool::new(false);

/// The limits of a decision.
#[derive(Clone, Copy)]
pub struct Think<'a> {
    /// Receives what the player reports meanwhile, if there is a receiver.
    pub report: Option<Report<'a>>,
    /// Plies or rounds to search, if the player's own depth is not to be used.
    pub depth: Option<u8>,
    /// Positions to look at, for players that count them; the search then ends at the same one on every machine.
    pub nodes: Option<u64>,
    /// True if there is time to look for the exact result first, in games that have one.
    pub proves: bool,
    /// The player answers with its best choice so far as soon as this returns true.
    pub stop: Stop<'a>,
    /// Set as soon as the answer is no longer needed.
    pub quit: &'a AtomicBool,
}

impl<'a> Think<'a> {
    /// To the player's own depth, until stopped.
    #[must_use]
    pub const fn until(stop: Stop<'a>) -> Self {
        Self { report: None, depth: None, nodes: None, proves: false, stop, quit: &NEVER }
    }
}

/// A failure to answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecisionError {
    /// It did something wrong.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The answer is no longer needed: see [`Think::quit`].
    #[error("stopped")]
    Stopped,
    /// The machine failed, which is not the player's fault.
    #[error(transparent)]
    Broken(#[from] InputError),
}

/// A player at one seat.
pub trait Player: Send {
    /// A game begins, with this player at a seat.
    ///
    /// # Errors
    /// Fails if the player cannot play this game.
    fn begin(&mut self, _begin: &Begin<'_>) -> Result<(), DecisionError> {
        Ok(())
    }

    /// Starts what the player needs, before the first game of a match. What it started ends with the player.
    ///
    /// # Errors
    /// It cannot be started, or `stop` was set.
    fn ready(&mut self, _first: &Begin<'_>, _stop: &AtomicBool) -> Result<(), DecisionError> {
        Ok(())
    }

    /// A seat has made a choice, which led to this state.
    fn observe(&mut self, _state: &dyn GameState, _seat: Seat) {}

    /// Chooses for the seat that has to choose. A deterministic player answers the same in the same
    /// game with every number of threads.
    ///
    /// # Errors
    /// Fails if the player gives no answer.
    fn decide(&mut self, state: &dyn GameState, think: Think<'_>) -> Result<Answer<'_>, DecisionError>;

    /// Facts about the last decision for a person who asked for a hint, as an object of the game's own shape.
    /// `value`, if there is one, is the evaluation for the seat to move: -1000 lost, 1000 won.
    fn note(&self) -> Value {
        json!({})
    }

    /// Positions that the last decision looked at, if the player counts them.
    fn nodes(&self) -> u64 {
        0
    }

    /// Forgets everything found before, such as a transposition table.
    fn forget(&mut self) {}
}

/// A player that knows the rules and nothing else. In a game with the same seed it makes the same choices.
pub struct RandomPlayer {
    rng: Rng,
    choices: Vec<Choice>,
}

impl RandomPlayer {
    /// The name of this bot in every game whose choices have numbers.
    pub const NAME: &'static str = "random";

    /// The bot of this specification.
    ///
    /// # Errors
    /// It has options.
    pub fn new(spec: &Spec) -> Result<Self, InputError> {
        spec.only(&[])?;
        Ok(Self { rng: Rng::with_seed(0), choices: Vec::new() })
    }
}

impl Player for RandomPlayer {
    fn begin(&mut self, begin: &Begin<'_>) -> Result<(), DecisionError> {
        self.rng.seed(begin.seed);
        Ok(())
    }

    fn decide(&mut self, state: &dyn GameState, _: Think<'_>) -> Result<Answer<'_>, DecisionError> {
        self.choices.clear();
        state.legal(&mut self.choices);
        Ok(Answer::Choice(*self.rng.choice(&self.choices).ok_or_else(Fault::unfit)?))
    }
}

/// A hint: a choice and facts about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The choice, in the text that people use.
    pub choice: String,
    /// See [`Player::note`].
    pub note: Value,
}

/// The hint of a player, who sees the state but not the game before it, for the seat to move; `None` if the game is
/// over or the player fails.
pub fn advise(player: &mut dyn Player, state: &dyn GameState, stop: Stop<'_>) -> Option<Advice> {
    player.begin(&Begin { state, seat: state.turn()?, seed: 0, opening: None, names: &[] }).ok()?;
    let answer = player.decide(state, Think::until(stop)).ok()?;
    let choice = state.text(answer)?;
    Some(Advice { choice, note: player.note() })
}

/// A server with seats for clients.
pub trait ClientServer: Send + Sync {
    /// A seat for one client, until it is dropped.
    fn seat(&self) -> Box<dyn ClientSeat>;
}

/// A seat for one client, which plays game after game there.
pub trait ClientSeat: Send {
    /// The server's address for clients, such as `http://127.0.0.1:9000`.
    fn address(&self) -> &str;

    /// The client's key, which authenticates it.
    fn key(&self) -> &str;

    /// A game begins; a client that has asked for one already has joined it.
    fn begin(&mut self, begin: &Begin<'_>);

    /// True if the client has joined the game.
    fn has_joined(&self) -> bool;

    /// True if a client waits for a game to begin.
    fn waits(&self) -> bool;

    /// It is the client's turn in this state.
    fn show(&mut self, state: &dyn GameState);

    /// Waits for the client's choice; `None` if it has not come until then, or if the client has joined
    /// meanwhile.
    fn wait(&mut self, until: Instant) -> Option<Choice>;

    /// The game is over in this state.
    fn end(&mut self, state: &dyn GameState);
}
