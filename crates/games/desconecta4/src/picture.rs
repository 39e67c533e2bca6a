//! Positions drawn with letters.

use super::board::{BOARD, Cells, FLOOR, SIDE, cell, lines, place};
use super::notation::cell_value;
use super::rules::{Action, Position};
use boardbots_base::invalid::Invalid;
use boardbots_game::colour::Colour;
use boardbots_game::picture::{Ink, Picture, Pictured, Reader, column};
use boardbots_search::position::Position as _;
use std::fmt::Write;

/// Cells that differ.
fn changed(before: &Position, after: &Position) -> Cells {
    let sides = Colour::ALL.into_iter();
    sides.fold(0, |found, side| {
        let pieces = before.pieces(side) ^ after.pieces(side);
        found | pieces | before.bomb(side) ^ after.bomb(side)
    }) & BOARD
}

impl Position {
    fn draw_cell(&self, picture: &mut Picture, row: u8, column: u8, (lines, fresh): (Cells, Cells)) {
        let (letter, ink) = match cell_value(self, row, column) {
            1 => ('g', Ink::Side(Colour::Green)),
            2 => ('b', Ink::Side(Colour::Blue)),
            4 => ('G', Ink::Strong(Colour::Green)),
            5 => ('B', Ink::Strong(Colour::Blue)),
            _ => ('.', Ink::Faint),
        };
        let here = cell(row, column);
        let (open, close) = match (lines & here != 0, fresh & here != 0) {
            (true, _) => ('*', '*'),
            (false, true) => ('[', ']'),
            (false, false) => (' ', ' '),
        };
        picture.add(format!("{open}{letter}{close}"), ink, open != ' ');
    }
}

impl Pictured for Position {
    const WORDS: &'static [(&'static str, char)] = &[("b", '7'), ("boom", '7')];
    const HELP: &'static str = "1 to 7 drop a piece into that column; b or boom sets off your bomb.
g and b are pieces, G and B bombs; [ ] is what the last move changed, * * a line.";

    fn picture(&self, last: Option<(&Self, Action)>, reader: Reader) -> Picture {
        let first = u8::from(reader == Reader::Person);
        let mut picture = Picture::default();
        let fresh = last.map_or(0, |(before, _)| changed(before, self));
        let lines = lines(self.pieces(Colour::Green)) | lines(self.pieces(Colour::Blue));
        for row in (0..SIDE).rev() {
            picture.line();
            for column in 0..SIDE {
                self.draw_cell(&mut picture, row, column, (lines, fresh));
            }
        }
        picture.line();
        for column in 0..SIDE {
            picture.say(format!(" {} ", column + first));
        }
        picture.line();
        picture.say(format!("round {}: ", self.round()));
        if self.ended().is_some() {
            picture.say("the game has ended");
            return picture;
        }
        picture.add(self.mover().to_string(), Ink::Side(self.mover()), false);
        picture.say(if self.drops_bomb() { " to move, drops a bomb" } else { " to move" });
        let bombs = Colour::ALL.into_iter().filter(|side| self.bomb(*side) != 0);
        for side in bombs {
            let (_, column) = place(self.bomb(side));
            picture.say("; ");
            picture.add(format!("{side}'s bomb"), Ink::Strong(side), false);
            picture.say(format!(" is in column {}", column + first));
        }
        picture
    }

    fn keystroke(action: Action) -> char {
        if action == Action::BOOM { 'b' } else { char::from(b'1' + action.number()) }
    }

    fn typed(&self, line: &str) -> Result<Action, Invalid> {
        let explodes = Self::WORDS.iter().any(|(name, _)| *name == line);
        let action = if explodes { Some(Action::BOOM) } else { column(line, SIDE).and_then(Action::new) };
        match action {
            _ if self.ended().is_some() => Err("the game has ended".into()),
            Some(action) if self.allows(action) => Ok(action),
            Some(Action::BOOM) => {
                Err(format!("{} has no bomb on the board; {}", self.mover(), self.keystrokes()).into())
            }
            Some(_) => Err(format!("column {line} is full; {}", self.keystrokes()).into()),
            None => Err(format!("\"{line}\" is no move; {}", self.keystrokes()).into()),
        }
    }

    fn account(&self, action: Action) -> String {
        let mover = self.mover();
        if action != Action::BOOM {
            let piece = if self.drops_bomb() { "bomb" } else { "piece" };
            return format!("{mover} drops a {piece} into column {}", action.number() + 1);
        }
        let (row, _) = place(self.bomb(mover));
        let gone = self.pieces(mover) & FLOOR << row;
        let mut text = format!("{mover}'s bomb explodes: own pieces in row {} from below vanish, columns", row + 1);
        for column in (0..SIDE).filter(|column| gone & cell(row, *column) != 0) {
            let _ = write!(text, " {}", column + 1);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardbots_game::duel::Duel;

    fn after(digits: &str) -> Position {
        digits.chars().fold(Position::default(), |mut position, digit| {
            position.play(position.parse_move(&digit.to_string()).expect("a legal move"));
            position
        })
    }

    /// The first example of the rules: green's bomb in the second row takes four pieces, and
    /// blue's bomb falls.
    #[test]
    fn an_explosion_can_be_seen() {
        let earlier = after("6333312003254033602");
        let (before, last) = (after("63333120032540336022"), Action::new(2).expect("a column"));
        let expected = "
 .  .  .  b  .  .  .
 .  .  .  g  .  .  .
 .  .  .  B  .  .  .
 b  . [b] g  .  .  .
 b  .  g  b  .  .  .
 G  .  g  g  .  .  g
 b  b  g  b  g  b  g
 1  2  3  4  5  6  7
round 11: green to move; green's bomb is in column 1; blue's bomb is in column 4
";
        assert_eq!(format!("\n{}", before.picture(Some((&earlier, last)), Reader::Person)), expected);
        // Programs count from 0.
        let sent = before.picture(Some((&earlier, last)), Reader::Program).to_string();
        assert!(sent.contains(" 0  1  2  3  4  5  6\n") && sent.contains("green's bomb is in column 0;"), "{sent}");
        assert_eq!(
            before.account(Action::BOOM),
            "green's bomb explodes: own pieces in row 2 from below vanish, columns 1 3 4 7"
        );
        let mut done = before;
        done.play(Action::BOOM);
        let picture = done.picture(Some((&before, Action::BOOM)), Reader::Person).to_string();
        assert!(picture.starts_with(" .  .  . [.] .  .  .\n .  .  . [b] .  .  .\n"), "{picture}");
        assert!(picture.ends_with("round 11: blue to move; blue's bomb is in column 4\n"), "{picture}");
    }

    #[test]
    fn a_line_is_marked_and_a_bomb_announced() {
        let position = after("01234560");
        assert!(position.picture(None, Reader::Person).to_string().ends_with("round 5: green to move, drops a bomb\n"));
        assert_eq!(position.account(Action::new(3).expect("a column")), "green drops a bomb into column 4");
        let position = after("0010203");
        let picture = position.picture(None, Reader::Person).to_string();
        assert!(picture.contains("*g**g**g**g*"), "{picture}");
        assert!(picture.ends_with("the game has ended\n"), "{picture}");
    }
}
