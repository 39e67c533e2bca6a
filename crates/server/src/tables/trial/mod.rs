//! Tables as their clients see them, tried with small games and without sockets.

mod analysis;
pub mod bids;
mod golden;
mod leaving;
mod open_seats;
mod owners;
pub mod pile;
mod rematch;
mod restart;
mod shown;
mod siege;
mod veiled;

use super::services::Config;
use super::state::AppState;
use super::table::Duty;
use crate::web::ClientAddr;
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use bids::Bids;
use boardbots_battletech::game::BattleTech;
use boardbots_dragon_slayer::game::DragonSlayer;
use boardbots_game::game::Game;
use pile::Pile;
use serde_json::{Value, json};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tower::ServiceExt;

/// No test waits longer than this for anything.
const PATIENCE: Duration = Duration::from_mins(1);
const CLAIM: &str = "0123456789abcdef";

/// An app with its routes, without a server.
struct Trial {
    app: Arc<AppState>,
    router: Router,
    threads: Vec<JoinHandle<()>>,
}

impl Trial {
    async fn open(config: Config) -> Self {
        let games: Vec<&'static dyn Game> = vec![&Pile, &Bids, &BattleTech, &DragonSlayer];
        let (app, threads) = AppState::open(games, Vec::new(), config).expect("the state");
        app.resume().await.expect("tables");
        Self { router: super::routes(Arc::clone(&app)), app, threads }
    }

    /// Sends a request; status and JSON of the answer.
    async fn send(&self, request: Request<Body>) -> (u16, Value) {
        let answer = self.router.clone().oneshot(request).await.expect("an answer");
        let status = answer.status().as_u16();
        let body = axum::body::to_bytes(answer.into_body(), 1 << 20).await.expect("a body");
        (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
    }

    async fn get(&self, path: &str, token: Option<&str>) -> (u16, Value) {
        self.send(request("GET", path, token, Body::empty())).await
    }

    /// An answer that is a text.
    async fn text(&self, path: &str) -> String {
        self.send_raw(request("GET", path, None, Body::empty())).await
    }

    /// The text of the answer to a request.
    async fn send_raw(&self, request: Request<Body>) -> String {
        let answer = self.router.clone().oneshot(request).await.expect("an answer");
        let body = axum::body::to_bytes(answer.into_body(), 1 << 20).await.expect("a body");
        String::from_utf8(body.to_vec()).expect("a text")
    }

    async fn post(&self, path: &str, token: Option<&str>, said: Value) -> (u16, Value) {
        self.send(request("POST", path, token, Body::from(said.to_string()))).await
    }

    /// Makes a table of the usual game; what its maker is told.
    async fn table(&self, seats: Value, options: Value) -> Made {
        self.table_of("pile", seats, options).await
    }

    /// Makes a table of these seats; what its maker is told.
    async fn table_of(&self, game: &str, seats: Value, options: Value) -> Made {
        let claim = crate::tokens::random(20);
        let said = json!({ "game": game, "options": options, "claim": claim, "seats": seats });
        let (status, told) = self.post("/api/tables", None, said).await;
        assert_eq!(status, 201, "{told}");
        let text = |seat: usize, key: &str| told["seats"][seat][key].as_str().unwrap_or_default().to_string();
        let id = told["id"].as_str().expect("an id").to_string();
        Made { tokens: [text(0, "token"), text(1, "token")], invitation: text(1, "invitation"), id }
    }

    async fn choose(&self, id: &str, token: &str, n: u64, choice: &str) -> (u16, Value) {
        self.post(&format!("/api/tables/{id}/choose"), Some(token), json!({ "n": n, "choice": choice })).await
    }

    async fn state(&self, id: &str, token: Option<&str>) -> Value {
        let answer = self.send_raw(request("GET", &format!("/api/tables/{id}"), token, Body::empty())).await;
        let state: Value = serde_json::from_str(&answer).expect("JSON");
        // It is written as a value without the last two members would be, and then these.
        let mut first = state.clone();
        let [view, choices] = ["view", "choices"].map(|key| first.as_object_mut().expect("a state").remove(key));
        let first = first.to_string();
        let due =
            format!("{},\"view\":{},\"choices\":{}}}", &first[..first.len() - 1], view.unwrap(), choices.unwrap());
        assert_eq!(answer, due);
        state
    }

    /// The first state of a table that is so.
    async fn until(&self, id: &str, so: impl Fn(&Value) -> bool) -> Value {
        let began = Instant::now();
        loop {
            let state = self.state(id, None).await;
            if so(&state) {
                return state;
            }
            assert!(began.elapsed() < PATIENCE, "still {state}");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    /// Plays first choices for the first seat until the match is over, against any opponent.
    async fn play_out(&self, id: &str, token: &str) -> Value {
        loop {
            let state = self.until(id, |state| state["asked"] == 0 || !state["ended"].is_null()).await;
            if !state["ended"].is_null() {
                return state;
            }
            let (status, told) = self.choose(id, token, state["n"].as_u64().expect("a number"), "1").await;
            assert_eq!(status, 200, "{told}");
        }
    }
}

/// The owner of requests that no server has passed on.
fn anyone() -> crate::shares::Owner {
    crate::shares::Owner::at([0, 0, 0, 0].into())
}

struct Made {
    id: String,
    tokens: [String; 2],
    invitation: String,
}

fn request(method: &str, path: &str, token: Option<&str>, body: Body) -> Request<Body> {
    let mut request = Request::builder().method(method).uri(path).header("content-type", "application/json");
    if let Some(token) = token {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    request.body(body).expect("a request")
}

fn against_bot() -> Value {
    json!([{ "kind": "me", "name": "Ada" }, { "kind": "bot", "player": "tron:strong" }])
}

fn two_here() -> Value {
    json!([{ "kind": "me", "name": "Ada" }, { "kind": "me", "name": "Eve" }])
}

fn error(told: &Value) -> &str {
    told["error"].as_str().unwrap_or_default()
}

#[tokio::test]
async fn a_table_against_a_bot_is_played_to_its_end_and_counted() {
    let trial = Trial::open(Config::default()).await;
    let made = trial.table(against_bot(), json!({ "hints": false })).await;
    let end = trial.play_out(&made.id, &made.tokens[0]).await;
    assert_eq!(end["outcome"]["reason"], "pile.empty");
    assert_eq!(
        (&end["asked"], &end["choices"], &end["seats"][1]["name"]),
        (&Value::Null, &Value::Null, &json!("Strong"))
    );
    let n = end["n"].as_u64().expect("a number");
    assert_eq!(end["steps"].as_array().map(Vec::len), Some(usize::try_from(n).expect("few")));
    // It is in the list of those that ended, and still there to look at.
    let began = Instant::now();
    let lobby = loop {
        let (_, lobby) = trial.get("/api/tables", None).await;
        if lobby["finished"][0]["id"] == *made.id || began.elapsed() > PATIENCE {
            break lobby;
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    };
    assert_eq!((&lobby["finished"][0]["winners"], &lobby["running"]), (&end["outcome"]["winners"], &json!([])));
    // Wherever there are names, it is said which of them are a bot's own.
    for seats in [&end["seats"], &lobby["finished"][0]["seats"]] {
        assert_eq!((&seats[0]["player"], &seats[1]["player"]), (&Value::Null, &json!("tron:strong")));
    }
    let (_, past) = trial.get(&format!("/api/tables/{}/history?from=0&count=200", made.id), None).await;
    let steps = past["steps"].as_array().expect("steps");
    assert_eq!((past["total"].as_u64(), &steps.last().expect("a step")["view"]), (Some(n), &end["view"]));
    let (_, told) = trial.get("/api/statistics", None).await;
    let of = |name: &str| told["players"].as_array().unwrap().iter().find(|player| player["name"] == name).cloned();
    let (ada, bot) = (of("Ada").expect("played"), of("Strong").expect("played"));
    assert_eq!((ada["played"].as_u64(), ada["won"].as_u64().unwrap() + bot["won"].as_u64().unwrap()), (Some(1), 1));
    assert_eq!((&ada["kind"], &bot["kind"], &bot["player"]), (&json!("human"), &json!("bot"), &json!("tron:strong")));
    let (status, told) = trial.choose(&made.id, &made.tokens[0], n, "1").await;
    assert_eq!((status, error(&told)), (409, "the table has ended"));
}

#[tokio::test]
async fn choices_are_made_once_by_whose_turn_it_is() {
    let trial = Trial::open(Config::default()).await;
    let made = trial.table(two_here(), json!({})).await;
    let [ada, eve] = &made.tokens;
    let other = trial.table(two_here(), json!({})).await;
    for (token, n, choice, status, part) in [
        (eve.as_str(), 0, "1", 409, "not your turn"),
        (&other.tokens[0], 0, "1", 403, "no seat"),
        ("", 0, "1", 403, "no seat"),
        (&made.id, 0, "1", 403, "no seat"),
        (ada, 1, "1", 409, "moved on"),
        (ada, 0, "4", 400, "one to three"),
    ] {
        let (found, told) = trial.choose(&made.id, token, n, choice).await;
        assert!(found == status && error(&told).contains(part), "{choice}: {found} {told}");
    }
    assert_eq!(trial.choose(&made.id, ada, 1, "1").await.1["n"], 0);
    // Many at once: one of them is made.
    let (id, ada) = (&made.id, ada.as_str());
    let (one, two, three) =
        tokio::join!(trial.choose(id, ada, 0, "1"), trial.choose(id, ada, 0, "1"), trial.choose(id, ada, 0, "2"));
    let mut all = [one.0, two.0, three.0];
    all.sort_unstable();
    assert_eq!(all, [200, 409, 409]);
    assert_eq!(trial.choose(id, ada, 0, "1").await, (409, json!({ "error": "the table has moved on", "n": 1 })));
    // Each sees his own view, and choices only when asked.
    let [for_ada, for_eve] = [trial.state(id, Some(ada)).await, trial.state(id, Some(eve)).await];
    assert_eq!((&for_ada["choices"], &for_ada["view"]["for"], &for_ada["you"]), (&Value::Null, &json!(0), &json!(0)));
    assert_eq!((for_eve["choices"].as_array().map(Vec::len), &for_eve["view"]["for"]), (Some(3), &json!(1)));
    let watching = trial.state(id, None).await;
    assert_eq!(
        (&watching["you"], &watching["choices"], &watching["view"]["for"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    assert_eq!(trial.get(&format!("/api/tables/{id}"), Some("x")).await.0, 403);
    assert_eq!(trial.get("/api/tables/nowhere", None).await.0, 404);
}

#[tokio::test]
async fn lost_answers_are_given_again() {
    let trial = Trial::open(Config::default()).await;
    let said = json!({ "game": "pile", "claim": CLAIM, "seats": [against_bot()[0], { "kind": "invited" }] });
    let first = trial.post("/api/tables", None, said.clone()).await;
    assert_eq!(first.0, 201);
    assert_eq!(trial.post("/api/tables", None, said).await, first);
    assert_eq!(trial.app.tables(), 1);
    let (id, invitation) = (first.1["id"].as_str().unwrap(), first.1["seats"][1]["invitation"].as_str().unwrap());
    let join = format!("/api/tables/{id}/join");
    let come = |claim: &str, invitation: &str| {
        trial.post(&join, None, json!({ "invitation": invitation, "name": "Eve", "claim": claim }))
    };
    assert_eq!(come("fedcba9876543210", "nothing").await.0, 403);
    assert_eq!(come("short", invitation).await.0, 400);
    // A guest who would pass for the other.
    let alike = json!({ "invitation": invitation, "name": "\u{410}DA", "claim": "fedcba9876543210" });
    let refused = trial.post(&join, None, alike).await;
    assert!(refused.0 == 400 && error(&refused.1).contains("looks like Ada"), "{refused:?}");
    assert_eq!(trial.state(id, None).await["seats"][1]["kind"], "invited");
    let joined = come("fedcba9876543210", invitation).await;
    assert_eq!((joined.0, &joined.1["seat"]), (200, &json!(1)));
    assert_eq!(come("fedcba9876543210", invitation).await, joined);
    assert_eq!(come(CLAIM, invitation).await.0, 409);
    let token = joined.1["token"].as_str().unwrap();
    assert_eq!(trial.state(id, Some(token)).await["you"], 1);
    assert_eq!(trial.state(id, None).await["seats"][1]["name"], "Eve");
}

#[tokio::test]
async fn what_is_refused_makes_no_table() {
    let trial = Trial::open(Config::default()).await;
    let with = |key: &str, value: Value| {
        let mut said = json!({ "game": "pile", "claim": CLAIM, "seats": against_bot() });
        said[key] = value;
        said
    };
    for (said, status, part) in [
        (with("game", json!("chess")), 404, "game"),
        (with("claim", json!("short")), 400, "claim"),
        (with("seats", json!([])), 400, "2 to 2 seats"),
        (with("seats", json!([{ "kind": "me", "name": "A" }, { "kind": "bot", "player": "cmd:sh" }])), 400, "programs"),
        (with("seats", json!([{ "kind": "me", "name": "" }, { "kind": "invited" }])), 400, "name"),
        (with("seats", json!([{ "kind": "me", "name": "a\u{3164}" }, { "kind": "invited" }])), 400, "U+3164"),
        (with("seats", json!([{ "kind": "me", "name": "STR0NG" }, against_bot()[1]])), 400, "looks like Strong"),
        (with("seats", json!([{ "kind": "me", "name": "Ada" }, { "kind": "me", "name": "ADA" }])), 400, "looks like"),
        (with("seats", json!([{ "kind": "king" }, 7])), 400, "kind"),
        (with("options", json!({ "clock": 1 })), 400, "clock"),
        (with("options", json!([])), 400, "options"),
    ] {
        let (found, told) = trial.post("/api/tables", None, said).await;
        assert!(found == status && error(&told).contains(part), "{part}: {found} {told}");
    }
    let body = |text: String| request("POST", "/api/tables", None, Body::from(text));
    assert_eq!(trial.send(body("[1]".into())).await.0, 400);
    assert_eq!(trial.send(body("{".into())).await.0, 400);
    assert_eq!(trial.send(body(format!("{{\"game\":\"{}\"}}", "x".repeat(20_000)))).await.0, 413);
    // What pages from elsewhere can send without asking is no request.
    let mut plain = body(with("game", json!("pile")).to_string());
    plain.headers_mut().insert("content-type", "text/plain".parse().unwrap());
    assert_eq!(trial.send(plain).await.0, 400);
    assert_eq!(trial.app.tables(), 0);
}

#[tokio::test]
async fn addresses_elsewhere_are_counted_and_there_is_room_for_so_many() {
    let mut config = Config::default();
    (config.limits.running, config.limits.tables) = (2, 4);
    let trial = Trial::open(config).await;
    let make = async |peer: &str| -> usize {
        let said = json!({ "game": "pile", "claim": crate::tokens::random(20), "seats": two_here() });
        let mut asked = request("POST", "/api/tables", None, Body::from(said.to_string()));
        asked.extensions_mut().insert(ClientAddr(peer.parse().unwrap()));
        trial.send(asked).await.0.into()
    };
    assert_eq!([make("192.0.2.1").await, make("192.0.2.1").await, make("192.0.2.1").await], [201, 201, 429]);
    assert_eq!([make("192.0.2.2").await, make("127.0.0.1").await, trial.app.tables()], [201, 201, 4]);
    // The network that has most makes room, if the one who asks has fewer.
    assert_eq!(make("::1").await, 201);
    while trial.app.tables() > 4 {
        tokio::task::yield_now().await;
    }
    assert_eq!([make("::1").await, make("192.0.2.2").await], [503, 503]);
}

#[tokio::test]
async fn hints_undo_and_evaluations_are_where_they_are_allowed() {
    let trial = Trial::open(Config::default()).await;
    let made = trial.table(against_bot(), json!({})).await;
    let (id, token) = (&made.id, made.tokens[0].as_str());
    let path = |what: &str| format!("/api/tables/{id}/{what}");
    let (status, told) = trial.post(&path("undo"), Some(token), json!({ "n": 0 })).await;
    assert!(status == 400 && error(&told).contains("nothing to take back"), "{status} {told}");
    let start = trial.state(id, None).await;
    let stones = start["view"]["stones"].as_u64().expect("a number");
    // Of two at once one is too many.
    let hint = async || trial.post(&path("hint"), Some(token), json!({ "n": 0 })).await;
    let (one, other) = tokio::join!(hint(), hint());
    let [(status, told), over] = if one.0 == 200 { [one, other] } else { [other, one] };
    assert_eq!((status, told["choice"].as_str()), (200, Some((stones % 4).max(1).to_string().as_str())), "{told}");
    assert_eq!(over.0, 429);
    assert_eq!(trial.post(&path("hint"), Some(token), json!({ "n": 7 })).await.0, 409);
    assert_eq!(trial.post(&path("hint"), None, json!({ "n": 0 })).await.0, 403);
    let value = if stones % 4 == 0 { -1000 } else { 1000 };
    assert_eq!(trial.get(&path("evaluation"), None).await, (200, json!({ "n": 0, "value": value, "ends": null })));
    assert_eq!(trial.choose(id, token, 0, "1").await.0, 200);
    let answered = trial.until(id, |state| state["n"] == 2).await;
    assert_eq!(answered["undo"], true);
    assert_eq!(trial.post(&path("undo"), Some(token), json!({ "n": 2 })).await, (200, json!({ "n": 3 })));
    let back = trial.state(id, Some(token)).await;
    assert_eq!((&back["view"]["stones"], &back["asked"], &back["n"]), (&json!(stones), &json!(0), &json!(3)));
    assert_eq!(back["steps"][2]["events"], json!([{ "kind": "undone", "to": 0 }]));
    assert_eq!((&back["steps"][2]["choice"], &back["steps"][2]["by"]), (&json!("undo"), &json!("seat")));
    // Such a table counts for nobody.
    trial.play_out(id, token).await;
    assert_eq!(trial.get("/api/statistics", None).await.1, json!({ "players": [] }));
    // Between two people there is none of it unless they say so.
    let made = trial.table(two_here(), json!({})).await;
    let path = |what: &str| format!("/api/tables/{}/{what}", made.id);
    let token = Some(made.tokens[0].as_str());
    assert_eq!(trial.post(&path("hint"), token, json!({ "n": 0 })).await.0, 409);
    assert_eq!(trial.post(&path("undo"), token, json!({ "n": 0 })).await.0, 409);
    assert_eq!(trial.get(&path("evaluation"), None).await.0, 409);
}

#[tokio::test]
async fn bots_play_by_themselves_and_a_slow_one_stops_in_time() {
    let config = Config { think: Duration::from_millis(20), ..Config::default() };
    let trial = Trial::open(config).await;
    let bots = json!([{ "kind": "bot", "player": "tron:slow" }, { "kind": "bot", "player": "tron:strong" }]);
    let made = trial.table(bots, json!({ "pace": 0 })).await;
    let end = trial.until(&made.id, |state| !state["ended"].is_null()).await;
    assert_eq!(end["steps"].as_array().map(Vec::len), end["n"].as_u64().map(|n| usize::try_from(n).unwrap()));
}

#[tokio::test]
async fn when_the_clock_runs_out_the_usual_bot_chooses() {
    let trial = Trial::open(Config::default()).await;
    let made =
        trial.table(json!([{ "kind": "me", "name": "Ada" }, { "kind": "invited" }]), json!({ "clock": 10 })).await;
    let table = trial.app.find(&made.id, anyone()).await.expect("it runs");
    let since =
        |seconds| Instant::now().checked_sub(Duration::from_secs(seconds)).expect("the machine has run so long");
    // It waits until everybody has come; then the player who is asked gets the whole time.
    table.ask_since(since(100));
    assert_eq!(table.duty(), Duty::Wait);
    let said = json!({ "invitation": made.invitation, "name": "Eve", "claim": CLAIM });
    assert_eq!(trial.post(&format!("/api/tables/{}/join", made.id), None, said).await.0, 200);
    assert!(matches!(table.duty(), Duty::Clock { n: 0, seat: 0, until } if until > Instant::now()));
    table.ask_since(since(11));
    let moved = trial.until(&made.id, |state| state["n"] == 1).await;
    assert_eq!((&moved["steps"][0]["by"], &moved["steps"][0]["seat"]), (&json!("clock"), &json!(0)));
}
