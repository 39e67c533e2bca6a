//! Dice, drawn.

use super::story::scale;
use crate::dice::{Dragon, Scale, Warrior};
use crate::fight::{PARTS, ScaleDie, Throw, WarriorDie};
use boardbots_game::picture::{Ink, Picture};
use boardbots_game::terminal::{Canvas, Look};
use boardbots_game::two_player::side::Side;

/// Columns inside a die: the longest word.
const INSIDE: usize = 8;
/// Columns of the three dice of one kind with their margin.
const GROUP: usize = 2 + 3 * (INSIDE + 2);

/// A die as it is drawn.
struct Face {
    word: &'static str,
    ink: Ink,
    frame: Ink,
    caption: &'static str,
}

/// The colour of a dragon.
pub const fn ink(dragon: Dragon) -> Ink {
    match dragon {
        Dragon::Blue => Ink::Side(Side::Second),
        Dragon::Green => Ink::Side(Side::First),
        Dragon::Red => Ink::Danger,
    }
}

/// A roll: the warriors' dice and the dragon's, beside or below each other; nothing where not
/// even three dice fit.
pub fn picture(dragon: Dragon, throw: &Throw, Canvas { width, look }: Canvas) -> Option<Picture> {
    let warriors = throw.warriors.map(of_warrior);
    let scales: Vec<Face> = (0..).zip(throw.scales).map(|(part, die)| of_dragon(dragon, part, die)).collect();
    let mut picture = Picture::default();
    if width > 2 * GROUP {
        draw(&mut picture, &[&warriors, &scales], look);
    } else if width >= GROUP {
        draw(&mut picture, &[&warriors], look);
        draw(&mut picture, &[&scales], look);
    } else {
        return None;
    }
    Some(picture)
}

const fn of_warrior(die: WarriorDie) -> Face {
    const fn shown(face: Warrior) -> Ink {
        if matches!(face, Warrior::Flame) { Ink::Danger } else { Ink::Plain }
    }
    match die {
        WarriorDie::Gone => Face { word: "", ink: Ink::Faint, frame: Ink::Faint, caption: "lost" },
        WarriorDie::Lost(face) => Face { word: face.name(), ink: shown(face), frame: Ink::Danger, caption: "lost" },
        WarriorDie::Shows(face) => Face { word: face.name(), ink: shown(face), frame: Ink::Plain, caption: "" },
    }
}

const fn of_dragon(dragon: Dragon, part: usize, die: ScaleDie) -> Face {
    let frame = ink(dragon);
    match die {
        ScaleDie::Aside => Face { word: PARTS[part], ink: Ink::Faint, frame: Ink::Faint, caption: "aside" },
        ScaleDie::Shows(Scale::Part) => Face { word: PARTS[part], ink: frame, frame, caption: "aside" },
        ScaleDie::Shows(face) => {
            let ink = if matches!(face, Scale::Flame) { Ink::Danger } else { Ink::Faint };
            Face { word: scale(face, part), ink, frame, caption: "" }
        }
    }
}

/// Top and bottom of a die, each with its corners, and its side.
const fn frame(look: Look) -> ([char; 3], [char; 3], &'static str) {
    match look {
        Look::Unicode => (['┌', '─', '┐'], ['└', '─', '┘'], "│"),
        _ => (['.', '-', '.'], ['\'', '-', '\''], "|"),
    }
}

/// Four lines with dice side by side, three if nothing is written below them.
fn draw(picture: &mut Picture, groups: &[&[Face]], look: Look) {
    let (top, bottom, side) = frame(look);
    let rule = |[left, line, right]: [char; 3]| {
        let line: String = std::iter::repeat_n(line, INSIDE).collect();
        format!("{left}{line}{right}")
    };
    let mut row = |piece: &mut dyn FnMut(&mut Picture, &Face)| {
        picture.line();
        for (number, group) in groups.iter().enumerate() {
            picture.say(if number == 0 { "  " } else { "   " });
            group.iter().for_each(|face| piece(picture, face));
        }
    };
    row(&mut |picture, face| picture.add(rule(top), face.frame, false));
    row(&mut |picture, face| {
        picture.add(side, face.frame, false);
        picture.add(format!("{:^INSIDE$}", face.word), face.ink, false);
        picture.add(side, face.frame, false);
    });
    row(&mut |picture, face| picture.add(rule(bottom), face.frame, false));
    if groups.iter().any(|group| group.iter().any(|face| !face.caption.is_empty())) {
        row(&mut |picture, face| picture.add(format!(" {:^INSIDE$} ", face.caption), Ink::Faint, false));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardbots_game::terminal::columns;

    const THROW: Throw = Throw {
        warriors: [WarriorDie::Shows(Warrior::Axe), WarriorDie::Gone, WarriorDie::Lost(Warrior::Flame)],
        scales: [ScaleDie::Shows(Scale::Mountain), ScaleDie::Shows(Scale::Part), ScaleDie::Aside],
    };

    #[test]
    fn all_six_dice_stand_in_a_row_where_there_is_room() {
        let drawn = picture(Dragon::Green, &THROW, Canvas { width: 80, look: Look::Ascii }).expect("room").to_string();
        let expected = "  \
  .--------..--------..--------.   .--------..--------..--------.
  |  axe   ||        || flame  |   |mountain|| wings  ||  tail  |
  '--------''--------''--------'   '--------''--------''--------'
               lost      lost                  aside     aside
";
        assert_eq!(drawn, expected);
    }

    #[test]
    fn the_dragon_stands_below_where_there_is_not() {
        let drawn =
            picture(Dragon::Green, &THROW, Canvas { width: 40, look: Look::Unicode }).expect("room").to_string();
        let expected = "  \
  ┌────────┐┌────────┐┌────────┐
  │  axe   ││        ││ flame  │
  └────────┘└────────┘└────────┘
               lost      lost
  ┌────────┐┌────────┐┌────────┐
  │mountain││ wings  ││  tail  │
  └────────┘└────────┘└────────┘
              aside     aside
";
        assert_eq!(drawn, expected);
    }

    #[test]
    fn no_line_is_longer_than_the_terminal() {
        for width in 20..=100 {
            let drawn = picture(Dragon::Red, &THROW, Canvas { width, look: Look::Unicode });
            assert_eq!(drawn.is_some(), width >= 32);
            let drawn = drawn.unwrap_or_default().to_string();
            assert!(drawn.lines().all(|line| columns(line) <= width), "{width}:\n{drawn}");
        }
    }
}
