//! Threads, started in one place: each kind of work that the standard library starts a thread for is a kilobyte or
//! two of code of its own; and what passes between them.

use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// Stack of a thread that needs nothing special, as the standard library has it.
pub const STACK: usize = 2 * 1024 * 1024;

/// Starts a thread with this name, and a stack of this many bytes.
///
/// # Errors
/// The system has no thread to give.
#[inline(never)]
pub fn spawn(name: String, stack: usize, work: Box<dyn FnOnce() + Send>) -> io::Result<JoinHandle<()>> {
    Builder::new().name(name).stack_size(stack).spawn(work)
}

/// Locks a mutex whose holders leave nothing half-changed: one that panicked does not keep others out.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One value from another thread, with less code than a channel; clones share it.
pub struct Promise<T>(Arc<(Mutex<Option<T>>, Condvar)>);

impl<T> Default for Promise<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<T> Clone for Promise<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Promise<T> {
    /// Gives the value, if anyone still waits for it.
    pub fn keep(&self, value: T) {
        *lock(&self.0.0) = Some(value);
        self.0.1.notify_all();
    }

    /// Waits for the value, but no longer than this.
    #[must_use]
    pub fn wait(&self, most: Duration) -> Option<T> {
        let waited = self.0.1.wait_timeout_while(lock(&self.0.0), most, |value| value.is_none());
        waited.unwrap_or_else(PoisonError::into_inner).0.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_promise_is_waited_for_and_no_longer_than_asked() {
        let promise = Promise::default();
        assert_eq!(promise.wait(Duration::from_millis(1)), None);
        let kept = promise.clone();
        let thread = spawn("x".into(), 64 * 1024, Box::new(move || kept.keep(7)));
        assert_eq!(promise.wait(Duration::from_mins(1)), Some(7));
        thread.unwrap().join().unwrap();
    }
}
