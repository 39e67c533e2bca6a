//! Streams: invitations, watchers, clients that come back.

use crate::tables::client::{Client, Seat, games, open, serve};
use boardbots_server::tables::{Config, TableLimits};
use boardbots_server::web;
use serde_json::json;
use std::thread::sleep;
use std::time::{Duration, Instant};

#[test]
fn two_play_and_a_third_watches() {
    let tables = serve();
    let mut client = Client::new(tables.addr());
    let mut lobby = Client::new(tables.addr());
    lobby.listen("/api/tables/events", None);
    assert_eq!(lobby.event(), json!({ "running": [], "finished": [], "trouble": null }));
    let (game, ..) = games(&mut client).swap_remove(0);
    let seats = json!([{ "kind": "me", "name": "Ada" }, { "kind": "invited" }]);
    let made = client.table(&game, &seats, &json!({}));
    let ada = Seat::of(&made, 0);
    let listed = lobby.event_that(|lobby| lobby["running"][0]["open"] == 1);
    assert_eq!(listed["running"][0]["id"], *ada.id);
    let mut watcher = Client::new(tables.addr());
    watcher.listen(&ada.path("/events"), None);
    assert_eq!(watcher.event()["seats"][1]["kind"], "invited");
    let said = json!({ "invitation": made["seats"][1]["invitation"], "name": "Eve", "claim": "0123456789abcdef" });
    let (status, joined) = client.post(&ada.path("/join"), "", &said);
    assert_eq!(status, 200, "{joined}");
    assert_eq!(client.post(&ada.path("/join"), "", &said), (200, joined.clone()));
    let eve = Seat { id: ada.id.clone(), token: joined["token"].as_str().expect("a token").into() };
    // A player is there while a window is open, and away when it is closed.
    let mut window = Client::new(tables.addr());
    window.listen(&eve.path(&format!("/events?token={}", eve.token)), None);
    assert_eq!(window.event()["you"], 1);
    watcher.event_that(|state| state["seats"][1]["here"] == true && state["seats"][1]["name"] == "Eve");
    drop(window);
    let away = watcher.event_that(|state| state["seats"][1]["here"] == false);
    assert!(away["seats"][1]["away_since"].is_u64());
    // A choice comes to all; a client that saw it already gets only what followed.
    let state = ada.state(&mut client);
    assert_eq!(ada.choose(&mut client, &state["n"], &state["choices"][0]["choice"]).0, 200);
    let moved = watcher.event_that(|state| state["n"] == 1);
    assert_eq!((moved["steps"].as_array().map(Vec::len), &moved["choices"]), (Some(1), &json!(null)));
    let mut back = Client::new(tables.addr());
    back.listen(&ada.path(&format!("/events?token={}", ada.token)), Some(1));
    assert_eq!(back.event()["steps"], json!([]));
}

#[test]
fn a_client_that_is_gone_leaves_its_place() {
    let limits = TableLimits { watchers: 1, ..TableLimits::default() };
    let tables = open(web::HttpLimits::default(), Config { limits, ..Config::default() }).expect("tables are served");
    let mut client = Client::new(tables.addr());
    let (game, ..) = games(&mut client).swap_remove(0);
    let made = client.table(&game, &json!([{ "kind": "me", "name": "Ada" }, { "kind": "invited" }]), &json!({}));
    for path in ["/api/tables/events".to_string(), Seat::of(&made, 0).path("/events")] {
        for reset in [true, false] {
            let mut only = Client::new(tables.addr());
            // The client that tried last has gone, too.
            while only.try_listen(&path) == 503 {
                sleep(Duration::from_millis(20));
                only = Client::new(tables.addr());
            }
            only.event();
            assert_eq!(Client::new(tables.addr()).try_listen(&path), 503, "{path}");
            only.leave(reset);
            let began = Instant::now();
            while Client::new(tables.addr()).try_listen(&path) == 503 {
                assert!(began.elapsed() < Duration::from_secs(10), "{path}, reset: {reset}");
                sleep(Duration::from_millis(20));
            }
        }
    }
}
