//! What the games do: searches, choices of whole games, a solution, an answer of a server.

use super::piece::{Piece, Work};
use boardbots_dragon_slayer::solution::Solution;
use boardbots_dragon_slayer::values::Values as _;
use boardbots_dragon_slayer::variant::Variant;
use boardbots_game::engine::SolvingEngine;
use boardbots_game::game::{Game, Terms, Usage};
use boardbots_game::listed::Measured;
use boardbots_game::player::{Begin, Player, Think};
use boardbots_game::setup::{Openings, Start};
use boardbots_game::spec::Spec;
use boardbots_game::state::{Answer, Choice, GameState, Log};
use boardbots_vindinium::notation::{Game as Shown, Seat};
use boardbots_vindinium::positions::named;
use boardbots_vindinium::reply::Reply;
use boardbots_vindinium::rules::NORMAL_TURNS;
use serde_json::Value;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Choices of a game, all seats together: enough for every phase of a turn of each game.
const CHOICES: usize = 12;
/// Turns of a game, where it ends by their number; more than are played.
const TURNS: u32 = 20;
/// Rules of Dragon Slayer with so low a goal that they are solved at once.
const SHORT: Variant = Variant { goal: 8, ..Variant::STANDARD };
/// Looks at the clock after which a proof ends, each some thousand positions later.
const LOOKS: u32 = 40;
/// How often an answer is read; reading it once is over in no time.
const ANSWERS: usize = 100;

/// All pieces of this file. A new game of the catalogue has its pieces without a line here.
pub fn pieces() -> Vec<Piece> {
    let searches =
        boardbots_catalog::parts().map(|(name, game)| Piece::new(format!("search-{name}"), move || searches_of(game)));
    let choices = boardbots_catalog::all()
        .map(|game| Piece::new(format!("choices-{}", game.name()), move || choices_of(game.game())));
    let steps = boardbots_catalog::at_tables().into_iter();
    let steps = steps.map(|game| Piece::new(format!("steps-{}", game.name()), move || steps_of(game)));
    let is_solved = |game: &&dyn Game| game.solving().is_some_and(|engine| engine.prover().is_some());
    let solved = boardbots_catalog::all().map(boardbots_catalog::Entry::game).filter(is_solved);
    let proofs = solved.map(|game| Piece::new(format!("prove-{}", game.name()), move || proof_of(game)));
    let others = [Piece::new("solve-dragon-slayer", solution), Piece::new("read-vindinium", answers)];
    searches.chain(choices).chain(steps).chain(proofs).chain(others).collect()
}

fn spec(words: &str) -> Spec {
    words.parse().expect("a bot of the game")
}

fn began(mut player: Box<dyn Player>, begin: &Begin<'_>) -> Box<dyn Player> {
    player.begin(begin).expect("a game that it plays");
    player
}

/// The middle depth of `boardbots bench` from all positions of the bench: nodes. Each position has a bot of
/// its own, so that no table has to be cleared.
fn searches_of(game: &'static dyn Measured) -> Work {
    let scale = game.scale();
    let bot = spec(&format!("{}:{}", game.name(), scale.bot));
    let terms = Terms { depth: Some(scale.depths[scale.depths.len() / 2]), ..Terms::default() };
    let prepared = |state: Box<dyn GameState>| {
        let seat = state.turn().expect("the game goes on");
        let player = game.bot(&bot, &terms).expect("a bot of the game");
        (began(player, &Begin { state: state.as_ref(), seat, seed: 0, opening: None, names: &[] }), state)
    };
    let mut searches: Vec<_> = game.positions().into_iter().map(prepared).collect();
    Box::new(move || {
        let nodes = |(player, state): &mut (Box<dyn Player>, Box<dyn GameState>)| {
            player.decide(state.as_ref(), Think::until(&|| false)).expect("a choice");
            player.nodes()
        };
        searches.iter_mut().map(nodes).sum()
    })
}

/// A match's game before its first choice, and bots of the kind that the lobby offers first.
fn begun(game: &'static dyn Game) -> (Box<dyn GameState>, Vec<Box<dyn Player>>) {
    let bot = spec(&game.offers()[0].player);
    let opening = game.opening(7, &Openings::default());
    let ground = game.ground(&[]).expect("a usual ground");
    let start = Start { opening: &opening, turns: TURNS, ground: ground.as_ref() };
    let state = game.start(&start).expect("a game");
    let prepared = |seat| {
        let player = game.player(&bot, Usage::Match(&Terms::default())).expect("an offered bot");
        began(player, &Begin { state: state.as_ref(), seat, seed: 3, opening: Some(&opening), names: &[] })
    };
    let players = (0..game.players()).map(prepared).collect();
    (state, players)
}

/// Makes the next choice of such a game; `note` sees it before it is made.
fn choose(state: &mut dyn GameState, players: &mut [Box<dyn Player>], note: impl FnOnce(Answer<'_>)) {
    let seat = state.turn().expect("the game goes on");
    let answer = players[seat].decide(state, Think::until(&|| false)).expect("a choice");
    note(answer);
    state.play(answer, &mut Log::none()).expect("a legal choice");
    for player in players {
        player.observe(state, seat);
    }
}

/// The first choices of a game: a sum over their numbers or texts.
fn choices_of(game: &'static dyn Game) -> Work {
    let (mut state, mut players) = begun(game);
    Box::new(move || {
        let mut sum = 0;
        for _ in 0..CHOICES {
            choose(state.as_mut(), &mut players, |answer| {
                sum += match answer {
                    Answer::Choice(Choice(number)) => u64::from(number),
                    Answer::Text(text) => text.bytes().map(u64::from).sum(),
                    Answer::Forfeit => 0,
                };
            });
        }
        sum
    })
}

/// What a server of tables does for each choice, and for each step of a history: it is tried on a copy, and told
/// and shown as JSON. Their bytes.
fn steps_of(game: &'static dyn Game) -> Work {
    let (mut state, mut players) = begun(game);
    let mut steps = Vec::new();
    for _ in 0..CHOICES {
        let before = state.copy();
        choose(state.as_mut(), &mut players, |answer| {
            steps.push((
                before,
                match answer {
                    Answer::Choice(choice) => Ok(choice),
                    Answer::Text(text) => Err(text.to_string()),
                    Answer::Forfeit => panic!("bots choose"),
                },
            ));
        });
    }
    Box::new(move || {
        let step = |(before, answer): &(Box<dyn GameState>, Result<Choice, String>)| {
            let (mut next, mut log) = (before.copy(), Log::events());
            let answer = answer.as_ref().map_or_else(|text| Answer::Text(text), |choice| Answer::Choice(*choice));
            next.play(answer, &mut log).expect("made before");
            Value::from(log.take()).to_string().len() + next.view(None).to_string().len()
        };
        steps.iter().map(step).sum::<usize>() as u64
    })
}

/// The beginning of a proof of who wins a whole game: positions.
fn proof_of(game: &'static dyn Game) -> Work {
    // A process has one piece, so the engine may stay for its whole life.
    let engine: &'static dyn SolvingEngine = Box::leak(game.solving().expect("a game that is solved"));
    let (mut prover, looks) = (engine.prover().expect("a game that is solved"), AtomicU32::new(0));
    Box::new(move || {
        let found = prover.prove(None, &|| looks.fetch_add(1, Relaxed) == LOOKS, &mut |_| ());
        found.expect("all moves are some").solution.nodes
    })
}

/// The solution of a short game: the bits of its first value.
fn solution() -> Work {
    Box::new(|| Solution::of(SHORT).cell(0).to_bits())
}

/// The state of a game on the largest map with a name, from the answer of a server: turns read.
fn answers() -> Work {
    let map = named("m6");
    let state = map.start(NORMAL_TURNS, false);
    let seats = std::array::from_fn(|seat| Seat {
        name: format!("Player {seat}"),
        user_id: Some(format!("user{seat}")),
        rating: Some(1200),
    });
    let shown = Shown { id: "abcd0123", board: &map.board, state: &state, seats: &seats };
    let body = shown.reply_json(0, "t0kn", "localhost:9000");
    Box::new(move || {
        let read = |_| {
            let reply = Reply::parse(body.as_bytes()).expect("an answer");
            let board = reply.board().expect("a board");
            u64::from(reply.state(&board).expect("a state").turn) + 1
        };
        (0..ANSWERS).map(read).sum()
    })
}
