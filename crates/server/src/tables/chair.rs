//! A chair at a table: its occupant, the hash of the token that proves it, which `Table::seat` compares, and whether the
//! occupant is there.

use super::store;
use crate::tokens::Hash;
use crate::web::HttpLimits;
use crate::web::rate_limits::SeatRate;
use boardbots_base::invalid::InputError;
use boardbots_game::setup;
use boardbots_game::spec::Spec;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::Semaphore;

/// The occupant of a chair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// A person.
    Person,
    /// A program that a person has sent.
    Program,
    /// A bot.
    Bot(Spec),
    /// A person with the invitation.
    Invited,
    /// A player of a match that the table only shows. Nobody is asked here.
    Contestant,
}

/// A chair.
pub struct Chair {
    /// The occupant.
    pub occupant: Occupant,
    /// The name; empty until the invitation is used.
    pub name: String,
    /// The hash of the token that proves the seat.
    pub token: Option<Hash>,
    /// The hash of the invitation to it.
    pub invitation: Option<Hash>,
    /// The owner of the name, if its key was shown.
    pub owner: Option<i64>,
    /// The invitation itself, if it is for everybody.
    pub open: Option<String>,
    /// The rate limit of the occupant.
    pub rate: Arc<SeatRate>,
    /// Their open streams of events.
    pub streams: usize,
    /// The time since which a person has no stream, in seconds since 1970.
    pub away_since: i64,
    /// The time at which they were last given a hint.
    pub advised: Option<Instant>,
    /// One place: a hint at a time.
    pub advice: Arc<Semaphore>,
}

impl Chair {
    /// A chair as it was kept, whose occupant has been away since this time.
    ///
    /// # Errors
    /// If its bot is none.
    pub fn of_kept(kept: store::Chair, since: i64) -> Result<Self, InputError> {
        let key = kept.token.or(kept.invitation).map_or(0, |proof| SeatRate::key_of(&format!("{proof:?}")));
        let occupant = match (kept.kind, kept.player) {
            ("bot", Some(player)) => Occupant::Bot(player.parse()?),
            ("bot", None) => Occupant::Contestant,
            ("human", player) if player.as_deref() == Some(store::PROGRAM) => Occupant::Program,
            ("human", _) => Occupant::Person,
            _ => Occupant::Invited,
        };
        Ok(Self {
            occupant,
            name: kept.name,
            token: kept.token,
            invitation: kept.invitation,
            owner: kept.owner,
            open: None,
            rate: SeatRate::limited(&HttpLimits::default(), key),
            streams: 0,
            away_since: since,
            advised: None,
            advice: Arc::new(Semaphore::new(1)),
        })
    }

    /// As it is kept.
    pub fn kept(&self) -> store::Chair {
        let Self { token, invitation, owner, .. } = *self;
        store::Chair { kind: self.kind(), player: self.bot(), name: self.name.clone(), token, invitation, owner }
    }

    /// The bot that has it, as players are named everywhere, or [`store::PROGRAM`].
    fn bot(&self) -> Option<String> {
        match &self.occupant {
            Occupant::Bot(spec) => Some(spec.to_string()),
            Occupant::Program => Some(store::PROGRAM.into()),
            Occupant::Person | Occupant::Invited | Occupant::Contestant => None,
        }
    }

    /// The kind, as it is kept and sent.
    pub fn kind(&self) -> &'static str {
        match self.occupant {
            Occupant::Person | Occupant::Program => "human",
            Occupant::Bot(_) | Occupant::Contestant => "bot",
            Occupant::Invited => "invited",
        }
    }

    /// True if it is that of a person, or of one who is to come.
    pub fn is_persons(&self) -> bool {
        self.kind() != "bot"
    }

    /// The occupant, as games know them.
    pub fn player(&self) -> setup::Occupant {
        match &self.occupant {
            Occupant::Bot(spec) => setup::Occupant::Bot(spec.clone()),
            _ => setup::Occupant::Person,
        }
    }

    /// The chair as lists show it.
    pub fn listed(&self) -> Value {
        json!({ "kind": self.kind(), "name": self.name, "player": self.bot(), "invitation": self.offered() })
    }

    /// The invitation for everybody, until it is used.
    pub fn offered(&self) -> Option<&str> {
        self.open.as_deref().filter(|_| self.occupant == Occupant::Invited)
    }

    /// The chair as everybody may see it.
    pub fn seen(&self, seat: usize) -> Value {
        let person = matches!(self.occupant, Occupant::Person | Occupant::Program);
        let here = self.streams > 0 || !self.is_persons();
        let away = (person && !here).then_some(self.away_since);
        json!({
            "seat": seat,
            "kind": self.kind(),
            "name": self.name,
            "player": self.bot(),
            "here": here,
            "away_since": away,
            "invitation": self.offered(),
        })
    }
}
