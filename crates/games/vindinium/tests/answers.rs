//! Answers of a server: read back, refused, mangled.

use super::positions;
use crate::board::{Board, Dir, HEROES};
use crate::bot::{Bot, Options, Player};
use crate::map;
use crate::notation::{Game, Seat};
use crate::reply::{Reply, ReplyError};
use crate::rules::{Hero, Order, State};
use fastrand::Rng;
use serde_json::{Value, json};

fn seats() -> [Seat; HEROES] {
    [("Ann", Some(1300)), ("random", None), ("Bob \"the\" \\ Bößt\n", Some(-5)), ("", Some(1200))]
        .map(|(name, rating)| Seat { name: name.into(), user_id: rating.map(|_| format!("id{}", name.len())), rating })
}

/// A board, a state in the midst of a game on it, and the answer that shows it to hero 3.
fn midgame() -> (Board, State, String) {
    let board = positions::board(10, 3);
    let state = positions::game(&board, 2, 400, 3)[60];
    let json = answer(&board, &state);
    (board, state, json)
}

fn answer(board: &Board, state: &State) -> String {
    Game { id: "s2xh3aig", board, state, seats: &seats() }.reply_json(2, "lte0", "localhost:9000")
}

#[test]
fn the_text_of_an_answer() {
    let map = map::parse("@1$-  @4\n##[]##  \n@2$2  @3").expect("a map");
    let mut state = map.start(8, false);
    state.play(&map.board, Order::Go(Dir::East));
    state.play(&map.board, Order::Crash);
    let due = concat!(
        r#"{"id":"s2xh3aig","turn":2,"maxTurns":8,"heroes":["#,
        r#"{"id":1,"name":"Ann","userId":"id3","elo":1300,"pos":{"x":0,"y":0},"lastDir":"East","life":79,"gold":1,"#,
        r#""mineCount":1,"spawnPos":{"x":0,"y":0},"crashed":false},"#,
        r#"{"id":2,"name":"random","pos":{"x":2,"y":0},"life":99,"gold":1,"#,
        r#""mineCount":1,"spawnPos":{"x":3,"y":0},"crashed":true},"#,
        r#"{"id":3,"name":"Bob \"the\" \\ Bößt\n","userId":"id19","elo":-5,"pos":{"x":2,"y":3},"life":100,"gold":0,"#,
        r#""mineCount":0,"spawnPos":{"x":3,"y":3},"crashed":false},"#,
        r#"{"id":4,"name":"","userId":"id0","elo":1200,"pos":{"x":0,"y":3},"life":100,"gold":0,"#,
        r#""mineCount":0,"spawnPos":{"x":0,"y":3},"crashed":false}],"#,
        r#""board":{"size":4,"tiles":"@1$1  @4##[]##  @2$2  @3        "},"finished":false}"#,
    );
    let seats = seats();
    let game = Game { id: "s2xh3aig", board: &map.board, state: &state, seats: &seats };
    assert_eq!(game.json(), due);
    let hero = concat!(
        r#","hero":{"id":4,"name":"","userId":"id0","elo":1200,"pos":{"x":0,"y":3},"life":100,"gold":0,"#,
        r#""mineCount":0,"spawnPos":{"x":0,"y":3},"crashed":false},"token":"lte0","#,
        r#""viewUrl":"http://[::1]:80/s2xh3aig","playUrl":"http://[::1]:80/api/s2xh3aig/lte0/play"}"#,
    );
    assert_eq!(game.reply_json(3, "lte0", "[::1]:80"), format!(r#"{{"game":{due}{hero}"#));
}

/// The answer of [`midgame`] with one value replaced, or removed.
fn with(pointer: &str, value: Option<Value>) -> String {
    let mut json: Value = serde_json::from_str(&midgame().2).expect("JSON");
    if let Some(value) = value {
        *json.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = value;
    } else {
        let (parent, key) = pointer.rsplit_once('/').expect("a path");
        let object = json.pointer_mut(parent).and_then(Value::as_object_mut).expect("an object");
        object.remove(key).unwrap_or_else(|| panic!("no {pointer}"));
    }
    json.to_string()
}

fn refusal(json: &str) -> ReplyError {
    Reply::parse(json.as_bytes()).map(drop).expect_err("it is refused")
}

#[test]
fn everything_is_read_back() {
    for seed in 0..5 {
        let board = positions::board(12, seed);
        let mut known = None;
        for state in positions::game(&board, 2, 200, seed) {
            let json = answer(&board, &state);
            let reply = Reply::parse(json.as_bytes()).expect("an answer");
            assert_eq!((reply.game_id(), reply.hero(), reply.finished()), ("s2xh3aig", 2, false));
            assert_eq!(reply.play_url, "http://localhost:9000/api/s2xh3aig/lte0/play");
            assert_eq!(reply.view_url, "http://localhost:9000/s2xh3aig");
            assert_eq!(reply.seats(), seats());
            let first = known.get_or_insert_with(|| reply.board().expect("tiles"));
            assert_eq!((first.tiles(), &first.spawns, &first.mines), (board.tiles(), &board.spawns, &board.mines));
            let mut due = state;
            due.heroes.iter_mut().for_each(|hero| hero.respawned = Hero::NEVER);
            assert!(reply.state(first).expect("a state") == due, "{json}");
        }
    }
}

#[test]
fn optional_keys_may_be_absent_and_unknown_ones_present() {
    let (board, state, json) = midgame();
    for pointer in ["/viewUrl", "/game/heroes/0/userId", "/game/heroes/2/elo", "/game/heroes/1/name", "/token"] {
        let json = with(pointer, None);
        let reply = Reply::parse(json.as_bytes()).unwrap_or_else(|e| panic!("{pointer}: {e}"));
        assert_eq!(reply.state(&board).expect("a state").heroes.map(|h| h.pos), state.heroes.map(|h| h.pos));
    }
    let without = with("/game/heroes/1/lastDir", None);
    let reply = Reply::parse(without.as_bytes()).expect("an answer");
    assert_eq!(reply.state(&board).expect("a state").heroes[1].last_dir, None);
    let null = with("/game/heroes/0/userId", Some(Value::Null));
    assert_eq!(Reply::parse(null.as_bytes()).expect("an answer").seats()[0].user_id, None);
    let extended = json
        .replacen('{', r#"{"more":[1,{"a":[null]}],"#, 1)
        .replacen(r#""crashed""#, r#""powerUp":{"x":[{}]},"crashed""#, 4)
        .replacen(r#""size""#, r#""depth":1e9,"size""#, 1);
    let reply = Reply::parse(extended.as_bytes()).expect("unknown fields do not matter");
    assert_eq!(reply.state(&board).expect("a state").heroes.map(|h| h.life), state.heroes.map(|h| h.life));
    for missing in ["/game", "/hero", "/playUrl", "/game/id", "/game/turn", "/game/heroes", "/game/board/tiles"] {
        assert!(matches!(refusal(&with(missing, None)), ReplyError::Json(_)), "{missing}");
    }
}

#[test]
fn impossible_values_are_refused() {
    let cases = [
        ("/game/board/size", json!(0), "size"),
        ("/game/board/size", json!(29), "size"),
        ("/game/board/size", json!(11), "tiles"),
        ("/game/board/size", json!(4_294_967_296_u64), "size"),
        ("/game/board/tiles", json!(""), "tiles"),
        ("/game/board/tiles", json!("ä".repeat(99)), "tiles"),
        ("/hero/id", json!(0), "hero.id"),
        ("/hero/id", json!(5), "hero.id"),
        ("/game/heroes/3/pos/x", json!(10), "outside"),
        ("/game/heroes/0/pos/y", json!(255), "outside"),
        ("/game/heroes/1/spawnPos/y", json!(10), "outside"),
        ("/game/heroes/2/life", json!(101), "life"),
        ("/game/turn", json!(u32::MAX), "turn"),
    ];
    for (pointer, value, word) in cases {
        let error = refusal(&with(pointer, Some(value.clone())));
        assert!(matches!(error, ReplyError::Value(..)), "{pointer} = {value}: {error}");
        assert!(error.to_string().contains(word), "{pointer} = {value}: {error}");
    }
    let cases = [
        ("/game/board/size", json!(-1)),
        ("/game/turn", json!(-1)),
        ("/game/turn", json!(1.5)),
        ("/game/turn", json!("7")),
        ("/game/maxTurns", json!(1_u64 << 31)),
        ("/game/heroes/0/gold", json!(-1)),
        ("/game/heroes/0/gold", json!(1_u64 << 32)),
        ("/game/heroes/0/life", json!(256)),
        ("/game/heroes/0/pos/x", json!(-1)),
        ("/game/heroes", json!([])),
        ("/game/heroes/3", json!(null)),
        ("/game/board/tiles", json!(null)),
        ("/game/finished", json!(0)),
    ];
    for (pointer, value) in cases {
        let error = refusal(&with(pointer, Some(value.clone())));
        assert!(matches!(error, ReplyError::Json(_)), "{pointer} = {value}: {error}");
        assert!(error.to_string().contains("line 1 column"), "{pointer} = {value}: {error}");
    }
}

#[test]
fn strange_tiles_are_refused_by_the_board() {
    for (tiles, ok) in
        [("@5", false), ("@0", false), ("??", false), ("ä", false), ("#[", false), ("$ä", false), ("$x", true)]
    {
        let json = with("/game/board/tiles", Some(json!(tiles.to_string() + &" ".repeat(200 - tiles.len()))));
        let reply = Reply::parse(json.as_bytes()).expect("long enough");
        assert_eq!(reply.board().is_ok(), ok, "{tiles}");
    }
    let (board, _, _) = midgame();
    let other = positions::board(12, 1);
    let foreign = answer(&other, &State::new(&other, 100, false));
    let error =
        Reply::parse(foreign.as_bytes()).expect("an answer").state(&board).map(drop).expect_err("another board");
    assert!(error.to_string().contains("size"), "{error}");
}

#[test]
fn extreme_but_possible_values_can_be_played_on() {
    let mut bot = Bot::new(Options { depth: 2, ..Options::default() });
    for (pointer, value) in [
        ("/game/heroes/2/gold", json!(u32::MAX)),
        ("/game/heroes/0/gold", json!(u32::MAX)),
        ("/game/heroes/2/life", json!(0)),
        ("/game/maxTurns", json!(i32::MAX)),
        ("/game/maxTurns", json!(i32::MIN)),
        ("/game/turn", json!(i32::MAX)),
        ("/game/turn", json!(0)),
        ("/game/heroes/1/pos", json!({"x": 0, "y": 0})),
        ("/game/heroes/2/pos", json!({"x": 0, "y": 0})),
        ("/game/board/tiles", json!("  ".repeat(100))),
        ("/game/board/tiles", json!("##".repeat(100))),
        ("/game/board/tiles", json!("$-".repeat(100))),
        ("/game/board/tiles", json!("$3".repeat(100))),
        ("/game/board/tiles", json!("[]".repeat(100))),
    ] {
        let json = with(pointer, Some(value));
        let reply = Reply::parse(json.as_bytes()).unwrap_or_else(|e| panic!("{pointer}: {e}"));
        let board = reply.board().expect("tiles");
        bot.begin(&board, reply.hero());
        let state = reply.state(&board).expect("a state");
        bot.decide(&state, &|| false);
    }
}

#[test]
fn mangled_answers_never_panic() {
    let (board, _, json) = midgame();
    let mut rng = Rng::with_seed(51);
    for end in 0..json.len() {
        assert!(Reply::parse(&json.as_bytes()[..end]).is_err(), "cut off at {end}");
    }
    for garbage in ["", " ", "null", "[]", "{}", "\u{feff}{}", "{\"game\":{}}", "[[[[[[", "<html>", "\0\0"] {
        assert!(Reply::parse(garbage.as_bytes()).is_err(), "{garbage:?}");
    }
    assert!(Reply::parse("[".repeat(100_000).as_bytes()).is_err());
    let deep = json.replacen('{', &format!(r#"{{"x":{},"#, "[".repeat(100_000)), 1);
    assert!(Reply::parse(deep.as_bytes()).is_err());
    let scraps: [&[u8]; 12] =
        [b"\"", b"{", b"}", b"[", b",", b"-1", b"99999999999", b"null", b"\\u0000", b"\xff", b"$9", b"@4"];
    let mut bot = Bot::new(Options { depth: 1, ..Options::default() });
    let (mut read, mut refused) = (0, 0);
    for _ in 0..6000 {
        let mut bytes = json.clone().into_bytes();
        for _ in 0..rng.usize(1..4) {
            let at = rng.usize(0..bytes.len());
            match rng.u8(0..6) {
                0 => bytes[at] = rng.u8(..),
                1 => bytes[at] = b'0' + rng.u8(0..10),
                2 => drop(bytes.drain(at..(at + rng.usize(1..9)).min(bytes.len()))),
                3 => bytes[at] ^= 1 << rng.u8(0..8),
                4 => bytes.swap(at, (at + 2).min(json.len() - 20)),
                _ => drop(bytes.splice(at..at, scraps[rng.usize(0..scraps.len())].iter().copied())),
            }
        }
        match Reply::parse(&bytes) {
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty());
            }
            Ok(reply) => {
                read += 1;
                let _ = (reply.seats(), reply.state(&board).map(|state| state.turn));
                if let Ok(strange) = reply.board()
                    && let Ok(state) = reply.state(&strange)
                {
                    bot.begin(&strange, reply.hero());
                    bot.decide(&state, &|| false);
                }
            }
        }
    }
    assert!(read > 300 && refused > 1000, "{read} read, {refused} refused");
}

#[test]
fn lenient_directions() {
    for (text, due) in [
        ("North", Dir::North),
        ("south", Dir::South),
        (" EAST\r\n", Dir::East),
        ("\tWeSt ", Dir::West),
        ("Stay", Dir::Stay),
        ("n", Dir::Stay),
        ("foo", Dir::Stay),
        ("", Dir::Stay),
        ("north south", Dir::Stay),
        ("nörth", Dir::Stay),
        ("Northh", Dir::Stay),
    ] {
        assert_eq!(Dir::lenient(text), due, "{text:?}");
    }
    for (code, dir) in (0..).zip(Dir::ALL) {
        assert_eq!(Dir::from_code(code), Some(dir));
        assert_eq!(Dir::lenient(dir.name()), dir);
        assert_eq!(dir.to_string(), dir.name());
    }
    assert_eq!(Dir::ALL.map(Dir::name), ["Stay", "North", "South", "East", "West"]);
    assert_eq!((Dir::from_code(5), Dir::from_code(99)), (None, None));
}
