//! Those who ask for too much get no more than their share.

use super::{CLAIM, PATIENCE, Trial, against_bot, anyone, error, two_here};
use crate::shares::Owner;
use crate::tables::services::{Config, ELSEWHERE};
use crate::tables::workers::Urgency;
use crate::web::ClientAddr;
use axum::body::Body;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;
use tower::ServiceExt;

#[tokio::test]
async fn nobody_takes_back_for_ever() {
    let trial = Trial::open(Config::default()).await;
    let made = trial.table(two_here(), json!({ "hints": true })).await;
    let (id, token) = (&made.id, made.tokens[0].as_str());
    let mut n = 0;
    let refused = loop {
        assert_eq!(trial.choose(id, token, n, "1").await.0, 200);
        let (status, told) = trial.post(&format!("/api/tables/{id}/undo"), Some(token), json!({ "n": n + 1 })).await;
        if status != 200 {
            break told;
        }
        n += 2;
        assert!(n < 10_000, "it has no end");
    };
    assert!(error(&refused).contains("too much has been taken back"), "{refused}");
    // The match goes on, and so does looking back.
    assert_eq!(trial.choose(id, &made.tokens[1], n + 1, "1").await, (200, json!({ "n": n + 2 })));
    let (_, past) = trial.get(&format!("/api/tables/{id}/history?from={}", n + 1), None).await;
    assert_eq!((&past["total"], &past["steps"][0]["seat"]), (&json!(n + 2), &json!(1)));
}

#[tokio::test]
async fn what_everybody_has_reached_is_counted_whenever_a_table_ends() {
    let trial = Trial::open(Config::default()).await;
    for ended in 0..3_usize {
        let told = trial.get("/api/statistics", None).await.1;
        let played: u64 =
            told["players"].as_array().expect("a list").iter().filter_map(|one| one["played"].as_u64()).sum();
        assert_eq!(played, 2 * ended as u64, "{told}");
        let made = trial.table(against_bot(), json!({ "hints": false })).await;
        trial.play_out(&made.id, &made.tokens[0]).await;
        while trial.get("/api/tables", None).await.1["finished"].as_array().map(Vec::len) != Some(ended + 1) {
            tokio::task::yield_now().await;
        }
    }
}

#[tokio::test]
async fn bodies_nobody_would_send_are_refused() {
    let trial = Trial::open(Config::default()).await;
    let made = trial.table(two_here(), json!({})).await;
    let before = trial.state(&made.id, None).await;
    let deep = format!("{}{}", "[".repeat(8000), "]".repeat(8000));
    let options = format!(r#"{{"game":"pile","claim":"{CLAIM}","seats":[],"options":{{"most":{deep}}}}}"#);
    for body in [deep.clone(), options, format!(r#"{{"n":{deep}}}"#), "{".into(), "null".into(), "\u{0}".into()] {
        for path in ["/api/tables".to_string(), format!("/api/tables/{}/choose", made.id)] {
            let request = super::request("POST", &path, Some(&made.tokens[0]), body.clone().into());
            let (status, told) = trial.send(request).await;
            assert!([400, 413].contains(&status), "{status} {told}");
        }
    }
    let after = trial.state(&made.id, None).await;
    for key in before.as_object().expect("an object").keys().filter(|key| *key != "now") {
        assert_eq!(after[key], before[key], "{key}");
    }
    assert_eq!(trial.get("/api/tables", None).await.1["running"].as_array().map(Vec::len), Some(1));
    assert_eq!(after["outcome"], Value::Null);
}

#[tokio::test]
async fn a_game_says_once_what_can_be_chosen() {
    let trial = Trial::open(Config::default()).await;
    let made = trial.table(two_here(), json!({})).await;
    for n in 0..4 {
        let seat = n % 2;
        for _ in 0..3 {
            let state = trial.state(&made.id, Some(&made.tokens[seat])).await;
            assert_eq!((&state["choices"][0]["said"], &state["view"]["for"]), (&json!(1), &json!(seat)));
            let other = trial.state(&made.id, Some(&made.tokens[1 - seat])).await;
            assert_eq!((&other["choices"], &other["view"]["for"]), (&Value::Null, &json!(1 - seat)));
        }
        assert_eq!(trial.choose(&made.id, &made.tokens[seat], n as u64, "1").await.0, 200);
    }
}

#[tokio::test]
async fn an_answer_in_parts_keeps_its_place_until_it_is_taken() {
    let trial = Trial::open(Config::default()).await;
    let made = trial.table(two_here(), json!({})).await;
    let ask = |last: u8| {
        let path = format!("/api/tables/{}/history", made.id);
        let mut asked = super::request("GET", &path, None, Body::empty());
        asked.extensions_mut().insert(ClientAddr([192, 0, 2, last].into()));
        trial.router.clone().oneshot(asked)
    };
    let mut untaken = Vec::new();
    let mut next = loop {
        let mut asked = Box::pin(ask(1));
        match tokio::time::timeout(Duration::from_millis(500), &mut asked).await {
            Ok(answer) => untaken.push(answer.expect("an answer")),
            Err(_) => break asked,
        }
        assert!(untaken.len() < 100, "there is no end of places");
    };
    // Another address has places of its own.
    assert_eq!(ask(2).await.expect("an answer").status().as_u16(), 200);
    // One that is taken to its end, or given up, makes room.
    let body = untaken.pop().expect("an answer").into_body();
    assert!(axum::body::to_bytes(body, 1 << 20).await.is_ok_and(|body| body.ends_with(b"\"total\":0}")));
    untaken.push(tokio::time::timeout(PATIENCE, &mut next).await.expect("a place").expect("an answer"));
    untaken.pop();
    assert!(tokio::time::timeout(PATIENCE, ask(1)).await.is_ok());
}

#[tokio::test]
async fn codes_are_drawn_elsewhere() {
    let trial = Trial::open(Config::default()).await;
    let (go, wait) = mpsc::channel::<()>();
    let busy = trial.app.services.background.ask((Urgency::People, Owner::at(ELSEWHERE)), move |_| wait.recv());
    let mut code = Box::pin(trial.post("/api/qr", None, json!({ "text": "x".repeat(300) })));
    let early = tokio::time::timeout(Duration::from_millis(200), &mut code).await;
    assert!(early.is_err(), "it was drawn on the thread that serves");
    assert_eq!(trial.get("/api/games", None).await.0, 200);
    drop(go);
    assert_eq!((code.await.0, busy.found().await.is_some()), (200, true));
}

#[tokio::test]
async fn windows_that_change_nothing_are_no_news() {
    let trial = Trial::open(Config::default()).await;
    let made = trial.table(two_here(), json!({})).await;
    let table = trial.app.find(&made.id, anyone()).await.expect("it runs");
    let mut news = table.watch();
    let mut told = || {
        let told = news.has_changed().expect("the table is there");
        news.borrow_and_update();
        told
    };
    let first = table.attend(Some(0)).expect("a place");
    assert!(told(), "he has come");
    let second = table.attend(Some(0)).expect("a place");
    drop(first);
    assert!(!told(), "he is still there");
    drop(second);
    assert!(told(), "he has gone");
}

#[tokio::test]
async fn an_address_that_looks_back_leaves_places_to_others() {
    let trial = Trial::open(Config::default()).await;
    let made = trial.table(two_here(), json!({})).await;
    let (go, wait) = mpsc::channel::<()>();
    let wait = Arc::new(Mutex::new(wait));
    let ask = |last: u8| {
        let (app, wait) = (Arc::clone(&trial.app), Arc::clone(&wait));
        tokio::spawn(async move {
            let find = move |_: &(dyn Fn() -> bool + Sync)| {
                // Until nobody can say anything more.
                let _ = wait.lock().expect("unharmed").recv();
                Ok(json!(last))
            };
            let guest = [192, 0, 2, last].into();
            let _place = app.archive.place(guest).await?;
            app.archive.look_back(guest, find).await
        })
    };
    let greedy: Vec<_> = (0..20).map(|_| ask(1)).collect();
    let other = ask(2);
    // Where there is nothing to be seen nobody waits for those who look back.
    for what in ["from=1&count=1", "from=99999&count=1", "from=1&count=0"] {
        let path = format!("/api/tables/{}/history?{what}", made.id);
        let past = tokio::time::timeout(PATIENCE, trial.get(&path, None)).await.expect("it comes at once");
        assert_eq!(past, (200, json!({ "total": 0, "steps": [] })), "{what}");
        tokio::task::yield_now().await;
    }
    drop(go);
    assert_eq!(other.await.expect("it ends"), Ok(json!(2)));
    for one in greedy {
        assert_eq!(one.await.expect("it ends"), Ok(json!(1)));
    }
}
