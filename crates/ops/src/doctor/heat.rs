//! Temperature of the board.

use super::check::Check;
use super::machine::Machine;

const NAME: &str = "heat";
const ZONES: &str = "/sys/class/thermal";
/// Degrees Celsius at which there is little left until a board slows down.
const WARM: i64 = 70;
/// Degrees Celsius at which a Raspberry Pi slows down.
const HOT: i64 = 80;
const REMEDY: &str = "give the board a heat sink and a fan, or run fewer bots on it";

/// The hottest of the sensors.
#[must_use]
pub fn check(machine: &Machine) -> Check {
    let names = match machine.list(ZONES) {
        Ok(names) => names,
        Err(error) => return Check::unread(NAME, ZONES, &error),
    };
    let zones = names.iter().filter(|name| name.starts_with("thermal_zone"));
    let read = |zone: &String| machine.read(&format!("{ZONES}/{zone}/temp")).ok()?.trim().parse::<i64>().ok();
    // Thousandths of a degree; sensors that do not work say what no board survives.
    let Some(hottest) = zones.filter_map(read).filter(|heat| (-40_000..=150_000).contains(heat)).max() else {
        return Check::skipped(NAME, "no sensor says how hot it is");
    };
    let degrees = hottest.div_euclid(1000);
    if degrees >= HOT {
        let found = format!("{degrees} °C: boards slow down from {HOT} °C on, and bots miss turns");
        Check::error(NAME, found, REMEDY)
    } else if degrees >= WARM {
        Check::warning(NAME, format_args!("{degrees} °C: boards slow down from {HOT} °C on"), REMEDY)
    } else {
        Check::ok(NAME, format_args!("{degrees} °C"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::check::State;
    use crate::doctor::drawn::{Drawn, GARBAGE, assert_check};

    fn with(temps: &[&str]) -> Check {
        let drawn = Drawn::new();
        for (number, temp) in temps.iter().enumerate() {
            drawn.file(&format!("{ZONES}/thermal_zone{number}/temp"), temp);
        }
        drawn.file("/sys/class/thermal/cooling_device0/temp", "99000\n");
        check(&drawn.machine())
    }

    #[test]
    fn the_hottest_counts() {
        assert_check(&with(&["48312\n"]), State::Ok, "48 °C", "");
        assert_check(&with(&["48312\n", "71000\n", "3000\n"]), State::Warning, "71 °C", "heat sink");
        assert_check(&with(&["82100\n", "20\n"]), State::Error, "82 °C", "heat sink");
        assert_check(&with(&["-500\n"]), State::Ok, "-1 °C", "");
    }

    #[test]
    fn no_sensor() {
        assert_check(&check(&Drawn::new().machine()), State::Skipped, "no /sys/class/thermal", "");
        assert_check(&with(&[]), State::Skipped, "no sensor", "");
        assert_check(&with(&["-274000\n", "999999\n"]), State::Skipped, "no sensor", "");
        for bytes in GARBAGE {
            let drawn = Drawn::new();
            drawn.bytes("/sys/class/thermal/thermal_zone0/temp", bytes);
            assert_eq!(check(&drawn.machine()).state, State::Skipped, "{bytes:?}");
        }
    }
}
