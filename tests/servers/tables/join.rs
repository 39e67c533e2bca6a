//! Programs and bots that take seats at tables: `boardbots join`.

use super::client::{Client, PATIENCE, serve};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A join of this seat, which keeps it in a file of this folder.
fn join(url: &str, player: &str, folder: &Path, more: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.args(["join", url, player, "--json", "--time", "50ms", "--state"]).arg(folder.join("seat.json")).args(more);
    command.env_remove("CREDENTIALS_DIRECTORY").stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// The results that it printed, and its exit code and log.
fn results(child: Child) -> (Vec<Value>, Option<i32>, String) {
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("text");
    let results = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    (results, output.status.code(), String::from_utf8_lossy(&output.stderr).into())
}

/// A table at which the second seat, or both, wait for guests; the secret of the second seat.
fn table(addr: SocketAddr, game: &str, first: &Value, options: &Value) -> (String, Value) {
    let told = Client::new(addr).table(game, &json!([first, { "kind": "open" }]), options);
    (told["id"].as_str().expect("an id").to_string(), told["seats"][1]["invitation"].clone())
}

fn state(addr: SocketAddr, id: &str) -> Value {
    Client::new(addr).get(&format!("/api/tables/{id}"), "")
}

/// The state as soon as it is so.
fn wait(addr: SocketAddr, id: &str, so: impl Fn(&Value) -> bool) -> Value {
    let until = Instant::now() + PATIENCE;
    loop {
        let state = state(addr, id);
        if so(&state) {
            return state;
        }
        assert!(Instant::now() < until, "{state}");
        thread::sleep(Duration::from_millis(20));
    }
}

fn bot(player: &str) -> Value {
    json!({ "kind": "bot", "player": player })
}

#[test]
fn a_bot_plays_a_whole_game_at_every_table_with_positions() {
    let server = serve();
    let folder = tempfile::tempdir().expect("a folder");
    for (game, player) in [
        ("connect-four", "connect-four:strong,depth=4"),
        ("desconecta4", "desconecta4:strong,depth=4"),
        ("tron", "tron:strong,depth=3"),
        ("reversi", "reversi:strong,depth=3"),
        ("dragon-slayer", "dragon-slayer:abel"),
    ] {
        let opponent = match game {
            "dragon-slayer" => "dragon-slayer:carla".to_string(),
            game => format!("{game}:strong,depth=1"),
        };
        let (id, _) = table(server.addr(), game, &bot(&opponent), &json!({ "pace": 0 }));
        let url = format!("http://{}/tables/{id}", server.addr());
        let (results, code, log) = results(join(&url, player, folder.path(), &[]));
        assert_eq!((results.len(), code), (1, Some(0)), "{game}: {log}");
        let end = state(server.addr(), &id);
        assert_eq!(results[0]["place"], end["outcome"]["places"][1], "{game}: {end}");
        assert_eq!((&results[0]["fault"], &end["seats"][1]["player"]), (&json!(""), &json!("program")), "{game}");
        assert!(results[0]["choices"].as_u64() > Some(2), "{game}: {}", results[0]);
        assert!(!folder.path().join("seat.json").exists(), "a seat whose game is over is forgotten");
    }
    server.stop();
}

#[test]
fn a_program_plays_by_the_link_of_an_invitation() {
    let server = serve();
    let folder = tempfile::tempdir().expect("a folder");
    let seats = json!([bot("connect-four:strong,depth=1"), { "kind": "invited" }]);
    let told = Client::new(server.addr()).table("connect-four", &seats, &json!({ "pace": 0 }));
    let id = told["id"].as_str().expect("an id");
    let secret = told["seats"][1]["invitation"].as_str().expect("an invitation");
    let url = format!("http://{}/tables/{id}#invite={secret}&seat=1", server.addr());
    let program = format!("cmd:\"{}\" engine connect-four", env!("CARGO_BIN_EXE_boardbots"));
    let (results, code, log) = results(join(&url, &program, folder.path(), &["--as", "Deep"]));
    assert_eq!((results.len(), code), (1, Some(0)), "{log}");
    let end = state(server.addr(), id);
    assert_eq!((&end["seats"][1]["name"], &results[0]["place"]), (&json!("Deep"), &end["outcome"]["places"][1]));
    server.stop();
}

#[test]
fn a_server_gives_its_open_seats_in_turn() {
    let server = serve();
    let folder = tempfile::tempdir().expect("a folder");
    let url = format!("http://{}", server.addr());
    let program = join(&url, "tron:strong,depth=2", folder.path(), &["--game", "tron", "--count", "2"]);
    // It waits until there is one, passes those of other games, and those for people.
    let (other, _) = table(server.addr(), "reversi", &bot("reversi:strong,depth=1"), &json!({}));
    let (people, _) = table(server.addr(), "tron", &bot("tron:strong,depth=1"), &json!({ "programs": false }));
    let ids = [1, 2].map(|seed| {
        let options = json!({ "pace": 0, "map": "random", "size": 8, "seed": seed });
        table(server.addr(), "tron", &bot("tron:strong,depth=1"), &options).0
    });
    let (results, code, log) = results(program);
    assert_eq!((results.len(), code), (2, Some(0)), "{log}");
    for id in ids {
        assert!(!state(server.addr(), &id)["ended"].is_null());
    }
    for id in [other, people] {
        assert_eq!(state(server.addr(), &id)["seats"][1]["kind"], "invited");
    }
    server.stop();
}

#[test]
fn a_table_for_people_refuses_programs() {
    let server = serve();
    let folder = tempfile::tempdir().expect("a folder");
    let seats = json!([{ "kind": "me", "name": "Ada" }, { "kind": "invited" }]);
    let told = Client::new(server.addr()).table("tron", &seats, &json!({ "programs": false }));
    let (id, secret) = (&told["id"], told["seats"][1]["invitation"].as_str().expect("an invitation"));
    let url = format!("http://{}/tables/{}#invite={secret}", server.addr(), id.as_str().expect("an id"));
    let (results, code, log) = results(join(&url, "tron:strong,depth=2", folder.path(), &[]));
    assert_eq!((results.len(), code), (0, Some(3)), "{log}");
    assert!(log.contains("this table is for people"), "{log}");
    server.stop();
}

#[test]
fn a_program_that_is_killed_goes_on_with_its_seat() {
    let server = serve();
    let folder = tempfile::tempdir().expect("a folder");
    let options = json!({ "pace": 100, "map": "random", "size": 10, "seed": 3 });
    let (id, _) = table(server.addr(), "tron", &bot("tron:strong,depth=1"), &options);
    let url = format!("http://{}/tables/{id}", server.addr());
    for n in [2, 6, 10] {
        let mut killed = join(&url, "tron:strong,depth=3", folder.path(), &[]);
        wait(server.addr(), &id, |state| state["n"].as_u64() >= Some(n));
        killed.kill().expect("it runs");
        killed.wait().expect("it ends");
    }
    let (results, code, log) = results(join(&url, "tron:strong,depth=3", folder.path(), &[]));
    assert_eq!((results.len(), code), (1, Some(0)), "{log}");
    assert_eq!(results[0]["place"], state(server.addr(), &id)["outcome"]["places"][1]);
    server.stop();
}

#[test]
fn a_program_with_a_fault_gives_its_game_up_and_says_why() {
    let server = serve();
    let folder = tempfile::tempdir().expect("a folder");
    let (id, _) = table(server.addr(), "connect-four", &bot("connect-four:strong,depth=1"), &json!({ "pace": 0 }));
    let url = format!("http://{}/tables/{id}", server.addr());
    let script = "while read -r word rest; do case $word in ugi) echo ugiok;; isready) echo readyok;; go) echo bestmove 9;; esac; done";
    let (results, code, log) = results(join(&url, &format!("cmd:sh -c '{script}'"), folder.path(), &[]));
    assert_eq!((results.len(), code), (1, Some(6)), "{log}");
    assert!(results[0]["fault"].as_str().is_some_and(|fault| fault.contains("illegal")), "{}", results[0]);
    // It had not chosen yet, and has left its seat to others.
    assert_eq!(state(server.addr(), &id)["seats"][1]["kind"], "invited");
    server.stop();
}

/// A proxy that cuts connections, holds them up, or lets nothing through for a while; never alike.
fn unsteady(to: SocketAddr) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let addr = listener.local_addr().expect("a port");
    thread::spawn(move || {
        for (number, near) in listener.incoming().enumerate() {
            let Ok(near) = near else { return };
            if number % 5 == 4 {
                // Refused, as by a server that restarts.
                continue;
            }
            let Ok(far) = TcpStream::connect(to) else { return };
            let pipe = |mut from: TcpStream, mut to: TcpStream, most: usize, pause: u64| {
                thread::spawn(move || {
                    let (mut bytes, mut left) = ([0; 512], most);
                    while let Ok(count @ 1..) = from.read(&mut bytes) {
                        thread::sleep(Duration::from_millis(pause));
                        if count > left || to.write_all(&bytes[..count]).is_err() {
                            break;
                        }
                        left -= count;
                    }
                    // Both ways end at once, in the middle of whatever there is.
                    let _ = from.shutdown(std::net::Shutdown::Both);
                    let _ = to.shutdown(std::net::Shutdown::Both);
                });
            };
            let (most, pause) = ([100_000, 700, 9_000, 3_000][number % 4], [0, 2, 20][number % 3]);
            let clone = |stream: &TcpStream| stream.try_clone().expect("a socket");
            pipe(clone(&near), clone(&far), 100_000, pause);
            pipe(far, near, most, pause);
        }
    });
    addr
}

#[test]
fn a_bad_network_costs_no_game() {
    let server = serve();
    let through = unsteady(server.addr());
    let folder = tempfile::tempdir().expect("a folder");
    for seed in 1..=2 {
        let options = json!({ "pace": 0, "map": "random", "size": 8, "seed": seed });
        let (id, _) = table(server.addr(), "tron", &bot("tron:strong,depth=1"), &options);
        let url = format!("http://{through}/tables/{id}");
        let (results, code, log) = results(join(&url, "tron:strong,depth=3", folder.path(), &[]));
        assert_eq!((results.len(), code), (1, Some(0)), "{log}");
        let end = state(server.addr(), &id);
        assert_eq!((&results[0]["place"], &results[0]["fault"]), (&end["outcome"]["places"][1], &json!("")), "{log}");
    }
    server.stop();
}

#[test]
fn an_address_that_leads_nowhere_is_said() {
    let server = serve();
    let folder = tempfile::tempdir().expect("a folder");
    let here = |path: &str| format!("http://{}{path}", server.addr());
    let (fight, _) = table(server.addr(), "battletech", &bot("battletech:still"), &json!({}));
    for (url, player, code, part) in [
        ("tables.example", "tron:strong", 2, "must begin with http"),
        (&*here("/tables/a b"), "tron:strong", 2, "does not belong"),
        (&*here("/tables/nosuchtable"), "tron:strong", 3, "404"),
        (&*here(&format!("/tables/{fight}")), "battletech:strong", 3, "does not play the game"),
        (&*here(&format!("/tables/{fight}")), "tron:strong", 3, "does not play the game"),
    ] {
        let (_, found, log) = results(join(url, player, folder.path(), &[]));
        assert!(found == Some(code) && log.contains(part), "{url}: {found:?} {log}");
    }
    server.stop();
}
