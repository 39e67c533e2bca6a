//! Vindinium as matches play it. At tables it is played in the arena, which has a protocol of its own.

use crate::board::{Board, Dir, HEROES};
use crate::bot::Player as Mover;
use crate::hero::{Hero, NAME};
use crate::kind::Kind;
use crate::map::{Map, tiles_text};
use crate::notation;
use crate::rules::{NORMAL_TURNS, Order, State};
use crate::{generator, positions, recording};
use boardbots_base::invalid::InputError;
use boardbots_game::game::{Game, Matches, Offer, Programs, Terms, Usage};
use boardbots_game::listed::{Listed, Measured, Page, Practice, Scale};
use boardbots_game::parameters::Parameters;
use boardbots_game::player::{Begin, DecisionError, Player, Think};
use boardbots_game::recording::Recordings;
use boardbots_game::setup::{Setup, Start};
use boardbots_game::spec::Spec;
use boardbots_game::state::{Answer, Choice, Ending, Fault, GameState, Log, Outcome, Seat};
use boardbots_game::terminal::Terminal;
use boardbots_search::best_reply::MAX_DEPTH;
use fastrand::Rng;
use serde_json::Value;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Vindinium.
pub struct Vindinium;

/// A step as a choice.
#[must_use]
pub const fn choice(dir: Dir) -> Choice {
    Choice(dir as u16)
}

/// The step of a choice.
fn dir(choice: Choice) -> Option<Dir> {
    Dir::ALL.get(usize::from(choice.0)).copied()
}

/// The letter of an order in records.
const fn letter(order: Order) -> char {
    match order {
        Order::Go(Dir::Stay) => '.',
        Order::Go(Dir::North) => 'n',
        Order::Go(Dir::South) => 's',
        Order::Go(Dir::East) => 'e',
        Order::Go(Dir::West) => 'w',
        Order::Crash => 'x',
    }
}

/// The order of an answer.
fn order(answer: Answer<'_>) -> Option<Order> {
    match answer {
        Answer::Choice(choice) => dir(choice).map(Order::Go),
        Answer::Forfeit => Some(Order::Crash),
        Answer::Text(_) => None,
    }
}

/// The map of a seed.
fn map(seed: u64) -> Result<Map, InputError> {
    let mut rng = Rng::with_seed(seed);
    let parameters = generator::Parameters::random(&mut rng);
    generator::generate_with(parameters, &mut rng)
        .map_err(|error| InputError::new(error).at(format_args!("seed {seed}")))
}

/// A running game.
#[derive(Clone)]
pub struct Round {
    /// The board.
    pub board: Arc<Board>,
    /// The state.
    pub state: State,
}

impl GameState for Round {
    fn turn(&self) -> Option<Seat> {
        (!self.state.finished()).then(|| self.state.mover())
    }

    fn legal(&self, list: &mut Vec<Choice>) {
        if !self.state.finished() {
            list.extend(Dir::ALL.map(choice));
        }
    }

    fn play(&mut self, answer: Answer<'_>, _: &mut Log) -> Result<(), InputError> {
        let order = order(answer).ok_or("this is no step")?;
        if self.state.finished() {
            return Err("the game is over".into());
        }
        self.state.play(&self.board, order);
        // Heroes that have crashed stay where they are.
        while !self.state.finished() && self.state.heroes[self.state.mover()].crashed {
            self.state.play(&self.board, Order::Go(Dir::Stay));
        }
        Ok(())
    }

    fn forfeit(&mut self, _: &Fault, log: &mut Log) -> bool {
        self.play(Answer::Forfeit, log).is_ok()
    }

    fn parse(&self, text: &str) -> Result<Choice, InputError> {
        let found = Dir::ALL.into_iter().find(|dir| dir.to_string().eq_ignore_ascii_case(text));
        let dir =
            found.ok_or_else(|| InputError::new(format_args!("{text:?} is no step; there are {:?}", Dir::ALL)))?;
        Ok(choice(dir))
    }

    fn text(&self, answer: Answer<'_>) -> Option<String> {
        let Answer::Choice(choice) = answer else { return None };
        dir(choice).map(|dir| dir.to_string())
    }

    fn record(&self, answer: Answer<'_>, text: &mut String) {
        text.extend(order(answer).map(letter));
    }

    fn recorded<'a>(&self, text: &'a str) -> Result<Answer<'a>, InputError> {
        let steps = Dir::ALL.map(|dir| Answer::Choice(choice(dir))).into_iter().chain([Answer::Forfeit]);
        let is_it = |answer: &Answer<'_>| order(*answer).is_some_and(|order| text.chars().eq([letter(order)]));
        steps.into_iter().find(is_it).ok_or_else(|| InputError::new(format_args!("\"{text}\" is no step")))
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.state.finished() {
            return None;
        }
        let gold = || self.state.heroes.iter().map(|hero| hero.gold);
        let place = |own: u32| 1 + u8::try_from(gold().filter(|other| *other > own).count()).unwrap_or(0);
        let places: Vec<u8> = gold().map(place).collect();
        Some(Outcome {
            winners: (0..places.len()).filter(|seat| places[*seat] == 1).collect(),
            places,
            scores: gold().map(i64::from).collect(),
            ending: Ending::Rules,
            reason: "vindinium.turns",
        })
    }

    /// A row of the map on a line.
    fn drawing(&self) -> Vec<String> {
        let (tiles, size) = (tiles_text(&self.board, &self.state), self.board.size());
        (0..size).map(|row| tiles[2 * size * row..2 * size * (row + 1)].to_string()).collect()
    }

    fn length(&self) -> u32 {
        self.state.turn
    }

    /// The game as the protocol has it; who plays, a round does not know.
    fn view(&self, _: Option<Seat>) -> Value {
        let seats = &<[notation::Seat; HEROES]>::default();
        notation::Game { id: "", board: &self.board, state: &self.state, seats }.value()
    }

    fn copy(&self) -> Box<dyn GameState> {
        Box::new(self.clone())
    }
}

/// A bot at a seat.
struct Pilot {
    hero: Hero,
    mover: Option<Box<dyn Mover>>,
}

impl Player for Pilot {
    fn begin(&mut self, begin: &Begin<'_>) -> Result<(), DecisionError> {
        let round = begin.state.of::<Round>().ok_or_else(Fault::unfit)?;
        // A searching bot keeps its room from game to game; the others are made anew for their seed.
        if self.mover.is_none() || self.hero.kind() != Kind::Default {
            self.mover = Some(self.hero.player(begin.seed));
        }
        let mover = self.mover.as_mut().expect("just made");
        mover.begin(&round.board, begin.seat);
        Ok(())
    }

    fn decide(&mut self, state: &dyn GameState, think: Think<'_>) -> Result<Answer<'_>, DecisionError> {
        let round = state.of::<Round>().filter(|round| round.turn().is_some());
        let (mover, round) = self.mover.as_mut().zip(round).ok_or_else(Fault::unfit)?;
        Ok(Answer::Choice(choice(mover.decide(&round.state, think.stop))))
    }

    fn nodes(&self) -> u64 {
        self.mover.as_ref().map_or(0, |mover| mover.nodes())
    }
}

impl Game for Vindinium {
    fn name(&self) -> &'static str {
        NAME
    }

    fn seats(&self) -> RangeInclusive<usize> {
        HEROES..=HEROES
    }

    fn has_tables(&self) -> bool {
        false
    }

    fn offers(&self) -> Vec<Offer> {
        // They are listed from the weakest to the strongest, two by two.
        let offer = |kind: Kind| Offer {
            player: format!("{NAME}:{kind}"),
            name: kind.to_string(),
            strength: 1 + (kind as u8).div_ceil(2),
            character: kind.character().to_string(),
        };
        Kind::ALL.into_iter().rev().map(offer).collect()
    }

    fn takes_back(&self) -> bool {
        false
    }

    fn open(&self, _: &Setup) -> Result<Box<dyn GameState>, InputError> {
        Err("vindinium is played in the arena, not at tables".into())
    }

    fn player(&self, spec: &Spec, usage: Usage<'_>) -> Result<Box<dyn Player>, InputError> {
        let usual = Terms::default();
        let terms = if let Usage::Match(terms) = usage { terms } else { &usual };
        self.bot(spec, terms)
    }

    fn parameters(&self, player: &str) -> Option<Parameters> {
        player.parse().ok().map(Kind::parameters)
    }

    fn matches(&self) -> Matches {
        Matches {
            options: &["depth", "deadline", "turns", "maps", "client-ratings"],
            players: "default with depth=, parameters=FILE, threads=",
            ..Matches::PLAIN
        }
    }

    fn programs(&self) -> Programs {
        Programs::Clients
    }

    fn start(&self, start: &Start<'_>) -> Result<Box<dyn GameState>, InputError> {
        let map = map(start.number("Seed")?)?;
        let turns = i32::try_from(start.turns).unwrap_or(i32::MAX).saturating_mul(4);
        Ok(Box::new(Round { state: map.start(turns, false), board: Arc::new(map.board) }))
    }

    fn chance(&self) -> &'static str {
        "map is"
    }
}

impl Listed for Vindinium {
    const NAME: &'static str = NAME;
    const GAME: &'static Self = &Self;
    const TERMINAL: Result<&'static dyn Terminal, &'static str> = Err(
        "watch a game with boardbots demo; for a seat of your own type boardbots arena, then open http://127.0.0.1:9000/seat",
    );
    const PAGES: &'static [Page] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));
    const MEASURED: Option<&'static dyn Measured> = Some(&Self);
    const RECORDINGS: Option<Recordings> = Some(Recordings { game: recording::game, count: recording::count });
}

impl Measured for Vindinium {
    fn name(&self) -> &'static str {
        NAME
    }

    fn players(&self) -> usize {
        HEROES
    }

    fn bot(&self, spec: &Spec, terms: &Terms<'_>) -> Result<Box<dyn Player>, InputError> {
        let hero = Hero::new(spec, terms.depth, terms.files)?;
        let hero = terms.parameters.map_or(hero, |set| hero.with(set));
        Ok(Box::new(Pilot { hero, mover: None }))
    }

    fn scale(&self) -> Scale {
        Scale { unit: "rounds", bot: "default", depths: &[4, 6, 8], deep: 10, deepest: MAX_DEPTH }
    }

    fn positions(&self) -> Vec<Box<dyn GameState>> {
        let states = |game: positions::Game| {
            let board = Arc::new(game.board);
            game.states.into_iter().map(move |state| Round { board: Arc::clone(&board), state })
        };
        let all = positions::games().into_iter().flat_map(states);
        all.map(|round| Box::new(round) as Box<dyn GameState>).collect()
    }

    fn practice(&self) -> Practice {
        let others = &["miner", "hunter", "guard", "miner"];
        // Decisions are slow at some times of a game and quick at others.
        Practice { others, depth: 0, blunder: 0, opening: 1000, by_chance: false, decisions: 50 }
    }

    fn game(&self, _: Option<u8>, seed: u64) -> Box<dyn GameState> {
        let mut rng = Rng::with_seed(seed);
        let map = positions::named(positions::MAPS[usize::from(rng.u8(0..6))]);
        Box::new(Round { state: map.start(NORMAL_TURNS, false), board: Arc::new(map.board) })
    }
}
