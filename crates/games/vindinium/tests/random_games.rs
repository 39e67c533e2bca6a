//! Random games, state by state against the oracle, with what must hold after every turn.

use super::{oddities, oracle};
use crate::board::{Dir, HEROES, Pos};
use crate::map::tiles_text;
use crate::map::{self, Map};
use crate::rules::{Order, State, Status};
use crate::{generator, rules};
use fastrand::Rng;

/// An order that seeks trouble: often into a hero or a mine beside the mover.
fn order(rng: &mut Rng, game: &oracle::Game) -> &'static str {
    let names = ["North", "East", "South", "West"];
    if rng.u16(0..400) == 0 {
        return "Crash";
    }
    if rng.u8(0..10) < 6 {
        let (x, y) = game.heroes[game.mover()].place;
        let near = [(x - 1, y), (x, y + 1), (x + 1, y), (x, y - 1)];
        let wanted = |&i: &usize| {
            let mine = game.tiles.get(&near[i]).is_some_and(|tile| tile.starts_with('$') || tile == "[]");
            mine || game.hero_on(near[i]).is_some()
        };
        let choices: Vec<usize> = (0..4).filter(wanted).collect();
        if let Some(&i) = rng.choice(&choices) {
            return names[i];
        }
    }
    if rng.u8(0..12) == 0 { "Stay" } else { names[rng.usize(0..4)] }
}

fn order_of(name: &str) -> Order {
    if name == "Crash" { Order::Crash } else { Order::Go(Dir::lenient(name)) }
}

fn assert_agrees(map: &Map, state: &State, game: &oracle::Game, what: &str) {
    for (id, (hero, due)) in state.heroes.iter().zip(&game.heroes).enumerate() {
        let Pos { x, y } = map.board.pos(hero.pos);
        assert_eq!((i32::from(x), i32::from(y)), due.place, "place of hero {} {what}", id + 1);
        assert_eq!(i32::from(hero.life), due.life, "life of hero {} {what}", id + 1);
        assert_eq!(i64::from(hero.gold), due.gold, "gold of hero {} {what}", id + 1);
        assert_eq!(hero.crashed, due.crashed, "crash of hero {} {what}", id + 1);
        assert_eq!(hero.last_dir.map(Dir::name), due.last_dir, "order of hero {} {what}", id + 1);
        assert_eq!(usize::from(hero.mines), game.mines(id), "mines of hero {} {what}", id + 1);
        assert_eq!(state.hero_at(hero.pos), game.hero_on(due.place), "who stands there {what}");
    }
    assert_eq!(tiles_text(&map.board, state), game.picture(), "{what}");
    assert_eq!(i64::from(state.turn), game.turn, "{what}");
    let end = match state.status {
        Status::Running => oracle::End::NotYet,
        Status::TurnMax => oracle::End::TurnMax,
        Status::AllCrashed => oracle::End::AllCrashed,
    };
    assert_eq!(end, game.end, "{what}");
}

fn assert_sound(map: &Map, before: &State, order: Order, after: &State, what: &str) {
    let mut counts = [0; HEROES];
    let mut fresh = State::new(&map.board, 0, false);
    // Another order of gifts, and a detour, must lead to the same key.
    for mine in (0..map.board.mines.len()).rev() {
        fresh.set_owner(mine, 2);
        fresh.set_owner(mine, after.owner(mine));
        if let Some(count) = counts.get_mut(usize::from(after.owner(mine))) {
            *count += 1;
        }
    }
    assert_eq!(fresh.mines_key, after.mines_key, "key of the mines {what}");
    assert_eq!(after.heroes.map(|h| h.mines), counts, "counts of mines {what}");
    let mover = before.mover();
    for (id, (was, is)) in before.heroes.iter().zip(&after.heroes).enumerate() {
        assert!((1..=rules::MAX_LIFE).contains(&is.life), "life {} of hero {} {what}", is.life, id + 1);
        if id == mover {
            let beside_tavern = map.board.neighbours(was.pos).any(|cell| map.board.taverns.contains(&cell));
            let drank = is.gold + rules::BEER_PRICE == was.gold + u32::from(is.mines);
            assert!(is.gold == was.gold + u32::from(is.mines) || (drank && beside_tavern), "gold of the mover {what}");
            if order == Order::Crash {
                assert!(is.crashed && is.pos == was.pos && is.last_dir == was.last_dir, "{what}");
            }
        } else {
            assert_eq!((is.gold, is.last_dir), (was.gold, was.last_dir), "hero {} waits {what}", id + 1);
        }
        assert!(is.crashed || !was.crashed, "a crash is for ever {what}");
        let stepped = is.pos == was.pos || is.pos == map.board.spawns[id] || {
            id == mover && map.board.neighbours(was.pos).any(|cell| cell == is.pos)
        };
        assert!(stepped, "hero {} jumped {what}", id + 1);
    }
    for (hero, seat) in (0..HEROES).zip(0_i64..) {
        let due = (i64::from(after.turn)..i64::from(after.max_turns)).filter(|turn| turn % 4 == seat).count();
        assert_eq!(after.turns_left(hero) as usize, due, "turns left of hero {} {what}", hero + 1);
    }
}

fn play(text: &str, max_turns: i32, training: bool, rng: &mut Rng) -> oracle::Events {
    let map = map::parse(text).unwrap_or_else(|e| panic!("{e}:\n{text}"));
    let mut state = map.start(max_turns, training);
    let mut game = oracle::Game::new(text, i64::from(max_turns), training);
    assert_agrees(&map, &state, &game, &format!("before the first move on\n{text}"));
    while game.end == oracle::End::NotYet {
        let name = if game.heroes[game.mover()].crashed { "Stay" } else { order(rng, &game) };
        let before = state;
        let picture = game.picture();
        state.play(&map.board, order_of(name));
        game.play(name);
        let width = 2 * map.board.size();
        let rows: Vec<&str> = (0..map.board.size()).map(|x| &picture[x * width..][..width]).collect();
        let what = format!("after turn {} ({name}), before which it was\n{}\n{before:?}", before.turn, rows.join("\n"));
        assert_agrees(&map, &state, &game, &what);
        assert_sound(&map, &before, order_of(name), &state, &what);
    }
    let end = state;
    state.play(&map.board, Order::Go(Dir::North));
    assert!(state == end, "a finished game stays as it is");
    state.play(&map.board, Order::Crash);
    assert!(state == end, "a finished game stays as it is");
    game.events
}

fn sum(into: &mut oracle::Events, events: &oracle::Events) {
    into.kills += events.kills;
    into.goblin_deaths += events.goblin_deaths;
    into.stomps += events.stomps;
    into.long_chains += events.long_chains;
    into.attackers_stomped += events.attackers_stomped;
    into.beers += events.beers;
    into.mines_taken += events.mines_taken;
    into.crashes += events.crashes;
}

#[test]
fn odd_maps_agree_with_the_oracle() {
    let mut rng = Rng::with_seed(1);
    let mut events = oracle::Events::default();
    for number in 0..400 {
        let text = oddities::text(&mut rng);
        let max_turns = match number % 20 {
            0 => 0,
            1 => -7,
            2 => 1,
            3 => 3,
            _ => rng.i32(100..600),
        };
        sum(&mut events, &play(&text, max_turns, rng.u8(0..10) == 0, &mut rng));
    }
    println!("{events:?}");
    assert!(events.kills > 500 && events.goblin_deaths > 500 && events.beers > 300, "{events:?}");
    assert!(events.stomps > 100 && events.long_chains > 20 && events.attackers_stomped > 20, "{events:?}");
    assert!(events.mines_taken > 1000 && events.crashes > 50, "{events:?}");
}

#[test]
fn generated_maps_agree_with_the_oracle() {
    let mut rng = Rng::with_seed(2);
    let mut events = oracle::Events::default();
    for number in 0..200 {
        let size = [10, 10, 10, 12, 14][number % 5];
        let parameters =
            generator::Parameters { size, wall_percent: 10 + rng.u8(0..=31), mine_percent: 3 + rng.u8(0..=6) };
        let Ok(map) = generator::generate_with(parameters, &mut rng) else { continue };
        sum(&mut events, &play(&map.text(), 800, false, &mut rng));
    }
    println!("{events:?}");
    assert!(events.goblin_deaths > 100 && events.mines_taken > 1000 && events.beers > 100, "{events:?}");
}

#[test]
fn named_maps_agree_with_the_oracle() {
    let mut rng = Rng::with_seed(3);
    for name in ["m1", "m2", "m3", "m4", "m5", "m6"] {
        let text = map::named(name).expect("it is there");
        for _ in 0..3 {
            play(text, 1200, false, &mut rng);
        }
    }
}
