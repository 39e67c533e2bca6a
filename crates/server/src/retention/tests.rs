//! Retention over a small kind of its own: things of some bytes, of which a part is the replay.

use super::*;
use crate::shares::owner::ADDRESS;
use boardbots_base::store::file;
use boardbots_base::store::{Layout, Step};
use std::collections::BTreeMap;
use std::path::Path;

const THINGS: Kind = Kind {
    things: "things",
    newest: "SELECT ended FROM things ORDER BY number DESC LIMIT 1",
    weigh: "SELECT CASE WHEN training THEN 0 WHEN length(replay) = 0 THEN 2 ELSE 1 END, 300 + length(replay), ended
            FROM things WHERE number = ?1 AND ended IS NOT NULL",
    tally: &["INSERT INTO counted VALUES (?1)"],
    strip: &["UPDATE things SET replay = x'' WHERE number = ?1"],
    delete: &["DELETE FROM things WHERE number = ?1"],
};
const LAYOUT: Layout = Layout {
    kind: "things",
    application: 1,
    owner: "tests",
    steps: &[
        Step {
            columns: &[],
            up: "CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
                 CREATE TABLE counted (number INTEGER);
                 CREATE TABLE things (number INTEGER PRIMARY KEY, training INTEGER, replay BLOB, ended INTEGER);",
            down: "",
        },
        Step {
            columns: &[],
            up: concat!(
                include_str!("schema.sql"),
                "INSERT OR REPLACE INTO unowned
                 SELECT first, last FROM (SELECT coalesce((SELECT value FROM meta WHERE name = 'keep_last'), 0) + 1
                     AS first, (SELECT max(number) FROM things) AS last) WHERE first <= last;"
            ),
            down: "INSERT OR REPLACE INTO meta SELECT 'keep_last', coalesce(max(number), 0) FROM things;",
        },
    ],
};
const NOW: i64 = 1_800_000_000;

struct Trial {
    db: Connection,
    keeper: Keeper,
}

impl Keeper {
    /// Gives it other limits.
    pub fn shrink(&mut self, age: i64, bytes: u64) {
        (self.age, self.bytes, self.spared) = (Some(age), Some(bytes), 0);
    }
}

impl Trial {
    fn open(keep: &str) -> Self {
        let db = file::open_in_memory(&LAYOUT).expect("in memory");
        Self::of(db, keep, NOW)
    }

    fn of(db: Connection, keep: &str, wall: i64) -> Self {
        let keeper = Keeper::open(&db, &THINGS, keep.parse().expect("a limit"), wall).expect("it opens");
        Self { db, keeper }
    }

    fn store(&mut self, owner: &str, training: bool, bytes: usize) -> i64 {
        let sql = "INSERT INTO things (training, replay, ended) VALUES (?1, zeroblob(?2), ?3)";
        self.db.execute(sql, params![training, i64::try_from(bytes).expect("few"), NOW]).expect("stored");
        let number = self.db.last_insert_rowid();
        self.keeper.enter(&self.db, number, owner).expect("entered");
        number
    }

    /// The thing that goes next, deleted.
    fn next(&mut self) -> Option<i64> {
        let next = ledger::next(&self.db, self.keeper.spared > 0).expect("read")?;
        ledger::reduce(&self.db, &THINGS, next).expect("reduced");
        Some(next)
    }

    /// An hour, or what passes for it by the wall clock.
    fn look(&mut self, wall: i64) {
        self.keeper.look(&self.db, wall, Some(3600)).expect("looked");
    }

    fn settle(&mut self) {
        while self.keeper.round(&self.db, self.keeper.wall).expect("a round") {}
    }

    fn count(&self, sql: &str) -> i64 {
        self.db.query_row(sql, [], |row| row.get(0)).expect("a number")
    }

    fn things(&self) -> i64 {
        self.count("SELECT count(*) FROM things")
    }

    /// The sums at all nodes are those of the rows.
    fn assert_consistent(&self) {
        let mut sums: BTreeMap<(i64, String), i64> = BTreeMap::new();
        let mut rows = self.db.prepare("SELECT class, owner, bytes FROM kept").expect("ours");
        let mut rows = rows.query([]).expect("ours");
        while let Some(row) = rows.next().expect("read") {
            let owner: String = row.get(1).expect("text");
            let mut nodes = vec![owner.clone(), "all".into()];
            if let Ok(addr) = owner.split(' ').next().expect("one").parse() {
                nodes.extend((1..=ADDRESS).map(|level| crate::shares::Owner::at(addr).node(level).name()));
                nodes.extend(owner.contains(' ').then(|| format!("{addr} with keys")));
            }
            for node in nodes {
                *sums.entry((row.get::<_, i64>(0).expect("a class").min(1), node)).or_default() +=
                    row.get::<_, i64>(2).expect("bytes");
            }
        }
        let mut stored = self.db.prepare("SELECT rank, node, bytes FROM stored").expect("ours");
        let stored = stored.query_map([], |row| Ok(((row.get(0)?, row.get(1)?), row.get(2)?))).expect("ours");
        assert_eq!(stored.map(|row| row.expect("read")).collect::<BTreeMap<_, _>>(), sums);
    }
}

#[test]
fn trainings_go_first_then_replays_then_results_of_who_stored_most() {
    let mut trial = Trial::open("all");
    let replay = trial.store("192.0.2.1", false, 200);
    let small = trial.store("198.51.100.1", true, 200);
    let first = trial.store("203.0.113.1 alice", true, 180);
    let second = trial.store("203.0.113.1 alice", true, 180);
    let other = trial.store("203.0.113.2", true, 190);
    let order: Vec<i64> = std::iter::from_fn(|| trial.next()).collect();
    // A network counts as one, and in it the larger address gives first, until another network stores more.
    assert_eq!(order, [first, other, small, second, replay, replay]);
    assert_eq!(
        (trial.things(), trial.count("SELECT count(*) FROM stored"), trial.count("SELECT count(*) FROM kept")),
        (0, 0, 0)
    );
}

#[test]
fn many_networks_of_one_customer_push_out_nobody() {
    let mut trial = Trial::open("all");
    let own = trial.store("192.0.2.1", true, 300);
    for subnet in 0..200 {
        trial.store(&format!("2001:db8:1:{subnet:x}::"), true, 100);
    }
    trial.assert_consistent();
    for _ in 0..190 {
        assert_ne!(trial.next(), Some(own));
    }
    trial.assert_consistent();
}

#[test]
fn a_flood_stays_within_its_bytes_and_the_sums_stay_right() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.db");
    let mut trial = Trial::of(file::open(&path, &LAYOUT).expect("a new file"), "all,4M", NOW);
    let own: Vec<i64> = (0..20).map(|_| trial.store("192.0.2.1", false, 1500)).collect();
    let mut chance = fastrand::Rng::with_seed(1);
    for batch in 0..150 {
        trial.db.execute_batch("BEGIN IMMEDIATE").expect("begun");
        for _ in 0..50 {
            let bytes = chance.usize(500..2100);
            trial.store(&format!("2001:db8:{}:{:x}::", chance.u8(..3), chance.u8(..)), chance.u8(..4) > 0, bytes);
        }
        trial.db.execute_batch("COMMIT").expect("committed");
        let size = |ending| std::fs::metadata(folder.path().join(ending)).map_or(0, |found| found.len());
        let all = size("x.db") + size("x.db-wal") + size("x.db-shm");
        assert!(all <= 4 << 20, "{all} bytes after {batch} batches");
    }
    trial.assert_consistent();
    let left = |number| trial.count(&format!("SELECT length(replay) FROM things WHERE number = {number}"));
    assert!(own.into_iter().all(|number| left(number) == 1500), "who stored least loses nothing");
}

#[test]
fn what_is_old_goes_and_its_result_stays() {
    let mut trial = Trial::open("90d,all");
    trial.store("192.0.2.1", true, 100);
    trial.store("192.0.2.1", false, 100);
    let mut wall = NOW;
    for _ in 0..90 * 24 {
        wall += 3600;
        trial.look(wall);
    }
    trial.settle();
    assert_eq!(trial.things(), 2, "not older than that");
    trial.look(wall + 3600);
    trial.settle();
    assert_eq!((trial.things(), trial.count("SELECT sum(length(replay)) FROM things")), (1, 0));
    trial.assert_consistent();
}

#[test]
fn a_clock_that_jumps_deletes_nothing() {
    let mut trial = Trial::open("90d,all");
    for _ in 0..10 {
        trial.store("192.0.2.1", true, 100);
    }
    for wall in [NOW + 100 * DAY, 0, NOW + 4000 * DAY, -5, i64::MAX, i64::MIN, NOW] {
        trial.look(wall);
        trial.settle();
        assert_eq!(trial.things(), 10, "{wall}");
    }
    // Nor does it over restarts, of which nobody knows how long they took.
    for wall in [0, NOW, NOW + 4000 * DAY, NOW] {
        let Trial { db, .. } = trial;
        trial = Trial::of(db, "90d,all", wall);
        trial.settle();
        assert_eq!(trial.things(), 10, "{wall}");
    }
    for value in ["'x'", "x'00'", "9223372036854775807", "-9223372036854775808", "1.5"] {
        trial.db.execute(&format!("UPDATE meta SET value = {value} WHERE name LIKE 'keep%'"), []).expect("a change");
        let Trial { db, .. } = trial;
        trial = Trial::of(db, "all", NOW);
        trial.settle();
        assert_eq!(trial.things(), 10, "{value}");
    }
}

/// A database of before with things of two years, and the wall clock at its first start.
fn before(wall: i64, keep: &str) -> Trial {
    let mut db = file::open_in_memory(&LAYOUT).expect("in memory");
    LAYOUT.prepare_for(1, &mut db, Path::new("x")).expect("down");
    for day in 0..700 {
        let sql = "INSERT INTO things (training, replay, ended) VALUES (?1 % 2, zeroblob(1000), ?2)";
        db.execute(sql, [day, NOW - (700 - day) * DAY]).expect("stored");
    }
    LAYOUT.prepare_for(2, &mut db, Path::new("x")).expect("up");
    Trial::of(db, keep, wall)
}

#[test]
fn what_was_there_before_is_spared_for_a_week() {
    let mut trial = before(NOW, "90d,4M");
    assert_eq!(trial.keeper.spared, SPARED);
    let mut wall = NOW;
    for hour in 0..7 * 24 {
        trial.settle();
        assert_eq!(trial.things(), 700, "{hour}");
        wall += 3600;
        trial.look(wall);
    }
    trial.settle();
    let old = trial.count("SELECT count(*) FROM things WHERE length(replay) > 0");
    assert!((80..=85).contains(&old), "{old} are not older than 90 days");
    assert_eq!(trial.count("SELECT count(*) FROM things WHERE training AND length(replay) = 0"), 0);
    assert_eq!(trial.count("SELECT count(*) FROM counted"), 700, "all have been counted, each once");
    trial.assert_consistent();
}

#[test]
fn a_flood_in_the_first_week_takes_nothing_of_before() {
    let mut trial = before(NOW, "90d,4M");
    for _ in 0..6000 {
        trial.store("192.0.2.1", true, 1500);
    }
    trial.settle();
    assert_eq!(trial.count("SELECT count(*) FROM things WHERE number <= 700"), 700);
    assert!(trial.things() < 4000, "{}", trial.things());
}

#[test]
fn a_wrong_clock_at_the_first_start_deletes_nothing() {
    for wall in [0, NOW + 20_000 * DAY] {
        let mut trial = before(wall, "2000d,all");
        trial.settle();
        for hour in 1..200 {
            trial.look(wall + hour * 3600);
        }
        trial.settle();
        assert_eq!((trial.things(), trial.keeper.spared), (700, 0), "{wall}");
    }
}

#[test]
fn an_earlier_version_in_between_loses_nothing() {
    let mut trial = before(NOW, "all");
    trial.settle();
    for round in 0..3 {
        trial.store("192.0.2.1", true, 100);
        let Trial { mut db, .. } = trial;
        LAYOUT.prepare_for(1, &mut db, Path::new("x")).expect("down");
        db.execute("INSERT INTO things (training, replay, ended) VALUES (1, x'00', ?1)", [NOW]).expect("stored");
        LAYOUT.prepare_for(2, &mut db, Path::new("x")).expect("up");
        trial = Trial::of(db, "all", NOW);
        trial.settle();
        let all = 702 + 2 * round;
        assert_eq!((trial.things(), trial.count("SELECT count(*) FROM kept")), (all, all));
        assert_eq!(trial.count("SELECT count(*) FROM counted"), all);
        trial.assert_consistent();
    }
    assert_eq!(trial.count("SELECT count(*) FROM kept WHERE owner = '192.0.2.1'"), 3);
}

const HOUR: i64 = 3600;
const THEN: i64 = 1_800_000_000;

#[test]
fn time_that_passes_is_no_jump() {
    for (gone, passed) in [(HOUR, Some(HOUR)), (2 * HOUR, Some(HOUR)), (0, Some(HOUR)), (HOUR + 20, Some(HOUR))] {
        assert_eq!(jump(THEN, THEN + gone, passed), 0, "{gone} {passed:?}");
    }
    for off in [0, HOUR, DAY, 7 * DAY, -HOUR] {
        assert_eq!(jump(THEN, THEN + off, None), 0, "{off}");
    }
}

#[test]
fn what_the_clock_went_beyond_is_a_jump() {
    assert_eq!(jump(THEN, THEN + 61 * DAY, Some(HOUR)), 61 * DAY - HOUR);
    assert_eq!(jump(THEN, THEN - 2 * DAY, Some(HOUR)), -2 * DAY - HOUR);
    assert_eq!(jump(THEN, THEN + 70 * DAY, None), 70 * DAY);
    assert_eq!(jump(THEN, THEN - DAY, None), -DAY);
    assert_eq!(jump(THEN, 0, None), -THEN);
    // What a damaged database says.
    assert_eq!(jump(i64::MIN, THEN, None), i64::MAX);
    assert_eq!(jump(i64::MAX, i64::MIN, Some(0)), i64::MIN);
}
