//! Ctrl-C and SIGTERM: the first asks, the second insists.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// From now on the first SIGINT or SIGTERM raises the returned flag and does nothing else.
/// A second one, of either kind, ends the process at once, as it would have without this.
///
/// # Errors
/// The system refuses the handlers.
pub fn stop_flag() -> io::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // Handlers run in order of registration: this one looks before the next one raises.
        flag::register_conditional_default(signal, Arc::clone(&stop))?;
        flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}
