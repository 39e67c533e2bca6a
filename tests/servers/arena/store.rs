//! What stays: users, ratings, games; and databases that cannot be used.

use crate::arena::client::{Client, PATIENCE, calm, open, post_once, serve};
use crate::arena::process::{Process, run};
use crate::arena::seat::{Seat, whole_game};
use boardbots_server::StartError;
use boardbots_server::arena::Config;
use boardbots_server::arena::replay;
use boardbots_server::web::HttpLimits;
use boardbots_vindinium::rating;
use rusqlite::Connection;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

fn on(db: &Path) -> Config {
    Config { db: Some(db.to_path_buf()), ..calm() }
}

fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("arena.db");
    (folder, db)
}

#[test]
fn users_and_games_outlive_the_arena() {
    let (_folder, db) = folder();
    let arena = serve(on(&db));
    let mut seat = Seat::train(arena.addr(), "key=abc&turns=3&map=m1");
    let (id, before) = (seat.state["hero"]["userId"].clone(), seat.state["game"].clone());
    seat.play_out();
    arena.stop();
    let arena = serve(on(&db));
    let again = Seat::train(arena.addr(), "key=abc");
    assert_eq!(again.state["hero"]["userId"], id);
    let game = Client::new(arena.addr()).get(&format!("/{}.json", seat.game())).json();
    assert_eq!((&game["game"], game["finished"].as_bool()), (&before, Some(true)));
    // Beside the running arena, as another program would.
    let kept: Value = serde_json::from_str(&replay(&db, &seat.game()).unwrap()).unwrap();
    assert_eq!((&kept["initial"], &kept["final"]), (&before, &seat.state["game"]));
    assert_eq!(kept["orders"].as_array().unwrap().len(), 12);
    assert_eq!(kept["orders"][0], "North");
    assert_eq!(kept["seats"][0]["gold"], seat.state["hero"]["gold"]);
    assert_eq!(kept["map"].as_str().unwrap().lines().count(), 10);
}

#[test]
fn arena_games_are_rated_as_the_original_did() {
    let (_folder, db) = folder();
    // The seed decides the bonuses.
    let arena = serve(Config { seed: Some(7), ..on(&db) });
    let mut ratings = [("a", 1200), ("b", 1200), ("c", 1200)];
    let mut bonuses = 0;
    for keys in [["a", "b", "c", "b"], ["c", "a", "a", "a"], ["b", "b", "c", "a"]] {
        let states = whole_game(arena.addr(), keys);
        let rating_of = |name: &str, all: &[(&str, i32)]| all.iter().find(|(n, _)| *n == name).unwrap().1;
        let seats: Vec<rating::Seat<'_>> = states
            .iter()
            .zip(keys)
            .map(|(state, user)| {
                assert_eq!(state["hero"]["elo"], rating_of(user, &ratings), "the rating at the start");
                let gold = u32::try_from(state["hero"]["gold"].as_u64().unwrap()).unwrap();
                rating::Seat { user, rating: rating_of(user, &ratings), gold }
            })
            .collect();
        let due = rating::changes(&seats);
        let id = states[0]["game"]["id"].as_str().unwrap();
        let kept: Value = serde_json::from_str(&replay(&db, id).unwrap()).unwrap();
        let mut extra = None;
        for (hero, key) in keys.iter().enumerate() {
            // With a seed, the order of the heroes is by lot.
            let seat = usize::try_from(states[hero]["hero"]["id"].as_u64().unwrap() - 1).unwrap();
            let change = i32::try_from(kept["seats"][seat]["ratingChange"].as_i64().unwrap()).unwrap();
            let bonus = change - due[hero];
            assert!((0..=1).contains(&bonus), "{change} for {}", due[hero]);
            assert_eq!(*extra.get_or_insert(bonus), bonus, "one draw for all");
            let before = rating_of(
                key,
                &ratings.map(|(name, _)| (name, seats.iter().find(|s| s.user == name).map_or(0, |s| s.rating))),
            );
            ratings.iter_mut().find(|(name, _)| name == key).unwrap().1 = before + change;
        }
        bonuses += extra.unwrap();
    }
    assert!(bonuses < 3, "a bonus is rare");
    let leaders = Client::new(arena.addr()).get("/leaderboard.json").json();
    for leader in leaders.as_array().unwrap() {
        let (name, rating) = ratings.iter().find(|(name, _)| leader["name"] == *name).unwrap();
        // The second game was played without b.
        let games = if *name == "b" { 2 } else { 3 };
        assert_eq!((leader["rating"].as_i64(), leader["games"].as_i64()), (Some(i64::from(*rating)), Some(games)));
    }
}

#[test]
fn house_bots_that_fill_games_are_rated_beside_users() {
    let (_folder, db) = folder();
    let fill = "0s=random,random,random".parse().unwrap();
    let arena = serve(Config { fill: Some(fill), ..on(&db) });
    let mut client = Client::new(arena.addr());
    client.ask_post("/api/arena", "key=abc");
    let mut seat = Seat::first(client);
    seat.play_out();
    let kept: Value = serde_json::from_str(&replay(&db, &seat.game()).unwrap()).unwrap();
    let change = kept["seats"][0]["ratingChange"].as_i64().expect("a change");
    for bot in &kept["seats"].as_array().unwrap()[1..] {
        assert_eq!([&bot["rating"], &bot["userId"], &bot["ratingChange"]], [&Value::Null; 3]);
    }
    assert_eq!(kept["kind"], "arena");
    let leaders = Client::new(arena.addr()).get("/leaderboard.json").json();
    let of = |house: bool| {
        leaders.as_array().unwrap().iter().find(|leader| (leader["house"] == true) == house).expect("a row")
    };
    let (own, bot) = (of(false), of(true));
    assert_eq!((own["rating"].as_i64(), own["games"].as_i64()), (Some(1200 + change), Some(1)));
    // Three seats of one name: it gets what the user lost, but for the bonus of both.
    assert_eq!((bot["name"].as_str(), bot["games"].as_i64()), (Some("random"), Some(1)));
    assert!((0..=2).contains(&(bot["rating"].as_i64().unwrap() + change - 1200)), "{leaders}");
    let won = kept["seats"].as_array().unwrap().iter().filter(|other| other["place"] == 1).count() == 1
        && kept["seats"][0]["place"] == 1;
    assert_eq!(own["wins"], i64::from(won));
}

#[test]
fn who_meets_only_himself_plays_for_nothing() {
    let (_folder, db) = folder();
    let arena = serve(on(&db));
    let states = whole_game(arena.addr(), ["a", "a", "a", "a"]);
    let kept: Value = serde_json::from_str(&replay(&db, states[0]["game"]["id"].as_str().unwrap()).unwrap()).unwrap();
    assert!(kept["seats"].as_array().unwrap().iter().all(|seat| seat["ratingChange"].is_null()));
    let leaders = Client::new(arena.addr()).get("/leaderboard.json").json();
    assert_eq!((leaders[0]["rating"].as_i64(), leaders[0]["games"].as_i64()), (Some(1200), Some(0)));
}

#[test]
fn missed_turns_are_kept_as_such() {
    let (_folder, db) = folder();
    let (turn_limit, first_turn_grace) = (Duration::from_millis(150), PATIENCE);
    let arena = serve(Config { turn_limit, first_turn_grace, ..on(&db) });
    let mut seat = Seat::train(arena.addr(), "key=abc&turns=3");
    seat.play("North");
    let until = Instant::now() + PATIENCE;
    while Client::new(arena.addr()).get(&format!("/{}.json", seat.game())).json()["finished"] != true {
        assert!(Instant::now() < until, "his turn does not end");
        sleep(Duration::from_millis(20));
    }
    let kept: Value = serde_json::from_str(&replay(&db, &seat.game()).unwrap()).unwrap();
    assert_eq!((kept["orders"][4].as_str(), kept["orders"].as_array().unwrap().len()), (Some("Crash"), 5));
    assert_eq!((kept["status"].as_str(), kept["final"]["turn"].as_i64()), (Some("crashed"), Some(4)));
    assert_eq!((&kept["seats"][0]["crashed"], &kept["final"]["finished"]), (&Value::Bool(true), &Value::Bool(true)));
}

#[test]
fn keys_are_not_kept_in_the_clear() {
    let (_folder, db) = folder();
    let arena = serve(on(&db));
    let page = post_once(arena.addr(), "/register", "name=Ada").body;
    let key = page.split("<strong>").nth(1).unwrap()[..25].to_string();
    arena.stop();
    let bytes = std::fs::read(&db).unwrap();
    assert!(bytes.windows(3).any(|window| window == b"Ada"));
    assert!(!bytes.windows(25).any(|window| window == key.as_bytes()));
}

#[test]
fn a_database_has_one_server_by_whichever_name() {
    let (folder, db) = folder();
    let _arena = Process::start(&db, &[]);
    let names = ["symbolic.db", "hard.db"].map(|name| folder.path().join(name));
    std::os::unix::fs::symlink(&db, &names[0]).unwrap();
    std::fs::hard_link(&db, &names[1]).unwrap();
    for name in names {
        let second = run(&["--listen", "0", "--db", name.to_str().unwrap()]);
        let said = String::from_utf8(second.stderr).unwrap();
        assert_eq!(second.status.code(), Some(7), "{said}");
        assert!(said.contains("another arena is using this database"), "{said}");
    }
    // A server of an earlier version, which looks at the name alone, and at the one that the link leads to.
    let (_other, db) = self::folder();
    let lock = std::fs::File::create(db.with_extension("db.lock")).unwrap();
    lock.lock().unwrap();
    let link = db.with_file_name("link.db");
    std::os::unix::fs::symlink(&db, &link).unwrap();
    for name in [db, link] {
        assert_eq!(run(&["--listen", "0", "--db", name.to_str().unwrap()]).status.code(), Some(7), "{name:?}");
    }
}

#[test]
fn databases_are_private() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let beside = |db: &Path| ["db", "db-wal", "db-shm", "db.lock"].map(|ending| mode(&db.with_extension(ending)));
    let (_folder, db) = folder();
    let start = |db: &Path| {
        let mut command = std::process::Command::new("sh");
        let program = env!("CARGO_BIN_EXE_boardbots");
        command.args(["-c", "umask 0; exec \"$0\" arena --listen 0 --db \"$1\"", program]).arg(db);
        Process::of(command, Path::new(""), &[])
    };
    drop(start(&db));
    assert_eq!(beside(&db), [0o600; 4]);
    // As earlier versions made them; the log is still there after a kill.
    for ending in ["db", "db-wal", "db-shm", "db.lock"] {
        std::fs::set_permissions(db.with_extension(ending), PermissionsExt::from_mode(0o644)).unwrap();
    }
    drop(start(&db));
    assert_eq!(beside(&db), [0o600; 4]);
    // One that a group was meant to read.
    std::fs::set_permissions(&db, PermissionsExt::from_mode(0o640)).unwrap();
    drop(start(&db));
    assert_eq!(mode(&db), 0o640);
}

#[test]
fn a_large_database_is_checked_beside_play() {
    let (_folder, db) = folder();
    serve(on(&db)).stop();
    let connection = Connection::open(&db).unwrap();
    let fill = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
         INSERT INTO games (id, kind, started, ended, map, size, mines, max_turns, turns, seed, moves, status, bonus)
         SELECT 'g' || i, 'training', i, i, '##', 1, 0, 4, 4, i, randomblob(1000), 'turns', 0 FROM n;
         PRAGMA wal_checkpoint(TRUNCATE)";
    connection.execute_batch(fill).unwrap();
    drop(connection);
    let healthy = |arena: &Process| {
        let health = Client::new(arena.addr).get("/health");
        (health.status, health.json()["reason"].as_str().unwrap_or_default().to_string())
    };
    let arena = Process::start(&db, &[]);
    assert_eq!(healthy(&arena).0, 200);
    // Whether or not it is done by then.
    assert_eq!(arena.terminate("TERM"), Some(0));
    let bytes = std::fs::read(&db).unwrap();
    assert!(bytes.len() > 16 << 20, "{}", bytes.len());
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2..bytes.len() / 2 + 100_000].fill(0x5a);
    std::fs::write(&db, damaged).unwrap();
    let arena = Process::start(&db, &[]);
    let until = Instant::now() + PATIENCE;
    while healthy(&arena) != (503, "the database is damaged".into()) {
        assert!(Instant::now() < until, "{:?}", healthy(&arena));
        sleep(Duration::from_millis(20));
    }
    assert_eq!(post_once(arena.addr, "/api/training", "key=abc").status, 503);
    assert_eq!(arena.terminate("TERM"), Some(0));
    // What is no database is refused at once, however large.
    std::fs::write(&db, vec![b'x'; bytes.len()]).unwrap();
    assert_eq!(run(&["--listen", "0", "--db", db.to_str().unwrap()]).status.code(), Some(7));
}

#[test]
fn a_database_has_one_arena_at_a_time() {
    let (_folder, db) = folder();
    let arena = Process::start(&db, &[]);
    let path = db.to_str().unwrap();
    let second = run(&["--listen", "0", "--db", path]);
    let said = String::from_utf8(second.stderr).unwrap();
    assert_eq!((second.status.code(), second.stdout.len()), (Some(7), 0), "{said}");
    assert_eq!(said, format!("boardbots: {path}: another arena is using this database\n"));
    // Readers are welcome, and find that there is no such game.
    let export = run(&["export", "abcdefgh", "--db", path]);
    let said = String::from_utf8(export.stderr).unwrap();
    assert_eq!(
        (export.status.code(), said.as_str()),
        (Some(7), "boardbots: the database has no finished game abcdefgh\n")
    );
    let mut seat = Seat::train(arena.addr, "key=abc&turns=1");
    seat.play_out();
    let export = run(&["export", &seat.game(), "--db", path]);
    assert_eq!(export.status.code(), Some(0));
    let replay: Value = serde_json::from_slice(&export.stdout).unwrap();
    assert_eq!(replay["final"], seat.state["game"]);
    assert_eq!(arena.terminate("TERM"), Some(0));
    assert_eq!(Process::start(&db, &[]).terminate("INT"), Some(0));
}

#[test]
fn unusable_databases_are_refused_with_a_reason() {
    let (folder, db) = folder();
    let refused = |path: &Path| match open(HttpLimits::default(), on(path)) {
        Err(StartError::Store(error)) => error.to_string(),
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("{} is no good database", path.display()),
    };
    std::fs::write(
        &db,
        "This is a text, and not a short one: longer than the head of a database, which has 100 bytes.",
    )
    .unwrap();
    assert!(refused(&db).ends_with("this is not a database of an arena"), "{}", refused(&db));
    assert!(std::fs::read_to_string(&db).unwrap().starts_with("This is a text"), "left as it was");

    let foreign = folder.path().join("foreign.db");
    Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE things (x); PRAGMA user_version = 1;").unwrap();
    assert!(refused(&foreign).ends_with("this is not a database of an arena"));

    let newer = folder.path().join("newer.db");
    open(HttpLimits::default(), on(&newer)).unwrap().stop();
    Connection::open(&newer).unwrap().execute_batch("PRAGMA user_version = 99;").unwrap();
    assert!(refused(&newer).contains("written by a newer version"), "{}", refused(&newer));

    let damaged = folder.path().join("damaged.db");
    let arena = open(HttpLimits::default(), on(&damaged)).unwrap();
    for _ in 0..20 {
        Seat::train(arena.addr(), "key=abc&turns=50").play_out();
    }
    arena.stop();
    let mut bytes = std::fs::read(&damaged).unwrap();
    assert!(bytes.len() > 40_000);
    bytes[8192..].fill(0xa5);
    std::fs::write(&damaged, bytes).unwrap();
    assert!(refused(&damaged).contains("damaged"), "{}", refused(&damaged));

    assert!(refused(&folder.path().join("no/such/folder.db")).contains("no/such/folder.db"));
    let missing = run(&["export", "abcdefgh", "--db", folder.path().join("none.db").to_str().unwrap()]);
    assert_eq!(missing.status.code(), Some(7));
    assert!(String::from_utf8(missing.stderr).unwrap().contains("there is no such database"));
}

#[test]
fn options_that_cannot_be_followed_end_with_their_codes() {
    let (folder, db) = folder();
    let path = db.to_str().unwrap();
    let code = |args: &[&str]| run(args).status.code();
    assert_eq!(code(&["--turn-limit", "fast"]), Some(2));
    assert_eq!(code(&["--fill", "1s=miner"]), Some(2));
    assert_eq!(code(&["--fill", "1s=default,depth=0,miner,miner"]), Some(2));
    assert_eq!(code(&["--fill", "1s=default,parameters=no/such/file,miner,miner", "--db", path]), Some(3));
    assert_eq!(code(&["--turn-limit", "0s", "--db", path]), Some(3));
    // An address that may be there at the next start.
    assert_eq!(code(&["--listen", "192.0.2.1:9000", "--db", path]), Some(4));
    std::fs::write(folder.path().join("bad.txt"), "@1@2@3@4\n  #\n").unwrap();
    let output = run(&["--listen", "0", "--maps", folder.path().to_str().unwrap()]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(said.contains("bad.txt: line 2, column 3"), "{said}");
}
