//! A server behind a proxy: clients count by the address that the proxy tells, and by nobody else's
//! word.

use super::flood::flood;
use super::hold;
use crate::client::Client;
use crate::crowd::{Crowd, Manner, Mix};
use crate::ground::{Arm, FINISH, Front, Ground};
use crate::link::Link;
use crate::request::{random_text, with_header};
use crate::row::Row;
use crate::server::Server;
use crate::stop::Stop;
use serde_json::json;
use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// The attack's name.
pub const NAME: &str = "proxy";
/// The proxy's own address.
const PROXY: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 200));
/// Most connections that it forwards at once.
const MOST: usize = 400;
/// Most seats that one address may get in an attack.
const SEATS: u64 = 100;

/// A proxy that tells where requests come from; it ends with the stop.
fn start(to: SocketAddr, stop: Stop) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind((PROXY, 0))?;
    let addr = listener.local_addr()?;
    listener.set_nonblocking(true)?;
    thread::spawn(move || {
        static OPEN: AtomicUsize = AtomicUsize::new(0);
        while !stop.is_over() {
            let Ok((client, peer)) = listener.accept() else {
                thread::sleep(Duration::from_millis(1));
                continue;
            };
            if OPEN.load(Ordering::Relaxed) >= MOST {
                continue;
            }
            OPEN.fetch_add(1, Ordering::Relaxed);
            thread::spawn(move || {
                let _ = forward(client, peer.ip(), to);
                OPEN.fetch_sub(1, Ordering::Relaxed);
            });
        }
    });
    Ok(addr)
}

/// Forwards a connection: requests with a header more, answers as they are.
fn forward(mut client: TcpStream, peer: IpAddr, to: SocketAddr) -> io::Result<()> {
    client.set_nonblocking(false)?;
    client.set_nodelay(true)?;
    let mut server = Link { to, from: PROXY }.connect()?;
    client.set_read_timeout(Some(Duration::from_secs(30)))?;
    let (mut answers, mut back) = (server.try_clone()?, client.try_clone()?);
    let copier = thread::spawn(move || {
        let _ = io::copy(&mut answers, &mut back);
        let _ = back.shutdown(Shutdown::Both);
    });
    let mut read = Vec::new();
    let result = requests(&mut client, &mut server, peer, &mut read);
    let _ = server.shutdown(Shutdown::Both);
    let _ = copier.join();
    result
}

fn requests(client: &mut TcpStream, server: &mut TcpStream, peer: IpAddr, read: &mut Vec<u8>) -> io::Result<()> {
    let more = |client: &mut TcpStream, read: &mut Vec<u8>| -> io::Result<bool> {
        let mut piece = [0; 8192];
        let count = client.read(&mut piece)?;
        read.extend_from_slice(&piece[..count]);
        Ok(count > 0 && read.len() < 1 << 20)
    };
    loop {
        let end = loop {
            if let Some(at) = read.windows(4).position(|window| window == b"\r\n\r\n") {
                break at + 4;
            }
            if !more(client, read)? {
                return Ok(());
            }
        };
        let head: Vec<u8> = read.drain(..end).collect();
        let head = String::from_utf8_lossy(&head).into_owned();
        let length = head.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
        });
        while read.len() < length.unwrap_or_default() {
            if !more(client, read)? {
                return Ok(());
            }
        }
        let body: Vec<u8> = read.drain(..length.unwrap_or_default()).collect();
        // A header that the client made up stays before the own one, as proxies do it.
        let told = head.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("x-forwarded-for").then(|| format!("{}, ", value.trim()))
        });
        let head: String = head
            .split_inclusive("\r\n")
            .filter(|line| !line.to_ascii_lowercase().starts_with("x-forwarded-for:"))
            .collect();
        let head = with_header(&head, &format!("X-Forwarded-For: {}{peer}", told.unwrap_or_default()));
        server.write_all(&[head.as_bytes(), &body].concat())?;
    }
}

/// Seats with a header that says another address for each request.
fn spoofed(front: &Front<'_>) {
    let mut had = 0;
    let mut client = Client::patient(front.link, Duration::from_secs(2));
    while !front.stop.is_over() {
        let from = Ipv4Addr::from_bits(fastrand::u32(..));
        let seat = crate::request::json("/api/seats", &json!({ "name": "Mallory", "kind": "training" }));
        front.count(1);
        let told = client.ask(&with_header(&seat, &format!("X-Forwarded-For: {from}")));
        had += u64::from(told.is_ok_and(|answer| answer.status < 300));
    }
    front.grant(had);
    if had > SEATS {
        front.fault(format!("headers that a client made up got {had} seats"));
    }
}

/// Requests that are worth limiting, with made-up headers.
fn limited(front: &Front<'_>) {
    flood(front, || {
        let from = Ipv4Addr::from_bits(fastrand::u32(..));
        let request = crate::request::form("/register", &format!("name={}", random_text(14)));
        with_header(&request, &format!("X-Forwarded-For: {from}"))
    });
}

/// What attackers do through the proxy, and beside it.
const THROUGH: [(usize, Arm); 3] = [(1, spoofed), (1, hold::games), (1, hold::tables)];
const BESIDE: [(usize, Arm); 2] = [(1, spoofed), (1, limited)];

/// Attacks through a proxy and beside it, while honest players come through it.
pub fn behind(ground: &Ground) -> io::Result<Row> {
    let (mut plan, folder) = ground.plan(NAME)?;
    plan.args.extend(["--behind-proxy".into(), PROXY.to_string()]);
    let mut row = Row::new(NAME);
    let server = Server::start(&plan)?;
    let stop = ground.stop.part(None);
    let proxy = start(server.addr, stop.clone())?;
    let link = Link::home(proxy, 1);
    let mut crowd = Crowd::new(&ground.stop, Manner::default());
    for host in 10..14 {
        crowd.add(link, IpAddr::V4(Ipv4Addr::new(127, 0, 0, host)), Mix { arena: 1, ..Mix::FEW });
    }
    ground.stop.sleep(Duration::from_millis(500));
    let mut beside = Row::new(NAME);
    thread::scope(|scope| {
        let other = scope.spawn(|| ground.attack(Link::home(server.addr, 5), &BESIDE, &mut beside));
        row.requests = ground.attack(link, &THROUGH, &mut row);
        row.requests += other.join().unwrap_or_default();
    });
    row.failures.extend(beside.failures);
    row.remarks.extend(beside.remarks);
    let (ledger, finished) = crowd.finish(FINISH);
    row.finished = finished;
    stop.call();
    ground.conclude(&mut row, server, &ledger, &plan, &folder)?;
    Ok(row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn requests_pass_with_the_address_they_came_from() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let to = listener.local_addr().expect("an address");
        let stop = Stop::new(Arc::default()).part(None);
        let proxy = start(to, stop.clone()).expect("a proxy");
        let server = thread::spawn(move || {
            let (mut stream, peer) = listener.accept().expect("the proxy");
            assert_eq!(peer.ip(), PROXY);
            let mut told = Vec::new();
            for _ in 0..2 {
                let mut request = [0; 4096];
                let count = stream.read(&mut request).expect("a request");
                told.push(String::from_utf8_lossy(&request[..count]).into_owned());
                stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx").expect("sent");
            }
            told
        });
        let mut client = Client::new(Link::home(proxy, 77));
        let request = crate::request::form("/a", "b=c");
        let spoofed = with_header(&request, "x-forwarded-for: 1.2.3.4");
        for request in [&request, &spoofed] {
            assert_eq!(client.ask(request).expect("an answer").text(), "x");
        }
        stop.call();
        let told = server.join().expect("both came");
        assert!(
            told[0].contains("\r\nX-Forwarded-For: 127.0.0.77\r\n") && told[0].ends_with("\r\n\r\nb=c"),
            "{}",
            told[0]
        );
        assert!(told[1].contains("\r\nX-Forwarded-For: 1.2.3.4, 127.0.0.77\r\n") && !told[1].contains("x-for"));
    }
}
