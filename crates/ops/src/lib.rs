//! Tools for the operator of a process that runs for months.
//!
//! | file | holds |
//! |---|---|
//! | [`doctor`] | whether a board is fit to run bots as services |
//! | [`log_queue`] | the bounded queue between those who log and stderr |
//! | [`logging`] | log lines for people and for the journal |
//! | [`restarts`] | starts that follow a crash wait longer each time |
//! | [`settings`] | the file that describes an instance |
//! | [`share`] | threads and depth from cores and instances |
//! | [`signals`] | Ctrl-C and SIGTERM as a flag |
//! | [`unit`] | a unit of systemd: its state, and its start until it is READY |

pub mod doctor;
pub mod log_queue;
pub mod logging;
pub mod restarts;
pub mod settings;
pub mod share;
pub mod unit;

/// Ctrl-C and SIGTERM: the first asks, the second insists.
pub mod signals {
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
}
