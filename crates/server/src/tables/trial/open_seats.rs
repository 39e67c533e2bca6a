//! Seats that the next person may take.

use super::restart::session;
use super::{CLAIM, Trial};
use serde_json::{Value, json};

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
