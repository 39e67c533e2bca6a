//! The arena: what it answers to the same clients, and a database that it has kept.

use crate::http::{Reply, events, form, get};
use crate::program::{Server, digest, file, keeps, same, told, without};
use rusqlite::Connection;
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::net::SocketAddr;
use std::path::Path;

/// Moves of a player, as often as needed.
const MOVES: [&str; 6] = ["North", "West", "Stay", "South", "East", "n"];

/// What is random in every game.
const SECRETS: [(&str, &str); 3] = [("ID", "/game/id"), ("TOKEN", "/token"), ("USER", "/hero/userId")];

/// A conversation, with names for what is random.
#[derive(Default)]
struct Transcript {
    text: String,
    secrets: Vec<(String, String)>,
}

impl Transcript {
    /// Notes a request and its answer.
    fn note(&mut self, asked: &str, reply: &Reply) {
        if let Ok(json) = serde_json::from_str::<Value>(&reply.body) {
            for (name, place) in SECRETS {
                if let Some(secret) = json.pointer(place).and_then(Value::as_str)
                    && !self.secrets.iter().any(|(known, _)| known == secret)
                {
                    let number = self.secrets.iter().filter(|(_, known)| known.starts_with(name)).count();
                    self.secrets.push((secret.to_string(), format!("{name}{number}")));
                }
            }
        }
        let mut text = format!("> {asked}\n{} {}\n{}\n", reply.status, reply.form, reply.body.trim_end());
        for (secret, name) in &self.secrets {
            text = text.replace(secret, name);
        }
        self.text += &text;
    }

    fn form(&mut self, addr: SocketAddr, path: &str, body: &str) -> Reply {
        let reply = form(addr, path, body);
        self.note(&format!("{path} {body}"), &reply);
        reply
    }
}

/// Plays a game that was begun to its end, and returns the path that it was played at.
fn play(transcript: &mut Transcript, addr: SocketAddr, first: &Reply) -> String {
    let json = first.json();
    let url = json["playUrl"].as_str().expect("an address");
    let path = url[url.find("/api/").expect("a path")..].to_string();
    let mut over = json["game"]["finished"] == true;
    for dir in MOVES.iter().cycle() {
        if over {
            return path;
        }
        let reply = transcript.form(addr, &path, &format!("dir={dir}"));
        over = reply.json()["game"]["finished"] == true;
    }
    path
}

#[test]
fn the_same_requests_have_the_same_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path(), &["arena", "--turn-limit", "60s", "--seed", "7", "--db", "arena.db"]);
    let addr = server.addr;
    let mut transcript = Transcript::default();
    for body in ["", "turns=2", "key=%20", "key=k&turns=x", "key=k&map=m9", "key=k&map=@1@2@3%23", "key=k&opponents=m"]
    {
        transcript.form(addr, "/api/training", body);
    }
    for body in [
        "key=alice&turns=4&map=m1",
        "key=alice&turns=3&map=%401%24-%404%0A%23%23%5B%5D%23%23%0A%402++%403",
        "key=alice&turns=3",
        "key=bob&turns=3&map=m6&opponents=miner,hunter,guard",
        "key=bob&turns=2&map=m2&opponents=default,miner,random",
    ] {
        let first = transcript.form(addr, "/api/training", body);
        let path = play(&mut transcript, addr, &first);
        // When it is over.
        transcript.form(addr, &path, "dir=Stay");
        transcript.form(addr, &format!("{path}x"), "dir=Stay");
        transcript.form(addr, &path.replace("/play", "x/play"), "dir=Stay");
    }
    for path in ["/api/nothing", "/leaderboard.json?days=x", "/leaderboard.json", "/nothing.json", "/health"] {
        let reply = get(addr, path, "");
        // Pages of words are for people; when users were seen differs each time.
        let lasting = || without(reply.json(), &["lastSeen"]).to_string();
        let body = if reply.form.starts_with("application/json") { lasting() } else { String::new() };
        transcript.note(path, &Reply { body, ..reply });
    }
    same("arena.txt", &transcript.text);
}

/// Writes a database with games of four and training games.
fn keep() {
    let folder = tempfile::tempdir().expect("a folder");
    let fill = "0s=miner,random,default,depth=2";
    let arguments = ["arena", "--turn-limit", "60s", "--seed", "9", "--db", "arena.db", "--fill", fill];
    let server = Server::start(folder.path(), &arguments);
    let mut transcript = Transcript::default();
    for key in ["alice", "bob", "alice"] {
        let first = transcript.form(server.addr, "/api/training", &format!("key={key}&turns=5"));
        play(&mut transcript, server.addr, &first);
    }
    let first = transcript.form(server.addr, "/api/arena", "key=alice");
    play(&mut transcript, server.addr, &first);
    let first = transcript.form(server.addr, "/api/training", "key=carla&turns=20");
    // This one is not over when the arena is killed.
    let url = first.json()["playUrl"].as_str().expect("an address").to_string();
    transcript.form(server.addr, &url[url.find("/api/").expect("a path")..], "dir=Stay");
    drop(server);
    let db = folder.path().join("arena.db");
    let connection = Connection::open(&db).expect("a database");
    connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE").expect("it is ours");
    drop(connection);
    fs::copy(db, file("arena.db")).expect("the folder can be written");
}

fn serve(folder: &Path) -> Server {
    fs::copy(file("arena.db"), folder.join("arena.db")).expect("a file of this test");
    Server::start(folder, &["arena", "--seed", "9", "--db", "arena.db"])
}

#[test]
fn a_kept_database_shows_the_same_games() {
    if keeps() {
        keep();
    }
    let folder = tempfile::tempdir().expect("a folder");
    let server = serve(folder.path());
    let lists = get(server.addr, "/games.json", "").json();
    let mut all = format!("{lists}\n{}\n", get(server.addr, "/leaderboard.json", "").json());
    for game in lists["recent"].as_array().expect("a list") {
        let id = game["id"].as_str().expect("an id");
        writeln!(all, "{}", get(server.addr, &format!("/{id}.json"), "").json()).expect("it is a text");
        let replay = told(folder.path(), &["arena", "export", "--db", "arena.db", id]);
        let turns = game["turns"].as_u64().and_then(|turns| usize::try_from(turns).ok()).expect("a number");
        let seen = events(server.addr, &format!("/events/{id}"), turns);
        let seen = Value::from(seen).to_string();
        writeln!(all, "replay {}, events {}", digest(replay), digest(seen)).expect("it is a text");
    }
    same("arena-kept.txt", &all);
}
