//! `configJN.sbt`: the switches of the simulator, 16 lines.

use super::super::hex::Side;
use super::super::situation::Settings;
use super::lines::{Lines, Parsed};
use super::text::Text;

/// The upper bound of the time limit of a phase, in seconds.
const SECONDS: i32 = 9_999_999;

/// Reads the switches.
///
/// # Errors
///
/// The first line that does not fit the file.
pub fn read(file: &str, bytes: &[u8]) -> Parsed<Settings> {
    parse(Lines::new(file, bytes))
}

/// The same for lines that may be lenient, for players, which must not fail over values that they do not need: spelling
/// and extra lines at the end are ignored, and so are wind and time limit.
///
/// # Errors
///
/// The first line that is needed and does not fit the file.
pub(crate) fn parse(mut lines: Lines) -> Parsed<Settings> {
    lines.magic("configSBT")?;
    let settings = Settings {
        fires: lines.flag("fires (incendios)")?,
        wind: lines.flag("wind (viento)")?,
        wind_direction: direction(&mut lines)?,
        physical: lines.flag("physical attacks (ataques físicos)")?,
        heat: lines.flag("heat phase (fase de calor)")?,
        woods_fall: lines.flag("woods fall (devastar bosques)")?,
        buildings_fall: lines.flag("buildings fall (derrumbar edificios)")?,
        piloting: lines.flag("piloting checks (chequeos de pilotaje)")?,
        damage_checks: lines.flag("checks for damage (chequeo por daño)")?,
        shutdowns: lines.flag("checks for shutdown (chequeos de desconexión)")?,
        criticals: lines.flag("critical hits (impactos críticos)")?,
        explosions: lines.flag("ammunition explodes (explosión de munición)")?,
        sinks_off: lines.flag("heat sinks can be off (apagar radiadores)")?,
        time_limit: lines.flag("time limit (limitar tiempo)")?,
        seconds: lines.spare("seconds, or -1", -1..=SECONDS, -1)?,
    };
    lines.end()?;
    Ok(settings)
}

fn direction(lines: &mut Lines) -> Parsed<Option<Side>> {
    let number = lines.spare("direction of the wind, 1 to 6 or -1", -1..=6i16, -1)?;
    let side = u8::try_from(number).ok().and_then(Side::from_number);
    if number == 0 && !lines.lenient {
        return Err(lines.wrong(Some(b"0"), "direction of the wind: 1 to 6, or -1"));
    }
    Ok(side)
}

/// The file of the switches, as the simulator writes it.
#[must_use]
pub fn write(settings: &Settings) -> Vec<u8> {
    let mut text = Text::windows(128);
    text.word("configSBT").flag(settings.fires).flag(settings.wind);
    text.number(settings.wind_direction.map_or(-1, |side| i64::from(side.number())));
    text.flag(settings.physical).flag(settings.heat).flag(settings.woods_fall).flag(settings.buildings_fall);
    text.flag(settings.piloting).flag(settings.damage_checks).flag(settings.shutdowns).flag(settings.criticals);
    text.flag(settings.explosions).flag(settings.sinks_off).flag(settings.time_limit).number(settings.seconds);
    text.done()
}
