//! Damaged databases: the server starts or says what is wrong, answers all that is asked, and what
//! was not damaged is there.

use crate::accident::mutated;
use crate::http::{ask, get, heed_panics, panics};
use crate::samples::folder;
use crate::servers::{self, Made, train};
use crate::watch::Watch;
use crate::{seed, setting};
use fastrand::Rng;
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};
use std::collections::BTreeSet;
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

/// A table of a database: its name, its key, and which column of that is the number of a game or table.
pub struct Rows {
    pub name: &'static str,
    pub key: &'static [&'static str],
    pub owner: Option<&'static str>,
}

const ARENA: [Rows; 4] = [
    Rows { name: "meta", key: &["name"], owner: None },
    Rows { name: "users", key: &["id"], owner: None },
    Rows { name: "games", key: &["number"], owner: Some("number") },
    Rows { name: "seats", key: &["game", "hero"], owner: Some("game") },
];
const TABLES: [Rows; 5] = [
    Rows { name: "meta", key: &["name"], owner: None },
    Rows { name: "tables", key: &["number"], owner: Some("number") },
    Rows { name: "chairs", key: &["number", "seat"], owner: Some("number") },
    Rows { name: "steps", key: &["number", "n"], owner: Some("number") },
    Rows { name: "names", key: &["owner"], owner: None },
];

/// What was damaged.
#[derive(Debug, Default)]
pub struct Damage {
    /// Statements and other accidents, for people.
    done: Vec<String>,
    /// The numbers of games or tables whose rows were touched.
    numbers: BTreeSet<i64>,
    /// Whether something else was touched, too.
    pub all: bool,
}

/// A value that is not what it was.
fn odd(was: &Value, rng: &mut Rng) -> Value {
    const NUMBERS: [i64; 13] =
        [0, 1, -1, 2, 99, 127, 128, 255, 256, i32::MAX as i64, i32::MIN as i64, i64::MAX, i64::MIN];
    match (rng.u8(..8), was) {
        (0, _) => Value::Null,
        (1, _) => Value::Real([0.5, -1e300, f64::INFINITY, 1e18][rng.usize(..4)]),
        (2, _) => Value::Blob((0..rng.usize(..40)).map(|_| rng.u8(..)).collect()),
        (3, _) => Value::Text(["", "x", "-1", "\u{0}", "é\u{202e}", "{}", "[1", "NaN"][rng.usize(..8)].into()),
        (_, Value::Text(text)) => {
            let mut out = Vec::new();
            mutated(&[text.clone().into_bytes()], rng, &mut out);
            Value::Text(String::from_utf8_lossy(&out).into_owned())
        }
        (_, Value::Blob(blob)) => {
            let mut out = Vec::new();
            mutated(std::slice::from_ref(blob), rng, &mut out);
            Value::Blob(out)
        }
        (4, Value::Integer(number)) => Value::Integer(number.wrapping_add([1, -1, 2, 60][rng.usize(..4)])),
        _ => Value::Integer(NUMBERS[rng.usize(..NUMBERS.len())]),
    }
}

/// Lets columns be NULL, or forbids it again.
fn loosen(db: &Path, loose: bool) {
    let (strict, free) = (" NOT NULL", " /* NULL */");
    let (from, to) = if loose { (strict, free) } else { (free, strict) };
    let connection = Connection::open(db).expect("a database");
    let defensive = rusqlite::config::DbConfig::SQLITE_DBCONFIG_DEFENSIVE;
    let _ = connection.set_db_config(defensive, false);
    connection.execute_batch("PRAGMA writable_schema = ON").expect("a pragma");
    connection
        .execute("UPDATE sqlite_master SET sql = replace(sql, ?1, ?2) WHERE type = 'table'", [from, to])
        .expect("a change");
}

/// Changes or deletes a row, or many.
fn damage_rows(db: &Path, tables: &[Rows], rng: &mut Rng, damage: &mut Damage) {
    let connection = Connection::open(db).expect("a database");
    connection.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON").expect("pragmas");
    // Rarely what everything hangs by.
    let table = &tables[if rng.u8(..40) == 0 { 0 } else { rng.usize(1..tables.len()) }];
    let count: i64 =
        connection.query_row(&format!("SELECT count(*) FROM {}", table.name), [], |row| row.get(0)).unwrap_or(0);
    if count == 0 {
        return;
    }
    let mut all = connection.prepare(&format!("SELECT * FROM {} LIMIT 1 OFFSET ?1", table.name)).expect("a query");
    let columns: Vec<String> = all.column_names().map(ToString::to_string).collect();
    let row: Vec<Value> = all
        .query_row([rng.i64(..count)], |row| (0..columns.len()).map(|column| row.get(column)).collect())
        .expect("a row");
    let value = |name: &str| row[columns.iter().position(|column| column == name).expect("a column")].clone();
    let key: Vec<Value> = table.key.iter().map(|name| value(name)).collect();
    let found: Vec<String> = (1..).zip(table.key).map(|(n, name)| format!("{name} IS ?{n}")).collect();
    let mut found = found.join(" AND ");
    let mut values = key.clone();
    match table.owner.map(value) {
        Some(Value::Integer(number)) => _ = damage.numbers.insert(number),
        _ => damage.all = true,
    }
    if rng.u8(..20) == 0 {
        (found, values, damage.all) = ("1".into(), Vec::new(), true);
    }
    let statement = if rng.u8(..4) == 0 {
        format!("DELETE FROM {} WHERE {found}", table.name)
    } else {
        let column = rng.usize(..columns.len());
        let new = odd(&row[column], rng);
        if table.owner == Some(columns[column].as_str()) {
            // It is another's now.
            damage.all = true;
        }
        values.push(new);
        format!("UPDATE OR IGNORE {} SET {} = ?{} WHERE {found}", table.name, columns[column], values.len())
    };
    let changed = connection.execute(&statement, params_from_iter(&values));
    damage.done.push(format!("{statement} {values:?}: {changed:?}"));
}

/// Changes what stands around rows.
fn damage_layout(db: &Path, tables: &[Rows], rng: &mut Rng, damage: &mut Damage) {
    let table = tables[rng.usize(..tables.len())].name;
    let statement = match rng.u8(..5) {
        0 => format!("DROP TABLE {table}"),
        1 => format!("ALTER TABLE {table} RENAME TO other"),
        2 => format!("PRAGMA user_version = {}", rng.i32(-2..4)),
        3 => format!("PRAGMA application_id = {}", rng.i32(..)),
        _ => format!("CREATE VIEW IF NOT EXISTS odd AS SELECT * FROM {table}; DELETE FROM {table}"),
    };
    damage.all = true;
    let connection = Connection::open(db).expect("a database");
    let _ = connection.execute_batch("PRAGMA foreign_keys = OFF");
    damage.done.push(format!("{statement}: {:?}", connection.execute_batch(&statement)));
}

/// Changes bytes of the file.
fn damage_bytes(db: &Path, rng: &mut Rng, damage: &mut Damage) {
    let mut bytes = fs::read(db).expect("a file");
    damage.all = true;
    if bytes.is_empty() {
        return;
    }
    let at = rng.usize(..bytes.len());
    let what = match rng.u8(..5) {
        0 => {
            (0..=rng.usize(..20)).for_each(|_| bytes[rng.usize(..=at)] = rng.u8(..));
            "bytes changed before"
        }
        1 => {
            bytes.truncate(at);
            "cut at"
        }
        2 => {
            let end = (at + 4096).min(bytes.len());
            bytes[at..end].fill(0);
            "a page of zeros at"
        }
        3 => {
            bytes[at] ^= 1 << rng.u8(..8);
            "a bit turned at"
        }
        _ => {
            bytes.extend((0..rng.usize(..5000)).map(|_| rng.u8(..)));
            "bytes added behind"
        }
    };
    damage.done.push(format!("{what} {at}"));
    fs::write(db, bytes).expect("a file");
}

/// Leaves something beside the file.
fn leave_over(db: &Path, rng: &mut Rng, damage: &mut Damage) {
    let ending = ["-wal", "-shm", "-journal", ".lock"][rng.usize(..4)];
    let mut name = db.as_os_str().to_os_string();
    name.push(ending);
    damage.all = true;
    damage.done.push(format!("noise in {ending}"));
    fs::write(name, (0..rng.usize(..9000)).map(|_| rng.u8(..)).collect::<Vec<u8>>()).expect("a file");
}

/// A copy to which something happened.
pub fn damaged(from: &Path, to: &Path, tables: &[Rows], rng: &mut Rng) -> Damage {
    let _ = fs::remove_dir_all(to.parent().expect("a folder"));
    fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
    fs::copy(from, to).expect("a copy");
    let mut damage = Damage::default();
    match rng.u8(..20) {
        0 => damage_layout(to, tables, rng, &mut damage),
        1..=3 => damage_bytes(to, rng, &mut damage),
        4 => leave_over(to, rng, &mut damage),
        kind => {
            let loose = kind.is_multiple_of(2);
            if loose {
                loosen(to, true);
            }
            (0..=rng.u8(..3)).for_each(|_| damage_rows(to, tables, rng, &mut damage));
            // With the constraints that the values do not hold, or without.
            if loose && rng.bool() {
                loosen(to, false);
            }
        }
    }
    damage
}

/// What was asked of a damaged server.
#[derive(Default, Debug)]
struct Account {
    refused: u64,
    sound: u64,
    aside: u64,
    lost: Vec<String>,
}

impl Account {
    /// Asks for something that is there unless it was damaged.
    fn ask(&mut self, addr: SocketAddr, path: &str, token: &str, whole: bool, damage: &Damage) {
        let answer = ask(addr, &get(path, token));
        match answer.status {
            200 => self.sound += 1,
            status if whole => {
                let body = String::from_utf8_lossy(&answer.body).into_owned();
                self.lost.push(format!("{path}: {status} {body} after {damage:?}"));
            }
            _ => self.aside += 1,
        }
    }
}

fn arena(db: &Path, games: &[String], damage: &Damage, account: &mut Account) {
    let Ok(server) = servers::arena(Some(db)) else {
        account.refused += 1;
        if !damage.all {
            account.lost.push(format!("nothing starts after {damage:?}"));
        }
        return;
    };
    let addr = server.addr();
    for list in ["/games.json", "/leaderboard.json", "/", "/tables", "/api/tables", "/api/statistics"] {
        account.ask(addr, list, "", !damage.all, damage);
    }
    for (number, game) in (1..).zip(games) {
        let whole = !damage.all && !damage.numbers.contains(&number);
        for path in [format!("/{game}.json"), format!("/{game}"), format!("/events/{game}")] {
            account.ask(addr, &path, "", whole, damage);
        }
    }
    if !damage.all {
        let game = train(addr, 1);
        account.ask(addr, &format!("/{game}.json"), "", true, damage);
    }
    server.stop();
}

fn tables(db: &Path, made: &[Made], damage: &Damage, account: &mut Account) {
    let Ok(server) = servers::tables(Some(db)) else {
        account.refused += 1;
        if !damage.all {
            account.lost.push(format!("nothing starts after {damage:?}"));
        }
        return;
    };
    let addr = server.addr();
    for list in ["/api/games", "/api/tables", "/api/statistics", "/"] {
        account.ask(addr, list, "", !damage.all, damage);
    }
    for (number, made) in (1_u32..).zip(made) {
        let touched = damage.numbers.contains(&number.into());
        let whole = !damage.all && !touched;
        let path = format!("/api/tables/{}", made.id);
        account.ask(addr, &path, &made.tokens[0], whole, damage);
        // To look back takes long, and streams hold up the end: each table has its turn.
        if touched || u64::from(number) % 7 == account.sound % 7 {
            account.ask(addr, &(path.clone() + "/history?from=0&count=200"), "", whole, damage);
        }
        if u64::from(number) == account.sound % 97 {
            account.ask(addr, &(path.clone() + "/events"), "", whole, damage);
        }
        ask(addr, &get(&(path + "/evaluation"), ""));
    }
    account.ask(addr, "/api/tables", "", !damage.all, damage);
    server.stop();
}

/// Damages copies of a database, one after another.
fn run(name: &str, from: &Path, rows: &[Rows], copies: u64, serve: impl Fn(&Path, &Damage, &mut Account)) {
    heed_panics();
    let (folder, watch) = (folder(), Watch::start());
    let (mut account, mut slowest) = (Account::default(), (std::time::Duration::ZERO, 0));
    let begin = std::time::Instant::now();
    let to: PathBuf = folder.path().join("copy/damaged.db");
    let only = std::env::var("BOARDBOTS_MUTATIONS_ONLY").ok().and_then(|only| only.parse::<u64>().ok());
    for number in only.map_or(0..copies, |only| only..only + 1) {
        let mut rng = Rng::with_seed(seed().wrapping_add(number).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let damage = damaged(from, &to, rows, &mut rng);
        let told = format!("{damage:?}");
        let ((), took) = watch.over(name, number, told.as_bytes(), || serve(&to, &damage, &mut account));
        slowest = slowest.max((took, number));
        let panicked = panics();
        assert!(panicked.is_empty(), "{name} {number}: {panicked:#?} after {damage:?}");
        assert!(account.lost.is_empty(), "{name} {number}: {:#?}", account.lost);
    }
    let Account { refused, sound, aside, .. } = account;
    println!(
        "{name}: {copies} copies in {:.1} s: {refused} refused; {sound} answers sound, {aside} set aside; slowest copy {:.2} s",
        begin.elapsed().as_secs_f64(),
        slowest.0.as_secs_f64()
    );
}

#[test]
fn arenas_live_with_any_database() {
    let folder = folder();
    let db = folder.path().join("arena.db");
    let server = servers::arena(Some(&db)).expect("an arena");
    let games: Vec<String> = [1, 2, 5, 30].map(|turns| train(server.addr(), turns)).to_vec();
    server.stop();
    let copies = setting("BOARDBOTS_MUTATED_DATABASES", 120) / 2;
    run("arena", &db, &ARENA, copies, |db, damage, account| arena(db, &games, damage, account));
}

#[test]
fn tables_live_with_any_database() {
    let folder = folder();
    let db = folder.path().join("tables.db");
    let server = servers::tables(Some(&db)).expect("tables");
    let made = servers::set_up(server.addr());
    server.stop();
    let copies = setting("BOARDBOTS_MUTATED_DATABASES", 120) / 2;
    run("tables", &db, &TABLES, copies, |db, damage, account| tables(db, &made, damage, account));
}
