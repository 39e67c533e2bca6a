//! The game in sentences, as in the log.

use super::guests::Names;
use crate::chatter::Said;
use crate::dice::{Alive, Dragon, Scale};
use crate::fight::{PARTS, ScaleDie, Throw, WarriorDie};
use crate::game::table::Step;
use crate::rules::{Action, Event, Game, Question, Seat};

/// The word for a face of a dragon die; `part` is the die's number.
pub const fn scale(face: Scale, part: usize) -> &'static str {
    if matches!(face, Scale::Part) { PARTS[part] } else { face.name() }
}

/// A number of things.
pub fn count(number: impl Into<u64>, one: &str) -> String {
    match number.into() {
        1 => format!("1 {one}"),
        number => format!("{number} {one}s"),
    }
}

/// The line at the beginning of a turn.
pub fn turn(names: &Names, game: &Game) -> String {
    let last = if game.last_round() { ", the last unless it is tied" } else { "" };
    format!("Round {}{last}: {} turn.", game.round(), names.possessive(game.active()))
}

/// The line for a player's action, before its result.
pub fn deed(names: &Names, game: &Game, seat: Seat, action: Action) -> String {
    let (turn, other) = (game.turn(), game.active());
    match action {
        Action::Fight(dragon) => {
            let (fights, warriors) = (names.does(seat, "fight", "fights"), count(turn.warriors, "warrior"));
            format!("{fights} the {} dragon with {warriors}.", dragon.name())
        }
        Action::Stop => format!("{} at {}.", names.does(seat, "stop", "stops"), count(turn.points, "point")),
        Action::Challenge => {
            let spends = names.does(seat, "spend the token and challenge", "spends the token and challenges");
            format!("{spends} {}.", names.plain(other))
        }
        Action::Pass => format!("{} {} stop.", names.does(seat, "let", "lets"), names.plain(other)),
        Action::Accept if game.variant().doubling => {
            format!("{} the challenge: dragons count double from now on.", names.does(seat, "accept", "accepts"))
        }
        Action::Accept => format!("{} the challenge.", names.does(seat, "accept", "accepts")),
        Action::Refuse => format!("{} the challenge.", names.does(seat, "refuse", "refuses")),
    }
}

/// The effect of a roll, in a few words; empty if it had none.
pub fn effect(throw: &Throw) -> String {
    let mut effects: Vec<String> = throw.parts().map(|part| format!("{part} aside")).collect();
    if throw.lost() > 0 {
        effects.push(format!("{} lost", count(throw.lost() as u64, "warrior")));
    }
    effects.join(", ")
}

/// A roll, its number from 1.
pub fn roll(number: usize, throw: &Throw) -> String {
    let warriors = throw.warriors.iter().filter_map(|die| match die {
        WarriorDie::Gone => None,
        WarriorDie::Lost(face) | WarriorDie::Shows(face) => Some(face.name()),
    });
    let scales = (0..).zip(throw.scales).filter_map(|(part, die)| match die {
        ScaleDie::Aside => None,
        ScaleDie::Shows(face) => Some(scale(face, part)),
    });
    let mut text = format!("  Roll {number}: {}", warriors.collect::<Vec<_>>().join(" "));
    let (scales, effect) = (scales.collect::<Vec<_>>().join(" "), effect(throw));
    for (between, more) in [(" | ", scales), (": ", effect)] {
        if !more.is_empty() {
            text.extend([between, &more]);
        }
    }
    text
}

/// The line for the result of an action, if it has one; `after` is the game after it.
pub fn outcome(names: &Names, step: &Step, after: &Game) -> Option<String> {
    let active = step.before.active();
    let total = |seat: Seat| after.players()[seat].score;
    let bonus = |seat: Seat| {
        let points = count(after.variant().bonus, "point");
        format!("{} {points} and {} {}.", names.does(seat, "get", "gets"), names.verb(seat, "have", "has"), total(seat))
    };
    match step.event {
        Event::Slain { dragon, points, .. } => {
            let turn = after.turn();
            let (worth, warriors) = (count(points, "point"), count(turn.warriors, "warrior"));
            let back = if turn.alive == Alive::ALL { " It was the last; all three come back." } else { "" };
            let (dragon, all) = (dragon.name(), turn.points);
            Some(format!("The {dragon} dragon is slain: {worth}, {all} in this turn, {warriors} left.{back}"))
        }
        Event::Defeated { dragon, points, challenger } => {
            let lost = match points {
                0 => "nothing in this turn".to_string(),
                points => format!("{} lost", count(points, "point")),
            };
            let bonus = challenger.map_or(String::new(), |challenger| format!(" {}", bonus(challenger)));
            Some(format!("The {} dragon wins: {lost}.{bonus}", dragon.name()))
        }
        Event::Kept { points, challenger } => {
            let met = if challenger.is_some() { "The challenge is met. " } else { "" };
            let keeps = names.does(active, "keep", "keeps");
            let have = names.verb(active, "have", "has");
            Some(format!("{met}{keeps} {} and {have} {}.", count(points, "point"), total(active)))
        }
        Event::Refused { points, challenger } => {
            let keeps = names.does(active, "keep", "keeps");
            let have = names.verb(active, "have", "has");
            let half = format!("{keeps} half, {}, and {have} {}.", count(points, "point"), total(active));
            Some(format!("{half} {}", bonus(challenger)))
        }
        Event::Offered | Event::Passed | Event::Challenged | Event::Accepted => None,
    }
}

/// The line for a character's remark.
pub fn comment(names: &Names, said: &Said) -> String {
    format!("{}: \"{}\"", names.plain(said.seat), said.text)
}

/// The line at the end of the game.
pub fn result(names: &Names, game: &Game, winner: Seat) -> String {
    format!("{} with {}.", names.does(winner, "win", "wins"), count(game.players()[winner].score, "point"))
}

/// The question to a player, with the key of each answer.
pub fn question(names: &Names, game: &Game, seat: Seat, question: Question) -> String {
    let (turn, name, stopper) = (game.turn(), names.address(seat), game.active());
    let score = game.players()[stopper].score;
    let dragons: Vec<String> = turn.alive.dragons().map(|dragon| dragon_key(game, dragon)).collect();
    let text = match question {
        Question::Fight => format!("{name}which dragon? {}", dragons.join(", ")),
        Question::FightOrStop => {
            let stop = format!("s = stop with {} for {} in all", turn.points, score.saturating_add(turn.points));
            format!("{name}fight on or stop? {}, {stop}", dragons.join(", "))
        }
        Question::Challenge => {
            let (stopper, wants) = (names.plain(stopper), names.verb(stopper, "want", "wants"));
            let total = score.saturating_add(turn.points);
            format!(
                "{name}{stopper} {wants} to stop and would have {total}. c = challenge, which spends your token, p = pass"
            )
        }
        Question::Answer(challenger) => {
            let who = names.plain(challenger);
            let (challenges, gets) =
                (names.verb(challenger, "challenge", "challenges"), names.verb(challenger, "get", "gets"));
            let on = if game.variant().doubling { "fight on for doubled points" } else { "fight on" };
            let (half, bonus) = (turn.points / 2, game.variant().bonus);
            let refuse = format!("f = refuse and keep {half} while {who} {gets} {bonus}");
            format!("{name}{who} {challenges} you. a = accept and {on}, {refuse}")
        }
    };
    capitalised(&text)
}

/// A text with a capital, as sentences begin.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn dragon_key(game: &Game, dragon: Dragon) -> String {
    let factor = if game.turn().challenger.is_some() { game.variant().factor() } else { 1 };
    format!("{} = {} {}", key(Action::Fight(dragon)), dragon.name(), factor * dragon.points())
}

/// The key of an action: the first letter of its word, except for refusing, as `r` fights the red dragon.
pub const fn key(action: Action) -> char {
    match action {
        Action::Refuse => 'f',
        other => other.word().as_bytes()[0] as char,
    }
}

#[cfg(test)]
mod tests {
    use super::super::guests;
    use super::*;
    use crate::variant::Variant;

    /// A step from its deed to what came of it.
    fn lines(names: &Names, step: &Step, after: &Game) -> Vec<String> {
        let throws = step.battle.iter().flat_map(|battle| &battle.throws);
        let rolls = (1..).zip(throws).map(|(number, throw)| roll(number, throw));
        let deed = deed(names, &step.before, step.seat, step.action);
        [deed].into_iter().chain(rolls).chain(outcome(names, step, after)).collect()
    }

    /// The sentences of a game in which fights leave these warriors, and the questions before.
    fn told(doubling: bool, script: &[(Action, u8)]) -> (Vec<String>, Vec<String>) {
        let guests = ["you", "Ben"].map(|name| guests::human(name).expect("a name"));
        let (names, mut game) = (Names::of(&guests), Game::new(Variant { doubling, ..Variant::STANDARD }, 2));
        let (mut sentences, mut questions) = (Vec::new(), Vec::new());
        for (action, left) in script {
            let (seat, asked) = game.asked().expect("it goes on");
            questions.push(question(&names, &game, seat, asked));
            let before = game.clone();
            let event = game.play(*action, |_, _| *left).expect("is possible");
            let step = Step { seat, before, action: *action, battle: None, event };
            sentences.extend(lines(&names, &step, &game));
        }
        (sentences, questions)
    }

    #[test]
    fn a_challenge_is_told_from_its_beginning_to_its_end() {
        use Action::{Accept, Challenge, Fight, Pass, Refuse, Stop};
        use Dragon::{Blue, Green, Red};
        let script = [
            (Fight(Red), 2),
            (Stop, 0),
            (Challenge, 0),
            (Accept, 0),
            (Fight(Blue), 1),
            (Stop, 0),
            (Fight(Red), 3),
            (Fight(Green), 3),
            (Fight(Blue), 1),
            (Stop, 0),
            (Challenge, 0),
            (Refuse, 0),
            (Fight(Green), 0),
        ];
        let (sentences, questions) = told(true, &script);
        let expected = "\
You fight the red dragon with 3 warriors.
The red dragon is slain: 6 points, 6 in this turn, 2 warriors left.
You stop at 6 points.
Ben spends the token and challenges you.
You accept the challenge: dragons count double from now on.
You fight the blue dragon with 2 warriors.
The blue dragon is slain: 4 points, 10 in this turn, 1 warrior left.
You stop at 10 points.
The challenge is met. You keep 10 points and have 10.
Ben fights the red dragon with 3 warriors.
The red dragon is slain: 6 points, 6 in this turn, 3 warriors left.
Ben fights the green dragon with 3 warriors.
The green dragon is slain: 4 points, 10 in this turn, 3 warriors left.
Ben fights the blue dragon with 3 warriors.
The blue dragon is slain: 2 points, 12 in this turn, 1 warrior left. It was the last; all three come back.
Ben stops at 12 points.
You spend the token and challenge Ben.
Ben refuses the challenge.
Ben keeps half, 6 points, and has 6. You get 5 points and have 15.
You fight the green dragon with 3 warriors.
The green dragon wins: nothing in this turn.";
        assert_eq!(sentences, expected.lines().collect::<Vec<_>>());
        assert_eq!(questions[0], "Which dragon? b = blue 2, g = green 4, r = red 6");
        assert_eq!(
            questions[2],
            "Ben: you want to stop and would have 6. c = challenge, which spends your token, p = pass"
        );
        assert_eq!(
            questions[3],
            "Ben challenges you. a = accept and fight on for doubled points, f = refuse and keep 3 while Ben gets 5"
        );
        assert_eq!(questions[4], "Which dragon? b = blue 4, g = green 8");
        assert_eq!(questions[5], "Fight on or stop? g = green 8, s = stop with 10 for 10 in all");
        let script = [(Fight(Red), 2), (Stop, 0), (Challenge, 0), (Accept, 0), (Fight(Blue), 0)];
        let (sentences, _) = told(false, &script);
        assert_eq!(sentences[4], "You accept the challenge.");
        assert_eq!(sentences[6], "The blue dragon wins: 6 points lost. Ben gets 5 points and has 5.");
        let (sentences, _) = told(true, &[(Fight(Red), 2), (Stop, 0), (Pass, 0)]);
        assert_eq!(sentences[3..], ["Ben lets you stop.", "You keep 6 points and have 6."]);
    }
}
