//! The threads that searches share: one pool for each thread that searches, which is a
//! member of it itself.
//!
//! A member hands work over without taking memory; from outside a pool every few dozen
//! calls would.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::cell::RefCell;
use std::sync::Arc;

thread_local! {
    /// A thread can be a member of one pool only, and for ever.
    static POOL: RefCell<Option<Arc<ThreadPool>>> = const { RefCell::new(None) };
}

/// The calling thread's pool, with `threads` threads if this is the first call that asks
/// for more than one; a later call gets what is there. `None` for a single thread, or if the
/// system refuses more.
///
/// Its idle threads sleep.
///
/// ```
/// let pool = boardbots_search::pool::of_this_thread(2);
/// assert!(pool.is_none_or(|pool| pool.current_num_threads() == 2));
/// assert!(boardbots_search::pool::of_this_thread(1).is_none());
/// ```
#[must_use]
pub fn of_this_thread(threads: usize) -> Option<Arc<ThreadPool>> {
    if threads < 2 {
        return None;
    }
    POOL.with_borrow_mut(|pool| {
        if pool.is_none() {
            let builder = ThreadPoolBuilder::new().num_threads(threads).use_current_thread();
            *pool = builder.build().ok().map(Arc::new);
            // What a thread needs to take work from another it allocates when it first does
            // so: now, not in the midst of a game.
            if let Some(pool) = pool {
                pool.broadcast(|_| ());
            }
        }
        pool.clone()
    })
}
