//! Trusted proxies, and the client's address that they forward.
//!
//! Behind a reverse proxy every connection comes from the proxy, which tells in a header from where it got the request:
//! `X-Forwarded-For`, or `Forwarded` (RFC 7239) where there is no such header. Every client can send these, so only
//! those of the proxies that were named are read, from the right: the first address that is no proxy's is the client's,
//! and all to the left of it is what the client said.

use axum::http::{HeaderMap, HeaderName, header};
use boardbots_base::invalid::InputError;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

/// The header that proxies send; its name stands in no RFC.
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The proxies whose word is taken: nobody's, unless some are named. They are written as addresses or
/// networks with commas between: `127.0.0.1,10.0.0.0/8`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proxies(Vec<Network>);

/// Addresses that begin with the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Network {
    addr: IpAddr,
    bits: u8,
}

impl Proxies {
    /// The client whose request has come from this address with these headers. If the proxy does not
    /// say it, or not so that it can be read, that is the proxy itself.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer.to_canonical();
        if !self.holds(client) {
            return client;
        }
        let own = headers.contains_key(FORWARDED_FOR);
        let name = if own { FORWARDED_FOR } else { header::FORWARDED };
        for line in headers.get_all(name).iter().rev() {
            let Ok(line) = line.to_str() else { return client };
            let hops = if own { line.split(',').map(Some).collect() } else { forwarded(line) };
            for hop in hops.into_iter().rev() {
                let Some(addr) = hop.and_then(address) else { return client };
                client = addr;
                if !self.holds(client) {
                    return client;
                }
            }
        }
        client
    }

    /// True if this address is that of a proxy.
    #[must_use]
    pub fn holds(&self, addr: IpAddr) -> bool {
        self.0.iter().any(|network| network.holds(addr))
    }
}

/// True if the headers say, by any of the names in use, that a proxy forwards the request, whoever sent them.
pub fn is_forwarded(headers: &HeaderMap) -> bool {
    headers.keys().any(|name| {
        matches!(name.as_str(), "forwarded" | "via" | "x-real-ip") || name.as_str().starts_with("x-forwarded")
    })
}

impl Network {
    fn holds(self, addr: IpAddr) -> bool {
        let same = match (self.addr, addr) {
            (IpAddr::V4(one), IpAddr::V4(other)) => (one.to_bits() ^ other.to_bits()).leading_zeros(),
            (IpAddr::V6(one), IpAddr::V6(other)) => (one.to_bits() ^ other.to_bits()).leading_zeros(),
            _ => return false,
        };
        same >= u32::from(self.bits)
    }
}

impl fmt::Display for Network {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.bits == whole(self.addr) { self.addr.fmt(out) } else { write!(out, "{}/{}", self.addr, self.bits) }
    }
}

impl fmt::Display for Proxies {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let networks: Vec<String> = self.0.iter().map(Network::to_string).collect();
        out.write_str(&networks.join(","))
    }
}

impl FromStr for Proxies {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let network = |part: &str| {
            let (addr, bits) = part.split_once('/').map_or((part, None), |(addr, bits)| (addr, Some(bits)));
            let addr: IpAddr = addr.parse().ok()?;
            // An IPv4 network has no bits that count from the beginning of an IPv6 address.
            let addr = if bits.is_none() { addr.to_canonical() } else { addr };
            let bits = bits.map_or(Some(whole(addr)), |bits| bits.parse().ok())?;
            (bits <= whole(addr)).then_some(Network { addr, bits })
        };
        text.split(',').map(|part| network(part.trim())).collect::<Option<_>>().map(Self).ok_or_else(|| {
            InputError::new(format_args!("{text:?} is no address of a proxy; write IP or IP/BITS, such as 127.0.0.1"))
        })
    }
}

/// The bits of an address.
fn whole(addr: IpAddr) -> u8 {
    if addr.is_ipv4() { 32 } else { 128 }
}

/// An address as headers have it: maybe in brackets, maybe with a port.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let addr = bare.parse().ok().or_else(|| text.parse().ok().map(|addr: SocketAddr| addr.ip()));
    addr.map(|addr| addr.to_canonical())
}

/// The `for` of each hop in a line of `Forwarded`; nothing for one that has none.
fn forwarded(line: &str) -> Vec<Option<&str>> {
    split(line, ',').into_iter().map(|hop| split(hop, ';').into_iter().find_map(client_of)).collect()
}

/// The value of a pair whose key is `for`, without quotes.
fn client_of(pair: &str) -> Option<&str> {
    let (key, value) = pair.split_once('=')?;
    let value = value.trim();
    let bare = value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value);
    key.trim().eq_ignore_ascii_case("for").then_some(bare)
}

/// The parts of a text between these marks that are in no quotes. Addresses have no characters that
/// are quoted by a backslash.
fn split(text: &str, mark: char) -> Vec<&str> {
    let mut quoted = false;
    let parts = text.split(|c: char| {
        quoted ^= c == '"';
        !quoted && c == mark
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(proxies: &str, peer: &str, lines: &[(&str, &str)]) -> String {
        let mut headers = HeaderMap::new();
        for &(name, value) in lines {
            let value = axum::http::HeaderValue::from_bytes(value.as_bytes()).unwrap();
            headers.append(HeaderName::from_bytes(name.as_bytes()).unwrap(), value);
        }
        let proxies = if proxies.is_empty() { Proxies::default() } else { proxies.parse().unwrap() };
        proxies.client(peer.parse().unwrap(), &headers).to_string()
    }

    #[test]
    fn only_proxies_are_believed() {
        let said = [("X-Forwarded-For", "192.0.2.1"), ("Forwarded", "for=192.0.2.2")];
        assert_eq!(client("", "127.0.0.1", &said), "127.0.0.1");
        assert_eq!(client("127.0.0.1", "127.0.0.2", &said), "127.0.0.2");
        assert_eq!(client("127.0.0.1", "127.0.0.1", &said), "192.0.2.1");
        assert_eq!(client("127.0.0.1", "::ffff:127.0.0.1", &said), "192.0.2.1");
        assert_eq!(client("10.0.0.0/8,::1", "10.9.8.7", &said), "192.0.2.1");
        assert_eq!(client("10.0.0.0/8,::1", "11.9.8.7", &said), "11.9.8.7");
        assert_eq!(client("10.0.0.0/8,::1", "::1", &said[1..]), "192.0.2.2");
        assert_eq!(client("2001:db8::/32", "2001:db8:1::1", &said), "192.0.2.1");
    }

    #[test]
    fn the_last_address_that_is_no_proxy_counts() {
        let of = |value: &str| client("127.0.0.1,10.0.0.0/8", "127.0.0.1", &[("x-forwarded-for", value)]);
        for (value, expected) in [
            ("203.0.113.9, 192.0.2.1", "192.0.2.1"),
            ("203.0.113.9, 192.0.2.1, 10.0.0.1,10.1.1.1", "192.0.2.1"),
            ("192.0.2.1:4711", "192.0.2.1"),
            ("2001:db8::1", "2001:db8::1"),
            ("[2001:db8::1]", "2001:db8::1"),
            ("[2001:db8::1]:80", "2001:db8::1"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            // All are proxies: the first of them asks.
            ("10.0.0.2, 10.0.0.1", "10.0.0.2"),
            // What cannot be read counts as the sender's own address.
            ("", "127.0.0.1"),
            ("192.0.2.1, nonsense", "127.0.0.1"),
            ("192.0.2.1,", "127.0.0.1"),
            ("nonsense, 10.0.0.1", "10.0.0.1"),
            ("unknown", "127.0.0.1"),
            ("192.0.2.1.5", "127.0.0.1"),
            ("fe80::1%eth0", "127.0.0.1"),
            ("\u{e9}", "127.0.0.1"),
        ] {
            assert_eq!(of(value), expected, "{value:?}");
        }
        let lines = [("X-Forwarded-For", "203.0.113.9"), ("X-Forwarded-For", "192.0.2.1, 10.0.0.1")];
        assert_eq!(client("127.0.0.1,10.0.0.0/8", "127.0.0.1", &lines), "192.0.2.1");
        assert_eq!(client("127.0.0.1", "127.0.0.1", &[]), "127.0.0.1");
    }

    #[test]
    fn the_standard_header_is_read_too() {
        let of = |value: &str| client("127.0.0.1", "127.0.0.1", &[("forwarded", value)]);
        for (value, expected) in [
            ("for=192.0.2.1", "192.0.2.1"),
            ("by=203.0.113.43; For=192.0.2.1;proto=http", "192.0.2.1"),
            ("for=203.0.113.9, for=192.0.2.1", "192.0.2.1"),
            ("for=\"[2001:db8::1]:4711\"", "2001:db8::1"),
            ("for=203.0.113.9;host=\"a,b;for=1.2.3.4\"", "203.0.113.9"),
            ("for=192.0.2.1, for=127.0.0.1", "192.0.2.1"),
            ("for=192.0.2.1, proto=https", "127.0.0.1"),
            ("for=_hidden", "127.0.0.1"),
            ("for=\"192.0.2.1", "127.0.0.1"),
            ("for", "127.0.0.1"),
        ] {
            assert_eq!(of(value), expected, "{value:?}");
        }
    }

    #[test]
    fn what_comes_through_a_proxy_is_known_by_its_headers() {
        for (name, due) in [
            ("Forwarded", true),
            ("X-Forwarded-For", true),
            ("X-Forwarded-Proto", true),
            ("X-Real-IP", true),
            ("Via", true),
            ("Host", false),
            ("Authorization", false),
        ] {
            let name = HeaderName::from_bytes(name.as_bytes()).unwrap();
            let headers = HeaderMap::from_iter([(name, "".parse().unwrap())]);
            assert_eq!(is_forwarded(&headers), due, "{headers:?}");
        }
    }

    #[test]
    fn proxies_are_addresses_and_networks() {
        for (text, shown) in [
            ("127.0.0.1", "127.0.0.1"),
            ("127.0.0.1, ::1", "127.0.0.1,::1"),
            ("10.0.0.0/8", "10.0.0.0/8"),
            ("10.0.0.1/32", "10.0.0.1"),
            ("::ffff:10.0.0.1", "10.0.0.1"),
            ("0.0.0.0/0", "0.0.0.0/0"),
            ("2001:db8::/32", "2001:db8::/32"),
        ] {
            let proxies: Proxies = text.parse().unwrap();
            assert_eq!((proxies.to_string().as_str(), shown.parse()), (shown, Ok(proxies)));
        }
        for text in
            ["", "localhost", "127.0.0.1,", "127.0.0.1:80", "10.0.0.0/33", "10.0.0.0/x", "::/129", "10.0.0.0/-1"]
        {
            assert!(text.parse::<Proxies>().is_err_and(|error| error.to_string().contains("IP/BITS")), "{text}");
        }
    }
}
