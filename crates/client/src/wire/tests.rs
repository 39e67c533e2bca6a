//! Connections, and names looked up.

use super::*;
use std::net::TcpListener;

#[test]
fn connections_ask_whether_the_other_side_lives() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (silence, interval) = (Duration::from_secs(33), Duration::from_secs(11));
    let wire = Wire::new(Interrupt::default(), silence, interval);
    let stream = wire.open(listener.local_addr().unwrap(), Duration::from_secs(5)).unwrap();
    let socket = SockRef::from(&stream);
    assert!(socket.keepalive().unwrap() && stream.nodelay().unwrap());
    assert_eq!((socket.tcp_keepalive_time().unwrap(), socket.tcp_keepalive_interval().unwrap()), (silence, interval));
    assert_eq!(socket.tcp_keepalive_retries().unwrap(), QUESTIONS);
}

#[test]
fn only_waits_in_a_lobby_are_broken_off() {
    let interrupt = Interrupt::new(Arc::new(AtomicBool::new(true)), Pulse::default());
    assert!(interrupt.stopping() && !interrupt.breakable());
    interrupt.set_in_lobby(true);
    assert!(interrupt.breakable());
}

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
    assert!(lock(&addresses.0).looked_up.is_none());
}

#[test]
fn a_failed_look_up_falls_back_to_what_was_known() {
    let addresses = Addresses::default();
    // Names under .invalid never exist.
    assert!(resolve(&addresses, "http://server.invalid/").is_err());
    lock(&addresses.0).addresses = vec!["10.1.2.3:80".parse().unwrap()];
    addresses.doubt();
    assert_eq!(resolve(&addresses, "http://server.invalid/").unwrap(), ["10.1.2.3:80"]);
}
