//! The long-running Vindinium client: one game after another, through everything that
//! networks and servers do.
//!
//! | file | holds |
//! |---|---|
//! | [`session`] | one game after another, and when to stop; many sessions in one process |
//! | `game` | one game, turn by turn, and what to do when an answer is lost |
//! | `exchange` | one request and its answer; whether a server is there |
//! | `answer` | the meaning of an answer; the first answer of a game |
//! | `wire` | TCP connections, name look-ups |
//! | `trust` | encryption and trusted certificates (feature `tls`); without it, stand-ins |
//! | [`server`] | the address of a server |
//! | `limits` | every timeout, size and pause; pauses after failures, and giving up |
//! | `event` | events of a session, results of games, and the errors that end a session early |
//! | [`status`] | the status of a session, or of several; log lines about games |
//!
//! [`table`] plays at tables, and [`desconecta4`] is another client, and a server, of another game.

mod answer;
pub mod desconecta4;
mod event;
mod exchange;
mod game;
mod limits;
pub mod server;
pub mod session;
pub mod status;
pub mod table;
#[cfg(feature = "tls")]
mod trust;
mod wire;

pub use event::{End, Event, SessionError, Summary, Tally};
pub use exchange::{Config, Mode, ProbeError, health, probe};
pub use limits::{Backoff, ClientLimits};
pub use server::{Server, ServerError};
pub use session::Session;
pub use wire::Interrupt;

/// The command that runs this client, also in files that describe instances.
pub const COMMAND: &str = "vindinium";

/// The command that runs many sessions in one process, also in files that describe instances.
pub const SQUAD: &str = "squad";

/// Stand-ins in a build without TLS: no address is `https://`, so nothing is encrypted and no certificate is looked at.
#[cfg(not(feature = "tls"))]
mod trust {
    use boardbots_base::invalid::InputError;
    use std::convert::Infallible;
    use std::path::Path;
    use ureq::Error;
    use ureq::config::ConfigBuilder;
    use ureq::typestate::AgentScope;
    use ureq::unversioned::transport::Connector;

    /// True if this build has encryption.
    pub const BUILT_IN: bool = false;

    /// Authorities that are trusted: there can be none.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Authorities(Infallible);

    impl Authorities {
        /// The certificates of a file, in PEM form.
        ///
        /// # Errors
        /// Always: this build has no use for them.
        pub fn read(file: &Path) -> Result<Self, InputError> {
            Err(InputError::new("certificates are of no use: this boardbots was built without the feature tls")
                .at(file.display()))
        }
    }

    /// The configuration as it is.
    pub const fn secure(config: ConfigBuilder<AgentScope>, _: Option<&Authorities>) -> ConfigBuilder<AgentScope> {
        config
    }

    /// The connector as it is.
    pub fn connector(plain: impl Connector) -> impl Connector {
        plain
    }

    /// A certificate that is not accepted: there can be none.
    pub struct Untrusted {
        /// The fault, for people.
        pub why: String,
        /// True if it would be accepted at another time.
        pub by_clock: bool,
    }

    impl Untrusted {
        /// The certificate because of which a request failed: none.
        pub const fn of(_: &Error) -> Option<Self> {
            None
        }

        /// The error itself.
        pub const fn told(self, _: Option<&Authorities>) -> Self {
            self
        }
    }
}
