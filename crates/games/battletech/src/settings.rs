//! Which rules a game is played with: the content of a `config` file.

use super::hex::Side;

/// The switches of the simulator.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "one for each line of the file")]
pub struct Settings {
    /// `incendios`.
    pub fires: bool,
    /// `viento`.
    pub wind: bool,
    /// Where the wind blows to.
    pub wind_direction: Option<Side>,
    /// `ataques físicos`.
    pub physical: bool,
    /// `fase de calor`.
    pub heat: bool,
    /// `devastar bosques`.
    pub woods_fall: bool,
    /// `derrumbar edificios`.
    pub buildings_fall: bool,
    /// `chequeos de pilotaje`.
    pub piloting: bool,
    /// `chequeo por daño`: after 20 points in a phase.
    pub damage_checks: bool,
    /// `chequeos de desconexión`.
    pub shutdowns: bool,
    /// `impactos críticos`.
    pub criticals: bool,
    /// `explosión de munición`.
    pub explosions: bool,
    /// `apagar radiadores`.
    pub sinks_off: bool,
    /// `limitar tiempo`.
    pub time_limit: bool,
    /// Seconds of a phase; -1 without a limit.
    pub seconds: i32,
}

impl Default for Settings {
    /// Everything on, no wind direction, 10 s for a phase.
    fn default() -> Self {
        Self {
            fires: true,
            wind: true,
            wind_direction: None,
            physical: true,
            heat: true,
            woods_fall: true,
            buildings_fall: true,
            piloting: true,
            damage_checks: true,
            shutdowns: true,
            criticals: true,
            explosions: true,
            sinks_off: true,
            time_limit: true,
            seconds: 10,
        }
    }
}
