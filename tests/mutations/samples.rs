//! Inputs as they should be, written by the project's own writers.

use boardbots_battletech::catalogue::{map_of, mech_of};
use boardbots_battletech::hex::{Hex, Side as HexSide};
use boardbots_battletech::location::Location;
use boardbots_battletech::notation::files::{File, write};
use boardbots_battletech::situation::{Mech, Mode, Settings, Situation};
use boardbots_desconecta4 as desconecta4;
use boardbots_dragon_slayer as dragon_slayer;
use boardbots_game::two_player::side::Side;
use boardbots_search::position::Position as _;
use boardbots_tron as tron;
use boardbots_vindinium as vindinium;
use boardbots_vindinium::notation::{Game, Seat};
use boardbots_vindinium::rules::Order;
use fastrand::Rng;
use std::path::Path;
use std::process::{Command, Stdio};

pub fn texts(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

fn each(count: u64, sample: impl Fn(&mut Rng) -> String) -> Vec<Vec<u8>> {
    (0..count).map(|seed| sample(&mut Rng::with_seed(seed)).into_bytes()).collect()
}

/// A folder in memory, if there is one.
pub fn folder() -> tempfile::TempDir {
    let shared = Path::new("/dev/shm");
    if shared.is_dir() { tempfile::tempdir_in(shared) } else { tempfile::tempdir() }.expect("a folder")
}

/// What `boardbots` leaves in a file when it is run so, in a folder of its own.
pub fn file_of(args: &[&str], constants: &str, file: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("constants"), constants).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    let run = command.current_dir(folder.path()).args(args).env("RUST_LOG", "error").stdin(Stdio::null()).output();
    let run = run.expect("the program runs");
    assert!(run.status.success(), "{args:?}: {}", String::from_utf8_lossy(&run.stderr));
    std::fs::read(folder.path().join(file)).unwrap_or_else(|error| panic!("{args:?}: {error}"))
}

pub fn vindinium_maps() -> Vec<Vec<u8>> {
    each(8, |rng| vindinium::generator::generate(rng).expect("a map").text())
}

/// What a server answers, at some moment of a game.
pub fn replies() -> Vec<Vec<u8>> {
    each(8, |rng| {
        let map = vindinium::generator::generate(rng).expect("a map");
        let mut state = map.start(240, false);
        for _ in 0..rng.u32(..200) {
            let dir = *rng.choice(&vindinium::board::Dir::ALL).expect("five");
            state.play(&map.board, Order::Go(dir));
        }
        let seats = [1, 2, 3, 4].map(|hero| Seat {
            name: format!("hero {hero}"),
            user_id: (hero < 3).then(|| "abcdefgh".to_string()),
            rating: (hero < 3).then_some(1200),
        });
        let game = Game { id: "abcdefgh", board: &map.board, state: &state, seats: &seats };
        game.reply_json(state.mover(), "abcd", "http://127.0.0.1:9000")
    })
}

pub fn tron_maps() -> Vec<Vec<u8>> {
    each(8, |rng| tron::generator::generate(rng.u8(8..=30), rng.u64(..)).expect("a map").text("a comment"))
}

/// Positions after some random moves.
pub fn desconecta4_positions() -> Vec<Vec<u8>> {
    each(16, |rng| {
        let mut position = desconecta4::rules::Position::default();
        for _ in 0..rng.u32(..40) {
            let moves = position.moves();
            let Some(&action) = rng.choice(&moves).filter(|_| position.ended().is_none()) else { break };
            position.play(action);
        }
        desconecta4::notation::position_text(&position)
    })
}

/// The records of verify, one game on each line.
pub fn recorded(game: &str) -> Vec<Vec<u8>> {
    (0..8).map(|seed| format!("{}\n", records::of(game, seed)).into_bytes()).collect()
}

/// Situations of Dragon Slayer.
pub fn situations() -> Vec<Vec<u8>> {
    each(24, |rng| {
        let mut game = dragon_slayer::rules::Game::new(dragon_slayer::variant::Variant::STANDARD, rng.usize(2..=6));
        for _ in 0..rng.u32(..60) {
            let actions = game.actions();
            let Some(&action) = rng.choice(&actions) else { break };
            let mut dice = rng.fork();
            let played = game.play(action, |warriors, dragon| {
                dragon_slayer::fight::Battle::rolled(dragon, warriors, &mut dice).left
            });
            played.expect("possible");
        }
        game.to_string()
    })
}

/// Three mechs on the hills, something of everything about them.
pub fn battle() -> Situation {
    let mech = |name: &str, hex: Hex, facing: u8| {
        Mech::new(mech_of(name).expect("ours"), hex, HexSide::from_number(facing).expect("a side"))
    };
    let mut mechs =
        vec![mech("tejon", Hex::new(2, 3), 3), mech("nutria", Hex::new(9, 9), 6), mech("muralla", Hex::new(14, 16), 1)];
    let first = &mut mechs[0].condition;
    (first.heat, first.club, first.tree, first.narc) = (11, true, true, 0b100);
    let own = first.own.as_mut().expect("all is known");
    (own.wounds, own.fired, own.hits[0]) = (2, 0b1000_0010, 0b1000_0000_0001);
    own.dumping = vec![(Location::LeftTorso, 2), (Location::RightTorso, 4)];
    mechs[1].mode = Mode::Jump;
    let last = &mut mechs[2].condition;
    (last.prone, last.burning, last.stuck, last.shut_down) = (true, true, true, true);
    Situation { map: map_of("colinas").expect("ours"), settings: Settings::default(), mechs, initiative: vec![2, 0, 1] }
}

pub fn battletech(file: File) -> Vec<Vec<u8>> {
    (0..3).filter_map(|player| write(&battle(), player, file)).collect()
}

/// A map and scenarios of the benchmark sets' form.
pub fn grids() -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
    let maps = each(6, |rng| {
        let (height, width) = (rng.usize(1..24), rng.usize(1..24));
        let row =
            |rng: &mut Rng| (0..width).map(|_| *rng.choice(b"...@OTSWG").expect("some") as char).collect::<String>();
        let rows: Vec<String> = (0..height).map(|_| row(rng)).collect();
        format!("type octile\nheight {height}\nwidth {width}\nmap\n{}\n", rows.join("\n"))
    });
    let scenarios = each(4, |rng| {
        let line = |rng: &mut Rng| {
            let [a, b, c, d] = [(); 4].map(|()| rng.u32(..20));
            format!("{}\tmaps/one.map\t20\t20\t{a}\t{b}\t{c}\t{d}\t{}.41421356\n", rng.u8(..9), rng.u8(..30))
        };
        "version 1\n".to_string() + &(0..8).map(|_| line(rng)).collect::<String>()
    });
    (maps, scenarios)
}

pub fn colour() -> Side {
    Side::First
}

#[path = "../desk/verify/records.rs"]
#[allow(dead_code)]
mod records;
