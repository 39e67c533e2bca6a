//! A game in a file: what it began with and everything that was done, to be played again up to
//! the same point.
//!
//! The file is text, one `key = value` on a line as in [`boardbots_base::entries`]: `version`,
//! `seed`, `goal`, `bonus`, `doubling` (yes or no), `seat-1` and so on in the order of play
//! (`human NAME` or `character NAME`), then `turn-1` and so on with the words of its actions. For
//! people who had played before, `habits-1` and so on say how they challenged: `KIND:STOPS/CHALLENGES` for each [`Bucket`] with stops.

use super::guests::{character, company, human};
use super::{dragon, opened};
use crate::game::state::DragonState;
use crate::game::table::Guest;
use crate::habits::{Bucket, Count, Habits};
use crate::rules::{Action, MOST_PLAYERS, PLAYERS};
use crate::variant::Variant;
use boardbots_base::entries::{Entry, LineError, parse};
use boardbots_base::invalid::InputError;
use boardbots_base::printable::printable;
use boardbots_game::player::Think;
use boardbots_game::state::Choice;
use boardbots_game::terminal::Opened;
use boardbots_game::terminal::session::Session;
use std::fmt::{self, Write as _};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The version of the file's form; a file of another version cannot be read.
const VERSION: u8 = 1;

/// A game as text.
pub fn text(seed: u64, session: &Session) -> Option<String> {
    let start = session.start().of::<DragonState>()?;
    let guests = &start.table()?.guests;
    let Variant { goal, bonus, doubling } = start.game.variant();
    let doubling = if doubling { "yes" } else { "no" };
    let mut text = "# Dragon Slayer: go on with boardbots play dragon-slayer --resume FILE\n".to_string();
    // Writing to a text cannot fail.
    let _ = writeln!(text, "version = {VERSION}\nseed = {seed}");
    let _ = writeln!(text, "goal = {goal}\nbonus = {bonus}\ndoubling = {doubling}");
    for (number, guest) in (1..).zip(guests) {
        let _ = match guest.character {
            None => writeln!(text, "seat-{number} = human {}", guest.name),
            Some(character) => writeln!(text, "seat-{number} = character {}", character.name),
        };
    }
    for (number, guest) in (1..).zip(guests).filter(|(_, guest)| guest.habits.stops() > 0) {
        let counts = guest.habits.counts().into_iter().filter(|(_, count)| count.stops > 0);
        let counts = counts.map(|(kind, count)| format!("{}:{}/{}", kind.index(), count.stops, count.challenges));
        let _ = writeln!(text, "habits-{number} = {}", counts.collect::<Vec<_>>().join(" "));
    }
    let mut turns = 0;
    for (state, choice) in session.choices() {
        let state = state.of::<DragonState>()?;
        if state.game.turn().points == 0 {
            turns += 1;
            let _ = write!(text, "{}turn-{turns} =", if turns > 1 { "\n" } else { "" });
        }
        let _ = write!(text, " {}", state.action(choice)?.word());
    }
    if turns > 0 {
        text.push('\n');
    }
    Some(text)
}

/// Reads a game and plays it up to where it was saved.
///
/// # Errors
/// A line that is damaged, or a decision that the characters of this version do not make.
pub fn resumed(text: &[u8], quiet: bool) -> Result<Opened, LineError> {
    let saved = parse(text, "a saved game has keys like seed and turn-1")?;
    let (mut seats, mut turns, mut last) = (Vec::new(), Vec::new(), 0);
    for entry in &saved {
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
        let missing = || LineError { line: last + 1, problem: format!("the file ends without a line {key} = …") };
        saved.iter().find(|entry| entry.key == key).ok_or_else(missing)
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
    let mut guests = company(guests).map_err(|problem| wrong(seats[0], problem))?;
    for entry in saved.iter().filter(|entry| entry.key.starts_with("habits-")) {
        let seat = guests.iter_mut().zip(1..).find(|(_, number)| entry.key == format!("habits-{number}"));
        match seat {
            Some((guest, _)) if guest.character.is_none() => guest.habits = habits(entry)?,
            _ => return Err(wrong(entry, "is about no seat of a person")),
        }
    }
    let mut opened = opened(seed, Variant { goal, bonus, doubling }, guests, quiet);
    opened.session.begin().map_err(|_| wrong(seats[0], "cannot begin this game"))?;
    for (at, entry) in turns.iter().enumerate() {
        replay(&mut opened.session, entry, at + 1 == turns.len())?;
    }
    Ok(opened)
}

/// Plays a turn; only the last one may be open.
fn replay(session: &mut Session, entry: &Entry, last: bool) -> Result<(), LineError> {
    let mut over = false;
    for said in entry.value.split_whitespace() {
        let action = Action::ALL.into_iter().find(|action| action.word() == said);
        let action = action.ok_or_else(|| {
            let words = Action::ALL.map(Action::word).join(", ");
            wrong(entry, format!("has the word {:?}; there are {words}", printable(said, 40)))
        })?;
        if over {
            return Err(wrong(entry, format!("goes on with {said} after the turn is over")));
        }
        let choice = Choice(action.number());
        // A character may decide otherwise today than in the version that saved the game: what was played counts. It
        // decides all the same, because its chance has to go on from there.
        let _ = session.decide(Think::until(&|| false));
        session.play(choice).map_err(|_| wrong(entry, format!("has {said} where it is not possible")))?;
        over = dragon(session.state()).1.last.as_ref().is_some_and(|step| step.event.ends_turn());
    }
    if over || last { Ok(()) } else { Err(wrong(entry, "ends before the turn is over; something is missing")) }
}

fn guest(entry: &Entry) -> Result<Guest, LineError> {
    let guest = match entry.value.split_once(' ') {
        Some(("human", name)) => human(name),
        Some(("character", name)) => character(name),
        _ => Err(InputError::from("is human NAME or character NAME")),
    };
    guest.map_err(|problem| wrong(entry, problem))
}

fn habits(entry: &Entry) -> Result<Habits, LineError> {
    let mut habits = Habits::default();
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

fn number<N: FromStr + PartialOrd + fmt::Display>(entry: &Entry, range: RangeInclusive<N>) -> Result<N, LineError> {
    let number = entry.value.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| wrong(entry, format!("is a number from {} to {}", range.start(), range.end())))
}

fn wrong(entry: &Entry, problem: impl fmt::Display) -> LineError {
    LineError { line: entry.line, problem: format!("{}: {problem}", entry.key) }
}
