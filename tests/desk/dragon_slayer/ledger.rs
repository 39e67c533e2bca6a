//! Games that are kept: read back, written by several at once, killed, refused.

use boardbots::games::dragon_slayer::store::{Filter, Ledger, Line};
use boardbots_base::store::FileError;
use boardbots_dragon_slayer::fight::Fight;
use boardbots_dragon_slayer::habits::{Bucket, Habits};
use boardbots_dragon_slayer::rules::{Action, Game, Question};
use boardbots_dragon_slayer::tally::User;
use boardbots_dragon_slayer::tally::{Deeds, Played, Tally, Who};
use boardbots_dragon_slayer::variant::Variant;
use fastrand::Rng;
use rusqlite::Connection;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

/// The variable that tells a process to be killed its database.
const PLACE: &str = "BOARDBOTS_TEST_LEDGER";

fn user(name: &str) -> User {
    name.parse().expect("a name")
}

/// A game played at random, but for stops from 8 points, between Ada, a bot and maybe others.
pub fn played(rng: &mut Rng) -> Played {
    let bot = ["Abel", "Beatriu", "Carla", "Killer averse"][rng.usize(..4)];
    let mut who = vec![Who::User(user("Ada")), Who::Bot(bot), Who::User(user("Lluís")), Who::Bot("Abel")];
    who.truncate(rng.usize(2..=4));
    rng.shuffle(&mut who);
    let (mut game, mut tally) = (Game::new(Variant { goal: 20, ..Variant::STANDARD }, who.len()), Tally::default());
    while let Some((_, question)) = game.asked() {
        let actions = game.actions();
        let action = match question {
            Question::FightOrStop if game.turn().points >= 8 => Action::Stop,
            _ => actions[rng.usize(..actions.len())],
        };
        let before = game.clone();
        let event = game.play(action, |warriors, dragon| Fight::new(dragon, warriors).outcome(rng)).expect("possible");
        tally.take(&before, action, event);
    }
    tally.played(&game, &who).expect("it is over")
}

/// Statistics and habits as they follow from the games themselves.
fn expected<'a>(games: impl IntoIterator<Item = &'a Played>) -> (Vec<Line>, BTreeMap<String, Habits>) {
    let (mut lines, mut habits) = (BTreeMap::<(bool, String), Line>::new(), BTreeMap::<String, Habits>::new());
    for game in games {
        for place in &game.places {
            let (bot, name) = (matches!(place.who, Who::Bot(_)), place.who.name().to_string());
            let line = lines.entry((bot, name.clone())).or_default();
            (line.bot, line.name) = (bot, name.clone());
            line.games += 1;
            line.wins += u64::from(place.won);
            line.margin += if place.won { u64::from(game.margin()) } else { 0 };
            line.rounds += u64::from(game.rounds);
            let mut counts = line.deeds.counts();
            counts.iter_mut().zip(place.deeds.counts()).for_each(|(sum, count)| *sum += count);
            line.deeds = Deeds::of(counts);
            if !bot {
                let known = habits.entry(name).or_default();
                *known = known.and(&place.habits);
            }
        }
    }
    (lines.into_values().collect(), habits)
}

fn sat(game: &Played, who: &str) -> bool {
    game.places.iter().any(|place| place.who.name() == who)
}

#[test]
fn what_was_recorded_is_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let mut rng = Rng::with_seed(11);
    let games: Vec<Played> = (0..60).map(|_| played(&mut rng)).collect();
    for half in games.chunks(30) {
        // Opened again for the second half.
        let mut ledger = Ledger::open(&path).unwrap();
        for game in half {
            ledger.record(game).unwrap();
        }
    }
    let ledger = Ledger::open_to_read(&path).unwrap();
    let (lines, habits) = expected(&games);
    assert_eq!(ledger.statistics(&Filter::default()).unwrap(), lines);
    for (name, habits) in &habits {
        assert!(habits.stops() > 0);
        assert_eq!(ledger.habits(&user(name)).unwrap(), *habits, "{name}");
    }
    assert_eq!(ledger.habits(&user("Nobody")).unwrap(), Habits::default());
    assert_eq!(ledger.habits(&user("Abel")).unwrap(), Habits::default(), "a bot");

    let only = |user_name: Option<&str>, personality: Option<&str>| {
        let filter = Filter { user: user_name.map(user), personality: personality.map(str::to_string) };
        ledger.statistics(&filter).unwrap()
    };
    let carla = |game: &&Played| sat(game, "Carla");
    assert_eq!(only(None, Some("carla")), expected(games.iter().filter(carla)).0);
    let both = expected(games.iter().filter(carla).filter(|game| sat(game, "Lluís"))).0;
    assert!(both.len() >= 2);
    assert_eq!(only(Some("Lluís"), Some("Carla")), both);
    assert_eq!(only(Some("Nobody"), None), []);
    assert_eq!(only(Some("Carla"), None), [], "a personality");
    // About what a game costs.
    let pages: i64 = Connection::open(&path).unwrap().query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
    assert!(pages < 20, "{pages} pages for 60 games");
}

#[test]
fn several_write_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    // All of them find no database and make one.
    let threads: Vec<_> = (0..6)
        .map(|seed| {
            let path = path.clone();
            thread::spawn(move || {
                let (mut rng, mut ledger) = (Rng::with_seed(seed), Ledger::open(&path).unwrap());
                (0..20)
                    .map(|_| {
                        let game = played(&mut rng);
                        (ledger.record(&game).unwrap(), game)
                    })
                    .collect::<Vec<_>>()
            })
        })
        .collect();
    let mut games: Vec<_> = threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect();
    games.sort_unstable_by_key(|(number, _)| *number);
    assert!(games.iter().map(|(number, _)| *number).eq(1..=120), "every game has a number of its own");
    let lines = Ledger::open_to_read(&path).unwrap().statistics(&Filter::default()).unwrap();
    assert_eq!(lines, expected(games.iter().map(|(_, game)| game)).0);
}

/// Also what the processes do that are killed: with a database of theirs they go on until then, and say the number
/// of every game once it is kept.
#[test]
fn games_are_numbered_as_they_are_kept() {
    let theirs = std::env::var_os(PLACE);
    let folder = theirs.is_none().then(|| tempfile::tempdir().unwrap());
    let path = folder.as_ref().map_or_else(|| theirs.clone().unwrap().into(), |folder| folder.path().join("games.db"));
    let (mut rng, mut ledger, mut last) = (Rng::new(), Ledger::open(&path).unwrap(), 0);
    while theirs.is_some() || last < 40 {
        let game = played(&mut rng);
        let (number, seats) = (ledger.record(&game).unwrap(), game.places.len());
        assert!(if theirs.is_some() { number > last } else { number == last + 1 }, "{number} after {last}");
        last = number;
        let mut out = std::io::stdout().lock();
        writeln!(out, "kept {number} {seats}").and_then(|()| out.flush()).unwrap();
    }
}

fn start_writer(path: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "dragon_slayer::ledger::games_are_numbered_as_they_are_kept", "--nocapture"])
        .env(PLACE, path)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// The game of which a line of a writer says that it is kept, and its seats.
fn told(line: &str) -> Option<(i64, i64)> {
    let (number, seats) = line.trim().strip_prefix("kept ")?.split_once(' ')?;
    Some((number.parse().ok()?, seats.parse().ok()?))
}

#[test]
fn killed_writers_lose_no_game_that_was_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let mut kept = BTreeMap::new();
    let mut rng = Rng::with_seed(2);
    for round in 0..12 {
        // Two at once, killed one after the other; in every other round not before one game is
        // kept, and sometimes before they have begun.
        let mut writers = [start_writer(&path), start_writer(&path)];
        let mut said = writers.each_mut().map(|writer| BufReader::new(writer.stdout.take().unwrap()).lines());
        let mut games = Vec::new();
        while round % 2 == 0 && games.is_empty() {
            games.extend(told(&said[0].next().expect("writers do not end").unwrap()));
        }
        for writer in &mut writers {
            thread::sleep(Duration::from_micros(rng.u64(..60_000)));
            writer.kill().unwrap();
            writer.wait().unwrap();
        }
        games.extend(said.iter_mut().flat_map(|lines| lines.map_while(Result::ok)).filter_map(|line| told(&line)));
        for (number, seats) in games {
            assert_eq!(kept.insert(number, seats), None, "game {number} was kept twice");
        }
        let Ok(ledger) = Ledger::open(&path) else { panic!("round {round}: the database cannot be opened") };
        let db = Connection::open(&path).unwrap();
        let text = |query: &str| db.query_row(query, [], |row| row.get::<_, String>(0)).unwrap();
        assert_eq!(text("PRAGMA integrity_check"), "ok", "round {round}");
        for (number, seats) in &kept {
            let found: i64 =
                db.query_row("SELECT count(*) FROM seats WHERE game = ?1", [number], |row| row.get(0)).unwrap();
            assert_eq!(found, *seats, "round {round}: game {number} was said to be kept");
        }
        // Nothing is half done: every game has all of its seats, or is not there.
        let number = |query: &str| db.query_row(query, [], |row| row.get::<_, i64>(0)).unwrap();
        assert_eq!(number("SELECT count(*) FROM games WHERE (SELECT count(*) FROM seats WHERE game = number) < 2"), 0);
        assert_eq!(number("SELECT count(*) FROM games WHERE (SELECT sum(won) FROM seats WHERE game = number) <> 1"), 0);
        assert_eq!(number("SELECT count(*) FROM habits WHERE game NOT IN (SELECT number FROM games)"), 0);
        ledger.statistics(&Filter::default()).unwrap();
    }
    assert!(kept.len() >= 6, "{} games", kept.len());
    println!("{} games were said to be kept, all found", kept.len());
}

#[test]
fn unusable_files_are_refused_and_stay_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let refused = |path: &Path| {
        let before = std::fs::read(path).ok();
        let (write, read) = (Ledger::open(path).err().unwrap(), Ledger::open_to_read(path).err());
        assert_eq!(std::fs::read(path).ok(), before, "{}", path.display());
        (write, read)
    };

    let text = at("text.db");
    std::fs::write(&text, "A text that is longer than the head of a database, which has 100 bytes. ".repeat(9))
        .unwrap();
    let (error, read) = refused(&text);
    assert!(matches!((&error, read), (FileError::Foreign(..), Some(FileError::Foreign(..)))), "{error}");
    assert!(error.to_string().ends_with("text.db: this is not a database of Dragon Slayer games"), "{error}");

    let foreign = at("foreign.db");
    Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE things (x); PRAGMA user_version = 1;").unwrap();
    let (error, read) = refused(&foreign);
    assert!(matches!((&error, read), (FileError::Foreign(..), Some(FileError::Foreign(..)))), "{error}");

    let newer = at("newer.db");
    Ledger::open(&newer).unwrap().record(&played(&mut Rng::with_seed(1))).unwrap();
    Connection::open(&newer).unwrap().execute_batch("PRAGMA user_version = 99;").unwrap();
    let (error, read) = refused(&newer);
    assert!(matches!((&error, read), (FileError::Newer(_, 99, 1), Some(FileError::Newer(..)))), "{error}");
    assert!(error.to_string().contains("written by a newer version of this program"), "{error}");

    let damaged = at("damaged.db");
    let (mut ledger, mut rng) = (Ledger::open(&damaged).unwrap(), Rng::with_seed(1));
    for _ in 0..50 {
        ledger.record(&played(&mut rng)).unwrap();
    }
    drop(ledger);
    let mut bytes = std::fs::read(&damaged).unwrap();
    assert!(bytes.len() > 20_000);
    bytes[8192..].fill(0xa5);
    std::fs::write(&damaged, bytes).unwrap();
    let (error, _) = refused(&damaged);
    assert!(matches!(error, FileError::Damaged(..)), "{error}");

    let (error, read) = refused(&at("no/such/folder.db"));
    assert!(error.to_string().contains("no/such/folder.db"), "{error}");
    assert!(matches!(read, Some(FileError::Missing(_))));
}

#[test]
fn kinds_of_stops_are_kept_by_numbers_that_never_change() {
    let numbers = [(1, 2, false, 0), (1, 6, true, 1), (1, 8, false, 2), (2, 14, true, 11), (3, 60, true, 17)];
    for (warriors, points, wins, number) in numbers {
        assert_eq!(Bucket::of(warriors, points, wins).index(), number);
    }
}
