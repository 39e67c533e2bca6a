//! From the bytes of an answer to a move, no heap: counted over whole games.

use super::HEAP;
use boardbots_vindinium::board::{Board, HEROES};
use boardbots_vindinium::bot::{Bot, Options, Player};
use boardbots_vindinium::generator::{Parameters, generate_with};
use boardbots_vindinium::kind::Kind;
use boardbots_vindinium::notation::{Game, Seat};
use boardbots_vindinium::reply::Reply;
use boardbots_vindinium::rules::{Order, State};
use stats_alloc::{Region, Stats};

/// A move of `player` from the bytes of an answer, and what was taken from the heap for it.
fn decide(player: &mut dyn Player, board: &Board, json: &str) -> (Order, Stats) {
    let region = Region::new(HEAP);
    let reply = Reply::parse(json.as_bytes()).expect("an answer");
    let state = reply.state(board).expect("a state");
    let dir = player.decide(&state, &|| false);
    (Order::Go(dir), region.change())
}

/// A game of `player` against miners; his decisions after the first may not allocate.
fn play(name: &str, player: &mut dyn Player, seed: u64) {
    let parameters = Parameters { size: 14, wall_percent: 25, mine_percent: 6 };
    let board = generate_with(parameters, &mut fastrand::Rng::with_seed(seed)).expect("a map").board;
    let seats: [Seat; HEROES] = std::array::from_fn(|hero| Seat {
        name: format!("hero {hero}"),
        user_id: (hero > 0).then(|| "abcdefgh".to_string()),
        rating: (hero > 0).then_some(1200),
    });
    let mut miners: [Box<dyn Player>; HEROES] = std::array::from_fn(|_| Kind::Miner.player(0));
    for (hero, miner) in miners.iter_mut().enumerate() {
        miner.begin(&board, hero);
    }
    player.begin(&board, 1);
    let mut state = State::new(&board, 1200, false);
    let mut decisions = 0;
    while !state.finished() {
        let order = if state.mover() == 1 {
            let json = Game { id: "s2xh3aig", board: &board, state: &state, seats: &seats }.reply_json(
                1,
                "lte0",
                "localhost:9000",
            );
            let (order, stats) = decide(player, &board, &json);
            let taken = (stats.allocations, stats.reallocations, stats.deallocations);
            assert!(decisions == 0 || taken == (0, 0, 0), "{name}, decision {decisions}: {stats:?}");
            decisions += 1;
            order
        } else {
            Order::Go(miners[state.mover()].decide(&state, &|| false))
        };
        state.play(&board, order);
    }
    assert_eq!(decisions, 300);
}

pub fn decisions() {
    for kind in Kind::ALL {
        let mut player = kind.player(1);
        // The second game of a player as well.
        play(kind.name(), player.as_mut(), 1);
        play(kind.name(), player.as_mut(), 2);
    }
    let mut bot = Bot::new(Options { threads: 2, ..Options::default() });
    play("two threads", &mut bot, 1);
    play("two threads", &mut bot, 3);
}
