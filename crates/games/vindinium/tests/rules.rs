//! Single turns on small drawn maps.

use crate::board::{Board, Cell, Dir, Pos};
use crate::map;
use crate::rules::{Hero, NEUTRAL, Order, State, Status};

/// A game on a drawn map. The starts of heroes 2 to 4 are where they are drawn, their spawns
/// mirror hero 1's.
struct Scene {
    board: Board,
    state: State,
}

impl Scene {
    fn new(rows: &[&str]) -> Self {
        let map = map::parse(&rows.join("\n")).expect("a map");
        Self { state: map.start(400, false), board: map.board }
    }

    fn cell(&self, x: u8, y: u8) -> Cell {
        self.board.cell(Pos { x, y }).expect("on the board")
    }

    /// Hero by his number, 1 to 4.
    fn hero(&mut self, id: usize) -> &mut Hero {
        &mut self.state.heroes[id - 1]
    }

    fn at(&self, id: usize) -> (u8, u8) {
        let Pos { x, y } = self.board.pos(self.state.heroes[id - 1].pos);
        (x, y)
    }

    fn put(&mut self, id: usize, x: u8, y: u8) {
        self.hero(id).pos = self.cell(x, y);
    }

    fn go(&mut self, dir: Dir) {
        self.state.play(&self.board, Order::Go(dir));
    }

    /// Life, gold, mines.
    fn sheet(&self, id: usize) -> (u8, u32, u16) {
        let hero = &self.state.heroes[id - 1];
        (hero.life, hero.gold, hero.mines)
    }
}

/// Hero 1 in the corner, a neutral mine, hero 2's mine, his own mine, a tavern around (2,2).
fn crossroads() -> Scene {
    let mut scene = Scene::new(&[
        "@1          @4", //
        "    $-        ",
        "  $2  $1      ",
        "    []        ",
        "              ",
        "              ",
        "@2          @3",
    ]);
    scene.put(1, 2, 2);
    scene
}

#[test]
fn a_mine_is_taken_with_21_life() {
    let mut scene = crossroads();
    scene.hero(1).life = 21;
    scene.go(Dir::North);
    assert_eq!(scene.sheet(1), (1, 2, 2), "thirst cannot kill, and the new mine pays at once");
    assert_eq!(scene.at(1), (2, 2));
    assert_eq!(scene.state.owner(0), 0);
    assert_eq!((scene.state.turn, scene.state.mover()), (1, 1));
}

#[test]
fn a_mine_is_taken_from_its_owner() {
    let mut scene = crossroads();
    scene.go(Dir::West);
    assert_eq!((scene.sheet(1), scene.sheet(2)), ((79, 2, 2), (100, 0, 0)));
}

#[test]
fn the_goblin_kills_with_20_life() {
    let mut scene = crossroads();
    scene.hero(1).life = 20;
    scene.hero(1).gold = 7;
    scene.go(Dir::West);
    assert_eq!(scene.sheet(1), (99, 7, 0), "he keeps his gold and loses his mines");
    assert_eq!(scene.at(1), (0, 0));
    assert_eq!((scene.state.owner(1), scene.state.owner(2)), (1, NEUTRAL), "the attacked mine stays its owner's");
    assert_eq!(scene.hero(1).last_dir, Some(Dir::West));
}

#[test]
fn the_own_mine_costs_only_the_turn() {
    let mut scene = crossroads();
    scene.hero(1).life = 20;
    scene.go(Dir::East);
    assert_eq!((scene.sheet(1), scene.at(1)), ((19, 1, 1), (2, 2)));
}

#[test]
fn taverns() {
    for (gold, life, left, becomes) in [(1, 60, 1, 59), (2, 60, 0, 99), (2, 100, 0, 99), (9, 30, 7, 79), (0, 1, 0, 1)] {
        let mut scene = crossroads();
        scene.state.set_owner(2, NEUTRAL);
        (scene.hero(1).gold, scene.hero(1).life) = (gold, life);
        scene.go(Dir::South);
        assert_eq!((scene.sheet(1), scene.at(1)), ((becomes, left, 0), (2, 2)), "gold {gold}, life {life}");
    }
}

#[test]
fn walls_edges_and_heroes_block() {
    let mut scene = Scene::new(&["@1##    ", "@2      ", "      @3", "      @4"]);
    for dir in [Dir::North, Dir::East, Dir::South, Dir::West, Dir::Stay] {
        scene.state.turn = 0;
        scene.hero(2).life = 100;
        scene.go(dir);
        assert_eq!(scene.at(1), (0, 0), "{dir}");
        assert_eq!(scene.hero(1).last_dir, Some(dir));
        assert_eq!(scene.sheet(2).0, 80, "every order beside an enemy hits him, {dir}");
    }
    scene.state.turn = 1;
    scene.go(Dir::East);
    assert_eq!(scene.at(2), (1, 1));
}

#[test]
fn all_neighbours_are_hit_and_none_hits_back() {
    // 3 north, 2 south, 4 east of hero 1; mines of 2 and 3.
    let mut scene = Scene::new(&[
        "@1                ",
        "            $3    ",
        "                  ",
        "        @3        ",
        "          @4      ",
        "        @2        ",
        "            $2    ",
        "            $2    ",
    ]);
    scene.put(1, 4, 3);
    for (id, life) in [(1, 50), (2, 20), (3, 19), (4, 60)] {
        scene.hero(id).life = life;
    }
    scene.go(Dir::East);
    assert_eq!(scene.at(1), (4, 4));
    assert_eq!(scene.sheet(1), (49, 3, 3), "the mines of the dead pay at once");
    assert_eq!((scene.sheet(2), scene.at(2)), ((100, 0, 0), (8, 0)));
    assert_eq!((scene.sheet(3), scene.at(3)), ((100, 0, 0), (8, 8)));
    assert_eq!((scene.sheet(4), scene.at(4)), ((40, 0, 0), (4, 5)));
}

#[test]
fn taking_a_mine_or_a_beer_beside_an_enemy_hits_him_too() {
    for dir in [Dir::North, Dir::South] {
        let mut scene = crossroads();
        scene.state.set_owner(2, NEUTRAL);
        scene.hero(1).gold = 2;
        // The mine east of hero 1 is out of the way: the enemy stands on it, as a spawn could.
        scene.put(3, 2, 3);
        scene.go(dir);
        assert_eq!(scene.sheet(3).0, 80, "{dir}");
    }
}

#[test]
fn a_killed_hero_respawns_on_the_hero_who_stands_there() {
    // Hero 1 kills 2; 3 stands on the spawn of 2, 4 on the spawn of 3.
    let mut scene = Scene::new(&[
        "@1          $3",
        "  @2        $3",
        "            $4",
        "              ",
        "          $2  ",
        "              ",
        "@3          @4",
    ]);
    scene.put(1, 1, 0);
    scene.hero(2).life = 20;
    scene.hero(4).gold = 5;
    scene.go(Dir::Stay);
    assert_eq!((scene.at(2), scene.at(3), scene.at(4)), ((6, 0), (6, 6), (0, 6)));
    assert_eq!(scene.sheet(1), (99, 1, 1));
    assert_eq!((scene.sheet(2), scene.sheet(3)), ((100, 0, 2), (100, 0, 1)));
    assert_eq!(scene.sheet(4), (100, 5, 0), "gold is always kept");
}

#[test]
fn an_attacker_on_the_spawn_of_his_victim_loses_everything() {
    let mut scene = Scene::new(&[
        "@1        $1", //
        "          $2",
        "            ",
        "            ",
        "@2          ",
        "    @3    @4",
    ]);
    // Hero 1 on the spawn of hero 2, between him and another enemy.
    scene.put(1, 5, 0);
    scene.put(3, 5, 1);
    scene.hero(2).life = 20;
    scene.go(Dir::Stay);
    assert_eq!((scene.sheet(2), scene.at(2)), ((100, 0, 2), (5, 0)), "both mines are the victim's");
    assert_eq!((scene.sheet(1), scene.at(1)), ((99, 0, 0), (0, 0)));
    assert_eq!(scene.sheet(3).0, 100, "driven away, he stops fighting before he comes to the east");
}

#[test]
fn a_hero_who_died_this_turn_does_not_hit_and_is_not_hit() {
    // Goblin death beside his own spawn stands an enemy.
    let mut scene = crossroads();
    scene.put(4, 0, 1);
    scene.hero(1).life = 5;
    scene.go(Dir::North);
    assert_eq!((scene.at(1), scene.sheet(4).0), ((0, 0), 100));
    // Hero 2 dies in the north and drives hero 3, in the south, away before he is hit.
    let mut scene = Scene::new(&["@1      ", "@2  $3  ", "      @3", "      @4"]);
    scene.put(1, 2, 0);
    scene.put(3, 3, 0);
    scene.hero(2).life = 20;
    scene.hero(3).life = 10;
    scene.go(Dir::Stay);
    assert_eq!((scene.at(2), scene.sheet(2)), ((3, 0), (100, 0, 1)));
    assert_eq!((scene.at(3), scene.sheet(3)), ((3, 3), (100, 0, 0)));
    assert_eq!((scene.at(4), scene.sheet(4)), ((0, 3), (100, 0, 0)));
}

#[test]
fn a_goblin_death_can_win_the_mines_of_who_stands_on_the_spawn() {
    let mut scene = crossroads();
    scene.hero(1).life = 20;
    scene.put(2, 0, 0);
    scene.go(Dir::North);
    assert_eq!((scene.sheet(1), scene.at(1)), ((99, 1, 1), (0, 0)), "hero 2's mine, and its gold at once");
    assert_eq!((scene.sheet(2), scene.at(2)), ((100, 0, 0), (6, 0)));
    assert_eq!(scene.state.owner(2), NEUTRAL, "his own mine went to the goblins before");
}

#[test]
fn one_death_can_move_all_four() {
    // The goblin kills 1; 2, 3 and 4 stand on the spawns of 1, 2 and 3.
    let mut scene = Scene::new(&["@1$-$2  ", "@2  $3  ", "@3  $4  ", "@4      "]);
    for (id, (x, y)) in [(1, (1, 1)), (2, (0, 0)), (3, (3, 0)), (4, (3, 3))] {
        scene.put(id, x, y);
    }
    scene.hero(1).life = 3;
    scene.go(Dir::North);
    assert_eq!([1, 2, 3, 4].map(|id| scene.at(id)), [(0, 0), (3, 0), (3, 3), (0, 3)]);
    assert_eq!([1, 2, 3, 4].map(|id| scene.sheet(id)), [(99, 1, 1), (100, 0, 1), (100, 0, 1), (100, 0, 0)]);
}

#[test]
fn a_crash_in_the_arena() {
    let mut scene = Scene::new(&["@1@2$1  ", "        ", "        ", "    @3@4"]);
    scene.state.play(&scene.board, Order::Crash);
    assert_eq!((scene.state.turn, scene.state.status), (1, Status::Running));
    assert_eq!((scene.sheet(1), scene.hero(1).last_dir), ((99, 1, 1), None));
    assert!(scene.hero(1).crashed);
    assert_eq!(scene.sheet(2).0, 100, "a crash hits no hero");
    // The server's moves for him do.
    for _ in 0..4 {
        scene.go(Dir::Stay);
    }
    assert_eq!(scene.sheet(2).0, 100 - 20 - 1);
    assert_eq!(scene.hero(1).last_dir, Some(Dir::Stay));
    for _ in 0..3 {
        scene.state.play(&scene.board, Order::Crash);
    }
    assert_eq!((scene.state.status, scene.state.turn), (Status::AllCrashed, 7), "the last crash does not count");
    let end = scene.state;
    scene.go(Dir::South);
    assert!(scene.state == end);
}

#[test]
fn a_crash_in_training_ends_the_game() {
    let mut scene = Scene::new(&["@1@2$1  ", "        ", "        ", "    @3@4"]);
    scene.state.training = true;
    scene.state.play(&scene.board, Order::Crash);
    assert_eq!((scene.state.turn, scene.state.status), (0, Status::AllCrashed));
    assert_eq!(scene.sheet(1), (99, 1, 1), "he is thirsty and paid all the same");
}

#[test]
fn the_last_turn_ends_the_game() {
    for (max_turns, played) in [(-3, 1), (0, 1), (1, 1), (2, 2), (8, 8)] {
        let mut scene = Scene::new(&["@1  ##@2", "        ", "        ", "@3    @4"]);
        scene.state.max_turns = max_turns;
        for turn in 0..20 {
            assert_eq!(scene.state.finished(), turn >= played, "{max_turns} turns, after {turn}");
            scene.go(Dir::Stay);
        }
        assert_eq!((scene.state.turn, scene.state.status), (played, Status::TurnMax));
    }
}

#[test]
fn spawns_mirror_the_first_start_only() {
    let map = map::parse("  @1$-##\n@4      \n    @2  \n@3      ").expect("a map");
    let at = |cell| (map.board.pos(cell).x, map.board.pos(cell).y);
    assert_eq!(map.board.starts.map(at), [(0, 1), (2, 2), (3, 0), (1, 0)]);
    assert_eq!(map.board.spawns.map(at), [(0, 1), (3, 1), (3, 2), (0, 2)]);
}

#[test]
fn a_spawn_on_a_wall_holds_its_hero() {
    // Hero 2's spawn (3,0) is a wall; he dies by hero 1 and stands on it, walks off, cannot return.
    let mut scene = Scene::new(&["@1      ", "@2      ", "        ", "##  @3@4"]);
    scene.hero(2).life = 10;
    scene.go(Dir::Stay);
    assert_eq!(scene.at(2), (3, 0));
    scene.go(Dir::East);
    assert_eq!(scene.at(2), (3, 1));
    scene.state.turn = 1;
    scene.go(Dir::West);
    assert_eq!(scene.at(2), (3, 1));
}

#[test]
fn coinciding_spawns_end_the_chain() {
    // Odd board, hero 1 on the middle row: 1 and 2 share a spawn, 3 and 4 another.
    let mut scene = Scene::new(&["@2$-  ", "@1    ", "  @3@4"]);
    scene.put(1, 0, 0);
    scene.put(2, 1, 0);
    scene.hero(1).life = 1;
    scene.go(Dir::East);
    // 1 drives away 2, and 2 in turn 1, who finds only himself.
    assert_eq!((scene.at(1), scene.at(2)), ((1, 0), (1, 0)));
    assert_eq!((scene.sheet(1).0, scene.sheet(2).0), (99, 100));
    assert_eq!(scene.state.hero_at(scene.state.heroes[1].pos), Some(0), "the lower number shows");
    // Hero 3's spawn holds 4, hero 4's spawn again 3: four respawns, then an end.
    scene.put(3, 0, 2);
    scene.put(4, 1, 2);
    scene.hero(3).life = 1;
    scene.state.turn = 2;
    scene.go(Dir::West);
    assert_eq!((scene.at(3), scene.at(4)), ((1, 2), (1, 2)));
}

#[test]
fn huge_numbers_of_a_foreign_server_do_not_overflow() {
    let mut scene = crossroads();
    scene.hero(1).gold = u32::MAX;
    scene.state.max_turns = i32::MAX;
    scene.go(Dir::Stay);
    assert_eq!(scene.hero(1).gold, u32::MAX);
    assert!(scene.state.turns_left(0) > 1_000_000);
}
