//! A hostile client among others: whatever it tries, no table changes that is not its own.

use crate::tables::client::{Client, PATIENCE, Seat, games, open};
use boardbots_server::tables::Config;
use boardbots_server::web::{HttpLimits, Server};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Instant;

/// Tables with little room for each address.
fn serve(limits: HttpLimits) -> Server {
    open(limits, Config::default()).expect("tables are served")
}

/// Two people at a table of each game, and what both see of it.
struct Others(Vec<(Seat, Seat)>);

impl Others {
    fn sit(client: &mut Client) -> Self {
        let mut all = Vec::new();
        for (game, seats, _) in games(client) {
            let people = vec![json!({ "kind": "me", "name": "Ada" }); seats];
            let made = client.table(&game, &people.into(), &json!({}));
            let pair = (Seat::of(&made, 0), Seat::of(&made, 1));
            // Not at its beginning, so that a choice can be made again.
            let first = pair.0.state(client);
            let own = if first["asked"] == 0 { &pair.0 } else { &pair.1 };
            let choice = own.state(client)["choices"][0]["choice"].clone();
            assert_eq!(own.choose(client, &first["n"], &choice).0, 200, "{game}");
            all.push(pair);
        }
        assert!(!all.is_empty());
        Self(all)
    }

    /// All that can be seen, but for the time of day.
    fn seen(&self, client: &mut Client) -> Vec<Value> {
        let mut seen = Vec::new();
        for (first, second) in &self.0 {
            for mut state in [first.state(client), second.state(client), client.get(&first.path(""), "")] {
                state["now"] = Value::Null;
                seen.push(state);
            }
            seen.push(client.get(&first.path("/history"), ""));
        }
        seen
    }
}

/// Sends what may not be read to its end; all that is told.
fn told(addr: SocketAddr, head: &str, body: &[u8], most: usize) -> (String, usize) {
    let mut stream = TcpStream::connect(addr).expect("a connection");
    stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
    stream.set_write_timeout(Some(PATIENCE)).expect("a socket");
    stream.write_all(head.as_bytes()).expect("the server reads heads");
    // The answer is looked for first where nothing follows: closing with unread bytes can take it back.
    let (mut text, mut sent) = (Vec::new(), 0);
    let mut chunk = [0; 4096];
    if body.is_empty() {
        while let Ok(count @ 1..) = stream.read(&mut chunk) {
            text.extend_from_slice(&chunk[..count]);
        }
    }
    while !body.is_empty() && sent < most {
        match stream.write(body) {
            Ok(count) => sent += count,
            Err(_) => break,
        }
    }
    (String::from_utf8_lossy(&text).into_owned(), sent)
}

#[test]
fn what_is_not_his_stays_as_it_is() {
    let tables = serve(HttpLimits::default());
    let mut client = Client::new(tables.addr());
    let others = Others::sit(&mut client);
    let before = others.seen(&mut client);
    // A table of his own, whose name is a script, and his tokens at all others.
    let (game, seats, _) = games(&mut client).swap_remove(0);
    let people = vec![json!({ "kind": "me", "name": "<img src=x onerror=1" }); seats];
    let made = client.table(&game, &people.into(), &json!({ "hints": true }));
    let own = Seat::of(&made, 0);
    let shown = own.state(&mut client);
    assert_eq!(shown["seats"][0]["name"], "<img src=x onerror=1");
    let page = {
        let head = format!("GET /tables/{} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", own.id);
        told(tables.addr(), &head, b"", 0).0
    };
    assert!(page.starts_with("HTTP/1.1 200") && !page.contains("<img src=x"), "pages hold no names");
    let policy = page.lines().find(|line| line.to_ascii_lowercase().starts_with("content-security-policy"));
    assert!(policy.is_some_and(|policy| policy.contains("script-src 'self'") && !policy.contains("unsafe")), "{page}");
    for (index, (first, second)) in others.0.iter().enumerate() {
        let seen = &before[4 * index];
        let choice = [&before[4 * index], &before[4 * index + 1]]
            .iter()
            .find_map(|state| state["choices"][0]["choice"].as_str())
            .unwrap_or("anything")
            .to_string();
        let past = before[4 * index + 3]["steps"][0]["choice"].clone();
        let foreign = [own.token.clone(), String::new(), "0".repeat(own.token.len()), "\u{e9}".repeat(16)];
        for token in foreign {
            let stranger = Seat { id: first.id.clone(), token };
            assert_eq!(stranger.choose(&mut client, &seen["n"], &json!(choice)).0, 403);
            for what in ["/undo", "/hint"] {
                assert_eq!(client.post(&stranger.path(what), &stranger.token, &json!({ "n": seen["n"] })).0, 403);
            }
        }
        let claim = "0123456789abcdef";
        for invitation in ["", first.token.as_str(), "x", claim] {
            let said = json!({ "invitation": invitation, "name": "Mallory", "claim": claim });
            assert_eq!(client.post(&first.path("/join"), "", &said).0, 403);
        }
        // The choice that was made, again: by its player and by the other; then out of turn.
        for seat in [first, second] {
            assert_eq!(seat.choose(&mut client, &json!(0), &past).0, 409);
        }
        let waiting = if seen["asked"] == 0 { second } else { first };
        assert_eq!(waiting.choose(&mut client, &seen["n"], &json!(choice)).0, 409);
        // A player's choices are shown to no other.
        assert_eq!(client.get(&first.path(""), "")["choices"], Value::Null);
    }
    assert_eq!(others.seen(&mut client), before);
}

#[test]
fn what_programs_ask_in_vain_is_told_as_json() {
    let tables = serve(HttpLimits::default());
    let id = Others::sit(&mut Client::new(tables.addr())).0.swap_remove(0).0.id;
    let table = format!("/api/tables/{id}");
    for (method, path, status, kind) in [
        ("GET", "/api/none", 404, "application/json"),
        ("GET", "/api", 404, "application/json"),
        ("POST", "/api/training", 404, "application/json"),
        ("GET", &format!("{table}/none"), 404, "application/json"),
        ("GET", "/api/tables/none", 404, "application/json"),
        ("GET", &format!("{table}/choose"), 405, "application/json"),
        ("DELETE", &table, 405, "application/json"),
        ("GET", "/apis", 404, "text/html"),
    ] {
        let head = format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        let (text, _) = told(tables.addr(), &head, b"", 0);
        assert!(text.starts_with(&format!("HTTP/1.1 {status} ")), "{method} {path}: {text}");
        assert!(text.contains(&format!("content-type: {kind}")), "{method} {path}: {text}");
        assert_eq!(text.contains("{\"error\":\""), kind == "application/json", "{method} {path}: {text}");
        assert_eq!(text.contains("\r\nallow: "), status == 405, "{method} {path}: {text}");
    }
}

#[test]
fn free_addresses_are_the_arena_s() {
    let tables = serve(HttpLimits { requests_per_second: 1, request_burst: 10, refusals: 1, ..HttpLimits::default() });
    for path in ["/api/training", "/api/arena", "/api/abcdefgh/wxyz/play"] {
        for method in ["GET", "POST"] {
            let ask = format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n");
            let flood = format!("{ask}\r\n").repeat(24) + &ask + "Connection: close\r\n\r\n";
            let (text, _) = told(tables.addr(), &flood, b"", 0);
            assert!(text.contains("HTTP/1.1 429 "), "{method} {path}");
        }
    }
}

#[test]
fn who_asks_too_much_is_refused() {
    let limits = HttpLimits { wrong_tokens_per_second: 1, wrong_token_burst: 50, refusals: 2, ..HttpLimits::default() };
    let tables = serve(limits);
    let mut client = Client::new(tables.addr());
    let others = Others::sit(&mut client);
    let before = others.seen(&mut client);
    let id = &others.0[0].0.id;
    let choice = r#"{"n":0,"choice":"1"}"#;
    let request = |more: &str| {
        format!(
            "POST /api/tables/{id}/choose HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer 00\r\n{more}\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{choice}",
            choice.len()
        )
    };
    // Far more than can flow back; each connection is closed after some refusals, or the last one.
    let flood = request("").repeat(19) + &request("Connection: close\r\n");
    let mut text = String::new();
    while text.matches("HTTP/1.1 429").count() < 6 && text.len() < 1 << 20 {
        text += &told(tables.addr(), &flood, b"", 0).0;
    }
    assert!(text.matches("HTTP/1.1 403").count() <= 100, "a wrong token costs");
    assert!(text.contains("connection: close") && text.contains("retry-after"), "{text}");
    // A player who has a seat is heard all the time, although he shares the address.
    for _ in 0..10 {
        assert_eq!(others.seen(&mut client), before);
    }
    drop(client);
    // A client that waits is heard again.
    let ask = format!("GET /api/tables/{id} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    let heard = (0..100_000).map(|_| told(tables.addr(), &ask, b"", 0).0);
    let after = heard.into_iter().find(|answer| answer.starts_with("HTTP/1.1 200")).expect("he is heard");
    let state: Value = serde_json::from_str(after.split_once("\r\n\r\n").expect("a body").1).expect("JSON");
    assert_eq!((&state["n"], &state["view"]), (&before[2]["n"], &before[2]["view"]));
}

#[test]
fn giants_are_refused_unread() {
    let tables = serve(HttpLimits::default());
    let mut client = Client::new(tables.addr());
    let others = Others::sit(&mut client);
    let before = others.seen(&mut client);
    let (own, _) = &others.0[0];
    let length = "Content-Length: 1000000000\r\n";
    let chunked = "Transfer-Encoding: chunked\r\n";
    for path in ["/api/tables".to_string(), own.path("/choose"), own.path("/join")] {
        let head = |form: &str| {
            let token = &own.token;
            format!(
                "POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\
                 Content-Type: application/json\r\n{form}\r\n"
            )
        };
        // It is told at once, before anything of it has come.
        let (text, _) = told(tables.addr(), &head(length), b"", 0);
        assert!(text.starts_with("HTTP/1.1 413"), "{path}: {text}");
        // In pieces it is read to the limit, and no further than what is under way.
        let piece = format!("4001\r\n{}\r\n", "[".repeat(0x4001));
        let (text, _) = told(tables.addr(), &(head(chunked) + &piece), b"", 0);
        assert!(text.starts_with("HTTP/1.1 413"), "{path}: {text}");
        for (form, piece) in [(length, "[".repeat(1 << 16)), (chunked, piece)] {
            let (_, sent) = told(tables.addr(), &head(form), piece.as_bytes(), 1_000_000_000);
            assert!(sent < 100_000_000, "{path}: {sent} bytes were taken");
        }
    }
    assert_eq!(others.seen(&mut client), before);
}

#[test]
fn who_holds_connections_keeps_nobody_out_of_a_running_one() {
    const MOST: usize = 12;
    let tables = serve(HttpLimits { loopback_connections: MOST, ..HttpLimits::default() });
    let mut client = Client::new(tables.addr());
    let others = Others::sit(&mut client);
    let (first, second) = &others.0[0];
    let mut watcher = Client::new(tables.addr());
    watcher.listen(&format!("{}?token={}", first.path("/events"), first.token), None);
    let before = watcher.event();
    // Half are streams that nobody reads, half are heads without an end.
    let open = |index: usize| {
        let mut stream = TcpStream::connect(tables.addr()).expect("the system lets it in");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        let head = if index.is_multiple_of(2) {
            "GET /api/tables/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
        } else {
            "GET / HT"
        };
        stream.write_all(head.as_bytes()).expect("a socket");
        stream
    };
    let held: Vec<TcpStream> = (0..3 * MOST).map(open).collect();
    // A client that comes then is let in as soon as one of those has made room.
    let until = Instant::now() + PATIENCE;
    let page = || told(tables.addr(), "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", b"", 0).0;
    while let text = page()
        && !text.starts_with("HTTP/1.1 200")
    {
        assert!(text.starts_with("HTTP/1.1 503") && Instant::now() < until, "{text}");
    }
    // Those who play go on.
    let own = if before["asked"] == 0 { first } else { second };
    let choice = own.state(&mut client)["choices"][0]["choice"].clone();
    assert_eq!(own.choose(&mut client, &before["n"], &choice).0, 200);
    assert_eq!(
        watcher.event_that(|state| state["n"] != before["n"])["n"].as_u64(),
        before["n"].as_u64().map(|n| n + 1)
    );
    drop(held);
}
