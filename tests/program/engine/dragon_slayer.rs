//! Dragon Slayer: decisions with their situation.

use crate::engine::talk::{Talk, best};
use boardbots_dragon_slayer::fight::Fight;
use boardbots_dragon_slayer::personality::Personality;
use boardbots_dragon_slayer::rules::Game;
use fastrand::Rng;

const NAME: &str = "dragon-slayer";

/// What is said of the choices, and the decision.
fn go(talk: &mut Talk) -> (Vec<(String, f64)>, String) {
    talk.say("go");
    let heard = talk.until("bestmove ");
    let choices = heard.iter().filter_map(|line| line.strip_prefix("info q ")).map(|line| {
        let (action, p) = line.rsplit_once(' ').expect("a number behind");
        (action.to_string(), p.parse().expect("a number"))
    });
    (choices.collect(), best(&heard))
}

#[test]
fn who_it_is_and_what_can_be_set() {
    let mut talk = Talk::with(NAME);
    let heard = talk.ask("uci");
    assert!(heard[0].starts_with("id name boardbots dragon-slayer "), "{heard:?}");
    assert_eq!(heard.last().map(String::as_str), Some("uciok"));
    for option in [
        "option name Personality type combo default Abel var Abel var Beatriu var Carla var Daniel var Killer averse ",
        "option name Seed type spin default 1 min 0 max 18446744073709551615",
        "option name Goal type spin default 40 min 2 max 120",
        "option name Bonus type spin default 5 min 0 max 20",
        "option name Doubling type combo default on var on var off",
    ] {
        assert!(heard.iter().any(|line| line.starts_with(option)), "{option}: {heard:?}");
    }
    talk.say("quit");
    assert!(talk.end().is_empty());
}

#[test]
fn decisions_come_with_what_every_choice_is_worth() {
    let mut talk = Talk::with(NAME);
    assert!(talk.ask("position 0T,0T 1 BGR 3 12 - choose 1").is_empty());
    let (choices, decision) = go(&mut talk);
    let known = [("fight B", 0.57489), ("fight G", 0.58633), ("fight R", 0.58514), ("stop", 0.54715)];
    assert_eq!(choices.len(), known.len());
    for ((action, p), (name, value)) in choices.iter().zip(known) {
        assert!(action == name && (p - value).abs() < 6e-5, "{choices:?}");
    }
    assert_eq!(decision, "fight G");
    for (situation, decision) in [
        ("0T,0T 1 BGR 3 0 - fight 1", "fight R"),
        ("0T,0T 1 BGR 2 12 - choose 1", "stop"),
        ("0T,0T 1 BGR 1 12 - challenge2 1", "challenge"),
        ("0T,0T 1 B 1 10 - challenge2 1", "pass"),
        ("0T,0 1 B 1 10 - answer2 1", "accept"),
        ("40,20 1 BGR 3 0 - over1 9", "none"),
    ] {
        assert!(talk.ask(&format!("position {situation}")).is_empty(), "{situation}");
        assert_eq!(go(&mut talk).1, decision, "{situation}");
    }
    assert!(talk.close().is_empty());
}

#[test]
fn the_variant_of_the_options_goes_for_situations_without_one() {
    let mut talk = Talk::with(NAME);
    for option in ["Goal value 8", "bonus value 0", "DOUBLING value off"] {
        assert!(talk.ask(&format!("setoption name {option}")).is_empty(), "{option}");
    }
    assert_eq!(talk.ask("d"), ["situation 0T,0T 1 BGR 3 0 - fight 1 8 0 1"]);
    assert!(talk.ask("position 3T,7 2 BG 2 6 - choose 3").is_empty());
    assert_eq!(talk.ask("d"), ["situation 3T,7 2 BG 2 6 - choose 3 8 0 1"]);
    assert!(talk.ask("position 3T,7 2 BG 2 6 - choose 3 40 5 2").is_empty());
    assert_eq!(talk.ask("d"), ["situation 3T,7 2 BG 2 6 - choose 3"]);
    assert!(talk.ask("position startpos").is_empty());
    assert_eq!(talk.ask("d"), ["situation 0T,0T 1 BGR 3 0 - fight 1 8 0 1"]);
    assert!(go(&mut talk).1.starts_with("fight "));
}

#[test]
fn what_is_wrong_is_said_and_changes_nothing() {
    let mut talk = Talk::with(NAME);
    assert!(talk.ask("position 12T,20/6 1 BG 2 6 - choose 3").is_empty());
    let before = talk.ask("d");
    for (line, part) in [
        ("position", "position startpos"),
        ("position 12T,20/6 1 BG 2 7 - choose 3", "POINTS \"7\""),
        ("position 12T,20/6 1 BG 2 6 - choose", "here are 7"),
        ("position cells 1", "here are 2"),
        ("setoption name Personality value Eve", "Personality is one of Abel, Beatriu"),
        ("setoption name Goal value 1", "from 2 to 120"),
        ("setoption name Doubling value yes", "one of on, off"),
        ("setoption name Depth value 3", "no option \"Depth\"; there are Personality"),
        ("castle", "no command \"castle\""),
    ] {
        let heard = talk.ask(line);
        assert!(
            heard.len() == 1 && heard[0].starts_with("info string error: ") && heard[0].contains(part),
            "{heard:?}"
        );
    }
    talk.send(b"\xff\xfe\n");
    assert_eq!(talk.ask("stop").len(), 1);
    assert_eq!(talk.ask("d"), before);
}

#[test]
fn a_seed_decides_alike_and_personalities_differ() {
    let situations: Vec<String> = {
        let mut rng = Rng::with_seed(12);
        let mut game: Game = "0T,0T,0T 1 BGR 3 0 - fight 1".parse().expect("a situation");
        let mut situations = Vec::new();
        while game.winner().is_none() {
            situations.push(game.to_string());
            let actions = game.actions();
            let action = actions[rng.usize(..actions.len())];
            game.play(action, |warriors, dragon| Fight::new(dragon, warriors).outcome(&mut rng)).expect("legal");
        }
        situations
    };
    let mut talk = Talk::with(NAME);
    let mut decisions = |name: &str, seed: u8| -> Vec<String> {
        assert!(talk.ask(&format!("setoption name Personality value {name}")).is_empty());
        assert!(talk.ask(&format!("setoption name Seed value {seed}")).is_empty());
        let decide = |situation: &String| {
            assert!(talk.ask(&format!("position {situation}")).is_empty());
            go(&mut talk).1
        };
        situations.iter().map(decide).collect()
    };
    let mut seen = Vec::new();
    for of in &Personality::all()[..4] {
        let first = decisions(of.name, 1);
        assert_eq!(first, decisions(&of.name.to_lowercase(), 1));
        assert!(!seen.contains(&first), "{}", of.name);
        seen.push(first);
    }
    assert!(!seen[0].iter().any(|action| action == "none"));
    // Only a bot that chooses by chance among equals depends on the seed.
    assert_eq!(decisions("abel", 1), decisions("Abel", 2));
    let explorers: Vec<_> = (1..4).map(|seed| decisions("explorer-averse", seed)).collect();
    assert!(explorers[1..].iter().any(|other| other != &explorers[0]));
}

#[test]
fn noise_does_no_harm() {
    let mut rng = Rng::with_seed(13);
    let words = [
        "position",
        "startpos",
        "go",
        "0T,0T",
        "9999,9999T",
        "1",
        "2",
        "BGR",
        "B",
        "0",
        "9994",
        "-",
        "choose",
        "fight",
        "answer2",
    ];
    let mut talk = Talk::with(NAME);
    for _ in 0..300 {
        let line: Vec<u8> = match rng.u8(0..3) {
            0 => (0..rng.usize(..80)).map(|_| rng.u8(..)).collect(),
            1 => (0..rng.usize(..12))
                .flat_map(|_| [rng.choice(words).unwrap_or("go"), " "].concat().into_bytes())
                .collect(),
            _ => format!("position {0}T,{1} 1 BGR 3 {2} - choose 3\ngo", rng.u16(..), rng.u8(..), rng.u16(..))
                .into_bytes(),
        };
        talk.send(&line);
        talk.send(b"\n");
    }
    talk.say("finished");
    talk.until("info string error: no command \"finished\"");
    let long = "7".repeat(60_000);
    for line in [format!("position {long}"), format!("position 0,0 1 B 3 {long} - choose 1")] {
        let heard = talk.ask(&line);
        let [error] = &heard[..] else { panic!("{heard:?}") };
        assert!(error.chars().count() < 500 && !error.chars().any(char::is_control), "{error}");
    }
    assert!(talk.ask("setoption name Goal value 40").is_empty());
    assert!(talk.ask("position 9999T,9999T 1 GR 2 9986 - choose 3").is_empty());
    let (choices, _) = go(&mut talk);
    assert_eq!(choices.len(), 3);
    talk.say("quit");
    assert!(talk.end().is_empty());
}
