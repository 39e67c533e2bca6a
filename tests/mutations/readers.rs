//! All readers of texts, files and messages, in one table.

use crate::samples::{self as sample, file_of, texts};
use crate::{choices, players};
use boardbots_base::credentials::Key;
use boardbots_base::printable::{is_hidden, lines};
use boardbots_base::process::CommandLine;
use boardbots_base::span::Span;
use boardbots_battletech::action::Phase;
use boardbots_battletech::game::fight::Fight;
use boardbots_battletech::notation::files::File;
use boardbots_battletech::notation::{action, definition, map, mechs, settings, turn};
use boardbots_battletech::player::memory::Memory;
use boardbots_battletech::simulator::record::Record;
use boardbots_catalog::{Converse, part, parts};
use boardbots_client::desconecta4::{GameConf, Mode, Nick};
use boardbots_client::server::Server;
use boardbots_desconecta4 as desconecta4;
use boardbots_dragon_slayer as dragon_slayer;
use boardbots_game::parameters::{Constants, Parameter, Parameters};
use boardbots_game::recording::Recordings;
use boardbots_game::spec::Spec;
use boardbots_game::two_player::TwoPlayerGame as _;
use boardbots_ops::settings::File as SettingsFile;
use boardbots_path::moving_ai;
use boardbots_search::position::Position as _;
use boardbots_server::arena::{Fill, KeyPolicy};
use boardbots_server::web::Listen;
use boardbots_tournament::engine::command::Command;
use boardbots_tournament::matches::{
    account::{self, Decision},
    record as matches,
    runner::play_again,
};
use boardbots_tournament::verify::{Tally, verify};
use boardbots_tournament::{engine, report, tuning};
use boardbots_tron as tron;
use boardbots_vindinium as vindinium;
use boardbots_vindinium::board::Dir;
use boardbots_vindinium::reply::Reply;
use boardbots_vindinium::rules::Order;
use std::collections::BTreeMap;
use std::io::{self, Cursor};

/// Whether it was taken.
pub type Read = Box<dyn Fn(&[u8]) -> bool>;

/// A reader: how much of all inputs it gets, what it reads when nothing happened, what is done with it.
pub struct Reader {
    pub name: &'static str,
    pub share: u64,
    pub samples: Vec<Vec<u8>>,
    pub read: Read,
}

/// A reader of bytes.
fn bytes((name, share): (&'static str, u64), samples: Vec<Vec<u8>>, read: impl Fn(&[u8]) -> bool + 'static) -> Reader {
    Reader { name, share, samples, read: Box::new(read) }
}

/// A reader of texts; what is none is read as if it were one.
fn text(about: (&'static str, u64), samples: Vec<Vec<u8>>, read: impl Fn(&str) -> bool + 'static) -> Reader {
    bytes(about, samples, move |bytes| read(&String::from_utf8_lossy(bytes)))
}

/// A text that is read whole.
fn parsed<T: std::str::FromStr>(name: &'static str, samples: &[&str]) -> Reader {
    text((name, 20), texts(samples), |text| text.parse::<T>().is_ok())
}

const PLAYERS: [&str; 12] = [
    "desconecta4:strong,depth=8",
    "tron:course,depth=6,threads=2",
    "name=tron:strong,parameters=file",
    "dragon-slayer:carla",
    "battletech:strong",
    "vindinium:default,depth=6",
    "miner",
    "10s=miner,random,default,depth=6",
    "cmd:./engine --fast 'two words'",
    "Ada=cmd:engine",
    "default,depth=3",
    "vindinium:random",
];

/// Readers of the notations of games.
fn notations() -> Vec<Reader> {
    let mut readers = vec![
        text(("vindinium map", 60), sample::vindinium_maps(), |text| {
            let Ok(map) = vindinium::map::parse(text) else { return false };
            let mut state = map.start(40, false);
            (0..40).for_each(|turn| state.play(&map.board, Order::Go(Dir::ALL[turn % 5])));
            assert_eq!(vindinium::map::parse(&map.text()).map(|again| again.text()), Ok(map.text()));
            true
        }),
        bytes(("vindinium answer", 100), sample::replies(), |bytes| {
            let Ok(reply) = Reply::parse(bytes) else { return false };
            let Ok(board) = reply.board() else { return false };
            let Ok(mut state) = reply.state(&board) else { return false };
            for number in 0..12 {
                state.play(&board, if number == 7 { Order::Crash } else { Order::Go(Dir::ALL[number % 5]) });
                (0..4).for_each(|hero| _ = state.turns_left(hero));
            }
            let _ = reply.seats();
            true
        }),
        text(("tron map", 60), sample::tron_maps(), |text| {
            let Ok(map) = tron::map::parse(text) else { return false };
            let mut position = tron::rules::Position::new(&map, sample::colour());
            for _ in 0..20 {
                let moves = position.moves();
                let Some(&action) = moves.first() else { break };
                position.play(action);
            }
            true
        }),
        text(("desconecta4 position", 60), sample::desconecta4_positions(), |text| {
            let Ok(mut position) = desconecta4::notation::parse_position(text) else { return false };
            let again = desconecta4::notation::position_text(&position);
            assert!(desconecta4::notation::parse_position(&again).is_ok(), "{again}");
            for number in 0..20 {
                let moves = position.moves();
                if position.ended().is_some() || moves.is_empty() {
                    break;
                }
                position.play(moves[number % moves.len()]);
            }
            true
        }),
        text(("desconecta4 action", 10), texts(&["0", "3", "6", "7"]), |text| {
            desconecta4::rules::Position::default().parse_move(text).is_ok()
        }),
        text(("dragon slayer situation", 60), sample::situations(), |text| {
            let Ok(mut game) = text.parse::<dragon_slayer::rules::Game>() else { return false };
            assert!(game.to_string().parse::<dragon_slayer::rules::Game>().is_ok(), "{game}");
            for number in 0..20 {
                let actions = game.actions();
                let Some(&action) = actions.get(number % actions.len().max(1)) else { break };
                game.play(action, |warriors, _| if number % 3 == 0 { 0 } else { warriors }).expect("possible");
            }
            true
        }),
    ];
    let (maps, scenarios) = sample::grids();
    readers.push(text(("grid map", 40), maps, |text| moving_ai::map(text).is_ok()));
    readers.push(text(("grid scenarios", 40), scenarios, |text| moving_ai::scenarios(text).is_ok()));
    for (name, recordings) in parts::<Recordings>() {
        let read = move |bytes: &[u8]| verify(recordings, Cursor::new(bytes), &mut Tally::default()).is_ok();
        readers.push(bytes((name, 10), sample::recorded(name), read));
    }
    readers
}

/// Readers of files of BattleTech.
fn battletech() -> Vec<Reader> {
    let mut readers = vec![
        bytes(("battletech map", 20), sample::battletech(File::Map), |bytes| map::read("f", bytes).is_ok()),
        bytes(("battletech mechs", 40), sample::battletech(File::Mechs), |bytes| {
            (0..3).filter(|&player| mechs::read("f", bytes, player).is_ok()).count() > 0
        }),
        bytes(("battletech mech", 40), sample::battletech(File::Definition(0)), |bytes| {
            definition::read("f", bytes).is_ok()
        }),
        bytes(("battletech settings", 20), sample::battletech(File::Settings), |bytes| {
            settings::read("f", bytes).is_ok()
        }),
        bytes(("battletech initiative", 10), sample::battletech(File::Initiative), |bytes| {
            turn::read_order("f", bytes).is_ok()
        }),
        bytes(("battletech modes", 10), sample::battletech(File::Modes), |bytes| turn::read_modes("f", bytes).is_ok()),
        text(("battletech memory", 10), texts(&["1 2 3\n4 5 6\n", "0 0\n"]), |text| {
            let memory = Memory::from_text(text);
            let _ = Memory::from_text(&memory.to_text());
            true
        }),
        text(("battletech record", 4), fights(), |text| {
            let Ok(record) = Record::parse(text) else { return false };
            let Ok(battle) = record.battle() else { return false };
            let (moves, mut fight) = (record.moves(), Fight::in_match(battle, ""));
            let moves = moves.iter().map(String::as_str);
            play_again(&mut fight, moves, &mut |step| {
                let turns = step.state.of::<Fight>().into_iter().flat_map(|fight| &fight.turns);
                turns.for_each(|turn| _ = record.agrees(turn));
            })
            .is_ok()
        }),
    ];
    let actions = [
        "Correr/0203/4/True/4/Levantarse/2/Adelante/3/Izquierda/1/Cuerpo a Tierra/1",
        "Izquierda",
        "False/0914/2/BD/4/False/-1/-1/0914/Mech/TI/2/True/TD/3/0000/Ninguno",
        "3/BI/1000/0102/Mech/BIBD/3000/0102/Hexagono/PD/2000/0102/Mech",
        "1/2/True/2/TI/4/PD/5",
    ];
    let names = ["movement", "reaction", "weapons", "physical", "end"];
    for ((phase, file), name) in Phase::ALL.into_iter().zip(actions).zip(names) {
        let file = format!("{file}/").replace('/', "\r\n").into_bytes();
        readers.push(bytes((name, 10), vec![file], move |bytes| action::read("f", bytes, phase).is_ok()));
    }
    readers
}

/// Players of BattleTech, who decide about what they have read.
fn deciders() -> Vec<Reader> {
    let deciders = players::readers().into_iter();
    deciders.map(|one| Reader { name: one.name, share: 1, samples: one.samples, read: one.read }).collect()
}

/// Records of fights as 0.1.1 wrote them.
fn fights() -> Vec<Vec<u8>> {
    ["fight-two", "fight-three"]
        .map(|name| format!("{}/tests/kept/data/{name}.fight", env!("CARGO_MANIFEST_DIR")))
        .map(|path| std::fs::read(path).expect("a record"))
        .to_vec()
}

/// Readers of records, which are files.
fn records() -> Vec<Reader> {
    let played = |players: [&'static str; 2], games: &'static str| {
        let mut args = vec!["match", players[0], players[1], "--games", games, "--record", "match.jsonl", "--force"];
        if !players[0].starts_with("dragon") {
            args.extend(["--depth", "1"]);
        }
        file_of(&args, "", "match.jsonl")
    };
    let duels = vec![
        played(["desconecta4:strong", "desconecta4:course"], "6"),
        played(["tron:strong", "tron:course"], "4"),
        played(["dragon-slayer:carla", "dragon-slayer:abel"], "6"),
    ];
    let tune = ["tune", "desconecta4:strong,depth=1", "--parameters", "constants", "--iterations", "4"];
    let tune = [&tune[..], &["--pairs", "1", "--record", "tune.jsonl", "--output", "out"]].concat();
    let tunings = vec![file_of(&tune, "blast\nclosed\npiece = 1 -9 9 2\n", "tune.jsonl")];
    let (matched, tuned) = (sample::folder(), sample::folder());
    vec![
        bytes(("record of a match", 4), duels, move |bytes| {
            let path = matched.path().join("record");
            std::fs::write(&path, bytes).expect("a file");
            let Ok((plan, games)) = matches::read(&path) else { return false };
            let Ok(joint) = account::join(vec![("record".into(), plan, games)]) else { return false };
            let made = (String::new(), String::new());
            let sheet = account::sheet(&joint.plan, &joint.games, &Decision::default(), 0, made);
            sheet.is_ok_and(|sheet| !report::page(&sheet).is_empty())
        }),
        bytes(("record of a tuning", 4), tunings, move |bytes| {
            let path = tuned.path().join("record");
            std::fs::write(&path, bytes).expect("a file");
            let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
            let Ok(plan) = serde_json::from_slice::<tuning::plan::TuningPlan>(line) else { return false };
            let Ok((_, iterations)) = tuning::plan::open(&path, &plan) else { return false };
            for iteration in &iterations {
                let _ = plan.meeting(iteration.iteration);
                let _ = plan.parameters(&[0; 3]);
            }
            true
        }),
    ]
}

/// A reader of the constants of an evaluation.
fn constants(name: &'static str, table: &'static [Parameter]) -> Reader {
    let lines = table.iter().map(|constant| format!("{} = {}\n", constant.name, constant.default));
    let text = format!("# of an evaluation\n{}", lines.collect::<String>());
    bytes((name, 20), vec![text.into_bytes()], move |bytes| Parameters::of(table).read(bytes).is_ok())
}

/// Readers of settings and options.
fn options() -> Vec<Reader> {
    let conf = "run = vindinium\nserver = http://127.0.0.1:9000 # ours\nkey-file = /etc/key\ngames = 7\ndepth = 6\n";
    let known = Parameters::of(desconecta4::eval::Weights::TABLE);
    vec![
        bytes((".conf", 60), texts(&[conf, "run = arena\nlisten = 0\nfill = 10s=miner,random,miner\n"]), |bytes| {
            SettingsFile::parse(bytes).1.is_empty()
        }),
        constants("constants of desconecta4", desconecta4::eval::Weights::TABLE),
        constants("constants of tron", tron::eval::Weights::TABLE),
        constants("constants of vindinium", vindinium::eval::Weights::TABLE),
        bytes(("constants to tune", 20), texts(&["blast\nclosed\npiece = 1 -9 9 2\n"]), move |bytes| {
            tuning::constants::read(bytes, &known).is_ok()
        }),
        bytes(("game.conf", 20), texts(&["IP=127.0.0.1\nPORT=7777\nNICK=abc\n", "port = 1\n"]), |bytes| {
            GameConf::parse(bytes).is_ok()
        }),
        bytes(("key", 20), texts(&["abcd1234\n", "a key\r\n"]), |bytes| Key::from_bytes(bytes).is_ok()),
        text(("player", 60), texts(&PLAYERS), |text| {
            let Ok(spec) = text.parse::<Spec>() else { return false };
            let again: Spec = spec.to_string().parse().unwrap_or_else(|error| panic!("{spec}: {error}"));
            assert_eq!(again.to_string(), spec.to_string());
            let _ =
                (spec.title(), spec.number::<u8>("depth", 1..=64), spec.only(&["depth"]), tuning::plan::values(&spec));
            let _ = spec.parameters(Parameters::of(tron::eval::Weights::TABLE), &BTreeMap::new());
            true
        }),
        parsed::<Fill>("house bots", &["10s=miner,random,default,depth=6", "0s=random,random,random"]),
        parsed::<Listen>("addresses", &["127.0.0.1:9000", "[::1]:9000", "9000", "0.0.0.0:1"]),
        parsed::<Span>("spans of time", &["1s", "60ms", "2h", "1m30s", "0"]),
        parsed::<Server>("servers", &["http://127.0.0.1:9000", "https://vindinium.org/", "http://[::1]:1/path"]),
        parsed::<Nick>("nicks", &["abc", "ninja"]),
        parsed::<Mode>("modes", &["ninja", "training"]),
        parsed::<KeyPolicy>("policies of keys", &["open", "strict"]),
        parsed::<CommandLine>("command lines", &["./engine --fast 'two words'", "a \"b c\" d\\ e"]),
        parsed::<vindinium::kind::Kind>("house players", &["miner", "default,depth=6", "random"]),
        text(("texts for terminals", 10), texts(&["a name", "\u{1b}[31mred"]), |text| {
            let part = |c| matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}');
            let shown = lines(text).replace("\r\n", "").replace(['\n', '\t'], "");
            assert!(
                shown.chars().all(|c| !is_hidden(c) || part(c) || ('\u{180b}'..='\u{180f}').contains(&c)),
                "{text:?}"
            );
            true
        }),
    ]
}

/// Readers of what engines are told.
fn commands() -> Vec<Reader> {
    let lines = [
        "uci",
        "isready",
        "setoption name depth value 3",
        "position startpos moves 3 3 4",
        "go depth 2",
        "stop",
        "d",
        "position cells 0000000000000000000000000000000000000000000000000 1 1",
        "go movetime 5",
        "quit",
    ];
    let talk = texts(&[
        "uci\nisready\nposition startpos moves 3 3\ngo depth 1\nd\nquit\n",
        "setoption name threads value 1\nposition startpos\ngo movetime 1\nstop\n",
    ]);
    let dragons: Vec<Vec<u8>> = sample::situations()
        .into_iter()
        .take(4)
        .map(|situation| [&b"uci\nposition "[..], &situation, b"\ngo\nquit\n"].concat())
        .collect();
    vec![
        text(("engine command", 40), texts(&lines), |text| Command::parse(text).is_ok()),
        bytes(("engine of desconecta4", 1), talk.clone(), |bytes| conversation("desconecta4", shallow(bytes))),
        bytes(("engine of tron", 1), talk, |bytes| conversation("tron", shallow(bytes))),
        bytes(("engine of dragon slayer", 1), dragons, |bytes| conversation("dragon-slayer", bytes.to_vec())),
    ]
}

/// Whether a conversation about a game comes to its end.
fn conversation(game: &str, input: Vec<u8>) -> bool {
    let (name, engine) = part::<Converse>(game).expect("a game");
    engine::run(name, engine(), Cursor::new(input), io::sink()).is_ok()
}

/// The same without what has an engine think for as long as it is told to.
fn shallow(bytes: &[u8]) -> Vec<u8> {
    let lines = bytes.split_inclusive(|byte| *byte == b'\n');
    lines.filter(|line| !line.starts_with(b"go") || line.starts_with(b"go depth 1\n")).flatten().copied().collect()
}

/// Readers of what is said to tables.
fn tables() -> Vec<Reader> {
    let names = |game: &str| match game {
        "desconecta4" => ("choices of desconecta4", 10),
        "tron" => ("choices of tron", 10),
        "dragon-slayer" => ("choices of dragon slayer", 10),
        _ => ("choices of battletech", 2),
    };
    let choices = choices::readers().into_iter().map(|one| text(names(one.game), one.samples, one.read));
    let options = text(("options of tables", 1), choices::options_samples(), choices::options);
    choices.chain([options]).collect()
}

/// All of them.
pub fn all() -> impl Iterator<Item = Reader> {
    [notations(), battletech(), deciders(), records(), options(), commands(), tables()].into_iter().flatten()
}
