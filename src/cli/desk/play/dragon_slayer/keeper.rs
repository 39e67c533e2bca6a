//! What is kept of games: how people challenge, and statistics.

use super::Args;
use super::guest::Guest;
use super::sitting::Sitting;
use crate::cli::desk::dragon_slayer::database;
use crate::cli::exit::Failure;
use crate::games::dragon_slayer::tally::Who;
use crate::games::dragon_slayer::user::User;
use crate::store::dragon_slayer::Ledger;
use std::io::Write;

/// Remembers games, unless nothing is to be kept.
pub struct Keeper(Option<Ledger>);

impl Keeper {
    /// Opens the database that the options name. Where they name none and the usual one cannot
    /// be used, this is said, and nothing is kept: a game can be played all the same.
    ///
    /// # Errors
    ///
    /// The database that the options name cannot be used.
    pub fn of(args: &Args) -> Result<Self, Failure> {
        if args.no_statistics {
            return Ok(Self(None));
        }
        match args.database.open() {
            Ok(ledger) => Ok(Self(Some(ledger))),
            Err(failure) if args.database.named() => Err(failure),
            Err(failure) => {
                // Nobody who reads it is no error.
                let _ = writeln!(std::io::stderr(), "boardbots: no statistics are kept: {}", failure.message);
                Ok(Self(None))
            }
        }
    }

    /// Recalls how those challenge who have played here before.
    ///
    /// # Errors
    ///
    /// The database cannot be read.
    pub fn recall(&self, guests: &mut [Guest]) -> Result<(), Failure> {
        let Self(Some(ledger)) = self else { return Ok(()) };
        for guest in guests.iter_mut().filter(|guest| guest.character.is_none()) {
            if let Ok(user) = guest.name.parse::<User>() {
                guest.habits = ledger.habits(&user).map_err(database::failure)?;
            }
        }
        Ok(())
    }

    /// Keeps a game, if it is over.
    ///
    /// # Errors
    ///
    /// The database cannot be written.
    pub fn keep(&mut self, sitting: &Sitting) -> Result<(), Failure> {
        let Self(Some(ledger)) = self else { return Ok(()) };
        let who = |guest: &Guest| match guest.character {
            Some(character) => Some(Who::Bot(character.name)),
            None => guest.name.parse().ok().map(Who::User),
        };
        let Some(who) = sitting.guests().iter().map(who).collect::<Option<Vec<_>>>() else { return Ok(()) };
        let Some(played) = sitting.played(&who) else { return Ok(()) };
        ledger.record(&played).map_err(database::failure)?;
        Ok(())
    }
}
