//! `mechsJN.sbt`: the conditions of all mechs, and the part that only player N knows of its own.

use super::super::condition::{Condition, MAX_MECHS, Own};
use super::super::hex::Hex;
use super::super::location::Location;
use super::lines::{Lines, Parsed};
use super::text::Text;

/// The limit of heat, armour, structure, heat sinks and wounds: far more than any mech has.
const MANY: u16 = 9999;
/// The number of slots of a mech, which limits the ammunition prepared to be dumped.
const SLOTS: u8 = 78;

/// The conditions of all mechs, by number, as a player gets them.
///
/// Armour, structure and movement points below 0 are read as 0.
///
/// # Errors
///
/// The first line that does not fit the file.
pub fn read(file: &str, bytes: &[u8], player: usize) -> Parsed<Vec<Condition>> {
    parse(Lines::new(file, bytes), player)
}

/// The same for lines that may be lenient, for players, which must not fail over values that they do not need: spelling
/// and extra lines at the end are ignored.
///
/// # Errors
///
/// The first line that is needed and does not fit the file.
#[expect(clippy::cast_possible_truncation, reason = "there are at most 32 mechs")]
pub(crate) fn parse(mut lines: Lines, player: usize) -> Parsed<Vec<Condition>> {
    lines.magic("mechsSBT")?;
    let count = lines.number("number of mechs", 1..=MAX_MECHS as u8)?;
    let mut conditions = Vec::with_capacity(usize::from(count));
    for mech in 0..count {
        lines.number("number of the mech", mech..=mech)?;
        conditions.push(condition(&mut lines, count, usize::from(mech) == player)?);
    }
    lines.end()?;
    Ok(conditions)
}

fn condition(lines: &mut Lines, count: u8, is_own: bool) -> Parsed<Condition> {
    Ok(Condition {
        operative: lines.flag("in the game (operativo)")?,
        shut_down: lines.flag("shut down (desconectado)")?,
        stuck: lines.flag("stuck in a swamp (atascado)")?,
        prone: lines.flag("on the ground (en el suelo)")?,
        hex: lines.hex_or_none("where it is")?.unwrap_or(Hex::NOWHERE),
        facing: lines.side("where its legs face")?,
        torso: lines.side("where its torso faces")?,
        heat: lines.number("heat", 0..=MANY)?,
        burning: lines.flag("on fire (ardiendo)")?,
        club: lines.flag("holds a club (garrote)")?,
        tree: lines.spare("kind of club, 1 for a tree", 0..=1u8, 0)? == 1,
        armour: points(lines, "armour")?,
        structure: points(lines, "structure")?,
        own: if is_own { Some(own(lines)?) } else { None },
        narc: lines.flags("Narc on a mech", count)?,
        improved_narc: lines.flags("improved Narc on a mech", count)?,
    })
}

/// The points of each place.
pub(super) fn points<const N: usize>(lines: &mut Lines, field: &str) -> Parsed<[u16; N]> {
    let mut points = [0; N];
    for place in &mut points {
        *place = lines.rest(field, MANY)?;
    }
    Ok(points)
}

fn own(lines: &mut Lines) -> Parsed<Own> {
    let mut own = Own {
        walk: movement(lines, "movement points walking")?,
        run: movement(lines, "movement points running")?,
        jump: movement(lines, "movement points jumping")?,
        sinks_on: lines.number("heat sinks that are on", 0..=MANY)?,
        sinks_off: lines.number("heat sinks that are off", 0..=MANY)?,
        wounds: lines.spare("the pilot's wounds", 0..=99, 0)?,
        conscious: lines.flag("the pilot is conscious")?,
        hits: [0; 8],
        fired: 0,
        dumping: Vec::new(),
    };
    for (hits, location) in own.hits.iter_mut().zip(Location::ALL) {
        *hits = u16::try_from(lines.flags("a slot is hit", location.slots())?).unwrap_or(0);
    }
    own.fired = u8::try_from(lines.flags("a weapon was fired from a location", 8)?).unwrap_or(0);
    let count = lines.number("loads of ammunition to be dumped", 0..=SLOTS)?;
    for _ in 0..count {
        let location = lines.location("where the ammunition is")?;
        own.dumping.push((location, lines.number("slot of the ammunition", 0..=location.slots() - 1)?));
    }
    Ok(own)
}

/// Movement points; a negative number is read as 0.
fn movement(lines: &mut Lines, field: &str) -> Parsed<u8> {
    Ok(u8::try_from(lines.rest(field, u8::MAX.into())?).unwrap_or(u8::MAX))
}

/// The file of all mechs for a player, as the simulator writes it; `None` if the player is none of them, or if its own
/// part of the condition is missing.
#[must_use]
pub fn write<'a, C>(conditions: C, player: usize) -> Option<Vec<u8>>
where
    C: IntoIterator<Item = &'a Condition>,
    C::IntoIter: ExactSizeIterator,
{
    let conditions = conditions.into_iter();
    let count = u8::try_from(conditions.len()).ok().filter(|&count| player < usize::from(count))?;
    let mut text = Text::windows(1024 + usize::from(count) * (256 + 14 * usize::from(count)));
    text.word("mechsSBT").number(count);
    for (mech, condition) in conditions.enumerate() {
        text.count(mech).flag(condition.operative).flag(condition.shut_down);
        text.flag(condition.stuck).flag(condition.prone).hex(condition.hex);
        text.number(condition.facing.number()).number(condition.torso.number());
        text.number(condition.heat).flag(condition.burning);
        text.flag(condition.club).number(u8::from(condition.tree));
        text.numbers(&condition.armour).numbers(&condition.structure);
        if mech == player {
            write_own(&mut text, condition.own.as_ref()?);
        }
        text.flags(condition.narc, count).flags(condition.improved_narc, count);
    }
    Some(text.done())
}

fn write_own(text: &mut Text, own: &Own) {
    text.numbers(&[own.walk, own.run, own.jump]).number(own.sinks_on).number(own.sinks_off);
    text.number(own.wounds).flag(own.conscious);
    for (&hits, location) in own.hits.iter().zip(Location::ALL) {
        text.flags(hits.into(), location.slots());
    }
    text.flags(own.fired.into(), 8).count(own.dumping.len());
    for &(location, slot) in &own.dumping {
        text.word(location.word()).number(slot);
    }
}
