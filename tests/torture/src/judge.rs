//! Compares what was promised with what is in the databases.

use crate::ledger::{Book, Game};
use rusqlite::{Connection, OptionalExtension};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The order that is kept for a turn that ran out.
const MISSED: u8 = 99;
/// Games that are also exported by the program.
const EXPORTS: usize = 5;

/// What the judge finds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Games that were told finished and are not kept as they were told.
    pub lost_games: u64,
    /// Choices that were acknowledged and are not kept.
    pub lost_choices: u64,
    /// Turns that another hand has played.
    pub stolen: u64,
    /// Turns that ran out though the player had answered.
    pub late: u64,
    /// What else is wrong.
    pub wrongs: u64,
    /// How it was found.
    pub remarks: Vec<String>,
}

/// Judges a book by the databases of a server that has ended; they are copied into the folder
/// first.
///
/// # Errors
/// If they cannot be read.
pub fn judge(book: &Book, arena: Option<&Path>, tables: Option<&Path>, folder: &Path) -> io::Result<Verdict> {
    let mut verdict = Verdict::default();
    if let Some(path) = arena {
        let db = open(path, folder, &mut verdict)?;
        for (id, game) in &book.games {
            look_at_game(&db, id, game, &mut verdict).map_err(io::Error::other)?;
        }
    }
    if let Some(path) = tables {
        let db = open(path, folder, &mut verdict)?;
        look_at_choices(&db, book, &mut verdict).map_err(io::Error::other)?;
    }
    Ok(verdict)
}

/// Lets the program itself export the first games of a book; how many it could not.
pub fn export(program: &Path, book: &Book, arena: &Path) -> (u64, Vec<String>) {
    let mut lost = 0;
    let mut remarks = Vec::new();
    for (id, game) in book.games.iter().take(EXPORTS) {
        let told = Command::new(program).args(["arena", "export", id, "--db"]).arg(arena).output();
        let orders = told.as_ref().ok().and_then(|told| {
            let sheet: serde_json::Value = serde_json::from_slice(&told.stdout).ok()?;
            Some(sheet["orders"].as_array()?.len() as u64)
        });
        if orders.is_none() || game.turns.is_some_and(|turns| orders < Some(turns)) {
            lost += 1;
            remarks.push(format!("game {id} is exported with {orders:?} orders of {:?}", game.turns));
        }
    }
    (lost, remarks)
}

/// Copies a database with its log, as a crash would leave it, and opens the copy.
pub fn open(path: &Path, folder: &Path, verdict: &mut Verdict) -> io::Result<Connection> {
    let name = path.file_name().unwrap_or_default();
    let copy = folder.join("judged").join(name);
    fs::create_dir_all(folder.join("judged"))?;
    for end in ["", "-wal"] {
        let from = with_end(path, end);
        let to = with_end(&copy, end);
        let _ = fs::remove_file(&to);
        if from.exists() {
            fs::copy(from, to)?;
        }
    }
    let _ = fs::remove_file(with_end(&copy, "-shm"));
    let db = Connection::open(&copy).map_err(io::Error::other)?;
    let whole: String = db.query_row("PRAGMA integrity_check", [], |row| row.get(0)).map_err(io::Error::other)?;
    if whole != "ok" {
        verdict.wrongs += 1;
        verdict.remarks.push(format!("{}: {whole}", name.to_string_lossy()));
    }
    Ok(db)
}

/// A path with something behind its name.
pub fn with_end(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(end);
    name.into()
}

fn look_at_game(db: &Connection, id: &str, game: &Game, verdict: &mut Verdict) -> rusqlite::Result<()> {
    let mut query = db.prepare("SELECT turns, moves, status FROM games WHERE id = ?1")?;
    let kept: Option<(i64, Vec<u8>, String)> =
        query.query_row([id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).optional()?;
    let Some((turns, moves, status)) = kept.map(|(turns, moves, status)| (turns.cast_unsigned(), moves, status)) else {
        verdict.lost_games += 1;
        verdict.remarks.push(format!("game {id} was told finished and is not kept"));
        return Ok(());
    };
    // The crash that ends a game is a move that is no turn.
    let whole = moves.len() as u64 == turns + u64::from(status == "crashed");
    if !whole || game.turns.is_some_and(|told| told != turns) {
        verdict.lost_games += 1;
        verdict.remarks.push(format!(
            "game {id}: {:?} turns told, {turns} kept with {} moves",
            game.turns,
            moves.len()
        ));
        return Ok(());
    }
    for &(turn, order) in &game.orders {
        let kept = usize::try_from(turn).ok().and_then(|turn| moves.get(turn).copied());
        if kept == Some(order) {
            continue;
        }
        if kept == Some(MISSED) {
            verdict.late += 1;
        } else {
            verdict.stolen += 1;
        }
        verdict.remarks.push(format!("game {id}, turn {turn}: {kept:?} is kept, {order} was sent"));
    }
    Ok(())
}

fn look_at_choices(db: &Connection, book: &Book, verdict: &mut Verdict) -> rusqlite::Result<()> {
    let mut query = db.prepare(
        "SELECT seat, made_by, choice FROM steps WHERE n = ?2 AND number = (SELECT number FROM tables WHERE id = ?1)",
    )?;
    for choice in &book.choices {
        let n = i64::try_from(choice.n).unwrap_or(i64::MAX);
        let kept: Option<(i64, String, String)> =
            query.query_row((&choice.table, n), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).optional()?;
        let told = (choice.seat.cast_signed(), "seat".to_string(), choice.text.clone());
        if kept.as_ref() != Some(&told) {
            verdict.lost_choices += 1;
            verdict
                .remarks
                .push(format!("table {}, choice {}: {told:?} was told, {kept:?} is kept", choice.table, choice.n));
        }
    }
    let mut query = db.prepare("SELECT ended IS NOT NULL FROM tables WHERE id = ?1")?;
    for table in &book.ended {
        if query.query_row([table], |row| row.get(0)).optional()? != Some(true) {
            verdict.lost_games += 1;
            verdict.remarks.push(format!("table {table} was told ended and is not kept so"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::Choice;
    use crate::scratch::Scratch;

    /// Two games and a table with two choices, as servers keep them.
    fn kept(folder: &Path) -> (PathBuf, PathBuf) {
        let (arena, tables) = (folder.join("a.db"), folder.join("a.tables.db"));
        let db = Connection::open(&arena).expect("a database");
        db.execute_batch(
            "PRAGMA journal_mode = WAL;
             CREATE TABLE games (id TEXT, turns INTEGER, moves BLOB, status TEXT);
             INSERT INTO games VALUES ('one', 4, x'00010203', 'turns'), ('two', 2, x'000163', 'crashed')",
        )
        .expect("written");
        let db = Connection::open(&tables).expect("a database");
        db.execute_batch(
            "CREATE TABLE tables (number INTEGER, id TEXT, ended INTEGER);
             CREATE TABLE steps (number INTEGER, n INTEGER, seat INTEGER, made_by TEXT, choice TEXT);
             INSERT INTO tables VALUES (1, 't', 5), (2, 'u', NULL);
             INSERT INTO steps VALUES (1, 1, 0, 'seat', 'a'), (1, 2, 1, 'clock', 'b')",
        )
        .expect("written");
        (arena, tables)
    }

    fn told() -> Book {
        let mut book = Book::default();
        book.games.insert("one".into(), Game { turns: Some(4), orders: vec![(0, 0), (3, 3)] });
        book.games.insert("two".into(), Game { turns: None, orders: vec![(1, 1)] });
        book.choices.push(Choice { table: "t".into(), n: 1, seat: 0, text: "a".into() });
        book.ended.push("t".into());
        book
    }

    fn verdict(book: &Book, damage: &str) -> (u64, u64, u64, u64) {
        let scratch = Scratch::new().expect("a folder");
        let (arena, tables) = kept(scratch.path());
        if !damage.is_empty() {
            let path = if damage.contains("games") { &arena } else { &tables };
            Connection::open(path).and_then(|db| db.execute_batch(damage)).expect("damaged");
        }
        let found = judge(book, Some(&arena), Some(&tables), scratch.path()).expect("judged");
        assert_eq!(found.wrongs, 0);
        (found.lost_games, found.lost_choices, found.stolen, found.late)
    }

    #[test]
    fn what_is_kept_is_right() {
        assert_eq!(verdict(&told(), ""), (0, 0, 0, 0));
        assert_eq!(verdict(&Book::default(), "DELETE FROM games"), (0, 0, 0, 0));
    }

    #[test]
    fn what_is_lost_or_changed_is_found() {
        for (damage, found) in [
            ("DELETE FROM games WHERE id = 'one'", (1, 0, 0, 0)),
            ("DELETE FROM games", (2, 0, 0, 0)),
            ("UPDATE games SET moves = x'000102' WHERE id = 'one'", (1, 0, 0, 0)),
            ("UPDATE games SET moves = x'0001020304', turns = 5 WHERE id = 'one'", (1, 0, 0, 0)),
            ("UPDATE games SET moves = x'04010203' WHERE id = 'one'", (0, 0, 1, 0)),
            ("UPDATE games SET moves = x'63010263' WHERE id = 'one'", (0, 0, 0, 2)),
            ("DELETE FROM steps WHERE n = 1", (0, 1, 0, 0)),
            ("UPDATE steps SET choice = 'z'", (0, 1, 0, 0)),
            ("UPDATE steps SET made_by = 'clock'", (0, 1, 0, 0)),
            ("UPDATE tables SET ended = NULL", (1, 0, 0, 0)),
            ("DELETE FROM tables", (1, 1, 0, 0)),
        ] {
            assert_eq!(verdict(&told(), damage), found, "{damage}");
        }
    }
}
