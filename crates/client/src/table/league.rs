//! A player of a league, which asks what to do: to choose, to wait, or that a game is over.

use super::contact::{Contact, PlayError};
use super::invitation::LEAGUE;
use super::play::{Choose, GameEnd};
use super::wire::Failure;
use crate::server::Server;
use boardbots_base::credentials::Key;
use boardbots_base::invalid::InputError;
use boardbots_base::pulse::Pulse;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The address at which players ask.
const PLAY: &str = "/api/league/play";
/// The part of the time for a choice that a player may take: the rest is for the network.
const SHARE: f64 = 0.8;
/// The shortest time between two requests without anything to do.
const SHORTEST: Duration = Duration::from_secs(1);

/// The plan of a player of a league.
pub struct Membership {
    /// The server.
    pub server: Server,
    /// The player's key.
    pub key: Key,
    /// The version that it is; the newest if absent.
    pub version: Option<String>,
    /// The longest time for a choice.
    pub time: Duration,
    /// The time after which it gives up if nothing works.
    pub give_up: Option<Duration>,
}

/// A player of a league.
pub struct Member<'a> {
    contact: Contact,
    plan: &'a Membership,
    /// The game in which it is.
    game: Option<GameEnd>,
    /// Its answer to the last question.
    answer: Map<String, Value>,
}

impl<'a> Member<'a> {
    /// A player that has not asked yet.
    pub fn new(plan: &'a Membership, stop: Arc<AtomicBool>, pulse: Pulse) -> Self {
        let contact = Contact::new(plan.server.clone(), plan.give_up, stop, pulse);
        Self { contact, plan, game: None, answer: Map::new() }
    }

    /// Plays one game to its end.
    ///
    /// # Errors
    /// See [`PlayError`].
    pub fn game(&mut self, player: &mut dyn Choose) -> Result<GameEnd, PlayError> {
        loop {
            let asked = Instant::now();
            let said = self.ask()?;
            match said["do"].as_str() {
                Some("choose") => self.choose(&said, player)?,
                Some("over") => {
                    let end = self.game.take().unwrap_or_default().placed(&said["places"], &said["seat"]);
                    if end.choices > 0 || end.place.is_some() {
                        return Ok(end);
                    }
                }
                _ => self.contact.pause(SHORTEST.saturating_sub(asked.elapsed()))?,
            }
        }
    }

    /// What to do next, asked until the server says it.
    fn ask(&mut self) -> Result<Value, PlayError> {
        let mut body = Value::Object(std::mem::take(&mut self.answer));
        if let Some(version) = &self.plan.version {
            body["version"] = version.as_str().into();
        }
        self.contact.in_lobby(true);
        let said = self.contact.insist(|server| server.post(PLAY, Some(self.plan.key.expose()), &body));
        self.contact.in_lobby(false);
        match said? {
            Ok(said) => Ok(said),
            Err(Failure::Refused(403, why)) => Err(PlayError::Barred(why)),
            Err(failure) => Err(InputError::new(failure).into()),
        }
    }

    /// Answers a question with the next request. A fault of the player is an answer that no rule allows.
    fn choose(&mut self, said: &Value, player: &mut dyn Choose) -> Result<(), PlayError> {
        let kind = said["kind"].as_str().unwrap_or_default();
        let (game, n) = (&said["game"], &said["n"]);
        let address = self.plan.server.at(&format!("{LEAGUE}#game-{game}"));
        if self.game.as_ref().is_none_or(|known| known.table != address) {
            let limit = said["milliseconds"].as_u64().map_or(self.plan.time, Duration::from_millis);
            player.begin(kind, self.plan.time.min(limit.mul_f64(SHARE)))?;
            self.game = Some(GameEnd { game: kind.into(), table: address, ..GameEnd::default() });
        }
        let position = said["position"].as_str().ok_or(InputError::from("this game has no positions as texts"))?;
        let (choice, fault) = match player.choose(position) {
            Ok(choice) => (choice, String::new()),
            Err(fault) => (format!("(fault) {fault}"), fault.to_string()),
        };
        if let Some(end) = &mut self.game {
            (end.choices, end.fault) = (end.choices + 1, fault);
        }
        let numbers: Map<String, Value> =
            player.numbers().into_iter().map(|(key, number)| (key, number.into())).collect();
        let answer = json!({ "game": game, "n": n, "choice": choice, "numbers": numbers });
        self.answer = if let Value::Object(answer) = answer { answer } else { Map::new() };
        Ok(())
    }
}
