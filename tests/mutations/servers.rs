//! Servers with something in them: games of all kinds, running and finished.

use crate::http::{PATIENCE, ask, form, get, post};
use boardbots_server::StartError;
use boardbots_server::arena;
use boardbots_server::tables;
use boardbots_server::web::{self, Server, ServerConfig};
use fastrand::Rng;
use serde_json::{Value, json};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::{Duration, Instant};

const HOME: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 0);

/// As much as a test can ask.
fn unlimited() -> web::HttpLimits {
    web::HttpLimits { requests_per_second: 1_000_000, request_burst: 1_000_000, ..web::HttpLimits::default() }
}

fn server() -> ServerConfig {
    ServerConfig { listen: HOME, limits: unlimited(), ..ServerConfig::default() }
}

pub fn arena(db: Option<&Path>) -> Result<Server, StartError> {
    let db = db.map(Path::to_path_buf);
    let config = arena::Config { turn_limit: Duration::from_secs(5), db, seed: Some(1), ..arena::Config::default() };
    arena::start(server(), config, tables::Config::default())
}

pub fn tables(db: Option<&Path>) -> Result<Server, StartError> {
    let think = Duration::from_millis(20);
    tables::start(server(), tables::Config { db: db.map(Path::to_path_buf), think, ..tables::Config::default() })
}

/// A training game, played to its end; its id.
pub fn train(addr: SocketAddr, turns: u32) -> String {
    let mut state = ask(addr, &form("/api/training", &format!("key=abc&turns={turns}"))).json();
    for dir in ["North", "East", "South", "West", "Stay"].into_iter().cycle() {
        if state["game"]["finished"] == true {
            break;
        }
        let url = state["playUrl"].as_str().expect("an address");
        let path = url.splitn(4, '/').nth(3).expect("a path").to_string();
        let answer = ask(addr, &form(&format!("/{path}"), &format!("key=abc&dir={dir}")));
        assert_eq!(answer.status, 200, "{:?}", String::from_utf8_lossy(&answer.body));
        state = answer.json();
    }
    state["game"]["id"].as_str().expect("an id").to_string()
}

/// A table: its id, and the tokens of its seats.
#[derive(Clone, Debug)]
pub struct Made {
    pub id: String,
    pub tokens: Vec<String>,
}

fn make(addr: SocketAddr, rng: &mut Rng, game: &str, seats: &[Value], options: &Value) -> Made {
    let claim: String = std::iter::repeat_with(|| rng.alphanumeric()).take(32).collect();
    let said = json!({ "game": game, "claim": claim, "seats": seats, "options": options });
    let answer = ask(addr, &post("/api/tables", "", &said));
    assert_eq!(answer.status, 201, "{:?}", String::from_utf8_lossy(&answer.body));
    let told = answer.json();
    let token = |seat: &Value| seat["token"].as_str().unwrap_or_default().to_string();
    let tokens = told["seats"].as_array().expect("a list").iter().map(token).collect();
    Made { id: told["id"].as_str().expect("an id").to_string(), tokens }
}

/// Makes this many choices of people, those that are offered first or later.
fn play(addr: SocketAddr, rng: &mut Rng, made: &Made, choices: usize) {
    for _ in 0..choices {
        let path = format!("/api/tables/{}", made.id);
        let state = ask(addr, &get(&path, &made.tokens[0])).json();
        let Some(asked) = state["asked"].as_u64().and_then(|asked| usize::try_from(asked).ok()) else { return };
        let state = ask(addr, &get(&path, &made.tokens[asked])).json();
        let offered: Vec<&str> =
            state["choices"].as_array().into_iter().flatten().filter_map(|one| one["choice"].as_str()).collect();
        let Some(choice) = rng.choice(&offered) else { return };
        let said = json!({ "n": state["n"], "choice": choice });
        ask(addr, &post(&format!("{path}/choose"), &made.tokens[asked], &said));
    }
}

/// Tables of every game: one where people sit who have made some choices, one that bots have played
/// to its end, one where a player is still to come; and one where choices were taken back. And a protected name.
pub fn set_up(addr: SocketAddr) -> Vec<Made> {
    let mut rng = Rng::with_seed(5);
    let person = |name: &str| json!({ "kind": "me", "name": name });
    let mut all = Vec::new();
    let games = ask(addr, &get("/api/games", "")).json();
    for game in games["games"].as_array().expect("a list") {
        let name = game["game"].as_str().expect("a name");
        let bot = match name {
            "desconecta4" | "tron" => format!("{name}:strong,depth=1"),
            "battletech" => "battletech:still".to_string(),
            _ => game["bots"][0]["player"].as_str().expect("a bot").to_string(),
        };
        let bot = json!({ "kind": "bot", "player": bot });
        let people = [person("Ada"), person("Grace")];
        let made = make(addr, &mut rng, name, &people, &json!({ "hints": true, "clock": 600 }));
        play(addr, &mut rng, &made, 12);
        all.push(made);
        let quick = if name == "battletech" { json!({ "pace": 0, "rounds": 5 }) } else { json!({ "pace": 0 }) };
        all.push(make(addr, &mut rng, name, &[bot.clone(), bot], &quick));
        all.push(make(addr, &mut rng, name, &[person("Ada"), json!({ "kind": "invited" })], &json!({})));
    }
    let made = make(addr, &mut rng, "desconecta4", &[person("Ada"), person("Grace")], &json!({ "hints": true }));
    // Random numbers of its own: how many the games above take depends on their dice, and this game must not end.
    let mut rng = Rng::with_seed(1);
    for _ in 0..3 {
        play(addr, &mut rng, &made, 5);
        let path = format!("/api/tables/{}", made.id);
        let n = ask(addr, &get(&path, &made.tokens[0])).json()["n"].clone();
        assert_eq!(ask(addr, &post(&format!("{path}/undo"), &made.tokens[1], &json!({ "n": n }))).status, 200);
    }
    all.push(made);
    let own = json!({ "name": "Hypatia", "passphrase": "correct horse" });
    assert_eq!(ask(addr, &post("/api/names", "", &own)).status, 201);
    let began = Instant::now();
    while ask(addr, &get("/api/tables", "")).json()["finished"].as_array().is_none_or(|all| all.len() < 4) {
        assert!(began.elapsed() < PATIENCE, "bots do not come to an end");
        std::thread::sleep(Duration::from_millis(50));
    }
    all
}
