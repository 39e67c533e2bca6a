//! What one address gets of the arena, and what it leaves to others.

use crate::arena::client::{Client, Reply, get_once, post_once, serve};
use crate::arena::seat::Seat;
use boardbots_server::arena::{ArenaLimits, Config, KeyPolicy};
use boardbots_server::web::Share;
use socket2::{Domain, Socket, Type};
use std::net::SocketAddr;
use std::time::Duration;

/// An arena where an address stands for one player: two heroes, four joins, three names.
fn small() -> Config {
    let limits = ArenaLimits::default().shared_by(Share::of(1));
    Config { limits, turn_limit: Duration::from_mins(1), ..Config::default() }
}

/// A connection from another address of this machine.
fn connect(last: u8, addr: SocketAddr) -> Client {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
    socket.bind(&SocketAddr::from(([127, 0, 0, last], 0)).into()).expect("an address of this machine");
    socket.connect(&addr.into()).expect("the arena accepts connections");
    Client::of(socket.into())
}

/// Posts a form from another address of this machine.
fn from(last: u8, addr: SocketAddr, path: &str, form: &str) -> Reply {
    connect(last, addr).post(path, form)
}

#[test]
fn an_address_has_so_many_heroes_and_others_have_theirs() {
    let arena = serve(small());
    let mut seats: Vec<Seat> = (0..2).map(|_| Seat::train(arena.addr(), "key=abc&turns=1")).collect();
    for path in ["/api/training", "/api/arena"] {
        let reply = post_once(arena.addr(), path, "key=abc");
        assert_eq!((reply.status, reply.header("retry-after")), (429, Some("2")), "{reply:?}");
        assert_eq!(reply.body, "Vindinium - Too many heroes play from your address, try again later");
    }
    assert_eq!(from(2, arena.addr(), "/api/training", "key=abc").status, 200);
    // What a game took comes back with its end.
    seats[0].play_out();
    assert_eq!(post_once(arena.addr(), "/api/training", "key=abc").status, 200);
    assert_eq!(post_once(arena.addr(), "/api/training", "key=abc").status, 429);
}

#[test]
fn an_address_makes_so_many_names() {
    let arena = serve(small());
    for key in ["a", "b", "c"] {
        Seat::train(arena.addr(), &format!("key={key}&turns=1")).play_out();
    }
    let reply = post_once(arena.addr(), "/api/training", "key=d");
    assert_eq!(
        (reply.status, reply.body.as_str()),
        (429, "Vindinium - Too many new names from your address, try again later")
    );
    assert_eq!(post_once(arena.addr(), "/register", "name=Ada").status, 429);
    // Those that it has made play on, and others make theirs.
    Seat::train(arena.addr(), "key=a&turns=1").play_out();
    assert_eq!(from(2, arena.addr(), "/register", "name=Ada").status, 200);
}

#[test]
fn a_request_that_makes_no_sense_makes_no_user() {
    let arena = serve(Config { keys: KeyPolicy::Open, ..Config::default() });
    for form in ["key=abc&map=nowhere", "key=abc&opponents=god", "key=abc&turns=many", "key=abc&map=%401"] {
        assert_eq!(post_once(arena.addr(), "/api/training", form).status, 400, "{form}");
    }
    assert_eq!(get_once(arena.addr(), "/leaderboard.json").json(), serde_json::json!([]));
}

#[test]
fn a_class_behind_one_address_plays_undisturbed() {
    let arena = serve(Config { turn_limit: Duration::from_mins(1), ..Config::default() });
    let mut class: Vec<Seat> =
        (0..40).map(|number| Seat::train(arena.addr(), &format!("key=pupil{number}&turns=3"))).collect();
    let mut watchers: Vec<Client> = (0..40).map(|_| Client::new(arena.addr())).collect();
    for watcher in &mut watchers {
        assert_eq!(watcher.get("/games.json").status, 200);
    }
    for seat in &mut class {
        seat.play_out();
    }
}

/// Joins the arena from these addresses under these names, in this order.
fn join(addr: SocketAddr, players: &[(u8, &str)]) -> Vec<Client> {
    let join = |&(last, key): &(u8, &str)| {
        let mut client = connect(last, addr);
        client.ask_post("/api/arena", &format!("key={key}"));
        // Seats go by arrival.
        std::thread::sleep(Duration::from_millis(50));
        client
    };
    players.iter().map(join).collect()
}

/// The names of the heroes that the first of these players meets.
fn table(clients: &mut Vec<Client>) -> Vec<String> {
    let seat = Seat::first(clients.remove(0));
    let heroes = seat.state["game"]["heroes"].as_array().expect("heroes");
    heroes.iter().map(|hero| hero["name"].as_str().expect("a name").to_string()).collect()
}

#[test]
fn players_of_one_owner_do_not_meet_where_that_is_forbidden() {
    let arena = serve(Config { one_per_owner: true, ..small() });
    let mut team = join(arena.addr(), &[(1, "alice"), (1, "bob")]);
    let mut others = join(arena.addr(), &[(2, "c"), (3, "d")]);
    assert!(team.iter_mut().all(|client| client.silent_for(Duration::from_millis(50))));
    others.extend(join(arena.addr(), &[(4, "e")]));
    assert_eq!(table(&mut team), ["alice", "c", "d", "e"]);
    assert!(team[0].silent_for(Duration::from_millis(50)), "bob waits in a game of his own");
    others.extend(join(arena.addr(), &[(2, "f"), (5, "g"), (3, "h")]));
    assert_eq!(table(&mut team), ["bob", "f", "g", "h"]);
}

#[test]
fn each_game_that_waits_is_filled_by_itself() {
    let fill = Some("1s=miner,guard,random".parse().expect("a filling"));
    let arena = serve(Config { one_per_owner: true, fill, ..small() });
    let mut team = join(arena.addr(), &[(1, "alice"), (1, "bob"), (2, "c")]);
    assert_eq!(table(&mut team), ["alice", "c", "miner", "guard"]);
    assert_eq!(table(&mut team), ["bob", "miner", "guard", "random"]);
    // Without the rule they meet.
    let fill = Some("1s=miner,guard,random".parse().expect("a filling"));
    let arena = serve(Config { fill, ..small() });
    assert_eq!(table(&mut join(arena.addr(), &[(1, "alice"), (1, "bob")])), ["alice", "bob", "miner", "guard"]);
}
