//! The threads of commands that compute.

use crate::Failure;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// A pool of this number of threads, or of one for each core.
///
/// # Errors
/// The system has none.
pub fn pool(threads: Option<u8>) -> Result<ThreadPool, Failure> {
    let pool = ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0).into()).build();
    pool.map_err(|error| Failure::unexpected(error).about("threads"))
}
