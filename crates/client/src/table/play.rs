//! Games at tables: a seat is taken, and a player chooses whenever it is that seat's turn.

use super::contact::{Contact, PlayError};
use super::invitation::{Invitation, OpenSeat, open_seats};
use super::seat::{KeptSeat, SeatFile};
use super::wire::Failure;
use boardbots_base::credentials::Key;
use boardbots_base::invalid::InputError;
use boardbots_base::pulse::Pulse;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The pause between two looks for an open seat.
const LOOK: Duration = Duration::from_secs(2);
/// The shortest time from the opening of a stream of events to that of the next one.
const SHORTEST: Duration = Duration::from_secs(1);
/// The part of a seat's clock that a choice may take: the rest is for the network.
const SHARE: f64 = 0.7;
/// The refusal of a request that has come too late: the table has moved on, or the seat is taken.
const CONFLICT: u16 = 409;
/// The refusal of what is not there.
const MISSING: u16 = 404;

/// A player that chooses in positions that it has not seen before.
pub trait Choose {
    /// True if it plays a game.
    fn plays(&self, game: &str) -> bool;

    /// A game begins, or goes on after a restart; it has this time for each choice.
    ///
    /// # Errors
    /// It does not play this game, or cannot be started.
    fn begin(&mut self, game: &str, time: Duration) -> Result<(), InputError>;

    /// The choice in a position, in the text that pages use.
    ///
    /// # Errors
    /// The player's fault. The game is given up.
    fn choose(&mut self, position: &str) -> Result<String, InputError>;

    /// Numbers about the last choice that its maker wants to see in charts.
    fn numbers(&self) -> Vec<(String, f64)> {
        Vec::new()
    }
}

/// The end of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameEnd {
    /// The game.
    pub game: String,
    /// The address of the table's page.
    pub table: String,
    /// The own place, from 1; `None` if the table was closed without a result.
    pub place: Option<u64>,
    /// True if others share this place.
    pub shared: bool,
    /// The choices that the seat made since it was taken, or since the last start.
    pub choices: u32,
    /// The reason why the game was given up; empty if it was not.
    pub fault: String,
}

impl GameEnd {
    /// The same with the place of a seat among those that the server tells.
    pub(super) fn placed(self, places: &Value, seat: &Value) -> Self {
        let places = places.as_array().map_or(&[][..], Vec::as_slice);
        let own = seat.as_u64().and_then(|seat| places.get(usize::try_from(seat).ok()?));
        let shared = own.is_some_and(|own| places.iter().filter(|place| *place == own).count() > 1);
        Self { place: own.and_then(Value::as_u64), shared, ..self }
    }
}

/// The plan of a visit.
pub struct Visit {
    /// The way to a seat.
    pub invitation: Invitation,
    /// The game, if only one is played.
    pub game: Option<String>,
    /// The name at tables.
    pub name: String,
    /// The key of a protected name.
    pub key: Option<Key>,
    /// The longest time for a choice.
    pub time: Duration,
    /// The time after which it gives up if nothing works.
    pub give_up: Option<Duration>,
}

/// A visitor of a server's tables.
pub struct Visitor<'a> {
    contact: Contact,
    visit: &'a Visit,
    file: &'a SeatFile,
}

impl<'a> Visitor<'a> {
    /// A visitor that has not sent anything yet.
    pub fn new(visit: &'a Visit, file: &'a SeatFile, stop: Arc<AtomicBool>, pulse: Pulse) -> Self {
        let contact = Contact::new(visit.invitation.server.clone(), visit.give_up, stop, pulse);
        Self { contact, visit, file }
    }

    /// Plays one game: the one of the kept seat, or the next one.
    ///
    /// # Errors
    /// See [`PlayError`].
    pub fn game(&mut self, player: &mut dyn Choose) -> Result<GameEnd, PlayError> {
        let seat = self.seat(player)?;
        let end = self.play(&seat, player)?;
        self.file.forget();
        Ok(end)
    }

    /// The kept seat, or a new one as soon as there is one.
    fn seat(&mut self, player: &dyn Choose) -> Result<KeptSeat, PlayError> {
        let Invitation { server, table, .. } = &self.visit.invitation;
        let own = server.to_string();
        let is_wanted = |seat: &KeptSeat| seat.server == own && table.as_ref().is_none_or(|table| *table == seat.table);
        let mut kept = self.file.read().filter(is_wanted);
        loop {
            let seat = match kept.take() {
                Some(seat) if seat.token.is_some() => return Ok(seat),
                Some(seat) => seat,
                None => {
                    let seat = KeptSeat::asked_for(own.clone(), self.open_seat(player)?)?;
                    self.keep(&seat)?;
                    seat
                }
            };
            if let Some(seat) = self.take(seat)? {
                self.keep(&seat)?;
                return Ok(seat);
            }
            self.file.forget();
        }
    }

    fn keep(&self, seat: &KeptSeat) -> Result<(), PlayError> {
        Ok(self.file.keep(seat).map_err(|error| InputError::new(format_args!("the file of the seat: {error}")))?)
    }

    /// The seat of the invitation, or the open one that has waited longest.
    fn open_seat(&mut self, player: &dyn Choose) -> Result<OpenSeat, PlayError> {
        let Invitation { table, secret, .. } = &self.visit.invitation;
        let mut told = false;
        loop {
            let found = match (table, secret) {
                (Some(table), Some(secret)) => {
                    let state = self.contact.insist(|server| server.get(&format!("/api/tables/{table}"), None))?;
                    state.map(|state| {
                        let game = state["game"].as_str().unwrap_or_default().into();
                        vec![OpenSeat { table: table.clone(), game, secret: secret.clone() }]
                    })
                }
                _ => self.contact.insist(|server| open_seats(server, table.as_deref()))?,
            };
            let seats = found.map_err(InputError::new)?;
            let is_one = !seats.is_empty();
            let wanted = |seat: &OpenSeat| {
                self.visit.game.as_ref().is_none_or(|game| *game == seat.game) && player.plays(&seat.game)
            };
            if let Some(seat) = seats.into_iter().find(wanted) {
                return Ok(seat);
            }
            if table.is_some() {
                let game = "this player does not play the game of this table";
                let why = if is_one { game } else { "this table has no open seat for a program" };
                return Err(InputError::from(why).into());
            }
            if !std::mem::replace(&mut told, true) {
                log::info!(
                    "waits for a table with an open seat; people make tables at {}",
                    self.visit.invitation.server
                );
            }
            self.contact.pause(LOOK)?;
        }
    }

    /// Takes a seat; `None` if another one was faster.
    fn take(&mut self, seat: KeptSeat) -> Result<Option<KeptSeat>, PlayError> {
        let Visit { name, key, invitation, .. } = self.visit;
        let mut body = json!({ "invitation": seat.invitation, "name": name, "claim": seat.claim, "program": true });
        if let Some(key) = key {
            body["key"] = key.expose().into();
        }
        let path = format!("/api/tables/{}/join", seat.table);
        match self.contact.insist(|server| server.post(&path, None, &body))? {
            Ok(answer) => {
                let token = answer["token"].as_str().ok_or(InputError::from("the server's answer has no token"))?;
                Ok(Some(KeptSeat { token: Some(token.into()), ..seat }))
            }
            Err(Failure::Refused(CONFLICT | MISSING, _)) if invitation.secret.is_none() => Ok(None),
            Err(Failure::Refused(403, why)) if why.contains("protected") => Err(PlayError::Protected(why)),
            Err(failure) => Err(InputError::new(failure).into()),
        }
    }

    /// Plays from a seat to the end of its game.
    fn play(&mut self, seat: &KeptSeat, player: &mut dyn Choose) -> Result<GameEnd, PlayError> {
        let token = seat.token.as_deref().unwrap_or_default();
        let path = |what: &str| format!("/api/tables/{}{what}", seat.table);
        let table = self.visit.invitation.server.at(&format!("/tables/{}", seat.table));
        let mut end = GameEnd { game: seat.game.clone(), table, ..GameEnd::default() };
        let (mut answered, mut begun) = (None, false);
        loop {
            let opened = Instant::now();
            // The stream ends whenever there is something to do, so that a connection is never kept waiting.
            let mut due = None;
            let mut each = |state: Value| {
                let over = !state["ended"].is_null();
                let asked =
                    !state["asked"].is_null() && state["asked"] == state["you"] && state["n"].as_u64() != answered;
                due = (over || asked).then_some(state);
                due.is_none()
            };
            match self.contact.insist(|server| server.events(&path("/events"), token, &mut each))? {
                Ok(()) => {}
                Err(Failure::Refused(MISSING, _)) => return Ok(end),
                Err(failure) => return Err(InputError::new(failure).into()),
            }
            self.contact.pause(Duration::ZERO)?;
            let Some(state) = due else {
                // A server that ends its streams at once is not asked without a pause.
                self.contact.pause(SHORTEST.saturating_sub(opened.elapsed()))?;
                continue;
            };
            if !state["ended"].is_null() {
                return Ok(end.placed(&state["outcome"]["places"], &state["you"]));
            }
            let n = state["n"].as_u64().unwrap_or_default();
            let position = state["position"].as_str().ok_or(InputError::from("this game has no positions as texts"))?;
            if !std::mem::replace(&mut begun, true) {
                player.begin(&seat.game, self.time(&state))?;
            }
            match player.choose(position) {
                Ok(choice) => {
                    let body = json!({ "n": n, "choice": choice });
                    match self.contact.insist(|server| server.post(&path("/choose"), Some(token), &body))? {
                        Ok(_) => end.choices += 1,
                        // It has moved on: the next state says where to.
                        Err(Failure::Refused(CONFLICT, _)) => {}
                        Err(failure) => end.fault = failure.to_string(),
                    }
                }
                Err(fault) => end.fault = fault.to_string(),
            }
            answered = Some(n);
            if !end.fault.is_empty() {
                log::warn!("{}: {}; gives the game up", end.table, end.fault);
                // A game that has not begun cannot be given up, but left.
                if self.contact.insist(|server| server.post(&path("/resign"), Some(token), &json!({})))?.is_err() {
                    let _ = self.contact.insist(|server| server.post(&path("/leave"), Some(token), &json!({})))?;
                }
                return Ok(end);
            }
        }
    }

    /// The time for a choice: the player's own, or less if the table's clock is short.
    fn time(&self, state: &Value) -> Duration {
        match state["clock"].as_u64() {
            None | Some(0) => self.visit.time,
            Some(clock) => self.visit.time.min(Duration::from_secs(clock).mul_f64(SHARE)),
        }
    }
}
