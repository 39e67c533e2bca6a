//! How long the player of BattleTech takes for each phase, and how many games it plays in a second.
//!
//! `cargo bench --bench battletech -- --mechs 8 --size 50 --turns 12 --games 40`; `-- --quick` for a short run.
//!
//! The map is drawn from the seed: hills, woods, water. Each decision is timed twice: of a player
//! that goes on from phase to phase, and of one that has just been started, as the simulator starts
//! programs, and knows nothing of the map. Options:
//!
//! - `--mechs N`, `--size S` of the map, `--turns T`, `--seed S`
//! - `--games N`: games for two on our own maps on one core, for the second figure

#![allow(clippy::cast_precision_loss, missing_docs)]

use boardbots_battletech::action::Phase;
use boardbots_battletech::battle::{Battle, Options};
use boardbots_battletech::catalogue::{MAPS, MECHS, map_of, mech_of};
use boardbots_battletech::hex::Hex;
use boardbots_battletech::map::{Cell, Map, Object, Terrain};
use boardbots_battletech::player::{Player, Style};
use boardbots_battletech::situation::Settings;
use fastrand::Rng;
use std::time::{Duration, Instant};

/// How long decisions took.
#[derive(Clone, Copy, Default)]
struct Clock {
    slowest: Duration,
    total: Duration,
    count: u32,
}

impl Clock {
    fn add(&mut self, took: Duration) {
        *self = Self { slowest: self.slowest.max(took), total: self.total + took, count: self.count + 1 };
    }

    fn line(self) -> String {
        let millis = |time: Duration| time.as_secs_f64() * 1e3;
        let mean = millis(self.total) / f64::from(self.count.max(1));
        format!("mean {mean:7.2} ms, slowest {:7.2} ms", millis(self.slowest))
    }
}

fn main() {
    let (mut mechs, mut size, mut turns, mut seed, mut games) = (8, 50, 12, 1, 40);
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        if name == "--quick" {
            (mechs, size, turns, games) = (3, 20, 2, 1);
            continue;
        }
        let mut value = || -> u64 {
            let value = arguments.next().unwrap_or_else(|| panic!("{name} needs a value"));
            value.parse().unwrap_or_else(|_| panic!("{name} needs a number"))
        };
        match name.as_str() {
            "--mechs" => mechs = value(),
            "--size" => size = value(),
            "--turns" => turns = value(),
            "--seed" => seed = value(),
            "--games" => games = value(),
            // What cargo passes to every bench.
            "--bench" => {}
            other => panic!("no option {other}"),
        }
    }
    let size = u8::try_from(size).expect("at most 99");
    let turns = u32::try_from(turns).expect("a number of turns");
    phases(usize::try_from(mechs).expect("few"), size, turns, seed);
    rate(games, seed);
}

/// Hills, woods and water around some centres.
fn drawn(size: u8, seed: u64) -> Map {
    let mut rng = Rng::with_seed(seed);
    let mut cells = vec![Cell::OPEN; usize::from(size) * usize::from(size)];
    let place = |hex: Hex| usize::from(hex.column) * usize::from(size) + usize::from(hex.row);
    for _ in 0..u32::from(size) * u32::from(size) / 40 {
        let centre = Hex::new(rng.u8(0..size), rng.u8(0..size));
        let (radius, kind) = (rng.u8(1..4), rng.u8(0..8));
        for column in 0..size {
            for row in 0..size {
                let hex = Hex::new(column, row);
                let distance = hex.distance(centre);
                if distance > radius {
                    continue;
                }
                let cell = &mut cells[place(hex)];
                match kind {
                    0..3 if cell.level >= 0 => cell.level = cell.level.max(i16::from(radius + 1 - distance)),
                    3..6 if cell.level >= 0 => {
                        let heavy = distance == 0 || rng.u8(0..4) == 0;
                        cell.object = Some(if heavy { Object::HeavyWoods } else { Object::LightWoods });
                    }
                    6 => {
                        let level = -i16::from((radius + 1 - distance).div_ceil(2));
                        *cell = Cell { level, terrain: Terrain::Water, ..Cell::OPEN };
                    }
                    _ => {}
                }
            }
        }
    }
    Map::new(size, size, cells).expect("as many hexes as it says")
}

/// A game of all against all, each decision timed.
fn phases(mechs: usize, size: u8, turns: u32, seed: u64) {
    let definitions = (0..mechs).map(|mech| mech_of(MECHS[mech % MECHS.len()].name).expect("it is ours")).collect();
    let options = Options { turns, ..Options::default() };
    let mut battle =
        Battle::new(drawn(size, seed), Settings::default(), definitions, None, options, seed).expect("there is room");
    let mut players: Vec<Player> = (0..mechs).map(|_| Player::new(Style::Strong)).collect();
    let mut clocks = [[Clock::default(); 5]; 2];
    let mut seen = battle.view(0);
    while battle.outcome().is_none() {
        battle.begin_turn();
        for phase in Phase::ALL {
            for mech in battle.order(phase) {
                if !battle.calls(mech, phase) {
                    continue;
                }
                battle.view_into(mech, &mut seen);
                let began = Instant::now();
                let action = players[mech].decide(&seen, mech, phase, &|| false);
                clocks[0][phase as usize].add(began.elapsed());
                let began = Instant::now();
                let mut started = Player::new(Style::Strong);
                started.memory.clone_from(&players[mech].memory);
                std::hint::black_box(started.decide(&seen, mech, phase, &|| false));
                drop(started);
                clocks[1][phase as usize].add(began.elapsed());
                let _ = battle.apply(mech, &action);
            }
            battle.finish();
        }
    }
    println!("{mechs} mechs on {size} × {size} hexes, {} turns:", battle.turn());
    for (name, clocks) in ["goes on", "started anew"].into_iter().zip(clocks) {
        for phase in Phase::ALL {
            println!("  {name:13} {:13} {}", phase.word(), clocks[phase as usize].line());
        }
    }
}

/// Games for two between strong players, one after the other.
fn rate(games: u64, seed: u64) {
    let (mut turns, mut decided) = (0, 0);
    let mut rng = Rng::with_seed(seed);
    let mut pick = |many: usize| usize::try_from(rng.u64(0..many as u64)).expect("few");
    let began = Instant::now();
    for number in 0..games {
        let mechs = (0..2).map(|_| mech_of(MECHS[pick(MECHS.len())].name).expect("it is ours")).collect();
        let map = map_of(MAPS[pick(MAPS.len())].name).expect("it is ours");
        let mut battle =
            Battle::new(map, Settings::default(), mechs, None, Options::default(), number).expect("there is room");
        let mut players = [Player::new(Style::Strong), Player::new(Style::Strong)];
        let mut seen = battle.view(0);
        while battle.outcome().is_none() {
            battle.begin_turn();
            for phase in Phase::ALL {
                for mech in battle.order(phase) {
                    if battle.calls(mech, phase) {
                        battle.view_into(mech, &mut seen);
                        let action = players[mech].decide(&seen, mech, phase, &|| false);
                        let _ = battle.apply(mech, &action);
                    }
                }
                battle.finish();
            }
        }
        turns += battle.turn();
        decided += u32::from(battle.outcome().is_some_and(|outcome| !outcome.limit));
    }
    let took = began.elapsed().as_secs_f64();
    println!(
        "{games} games for two, {decided} of them decided before the limit: {:.1} games/s, {:.0} turns/s",
        games as f64 / took,
        f64::from(turns) / took
    );
}
