//! The administration of an arena: its players, from their first key to their removal, and its course.

use crate::arena::client::{Client, Reply, calm, get_once, open, post_once, serve};
use crate::arena::process::{Process, run};
use crate::arena::seat::{Seat, join_all, whole_game};
use boardbots_server::arena::{Config, KeyPolicy};
use boardbots_server::web::HttpLimits;
use serde_json::{Value, json};
use std::fs;
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::thread;

/// A folder, and an arena in it that takes registered keys only.
fn strict() -> (tempfile::TempDir, Config) {
    let folder = tempfile::tempdir().unwrap();
    let db = Some(folder.path().join("arena.db"));
    (folder, Config { db, keys: KeyPolicy::Strict, seed: Some(7), ..calm() })
}

fn admin_key(folder: &Path) -> String {
    let file = folder.join("arena.admin-key");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    fs::read_to_string(file).unwrap().trim().to_string()
}

/// A request of the administration.
fn ask(addr: SocketAddr, key: &str, path: &str, form: &str, body: &str) -> Reply {
    let method = if form.is_empty() { "GET" } else { "POST" };
    let mut client = Client::new(addr);
    client.send(format!(
        "{method} /api/admin/{path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\nContent-Type: {form}\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    ));
    client.reply()
}

/// A change that is not refused.
fn changed(addr: SocketAddr, key: &str, path: &str, body: &Value) -> Value {
    let reply = ask(addr, key, path, "application/json", &body.to_string());
    assert_eq!(reply.status, 200, "{path}: {reply:?}");
    reply.json()
}

/// Adds players in bulk; their keys.
fn added<const N: usize>(addr: SocketAddr, key: &str, names: [&str; N]) -> [String; N] {
    let made = changed(addr, key, "users", &json!(&names[..]));
    names.map(|name| {
        let row = made.as_array().unwrap().iter().find(|row| row["name"] == name).expect("a row for each");
        row["key"].as_str().unwrap().to_string()
    })
}

fn names(addr: SocketAddr, list: &str) -> Vec<String> {
    let list = get_once(addr, list).json();
    let rows = list["recent"].as_array().map_or_else(
        || list.as_array().unwrap().clone(),
        |games| games.iter().flat_map(|game| game["seats"].as_array().unwrap().clone()).collect(),
    );
    rows.iter().map(|row| row["name"].as_str().unwrap().to_string()).collect()
}

/// The answer to a key that wants a training game.
fn train(addr: SocketAddr, key: &str) -> (u16, String) {
    let reply = post_once(addr, "/api/training", &format!("key={key}&turns=1"));
    (reply.status, if reply.status == 200 { String::new() } else { reply.body })
}

#[test]
fn players_come_change_and_go_and_their_results_stay() {
    let (folder, config) = strict();
    let arena = serve(config.clone());
    let (addr, admin) = (arena.addr(), admin_key(folder.path()));
    let table = ask(addr, &admin, "users", "text/csv", "Name,Group\r\nAda,1\r\n\"Bob, b\",2\r\n");
    let lines: Vec<&str> = table.body.lines().collect();
    assert_eq!((table.status, lines.len(), lines[0]), (200, 3, "name,key"), "{table:?}");
    assert_eq!(
        (table.header("cache-control"), table.header("content-type")),
        (Some("no-store"), Some("text/csv; charset=utf-8"))
    );
    let (ada, bob) = (lines[1].strip_prefix("Ada,").unwrap(), lines[2].strip_prefix("\"Bob, b\",").unwrap());
    whole_game(addr, [ada, bob, ada, bob]);
    assert_eq!(names(addr, "/leaderboard.json").len(), 2);

    assert_eq!(changed(addr, &admin, "users/Ada/disable", &json!({})), json!({}));
    for path in ["/api/training", "/api/arena"] {
        let refused = post_once(addr, path, &format!("key={ada}"));
        assert_eq!(
            (refused.status, refused.body.as_str()),
            (400, "Vindinium - This key is disabled; ask the host of the arena")
        );
    }
    let users = ask(addr, &admin, "users", "", "").json()["users"].take();
    assert_eq!(
        (&users[0]["name"], &users[0]["disabled"], &users[0]["games"]),
        (&json!("Ada"), &json!(true), &json!(1))
    );
    changed(addr, &admin, "users/Ada/enable", &json!({}));
    assert_eq!(train(addr, ada).0, 200);

    changed(addr, &admin, "users/Ada/rename", &json!({ "name": "Ida" }));
    for list in ["/leaderboard.json", "/games.json"] {
        let names = names(addr, list);
        assert!(names.contains(&"Ida".to_string()) && !names.contains(&"Ada".to_string()), "{list}: {names:?}");
    }
    let taken = ask(addr, &admin, "users/Ida/rename", "application/json", "{\"name\":\"Bob, b\"}");
    assert_eq!(taken.status, 409, "{taken:?}");
    // What looks like the name itself is free for its owner, and so is the name before for others.
    changed(addr, &admin, "users/Ida/rename", &json!({ "name": "ida" }));
    added(addr, &admin, ["Ada"]);
    let again = changed(addr, &admin, "users/ida/reset", &json!({}))["key"].as_str().unwrap().to_string();
    assert_eq!(train(addr, ada), (400, "Vindinium - Key not found".into()));
    assert_eq!(train(addr, &again).0, 200);

    changed(addr, &admin, "users/Bob%2C%20b/remove", &json!({}));
    assert_eq!(train(addr, bob), (400, "Vindinium - Key not found".into()));
    assert_eq!(ask(addr, &admin, "users/Bob%2C%20b/enable", "application/json", "").status, 404);
    arena.stop();
    let arena = serve(config);
    let addr = arena.addr();
    assert_eq!(train(addr, &again).0, 200);
    for list in ["/leaderboard.json", "/games.json"] {
        let names = names(addr, list);
        assert!(
            names.contains(&"removed-1".to_string()) && !names.contains(&"Bob, b".to_string()),
            "{list}: {names:?}"
        );
    }
    let users = ask(addr, &admin, "users", "", "").json()["users"].take();
    assert_eq!(users.as_array().unwrap().iter().map(|user| user["name"].clone()).collect::<Vec<_>>(), ["Ada", "ida"]);
    added(addr, &admin, ["Bob, b"]);
}

#[test]
fn a_batch_is_added_as_a_whole_or_not_at_all() {
    let (folder, config) = strict();
    let arena = serve(config);
    let (addr, admin) = (arena.addr(), admin_key(folder.path()));
    added(addr, &admin, ["Ada"]);
    for (table, why) in [
        ("Bob\nEve\nAl\n", "line 3: a name has 3 to 20 characters"),
        ("name\nBob\n\nAda\n", "line 4: the name Ada, or one that looks like it, is taken"),
        ("Bob\nEve\nB\u{43e}b\n", "line 3: the name B\u{43e}b"),
        ("Bob\nrandom\n", "line 2: the name random"),
        ("Bob\n\"Eve\n", "line 2: the quote is not closed"),
    ] {
        let refused = ask(addr, &admin, "users", "text/csv", table);
        assert!(
            refused.status == 400 && refused.json()["error"].as_str().unwrap().contains(why),
            "{table:?}: {refused:?}"
        );
    }
    let class: Vec<String> = (0..500).map(|number| format!("student {number:03}")).collect();
    assert_eq!(changed(addr, &admin, "users", &json!(class)).as_array().map(Vec::len), Some(500));
    added(addr, &admin, ["Bob", "Eve"]);
    let long = format!("[\"Joe\"{}]", ",\"\"".repeat(6000));
    assert_eq!(ask(addr, &admin, "users", "application/json", &long).status, 413);
}

#[test]
fn a_name_that_changes_during_a_game_is_that_of_its_result() {
    let (folder, config) = strict();
    let arena = serve(config);
    let (addr, admin) = (arena.addr(), admin_key(folder.path()));
    let keys = added(addr, &admin, ["Ada", "Bob", "Eve", "Joe"]);
    let clients = join_all(addr, keys.iter().map(String::as_str).take(3));
    let mut last = Client::new(addr);
    last.ask_post("/api/arena", &format!("key={}", keys[3]));
    for (old, new) in [("Ada", "Ada 2"), ("Bob", "Bob 2"), ("Eve", "Eve 2"), ("Joe", "Joe 2")] {
        changed(addr, &admin, &format!("users/{old}/rename"), &json!({ "name": new }));
    }
    changed(addr, &admin, "users/Joe%202/remove", &json!({}));
    let play = |client| thread::spawn(move || Seat::first(client).play_out());
    let threads: Vec<_> = clients.into_iter().chain([last]).map(play).collect();
    for thread in threads {
        thread.join().unwrap();
    }
    let mut seats = names(addr, "/games.json");
    seats.sort();
    assert_eq!(seats, ["Ada 2", "Bob 2", "Eve 2", "removed-1"]);
    let game = get_once(addr, "/games.json").json()["recent"][0]["seats"].take();
    let winners: Vec<&Value> = game.as_array().unwrap().iter().filter(|seat| seat["place"] == 1).collect();
    assert_eq!(winners.len(), 1, "the seed is one of which the test says something: {game}");
    let leaders = get_once(addr, "/leaderboard.json").json();
    for leader in leaders.as_array().unwrap() {
        let wins = i32::from(leader["name"] == winners[0]["name"]);
        assert_eq!((&leader["games"], &leader["wins"]), (&json!(1), &json!(wins)), "{leader}");
    }
}

#[test]
fn wrong_keys_are_refused_soon_without_a_look_and_the_right_one_never() {
    let (folder, config) = strict();
    let limits = HttpLimits { wrong_token_burst: 3, wrong_tokens_per_second: 1, ..HttpLimits::default() };
    let arena = open(limits, config.clone()).unwrap();
    let (addr, admin) = (arena.addr(), admin_key(folder.path()));
    let wrong = |key: &str| ask(addr, key, "users/Ada/remove", "application/json", "{}").status;
    let statuses: Vec<u16> = (0..8).map(|_| wrong("0123456789abcdefghijklmno")).collect();
    assert!(statuses[..3] == [403; 3] && statuses.contains(&429), "{statuses:?}");
    assert_eq!(ask(addr, &admin, "users", "", "").status, 200);
    arena.stop();
    // An operator writes another key, which is good from the next start on.
    fs::write(folder.path().join("arena.admin-key"), "a-key-of-the-operator\n").unwrap();
    let arena = serve(config);
    assert_eq!(ask(arena.addr(), &admin, "users", "", "").status, 403);
    assert_eq!(ask(arena.addr(), "a-key-of-the-operator", "users", "", "").status, 200);
}

#[test]
fn the_course_is_shown_to_everybody_and_kept() {
    let (folder, config) = strict();
    let arena = serve(config.clone());
    let admin = admin_key(folder.path());
    let none = json!({ "name": "", "colour": "", "announcements": "" });
    assert_eq!(get_once(arena.addr(), "/api/course").json(), none);
    let course = json!({ "name": "AI 1", "colour": "#aa3355", "announcements": "Monday:\nfinal" });
    changed(arena.addr(), &admin, "course", &course);
    arena.stop();
    let arena = serve(config);
    assert_eq!(get_once(arena.addr(), "/api/course").json(), course);
    // Without a database there is no key, unless a file is named.
    let arena = serve(Config::default());
    assert_eq!(ask(arena.addr(), &admin, "users", "", "").status, 404);
    let file = folder.path().join("own.key");
    let arena = serve(Config { admin_key_file: Some(file.clone()), ..Config::default() });
    let own = fs::read_to_string(file).unwrap();
    assert_eq!(ask(arena.addr(), own.trim(), "users", "", "").json(), json!({ "users": [] }));
}

/// `boardbots arena users` with these arguments.
fn users(arena: &Process, key: &Path, arguments: &[&str]) -> Output {
    let url = format!("http://{}", arena.addr);
    run(&[&["users"], arguments, &["--server", &url, "--key-file", key.to_str().unwrap()]].concat())
}

#[test]
fn the_command_does_what_the_page_does() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| -> PathBuf { folder.path().join(name) };
    let arena = Process::start(&at("arena.db"), &["--keys", "strict"]);
    let key = at("arena.admin-key");
    let told = |arguments: &[&str]| {
        let output = users(&arena, &key, arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    fs::write(at("class.csv"), "\u{feff}name;group\r\nAda;1\r\n\r\n\"Bo / b\";2\r\n").unwrap();
    let made = told(&["add", "--csv", at("class.csv").to_str().unwrap()]);
    let lines: Vec<&str> = made.lines().collect();
    assert!(lines.len() == 3 && lines[0] == "name,key" && lines[1].starts_with("Ada,"), "{made}");
    assert_eq!(train(arena.addr, lines[1].strip_prefix("Ada,").unwrap()).0, 200);
    let joe: Value = serde_json::from_str(&told(&["add", "Joe", "--json"])).unwrap();
    assert_eq!((&joe[0]["name"], joe[0]["key"].as_str().map(str::len)), (&json!("Joe"), Some(25)));
    assert!(told(&["reset", "Bo / b"]).starts_with("name,key\nBo / b,"));
    assert_eq!(told(&["rename", "Bo / b", "Bob"]) + &told(&["disable", "Ada"]) + &told(&["remove", "Joe"]), "");
    let list = told(&["list"]);
    let rows: Vec<Vec<&str>> = list.lines().map(|line| line.split_whitespace().take(2).collect()).collect();
    assert_eq!(rows, [["name", "state"], ["Ada", "disabled"], ["Bob", "active"]]);
    assert_eq!(told(&["enable", "Ada"]), "");
    let all: Value = serde_json::from_str(&told(&["list", "--json"])).unwrap();
    assert_eq!((all.as_array().map(Vec::len), &all[0]["disabled"]), (Some(2), &json!(false)));

    fs::write(at("class.csv"), "name\nEve\nAda\n").unwrap();
    fs::write(at("wrong.key"), "0123456789abcdefghijklmno").unwrap();
    let failed = |key: &str, arguments: &[&str], code: i32, why: &str| {
        let output = users(&arena, &at(key), arguments);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(code) && said.contains(why), "{arguments:?}: {:?} {said}", output.status);
    };
    failed("arena.admin-key", &["add", "--csv", at("class.csv").to_str().unwrap()], 3, "line 3: the name Ada");
    failed("arena.admin-key", &["reset", "Nobody"], 3, "there is no player Nobody");
    failed("wrong.key", &["list"], 5, "not the admin key");
    failed("absent.key", &["list"], 3, "absent.key");
    failed("arena.admin-key", &["add"], 2, "NAME");
}
