//! Starts that cannot be: two leagues on one database, one of another game, settings with mistakes.

use super::{FAST, League, THREE, four, run, said};
use std::process::Output;

fn failed(league: &League) -> Output {
    let args = league.args();
    let output = run(&args.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(!output.status.success());
    output
}

#[test]
fn a_database_is_of_one_league_and_one_game() {
    let mut league = League::start(&four("", THREE));
    let output = failed(&league);
    assert!(output.status.code() == Some(7) && said(&output).contains("league.db"), "{}", said(&output));
    // It has harmed nothing.
    league.games(3);
    assert_eq!(league.terminate().0, Some(0));
    league.write("league.conf", &format!("game = tron\n{FAST}"));
    let output = failed(&league);
    let why = said(&output);
    assert_eq!(output.status.code(), Some(3), "{why}");
    assert!(why.contains("a league of connect-four") && why.contains("game = connect-four"), "{why}");
    for (name, bytes) in
        [("text.db", &b"no database at all, but a text that is longer than a head of one"[..]), ("empty.db", b"")]
    {
        std::fs::write(league.at(name), bytes).expect("written");
        let output = run(&["league", "verify", &league.at(name).display().to_string()]);
        assert!(output.status.code() == Some(7) && said(&output).contains(name), "{name}: {}", said(&output));
    }
    let output = run(&["league", "verify", &league.at("absent.db").display().to_string()]);
    assert!(output.status.code() == Some(7) && said(&output).contains("absent.db"), "{}", said(&output));
}

#[test]
fn each_mistake_of_a_file_is_told_with_its_line() {
    let text = "game = connect-four\npace = soon\nregistration = perhaps\ncolour = red\nmargin = 0\ntest-games = 3\n\
                versions = never\n[ada]\nplayer = tron:strong\n[bob]\n[eve]\nplayer = connect-four:strong,depth=900\n\
                [x\u{202e}y]\nplayer = connect-four:random\n[kim]\nplayer = connect-four:random\nkey = 5\n\
                [kim]\nplayer = connect-four:random\nplayer = connect-four:random\n";
    let league = League::prepare(text);
    let output = failed(&league);
    let why = said(&output);
    assert_eq!(output.status.code(), Some(3), "{why}");
    for (line, part) in [
        (2, "soon"),
        (3, "open, invitation, closed"),
        (4, "colour"),
        (5, "Elo"),
        (6, "20"),
        (7, "at-once"),
        (9, "league plays connect-four"),
        (10, "player = PLAYER"),
        (12, "depth"),
        (13, "x"),
        (17, "key"),
        (18, "kim"),
        (20, "player"),
    ] {
        let place = format!("league.conf:{line}: ");
        assert!(why.lines().any(|told| told.contains(&place) && told.contains(part)), "{place}{part}: {why}");
    }
    for (text, part) in [
        ("game = connect-four\nmap = colinas\n", "--map has no effect in connect-four"),
        ("game = battletech\nmech = tejon, bicycle\n", "bicycle"),
        ("game = battletech\nplace = 0203:9\n", "0203:9"),
    ] {
        league.write("league.conf", text);
        let why = said(&failed(&league));
        assert!(why.contains("league.conf") && why.contains(part), "{text}: {why}");
    }
    league.write("league.conf", "title = nothing else\n");
    let why = said(&failed(&league));
    assert!(why.contains("league.conf") && why.contains("game"), "{why}");
    let output = run(&["league", &league.at("absent.conf").display().to_string()]);
    assert!(output.status.code() == Some(3) && said(&output).contains("absent.conf"), "{}", said(&output));
    assert!(!league.at("league.db").exists(), "nothing was begun");
}
