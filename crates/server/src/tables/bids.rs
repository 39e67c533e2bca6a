//! A small game for tests in which something is declared before it is revealed: both name a
//! number from 1 to 9, and see the other's when both have; the higher sum of three rounds wins.

use boardbots_game::game::{Game, Match, Offer, Outcome, Player, Seat, Setup, Thought};
use boardbots_game::spec::Spec;
use serde_json::{Value, json};
use std::ops::RangeInclusive;

/// Rounds of a match.
const ROUNDS: usize = 3;

pub struct Bids;

#[derive(Clone)]
struct Auction {
    declared: Option<u8>,
    revealed: Vec<[u8; 2]>,
}

impl Game for Bids {
    fn name(&self) -> &'static str {
        "bids"
    }

    fn seats(&self) -> RangeInclusive<usize> {
        2..=2
    }

    fn bots(&self) -> Vec<Offer> {
        Vec::new()
    }

    fn options(&self) -> Value {
        json!([])
    }

    fn takes_back(&self) -> bool {
        false
    }

    fn evaluates(&self) -> bool {
        false
    }

    fn bot(&self, spec: &Spec) -> Result<(), String> {
        Err(format!("{spec} does not bid"))
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn Match>, String> {
        assert!(setup.players.iter().all(|player| *player == Player::Person));
        Ok(Box::new(Auction { declared: None, revealed: Vec::new() }))
    }
}

impl Match for Auction {
    fn asked(&self) -> Option<Seat> {
        (self.revealed.len() < ROUNDS).then_some(usize::from(self.declared.is_some()))
    }

    fn view(&self, _: Option<Seat>) -> Value {
        json!({ "revealed": self.revealed })
    }

    fn choices(&self) -> Value {
        (1..=9).map(|bid| json!({ "choice": bid.to_string() })).collect()
    }

    fn play(&mut self, choice: &str) -> Result<Vec<Value>, String> {
        let bid = choice.parse().ok().filter(|bid| (1..=9).contains(bid)).ok_or("bid 1 to 9")?;
        let Some(first) = self.declared.take() else {
            self.declared = Some(bid);
            return Ok(Vec::new());
        };
        self.revealed.push([first, bid]);
        Ok(vec![json!({ "kind": "revealed", "bids": [first, bid] })])
    }

    fn veiled(&self) -> usize {
        usize::from(self.declared.is_some())
    }

    fn outcome(&self) -> Option<Outcome> {
        let sum = |seat: Seat| self.revealed.iter().map(|bids| u32::from(bids[seat])).sum::<u32>();
        let winner = usize::from(sum(1) > sum(0));
        let places = if winner == 0 { vec![1, 2] } else { vec![2, 1] };
        (self.revealed.len() == ROUNDS).then(|| Outcome { winners: vec![winner], places, reason: "bids.sum" })
    }

    fn copy(&self) -> Box<dyn Match> {
        Box::new(self.clone())
    }

    fn think(&mut self, _: &Spec, _: &(dyn Fn() -> bool + Sync)) -> Option<Thought> {
        None
    }

    fn evaluate(&mut self, _: &(dyn Fn() -> bool + Sync)) -> Option<i16> {
        None
    }
}
