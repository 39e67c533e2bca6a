//! A hero and the connection that plays him.

use crate::arena::client::{Client, Reply};
use serde_json::Value;
use std::net::SocketAddr;
use std::thread;

/// A seat in a game, with the last state its player got.
pub struct Seat {
    pub client: Client,
    pub state: Value,
}

impl Seat {
    /// A training game with these parameters.
    pub fn train(addr: SocketAddr, form: &str) -> Self {
        let mut client = Client::new(addr);
        client.ask_post("/api/training", form);
        Self::first(client)
    }

    /// Takes the answer of a join that is pending on this connection.
    pub fn first(mut client: Client) -> Self {
        let reply = client.reply();
        assert_eq!(reply.status, 200, "{reply:?}");
        Self { client, state: reply.json() }
    }

    /// Plays a move; an answer with a state replaces the one before.
    pub fn play(&mut self, dir: &str) -> Reply {
        self.ask(dir);
        self.take()
    }

    /// Sends a move without waiting.
    pub fn ask(&mut self, dir: &str) {
        self.client.ask_post(&self.path(), &format!("key=ignored&dir={dir}"));
    }

    /// The answer to a move sent before.
    pub fn take(&mut self) -> Reply {
        let reply = self.client.reply();
        if reply.status == 200 {
            self.state = reply.json();
        }
        reply
    }

    /// Plays on until the game is over, without caring for what happens.
    pub fn play_out(&mut self) {
        for dir in ["North", "East", "South", "West"].into_iter().cycle() {
            if self.finished() {
                return;
            }
            let reply = self.play(dir);
            assert_eq!(reply.status, 200, "{reply:?}");
        }
    }

    pub fn finished(&self) -> bool {
        self.state["game"]["finished"] == true
    }

    pub fn turn(&self) -> i64 {
        self.state["game"]["turn"].as_i64().expect("a turn")
    }

    pub fn game(&self) -> String {
        self.state["game"]["id"].as_str().expect("an id").to_string()
    }

    pub fn token(&self) -> String {
        self.state["token"].as_str().expect("a token").to_string()
    }

    pub fn path(&self) -> String {
        format!("/api/{}/{}/play", self.game(), self.token())
    }
}

/// Four pending joins in this order, none of which has got an answer.
pub fn join_all<'a>(addr: SocketAddr, keys: impl IntoIterator<Item = &'a str>) -> Vec<Client> {
    let join = |key| {
        let mut client = Client::new(addr);
        client.ask_post("/api/arena", &format!("key={key}"));
        // Arrival decides the hero's number.
        assert!(client.silent_for(std::time::Duration::from_millis(60)) || key == "last");
        client
    };
    keys.into_iter().map(join).collect()
}

/// A whole game of four clients, each on a thread of its own; their last states in order of
/// heroes.
pub fn whole_game(addr: SocketAddr, keys: [&str; 4]) -> Vec<Value> {
    let [a, b, c, d] = keys;
    let mut clients = join_all(addr, [a, b, c]);
    let mut last = Client::new(addr);
    last.ask_post("/api/arena", &format!("key={d}"));
    clients.push(last);
    let threads: Vec<_> = clients
        .into_iter()
        .map(|client| {
            thread::spawn(move || {
                let mut seat = Seat::first(client);
                seat.play_out();
                seat.state
            })
        })
        .collect();
    threads.into_iter().map(|thread| thread.join().expect("a player finishes")).collect()
}
