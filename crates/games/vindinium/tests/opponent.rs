//! What a hero is expected to do next, before and after something is learned of it.

use super::positions;
use crate::board::{Dir, HEROES, Tile};
use crate::bot::{Bot, Options, Player};
use crate::eval::Weights;
use crate::kind::Kind;
use crate::map::{self, Map};
use crate::opponent::Opponent;
use crate::rules::{Order, State};
use crate::terrain::Terrain;
use crate::view::View;
use boardbots_search::best_reply::Rounds;

fn street() -> Map {
    map::parse("####################\n[]@1  $-    $-      \n####################\n@2@3@4").expect("a map")
}

fn expected(map: &Map, state: &State) -> Dir {
    Opponent::default().expected(&Terrain::of(&map.board), state, 0)
}

#[test]
fn strong_players_mine_and_drink_in_time() {
    let map = street();
    let mut state = map.start(400, false);
    assert_eq!(expected(&map, &state), Dir::East, "to the mine");
    (state.heroes[0].life, state.heroes[0].gold) = (15, 2);
    assert_eq!(expected(&map, &state), Dir::West, "a beer");
    state.heroes[0].gold = 1;
    assert_ne!(expected(&map, &state), Dir::West, "that cannot be paid");
    state.heroes[0].crashed = true;
    assert_eq!(expected(&map, &state), Dir::Stay);
}

#[test]
fn what_is_expected_does_something() {
    for seed in 0..10 {
        let board = positions::board(12, seed);
        let terrain = Terrain::of(&board);
        for state in positions::game(&board, 0, 200, seed) {
            for hero in 0..HEROES {
                let dir = Opponent::default().expected(&terrain, &state, hero);
                let to = board.step(state.heroes[hero].pos, dir);
                let does = dir == Dir::Stay || board.tile(to) != Tile::Wall && state.hero_at(to).is_none();
                assert!(does, "hero {}, {dir}: {state:?}", hero + 1);
            }
        }
    }
}

/// Of the house's players most moves are foreseen, once some have been seen.
#[test]
fn players_are_learned_within_a_game() {
    for kind in [Kind::Miner, Kind::Hunter, Kind::Guard] {
        let board = positions::board(14, 3);
        let terrain = Terrain::of(&board);
        let mut players: [Box<dyn Player>; HEROES] = std::array::from_fn(|_| kind.player(0));
        players.iter_mut().enumerate().for_each(|(seat, player)| player.begin(&board, seat));
        let mut opponents = [(); HEROES].map(|()| Opponent::default());
        let (mut moves, mut foreseen, mut state) = (0, 0, State::new(&board, 1200, false));
        while !state.finished() {
            let mover = state.mover();
            let dir = players[mover].decide(&state, &|| false);
            if state.turn > 200 {
                moves += 1;
                foreseen += i32::from(opponents[mover].expected(&terrain, &state, mover) == dir);
            }
            opponents[mover].learn(&terrain, &state, mover, dir);
            state.play(&board, Order::Go(dir));
        }
        assert!(foreseen * 10 > moves * 7, "{kind}: {foreseen} of {moves}");
    }
}

#[test]
fn a_bot_learns_while_it_plays() {
    let map = map::parse(map::named("m1").expect("a map")).expect("a map");
    let mut bot = Bot::new(Options { depth: 1, ..Options::default() });
    bot.begin(&map.board, 0);
    let mut state = map.start(1200, false);
    // The others stand still, which is not expected of strong players.
    while state.turn < 200 {
        let dir = if state.mover() == 0 { bot.decide(&state, &|| false) } else { Dir::Stay };
        state.play(&map.board, Order::Go(dir));
    }
    for _ in 1..HEROES {
        state.play(&map.board, Order::Go(Dir::Stay));
        assert_eq!(bot.view().expected(&state), Dir::Stay, "{state:?}");
    }
    bot.begin(&map.board, 0);
    state = map.start(1200, false);
    state.turn = 1;
    let mut fresh = View::new(Weights::DEFAULT);
    fresh.survey(&map.board, 0);
    assert_eq!(bot.view().key(&state), fresh.key(&state), "a new game, nothing is known");
    fresh.watch(&mut state, Dir::North);
    assert_ne!(bot.view().key(&state), fresh.key(&state), "what was found before is not true any more");
}

/// Whatever a server shows.
#[test]
fn learning_survives_extreme_orders() {
    for seed in 0..6 {
        let board = positions::board(10, seed);
        let terrain = Terrain::of(&board);
        let mut opponent = Opponent::default();
        for mut state in positions::game(&board, 0, 200, seed) {
            state.heroes[1].pos = board.mines[0];
            for hero in 0..HEROES {
                for dir in Dir::ALL {
                    (0..20).for_each(|_| opponent.step(&terrain, &state, hero, dir, 1));
                    let _ = opponent.expected(&terrain, &state, hero);
                }
            }
        }
    }
}
