//! Every command that reads files of others, with what it reads.

use super::databases::{games_of_league, league, league_of_bots, names_of_arena, names_of_ledger, names_of_tables};
use boardbots_battletech::catalogue::{map_of, mech_of};
use boardbots_battletech::notation::{definition, map};
use std::fs;
use std::path::Path;

/// A file that a command reads.
pub struct Row {
    /// The words of the command.
    pub command: &'static str,
    /// What clap calls the option; empty where the file is none of an option.
    pub option: &'static str,
    /// The further words: FILE is the file, TAKEN an address that is taken, ~ a space within a word.
    pub args: &'static str,
    /// The name of the file in the current folder.
    pub file: &'static str,
    /// A file as it should be; further files go into the folder.
    pub sample: fn(&Path) -> Vec<u8>,
    /// Standard input; FILE for what stands in the file.
    pub input: &'static str,
    /// The exit codes that the command has for this.
    pub codes: &'static [i32],
    /// It tells nothing of what stands in the file.
    pub silent: bool,
    /// In how many places of the file something is written.
    pub places: usize,
}

const fn row(command: &'static str, option: &'static str, args: &'static str, sample: fn(&Path) -> Vec<u8>) -> Row {
    Row { command, option, args, file: "file", sample, input: "", codes: &[0, 2, 3], silent: false, places: 10 }
}

impl Row {
    const fn codes(self, codes: &'static [i32]) -> Self {
        Self { codes, ..self }
    }

    const fn places(self, places: usize) -> Self {
        Self { places, ..self }
    }

    const fn file(self, file: &'static str) -> Self {
        Self { file, ..self }
    }

    const fn input(self, input: &'static str) -> Self {
        Self { input, ..self }
    }

    const fn silent(self) -> Self {
        Self { silent: true, ..self }
    }
}

/// What files that nobody reads are named by, and programs.
pub const WRITTEN: [(&str, &str); 22] = [
    ("battletech fight", "record"),
    ("battletech fight", "svg"),
    ("battletech map", "output"),
    ("battletech map", "svg"),
    ("battletech replay", "svg"),
    ("dragon-slayer solve", "grid"),
    ("dragon-slayer solve", "table"),
    ("kit", "folder"),
    ("learn", "output"),
    ("learn", "report"),
    ("man", "folder"),
    ("match", "report"),
    ("match merge", "record"),
    ("match merge", "report"),
    ("match replay", "page"),
    ("path", "svg"),
    ("path", "trace"),
    ("play dragon-slayer", "save"),
    ("rate", "report"),
    ("tune", "output"),
    ("tune", "svg"),
    ("unit", "program"),
];

/// All of them.
pub static ROWS: &[Row] = &[
    row("run", "file", "FILE", broken_settings).codes(&[3]),
    row("check", "files", "FILE", settings),
    row("check", "", "FILE", squad),
    row("unit", "", "--user squad FILE", squad),
    row("doctor", "config", "--config etc", settings).file("etc/a\u{1b}[31m\u{202e}b.conf").places(6),
    row("vindinium", "key_file", "--server http://127.0.0.1:1 --give-up 1ms --key-file FILE", key)
        .codes(&[3, 4])
        .places(4),
    row("vindinium", "ca", "--server http://127.0.0.1:1 --give-up 1ms --ca FILE", key).codes(&[3]),
    row("join", "key_file", "http://127.0.0.1:1 tron:strong --give-up 1ms --key-file FILE --state seat", key)
        .codes(&[3, 4])
        .places(4),
    row("join", "state", "http://127.0.0.1:1 tron:strong --give-up 1ms --state FILE", seat).codes(&[3, 4]),
    // Nothing is to be set up where these tests run, so the address is wrong.
    row("setup play", "key-file", "--yes --server ftp://h --key-file FILE", key).places(1).silent(),
    row("setup join", "key-file", "--yes --url ftp://h --player tron:strong --key-file FILE", key).places(1).silent(),
    row("desconecta4 connect", "config", "--config FILE", game_conf).codes(&[3, 4]),
    row("battletech fight", "map", "--map FILE --turns 1 --player still", hexes),
    row("battletech fight", "mechs", "--mech FILE --turns 1 --player still", mech),
    row("battletech fight", "", "--mech FILE --turns 1 --player still --games 2 --json", mech),
    row("battletech fight", "", "--turns 1 --player cmd:cat~FILE", said).codes(&[0, 1, 3]).places(4),
    row("battletech replay", "record", "FILE", kept_fight).places(60),
    row("battletech replay", "", "--text FILE", kept_fight),
    row("battletech suite", "map", "--map FILE --games 1 --test 1 --player still --against still", hexes).places(4),
    row("battletech suite", "data", "--data . --games 1 --test 1 --player still --against still", hexes)
        .places(4)
        .file("maps/Debian.sbt"),
    row("battletech", "", "0 Movimiento", hexes).codes(&[0, 8]).file("mechsJ0.sbt"),
    row("tron check", "file", "FILE", tron_map),
    row("play tron", "map", "--map FILE", tron_map).input("quit\n"),
    row("play dragon-slayer", "resume", "--resume FILE --database none", saved_game).input("quit\n"),
    row("play dragon-slayer", "database", "--with Abel --human Ana --database FILE", names_of_ledger)
        .codes(&[0, 2, 3, 7])
        .places(4),
    row("dragon-slayer statistics", "database", "--database FILE", names_of_ledger).codes(&[0, 7]).places(4),
    row("dragon-slayer statistics", "", "--json --database FILE", names_of_ledger).codes(&[0, 7]).places(1),
    row("dragon-slayer solve", "checkpoint", "--players 3 --checkpoint FILE", key).codes(&[3, 7]).places(4),
    row("arena export", "db", "ID --db FILE", names_of_arena).codes(&[0, 7]).places(4),
    row("arena", "db", "--listen TAKEN --db FILE", names_of_arena).codes(&[4, 7]).silent().places(4),
    row("arena", "maps", "--listen TAKEN --maps maps", vindinium_map).codes(&[3, 4]).file("maps/x.txt"),
    row("arena", "admin_key_file", "--listen TAKEN --admin-key-file FILE", key).codes(&[3, 4]).silent().places(1),
    row("arena users", "key_file", "--server http://127.0.0.1:1 --key-file FILE list", key).codes(&[3, 4]).places(4),
    row("arena users list", "key_file", "--server http://127.0.0.1:1 --key-file FILE", key).codes(&[3, 4]).places(1),
    row("arena users add", "key_file", "Ada --server http://127.0.0.1:1 --key-file FILE", key).codes(&[3, 4]).places(1),
    row("arena users reset", "key_file", "Ada --server http://127.0.0.1:1 --key-file FILE", key)
        .codes(&[3, 4])
        .places(1),
    row("arena users rename", "key_file", "Ada Eve --server http://127.0.0.1:1 --key-file FILE", key)
        .codes(&[3, 4])
        .places(1),
    row("arena users disable", "key_file", "Ada --server http://127.0.0.1:1 --key-file FILE", key)
        .codes(&[3, 4])
        .places(1),
    row("arena users enable", "key_file", "Ada --server http://127.0.0.1:1 --key-file FILE", key)
        .codes(&[3, 4])
        .places(1),
    row("arena users remove", "key_file", "Ada --server http://127.0.0.1:1 --key-file FILE", key)
        .codes(&[3, 4])
        .places(1),
    row("arena users add", "csv", "--server http://127.0.0.1:1 --key-file key --csv FILE", class)
        .codes(&[3, 4])
        .silent(),
    row("league", "file", "FILE --listen TAKEN", league).codes(&[3, 4]).places(20),
    row("league", "db", "league.conf --listen TAKEN --db FILE", league_of_bots).codes(&[4, 7]).silent().places(1),
    row("league verify", "db", "FILE", games_of_league).codes(&[0, 7]).places(1),
    row("league users", "key_file", "--server http://127.0.0.1:1 --key-file FILE list", key).codes(&[3, 4]).places(4),
    row("league users list", "key_file", "--server http://127.0.0.1:1 --key-file FILE", key).codes(&[3, 4]).places(1),
    row("league users add", "key_file", "Ada --server http://127.0.0.1:1 --key-file FILE", key)
        .codes(&[3, 4])
        .places(1),
    row("league users reset", "key_file", "Ada --server http://127.0.0.1:1 --key-file FILE", key)
        .codes(&[3, 4])
        .places(1),
    row("league users rename", "key_file", "Ada Eve --server http://127.0.0.1:1 --key-file FILE", key)
        .codes(&[3, 4])
        .places(1),
    row("league users disable", "key_file", "Ada --server http://127.0.0.1:1 --key-file FILE", key)
        .codes(&[3, 4])
        .places(1),
    row("league users enable", "key_file", "Ada --server http://127.0.0.1:1 --key-file FILE", key)
        .codes(&[3, 4])
        .places(1),
    row("league users remove", "key_file", "Ada --server http://127.0.0.1:1 --key-file FILE", key)
        .codes(&[3, 4])
        .places(1),
    row("league users add", "csv", "--server http://127.0.0.1:1 --key-file key --csv FILE", class)
        .codes(&[3, 4])
        .silent(),
    row("tables", "db", "--listen TAKEN --db FILE", names_of_tables).codes(&[4, 7]).silent().places(4),
    row("match", "roster", "--players FILE --games 2 --depth 1", players),
    row("match", "pool", "desconecta4:course --pool FILE --games 2 --depth 1", players),
    row("match", "openings", "desconecta4:course desconecta4:course --games 2 --depth 1 --openings FILE", openings),
    row("match", "map", "battletech:still battletech:still --games 1 --turns 1 --map FILE", hexes),
    row("match", "mechs", "battletech:still battletech:still --games 1 --turns 1 --mech FILE", mech),
    row(
        "match",
        "record",
        "desconecta4:course desconecta4:strong,depth=2 --games 2 --depth 1 --record FILE",
        record_of_match,
    )
    .codes(&[0, 7])
    .places(20),
    row("match", "", "desconecta4:strong,parameters=FILE desconecta4:course --games 2 --depth 1", constants),
    row("match", "", "desconecta4:strong,learned=FILE desconecta4:course --games 2 --depth 1", learned),
    row("match", "", "desconecta4:course cmd:cat~FILE --games 2 --depth 1", said).codes(&[0, 1, 3]).places(6),
    row("match replay", "file", "FILE 0", tron_record).codes(&[0, 1, 2, 7]).places(30),
    row("match replay", "", "--json FILE 0", battletech_record).codes(&[0, 1, 2, 7]),
    row("match replay", "", "--again FILE 0", record_of_program).codes(&[0, 1, 2, 7]),
    row("match merge", "files", "FILE", tron_record).codes(&[0, 2, 7]).places(30),
    row("rate", "files", "FILE", battletech_record).codes(&[0, 2, 7]).places(30),
    row("rate", "", "--json FILE", record_of_program).codes(&[0, 2, 7]),
    row(
        "tune",
        "parameters",
        "desconecta4:strong --depth 1 --iterations 1 --pairs 1 --output out --parameters FILE",
        to_tune,
    )
    .codes(&[0, 2, 3]),
    row(
        "tune",
        "record",
        "desconecta4:strong --depth 1 --iterations 1 --pairs 1 --output out --parameters known --record FILE",
        record_of_tuning,
    )
    .codes(&[0, 7]),
    row("tune", "map", "battletech:strong --iterations 1 --parameters known --map FILE", hexes).silent(),
    row("tune", "mechs", "battletech:strong --iterations 1 --parameters known --mech FILE", mech).silent(),
    row(
        "learn",
        "record",
        "desconecta4 --generations 1 --games 1 --depth 1 --check 0 --output out --record FILE",
        record_of_learning,
    )
    .codes(&[0, 7]),
    row("path", "map", "FILE --from 0,0 --to 1,1", grid),
    row("path", "", "FILE --from 0101 --to 0202", hexes),
    row("path", "scen", "map --scen FILE", scenarios).codes(&[0, 1, 2, 3]),
    row("database", "file", "FILE", names_of_arena).codes(&[0, 7]).silent(),
    row("verify", "files", "desconecta4 FILE", recorded).codes(&[1, 3]).places(30),
    row("verify", "", "tron FILE", recorded).codes(&[1, 3]),
    row("verify", "", "vindinium FILE", recorded).codes(&[1, 3]),
    row("verify", "", "connect-four FILE", recorded).codes(&[1, 3]),
    row("solve", "file", "connect-four --book 1 --time 1 --file FILE", book).codes(&[0, 1, 3]).places(4),
    row("engine", "", "tron", talk).codes(&[0]).input("FILE"),
    row("engine", "", "dragon-slayer", talk).codes(&[0]).input("FILE").places(4),
];

/// What the program leaves in a file, or prints if the file is `-`.
fn made(folder: &Path, words: &str, file: &str) -> Vec<u8> {
    let words: Vec<String> = words.split(' ').map(str::to_string).collect();
    let (output, _) = super::run(folder, &words, b"", false);
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    if file == "-" { output.stdout } else { fs::read(folder.join(file)).expect("a file") }
}

/// A file that a released version has written.
pub fn kept(name: &str) -> Vec<u8> {
    fs::read(format!("{}/tests/kept/data/{name}", env!("CARGO_MANIFEST_DIR"))).expect("a file of this project")
}

/// The first lines of a text.
fn head(bytes: &[u8], lines: usize) -> Vec<u8> {
    bytes.split_inclusive(|byte| *byte == b'\n').take(lines).flatten().copied().collect()
}

fn class(folder: &Path) -> Vec<u8> {
    fs::write(folder.join("key"), "0123456789abcdef").expect("the folder can be written");
    b"name;group\nAda;1\n\"Bob\";2\nEve\t3\n".to_vec()
}

fn settings(_: &Path) -> Vec<u8> {
    b"run = vindinium\nserver = http://127.0.0.1:1\nkey-file = key # ours\ndepth = 3\nmode = arena\n".to_vec()
}

fn broken_settings(folder: &Path) -> Vec<u8> {
    [&settings(folder)[..], b"threads = many\n"].concat()
}

fn squad(_: &Path) -> Vec<u8> {
    b"run = squad\nbots = alice, bob\nserver = http://127.0.0.1:1\nkey-file = keys\n[alice]\ndepth = 3\n".to_vec()
}

fn key(_: &Path) -> Vec<u8> {
    b"a key\n".to_vec()
}

fn seat(_: &Path) -> Vec<u8> {
    br#"{"server":"http://127.0.0.1:1","table":"t","game":"tron","invitation":"i","claim":"c","token":"t"}"#.to_vec()
}

fn game_conf(_: &Path) -> Vec<u8> {
    b"127.0.0.1 1\nAna\n".to_vec()
}

fn hexes(folder: &Path) -> Vec<u8> {
    fs::write(folder.join("known"), "ready = 1 0 9 1\n").expect("a file");
    map::write(&map_of("colinas").expect("one of ours"))
}

fn mech(folder: &Path) -> Vec<u8> {
    fs::write(folder.join("known"), "ready = 1 0 9 1\n").expect("a file");
    definition::write(&mech_of("tejon").expect("one of ours"))
}

fn kept_fight(_: &Path) -> Vec<u8> {
    kept("fight-two.fight")
}

fn said(_: &Path) -> Vec<u8> {
    b"id name one\nuciok\nreadyok\ninfo string hello\nbestmove 3\n".to_vec()
}

fn tron_map(folder: &Path) -> Vec<u8> {
    made(folder, "tron map --size 6 --seed 1", "-")
}

fn saved_game(_: &Path) -> Vec<u8> {
    kept("saved.game")
}

fn vindinium_map(_: &Path) -> Vec<u8> {
    b"##@1    ####    @4##\n".to_vec()
}

fn players(_: &Path) -> Vec<u8> {
    b"# two of them\none=desconecta4:course\ndesconecta4:strong,depth=1\n".to_vec()
}

fn openings(_: &Path) -> Vec<u8> {
    b"3344 # a wall\n01\n".to_vec()
}

fn constants(_: &Path) -> Vec<u8> {
    b"# mine\nblast = 3\n".to_vec()
}

fn learned(folder: &Path) -> Vec<u8> {
    let learn = "learn desconecta4 --generations 1 --games 1 --depth 1 --check 0 --output learned.txt";
    head(&made(folder, learn, "learned.txt"), 12)
}

fn record_of_match(folder: &Path) -> Vec<u8> {
    let played = "match desconecta4:course desconecta4:strong,depth=2 --games 2 --depth 1 --record played.jsonl";
    made(folder, played, "played.jsonl")
}

fn tron_record(_: &Path) -> Vec<u8> {
    head(&kept("match-tron.jsonl"), 3)
}

fn battletech_record(_: &Path) -> Vec<u8> {
    head(&kept("match-battletech.jsonl"), 2)
}

/// With a player that is a program, which must not be started.
fn record_of_program(_: &Path) -> Vec<u8> {
    let text = String::from_utf8(head(&kept("match-tron.jsonl"), 2)).expect("text");
    text.replacen("tron:strong,depth=5", "cmd:sh -c 'touch started'", 1).into_bytes()
}

fn to_tune(_: &Path) -> Vec<u8> {
    b"# constants\nblast\nclosed = 2 -9 9 2\n".to_vec()
}

fn record_of_tuning(folder: &Path) -> Vec<u8> {
    fs::write(folder.join("known"), to_tune(folder)).expect("a file");
    let tuned = "tune desconecta4:strong --depth 1 --iterations 1 --pairs 1 --output out --parameters known --record tuned.jsonl";
    made(folder, tuned, "tuned.jsonl")
}

fn record_of_learning(folder: &Path) -> Vec<u8> {
    let learnt = "learn desconecta4 --generations 1 --games 1 --depth 1 --check 0 --output out --record learnt.jsonl";
    made(folder, learnt, "learnt.jsonl")
}

fn grid(_: &Path) -> Vec<u8> {
    b"type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n".to_vec()
}

fn scenarios(folder: &Path) -> Vec<u8> {
    fs::write(folder.join("map"), grid(folder)).expect("a file");
    b"version 1\n0\tmap\t3\t2\t0\t0\t2\t0\t2.0\n0\tmap\t3\t2\t0\t0\t0\t1\t9.5\n".to_vec()
}

fn recorded(_: &Path) -> Vec<u8> {
    br#"{"seed":"1","moves":"33","pos":["x"],"win":"0","game":"a","id":"b","map":"c"}"#.to_vec()
}

fn talk(_: &Path) -> Vec<u8> {
    b"uci\nsetoption name Map value m.map\nposition startpos moves 3\ngo depth 1\nd\nquit\n".to_vec()
}

fn book(_: &Path) -> Vec<u8> {
    b"green\n3N\nblue\n".to_vec()
}
