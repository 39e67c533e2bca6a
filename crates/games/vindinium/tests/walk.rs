//! What a hero does next that only mines and drinks.

use crate::board::{Board, Cell, Dir, HEROES, Tile};
use crate::map;
use crate::opponent::walk;
use crate::rules::State;
use crate::terrain::{Atlas, Terrain};

fn next(board: &Board, state: &State, hero: usize) -> Dir {
    walk(&Terrain::of(board), state, hero)
}

#[test]
fn mines_first_beer_when_life_is_low() {
    let map = map::parse("####################\n[]    @1  $-    $-  \n####################\n@2@3@4").expect("a map");
    let mut state = map.start(400, false);
    assert_eq!(next(&map.board, &state, 0), Dir::East);
    (state.heroes[0].life, state.heroes[0].gold) = (20, 2);
    assert_eq!(next(&map.board, &state, 0), Dir::West);
    state.heroes[0].gold = 1;
    assert_eq!(next(&map.board, &state, 0), Dir::Stay, "neither mine nor beer can be paid");
    state.heroes[0].life = 90;
    assert_eq!(next(&map.board, &state, 0), Dir::East);
    state.set_owner(0, 0);
    assert_eq!(next(&map.board, &state, 0), Dir::Stay, "his own mine shuts the way to the other");
    state.heroes[0].gold = 9;
    assert_eq!(next(&map.board, &state, 0), Dir::West);
    state.heroes[0].crashed = true;
    assert_eq!(next(&map.board, &state, 0), Dir::Stay);
}

#[test]
fn the_next_step_comes_nearer_to_something() {
    for seed in 0..20 {
        let board = super::positions::board(12, seed);
        let atlas = Atlas::of(&board);
        for state in super::positions::game(&board, 0, 200, seed) {
            for hero in 0..HEROES {
                let from = state.heroes[hero].pos;
                let to = board.step(from, next(&board, &state, hero));
                if to == from {
                    continue;
                }
                assert_ne!(board.tile(to), Tile::Wall, "{state:?}");
                let goals = board.mines.iter().enumerate().filter(|&(mine, _)| usize::from(state.owner(mine)) != hero);
                let goals = goals.map(|(_, cell)| cell).chain(&board.taverns);
                let nearer = |&goal: &Cell| to == goal || atlas.steps(to, goal) < atlas.steps(from, goal);
                assert!(goals.copied().any(|goal| nearer(&goal)), "hero {} {state:?}", hero + 1);
            }
        }
    }
}
