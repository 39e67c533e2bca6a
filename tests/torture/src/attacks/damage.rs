//! Databases that are damaged before a server starts with them.

use crate::client::Client;
use crate::crowd::{Crowd, Manner, Mix};
use crate::ground::Ground;
use crate::judge::{Verdict, open, with_end};
use crate::link::Link;
use crate::request::get;
use crate::row::Row;
use crate::server::{Plan, Server, telling_line};
use rusqlite::Connection;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The attack's name.
pub const NAME: &str = "damaged";
/// Tables of both databases whose rows are damaged; what a server needs itself is left alone.
const TABLES: [(&str, &[&str]); 2] =
    [("arena.db", &["games", "seats", "users"]), ("arena.tables.db", &["tables", "chairs", "steps"])];
/// What a value becomes.
const VALUES: [&str; 8] = ["NULL", "'text'", "x'00ff'", "-1", "9223372036854775807", "3.5", "''", "zeroblob(100000)"];

/// What an end says that is none in words.
const CRASHES: [&str; 4] = ["(signal: ", "(exit status: 101)", "(exit status: 134)", "panicked at"];

/// Starts servers with damaged copies.
pub fn damaged(ground: &Ground) -> io::Result<Row> {
    let (plan, folder) = ground.plan(NAME)?;
    play(ground, &plan)?;
    let originals = [("arena.db", &plan.db), ("arena.tables.db", &plan.tables_db())].map(|(name, path)| {
        // Without a log beside it.
        open(path, &folder, &mut Verdict::default())
            .and_then(|db| {
                db.execute_batch("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE")
                    .map_err(io::Error::other)
            })
            .map(|()| folder.join("judged").join(name))
    });
    let mut row = Row::new(NAME);
    let copies = if ground.long { 400 } else { 40 };
    for copy in 0..copies {
        if ground.stop.is_interrupted() {
            break;
        }
        let place = folder.join(format!("copy-{copy}"));
        fs::create_dir(&place)?;
        let mut how = Vec::new();
        for original in &originals {
            let original = original.as_ref().map_err(|error| io::Error::other(error.to_string()))?;
            let path = place.join(original.file_name().unwrap_or_default());
            fs::copy(original, &path)?;
            how.push(harm(&path, copy % 8 == 7)?);
        }
        row.requests += 1;
        // Bytes that were changed in a file can make it none; rows cannot.
        let whole = copy % 8 != 7;
        let before = row.failures.len();
        look(&ground.program, &place, whole, &mut row);
        if row.failures.len() > before {
            row.remarks.push(how.join("; "));
        } else {
            fs::remove_dir_all(&place)?;
        }
    }
    row.finished = row.requests - row.failures.len() as u64;
    let count = row.failures.len();
    if count > 3 {
        row.failures.truncate(3);
        row.fail(format!("{count} of {} in all", row.requests));
    }
    Ok(row)
}

/// Makes databases with finished and running games and tables.
fn play(ground: &Ground, plan: &Plan) -> io::Result<()> {
    let server = Server::start(plan)?;
    let link = Link::home(server.addr, 1);
    let mut crowd = Crowd::new(&ground.stop, Manner { turns: 5, ..Manner::default() });
    crowd.add(link, link.from, Mix { arena: 0, watchers: 0, ..Mix::CLASS });
    ground.stop.sleep(Duration::from_secs(2));
    crowd.leave();
    server.end().map(drop)
}

/// Damages a database; says how.
fn harm(path: &Path, bytes: bool) -> io::Result<String> {
    if bytes {
        let mut content = fs::read(path)?;
        // The first page tells what it is.
        for _ in 0..fastrand::usize(1..200) {
            let at = fastrand::usize(4096.min(content.len() - 1)..content.len());
            content[at] = fastrand::u8(..);
        }
        if fastrand::bool() {
            content.truncate(fastrand::usize(content.len() / 2..content.len()));
        }
        fs::write(path, content)?;
        return Ok("bytes changed".into());
    }
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let tables = TABLES.iter().find(|(known, _)| *known == name).map_or(&[][..], |(_, tables)| tables);
    let db = Connection::open(path).map_err(io::Error::other)?;
    let mut how = Vec::new();
    for _ in 0..fastrand::usize(1..4) {
        let table = tables[fastrand::usize(..tables.len())];
        let line = line(&db, table).map_err(io::Error::other)?;
        // What the layout forbids is left as it is.
        let done = db.execute_batch(&format!("PRAGMA foreign_keys = OFF; {line}"));
        how.push(if done.is_ok() { line } else { format!("({line})") });
    }
    Ok(how.join("; "))
}

/// A statement that damages some rows of a table.
fn line(db: &Connection, table: &str) -> rusqlite::Result<String> {
    let mut columns = db.prepare("SELECT name FROM pragma_table_info(?1)")?;
    let columns: Vec<String> = columns.query_map([table], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let column = &columns[fastrand::usize(..columns.len())];
    let few = ["abs(random()) % 3 = 0", "abs(random()) % 20 = 0", "1"][fastrand::usize(..3)];
    Ok(match fastrand::u8(..4) {
        0 => format!("DELETE FROM {table} WHERE {few}"),
        1 => format!("UPDATE OR IGNORE {table} SET {column} = substr({column}, 1, length({column}) / 2) WHERE {few}"),
        2 => format!("UPDATE OR IGNORE {table} SET {column} = {column} || 'x' WHERE {few}"),
        _ => format!("UPDATE OR IGNORE {table} SET {column} = {} WHERE {few}", VALUES[fastrand::usize(..VALUES.len())]),
    })
}

/// Starts a server with a damaged copy, asks for what it shows, and ends it.
fn look(program: &Path, place: &Path, whole: bool, row: &mut Row) {
    let plan = Plan::arena(program, place);
    let ids = [ids(&plan.db, "games"), ids(&plan.tables_db(), "tables")];
    let mut server = match Server::start(&plan) {
        Ok(server) => server,
        Err(error) => {
            let text = error.to_string();
            // A file that is no database any more is refused in words.
            if whole || CRASHES.iter().any(|crash| text.contains(crash)) {
                row.fail(format!("does not start: {text}"));
            }
            return;
        }
    };
    row.memory = row.memory.max(server.peak());
    let mut client = Client::patient(Link::home(server.addr, 1), Duration::from_secs(5));
    let mut paths = vec!["/".to_string(), "/games.json".into(), "/leaderboard.json".into(), "/api/tables".into()];
    paths.push("/api/statistics".into());
    paths.extend(ids[0].iter().flat_map(|id| [format!("/{id}.json"), format!("/{id}")]));
    paths.extend(ids[1].iter().flat_map(|id| [format!("/api/tables/{id}"), format!("/api/tables/{id}/history")]));
    for path in paths {
        if let Err(error) = client.ask(&get(&path)) {
            row.fail(format!("no answer to {path}: {error}"));
            break;
        }
    }
    if let Some(status) = server.ended() {
        row.fail(format!("ended by itself ({status}): {}", telling_line(&plan.log)));
        return;
    }
    if let Err(error) = server.end() {
        row.fail(format!("at the end: {error}: {}", telling_line(&plan.log)));
    }
}

/// Some ids of a damaged table, as far as they can be read.
fn ids(path: &PathBuf, table: &str) -> Vec<String> {
    let found = Connection::open(path).and_then(|db| {
        let mut query = db.prepare(&format!("SELECT id FROM {table} ORDER BY random() LIMIT 12"))?;
        let rows = query.query_map([], |row| row.get::<_, String>(0))?;
        Ok(rows.flatten().filter(|id| id.bytes().all(|byte| byte.is_ascii_alphanumeric())).collect())
    });
    let _ = fs::remove_file(with_end(path, "-journal"));
    found.unwrap_or_default()
}
