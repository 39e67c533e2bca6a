//! The arena, tables and a league as services: their files, their units, and what the manager hears of them.

use crate::service::files::{boardbots, lines};
use crate::service::manager::Service;
use crate::service::unit::{PROGRAM, text, unit};
use std::time::Duration;

#[test]
fn an_arena_is_checked_as_well() {
    let home = tempfile::tempdir().unwrap();
    for (text, place) in [
        ("run = arena\nlisten = nowhere", "x.conf:2: "),
        ("run = arena\nfill = 10s=miner", "x.conf:2: "),
        ("run = arena\nturn-limit = 1s\nmin-turn = 2s", "x.conf:3: "),
        ("run = arena\nturn-limit = 0s", "x.conf:2: "),
        ("run = arena\nserver = http://h", "x.conf:2: "),
        ("run = arena\nbehind-proxy = 127.0.0.1:80", "x.conf:2: "),
    ] {
        std::fs::write(home.path().join("x.conf"), text).unwrap();
        let (code, _, err) = boardbots(home.path(), &["check", "x.conf"]);
        assert!(code == 3 && err.starts_with(&format!("boardbots: {place}")), "{text}: {err}");
    }
    let text = "run = arena\nturn-limit = 0s\nperson-limit = 48h\nkeys = closed";
    std::fs::write(home.path().join("x.conf"), text).unwrap();
    assert_eq!(lines(&boardbots(home.path(), &["check", "x.conf"]).2), [2, 3, 4]);
    std::fs::write(
        home.path().join("x.conf"),
        "run = arena\nlisten = 0.0.0.0:9000\nkeys = strict\nbehind-proxy = 127.0.0.1, 10.0.0.0/8\n\
         host = games.example.org, pi\n",
    )
    .unwrap();
    let (code, out, err) = boardbots(home.path(), &["check", "x.conf"]);
    assert_eq!((code, out.as_str()), (0, "x.conf: ok, the arena at 0.0.0.0:9000\n"), "{err}");
}

#[test]
fn tables_are_checked_as_well() {
    let home = tempfile::tempdir().unwrap();
    for (text, place, part) in [
        ("run = tables\nlisten = nowhere", "x.conf:2: ", "IP:PORT"),
        ("run = tables\n\nthinkers = 65", "x.conf:3: ", "from 1 to 64"),
        ("run = tables\nthink = soon", "x.conf:2: ", "length of time"),
        ("run = tables\ntables = -1", "x.conf:2: ", "-1"),
        ("run = tables\nbehind-proxy = localhost", "x.conf:2: ", "IP/BITS"),
        ("run = tables\nhost = http://pi:9000", "x.conf:2: ", "without scheme"),
        ("run = tables\nkeys = open", "x.conf:2: ", "no setting of tables \"keys\""),
    ] {
        std::fs::write(home.path().join("x.conf"), text).unwrap();
        let (code, _, err) = boardbots(home.path(), &["check", "x.conf"]);
        assert!(code == 3 && err.starts_with(&format!("boardbots: {place}")) && err.contains(part), "{text}: {err}");
    }
    let right = "run = tables\nlisten = 0.0.0.0:9000\ndb = tables.db\nthink = 100ms\nthinkers = 1\n";
    std::fs::write(home.path().join("x.conf"), right).unwrap();
    let (code, out, err) = boardbots(home.path(), &["check", "x.conf"]);
    assert_eq!((code, out.as_str()), (0, "x.conf: ok, the tables at 0.0.0.0:9000\n"), "{err}");
}

#[test]
fn a_league_is_checked_as_well() {
    let home = tempfile::tempdir().unwrap();
    for (text, place, part) in [
        ("run = league\nlisten = 127.0.0.1:0", "x.conf: ", "game"),
        ("run = league\ngame = chess", "x.conf:2: ", "connect-four"),
        ("run = league\ngame = connect-four\n\nregistration = all", "x.conf:4: ", "invitation"),
        ("run = league\ngame = connect-four\nmargin = 0", "x.conf:3: ", "from 1 to 500"),
        ("run = league\ngame = connect-four\n[ada]\nversion = 2", "x.conf:3: ", "player = PLAYER"),
        ("run = league\ngame = connect-four\n[ada]\nplayer = reversi:strong", "x.conf:4: ", "plays connect-four"),
        ("run = league\ngame = connect-four\nplayers = nowhere", "nowhere: ", "make this folder"),
    ] {
        std::fs::write(home.path().join("x.conf"), text).unwrap();
        let (code, _, err) = boardbots(home.path(), &["check", "x.conf"]);
        assert!(code == 3 && err.starts_with(&format!("boardbots: {place}")) && err.contains(part), "{text}: {err}");
    }
    // The folder is beside the file, wherever the service runs.
    std::fs::create_dir_all(home.path().join("etc/players")).unwrap();
    std::fs::write(home.path().join("etc/players/eve.conf"), "player = connect-four:random\n").unwrap();
    let right = "run = league\ngame = connect-four\nplayers = players\n[ada]\nplayer = connect-four:strong\n";
    std::fs::write(home.path().join("etc/x.conf"), right).unwrap();
    let (code, out, err) = boardbots(home.path(), &["check", "etc/x.conf"]);
    let due = "etc/x.conf: ok, a league of connect-four at 127.0.0.1:9000; players in the file: 1, and those in etc/players\n";
    assert_eq!((code, out.as_str()), (0, due), "{err}");
    std::fs::write(home.path().join("etc/players/eve.conf"), "player = cmd:\n").unwrap();
    let (code, _, err) = boardbots(home.path(), &["check", "etc/x.conf"]);
    assert!(code == 3 && err.contains("etc/players/eve.conf: line 1: "), "{err}");
}

#[test]
fn a_league_is_ready_when_it_listens_and_tells_what_it_plays() {
    let home = tempfile::tempdir().unwrap();
    std::fs::create_dir(home.path().join("run")).unwrap();
    let text = "run = league\ngame = connect-four\nlisten = 127.0.0.1:0\n[a]\nplayer = connect-four:random\n\
                [b]\nplayer = connect-four:strong,depth=1\n";
    std::fs::write(home.path().join("league.conf"), text).unwrap();
    let mut league = Service::start(home, "league.conf", Duration::from_secs(9));
    league.expect("READY=1");
    league.expect("STATUS=1 games of the league run, 0 connections");
    league.expect("WATCHDOG=1");
    league.signal("TERM");
    league.expect("STOPPING=1");
    assert_eq!(league.wait().code(), Some(0));
}

#[test]
fn tables_are_ready_when_they_listen_and_tell_who_is_there() {
    let home = tempfile::tempdir().unwrap();
    std::fs::create_dir(home.path().join("run")).unwrap();
    std::fs::write(home.path().join("tables.conf"), "run = tables\nlisten = 127.0.0.1:0\n").unwrap();
    let mut tables = Service::start(home, "tables.conf", Duration::from_secs(9));
    tables.expect("READY=1");
    tables.expect("STATUS=0 tables run, 0 connections");
    tables.expect("WATCHDOG=1");
    tables.signal("TERM");
    tables.expect("STOPPING=1");
    assert_eq!(tables.wait().code(), Some(0));
}

#[test]
fn an_arena_is_ready_when_it_listens_and_tells_who_is_there() {
    let home = tempfile::tempdir().unwrap();
    std::fs::create_dir(home.path().join("run")).unwrap();
    std::fs::write(home.path().join("arena.conf"), "run = arena\nlisten = 127.0.0.1:0\n").unwrap();
    let mut arena = Service::start(home, "arena.conf", Duration::from_secs(9));
    arena.expect("READY=1");
    arena.expect("STATUS=0 games run or wait for players, 0 connections");
    arena.expect("WATCHDOG=1");
    arena.signal("TERM");
    arena.expect("STOPPING=1");
    assert_eq!(arena.wait().code(), Some(0));
}

#[test]
fn tables_keep_their_database_in_a_folder_of_their_own() {
    let home = tempfile::tempdir().unwrap();
    let output = unit(home.path(), &["tables", "--listen", "0.0.0.0:9000", "--db", "tables.db", "--thinkers", "1"]);
    let out = text(output.stdout);
    let call = format!("\nExecStart={PROGRAM} tables --listen 0.0.0.0:9000 --db tables.db --thinkers 1\n");
    assert!(out.contains(&call), "{out}");
    assert!(out.contains("\nWorkingDirectory=%S/boardbots-tables\n"), "{out}");
    assert!(out.contains("\nStateDirectory=boardbots-tables\n") && out.contains("\nDynamicUser=yes\n"), "{out}");
    assert_eq!(unit(home.path(), &["tables", "--thinkers", "65"]).status.code(), Some(2));
}

#[test]
fn a_league_keeps_its_database_in_a_folder_of_its_own() {
    let home = tempfile::tempdir_in("/var/lib").unwrap_or_else(|_| tempfile::tempdir().unwrap());
    std::fs::write(
        home.path().join("x.conf"),
        "run = league\ngame = connect-four\nlisten = 0.0.0.0:80\ndb = league.db\n",
    )
    .unwrap();
    let file = home.path().join("x.conf").display().to_string();
    let output = unit(home.path(), &["league", &file]);
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert!(out.contains(&format!("\nExecStart={PROGRAM} league {file}\n")), "{out}{err}");
    assert!(
        out.contains("\nStateDirectory=boardbots-league\n") && out.contains("\nMemoryDenyWriteExecute=no\n"),
        "{out}"
    );
    assert!(out.contains("\nCapabilityBoundingSet=CAP_NET_BIND_SERVICE\n"), "{out}");
}

#[test]
fn ports_below_1024_come_with_the_right_to_them() {
    let home = tempfile::tempdir().unwrap();
    for (server, listen) in
        [("arena", "0.0.0.0:80"), ("tables", "[::]:443"), ("tables", "1023"), ("arena", "127.0.0.1:1")]
    {
        let out = text(unit(home.path(), &[server, "--listen", listen]).stdout);
        for line in ["AmbientCapabilities=CAP_NET_BIND_SERVICE", "CapabilityBoundingSet=CAP_NET_BIND_SERVICE"] {
            assert!(out.lines().any(|of| of == line), "{server} {listen}: {out}");
        }
        // In a user namespace the capability would not count for the machine's ports.
        assert!(out.contains("\nPrivateUsers=no\n") && !out.contains("PrivateUsers=yes"), "{out}");
        let output = unit(home.path(), &["--user", server, "--listen", listen]);
        let error = text(output.stderr);
        assert!(output.status.code() == Some(2) && output.stdout.is_empty(), "{error}");
        assert!(error.contains("listen on 1024 or above"), "{error}");
    }
    for listen in ["0.0.0.0:1024", "0.0.0.0:9000", "127.0.0.1:0"] {
        let out = text(unit(home.path(), &["arena", "--listen", listen]).stdout);
        assert!(out.contains("\nAmbientCapabilities=\n") && out.contains("\nPrivateUsers=yes\n"), "{listen}: {out}");
    }
}

#[test]
fn a_service_of_the_system_reaches_what_an_arena_needs() {
    let home = tempfile::tempdir_in("/tmp").unwrap();
    assert_eq!(unit(home.path(), &["arena", "--db", "/srv/a.sqlite"]).status.code(), Some(2));
    std::fs::create_dir(home.path().join("maps")).unwrap();
    let output = unit(home.path(), &["arena", "--maps", "maps"]);
    let error = text(output.stderr);
    assert!(output.status.code() == Some(3) && error.contains("/maps: a service of the system"), "{error}");
}
