//! What an operator needs of a process that runs for months.
//!
//! | file | holds |
//! |---|---|
//! | [`credentials`] | the key to a server, from a file or from systemd |
//! | [`doctor`] | whether a board is fit to run bots as services |
//! | [`signals`] | Ctrl-C and SIGTERM as a flag |
//! | [`span`] | a length of time as options write it |

pub mod credentials;
pub mod doctor;
pub mod signals;
pub mod span;
