//! Positions and actions as text, and drawn with letters.
//!
//! An action is a digit: `0` up, `1` down, `2` left, `3` right, `5` pass.

use crate::map::{MAX_DIRT, MAX_SIZE, Map, Place};
use crate::rules::{Action, Cell, Position};
use boardbots_base::invalid::InputError;
use boardbots_base::printable::printable;
use boardbots_game::picture::{Ink, Picture};
use boardbots_game::two_player::TwoPlayerGame;
use boardbots_game::two_player::side::{Side, Sides};
use boardbots_search::position::Position as _;
use std::fmt::Write;

/// More dirt than any map has.
const MOST_DIRT: usize = MAX_DIRT as usize * MAX_SIZE * MAX_SIZE;

/// The character of a cell: `#` obstacle, `v` and `a` trails of green and blue (verde, azul),
/// `0` to `9` and `A` (10) to `Z` (35) floor with so much dirt.
#[must_use]
pub fn cell_char(cell: Cell) -> char {
    match cell {
        Cell::Obstacle => '#',
        Cell::Trail(Side::First) => 'v',
        Cell::Trail(Side::Second) => 'a',
        Cell::Floor(dirt @ 0..=9) => char::from(b'0' + dirt),
        Cell::Floor(dirt) => char::from(b'A' + dirt - 10),
    }
}

/// The whole position on one line: cells row by row, mover (1 or 2), places as
/// `row,column`, scores, dirt left.
#[must_use]
pub fn position_text(position: &Position) -> String {
    let size = position.size;
    let places = (0..size).flat_map(|row| (0..size).map(move |column| Place { row, column }));
    let mut text: String = places.map(|place| cell_char(position.cell(place))).collect();
    let _ = write!(text, " {}", position.mover.number());
    for side in Side::ALL {
        let Place { row, column } = position.place(side);
        let _ = write!(text, " {row},{column}");
    }
    let [green, blue] = Side::ALL.map(|side| position.score(side));
    let _ = write!(text, " {green} {blue} {}", position.rest);
    text
}

/// Rows from which cells are drawn without space between, so that they fit a terminal.
const DENSE: u8 = 40;

/// The position of a text.
///
/// # Errors
/// The text is not as [`position_text`] writes it, or no game leads to the position.
pub fn parse_position(text: &str) -> Result<Position, InputError> {
    let form = "a position is its cells row by row, the mover (1 or 2), the places of green and blue as ROW,COLUMN, \
                their scores and the dirt that is left, with spaces between";
    let words: Vec<&str> = text.split_whitespace().collect();
    let &[cells, mover, green, blue, own, other, rest] = &words[..] else { return Err(form.into()) };
    let size = cells.chars().count().isqrt();
    if size * size != cells.chars().count() || size > MAX_SIZE {
        let most = MAX_SIZE * MAX_SIZE;
        return Err(format!("the cells are no square of at most {most}: here are {}", cells.chars().count()).into());
    }
    let size = u8::try_from(size).map_err(|_| form)?;
    let places = (0..size).flat_map(|row| (0..size).map(move |column| Place { row, column }));
    let (mut numbers, mut trails) = (Vec::new(), Vec::new());
    for (column, (place, found)) in (1..).zip(places.zip(cells.chars())) {
        trails.extend("va".find(found).map(|side| (place, Side::ALL[side])));
        numbers.push(match found {
            '#' | 'v' | 'a' => 0,
            '0'..='9' | 'A'..='Z' => found.to_digit(36).and_then(|dirt| u8::try_from(dirt + 1).ok()).unwrap_or(0),
            _ => {
                let known = "# is an obstacle, v and a are trails, 0 to 9 and A to Z floor with 0 to 35 units of dirt";
                return Err(format!("column {column}: '{}' is no cell; {known}", found.escape_debug()).into());
            }
        });
    }
    let wrong =
        |what: &str, word: &str| InputError::new(format_args!("\"{}\" is no {what}; {form}", printable(word, 20)));
    let number = |word: &str| word.parse::<u32>().ok().filter(|number| *number as usize <= MOST_DIRT);
    let amount = |word| number(word).ok_or_else(|| wrong("amount of dirt", word));
    let place = |word: &str| {
        let place = word
            .split_once(',')
            .and_then(|(row, column)| Some(Place { row: row.parse().ok()?, column: column.parse().ok()? }));
        place.ok_or_else(|| wrong("place", word))
    };
    let mover = Side::ALL.into_iter().find(|side| side.number().to_string() == mover);
    let mover = mover.ok_or_else(|| wrong("mover", words[1]))?;
    let starts = Sides([place(green)?, place(blue)?]);
    let (scores, rest) = ([amount(own)?, amount(other)?], amount(rest)?);
    let map = Map::new(size, numbers, starts)
        .ok_or("no game leads here: both places must be floor of the map, and not the same")?;
    if !(map.dirt()..=map.dirt() + 2 * u32::from(MAX_DIRT)).contains(&rest) {
        let dirt = map.dirt();
        return Err(format!("no game leads here: the cells have {dirt} units of dirt, and {rest} are left").into());
    }
    Ok(Position::resumed(&map, &trails, mover, scores, rest))
}

fn draw_cell(position: &Position, picture: &mut Picture, here: Place, moved: Option<Side>) {
    let side = Side::ALL.into_iter().find(|side| position.place(*side) == here);
    let (letter, ink) = match (side, position.cell(here)) {
        (Some(side), _) => (letter(side).to_ascii_uppercase(), Ink::Strong(side)),
        (None, Cell::Trail(side)) => (letter(side), Ink::Side(side)),
        (None, Cell::Obstacle) => ('#', Ink::Faint),
        (None, Cell::Floor(0)) => ('.', Ink::Faint),
        (None, Cell::Floor(dirt @ 1..=9)) => (char::from(b'0' + dirt), Ink::Prize),
        (None, Cell::Floor(_)) => ('+', Ink::Prize),
    };
    let marked = side.is_some() && side == moved;
    let text = match (position.size >= DENSE, marked) {
        (true, _) => letter.to_string(),
        (false, true) => format!(">{letter}"),
        (false, false) => format!(" {letter}"),
    };
    picture.add(text, ink, marked);
}

const fn letter(side: Side) -> char {
    match side {
        Side::First => 'g',
        Side::Second => 'b',
    }
}

/// Words for actions.
pub(crate) const WORDS: &[(&str, &str)] = &[
    ("w", "0"),
    ("up", "0"),
    ("s", "1"),
    ("down", "1"),
    ("a", "2"),
    ("left", "2"),
    ("d", "3"),
    ("right", "3"),
    ("pass", "5"),
];
/// The way to type actions, for the help.
pub(crate) const HELP: &str = "0 or w or up, 1 or s or down, 2 or a or left, 3 or d or right move there.
G and B are the players, > marks the last to move, g and b trails, # obstacles;
1 to 9 dirt, + more than that.";

/// The board; `last` is the last action and the position before it.
pub(crate) fn picture(position: &Position, last: Option<(&Position, Action)>) -> Picture {
    let mut picture = Picture::default();
    let moved = last.map(|(before, _)| before.mover);
    for row in 0..position.size {
        picture.line();
        for column in 0..position.size {
            draw_cell(position, &mut picture, Place { row, column }, moved);
        }
    }
    picture.line();
    for side in Side::ALL {
        picture.add(format!("{} {}", side.colour(), position.score(side)), Ink::Side(side), false);
        picture.say(", ");
    }
    picture.say(format!("dirt left {}: ", position.rest));
    if position.ended().is_some() {
        picture.say("the game has ended");
        return picture;
    }
    picture.add(position.mover.colour(), Ink::Side(position.mover), false);
    picture.say(if position.pass().is_some() { " is blocked and passes" } else { " to move" });
    picture
}

/// The result of an action, in a sentence.
pub(crate) fn account(position: &Position, action: Action) -> String {
    let (side, mover) = (position.mover, position.mover.colour());
    if action == Action::PASS {
        return format!("{mover} is blocked and passes");
    }
    let mut after = position.clone();
    after.play(action);
    let way = ["up", "down", "left", "right"].get(usize::from(action.number())).copied().unwrap_or_default();
    match after.score(side) - position.score(side) {
        0 => format!("{mover} moves {way}"),
        dirt => format!("{mover} moves {way} and collects {dirt}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map;
    use boardbots_game::picture::Reader;

    #[test]
    fn scores_trails_and_the_last_move_can_be_seen() {
        let text = "small\n5  1 1  3 3\n0 0 0 0 0\n0 1 6 1 0\n0 1 1 36 0\n0 1 1 1 0\n0 0 0 0 0\n";
        let before = Position::new(&map::parse(text).expect("a map"), Side::First);
        assert_eq!(before.account(Action::RIGHT), "green moves right and collects 5");
        assert_eq!(before.account(Action::DOWN), "green moves down");
        let mut after = before.clone();
        after.play(Action::RIGHT);
        let expected = "
 # # # # #
 # g>G . #
 # . . + #
 # . . B #
 # # # # #
green 5, blue 0, dirt left 35: blue to move
";
        assert_eq!(format!("\n{}", after.seen(Some((&before, Action::RIGHT)), Reader::Person)), expected);
        assert_eq!(after.pass(), None);
    }
}
