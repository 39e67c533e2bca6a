//! The address of a server.

use super::trust::{self, Authorities};
use boardbots_base::invalid::InputError;
use std::fmt;
use std::net::Ipv6Addr;
use std::path::Path;
use std::str::FromStr;

/// The address of a server: `http://HOST[:PORT][/PREFIX]`, or `https://`. `Display` writes it in its shortest form,
/// which is read back as the same.
///
/// ```
/// use boardbots_client::Server;
/// let server: Server = "http://Example.org:80/vindinium/".parse().unwrap();
/// assert_eq!(server.to_string(), "http://example.org/vindinium");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    /// True if connections are encrypted.
    pub(crate) secure: bool,
    host: String,
    port: u16,
    prefix: String,
    /// The authorities that are trusted beside the usual ones.
    pub(crate) authorities: Option<Authorities>,
}

impl Server {
    /// The same server, whose certificate may also be of one of the authorities in this file, in PEM form.
    ///
    /// # Errors
    /// The file cannot be read, or holds no certificate that can be used; or this build knows no `https://`.
    pub fn trusting(self, file: &Path) -> Result<Self, InputError> {
        Ok(Self { authorities: Some(Authorities::read(file)?), ..self })
    }
}

/// An error in a text that is to be the address of a server.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ServerError {
    /// It does not begin with `http://` or `https://`.
    #[error("the server's address must begin with http:// or https://, like http://127.0.0.1:9000")]
    Scheme,
    /// It is `https://`, and this program was built without TLS.
    #[error("https:// is not possible: this boardbots was built without the feature tls")]
    NoTls,
    /// The host is missing or has characters that no host has.
    #[error("{0:?} is no host name; write http://HOST or http://HOST:PORT")]
    Host(String),
    /// The port is no number from 1 to 65535.
    #[error("{0:?} is no port; ports are 1 to 65535")]
    Port(String),
    /// There is a user name or a password, a `?` or a `#`, or something else that does not
    /// belong there: the part.
    #[error("{0:?} does not belong into the address of a server")]
    Extra(String),
}

impl FromStr for Server {
    type Err = ServerError;

    fn from_str(text: &str) -> Result<Self, ServerError> {
        let (scheme, rest) = text.split_once("://").ok_or(ServerError::Scheme)?;
        let secure = match scheme.to_ascii_lowercase().as_str() {
            "http" => false,
            "https" if trust::BUILT_IN => true,
            "https" => return Err(ServerError::NoTls),
            _ => return Err(ServerError::Scheme),
        };
        let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
        if authority.contains('@') {
            // What stands before the @ may be a password and is not repeated.
            return Err(ServerError::Extra("user@".into()));
        }
        let (host, port) = split_port(authority)?;
        let port = match port {
            None => default_port(secure),
            Some(digits) if digits.bytes().all(|b| b.is_ascii_digit()) => {
                digits.parse().ok().filter(|&port| port > 0).ok_or_else(|| ServerError::Port(digits.into()))?
            }
            Some(other) => return Err(ServerError::Port(other.into())),
        };
        let allowed = |c: char| c.is_ascii_alphanumeric() || "/-._~%".contains(c);
        if !path.chars().all(allowed) || path.split('/').any(|step| step == "." || step == "..") {
            return Err(ServerError::Extra(path.into()));
        }
        let host = host.to_ascii_lowercase();
        let prefix = path.trim_end_matches('/').into();
        Ok(Self { secure, host, port, prefix, authorities: None })
    }
}

/// Host, in brackets if it is an IPv6 address, and what follows its colon.
fn split_port(authority: &str) -> Result<(&str, Option<&str>), ServerError> {
    let wrong = || ServerError::Host(authority.into());
    if authority.starts_with('[') {
        let end = authority.find(']').ok_or_else(wrong)?;
        let (host, rest) = authority.split_at(end + 1);
        host[1..end].parse::<Ipv6Addr>().map_err(|_| wrong())?;
        return match rest.strip_prefix(':') {
            Some(port) => Ok((host, Some(port))),
            None if rest.is_empty() => Ok((host, None)),
            None => Err(wrong()),
        };
    }
    let (host, port) = authority.split_once(':').map_or((authority, None), |(host, port)| (host, Some(port)));
    let named = !host.is_empty() && host.len() <= 253 && !host.starts_with(['.', '-']);
    let allowed = |b: u8| b.is_ascii_alphanumeric() || b"-._".contains(&b);
    if named && host.bytes().all(allowed) { Ok((host, port)) } else { Err(wrong()) }
}

const fn default_port(secure: bool) -> u16 {
    if secure { 443 } else { 80 }
}

impl fmt::Display for Server {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}://{}", if self.secure { "https" } else { "http" }, self.host)?;
        if self.port != default_port(self.secure) {
            write!(out, ":{}", self.port)?;
        }
        out.write_str(&self.prefix)
    }
}

impl Server {
    /// The host, without brackets even if it is an IPv6 address, and the port.
    #[must_use]
    pub fn place(&self) -> (&str, u16) {
        (self.host.trim_start_matches('[').trim_end_matches(']'), self.port)
    }

    /// The full address of a path on this server; `path` begins with a slash.
    #[must_use]
    pub fn at(&self, path: &str) -> String {
        format!("{self}{path}")
    }

    /// The address for moves that an answer names, on *this* server: only the path of it is
    /// used, from `/api/` on. Servers build addresses from the `Host` header, always with
    /// `http:`, which is wrong behind a proxy; and an answer must not send the key elsewhere.
    ///
    /// `None` if it has no such path.
    #[must_use]
    pub fn play_address(&self, named: &str) -> Option<String> {
        let path = &named[named.find("/api/")?..];
        let plain = path.len() <= 200 && path.bytes().all(|b| b.is_ascii_alphanumeric() || b"/-._~%".contains(&b));
        (plain && !path.contains("..")).then(|| self.at(path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Result<String, ServerError> {
        text.parse::<Server>().map(|server| server.to_string())
    }

    #[test]
    fn addresses_and_their_shortest_form() {
        for (text, due) in [
            ("http://127.0.0.1:9000", "http://127.0.0.1:9000"),
            ("http://vindinium.org", "http://vindinium.org"),
            ("HTTP://Vindinium.ORG:80/", "http://vindinium.org"),
            ("http://[::1]:8080/a/b//", "http://[::1]:8080/a/b"),
            ("http://[::1]", "http://[::1]"),
            ("http://my_host-1.local:443", "http://my_host-1.local:443"),
        ] {
            assert_eq!(shown(text).as_deref(), Ok(due), "{text}");
            assert_eq!(shown(due).as_deref(), Ok(due), "{due}");
        }
    }

    #[test]
    fn random_addresses_are_read_back() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..1000 {
            let host: String = (0..rng.usize(1..20)).map(|_| rng.lowercase()).collect();
            let prefix = ["", "/x", "/a/b-c"][rng.usize(0..3)];
            let text = format!("http://{host}:{}{prefix}", rng.u16(1..));
            let server: Server = text.parse().unwrap();
            assert_eq!(server.to_string().parse::<Server>().as_ref(), Ok(&server), "{text}");
        }
    }

    #[test]
    fn what_is_no_address() {
        for text in ["", "vindinium.org", "127.0.0.1:9000", "ftp://x", "://x", "httpx://h"] {
            assert_eq!(shown(text), Err(ServerError::Scheme), "{text}");
        }
        for text in
            ["http://", "http:///api", "http://a b", "http://ex$ample", "http://[::1", "http://[zz]", "http://:80"]
        {
            assert!(matches!(shown(text), Err(ServerError::Host(_))), "{text}");
        }
        for text in ["http://h:", "http://h:0", "http://h:65536", "http://h:+1", "http://h:x", "http://[::1]:"] {
            assert!(matches!(shown(text), Err(ServerError::Port(_))), "{text}");
        }
        for text in ["http://h/?key=1", "http://h#a", "http://u:p@h", "http://h/a b", "http://h/../x"] {
            assert!(matches!(shown(text), Err(ServerError::Extra(_))), "{text}");
        }
        let error = shown("http://me:pass@h").unwrap_err().to_string();
        assert!(!error.contains("pass"), "{error}");
    }

    #[test]
    fn https_needs_the_feature() {
        if trust::BUILT_IN {
            assert_eq!(shown("https://h:443/x").as_deref(), Ok("https://h/x"));
        } else {
            assert_eq!(shown("https://h"), Err(ServerError::NoTls));
        }
    }

    #[test]
    fn moves_go_to_the_server_that_was_named() {
        let server: Server = "http://127.0.0.1:81/v".parse().unwrap();
        let play = |named| server.play_address(named);
        let due = Some("http://127.0.0.1:81/v/api/abcd/t0k/play".to_string());
        assert_eq!(play("http://evil.example/api/abcd/t0k/play"), due);
        assert_eq!(play("/api/abcd/t0k/play"), due);
        assert_eq!(play("http://evil.example/"), None);
        assert_eq!(play("/api/a b"), None);
        assert_eq!(play("/api/../x"), None);
    }
}
