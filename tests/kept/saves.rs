//! Saved games of Dragon Slayer go on where they stood, and its statistics know the games of before.

use crate::program::{file, keeps, same, told, typed};
use serde_json::Value;
use std::fs;

/// Keys that take part in everything, until the game is over.
const KEYS: &str = "r\np\na\ns\ng\nb\n";

#[test]
fn saved_games_go_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let play = ["play", "dragon-slayer", "--mode", "automatic", "--no-delay", "--no-statistics", "--quiet"];
    let saved = file("saved.game");
    if keeps() {
        let new = ["--human", "Ana", "--human", "Bo", "--with", "Carla", "--with", "Daniel", "--seed", "6"];
        let path = saved.to_str().expect("text");
        typed(folder.path(), &[&play[..], &new, &["--save", path]].concat(), &format!("{}save\n", KEYS.repeat(6)));
    }
    let copy = folder.path().join("copy.game");
    fs::copy(&saved, &copy).expect("a saved game");
    let resume = [&play[..], &["--resume", "copy.game", "--save", "again.game"]].concat();
    // Saved again at once, it is the same game.
    typed(folder.path(), &resume, "save\n");
    let again = fs::read_to_string(folder.path().join("again.game")).expect("a saved game");
    assert_eq!(again, fs::read_to_string(&saved).expect("a saved game"));
    // Saved some actions later, it is the game that it would have been.
    typed(folder.path(), &resume, &format!("{}save\n", KEYS.repeat(8)));
    same("saved-later.game", &fs::read_to_string(folder.path().join("again.game")).expect("a saved game"));
}

#[test]
fn statistics_know_the_games_of_before() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = file("dragon-slayer.db");
    let play = ["play", "dragon-slayer", "--mode", "automatic", "--no-delay", "--quiet", "--goal", "10"];
    if keeps() {
        for (seed, other) in [("1", "Abel"), ("2", "Beatriu"), ("3", "Abel")] {
            let game = ["--human", "Ana", "--with", other, "--seed", seed, "--database", "new.db"];
            typed(folder.path(), &[&play[..], &game].concat(), &KEYS.repeat(400));
        }
        fs::copy(folder.path().join("new.db"), &kept).expect("the folder can be written");
    }
    fs::copy(&kept, folder.path().join("copy.db")).expect("a database");
    let ask = ["dragon-slayer", "statistics", "--json", "--database", "copy.db"];
    for (name, more) in [("statistics", &[][..]), ("statistics-abel", &["--personality", "Abel"])] {
        let json: Value = serde_json::from_str(&told(folder.path(), &[&ask[..], more].concat())).expect("JSON");
        same(&format!("{name}.json"), &format!("{json:#}\n"));
    }
    // One more of the same user, by what is known of him.
    let game = ["--human", "Ana", "--with", "Abel", "--seed", "4", "--database", "copy.db"];
    typed(folder.path(), &[&play[..], &game].concat(), &KEYS.repeat(400));
    let json: Value = serde_json::from_str(&told(folder.path(), &ask)).expect("JSON");
    same("statistics-later.json", &format!("{json:#}\n"));
}
