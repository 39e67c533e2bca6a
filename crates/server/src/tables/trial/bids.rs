//! A small game for tests in which something is declared before it is revealed: both name a
//! number from 1 to 9, and see the other's when both have; the higher sum of three rounds wins.

use boardbots_base::invalid::InputError;
use boardbots_game::game::{Game, Offer, Programs, Usage};
use boardbots_game::player::Player;
use boardbots_game::setup::{Occupant, Setup, Start};
use boardbots_game::spec::Spec;
use boardbots_game::state::{Answer, Choice, Ending, GameState, Log, Outcome, Seat};
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

    fn offers(&self) -> Vec<Offer> {
        Vec::new()
    }

    fn takes_back(&self) -> bool {
        false
    }

    fn evaluates(&self) -> bool {
        false
    }

    fn player(&self, spec: &Spec, _: Usage<'_>) -> Result<Box<dyn Player>, InputError> {
        Err(InputError::new(format_args!("{spec} does not bid")))
    }

    fn programs(&self) -> Programs {
        Programs::None("programs do not play this game")
    }

    fn start(&self, _: &Start<'_>) -> Result<Box<dyn GameState>, InputError> {
        Err("this game has no matches".into())
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn GameState>, InputError> {
        assert!(setup.occupants.iter().all(|occupant| *occupant == Occupant::Person));
        Ok(Box::new(Auction { declared: None, revealed: Vec::new() }))
    }
}

impl GameState for Auction {
    fn turn(&self) -> Option<Seat> {
        (self.revealed.len() < ROUNDS).then_some(usize::from(self.declared.is_some()))
    }

    fn view(&self, _: Option<Seat>) -> Value {
        json!({ "revealed": self.revealed })
    }

    fn choices(&self) -> Value {
        (1..=9).map(|bid| json!({ "choice": bid.to_string() })).collect()
    }

    fn legal(&self, list: &mut Vec<Choice>) {
        list.extend((1..=9).map(Choice));
    }

    fn play(&mut self, answer: Answer<'_>, log: &mut Log) -> Result<(), InputError> {
        self.play_text(&self.text(answer).unwrap_or_default(), log)
    }

    fn text(&self, answer: Answer<'_>) -> Option<String> {
        if let Answer::Choice(Choice(bid)) = answer { Some(bid.to_string()) } else { None }
    }

    fn parse(&self, text: &str) -> Result<Choice, InputError> {
        text.parse().ok().map(Choice).ok_or_else(|| "bid 1 to 9".into())
    }

    fn play_text(&mut self, text: &str, log: &mut Log) -> Result<(), InputError> {
        let bid = text.parse().ok().filter(|bid| (1..=9).contains(bid)).ok_or("bid 1 to 9")?;
        let Some(first) = self.declared.take() else {
            self.declared = Some(bid);
            return Ok(());
        };
        self.revealed.push([first, bid]);
        log.extend(|| [json!({ "kind": "revealed", "bids": [first, bid] })]);
        Ok(())
    }

    fn veiled(&self) -> usize {
        usize::from(self.declared.is_some())
    }

    fn outcome(&self) -> Option<Outcome> {
        let sum = |seat: Seat| self.revealed.iter().map(|bids| u32::from(bids[seat])).sum::<u32>();
        let winner = usize::from(sum(1) > sum(0));
        let places = if winner == 0 { vec![1, 2] } else { vec![2, 1] };
        (self.revealed.len() == ROUNDS).then(|| Outcome {
            winners: vec![winner],
            places,
            scores: Vec::new(),
            ending: Ending::Rules,
            reason: "bids.sum",
        })
    }

    fn copy(&self) -> Box<dyn GameState> {
        Box::new(self.clone())
    }
}
