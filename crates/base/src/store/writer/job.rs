//! Jobs for a database: tried once, or until they are done.

use super::outage::passing;
use crate::store::StoreError;
use rusqlite::Connection;
use tokio::sync::oneshot;

/// One thing to do with a database, and the request that waits for it.
pub(super) trait Job<S>: Send {
    /// True if it changes anything.
    fn writes(&self) -> bool;
    /// True if no request waits for it any more, so that it need not be done.
    fn forgotten(&self) -> bool;
    /// Its name in the log.
    fn name(&self) -> &str;
    /// Does it inside a transaction; if it fails, nothing of it stays. Returns the reason if the database is at fault
    /// and not the job.
    fn attempt(&mut self, connection: &mut Connection, state: &mut S) -> Option<String>;
    /// Notes that it could not even be tried.
    fn fail(&mut self, why: &str);
    /// Answers the request that waits, after the transaction; comes back if it is to be tried again.
    fn answer(self: Box<Self>, committed: &Result<(), String>) -> Option<Box<dyn Job<S>>>;
}

type Found<T> = Option<Result<T, StoreError>>;
type Answer<T> = Option<oneshot::Sender<Result<T, StoreError>>>;

/// Done once.
pub(super) struct Asked<T, F> {
    job: Option<F>,
    writes: bool,
    found: Found<T>,
    answer: Answer<T>,
}

impl<T, F> Asked<T, F> {
    pub fn new(job: F, writes: bool, answer: oneshot::Sender<Result<T, StoreError>>) -> Self {
        Self { job: Some(job), writes, found: None, answer: Some(answer) }
    }
}

impl<S, T, F> Job<S> for Asked<T, F>
where
    T: Send + 'static,
    F: FnOnce(&Connection, &mut S) -> Result<T, StoreError> + Send + 'static,
{
    fn writes(&self) -> bool {
        self.writes
    }

    fn forgotten(&self) -> bool {
        self.answer.as_ref().is_none_or(oneshot::Sender::is_closed)
    }

    fn name(&self) -> &'static str {
        "a request"
    }

    fn attempt(&mut self, connection: &mut Connection, state: &mut S) -> Option<String> {
        let job = self.job.take()?;
        let found = alone(connection, |inside| job(inside, state));
        let outage = found.as_ref().err().and_then(passing);
        self.found = Some(found);
        outage.filter(|_| self.writes)
    }

    fn fail(&mut self, why: &str) {
        self.found = Some(Err(StoreError::Commit(why.into())));
    }

    fn answer(mut self: Box<Self>, committed: &Result<(), String>) -> Option<Box<dyn Job<S>>> {
        let found = match (self.found.take(), committed) {
            (Some(found), Ok(())) => found,
            // Its own failure says more than that nothing at all was written.
            (Some(found), Err(error)) => found.and(Err(StoreError::Commit(error.clone()))),
            (None, Err(error)) => Err(StoreError::Commit(error.clone())),
            (None, Ok(())) => Err(StoreError::Gone),
        };
        if let Some(answer) = self.answer.take() {
            // The caller may have gone away.
            let _ = answer.send(found);
        }
        None
    }
}

/// Tried until it is done.
pub(super) struct Kept<T, F> {
    name: String,
    job: F,
    found: Found<T>,
    answer: Answer<T>,
}

impl<T, F> Kept<T, F> {
    pub fn new(name: String, job: F, answer: oneshot::Sender<Result<T, StoreError>>) -> Self {
        Self { name, job, found: None, answer: Some(answer) }
    }
}

impl<S, T, F> Job<S> for Kept<T, F>
where
    T: Send + 'static,
    F: FnMut(&Connection, &mut S) -> Result<T, StoreError> + Send + 'static,
{
    fn writes(&self) -> bool {
        true
    }

    fn forgotten(&self) -> bool {
        false
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn attempt(&mut self, connection: &mut Connection, state: &mut S) -> Option<String> {
        let found = alone(connection, |inside| (self.job)(inside, state));
        let outage = found.as_ref().err().and_then(passing);
        self.found = if outage.is_some() { None } else { Some(found) };
        outage
    }

    fn fail(&mut self, _: &str) {
        self.found = None;
    }

    fn answer(mut self: Box<Self>, committed: &Result<(), String>) -> Option<Box<dyn Job<S>>> {
        match self.found.take() {
            Some(found) if committed.is_ok() || found.is_err() => {
                if let Some(answer) = self.answer.take() {
                    let _ = answer.send(found);
                }
                None
            }
            _ => Some(self),
        }
    }
}

/// Does a job so that, if it fails, nothing of it stays, and all others do.
fn alone<T>(
    connection: &mut Connection,
    job: impl FnOnce(&Connection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    // Outside a transaction only reading goes on.
    if connection.is_autocommit() {
        return job(connection);
    }
    let savepoint = connection.savepoint()?;
    let found = job(&savepoint)?;
    savepoint.commit()?;
    Ok(found)
}
