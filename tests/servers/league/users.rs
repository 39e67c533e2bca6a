//! The administration of a league: keys, names and states, of programs that join and of bots.

use super::{League, Program, THREE, four, reply, row, rows, run, said};
use serde_json::{Value, json};

/// `boardbots league users` with these arguments.
fn users(league: &League, arguments: &[&str]) -> (Option<i32>, String) {
    let (url, key) = (format!("http://{}", league.addr), league.at("league.admin-key"));
    let key = key.display().to_string();
    let output = run(&[&["league", "users"], arguments, &["--server", &url, "--key-file", &key]].concat());
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned() + &said(&output))
}

#[test]
fn the_command_changes_players() {
    let mut league = League::start(&four("", THREE));
    league.write("class.csv", "name;group\nNora;1\nOlaf;2\n");
    let (code, made) = users(&league, &["add", "--csv", &league.at("class.csv").display().to_string()]);
    let lines: Vec<&str> = made.lines().collect();
    assert!(code == Some(0) && lines.len() == 3 && lines[0] == "name,key", "{made}");
    let key = lines[1].strip_prefix("Nora,").expect("a key").to_string();
    assert_eq!(Program::new(&league, &key).try_ask(json!({})).0, 200);
    let (_, list) = users(&league, &["list"]);
    let names: Vec<&str> = list.lines().skip(1).filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names, ["Nora", "Olaf", "ada", "bob", "eve"], "{list}");
    let (code, why) = users(&league, &["add", "Pia", "NORA"]);
    assert!(code == Some(3) && why.contains("NORA"), "{why}");
    let (code, why) = users(&league, &["reset", "ada"]);
    assert!(code == Some(3) && why.contains("is run here, and has no key"), "{why}");
    for (arguments, name, state) in [
        (&["disable", "ada"][..], "ada", "disabled"),
        (&["rename", "bob", "Robert"], "Robert", "active"),
        (&["enable", "ada"], "ada", "active"),
        (&["remove", "eve"], "removed-3", "removed"),
    ] {
        assert_eq!(users(&league, arguments), (Some(0), String::new()), "{arguments:?}");
        let told = league.get("/api/league");
        assert!(rows(&told).all(|row| row["name"] != "bob" || name == "ada"), "{told}");
        if state != "removed" {
            assert_eq!(row(&told, name)["state"], state);
        }
    }
    let (code, why) = users(&league, &["enable", "eve"]);
    assert!(code == Some(3) && why.contains("no player eve"), "{why}");
    assert_eq!(league.terminate().0, Some(0));
}

#[test]
fn the_disabled_begin_no_game_and_the_removed_leave_their_results() {
    let mut league = League::start(&four("", THREE));
    league.games(12);
    league.admin("/api/admin/users/bob/disable", &json!({}));
    let begun = "SELECT count(*) FROM league_games WHERE number > (SELECT seq FROM sqlite_sequence WHERE name = \
                 'league_games') - 12 AND EXISTS (SELECT 1 FROM league_seats JOIN league_players AS p ON player = p.number \
                 WHERE game = league_games.number AND p.name = 'bob')";
    let until = league.count("SELECT seq FROM sqlite_sequence WHERE name = 'league_games'");
    let told = league.games(u64::try_from(until).expect("a number") + 14);
    assert_eq!((&row(&told, "bob")["state"], &row(&told, "bob")["there"]), (&json!("disabled"), &json!(false)));
    assert_eq!(league.count(begun), 0);
    league.admin("/api/admin/users/bob/enable", &json!({}));
    league.wait("bob plays again", "/api/league", |told| {
        row(told, "bob")["games"].as_i64() > row(&league.get("/api/league"), "bob")["games"].as_i64().map(|_| 0)
            && told["live"].as_array().is_some_and(|live| {
                live.iter().any(|game| {
                    game["seats"].as_array().is_some_and(|seats| seats.iter().any(|it| it["name"] == "bob"))
                })
            })
    });
    league.admin("/api/admin/users/bob/remove", &json!({}));
    let gone = |league: &League| {
        let told = league.get("/api/league");
        assert!(rows(&told).all(|row| row["name"] != "bob"), "{told}");
        assert_eq!(row(&told, "removed-2")["state"], "removed");
        assert_eq!(Client::status(league, "/api/league/players/bob"), 404);
        let games = league.text("/league/games.csv");
        assert!(!games.contains("bob") && games.contains("removed-2"), "{games}");
        row(&told, "removed-2")["games"].as_i64()
    };
    assert!(gone(&league) > Some(0));
    assert_eq!(league.terminate().0, Some(0));
    let others = four("", &THREE.replace("[bob]\nplayer = connect-four:random\n", ""));
    league.write("league.conf", &others);
    league.again();
    assert!(gone(&league) > Some(0));
}

struct Client;

impl Client {
    fn status(league: &League, path: &str) -> u16 {
        crate::tables::client::Client::new(league.addr).try_get(path, "").0
    }
}

#[test]
fn an_old_key_is_refused_at_once_and_another_name_costs_no_game() {
    let league = League::start(&four("deadline = 3s", "[ada]\nplayer = connect-four:random\n"));
    let key = league.add("Nora");
    let mut nora = Program::new(&league, &key);
    let question = nora.question(json!({}));
    // In the middle of a game she is called otherwise, and plays on.
    league.admin("/api/admin/users/Nora/rename", &json!({ "name": "Norma" }));
    let told = nora.play(question.clone());
    assert_eq!((&told["do"], &told["game"]), (&json!("over"), &question["game"]), "{told}");
    let game =
        league.wait("it ends", &format!("/api/league/games/{}", question["game"]), |game| !game["ended"].is_null());
    assert_eq!(game["cause"], "rules", "{game}");
    assert!(game["seats"].to_string().contains("Norma"), "{game}");
    league.wait("it counts", "/api/league", |told| row(told, "Norma")["games"] == 1);
    // Another key in the middle of a game: whoever has the new one plays on.
    let question = nora.question(json!({}));
    let new = league.admin("/api/admin/users/Norma/reset", &json!({}))["key"].as_str().expect("a key").to_string();
    let (status, refused) = nora.try_ask(reply(&question, &question["moves"][0]));
    assert_eq!(status, 403, "{refused}");
    let mut norma = Program::new(&league, &new);
    let again = norma.question(json!({}));
    assert_eq!((&again["game"], &again["n"]), (&question["game"], &question["n"]), "the same question");
    let told = norma.play(again);
    assert_eq!(told["do"], "over", "{told}");
    // A request that waits with a key that is not good any more.
    league.admin("/api/admin/users/ada/disable", &json!({}));
    league.wait("no game", "/api/league", |told| told["live"].as_array().is_some_and(Vec::is_empty));
    norma.send(&json!({}));
    std::thread::sleep(std::time::Duration::from_millis(300));
    let newest = league.admin("/api/admin/users/Norma/reset", &json!({}))["key"].clone();
    let begun = std::time::Instant::now();
    let (status, told) = norma.answer();
    assert!(status == 403 && begun.elapsed() < super::PATIENCE, "{status} {told}");
    assert_eq!(Program::new(&league, newest.as_str().expect("a key")).try_ask(json!({})).0, 200);
    let disabled = |told: (u16, Value)| told.0 == 403 && told.1["error"].to_string().contains("may not play now");
    league.admin("/api/admin/users/Norma/disable", &json!({}));
    assert!(disabled(Program::new(&league, newest.as_str().expect("a key")).try_ask(json!({}))));
}

#[test]
fn nobody_keeps_their_removal_off_by_the_name_of_another() {
    let league = League::start(&four("registration = open", THREE));
    let told = league.post("/api/league/register", "", &json!({ "name": "removed-2" }));
    assert_eq!(told.0, 201, "{}", told.1);
    league.admin("/api/admin/users/bob/remove", &json!({}));
    let told = league.get("/api/league");
    assert!(rows(&told).all(|row| row["name"] != "bob") && row(&told, "removed-2")["state"] == "active", "{told}");
}

#[test]
fn a_season_that_closes_amid_games_loses_none() {
    let mut league = League::start(&four("pace = 10ms", THREE));
    for season in 1..=3 {
        league.wait("games are under way", "/api/league", |told| {
            told["season"]["number"] == season
                && told["live"].as_array().is_some_and(|live| !live.is_empty())
                && rows(told).all(|row| row["games"].as_u64() > Some(1))
        });
        assert_eq!(league.admin("/api/league/seasons", &json!({}))["season"], season + 1);
    }
    league.games(6);
    assert_eq!(league.terminate().0, Some(0));
    let all = league.count("SELECT count(*) FROM league_games WHERE ended IS NOT NULL");
    league.write("league.conf", &four("", ""));
    league.again();
    let seasons = league.get("/api/league/seasons");
    let games =
        |rows: &Value| rows.as_array().expect("a table").iter().map(|row| row["games"].as_i64()).sum::<Option<i64>>();
    let closed = seasons["seasons"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|season| games(&season["standings"]))
        .sum::<Option<i64>>();
    let now = games(&league.get("/api/league")["standings"]);
    assert_eq!(closed.expect("numbers") + now.expect("numbers"), 2 * all, "{seasons}");
}
