//! Files that describe instances.

use crate::program::{run, same};
use std::fmt::Write as _;
use std::fs;

/// Every key of every kind of instance.
const FILES: [(&str, &str); 7] = [
    ("alice", "# a bot\nrun = vindinium\nserver = http://10.0.0.5:9000\nkey-file = alice.key\n"),
    (
        "bob",
        "run = vindinium\nserver = http://10.0.0.5:9000\nkey-file = bob.key\nmode = training\ngames = 5\nmap = m1\n\
         turns = 100\nbot = default\ndepth = 4\ndeadline = 500\nthreads = 2\ngive-up = 10m\n",
    ),
    ("carla", "run = vindinium\nserver = http://10.0.0.5:9000\nmode = arena\ngames = forever\nbot = hunter\n"),
    (
        "dora",
        "run = arena\nlisten = 0.0.0.0:9000\nturn-limit = 2s\nfirst-turn-grace = 5s\nmin-turn = 60ms\n\
         person-limit = 30s\nseed = 3\ndb = arena.db\nkeys = strict\nfill = 10s=miner,random,default,depth=6\n\
         players-per-address = 60\nkeep = 30d,2G\nbehind-proxy = 127.0.0.1,10.0.0.0/8\n",
    ),
    (
        "eve",
        "run = tables\nlisten = 9001\ndb = tables.db\nthink = 100ms\nthinkers = 1\nbehind-proxy = 127.0.0.1\n\
         tables = 50\nkeep = all\nplayers-per-address = 20\nmade = 30\nrunning = 10\nwatchers = 20\n",
    ),
    ("finn", "run = tables\n"),
    (
        "gina",
        "run = squad\nbots = a, b, c\nkey-file = all.keys\nthreads = 2\nserver = http://10.0.0.5:9000\n[b]\ndepth = 4\n\
         [c]\nmode = training\ngames = 5\n",
    ),
];

#[test]
fn files_of_instances_are_taken() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut all = String::new();
    for (name, text) in FILES {
        let name = format!("{name}.conf");
        fs::write(folder.path().join(&name), text).expect("the folder can be written");
        let output = run(folder.path(), &["check", &name]);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{name}: {error}");
        // Depth and threads are chosen for the machine.
        let told = String::from_utf8(output.stdout).expect("text");
        writeln!(all, "{}", told.trim().split(", depth").next().unwrap_or_default()).expect("it is a text");
    }
    same("check.txt", &all);
}
