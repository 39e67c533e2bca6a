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

pub mod doctor;
pub mod log_queue;
pub mod logging;
pub mod restarts;
pub mod settings;
pub mod share;
pub mod signals;
