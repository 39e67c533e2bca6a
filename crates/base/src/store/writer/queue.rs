//! The jobs that wait for a database's thread, in the order in which they are done: tried once, or until they are done.
//! Outages are the times when nothing can be stored.

use crate::store::{FileError, StoreError, Stored};
use rusqlite::{Connection, ErrorCode};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use tokio::sync::{oneshot, watch};

/// Most requests that wait; more are refused.
const WAITING: usize = 1024;
/// Most jobs of one transaction.
const BATCH: usize = 256;
/// Pause between two attempts after the database has failed.
const RETRY: Duration = Duration::from_millis(500);
/// The interval at which an idle thread checks its file.
const LOOK: Duration = Duration::from_secs(5);
/// The time for which results are still tried when the server ends.
const LAST_CALL: Duration = Duration::from_secs(4);

/// The next work of the thread.
pub(super) enum Work<S> {
    /// These, in one transaction.
    Jobs(Vec<Box<dyn Job<S>>>),
    /// Nothing was asked for a while: look after the file.
    Look,
    /// These cannot be stored before the server ends.
    Lost(Vec<Box<dyn Job<S>>>),
    /// Nothing any more.
    End,
}

pub(super) struct Queue<S> {
    waiting: Mutex<Waiting<S>>,
    wake: Condvar,
    pub outage: watch::Sender<Outage>,
    /// True once the server ends.
    pub ending: Arc<AtomicBool>,
}

struct Waiting<S> {
    /// Jobs whose results must not be lost.
    kept: VecDeque<Box<dyn Job<S>>>,
    asked: VecDeque<Box<dyn Job<S>>>,
    /// The number of writers that can still ask for something.
    writers: usize,
    /// The time of the next attempt after the database has failed.
    retry: Option<Instant>,
    /// The time when the server began to end.
    ended: Option<Instant>,
}

impl<S> Queue<S> {
    pub fn new() -> Self {
        let waiting = Waiting { kept: VecDeque::new(), asked: VecDeque::new(), writers: 0, retry: None, ended: None };
        Self {
            waiting: Mutex::new(waiting),
            wake: Condvar::new(),
            outage: watch::Sender::new(None),
            ending: Arc::default(),
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting<S>> {
        self.waiting.lock().expect("no thread panics while holding it")
    }

    /// One more can ask.
    pub fn enter(&self) {
        self.waiting().writers += 1;
    }

    /// One fewer can ask.
    pub fn leave(&self) {
        self.waiting().writers -= 1;
        self.wake.notify_one();
    }

    /// The server ends: what was asked is dropped, which tells those who wait.
    pub fn end(&self) {
        self.ending.store(true, Relaxed);
        let mut waiting = self.waiting();
        waiting.ended.get_or_insert_with(Instant::now);
        let dropped = std::mem::take(&mut waiting.asked);
        drop(waiting);
        drop(dropped);
        self.wake.notify_one();
    }

    /// Adds a request.
    ///
    /// # Errors
    /// [`StoreError::Crowded`], or [`StoreError::Gone`] when the server ends.
    pub fn ask(&self, job: impl Job<S> + 'static) -> Stored<()> {
        let mut waiting = self.waiting();
        if waiting.ended.is_some() {
            return Err(StoreError::Gone);
        }
        if waiting.asked.len() >= WAITING {
            return Err(StoreError::Crowded);
        }
        waiting.asked.push_back(Box::new(job));
        drop(waiting);
        self.wake.notify_one();
        Ok(())
    }

    /// Adds what must not be lost.
    pub fn keep(&self, job: impl Job<S> + 'static) {
        self.waiting().kept.push_back(Box::new(job));
        self.wake.notify_one();
    }

    /// Takes back what is to be tried again, in its old order.
    pub fn again(&self, jobs: Vec<Box<dyn Job<S>>>) {
        let mut waiting = self.waiting();
        jobs.into_iter().rev().for_each(|job| waiting.kept.push_front(job));
    }

    /// Notes whether the last attempt to write has failed.
    pub fn retry_after(&self, failed: bool) {
        self.waiting().retry = failed.then(|| Instant::now() + RETRY);
    }

    /// Waits for something to do.
    pub fn next(&self) -> Work<S> {
        let mut waiting = self.waiting();
        let idle_since = Instant::now();
        loop {
            let now = Instant::now();
            let due = waiting.retry.is_none_or(|retry| now >= retry);
            if due && !waiting.kept.is_empty() {
                // After a failure nothing else shares their transaction.
                let alone = waiting.retry.is_some();
                let mut jobs = take(&mut waiting.kept, BATCH);
                if !alone {
                    let room = BATCH - jobs.len();
                    jobs.extend(waiting.requests(room));
                }
                return Work::Jobs(jobs);
            }
            let requests = waiting.requests(BATCH);
            if !requests.is_empty() {
                return Work::Jobs(requests);
            }
            if waiting.writers == 0 && waiting.kept.is_empty() {
                return Work::End;
            }
            let lost = waiting.ended.is_some_and(|ended| now.duration_since(ended) > LAST_CALL);
            if lost && !waiting.kept.is_empty() {
                let lost = take(&mut waiting.kept, usize::MAX);
                return Work::Lost(lost);
            }
            let patience = match waiting.retry {
                Some(_) if due => return Work::Look,
                Some(retry) => retry - now,
                None if now.duration_since(idle_since) >= LOOK => return Work::Look,
                None => LOOK,
            };
            waiting = self.wake.wait_timeout(waiting, patience).expect("no thread panics while holding it").0;
        }
    }
}

impl<S> Waiting<S> {
    /// The next requests, up to this number, without those that are no longer waited for.
    fn requests(&mut self, most: usize) -> Vec<Box<dyn Job<S>>> {
        let mut requests = Vec::new();
        while requests.len() < most
            && let Some(job) = self.asked.pop_front()
        {
            if !job.forgotten() {
                requests.push(job);
            }
        }
        requests
    }
}

fn take<T>(queue: &mut VecDeque<T>, most: usize) -> Vec<T> {
    let count = queue.len().min(most);
    queue.drain(..count).collect()
}

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

type Found<T> = Option<Stored<T>>;
type Answer<T> = Option<oneshot::Sender<Stored<T>>>;

/// Done once.
pub(super) struct Asked<T, F> {
    job: Option<F>,
    writes: bool,
    found: Found<T>,
    answer: Answer<T>,
}

impl<T, F> Asked<T, F> {
    pub fn new(job: F, writes: bool, answer: oneshot::Sender<Stored<T>>) -> Self {
        Self { job: Some(job), writes, found: None, answer: Some(answer) }
    }
}

impl<S, T, F> Job<S> for Asked<T, F>
where
    T: Send + 'static,
    F: FnOnce(&Connection, &mut S) -> Stored<T> + Send + 'static,
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
    pub fn new(name: String, job: F, answer: oneshot::Sender<Stored<T>>) -> Self {
        Self { name, job, found: None, answer: Some(answer) }
    }
}

impl<S, T, F> Job<S> for Kept<T, F>
where
    T: Send + 'static,
    F: FnMut(&Connection, &mut S) -> Stored<T> + Send + 'static,
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
fn alone<T>(connection: &mut Connection, job: impl FnOnce(&Connection) -> Stored<T>) -> Stored<T> {
    // Outside a transaction only reading goes on.
    if connection.is_autocommit() {
        return job(connection);
    }
    let savepoint = connection.savepoint()?;
    let found = job(&savepoint)?;
    savepoint.commit()?;
    Ok(found)
}

/// The reason why nothing can be stored at the moment; `None` while storing works.
pub type Outage = Option<Arc<str>>;

/// The reason for a failed statement, for people who cannot see the server.
pub(super) fn reason(error: &rusqlite::Error) -> String {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => "the disk is full".into(),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => "another program holds the database".into(),
        Some(ErrorCode::ReadOnly) => "the database is read-only".into(),
        Some(ErrorCode::SystemIoFailure) => "the disk fails".into(),
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => "the database is damaged".into(),
        _ => error.to_string(),
    }
}

/// The reason for a failure if another attempt may succeed; `None` if the job itself is at fault.
fn passing(error: &StoreError) -> Option<String> {
    let StoreError::File(FileError::Statement(error)) = error else { return None };
    let transient = matches!(
        error.sqlite_error_code()?,
        ErrorCode::DiskFull
            | ErrorCode::SystemIoFailure
            | ErrorCode::ReadOnly
            | ErrorCode::CannotOpen
            | ErrorCode::DatabaseBusy
            | ErrorCode::DatabaseLocked
            | ErrorCode::DatabaseCorrupt
            | ErrorCode::NotADatabase
            | ErrorCode::OutOfMemory
            | ErrorCode::PermissionDenied
            | ErrorCode::FileLockingProtocolFailed
            | ErrorCode::OperationInterrupted
            | ErrorCode::OperationAborted
    );
    transient.then(|| reason(error))
}
