//! Reports, decisions and records that are joined.

use super::super::plan::Shard;
use super::super::plan::tests::sample;
use super::super::record::tests::game;
use super::super::standings::Standings;
use super::*;
use boardbots_stats::sprt::{Scale, Sprt, Terms};

#[test]
fn the_last_point_is_the_rating() {
    let plan = sample(&["a=tron:strong", "b=tron:strong,depth=3", "c=tron:strong,depth=4"], 1000);
    let places = |number: u64| if number % 7 < 4 { vec![1, 2] } else { vec![2, 1] };
    let games: Games = (0..999).map(|number| (number, game(&plan, number, places(number)))).collect();
    let sheet = sheet(&plan, &games, &Decision::default(), 1, ("x".into(), String::new())).expect("three players");
    assert_eq!((sheet.title.as_str(), sheet.games, sheet.planned), ("3 players", 999, Some(1000)));
    let anchor = &sheet.curves[1].points;
    assert!(sheet.players[1].error.is_none() && anchor.len() == sheet.curves[0].points.len());
    assert!(anchor.iter().all(|point| [point.elo, point.low, point.high].iter().all(|value| value.abs() < 1e-9)));
    for number in [0, 2] {
        let (points, player) = (&sheet.curves[number].points, &sheet.players[number]);
        assert!((100..=POINTS).contains(&points.len()), "{}", points.len());
        let last = points.last().expect("points");
        assert_eq!(last.games, 999);
        assert!((last.elo - player.rating).abs() < 1e-6, "{last:?} {}", player.rating);
        assert!((last.high - last.low - 2.0 * player.error.expect("not the anchor")).abs() < 1e-6);
    }
    assert_eq!(sheet.cross[0][1].wins, sheet.cross[1][0].losses);
}

#[test]
fn who_never_met_the_anchor_has_no_rating() {
    let plan = sample(&["a=tron:strong", "b=tron:strong", "c=tron:strong"], 6);
    let games: Games = (0..2).map(|number| (number, game(&plan, number, vec![1, 1]))).collect();
    let sheet = sheet(&plan, &games, &Decision::default(), 0, (String::new(), String::new())).expect("players");
    assert!(sheet.players[1].rating.is_finite() && sheet.players[2].rating.is_nan());
    assert!(sheet.curves[2].points.is_empty());
}

fn record(file: &str, players: &[&str], numbers: std::ops::Range<u64>) -> (String, MatchPlan, Games) {
    let plan = sample(players, 100);
    let games = numbers.map(|number| (number, game(&plan, number, vec![1, 2]))).collect();
    (file.to_string(), plan, games)
}

#[test]
fn players_are_the_same_by_title() {
    let (a, b, c) = ("a=tron:strong", "tron:strong,depth=2", "tron:strong,depth=3");
    let joint = join(vec![record("one", &[a, b, a], 0..3), record("two", &[c, a], 0..4)]).expect("one game");
    let titles = joint.plan.titles().expect("players");
    assert_eq!(titles, ["a", "strong,depth=2", "a #2", "strong,depth=3"]);
    assert!(joint.doubts.is_empty(), "{:?}", joint.doubts);
    // Games 0 to 2 of the one, then whole units of the other.
    assert_eq!(joint.games.keys().copied().collect::<Vec<_>>(), [0, 1, 2, 4, 5, 6, 7]);
    assert_eq!(joint.games[&4].seats, [3, 0]);
    let standings = Standings::new(&joint.plan, &joint.games).expect("players");
    assert_eq!((standings.rows[0].games, standings.rows[3].games), (7, 4));
    assert_eq!(standings.pairs[&(0, 3)].number(), 2);
}

#[test]
fn parts_and_lengths_of_one_match_count_once() {
    let players = ["tron:strong", "tron:strong,depth=2"];
    let (mut part, mut long) = (record("part", &players, 0..4), record("long", &players, 2..9));
    part.1.shard = Some(Shard { number: 1, of: 2 });
    long.1.games = 1000;
    let joint = join(vec![part.clone(), long.clone(), part.clone()]).expect("one match");
    assert_eq!((joint.games.len(), joint.plan.games), (9, 9));
    long.2.get_mut(&3).expect("a game").places = vec![1, 1];
    assert!(
        join(vec![part, long])
            .is_err_and(|error| error == "long: game 3 differs from the one in an earlier file".into())
    );
}

#[test]
fn behind_a_decision_no_game_counts() {
    let (file, mut plan, games) = record("tested", &["tron:strong", "tron:strong,depth=2"], 0..100);
    let terms = Terms { elo0: 0.0, elo1: 300.0, alpha: 0.05, beta: 0.05, scale: Scale::Logistic };
    plan.test = Some(Sprt::try_from(terms).expect("a test"));
    // The first player wins from either side, until nobody asks any more.
    let win = |number: u64| if number.is_multiple_of(2) { vec![1, 2] } else { vec![2, 1] };
    let games: Games = games.into_keys().map(|number| (number, game(&plan, number, win(number)))).collect();
    let mut counted = games.clone();
    let mut decision = Decision::default();
    assert!(decision.look(&plan, &games));
    decision.cut(&mut counted);
    assert!((2..90).contains(&counted.len()), "{}", counted.len());
    let all = join(vec![(file.clone(), plan.clone(), games.clone())]).expect("one match");
    assert_eq!((all.games.len(), all.plan.games), (counted.len(), counted.len() as u64));
    // A copy without the pairs that decide, but with later games, changes nothing.
    let torn: Games = games.iter().skip(2).map(|(number, played)| (*number, played.clone())).collect();
    let records = vec![("torn".to_string(), plan.clone(), torn), (file.clone(), plan.clone(), games.clone())];
    assert_eq!(join(records).expect("one match").games.len(), counted.len());
    // Where another match was to play them all, they count.
    let untested = MatchPlan { test: None, ..plan.clone() };
    let records = vec![(file.clone(), plan, games.clone()), ("untested".into(), untested, games)];
    assert_eq!(join(records).expect("one match").games.len(), 100);
}

#[test]
fn what_cannot_be_joined_is_said() {
    let tron = record("t", &["x=tron:strong", "y=tron:strong"], 0..2);
    let other = record("d", &["x=desconecta4:strong", "y=desconecta4:strong"], 0..2);
    assert!(join(vec![tron.clone(), other]).is_err_and(|error| error == "t is of tron, d of desconecta4".into()));
    assert!(join(Vec::new()).is_err());
    let mut deeper = record("deep", &["x=tron:strong", "y=tron:strong,depth=2"], 0..2);
    let doubts = join(vec![tron.clone(), deeper.clone()]).expect("one game").doubts;
    assert_eq!(doubts, ["deep: y may be another player than in a file before: y=tron:strong,depth=2"]);
    // Told otherwise by the match.
    deeper.1 = MatchPlan { pace: super::super::plan::Pace { depth: Some(9), ..tron.1.pace }, ..tron.1.clone() };
    assert_eq!(join(vec![tron, deeper]).expect("one game").doubts.len(), 2);
}

#[test]
fn numbers_beyond_all_games_are_an_error() {
    let (file, mut plan, mut games) = record("far", &["tron:strong", "tron:strong"], 0..2);
    plan.games = u64::MAX;
    let mut last = games[&0].clone();
    last.game = u64::MAX - 1;
    games.insert(u64::MAX - 1, last);
    assert!(join(vec![(file, plan, games)]).is_err());
}
