//! `GET /metrics` of every server, and the dashboard that shows them.

use crate::arena::client::{Client, get_once, post_once, serve};
use crate::arena::seat::{Seat as Hero, join_all};
use crate::tables::client::{self as tables, Client as Guest, Seat};
use boardbots_base::entries::Entry;
use boardbots_league::settings::Settings;
use boardbots_server::arena::Config;
use boardbots_server::web::{HttpLimits, Server, ServerConfig};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

const DASHBOARD: &str = include_str!("../../deploy/dashboard.json");

/// The metrics of a server: each sample's value by its name and labels. Every line is looked at.
fn metrics(addr: SocketAddr) -> BTreeMap<String, f64> {
    let reply = get_once(addr, "/metrics");
    assert_eq!(reply.status, 200, "{reply:?}");
    assert_eq!(reply.header("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
    let (mut family, mut told, mut samples) = (("", ""), "", BTreeMap::<String, f64>::new());
    for line in reply.body.lines() {
        if let Some(text) = line.strip_prefix("# HELP ") {
            let (name, help) = text.split_once(' ').expect("a name and a text");
            assert!(help.ends_with(|end: char| !end.is_whitespace()), "{line}");
            told = name;
        } else if let Some(text) = line.strip_prefix("# TYPE ") {
            let (name, kind) = text.split_once(' ').expect("a name and a type");
            assert_eq!((name, kind == "counter"), (told, name.ends_with("_total")), "{line}");
            assert!(
                matches!(kind, "counter" | "gauge") && !samples.keys().any(|known| family_of(known) == name),
                "{line}"
            );
            family = (name, kind);
        } else {
            let (name, value) = line.rsplit_once(' ').expect("a value behind a name");
            assert_eq!(family_of(name), family.0, "{line}");
            let value: f64 = value.parse().unwrap_or_else(|error| panic!("{error}: {line}"));
            assert!(value >= 0.0 && samples.insert(name.to_string(), value).is_none(), "{line}");
        }
    }
    samples
}

/// The name of a sample without its labels.
fn family_of(sample: &str) -> &str {
    sample.split('{').next().unwrap_or_default()
}

/// Waits until these samples have these values.
fn comes_to(addr: SocketAddr, due: &[(&str, f64)]) {
    let until = Instant::now() + Duration::from_mins(1);
    loop {
        let now = metrics(addr);
        let value = |name: &str| *now.get(name).unwrap_or_else(|| panic!("{name} is not told: {now:?}"));
        if due.iter().all(|&(name, due)| value(name).total_cmp(&due).is_eq()) {
            return;
        }
        assert!(Instant::now() < until, "{due:?}: {now:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn an_arena_counts_what_happens() {
    let arena = serve(Config { turn_limit: Duration::from_secs(2), ..Config::default() });
    let addr = arena.addr();
    let nothing = [
        ("boardbots_arena_games_running", 0.0),
        ("boardbots_arena_games_finished_total", 0.0),
        ("boardbots_arena_turns_missed_total", 0.0),
        ("boardbots_store_up{store=\"arena\"}", 1.0),
        ("boardbots_store_up{store=\"tables\"}", 1.0),
        ("boardbots_tables_running", 0.0),
    ];
    comes_to(addr, &nothing);
    let waiting = join_all(addr, ["a", "b", "c"]);
    comes_to(addr, &[("boardbots_arena_players_waiting", 3.0)]);
    drop(waiting);
    let seats = ["key=d&turns=1", "key=e&turns=1"].map(|form| Hero::train(addr, form));
    assert_eq!(seats.map(|seat| seat.finished()), [false; 2]);
    // Nobody moves any more.
    comes_to(
        addr,
        &[
            ("boardbots_arena_games_running", 0.0),
            ("boardbots_arena_games_finished_total", 2.0),
            ("boardbots_arena_turns_missed_total", 2.0),
        ],
    );
    let before = metrics(addr);
    assert_eq!(post_once(addr, "/api/training", "key=").status, 400);
    let after = metrics(addr);
    let grown = |name: &str| after[name] - before[name];
    let classes = ["2xx", "4xx"].map(|class| grown(&format!("boardbots_http_requests_total{{class=\"{class}\"}}")));
    assert!((classes[0] - 1.0).abs() < 0.1 && (classes[1] - 1.0).abs() < 0.1, "{classes:?}");
}

#[test]
fn tables_count_what_happens() {
    let server = tables::serve();
    let addr = server.addr();
    let mut guest = Guest::new(addr);
    let both = json!([{ "kind": "me", "name": "Ada" }, { "kind": "me", "name": "Eve" }]);
    let made = [(); 2].map(|()| guest.table("connect-four", &both, &json!({})));
    let [ada, eve] = [0, 1].map(|seat| Seat::of(&made[0], seat));
    let choice = ada.state(&mut guest)["choices"][0]["choice"].clone();
    assert_eq!(ada.choose(&mut guest, &json!(0), &choice).0, 200);
    assert_eq!(guest.post(&eve.path("/resign"), &eve.token, &json!({})).0, 200);
    comes_to(
        addr,
        &[
            ("boardbots_tables_running", 1.0),
            ("boardbots_tables_ended_total", 1.0),
            ("boardbots_tables_choices_total", 2.0),
            ("boardbots_tables_decisions_waiting", 0.0),
            ("boardbots_tables_watchers", 0.0),
            ("boardbots_store_up{store=\"tables\"}", 1.0),
        ],
    );
    guest.listen("/api/tables/events", None);
    comes_to(addr, &[("boardbots_tables_watchers", 1.0)]);
}

#[test]
fn others_find_nothing_there() {
    let limits = HttpLimits { proxies: "127.0.0.1".parse().expect("a proxy"), ..HttpLimits::default() };
    let arena = crate::arena::client::open(limits.clone(), Config::default()).expect("an arena");
    let alone = tables::open(limits, boardbots_server::tables::Config::default()).expect("tables");
    for addr in [arena.addr(), alone.addr()] {
        metrics(addr);
        let ask = |path: &str, head: &str| {
            let mut client = Client::new(addr);
            client.send(format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n{head}\r\n\r\n"));
            let reply = client.reply();
            (reply.status, reply.body.replace(&path[1..], ""))
        };
        for head in ["X-Forwarded-For: 192.0.2.7", "X-Forwarded-For: 127.0.0.1", "Forwarded: for=192.0.2.7"] {
            let due = ask("/abcdefg", head);
            assert_eq!((due.0, ask("/metrics", head)), (404, due), "{head}");
        }
        assert_eq!(ask("/metrics", "X-Forwarded-For: 192.0.2.7\r\nAuthorization: Bearer ").0, 404);
    }
}

/// A league of two bots, one of which is a program that ends at once.
fn league() -> Server {
    let game = boardbots_catalog::find("connect-four").expect("a game");
    let usual = Settings::of(game);
    let player = |name: &str, player: &str| {
        let player = Entry { line: 1, key: "player".into(), value: player.into() };
        usual.wanted(name, &[player]).expect("a player")
    };
    let players = vec![player("Ada", "connect-four:random"), player("Eve", "cmd:false")];
    let settings = Settings { players, pace: Duration::ZERO, pause: Duration::ZERO, ..usual };
    let server = ServerConfig { listen: SocketAddr::from(([127, 0, 0, 1], 0)), ..ServerConfig::default() };
    let config = boardbots_league::web::Config { settings, admin_key_file: None };
    boardbots_league::web::start(server, config, boardbots_server::tables::Config::default()).expect("a league starts")
}

#[test]
fn a_league_counts_what_happens() {
    let league = league();
    comes_to(
        league.addr(),
        &[("boardbots_league_players{state=\"active\"}", 2.0), ("boardbots_store_up{store=\"tables\"}", 1.0)],
    );
    let until = Instant::now() + Duration::from_mins(1);
    let count = |name: &str| metrics(league.addr())[name];
    while count("boardbots_league_faults_total") < 2.0
        || count("boardbots_league_games_ended_total{result=\"counted\"}") < 2.0
    {
        assert!(Instant::now() < until, "{:?}", metrics(league.addr()));
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// All queries of a panel, or of what else has some.
fn queries<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::Object(members) => {
            found.extend(members.get("expr").and_then(Value::as_str));
            members.values().for_each(|value| queries(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| queries(value, found)),
        _ => {}
    }
}

#[test]
fn the_dashboard_shows_what_servers_tell() {
    let dashboard: Value = serde_json::from_str(DASHBOARD).expect("JSON");
    let mut exprs = Vec::new();
    queries(&dashboard, &mut exprs);
    let words = exprs.iter().flat_map(|expr| expr.split(|c: char| !c.is_ascii_alphanumeric() && c != '_'));
    let shown: BTreeSet<&str> =
        words.filter(|word| ["boardbots_", "process_"].iter().any(|begin| word.starts_with(begin))).collect();
    // An arena has tables beside it, and so has a league: these two tell everything.
    let (arena, league) = (serve(Config::default()), league());
    let told = [arena.addr(), league.addr()].map(metrics);
    let told: BTreeSet<&str> = told.iter().flat_map(BTreeMap::keys).map(|sample| family_of(sample)).collect();
    assert_eq!(shown, told, "all of them, and no other");
}
