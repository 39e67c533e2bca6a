//! Addresses to listen on and host names, as options name them.

use boardbots_base::invalid::Invalid;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::str::FromStr;

/// An address to listen on: `IP:PORT`, `localhost:PORT`, or a port of this machine alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listen(pub SocketAddr);

impl fmt::Display for Listen {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl FromStr for Listen {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let port = text.strip_prefix("localhost:").unwrap_or(text).parse::<u16>();
        let addr = match port {
            Ok(port) => Ok(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port)),
            Err(_) => text.parse(),
        };
        addr.map(Self).map_err(|_| {
            Invalid::new(format_args!(
                "{text:?} is no address to listen on; write IP:PORT or PORT, such as 127.0.0.1:9000"
            ))
        })
    }
}

/// A host name by which a server is asked, in small letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostName(pub(super) String);

impl FromStr for HostName {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let name = text.trim().trim_end_matches('.').to_ascii_lowercase();
        let is_letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        if name.is_empty() || !name.chars().all(is_letter) {
            let shape = "write one such as games.example.org, without scheme, port and path";
            return Err(Invalid::new(format_args!("{text:?} is no host name; {shape}")));
        }
        Ok(Self(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn host_names_are_names_alone() {
        for (text, meant) in
            [("Games.Example.ORG", "games.example.org"), (" pi. ", "pi"), ("xn--e1afmkfd", "xn--e1afmkfd")]
        {
            assert_eq!(text.parse::<HostName>().unwrap().0, meant);
        }
        for text in ["", ".", "http://pi", "pi:9000", "pi/", "*.example", "\u{44f}.example", "a b"] {
            assert!(text.parse::<HostName>().is_err_and(|error| error.to_string().contains("without")), "{text}");
        }
    }

    #[test]
    fn addresses_can_be_a_port() {
        for (text, meant) in
            [("9001", "127.0.0.1:9001"), ("localhost:80", "127.0.0.1:80"), ("[::]:1", "[::]:1"), ("0", "127.0.0.1:0")]
        {
            assert_eq!(text.parse::<Listen>().unwrap().to_string(), meant);
        }
        for text in ["", "nowhere", "1.2.3.4", "70000", ":9000"] {
            assert!(text.parse::<Listen>().is_err(), "{text}");
        }
    }
}
