//! A small game for tests: take one to three stones of a heap, whose size is left to chance; who
//! takes the last one wins.

use super::course::Course;
use boardbots_game::game::{Game, Match, Offer, Outcome, Player, Seat, Setup, Thought};
use boardbots_game::spec::{Kind, Spec};
use serde_json::{Map, Value, json};
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The bots are named as those of a game that matches know.
const USUAL: &str = "tron:strong";

pub struct Nim;

/// A match of two people with this seed.
pub fn course(seed: u64) -> Course {
    let options: Map<String, Value> = [("most".to_string(), json!(20))].into_iter().collect();
    let names = vec![String::new(), String::new()];
    Course::open(&Nim, Setup { options, seed, players: vec![Player::Person; 2], names }).expect("a match")
}

#[derive(Clone)]
struct Heap {
    stones: u64,
    asked: Seat,
    /// How often it was said what can be chosen.
    said: Arc<AtomicU64>,
}

impl Game for Nim {
    fn name(&self) -> &'static str {
        "nim"
    }

    fn seats(&self) -> RangeInclusive<usize> {
        2..=2
    }

    fn bots(&self) -> Vec<Offer> {
        vec![Offer { player: USUAL.into(), name: "Strong".into() }]
    }

    fn options(&self) -> Value {
        json!([
            { "key": "most", "kind": "number", "min": 10, "max": 1000, "default": 20 },
            { "key": "colour", "kind": "choice", "values": ["red", "blue"], "default": "red" },
            { "key": "loud", "kind": "flag", "default": false },
        ])
    }

    fn takes_back(&self) -> bool {
        true
    }

    fn evaluates(&self) -> bool {
        true
    }

    fn bot(&self, spec: &Spec) -> Result<(), String> {
        match &spec.kind {
            Kind::House { name, .. } if name == "strong" || name == "slow" => Ok(()),
            _ => Err(format!("{spec} does not play nim")),
        }
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn Match>, String> {
        let most = setup.options.get("most").and_then(Value::as_u64).ok_or("most is missing")?;
        let stones = fastrand::Rng::with_seed(setup.seed).u64(9..most.max(10));
        Ok(Box::new(Heap { stones, asked: 0, said: Arc::default() }))
    }
}

impl Match for Heap {
    fn asked(&self) -> Option<Seat> {
        (self.stones > 0).then_some(self.asked)
    }

    fn view(&self, viewer: Option<Seat>) -> Value {
        json!({ "stones": self.stones, "for": viewer })
    }

    fn choices(&self) -> Value {
        let said = self.said.fetch_add(1, Ordering::Relaxed) + 1;
        (1..=self.stones.min(3)).map(|take| json!({ "choice": take.to_string(), "said": said })).collect()
    }

    fn play(&mut self, choice: &str) -> Result<Vec<Value>, String> {
        let take = choice.parse().ok().filter(|take| (1..=self.stones.min(3)).contains(take));
        let take = take.ok_or_else(|| format!("{choice:?}: take one to three stones"))?;
        self.stones -= take;
        self.asked = 1 - self.asked;
        self.said = Arc::default();
        Ok(vec![json!({ "kind": "taken", "stones": take })])
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = 1 - self.asked;
        let places = if winner == 0 { vec![1, 2] } else { vec![2, 1] };
        (self.stones == 0).then(|| Outcome { winners: vec![winner], places, reason: "nim.empty" })
    }

    fn copy(&self) -> Box<dyn Match> {
        Box::new(self.clone())
    }

    fn think(&mut self, bot: &Spec, stop: &(dyn Fn() -> bool + Sync)) -> Option<Thought> {
        // The slow one takes all the time there is.
        while matches!(&bot.kind, Kind::House { name, .. } if name == "slow") && !stop() {
            std::thread::yield_now();
        }
        Some(Thought { choice: (self.stones % 4).max(1).to_string(), note: json!({ "value": 0 }) })
    }

    fn evaluate(&mut self, _stop: &(dyn Fn() -> bool + Sync)) -> Option<i16> {
        let good = !self.stones.is_multiple_of(4);
        Some(if good == (self.asked == 0) { 1000 } else { -1000 })
    }
}
