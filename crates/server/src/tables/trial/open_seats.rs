//! Seats that the next person may take.

use super::restart::session;
use super::{CLAIM, PATIENCE, Trial, request};
use crate::tables::services::Config;
use crate::web::ClientAddr;
use axum::body::Body;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

fn seats() -> Value {
    json!([{ "kind": "me", "name": "Ada" }, { "kind": "open" }])
}

impl Trial {
    /// What the lobby and the table say of the second seat's invitation.
    async fn offered(&self, id: &str) -> [Value; 2] {
        // Waits for a table that is not back yet.
        let shown = self.state(id, None).await["seats"][1]["invitation"].clone();
        let lobby = self.get("/api/tables", None).await.1;
        let listed = lobby["running"].as_array().expect("a list").iter().find(|table| table["id"] == id);
        [listed.expect("it runs")["seats"][1]["invitation"].clone(), shown]
    }
}

#[test]
fn an_open_seat_is_offered_until_it_is_taken() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("tables.db");
    let made = session(&db, async |trial| {
        let made = trial.table(seats(), json!({})).await;
        // The maker can send the same one.
        assert_eq!(trial.offered(&made.id).await, [json!(made.invitation), json!(made.invitation)]);
        let closed = trial.table(json!([{ "kind": "me", "name": "Ada" }, { "kind": "invited" }]), json!({})).await;
        assert_eq!(trial.offered(&closed.id).await, [Value::Null, Value::Null]);
        made
    });
    session(&db, async |trial| {
        let [listed, shown] = trial.offered(&made.id).await;
        assert_eq!([&listed, &shown], [&json!(made.invitation); 2]);
        let join = format!("/api/tables/{}/join", made.id);
        let said = json!({ "invitation": listed, "name": "Eve", "claim": CLAIM });
        let (status, joined) = trial.post(&join, None, said.clone()).await;
        assert_eq!((status, &joined["seat"]), (200, &json!(1)));
        assert_eq!(trial.offered(&made.id).await, [Value::Null, Value::Null]);
        // The next one comes too late.
        let late = json!({ "invitation": listed, "name": "Mallory", "claim": "fedcba9876543210" });
        assert_eq!(trial.post(&join, None, late).await.0, 409);
        assert_eq!(trial.state(&made.id, None).await["seats"][1]["name"], "Eve");
    });
}

/// Status of a request to sit down on an open seat, from an address.
async fn sits(trial: &Trial, made: &(String, String), from: [u8; 4], name: &str) -> u16 {
    let claim = crate::tokens::random(20);
    let said = json!({ "invitation": made.1, "name": name, "claim": claim });
    let path = format!("/api/tables/{}/join", made.0);
    let mut request = request("POST", &path, None, Body::from(said.to_string()));
    request.extensions_mut().insert(ClientAddr(from.into()));
    let status = trial.send(request).await.0;
    // A guest who has to get up does so.
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    status
}

/// Tables with an open seat: their identifiers and invitations.
async fn open_tables(trial: &Trial, number: usize) -> Vec<(String, String)> {
    let mut made = Vec::new();
    for _ in 0..number {
        let table = trial.table(seats(), json!({})).await;
        made.push((table.id, table.invitation));
    }
    made
}

/// The number of open seats that are free.
async fn free(trial: &Trial, made: &[(String, String)]) -> usize {
    let mut free = 0;
    for (id, _) in made {
        free += usize::from(trial.offered(id).await[0].is_string());
    }
    free
}

/// Waits until somebody has got up.
async fn until_free(trial: &Trial, made: &[(String, String)]) {
    let begun = Instant::now();
    while free(trial, made).await == 0 {
        assert!(begun.elapsed() < PATIENCE, "nobody gets up");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::test]
async fn an_address_leaves_as_many_open_seats_as_it_takes() {
    let trial = Trial::open(Config::default()).await;
    let made = open_tables(&trial, 24).await;
    // One address, then a neighbour of it, then others, each as many as it gets.
    let mut got = Vec::new();
    for from in [[10, 0, 1, 1], [10, 0, 1, 2], [10, 0, 2, 1], [10, 0, 3, 1], [10, 0, 4, 1]] {
        let mut count = 0;
        for table in &made {
            count += usize::from(sits(&trial, table, from, "Eve").await == 200);
        }
        got.push(count);
    }
    assert_eq!(got, [12, 6, 6, 4, 2]);
    until_free(&trial, &made).await;
}

#[tokio::test]
async fn nobody_gets_up_for_a_guest_who_does_not_sit_down() {
    let trial = Trial::open(Config::default()).await;
    let made = open_tables(&trial, 12).await;
    for (from, most) in [([10, 0, 1, 1], 6), ([10, 0, 2, 1], 4), ([10, 0, 3, 1], 1)] {
        let mut count = 0;
        for table in &made {
            count += usize::from(count < most && sits(&trial, table, from, "Eve").await == 200);
        }
        assert_eq!(count, most);
    }
    let last = made.last().expect("tables");
    // The maker's name, at the last open seat.
    assert_eq!(sits(&trial, last, [10, 0, 4, 1], "Ada").await, 400);
    assert_eq!(free(&trial, &made).await, 1);
    assert_eq!(sits(&trial, last, [10, 0, 4, 1], "Eve").await, 200);
    until_free(&trial, &made).await;
}
