//! Bots that play together: how they are told, and how they find each other.

use crate::bot::command::{Home, LOG_ALL, bot, finish};
use crate::bot::mini::{Mini, Nature};

#[test]
fn teams_that_make_no_sense_are_exit_2() {
    let home = Home::new();
    for (options, part) in [
        (&["--team", "alice"][..], "all bots of the team"),
        (&["--team", "alice alice"], "a name twice"),
        (&["--captain", "alice"], "needs --team"),
        (&["--team", "alice bob", "--captain", "carol"], "none of --team alice, bob"),
        (&["--team", "alice bob", "--bot", "miner"], "miner plays alone"),
    ] {
        let mut command = bot("http://127.0.0.1:9", &home.path("key"));
        command.args(options);
        let (code, out, err) = finish(command);
        assert_eq!((code, out.as_str()), (2, ""), "{options:?}: {err}");
        assert!(err.contains(part), "{options:?}: {err}");
    }
}

#[test]
fn a_team_meets_by_the_names_in_the_game() {
    let (mini, home) = (Mini::start(Nature::default()), Home::new());
    for (team, captain) in
        [("ours, other 2", Some("ours")), ("other 3, ours", Some("other 3")), ("ours, another", None)]
    {
        let mut command = bot(&mini.url(), &home.path("key"));
        command.args(["--team", team, "--depth", "1"]).env("RUST_LOG", LOG_ALL);
        let (code, _, err) = finish(command);
        assert_eq!(code, 0, "{err}");
        let told = captain.map(|captain| format!("plays in a team for {captain}\n"));
        assert!(told.map_or(!err.contains("in a team"), |told| err.contains(&told)), "{team}: {err}");
    }
}
