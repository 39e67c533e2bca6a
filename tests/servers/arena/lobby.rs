//! Who meets whom: seats by arrival, new games, house bots for those who wait.

use crate::arena::client::{Client, calm, serve};
use crate::arena::seat::{Seat, join_all, whole_game};
use boardbots_server::arena::Config;
use std::time::Duration;

#[test]
fn heroes_are_numbered_by_arrival_and_all_see_the_end() {
    let arena = serve(calm());
    let states = whole_game(arena.addr(), ["a", "b", "a", "c"]);
    let mut ids = Vec::new();
    for (index, state) in states.iter().enumerate() {
        let game = &state["game"];
        assert_eq!(state["hero"]["id"], index + 1);
        assert_eq!((game["turn"].as_i64(), game["finished"].as_bool()), (Some(1200), Some(true)));
        assert_eq!(game, &states[0]["game"]);
        ids.push(state["token"].clone());
    }
    let names: Vec<&str> = states.iter().map(|state| state["hero"]["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["a", "b", "a", "c"]);
    assert_eq!(states[0]["hero"]["userId"], states[2]["hero"]["userId"]);
    ids.dedup();
    assert_eq!(ids.len(), 4, "every seat has a token of its own");
}

#[test]
fn nothing_comes_before_the_turn() {
    let arena = serve(Config { turn_limit: Duration::from_secs(30), ..Config::default() });
    let mut waiting = join_all(arena.addr(), ["a", "b", "c"]);
    let mut last = Client::new(arena.addr());
    last.ask_post("/api/arena", "key=d");
    let mut first = Seat::first(waiting.remove(0));
    // Those whose turn has not come have got no byte, nor has the client that opened the next game.
    let mut next = Client::new(arena.addr());
    next.ask_post("/api/arena", "key=e");
    for client in waiting.iter_mut().chain([&mut last, &mut next]) {
        assert!(client.silent_for(Duration::from_millis(50)));
    }
    first.ask("Stay");
    let second = Seat::first(waiting.remove(0));
    assert_eq!((second.turn(), second.game()), (1, first.game()));
    let mut more = join_all(arena.addr(), ["f", "g"]);
    let mut fourth = Client::new(arena.addr());
    fourth.ask_post("/api/arena", "key=h");
    let other = Seat::first(next);
    assert_ne!(other.game(), first.game());
    assert_eq!(other.state["game"]["heroes"][3]["name"], "h");
    assert!(more.iter_mut().all(|client| client.silent_for(Duration::from_millis(20))));
}

#[test]
fn who_leaves_the_lobby_keeps_his_seat() {
    let arena = serve(Config { turn_limit: Duration::from_millis(200), ..Config::default() });
    let mut waiting = join_all(arena.addr(), ["a", "b", "c"]);
    drop(waiting.remove(0));
    let mut last = Client::new(arena.addr());
    last.ask_post("/api/arena", "key=d");
    let second = Seat::first(waiting.remove(0));
    assert_eq!((second.turn(), second.state["hero"]["id"].as_i64()), (1, Some(2)));
    assert_eq!(second.state["game"]["heroes"][0]["name"], "a");
    assert_eq!(second.state["game"]["heroes"][0]["crashed"], true);
}

#[test]
fn bots_that_think_hold_nobody_up() {
    let arena = serve(Config { turn_limit: Duration::from_secs(4), ..Config::default() });
    let mut thinking = Seat::train(arena.addr(), "key=a&turns=2&map=m4&opponents=default,default,default");
    thinking.ask("Stay");
    // Meanwhile another game goes on.
    let mut seat = Seat::train(arena.addr(), "key=b&turns=5&opponents=hunter,guard,miner");
    seat.play_out();
    assert_eq!(seat.turn(), 20);
    assert_eq!((thinking.take().status, thinking.turn()), (200, 4));
    let crashed: Vec<bool> =
        thinking.state["game"]["heroes"].as_array().unwrap().iter().map(|hero| hero["crashed"] == true).collect();
    assert_eq!(crashed, [false; 4]);
    thinking.play_out();
    assert_eq!(thinking.turn(), 8);
}

#[test]
fn house_bots_fill_a_game_that_waits() {
    let fill = "2s=default,depth=2,random,miner".parse().unwrap();
    let arena = serve(Config { fill: Some(fill), ..calm() });
    let mut clients = join_all(arena.addr(), ["a", "b"]);
    let mut first = Seat::first(clients.remove(0));
    let names: Vec<&str> =
        first.state["game"]["heroes"].as_array().unwrap().iter().map(|h| h["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["a", "b", "default", "random"]);
    first.ask("Stay");
    let mut second = Seat::first(clients.remove(0));
    assert_eq!(second.turn(), 1);
    second.ask("Stay");
    first.take();
    assert_eq!(first.turn(), 4);
}
