//! Whole games at a table without a terminal: lines are typed, and the output is kept.

use super::commands;
use super::inbox::Inbox;
use super::screen::Screen;
use super::table::{Settings, Table};
use boardbots_dragon_slayer::game::state::DragonState;
use boardbots_dragon_slayer::habits::{Bucket, Count, Habits};
use boardbots_dragon_slayer::rules::Action;
use boardbots_game::player::Think;
use boardbots_game::state::Choice;
use boardbots_game::terminal::argument::Given;
use boardbots_game::terminal::session::Session;
use boardbots_game::terminal::{Look, Opened, Terminal, columns};
use std::fs;
use std::io::Cursor;
use std::path::Path;

const TWO: [&str; 2] = ["you", "Beatriu"];
const FIVE: [&str; 5] = ["Ana", "Ben", "Abel", "Daniel", "Abel"];

fn game() -> &'static dyn Terminal {
    let found = boardbots_catalog::terminals().find(|(name, _)| *name == "dragon-slayer");
    found.expect("the catalogue has it").1.expect("it is played in the terminal")
}

/// What was given for these players, people and characters.
fn given(names: &[&str], seed: u64) -> Given {
    let mut given = Given::default();
    given.add("seed", seed.to_string().into());
    for name in names {
        let is_character = ["Abel", "Beatriu", "Carla", "Daniel"].contains(name);
        given.add(if is_character { "with" } else { "human" }, name.into());
    }
    if !given.has("human") {
        given.add("watch", "".into());
    }
    given
}

/// A game before its beginning.
fn set_up(given: &Given) -> Opened {
    game().set_up(given).unwrap_or_else(|error| panic!("{error:?}"))
}

fn opened(names: &[&str], seed: u64) -> Opened {
    let mut opened = set_up(&given(names, seed));
    opened.session.begin().expect("bots of this game");
    opened
}

fn resumed(path: &Path) -> Result<Opened, String> {
    commands::saved(game(), path, &Given::default()).map_err(|failure| failure.message)
}

fn state(session: &Session) -> &DragonState {
    session.state().of().expect("a game of these")
}

/// A player who tries one key after the other: most are wrong, and are asked again.
fn keys() -> Vec<&'static str> {
    ["r", "s", "c", "n", "p", "f", "y", "", "g", "b", "a"].into_iter().cycle().take(20_000).collect()
}

const AUTOMATIC: Settings = Settings { waits: false, pauses: false, prompts: true, file: None };

/// What is shown while these lines are typed.
fn shown(opened: Opened, lines: &[&str], look: (Look, fn() -> usize), waits: bool) -> String {
    let (typed, mut output) = (lines.join("\n"), Vec::new());
    let inbox = Inbox::of(move || Cursor::new(typed));
    let screen = Screen::new(&mut output, look.0, false, look.1);
    let mut table = Table::new(game(), opened, None, inbox, screen, Settings { waits, ..AUTOMATIC });
    table.play().expect("bytes in memory");
    String::from_utf8(output).expect("text")
}

fn plain(opened: Opened, lines: &[&str]) -> String {
    shown(opened, lines, (Look::Plain, || 80), false)
}

#[test]
fn the_same_seed_and_keys_are_the_same_game() {
    for names in [&TWO[..], &FIVE] {
        let game = plain(opened(names, 5), &keys());
        assert!(game.contains(" win with ") || game.contains(" wins with "), "{game}");
        assert_eq!(game, plain(opened(names, 5), &keys()));
        assert_ne!(game, plain(opened(names, 6), &keys()));
        for part in ["is no key", "Roll 1: ", "is slain: ", "Spend your only token", ": \""] {
            assert!(game.contains(part) || (names.len() > 2 && part == "is no key"), "{part}: {game}");
        }
    }
}

#[test]
fn everybody_begins_sometimes_and_the_order_stays() {
    let mut first = [0; 5];
    for seed in 0..100 {
        let opened = opened(&FIVE, seed);
        let table = state(&opened.session).table().expect("a table");
        let guests: Vec<_> = table.guests.iter().map(|guest| guest.name.clone()).collect();
        let ana = guests.iter().position(|name| name == "Ana").expect("she plays");
        assert_eq!(guests[(ana + 1) % 5], "Ben");
        assert_eq!(guests[(ana + 4) % 5], "Abel 2");
        first[ana] += 1;
    }
    assert!(first.iter().all(|count| *count > 5), "{first:?}");
}

#[test]
fn nothing_depends_on_what_is_said() {
    let mut silence = given(&FIVE, 5);
    silence.add("quiet", "".into());
    let mut quiet = set_up(&silence);
    quiet.session.begin().expect("bots of this game");
    let quiet = plain(quiet, &keys());
    let game = plain(opened(&FIVE, 5), &keys());
    let silent: Vec<&str> = game.lines().filter(|line| !line.contains(": \"")).collect();
    assert_eq!(silent, quiet.lines().collect::<Vec<_>>());
    assert!(silent.len() + 5 < game.lines().count(), "{game}");
}

#[test]
fn each_step_of_a_rival_waits_if_it_is_to() {
    let steps = |names: &[&str], waits| {
        let game = shown(opened(names, 5), &keys(), (Look::Plain, || 80), waits);
        game.lines().filter(|line| *line == "Enter").count()
    };
    assert_eq!(steps(&TWO, false), 0);
    assert!(steps(&TWO, true) > 10);
    // After a change of the mode there are no more such questions.
    let mut lines = vec!["automatic"];
    lines.extend(keys());
    let game = shown(opened(&["Abel", "Carla"], 5), &lines, (Look::Plain, || 80), true);
    assert_eq!(game.lines().filter(|line| *line == "Enter").count(), 1);
    assert!(game.contains(" wins with "), "{game}");
}

#[test]
fn no_line_is_longer_than_the_terminal() {
    let widths: [(usize, fn() -> usize); 4] = [(24, || 24), (33, || 33), (40, || 40), (80, || 80)];
    let mut lines = vec!["log", "? keys", "? tokens", "? nothing", "help", "save /nowhere/else/x.save"];
    lines.extend(keys());
    lines.insert(400, "log");
    for (most, width) in widths {
        for look in [Look::Ascii, Look::Unicode] {
            let game = shown(opened(&FIVE, 7), &lines, (look, width), true);
            assert!(game.contains("Not saved"), "{game}");
            // What is typed behind a question is not shown here, nor its line ended.
            for line in game.lines().flat_map(|line| line.split_inclusive("> ")) {
                assert!(columns(line) <= most, "{most}: {line}");
            }
            let drawn =
                game.contains(if look == Look::Ascii { ".--------." } else { "┌────────┐" });
            assert_eq!(drawn, most >= 32, "{game}");
        }
    }
}

#[test]
fn a_resumed_game_goes_on_as_if_nothing_had_been() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.save");
    let (save, mut resumed_games) = (format!("save {}", path.display()), 0);
    for names in [&TWO[..], &FIVE] {
        let keys = keys();
        let whole = plain(opened(names, 5), &keys);
        for typed in [0, 1, 2, 4, 5, 7, 8, 13, 21, 34] {
            let mut lines = keys[..typed].to_vec();
            lines.push(&save);
            let begun = plain(opened(names, 5), &lines);
            if !begun.contains("Saved. Go on with: ") {
                // The game was over, or the question whether to spend the token was open.
                continue;
            }
            resumed_games += 1;
            let rest = plain(resumed(&path).expect("a saved game"), &keys[typed..]);
            // Up to the first question things are shown once more.
            let question =
                rest.lines().position(|line| line.contains(" = ") && !line.contains("help")).expect("a question");
            let rest: Vec<&str> = rest.lines().skip(question).collect();
            let due: Vec<&str> = whole.lines().collect();
            assert!(due.ends_with(&rest), "{typed} {names:?}\n{due:#?}\n{rest:#?}");
        }
    }
    assert!(resumed_games > 10, "{resumed_games}");
}

/// A game between a person and Beatriu in a file, saved as late as possible.
fn saved(path: &Path) -> String {
    let save = format!("save {}", path.display());
    for typed in (0..200).rev() {
        let mut lines = keys()[..typed].to_vec();
        lines.push(&save);
        plain(opened(&TWO, 5), &lines);
        if path.exists() {
            break;
        }
    }
    fs::read_to_string(path).expect("a saved game")
}

#[test]
fn what_a_character_played_counts_whatever_it_decides_today() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.save");
    let text = saved(&path);
    let game = resumed(&path).expect("a saved game");
    let guests = &state(&game.session).table().expect("a table").guests;
    let number = 1 + guests.iter().position(|guest| guest.character.is_some()).expect("Beatriu");
    let start = format!("turn-{number} = ");
    let (before, _) = text.split_once(&start).expect("her first turn");
    let turn = text.lines().find_map(|line| line.strip_prefix(&start)).expect("her first turn");
    let other = if turn.starts_with("red") { "blue" } else { "red" };
    fs::write(&path, format!("{before}{start}{other}\n")).expect("a file");
    plain(resumed(&path).expect("a game that goes on"), &[&format!("save {}", path.display())]);
    let again = fs::read_to_string(&path).expect("a saved game");
    assert!(again.starts_with(&format!("{before}{start}{other}")) && again != text, "{again}");
}

#[test]
fn whatever_is_damaged_is_refused_or_does_not_matter() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.save");
    let text = saved(&path);
    let whole = resumed(&path).expect("a saved game").session.choices().len();
    let lines: Vec<&str> = text.lines().collect();
    for missing in 1..lines.len() {
        let some: Vec<&str> = [&lines[..missing], &lines[missing + 1..]].concat();
        fs::write(&path, some.join("\n")).expect("a file");
        // Without its last line the game is a shorter one.
        match resumed(&path) {
            Ok(game) => assert!(missing == lines.len() - 1 && game.session.choices().len() < whole, "{missing}"),
            Err(error) => assert!(error.starts_with(&format!("{}:", path.display())), "{error}"),
        }
    }
    for end in 0..text.len() {
        fs::write(&path, &text[..end]).expect("a file");
        if let Ok(game) = resumed(&path) {
            assert!(game.session.choices().len() <= whole, "{end}");
        }
    }
    let mut rng = fastrand::Rng::with_seed(1);
    let rules = text.find("seat-1").expect("seats");
    for _ in 0..500 {
        let mut bytes = text.clone().into_bytes();
        // Other rules would have to be solved first.
        let at = rng.usize(rules..bytes.len());
        bytes[at] = rng.u8(..);
        fs::write(&path, &bytes).expect("a file");
        // It must not panic; a changed seed, name or comment may well be another game.
        let _ = resumed(&path);
    }
}

#[test]
fn what_was_known_of_a_player_is_saved_with_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.save");
    let mut habits = Habits::default();
    habits.add(Bucket::of(2, 10, false), Count { stops: 7, challenges: 3 });
    habits.add(Bucket::of(1, 4, true), Count { stops: 1, challenges: 0 });
    let (daniel_first, ana_first) = (1..20).fold((0, 0), |(daniel, ana), seed| {
        let Opened { mut session, narrator } = set_up(&given(&["Daniel", "Ana"], seed));
        let mut place = 0;
        let learned: Result<(), ()> = session.prepare(|state| {
            let state: &mut DragonState = state.of_mut().expect("a game of these");
            let guests = &mut state.table_mut().expect("a table").guests;
            place = guests.iter().position(|guest| guest.name == "Ana").expect("she plays");
            guests[place].habits = habits;
            Ok(())
        });
        learned.expect("a state of this game");
        commands::write(&narrator.saved(&session).expect("it can be saved"), &path).expect("a folder of ours");
        let text = fs::read_to_string(&path).expect("a saved game");
        let (kinds, line) = ((Bucket::of(1, 4, true).index(), Bucket::of(2, 10, false).index()), place + 1);
        let due = format!("habits-{line} = {}:1/0 {}:7/3\n", kinds.0, kinds.1);
        assert!(text.contains(&due), "{text}");
        let game = resumed(&path).expect("a saved game");
        assert_eq!(state(&game.session).table().expect("a table").guests[place].habits, habits);
        for (part, instead) in [(":7/3", ":7/8"), (":7/3", ":7"), (&format!("habits-{line}"), "habits-9")] {
            fs::write(&path, text.replace(part, instead)).expect("a file");
            assert!(resumed(&path).is_err(), "{instead}");
        }
        if place == 1 { (daniel + 1, ana) } else { (daniel, ana + 1) }
    });
    assert!(daniel_first > 0 && ana_first > 0);
}

#[test]
fn a_game_takes_no_choice_that_is_not_possible() {
    let mut session = opened(&["Ana", "Ben"], 1).session;
    for action in [Action::Stop, Action::Pass, Action::Accept] {
        assert!(session.play(Choice(action.number())).is_err() && session.choices().len() == 0);
    }
    assert!(session.decide(Think::until(&|| false)).is_err(), "no bot decides for people");
}
