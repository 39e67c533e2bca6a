//! Choices as texts.
//!
//! | phase | texts |
//! |---|---|
//! | movement | `stay`; `walk CCRR SIDE [prone] [by STEPS]`; `run CCRR SIDE [prone] [masc] [by STEPS]`; `jump CCRR SIDE` |
//! | reaction | `torso same`, `torso left`, `torso right` |
//! | weapons | `pass`; `club`; `fire TARGET ID[@TARGET][*2][/LOAD],…` |
//! | physical | `pass`; `strike LIMB:MEANS@TARGET,…` |
//! | end | `end [on N] [off N] [drop] [dump ID,…]` |
//!
//! Hexes are `CCRR`, counted from 1; sides 1 (north) to 6, clockwise. Without steps the surest and
//! then cheapest way is taken ([`super::steps`] has how steps are written). A target is the number
//! of a mech, from 0; the first one of `fire` is the primary target, and that of all weapons that
//! do not name their own. An id is a component's place in its mech; `*2` is the double rate; without
//! a load the first one with rounds enough is used. Limbs are the words of the record sheet (`BI`,
//! `BD`, `PI`, `PD`); means are `punch`, `kick`, `club` (of `BI`) and `blade` with its slot.

use super::steps::{self, Places};
use crate::action::{Action, Aim, Blow, EndOfTurn, Means, Movement, Phase, Reaction, Shot, Step, Weapons};
use crate::arms::Weapon;
use crate::hex::{Hex, Side};
use crate::location::Location;
use crate::movement::end::Wishes;
use crate::situation::{Mode, Rule, Situation};
use std::fmt::Write;
use std::str::SplitAsciiWhitespace;

/// The longest text that is read, in bytes: more than the longest that says something.
const LONGEST: usize = 600;

/// The action that a text means for a mech in a phase, as its player sees the situation.
///
/// # Errors
/// Which rule makes it nothing that could be tried.
pub fn read(text: &str, seen: &Situation, seat: usize, phase: Phase) -> Result<Action, Rule> {
    if text.len() > LONGEST {
        return Err(Rule::Form);
    }
    let mut words = text.split_ascii_whitespace();
    let first = words.next().ok_or(Rule::Form)?;
    let rest = &mut words;
    let action = match (phase, first) {
        (Phase::Movement, _) => Action::Movement(movement(first, rest, seen, seat)?),
        (Phase::Reaction, "torso") => Action::Reaction(match rest.next() {
            Some("same") => Reaction::Same,
            Some("left") => Reaction::Left,
            Some("right") => Reaction::Right,
            _ => return Err(Rule::Form),
        }),
        (Phase::Weapons | Phase::Physical, "pass") => Action::idle(phase),
        (Phase::Weapons, "club") => Action::Weapons(Weapons::TakeClub),
        (Phase::Weapons, "fire") => Action::Weapons(fire(rest, seen, seat)?),
        (Phase::Physical, "strike") => {
            let list = rest.next().ok_or(Rule::Form)?;
            Action::Physical(list.split(',').map(|word| blow(word, seen)).collect::<Result<_, _>>()?)
        }
        (Phase::End, "end") => Action::End(end(rest, seen, seat)?),
        _ => return Err(Rule::Form),
    };
    if words.next().is_some() { Err(Rule::Form) } else { Ok(action) }
}

fn number<T: std::str::FromStr>(word: &str) -> Result<T, Rule> {
    // A sign would be read as well.
    let plain = word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|_| plain).ok_or(Rule::Form)
}

fn movement(first: &str, words: &mut SplitAsciiWhitespace, seen: &Situation, seat: usize) -> Result<Movement, Rule> {
    let mode = match first {
        "stay" => return Ok(Movement::Still),
        "walk" => Mode::Walk,
        "run" => Mode::Run,
        "jump" => Mode::Jump,
        _ => return Err(Rule::Form),
    };
    let to = words.next().and_then(|word| Hex::parse(word.as_bytes())).ok_or(Rule::Form)?;
    let facing = Side::from_number(number(words.next().ok_or(Rule::Form)?)?).ok_or(Rule::Form)?;
    if mode == Mode::Jump {
        return Ok(Movement::Jump { to, facing });
    }
    let mut wishes = Wishes::default();
    let run = mode == Mode::Run;
    while let Some(word) = words.next() {
        match word {
            "prone" if !wishes.prone => wishes.prone = true,
            "masc" if !wishes.masc && run => wishes.masc = true,
            "by" => {
                let steps = steps::read(words.next().ok_or(Rule::Form)?).ok_or(Rule::Form)?;
                return Ok(Movement::Go { run, to, facing, masc: wishes.masc, steps });
            }
            _ => return Err(Rule::Form),
        }
    }
    Places::of(seen, seat, wishes).way(&seen.map, mode, (to, facing), wishes).ok_or(Rule::Destination)
}

/// The hex of a mech that can be aimed at.
fn target(word: &str, seen: &Situation) -> Result<Hex, Rule> {
    let mech = seen.mechs.get(number::<usize>(word)?).filter(|mech| mech.condition.operative);
    mech.map(|mech| mech.condition.hex).ok_or(Rule::Target)
}

fn fire(words: &mut SplitAsciiWhitespace, seen: &Situation, seat: usize) -> Result<Weapons, Rule> {
    let primary = target(words.next().ok_or(Rule::Form)?, seen)?;
    let mech = &seen.mechs[seat];
    let mut shots: Vec<Shot> = Vec::new();
    for word in words.next().ok_or(Rule::Form)?.split(',') {
        let (word, load) = word.split_once('/').map_or((word, None), |(word, load)| (word, Some(load)));
        let (word, double) = word.strip_suffix("*2").map_or((word, false), |word| (word, true));
        let (id, at) = word.split_once('@').map_or((word, None), |(id, at)| (id, Some(at)));
        let weapon = Weapon::of(mech, number(id)?).ok_or(Rule::Means)?;
        let chosen = load.map(number::<u16>).transpose()?;
        let mut fitting = weapon.loads.iter().filter(|load| match chosen {
            Some(id) => load.component == id,
            None => load.rounds >= Shot::taken(&shots, (load.location, load.slot)) + Shot::rounds(double),
        });
        let load = fitting.next();
        if load.is_none() != weapon.energy || (weapon.energy && chosen.is_some()) {
            return Err(Rule::Means);
        }
        let target = at.map_or(Ok(primary), |at| target(at, seen))?;
        shots.push(weapon.shot(load, double, target));
    }
    Ok(Weapons::Fire { primary: Some(primary), shots })
}

fn blow(word: &str, seen: &Situation) -> Result<Blow, Rule> {
    let (limb, rest) = word.split_once(':').ok_or(Rule::Form)?;
    let (means, at) = rest.split_once('@').ok_or(Rule::Form)?;
    let limb = Location::ALL.into_iter().find(|location| location.word() == limb).ok_or(Rule::Form)?;
    let means = match means {
        "punch" => Means::Punch,
        "kick" => Means::Kick,
        "club" => Means::Club,
        _ => Means::Blade(number(means.strip_prefix("blade").ok_or(Rule::Form)?)?),
    };
    Ok(Blow { limb, means, target: target(at, seen)?, aim: Aim::Mech })
}

fn end(words: &mut SplitAsciiWhitespace, seen: &Situation, seat: usize) -> Result<EndOfTurn, Rule> {
    let definition = &seen.mechs[seat].definition;
    let mut end = EndOfTurn::default();
    while let Some(word) = words.next() {
        match word {
            "drop" => end.drop_club = true,
            "on" => end.sinks_on = number(words.next().ok_or(Rule::Form)?)?,
            "off" => end.sinks_off = number(words.next().ok_or(Rule::Form)?)?,
            "dump" => {
                for id in words.next().ok_or(Rule::Form)?.split(',') {
                    let id: usize = number(id)?;
                    let location = definition.components.get(id).ok_or(Rule::Count)?.location;
                    end.dump.push((location, definition.slot_of(id, location).ok_or(Rule::Count)?));
                }
            }
            _ => return Err(Rule::Form),
        }
    }
    Ok(end)
}

/// The text of an action of a mech; `None` for what no text says: shots and blows at hexes.
pub fn write(action: &Action, seen: &Situation, seat: usize) -> Option<String> {
    let mech_at = |hex: Hex| seen.mech_at(hex).map(|mech| mech.to_string());
    let definition = &seen.mechs[seat].definition;
    // Writing to a text does not fail.
    match action {
        Action::Movement(Movement::Still) => Some("stay".to_string()),
        Action::Movement(Movement::Jump { to, facing }) => Some(format!("jump {to} {facing}")),
        Action::Movement(Movement::Go { run, to, facing, masc, steps }) => {
            let mode = if *run { "run" } else { "walk" };
            let masc = if *masc { " masc" } else { "" };
            let prone = if steps.last() == Some(&Step::Prone) { " prone" } else { "" };
            Some(format!("{mode} {to} {facing}{prone}{masc} by {}", steps::write(steps)))
        }
        Action::Reaction(Reaction::Same) => Some("torso same".to_string()),
        Action::Reaction(Reaction::Left) => Some("torso left".to_string()),
        Action::Reaction(Reaction::Right) => Some("torso right".to_string()),
        Action::Weapons(Weapons::TakeClub) => Some("club".to_string()),
        Action::Weapons(Weapons::Fire { shots, .. }) if shots.is_empty() => Some("pass".to_string()),
        Action::Weapons(Weapons::Fire { primary, shots }) => {
            let word = |shot: &Shot| {
                let mut word = definition.component_in(shot.location, shot.slot)?.to_string();
                if shot.target != *primary {
                    let _ = write!(word, "@{}", mech_at(shot.target?)?);
                }
                if shot.double {
                    word += "*2";
                }
                if let Some((location, slot)) = shot.ammunition {
                    let _ = write!(word, "/{}", definition.component_in(location, slot)?);
                }
                Some(word)
            };
            let words: Vec<String> = shots.iter().map(word).collect::<Option<_>>()?;
            Some(format!("fire {} {}", mech_at((*primary)?)?, words.join(",")))
        }
        Action::Physical(blows) if blows.is_empty() => Some("pass".to_string()),
        Action::Physical(blows) => {
            let word = |blow: &Blow| Some(format!("{}:{}@{}", blow.limb, means(blow.means), mech_at(blow.target)?));
            Some(format!("strike {}", blows.iter().map(word).collect::<Option<Vec<_>>>()?.join(",")))
        }
        Action::End(end) => {
            let mut text = "end".to_string();
            for (word, count) in [("on", end.sinks_on), ("off", end.sinks_off)] {
                if count > 0 {
                    let _ = write!(text, " {word} {count}");
                }
            }
            if end.drop_club {
                text += " drop";
            }
            let id = |&(location, slot): &(Location, u8)| Some(definition.component_in(location, slot)?.to_string());
            let dump: Vec<String> = end.dump.iter().map(id).collect::<Option<_>>()?;
            if !dump.is_empty() {
                let _ = write!(text, " dump {}", dump.join(","));
            }
            Some(text)
        }
    }
}

/// The word for the means of a blow.
pub fn means(means: Means) -> String {
    match means {
        Means::Punch => "punch".to_string(),
        Means::Kick => "kick".to_string(),
        Means::Club => "club".to_string(),
        Means::Blade(slot) => format!("blade{slot}"),
    }
}
