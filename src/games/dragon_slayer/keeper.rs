//! What is kept of games in the terminal: how people challenge, and statistics.

use super::database::{Database, failure};
use super::store::Ledger;
use crate::exit::Failure;
use boardbots_dragon_slayer::game::state::DragonState;
use boardbots_dragon_slayer::user::User;
use boardbots_game::terminal::argument::Given;
use boardbots_game::terminal::session::Session;
use boardbots_ops::logging;

/// Keeps games in the database.
pub struct Keeper {
    ledger: Ledger,
    /// Whether nothing that is known of the players counts: a game that can be played again must not depend on
    /// what happened since.
    forgets: bool,
}

impl Keeper {
    /// Opens the database that the options name; `None` if nothing is to be kept. Where they name none and the
    /// usual one cannot be used, stderr says so, and nothing is kept: a game can be played all the same.
    ///
    /// # Errors
    /// The database that the options name cannot be used.
    pub fn open(given: &Given) -> Result<Option<Self>, Failure> {
        if given.has("no-statistics") {
            return Ok(None);
        }
        let database = Database::at(given.path("database"));
        match database.open() {
            Ok(ledger) => Ok(Some(Self { ledger, forgets: given.has("seed") })),
            Err(failure) if database.named() => Err(failure),
            Err(failure) => {
                logging::tell(&format!("boardbots: no statistics are kept: {}\n", failure.message));
                Ok(None)
            }
        }
    }

    /// Tells a new game, which has not begun, what is known of its players.
    ///
    /// # Errors
    /// The statistics that are kept cannot be read.
    pub fn recall(&mut self, session: &mut Session) -> Result<(), Failure> {
        if self.forgets {
            return Ok(());
        }
        session.prepare(|state| {
            let table = state.of_mut().and_then(DragonState::table_mut);
            let guests = table.into_iter().flat_map(|table| &mut table.guests);
            for guest in guests.filter(|guest| guest.character.is_none()) {
                if let Ok(user) = guest.name.parse::<User>() {
                    guest.habits = self.ledger.habits(&user).map_err(failure)?;
                }
            }
            Ok(())
        })
    }

    /// Keeps a game, if it is over.
    ///
    /// # Errors
    /// It cannot be kept.
    pub fn keep(&mut self, session: &Session) -> Result<(), Failure> {
        let state = session.state().of::<DragonState>();
        let played = state.and_then(DragonState::played);
        played.map_or(Ok(()), |played| self.ledger.record(&played).map(drop).map_err(failure))
    }
}
