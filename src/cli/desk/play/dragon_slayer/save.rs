//! A game in a file: what it began with and everything that was done, to be played again up to
//! the same point.
//!
//! The file is text, one `key = value` on a line as in [`crate::service::settings`]: `version`,
//! `seed`, `goal`, `bonus`, `doubling` (yes or no), `seat-1` and so on in the order of play
//! (`human NAME` or `character NAME`), then `turn-1` and so on with the words of its actions. Of
//! people whom the characters had met before, `habits-1` and so on say what was known of their
//! challenges: `KIND:STOPS/CHALLENGES` for each [`Bucket`] with stops.

use super::guest::Guest;
use super::sitting::Sitting;
use super::story::{ACTIONS, word};
use crate::games::dragon_slayer::habits::{Bucket, Count, Habits};
use crate::games::dragon_slayer::rules::{MOST_PLAYERS, PLAYERS};
use crate::games::dragon_slayer::variant::Variant;
use crate::matches::lines::printable;
use crate::service::settings::{Entry, MAX_BYTES, Settings, SettingsError};
use crate::service::whole;
use std::fmt::{self, Write as _};
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// How the file is written; one that says another number cannot be read.
const VERSION: u8 = 1;

/// What a saved game begins with.
const FIRST: &str = "# Dragon Slayer";

/// Why a file holds no game that can be gone on with.
#[derive(Debug)]
pub struct SaveError(PathBuf, SettingsError);

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0.display(), self.1)
    }
}

impl std::error::Error for SaveError {}

/// A game as text.
#[must_use]
pub fn text(sitting: &Sitting) -> String {
    let Variant { goal, bonus, doubling } = sitting.game().variant();
    let doubling = if doubling { "yes" } else { "no" };
    let mut text = format!("{FIRST}: go on with boardbots play dragon-slayer --resume FILE\n");
    // Writing to a text cannot fail.
    let _ = writeln!(text, "version = {VERSION}\nseed = {}", sitting.seed());
    let _ = writeln!(text, "goal = {goal}\nbonus = {bonus}\ndoubling = {doubling}");
    for (number, guest) in (1..).zip(sitting.guests()) {
        let _ = match guest.character {
            None => writeln!(text, "seat-{number} = human {}", guest.name),
            Some(character) => writeln!(text, "seat-{number} = character {}", character.name),
        };
    }
    for (number, guest) in (1..).zip(sitting.guests()).filter(|(_, guest)| guest.habits.stops() > 0) {
        let counts = guest.habits.counts().into_iter().filter(|(_, count)| count.stops > 0);
        let counts = counts.map(|(kind, count)| format!("{}:{}/{}", kind.index(), count.stops, count.challenges));
        let _ = writeln!(text, "habits-{number} = {}", counts.collect::<Vec<_>>().join(" "));
    }
    let turns = sitting.steps().chunk_by(|_, next| !next.begins_turn());
    for (number, turn) in (1..).zip(turns) {
        let words: Vec<&str> = turn.iter().map(|step| word(step.action)).collect();
        let _ = writeln!(text, "turn-{number} = {}", words.join(" "));
    }
    text
}

/// Writes a game to a file, which holds either all of it or what it held before.
///
/// # Errors
///
/// What the file system says, a file that holds something else than a game, and a game too long
/// to be read again.
pub fn write(sitting: &Sitting, path: &Path) -> io::Result<()> {
    let mut first = Vec::new();
    match File::open(path) {
        Ok(file) => _ = file.take(FIRST.len() as u64).read_to_end(&mut first)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => first.extend(FIRST.bytes()),
        Err(error) => return Err(error),
    }
    if first != FIRST.as_bytes() {
        return Err(io::Error::other("this file is there already and holds no game; take another name"));
    }
    let text = text(sitting);
    if text.len() as u64 > MAX_BYTES {
        return Err(io::Error::other(format!("the game is too long: more than {MAX_BYTES} bytes")));
    }
    whole::write(path, text.as_bytes())
}

/// Reads a game and plays it up to where it was saved.
///
/// # Errors
///
/// The file cannot be read, or a line of it is damaged, or the characters of this version
/// decide differently.
pub fn read(path: &Path) -> Result<Sitting, SaveError> {
    let read = || resumed(&Settings::read(path)?);
    read().map_err(|error| SaveError(path.to_path_buf(), error))
}

/// Plays a saved game up to where it was saved.
fn resumed(saved: &Settings) -> Result<Sitting, SettingsError> {
    let (mut seats, mut turns, mut last) = (Vec::new(), Vec::new(), 0);
    for entry in saved.entries() {
        last = entry.line;
        let list = match entry.key.rsplit_once('-') {
            Some(("seat", _)) => &mut seats,
            Some(("turn", _)) => &mut turns,
            Some(("habits", _)) => continue,
            _ if ["version", "seed", "goal", "bonus", "doubling"].contains(&entry.key.as_str()) => continue,
            _ => return Err(wrong(entry, "is nothing that a saved game holds; take the line away")),
        };
        list.push(entry);
        let due = format!("{}-{}", &entry.key[..4], list.len());
        if entry.key != due {
            return Err(wrong(entry, format!("stands where {due} should; a line is missing or out of order")));
        }
    }
    let needed = |key: &str| {
        saved.get(key).ok_or_else(|| SettingsError::Line(last + 1, format!("the file ends without a line {key} = …")))
    };
    let version = needed("version")?;
    if number::<u8>(version, 0..=u8::MAX)? != VERSION {
        return Err(wrong(version, format!("is not {VERSION}: another version of boardbots saved this game")));
    }
    let seed = number(needed("seed")?, 0..=u64::MAX)?;
    let goal = number(needed("goal")?, Variant::GOALS)?;
    let bonus = number(needed("bonus")?, Variant::BONUSES)?;
    let doubling = needed("doubling")?;
    let doubling = match doubling.value.as_str() {
        "yes" => true,
        "no" => false,
        _ => return Err(wrong(doubling, "is yes or no")),
    };
    if let Some(entry) = seats.get(MOST_PLAYERS) {
        return Err(wrong(entry, format!("is one too many; there are {MOST_PLAYERS} seats")));
    }
    needed(&format!("seat-{}", PLAYERS.start().max(&seats.len())))?;
    let guests = seats.iter().map(|entry| guest(entry)).collect::<Result<_, _>>()?;
    let mut guests = Guest::company(guests).map_err(|problem| wrong(seats[0], problem))?;
    for entry in saved.entries().iter().filter(|entry| entry.key.starts_with("habits-")) {
        let seat = guests.iter_mut().zip(1..).find(|(_, number)| entry.key == format!("habits-{number}"));
        match seat {
            Some((guest, _)) if guest.character.is_none() => guest.habits = habits(entry)?,
            _ => return Err(wrong(entry, "is about no seat of somebody who plays himself")),
        }
    }
    let mut sitting = Sitting::seated(seed, Variant { goal, bonus, doubling }, guests);
    for (at, entry) in turns.iter().enumerate() {
        replay(&mut sitting, entry, at + 1 == turns.len())?;
    }
    Ok(sitting)
}

/// Plays a turn; only the last one may be open.
fn replay(sitting: &mut Sitting, entry: &Entry, last: bool) -> Result<(), SettingsError> {
    let mut over = false;
    for said in entry.value.split_whitespace() {
        let action = ACTIONS.into_iter().find(|action| word(*action) == said);
        let action = action.ok_or_else(|| {
            let words = ACTIONS.map(word).join(", ");
            wrong(entry, format!("has the word {:?}; there are {words}", printable(said, 40)))
        })?;
        if over {
            return Err(wrong(entry, format!("goes on with {said} after the turn is over")));
        }
        if let Some(decision) = sitting.decide()
            && decision.action != action
        {
            let name = sitting.game().asked().map_or("", |(seat, _)| sitting.names().plain(seat));
            let here = word(decision.action);
            return Err(wrong(
                entry,
                format!("has {said} where {name} decides {here} in this version of boardbots; the game cannot go on"),
            ));
        }
        let step = sitting.play(action).map_err(|_| wrong(entry, format!("has {said} where it is not possible")))?;
        over = step.event.ends_turn();
    }
    if over || last { Ok(()) } else { Err(wrong(entry, "ends before the turn is over; something is missing")) }
}

fn guest(entry: &Entry) -> Result<Guest, SettingsError> {
    let guest = match entry.value.split_once(' ') {
        Some(("human", name)) => Guest::human(name),
        Some(("character", name)) => Guest::character(name),
        _ => Err("is human NAME or character NAME".to_string()),
    };
    guest.map_err(|problem| wrong(entry, problem))
}

fn habits(entry: &Entry) -> Result<Habits, SettingsError> {
    let mut habits = Habits::new();
    for said in entry.value.split_whitespace() {
        let numbers = || {
            let (kind, counts) = said.split_once(':')?;
            let (stops, challenges) = counts.split_once('/')?;
            let (stops, challenges) = (stops.parse().ok()?, challenges.parse().ok()?);
            Some((Bucket::at(kind.parse().ok()?)?, Count { stops, challenges }))
        };
        let (kind, count) = numbers()
            .filter(|(_, count)| count.challenges <= count.stops)
            .ok_or_else(|| wrong(entry, format!("has {:?}; write KIND:STOPS/CHALLENGES", printable(said, 40))))?;
        habits.add(kind, count);
    }
    Ok(habits)
}

fn number<N: FromStr + PartialOrd + fmt::Display>(
    entry: &Entry,
    range: std::ops::RangeInclusive<N>,
) -> Result<N, SettingsError> {
    let number = entry.value.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| wrong(entry, format!("is a number from {} to {}", range.start(), range.end())))
}

fn wrong(entry: &Entry, problem: impl fmt::Display) -> SettingsError {
    SettingsError::Line(entry.line, format!("{}: {problem}", entry.key))
}
