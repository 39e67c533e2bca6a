//! Records of random games, in the form of the recordings.

use boardbots_desconecta4 as desconecta4;
use boardbots_game::two_player::TwoPlayerGame as _;
use boardbots_game::two_player::side::Side;
use boardbots_search::minimax::perft;
use boardbots_search::position::Position as _;
use boardbots_tron as tron;
use boardbots_tron::generator;
use boardbots_tron::recording as tron_records;
use boardbots_tron::rules::Action;
use boardbots_vindinium::board::{Dir, Pos};
use boardbots_vindinium::map;
use boardbots_vindinium::recording::Seen;
use boardbots_vindinium::rules::{Order, Status};
use fastrand::Rng;
use serde_json::{Value, json};

/// A record of each game, by the name of the game: a random one, or one out of its folder.
pub fn of(game: &str, seed: u64) -> Value {
    match game {
        "desconecta4" => desconecta4(seed),
        "tron" => tron(seed),
        "vindinium" => vindinium(seed),
        _ => kept(game, seed),
    }
}

/// A record from the folder of the game.
fn kept(game: &str, seed: u64) -> Value {
    let file = format!("{}/crates/games/{game}/tests/recording.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let lines: Vec<&str> = text.lines().collect();
    serde_json::from_str(lines[usize::try_from(seed).expect("small") % lines.len()]).expect("a record")
}

/// A random game of Desconecta4-BOOM.
pub fn desconecta4(seed: u64) -> Value {
    let mut rng = Rng::with_seed(seed);
    let mut position = desconecta4::rules::Position::default();
    let mut positions = vec![position.recorded()];
    let mut digits = String::new();
    while position.ended().is_none() && digits.len() < 200 {
        let moves = position.moves();
        let action = *rng.choice(&moves).expect("the game goes on");
        digits.push_str(&action.to_string());
        position.play(action);
        positions.push(position.recorded());
    }
    let win = position.winner().flatten().map_or(0, Side::number);
    json!({"seed": seed, "moves": digits, "pos": positions, "win": win})
}

/// Counts after the first move of green.
pub fn desconecta4_count() -> Value {
    let mut position = desconecta4::rules::Position::default();
    position.play(position.parse_move("3").expect("a column"));
    let counts: Vec<(u64, u64)> = (1..=4).map(|depth| perft(&mut position, depth)).collect();
    json!({"m": "3", "p": position.recorded(), "perft": counts})
}

/// A random game of Aspiradoras TRON, with some bumps, until both are blocked.
pub fn tron(seed: u64) -> Value {
    let mut rng = Rng::with_seed(seed);
    let map = generator::generate(8, seed).expect("a size of the generator");
    let mut position = tron::rules::Position::new(&map, Side::First);
    let mut positions = vec![tron_records::position_line(&position)];
    let mut digits = String::new();
    while Side::ALL.into_iter().any(|side| position.mask(side) != 0) {
        let moves = position.moves();
        let action = *rng.choice(&moves).expect("at least a pass");
        let blind = Action::ALL[rng.usize(0..4)];
        if rng.u8(0..10) == 0 && !position.allows(blind) {
            digits.push_str(&blind.to_string());
            position.bump();
        } else {
            digits.push_str(&action.to_string());
            position.play(action);
        }
        positions.push(tron_records::position_line(&position));
    }
    let [green, blue] = Side::ALL.map(|side| position.score(side));
    let win = if green == blue { 0 } else { 1 + u8::from(blue > green) };
    json!({"seed": seed, "first": 1, "map": map.text("a map"), "moves": digits, "pos": positions, "win": win})
}

/// A random game of Vindinium on a small map.
pub fn vindinium(seed: u64) -> Value {
    let mut rng = Rng::with_seed(seed);
    let rows = ["@1$-  $-@4", "  []  []  ", "    ##    ", "  []  []  ", "@2$-  $-@3"];
    let map = map::parse(&rows.join("\n")).expect("a map");
    let board = &map.board;
    let pair = |cell: u16| {
        let Pos { x, y } = board.pos(cell);
        [x, y]
    };
    let mut state = map.start(80, false);
    let (mut moves, mut states) = (String::new(), Vec::new());
    while !state.finished() {
        let (code, order) = match rng.usize(0..60) {
            0 => ('X', Order::Crash),
            number => {
                let dir = Dir::ALL[number % 5];
                (['S', 'N', 'D', 'E', 'W'][number % 5], Order::Go(dir))
            }
        };
        state.play(board, order);
        moves.push(code);
        states.push(Seen::of(board, &state));
    }
    let end = if state.status == Status::TurnMax { "TurnMax" } else { "AllCrashed" };
    json!({
        "label": format!("drawn {seed}"), "size": board.size(), "training": false, "maxTurns": 80,
        "tiles": rows.map(|row| row.replace(|c: char| c == '@' || ('1'..='4').contains(&c), " ")),
        "start": board.starts.map(pair), "spawn": board.spawns.map(pair),
        "mines": board.mines.iter().map(|mine| pair(*mine)).collect::<Vec<_>>(),
        "moves": moves, "states": states, "end": end,
    })
}
