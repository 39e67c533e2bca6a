//! Vindinium: games, generator, rating, JSON, named maps.

use crate::shared::{json_lines, read, replay};
use boardbots_vindinium::board::{Board, Cell, Dir, HEROES, Pos, Tile};
use boardbots_vindinium::generator::Draft;
use boardbots_vindinium::map;
use boardbots_vindinium::notation::{Game, Seat};
use boardbots_vindinium::rating;
use boardbots_vindinium::reply::Reply;
use boardbots_vindinium::rules::{Order, State};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

fn tiles_of(rows: &[String]) -> Vec<Tile> {
    rows.iter().flat_map(|row| row.as_bytes().chunks(2)).map(|pair| map::tile_of(pair).expect("a tile")).collect()
}

fn cell(size: usize, [x, y]: [u8; 2]) -> Cell {
    Cell::from(x) * Cell::try_from(size).unwrap() + Cell::from(y)
}

pub fn recorded_games_reproduce_every_state() -> Option<()> {
    replay("vindinium", "vindinium/games.jsonl.gz")
}

#[derive(Deserialize)]
struct RatingCase {
    names: [String; HEROES],
    elo: [i32; HEROES],
    gold: [u32; HEROES],
    rated: bool,
    diff: BTreeMap<String, i32>,
}

pub fn recorded_ratings() -> Option<()> {
    let cases = json_lines::<RatingCase>("vindinium/elo_vectors.jsonl.gz")?;
    for (line, case) in &cases {
        let seats: [rating::Seat<'_>; HEROES] =
            std::array::from_fn(|i| rating::Seat { user: &case.names[i], rating: case.elo[i], gold: case.gold[i] });
        assert_eq!(rating::rated(&seats), case.rated, "line {line}");
        if case.rated {
            for (name, change) in case.names.iter().zip(rating::changes(&seats)) {
                assert_eq!(change, case.diff[name], "line {line}, {name}");
            }
        }
    }
    println!("{} ratings", cases.len());
    Some(())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GeneratorCase {
    size: usize,
    draft: Vec<String>,
    valid_spawns: Vec<[u8; 2]>,
    spawn: [u8; 2],
    filled: Vec<String>,
    mines: usize,
    reachable: usize,
    tavern_candidates: Vec<[u8; 2]>,
    tavern_accepted: Vec<[u8; 2]>,
}

pub fn recorded_generator_steps() -> Option<()> {
    let cases = json_lines::<GeneratorCase>("vindinium/gen_steps.jsonl.gz")?;
    for (line, case) in &cases {
        let pairs = |places: Vec<Pos>| places.into_iter().map(|p| [p.x, p.y]).collect::<Vec<_>>();
        let draft = Draft::new(case.size, tiles_of(&case.draft));
        let range = draft.spawn_range();
        let all = (0..range).flat_map(|x| (0..range).map(move |y| Pos { x, y }));
        assert_eq!(pairs(all.filter(|&p| draft.valid_spawn(p)).collect()), case.valid_spawns, "line {line}");
        let spawn = Pos { x: case.spawn[0], y: case.spawn[1] };
        let filled = draft.filled(spawn);
        assert_eq!(filled.tiles, tiles_of(&case.filled), "line {line}");
        assert_eq!(filled.mine_count(), case.mines, "line {line}");
        let survey = filled.survey(spawn);
        assert_eq!(survey.reachable, case.reachable, "line {line}");
        let candidates = filled.tavern_candidates(spawn);
        assert_eq!(pairs(candidates.clone()), case.tavern_candidates, "line {line}");
        let accepted = candidates.into_iter().filter(|&p| filled.with_taverns(p, spawn, survey).is_some()).collect();
        assert_eq!(pairs(accepted), case.tavern_accepted, "line {line}");
    }
    println!("{} generator cases", cases.len());
    Some(())
}

#[derive(Deserialize)]
struct RecordedMap {
    size: usize,
    mines: usize,
    spawn: [u8; 2],
    rows: Vec<String>,
}

pub fn recorded_maps_read_back() -> Option<()> {
    let maps = json_lines::<RecordedMap>("vindinium/maps200.jsonl.gz")?;
    for (line, recorded) in &maps {
        let text = recorded.rows.join("\n");
        let map = map::parse(&text).unwrap_or_else(|e| panic!("line {line}: {e}"));
        assert_eq!(map.board.size(), recorded.size, "line {line}");
        assert_eq!(map.board.mines.len(), recorded.mines, "line {line}");
        assert_eq!(map.board.starts, map.board.spawns, "line {line}");
        assert_eq!(map.board.starts[0], cell(recorded.size, recorded.spawn), "line {line}");
        assert_eq!(map.text(), text, "line {line}");
    }
    println!("{} maps", maps.len());
    Some(())
}

#[derive(Deserialize)]
struct StartEvent {
    training: bool,
    game: GameHead,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GameHead {
    id: String,
    max_turns: i32,
    heroes: [HeroHead; HEROES],
    board: BoardHead,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct HeroHead {
    name: String,
    user_id: Option<String>,
    elo: Option<i32>,
    pos: BTreeMap<String, u8>,
    spawn_pos: BTreeMap<String, u8>,
}

#[derive(Deserialize)]
struct BoardHead {
    size: usize,
    tiles: String,
}

#[derive(Deserialize)]
struct MoveEvent {
    order: String,
}

pub fn recorded_json_byte_for_byte() -> Option<()> {
    let text = read("vindinium/game_json.jsonl.gz")?;
    let mut game: Option<(Board, State, String, [Seat; HEROES])> = None;
    let mut states = 0;
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
        let what = format!("line {}", index + 1);
        let from = line.find(r#""game":"#).expect("every event has a game") + 7;
        let due = &line[from..line.len() - 1];
        if let Ok(event) = serde_json::from_str::<StartEvent>(line) {
            let head = event.game;
            let size = head.board.size;
            let at = |p: &BTreeMap<String, u8>| cell(size, [p["x"], p["y"]]);
            let starts = std::array::from_fn(|i| at(&head.heroes[i].pos));
            let board = Board::new(size, &tiles_of(&[head.board.tiles]), starts);
            assert_eq!(board.spawns, std::array::from_fn(|i| at(&head.heroes[i].spawn_pos)), "{what}");
            let state = State::new(&board, head.max_turns, event.training);
            let seats = head.heroes.map(|h| Seat { name: h.name, user_id: h.user_id, rating: h.elo });
            game = Some((board, state, head.id, seats));
        } else {
            let event: MoveEvent = serde_json::from_str(line).unwrap_or_else(|e| panic!("{what}: {e}"));
            let (board, state, ..) = game.as_mut().expect("a game starts first");
            let order = match event.order.as_str() {
                "Crash" => Order::Crash,
                name => Order::Go(Dir::lenient(name)),
            };
            state.play(board, order);
        }
        let (board, state, id, seats) = game.as_ref().expect("a game starts first");
        let json = Game { id, board, state, seats }.json();
        assert_eq!(json, due, "{what}");
        states += 1;
        // What a client reads back is the same state.
        let reply = Game { id, board, state, seats }.reply_json(1, "abcd", "localhost:9");
        let reply = Reply::parse(reply.as_bytes()).unwrap_or_else(|e| panic!("{what}: {e}"));
        let mut seen = reply.state(board).unwrap_or_else(|e| panic!("{what}: {e}"));
        for (hero, due) in seen.heroes.iter_mut().zip(&state.heroes) {
            hero.respawned = due.respawned;
        }
        (seen.training, seen.status) = (state.training, state.status);
        assert_eq!(&seen, state, "{what}");
    }
    println!("{states} states");
    Some(())
}

pub fn named_maps_have_the_recorded_sizes_and_mines() -> Option<()> {
    let text = read("vindinium/named_maps.txt")?;
    let mut names = BTreeSet::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        if let [name, size, mines] = words[..] {
            let number = |text: &str, key: &str| text.strip_prefix(key).and_then(|n| n.parse::<usize>().ok());
            if let (Some(size), Some(mines)) = (number(size, "size="), number(mines, "mines=")) {
                let own = map::parse(map::named(name).expect("the map is there")).expect("it can be read");
                assert_eq!((own.board.size(), own.board.mines.len()), (size, mines), "{name}");
                names.insert(name.to_string());
            }
        }
    }
    assert_eq!(names.len(), 6);
    Some(())
}
