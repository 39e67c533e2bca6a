//! Bots of games for two: what their words mean at a table, and what they find.

use super::board::Board;
use crate::referee::Referee;
use crate::spec::{Kind, Spec};
use boardbots_search::alpha_beta::{Limits, Options, Outcome};
use boardbots_search::game::{MAX_DEPTH, ends_in};
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

/// What can be set for a bot at a table: nothing that reads files or takes more than one core.
const KEYS: [&str; 2] = ["depth", "movetime"];
/// Milliseconds that a bot may be given for a choice; the most of them end every thought.
const MOVE_TIMES: RangeInclusive<u64> = 1..=1000;
/// The best that can be said of a match of which the end is not seen.
const MOST: i32 = 900;

/// A bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thinker {
    /// Its judge's name.
    pub judge: String,
    /// Plies that it looks ahead.
    pub depth: u8,
    /// After which it comes back with the best so far.
    pub time: Duration,
}

impl Thinker {
    /// What a player's words mean in this game.
    ///
    /// # Errors
    /// What is wrong with them, as a line.
    pub fn new<D: Board>(spec: &Spec) -> Result<Self, String> {
        let Kind::House { game, name, .. } = &spec.kind else {
            return Err(format!("{spec}: programs do not sit at tables"));
        };
        if *game != D::GAME {
            return Err(format!("{spec} does not play {}", D::NAME));
        }
        if !D::JUDGES.contains(&name.as_str()) {
            let judges = D::JUDGES.join(", ");
            return Err(format!("{spec}: {} has no player \"{name}\"; there are {judges}", D::NAME));
        }
        spec.only(&KEYS)?;
        let (depth, time) = (spec.number("depth", 1..=MAX_DEPTH)?, spec.number("movetime", MOVE_TIMES)?);
        // Who is given time uses it.
        let usual = if time.is_some() { MAX_DEPTH } else { D::DEPTH };
        let time = Duration::from_millis(time.unwrap_or(*MOVE_TIMES.end()));
        Ok(Self { judge: name.clone(), depth: depth.unwrap_or(usual), time })
    }

    /// What it finds for whoever is to move; `None` if the match is over.
    #[must_use]
    pub fn search<D: Board>(&self, referee: &Referee<D>, stop: &(dyn Fn() -> bool + Sync)) -> Option<Outcome<D::Move>> {
        if referee.verdict().is_some() {
            return None;
        }
        let mut bot = D::bot(&self.judge, Options::default())?;
        let began = Instant::now();
        let stop = || stop() || began.elapsed() >= self.time;
        let limits = Limits { depth: self.depth, stop: &stop };
        Some(bot.think(referee.position(), referee.keys(), limits, &mut |_| ()))
    }
}

/// How good a value is, -1000 to 1000: a bound end stands within a hundred of those, at less the
/// farther it is, and nothing else does; a clear advantage is half of the way there.
#[must_use]
pub fn squashed<D: Board>(value: i32) -> i16 {
    let squashed = match ends_in(value) {
        Some(plies @ 1..) => 1000 - plies,
        Some(plies) => -1000 - plies,
        None => value * MOST / (value.abs() + D::ADVANTAGE),
    };
    i16::try_from(squashed).expect("at most 1000 either way")
}
