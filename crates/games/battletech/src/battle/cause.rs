//! Causes of events in a battle: one short word for each.

use serde::Serialize;

/// The reason for a piloting roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// 20 points of damage in a phase.
    Damage,
    /// Its reactor shut down.
    Shutdown,
    /// An actuator of a leg is destroyed.
    LegActuator,
    /// A hip is destroyed.
    Hip,
    /// The gyro was hit.
    Gyro,
    /// The gyro is destroyed.
    GyroGone,
    /// A leg is gone.
    LegGone,
    /// It was kicked.
    Kicked,
    /// Its kick missed.
    MissedKick,
    /// It entered water.
    Water,
    /// It entered rubble.
    Rubble,
    /// It entered a swamp: a failed roll means it is stuck.
    Swamp,
    /// It is stuck in a swamp and tries to get out.
    Free,
    /// It tries to stand up.
    Stand,
    /// It ran or jumped with a damaged hip or gyro, or jumped with damaged legs.
    Strain,
    /// The pilot tries not to be hurt in a fall.
    Pilot,
}

boardbots_base::words! { Reason::text:
    Damage "much damage", Shutdown "a shutdown", LegActuator "a hit in a leg", Hip "a hit in a hip",
    Gyro "a hit in the gyro", GyroGone "a destroyed gyro", LegGone "a lost leg", Kicked "a kick",
    MissedKick "a kick that missed", Water "water", Rubble "rubble", Swamp "a swamp", Free "getting free",
    Stand "standing up", Strain "moving while damaged", Pilot "the pilot in the fall",
}

/// The cause of damage to a mech.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// A weapon.
    Shot,
    /// A physical attack.
    Blow,
    /// A fall.
    Fall,
    /// An explosion within it.
    Explosion,
}

/// The cause of a pilot's wound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Hurt {
    /// A hit to the head.
    Head,
    /// A fall.
    Fall,
    /// An explosion.
    Explosion,
    /// Heat, without life support.
    Heat,
    /// The cockpit or the head is gone.
    Cockpit,
}

boardbots_base::words! { Hurt::text:
    Head "a hit to the head", Fall "the fall", Explosion "the explosion", Heat "heat", Cockpit "the loss of the cockpit",
}

/// A danger of heat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Danger {
    /// The reactor shuts down.
    Shutdown,
    /// The reactor does not start again.
    Restart,
    /// Ammunition explodes.
    Explosion,
    /// Inferno ammunition explodes.
    Inferno,
}

boardbots_base::words! { Danger::text:
    Shutdown "shutdown", Restart "staying down", Explosion "an explosion", Inferno "an inferno",
}

/// The cause of a mech's destruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// The pilot is dead.
    Pilot,
    /// The engine has three hits, or lost a side torso with a part of it.
    Engine,
    /// The centre torso is gone.
    CentreTorso,
    /// The head is gone.
    Head,
}

boardbots_base::words! { End::text:
    Pilot "its pilot is dead", Engine "its engine is gone", CentreTorso "its centre torso is gone", Head "its head is gone",
}

/// The change of a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// It burns.
    Fire,
    /// There is smoke.
    Smoke,
    /// The smoke is gone.
    Clear,
    /// Heavy woods are light woods now.
    Thinned,
    /// Light woods are rubble now.
    Felled,
    /// A building was damaged.
    Battered {
        /// The construction factor left.
        strength: u16,
    },
    /// A building collapsed.
    Collapsed,
}
