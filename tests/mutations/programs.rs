//! Files that only the program itself reads: saved games, instances, scenarios. It ends by itself,
//! with a code of its own.

use crate::accident::mutated;
use crate::samples::{self as sample, folder, texts};
use crate::{seed, setting};
use fastrand::Rng;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Inputs of all readers for each run here.
const SHARE: u64 = 1_000;
/// Files of instances that one run looks at.
const AT_ONCE: u64 = 64;
/// A run that takes longer hangs.
const HANGS: Duration = Duration::from_mins(1);

/// Runs the program with these arguments and input; its exit code and what stderr says.
fn run(home: &Path, args: &[String], input: &str) -> (Option<i32>, String) {
    let errors = home.join("stderr");
    let mut child = Command::new(env!("CARGO_BIN_EXE_boardbots"))
        .args(args)
        .current_dir(home)
        .env("XDG_DATA_HOME", home)
        .env("RUST_LOG", "error")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(std::fs::File::create(&errors).expect("a file"))
        .spawn()
        .expect("the program starts");
    // It may have had enough.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    let begin = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        if begin.elapsed() > HANGS {
            child.kill().expect("a child");
            panic!("{args:?} hangs");
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    (status.code(), std::fs::read_to_string(errors).unwrap_or_default())
}

/// Saved games: some turns of two or three.
fn saves() -> Vec<Vec<u8>> {
    let home = folder();
    let save = |more: &[&str]| {
        let args = ["play", "dragon-slayer", "--human", "Ana", "--with", "Beatriu", "--mode", "automatic"];
        let args: Vec<String> = args.iter().chain(more).map(ToString::to_string).collect();
        run(home.path(), &args, "r\ng\nb\np\np\nsave one\nquit\n");
        std::fs::read(home.path().join("one")).expect("a saved game")
    };
    vec![save(&[]), save(&["--with", "Carla", "--goal", "20"])]
}

/// Instances with most of their options.
fn instances() -> Vec<Vec<u8>> {
    texts(&[
        "run = vindinium\nserver = http://127.0.0.1:9000 # ours\nkey-file = /etc/key\ngames = 7\ndepth = 6\nthreads = 2\n",
        "run = arena\nlisten = 127.0.0.1:9000\nturn-limit = 1s\nfill = 10s=miner,random,default,depth=6\nkeys = strict\nseed = 7\n",
        "run = tables\nlisten = 9001\nthink = 200ms\n# a comment\n",
    ])
}

#[test]
fn the_program_ends_by_itself_whatever_it_reads() {
    let runs = (setting("BOARDBOTS_MUTATIONS", 20_000) / SHARE).max(4);
    let home = folder();
    let (saves, instances, (maps, scenarios)) = (saves(), instances(), sample::grids());
    let file = |name: &str, bytes: &[u8]| {
        std::fs::write(home.path().join(name), bytes).expect("a file");
        name.to_string()
    };
    let words = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
    let begin = Instant::now();
    for number in 0..runs {
        let mut rng = Rng::with_seed(seed().wrapping_add(number).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut out = Vec::new();
        let (args, input) = match number % 4 {
            0 | 1 => {
                mutated(&saves, &mut rng, &mut out);
                let path = file("save", &out);
                (words(&["play", "dragon-slayer", "--resume", &path]), "r\ng\nb\np\nquit\n")
            }
            2 => {
                let files = (0..AT_ONCE).map(|number| {
                    mutated(&instances, &mut rng, &mut out);
                    file(&format!("{number}.conf"), &out)
                });
                let files: Vec<String> = files.collect();
                (words(&["check"]).into_iter().chain(files).collect(), "")
            }
            _ => {
                mutated(&scenarios, &mut rng, &mut out);
                let scenarios = file("one.scen", &out);
                let map = file("one.map", &maps[rng.usize(..maps.len())]);
                (words(&["path", &map, "--scen", &scenarios]), "")
            }
        };
        let (code, said) = run(home.path(), &args, input);
        let own = code.is_some_and(|code| (0..=8).contains(&code));
        assert!(
            own && !said.contains("panicked"),
            "{number}: {args:?}: {code:?}, {said}: {:?}",
            String::from_utf8_lossy(&out)
        );
    }
    println!("{runs} runs of the program in {:.1} s", begin.elapsed().as_secs_f64());
}
