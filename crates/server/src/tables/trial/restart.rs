//! A database goes from one server to the next.

use super::super::playthrough::By;
use super::super::refusal::TableError;
use super::super::store::now;
use super::{CLAIM, PATIENCE, Trial, against_bot, anyone, two_here};
use crate::tables::services::{Config, TableLimits};
use serde_json::json;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// Has something done with the tables of a database, by a server that then ends.
pub fn session<T>(db: &Path, work: impl AsyncFnOnce(&Trial) -> T) -> T {
    session_of(db, TableLimits::default(), work)
}

fn session_of<T>(db: &Path, limits: TableLimits, work: impl AsyncFnOnce(&Trial) -> T) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("an event loop");
    let (done, threads) = runtime.block_on(async {
        let config = Config { db: Some(db.into()), limits, ..Config::default() };
        let mut trial = Trial::open(config).await;
        let done = work(&trial).await;
        trial.app.ending()();
        (done, std::mem::take(&mut trial.threads))
    });
    drop(runtime);
    for thread in threads {
        thread.join().expect("it ends");
    }
    done
}

#[test]
fn tables_go_on_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("tables.db");
    let (made, ended, before, end) = session(&db, async |trial| {
        let made = trial.table(two_here(), json!({ "hints": true })).await;
        assert_eq!(trial.choose(&made.id, &made.tokens[0], 0, "2").await.0, 200);
        assert_eq!(trial.choose(&made.id, &made.tokens[1], 1, "3").await.0, 200);
        let ended = trial.table(against_bot(), json!({})).await;
        let end = trial.play_out(&ended.id, &ended.tokens[0]).await;
        let before = trial.state(&made.id, Some(&made.tokens[0])).await;
        (made, ended, before, end)
    });
    session(&db, async |trial| {
        let after = trial.state(&made.id, Some(&made.tokens[0])).await;
        for key in
            ["id", "game", "n", "options", "you", "asked", "view", "choices", "steps", "created", "hints", "undo"]
        {
            assert_eq!(after[key], before[key], "{key}");
        }
        assert_eq!(trial.choose(&made.id, &made.tokens[0], 2, "1").await.0, 200);
        let (shown, lobby) = (trial.state(&ended.id, None).await, trial.get("/api/tables", None).await.1);
        for key in ["outcome", "steps", "ended"] {
            assert_eq!(shown[key], end[key], "{key}");
        }
        assert_eq!(lobby["running"][0]["id"], *made.id);
        assert_eq!((&lobby["finished"][0]["id"], &lobby["finished"][0]["n"]), (&json!(ended.id), &end["n"]));
        assert_eq!(lobby["finished"][0]["winners"], end["outcome"]["winners"]);
        assert_eq!(lobby["finished"][0]["seats"][1]["player"], "tron:strong");
    });
    // One that cannot be played again is set aside, and not lost.
    let open = || rusqlite::Connection::open(&db).expect("a database");
    open().execute("UPDATE steps SET choice = '9' WHERE n = 2", []).expect("a change");
    session(&db, async |trial| {
        assert_eq!(trial.get(&format!("/api/tables/{}", made.id), None).await.0, 503);
        assert_eq!(trial.app.tables(), 0);
    });
    let kept = "SELECT count(*) FROM steps JOIN tables USING (number) WHERE ended IS NULL";
    assert_eq!(open().query_row(kept, [], |row| row.get::<_, i64>(0)).expect("a number"), 3);
}

#[test]
fn tables_come_back_while_others_are_served() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("tables.db");
    let ids: Vec<String> = session(&db, async |trial| {
        let mut ids = Vec::new();
        for _ in 0..5 {
            let made = trial.table(two_here(), json!({})).await;
            assert_eq!(trial.choose(&made.id, &made.tokens[0], 0, "2").await.0, 200);
            ids.push(made.id);
        }
        ids
    });
    session_of(&db, TableLimits { tables: 5, ..TableLimits::default() }, async |trial| {
        // Nothing was played again before it is served, and all are counted.
        let lobby = trial.text("/api/tables").await;
        assert_eq!((trial.app.tables(), lobby.contains(&ids[0])), (5, false));
        let said = json!({ "game": "pile", "claim": CLAIM, "seats": two_here() });
        let state = |id: usize| trial.state(&ids[id], None);
        let (first, again, last, full) =
            tokio::join!(state(0), state(0), state(4), trial.post("/api/tables", None, said));
        assert_eq!(([&first["n"], &again["n"], &last["n"]], full.0), ([&json!(1); 3], 503));
        let (one, same) = tokio::join!(trial.app.find(&ids[1], anyone()), trial.app.find(&ids[1], anyone()));
        assert!(Arc::ptr_eq(&one.expect("it runs"), &same.expect("it runs")), "it has come back once");
        assert_eq!(trial.get("/api/tables/nowhere", None).await.0, 404);
        // Those that nobody asks for come as well.
        let began = Instant::now();
        while trial.get("/api/tables", None).await.1["running"].as_array().map(Vec::len) != Some(5) {
            assert!(began.elapsed() < PATIENCE, "not all have come back");
            tokio::task::yield_now().await;
        }
        assert_eq!(trial.app.tables(), 5);
    });
}

#[test]
fn no_choice_is_made_at_a_table_that_is_being_closed() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("tables.db");
    session(&db, async |trial| {
        let made = trial.table(two_here(), json!({})).await;
        let table = trial.app.find(&made.id, anyone()).await.expect("it runs");
        let touched = "UPDATE tables SET touched = 0";
        rusqlite::Connection::open(&db).expect("a database").execute(touched, []).expect("a change");
        // When the choice is looked at, the database has been asked to close it and has not answered.
        let (swept, chosen) = tokio::join!(trial.app.sweep(), table.choose(&trial.app.services, 0, 0, By::Seat, "1"));
        swept.expect("the database works");
        assert_eq!(chosen, Err(TableError::Conflict("the table has ended")));
        assert!(table.has_ended());
    });
}

#[test]
fn a_restart_gives_nobody_a_new_clock() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("tables.db");
    let [free, timeouts] = session(&db, async |trial| {
        let made = [
            trial.table(two_here(), json!({ "clock": 0 })).await,
            trial.table(two_here(), json!({ "clock": 600 })).await,
        ];
        for made in &made {
            assert_eq!(trial.choose(&made.id, &made.tokens[0], 0, "2").await.0, 200);
        }
        made
    });
    let open = rusqlite::Connection::open(&db).expect("a database");
    open.execute_batch("UPDATE steps SET at = at - 100000; UPDATE tables SET created = created - 200000")
        .expect("a change");
    drop(open);
    let opened = now();
    session(&db, async |trial| {
        let state = trial.state(&free.id, None).await;
        assert_eq!(state["asked_since"], state["steps"][0]["at"]);
        assert_eq!(trial.app.places.count(), 2, "each has its place again");
        // Long run out, but for the half minute that everybody gets.
        let since = trial.state(&timeouts.id, None).await["asked_since"].as_i64().expect("a time");
        assert!((opened - 570..=now() - 570).contains(&since), "{} seconds ago", now() - since);
    });
}

#[test]
fn a_jump_of_the_clock_closes_no_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("tables.db");
    let id = session(&db, async |trial| trial.table(two_here(), json!({})).await.id);
    // As if the clock were 61 days ahead from now on.
    let open = rusqlite::Connection::open(&db).expect("a database");
    open.execute_batch(
        "UPDATE tables SET touched = touched - 61 * 86400; UPDATE meta SET value = value - 61 * 86400 WHERE name = 'swept'",
    )
    .expect("a change");
    drop(open);
    session(&db, async |trial| assert!(!trial.app.find(&id, anyone()).await.expect("it is there").has_ended()));
}
