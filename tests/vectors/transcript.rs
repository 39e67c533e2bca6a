//! The recorded exchange with the original's HTTP layer, sent again to the arena.

use crate::shared::read;
use boardbots_server::arena::{Config, start};
use boardbots_server::tables;
use boardbots_server::web::{Server, ServerConfig};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

const TIME_OUT: &str = "Vindinium - Time out! You must play faster";

/// What was asked: the form, the host, the path.
type Asked = (String, String, String);

/// One entry: what was asked, and the answer; the first state of a game was recorded without
/// its request.
struct Entry {
    asked: Option<Asked>,
    status: u16,
    form: String,
    body: String,
}

fn entry(text: &str) -> Entry {
    let text = text.trim_start_matches('\n');
    let Some(rest) = text.strip_prefix("$ curl -d ") else {
        let form = "application/json; charset=utf-8".to_string();
        return Entry { asked: None, status: 200, form, body: text.trim_end().to_string() };
    };
    let (command, answer) = rest.split_once('\n').expect("an answer below the command");
    let (form, url) = command.split_once(' ').expect("a form and an address");
    let url = url.strip_prefix("http://").expect("an address");
    let (host, path) = url.split_at(url.find('/').expect("a path"));
    let (head, body) = answer.split_once("\n\n").unwrap_or((answer, ""));
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).expect("a status").parse().expect("a number");
    let header = |name: &str| {
        let line = head.lines().find(|line| line.to_ascii_lowercase().starts_with(name)).expect("the header");
        line.split_once(": ").expect("a value").1.to_string()
    };
    let length: usize = header("content-length").parse().expect("a number");
    let body = body[..length].to_string();
    let asked = Some((form.to_string(), host.to_string(), path.to_string()));
    Entry { asked, status, form: header("content-type"), body }
}

/// Posts a form as if to `host`; status, content type and body of the answer.
fn post(addr: SocketAddr, host: &str, path: &str, form: &str) -> (u16, String, String) {
    let mut stream = TcpStream::connect(addr).expect("the arena accepts");
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: curl/8.0\r\nAccept: */*\r\nConnection: close\r\n\
         Content-Length: {}\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n{form}",
        form.len()
    );
    stream.write_all(request.as_bytes()).expect("the arena reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("the arena answers");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    let status = head.split(' ').nth(1).expect("a status").parse().expect("a number");
    let form = head.lines().find_map(|line| line.strip_prefix("content-type: ")).expect("a content type");
    (status, form.to_string(), body.to_string())
}

/// A JSON text with its keys, in their order, and of its values only the kinds; yes and no
/// stay, because who has crashed and whether the game is over must agree.
fn skeleton(json: &str) -> String {
    let mut out = String::new();
    let mut rest = json;
    while let Some(c) = rest.chars().next() {
        if c == '"' {
            let end = rest[1..].find('"').expect("no escapes in the recording") + 2;
            let (text, after) = rest.split_at(end);
            out.push_str(if after.starts_with(':') { text } else { "text" });
            rest = after;
        } else if c.is_ascii_alphanumeric() || c == '-' {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(rest.len());
            out.push_str(if rest[..end].parse::<f64>().is_ok() { "number" } else { &rest[..end] });
            rest = &rest[end..];
        } else {
            out.push(c);
            rest = &rest[1..];
        }
    }
    out
}

/// Whether nobody is near enough to hero 1 to change what happens to him.
fn alone(state: &Value) -> bool {
    let at = |hero: &Value| (hero["pos"]["x"].as_i64().unwrap(), hero["pos"]["y"].as_i64().unwrap());
    let heroes = state["game"]["heroes"].as_array().expect("heroes");
    let (x, y) = at(&heroes[0]);
    heroes[1..].iter().map(at).all(|(a, b)| (a - x).abs() + (b - y).abs() > 2)
}

fn percent(text: &str) -> String {
    text.bytes().fold(String::new(), |mut out, byte| {
        write!(out, "%{byte:02x}").expect("strings take everything");
        out
    })
}

/// The request that makes a game like a recorded first state.
fn remake(state: &Value) -> String {
    let (game, hero) = (&state["game"], &state["hero"]);
    let tiles = game["board"]["tiles"].as_str().expect("tiles").as_bytes();
    let width = 2 * usize::try_from(game["board"]["size"].as_u64().expect("a size")).unwrap();
    let rows: Vec<&str> = tiles.chunks(width).map(|row| std::str::from_utf8(row).expect("ASCII")).collect();
    let turns = game["maxTurns"].as_i64().expect("a count") / 4;
    format!("key={}&turns={turns}&map={}", percent(hero["name"].as_str().expect("a name")), percent(&rows.join("\n")))
}

fn serve(turn_limit: Duration) -> Server {
    let server = ServerConfig { listen: SocketAddr::from(([127, 0, 0, 1], 0)), ..ServerConfig::default() };
    start(server, Config { turn_limit, ..Config::default() }, tables::Config::default()).expect("it starts")
}

pub fn the_recorded_exchange_is_repeated() -> Option<()> {
    let text = read("vindinium/http_transcript.txt")?;
    let entries: Vec<Entry> = text.split("\n---\n").filter(|part| !part.trim().is_empty()).map(entry).collect();
    let host =
        entries.iter().find_map(|entry| entry.asked.as_ref()).map(|(_, host, _)| host.as_str()).unwrap_or_default();
    let (arena, hasty) = (serve(Duration::from_mins(1)), serve(Duration::from_millis(20)));
    // What the recording calls it, what it is called now.
    let mut names = BTreeMap::new();
    let mut undisturbed = true;
    for (number, entry) in (1..).zip(&entries) {
        let (live, asked) = match &entry.asked {
            None => {
                let form = remake(&serde_json::from_str(&entry.body).expect("JSON"));
                (post(arena.addr(), host, "/api/training", &form), "a new game".to_string())
            }
            Some((form, _, path)) if entry.body == TIME_OUT => {
                let (_, _, body) = post(hasty.addr(), host, "/api/training", "key=abc");
                let state: Value = serde_json::from_str(&body).expect("JSON");
                std::thread::sleep(Duration::from_millis(300));
                let (id, token) = (state["game"]["id"].as_str().unwrap(), state["token"].as_str().unwrap());
                (post(hasty.addr(), host, &format!("/api/{id}/{token}/play"), form), path.clone())
            }
            Some((form, _, path)) => {
                let path =
                    names.iter().fold(path.clone(), |path, (old, new): (&String, &String)| path.replace(old, new));
                (post(arena.addr(), host, &path, form), format!("{path} {form}"))
            }
        };
        let (status, form, body) = live;
        assert_eq!((status, &form), (entry.status, &entry.form), "entry {number}, {asked}: {body}");
        if !entry.form.starts_with("application/json") {
            assert_eq!(body, entry.body, "entry {number}, {asked}");
            continue;
        }
        assert_eq!(skeleton(&body), skeleton(&entry.body), "entry {number}, {asked}");
        let (recorded, live): (Value, Value) =
            (serde_json::from_str(&entry.body).expect("JSON"), serde_json::from_str(&body).expect("JSON"));
        for path in ["/game/id", "/token", "/hero/userId"] {
            let name = |state: &Value| state.pointer(path).and_then(Value::as_str).expect("a name").to_string();
            let known = names.entry(name(&recorded)).or_insert_with(|| name(&live));
            assert_eq!(*known, name(&live), "entry {number}: {path}");
        }
        for path in [
            "/game/turn",
            "/game/maxTurns",
            "/game/finished",
            "/game/board/size",
            "/hero/id",
            "/hero/name",
            "/hero/elo",
            "/hero/lastDir",
            "/hero/spawnPos",
            "/hero/crashed",
        ] {
            assert_eq!(live.pointer(path), recorded.pointer(path), "entry {number}: {path}");
        }
        for path in ["/viewUrl", "/playUrl"] {
            let due = recorded.pointer(path).and_then(Value::as_str).expect("an address").to_string();
            let due = names.iter().fold(due, |due, (old, new)| due.replace(old, new));
            assert_eq!(live.pointer(path).and_then(Value::as_str), Some(due.as_str()), "entry {number}");
        }
        // The opponents move by chance; what they can have done to hero 1 is not compared.
        undisturbed &= alone(&recorded) && alone(&live);
        if undisturbed {
            for path in ["/hero/pos", "/hero/life", "/hero/gold", "/hero/mineCount"] {
                assert_eq!(live.pointer(path), recorded.pointer(path), "entry {number}: {path}");
            }
        }
    }
    println!("{} exchanges", entries.len());
    Some(())
}
