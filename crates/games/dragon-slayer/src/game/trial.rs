//! Whole matches, compared with the rules choice by choice.

use super::DragonSlayer;
use crate::dice::Dragon;
use crate::personality::Personality;
use crate::rules::{Action, Event, Game as Rules};
use crate::variant::Variant;
use boardbots_game::game::{Game, Usage};
use boardbots_game::options::Settings;
use boardbots_game::player::{Advice, advise};
use boardbots_game::setup::{Occupant, Setup};
use boardbots_game::spec::Spec;
use boardbots_game::state::GameState;
use fastrand::Rng;
use serde_json::{Value, json};

/// More choices than any match of these tests takes.
const MOST: usize = 5000;

fn spec(name: &str) -> Spec {
    format!("dragon-slayer:{name}").parse().expect("a player")
}

/// Bots by their names, people where there is none.
fn setup(seed: u64, options: &Value, seats: &[Option<&str>]) -> Setup {
    let player = |name: Option<&str>| name.map_or(Occupant::Person, |name| Occupant::Bot(spec(name)));
    let name = |(seat, name): (usize, Option<&str>)| name.map_or(format!("Person {seat}"), str::to_string);
    Setup {
        options: Settings::read(&DragonSlayer.options(), options.as_object().expect("an object")).expect("they fit"),
        seed,
        occupants: seats.iter().copied().map(player).collect(),
        names: seats.iter().copied().enumerate().map(name).collect(),
    }
}

fn open(seed: u64, seats: &[Option<&str>]) -> Box<dyn GameState> {
    DragonSlayer.open(&setup(seed, &json!({}), seats)).expect("a match")
}

fn advised(state: &dyn GameState, spec: &Spec, stop: bool) -> Option<Advice> {
    let mut player = DragonSlayer.player(spec, Usage::Table).expect("a player");
    advise(player.as_mut(), state, &|| stop)
}

fn texts(choices: &Value) -> Vec<String> {
    let text = |choice: &Value| choice["choice"].as_str().expect("a text").to_string();
    choices.as_array().expect("a list").iter().map(text).collect()
}

/// A match in which all players choose by chance: its choices, and what came of each.
fn random(match_: &mut dyn GameState, rng: &mut Rng) -> Vec<(String, Vec<Value>)> {
    let mut played = Vec::new();
    while match_.turn().is_some() && played.len() < MOST {
        let choices = texts(&match_.choices());
        let choice = choices[rng.usize(..choices.len())].clone();
        let events = match_.told(&choice).expect("it was offered");
        played.push((choice, events));
    }
    assert!(match_.turn().is_none() && match_.outcome().is_some(), "it ends");
    played
}

/// A word of an event.
fn word<'a>(event: &'a Value, key: &str) -> &'a str {
    event[key].as_str().unwrap_or("")
}

/// The warriors that the faces of a fight leave, by the rules of the fight alone.
fn fought(dragon: Dragon, warriors: usize, events: &[Value]) -> u8 {
    let (mut left, mut unset, mut slain) = (warriors, 3, false);
    let rolls: Vec<&Value> = events.iter().filter(|event| word(event, "kind") == "roll").collect();
    for (number, roll) in (1..).zip(&rolls) {
        assert!(left > 0 && !slain, "nobody rolls after the end");
        let throw = &roll["throw"];
        assert_eq!((roll["number"].as_u64(), word(throw, "dragon")), (Some(number), dragon.name()));
        let shown = |kind: &str| -> Vec<String> {
            let dice = throw[kind].as_array().expect("dice").iter();
            dice.filter_map(|die| die.as_str().map(str::to_string)).collect()
        };
        let (ours, theirs) = (shown("warriors"), shown("scales"));
        assert_eq!((ours.len(), theirs.len()), (left, unset));
        let count = |faces: &[String], face: &str| faces.iter().filter(|shown| *shown == face).count();
        let flames = count(&ours, "flame") + count(&theirs, "flame");
        unset -= theirs.iter().filter(|face| ["head", "wings", "tail"].contains(&face.as_str())).count();
        let lost = flames.saturating_sub(count(&ours, "shield")).min(left);
        assert_eq!(throw["lost"].as_array().map(Vec::len), Some(lost));
        left -= lost;
        slain = left > 0 && unset == 0 && count(&ours, "axe") > 0;
    }
    assert!(slain || left == 0, "it goes to its end");
    u8::try_from(left).expect("at most three")
}

/// What has to be told of an event of the rules, beside who did it.
fn told(event: Event) -> (&'static str, Option<u16>) {
    match event {
        Event::Slain { points, .. } => ("slain", Some(points)),
        Event::Defeated { points, .. } => ("defeated", Some(points)),
        Event::Offered => ("offered", None),
        Event::Kept { points, .. } => ("kept", Some(points)),
        Event::Passed => ("passed", None),
        Event::Challenged => ("challenged", None),
        Event::Accepted => ("accepted", None),
        Event::Refused { points, .. } => ("refused", Some(points)),
    }
}

#[test]
fn random_matches_are_those_of_the_rules() {
    let mut rng = Rng::with_seed(11);
    for seed in 0..60_u64 {
        let seats = vec![None; 2 + usize::try_from(seed % 5).expect("small")];
        let mut match_ = open(seed, &seats);
        let mut rules = Rules::new(Variant::STANDARD, seats.len());
        let (mut copy, mut rounds) = (match_.copy(), 1);
        for (choice, events) in random(match_.as_mut(), &mut rng) {
            let view = copy.view(None);
            let (asked, _) = rules.asked().expect("it goes on");
            assert_eq!(copy.turn(), Some(asked));
            assert_eq!(texts(&copy.choices()), rules.actions().iter().map(Action::to_string).collect::<Vec<_>>());
            for (seat, player) in rules.players().iter().enumerate() {
                let shown = &view["players"][seat];
                let ghost =
                    (seat == rules.active() && rules.turn().points > 0).then(|| player.score + rules.turn().points);
                let due = json!({ "score": player.score, "token": player.token, "last": player.last, "ghost": ghost });
                assert_eq!(*shown, due);
            }
            assert_eq!(view["turn"]["points"], rules.turn().points);
            assert_eq!(view["turn"]["lost"], 3 - rules.turn().warriors);
            assert_eq!((&view["round"], &view["active"]), (&json!(rules.round()), &json!(rules.active())));
            assert_eq!(copy.told(&choice).expect("the same"), events, "a copy goes on alike");
            let action = rules.actions().into_iter().find(|action| action.to_string() == choice).expect("possible");
            let event = rules.play(action, |warriors, dragon| fought(dragon, warriors.into(), &events));
            let (kind, points) = told(event.expect("possible"));
            let told = events.iter().find(|event| word(event, "kind") == kind);
            let told = told.unwrap_or_else(|| panic!("{kind} is missing in {events:?}"));
            assert!(points.is_none_or(|points| told["points"] == points), "{told}");
            assert!(events.iter().all(|event| event["seat"].is_u64() || event["kind"] == "round"), "{events:?}");
            let begun = events.iter().any(|event| word(event, "kind") == "round");
            assert_eq!(begun, rules.round() > rounds);
            rounds = rules.round();
        }
        assert_eq!(rules.winner(), match_.outcome().map(|outcome| outcome.winners[0]));
        let outcome = match_.outcome().expect("it is over");
        for (seat, player) in rules.players().iter().enumerate() {
            let better = rules.players().iter().filter(|other| other.score > player.score).count();
            assert_eq!(usize::from(outcome.places[seat]), better + 1);
        }
        assert!(match_.told("stop").is_err() && texts(&match_.choices()).is_empty());
    }
}

#[test]
fn seed_and_choices_are_the_match() {
    let seats = [None, Some("daniel"), None, Some("killer-averse")];
    let played = random(open(5, &seats).as_mut(), &mut Rng::with_seed(1));
    let (mut same, mut other, mut differs) = (open(5, &seats), open(6, &seats), false);
    for (choice, events) in &played {
        // Looking and thinking in between change nothing.
        same.view(None);
        advised(same.as_ref(), &spec("explorer-averse"), false);
        assert_eq!(same.told(choice).as_ref(), Ok(events));
        differs |= !differs && other.told(choice).as_ref() != Ok(events);
    }
    assert!(differs, "another seed, other dice");
}

#[test]
fn nothing_that_is_shown_tells_the_seed() {
    let seed = 0x1234_5678_9abc_def1;
    let mut match_ = open(seed, &[None, Some("abel")]);
    let mut rng = Rng::with_seed(3);
    while match_.turn().is_some() {
        let choices = texts(&match_.choices());
        let thought = advised(match_.as_ref(), &spec("abel"), false).expect("a choice");
        assert_eq!(thought.note, json!({}), "no odds");
        let events = match_.told(&choices[rng.usize(..choices.len())]).expect("possible");
        let shown = format!("{} {} {}", match_.view(Some(0)), match_.choices(), json!(events));
        for told in [seed.to_string(), (!seed).to_string(), format!("{seed:x}"), "seed".to_string()] {
            assert!(!shown.contains(&told), "{shown}");
        }
    }
}

#[test]
fn every_bot_plays_whole_matches_and_talks() {
    let bots = DragonSlayer.offers();
    assert_eq!(bots.len(), Personality::all().len());
    assert_eq!(bots[0].name, "Abel");
    for (number, bot) in bots.iter().enumerate() {
        let rival = &bots[(number + 5) % bots.len()];
        let specs = [&bot.player, &rival.player].map(|player| player.parse::<Spec>().expect("a player"));
        assert!(specs.iter().all(|spec| DragonSlayer.player(spec, Usage::Table).is_ok()));
        let names = [bot, rival].map(|bot| bot.name.clone());
        let occupants = specs.iter().cloned().map(Occupant::Bot).collect();
        let setup = Setup { options: Settings::default(), seed: number as u64, occupants, names: names.to_vec() };
        let mut match_ = DragonSlayer.open(&setup).expect("a match");
        let mut said = match_.view(None)["said"].as_array().map_or(0, Vec::len);
        assert_eq!(said, 1, "a bot opens");
        let mut spoke = [false; 2];
        while let Some(seat) = match_.turn() {
            let thought = advised(match_.as_ref(), &specs[seat], true).expect("a choice");
            assert_eq!(advised(match_.as_ref(), &specs[seat], true), Some(thought.clone()), "no chance of its own");
            for event in match_.told(&thought.choice).expect("bots keep to the rules") {
                if word(&event, "kind") == "said" {
                    said += 1;
                    spoke[usize::try_from(event["seat"].as_u64().expect("a seat")).expect("small")] = true;
                    assert!(!word(&event, "text").is_empty());
                }
            }
        }
        assert!(said > 3 && spoke == [true; 2], "{}: {said}", bot.name);
    }
}

#[test]
fn people_say_nothing_and_names_change_no_dice() {
    let seats = [Some("carla"), None, Some("beatriu")];
    let mut named = open(9, &seats);
    let mut nameless =
        DragonSlayer.open(&Setup { names: vec![String::new(); 3], ..setup(9, &json!({}), &seats) }).expect("a match");
    let without = |events: &[Value]| -> Vec<Value> {
        events.iter().filter(|event| word(event, "kind") != "said").cloned().collect()
    };
    let mut named_once = false;
    for (choice, events) in random(named.as_mut(), &mut Rng::with_seed(4)) {
        assert_eq!(without(&nameless.told(&choice).expect("the same")), without(&events));
        for event in events.iter().filter(|event| word(event, "kind") == "said") {
            assert_ne!(event["seat"], 1);
            named_once |= word(event, "text").contains("Person 1");
        }
    }
    assert!(named_once, "they speak to the person");
}

#[test]
fn other_rules_are_played_to_their_goals() {
    let options = json!({ "goal": "20", "bonus": "10", "doubling": false });
    let mut match_ = DragonSlayer.open(&setup(2, &options, &[Some("abel"), None])).expect("a match");
    assert_eq!(match_.copy().view(None)["goal"], 20);
    let mut rng = Rng::with_seed(5);
    let played = random(match_.as_mut(), &mut rng);
    let bonus = played.iter().flat_map(|(_, events)| events).find(|event| word(event, "kind") == "bonus");
    assert_eq!(bonus.map(|event| event["points"].clone()), Some(json!(10)));
    let view = match_.view(None);
    let winner = usize::try_from(view["winner"].as_u64().expect("a player wins")).expect("small");
    assert!(view["players"][winner]["score"].as_u64() >= Some(20));
}

#[test]
fn what_is_not_possible_changes_nothing_and_is_explained() {
    let mut match_ = open(1, &[None, None]);
    let before = match_.view(None);
    for choice in ["stop", "fight", "red", "", "fight R\n", "\u{1b}[2J"] {
        let error = match_.told(choice).expect_err("not possible");
        assert!(error.ends_with("possible: fight B, fight G, fight R") && !error.contains('\u{1b}'), "{error}");
        assert_eq!(match_.view(None), before);
    }
    for (spec, part) in [
        ("dragon-slayer:zoe", "no bot \"zoe\"; there are Abel"),
        ("dragon-slayer:abel,depth=3", "has no options"),
        ("tron:strong", "no player of Dragon Slayer"),
        ("cmd:true", "no player of Dragon Slayer"),
    ] {
        let spec = spec.parse().expect("a player");
        assert!(DragonSlayer.player(&spec, Usage::Table).is_err_and(|error| error.contains(part)), "{spec}");
        let setup =
            Setup { occupants: vec![Occupant::Person, Occupant::Bot(spec)], ..setup(1, &json!({}), &[None, None]) };
        assert!(DragonSlayer.open(&setup).is_err());
    }
    for count in [0, 1, 7] {
        assert!(
            DragonSlayer
                .open(&setup(1, &json!({}), &vec![None; count]))
                .is_err_and(|error| error.contains("two to six"))
        );
    }
}

/// The pages' tests play this match: what they expect is what is told here.
#[test]
fn the_match_of_the_pages_is_told_as_it_stands_there() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/browser/dragon_match.json");
    let seats = [None, Some("daniel"), None];
    let mut match_ = DragonSlayer.open(&setup(13, &json!({ "goal": "30" }), &seats)).expect("a match");
    let (first, mut rng, mut steps) = (match_.view(None), Rng::with_seed(8), Vec::new());
    while let Some(seat) = match_.turn() {
        let choices = match_.choices();
        let choice = texts(&choices)[rng.usize(..choices.as_array().map_or(1, Vec::len))].clone();
        let events = match_.told(&choice).expect("it was offered");
        let view = match_.view(None);
        steps.push(json!({ "seat": seat, "choice": choice, "choices": choices, "events": events, "view": view }));
    }
    let kinds: Vec<&str> = steps
        .iter()
        .flat_map(|step| step["events"].as_array().into_iter().flatten())
        .map(|event| word(event, "kind"))
        .collect();
    for kind in ["slain", "defeated", "kept", "offered", "passed", "challenged", "accepted", "refused", "bonus", "win"]
    {
        assert!(kinds.contains(&kind), "{kind} does not happen");
    }
    let lines: Vec<String> = steps.iter().map(Value::to_string).collect();
    let text = format!("{{\"first\":{first},\n\"steps\":[\n{}\n]}}\n", lines.join(",\n"));
    if std::fs::read_to_string(file).ok().as_ref() != Some(&text) {
        let now = std::env::temp_dir().join("dragon_match.json");
        std::fs::write(&now, text).expect("a folder for temporary files");
        panic!("{file} tells another match; as it is now, it stands in {}", now.display());
    }
}
