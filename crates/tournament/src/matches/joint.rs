//! Records of several matches of one game, taken together: players are the same if tables call them
//! so.

use super::account::Decision;
use super::plan::Plan;
use super::record::{Games, unite};
use super::spec::{FILES, Kind, Spec};
use boardbots_base::invalid::Invalid;
use std::collections::HashMap;

/// The games of several matches, as if they were of one.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// All players, and the number of games; settings that only one match has are left out.
    pub plan: Plan,
    /// The games by new numbers, in the order of the matches; units stay units.
    pub games: Games,
    /// Players of one name that may not play alike, in a line each.
    pub doubts: Vec<String>,
}

/// The properties of a player in one match that its strength depends on.
#[derive(Clone, Debug, PartialEq)]
struct Being {
    kind: Kind,
    pace: (Option<u8>, Option<u32>),
    /// The contents of its files.
    files: Vec<String>,
}

impl Being {
    fn new(spec: Spec, plan: &Plan) -> Self {
        let named = FILES.iter().filter_map(|(key, _)| spec.option(key));
        let files = named.filter_map(|file| plan.files.get(file)).cloned().collect();
        // What a player says himself counts more than what all are told.
        let told = ["depth", "movetime"].iter().any(|key| spec.option(key).is_some());
        let pace = if told { (None, None) } else { (plan.pace.depth, plan.pace.movetime) };
        Self { kind: spec.kind, pace, files }
    }
}

/// Puts records of one match together, and sees to it that all are of one game.
fn together(records: impl Iterator<Item = (String, Plan, Games)>) -> Result<Vec<(String, Plan, Games)>, Invalid> {
    let mut matches: Vec<(String, Plan, Games)> = Vec::new();
    for (file, plan, games) in records {
        if let Some((first, other, _)) = matches.first().filter(|(_, other, _)| other.game != plan.game) {
            return Err(format!("{first} is of {}, {file} of {}", other.game, plan.game).into());
        }
        match matches.iter_mut().find(|(_, other, _)| *other == plan) {
            Some((_, _, known)) => {
                unite(known, games)
                    .map_err(|number| format!("{file}: game {number} differs from the one in an earlier file"))?;
            }
            None => matches.push((file, plan, games)),
        }
    }
    Ok(matches)
}

/// Joins records, each with the name of its file. Parts of one match, and records of it that are longer
/// or shorter, are put together; a game that is in several of them counts once. Of a match that a test
/// ended those games count that its own table has.
///
/// # Errors
/// No record; games of two kinds; two records of one match that tell of different games.
pub fn join(records: Vec<(String, Plan, Games)>) -> Result<Joint, Invalid> {
    // How many games were to be played changes none of them.
    let whole = |(file, plan, games)| (file, Plan { shard: None, games: 0, ..plan }, games);
    let mut matches = together(records.into_iter().map(whole))?;
    for (_, plan, games) in &mut matches {
        // Games behind the one that decided were played because they had begun.
        let mut decision = Decision::default();
        decision.look(plan, games);
        decision.cut(games);
        plan.test = None;
    }
    matches = together(matches.into_iter())?;
    let first = matches.first().ok_or("no record")?.1.clone();
    let mut players: Vec<(String, Being)> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    let (mut all, mut doubts, mut base) = (Games::new(), Vec::new(), 0_u64);
    for (file, plan, games) in matches {
        let mut numbers = Vec::with_capacity(plan.players.len());
        for ((title, text), spec) in plan.titles()?.into_iter().zip(&plan.players).zip(plan.specs()?) {
            let being = Being::new(spec, &plan);
            let known = places.get(&title).copied();
            if known.is_some_and(|known| players[known].1 != being) {
                doubts.push(format!("{file}: {title} may be another player than in a file before: {text}"));
            }
            numbers.push(known.unwrap_or(players.len()));
            if known.is_none() {
                places.insert(title, players.len());
                players.push((text.clone(), being));
            }
        }
        let mut next = base;
        for (number, mut played) in games {
            let number = base.checked_add(number).filter(|number| *number < u64::MAX - plan.unit());
            let number = number.ok_or_else(|| format!("{file}: too many games"))?;
            played.game = number;
            played.seats.iter_mut().for_each(|seat| *seat = numbers[*seat]);
            next = number + 1;
            all.insert(number, played);
        }
        base = next.next_multiple_of(plan.unit());
    }
    let players = players.into_iter().map(|(text, _)| text).collect();
    let plan = Plan { players, games: all.len() as u64, files: std::collections::BTreeMap::new(), ..first };
    Ok(Joint { plan, games: all, doubts })
}

#[cfg(test)]
mod tests {
    use super::super::plan::{Shard, sample};
    use super::super::played::tests::game;
    use super::super::standings::Standings;
    use super::*;
    use boardbots_stats::sprt::{Scale, Sprt, Terms};

    fn record(file: &str, players: &[&str], numbers: std::ops::Range<u64>) -> (String, Plan, Games) {
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
        let untested = Plan { test: None, ..plan.clone() };
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
        deeper.1 = Plan { pace: super::super::plan::Pace { depth: Some(9), ..tron.1.pace }, ..tron.1.clone() };
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
}
