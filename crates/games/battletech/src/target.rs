//! What an attack is aimed at.

use super::action::Aim;
use super::hex::Hex;
use super::situation::{Fault, Rule, Situation};

/// What an attack is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A mech, by its number.
    Mech(usize),
    /// A hex, or what stands on it.
    Hex(Hex),
    /// Nothing: the weapon is fired all the same.
    Nothing,
}

impl Target {
    /// What a mech's attack at a hex is aimed at.
    ///
    /// # Errors
    /// [`Rule::Target`] for a hex that is not on the map or is the attacker's own; for a mech where
    /// none is; for nothing on a hex, and for something on none.
    pub fn find(situation: &Situation, attacker: usize, hex: Option<Hex>, aim: Aim) -> Result<Self, Fault> {
        let hex = match (hex.filter(|&hex| hex != Hex::NOWHERE), aim) {
            (None, Aim::Nothing) => return Ok(Self::Nothing),
            (None, _) => return Err(Fault::new(Rule::Target, "no hex is declared for the target")),
            (Some(hex), Aim::Nothing) => {
                return Err(Fault::new(Rule::Target, format_args!("hex {hex} is declared, but nothing on it")));
            }
            (Some(hex), _) => hex,
        };
        Fault::when(!situation.map.contains(hex), Rule::Target, format_args!("hex {hex} is not on the map"))?;
        let own = situation.mechs.get(attacker).is_some_and(|mech| mech.condition.hex == hex);
        Fault::when(own, Rule::Target, format_args!("hex {hex} is the attacker's own"))?;
        match aim {
            Aim::Mech => {
                let mech = situation.mech_at(hex);
                mech.map(Self::Mech).ok_or_else(|| Fault::new(Rule::Target, format_args!("no mech is on hex {hex}")))
            }
            Aim::Hex | Aim::Nothing => Ok(Self::Hex(hex)),
        }
    }
}
