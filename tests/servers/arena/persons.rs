//! Persons at the keyboard: seats, moves by turn, missed turns, company of bots.

use crate::arena::client::{Client, Reply, get_once, post_once, serve};
use crate::arena::events::{next, subscribe};
use crate::arena::seat::{Seat, join_all};
use boardbots_server::arena::{ArenaLimits, Config};
use boardbots_server::web::{Server, Share};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::thread;
use std::time::Duration;

/// A person's seat, and the last that was heard of it.
struct Person {
    addr: SocketAddr,
    token: String,
    news: Client,
    state: Value,
}

impl Person {
    fn sit(arena: &Server, form: &str) -> Self {
        let reply = post_once(arena.addr(), "/api/seats", form);
        assert_eq!(reply.status, 201, "{reply:?}");
        let token = reply.json()["token"].as_str().expect("a token").to_string();
        let mut news = subscribe(arena, &format!("/api/seats/{token}/events"));
        let state = next(&mut news).expect("a first event");
        Self { addr: arena.addr(), token, news, state }
    }

    /// Follows what happens at the seat until this phase.
    fn until(&mut self, phase: &str) -> &Value {
        while self.state["phase"] != phase {
            self.state = next(&mut self.news).unwrap_or_else(|| panic!("no {phase} after {}", self.state));
        }
        &self.state
    }

    fn turn(&self) -> i64 {
        self.state["turn"].as_i64().expect("a turn")
    }

    fn send(&self, turn: i64, dir: &str) -> Reply {
        post_once(self.addr, &format!("/api/seats/{}/move", self.token), &format!("turn={turn}&dir={dir}"))
    }

    /// Plays the turn that is asked for, and hears at least that it was taken.
    fn play(&mut self, dir: &str) {
        let (turn, reply) = (self.turn(), self.send(self.turn(), dir));
        assert_eq!((reply.status, reply.json()), (200, json!({ "turn": turn, "dir": dir })));
        while self.state["phase"] == "yours" && self.turn() == turn {
            self.state = next(&mut self.news).expect("news after a move");
        }
    }

    fn hero(&self) -> &Value {
        let hero = self.state["hero"].as_u64().expect("a hero");
        &self.state["state"]["heroes"][usize::try_from(hero).unwrap() - 1]
    }

    fn now(&self) -> Value {
        get_once(self.addr, &format!("/api/seats/{}", self.token)).json()
    }
}

fn patient() -> Config {
    Config { person_limit: Duration::from_mins(2), ..Config::default() }
}

#[test]
fn a_person_plays_a_whole_training_game() {
    let arena = serve(patient());
    let bots = "opponents=miner,default,depth=2,vindinium:guard";
    let mut person = Person::sit(&arena, &format!("name=Ada&kind=training&map=m1&turns=30&{bots}"));
    assert_eq!((&person.state["hero"], &person.state["kind"]), (&json!(1), &json!("training")));
    assert!(person.token.len() >= 22);
    let mut played = Vec::new();
    for dir in ["North", "East", "South", "West", "Stay"].into_iter().cycle() {
        if person.state["phase"] == "over" {
            break;
        }
        person.until("yours");
        assert_eq!(person.state["turn"], person.state["state"]["turn"]);
        played.push((person.turn(), dir));
        person.play(dir);
        while !["yours", "over"].contains(&person.state["phase"].as_str().unwrap()) {
            person.state = next(&mut person.news).expect("the next turn or the end");
        }
    }
    assert_eq!(played.iter().map(|&(turn, _)| turn).collect::<Vec<_>>(), (0..120).step_by(4).collect::<Vec<_>>());
    assert!(next(&mut person.news).is_none(), "nothing comes after the end");
    let game = person.state["game"].as_str().unwrap();
    // What the person played is what the game holds, and what is kept of it.
    let mut stream = subscribe(&arena, &format!("/events/{game}"));
    let mut last = Value::Null;
    while let Some(state) = next(&mut stream) {
        let turn = state["turn"].as_i64().unwrap() - 1;
        if let Some((_, dir)) = played.iter().find(|(played, _)| *played == turn) {
            assert_eq!(state["heroes"][0]["lastDir"], *dir, "turn {turn}");
        }
        last = state;
    }
    assert_eq!((&last["finished"], &last), (&json!(true), &person.state["state"]));
    let recent = get_once(arena.addr(), "/games.json").json()["recent"][0].clone();
    assert_eq!((&recent["kind"], &recent["turns"]), (&json!("training"), &json!(120)));
    assert_eq!(person.now()["phase"], "over");
}

#[test]
fn replayed_late_and_foreign_moves_change_nothing() {
    let arena = serve(patient());
    let mut person = Person::sit(&arena, "name=Ada&kind=training&map=m1&turns=9");
    let other = Person::sit(&arena, "name=Bob&kind=training&map=m1&turns=9");
    let before = other.now()["state"].clone();
    person.until("yours");
    person.play("Stay");
    person.until("yours");
    let state = person.now()["state"].clone();
    for turn in [0, 1, 3, 5, 8, 1000] {
        let reply = person.send(turn, "North");
        assert_eq!((reply.status, &reply.json()["state"]), (409, &state), "{turn}");
    }
    for body in ["turn=4", "turn=4&dir=Up", "turn=x&dir=North", "turn=-4&dir=North", "dir=North", ""] {
        let reply = post_once(arena.addr(), &format!("/api/seats/{}/move", person.token), body);
        assert_eq!(reply.status, 400, "{body}: {reply:?}");
    }
    // A token of nobody, of another's game, and the game's own id are no seats.
    for token in ["abcd", &"a".repeat(24), person.state["game"].as_str().unwrap(), "%ff"] {
        let reply = post_once(arena.addr(), &format!("/api/seats/{token}/move"), "turn=4&dir=North");
        assert_eq!(reply.status, 404, "{token}");
        let reply = get_once(arena.addr(), &format!("/api/seats/{token}/events"));
        assert_eq!(reply.status, 404, "{token}");
    }
    let foreign = format!("/api/{}/{}/play", other.state["game"].as_str().unwrap(), person.token);
    assert_eq!(post_once(arena.addr(), &foreign, "dir=North").status, 404);
    assert_eq!((&person.now()["state"], &other.now()["state"]), (&state, &before));
    // Of two moves for one turn one is taken.
    let twice = [person.send(4, "Stay").status, person.send(4, "Stay").status];
    assert_eq!(twice, [200, 409]);
    assert_eq!(person.now()["turn"], 8);
}

#[test]
fn who_is_away_stays_and_is_out_at_the_third_time() {
    let arena = serve(Config { person_limit: Duration::from_secs(2), ..Config::default() });
    let mut person = Person::sit(&arena, "name=Ada&kind=training&map=m1&turns=30");
    person.until("yours");
    let mut late = Vec::new();
    while person.state["phase"] != "over" {
        if person.state["phase"] == "yours" {
            late.push((person.turn(), person.state["missed"].as_u64().unwrap()));
        }
        person.state = next(&mut person.news).expect("his turns, then the end");
    }
    assert_eq!(late, [(0, 0), (4, 1), (8, 2)]);
    assert_eq!((&person.hero()["crashed"], person.turn()), (&json!(true), 8));
    assert_eq!(person.hero()["lastDir"], "Stay");
    // Lists and the game's page know that it was no program that stopped.
    let recent = get_once(arena.addr(), "/games.json").json()["recent"][0].clone();
    let about = get_once(arena.addr(), &format!("/{}.json", recent["id"].as_str().unwrap())).json();
    assert_eq!((&recent["seats"][0]["crashed"], &recent["seats"][0]["kind"]), (&json!(true), &json!("person")));
    assert_eq!(about["seats"], json!([{ "kind": "person" }, { "kind": "bot" }, { "kind": "bot" }, { "kind": "bot" }]));
}

#[test]
fn people_meet_the_usual_bots_unless_they_choose_others() {
    let arena = serve(patient());
    let usual = get_once(arena.addr(), "/api/seats").json()["opponents"].clone();
    assert_eq!(usual, json!(["miner", "hunter", "guard"]));
    let bots = get_once(arena.addr(), "/api/seats").json()["bots"].clone();
    assert_eq!((&bots[0], &bots[7], &bots[8]), (&json!("random"), &json!("patient"), &json!("default")), "{bots}");
    for (wish, others) in [("", usual), ("&opponents=random,random,miner", json!(["random", "random", "miner"]))] {
        let person = Person::sit(&arena, &format!("name=Ada&kind=training&map=m1&turns=2{wish}"));
        let heroes = person.state["state"]["heroes"].as_array().unwrap();
        assert_eq!(heroes[1..].iter().map(|hero| hero["name"].clone()).collect::<Value>(), others);
    }
}

#[test]
fn persons_and_bots_meet_and_bots_keep_their_time_limit() {
    let arena = serve(Config { turn_limit: Duration::from_secs(4), ..patient() });
    let mut bots = join_all(arena.addr(), ["a", "b"]);
    let mut person = Person::sit(&arena, "name=%3Cb%3EAda&kind=arena");
    assert_eq!((&person.state["phase"], &person.state["joined"]), (&json!("waiting"), &json!(3)));
    let mut last = Client::new(arena.addr());
    last.ask_post("/api/arena", "key=c");
    bots.push(last);
    // Hero 1 lets his time pass; the person, who is hero 3, takes longer and loses nothing.
    assert_eq!(Seat::first(bots.remove(0)).turn(), 0);
    let mut second = Seat::first(bots.remove(0));
    assert_eq!(second.state["game"]["heroes"][0]["crashed"], true);
    second.ask("Stay");
    assert_eq!(person.until("yours")["turn"], 2);
    assert_eq!((&person.hero()["name"], &person.hero()["userId"]), (&json!("<b>Ada"), &Value::Null));
    thread::sleep(Duration::from_secs(5));
    person.play("Stay");
    let mut fourth = Seat::first(bots.remove(0));
    assert_eq!((fourth.turn(), &fourth.state["game"]["heroes"][2]["crashed"]), (3, &json!(false)));
    // He leaves: his hero is out at once, the game goes on, and counts for nobody.
    let reply = post_once(arena.addr(), &format!("/api/seats/{}/leave", person.token), "");
    assert_eq!(reply.status, 200);
    fourth.ask("Stay");
    assert_eq!(second.take().status, 200);
    second.ask("Stay");
    fourth.take();
    assert_eq!((fourth.turn(), &fourth.state["game"]["heroes"][2]["crashed"]), (7, &json!(true)));
    let fourth = thread::spawn(move || fourth.play_out());
    second.take();
    second.play_out();
    fourth.join().expect("a bot plays to the end");
    assert_eq!(person.until("over")["kind"], "friendly");
    let recent = get_once(arena.addr(), "/games.json").json()["recent"][0].clone();
    assert_eq!(recent["kind"], "friendly");
    assert!(recent["seats"].as_array().unwrap().iter().all(|seat| seat.get("ratingChange").is_none()), "{recent}");
    let leaders = get_once(arena.addr(), "/leaderboard.json").json();
    assert!(leaders.as_array().unwrap().iter().all(|user| user["games"] == 0 && user["rating"] == 1200), "{leaders}");
}

#[test]
fn who_gives_up_waiting_frees_his_place() {
    let arena = serve(patient());
    let mut ada = Person::sit(&arena, "name=Ada&kind=arena");
    let mut bob = Person::sit(&arena, "name=Bob&kind=arena");
    while ada.state["joined"] != 2 {
        ada.state = next(&mut ada.news).expect("Bob comes");
    }
    assert_eq!(ada.send(0, "North").status, 409);
    assert_eq!(post_once(arena.addr(), &format!("/api/seats/{}/leave", ada.token), "").json()["phase"], "left");
    ada.until("left");
    assert_eq!(get_once(arena.addr(), &format!("/api/seats/{}", ada.token)).status, 404);
    while bob.state["joined"] != 1 {
        bob.state = next(&mut bob.news).expect("Ada goes");
    }
    let _bots = join_all(arena.addr(), ["a", "b"]);
    let mut last = Client::new(arena.addr());
    last.ask_post("/api/arena", "key=c");
    bob.until("yours");
    assert_eq!((&bob.state["hero"], bob.turn()), (&json!(1), 0));
}

#[test]
fn a_deserted_chair_is_taken_away() {
    let arena = serve(Config { person_limit: Duration::from_secs(3), ..Config::default() });
    let reply = post_once(arena.addr(), "/api/seats", "name=Ada&kind=arena");
    let token = reply.json()["token"].as_str().unwrap().to_string();
    let mut watcher = Person::sit(&arena, "name=Bob&kind=arena");
    // Nobody looks at Ada's seat; Bob is there all the time.
    while watcher.state["joined"] != 1 {
        watcher.state = next(&mut watcher.news).expect("Ada's chair is taken away");
    }
    assert_eq!(get_once(arena.addr(), &format!("/api/seats/{token}")).status, 404);
    assert_eq!(watcher.now()["phase"], "waiting");
}

#[test]
fn wishes_are_checked_and_seats_are_counted() {
    let arena = serve(Config { limits: ArenaLimits::default().shared_by(Share::of(1)), ..patient() });
    for (wish, part) in [
        ("kind=training", "A name has 1 to 20"),
        ("name=%20&kind=training", "A name has 1 to 20"),
        ("name=123456789012345678901&kind=training", "A name has 1 to 20"),
        ("name=a%0Ab&kind=training", "U+000A"),
        ("name=a%CD%8Fb&kind=training", "U+034F"),
        ("name=Ada", "kind is"),
        ("name=Ada&kind=duel", "kind is"),
        ("name=Ada&kind=training&turns=0", "turns is"),
        ("name=Ada&kind=training&turns=301", "turns is"),
        ("name=Ada&kind=training&map=m9", "There is no map m9"),
        ("name=Ada&kind=training&map=%401", "four heroes"),
        ("name=Ada&kind=training&opponents=miner", "three bots"),
        ("name=Ada&kind=training&opponents=miner,miner,default,parameters=Cargo.toml", "files"),
        ("name=Ada&kind=training&opponents=miner,miner,default,threads=8", "one thread"),
    ] {
        let reply = post_once(arena.addr(), "/api/seats", wish);
        let error = reply.json()["error"].to_string();
        assert!(reply.status == 400 && error.contains(part), "{wish}: {reply:?}");
    }
    assert_eq!(post_once(arena.addr(), "/api/seats", &"x".repeat(20_000)).status, 413);
    let offers = get_once(arena.addr(), "/api/seats").json();
    assert_eq!((&offers["open"], &offers["maps"][0]), (&json!(true), &json!("m1")));
    let bots = offers["bots"].as_array().unwrap();
    assert!(["miner", "planner", "default"].iter().all(|name| bots.contains(&json!(name))), "{bots:?}");
    let sit = || post_once(arena.addr(), "/api/seats", "name=Ada&kind=training&map=m1&turns=1");
    let first = sit().json()["token"].as_str().unwrap().to_string();
    assert_eq!([sit().status, sit().status], [201, 429]);
    let until = |phase: &str| {
        while get_once(arena.addr(), &format!("/api/seats/{first}")).json()["phase"] != phase {
            thread::yield_now();
        }
    };
    // Bots look at the map before the game begins.
    until("yours");
    // A game that is over no longer counts.
    assert_eq!(post_once(arena.addr(), &format!("/api/seats/{first}/move"), "turn=0&dir=Stay").status, 200);
    until("over");
    assert_eq!(sit().status, 201);
    let closed = serve(Config { person_limit: Duration::ZERO, ..Config::default() });
    assert_eq!(post_once(closed.addr(), "/api/seats", "name=Ada&kind=arena").status, 403);
    assert_eq!(get_once(closed.addr(), "/api/seats").json()["open"], false);
}
