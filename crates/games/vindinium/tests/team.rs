//! Heroes that play together: who they are, whom they help, and that nobody else plays otherwise.

use crate::board::HEROES;
use crate::bot::{Bot, Options, Player};
use crate::kind::Kind;
use crate::rules::{Order, State};
use crate::team::{Alliance, Team};
use crate::{map, positions};

const NAMES: [&str; HEROES] = ["carol", "mallory", "alice", "trent"];

fn alliance(captain: Option<&str>) -> Alliance {
    Alliance { names: ["alice", "bob", "carol"].map(String::from).to_vec(), captain: captain.map(String::from) }
}

fn bot(depth: u8) -> Bot {
    Bot::new(Options { depth, ..Options::default() })
}

#[test]
fn names_make_a_team() {
    for hero in [0, 2] {
        let team = alliance(None).team(hero, NAMES).unwrap();
        assert_eq!(std::array::from_fn(|hero| team.has(hero)), [true, false, true, false]);
        assert_eq!(team.captain(), 2, "alice comes first among the names");
        assert_eq!(team.helpers().collect::<Vec<_>>(), [0]);
        assert_eq!(team.enemies().collect::<Vec<_>>(), [1, 3]);
        assert_eq!(alliance(Some("carol")).team(hero, NAMES).unwrap().captain(), 0);
    }
    // A captain who is not there is no captain; a stranger with the same settings is one more.
    assert_eq!(alliance(Some("bob")).team(0, NAMES).unwrap().captain(), 2);
    assert!(alliance(None).team(1, NAMES).unwrap().has(1));
    assert_eq!(alliance(None).team(1, ["x", "mallory", "y", "z"]), None);
}

#[test]
fn the_captain_is_the_one_who_leads() {
    let map = map::parse(map::named("m1").unwrap()).unwrap();
    let mut state = map.start(1200, false);
    let mut team = alliance(None).team(0, NAMES).unwrap();
    let mut with = |gold, team: &mut Team| {
        state.heroes[0].gold = gold;
        (team.choose(&state), team.captain())
    };
    assert_eq!(with(30, &mut team), (false, 2));
    assert_eq!(with(31, &mut team), (true, 0));
    assert_eq!(with(0, &mut team), (false, 0));
    let mut fixed = alliance(Some("alice")).team(0, NAMES).unwrap();
    assert_eq!(with(500, &mut fixed), (false, 2));
}

/// What a bot decides in the states of a game, seen by the hero whose turn it is in each.
fn decided(bot: &mut Bot, names: Option<[&str; HEROES]>) -> Vec<String> {
    let mut decisions = Vec::new();
    for game in positions::games() {
        for state in game.states.iter().step_by(7) {
            bot.begin(&game.board, state.mover());
            if let Some(names) = names {
                bot.meet(names);
            }
            decisions.push(bot.decide(state, &|| false).to_string());
        }
    }
    decisions
}

#[test]
fn without_a_team_the_moves_are_the_same() {
    let alone = decided(&mut bot(3), None);
    let mut allied = bot(3).allied(Some(alliance(None)));
    assert_eq!(decided(&mut allied, Some(["w", "x", "y", "z"])), alone);
    assert_ne!(decided(&mut allied, Some(["alice", "bob", "carol", "z"])), alone);
    // The next game is another one.
    assert_eq!(decided(&mut allied, Some(["w", "x", "y", "z"])), alone);
}

/// Plays a whole game; the last state, and the blows between heroes of the team that killed nobody.
fn play(players: &mut [Box<dyn Player>; HEROES], names: [&str; HEROES], map: &str, turns: i32) -> (State, u32) {
    let map = map::parse(map::named(map).unwrap()).unwrap();
    for (hero, player) in players.iter_mut().enumerate() {
        player.begin(&map.board, hero);
        player.meet(names);
    }
    let (mut state, mut blows) = (map.start(4 * turns, false), 0);
    while !state.finished() {
        let (mover, before) = (state.mover(), state);
        let dir = players[mover].decide(&state, &|| false);
        state.play(&map.board, Order::Go(dir));
        // The helper and the captain are the heroes 0 and 1.
        if mover < 2 && state.heroes[1 - mover].life + crate::rules::HIT == before.heroes[1 - mover].life {
            blows += 1;
        }
    }
    (state, blows)
}

#[test]
fn a_helper_helps() {
    let (mut alone, mut helped, mut blows) = (0, 0, 0);
    for name in ["m1", "m3", "m5"] {
        let others = || [Kind::Planner, Kind::Miner].map(|kind| kind.player(3));
        let [third, fourth] = others();
        let mut players: [Box<dyn Player>; HEROES] = [Box::new(bot(2)), Kind::Influence.player(3), third, fourth];
        alone += play(&mut players, ["w", "x", "y", "z"], name, 150).0.heroes[0].gold;
        let [third, fourth] = others();
        let allied = || Box::new(bot(2).allied(Some(alliance(Some("alice")))));
        let mut players: [Box<dyn Player>; HEROES] = [allied(), allied(), third, fourth];
        let (end, among) = play(&mut players, ["alice", "bob", "y", "z"], name, 150);
        (helped, blows) = (helped + end.heroes[0].gold, blows + among);
        let gold = end.heroes.map(|hero| hero.gold);
        assert!((1..HEROES).all(|other| gold[other] < gold[0]), "{name}: the captain is first: {gold:?}");
    }
    println!("{alone} gold alone, {helped} with a helper, {blows} blows between them in 900 moves");
    assert!(helped * 10 > alone * 11, "{alone} gold alone, {helped} with a helper");
    assert!(blows < 90, "{blows} of 900 moves hit a friend");
}
