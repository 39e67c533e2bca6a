//! Attackers with many addresses: a network of IPv6 each has 2^64 of them, and there are many
//! networks.

use super::{hold, shares};
use crate::client::Client;
use crate::crowd::{Crowd, Manner, Mix};
use crate::ground::{Arm, FINISH, Front, Ground};
use crate::link::{Link, reset};
use crate::person::{Opponent, wish};
use crate::request::{form, get, json, random_text};
use crate::row::{ALL, Row};
use crate::server::{Plan, Server};
use serde_json::json;
use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::time::{Duration, Instant};

/// The attack from one network.
pub const ONE: &str = "ipv6-network";
/// The attack from 10,000 addresses, each in a network of its own.
pub const MANY: &str = "ipv6-many";
/// The attack on open seats.
pub const SEATS: &str = "open-seats";
/// MiB that each database may take in [`ALL`].
const KEPT: u64 = 16;
/// Tables that one network may have made in an attack.
const TABLES: u64 = 100;
/// How long a newcomer waits for a table.
const NEWCOMER: Duration = Duration::from_secs(20);
/// How long an attacker waits for an answer.
const WAIT: Duration = Duration::from_secs(2);

/// An address in the network with this number, of one home's /48.
fn address(network: u16, host: u64) -> IpAddr {
    IpAddr::V6(Ipv6Addr::from_bits(0x2001_0db8_0000_0000_u128 << 64 | u128::from(network) << 64 | u128::from(host)))
}

/// An address in another home, whose /48 has this number.
fn home(number: u16) -> IpAddr {
    IpAddr::V6(Ipv6Addr::from([0x2001, 0xdb8, number, 0, 0, 0, 0, 1]))
}

/// Tables, seats and joins from all addresses of one network.
pub fn one(ground: &Ground) -> io::Result<Row> {
    attack(ground, ONE, &[(2, |front| make(front, &|| address(7, fastrand::u64(..)))), (2, take)])
}

/// Tables from 10,000 networks.
pub fn many(ground: &Ground) -> io::Result<Row> {
    attack(ground, MANY, &[(4, |front| make(front, &|| address(fastrand::u16(100..10_100), fastrand::u64(..))))])
}

/// The five addresses of IPv4 of [`ALL`], the first of them that of a class.
fn plain(host: u8) -> IpAddr {
    [198, 18, host, 1].into()
}

/// Everything that takes more than a fair share, from ten addresses: five of IPv4, five of one home's IPv6. In the
/// long form the server is held to a quarter of a core, and compared with one that is not attacked.
pub fn all(ground: &Ground) -> io::Result<Row> {
    if let Some(why) = &ground.open {
        return Ok(Row::skipped(ALL, why.clone()));
    }
    // In short three arms at each address, so that this machine is not attacked as well.
    let arms = if ground.long { ARMS.len() } else { 3 };
    let control = if ground.long { fight(ground, &[])?.slowest } else { None };
    Ok(Row { control, ..fight(ground, &[(arms * 10, everything)])? })
}

fn fight(ground: &Ground, arms: &[(usize, Arm)]) -> io::Result<Row> {
    let (plan, folder) = ground.plan(ALL)?;
    let listen = SocketAddr::from((Ipv6Addr::UNSPECIFIED, 0));
    let mut plan = Plan { listen, slowed: ground.long, ..plan };
    plan.fill("default,default,default");
    plan.args.extend(["--keep".to_string(), format!("all,{KEPT}M")]);
    let mut row = Row::new(ALL);
    let server = Server::start(&plan)?;
    let link = Link { to: SocketAddr::new([198, 18, 0, 1].into(), server.addr.port()), from: plain(1) };
    let mut crowd = Crowd::new(&ground.stop, Manner::default());
    crowd.house.rival = Some(plain(1));
    crowd.add(link, plain(1), Mix { watchers: 0, ..Mix::CLASS });
    crowd.add(link, plain(30), Mix { watchers: 0, ..Mix::FEW });
    crowd.add(link, plain(31), Mix { training: 0, arena: 0, bot_tables: 0, person_tables: 0, watchers: 2 });
    ground.stop.sleep(Duration::from_secs(1));
    row.requests = ground.attack(link, arms, &mut row);
    let (ledger, finished) = crowd.finish(FINISH);
    row.finished = finished;
    for path in [&plan.db, &plan.tables_db()] {
        let bytes: u64 = ["", "-wal"]
            .iter()
            .filter_map(|end| Some(std::fs::metadata(format!("{}{end}", path.display())).ok()?.len()))
            .sum();
        if bytes > KEPT << 20 {
            row.fail(format!("{} takes {bytes} bytes", path.display()));
        }
    }
    ground.conclude(&mut row, server, &ledger, &plan, &folder)?;
    Ok(row)
}

/// The arms of [`ALL`], each at every address.
const ARMS: [Arm; 7] =
    [shares::sips, shares::dearest, shares::deep, shares::seated, shares::begun, shares::spectators, hold::games];

fn everything(front: &Front<'_>) {
    let host = front.lane % 10;
    let arm = ARMS[(front.lane / 10 + host) % ARMS.len()];
    let link = if let Ok(host @ 0..5) = u8::try_from(host) {
        front.link.from(plain(host + 1))
    } else {
        let to = SocketAddr::new(address(1, 1), front.link.to.port());
        Link { to, from: address(u16::try_from(host).unwrap_or(7), 1) }
    };
    arm(&Front { link, ..*front });
}

fn attack(ground: &Ground, name: &'static str, arms: &[(usize, crate::ground::Arm)]) -> io::Result<Row> {
    if let Some(why) = &ground.open {
        return Ok(Row::skipped(name, why.clone()));
    }
    let (mut plan, folder) = ground.plan(name)?;
    plan = Plan { listen: SocketAddr::from((Ipv6Addr::UNSPECIFIED, 0)), ..plan };
    let mut row = Row::new(name);
    let server = Server::start(&plan)?;
    let to = SocketAddr::new(address(1, 1), server.addr.port());
    let link = Link { to, from: home(2) };
    let mut crowd = Crowd::new(&ground.stop, Manner::default());
    // They sit down before the attack.
    crowd.add(link, link.from, Mix { watchers: 0, ..Mix::FEW });
    crowd.add(link, home(3), Mix { arena: 4, ..Mix::FEW });
    ground.stop.sleep(Duration::from_secs(1));
    row.requests = ground.attack(link, arms, &mut row);
    newcomers(ground, link, &mut row);
    let (ledger, finished) = crowd.finish(FINISH);
    row.finished = finished;
    ground.conclude(&mut row, server, &ledger, &plan, &folder)?;
    Ok(row)
}

/// Open seats of this many makers, taken by three addresses.
const MAKERS: u8 = 40;

/// All open seats of many makers; whoever comes after the attack has to find one.
pub fn seats(ground: &Ground) -> io::Result<Row> {
    if let Some(why) = &ground.open {
        return Ok(Row::skipped(SEATS, why.clone()));
    }
    let (plan, folder) = ground.plan(SEATS)?;
    let plan = Plan { listen: SocketAddr::from(([0, 0, 0, 0], 0)), ..plan };
    let mut row = Row::new(SEATS);
    let server = Server::start(&plan)?;
    let link = Link { to: SocketAddr::new([198, 18, 0, 1].into(), server.addr.port()), from: plain(1) };
    for maker in 0..MAKERS {
        let seats = json!([{ "kind": "me", "name": "Ada" }, { "kind": "open" }]);
        let asked = json!({ "game": "tron", "claim": random_text(32), "seats": seats, "options": {} });
        if ask(link.from(plain(100 + maker)), &json("/api/tables", &asked)) != Some(201) {
            row.fail(format!("maker {maker} gets no table"));
        }
    }
    let mut crowd = Crowd::new(&ground.stop, Manner::default());
    crowd.add(link, plain(30), Mix::FEW);
    row.requests =
        ground.attack(link, &[(3, |front| sit(front.link.from(plain([1, 2, 3][front.lane % 3])), front))], &mut row);
    let mut newcomer = Client::new(link.from(plain(60)));
    if !offered(&mut newcomer).iter().any(|seat| newcomer.ask(seat).is_ok_and(|answer| answer.status == 200)) {
        row.fail("a newcomer finds no open seat");
    }
    let (ledger, finished) = crowd.finish(FINISH);
    row.finished = finished;
    ground.conclude(&mut row, server, &ledger, &plan, &folder)?;
    Ok(row)
}

/// Sits down on every open seat that is offered.
fn sit(link: Link, front: &Front<'_>) {
    let mut client = Client::new(link);
    while !front.stop.is_over() {
        for seat in offered(&mut client) {
            front.count(1);
            front.grant(u64::from(client.ask(&seat).is_ok_and(|answer| answer.status == 200)));
        }
        front.stop.sleep(Duration::from_millis(50));
    }
}

/// Requests for the open seats of the lobby.
fn offered(client: &mut Client) -> Vec<String> {
    let lobby = client.ask(&get("/api/tables")).map(|answer| answer.json()).unwrap_or_default();
    let mut found = Vec::new();
    for table in lobby["running"].as_array().into_iter().flatten() {
        for seat in table["seats"].as_array().into_iter().flatten().filter(|seat| seat["invitation"].is_string()) {
            let said = json!({ "invitation": seat["invitation"], "name": random_text(9), "claim": random_text(32) });
            found.push(json(&format!("/api/tables/{}/join", table["id"].as_str().unwrap_or_default()), &said));
        }
    }
    found
}

/// One request on a connection from this address; the status.
fn ask(link: Link, request: &str) -> Option<u16> {
    let mut stream = link.connect_within(WAIT).ok()?;
    stream.write_all(request.as_bytes()).ok()?;
    let mut told = [0; 12];
    stream.read_exact(&mut told).ok()?;
    reset(&stream);
    std::str::from_utf8(&told[9..]).ok()?.parse().ok()
}

/// Makes tables, each from another address.
fn make(front: &Front<'_>, from: &dyn Fn() -> IpAddr) {
    let mut made = 0;
    let mut networks = std::collections::BTreeSet::new();
    while !front.stop.is_over() {
        let from = from();
        front.count(1);
        if ask(front.link.from(from), &json("/api/tables", &wish("Mallory", Opponent::Person))) == Some(201) {
            made += 1;
            if let IpAddr::V6(from) = from {
                networks.insert(from.to_bits() >> 64);
            }
        }
    }
    front.grant(made);
    if networks.len() == 1 && made > TABLES {
        front.fault(format!("one network made {made} tables by one arm"));
    }
}

/// Takes seats and games from one network.
fn take(front: &Front<'_>) {
    let mut had = [0; 2];
    while !front.stop.is_over() {
        let link = front.link.from(address(7, fastrand::u64(..)));
        let which = fastrand::usize(..2);
        let request = match which {
            0 => json("/api/seats", &json!({ "name": "Mallory", "kind": "training" })),
            _ => form("/api/training", &format!("key={}&turns=600", random_text(12))),
        };
        front.count(1);
        had[which] += u64::from(ask(link, &request).is_some_and(|status| status < 300));
    }
    front.grant(had.iter().sum());
    if had[0] > TABLES {
        front.fault(format!("one network took {} seats by one arm", had[0]));
    }
}

/// People from elsewhere who come after the attack want a table.
fn newcomers(ground: &Ground, link: Link, row: &mut Row) {
    for number in 0..3 {
        let link = link.from(home(20 + number));
        let mut client = Client::patient(link, Duration::from_secs(5));
        let begun = Instant::now();
        let mut last = None;
        while begun.elapsed() < NEWCOMER && !ground.stop.is_interrupted() {
            last = super::hold::table(&mut client);
            if last == Some(201) {
                break;
            }
            ground.stop.sleep(Duration::from_millis(300));
        }
        if last != Some(201) {
            row.fail(format!("newcomers get no table within {NEWCOMER:?}: {last:?}"));
            return;
        }
    }
}
