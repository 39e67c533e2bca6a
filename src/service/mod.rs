//! What an operator needs of a process that runs for months.
//!
//! | file | holds |
//! |---|---|
//! | [`credentials`] | the key to a server, from a file or from systemd |
//! | [`doctor`] | whether a board is fit to run bots as services |
//! | [`log_queue`] | the bounded queue between those who log and stderr |
//! | [`logging`] | log lines for people and for the journal |
//! | [`pulse`] | what systemd is told: ready, alive, and what is done |
//! | [`restarts`] | starts that follow a crash wait longer each time |
//! | [`settings`] | the file that describes an instance |
//! | [`share`] | threads and depth from cores and instances |
//! | [`signals`] | Ctrl-C and SIGTERM as a flag |
//! | [`span`] | a length of time as options write it |
//! | [`whole`] | files that are read and written whole or not at all |

pub mod doctor;
pub mod log_queue;
pub mod logging;
pub mod restarts;
pub mod settings;
pub mod share;
pub mod signals;

pub use boardbots_base::{credentials, pulse, span, whole};
