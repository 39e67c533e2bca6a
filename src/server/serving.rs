//! A server's life as a process: from its start until a signal ends it.

use crate::output::print;
use crate::{CliError, Exit};
use boardbots_base::pulse::Pulse;
use boardbots_ops::restarts::Restarts;
use boardbots_ops::signals;
use boardbots_server::StartError;
use boardbots_server::retention::Keep;
use boardbots_server::web::{
    HostName, HttpLimits, Listen, Proxies, ServeError, Server, ServerConfig, Share, addresses,
};
use std::io::ErrorKind;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// Pause between two looks at the stop flag.
const WATCHING: Duration = Duration::from_millis(250);
/// The longest wait of a server for stdout to take its first line.
const GREETING: Duration = Duration::from_secs(1);
/// A server that stood so long has started well.
const STOOD: Duration = Duration::from_mins(1);

/// The network options of both servers.
#[derive(Debug, clap::Args)]
pub struct Network {
    /// Address to listen on: IP:PORT, or a port on the loopback address only.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:9000")]
    pub listen: Listen,
    /// Address of the reverse proxy in front of the server, whose forwarding headers are trusted: IP or IP/BITS,
    /// several with commas.
    #[arg(long, value_name = "ADDR")]
    behind_proxy: Option<Proxies>,
    /// Host name by which browsers may open the pages, beside IP addresses, localhost, this machine's name and names
    /// in .local, .lan and .home.arpa; several with commas, or as several options.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    host: Vec<HostName>,
    /// Number of players that share one address, such as a class behind one router: the limits for an address
    /// (games, seats, tables, connections, new names) scale with it.
    #[arg(long, value_name = "N", default_value_t = Share::default())]
    pub players_per_address: Share,
    /// Age after which replays go, and most bytes of each database, such as 30d,2G; all: no limit. Without BYTES it is a
    /// quarter of what is free on its disk, at most 4G. Trainings go first, then the oldest of the owner that stored
    /// most; ratings and statistics stay.
    #[arg(long, value_name = "AGE,BYTES", default_value = "90d")]
    pub keep: Keep,
}

impl Network {
    /// The settings of the server.
    pub fn config(self, pulse: Pulse) -> ServerConfig {
        let proxies = self.behind_proxy.unwrap_or_default();
        let address_connections = self.players_per_address.connections();
        let limits = HttpLimits { address_connections, proxies, ..HttpLimits::default() };
        ServerConfig { listen: self.listen.0, hosts: self.host, limits, pulse }
    }
}

/// Starts a server, prints its address, and ends it once a signal has come. The log tells who can reach it to do
/// `what`, and says `closing` at the end.
///
/// # Errors
/// Fails as `start` does, and with [`Exit::Unexpected`] if stdout or signals do not work.
pub fn until_signalled(
    pulse: &Pulse,
    closing: &str,
    what: &str,
    start: impl FnOnce() -> Result<Server, StartError>,
) -> Result<(), CliError> {
    // Before it listens, so that no signal is missed.
    let stop = signals::stop_flag().map_err(CliError::unexpected)?;
    let mut restarts = Restarts::of_this_service();
    restarts.wait(pulse, &stop);
    let began = Instant::now();
    let server = start().map_err(failure)?;
    addresses::tell(server.addr(), what);
    pulse.ready();
    let home = addresses::home(server.addr());
    greet(format!("http://{home}/\n"))?;
    while !stop.load(Relaxed) {
        thread::sleep(WATCHING);
        if began.elapsed() > STOOD {
            restarts.worked();
        }
    }
    log::info!("{closing}");
    pulse.stopping();
    // As a service it lets its games end, as bots do; a second signal ends it at once.
    while pulse.is_heard() && server.close() > 0 {
        thread::sleep(WATCHING);
    }
    server.stop();
    Ok(())
}

/// Prints where a server is. A stdout that does not take the line, such as a pipe that is full and
/// not read, must not keep the server from its signals: the line then goes on waiting alone.
fn greet(line: String) -> Result<(), CliError> {
    let (tell, told) = mpsc::sync_channel(1);
    let printing = move || drop(tell.send(print(|out| out.write_all(line.as_bytes()))));
    thread::Builder::new().name("greeting".into()).spawn(printing).map_err(CliError::unexpected)?;
    told.recv_timeout(GREETING).unwrap_or_else(|_| {
        log::warn!("stdout does not take the line that says where the server is");
        Ok(())
    })
}

/// The exit code of a server that cannot start, and the option to look at.
pub fn failure(error: StartError) -> CliError {
    let (exit, option) = match &error {
        StartError::Store(_) => (Exit::Store, Some("db")),
        StartError::Option(option, _) => (Exit::Configuration, Some(*option)),
        // May be there in a moment: the network, or the port that another program has.
        StartError::Serve(ServeError::Listen(_, error))
            if matches!(error.kind(), ErrorKind::AddrInUse | ErrorKind::AddrNotAvailable) =>
        {
            (Exit::Network, Some("listen"))
        }
        StartError::Serve(ServeError::Listen(..)) => (Exit::Configuration, Some("listen")),
        StartError::Serve(ServeError::System(..)) => (Exit::Unexpected, None),
    };
    CliError { option, ..CliError::new(exit, error) }
}
