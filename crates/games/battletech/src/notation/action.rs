//! `accionJN.sbt`: the action of a player.
//!
//! Words are accepted exactly as the manual spells them: capitals count, and there are no accents and no spaces around
//! them. One example of the manual prints `Inmóvil`; it is not known if the simulator accepts that, so it is refused,
//! with a message that says why. A refused player does nothing in that phase, which is what `Inmovil` means.
//!
//! Lines may end with LF, CRLF or CR, a byte order mark of UTF-8 at the start is skipped, and empty lines may follow;
//! anything else after the last line of an action is an error.

use super::super::action::{Action, Aim, Blow, EndOfTurn, Means, Movement, Phase, Reaction, Shot, Step, Weapons};
use super::super::hex::Hex;
use super::super::location::Location;
use super::lines::{Lines, Parsed};
use super::text::Text;

/// The most steps, shots, blows, loads of ammunition: more than any mech has points or slots for.
const MOST: u8 = 99;
/// The last slot of any location.
const LAST_SLOT: u8 = 11;
/// The word for both arms, which hold a club.
const BOTH_ARMS: &str = "BIBD";
/// The numbers in place of a slot for blows without a blade.
const PUNCH: u16 = 1000;
const KICK: u16 = 2000;
const CLUB: u16 = 3000;
/// The words for steps.
const STEPS: [&str; 6] = ["Adelante", "Atras", "Izquierda", "Derecha", "Levantarse", "Cuerpo a Tierra"];
/// The words for the kinds of aim.
const AIMS: [(&str, Aim); 3] = [("Mech", Aim::Mech), ("Hexagono", Aim::Hex), ("Ninguno", Aim::Nothing)];
/// The words for the turn of the torso.
const TURNS: [(&str, Reaction); 3] =
    [("Igual", Reaction::Same), ("Izquierda", Reaction::Left), ("Derecha", Reaction::Right)];

/// Reads the action of a phase. The rules are not checked here.
///
/// # Errors
///
/// The first line that does not fit the phase.
pub fn read(file: &str, bytes: &[u8], phase: Phase) -> Parsed<Action> {
    let mut lines = Lines::new(file, bytes);
    let lines = &mut lines;
    let action = match phase {
        Phase::Movement => Action::Movement(movement(lines)?),
        Phase::Reaction => Action::Reaction(lines.named("where the torso turns", &TURNS)?),
        Phase::Weapons => Action::Weapons(weapons(lines)?),
        Phase::Physical => Action::Physical(list(lines, "number of physical attacks", blow)?),
        Phase::End => Action::End(EndOfTurn {
            sinks_off: lines.number("heat sinks to switch off", 0..=9999)?,
            sinks_on: lines.number("heat sinks to switch on", 0..=9999)?,
            drop_club: lines.flag("whether the club is dropped")?,
            dump: list(lines, "loads of ammunition to dump", load)?,
        }),
    };
    lines.end()?;
    Ok(action)
}

/// A count, followed by that many elements.
fn list<T>(lines: &mut Lines, field: &str, each: fn(&mut Lines) -> Parsed<T>) -> Parsed<Vec<T>> {
    let count = lines.number(field, 0..=MOST)?;
    (0..count).map(|_| each(lines)).collect()
}

fn movement(lines: &mut Lines) -> Parsed<Movement> {
    let run = match lines.word("kind of movement", &["Inmovil", "Saltar", "Andar", "Correr"])? {
        0 => return Ok(Movement::Still),
        1 => {
            let to = lines.hex("where the jump ends")?;
            return Ok(Movement::Jump { to, facing: lines.side("where the mech faces then")? });
        }
        kind => kind == 3,
    };
    let to = lines.hex("where the movement ends")?;
    let facing = lines.side("where the mech faces then")?;
    let masc = lines.flag("whether MASC is used")?;
    let count = lines.number("number of steps", 1..=MOST)?;
    let steps = (0..count).map(|_| step(lines)).collect::<Result<_, _>>()?;
    Ok(Movement::Go { run, to, facing, masc, steps })
}

fn step(lines: &mut Lines) -> Parsed<Step> {
    let kind = lines.word("step", &STEPS)?;
    Ok(match kind {
        0..=3 => {
            let times = lines.number("how often the step is taken", 1..=MOST)?;
            [Step::Forward, Step::Backward, Step::Left, Step::Right][kind](times)
        }
        4 => Step::Stand(lines.side("where the mech faces when it stands")?),
        _ => {
            lines.number("how often the step is taken", 1..=1u8)?;
            Step::Prone
        }
    })
}

fn weapons(lines: &mut Lines) -> Parsed<Weapons> {
    if lines.flag("whether a club is taken")? {
        return Ok(Weapons::TakeClub);
    }
    let primary = lines.hex_or_none("the primary target")?;
    Ok(Weapons::Fire { primary, shots: list(lines, "number of weapons to fire", shot)? })
}

fn shot(lines: &mut Lines) -> Parsed<Shot> {
    Ok(Shot {
        location: lines.location("where the weapon is")?,
        slot: lines.number("slot of the weapon", 0..=LAST_SLOT)?,
        double: lines.flag("whether it fires at double rate")?,
        ammunition: ammunition(lines)?,
        target: lines.hex_or_none("the target")?,
        aim: lines.named("what is aimed at", &AIMS)?,
    })
}

fn ammunition(lines: &mut Lines) -> Parsed<Option<(Location, u8)>> {
    let mut words = [""; 9];
    words[0] = "-1";
    words[1..].copy_from_slice(&Location::ALL.map(Location::word));
    let place = lines.word("where the ammunition is, -1 for none", &words)?;
    let Some(place) = place.checked_sub(1) else {
        lines.number("slot of the ammunition, where there is none", -1..=-1i16)?;
        return Ok(None);
    };
    Ok(Some((Location::ALL[place], lines.number("slot of the ammunition", 0..=LAST_SLOT)?)))
}

fn blow(lines: &mut Lines) -> Parsed<Blow> {
    const LIMBS: [(&str, Location); 5] = [
        (BOTH_ARMS, Location::LeftArm),
        ("BI", Location::LeftArm),
        ("BD", Location::RightArm),
        ("PI", Location::LeftLeg),
        ("PD", Location::RightLeg),
    ];
    let place = lines.word("what strikes", &LIMBS.map(|(word, _)| word))?;
    let means = if place == 0 {
        lines.number("3000, as both arms strike with a club", CLUB..=CLUB)?;
        Means::Club
    } else {
        means(lines)?
    };
    let target = lines.hex("the target")?;
    let aim = lines.named("what is struck at", &[AIMS[0], AIMS[1]])?;
    Ok(Blow { limb: LIMBS[place].1, means, target, aim })
}

fn means(lines: &mut Lines) -> Parsed<Means> {
    const FIELD: &str = "0 to 11 for an axe or a sword in that slot, 1000 for a punch, 2000 for a kick";
    let number = lines.number(FIELD, 0..=CLUB)?;
    match number {
        PUNCH => Ok(Means::Punch),
        KICK => Ok(Means::Kick),
        _ => {
            let slot = u8::try_from(number).ok().filter(|&slot| slot <= LAST_SLOT);
            let expected = if number == CLUB { "BIBD before it, as a club takes both arms" } else { FIELD };
            let wrong = || lines.wrong(Some(number.to_string().as_bytes()), expected);
            slot.map(Means::Blade).ok_or_else(wrong)
        }
    }
}

fn load(lines: &mut Lines) -> Parsed<(Location, u8)> {
    Ok((lines.location("where the ammunition is")?, lines.number("slot of the ammunition", 0..=LAST_SLOT)?))
}

/// The file of an action, in ASCII with plain line ends.
#[must_use]
pub fn write(action: &Action) -> Vec<u8> {
    let mut text = Text::plain();
    match action {
        Action::Movement(movement) => write_movement(&mut text, movement),
        Action::Reaction(turn) => _ = text.named(&TURNS, turn),
        Action::Weapons(Weapons::TakeClub) => _ = text.flag(true),
        Action::Weapons(Weapons::Fire { primary, shots }) => {
            text.flag(false).hex(primary.unwrap_or(Hex::NOWHERE)).count(shots.len());
            for shot in shots {
                write_shot(&mut text, shot);
            }
        }
        Action::Physical(blows) => {
            text.count(blows.len());
            for &blow in blows {
                write_blow(&mut text, blow);
            }
        }
        Action::End(end) => {
            text.number(end.sinks_off).number(end.sinks_on).flag(end.drop_club).count(end.dump.len());
            for &(location, slot) in &end.dump {
                text.word(location.word()).number(slot);
            }
        }
    }
    text.done()
}

fn write_movement(text: &mut Text, movement: &Movement) {
    match movement {
        Movement::Still => _ = text.word("Inmovil"),
        Movement::Jump { to, facing } => _ = text.word("Saltar").hex(*to).number(facing.number()),
        Movement::Go { run, to, facing, masc, steps } => {
            text.word(if *run { "Correr" } else { "Andar" }).hex(*to).number(facing.number());
            text.flag(*masc).count(steps.len());
            for step in steps {
                let (kind, number) = match *step {
                    Step::Forward(times) => (0, times),
                    Step::Backward(times) => (1, times),
                    Step::Left(times) => (2, times),
                    Step::Right(times) => (3, times),
                    Step::Stand(side) => (4, side.number()),
                    Step::Prone => (5, 1),
                };
                text.word(STEPS[kind]).number(number);
            }
        }
    }
}

fn write_shot(text: &mut Text, shot: &Shot) {
    text.word(shot.location.word()).number(shot.slot).flag(shot.double);
    match shot.ammunition {
        Some((location, slot)) => text.word(location.word()).number(slot),
        None => text.number(-1).number(-1),
    };
    text.hex(shot.target.unwrap_or(Hex::NOWHERE)).named(&AIMS, &shot.aim);
}

fn write_blow(text: &mut Text, blow: Blow) {
    let (limb, number) = match blow.means {
        Means::Club => (BOTH_ARMS, CLUB),
        Means::Punch => (blow.limb.word(), PUNCH),
        Means::Kick => (blow.limb.word(), KICK),
        Means::Blade(slot) => (blow.limb.word(), slot.into()),
    };
    text.word(limb).number(number).hex(blow.target).named(&AIMS, &blow.aim);
}
