//! Bytes stored, by class and owner: entered when a thing ends, added up at every node of the tree of owners.

use super::Kind;
use crate::shares::Owner;
use crate::shares::owner::ADDRESS;
use rusqlite::{Connection, OptionalExtension, Result, params};

/// The class of what has a replay that can go.
const REPLAY: i64 = 1;

/// The root of a tree of owners.
const ALL: &str = "all";
/// The owner of what was stored before owners were noted.
pub const UNKNOWN: &str = "unknown";

/// The nodes on the way down to an owner.
fn path(owner: &str) -> Vec<String> {
    let Ok(addr) = owner.split(' ').next().unwrap_or_default().parse() else { return vec![ALL.into(), UNKNOWN.into()] };
    let at = Owner::at(addr);
    let keys = owner.contains(' ').then(|| format!("{addr} with keys"));
    let nodes = (1..=ADDRESS).map(|level| at.node(level).name());
    [ALL.to_string()].into_iter().chain(nodes).chain(keys).chain([owner.to_string()]).collect()
}

/// Enters what has ended, unless it is there; counts it for the statistics. `ended` makes
/// the time of retention's clock out of that in its row.
pub fn enter(db: &Connection, kind: &Kind, number: i64, owner: &str, ended: &dyn Fn(i64) -> Result<i64>) -> Result<()> {
    if db.prepare("SELECT 1 FROM kept WHERE number = ?1")?.exists([number])? || !put(db, kind, number, owner, ended)? {
        return Ok(());
    }
    kind.tally.iter().try_for_each(|sql| db.execute(sql, [number]).map(|_| ()))
}

/// Enters a thing that has ended; true if there is such a thing.
fn put(db: &Connection, kind: &Kind, number: i64, owner: &str, ended: &dyn Fn(i64) -> Result<i64>) -> Result<bool> {
    let weighed = db.prepare(kind.weigh)?.query_row([number], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
    let Some((class, bytes, at)): Option<(i64, i64, i64)> = weighed.optional()? else { return Ok(false) };
    db.execute("INSERT INTO kept VALUES (?1, ?2, ?3, ?4, ?5)", params![number, class, owner, bytes, ended(at)?])?;
    add(db, class, owner, bytes)?;
    Ok(true)
}

/// Adds bytes to an owner, or takes them where they are less than 0.
fn add(db: &Connection, class: i64, owner: &str, bytes: i64) -> Result<()> {
    let mut more = db.prepare(
        "INSERT INTO stored VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (rank, parent, node) DO UPDATE SET bytes = bytes + excluded.bytes",
    )?;
    let mut none = db.prepare("DELETE FROM stored WHERE rank = ?1 AND parent = ?2 AND node = ?3 AND bytes <= 0")?;
    let mut parent = String::new();
    for node in path(owner) {
        more.execute(params![class.min(REPLAY), parent, node, bytes])?;
        if bytes < 0 {
            none.execute(params![class.min(REPLAY), parent, node])?;
        }
        parent = node;
    }
    Ok(())
}

/// The next thing to delete: of trainings, and without them of all others, the oldest of the owner that stored most;
/// at each level of the tree, that is the child that stored most. Of an owner replays go before results. The unknown
/// owner can be spared.
pub fn next(db: &Connection, spared: bool) -> Result<Option<i64>> {
    let mut most = db.prepare(
        "SELECT node FROM stored WHERE rank = ?1 AND parent = ?2 AND node <> ?3 ORDER BY bytes DESC, node LIMIT 1",
    )?;
    let mut oldest =
        db.prepare("SELECT number FROM kept WHERE owner = ?1 AND class >= ?2 ORDER BY class, number LIMIT 1")?;
    for rank in 0..=1_i64 {
        let mut owner = String::new();
        let spares = if spared { UNKNOWN } else { "" };
        while let Some(child) = most.query_row(params![rank, owner, spares], |row| row.get(0)).optional()? {
            owner = child;
        }
        let number = oldest.query_row(params![owner, rank], |row| row.get(0)).optional()?;
        if number.is_some() {
            return Ok(number);
        }
        if !spared {
            // Nothing is there, or something else has changed the file.
            db.execute("DELETE FROM stored WHERE rank = ?1 AND node = ?2", params![rank, owner])?;
        }
    }
    Ok(None)
}

/// The thing that ended first of those that are not reduced to their result, if it ended before a time.
pub fn aged(db: &Connection, before: i64) -> Result<Option<i64>> {
    db.prepare("SELECT number FROM kept WHERE class < 2 AND ended < ?1 ORDER BY ended LIMIT 1")?
        .query_row([before], |row| row.get(0))
        .optional()
}

/// Takes the replay of a thing, or all of it if that is its class; its bytes.
pub fn reduce(db: &Connection, kind: &Kind, number: i64) -> Result<i64> {
    let (class, owner, bytes, ended): (i64, String, i64, i64) =
        db.query_row("DELETE FROM kept WHERE number = ?1 RETURNING class, owner, bytes, ended", [number], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        })?;
    add(db, class, &owner, -bytes)?;
    let all = if class == REPLAY { kind.strip } else { kind.delete };
    all.iter().try_for_each(|sql| db.execute(sql, [number]).map(|_| ()))?;
    if class == REPLAY {
        put(db, kind, number, &owner, &|_| Ok(ended))?;
    }
    Ok(bytes)
}

/// Enters some of the things that were stored before retention came, or by an earlier version since; true if more are
/// left. They ended as their rows say, and this much later, but not before things that were stored before them.
pub fn adopt(db: &Connection, kind: &Kind, most: usize, later: i64) -> Result<bool> {
    let range = db.query_row("SELECT first, last FROM unowned ORDER BY first LIMIT 1", [], |row| {
        Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?))
    });
    let Some((first, last)) = range.optional()? else { return Ok(false) };
    let sql = format!("SELECT number FROM {} WHERE number BETWEEN ?1 AND ?2 ORDER BY number LIMIT ?3", kind.things);
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let numbers = db.prepare(&sql)?.query_map([first, last, most], |row| row.get(0))?.collect::<Result<Vec<i64>>>()?;
    let mut before = db.prepare("SELECT ended FROM kept WHERE number < ?1 ORDER BY number DESC LIMIT 1")?;
    for number in &numbers {
        let before = before.query_row([number], |row| row.get(0)).optional()?.unwrap_or(i64::MIN);
        enter(db, kind, *number, UNKNOWN, &|at| Ok(at.saturating_add(later).max(before)))?;
    }
    match numbers.last() {
        Some(done) if *done < last => {
            db.execute("UPDATE unowned SET first = ?2 WHERE first = ?1", [first, done + 1])?;
        }
        _ => drop(db.execute("DELETE FROM unowned WHERE first = ?1", [first])?),
    }
    Ok(true)
}
