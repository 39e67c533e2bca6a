//! The threads of searches: each thread that searches has a pool of its own, of which it is a member.
//!
//! A member hands work to the pool without allocating. A thread outside a pool allocates every few dozen calls.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::cell::RefCell;
use std::sync::Arc;

thread_local! {
    /// A thread can be a member of one pool only, and for ever.
    static POOL: RefCell<Option<Arc<ThreadPool>>> = const { RefCell::new(None) };
}

/// The calling thread's pool; `None` for a single thread, or if the system refuses to start more.
///
/// The first call that asks for more than one thread makes the pool, with `threads` threads. Later calls get the same
/// pool, whatever they ask for. Idle threads sleep.
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
