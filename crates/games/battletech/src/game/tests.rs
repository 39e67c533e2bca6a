//! Tests that play whole fights at a table.

use super::{BattleTech, SEATS, text, ways};
use crate::action::Phase;
use crate::battle::{Battle, Options};
use crate::catalogue::{map_of, mech_of};
use crate::player::memory::Memory;
use crate::player::{Player, Style};
use crate::situation::Settings;
use boardbots_game::game::{Game, Usage};
use boardbots_game::options;
use boardbots_game::player::{Advice, advise};
use boardbots_game::setup::{Occupant, Setup};
use boardbots_game::spec::Spec;
use boardbots_game::state::GameState;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn setup(seed: u64, seats: usize, options: &Value) -> Setup {
    let options =
        options::Settings::read(&BattleTech.options(), options.as_object().expect("options")).expect("they fit");
    let names = vec![String::new(); seats];
    Setup { options, seed, occupants: vec![Occupant::Person; seats], names }
}

pub(super) fn open(seed: u64, seats: usize, options: &Value) -> Box<dyn GameState> {
    BattleTech.open(&setup(seed, seats, options)).expect("there is room")
}

pub(super) fn advised(state: &dyn GameState, bot: &Spec) -> Option<Advice> {
    let mut player = BattleTech.player(bot, Usage::Table).expect("a player");
    advise(player.as_mut(), state, &|| false)
}

pub(super) fn spec(text: &str) -> Spec {
    text.parse().expect("a player")
}

/// A fight between two bots at a table: its choices, and all that was told.
fn watch(seed: u64, options: &Value, bots: [&str; 2]) -> (Vec<String>, Vec<Value>, Box<dyn GameState>) {
    let mut game = open(seed, 2, options);
    let bots = bots.map(spec);
    let (mut choices, mut told) = (Vec::new(), Vec::new());
    while let Some(seat) = game.turn() {
        let thought = advised(game.as_ref(), &bots[seat]).expect("it always thinks of something");
        told.extend(game.told(&thought.choice).unwrap_or_else(|why| panic!("{}: {why}", thought.choice)));
        choices.push(thought.choice);
    }
    (choices, told, game)
}

/// The same fight by the battle alone: the events that everybody may know.
pub(super) fn fight(
    seed: u64,
    (map, mechs): (&str, [&str; 2]),
    rounds: u32,
    styles: [Style; 2],
) -> (Vec<Value>, Battle) {
    let mechs = mechs.map(|name| mech_of(name).expect("it is in the catalogue")).to_vec();
    let options = Options { turns: rounds, ..Options::default() };
    let map = map_of(map).expect("it is in the catalogue");
    let mut battle = Battle::new(map, Settings::default(), mechs, None, options, seed).expect("there is room");
    let mut minds = styles.map(Player::new);
    let mut all = Vec::new();
    while battle.outcome().is_none() {
        battle.begin_turn();
        while let Some(phase) = battle.phase() {
            for mech in battle.order(phase) {
                if battle.calls(mech, phase) {
                    let seen = battle.view(mech);
                    if phase == Phase::Movement {
                        assert_eq!(ways::none(&seen, mech), ways::list(&seen, mech, &Memory::default()).len() < 2);
                    }
                    let action = minds[mech].decide(&seen, mech, phase, &|| false);
                    let written = text::write(&action, &seen, mech).expect("players aim at mechs only");
                    assert_eq!(text::read(&written, &seen, mech, phase), Ok(action.clone()), "{written}");
                    battle.apply(mech, &action).expect("what players do is allowed");
                }
            }
            battle.finish();
        }
        all.extend(battle.events().iter().filter_map(|event| super::fight::public(event, battle.situation())));
    }
    (all, battle)
}

/// What was told without where both stood, which no event of a battle says.
fn without_places(mut event: Value) -> Value {
    if let Some(fields) = event.as_object_mut() {
        let [from, at] = ["from", "at"].map(|key| fields.remove(key));
        let attack = ["shot", "blow"].contains(&fields["kind"].as_str().expect("a kind"));
        assert_eq!((from.is_some(), at.is_some()), (attack, attack));
    }
    event
}

#[test]
fn a_fight_of_bots_is_the_fight_of_the_battle() {
    let options = json!({"map": "laguna", "rounds": 12, "mech1": "grillo", "mech2": "cantera"});
    let table = watch(7, &options, ["battletech:strong", "battletech:course"]);
    let (events, battle) = fight(7, ("laguna", ["grillo", "cantera"]), 12, [Style::Strong, Style::Course]);
    let first_turn = |event: &Value| event["kind"] == "turn" || event["kind"] == "initiative";
    // What began before the first choice is in the first view.
    let begun = events.iter().take_while(|event| first_turn(event)).count();
    // A player who is not asked has done nothing.
    let told = table.1.into_iter().filter(|event| event["kind"] != "passed");
    let told: Vec<Value> = told.map(without_places).collect();
    assert_eq!(told, events[begun..]);
    let outcome = table.2.outcome().expect("it is over");
    assert_eq!(outcome.winners, battle.outcome().expect("it is over").winner.into_iter().collect::<Vec<_>>());
    for (number, mech) in battle.situation().mechs.iter().enumerate() {
        let seen = &table.2.view(None)["mechs"][number];
        assert_eq!(seen["armour"], json!(mech.condition.armour));
        assert_eq!(seen["structure"], json!(mech.condition.structure));
    }
}

#[test]
fn phases_without_a_choice_are_told_once() {
    // Too far from each other for shots and blows; there may be a club to take.
    let mut game = open(3, 2, &json!({"map": "poblado"}));
    let (mut asked, mut passed) = (Vec::new(), Vec::new());
    while game.view(None)["phase"] != "end" {
        let phase = game.view(None)["phase"].clone();
        let choice = if phase == "movement" {
            "stay"
        } else if phase == "reaction" {
            "torso same"
        } else {
            "pass"
        };
        asked.push((phase, game.turn().expect("it goes on")));
        passed.extend(game.told(choice).expect("it is allowed").into_iter().filter(|event| event["kind"] == "passed"));
    }
    assert!(!passed.is_empty());
    for (phase, seat) in
        ["movement", "reaction", "weapons", "physical"].into_iter().flat_map(|phase| [(phase, 0), (phase, 1)])
    {
        let names = |event: &&Value| {
            event["phase"] == phase && event["mechs"].as_array().is_some_and(|mechs| mechs.contains(&json!(seat)))
        };
        let told = passed.iter().filter(names).count();
        assert_eq!(
            told + asked.iter().filter(|each| **each == (json!(phase), seat)).count(),
            1,
            "{phase} {seat}: {passed:?}"
        );
    }
}

/// A choice out of those that are offered, at random.
fn any(game: &dyn GameState, dice: &mut fastrand::Rng) -> String {
    let choices = game.choices();
    let list = choices.as_array().expect("a list");
    let choice = &list[dice.usize(..list.len())];
    let usual = choice["choice"].as_str().expect("each has a text").to_string();
    if let Some(points) = choice["points"].as_array() {
        let down = choice["down"].as_array().filter(|_| dice.u8(..4) == 0);
        let points = down.unwrap_or(points);
        let sides: Vec<usize> = (0..6).filter(|&side| !points[side].is_null()).collect();
        let side = sides[dice.usize(..sides.len())] + 1;
        let prone = if down.is_some() { " prone" } else { "" };
        return choice["form"].as_str().expect("a form").replace("SIDE", &side.to_string()) + prone;
    }
    if let Some(weapons) = choice["weapons"].as_array() {
        let mut primary = None;
        let mut shots = Vec::new();
        for weapon in weapons {
            let targets = weapon["targets"].as_array().expect("a list");
            let target = &targets[dice.usize(..targets.len())];
            // A mech that lies fires with one arm; here always the right one.
            if target["needs"].is_null() || dice.u8(..4) == 0 || weapon["at"] == "BI" {
                continue;
            }
            let first = *primary.get_or_insert(target["mech"].as_u64().expect("a number"));
            let double = if weapon["double"] == true && dice.bool() { "*2" } else { "" };
            shots.push((weapon["id"].to_string(), target["mech"].clone(), double, weapon["loads"].clone(), first));
        }
        // Weapons that share their last rounds are another test.
        let few = |loads: &Value| {
            loads.as_array().is_some_and(|loads| loads.iter().any(|load| load["rounds"].as_u64() < Some(9)))
        };
        shots.retain(|shot| !few(&shot.3));
        if let Some((.., first)) = shots.first() {
            let words: Vec<String> =
                shots.iter().map(|(id, mech, double, ..)| format!("{id}@{mech}{double}")).collect();
            return format!("fire {first} {}", words.join(","));
        }
    }
    if usual == "end" && dice.u8(..4) == 0 { ending(choice) } else { usual }
}

/// All at once that can be done at the end of a turn, out of what is offered.
pub(super) fn ending(choice: &Value) -> String {
    let switch = |word| match choice[word].as_u64().expect("a number") {
        0 => String::new(),
        most => format!(" {word} {}", most.min(2)),
    };
    let drop = if choice["drop"] == true { " drop" } else { "" };
    let dump = choice["dump"].get(0).map_or_else(String::new, |load| format!(" dump {}", load["id"]));
    format!("end{}{}{drop}{dump}", switch("on"), switch("off"))
}

#[test]
fn whatever_is_offered_can_be_chosen_to_the_end() {
    let (mut turns, mut seen) = (0, BTreeSet::new());
    let maps = ["barranco", "colinas", "laguna", "poblado"];
    let mechs = ["cantera", "encina", "faro", "gaviota", "grillo", "muralla", "nutria", "tejon"];
    for seed in 0..24 {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut options = json!({"map": maps[dice.usize(..4)], "rounds": 12});
        for seat in 1..=4 {
            options[format!("mech{seat}")] = json!(mechs[dice.usize(..8)]);
        }
        let seats = dice.usize(SEATS);
        let mut game = open(seed, seats, &options);
        let mut again = open(seed, seats, &options);
        while let Some(seat) = game.turn() {
            assert!(seat < seats);
            let choice = any(&*game, &mut dice);
            let told = game.told(&choice).unwrap_or_else(|why| panic!("seed {seed}: {choice}: {why}"));
            assert_eq!(again.told(&choice).as_ref(), Ok(&told), "the same choices are the same match");
            seen.extend(told.iter().map(|event| event["kind"].as_str().expect("a kind").to_string()));
        }
        assert_eq!(game.view(Some(0)), again.view(Some(0)));
        let outcome = game.outcome().expect("it is over");
        assert_eq!(outcome.places.len(), seats);
        assert!(outcome.winners.iter().all(|&winner| outcome.places[winner] == 1), "{outcome:?}");
        assert!(outcome.places.contains(&1) && game.choices() == json!([]));
        turns += game.view(None)["turn"].as_u64().expect("a number");
    }
    for kind in ["move", "torso", "shot", "blow", "damage", "heat", "fall", "check", "turn", "over", "passed"] {
        assert!(seen.contains(kind), "no {kind} in {turns} turns: {seen:?}");
    }
}

#[test]
fn what_is_no_choice_changes_nothing() {
    let mut game = open(3, 2, &json!({}));
    let bot = spec("battletech:strong");
    let long = format!("walk 0101 1 by {}", "F,".repeat(900));
    let shots = format!("fire 1 {}", "0,".repeat(200));
    let wrong = [
        "",
        " ",
        "walk",
        "walk 0101",
        "walk 9999 1",
        "walk 0000 1",
        "walk 0101 7",
        "walk 0101 1 by",
        "walk 01é1 1",
        "run 0101 1 by F99",
        "run 0101 1 by F255,F255,F255",
        "walk 0101 1 by F,F,F,F,F,F,F,F",
        "jump 0101 0",
        "jump 9999 6",
        "fly 0101 1",
        "stay here",
        "torso",
        "torso up",
        "torso left left",
        "fire",
        "fire 0",
        "fire 0 ",
        "fire 1 999",
        "fire 1 -1",
        "fire 1 +1",
        "fire 9 0",
        "fire 1 0,0",
        "fire 1 0*2",
        "fire 1 0/0",
        "fire 1 0/99999999",
        "strike",
        "strike BI",
        "strike BI:punch",
        "strike XX:punch@1",
        "strike BI:blade@1",
        "strike BI:blade300@1",
        "strike BI:kick@1",
        "end on",
        "end on x",
        "end on 99",
        "end off 65535",
        "end off 99999",
        "end drop",
        "end dump",
        "end dump 0",
        "end dump 999",
        "pass\u{0}",
        "PASS",
        &long,
        &shots,
    ];
    let mut refused = 0;
    for _ in 0..60 {
        let Some(seat) = game.turn() else { break };
        let before = (game.view(Some(seat)), game.choices());
        let (phase, far) = (before.0["phase"].clone(), before.0["mechs"][1 - seat]["hex"].clone());
        // Bots take clubs, and a mech that has one may drop it.
        let empty = before.0["mechs"][seat]["club"] == false;
        let own = format!("fire {seat} 0");
        let onto = format!("walk {} 1", far.as_str().expect("a hex"));
        let foreign = ["stay", "torso same", "end"];
        let foreign = foreign.into_iter().filter(|word| match *word {
            "stay" => phase != "movement",
            "end" => phase != "end",
            _ => phase != "reaction",
        });
        let wrong = wrong.into_iter().filter(|&choice| empty || choice != "end drop");
        let all: Vec<&str> = wrong.chain(foreign).chain([onto.as_str(), own.as_str()]).collect();
        for choice in all {
            let why = game.told(choice).expect_err(choice);
            assert!(why.starts_with("mech.rule."), "{choice}: {why}");
            refused += 1;
        }
        assert_eq!((game.view(Some(seat)), game.choices(), game.turn()), (before.0, before.1, Some(seat)));
        let thought = advised(game.as_ref(), &bot).expect("it thinks");
        game.told(&thought.choice).expect("it is allowed");
    }
    assert!(refused > 1000, "{refused}");
}

#[test]
fn what_is_offered_is_what_comes() {
    let bot = spec("battletech:course");
    let (mut shots, mut moves) = (0, 0);
    for seed in 20..26 {
        let mut game = open(seed, 2, &json!({"rounds": 10, "map": "barranco", "mech1": "gaviota", "mech2": "encina"}));
        let mut declared: Vec<(usize, u64, i64)> = Vec::new();
        while let Some(seat) = game.turn() {
            let choices = game.choices();
            let list = choices.as_array().expect("a list");
            let mut choice = advised(game.as_ref(), &bot).expect("it thinks").choice;
            if let Some(fire) = list.iter().find(|choice| choice["weapons"].is_array()) {
                // The example is the weapon and target of which most can be expected.
                choice = fire["choice"].as_str().expect("a text").to_string();
                let id: u64 = choice.rsplit(' ').next().expect("an id").parse().expect("a number");
                let weapons = fire["weapons"].as_array().expect("a list");
                let weapon = weapons.iter().find(|weapon| weapon["id"] == id).expect("it is listed");
                let target = &weapon["targets"][0];
                declared.push((seat, id, target["needs"].as_i64().expect("it can hit")));
            }
            let mut words = choice.split(' ');
            let (mode, hex, side) = (words.next(), words.next(), words.next());
            let place = list.iter().find(|place| place["mode"] == json!(mode) && place["hex"] == json!(hex));
            let told = game.told(&choice).expect("it is allowed");
            for event in &told {
                if let Some(place) = place.filter(|_| event["kind"] == "move" && event["mech"] == seat) {
                    let side: usize = side.expect("a side").parse().expect("a number");
                    let lies = place["down"].is_array() && choice.contains(" prone");
                    let (points, sure) = if lies { ("down", "down_sure") } else { ("points", "sure") };
                    if place[sure][side - 1] == 100 {
                        assert_eq!((&event["points"], &event["facing"]), (&place[points][side - 1], &json!(side)));
                        assert_eq!(event["path"].as_array().expect("a list").last(), Some(&place["hex"]));
                        moves += 1;
                    }
                }
                if event["kind"] == "shot" {
                    let fired = (event["mech"].as_u64(), event["component"].as_u64(), event["needed"].as_i64());
                    let known =
                        |(seat, id, needs): &(usize, u64, i64)| fired == (Some(*seat as u64), Some(*id), Some(*needs));
                    assert!(declared.iter().any(known), "{event} {declared:?}");
                    shots += 1;
                }
            }
            if told.iter().any(|event| event["kind"] == "turn") {
                declared.clear();
            }
        }
    }
    assert!(shots > 40 && moves > 25, "{shots} shots, {moves} moves");
}

#[test]
fn bots_and_options_are_checked() {
    for offer in BattleTech.offers() {
        assert!(BattleTech.player(&spec(&offer.player), Usage::Table).is_ok(), "it is offered");
    }
    for wrong in ["battletech:weak", "battletech:strong,depth=3", "tron:strong", "cmd:x"] {
        assert!(BattleTech.player(&spec(wrong), Usage::Table).is_err(), "{wrong}");
    }
    for wrong in [json!({"map": "x"}), json!({"rounds": 0}), json!({"rounds": "x"}), json!({"mech2": "x"})] {
        let wrong = wrong.as_object().expect("options");
        options::Settings::read(&BattleTech.options(), wrong).expect_err("it is wrong");
    }
    BattleTech.open(&setup(1, 5, &json!({}))).map(drop).expect_err("too many");
    let still = watch(5, &json!({"rounds": 5}), ["battletech:still", "battletech:still"]);
    assert!(still.0.iter().all(|choice| ["stay", "torso same", "pass", "end"].contains(&choice.as_str())));
    assert_eq!(still.2.outcome().expect("it is over").reason, "mech.over.tie");
}
