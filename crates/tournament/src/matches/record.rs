//! The file of a match: its plan in the first line, a game that was played in every other, in the order in which
//! they ended. Nothing is ever changed; after an interruption the record goes on behind the last whole line.

use super::plan::{MatchPlan, VERSION};
use crate::journal::{self, Journal, JournalError, JournalKind, differing};
use boardbots_game::setup::Opening;
use boardbots_game::state::Ending;
use boardbots_stats::latency::Latency;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// The cause of a game's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// By the rules of the game.
    Rules,
    /// A position was repeated too often: drawn.
    Repetition,
    /// It took too many moves: drawn, or decided as the game says.
    Limit,
    /// A player did what nobody may; the others have won.
    Fault,
}

boardbots_base::words! { End::word:
    Rules "by the rules", Repetition "by repetition", Limit "by the limit of moves", Fault "by a fault",
}

impl From<Ending> for End {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Rules => Self::Rules,
            Ending::Repetition => Self::Repetition,
            Ending::Limit => Self::Limit,
        }
    }
}

/// A fault of a player in a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offence {
    /// The player's seat.
    pub seat: usize,
    /// One word for the kind of fault, which tables count.
    pub fault: String,
    /// The details; of the first fault, if there are several.
    pub detail: String,
    /// The move that was due, from 1; `None` before the first one was, and in older records.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    pub due: Option<u32>,
    /// The number of such faults, in games that go on after one.
    #[serde(default = "once", skip_serializing_if = "is_once")]
    pub count: u64,
}

const fn once() -> u64 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_once(count: &u64) -> bool {
    *count == 1
}

/// A game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// Its number in the match.
    pub game: u64,
    /// Players, by their places in the plan; in the order of the seats.
    pub seats: Vec<usize>,
    /// The opening.
    pub opening: Opening,
    /// The moves behind it, in the game's own text.
    pub moves: String,
    /// By seat: the place, 1 for the first; equal ones share it.
    pub places: Vec<u8>,
    /// By seat: the game's own scores, in games that count more than places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<i64>,
    /// The cause of its end.
    pub end: End,
    /// The faults of players, including those after which the game went on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Offence>,
    /// By seat: the times of decisions.
    pub times: Vec<Latency>,
    /// The length in the game's own unit: moves, turns or plies.
    pub length: u32,
}

impl Played {
    /// True if two records tell of the same game, apart from times and the words of faults.
    #[must_use]
    pub fn agrees(&self, other: &Self) -> bool {
        let bare = |fault: &Offence| Offence { detail: String::new(), due: None, ..fault.clone() };
        let faults = |game: &Self| game.faults.iter().map(bare).collect();
        let timeless = |game: &Self| Self { times: Vec::new(), faults: faults(game), ..game.clone() };
        timeless(self) == timeless(other)
    }
}

/// Records of matches; a million games of the longest kind are fewer bytes.
static MATCH: JournalKind = JournalKind {
    name: "match",
    busy: "plays this match",
    head: "{\"boardbots-match\"",
    version: VERSION,
    most: 4 << 30,
};

/// The games of a record, by their numbers.
pub type Games = BTreeMap<u64, Played>;

/// Opens the record of a match, and makes it if there is none; the games that it holds come with it. Nobody else can
/// write to it meanwhile. What was torn off at its end is cut off.
///
/// # Errors
/// It cannot be used; then it is left as it is.
pub fn open(path: &Path, plan: &MatchPlan) -> Result<(Journal, Games), JournalError> {
    let take = |text: &str| match parse(path, text)? {
        (found, games) if found == *plan => Ok(games),
        (found, _) => Err(JournalError::Other(path.to_path_buf(), &MATCH, difference(&found, plan))),
    };
    Journal::open(&MATCH, path, plan, take)
}

/// The plan and the games of a record, which may be in use; a torn last line is passed over.
///
/// # Errors
/// It cannot be read, or is no record.
pub fn read(path: &Path) -> Result<(MatchPlan, Games), JournalError> {
    parse(path, &journal::read(&MATCH, path)?)
}

/// The same of the text of a file.
///
/// # Errors
/// It is no record.
pub fn parse(path: &Path, text: &str) -> Result<(MatchPlan, Games), JournalError> {
    let (plan, lines) = journal::first(&MATCH, path, text, |plan: &MatchPlan| plan.version)?;
    plan.specs().map_err(|error| JournalError::NoRecord(path.to_path_buf(), &MATCH, error.to_string()))?;
    let mut games = Games::new();
    for (number, line) in lines {
        let wrong = |why: String| JournalError::Line(path.to_path_buf(), number, why);
        let played: Played = serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
        if played.seats != plan.fixture(played.game).seats || played.game >= plan.games {
            return Err(wrong(format!("game {} is not one of this match", played.game)));
        }
        if played.places.len() != played.seats.len() || played.times.len() != played.seats.len() {
            return Err(wrong("places and times are not those of its seats".into()));
        }
        games.entry(played.game).or_insert(played);
    }
    Ok((plan, games))
}

/// The text of a record.
#[must_use]
pub fn text(plan: &MatchPlan, games: &Games) -> String {
    const PROOF: &str = "texts, numbers and lists always have a JSON form";
    let games = games.values().map(|played| serde_json::to_string(played).expect(PROOF) + "\n");
    [serde_json::to_string(plan).expect(PROOF) + "\n"].into_iter().chain(games).collect()
}

/// The differences between two plans, in one line.
#[must_use]
pub fn difference(found: &MatchPlan, asked: &MatchPlan) -> String {
    // Files are told by their names: nobody wants to read them in a line. Those of other players are
    // no news.
    let same = found.players == asked.players;
    let mut changed = Vec::new();
    for (name, text) in &asked.files {
        match found.files.get(name) {
            Some(other) if other != text => changed.push(format!("{name} has other constants there than here")),
            None if same => changed.push(format!("what is in {name} is missing there")),
            _ => {}
        }
    }
    let parts = [differing(found, asked), changed.join(", ")];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// Adds games of the same match; those that are there already must be the same ones.
///
/// # Errors
/// The number of a game that is another.
pub fn unite(games: &mut Games, more: Games) -> Result<(), u64> {
    for (number, played) in more {
        match games.get(&number) {
            Some(known) if !known.agrees(&played) => return Err(number),
            Some(_) => {}
            None => drop(games.insert(number, played)),
        }
    }
    Ok(())
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::plan::tests::sample;
    use super::*;

    /// A game of a plan that ended so, without moves that could be played.
    pub fn game(plan: &MatchPlan, number: u64, places: Vec<u8>) -> Played {
        let seats = plan.fixture(number).seats;
        Played {
            game: number,
            opening: Opening { options: vec![("Size".into(), "10".into())], moves: String::new() },
            moves: format!("0123é{number}"),
            places,
            scores: Vec::new(),
            end: End::Rules,
            faults: Vec::new(),
            times: vec![Latency::default(); seats.len()],
            seats,
            length: 4,
        }
    }

    fn won(plan: &MatchPlan, number: u64) -> Played {
        game(plan, number, vec![1, 2])
    }

    #[test]
    fn whatever_is_cut_off_only_the_last_game_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.jsonl");
        let plan = sample(&["tron:strong", "tron:strong"], 9);
        let (mut record, games) = open(&path, &plan).unwrap();
        assert!(games.is_empty());
        assert!(matches!(open(&path, &plan), Err(JournalError::Locked(..))));
        for number in [3, 1, 0] {
            record.add(&won(&plan, number)).unwrap();
        }
        drop(record);
        let whole = std::fs::read(&path).unwrap();
        let ends: Vec<usize> = (1..=whole.len()).filter(|at| whole[at - 1] == b'\n').collect();
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            let left = ends.iter().filter(|end| **end <= length).count().saturating_sub(1);
            if length >= ends[0] {
                assert_eq!(read(&path).unwrap().1.len(), left, "{length}");
            } else {
                assert!(matches!(read(&path), Err(JournalError::NoRecord(..))), "{length}");
            }
            let (mut record, games) = open(&path, &plan).unwrap();
            assert_eq!(games.len(), left, "{length}");
            record.add(&won(&plan, 7)).unwrap();
            drop(record);
            let (found, games) = read(&path).unwrap();
            assert_eq!((found, games.len(), games.contains_key(&7)), (plan.clone(), left + 1, true), "{length}");
        }
    }

    #[test]
    fn a_changed_file_is_another_match() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.jsonl");
        let mut plan = sample(&["tron:strong,parameters=a.txt", "tron:strong"], 9);
        plan.files.insert("a.txt".into(), "x = 1\n".into());
        drop(open(&path, &plan).unwrap());
        assert_eq!(read(&path).unwrap().0, plan);
        drop(open(&path, &plan).unwrap());
        plan.files.insert("a.txt".into(), "x = 2\n".into());
        let error = open(&path, &plan).expect_err("another match").to_string();
        assert!(error.contains("match: a.txt has other constants there than here; name"), "{error}");
    }

    #[test]
    fn what_is_no_record_of_this_match_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.jsonl");
        let plan = sample(&["tron:strong", "tron:strong"], 9);
        let mut first = serde_json::to_string(&plan).unwrap();
        first.push('\n');
        let line = serde_json::to_string(&won(&plan, 1)).unwrap();
        for (text, part) in [
            ("my diary\n".to_string(), "no record of a match"),
            ("my diary".to_string(), "no record of a match"),
            // Nearly the first words, or these as a whole line.
            ("{\"board\"".to_string(), "no record of a match"),
            ("{\"boardbots-matches".to_string(), "no record of a match"),
            ("{\"boardbots-tuning\":".to_string(), "no record of a match"),
            ("{\n".to_string(), "no record of a match"),
            (first.replace("\"seed\":7", "\"seed\":8"), "seed is 8 there and 7 here"),
            (first.replace("match\":1", "match\":2"), "version 2"),
            (format!("{first}nonsense\n{line}\n"), "match.jsonl:2: "),
            (format!("{first}{line}\n{}\n", line.replace("\"game\":1", "\"game\":99")), ":3: game 99 is not one"),
            (format!("{first}{}\n", line.replace("[1,2]", "[1,2,3]")), ":2: places and times"),
        ] {
            std::fs::write(&path, &text).unwrap();
            let error = open(&path, &plan).expect_err(&text).to_string();
            assert!(error.contains(part), "{error}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        std::fs::write(&path, [first.as_bytes(), b"\xff\n"].concat()).unwrap();
        assert!(open(&path, &plan).is_err_and(|error| error.to_string().ends_with("match.jsonl: line 2 is not UTF-8")));
    }
}
