//! What commands print.

use super::exit::{Exit, Failure};
use std::io::{self, BufWriter, Write};

/// Says what somebody writes on stdout; that nobody reads it any more is not an error.
pub fn say(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::new(Exit::Unexpected, format!("stdout: {error}")))
        }
        _ => Ok(()),
    }
}
