//! Names of one stem, in masses.

use super::flood::flood;
use crate::ground::{Front, Ground};
use crate::request::{form, random_text};
use crate::server::{Plan, Server};
use rusqlite::{Connection, params};
use std::io;

/// Users that a database is filled with.
const USERS: u32 = 90_000;
/// The stem of all their names.
const STEM: &str = "stem";

/// Fills an arena's database with users of one stem.
pub fn prepare(_ground: &Ground, plan: &Plan) -> io::Result<()> {
    // The server makes the layout.
    Server::start(plan)?.end()?;
    fill(plan).map_err(io::Error::other)
}

fn fill(plan: &Plan) -> rusqlite::Result<()> {
    let mut db = Connection::open(&plan.db)?;
    let work = db.transaction()?;
    {
        let mut columns =
            work.prepare("SELECT name, type, \"notnull\", dflt_value IS NULL FROM pragma_table_info('users')")?;
        let columns: Vec<(String, String, bool, bool)> = columns
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?
            .collect::<Result<_, _>>()?;
        let known = ["id", "name", "key_hash", "rating", "created", "last_seen"];
        let mut names = known.map(str::to_string).to_vec();
        let mut values: Vec<String> = (1..=6).map(|number| format!("?{number}")).collect();
        // Columns that came later get something that nobody else has.
        for (name, kind, needed, bare) in &columns {
            if *needed && *bare && !known.contains(&name.as_str()) {
                names.push(name.clone());
                values.push(if kind == "TEXT" || kind.is_empty() { "?2".into() } else { "?4".into() });
            }
        }
        let line = format!("INSERT OR IGNORE INTO users ({}) VALUES ({})", names.join(", "), values.join(", "));
        let mut insert = work.prepare(&line)?;
        for number in 0..USERS {
            let name = if number == 0 { STEM.to_string() } else { format!("{STEM}-{}", number + 1) };
            let hash: [u8; 32] = std::array::from_fn(|_| fastrand::u8(..));
            insert.execute(params![random_text(8), name, &hash[..], 1200, 1_700_000_000, 1_700_000_000])?;
        }
    }
    work.commit()
}

/// Joins with new keys whose first characters are all the same.
pub fn joins(front: &Front<'_>) {
    flood(front, || {
        // Names are made from the first 20 characters of a key that can be seen.
        let hidden: String = std::iter::repeat_with(|| ["%01", "%02", "%7F"][fastrand::usize(..3)]).take(30).collect();
        let key =
            if fastrand::bool() { format!("{STEM}{hidden}") } else { format!("{}{}", "s".repeat(20), random_text(20)) };
        form("/api/training", &format!("key={key}&turns=1"))
    });
}

/// Names that are registered.
pub fn registrations(front: &Front<'_>) {
    flood(front, || form("/register", &format!("name={STEM}-{}", fastrand::u32(..200_000))));
}
