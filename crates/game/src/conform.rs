//! Conformance tests for all games: each game's own tests call [`conform`].
//!
//! [`conform`] plays random games and games between the game's own bots, and panics at the first violation.

use crate::engine::Engine;
use crate::game::{Game, Terms, Usage};
use crate::listed::{Listed, Measured};
use crate::options::Settings;
use crate::player::{Begin, Player, Think, advise};
use crate::setup::{Occupant, Openings, Setup, Start};
use crate::spec::Spec;
use crate::state::{Answer, Choice, GameState, Log, Outcome, Seat, split};
use fastrand::Rng;
use serde_json::Value;
use std::collections::BTreeSet;

/// Choices of a game at most.
const MOST: usize = 300;
/// Choices of a game that lasts long.
const MOST_LONG: usize = 60;
/// A text that is a choice in no game.
const NONSENSE: &str = "no such choice";

/// All that can be asked of a state, for every seat and for a spectator.
#[derive(Clone, Debug, PartialEq)]
struct Seen {
    turn: Option<Seat>,
    views: Vec<Value>,
    choices: Value,
    legal: Vec<Choice>,
    outcome: Option<Outcome>,
    history: Option<String>,
    position: Option<String>,
}

impl Seen {
    fn of(state: &dyn GameState, seats: usize) -> Self {
        Self {
            turn: state.turn(),
            views: (0..seats).map(Some).chain([None]).map(|viewer| state.view(viewer)).collect(),
            choices: state.choices(),
            legal: state.all_legal(),
            outcome: state.outcome(),
            history: state.history(),
            position: state.position(),
        }
    }
}

/// Checks a game.
///
/// # Panics
/// Something does not hold.
pub fn conform<G: Listed>() {
    let game: &dyn Game = G::GAME;
    identity::<G>();
    let most = if game.is_long() { MOST_LONG } else { MOST };
    if game.has_tables() {
        for seats in BTreeSet::from([*game.seats().start(), *game.seats().end()]) {
            for seed in 1..=3 {
                Table { game, engine: G::ENGINE, seats, seed, most }.play();
            }
        }
    }
    chance(game);
    let bot = spec(&game.offers()[0].player);
    let once = played(game, &bot, most, &|| 0);
    assert_eq!(played(game, &bot, most, &|| 0), once, "the same match twice");
    for threads in [1, 3] {
        let bot = spec(&format!("{bot},threads={threads}"));
        if game.check(&bot, Usage::Match(&Terms::default())).is_ok() {
            assert_eq!(played(game, &bot, most, &|| 0), once, "the same match with {threads} threads");
        }
    }
}

/// Checks that decisions of the game's first bot do not allocate, but for the text of a choice that has no
/// number. `allocations` counts those of the whole process so far.
///
/// # Panics
/// A decision allocates.
pub fn decide_without_allocating(game: &dyn Game, allocations: &dyn Fn() -> usize) {
    let bot = spec(&game.offers()[0].player);
    let texts = played(game, &bot, MOST, allocations);
    assert!(texts.len() > game.players(), "each seat decides more than once");
}

fn spec(words: &str) -> Spec {
    words.parse().unwrap_or_else(|error| panic!("{words}: {error}"))
}

/// The game says the same about itself everywhere, and makes all bots that it offers.
fn identity<G: Listed>() {
    let game: &dyn Game = G::GAME;
    assert_eq!(game.name(), G::NAME);
    let plain = |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'-';
    assert!(G::NAME.bytes().all(plain), "{}: lower case with dashes", G::NAME);
    let goes_on = |measured: &dyn Measured| measured.positions().iter().all(|state| state.turn().is_some());
    assert!(G::MEASURED.is_none_or(|measured| measured.name() == G::NAME && goes_on(measured)));
    assert!(!game.offers().is_empty(), "a game offers at least one bot");
    for offer in game.offers() {
        let bot = spec(&offer.player);
        assert_eq!(bot.game(), Some(G::NAME));
        assert!(!game.has_tables() || game.check(&bot, Usage::Table).is_ok(), "{bot} at a table");
        assert!(game.check(&bot, Usage::Match(&Terms::default())).is_ok(), "{bot} in a match");
    }
    let wrong = spec(&format!("{}:no-such-bot", G::NAME));
    assert!(game.check(&wrong, Usage::Table).is_err() && game.parameters("no-such-bot").is_none());
    let usual = Settings::usual(&game.options());
    assert_eq!(Settings::read(&game.options(), &usual.json()), Ok(usual));
}

/// The bot that knows the rules alone decides alike in games with the same seed, and not in all games.
fn chance(game: &dyn Game) {
    let Ok(mut player) = game.player(&spec(&format!("{}:random", game.name())), Usage::Match(&Terms::default())) else {
        return;
    };
    let opening = game.opening(7, &Openings::default());
    let turns = game.matches().turns.min(20);
    let state = game.start(&Start { opening: &opening, turns, ground: None }).expect("the game can begin");
    let seat = state.turn().expect("it goes on");
    let mut decide = |seed| {
        let begin = Begin { state: state.as_ref(), seat, seed, opening: Some(&opening), names: &[] };
        player.begin(&begin).expect("it can play");
        let answer = player.decide(state.as_ref(), Think::until(&|| false)).expect("it answers");
        state.text(answer).expect("the choice is legal")
    };
    let texts = state.all_legal().into_iter().filter_map(|choice| state.text(Answer::Choice(choice))).collect();
    let made: BTreeSet<String> = (0..200).map(&mut decide).collect();
    assert!(made.len() > 1 && made.is_subset(&texts), "{made:?}");
    assert!((0..20).all(|seed| decide(seed) == decide(seed)));
}

/// A random game at a table.
struct Table {
    game: &'static dyn Game,
    engine: Option<fn() -> Box<dyn Engine>>,
    seats: usize,
    seed: u64,
    most: usize,
}

impl Table {
    fn open(&self) -> Box<dyn GameState> {
        let names = (1..=self.seats).map(|seat| format!("Player {seat}")).collect();
        let options = Settings::usual(&self.game.options());
        let occupants = vec![Occupant::Person; self.seats];
        self.game.open(&Setup { options, seed: self.seed, occupants, names }).expect("usual options are possible")
    }

    fn seen(&self, state: &dyn GameState) -> Seen {
        Seen::of(state, self.seats)
    }

    fn bot(&self) -> Box<dyn Player> {
        self.game.player(&spec(&self.game.offers()[0].player), Usage::Table).expect("an offered bot")
    }

    /// Plays a game, checks each state, and plays it again from its choices.
    fn play(&self) {
        let (mut state, mut rng, mut texts) = (self.open(), Rng::with_seed(self.seed), Vec::new());
        while state.turn().is_some() && texts.len() < self.most {
            self.bots_agree(state.as_ref());
            self.position_is_read_back(state.as_ref());
            let options = self.options(state.as_ref());
            let pick = &options[rng.usize(..options.len())];
            self.refusals_change_nothing(state.as_mut());
            self.secrets_are_kept(state.as_ref(), &options);
            let mut copy = state.copy();
            let events = copy.told(pick).unwrap_or_else(|error| panic!("{pick}: {error}"));
            assert_eq!(state.told(pick).as_ref(), Ok(&events), "a copy does the same");
            assert_eq!(self.seen(state.as_ref()), self.seen(copy.as_ref()), "a copy leads to the same");
            texts.push((pick.clone(), self.seen(state.as_ref())));
        }
        self.the_end_is_the_end(state.as_mut());
        let mut again = self.open();
        for (text, seen) in &texts {
            again.play_text(text, &mut Log::none()).expect("it was legal before");
            assert_eq!(self.seen(again.as_ref()), *seen, "the same setup and choices, the same game");
        }
    }

    /// The texts of choices: all that have one, and a bot's hint.
    fn options(&self, state: &dyn GameState) -> Vec<String> {
        let listed = state.choices();
        let listed = listed.as_array().expect("choices are a list").iter();
        let texts: Vec<String> = listed.filter_map(|choice| Some(choice["choice"].as_str()?.to_string())).collect();
        let legal = state.all_legal();
        if !legal.is_empty() {
            let parsed: Vec<Choice> = texts.iter().map(|text| state.parse(text).expect("it is offered")).collect();
            assert_eq!(parsed, legal, "choices and their numbers are the same list");
            let back: Vec<String> = legal.iter().filter_map(|choice| state.text(Answer::Choice(*choice))).collect();
            assert_eq!(back, texts, "choices parse back");
            return texts;
        }
        let advice = advise(self.bot().as_mut(), state, &|| false).expect("a bot has an answer");
        texts.into_iter().chain([advice.choice]).collect()
    }

    /// Two bots made alike decide alike, and legally.
    fn bots_agree(&self, state: &dyn GameState) {
        let [first, second] = [(); 2].map(|()| advise(self.bot().as_mut(), state, &|| false));
        assert_eq!(first, second, "equal bots decide alike");
        let choice = first.expect("a bot has an answer").choice;
        assert!(state.copy().told(&choice).is_ok(), "the bot's choice {choice} is legal");
        // An analyst looks longer than a bot.
        if state.length() == 16
            && let Some(mut analyst) = self.game.analyst()
        {
            let mut analysed = |choice: Option<&str>| analyst.analyse(state, choice, &|| false).expect("an analysis");
            let advice = analysed(None);
            assert_eq!(analysed(Some(&advice.best)), advice, "the best choice is worth what the state is worth");
            let found = analysed(Some(&choice));
            assert_eq!((&found.best, found.value), (&advice.best, advice.value), "one voice");
            assert!(found.made.value <= found.value.value && found.value.value.abs() <= 1000, "{found:?}");
        }
    }

    /// The engine takes the position as a text, and then has the same position and the same choices.
    fn position_is_read_back(&self, state: &dyn GameState) {
        let Some((text, make)) = state.position().zip(self.engine) else { return };
        let mut engine = make();
        engine.place(&format!("fen {text}")).unwrap_or_else(|error| panic!("{text}: {error}"));
        let read = engine.state();
        assert_eq!((read.position(), read.turn()), (Some(text), state.turn()), "a position is read as it is written");
        assert_eq!(state.all_legal(), read.all_legal(), "the position that was read has the same choices");
    }

    fn refusals_change_nothing(&self, state: &mut dyn GameState) {
        let before = self.seen(state);
        assert!(state.told(NONSENSE).is_err());
        assert_eq!(self.seen(state), before, "what is refused changes nothing, and looking changes nothing");
    }

    /// No other seat can distinguish two choices that are declared and not yet revealed.
    fn secrets_are_kept(&self, state: &dyn GameState, options: &[String]) {
        let mut others: Option<Vec<Value>> = None;
        for text in options {
            let mut after = state.copy();
            let events = after.told(text).expect("it is offered");
            if after.veiled() <= state.veiled() {
                continue;
            }
            assert!(events.is_empty(), "{text}: events tell nothing of what is not revealed");
            let viewers = (0..self.seats).map(Some).filter(|viewer| *viewer != state.turn()).chain([None]);
            let seen: Vec<Value> = viewers.map(|viewer| after.view(viewer)).collect();
            assert_eq!(*others.get_or_insert_with(|| seen.clone()), seen, "{text} can be seen by others");
        }
    }

    fn the_end_is_the_end(&self, state: &mut dyn GameState) {
        assert_eq!(state.turn().is_none(), state.outcome().is_some());
        let Some(outcome) = state.outcome() else { return };
        let Seen { choices, legal, .. } = self.seen(state);
        assert!(legal.is_empty() && choices.as_array().is_none_or(Vec::is_empty), "no choices after the end");
        assert!(state.told(NONSENSE).is_err());
        assert_eq!(outcome.places.len(), self.seats);
        assert!(outcome.winners.iter().all(|winner| outcome.places[*winner] == 1), "winners have the first place");
        assert!(advise(self.bot().as_mut(), state, &|| false).is_none(), "there is no advice after the end");
    }
}

/// The choices of a match between equal bots; `allocations` counts those of the process so far.
fn played(game: &dyn Game, bot: &Spec, most: usize, allocations: &dyn Fn() -> usize) -> Vec<String> {
    // Few moves, so that each seat decides more than once in short games.
    let openings = Openings { plies: 2, ..Openings::default() };
    let opening = game.opening(7, &openings);
    assert_eq!(opening, game.opening(7, &openings), "an opening follows from its seed");
    let ground = game.ground(&[]).expect("there is a usual ground");
    let turns = game.matches().turns.min(20);
    let mut state =
        game.start(&Start { opening: &opening, turns, ground: ground.as_ref() }).expect("the game can begin");
    let mut players: Vec<Box<dyn Player>> = Vec::new();
    for seat in 0..game.players() {
        let mut player = game.player(bot, Usage::Match(&Terms::default())).expect("an offered bot");
        player
            .begin(&Begin { state: state.as_ref(), seat, seed: 3, opening: Some(&opening), names: &[] })
            .expect("it can play");
        players.push(player);
    }
    let mut texts = Vec::new();
    let mut has_decided = vec![false; players.len()];
    while let Some(seat) = state.turn()
        && texts.len() < most
    {
        let before = allocations();
        let answer = players[seat].decide(state.as_ref(), Think::until(&|| false)).expect("it answers");
        let taken = allocations() - before;
        let mut text = String::new();
        state.record(answer, &mut text);
        // What depends on the board may be made for the first decision.
        let may_allocate = matches!(answer, Answer::Text(_)) || !has_decided[seat];
        assert!(taken == 0 || may_allocate, "{bot} allocates {taken} times for {text}");
        assert_eq!(state.recorded(&text), Ok(answer), "records are read as they are written");
        assert_eq!(split(&text, game.separator()).collect::<Vec<_>>(), [&text], "a choice is one in a record");
        texts.push(text);
        has_decided[seat] = true;
        state.play(answer, &mut Log::none()).expect("it is legal");
        for player in &mut players {
            player.observe(state.as_ref(), seat);
        }
    }
    texts
}
