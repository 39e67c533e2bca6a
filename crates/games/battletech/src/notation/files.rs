//! The files of a player: their names, writing them from a situation, and reading a situation from them.

use super::super::condition::Condition;
use super::super::definition::Definition;
use super::super::hex::Hex;
use super::super::map::Map;
use super::super::situation::{Mech, Mode, Settings, Situation};
use super::lines::{NotationError, Parsed};
use super::{definition, map, mechs, settings, turn};
use boardbots_base::invalid::InputError;

/// A file in the folder of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum File {
    /// The conditions of all mechs.
    Mechs,
    /// The map.
    Map,
    /// The switches.
    Settings,
    /// The order in which the mechs move.
    Initiative,
    /// The movements of the mechs; the same for all players.
    Modes,
    /// The construction of a mech.
    Definition(usize),
    /// The action of the player.
    Action,
}

impl File {
    /// Its name for a player, as the manual spells it; some programs use other capitals.
    #[must_use]
    pub fn name(self, player: usize) -> String {
        match self {
            Self::Mechs => format!("mechsJ{player}.sbt"),
            Self::Map => format!("mapaJ{player}.sbt"),
            Self::Settings => format!("configJ{player}.sbt"),
            Self::Initiative => format!("iniciativaJ{player}.sbt"),
            Self::Modes => "mov.sbt".to_string(),
            Self::Definition(mech) => format!("defmechJ{player}-{mech}.sbt"),
            Self::Action => format!("accionJ{player}.sbt"),
        }
    }

    /// All files that a player of a game with this many mechs is given.
    pub fn given(mechs: usize) -> impl Iterator<Item = Self> {
        let all = [Self::Mechs, Self::Map, Self::Settings, Self::Initiative, Self::Modes];
        all.into_iter().chain((0..mechs).map(Self::Definition))
    }
}

/// A file of a situation for a player, as the simulator writes it; `None` for a mech or a player that does not exist,
/// for a player whose own part of the condition is missing, and for actions.
#[must_use]
pub fn write(situation: &Situation, player: usize, file: File) -> Option<Vec<u8>> {
    match file {
        File::Mechs => mechs::write(situation.mechs.iter().map(|mech| &mech.condition), player),
        File::Map => Some(map::write(&situation.map)),
        File::Settings => Some(settings::write(&situation.settings)),
        File::Initiative => Some(turn::write_order(&situation.initiative)),
        File::Modes => {
            let modes: Vec<Mode> = situation.mechs.iter().map(|mech| mech.mode).collect();
            Some(turn::write_modes(&modes))
        }
        File::Definition(mech) => situation.mechs.get(mech).map(|mech| definition::write(&mech.definition)),
        File::Action => None,
    }
}

/// The content of a player's files, each read by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The map.
    pub map: Map,
    /// The switches.
    pub settings: Settings,
    /// The condition of each mech.
    pub conditions: Vec<Condition>,
    /// The order in which they move.
    pub initiative: Vec<usize>,
    /// The movement of each mech.
    pub modes: Vec<Mode>,
    /// The construction of each mech.
    pub definitions: Vec<Definition>,
}

impl Parts {
    /// The situation that the parts make up. Armour and structure are in two files; those in `mechs` count. A mech out
    /// of the game that is not on the map gets [`Hex::NOWHERE`], and one that is missing in the order comes last. No
    /// file gives the hexes moved: they are 0.
    ///
    /// # Errors
    ///
    /// Files that do not fit each other: different numbers of mechs, a player that is none of them, a mech in the game
    /// that is off the map or missing in the order.
    pub fn assemble(self, player: usize) -> Parsed<Situation> {
        let Self { map, settings, conditions, initiative, modes, definitions } = self;
        let count = conditions.len();
        let name = |file: File| file.name(player);
        if player >= count {
            return Err(wrong(name(File::Mechs), format!("a mech with number {player}"), count, "mechs"));
        }
        let expected = format!("{count} mechs, as in {}", name(File::Mechs));
        if modes.len() != count {
            return Err(wrong(name(File::Modes), expected, modes.len(), "mechs"));
        }
        if definitions.len() != count {
            return Err(wrong(name(File::Definition(0)), expected, definitions.len(), "files of this kind"));
        }
        let mut mechs: Vec<Mech> = Vec::with_capacity(count);
        for (number, ((mut condition, mut definition), mode)) in
            conditions.into_iter().zip(definitions).zip(modes).enumerate()
        {
            if !map.contains(condition.hex) {
                if condition.operative {
                    let sides = format!("mech {number} on the map of {} × {} hexes", map.width(), map.height());
                    return Err(NotationError::whole(name(File::Mechs), sides, condition.hex.to_string()));
                }
                condition.hex = Hex::NOWHERE;
            }
            definition.armour = condition.armour;
            definition.structure = condition.structure;
            mechs.push(Mech { definition, condition, mode, moved: 0 });
        }
        let initiative = complete(initiative, &mechs)
            .map_err(|found| NotationError::whole(name(File::Initiative), "all mechs that are in the game", found))?;
        Ok(Situation { map, settings, mechs, initiative })
    }
}

/// An order of all mechs, with missing ones that are out of the game at the end. The error says what is wrong with it.
fn complete(mut order: Vec<usize>, mechs: &[Mech]) -> Result<Vec<usize>, InputError> {
    if let Some(stranger) = order.iter().find(|&&number| number >= mechs.len()) {
        return Err(format!("number {stranger} among {} mechs", mechs.len()).into());
    }
    for (number, mech) in mechs.iter().enumerate() {
        if !order.contains(&number) {
            if mech.condition.operative {
                return Err(format!("no mech {number}").into());
            }
            order.push(number);
        }
    }
    Ok(order)
}

fn wrong(file: String, expected: impl Into<String>, found: usize, what: &str) -> NotationError {
    NotationError::whole(file, expected, format!("{found} {what}"))
}

/// The lines of a file of the simulator, which is Latin-1: each byte is a letter.
#[must_use]
pub fn lines(bytes: &[u8]) -> Vec<String> {
    let text: String = bytes.iter().map(|&byte| char::from(byte)).collect();
    text.lines().map(|line| line.trim_end_matches('\r').to_string()).collect()
}

/// Lines as a file, which readers also take as UTF-8.
#[must_use]
pub fn bytes(lines: &[String]) -> Vec<u8> {
    let mut text = lines.join("\r\n");
    text.push_str("\r\n");
    text.into_bytes()
}
