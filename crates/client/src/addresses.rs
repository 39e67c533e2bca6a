//! The addresses of the server, looked up between games only.

use super::wire::Unreached;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use ureq::Error;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// Age at which addresses are looked up again when a game is joined.
const FRESH: Duration = Duration::from_mins(1);
/// Addresses of one name that are tried.
const MOST: usize = 4;

/// Finds the addresses of the one server that a client talks to.
///
/// A look-up takes its time, and some turns would be missed by it. So addresses stay as they
/// are during a game; before a game they are looked up again if they are old or did not
/// work, and when that fails the old ones are tried once more.
#[derive(Clone, Debug, Default)]
pub struct Addresses(Arc<Mutex<Known>>);

#[derive(Debug, Default)]
struct Known {
    addresses: Vec<SocketAddr>,
    looked_up: Option<Instant>,
    doubtful: bool,
}

impl Addresses {
    fn known(&self) -> MutexGuard<'_, Known> {
        // Nothing can be half done in there.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A game is about to be joined: there is time to look again.
    pub fn refresh(&self) {
        let mut known = self.known();
        known.doubtful |= known.looked_up.is_none_or(|at| at.elapsed() >= FRESH);
    }

    /// The next request may look again, whatever the age of what is known.
    pub fn doubt(&self) {
        self.known().doubtful = true;
    }
}

/// The address that a host already is.
fn literal(uri: &Uri) -> Option<SocketAddr> {
    let host = uri.host()?;
    let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    let port = uri.port_u16().unwrap_or(if uri.scheme_str() == Some("https") { 443 } else { 80 });
    Some(SocketAddr::new(host.parse::<IpAddr>().ok()?, port))
}

impl Resolver for Addresses {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, Error> {
        let mut found = self.empty();
        if let Some(address) = literal(uri) {
            found.push(address);
            return Ok(found);
        }
        let mut known = self.known();
        if known.doubtful || known.addresses.is_empty() {
            match DefaultResolver::default().resolve(uri, config, timeout) {
                Ok(addresses) => {
                    known.addresses = addresses.iter().copied().take(MOST).collect();
                    known.looked_up = Some(Instant::now());
                    known.doubtful = false;
                }
                Err(error) if known.addresses.is_empty() => {
                    return Err(Unreached::error(format!("no address of {}: {error}", uri.host().unwrap_or("?"))));
                }
                Err(error) => log::debug!("looking up the server again failed ({error}); its last addresses are tried"),
            }
        }
        for &address in &known.addresses {
            found.push(address);
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(addresses: &Addresses, uri: &str) -> Result<Vec<String>, String> {
        let uri: Uri = uri.parse().unwrap();
        let found = addresses.resolve(&uri, &Config::default(), NextTimeout::default());
        found.map(|found| found.iter().map(ToString::to_string).collect()).map_err(|error| error.to_string())
    }

    #[test]
    fn numbers_need_no_look_up() {
        let addresses = Addresses::default();
        assert_eq!(resolve(&addresses, "http://127.0.0.1:9000/x").unwrap(), ["127.0.0.1:9000"]);
        assert_eq!(resolve(&addresses, "https://[::1]/").unwrap(), ["[::1]:443"]);
        assert!(addresses.known().looked_up.is_none());
    }

    #[test]
    fn a_failed_look_up_falls_back_to_what_was_known() {
        let addresses = Addresses::default();
        // Names under .invalid never exist.
        assert!(resolve(&addresses, "http://server.invalid/").is_err());
        addresses.known().addresses = vec!["10.1.2.3:80".parse().unwrap()];
        addresses.doubt();
        assert_eq!(resolve(&addresses, "http://server.invalid/").unwrap(), ["10.1.2.3:80"]);
    }
}
