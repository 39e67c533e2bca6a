//! The table between fights, drawn: scores with their ghosts, dragons, warriors.

use super::dice::ink;
use super::guests::Names;
use crate::dice::Dragon;
use crate::rules::{Game, Player, Seat};
use boardbots_game::picture::{Ink, Picture};
use boardbots_game::terminal::{Canvas, Look, fitted};

/// Columns of a player's line beside name and bar: mark, score, ghost, token and what is
/// between them.
const FIXED: usize = 2 + 4 + 6 + 3;
/// Fewer columns than this are no bar.
const SHORTEST_BAR: usize = 6;
/// Columns of the words in front.
const LABEL: usize = 10;
/// Columns up to which what lies aside has lines of its own.
const NARROW: usize = 32;

/// The scores of all, and the turn that is being played.
pub fn picture(names: &Names, game: &Game, Canvas { width, look }: Canvas) -> Picture {
    let mut picture = Picture::default();
    let goal = usize::from(game.variant().goal);
    let name = names.widest().min(width.saturating_sub(FIXED).max(4)).min(if width < 60 { 10 } else { usize::MAX });
    let bar = width.saturating_sub(FIXED + name).min(goal);
    let bar = if bar < SHORTEST_BAR.min(goal) { 0 } else { bar };
    for (seat, player) in game.players().iter().enumerate() {
        line(&mut picture, game, (seat, player), &fitted(names.plain(seat), name), bar, look);
    }
    if game.winner().is_none() {
        turn(&mut picture, game, width);
    }
    picture
}

fn line(picture: &mut Picture, game: &Game, (seat, player): (Seat, &Player), name: &str, bar: usize, look: Look) {
    let active = game.winner().map_or(game.active(), |winner| winner) == seat;
    let ghost = game.ghost(seat);
    let [mark, arrow, full, shade, empty] = signs(look);
    picture.line();
    picture.say(if active { mark } else { "  " });
    picture.add(name, Ink::Plain, false);
    picture.say(format!("{:>4}", player.score));
    picture.add(ghost.map_or(" ".repeat(6), |ghost| format!("{:<6}", format!("{arrow}{ghost}"))), Ink::Faint, false);
    picture.add(if player.token { " T " } else { "   " }, Ink::Prize, false);
    let cells = |points: u16| usize::from(points).saturating_mul(bar).div_euclid(game.variant().goal.into()).min(bar);
    let (solid, faint) = (cells(player.score), cells(ghost.unwrap_or(player.score)));
    picture.say(full.repeat(solid));
    picture.add(shade.repeat(faint - solid) + &empty.repeat(bar - faint), Ink::Faint, false);
}

/// The mark of whose turn it is, the arrow before a ghost, and a bar's points: safe, ghost and missing.
const fn signs(look: Look) -> [&'static str; 5] {
    match look {
        Look::Unicode => ["▸ ", " →", "■", "□", "·"],
        _ => ["> ", " ->", "#", "+", "."],
    }
}

/// Dragons and warriors of the turn.
fn turn(picture: &mut Picture, game: &Game, width: usize) {
    let turn = game.turn();
    let factor = if turn.challenger.is_some() { game.variant().factor() } else { 1 };
    let label = |picture: &mut Picture, text: &str| {
        picture.line();
        picture.add(format!("  {text:LABEL$}"), Ink::Faint, false);
    };
    let aside = |picture: &mut Picture, text: String| {
        if width < NARROW {
            label(picture, "");
            return picture.add(text, Ink::Faint, false);
        }
        picture.add(format!("  {text}"), Ink::Faint, false);
    };
    label(picture, "dragons");
    for dragon in turn.alive.dragons() {
        picture.add(format!("{}{} ", dragon.letter(), factor * dragon.points()), ink(dragon), false);
    }
    let slain: String = Dragon::ALL.into_iter().filter(|dragon| !turn.alive.has(*dragon)).map(Dragon::letter).collect();
    if !slain.is_empty() {
        aside(picture, format!("slain {slain}"));
    }
    label(picture, "warriors");
    picture.say(turn.warriors.to_string());
    if turn.warriors < 3 {
        aside(picture, format!("lost {}", 3 - turn.warriors));
    }
    label(picture, "this turn");
    picture.say(match turn.points {
        1 => "1 point".to_string(),
        points => format!("{points} points"),
    });
}

#[cfg(test)]
mod tests {
    use super::super::guests;
    use super::*;
    use crate::rules::Action;
    use crate::variant::Variant;
    use boardbots_game::terminal::columns;

    fn names(names: &[&str]) -> Names {
        Names::of(&names.iter().map(|name| guests::human(name).expect("a name")).collect::<Vec<_>>())
    }

    /// A game in which the first player has 12 points and the second 6 in this turn, with two warriors left.
    fn game(players: usize) -> Game {
        let mut game = Game::new(Variant::STANDARD, players);
        for letter in "bgrs".chars() {
            let action = Dragon::of_letter(letter).map_or(Action::Stop, Action::Fight);
            game.play(action, |warriors, _| warriors).expect("a legal script");
        }
        while game.active() == 0 {
            game.play(Action::Pass, |_, _| 0).expect("a seat is asked");
        }
        game.play(Action::Fight(Dragon::Red), |_, _| 2).expect("a red dragon lives");
        game
    }

    #[test]
    fn scores_ghosts_and_what_lies_aside() {
        let drawn = picture(&names(&["Ana", "Beatriz"]), &game(2), Canvas { width: 80, look: Look::Ascii }).to_string();
        let expected = "  \
  Ana      12       T ############............................
> Beatriz   0 ->6   T ++++++..................................
  dragons   B2 G4   slain R
  warriors  2  lost 1
  this turn 6 points
";
        assert_eq!(drawn, expected);
        let drawn =
            picture(&names(&["Ana", "Beatriz"]), &game(2), Canvas { width: 40, look: Look::Unicode }).to_string();
        let expected = "  \
  Ana      12       T ■■■■■·············
▸ Beatriz   0 →6    T □□················
";
        assert!(drawn.starts_with(expected), "{drawn}");
    }

    #[test]
    fn no_line_is_longer_than_the_terminal() {
        let long = names(&["Maximiliane-Rose", "名前名前名前名前", "C", "Dora", "Eva", "Finn"]);
        for width in 24..=100 {
            for look in [Look::Ascii, Look::Unicode] {
                let drawn = picture(&long, &game(6), Canvas { width, look }).to_string();
                assert!(drawn.lines().all(|line| columns(line) <= width), "{width}:\n{drawn}");
            }
        }
    }
}
