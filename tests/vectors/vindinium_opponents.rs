//! Vindinium: how well the moves of strong programs are foreseen.

use crate::shared::{folder, unpacked};
use boardbots_vindinium::board::Dir;
use boardbots_vindinium::map;
use boardbots_vindinium::opponent::Opponent;
use boardbots_vindinium::rules::{NORMAL_TURNS, Order, State, others};
use boardbots_vindinium::terrain::Terrain;
use serde::Deserialize;

/// Steps between heroes within which a move counts.
const NEAR: u8 = 4;

#[derive(Deserialize)]
struct Record {
    map: String,
    orders: Vec<String>,
    seats: Vec<Seat>,
}

#[derive(Deserialize)]
struct Seat {
    name: String,
    gold: u32,
}

/// Replays a game and shows every order of a hero who is not of this project, with the state before it.
fn replay(record: &Record, mut show: impl FnMut(&Terrain, &State, Dir)) {
    let map = map::parse(&record.map).expect("a map");
    let terrain = Terrain::of(&map.board);
    let mut state = map.start(NORMAL_TURNS, false);
    for order in &record.orders {
        let dir = Dir::ALL.into_iter().find(|dir| dir.name() == order);
        if let Some(dir) = dir.filter(|_| !record.seats[state.mover()].name.starts_with("boardbots")) {
            show(&terrain, &state, dir);
        }
        state.play(&map.board, dir.map_or(Order::Crash, Order::Go));
    }
    assert_eq!(
        state.heroes.map(|hero| hero.gold).to_vec(),
        record.seats.iter().map(|seat| seat.gold).collect::<Vec<_>>()
    );
}

/// The recorded games; `None` if they are not here, which is said.
fn records() -> Option<Vec<Record>> {
    let path = folder("data/vindinium/strong/games.jsonl.gz")?;
    Some(unpacked(&path).lines().map(|line| serde_json::from_str(line).expect("a game")).collect())
}

/// In the games that the general weights do not come from.
pub fn most_moves_near_others_are_foreseen() -> Option<()> {
    let records = records()?;
    let (mut moves, mut foreseen, mut unlearned) = (0, 0, 0);
    for record in records.iter().skip(1).step_by(2) {
        let mut opponents = [(); 4].map(|()| Opponent::default());
        replay(record, |terrain, state, dir| {
            let hero = state.mover();
            let effect = |dir: Dir| {
                let mut next = *state;
                next.play(&terrain.board, Order::Go(dir));
                (next.heroes.map(|hero| (hero.pos, hero.life)), next.mines_key)
            };
            let steps = |other: usize| terrain.atlas.steps(state.heroes[hero].pos, state.heroes[other].pos);
            if others(hero).any(|other| steps(other) <= NEAR) {
                let same = |expected: Dir| effect(expected) == effect(dir);
                moves += 1;
                foreseen += i32::from(same(opponents[hero].expected(terrain, state, hero)));
                unlearned += i32::from(same(Opponent::default().expected(terrain, state, hero)));
            }
            opponents[hero].learn(terrain, state, hero, dir);
        });
    }
    println!("{moves} moves, {foreseen} foreseen, {unlearned} without learning");
    assert!(
        foreseen * 100 >= moves * 65 && foreseen > unlearned,
        "{foreseen} of {moves}, {unlearned} without learning"
    );
    Some(())
}
