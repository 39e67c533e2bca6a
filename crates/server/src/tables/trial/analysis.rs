//! Games that are over, looked at once more.

use super::{Trial, error, two_here};
use serde_json::{Value, json};

#[tokio::test]
async fn mistakes_are_found_in_what_led_to_the_end() {
    let trial = Trial::open(super::Config::default()).await;
    let made = trial.table(two_here(), json!({ "hints": true })).await;
    let (analysis, export) = (format!("/api/tables/{}/analysis", made.id), format!("/api/tables/{}/export", made.id));
    let early = trial.get(&analysis, None).await;
    assert!(early.0 == 409 && error(&early.1).contains("not ended"), "{early:?}");
    assert_eq!(trial.get(&export, None).await.0, 409);
    // One choice is taken back, so it led nowhere.
    let mut stones = trial.state(&made.id, None).await["view"]["stones"].as_u64().expect("a number");
    assert_eq!(trial.choose(&made.id, &made.tokens[0], 0, "3").await.0, 200);
    let undo = format!("/api/tables/{}/undo", made.id);
    assert_eq!(trial.post(&undo, Some(&made.tokens[0]), json!({ "n": 1 })).await.0, 200);
    let mut due = Vec::new();
    for n in 2.. {
        let seat = n % 2;
        let take = if seat == 0 { (stones % 4).max(1) } else { 1 };
        let (status, _) = trial.choose(&made.id, &made.tokens[seat], n as u64, &take.to_string()).await;
        assert_eq!(status, 200);
        let blunder = stones % 4 > 1 && take == 1;
        due.push(json!([
            n + 1,
            seat,
            take.to_string(),
            (stones % 4).max(1).to_string(),
            if blunder { json!("blunder") } else { Value::Null }
        ]));
        stones -= take;
        if stones == 0 {
            break;
        }
    }
    let (status, first) = trial.get(&format!("{analysis}?count=2"), None).await;
    assert_eq!((status, &first["total"], &first["next"]), (200, &json!(due.len()), &json!(4)));
    let mut found = first["choices"].as_array().expect("a list").clone();
    let mut next = first["next"].clone();
    while let Some(from) = next.as_u64() {
        let part = trial.get(&format!("{analysis}?from={from}&count=2"), None).await.1;
        found.extend(part["choices"].as_array().expect("a list").clone());
        next = part["next"].clone();
    }
    let short =
        |one: &Value| json!([one["n"], one["seat"], one["choice"]["choice"], one["best"]["choice"], one["mark"]]);
    assert_eq!(found.iter().map(short).collect::<Vec<_>>(), due);
    // All of it is known by now.
    let again = trial.get(&analysis, None).await.1["choices"].clone();
    assert_eq!(again.as_array().expect("a list")[..], found[..found.len().min(10)]);
    for wrong in ["?from=x", "?count=-1"] {
        assert_eq!(trial.get(&format!("{analysis}{wrong}"), None).await.0, 400, "{wrong}");
    }
    let text = trial.text(&export).await;
    let (head, choices) = text.split_once("\n\n").expect("two parts");
    assert!(
        head.contains("game: pile\n") && head.contains("seat 1: Ada\n") && head.contains("reason: pile.empty"),
        "{head}"
    );
    let lines: Vec<&str> = choices.lines().collect();
    assert_eq!(lines.len(), due.len());
    assert_eq!(lines[0], format!("1\t1\t{}", due[0][2].as_str().expect("a text")));
}

#[tokio::test]
async fn games_without_an_analyst_have_no_analysis() {
    let trial = Trial::open(super::Config::default()).await;
    let made = trial.table_of("bids", two_here(), json!({})).await;
    let told = trial.get(&format!("/api/tables/{}/analysis", made.id), None).await;
    assert!(told.0 == 409 && error(&told.1).contains("no analysis"), "{told:?}");
}
