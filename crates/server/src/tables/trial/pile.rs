//! A game for tests of tables, which counts how often it says its choices, and has a bot that takes all its time:
//! players take one to three stones of a heap, whose size is left to chance; the
//! player who takes the last one wins.

use crate::tables::playthrough::{self, Playthrough};
use crate::tables::store::{Chair, StoredTable};
use crate::tokens::hash;
use boardbots_base::invalid::InputError;
use boardbots_game::game::{Analysis, Analyst, Game, Offer, Programs, Usage, Worth};
use boardbots_game::options::{GameOption, Settings};
use boardbots_game::player::{DecisionError, Player, Stop, Think};
use boardbots_game::setup::{Occupant, Setup, Start};
use boardbots_game::spec::{Kind, Spec};
use boardbots_game::state::{Answer, Choice, Ending, GameState, Log, Outcome, Seat};
use serde_json::{Map, Value, json};
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The bots are named as those of a game that matches know.
const USUAL: &str = "tron:strong";

pub struct Pile;

/// A match of two people with this seed.
pub fn playthrough(seed: u64) -> Playthrough {
    let options = Settings::usual(&Pile.options());
    let names = vec![String::new(), String::new()];
    let setup = Setup { options, seed, occupants: vec![Occupant::Person; 2], names };
    Playthrough::open(&Pile, playthrough::Beginning { setup, shown: None }).expect("a match")
}

/// A table of two people with these choices, as it is kept.
pub fn kept(seed: u64, choices: Vec<playthrough::MadeChoice>) -> StoredTable {
    let chair = |name: &str| Chair {
        kind: "human",
        player: None,
        name: name.into(),
        token: None,
        invitation: None,
        owner: None,
    };
    StoredTable {
        id: "nimble".into(),
        game: Pile.name().into(),
        options: Map::new(),
        seed,
        claim: hash(&[], "claim"),
        created: 0,
        ended: None,
        chairs: ["Ada", "Eve"].map(chair).to_vec(),
        choices,
        maker: None,
        reduced: false,
    }
}

#[derive(Clone)]
struct Heap {
    stones: u64,
    asked: Seat,
    /// How often it was said what can be chosen.
    said: Arc<AtomicU64>,
}

impl Game for Pile {
    fn name(&self) -> &'static str {
        "pile"
    }

    fn title(&self) -> &'static str {
        "Pile"
    }

    fn rules(&self) -> &'static str {
        "Take one to three stones in turn. The player who takes the last one wins."
    }

    fn seats(&self) -> RangeInclusive<usize> {
        2..=2
    }

    fn offers(&self) -> Vec<Offer> {
        vec![Offer { player: USUAL.into(), name: "Strong".into(), strength: 5, character: String::new() }]
    }

    fn options(&self) -> Vec<GameOption> {
        vec![
            GameOption::number("most", 20_u64, &(10..=1000)),
            GameOption::word("colour", "red", &["red", "blue"]),
            GameOption::flag("loud", false),
        ]
    }

    fn takes_back(&self) -> bool {
        true
    }

    fn evaluates(&self) -> bool {
        true
    }

    fn player(&self, spec: &Spec, _: Usage<'_>) -> Result<Box<dyn Player>, InputError> {
        match &spec.kind {
            Kind::House { name, .. } if name == "strong" || name == "slow" => {
                Ok(Box::new(Taker { slow: name == "slow" }))
            }
            _ => Err(InputError::new(format_args!("{spec} does not play pile"))),
        }
    }

    fn programs(&self) -> Programs {
        Programs::None("programs do not play this game")
    }

    fn start(&self, _: &Start<'_>) -> Result<Box<dyn GameState>, InputError> {
        Err("this game has no matches".into())
    }

    fn is_analysed(&self) -> bool {
        true
    }

    fn analyst(&self) -> Option<Box<dyn Analyst>> {
        Some(Box::new(Taker { slow: false }))
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn GameState>, InputError> {
        let most: u64 = setup.options.number("most");
        let stones = fastrand::Rng::with_seed(setup.seed).u64(9..most.max(10));
        Ok(Box::new(Heap { stones, asked: 0, said: Arc::default() }))
    }
}

impl GameState for Heap {
    fn turn(&self) -> Option<Seat> {
        (self.stones > 0).then_some(self.asked)
    }

    fn view(&self, viewer: Option<Seat>) -> Value {
        json!({ "stones": self.stones, "for": viewer })
    }

    fn choices(&self) -> Value {
        let said = self.said.fetch_add(1, Ordering::Relaxed) + 1;
        (1..=self.stones.min(3)).map(|take| json!({ "choice": take.to_string(), "said": said })).collect()
    }

    fn legal(&self, list: &mut Vec<Choice>) {
        list.extend([1, 2, 3].into_iter().zip(0..self.stones).map(|(take, _)| Choice(take)));
    }

    fn play(&mut self, answer: Answer<'_>, log: &mut Log) -> Result<(), InputError> {
        self.play_text(&self.text(answer).unwrap_or_default(), log)
    }

    fn text(&self, answer: Answer<'_>) -> Option<String> {
        if let Answer::Choice(Choice(take)) = answer { Some(take.to_string()) } else { None }
    }

    fn parse(&self, text: &str) -> Result<Choice, InputError> {
        text.parse().ok().map(Choice).ok_or_else(|| "take one to three stones".into())
    }

    fn play_text(&mut self, choice: &str, log: &mut Log) -> Result<(), InputError> {
        let take = choice.parse().ok().filter(|take| (1..=self.stones.min(3)).contains(take));
        let take = take.ok_or_else(|| format!("{choice:?}: take one to three stones"))?;
        self.stones -= take;
        self.asked = 1 - self.asked;
        self.said = Arc::default();
        log.extend(|| [json!({ "kind": "taken", "stones": take })]);
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = 1 - self.asked;
        let places = if winner == 0 { vec![1, 2] } else { vec![2, 1] };
        (self.stones == 0).then(|| Outcome {
            winners: vec![winner],
            places,
            scores: Vec::new(),
            ending: Ending::Rules,
            reason: "pile.empty",
        })
    }

    fn copy(&self) -> Box<dyn GameState> {
        Box::new(self.clone())
    }
}

/// A bot that leaves a multiple of four stones.
struct Taker {
    /// Whether it uses all the time there is.
    slow: bool,
}

impl Player for Taker {
    fn decide(&mut self, state: &dyn GameState, think: Think<'_>) -> Result<Answer<'_>, DecisionError> {
        while self.slow && !(think.stop)() {
            std::thread::yield_now();
        }
        let heap = state.of::<Heap>().expect("a heap");
        let take = u16::try_from((heap.stones % 4).max(1)).expect("at most 3");
        Ok(Answer::Choice(Choice(take)))
    }
}

impl Analyst for Taker {
    fn analyse(&mut self, state: &dyn GameState, choice: Option<&str>, _: Stop<'_>) -> Option<Analysis> {
        let stones = state.of::<Heap>()?.stones;
        let worth = |take: u64| Worth::about(if (stones - take).is_multiple_of(4) { 1000 } else { -1000 });
        let best = (stones % 4).max(1);
        let (value, made) = (worth(best), worth(choice.map_or(Ok(best), str::parse).ok()?));
        let (lost, best, chances) = (value.value - made.value, best.to_string(), Vec::new());
        Some(Analysis { best, value, made, lost, chances, note: json!({ "value": 0 }), why: String::new() })
    }
}
