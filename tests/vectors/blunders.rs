//! Planted blunders are named, and what the best bots play is not: for every game whose choices are analysed by a
//! search. `BOARDBOTS_GAMES=50` looks at as many games of each kind.

use crate::shared::json_lines;
use boardbots_catalog::at_tables;
use boardbots_game::game::{Analysis, Game, Mark, Usage};
use boardbots_game::options::Settings;
use boardbots_game::player::{Player, Stop, advise};
use boardbots_game::setup::{Occupant, Setup};
use boardbots_game::state::{Answer, Choice, GameState, Log, Seat};
use fastrand::Rng;
use serde::Deserialize;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

const NEVER: Stop<'static> = &|| false;
/// Choices by chance before bots play: all games differ.
const CHANCE: usize = 4;
/// A choice that loses within this many plies, whatever is played then, is a blunder where others lose later or not.
const NEAR: u32 = 3;
const FAR: u32 = 5;
/// A game that is worse than this for the seat that chooses is lost in any case.
const HOPELESS: i16 = -300;

/// The number of games of each kind that are looked at.
fn games() -> usize {
    let few = if cfg!(debug_assertions) { 1 } else { 4 };
    std::env::var("BOARDBOTS_GAMES").ok().and_then(|count| count.parse().ok()).unwrap_or(few)
}

/// The games for two whose choices are analysed by a search.
fn searched() -> Vec<&'static dyn Game> {
    let exact = |game: &&dyn Game| !analysed(*game, open(*game, 1).as_ref(), None).chances.is_empty();
    at_tables().into_iter().filter(|game| game.is_analysed() && !exact(game)).collect()
}

fn open(game: &dyn Game, seed: u64) -> Box<dyn GameState> {
    let options = Settings::usual(&game.options());
    let setup = Setup { options, seed, occupants: vec![Occupant::Person; 2], names: vec![String::new(); 2] };
    game.open(&setup).expect("a game")
}

fn bot(game: &dyn Game, player: &str) -> Box<dyn Player> {
    game.player(&player.parse().expect("a player"), Usage::Table).expect("a player")
}

/// The strongest player that is offered.
fn best(game: &dyn Game) -> String {
    game.offers().into_iter().max_by_key(|offer| offer.strength).expect("a bot").player
}

fn legal(state: &dyn GameState) -> Vec<Choice> {
    let mut list = Vec::new();
    state.legal(&mut list);
    list
}

fn after(state: &dyn GameState, choice: Choice) -> Box<dyn GameState> {
    let mut next = state.copy();
    next.play(Answer::Choice(choice), &mut Log::none()).expect("a legal choice");
    next
}

/// True if a seat has lost within `plies` plies, whatever it plays: by looking at all of them.
fn loses(state: &dyn GameState, seat: Seat, plies: u32) -> bool {
    if let Some(outcome) = state.outcome() {
        return !outcome.winners.is_empty() && !outcome.winners.contains(&seat);
    }
    if plies == 0 {
        return false;
    }
    let mut choices = legal(state).into_iter();
    let lost = |choice| loses(after(state, choice).as_ref(), seat, plies - 1);
    if state.turn() == Some(seat) { choices.all(lost) } else { choices.any(lost) }
}

/// A blunder that can be played here, if there is one.
fn blunder(game: &dyn Game, state: &dyn GameState) -> Option<Choice> {
    let seat = state.turn()?;
    let (mut bad, mut good) = (None, false);
    for choice in legal(state) {
        let next = after(state, choice);
        if loses(next.as_ref(), seat, NEAR) {
            bad = bad.or(Some(choice));
        } else {
            good |= !loses(next.as_ref(), seat, FAR);
        }
    }
    let choice = bad.filter(|_| good)?;
    // The weakest bot does not see that all choices lose, some later than others.
    (analysed(game, state, None).value.value > HOPELESS).then_some(choice)
}

/// The analysis of a state, and of a choice there, by a new analyst.
fn analysed(game: &dyn Game, state: &dyn GameState, choice: Option<&str>) -> Analysis {
    game.analyst().expect("an analyst").analyse(state, choice, NEVER).expect("an analysis")
}

/// The mark of a choice.
fn mark(game: &dyn Game, state: &dyn GameState, choice: Choice) -> Option<Mark> {
    let text = state.text(Answer::Choice(choice)).expect("a choice");
    analysed(game, state, Some(&text)).mark()
}

/// The states of a game between two players of this kind that begins by chance.
fn played(game: &dyn Game, player: &str, seed: u64) -> Vec<(Box<dyn GameState>, Choice)> {
    let mut rng = Rng::with_seed(seed);
    let (mut state, mut done) = (open(game, seed), Vec::new());
    while state.turn().is_some() {
        let choice = if done.len() < CHANCE {
            *rng.choice(&legal(state.as_ref())).expect("the game goes on")
        } else {
            let advice = advise(bot(game, player).as_mut(), state.as_ref(), NEVER).expect("the game goes on");
            state.parse(&advice.choice).expect("a choice")
        };
        let next = after(state.as_ref(), choice);
        done.push((std::mem::replace(&mut state, next), choice));
    }
    done
}

pub fn planted_blunders_are_named() {
    for game in searched() {
        let (mut planted, mut missed) = (0, Vec::new());
        for seed in 1.. {
            if planted == games() {
                break;
            }
            let states = played(game, &game.offers()[1].player, seed);
            let found = states.iter().rev().find_map(|(state, _)| Some((state, blunder(game, state.as_ref())?)));
            let Some((state, choice)) = found else { continue };
            planted += 1;
            if mark(game, state.as_ref(), choice) != Some(Mark::Blunder) {
                missed.push(seed);
            }
        }
        println!("{}: {planted} blunders, {} missed", game.name(), missed.len());
        assert_eq!(missed, Vec::<u64>::new(), "{}", game.name());
    }
}

#[derive(Deserialize)]
struct Recorded {
    moves: String,
}

pub fn blunders_planted_in_recorded_games_are_named() -> Option<()> {
    let recorded: Vec<(usize, Recorded)> = json_lines("desconecta4/desconecta4.jsonl.gz")?;
    let game = *searched().iter().find(|game| game.name() == "desconecta4").expect("a game");
    let (mut planted, mut missed) = (0, Vec::new());
    for (line, Recorded { moves }) in recorded {
        if planted == games() {
            break;
        }
        let (mut state, mut states) = (open(game, 1), Vec::new());
        for text in moves.chars() {
            let next = after(state.as_ref(), state.parse(&text.to_string()).expect("a choice"));
            states.push(std::mem::replace(&mut state, next));
        }
        let found = states.iter().rev().find_map(|state| Some((state, blunder(game, state.as_ref())?)));
        let Some((state, choice)) = found else { continue };
        planted += 1;
        if mark(game, state.as_ref(), choice) != Some(Mark::Blunder) {
            missed.push(line);
        }
    }
    println!("{planted} blunders, {} missed", missed.len());
    assert_eq!(missed, Vec::<usize>::new());
    Some(())
}

/// The analyses of the first states of a game whose player follows hints.
fn followed(game: &dyn Game, opponent: &str, seed: u64, most: usize) -> Vec<Analysis> {
    let (mut state, mut said) = (open(game, seed), Vec::new());
    let follower = usize::try_from(seed).expect("small") % 2;
    while let Some(seat) = state.turn().filter(|_| said.len() < most) {
        let choice = if seat == follower {
            let hint = analysed(game, state.as_ref(), None);
            let found = analysed(game, state.as_ref(), Some(&hint.best));
            assert_eq!(found, hint, "{}: one voice", game.name());
            said.push(found);
            hint.best
        } else {
            advise(bot(game, opponent).as_mut(), state.as_ref(), NEVER).expect("the game goes on").choice
        };
        state.play_text(&choice, &mut Log::none()).expect("a choice");
    }
    said
}

pub fn hints_that_are_followed_are_never_mistakes() {
    for game in at_tables().into_iter().filter(|game| game.is_analysed()) {
        let most = if cfg!(debug_assertions) { 8 } else { usize::MAX };
        let (mut hints, mut marked) = (0, 0);
        for seed in 1..=games() as u64 {
            for found in followed(game, &game.offers()[1].player, seed, most) {
                hints += 1;
                marked += usize::from(found.mark().is_some() || found.made != found.value);
            }
        }
        println!("{}: {marked} of {hints} hints are marked", game.name());
        assert!(hints > 0 && marked == 0, "{}: {marked} of {hints}", game.name());
    }
}

pub fn busy_machines_say_the_same() {
    for game in searched() {
        let states = played(game, &game.offers()[1].player, 5);
        let said = || -> Vec<Analysis> {
            let few = states.iter().step_by(states.len() / 3);
            let text = |state: &dyn GameState| state.text(Answer::Choice(legal(state)[0])).expect("a choice");
            few.map(|(state, _)| analysed(game, state.as_ref(), Some(&text(state.as_ref())))).collect()
        };
        let alone = said();
        let busy = AtomicBool::new(true);
        let beside = std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    while busy.load(Relaxed) {
                        std::hint::spin_loop();
                    }
                });
            }
            let beside = said();
            busy.store(false, Relaxed);
            beside
        });
        assert_eq!(beside, alone, "{}", game.name());
    }
}

pub fn the_best_bots_are_hardly_ever_blamed() {
    for game in searched() {
        let best = best(game);
        let (mut marked, mut made) = (0, 0);
        for seed in 1..=games() as u64 {
            for (state, choice) in played(game, &best, seed).iter().skip(CHANCE) {
                made += 1;
                marked += usize::from(mark(game, state.as_ref(), *choice).is_some());
            }
        }
        println!("{}: {marked} of {made} choices of {best} are marked", game.name());
        assert!(marked * 30 <= made, "{}: {marked} of {made}", game.name());
    }
}
