//! How strong players are: whole games in this process, and a table of places and gold.
//!
//! `cargo bench --bench strength -- --games 100 --bots default,miner,miner,miner`
//!
//! Maps come from the generator by seed; the players take turns in the seats. As many games
//! run at once as `RAYON_NUM_THREADS` says (or cores are there): more than cores show how
//! decisions fare on a crowded board. Options:
//!
//! - `--games N`, `--seed S` of the first game, `--turns N` (own moves)
//! - `--size N`: maps of this size only, 10 to 28
//! - `--bots A,B,C,D`: names of players; the searching one takes its depth and the constants
//!   of its evaluation, as in `default:depth=5:hold=40`, and plays in a team with
//!   `default:captain` and up to two of `default:helper`
//! - `--verbose`: every game
//! - `--quick`: two short games

#![allow(clippy::cast_precision_loss, missing_docs)]

use boardbots_game::parameters::Constants;
use boardbots_vindinium::board::HEROES;
use boardbots_vindinium::bot::{Bot, Options, Player};
use boardbots_vindinium::eval::Weights;
use boardbots_vindinium::generator::{self, Parameters};
use boardbots_vindinium::kind::Kind;
use boardbots_vindinium::map::Map;
use boardbots_vindinium::rules::Order;
use boardbots_vindinium::team::Alliance;
use rayon::prelude::*;
use std::time::{Duration, Instant};

/// What the words of a player of a team end with.
const CAPTAIN: &str = "captain";
const HELPER: &str = "helper";

#[derive(Clone, Copy)]
struct Seat {
    gold: u32,
    slowest: Duration,
    total: Duration,
}

/// The name under which a player of these words sits at the table: a team knows its own by it.
fn name(spec: &str) -> &str {
    spec.split(':').find(|part| [CAPTAIN, HELPER].contains(part)).unwrap_or(spec)
}

/// A kind's name, or `default:hold=40:depth=5`.
fn player(spec: &str, seed: u64) -> Box<dyn Player> {
    let mut parts = spec.split(':');
    let kind: Kind = parts.next().unwrap_or("").parse().unwrap_or_else(|e| panic!("{e}"));
    if kind != Kind::Default {
        return kind.player(seed);
    }
    let mut options = Options::default();
    let mut parameters = kind.parameters();
    let mut alliance = None;
    for part in parts {
        if part == name(spec) {
            alliance = Some(Alliance { names: vec![CAPTAIN.into(), HELPER.into()], captain: Some(CAPTAIN.into()) });
            continue;
        }
        let (name, value) = part.split_once('=').expect("name=value");
        if name == "depth" {
            options.depth = value.parse().expect("a depth");
        } else {
            parameters.set_text(name, value).unwrap_or_else(|e| panic!("{e}"));
        }
    }
    options.weights = Weights::of(&parameters).expect("the searching player's");
    Box::new(Bot::new(options).allied(alliance))
}

fn map(seed: u64, size: Option<u8>) -> Map {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut parameters = Parameters::random(&mut rng);
    parameters.size = size.unwrap_or(parameters.size);
    generator::generate_with(parameters, &mut rng).expect("a map")
}

fn game(specs: &[String; HEROES], seed: u64, turns: i32, size: Option<u8>) -> [Seat; HEROES] {
    let map = map(seed, size);
    let shift = usize::try_from(seed % 4).expect("below 4");
    let seat_of = |player: usize| (player + shift) % HEROES;
    let mut players: Vec<Box<dyn Player>> =
        (0..HEROES).map(|hero| player(&specs[(hero + HEROES - shift) % HEROES], seed * 4 + hero as u64)).collect();
    let names = std::array::from_fn(|hero| name(&specs[(hero + HEROES - shift) % HEROES]));
    for (hero, player) in players.iter_mut().enumerate() {
        player.begin(&map.board, hero);
        player.meet(names);
    }
    let mut times = [(Duration::ZERO, Duration::ZERO); HEROES];
    let mut state = map.start(4 * turns, false);
    while !state.finished() {
        let mover = state.mover();
        let clock = Instant::now();
        let dir = players[mover].decide(&state, &|| false);
        let took = clock.elapsed();
        times[mover] = (times[mover].0.max(took), times[mover].1 + took);
        state.play(&map.board, Order::Go(dir));
    }
    std::array::from_fn(|player| {
        let seat = seat_of(player);
        Seat { gold: state.heroes[seat].gold, slowest: times[seat].0, total: times[seat].1 }
    })
}

fn main() {
    let (mut games, mut seed, mut turns) = (20, 1, 300);
    let mut bots = "default,miner,miner,miner".to_string();
    let mut args = std::env::args().skip(1).filter(|a| a != "--bench");
    let (mut verbose, mut size) = (false, None);
    while let Some(arg) = args.next() {
        if arg == "--verbose" {
            verbose = true;
            continue;
        }
        if arg == "--quick" {
            (games, turns) = (2, 25);
            continue;
        }
        let value = args.next().unwrap_or_else(|| panic!("{arg} needs a value"));
        match arg.as_str() {
            "--games" => games = value.parse().expect("a number"),
            "--seed" => seed = value.parse().expect("a number"),
            "--turns" => turns = value.parse().expect("a number"),
            "--size" => size = Some(value.parse().expect("a number")),
            "--bots" => bots = value,
            other => panic!("no option {other}"),
        }
    }
    let specs: Vec<String> = bots.split(',').map(ToString::to_string).collect();
    let specs: [String; HEROES] = specs.try_into().expect("four bots");
    let clock = Instant::now();
    let results: Vec<[Seat; HEROES]> =
        (seed..seed + games).into_par_iter().map(|s| game(&specs, s, turns, size)).collect();
    if verbose {
        for (s, result) in (seed..).zip(&results) {
            let map = map(s, size);
            let first = result[1..].iter().all(|o| o.gold < result[0].gold);
            println!("{s}: {:?} {:?} {}", map.board, result.map(|r| r.gold), if first { "" } else { "LOST" });
        }
    }
    println!("{games} games in {:.1} s", clock.elapsed().as_secs_f64());
    println!(
        "{:<28} {:>7} {:>7} {:>7} {:>9} {:>10} {:>9}",
        "player", "first", "shared", "place", "gold", "slowest ms", "mean ms"
    );
    for (player, spec) in specs.iter().enumerate() {
        let (mut first, mut shared, mut place, mut gold) = (0, 0, 0.0, 0u64);
        let (mut slowest, mut total) = (Duration::ZERO, Duration::ZERO);
        for result in &results {
            let own = result[player];
            let better = result.iter().filter(|o| o.gold > own.gold).count();
            let equal = result.iter().filter(|o| o.gold == own.gold).count();
            first += usize::from(better == 0 && equal == 1);
            shared += usize::from(better == 0 && equal > 1);
            place += 1.0 + better as f64 + (equal - 1) as f64 / 2.0;
            gold += u64::from(own.gold);
            slowest = slowest.max(own.slowest);
            total += own.total;
        }
        let n = results.len() as f64;
        println!(
            "{spec:<28} {:>6.1}% {:>6.1}% {:>7.2} {:>9.1} {:>10.1} {:>9.3}",
            100.0 * first as f64 / n,
            100.0 * shared as f64 / n,
            place / n,
            gold as f64 / n,
            slowest.as_secs_f64() * 1e3,
            total.as_secs_f64() * 1e3 / n / f64::from(turns)
        );
    }
}
