//! Tests of what is kept from those who may not know it.

use super::tests::{advised, ending, fight, open, spec};
use crate::battle::Event;
use crate::player::Style;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A way into woods, where clubs grow, or a club, if there is one.
fn to_club(view: &Value, choices: &Value) -> Option<String> {
    let woods = |hex: &str| {
        let [column, row] = [&hex[..2], &hex[2..]].map(|part| part.parse::<usize>().expect("a number") - 1);
        let row = view["map"]["rows"][row].as_str().expect("a row");
        row.split(' ').nth(column).expect("a hex").contains(['f', 'F'])
    };
    let fits = |choice: &&Value| choice["choice"] == "club" || choice["hex"].as_str().is_some_and(woods);
    choices.as_array()?.iter().find(fits)?["choice"].as_str().map(str::to_string)
}

#[test]
fn nobody_sees_what_is_declared_or_what_only_another_knows() {
    let bot = spec("battletech:strong");
    let mut looked = BTreeMap::new();
    for seed in 0..4 {
        let mut game = open(seed, 2, &json!({"rounds": 8, "mech1": "tejon", "mech2": "muralla"}));
        let mut ends = Vec::new();
        // The turn in which a mech last took a club.
        let mut clubs = [0; 2];
        while let Some(seat) = game.turn() {
            let other = 1 - seat;
            let before = (game.view(Some(other)), game.view(None), game.veiled());
            assert!(before.0["mechs"][seat]["own"].is_null() && before.1["mechs"][seat]["own"].is_null());
            assert!(before.0["mechs"][other]["own"].is_object());
            let phase = before.0["phase"].as_str().expect("a phase").to_string();
            let choices = game.choices();
            let turn = before.0["turn"].as_u64().expect("a turn");
            assert!(phase != "physical" || clubs[seat] != turn, "a mech that takes a club strikes no blow: {choices}");
            let odd = turn % 2 == 1;
            let choice = if let Some(choice) = to_club(&before.0, &choices).filter(|_| odd) {
                choice
            } else if phase == "end" {
                ending(&choices[0])
            } else {
                advised(game.as_ref(), &bot).expect("it thinks").choice
            };
            if choice == "club" {
                clubs[seat] = turn;
            }
            let told = game.told(&choice).expect("it is allowed");
            if ["weapons", "physical", "end"].contains(&phase.as_str()) && game.turn() == Some(other) && told.is_empty()
            {
                // The same question as if the first had done nothing at all.
                let mut now = (game.view(Some(other)), game.view(None), game.veiled());
                (now.0["waiting"], now.1["waiting"]) = (before.0["waiting"].clone(), before.1["waiting"].clone());
                assert_eq!(now, (before.0, before.1, before.2 + 1), "{choice}");
                for word in choice.split(' ').filter(|word| word.parse::<u8>().is_err()) {
                    *looked.entry(word.to_string()).or_insert(0) += 1;
                }
            }
            assert!(!game.secret(&choice) || phase == "end", "{choice}");
            if phase == "end" {
                ends.push(choice);
            }
            assert!(ends.iter().all(|end| game.secret(end) == game.outcome().is_none()), "{ends:?}");
            for event in &told {
                let kind = event["kind"].as_str().expect("a kind");
                assert!(!["wound", "consciousness", "sinks"].contains(&kind), "{event}");
                assert!(event.get("message").is_none() && event.get("sunk").is_none(), "{event}");
            }
            if game.view(None)["phase"] == "movement" {
                assert_eq!(game.veiled(), 0);
            }
        }
    }
    for word in ["fire", "club", "end", "on", "off", "drop", "dump"] {
        assert!(looked.get(word) > Some(&2), "{word}: {looked:?}");
    }
}

/// Events of a battle that tell of a pilot or of heat sinks are the only ones that are kept back.
#[test]
fn nearly_all_is_told() {
    let (events, battle) = fight(2, ("colinas", ["tejon", "tejon"]), 6, [Style::Strong; 2]);
    assert!(events.iter().any(|event| event["kind"] == "shot"));
    let wound = Event::Consciousness { mech: 0, needed: 3, roll: 7, awake: true };
    assert_eq!(super::fight::public(&wound, battle.situation()), None);
    let heat = Event::Heat { mech: 0, before: 1, movement: 2, weapons: 3, engine: 0, fire: 0, sunk: 6, after: 0 };
    let told = super::fight::public(&heat, battle.situation()).expect("it is public");
    assert_eq!((&told["kind"], &told["weapons"]), (&json!("heat"), &json!(3)));
}
