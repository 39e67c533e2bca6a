//! Seats of a match for clients, over real sockets.

use crate::arena::client::Client;
use boardbots_game::game::Game;
use boardbots_game::player::{Begin, ClientSeat, ClientServer};
use boardbots_game::setup::{Opening, Start};
use boardbots_game::state::{Answer, Choice, GameState, Log};
use boardbots_server::arena::ClientSeats;
use boardbots_vindinium::board::Dir;
use boardbots_vindinium::game::{Vindinium, choice as step};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// Long enough for anything on a busy machine.
const LONG: Duration = Duration::from_mins(1);

fn addr(seat: &dyn ClientSeat) -> SocketAddr {
    seat.address().strip_prefix("http://").and_then(|addr| addr.parse().ok()).expect("an address")
}

/// A game of one turn for each hero.
fn game() -> Box<dyn GameState> {
    let opening = Opening::of_seed(1);
    Vindinium.start(&Start { opening: &opening, turns: 1, ground: None }).expect("a game")
}

fn begin(seat: &mut dyn ClientSeat, state: &dyn GameState) {
    let names = ["client", "miner\u{7} depth=2", "miner\u{7} depth=2", "x"].map(str::to_string);
    seat.begin(&Begin { state, seat: 0, seed: 1, opening: None, names: &names });
}

/// The choice that comes, however long it takes.
fn wait(seat: &mut dyn ClientSeat) -> Choice {
    let until = Instant::now() + LONG;
    loop {
        match seat.wait(until) {
            Some(choice) => return choice,
            None => assert!(Instant::now() < until, "no choice came"),
        }
    }
}

#[test]
fn a_client_plays_game_after_game() {
    let server = ClientSeats::start(true).expect("a free port");
    let mut seat = server.seat();
    let mut client = Client::new(addr(&*seat));
    // The client may ask before the match has a game.
    client.ask_post("/api/arena", &format!("key={}", seat.key()));
    for turn in ["North", "Stay"] {
        let mut state = game();
        begin(&mut *seat, &*state);
        seat.show(&*state);
        let shown = client.reply().json();
        assert_eq!((shown["game"]["turn"].as_i64(), shown["hero"]["id"].as_i64()), (Some(0), Some(1)));
        assert_eq!(shown["game"]["finished"], false);
        let heroes = &shown["game"]["heroes"];
        assert_eq!((&heroes[1]["name"], &heroes[1]["elo"]), (&"miner depth=2".into(), &1200.into()));
        assert_eq!(heroes[1]["userId"].as_str().map(str::len), Some(8));
        assert!(heroes[1]["userId"] == heroes[2]["userId"] && heroes[0]["userId"] != heroes[1]["userId"]);
        assert!(seat.has_joined());
        let path = shown["playUrl"].as_str().and_then(|url| url.strip_prefix("http://arena.localhost:80"));
        let path = path.expect("an address with the host that was asked").to_string();
        client.ask_post(&path, &format!("dir={turn}"));
        let choice = wait(&mut *seat);
        assert_eq!(state.text(Answer::Choice(choice)).as_deref(), Some(turn));
        for answer in [choice, step(Dir::Stay), step(Dir::Stay), step(Dir::Stay)] {
            state.play(Answer::Choice(answer), &mut Log::none()).expect("a step");
        }
        assert!(state.outcome().is_some());
        seat.end(&*state);
        let last = client.reply().json();
        assert_eq!((&last["game"]["finished"], &last["game"]["turn"]), (&true.into(), &4.into()));
        assert_eq!(client.post(&path, "dir=Stay").body, "Vindinium - The game is finished");
        client.ask_post("/api/training", &format!("key={}", seat.key()));
    }
    // A client that still waits is let go when the match ends.
    begin(&mut *seat, &*game());
    let until = Instant::now() + LONG;
    while !seat.has_joined() && Instant::now() < until {
        assert_eq!(seat.wait(until), None);
    }
    drop(seat);
    assert_eq!(client.reply().body, "Vindinium - The game is finished");
}

#[test]
fn requests_of_others_change_nothing() {
    let server = ClientSeats::start(false).expect("a free port");
    let (mut seat, other) = (server.seat(), server.seat());
    assert_ne!(seat.key(), other.key());
    let state = game();
    begin(&mut *seat, &*state);
    let mut client = Client::new(addr(&*seat));
    assert_eq!(client.post("/api/arena", "key=abcdefgh").body, "Vindinium - Key not found");
    assert_eq!(client.post("/api/arena", "").body, "Did you forget the key parameter?");
    assert_eq!(client.get("/").status, 404);
    assert!(!seat.has_joined());
    seat.show(&*state);
    let shown = client.post("/api/arena", &format!("key={}", seat.key())).json();
    // Without ratings, players are like bots of the arena: they have a name alone.
    let hero = &shown["game"]["heroes"][0];
    assert!(hero["name"] == "client" && hero.get("elo").is_none() && hero.get("userId").is_none(), "{hero}");
    let (id, token) = (shown["game"]["id"].as_str().expect("an id"), shown["token"].as_str().expect("a token"));
    for (path, form, body) in [
        (format!("/api/{id}/wrong/play"), "dir=North", "Vindinium - Wrong or expired token".to_string()),
        (format!("/api/nogame/{token}/play"), "dir=North", "Vindinium - Unknown game nogame".to_string()),
        (format!("/api/{id}/{token}/play"), "", String::new()),
    ] {
        assert_eq!(client.post(&path, form).body, body);
    }
    assert_eq!(seat.wait(Instant::now()), None);
    let play = format!("/api/{id}/{token}/play");
    client.ask_post(&play, "dir=East");
    assert_eq!(wait(&mut *seat), step(Dir::East));
    // The turn is over; a second move has to wait for the next one.
    let mut second = Client::new(addr(&*seat));
    assert_eq!(second.post(&play, "dir=West").body, "Vindinium - Wait, you're not supposed to play now");
    assert_eq!(seat.wait(Instant::now()), None);
}
