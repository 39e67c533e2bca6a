//! Whatever file a command is given: it ends, and says which file it is. No more than 1 GB of memory is to be had.

use boardbots_tron::generator::generate;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Everything that reads a file, which is called FILE.
const READERS: [&str; 32] = [
    "check FILE",
    "run FILE",
    "league FILE",
    "league verify FILE",
    "tron check FILE",
    "path FILE",
    "path grid.map --scen FILE",
    "rate FILE",
    "match merge FILE",
    "match replay FILE 0",
    "match tron:strong tron:strong --record FILE",
    "match tron:strong --players FILE",
    "match tron:strong --pool FILE",
    "match desconecta4:strong desconecta4:course --openings FILE",
    "match tron:strong tron:strong,parameters=FILE",
    "match connect-four:strong connect-four:learned,learned=FILE",
    "match battletech:strong battletech:strong --map FILE",
    "match battletech:strong battletech:strong --mech FILE",
    "tune tron:strong,depth=1 --parameters FILE",
    "tune tron:strong,depth=1 --parameters constants --record FILE",
    "learn connect-four --record FILE",
    "verify tron FILE",
    "play dragon-slayer --resume FILE",
    "play tron --map FILE",
    "battletech replay FILE",
    "battletech fight --map FILE",
    "battletech fight --mech FILE",
    "battletech suite --map FILE",
    "dragon-slayer solve --players 3 --checkpoint FILE",
    "dragon-slayer statistics --database FILE",
    "vindinium --server http://127.0.0.1:9 --key-file FILE",
    "desconecta4 connect --config FILE",
];

/// Ends a command that hangs.
fn ended(mut child: Child, what: &str) -> Output {
    let until = Instant::now() + Duration::from_mins(2);
    while child.try_wait().expect("a child of this process").is_none() {
        if Instant::now() > until {
            child.kill().expect("a child of this process");
            panic!("{what} does not end");
        }
        sleep(Duration::from_millis(10));
    }
    child.wait_with_output().expect("a child of this process")
}

/// Exit code and stderr of a command in a folder.
fn run(folder: &Path, line: &str, input: Stdio) -> (i32, String) {
    let program = env!("CARGO_BIN_EXE_boardbots");
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 1000000; exec \"$@\"", "sh", program]).args(line.split_whitespace());
    command.current_dir(folder).env_remove("RUST_LOG").stdin(input).stdout(Stdio::null()).stderr(Stdio::piped());
    let output = ended(command.spawn().expect("a shell"), line);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code().unwrap_or_else(|| panic!("{line}: {:?}: {said}", output.status)), said)
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("grid.map"), "type octile\nheight 1\nwidth 2\nmap\n..\n").expect("a file");
    fs::write(path("constants"), "cell\n").expect("a file");
    assert!(Command::new("mkfifo").arg(path("pipe")).status().expect("mkfifo").success());
    std::os::unix::fs::symlink("/dev/zero", path("link")).expect("a link");
    // Holes take no room on the disk.
    File::create(path("huge")).and_then(|file| file.set_len(1 << 40)).expect("a file");
    folder
}

#[test]
fn every_command_refuses_what_is_no_plain_file_or_has_no_end() {
    let folder = folder();
    let _listener = UnixListener::bind(folder.path().join("socket")).expect("a socket");
    for file in ["/dev/zero", "pipe", "link", "socket", ".", "huge"] {
        for reader in READERS {
            let line = reader.replace("FILE", file);
            let (code, said) = run(folder.path(), &line, Stdio::null());
            assert!((1..=7).contains(&code) && said.contains(file), "{line}: {code}: {said}");
            assert!(!said.contains("panicked"), "{line}: {said}");
        }
    }
}

#[test]
fn pipes_that_a_command_is_started_with_are_read_up_to_the_bound() {
    let folder = folder();
    let map = generate(20, 1).expect("a map").text("a map");
    fs::write(folder.path().join("a.map"), &map).expect("a file");
    for name in ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"] {
        for file in ["a.map", "/dev/zero"] {
            let input = File::open(folder.path().join(file)).expect("a file");
            let (code, said) = run(folder.path(), &format!("tron check {name}"), input.into());
            assert_eq!(
                (code, said.contains("more than 1048576 bytes")),
                if file == "a.map" { (0, false) } else { (3, true) }
            );
        }
        // A writer that takes its time.
        let mut slow = Command::new("sh")
            .args(["-c", "sleep 0.2; cat"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        slow.stdin.take().expect("piped").write_all(map.as_bytes()).expect("a reader");
        let pipe = slow.stdout.take().expect("piped");
        assert_eq!(run(folder.path(), &format!("tron check {name}"), pipe.into()), (0, String::new()));
        slow.wait().expect("a child of this process");
    }
    let zeros = || File::open("/dev/zero").expect("a device").into();
    for line in ["verify tron -", "verify vindinium /dev/stdin"] {
        let (code, said) = run(folder.path(), line, zeros());
        assert!(
            code == 3 && said.contains(":1: ") && said.contains("a line has at most 16777216 bytes"),
            "{line}: {said}"
        );
    }
    let script = "boardbots=$0; head -c 3000000 a.map | $boardbots tron check /dev/fd/3 3<&0";
    let done =
        Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_boardbots")]).current_dir(folder.path()).output();
    assert!(done.expect("a shell").status.success());
}

/// A record of a match of this number of players, without a game.
fn record(players: usize) -> String {
    let players: Vec<String> = (0..players).map(|number| format!("\"p{number}=tron:strong\"")).collect();
    format!(
        "{{\"boardbots-match\":1,\"game\":\"tron\",\"players\":[{}],\"format\":\"round-robin\",\"games\":4,\"seed\":1,\
         \"pace\":{{\"depth\":1,\"deadline\":10000}},\"openings\":{{\"plies\":8,\"sizes\":[10,20]}},\"turns\":300}}\n",
        players.join(",")
    )
}

#[test]
fn a_match_has_hundreds_of_players_and_not_thousands() {
    let folder = folder();
    let roster = |players: usize| {
        let lines: Vec<String> = (0..players).map(|number| format!("p{number}=tron:strong\n")).collect();
        lines.concat()
    };
    let write = |name: &str, text: String| fs::write(folder.path().join(name), text).expect("a file");
    for players in [500, 1000, 1001, 4000, 20_000] {
        write("record", record(players));
        write("players", roster(players - 1));
        for (line, refused) in [
            ("match merge record", 7),
            ("rate record", 7),
            ("match replay record 0", 7),
            ("match tron:strong --players players --games 2 --depth 1 --sizes 6", 2),
            ("match tron:strong --pool players --games 2 --depth 1 --sizes 6", 2),
        ] {
            let (code, said) = run(folder.path(), line, Stdio::null());
            if players > 1000 {
                let told = format!("a match has at most 1000 players; here are {players}");
                assert!(code == refused && said.contains(&told), "{line}, {players}: {code} {said}");
            } else {
                assert_eq!(code, if line.contains("replay") { 7 } else { 0 }, "{line}, {players}: {said}");
            }
        }
    }
}

/// Small files as another system writes them: a mark at the beginning, CR and LF, no end of the last line.
#[test]
fn texts_of_other_systems_are_read_alike() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let map = generate(8, 1).expect("a map").text("a map");
    let texts = [
        ("constants", "# mine\ncell = 2\n"),
        ("openings", "33\n44\n"),
        ("players", "tron:strong,depth=1\ntron:course,depth=1\n"),
        ("grid", "type octile\nheight 2\nwidth 2\nmap\n..\n..\n"),
        ("scen", "version 1\n0\tgrid\t2\t2\t0\t0\t1\t1\t1.41421\n"),
        ("tron.map", map.as_str()),
        ("arena.conf", "run = arena\nlisten = 127.0.0.1:0\n"),
        ("squad.conf", "run = squad\nserver = http://127.0.0.1:9\nbots = bob\n\n[bob]\ndepth = 3\n"),
    ];
    let lines = [
        "match tron:strong,parameters=constants,depth=1 tron:course,depth=1 --games 2 --json",
        "match desconecta4:course,depth=1 desconecta4:course,depth=2 --openings openings --games 4 --json",
        "match --players players --games 2 --json",
        "tune tron:strong,depth=1 --parameters constants --iterations 1 --pairs 1 --json",
        "path grid --scen scen",
        "tron check tron.map",
        "check arena.conf",
        "check squad.conf",
    ];
    let answers = |change: &dyn Fn(&str) -> String| {
        for (name, text) in &texts {
            fs::write(at(name), change(text)).expect("a file");
        }
        for line in lines {
            let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
            let output = command.args(line.split(' ')).current_dir(folder.path()).output().expect("the program");
            assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        }
    };
    answers(&str::to_string);
    answers(&|text| format!("\u{feff}{}", text.trim_end().replace('\n', "\r\n")));
    answers(&|text| text.trim_end().replace('\n', " \t\n"));
}
