//! Databases of servers and of a league, as crafted files of commands begin with them.

use super::crafted::ALL;
use super::rows::kept;
use rusqlite::Connection;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A database in which each text says more than it should.
fn named(folder: &Path, database: &str) -> Vec<u8> {
    let path = folder.join("named.db");
    fs::write(&path, kept(database)).expect("a file");
    let open = Connection::open(&path).expect("a database");
    for update in ["users SET name", "seats SET name", "chairs SET name", "habits SET user", "games SET map"] {
        let column = update.rsplit(' ').next().expect("a column");
        // Each of these databases has some of these tables.
        let _ = open.execute(&format!("UPDATE {update} = {column} || ?1"), [ALL]);
    }
    let _ = open.execute("UPDATE games SET id = 'ID' WHERE number = (SELECT min(number) FROM games)", []);
    open.close().expect("it is written");
    fs::read(path).expect("a file")
}

pub fn names_of_ledger(folder: &Path) -> Vec<u8> {
    named(folder, "dragon-slayer.db")
}

pub fn names_of_arena(folder: &Path) -> Vec<u8> {
    named(folder, "arena.db")
}

pub fn names_of_tables(folder: &Path) -> Vec<u8> {
    named(folder, "tables.db")
}

pub fn league(_: &Path) -> Vec<u8> {
    b"game = connect-four\nregistration = closed\npace = 0ms\nmargin = 50\n[ada]\nplayer = connect-four:random\n\
      version = 2\n[eve]\nplayer = connect-four:strong,depth=1\n"
        .to_vec()
}

/// The database of a league that plays; its settings are beside it.
pub fn league_of_bots(folder: &Path) -> Vec<u8> {
    fs::write(folder.join("league.conf"), league(folder)).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.args(["league", "league.conf", "--listen", "127.0.0.1:0", "--db", "made.db"]).current_dir(folder);
    let mut server = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts");
    let (path, until) = (folder.join("made.db"), Instant::now() + Duration::from_mins(1));
    let games = || {
        let db = Connection::open(&path).ok()?;
        db.query_row("SELECT count(*) FROM league_games WHERE shown IS NOT NULL", [], |row| row.get::<_, i64>(0)).ok()
    };
    while games().is_none_or(|games| games < 2) {
        assert!(Instant::now() < until, "no game ends");
        sleep(Duration::from_millis(50));
    }
    server.kill().and_then(|()| server.wait()).expect("a child of this process");
    // What is in the log comes into the file.
    Connection::open(&path).and_then(|db| db.pragma_update(None, "journal_mode", "DELETE")).expect("a database");
    fs::read(path).expect("a file")
}

/// The same, in which each choice says more than it should.
pub fn games_of_league(folder: &Path) -> Vec<u8> {
    league_of_bots(folder);
    let db = Connection::open(folder.join("made.db")).expect("a database");
    db.execute("UPDATE steps SET choice = choice || ?1", [ALL]).expect("choices");
    db.close().expect("it is written");
    fs::read(folder.join("made.db")).expect("a file")
}
