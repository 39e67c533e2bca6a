//! A server's life as a process: from its start until a signal ends it.

use crate::cli::say::say;
use crate::cli::{Exit, Failure};
use crate::service::pulse::Pulse;
use crate::service::restarts::Restarts;
use crate::service::signals;
use crate::web::{ServeError, reach};
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// Pause between two looks at the stop flag.
const WATCHING: Duration = Duration::from_millis(250);
/// How long a server waits for stdout to take its first line.
const GREETING: Duration = Duration::from_secs(1);
/// A server that stood so long has started well.
const STOOD: Duration = Duration::from_mins(1);

/// Starts a server, prints where it is, and returns it once a signal has come. `addr` tells where
/// it listens.
///
/// # Errors
/// Those of `start`; [`Exit::Unexpected`] where stdout or signals cannot be had.
pub fn until_signalled<S>(
    pulse: &Pulse,
    start: impl FnOnce() -> Result<S, Failure>,
    addr: impl FnOnce(&S) -> SocketAddr,
) -> Result<S, Failure> {
    // Before it listens, so that no signal is missed.
    let stop = signals::stop_flag().map_err(|error| Failure::new(Exit::Unexpected, error))?;
    let mut restarts = Restarts::of_this_service();
    restarts.wait(pulse, &stop);
    let began = Instant::now();
    let server = start()?;
    pulse.ready();
    let home = reach::home(addr(&server));
    greet(format!("http://{home}/\n"))?;
    while !stop.load(Relaxed) {
        thread::sleep(WATCHING);
        if began.elapsed() > STOOD {
            restarts.worked();
        }
    }
    Ok(server)
}

/// Prints where a server is. A stdout that does not take the line, such as a pipe that is full and
/// not read, must not keep the server from its signals: the line then goes on waiting alone.
fn greet(line: String) -> Result<(), Failure> {
    let (tell, told) = mpsc::sync_channel(1);
    let printing = move || drop(tell.send(say(|out| out.write_all(line.as_bytes()))));
    thread::Builder::new().name("greeting".into()).spawn(printing).map_err(|e| Failure::new(Exit::Unexpected, e))?;
    told.recv_timeout(GREETING).unwrap_or_else(|_| {
        log::warn!("stdout does not take the line that says where the server is");
        Ok(())
    })
}

/// With what a server ends that cannot begin, and the option to look at.
pub fn exit_of(error: &ServeError) -> (Exit, Option<&'static str>) {
    match error {
        // May be there in a moment: the network, or the port that another program has.
        ServeError::Listen(_, error) if matches!(error.kind(), ErrorKind::AddrInUse | ErrorKind::AddrNotAvailable) => {
            (Exit::Network, Some("listen"))
        }
        ServeError::Listen(..) => (Exit::Configuration, Some("listen")),
        ServeError::System(..) => (Exit::Unexpected, None),
    }
}
