//! Tables that are kept and read back, and lists of them.

use super::*;
use crate::retention::Keep;
use crate::tables::store::{Sitter, now};
use std::path::Path;

fn table(id: &str) -> StoredTable {
    let chair = |kind, name: &str| Chair {
        kind,
        player: (kind == "bot").then(|| "tron:strong".into()),
        name: name.into(),
        token: (kind == "human").then_some([1; 32]),
        invitation: (kind == "invited").then_some([2; 32]),
        owner: None,
    };
    let mut claim = [0; 32];
    claim[..id.len()].copy_from_slice(id.as_bytes());
    StoredTable {
        id: id.into(),
        game: "pile".into(),
        options: [("most".to_string(), 20.into())].into_iter().collect(),
        seed: u64::MAX - 1,
        claim,
        created: 100,
        ended: None,
        chairs: vec![chair("human", "Ada"), chair("bot", "Strong"), chair("invited", "")],
        choices: Vec::new(),
        maker: Some([192, 0, 2, 1].into()),
        reduced: false,
    }
}

fn choice(seat: usize, by: By) -> MadeChoice {
    MadeChoice { seat, by, text: "1".into(), at: now() }
}

fn ending(taken_back: bool) -> Ending {
    let outcome = Some(Outcome {
        winners: vec![1],
        places: vec![2, 1, 2],
        scores: Vec::new(),
        ending: boardbots_game::state::Ending::Rules,
        reason: "pile.empty",
    });
    Ending { outcome, taken_back }
}

async fn opened<T>(path: &Path, work: impl AsyncFnOnce(&Store) -> T) -> T {
    let (store, _, thread) = Store::open(Some(path), Keep::default()).expect("a database");
    let done = work(&store).await;
    drop(store);
    thread.join().expect("it ends");
    done
}

#[tokio::test]
async fn what_is_kept_is_read_back_by_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tables.db");
    let mut kept = table("a");
    opened(&path, async |store| {
        store.add(kept.clone()).await.expect("kept");
        store.sit("a", 2, &Guest { name: "Eve".into(), owner: Some(5), program: false }, [3; 32]).await.expect("kept");
        for (n, by) in By::ALL.into_iter().enumerate() {
            let choice = choice(n, by);
            store.step("a", n + 1, choice.clone(), None).await.expect("kept");
            kept.choices.push(choice);
        }
        // No choice has a number twice, and no claim makes two tables.
        assert!(store.step("a", 3, choice(0, By::Seat), None).await.is_err());
        assert!(store.add(StoredTable { id: "b".into(), ..kept.clone() }).await.is_err());
    })
    .await;
    kept.chairs[2] =
        Chair { kind: "human", name: "Eve".into(), token: Some([3; 32]), owner: Some(5), ..kept.chairs[2].clone() };
    opened(&path, async |store| {
        assert_eq!(store.running().await.expect("read"), [("a".to_string(), kept.maker)]);
        assert_eq!(store.table("a").await.expect("read"), Some(kept.clone()));
        assert_eq!(store.claimed(kept.claim).await.expect("read").as_deref(), Some("a"));
        assert_eq!(store.table("b").await.expect("read"), None);
    })
    .await;
}

#[tokio::test]
async fn ended_tables_count_unless_something_was_taken_back() {
    let folder = tempfile::tempdir().expect("a folder");
    opened(&folder.path().join("tables.db"), async |store| {
        for (id, taken_back) in [("a", false), ("b", true), ("c", false)] {
            store.add(table(id)).await.expect("kept");
            store.step(id, 1, choice(0, By::Seat), Some(ending(taken_back))).await.expect("kept");
        }
        // One that runs, and one that was closed, are in no list.
        store.add(table("d")).await.expect("kept");
        store.add(table("e")).await.expect("kept");
        store.step("e", 1, choice(0, By::Seat), None).await.expect("kept");
        assert_eq!(store.sweep(None, 60, now()).await.expect("closed"), (vec!["d".to_string()], 0));
        let finished = store.finished(2).await.expect("read");
        assert_eq!(finished.iter().map(|table| table.id.as_str()).collect::<Vec<_>>(), ["c", "b"]);
        let player = Some("tron:strong".into());
        assert_eq!(finished[0].seats[1], Sitter { kind: "bot".into(), name: "Strong".into(), player, won: true });
        assert_eq!(finished[0].n, 1);
        let (tallies, _) = store.statistics(10).await.expect("read");
        let of = |name: &str| tallies.iter().find(|tally| tally.name == name).expect("played");
        assert_eq!((of("Ada").played, of("Ada").won, of("Ada").places), (2, 0, 4));
        assert_eq!((of("Strong").played, of("Strong").won, of("Strong").kind.as_str()), (2, 2, "bot"));
    })
    .await;
}
