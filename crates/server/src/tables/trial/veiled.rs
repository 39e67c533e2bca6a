//! What is declared and not yet revealed is known only to the seat that declared it.

use super::{Config, Made, PATIENCE, Trial, anyone, request, two_here};
use axum::body::{Body, HttpBody};
use boardbots_battletech::game::BattleTech;
use boardbots_game::game::{Game, Usage};
use boardbots_game::player::advise;
use serde_json::{Value, json};
use std::future::poll_fn;
use std::pin::Pin;
use tower::ServiceExt;

/// The first state of a stream of events of a seat, by its token in the head or else in the query, or of a spectator,
/// with the steps after the `last` one that they have seen.
pub async fn first_event(trial: &Trial, id: &str, (head, query): (Option<&str>, &str), last: u64) -> Value {
    let mut asked = request("GET", &format!("/api/tables/{id}/events?token={query}"), head, Body::empty());
    asked.headers_mut().insert("last-event-id", last.into());
    let mut body = trial.router.clone().oneshot(asked).await.expect("an answer").into_body();
    let mut text = Vec::new();
    while !text.ends_with(b"\n\n") {
        let frame = tokio::time::timeout(PATIENCE, poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)));
        let frame = frame.await.expect("it comes").expect("more").expect("unharmed");
        // A part may end within a letter.
        text.extend(frame.into_data().expect("data"));
    }
    let text = String::from_utf8(text).expect("text");
    let data = text.lines().find_map(|line| line.strip_prefix("data: ")).expect("data");
    serde_json::from_str(data).expect("JSON")
}

/// The choice of step `n` as everybody sees it in every way there is: the seats by their tokens,
/// then a spectator.
async fn seen(trial: &Trial, made: &Made, n: u64) -> [Value; 3] {
    let id = made.id.as_str();
    let of = |steps: &Value| {
        let step = steps.as_array().expect("a list").iter().find(|step| step["n"] == n).expect("it is there");
        assert!(step["seat"].is_u64(), "all know who has chosen");
        step["choice"].clone()
    };
    let mut all = [Value::Null, Value::Null, Value::Null];
    for (seen, token) in all.iter_mut().zip([&made.tokens[0], &made.tokens[1], ""]) {
        let state = trial.state(id, Some(token).filter(|token| !token.is_empty())).await;
        *seen = of(&state["steps"]);
        let event = first_event(trial, id, (None, token), n - 1).await;
        assert_eq!((of(&event["steps"]), &event["n"]), (seen.clone(), &state["n"]));
    }
    let (_, past) = trial.get(&format!("/api/tables/{id}/history?from={}&count=50", n - 1), None).await;
    assert_eq!(of(&past["steps"]), all[2], "history is for all");
    let (_, past) = trial.get(&format!("/api/tables/{id}/history?from={}&count=1", n - 1), None).await;
    assert_eq!(of(&past["steps"]), all[2], "a part of it as well");
    all
}

/// The limit of wrong tokens looks at the same one.
#[tokio::test]
async fn a_stream_takes_the_token_of_the_head_before_that_of_the_query() {
    let trial = Trial::open(Config::default()).await;
    let Made { id, tokens, .. } = trial.table_of("bids", two_here(), json!({})).await;
    for (seat, token) in tokens.iter().enumerate() {
        for query in ["", "wrong", &tokens[1 - seat]] {
            assert_eq!(first_event(&trial, &id, (Some(token), query), 0).await["you"], seat, "{query}");
        }
    }
}

#[tokio::test]
async fn a_declaration_is_told_to_nobody_before_it_is_revealed() {
    let trial = Trial::open(Config::default()).await;
    let made = trial.table_of("bids", two_here(), json!({})).await;
    let [ada, eve] = &made.tokens;
    for round in 0..3 {
        let n = 2 * round;
        assert_eq!(trial.choose(&made.id, ada, n, "7").await.0, 200);
        assert_eq!(seen(&trial, &made, n + 1).await, [json!("7"), Value::Null, Value::Null]);
        // What is revealed already stays so.
        if n > 0 {
            assert_eq!(seen(&trial, &made, n).await, [json!("3"), json!("3"), json!("3")]);
        }
        assert_eq!(trial.choose(&made.id, eve, n + 1, "3").await.0, 200);
        for (n, bid) in [(n + 1, "7"), (n + 2, "3")] {
            assert_eq!(seen(&trial, &made, n).await, [json!(bid), json!(bid), json!(bid)]);
        }
    }
    assert_eq!(trial.state(&made.id, None).await["outcome"]["winners"], json!([0]));
}

#[tokio::test]
async fn volleys_are_told_when_all_have_fired() {
    let trial = Trial::open(Config::default()).await;
    let bot = "battletech:strong".parse().expect("a player");
    let (mut fired, mut ended) = (0, 0);
    // Dice can end a fight early; then there is another.
    for _ in 0..9 {
        let options = json!({ "map": "poblado", "rounds": 8, "mech1": "cantera", "mech2": "muralla" });
        let made = trial.table_of("battletech", two_here(), options).await;
        let table = trial.app.find(&made.id, anyone()).await.expect("it runs");
        let (mut n, mut waiting) = (0, Vec::new());
        let mut now = table.copy(n).expect("nobody else chooses");
        while let Some(seat) = now.turn().filter(|_| fired < 3 || ended < 3) {
            let choice =
                advise(BattleTech.player(&bot, Usage::Table).expect("a player").as_mut(), now.as_ref(), &|| false)
                    .expect("it thinks")
                    .choice;
            let told = trial.choose(&made.id, &made.tokens[seat], n as u64, &choice).await;
            assert_eq!(told.0, 200, "{told:?}");
            n += 1;
            waiting.push((n as u64, seat, choice));
            now = table.copy(n).expect("nobody else chooses");
            if now.outcome().is_some() {
                break;
            }
            let hidden = now.veiled();
            let is_end = |choice: &str| choice.starts_with("end");
            let declared = |seat: usize, choice: &str| {
                let mut due = [Value::Null, Value::Null, Value::Null];
                due[seat] = json!(choice);
                due
            };
            for (n, seat, choice) in &waiting[waiting.len() - hidden..] {
                assert_eq!(seen(&trial, &made, *n).await, declared(*seat, choice));
                fired += usize::from(!is_end(choice));
            }
            if hidden == 0 {
                for (n, seat, choice) in waiting.drain(..) {
                    // What is done at the end of a turn stays what its player alone knows.
                    let secret = is_end(&choice);
                    let all = [json!(choice), json!(choice), json!(choice)];
                    assert_eq!(seen(&trial, &made, n).await, if secret { declared(seat, &choice) } else { all });
                    ended += usize::from(secret);
                }
            }
        }
    }
    assert!(fired >= 3 && ended >= 3, "{fired} {ended}");
}
