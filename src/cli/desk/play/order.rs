//! What somebody at the terminal types.

use crate::games::colour::{Colour, Sides};
use crate::games::picture::Pictured;
use crate::search::game::MAX_DEPTH;
use std::fmt;
use std::str::FromStr;

/// Which sides a person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Humans(pub Sides<bool>);

impl FromStr for Humans {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "green" => Ok(Self(Sides([true, false]))),
            "blue" => Ok(Self(Sides([false, true]))),
            "both" => Ok(Self(Sides([true, true]))),
            "none" => Ok(Self(Sides([false, false]))),
            _ => Err("write green, blue, both or none"),
        }
    }
}

impl fmt::Display for Humans {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self.0.0 {
            [true, false] => "green",
            [false, true] => "blue",
            [true, true] => "both",
            [false, false] => "none",
        })
    }
}

impl Humans {
    /// Whether a person plays this side.
    #[must_use]
    pub fn play(self, side: Colour) -> bool {
        self.0[side]
    }

    /// Whether no person plays.
    #[must_use]
    pub const fn none(self) -> bool {
        !self.0.0[0] && !self.0.0[1]
    }

    /// With sides changed.
    #[must_use]
    pub const fn flipped(self) -> Self {
        let [green, blue] = self.0.0;
        Self(Sides([blue, green]))
    }
}

/// An order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order<M> {
    /// Nothing was typed.
    Nothing,
    /// A legal move.
    Move(M),
    /// Back to where a person was last to move.
    Undo,
    /// What would the bot do?
    Hint,
    /// What moves are there?
    Moves,
    /// Change sides.
    Flip,
    /// Play these sides.
    Side(Humans),
    /// The bot thinks so many plies deep.
    Depth(u8),
    /// The bot judges by this judge.
    Judge(&'static str),
    /// Another game.
    New,
    /// What can be typed?
    Help,
    /// Good bye.
    Quit,
}

impl<M> Order<M> {
    /// What a line means in this position.
    ///
    /// # Errors
    ///
    /// What is wrong with it, and what would be right.
    pub fn parse<D: Pictured<Move = M>>(line: &str, position: &D) -> Result<Self, String> {
        let mut words = line.split_whitespace();
        let (word, value) = (words.next().unwrap_or(""), words.next());
        if words.next().is_some() {
            return Err("one move or command at a time; help shows them all".to_string());
        }
        let needed = |what: &str| value.ok_or_else(|| format!("write {word} {what}"));
        match word {
            "side" => return needed("green|blue|both|none")?.parse().map(Self::Side).map_err(str::to_string),
            "depth" => {
                let depth = needed("N")?.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth));
                return depth.map(Self::Depth).ok_or_else(|| format!("the depth is a number from 1 to {MAX_DEPTH}"));
            }
            "judge" => {
                let name = needed(&D::JUDGES.join("|"))?;
                let judge = D::JUDGES.iter().find(|judge| **judge == name);
                return judge
                    .map(|judge| Self::Judge(judge))
                    .ok_or_else(|| format!("no judge \"{name}\"; there are {}", D::JUDGES.join(" and ")));
            }
            _ if value.is_some() => return Err("one move or command at a time; help shows them all".to_string()),
            _ => {}
        }
        Ok(match word {
            "" => Self::Nothing,
            "undo" => Self::Undo,
            "hint" => Self::Hint,
            "moves" => Self::Moves,
            "flip" => Self::Flip,
            "new" => Self::New,
            "help" | "?" => Self::Help,
            "quit" => Self::Quit,
            word => {
                let digit = D::WORDS.iter().find(|(name, _)| *name == word).map(|(_, digit)| digit.to_string());
                let known = digit.is_some() || word.parse::<u64>().is_ok();
                let action = position.parse_move(digit.as_deref().unwrap_or(word));
                action.map(Self::Move).map_err(|error| if known { error } else { format!("{error}; or type help") })?
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::desconecta4::rules::Position;
    use crate::games::duel::Duel;

    #[test]
    fn what_is_typed_is_understood_or_explained() {
        let position = Position::default();
        let parse = |line: &str| Order::parse(line, &position);
        let three = position.parse_move("3").expect("a move");
        assert_eq!(parse(" 3 "), Ok(Order::Move(three)));
        assert_eq!(parse("side none").map(|order| matches!(order, Order::Side(who) if who.none())), Ok(true));
        assert_eq!(parse("judge course"), Ok(Order::Judge("course")));
        assert_eq!(parse("depth 64"), Ok(Order::Depth(64)));
        assert_eq!(parse("\t"), Ok(Order::Nothing));
        for (line, part) in [
            ("9", "\"9\" is no action; there are 0 1 2 3 4 5 6"),
            ("boom", "green has no bomb"),
            ("castle", "type help"),
            ("3 4", "one move"),
            ("3 4 5", "one move"),
            ("undo 2", "one move"),
            ("depth", "write depth N"),
            ("depth 0", "from 1 to 64"),
            ("depth 300", "from 1 to 64"),
            ("judge karpov", "there are strong and course"),
            ("judge", "write judge strong|course"),
            ("side red", "green, blue, both or none"),
        ] {
            let error = parse(line).expect_err(line);
            assert!(error.contains(part), "{line}: {error}");
        }
    }

    #[test]
    fn sides_are_written_as_they_are_read() {
        for text in ["green", "blue", "both", "none"] {
            assert_eq!(text.parse::<Humans>().expect("a side").to_string(), text);
        }
        assert_eq!("green".parse::<Humans>().expect("a side").flipped().to_string(), "blue");
    }
}
