//! Every game of the catalogue in every way of playing, by the program as its users call it.

mod replay;

use boardbots_catalog as games;
use boardbots_game::game::Game;
use boardbots_game::listed::Measured;
use boardbots_game::recording::Recordings;
use boardbots_game::terminal::Terminal;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A way of playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Terminal,
    Engine,
    Table,
    Match,
    Tune,
    Bench,
    Calibrate,
    Verify,
}

const WAYS: [Way; 8] =
    [Way::Terminal, Way::Engine, Way::Table, Way::Match, Way::Tune, Way::Bench, Way::Calibrate, Way::Verify];

/// What a game cannot do, and why. Everything else every game can.
const LACKING: [(&str, Way, &str); 12] = [
    ("battletech", Way::Terminal, "its map of hexes needs a page"),
    ("battletech", Way::Engine, "its programs are called once for each phase, with files"),
    ("battletech", Way::Bench, "its bots search to no fixed depth"),
    ("battletech", Way::Calibrate, "its bots search to no fixed depth"),
    ("battletech", Way::Verify, "fights are recorded and replayed by its own commands"),
    ("dragon-slayer", Way::Tune, "its bots play by exact values and have no constants"),
    ("dragon-slayer", Way::Bench, "its bots look solved values up"),
    ("dragon-slayer", Way::Calibrate, "its bots look solved values up"),
    ("dragon-slayer", Way::Verify, "there are no recordings of an original"),
    ("vindinium", Way::Terminal, "its four heroes have a second each for a move"),
    ("vindinium", Way::Engine, "its programs speak the protocol of its servers"),
    ("vindinium", Way::Table, "it is played in the arena"),
];

fn lacks(game: &str, way: Way) -> Option<&'static str> {
    LACKING.iter().find(|(name, lacking, _)| *name == game && *lacking == way).map(|(_, _, why)| *why)
}

/// Exit code, stdout and stderr of `boardbots` with these arguments and this input.
fn boardbots(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary that was just built");
    let mut stdin = child.stdin.take().expect("it is piped");
    // A program that refuses its arguments does not read.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("a child of this process");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.code().expect("it ends by itself"), text(output.stdout), text(output.stderr))
}

/// What is printed by a command that succeeds.
fn printed(arguments: &[&str], input: &str) -> String {
    let (code, stdout, stderr) = boardbots(arguments, input);
    assert_eq!(code, 0, "{arguments:?}: {stderr}");
    stdout
}

/// As many of the game's bots as play in a match; the same one more than once if it has too few.
fn players(game: &dyn Game) -> Vec<String> {
    let offers = game.offers();
    (1..=game.players()).map(|seat| format!("player{seat}={}", offers[(seat - 1) % offers.len()].player)).collect()
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path of a test")
}

/// A whole game of a person who tries one key after the other: most are wrong, and are asked again.
fn terminal(game: &str, terminal: &dyn Terminal) {
    let mut arguments = vec!["play", game];
    if terminal.search_bots().is_some() {
        arguments.extend(["--depth", "2"]);
    }
    // Neither `l` nor `q`, which are commands; and the cells of a board.
    let mut keys: Vec<String> = "0123456789abcdefghijkmnoprstuvwxyz".chars().map(String::from).collect();
    keys.extend(('a'..='h').flat_map(|column| (1..=8).map(move |row| format!("{column}{row}"))));
    // The opponent stands first, where the game asks for one.
    let told = printed(&arguments, &format!("Abel\n{}", format!("{}\n", keys.join("\n")).repeat(200)));
    assert!(["has won", "drawn", "wins with", "win with"].iter().any(|end| told.contains(end)), "{told}");
}

/// A game that is not played in the terminal says how else it is, in the list of the games, too.
fn no_terminal(game: &str, where_: &str) {
    let (code, stdout, stderr) = boardbots(&["play", game], "");
    assert_eq!((code, stdout.as_str()), (2, ""));
    assert!(
        stderr.contains(where_) && stderr.contains("type boardbots ") && stderr.contains("open http://"),
        "{stderr}"
    );
    assert!(printed(&["play", "--help"], "").contains(&format!("\n  {game} ")));
}

fn engine(game: &str) {
    let told = printed(&["engine", game], "uci\nposition startpos\ngo depth 1\nisready\n");
    assert!(told.contains("uciok") && told.contains("bestmove "), "{told}");
}

/// That a table opens and is played to its end is conformance; here it must be offered.
fn table(game: &str) {
    assert!(games::at_tables().iter().any(|offered| offered.name() == game));
}

fn match_and_replay(game: &dyn Game, folder: &Path) {
    let record = folder.join(format!("{}.match", game.name()));
    let players = players(game);
    let mut arguments = vec!["match", "--games", "4", "--record", text(&record)];
    for (option, value) in [("depth", "2"), ("turns", "3")] {
        if game.matches().knows(option) {
            arguments.extend([if option == "depth" { "--depth" } else { "--turns" }, value]);
        }
    }
    arguments.extend(players.iter().map(String::as_str));
    let table = printed(&arguments, "");
    assert!(table.contains("player1") && table.contains("player2"), "{table}");
    for number in ["0", "3"] {
        assert!(!printed(&["match", "replay", text(&record), number], "").is_empty());
    }
    replay::steps(&record);
    let (code, _, stderr) = boardbots(&["match", "replay", text(&record), "4"], "");
    assert!(code == 7 && stderr.contains("no game 4; it has games 0 to 3"), "{stderr}");
    // The same command finds nothing left to do, and prints the same table.
    let again = printed(&arguments, "");
    let results = |text: &str| text.split("\nms a move").next().map(str::to_string);
    assert_eq!(results(&again), results(&table));
}

fn tune(game: &dyn Game, folder: &Path) {
    let bot = &game.offers()[0].player;
    let (_, name) = bot.split_once(':').expect("the game's name stands first");
    let name = name.split(',').next().expect("the bot's name");
    let parameters = game.parameters(name).expect("the first bot has constants");
    let file = folder.join(format!("{}.constants", game.name()));
    std::fs::write(&file, format!("{}\n", parameters.table[0].name)).expect("a folder of the test");
    let bot = format!("{}:{name}", game.name());
    let mut arguments = vec!["tune", &bot, "--parameters", text(&file), "--iterations", "2", "--pairs", "1"];
    arguments.extend(["--depth", "1"]);
    if game.matches().knows("turns") {
        arguments.extend(["--turns", "4"]);
    }
    printed(&arguments, "");
    let tuned = std::fs::read_to_string(folder.join(format!("{}.constants.tuned", game.name()))).expect("the result");
    assert!(tuned.contains(parameters.table[0].name), "{tuned}");
}

fn bench(game: &str) {
    let told = printed(&["bench", "--game", game, "--depth", "2", "--json"], "");
    assert!(told.contains(game), "{told}");
}

fn calibrate(game: &str) {
    let told = printed(&["calibrate", "--game", game, "--seconds", "1", "--json"], "");
    assert!(told.contains(game), "{told}");
}

/// A recording in the game's folder is borne out, and the same with one character changed is not.
fn verify(game: &str) {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("crates/games").join(game).join("tests/recording.jsonl");
    let recording = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    printed(&["verify", game], &recording);
    let at = recording.rfind('1').expect("there are numbers");
    let changed = format!("{}2{}", &recording[..at], &recording[at + 1..]);
    let (code, _, stderr) = boardbots(&["verify", game], &changed);
    assert!(code != 0 && !stderr.is_empty(), "{game}: {code} {stderr}");
}

#[test]
fn every_game_is_played_in_every_way_that_it_has() {
    let folder = tempfile::tempdir().expect("a folder");
    for game in games::all() {
        let name = game.name();
        let in_terminal = games::terminals().find(|(other, _)| *other == name).expect("all games are asked").1;
        for way in WAYS {
            let has = match way {
                Way::Terminal => in_terminal.is_ok(),
                Way::Engine => games::part::<games::Converse>(name).is_ok(),
                Way::Table => game.has_tables(),
                Way::Match => game.players() > 1,
                Way::Tune => game
                    .parameters("strong")
                    .or_else(|| game.parameters("default"))
                    .is_some_and(|all| !all.table.is_empty()),
                Way::Bench | Way::Calibrate => games::part::<&dyn Measured>(name).is_ok(),
                Way::Verify => games::part::<Recordings>(name).is_ok(),
            };
            if let Some(why) = lacks(name, way) {
                assert!(!has, "{name} has {way:?}, although {why}");
                println!("{name}: no {way:?}: {why}");
                if let (Way::Terminal, Err(why)) = (way, in_terminal) {
                    no_terminal(name, why);
                }
                continue;
            }
            assert!(has, "{name} lacks {way:?}; add it, or say in this file why it cannot have it");
            match way {
                Way::Terminal => terminal(name, in_terminal.expect("it has one")),
                Way::Engine => engine(name),
                Way::Table => table(name),
                Way::Match => match_and_replay(game.game(), folder.path()),
                Way::Tune => tune(game.game(), folder.path()),
                Way::Bench => bench(name),
                Way::Calibrate => calibrate(name),
                Way::Verify => verify(name),
            }
        }
    }
}
