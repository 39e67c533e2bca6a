//! A database goes from one server to the next.

use super::super::config::Keeping;
use super::{Trial, against_bot, two_here};
use serde_json::json;
use std::path::Path;

/// Has something done with the tables of a database, by a server that then ends.
fn session<T>(db: &Path, work: impl AsyncFnOnce(&Trial) -> T) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("an event loop");
    let (done, threads) = runtime.block_on(async {
        let keeping = Keeping { db: Some(db.into()), ..Keeping::default() };
        let mut trial = Trial::open(keeping).await;
        let done = work(&trial).await;
        trial.hall.ending()();
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
        assert_eq!(trial.hall.tables(), 0);
        assert_eq!(trial.get(&format!("/api/tables/{}", made.id), None).await.0, 503);
    });
    let kept = "SELECT count(*) FROM steps JOIN tables USING (number) WHERE ended IS NULL";
    assert_eq!(open().query_row(kept, [], |row| row.get::<_, i64>(0)).expect("a number"), 3);
}
