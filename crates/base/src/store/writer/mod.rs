//! The thread that owns a server's database: one transaction for all jobs that wait, and the state of the storage.
//!
//! Three kinds of jobs reach it. [`Writer::read`] and [`Writer::write`] wait in a bounded queue
//! (more is refused with [`StoreError::Crowded`]), are dropped when the caller has gone, and fail when
//! the database fails; what is written, such as a choice at a table, is on disk when `write` returns. [`Writer::keep`]
//! is for what nobody would send again, such as the result of a game: it overtakes all others and is tried again until
//! it is on disk. Its callers bound how many there are.
//!
//! [`Outage`] says why nothing can be stored at the moment. It is found out by the jobs themselves, and
//! by a small write of the thread's own once something has failed. A file that was deleted or replaced
//! while it is open counts as a failure: what goes into it would be gone with the process. The same happens to the
//! log and its index, which are made anew at once if that is possible. A large database is checked by a thread of its
//! own; damage is an outage until the server ends.

mod files;
mod owner;
mod queue;

use super::{StoreError, Stored};
pub use owner::Opened;
use owner::Owner;
pub use queue::Outage;
use queue::{Asked, Kept, Queue};
use rusqlite::Connection;
use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;
use tokio::sync::{oneshot, watch};

/// The way to the thread of a database. The thread ends when the last of these is gone and what had to
/// be kept is on disk, or cannot be put there in time after [`Writer::end`].
pub struct Writer<S: 'static> {
    queue: Arc<Queue<S>>,
}

impl<S> Clone for Writer<S> {
    fn clone(&self) -> Self {
        self.queue.enter();
        Self { queue: Arc::clone(&self.queue) }
    }
}

impl<S> Drop for Writer<S> {
    fn drop(&mut self) {
        self.queue.leave();
    }
}

impl<S: Send + 'static> Writer<S> {
    /// Gives a database its thread, which has this name.
    ///
    /// # Errors
    /// If the system has no thread to give.
    pub fn start(name: &str, opened: Opened<S>) -> io::Result<(Self, JoinHandle<()>)> {
        let queue = Arc::new(Queue::new());
        // This one can ask; without a sender the thread would end at once.
        queue.enter();
        let owner = Owner::new(opened, Arc::clone(&queue));
        let thread = std::thread::Builder::new().name(name.into()).spawn(move || owner.run())?;
        Ok((Self { queue }, thread))
    }

    /// Reads from the database, after all that was asked before.
    ///
    /// # Errors
    /// Fails as the job does, with [`StoreError::Crowded`] if too much waits already, or with [`StoreError::Gone`].
    pub async fn read<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection, &mut S) -> Stored<T> + Send + 'static,
    ) -> Stored<T> {
        self.ask(job, false).await
    }

    /// Changes the database as a whole or not at all, after all that was asked before. When this comes
    /// back it is on disk.
    ///
    /// # Errors
    /// As [`Writer::read`], or that it could not be stored.
    pub async fn write<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection, &mut S) -> Stored<T> + Send + 'static,
    ) -> Stored<T> {
        self.ask(job, true).await
    }

    async fn ask<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection, &mut S) -> Stored<T> + Send + 'static,
        writes: bool,
    ) -> Stored<T> {
        let (answer, outcome) = oneshot::channel();
        self.queue.ask(Asked::new(job, writes, answer))?;
        outcome.await.map_err(|_| StoreError::Gone)?
    }

    /// Stores what must not be lost, before everything else, and tries again until it is on disk. The name
    /// stands in the log if the server ends before that.
    ///
    /// # Errors
    /// Fails as the job does if another attempt would fail as well, or with [`StoreError::Gone`] if the server ends
    /// and it cannot be stored.
    pub async fn keep<T: Send + 'static>(
        &self,
        name: String,
        job: impl FnMut(&Connection, &mut S) -> Stored<T> + Send + 'static,
    ) -> Stored<T> {
        let (answer, outcome) = oneshot::channel();
        self.queue.keep(Kept::new(name, job, answer));
        outcome.await.map_err(|_| StoreError::Gone)?
    }

    /// The reason why nothing can be stored at the moment, if so.
    #[must_use]
    pub fn outage(&self) -> Outage {
        self.queue.outage.borrow().clone()
    }

    /// Says when that changes.
    #[must_use]
    pub fn watch(&self) -> watch::Receiver<Outage> {
        self.queue.outage.subscribe()
    }

    /// A function that ends the writer: no more requests are accepted, and results to be kept get a last few seconds.
    pub fn ending(&self) -> impl FnOnce() + Send + use<S> {
        let queue = Arc::clone(&self.queue);
        move || queue.end()
    }
}

#[cfg(test)]
mod tests;
