//! Matches that tables show.

use super::super::playthrough::By;
use super::super::shown::{Shown, ShownGame};
use super::restart::session;
use super::veiled::first_event;
use super::{CLAIM, Duty, Trial, against_bot, anyone, error, two_here};
use crate::tables::services::{Config, TableLimits};
use boardbots_catalog as catalog;
use boardbots_game::game::{Game, Terms, Usage};
use boardbots_game::player::{Begin, Player, Think};
use boardbots_game::setup::{Opening, Openings, StoredStart};
use boardbots_game::state::{Answer, Fault, GameState, Log, Outcome};
use serde_json::{Value, json};
use std::time::Duration;

/// The games, two players of each, and the turns of a short match.
const MATCHES: [(&str, [&str; 2], u32); 7] = [
    ("battletech", ["strong", "course"], 4),
    ("connect-four", ["random", "random"], 300),
    ("desconecta4", ["random", "random"], 300),
    ("dragon-slayer", ["random", "hold-6"], 300),
    ("reversi", ["random", "random"], 300),
    ("tron", ["random", "random"], 300),
    ("vindinium", ["random", "miner"], 12),
];

/// A game of a match, and the table that shows it.
struct Match {
    game: &'static dyn Game,
    state: Box<dyn GameState>,
    players: Vec<Box<dyn Player>>,
    shown: Shown,
    /// What everybody sees after each choice, from the start.
    views: Vec<Value>,
    texts: Vec<String>,
}

impl Match {
    fn begin(trial: &Trial, (name, bots, turns): (&str, [&str; 2], u32), id: Option<&str>) -> Self {
        let game = catalog::find(name).expect("a game");
        let ground = game.ground(&[]).expect("the usual one");
        let start = StoredStart { opening: game.opening(7, &Openings::default()), turns, ground };
        let state = game.start(&start.start()).expect("a game");
        let count = start.ground.as_ref().map_or(game.players(), |ground| game.players_on(ground));
        let names: Vec<String> = (1..=count).map(|number| format!("Entry {number}")).collect();
        let mut players: Vec<Box<dyn Player>> = Vec::new();
        for seat in 0..count {
            let spec = format!("{name}:{}", bots[seat % 2]).parse().expect("a player");
            let mut player = game.player(&spec, Usage::Match(&Terms::default())).expect("a bot");
            let begin = Begin { state: state.as_ref(), seat, seed: 3, opening: Some(&start.opening), names: &names };
            player.begin(&begin).expect("it plays this");
            players.push(player);
        }
        let shown = ShownGame { id: id.map(str::to_string), start, names, seed: 5 };
        let shown = trial.app.show(game, shown).expect("it is shown");
        let views = vec![state.view(None)];
        Self { game, state, players, shown, views, texts: Vec::new() }
    }

    /// Plays so many choices, if the game does not end before; every tenth is none where the rules go on after that.
    fn play(&mut self, choices: usize) {
        for _ in 0..choices {
            let Some(seat) = self.state.turn() else { return };
            let text = if self.texts.len() % 10 == 9
                && self.state.forfeit(&Fault::new("late", "it slept"), &mut Log::none())
            {
                // A text for a state that asks: the answer is no choice there.
                let mut text = String::new();
                self.state.record(Answer::Forfeit, &mut text);
                text
            } else {
                let answer =
                    self.players[seat].decide(self.state.as_ref(), Think::until(&|| false)).expect("an answer");
                let text = self.state.written(answer);
                self.state.play(answer, &mut Log::none()).expect("what a bot may do");
                text
            };
            for player in &mut self.players {
                player.observe(self.state.as_ref(), seat);
            }
            self.shown.choose(seat, &text).unwrap_or_else(|why| panic!("{} {text}: {why}", self.game.name()));
            self.views.push(self.state.view(None));
            self.texts.push(text);
        }
    }
}

/// A view without what only those who watch see.
fn plain(mut view: Value) -> Value {
    for key in ["rolled", "attacks"] {
        view.as_object_mut().expect("an object").remove(key);
    }
    for mech in view["mechs"].as_array_mut().into_iter().flatten() {
        for key in ["whole", "trace"] {
            mech.as_object_mut().expect("an object").remove(key);
        }
    }
    view
}

/// All that is told of a table that has ended: its state, its views, its analysis, its export.
async fn told(trial: &Trial, id: &str, analysed: bool) -> (Value, Vec<Value>, Value, String) {
    let (mut steps, state) = (Vec::new(), trial.state(id, None).await);
    let mut views = Vec::new();
    while steps.len() as u64 != state["n"].as_u64().expect("a number") {
        let path = format!("/api/tables/{id}/history?from={}&count=20", steps.len());
        let (_, mut past) = trial.get(&path, None).await;
        views.extend(past.get_mut("first").map(|first| first["view"].take()));
        let fresh = past["steps"].as_array_mut().expect("steps");
        views.extend(fresh.iter_mut().map(|step| step["view"].take()));
        steps.append(fresh);
    }
    // Of one of the last choices, which takes no time.
    let path = format!("/api/tables/{id}/analysis?from={}&count=1", steps.len() - 2);
    let (status, analysis) = trial.get(&path, None).await;
    assert_eq!(status, if analysed { 200 } else { 409 }, "{analysis}");
    let export = trial.text(&format!("/api/tables/{id}/export")).await;
    let steps = state["steps"].as_array().expect("steps");
    assert!(!steps.is_empty());
    let part = |key: &str| state[key].clone();
    let state = ["seats", "n", "outcome", "view", "steps", "options", "resigned"].map(part);
    (state.into_iter().collect(), views, analysis, export)
}

#[test]
fn every_game_is_shown_as_it_is_played_and_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("tables.db");
    let mut all = Vec::new();
    session(&db, async |trial| {
        for one in MATCHES {
            let mut game = Match::begin(trial, one, None);
            let id = game.shown.id().to_string();
            // By a thread that knows nothing of the server.
            std::thread::scope(|scope| scope.spawn(|| game.play(5)).join()).expect("it plays");
            let live = trial.state(&id, None).await;
            assert_eq!(
                (&plain(live["view"].clone()), &live["asked"]),
                (&plain(game.views[5].clone()), &json!(game.state.turn()))
            );
            assert_eq!(
                (&live["n"], &live["ended"], &live["undo"], &live["hints"]),
                (&json!(5), &Value::Null, &json!(false), &json!(false))
            );
            assert_eq!(live["options"], json!({ "clock": 0, "hints": false, "pace": 0 }));
            if all.is_empty() {
                let lobby = trial.get("/api/tables", None).await.1;
                assert_eq!((&lobby["running"][0]["id"], &lobby["running"][0]["n"]), (&json!(id), &json!(5)));
            }
            game.play(400);
            let Match { game, state, shown, views, texts, .. } = game;
            assert_eq!(shown.end().await.expect("stored"), id);
            let Outcome { winners, places, reason, .. } = state.outcome().expect("its end");
            let told = told(trial, &id, game.is_analysed()).await;
            assert_eq!(told.0[2], json!({ "winners": winners, "places": places, "reason": reason }), "{}", game.name());
            let seen: Vec<Value> = told.1.iter().cloned().map(plain).collect();
            let played: Vec<Value> = views.into_iter().map(plain).collect();
            assert!(seen == played, "{}", game.name());
            for text in texts.iter().filter(|_| game.name() != "battletech") {
                assert!(told.3.contains(&format!("\t{text}\n")), "{text} {}", told.3);
            }
            all.push((id, game, told));
        }
        let watched =
            |place: usize, key: &str| all[place].2.1.iter().any(|view| !view[key].is_null() && view[key] != json!([]));
        assert!(watched(0, "attacks") && watched(3, "rolled"));
        assert!(all[0].2.1.iter().all(|view| view["mechs"][0]["whole"].is_array()));
        assert_eq!(trial.app.tables(), 0);
        let lobby = trial.get("/api/tables", None).await.1;
        assert_eq!((&lobby["running"], lobby["finished"].as_array().map(Vec::len)), (&json!([]), Some(MATCHES.len())));
    });
    session(&db, async |trial| {
        let lobby = trial.get("/api/tables", None).await.1;
        assert_eq!((&lobby["running"], lobby["finished"].as_array().map(Vec::len)), (&json!([]), Some(MATCHES.len())));
        for (id, game, before) in &all {
            assert!(told(trial, id, game.is_analysed()).await == *before, "{}", game.name());
        }
        // They count for nobody.
        assert_eq!(trial.get("/api/statistics", None).await.1, json!({ "players": [] }));
    });
}

#[test]
fn a_game_that_ends_with_the_server_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("tables.db");
    let id = session(&db, async |trial| {
        let mut game = Match::begin(trial, MATCHES[4], None);
        game.play(usize::MAX);
        trial.app.ending()();
        game.shown.end().await.expect("it is kept")
    });
    session(&db, async |trial| {
        assert!(trial.state(&id, None).await["outcome"].is_object());
    });
}

#[test]
fn what_does_not_end_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("tables.db");
    session(&db, async |trial| {
        let mut game = Match::begin(trial, MATCHES[4], Some("dropped"));
        game.play(5);
        let table = trial.app.find("dropped", anyone()).await.expect("it runs");
        let twice = ShownGame {
            id: Some("dropped".into()),
            start: StoredStart { opening: Opening::default(), turns: 1, ground: None },
            names: vec![String::new(); 2],
            seed: 1,
        };
        assert!(trial.app.show(game.game, twice).is_err_and(|why| why.contains("runs already")));
        let mut news = table.watch();
        drop(game);
        news.changed().await.expect("who watches is told");
        assert_eq!((table.has_ended(), table.was_played_out(), trial.app.tables()), (true, false, 0));
        assert_eq!(trial.get("/api/tables/dropped", None).await.0, 404);
        assert_eq!(trial.get("/api/tables", None).await.1["running"], json!([]));
        let mut game = Match::begin(trial, MATCHES[4], Some("killed"));
        game.play(5);
        // A server that is killed now leaves what is on disk.
        let now = rusqlite::Connection::open(&db).expect("a database");
        let rows =
            "SELECT (SELECT count(*) FROM tables) + (SELECT count(*) FROM steps) + (SELECT count(*) FROM chairs)";
        assert_eq!(now.query_row(rows, [], |row| row.get::<_, i64>(0)).expect("a number"), 0);
    });
    session(&db, async |trial| {
        assert_eq!((trial.app.tables(), trial.get("/api/tables/killed", None).await.0), (0, 404));
    });
}

#[tokio::test]
async fn nobody_sits_there_and_nobody_is_asked() {
    let limits =
        TableLimits { tables: 1, abandoned: Duration::ZERO, untouched: Duration::ZERO, ..TableLimits::default() };
    let trial = Trial::open(Config { limits, ..Config::default() }).await;
    let mut games = [0, 1].map(|_| Match::begin(&trial, MATCHES[1], None));
    // The one place is free.
    trial.table(against_bot(), json!({})).await;
    games[0].play(3);
    let table = trial.app.find(games[0].shown.id(), anyone()).await.expect("it runs");
    assert_eq!(
        (table.duty(), table.has_people(), table.is_abandoned(), table.open_seats()),
        (Duty::Wait, false, false, 0)
    );
    let mut since = std::collections::BTreeMap::new();
    trial.app.clear(&mut since).await;
    trial.app.sweep().await.expect("swept");
    assert!(!table.has_ended());
    let state = trial.state(&table.id, None).await;
    assert_eq!(
        state["seats"][0],
        json!({ "seat": 0, "kind": "bot", "name": "Entry 1", "player": null, "here": true, "away_since": null, "invitation": null })
    );
    let path = |what: &str| format!("/api/tables/{}/{what}", table.id);
    let said = json!({ "invitation": "x", "name": "Eve", "claim": CLAIM });
    assert_eq!(trial.post(&path("join"), None, said).await.0, 403);
    for what in ["choose", "undo", "hint", "resign", "leave", "react", "rematch"] {
        assert_eq!(trial.post(&path(what), Some("x"), json!({ "n": 3, "choice": "1" })).await.0, 403, "{what}");
    }
    // It cannot be asked for.
    let said = json!({ "game": "pile", "claim": CLAIM, "seats": two_here(), "options": { "match": { "opening": { "moves": "" }, "turns": 1, "ground": null } } });
    let (status, told) = trial.post("/api/tables", None, said).await;
    assert!(status == 400 && error(&told).contains("no option \"match\""), "{status} {told}");
    let said = json!({ "game": "vindinium", "claim": CLAIM, "seats": vec![against_bot()[0].clone(); 4] });
    assert_eq!(trial.post("/api/tables", None, said).await.0, 404);
}

#[tokio::test]
async fn steps_come_as_events_and_a_fault_ends_the_game() {
    let trial = Trial::open(Config::default()).await;
    let mut game = Match::begin(&trial, MATCHES[2], Some("faulty"));
    game.play(2);
    assert_eq!(first_event(&trial, "faulty", (None, ""), 0).await["n"], 2);
    let table = trial.app.find("faulty", anyone()).await.expect("it runs");
    let mut news = table.watch();
    game.play(1);
    assert!(news.has_changed().expect("it runs"));
    news.borrow_and_update();
    assert!(
        game.shown.choose(2, "1").is_err() && game.shown.choose(game.state.turn().expect("it goes on"), "x").is_err()
    );
    assert!(game.shown.choose(0, &"x".repeat(9000)).is_err_and(|why| why.contains("too long")));
    assert!(!news.has_changed().expect("it runs"));
    let seat = game.state.turn().expect("it goes on");
    game.shown.fault(seat).expect("it has lost");
    assert!(game.shown.fault(seat).is_err());
    let state = first_event(&trial, "faulty", (None, ""), 0).await;
    assert_eq!(
        (&state["steps"][3]["choice"], &state["outcome"]["winners"], &state["ended"]),
        (&json!("resign"), &json!([1 - seat]), &Value::Null)
    );
    game.shown.end().await.expect("stored");
    let state = trial.state("faulty", None).await;
    assert_eq!((&state["outcome"]["reason"], state["ended"].is_null()), (&json!("ui.resigned"), false));
    assert_eq!(trial.get("/api/tables", None).await.1["finished"][0]["winners"], json!([1 - seat]));
    assert_eq!(table.record(3..4)[0].0.by, By::Resign);
    let again = Match::begin(&trial, MATCHES[2], Some("faulty"));
    assert!(again.shown.end().await.is_err(), "the id is taken");
    assert_eq!(trial.app.tables(), 0);
}
