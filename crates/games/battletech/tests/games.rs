//! Whole games of the automatic players on our own maps with our own mechs: nothing that they
//! answer is refused or hopeless, and the books balance at every moment.
//!
//! `BOARDBOTS_GAMES=1000` plays this many games for two instead of a dozen, and more of the others.

use super::audit::audit;
use crate::action::{Action, Phase};
use crate::battle::{Battle, Event, Options};
use crate::catalogue::{MAPS, MECHS, map_of, mech_of};
use crate::condition::Condition;
use crate::player::{Player, Style};
use crate::situation::{Settings, Situation};
use std::fmt::Write;

/// Games for two that are played when nobody says how many.
const GAMES: u64 = 12;

/// How many games: this many of a thousand.
fn games(share: u64) -> u64 {
    let wanted = std::env::var("BOARDBOTS_GAMES").map_or(GAMES, |text| text.parse().expect("a number of games"));
    (wanted * share).div_ceil(1000)
}

/// What a game is of.
struct Plan {
    map: &'static str,
    mechs: Vec<&'static str>,
    styles: Vec<Style>,
    turns: u32,
    seed: u64,
}

impl Plan {
    /// Another one for each seed: maps, mechs and, unless all are strong, styles.
    fn new(seed: u64, mechs: u64, turns: u32, strong: bool) -> Self {
        let mut rng = fastrand::Rng::with_seed(seed ^ 0xB077);
        let mut pick = |many: usize| usize::try_from(rng.u64(0..many as u64)).unwrap();
        let style = |mech: u64| if strong || (mech + seed).is_multiple_of(2) { Style::Strong } else { Style::Course };
        Self {
            map: MAPS[pick(MAPS.len())].name,
            mechs: (0..mechs).map(|_| MECHS[pick(MECHS.len())].name).collect(),
            styles: (0..mechs).map(style).collect(),
            turns,
            seed,
        }
    }

    fn battle(&self) -> Battle {
        let mechs = self.mechs.iter().map(|name| mech_of(name).unwrap()).collect();
        let options = Options { turns: self.turns, ..Options::default() };
        Battle::new(map_of(self.map).unwrap(), Settings::default(), mechs, None, options, self.seed).unwrap()
    }
}

impl std::fmt::Display for Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "seed {}: {:?} on {}, {:?}", self.seed, self.mechs, self.map, self.styles)
    }
}

/// What came of a game.
struct Played {
    events: Vec<Event>,
    winner: Option<usize>,
    turns: u32,
}

/// Plays a game; `look` is shown what each player sees, and what it answered.
fn play(plan: &Plan, mut look: impl FnMut(&Battle, &Situation, usize, Phase, &Action)) -> Played {
    let mut battle = plan.battle();
    let mut players: Vec<Player> = plan.styles.iter().map(|&style| Player::new(style)).collect();
    let mut seen = battle.view(0);
    let mut events = battle.events().to_vec();
    while battle.outcome().is_none() {
        battle.begin_turn();
        let dawn = battle.situation().mechs.clone();
        for phase in Phase::ALL {
            for mech in battle.order(phase) {
                if !battle.calls(mech, phase) {
                    continue;
                }
                battle.view_into(mech, &mut seen);
                let action = players[mech].decide(&seen, mech, phase, &|| false);
                look(&battle, &seen, mech, phase, &action);
                let warnings = battle.apply(mech, &action);
                let turn = battle.turn();
                assert_eq!(warnings.as_deref(), Ok(&[][..]), "{plan}, turn {turn}, {phase} of {mech}: {action:?}");
            }
            battle.finish();
            let turn = battle.turn();
            audit(&battle, &dawn).unwrap_or_else(|fault| panic!("{plan}, turn {turn} after {phase}: {fault}"));
        }
        events.extend_from_slice(battle.events());
    }
    balance(plan, &battle, &events);
    Played { events, winner: battle.outcome().and_then(|outcome| outcome.winner), turns: battle.turn() }
}

/// Over a whole game: what a mech had, less all damage that was told, is what it has; and the heat
/// of a turn goes on from that of the turn before.
fn balance(plan: &Plan, battle: &Battle, events: &[Event]) {
    let mut left = vec![0_i64; plan.mechs.len()];
    let mut heats = vec![0_u16; plan.mechs.len()];
    let points = |armour: &[u16; 11], structure: &[u16; 8]| -> i64 {
        armour.iter().chain(structure).map(|&points| i64::from(points)).sum()
    };
    for event in events {
        match event {
            Event::Enters { mech, armour, structure, .. } => left[*mech] = points(armour, structure),
            Event::Damage { mech, armour, structure, .. } | Event::Lost { mech, armour, structure, .. } => {
                left[*mech] -= i64::from(*armour) + i64::from(*structure);
            }
            Event::Heat { mech, before, movement, weapons, engine, fire, sunk, after } => {
                assert_eq!(*before, heats[*mech], "{plan}: heat of {mech}");
                assert_eq!((before + movement + weapons + engine + fire).saturating_sub(*sunk), *after, "{plan}");
                heats[*mech] = *after;
            }
            Event::Fault { mech, phase, message, .. } => panic!("{plan}: {mech} in {phase}: {message}"),
            _ => {}
        }
    }
    for (number, mech) in battle.situation().mechs.iter().enumerate() {
        let Condition { armour, structure, heat, .. } = &mech.condition;
        assert_eq!(left[number], points(armour, structure), "{plan}: damage to {number}");
        assert_eq!(heats[number], *heat, "{plan}: heat of {number}");
    }
}

/// Games with this many mechs; how often things happened is printed, and must not be never.
fn series(games: u64, mechs: u64, turns: u32, strong: bool) {
    let (mut all, mut shots, mut hits, mut blows, mut destroyed, mut decided) = (0, 0, 0, 0, 0, 0);
    let mut won = [0; 2];
    for seed in 0..games {
        let plan = Plan::new(seed, mechs, turns, strong);
        let played = play(&plan, |_, _, _, _, _| ());
        all += played.turns;
        for event in &played.events {
            match event {
                Event::Shot { hit, .. } => (shots, hits) = (shots + 1, hits + u32::from(*hit)),
                Event::Blow { .. } => blows += 1,
                Event::Destroyed { .. } => destroyed += 1,
                _ => {}
            }
        }
        if let Some(winner) = played.winner {
            decided += 1;
            won[plan.styles[winner] as usize] += 1;
        }
    }
    let mut line = format!("{games} games of {mechs}: {all} turns, {shots} shots, {hits} hits, {blows} blows, ");
    let _ = write!(line, "{destroyed} destroyed, {decided} decided, won by strong {} and course {}", won[0], won[1]);
    println!("{line}");
    assert!(shots > 0 && hits > 0 && destroyed > 0 && decided > 0, "{line}");
}

#[test]
fn strong_against_strong() {
    series(games(1000), 2, 50, true);
}

#[test]
fn strong_against_course() {
    series(games(500), 2, 50, false);
}

#[test]
fn four_against_each_other() {
    series(games(250), 4, 50, false);
}

#[test]
fn eight_against_each_other() {
    series(games(100), 8, 30, false);
}

#[test]
fn a_seed_is_a_game() {
    for (seed, mechs) in [(1, 2), (2, 3)] {
        let played = || play(&Plan::new(seed, mechs, 15, false), |_, _, _, _, _| ()).events;
        assert_eq!(played(), played());
    }
    assert_ne!(
        play(&Plan::new(1, 2, 5, true), |_, _, _, _, _| ()).events,
        play(&Plan { seed: 99, ..Plan::new(1, 2, 5, true) }, |_, _, _, _, _| ()).events
    );
}

#[test]
fn what_a_player_cannot_know_changes_nothing() {
    let mut count = 0;
    for seed in 0..games(400) {
        let plan = Plan::new(seed, 2 + seed % 2, 30, false);
        let mut knowing: Vec<Player> = plan.styles.iter().map(|&style| Player::new(style)).collect();
        play(&plan, |battle, seen, mech, phase, action| {
            assert!(seen.mechs.iter().enumerate().all(|(number, other)| other.own().is_some() == (number == mech)));
            let known = knowing[mech].decide(battle.situation(), mech, phase, &|| false);
            assert_eq!(&known, action, "{plan}, turn {}, {phase} of {mech}", battle.turn());
            count += 1;
        });
    }
    assert!(count > 100, "{count} decisions");
}
