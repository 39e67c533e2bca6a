//! What the house's opponents with a plan do.

use crate::board::Dir;
use crate::kind::Kind;
use crate::map;
use crate::rules::State;

fn move_of(kind: Kind, text: &str, change: impl Fn(&mut State)) -> Dir {
    let map = map::parse(text).expect("a map");
    let mut state = map.start(1200, false);
    change(&mut state);
    let mut player = kind.player(1);
    player.begin(&map.board, 0);
    player.decide(&state, &|| false)
}

const STREET: &str = "##################\n[]    @1      $-$-\n##################\n@2@3@4";

#[test]
fn they_mine_and_drink() {
    for kind in [Kind::Planner, Kind::Influence, Kind::Steady, Kind::Patient] {
        assert_eq!(move_of(kind, STREET, |_| ()), Dir::East, "{kind}: to the mine");
        // To die at a mine costs its owner the other one.
        let thirsty = move_of(kind, STREET, |state| {
            (state.heroes[0].life, state.heroes[0].gold) = (18, 10);
            state.set_owner(1, 0);
        });
        assert_eq!(thirsty, Dir::West, "{kind}: a beer");
    }
}

/// Four mines to the west are worth more than a nearer one to the east.
#[test]
fn a_planner_sees_beyond_the_nearest_mine() {
    let map = "##$-$-############\n##      @1  $-####\n##$-$-############\n@2@3@4";
    assert_eq!(move_of(Kind::Planner, map, |_| ()), Dir::West);
    assert_eq!(move_of(Kind::Miner, map, |_| ()), Dir::East);
}

#[test]
fn hostile_numbers_do_no_harm() {
    for kind in Kind::ALL {
        let _ = move_of(kind, STREET, |state| {
            for hero in &mut state.heroes {
                (hero.gold, hero.mines, hero.life) = (u32::MAX, 0, 1);
            }
            state.max_turns = i32::MAX;
        });
    }
}
