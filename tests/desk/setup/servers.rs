//! Boards that are set up as servers: an arena, tables, a league.

use super::{Board, boardbots, run};
use std::fs;

#[test]
fn an_arena_is_asked_for_and_runs() {
    let board = Board::new("echo 0 games");
    let mut terminal = board.terminal(&[]);
    terminal.wait_for("Number or word: ");
    terminal.line("arena");
    terminal.wait_for(": ");
    terminal.line("127.0.0.1:80");
    terminal.wait_for("choose one from 1024 on");
    for (wrong, why, right) in
        [("here", "IP:PORT", "127.0.0.1:9001"), ("closed", "strict", ""), ("10s=minor", "miner", "none")]
    {
        terminal.wait_for(": ");
        terminal.line(wrong);
        terminal.wait_for(why);
        terminal.wait_for("]: ");
        terminal.line(right);
    }
    let (rest, status) = terminal.end();
    assert!(status.success() && rest.contains("http://127.0.0.1:9001/"), "{rest}");
    let file = board.read("etc/boardbots/arena.conf");
    assert!(file.ends_with("\nrun = arena\nlisten = 127.0.0.1:9001\nkeys = open\ndb = arena.db\n"), "{file}");
    assert!(board.is_enabled("boardbots-arena.service") && !board.path("etc/boardbots/keys").exists());
    let (code, _, said) = board.run(&["arena", "--yes", "--replace"]);
    assert_eq!(code, 0, "{said}");
    assert!(board.read("etc/boardbots/arena.conf").contains("listen = 0.0.0.0:9000\nkeys = open\nfill = 10s="));
}

#[test]
fn tables_are_asked_for_and_run() {
    let board = Board::new("echo 0 tables");
    let mut terminal = board.terminal(&["tables"]);
    terminal.wait_for("[0.0.0.0:9000]: ");
    terminal.line("nowhere");
    terminal.wait_for("IP:PORT");
    terminal.wait_for("[0.0.0.0:9000]: ");
    terminal.line("127.0.0.1:9001");
    let (rest, status) = terminal.end();
    assert!(status.success() && rest.contains("active: 0 tables") && rest.contains("http://127.0.0.1:9001/"), "{rest}");
    let file = board.read("etc/boardbots/tables.conf");
    assert!(file.ends_with("\nrun = tables\nlisten = 127.0.0.1:9001\ndb = tables.db\n"), "{file}");
    assert!(board.is_enabled("boardbots-tables.service"));
}

#[test]
fn a_league_begins_with_house_bots() {
    let board = Board::new("echo 0 games of the league run");
    let mut terminal = board.terminal(&["league"]);
    for (wrong, why, right) in [
        ("chess", "connect-four", "connect-four"),
        ("nowhere", "IP:PORT", "127.0.0.1:9001"),
        ("a # b", "without #", "Club evening"),
        ("nobody", "closed", ""),
    ] {
        terminal.wait_for(": ");
        terminal.line(wrong);
        terminal.wait_for(why);
        terminal.wait_for(": ");
        terminal.line(right);
    }
    let (rest, status) = terminal.end();
    assert!(status.success() && rest.contains("active: 0 games") && rest.contains("http://127.0.0.1:9001/"), "{rest}");
    let due = "\nrun = league\ngame = connect-four\nlisten = 127.0.0.1:9001\ntitle = Club evening\n\
               registration = invitation\ndb = league.db\nplayers = players\n";
    let file = board.read("etc/boardbots/league.conf");
    assert!(file.ends_with(due) && board.is_enabled("boardbots-league.service"), "{file}");
    let players = || {
        let files = fs::read_dir(board.path("etc/boardbots/players")).unwrap();
        let mut names: Vec<_> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    assert!(
        players().len() == 3 && players().iter().all(|name| name.strip_suffix(".conf").is_some()),
        "{:?}",
        players()
    );
    let first = format!("etc/boardbots/players/{}", players()[0]);
    // Whoever runs the service reads them.
    assert_eq!([board.mode("etc/boardbots/players"), board.mode(&first)], [0o755, 0o644]);
    assert!(board.read(&first).starts_with("player = connect-four:"));
    let check = || run(boardbots().arg("check").arg(board.path("etc/boardbots/league.conf")));
    assert!(check().1.contains("ok, a league of connect-four at 127.0.0.1:9001"), "{:?}", check());
    // Who is there stays; whom the league cannot have is named, and nothing is changed.
    fs::write(board.path(&first), "player = connect-four:random\n").unwrap();
    let again = ["league", "--game", "connect-four", "--yes", "--replace"];
    assert_eq!((board.run(&again).0, board.read(&first).as_str()), (0, "player = connect-four:random\n"));
    let before = board.read("etc/boardbots/league.conf");
    board.file("etc/boardbots/players/eve.conf", "\nplayer = reversi:strong\n");
    let other = ["league", "--game", "connect-four", "--title", "Other", "--yes", "--replace"];
    for (code, _, said) in [board.run(&other), check()] {
        assert!(code == 3 && said.contains("eve.conf: line 2: this is a player of reversi"), "{said}");
    }
    assert_eq!(board.read("etc/boardbots/league.conf"), before);
    let board = Board::new("exit 3");
    let (code, _, said) = board.run(&again[..4]);
    assert!(code == 3 && said.contains("as they were before") && board.is_untouched(), "{said}");
}
