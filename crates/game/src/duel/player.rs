//! Bots of games for two as players at tables.

use super::Bot;
use super::board::{Board, seat};
use super::state::DuelState;
use crate::player::{Fault, Player, Stop, Think};
use crate::referee::{Referee, Verdict};
use crate::spec::{Kind, Spec};
use crate::state::{Answer, Choice, GameState};
use boardbots_base::invalid::Invalid;
use boardbots_search::alpha_beta::{Limits, Options, Outcome};
use boardbots_search::game::{MAX_DEPTH, ends_in};
use serde_json::{Value, json};
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

/// What can be set for a bot at a table: nothing that reads files or takes more than one core.
const KEYS: [&str; 2] = ["depth", "movetime"];
/// Milliseconds that a bot may be given for a choice; the largest value bounds every search.
const MOVE_TIMES: RangeInclusive<u64> = 1..=1000;
/// The best value of a game whose end is not in sight.
const MOST: i32 = 900;

/// What the words for a bot at a table mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotSpec {
    /// The name of its evaluation.
    pub judge: String,
    /// Plies to search.
    pub depth: u8,
    /// Time after which it answers with the best move so far.
    pub time: Duration,
}

impl BotSpec {
    /// What a player's words mean in this game.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn new<D: Board>(spec: &Spec) -> Result<Self, Invalid> {
        let Kind::House { game, name, .. } = &spec.kind else {
            return Err(Invalid::new("programs do not sit at tables").at(spec));
        };
        if *game != D::GAME {
            return Err(Invalid::new(format_args!("{spec} does not play {}", D::NAME)));
        }
        if !D::JUDGES.contains(&name.as_str()) {
            let judges = D::JUDGES.join(", ");
            let message = format!("{} has no player \"{name}\"; there are {judges}", D::NAME);
            return Err(Invalid::from(message).at(spec));
        }
        spec.only(&KEYS)?;
        let (depth, time) = (spec.number("depth", 1..=MAX_DEPTH)?, spec.number("movetime", MOVE_TIMES)?);
        // A bot that is given time uses it.
        let usual = if time.is_some() { MAX_DEPTH } else { D::DEPTH };
        let time = Duration::from_millis(time.unwrap_or(*MOVE_TIMES.end()));
        Ok(Self { judge: name.clone(), depth: depth.unwrap_or(usual), time })
    }
}

/// A searching bot at a seat.
pub struct DuelPlayer<D: Board> {
    bot: Box<dyn Bot<D>>,
    depth: u8,
    time: Duration,
    /// What the last search found.
    found: Option<Outcome<D::Move>>,
}

impl<D: Board> DuelPlayer<D> {
    /// The bot of these words.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn new(spec: &Spec) -> Result<Self, Invalid> {
        let BotSpec { judge, depth, time } = BotSpec::new::<D>(spec)?;
        let bot = D::bot(&judge, Options::default()).ok_or_else(|| Invalid::new("no such player").at(spec))?;
        Ok(Self { bot, depth, time, found: None })
    }

    fn search(&mut self, referee: &Referee<D>, think: Think<'_>) -> &Outcome<D::Move> {
        let began = Instant::now();
        let stop = || (think.stop)() || began.elapsed() >= self.time;
        let limits = Limits { depth: think.depth.unwrap_or(self.depth), stop: &stop };
        self.found.insert(self.bot.think(referee.position(), referee.keys(), limits, &mut |_| ()))
    }
}

/// A fault of a caller: a state of another game, or one that is over.
fn unfit() -> Fault {
    Fault { kind: "unfit".into(), detail: "no choice of this game is due".to_string() }
}

impl<D: Board> Player for DuelPlayer<D> {
    fn decide(&mut self, state: &dyn GameState, think: Think<'_>) -> Result<Answer<'_>, Fault> {
        let state = state.of::<DuelState<D>>().filter(|state| state.turn().is_some()).ok_or_else(unfit)?;
        let best = self.search(state.referee(), think).best().ok_or_else(unfit)?;
        Ok(Answer::Choice(Choice(D::digit(best))))
    }

    /// `value`; `depth`, the plies that were searched; `line`, the expected moves as texts; and
    /// `ends`, in how many plies the game ends if that is in sight.
    fn note(&self) -> Value {
        let Some(found) = &self.found else { return json!({}) };
        let line: String = found.line.iter().map(|action| D::digit(*action)).collect();
        let ends = ends_in(found.value).map(i32::abs);
        json!({"value": squashed::<D>(found.value), "depth": found.depth, "line": line, "ends": ends})
    }

    fn evaluate(&mut self, state: &dyn GameState, stop: Stop<'_>) -> Option<i16> {
        let state = state.of::<DuelState<D>>()?;
        if let Some(Verdict { winner, .. }) = state.referee().verdict() {
            return Some(winner.map_or(0, |winner| if seat(winner) == 0 { 1000 } else { -1000 }));
        }
        let value = squashed::<D>(self.search(state.referee(), Think::until(stop)).value);
        Some(if state.turn() == Some(0) { value } else { -value })
    }

    fn forget(&mut self) {
        self.bot.forget();
    }
}

/// A value of a search on the scale of -1000 to 1000: a certain end stands within a hundred of
/// either, the less the farther it is, and nothing else does; a clear advantage is half of the rest.
#[must_use]
pub fn squashed<D: Board>(value: i32) -> i16 {
    let squashed = match ends_in(value) {
        Some(plies @ 1..) => 1000 - plies,
        Some(plies) => -1000 - plies,
        None => value * MOST / (value.abs() + D::ADVANTAGE),
    };
    i16::try_from(squashed).expect("at most 1000 either way")
}
