//! The players' names, and what the simplest of them do.

use super::positions;
use crate::board::{Board, Dir, HEROES, Pos};
use crate::kind::Kind;
use crate::map;
use crate::rules::State;
use std::collections::BTreeMap;

#[test]
fn names_round_trip() {
    for kind in Kind::ALL {
        assert_eq!(kind.name().parse(), Ok(kind));
        assert_eq!(kind.to_string(), kind.name());
        assert!(kind.name().chars().all(|c| c.is_ascii_lowercase()), "{kind}");
        assert_eq!(Kind::ALL.iter().filter(|other| other.name() == kind.name()).count(), 1, "{kind}");
    }
    for unknown in ["Miner", "", " miner", "nobody"] {
        let error = unknown.parse::<Kind>().expect_err("no kind").to_string();
        assert!(error.contains(&format!("{unknown:?}")), "{error}");
        for kind in Kind::ALL {
            assert!(error.contains(kind.name()), "{error} does not offer {kind}");
        }
    }
}

#[test]
fn the_order_by_strength_has_every_kind() {
    for kind in Kind::ALL {
        assert_eq!(Kind::BY_STRENGTH.into_iter().filter(|&other| other == kind).count(), 1, "{kind}");
    }
}

#[test]
fn a_seed_decides_everything() {
    let board = positions::board(10, 1);
    let states = positions::game(&board, 1, 120, 1);
    for kind in Kind::ALL {
        let moves = |seed| -> Vec<Dir> {
            let mut player = kind.player(seed);
            player.begin(&board, 1);
            states.iter().map(|state| player.decide(state, &|| false)).collect()
        };
        assert_eq!(moves(5), moves(5), "{kind}");
        if kind == Kind::Random {
            assert_ne!(moves(5), moves(6), "other seeds, other steps");
        }
    }
}

#[test]
fn players_outlive_their_games() {
    let boards: Vec<Board> = [(10, 1), (16, 2), (10, 3)].map(|(size, seed)| positions::board(size, seed)).into();
    for kind in Kind::ALL {
        let mut player = kind.player(1);
        for (hero, board) in boards.iter().enumerate() {
            player.begin(board, hero);
            let mut fresh = kind.player(1);
            fresh.begin(board, hero);
            for state in positions::game(board, hero, 40, 4) {
                let (old, new) = (player.decide(&state, &|| false), fresh.decide(&state, &|| false));
                assert!(old == new || kind == Kind::Random, "{kind} remembers another game");
            }
        }
    }
}

#[test]
fn a_stop_is_obeyed() {
    let board = positions::board(20, 7);
    for kind in Kind::ALL {
        let mut player = kind.player(1);
        player.begin(&board, 0);
        for state in positions::game(&board, 0, 100, 7) {
            assert!(Dir::ALL.contains(&player.decide(&state, &|| true)));
        }
    }
}

#[test]
fn random_steps_are_uniform() {
    let board = positions::board(10, 1);
    let state = State::new(&board, 1200, true);
    let mut player = Kind::Random.player(3);
    player.begin(&board, 0);
    let mut counts = BTreeMap::new();
    for _ in 0..8000 {
        *counts.entry(player.decide(&state, &|| false) as u8).or_insert(0) += 1;
    }
    assert_eq!(counts.keys().copied().collect::<Vec<_>>(), [1, 2, 3, 4], "never stays");
    // 2000 each, standard deviation 39.
    assert!(counts.values().all(|count| (1800..=2200).contains(count)), "{counts:?}");
}

/// A corridor: a tavern in the west, mines in the east.
fn corridor() -> (Board, State) {
    let map = map::parse("####################\n[]    @1  $-    $-  \n####################\n@2@3@4").expect("a map");
    let state = map.start(400, false);
    (map.board, state)
}

fn miner(board: &Board, state: &State, hero: usize) -> Dir {
    let mut player = Kind::Miner.player(0);
    player.begin(board, hero);
    player.decide(state, &|| false)
}

#[test]
fn the_miner_goes_to_the_nearest_mine_he_can_afford() {
    let (board, mut state) = corridor();
    assert_eq!(miner(&board, &state, 0), Dir::East);
    // Two steps and a goblin: 22 life would be gone.
    state.heroes[0].life = 22;
    assert_eq!(miner(&board, &state, 0), Dir::Stay, "no mine is affordable, no beer either");
    state.heroes[0].life = 23;
    assert_eq!(miner(&board, &state, 0), Dir::East);
    // All mines his that can be reached: a drink, if he has gold.
    state.heroes[0].life = 100;
    state.set_owner(0, 0);
    assert_eq!(miner(&board, &state, 0), Dir::Stay);
    state.heroes[0].gold = 2;
    assert_eq!(miner(&board, &state, 0), Dir::West);
}

#[test]
fn the_miner_drinks_when_life_is_low() {
    let (board, mut state) = corridor();
    (state.heroes[0].life, state.heroes[0].gold) = (30, 5);
    assert_eq!(miner(&board, &state, 0), Dir::West, "low life");
    state.heroes[0].life = 80;
    assert_eq!(miner(&board, &state, 0), Dir::East);
    // Beside the tavern he drinks earlier.
    state.heroes[0].pos = board.cell(Pos { x: 1, y: 1 }).expect("on the board");
    state.heroes[0].life = 55;
    assert_eq!(miner(&board, &state, 0), Dir::West);
    state.heroes[0].gold = 1;
    assert_eq!(miner(&board, &state, 0), Dir::East, "nothing to pay with");
}

#[test]
fn players_on_hopeless_maps_do_not_panic() {
    let texts =
        ["@1@2\n@3@4", "@1##@2##\n########\n@3##@4##", "@1$-@2$-\n$-$-$-$-\n@3$-@4$-", "@1[]@2[]\n[][][][]\n@3[]@4[]"];
    for text in texts {
        let map = map::parse(text).expect("a map");
        for kind in Kind::ALL {
            let mut players: Vec<_> = (0..HEROES).map(|hero| kind.player(hero as u64)).collect();
            for (hero, player) in players.iter_mut().enumerate() {
                player.begin(&map.board, hero);
            }
            let mut state = map.start(40, false);
            while !state.finished() {
                let mover = state.mover();
                let dir = players[mover].decide(&state, &|| false);
                state.play(&map.board, crate::rules::Order::Go(dir));
            }
        }
    }
}
