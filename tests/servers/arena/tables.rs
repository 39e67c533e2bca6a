//! Tables beside the arena's games: kept in a file of their own, also if the arena is killed.

use crate::arena::client::{Client, Reply, get_once};
use crate::arena::process::Process;
use crate::arena::seat::Seat;
use serde_json::{Value, json};
use std::net::SocketAddr;

/// Sends JSON for a seat that this token proves, on a connection of its own.
fn say(addr: SocketAddr, path: &str, token: &str, said: &Value) -> Reply {
    let (mut client, body) = (Client::new(addr), said.to_string());
    client.send(format!(
        "POST {path} HTTP/1.1\r\nHost: arena.localhost\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    ));
    client.reply()
}

/// The table as this seat sees it.
fn state(addr: SocketAddr, path: &str, token: &str) -> Value {
    let mut client = Client::new(addr);
    client.send(format!("GET {path} HTTP/1.1\r\nHost: arena.localhost\r\nAuthorization: Bearer {token}\r\n\r\n"));
    let reply = client.reply();
    assert_eq!(reply.status, 200, "{reply:?}");
    reply.json()
}

#[test]
fn an_arena_keeps_tables_beside_its_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("club.db");
    let arena = Process::start(&db, &[]);
    let said = json!({
        "game": "desconecta4",
        "claim": "made-up-by-ada-7231",
        "seats": [{ "kind": "me", "name": "Ada" }, { "kind": "me", "name": "Eve" }],
    });
    let made = say(arena.addr, "/api/tables", "", &said);
    assert_eq!(made.status, 201, "{made:?}");
    let made = made.json();
    let path = format!("/api/tables/{}", made["id"].as_str().expect("an id"));
    let tokens = [0, 1].map(|seat: usize| made["seats"][seat]["token"].as_str().expect("a token").to_string());
    for n in 0..5_usize {
        let seen = state(arena.addr, &path, &tokens[n % 2]);
        let chosen = json!({ "n": n, "choice": seen["choices"][0]["choice"] });
        let told = say(arena.addr, &format!("{path}/choose"), &tokens[n % 2], &chosen);
        assert_eq!((told.status, told.json()), (200, json!({ "n": n + 1 })));
    }
    let before = state(arena.addr, &path, &tokens[1]);
    // As if the machine had lost its power.
    drop(arena);
    assert!(folder.path().join("club.tables.db").is_file());
    let arena = Process::start(&db, &[]);
    let after = state(arena.addr, &path, &tokens[1]);
    for key in ["n", "options", "you", "asked", "view", "choices", "steps", "created"] {
        assert_eq!(after[key], before[key], "{key}");
    }
    let chosen = json!({ "n": 5, "choice": after["choices"][0]["choice"] });
    assert_eq!(say(arena.addr, &format!("{path}/choose"), &tokens[1], &chosen).status, 200);
    // A claim is good for one table, before and after.
    assert_eq!(say(arena.addr, "/api/tables", "", &said).json(), made);
}

#[test]
fn one_lobby_offers_the_arenas_game_as_well() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("club.db");
    let others = json!([{ "game": "vindinium", "seats": [4, 4], "page": "/seat" }]);
    let alone = Process::tables(&db, &[]);
    let offers = get_once(alone.addr, "/api/games").json();
    assert_eq!((&offers["arena"], &offers["others"]), (&json!(false), &json!([])));
    assert_eq!(get_once(alone.addr, "/seat").status, 404);
    drop(alone);
    let both = Process::tables(&db, &["--arena"]);
    let offers = get_once(both.addr, "/api/games").json();
    assert_eq!((&offers["arena"], &offers["others"]), (&json!(true), &others));
    assert!(offers["games"].as_array().is_some_and(|games| games.len() >= 4));
    assert_eq!(get_once(both.addr, "/seat").status, 200);
    let mut seat = Seat::train(both.addr, "key=ada&turns=1");
    seat.play_out();
    let said = json!({ "game": "tron", "claim": "made-up-by-ada-7231", "seats": [{ "kind": "me", "name": "Ada" }, { "kind": "invited" }] });
    assert_eq!(say(both.addr, "/api/tables", "", &said).status, 201);
    assert_eq!(get_once(both.addr, "/health").json()["tables"], 1);
    assert!(folder.path().join("club.arena.db").is_file());
    assert_eq!(both.terminate("TERM"), Some(0));
}
