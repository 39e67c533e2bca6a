//! How strong the players of the games for two are: matches over openings that both sides
//! play, and a line of wins, draws and losses.
//!
//! `cargo bench --bench duels -- --game desconecta4 --players strong:12,course:8 --games 200`
//!
//! A player is a judge and a depth. Openings are those of `boardbots match`: in Desconecta4-BOOM eight
//! random plies after which nobody has lost, nor must lose soon; in TRON a random map, and who begins. As many games run at once as `RAYON_NUM_THREADS` says, or as cores are there. Options:
//!
//! - `--game NAME`: `desconecta4` or `tron`
//! - `--players A,B`: judge and depth of both, as in `strong:8`
//! - `--games N` (an even number), `--seed S` of the openings
//! - `--sizes A-B`: rows and columns of the maps of TRON
//! - `--verbose`: every game

#![allow(clippy::cast_precision_loss, missing_docs)]

use boardbots::games::colour::Colour;
use boardbots::games::desconecta4::rules::Position as Desconecta4;
use boardbots::games::duel::Bot;
use boardbots::games::referee::{Drawn, Referee};
use boardbots::games::tron::rules::Position as Tron;
use boardbots::matches::contest::opening::{Contested, Openings, begin};
use boardbots::search::alpha_beta::{Limits, Options};
use rayon::prelude::*;
use std::time::{Duration, Instant};

struct Plan {
    players: [(String, u8); 2],
    games: u64,
    seed: u64,
    sizes: (u8, u8),
    verbose: bool,
}

/// What a player did in some games.
#[derive(Clone, Copy, Default)]
struct Clock {
    slowest: Duration,
    total: Duration,
    decisions: u32,
}

/// A game as the first of the two players sees it.
struct Record {
    won: Option<bool>,
    repeated: bool,
    plies: usize,
    clocks: [Clock; 2],
}

fn main() {
    let mut game = String::from("desconecta4");
    let mut plan = Plan {
        players: [("strong".into(), 8), ("course".into(), 8)],
        games: 20,
        seed: 1,
        sizes: (10, 20),
        verbose: false,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let mut value = || arguments.next().unwrap_or_else(|| panic!("{name} needs a value"));
        match name.as_str() {
            "--game" => game = value(),
            "--games" => plan.games = value().parse().expect("a number of games"),
            "--seed" => plan.seed = value().parse().expect("a seed"),
            "--players" => {
                let text = value();
                let (first, second) = text.split_once(',').expect("two players");
                plan.players = [first, second].map(player);
            }
            "--sizes" => {
                let text = value();
                let (least, most) = text.split_once('-').expect("two sizes");
                plan.sizes = (least.parse().expect("a size"), most.parse().expect("a size"));
            }
            "--verbose" => plan.verbose = true,
            // What cargo passes to every bench.
            "--bench" => {}
            other => panic!("no option {other}"),
        }
    }
    match game.as_str() {
        "desconecta4" => run::<Desconecta4>(&plan),
        "tron" => run::<Tron>(&plan),
        other => panic!("no game {other}"),
    }
}

/// A judge and a depth.
fn player(text: &str) -> (String, u8) {
    let (judge, depth) = text.split_once(':').expect("judge:depth");
    (judge.to_string(), depth.parse().expect("a depth"))
}

fn run<D: Contested>(plan: &Plan) {
    for (judge, _) in &plan.players {
        assert!(D::JUDGES.contains(&judge.as_str()), "{} has no judge {judge}; there are {:?}", D::NAME, D::JUDGES);
    }
    let openings = Openings { sizes: plan.sizes, ..Openings::default() };
    let start =
        |seed: u64| begin::<D>(&D::opening(seed, &openings)).expect("an opening of the game").position().clone();
    let numbers: Vec<u64> = (0..plan.games).collect();
    let games: Vec<Record> = numbers
        .into_par_iter()
        .with_max_len(1)
        .map(|number| {
            let first = Colour::ALL[usize::from(number % 2 == 1)];
            let record = play(plan, first, start(plan.seed * 1_000_000 + number / 2));
            if plan.verbose {
                println!("game {number}: first {first}, won {:?}, {} plies", record.won, record.plies);
            }
            record
        })
        .collect();
    let [(first, first_depth), (second, second_depth)] = &plan.players;
    let count = |won| games.iter().filter(|game| game.won == won).count();
    let (won, drawn, lost) = (count(Some(true)), count(None), count(Some(false)));
    let total = games.len().max(1) as f64;
    println!(
        "{}: {first} at depth {first_depth} against {second} at depth {second_depth}: {won} won, {drawn} drawn \
         ({} by repetition), {lost} lost: {:.1} %, {:.0} plies a game",
        D::NAME,
        games.iter().filter(|game| game.repeated).count(),
        100.0 * (won as f64 + drawn as f64 / 2.0) / total,
        games.iter().map(|game| game.plies).sum::<usize>() as f64 / total,
    );
    for (side, (judge, depth)) in plan.players.iter().enumerate() {
        let clocks = games.iter().map(|game| game.clocks[side]);
        let decisions: u32 = clocks.clone().map(|clock| clock.decisions).sum();
        let mean = clocks.clone().map(|clock| clock.total).sum::<Duration>() / decisions.max(1);
        let slowest = clocks.map(|clock| clock.slowest).max().unwrap_or_default();
        println!("  {judge} at depth {depth}: {decisions} decisions, mean {mean:.2?}, slowest {slowest:.2?}");
    }
}

/// A match in which the first player has this colour.
fn play<D: Contested>(plan: &Plan, first: Colour, start: D) -> Record {
    let mut bots: [Box<dyn Bot<D>>; 2] =
        [0, 1].map(|side: usize| D::bot(&plan.players[side].0, Options::default()).expect("a judge of the game"));
    let mut clocks = [Clock::default(); 2];
    let mut referee = Referee::new(start);
    let verdict = loop {
        if let Some(verdict) = referee.verdict() {
            break verdict;
        }
        let side = usize::from(referee.position().turn() != first);
        let limits = Limits { depth: plan.players[side].1, stop: &|| false };
        let began = Instant::now();
        let outcome = bots[side].think(referee.position(), referee.keys(), limits, &mut |_| ());
        let took = began.elapsed();
        let clock = &mut clocks[side];
        *clock = Clock { slowest: clock.slowest.max(took), total: clock.total + took, decisions: clock.decisions + 1 };
        referee.play(outcome.best().expect("the game goes on"));
    };
    Record {
        won: verdict.winner.map(|winner| winner == first),
        repeated: verdict.drawn == Some(Drawn::Repetition),
        plies: referee.plies(),
        clocks,
    }
}
