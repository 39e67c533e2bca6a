//! Addresses to listen on and host names, as options name them, and the addresses at which a server can be reached, as
//! its log says them.

use super::qr;
use boardbots_base::invalid::InputError;
use std::collections::BTreeSet;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::str::FromStr;
use std::{fmt, fs};

/// An address to listen on: `IP:PORT`, `localhost:PORT`, or a port of this machine alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listen(pub SocketAddr);

impl fmt::Display for Listen {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl FromStr for Listen {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let port = text.strip_prefix("localhost:").unwrap_or(text).parse::<u16>();
        let addr = port.map_or_else(|_| text.parse(), |port| Ok(SocketAddr::new(Ipv4Addr::LOCALHOST.into(), port)));
        addr.map(Self).map_err(|_| {
            InputError::new(format_args!(
                "{text:?} is no address to listen on; write IP:PORT or PORT, such as 127.0.0.1:9000"
            ))
        })
    }
}

/// A host name by which a server is asked, in small letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostName(pub(super) String);

impl FromStr for HostName {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let name = text.trim().trim_end_matches('.').to_ascii_lowercase();
        let is_letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        if name.is_empty() || !name.chars().all(is_letter) {
            let shape = "write one such as games.example.org, without scheme, port and path";
            return Err(InputError::new(format_args!("{text:?} is no host name; {shape}")));
        }
        Ok(Self(name))
    }
}

/// The file in which the system lists its routes, those to itself among them.
const ROUTES: &str = "/proc/self/net/fib_trie";
/// The file in which it lists its addresses of version 6.
const ADDRESSES: &str = "/proc/self/net/if_inet6";
/// The files with the machine's name; services that see no more of the system than their processes have the second
/// only.
const NAMES: [&str; 2] = ["/proc/sys/kernel/hostname", "/etc/hostname"];

/// Says in the log who can reach a server that listens here, and by which addresses. `what` is
/// done there, such as "play".
pub fn tell(addr: SocketAddr, what: &str) {
    if addr.ip().is_loopback() {
        let port = addr.port();
        log::info!(
            "http://{addr}/ can be reached from this machine only; --listen 0.0.0.0:{port} opens it to the network"
        );
        return;
    }
    log::warn!("everyone who can reach {addr} can {what}; the connection is not encrypted");
    log::info!("{}", line(addr, &addresses(addr.ip()), name().as_deref()));
    let link = format!("http://{}/", home(addr));
    if let Some(code) = qr::lines(&link) {
        // Phones in the room take the link from the screen.
        log::info!("{link}\n{code}");
    }
}

/// The address to open on this machine for a server that listens here: the one that others can
/// open as well, if the machine has one, since what is passed on begins with it.
#[must_use]
pub fn home(addr: SocketAddr) -> SocketAddr {
    if !addr.ip().is_unspecified() {
        return addr;
    }
    let found = outward().filter(|ip| !ip.is_unspecified()).or_else(|| addresses(addr.ip()).first().copied());
    SocketAddr::new(found.unwrap_or(Ipv4Addr::LOCALHOST.into()), addr.port())
}

/// Under which addresses a server is found that listens here, on a machine with these addresses
/// and this name.
fn line(addr: SocketAddr, found: &BTreeSet<IpAddr>, name: Option<&str>) -> String {
    let port = addr.port();
    let urls: Vec<String> = found.iter().map(|ip| format!("http://{}/", SocketAddr::new(*ip, port))).collect();
    let reached = if urls.is_empty() {
        "this machine has no address in a network yet".to_owned()
    } else {
        format!("others reach it at {}", urls.join(" or "))
    };
    let Some(name) = name.filter(|_| addr.ip().is_unspecified()) else { return reached };
    // A name without a domain is told around in the network as one of .local.
    let local = if name.contains('.') { String::new() } else { format!(" or http://{name}.local:{port}/") };
    format!("{reached}; where the network knows this machine by name, at http://{name}:{port}/{local}")
}

/// The addresses by which a server on `ip` is reached from the network: that one, or, if it is
/// that of all, each that this machine has.
fn addresses(ip: IpAddr) -> BTreeSet<IpAddr> {
    if !ip.is_unspecified() {
        return BTreeSet::from([ip]);
    }
    let mut found: BTreeSet<IpAddr> = match fs::read_to_string(ROUTES) {
        Ok(routes) => version_4(&routes).map(IpAddr::V4).collect(),
        // Another system: the one address by which other networks are reached.
        Err(_) => outward().into_iter().collect(),
    };
    if ip.is_ipv6() {
        found.extend(version_6(&fs::read_to_string(ADDRESSES).unwrap_or_default()).map(IpAddr::V6));
    }
    found
}

/// This machine's own addresses in a table of routes: a leaf `|-- ADDRESS`, and below it
/// `/32 host LOCAL`.
fn version_4(routes: &str) -> impl Iterator<Item = Ipv4Addr> {
    let mut leaf = None;
    routes.lines().filter_map(move |line| {
        let line = line.trim();
        if let Some(address) = line.strip_prefix("|-- ") {
            leaf = address.parse::<Ipv4Addr>().ok();
            return None;
        }
        leaf.filter(|ip| line == "/32 host LOCAL" && !ip.is_loopback() && !ip.is_link_local())
    })
}

/// The lasting global addresses in a list of `ADDRESS INTERFACE PREFIX SCOPE FLAGS NAME`, numbers
/// in base 16. Browsers take none that holds on one link only, and temporary ones change.
fn version_6(list: &str) -> impl Iterator<Item = Ipv6Addr> {
    const GLOBAL: &str = "00";
    const TEMPORARY: u32 = 0x01;
    list.lines().filter_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let &[address, _, _, GLOBAL, flags, _] = &words[..] else { return None };
        let flags = u32::from_str_radix(flags, 16).ok()?;
        let address = u128::from_str_radix(address, 16).ok()?;
        (flags & TEMPORARY == 0).then(|| Ipv6Addr::from(address))
    })
}

/// This machine's name, if it has one of its own.
pub(super) fn name() -> Option<String> {
    let read = NAMES.iter().find_map(|file| fs::read_to_string(file).ok())?;
    let name = read.trim();
    (!name.is_empty() && name != "localhost" && name != "(none)").then(|| name.to_owned())
}

/// This machine's address towards other networks, if it has one. Nothing is sent.
fn outward() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    // An address for documentation: the route is looked up, and no more.
    socket.connect("192.0.2.1:9").ok()?;
    Some(socket.local_addr().ok()?.ip())
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

    /// As a board with a cable, a wireless network and a bridge shows it, shortened.
    const BOARD: &str = "\
Main:
  +-- 0.0.0.0/0 3 0 4
 |-- 0.0.0.0
    /0 universe UNICAST
 +-- 127.0.0.0/8 2 0 2
       |-- 127.0.0.1
          /32 host LOCAL
Local:
       |-- 10.1.2.0
          /24 link UNICAST
       |-- 10.1.2.3
          /32 host LOCAL
    |-- 10.1.2.255
       /32 link BROADCAST
       |-- 169.254.7.7
          /32 host LOCAL
       |-- 172.17.0.1
          /32 host LOCAL
       |-- 192.168.1.20
          /24 link UNICAST
          /32 host LOCAL
       |-- 192.168.1.20
          /32 host LOCAL
";

    const BOARD_6: &str = "\
00000000000000000000000000000001 01 80 10 80       lo
20010db8000000000000000000000007 02 40 00 80     eth0
20010db8000000001234000000000007 02 40 00 01     eth0
fe80000000000000dea632fffe000001 02 40 20 80     eth0
";

    #[test]
    fn every_address_of_the_machine_is_found() {
        let found: BTreeSet<String> = version_4(BOARD).map(|ip| ip.to_string()).collect();
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["10.1.2.3", "172.17.0.1", "192.168.1.20"]);
        let found: Vec<String> = version_6(BOARD_6).map(|ip| ip.to_string()).collect();
        assert_eq!(found, ["2001:db8::7"]);
        assert_eq!(version_4("nonsense\n|-- x\n/32 host LOCAL").count() + version_6("a b\n1 2 3 00 zz lo").count(), 0);
    }

    #[test]
    fn what_listens_on_one_address_is_found_there_only() {
        let addr: SocketAddr = "192.0.2.7:80".parse().unwrap();
        let line = line(addr, &addresses(addr.ip()), Some("pi"));
        assert_eq!(line, "others reach it at http://192.0.2.7:80/");
    }

    #[test]
    fn addresses_and_names_are_links_to_click() {
        let found: BTreeSet<IpAddr> = ["2001:db8::7", "10.1.2.3"].map(|ip| ip.parse().unwrap()).into();
        let told = line("[::]:9000".parse().unwrap(), &found, Some("pi"));
        assert!(told.starts_with("others reach it at http://10.1.2.3:9000/ or http://[2001:db8::7]:9000/; "), "{told}");
        assert!(told.ends_with(" at http://pi:9000/ or http://pi.local:9000/"), "{told}");
        let told = line("0.0.0.0:9000".parse().unwrap(), &BTreeSet::new(), Some("pi.example.org"));
        assert!(told.contains("no address") && told.ends_with("at http://pi.example.org:9000/"), "{told}");
    }

    #[test]
    fn this_machine_is_reached_at_what_is_found_out_about_it() {
        // A server on all addresses answers at each of them.
        let listener = std::net::TcpListener::bind("0.0.0.0:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        for ip in addresses(Ipv4Addr::UNSPECIFIED.into()) {
            std::net::TcpStream::connect((ip, port)).unwrap_or_else(|error| panic!("{ip}: {error}"));
        }
        std::net::TcpStream::connect(home(([0, 0, 0, 0], port).into())).unwrap();
        assert_eq!(home(([127, 0, 0, 1], port).into()), ([127, 0, 0, 1], port).into());
    }
}
