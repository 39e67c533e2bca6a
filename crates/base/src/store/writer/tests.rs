use super::queue::Job;
use super::*;
use crate::store::{Layout, Step, file};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

const META: &str = "CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;";
const STEPS: [Step; 1] = [Step { columns: &[], up: META, down: "" }];
const LAYOUT: Layout = Layout { kind: "test", application: 1, owner: "a test", steps: &STEPS };
const ADD: &str = "INSERT INTO meta VALUES (?1, '')";

fn opened(path: Option<&std::path::Path>) -> Opened<Vec<String>> {
    let connection = match path {
        Some(path) => file::open(path, &LAYOUT).expect("a database"),
        None => file::open_in_memory(&LAYOUT).expect("in memory"),
    };
    Opened { connection, state: Vec::new(), path: path.map(Into::into), lock: None }
}

fn names(db: &Connection) -> Result<Vec<String>, StoreError> {
    let mut names = db.prepare("SELECT name FROM meta WHERE name <> 'probe' ORDER BY name")?;
    let names = names.query_map([], |row| row.get(0))?;
    Ok(names.collect::<Result<_, _>>()?)
}

/// Adds a name; it is the state's as well.
fn add(name: &'static str) -> impl Fn(&Connection, &mut Vec<String>) -> Result<(), StoreError> + Send + 'static {
    move |db, order| {
        order.push(name.into());
        db.execute(ADD, [name])?;
        if name == "bad" { Err(StoreError::Row("bad".into())) } else { Ok(()) }
    }
}

#[test]
fn a_job_that_fails_leaves_others_alone_and_what_was_rolled_back_is_not_there() {
    let queue = Arc::new(Queue::new());
    let mut owner = Owner::new(opened(None), queue);
    let undo = "INSERT OR ROLLBACK INTO meta VALUES (?1, '')";
    let mut run = |statements: &[(&'static str, &'static str)]| {
        let mut waiting = Vec::new();
        let jobs: Vec<Box<dyn Job<Vec<String>>>> = statements
            .iter()
            .map(|&(statement, name)| {
                let (answer, outcome) = oneshot::channel();
                waiting.push(outcome);
                let job = move |db: &Connection, _: &mut Vec<String>| {
                    db.execute(statement, [name])?;
                    if name == "bad" { Err(StoreError::Gone) } else { Ok(()) }
                };
                Box::new(Asked::new(job, true, answer)) as _
            })
            .collect();
        let mut jobs = jobs.into_iter();
        while jobs.len() > 0 {
            owner.transact(&mut jobs);
        }
        let done: Vec<bool> = waiting.into_iter().map(|mut outcome| outcome.try_recv().unwrap().is_ok()).collect();
        (done, names(&owner.connection).unwrap())
    };
    let (done, there) = run(&[(ADD, "first"), (ADD, "bad"), (ADD, "first"), (ADD, "last")]);
    assert_eq!((done, there), (vec![true, false, false, true], vec!["first".to_string(), "last".into()]));
    // As when the disk fails: the statement takes the whole transaction with it.
    let (done, there) = run(&[(ADD, "a"), (undo, "a"), (ADD, "b"), (undo, "b"), (undo, "first"), (ADD, "c")]);
    assert_eq!(done, [false, false, false, false, false, true]);
    assert_eq!(there, ["c", "first", "last"]);
}

#[tokio::test]
async fn results_overtake_requests_and_requests_are_bounded() {
    let (writer, thread) = Writer::start("test", opened(None)).unwrap();
    let (release, wait) = std::sync::mpsc::channel::<()>();
    let (entered, inside) = oneshot::channel();
    let first = writer.clone();
    let first = tokio::spawn(async move {
        first
            .read(move |_, _| {
                let _ = entered.send(());
                let _ = wait.recv();
                Ok(())
            })
            .await
    });
    inside.await.unwrap();
    let mut asked: Vec<_> = Vec::new();
    let mut crowded = 0;
    for _ in 0..2000 {
        let mut job = Box::pin(writer.write(|_, order: &mut Vec<String>| {
            order.push("asked".into());
            Ok(())
        }));
        // What is refused is refused at once.
        match futures_poll(&mut job).await {
            Some(Err(StoreError::Crowded)) => crowded += 1,
            Some(other) => panic!("{other:?}"),
            None => asked.push(job),
        }
    }
    assert!(crowded > 0 && asked.len() + crowded == 2000);
    // The caller of the first one goes away before it is done.
    drop(asked.remove(0));
    let mut kept = Box::pin(writer.keep("a result".into(), add("kept")));
    assert!(futures_poll(&mut kept).await.is_none());
    release.send(()).unwrap();
    kept.await.unwrap();
    let count = asked.len();
    for job in asked {
        job.await.unwrap();
    }
    let order = writer.read(|_, order| Ok(order.clone())).await.unwrap();
    assert_eq!((order[0].as_str(), order.len()), ("kept", count + 1));
    first.await.unwrap().unwrap();
    drop(writer);
    thread.join().unwrap();
}

/// What a future says when it is looked at once.
async fn futures_poll<T>(future: &mut std::pin::Pin<Box<impl Future<Output = T>>>) -> Option<T> {
    std::future::poll_fn(|cx| match future.as_mut().poll(cx) {
        std::task::Poll::Ready(found) => std::task::Poll::Ready(Some(found)),
        std::task::Poll::Pending => std::task::Poll::Ready(None),
    })
    .await
}

#[tokio::test]
async fn a_result_is_tried_until_it_is_stored_and_the_outage_says_why_not() {
    let (writer, thread) = Writer::start("test", opened(None)).unwrap();
    let attempts = Arc::new(Mutex::new(0));
    let count = Arc::clone(&attempts);
    let space = Arc::new(AtomicBool::new(false));
    let freed = Arc::clone(&space);
    let mut outage = writer.watch();
    let own = writer.clone();
    let kept = tokio::spawn(async move {
        own.keep("a result".into(), move |db, _| {
            let mut attempts = count.lock().unwrap();
            *attempts += 1;
            db.execute(ADD, ["result"])?;
            if *attempts < 3 || !freed.load(Ordering::Relaxed) {
                let full = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_FULL);
                return Err(rusqlite::Error::SqliteFailure(full, None).into());
            }
            Ok(*attempts)
        })
        .await
    });
    let told = outage.wait_for(Option::is_some).await.unwrap().clone();
    assert_eq!(told.as_deref(), Some("the disk is full"));
    // Reading goes on meanwhile.
    assert!(writer.read(|db, _| names(db)).await.unwrap().is_empty());
    space.store(true, Ordering::Relaxed);
    assert!(kept.await.unwrap().unwrap() >= 3);
    outage.wait_for(Option::is_none).await.unwrap();
    assert_eq!(writer.read(|db, _| names(db)).await.unwrap(), ["result"]);
    // What would fail for ever is told at once.
    assert!(writer.keep("the same".into(), add("result")).await.is_err());
    drop(writer);
    thread.join().unwrap();
}

#[tokio::test]
async fn a_deleted_file_is_noticed_and_nothing_is_written_into_it() {
    let folder = tempfile::tempdir().unwrap();
    let (path, aside) = (folder.path().join("a.db"), folder.path().join("aside.db"));
    let (writer, thread) = Writer::start("test", opened(Some(&path))).unwrap();
    writer.write(add("before")).await.unwrap();
    std::fs::rename(&path, &aside).unwrap();
    let refused = writer.write(add("lost")).await.unwrap_err().to_string();
    assert!(refused.contains("deleted"), "{refused}");
    assert!(writer.outage().is_some());
    assert_eq!(writer.read(|db, _| names(db)).await.unwrap(), ["before"], "it can still be read");
    let mut kept = Box::pin(writer.keep("a result".into(), add("kept")));
    assert!(futures_poll(&mut kept).await.is_none());
    std::fs::write(&path, "another").unwrap();
    assert!(writer.write(add("lost")).await.unwrap_err().to_string().contains("another file"));
    std::fs::rename(&aside, &path).unwrap();
    kept.await.unwrap();
    writer.write(add("after")).await.unwrap();
    assert!(writer.outage().is_none());
    drop(writer);
    thread.join().unwrap();
    let kept = Connection::open(&path).unwrap();
    assert_eq!(names(&kept).unwrap(), ["after", "before", "kept"]);
}

#[tokio::test]
async fn the_end_drops_requests_and_stores_results() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    let (writer, thread) = Writer::start("test", opened(Some(&path))).unwrap();
    // Another program holds the file while the server ends.
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut asked = Box::pin(writer.write(add("asked")));
    let mut kept = Box::pin(writer.keep("a result".into(), add("kept")));
    assert!(futures_poll(&mut asked).await.is_none() && futures_poll(&mut kept).await.is_none());
    writer.ending()();
    assert!(matches!(writer.read(|_, _| Ok(())).await, Err(StoreError::Gone)));
    other.execute_batch("ROLLBACK").unwrap();
    kept.await.unwrap();
    let _ = asked.await;
    drop(writer);
    thread.join().unwrap();
    assert!(names(&other).unwrap().contains(&"kept".to_string()));
}

#[tokio::test]
async fn what_cannot_be_stored_does_not_keep_the_server_from_ending() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    let (writer, thread) = Writer::start("test", opened(Some(&path))).unwrap();
    std::fs::remove_file(&path).unwrap();
    let mut kept = Box::pin(writer.keep("a result".into(), add("kept")));
    assert!(futures_poll(&mut kept).await.is_none());
    writer.ending()();
    assert!(matches!(kept.await, Err(StoreError::Gone)));
    drop(writer);
    thread.join().unwrap();
}

/// A connection that is no part of the server, on the files as they are on disk: what would be there after a kill.
fn after_a_kill(folder: &std::path::Path) -> Vec<String> {
    let copy = folder.join("killed");
    std::fs::create_dir_all(&copy).unwrap();
    for name in ["a.db", "a.db-wal"] {
        let _ = std::fs::remove_file(copy.join(name));
        let _ = std::fs::copy(folder.join(name), copy.join(name));
    }
    names(&Connection::open(copy.join("a.db")).unwrap()).unwrap()
}

#[tokio::test]
async fn a_log_that_others_change_loses_nothing() {
    use std::fs::{self, File};
    type Change = fn(&std::path::Path);
    let changes: [(&str, Change); 7] = [
        ("deleted", |log| fs::remove_file(log).unwrap()),
        ("emptied", |log| drop(File::create(log).unwrap())),
        ("cut", |log| File::options().write(true).open(log).unwrap().set_len(5000).unwrap()),
        ("cut within its head", |log| File::options().write(true).open(log).unwrap().set_len(20).unwrap()),
        ("replaced", |log| {
            fs::write(log.with_extension("other"), "another").unwrap();
            fs::rename(log.with_extension("other"), log).unwrap();
        }),
        ("replaced by what it was", |log| {
            fs::copy(log, log.with_extension("other")).unwrap();
            fs::rename(log.with_extension("other"), log).unwrap();
        }),
        ("without an index", |log| fs::remove_file(log.with_extension("db-shm")).unwrap()),
    ];
    for (what, change) in changes {
        let folder = tempfile::tempdir().unwrap();
        let (path, log) = (folder.path().join("a.db"), folder.path().join("a.db-wal"));
        let (writer, thread) = Writer::start("test", opened(Some(&path))).unwrap();
        for round in [["a", "b", "c"], ["d", "e", "f"]] {
            writer.write(add(round[0])).await.unwrap();
            writer.write(add(round[1])).await.unwrap();
            change(&log);
            writer.write(add(round[2])).await.unwrap_or_else(|error| panic!("{what}: {error}"));
            let due = ["a", "b", "c", "d", "e", "f"].into_iter().filter(|name| *name <= round[2]);
            assert_eq!(after_a_kill(folder.path()), due.collect::<Vec<_>>(), "{what}");
            assert!(writer.outage().is_none(), "{what}");
        }
        drop(writer);
        thread.join().unwrap();
        assert_eq!(names(&Connection::open(&path).unwrap()).unwrap().len(), 6, "{what}");
    }
}

#[tokio::test]
async fn a_changed_log_that_another_reads_is_an_outage() {
    let folder = tempfile::tempdir().unwrap();
    let (path, log) = (folder.path().join("a.db"), folder.path().join("a.db-wal"));
    let (writer, thread) = Writer::start("test", opened(Some(&path))).unwrap();
    writer.write(add("a")).await.unwrap();
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN").unwrap();
    assert_eq!(names(&other).unwrap(), ["a"]);
    writer.write(add("b")).await.unwrap();
    std::fs::remove_file(&log).unwrap();
    let refused = writer.write(add("c")).await.unwrap_err().to_string();
    assert!(refused.contains("log"), "{refused}");
    assert!(writer.outage().is_some());
    drop(other);
    let mut outage = writer.watch();
    outage.wait_for(Option::is_none).await.unwrap();
    writer.write(add("d")).await.unwrap();
    assert_eq!(after_a_kill(folder.path()), ["a", "b", "d"]);
    drop(writer);
    thread.join().unwrap();
}

#[tokio::test]
async fn checkpoints_and_other_programs_that_may_write_change_no_log() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    let (writer, thread) = Writer::start("test", opened(Some(&path))).unwrap();
    let large = |db: &Connection, _: &mut Vec<String>| {
        Ok(db.execute("INSERT OR REPLACE INTO meta VALUES ('probe', randomblob(100000))", [])?)
    };
    let other = Connection::open(&path).unwrap();
    for round in 0..100 {
        // SQLite begins the log anew several times, between commits and in them.
        writer.write(large).await.unwrap();
        let tag = format!("{round:03}");
        other.execute("INSERT INTO meta VALUES (?1, '')", [tag]).unwrap();
        if round % 20 == 7 {
            other.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
        }
        assert!(writer.outage().is_none());
    }
    assert_eq!(after_a_kill(folder.path()).len(), 100);
    drop(writer);
    thread.join().unwrap();
    assert_eq!(names(&other).unwrap().len(), 100);
}
