//! Stand-ins for `trust` in a build without TLS: no address is `https://`, so nothing is encrypted and no certificate
//! is looked at.

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
