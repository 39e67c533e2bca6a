//! A league under attack from all sides, while honest programs play in it.

use super::flood::flood;
use crate::client::Client;
use crate::ground::{Arm, Front, Ground};
use crate::judge::{self, Verdict};
use crate::ledger::Ledger;
use crate::link::Link;
use crate::request::{form, get, get_as, json, json_as, random_text};
use crate::row::Row;
use crate::server::{Plan, Server, telling_line};
use crate::stop::Stop;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The attack's name.
pub const NAME: &str = "league";
/// The settings: time for a choice is short, so that those who do not answer cost little. An honest program that answers
/// at once makes half as many requests as it may.
const SETTINGS: &str = "\
game = connect-four
registration = open
pace = 20ms
pause = 0s
deadline = 1s
games-at-once = 4
[house]
player = connect-four:random
";
/// Honest programs.
const HONEST: usize = 6;
/// How long honest programs may need for their last game.
const FINISH: Duration = Duration::from_secs(40);
/// All arms, with their threads.
const ARMS: [(usize, Arm); 7] =
    [(2, registrations), (1, wrong_keys), (3, mute), (3, garbage), (2, greedy), (1, polls), (3, lists)];

/// An address of the attacker's for this arm.
fn address(front: &Front<'_>, arm: u8) -> Link {
    let lane = u8::try_from(front.lane % 200).unwrap_or_default();
    front.link.from(IpAddr::V4(Ipv4Addr::new(127, 0, 10 + arm, 1 + lane)))
}

/// The key of a player who registers.
fn registered(link: Link) -> Option<String> {
    let said = json!({ "name": format!("m{}", random_text(10)) });
    let answer = Client::patient(link, Duration::from_secs(5)).ask(&json("/api/league/register", &said)).ok()?;
    Some(answer.json()["key"].as_str()?.to_string())
}

fn play(key: &str, said: &Value) -> String {
    json_as("/api/league/play", key, said)
}

/// New names from ever new addresses, half of them hostile.
fn registrations(front: &Front<'_>) {
    while !front.stop.is_over() {
        let from = IpAddr::V4(Ipv4Addr::new(127, 20, fastrand::u8(..), fastrand::u8(1..255)));
        let mut client = Client::patient(front.link.from(from), Duration::from_secs(2));
        for _ in 0..20 {
            let name = if fastrand::bool() { random_text(12) } else { "\u{202e}".repeat(fastrand::usize(..4000)) };
            front.count(1);
            match client.ask(&json("/api/league/register", &json!({ "name": name, "invitation": random_text(12) }))) {
                Ok(answer) if answer.status < 500 => front.grant(u64::from(answer.status == 201)),
                Ok(answer) => front.fault(format!("register: {} {}", answer.status, answer.text())),
                Err(_) => break,
            }
        }
    }
}

/// Keys that are none, for games and for the administration.
fn wrong_keys(front: &Front<'_>) {
    let front = Front { link: address(front, 1), ..*front };
    flood(&front, || match fastrand::u8(..4) {
        0 => get_as("/api/admin/users", &random_text(25)),
        1 => json_as("/api/league/invitation", &random_text(25), &json!({})),
        2 => json_as("/api/admin/users/honest%200/remove", &random_text(25), &json!({})),
        _ => play(&random_text(25), &json!({})),
    });
}

/// A program that asks for games, and never answers.
fn mute(front: &Front<'_>) {
    joined(front, 2, |_| json!({}));
}

/// A program that answers nonsense.
fn garbage(front: &Front<'_>) {
    joined(front, 3, |question| {
        let choice = [random_text(3), "x".repeat(12_000), "\u{0}\u{202e}".into(), "-1".into()];
        json!({
            "game": question["game"], "n": question["n"], "choice": choice[fastrand::usize(..choice.len())],
            "version": random_text(fastrand::usize(1..60)),
            "numbers": (0..200).map(|key| (format!("{key}"), json!(1e300))).collect::<serde_json::Map<_, _>>(),
        })
    });
}

/// Asks one after another, with what is made of the last answer.
fn joined(front: &Front<'_>, arm: u8, said: impl Fn(&Value) -> Value) {
    let link = address(front, arm);
    let Some(key) = registered(link) else { return };
    let (mut client, mut told) = (Client::patient(link, Duration::from_secs(2)), Value::Null);
    while !front.stop.is_over() {
        front.count(1);
        // It asks again and again where it should wait.
        match client.ask(&play(&key, &said(&told))) {
            Ok(answer) if answer.status == 503 => front.fault(format!("play: {}", answer.text())),
            Ok(answer) => told = answer.json(),
            Err(_) => {}
        }
    }
}

/// A program whose requests come without pause, each with the answer to every question that there could be.
fn greedy(front: &Front<'_>) {
    let link = address(front, 4);
    let Some(key) = registered(link) else { return };
    let front = Front { link, ..*front };
    flood(&front, || {
        let (game, n) = (fastrand::i64(1..2000), fastrand::u32(1..20));
        play(&key, &json!({ "game": game, "n": n, "choice": "1", "version": format!("v{}", fastrand::u32(..)) }))
    });
}

/// A hundred requests at once that wait, of one player.
fn polls(front: &Front<'_>) {
    let link = address(front, 5);
    let Some(key) = registered(link) else { return };
    let mut streams = Vec::new();
    while !front.stop.is_over() {
        while streams.len() < 100 && !front.stop.is_over() {
            front.count(1);
            let Ok(mut stream) = link.connect_within(Duration::from_secs(2)) else { break };
            if io::Write::write_all(&mut stream, play(&key, &json!({})).as_bytes()).is_ok() {
                streams.push(stream);
            }
        }
        front.stop.sleep(Duration::from_millis(300));
        streams.drain(..streams.len() / 2);
    }
}

/// The dearest lists.
fn lists(front: &Front<'_>) {
    let front = Front { link: address(front, 6), ..*front };
    flood(&front, || match fastrand::u8(..6) {
        0 => get("/league/games.csv"),
        1 => get(&format!("/league/games.csv?before={}", fastrand::i64(..))),
        2 => get("/league/standings.csv"),
        3 => get("/api/league/players/house"),
        4 => get(&format!("/api/league/players/honest%20{}", fastrand::usize(..HONEST))),
        _ => form("/league/feed.xml", "x=y"),
    });
}

/// What honest programs were told: by game, the places in rising order.
type Told = Mutex<BTreeMap<i64, Vec<u64>>>;

/// Plays honestly until it is over, and then to the end of the game.
fn honest(link: Link, key: &str, name: &str, (stop, most): (&Stop, &Stop), ledger: &Ledger, told: &Told) {
    let (mut client, mut said, mut games, mut amid) = (Client::patient(link, FINISH), json!({}), 0, false);
    while !most.is_over() && (amid || !stop.is_over()) {
        let Ok(answer) = client.ask(&play(key, &said)) else { continue };
        if answer.status != 200 {
            ledger.refused(format!("{name}: {} {}", answer.status, answer.text()));
            continue;
        }
        let answer = answer.json();
        amid = answer["do"] == "choose";
        said = if amid {
            let moves = answer["moves"].as_array().map_or(&[][..], Vec::as_slice);
            let choice = fastrand::choice(moves).cloned().unwrap_or_default();
            json!({ "game": answer["game"], "n": answer["n"], "choice": choice, "numbers": { "moves": moves.len() } })
        } else {
            json!({})
        };
        if answer["do"] == "over" {
            let places = answer["places"].as_array().map_or(&[][..], Vec::as_slice);
            let mut places: Vec<u64> = places.iter().filter_map(Value::as_u64).collect();
            places.sort_unstable();
            told.lock().expect("nobody panics while holding it").insert(answer["game"].as_i64().unwrap_or(0), places);
            games += 1;
        }
    }
    if games == 0 {
        ledger.unfinished(format!("{name} has finished no game"));
    }
}

/// Looks at the table again and again, as a page does.
fn watch(link: Link, stop: &Stop, ledger: &Ledger) {
    let mut client = Client::new(link);
    while stop.sleep(Duration::from_millis(100)) {
        let begun = Instant::now();
        match client.ask(&get("/api/league")) {
            Ok(answer) => {
                ledger.answered(begun.elapsed(), answer.status == 200);
                if answer.status != 200 || !answer.json()["standings"].is_array() {
                    ledger.refused(format!("the table: {} {}", answer.status, answer.text()));
                }
            }
            Err(error) => ledger.wrong(format!("the table: {error}")),
        }
    }
}

/// Attacks a league.
pub fn league(ground: &Ground) -> io::Result<Row> {
    let (mut plan, folder) = ground.plan(NAME)?;
    let file = folder.join("league.conf");
    fs::write(&file, SETTINGS)?;
    plan.args = vec!["league".into(), file.display().to_string()];
    let mut row = Row::new(NAME);
    let server = Server::start(&plan)?;
    let home = |host: usize| Link::home(server.addr, u8::try_from(host).unwrap_or(u8::MAX));
    let admin = fs::read_to_string(plan.db.with_extension("admin-key"))?;
    let names: Vec<String> = (0..HONEST).map(|number| format!("honest {number}")).collect();
    let made = Client::new(home(2)).ask(&json_as("/api/admin/users", admin.trim(), &json!(names)))?.json();
    let key =
        |at: usize| made[at]["key"].as_str().map(str::to_string).ok_or_else(|| io::Error::other(made.to_string()));
    let keys = (0..HONEST).map(key).collect::<io::Result<Vec<_>>>()?;
    let (ledger, told, stop) = (Ledger::default(), Told::default(), ground.stop.part(None));
    // What cannot be finished in this time is not.
    let most = ground.stop.part(Some(Instant::now() + ground.time + FINISH));
    std::thread::scope(|scope| {
        for (number, (name, key)) in names.iter().zip(&keys).enumerate() {
            let (ledger, told, stops) = (&ledger, &told, (&stop, &most));
            scope.spawn(move || honest(home(2 + number), key, name, stops, ledger, told));
        }
        scope.spawn(|| watch(home(40), &stop, &ledger));
        ground.stop.sleep(Duration::from_secs(1));
        row.requests = ground.attack(home(1), &ARMS, &mut row);
        stop.call();
    });
    row.memory = server.peak();
    match server.end() {
        Ok(took) => row.end = Some(took),
        Err(error) => row.fail(format!("the server: {error}; {}", telling_line(&plan.log))),
    }
    conclude(&mut row, &plan, &ledger, &told.into_inner().unwrap_or_default(), &folder)?;
    Ok(row)
}

/// Judges what it left: all games that were told over are there as they were told, without faults of honest programs.
fn conclude(
    row: &mut Row,
    plan: &Plan,
    ledger: &Ledger,
    told: &BTreeMap<i64, Vec<u64>>,
    folder: &std::path::Path,
) -> io::Result<()> {
    let mut verdict = Verdict::default();
    let db = judge::open(&plan.db, folder, &mut verdict)?;
    for (number, places) in told {
        let kept = db.query_row(
            "SELECT coalesce(places, '[]') FROM league_games WHERE number = ?1 AND ended IS NOT NULL",
            [number],
            |row| row.get::<_, String>(0),
        );
        let mut kept: Vec<u64> = kept.ok().and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        kept.sort_unstable();
        if kept.is_empty() || !places.is_empty() && kept != *places {
            row.lost.0 += 1;
            row.remarks.push(format!("game {number} was told over as {places:?} and is kept as {kept:?}"));
        }
    }
    let faults = "SELECT count(*) FROM league_games AS g JOIN league_seats AS s ON s.game = g.number
                  JOIN league_players AS p ON p.number = s.player
                  WHERE p.name LIKE 'honest%' AND g.faults LIKE '%\"seat\":' || s.seat || ',%'";
    row.lost.2 += count(&db, faults)?;
    let (players, versions, games) = (
        count(&db, "SELECT count(*) FROM league_players")?,
        count(&db, "SELECT count(*) FROM league_versions")?,
        count(&db, "SELECT count(*) FROM league_games WHERE ended IS NOT NULL")?,
    );
    row.finished = told.len() as u64;
    row.remarks.push(format!("{games} games, {players} players, {versions} versions"));
    let book = ledger.book();
    (row.honest, row.slowest) = (book.latency.count(), Some((book.latency.slowest(), book.latency.percentile(99))));
    for (count, what) in [
        (book.wrongs + verdict.wrongs, "wrong answers"),
        (book.unfinished, "players without a game"),
        (book.refused, "refusals below the share"),
    ] {
        if count > 0 {
            row.fail(format!("{count} {what}"));
        }
    }
    row.remarks.extend(book.remarks.iter().cloned().chain(verdict.remarks));
    Ok(())
}

fn count(db: &rusqlite::Connection, sql: &str) -> io::Result<u64> {
    let found: i64 = db.query_row(sql, [], |row| row.get(0)).map_err(io::Error::other)?;
    Ok(found.cast_unsigned())
}
