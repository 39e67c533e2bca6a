//! How the process ends after a session.

use crate::exit::{Exit, Failure};
use boardbots_client::{SessionError, Tally};

/// What went wrong with a session; `finite` says whether it was to play a number of games.
pub fn failure(outcome: &Result<Tally, SessionError>, finite: bool) -> Option<Failure> {
    let error = match outcome {
        Ok(tally) if finite && !tally.stopped && tally.timed_out > 0 => {
            let message = format!("{} of {} games lost by time-out", tally.timed_out, tally.games);
            return Some(Failure::new(Exit::TimedOut, message));
        }
        Ok(_) => return None,
        Err(error) => error,
    };
    let exit = match error {
        SessionError::KeyRejected { .. } => Exit::KeyRejected,
        SessionError::Refused { .. } => Exit::Configuration,
        SessionError::GaveUp { .. } => Exit::Network,
        SessionError::NoThread(_) => Exit::Unexpected,
    };
    Some(Failure::new(exit, error))
}
