//! What an operator needs of a process that runs for months.
//!
//! | file | holds |
//! |---|---|
//! | [`credentials`] | the key to a server, from a file or from systemd |
//! | [`signals`] | Ctrl-C and SIGTERM as a flag |
//! | [`span`] | a length of time as options write it |

pub mod credentials;
pub mod signals;
pub mod span;
