//! The speed of the board: its heat, the report of a Raspberry Pi's firmware on power and heat, and the governor of the
//! cores.

use super::check::Check;
use super::kernel::with_parameter;
use super::machine::{Machine, RunError};
use boardbots_base::invalid::InputError;
use std::collections::BTreeSet;

const HEAT: &str = "heat";
const ZONES: &str = "/sys/class/thermal";
/// Degrees Celsius at which there is little left until a board slows down.
const WARM: i64 = 70;
/// Degrees Celsius at which a Raspberry Pi slows down.
const HOT: i64 = 80;

/// The hottest of the sensors.
#[must_use]
pub fn heat(machine: &Machine) -> Check {
    let names = match machine.list(ZONES) {
        Ok(names) => names,
        Err(error) => return Check::unread(HEAT, ZONES, &error),
    };
    let zones = names.iter().filter(|name| name.starts_with("thermal_zone"));
    let read = |zone: &String| machine.read(&format!("{ZONES}/{zone}/temp")).ok()?.trim().parse::<i64>().ok();
    // Thousandths of a degree; sensors that do not work say what no board survives.
    let Some(hottest) = zones.filter_map(read).filter(|heat| (-40_000..=150_000).contains(heat)).max() else {
        return Check::skipped(HEAT, "no sensor says how hot it is");
    };
    let degrees = hottest.div_euclid(1000);
    if degrees >= HOT {
        let found = format!("{degrees} °C: boards slow down from {HOT} °C on, and bots miss turns");
        Check::error(HEAT, found, COOLING)
    } else if degrees >= WARM {
        Check::warning(HEAT, format_args!("{degrees} °C: boards slow down from {HOT} °C on"), COOLING)
    } else {
        Check::ok(HEAT, format_args!("{degrees} °C"))
    }
}

const THROTTLING: &str = "throttling";
const PLATFORM: &str = "/sys/devices/platform";
const POWER: &str = "use the board's own power supply and a short cable";
const COOLING: &str = "give the board a heat sink and a fan, or run fewer bots on it";

/// A bit that is set while something lasts; 16 bits higher, one that stays until the restart.
/// Source: the documentation of `vcgencmd get_throttled`.
struct Sign {
    bit: u32,
    what: &'static str,
    remedy: &'static str,
    /// True if turns are missed while it lasts.
    grave: bool,
}

const SIGNS: [Sign; 4] = [
    Sign { bit: 0, what: "under-voltage", remedy: POWER, grave: true },
    Sign { bit: 2, what: "throttled", remedy: COOLING, grave: true },
    Sign { bit: 1, what: "frequency capped", remedy: COOLING, grave: false },
    Sign { bit: 3, what: "soft temperature limit", remedy: COOLING, grave: false },
];
/// From a bit to the one that says that it was set once.
const ONCE: u32 = 16;

/// Checks that the firmware does not slow the board down, and has not done so since it was started.
#[must_use]
pub fn throttling(machine: &Machine) -> Check {
    let bits = match word(machine) {
        Ok(bits) => bits,
        Err(why) => return Check::skipped(THROTTLING, why),
    };
    let set = |shift: u32| SIGNS.iter().filter(move |sign| bits >> (sign.bit + shift) & 1 == 1);
    let now: Vec<&Sign> = set(0).collect();
    let once: Vec<&Sign> = set(ONCE).filter(|sign| now.iter().all(|other| other.bit != sign.bit)).collect();
    let words = |signs: &[&Sign]| signs.iter().map(|sign| sign.what).collect::<Vec<_>>().join(", ");
    let mut found = Vec::new();
    if !now.is_empty() {
        found.push(format!("now: {}", words(&now)));
    }
    if !once.is_empty() {
        found.push(format!("since the start: {}", words(&once)));
    }
    let found = format!("{} ({bits:#x})", found.join("; "));
    // Too little power makes a board slow, too: the first sign says what to begin with.
    match now.iter().chain(&once).min_by_key(|sign| sign.bit) {
        None => Check::ok(THROTTLING, "neither too little power nor too much heat since the start"),
        Some(first) if now.iter().any(|sign| sign.grave) => Check::error(THROTTLING, found, first.remedy),
        Some(first) => Check::warning(THROTTLING, found, first.remedy),
    }
}

/// The firmware's word, or why there is none.
fn word(machine: &Machine) -> Result<u32, InputError> {
    let folders = |path: &str| machine.list(path).unwrap_or_default();
    for soc in folders(PLATFORM).iter().filter(|name| name.starts_with("soc")) {
        for firmware in folders(&format!("{PLATFORM}/{soc}")).iter().filter(|name| name.ends_with("firmware")) {
            let path = format!("{PLATFORM}/{soc}/{firmware}/get_throttled");
            if let Some(bits) = machine.read(&path).ok().and_then(|text| hexadecimal(&text)) {
                return Ok(bits);
            }
        }
    }
    match machine.runner.run(&["vcgencmd", "get_throttled"]) {
        Ok(text) => text
            .trim()
            .strip_prefix("throttled=")
            .and_then(hexadecimal)
            .ok_or_else(|| "vcgencmd get_throttled says nothing that can be read".into()),
        Err(RunError::Missing) => Err("only the firmware of a Raspberry Pi tells it".into()),
        Err(error) => Err(format!("vcgencmd get_throttled {error}; the group video may ask the firmware").into()),
    }
}

fn hexadecimal(text: &str) -> Option<u32> {
    let text = text.trim();
    let digits = text.strip_prefix("0x").unwrap_or(text);
    // A sign would be taken, too.
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok())?
}

const GOVERNOR: &str = "governor";
const FOLDER: &str = "/sys/devices/system/cpu/cpufreq";

/// Checks that the cores are not held at their lowest speed.
#[must_use]
pub fn governor(machine: &Machine) -> Check {
    let names = match machine.list(FOLDER) {
        Ok(names) => names,
        Err(error) => return Check::unread(GOVERNOR, FOLDER, &error),
    };
    let mut governors = BTreeSet::new();
    let mut slow = false;
    for policy in names.iter().filter(|name| name.starts_with("policy")) {
        let word = |file: &str| {
            let text = machine.read(&format!("{FOLDER}/{policy}/{file}")).unwrap_or_default();
            text.split_whitespace().next().map(str::to_string)
        };
        let Some(governor) = word("scaling_governor") else { continue };
        // These drivers choose the speed themselves, and call that so.
        let own =
            word("scaling_driver").is_some_and(|name| name.starts_with("intel_pstate") || name == "amd-pstate-epp");
        slow |= governor == "powersave" && !own;
        governors.insert(governor);
    }
    let found = governors.into_iter().collect::<Vec<_>>().join(", ");
    if found.is_empty() {
        Check::skipped(GOVERNOR, "the speed of the cores cannot be set")
    } else if slow {
        let lasting = with_parameter(machine, "cpufreq.default_governor=ondemand");
        let remedy = format!("echo ondemand | sudo tee {FOLDER}/policy*/scaling_governor; to keep it so: {lasting}");
        Check::warning(GOVERNOR, format_args!("{found}: the cores run at their lowest speed"), remedy)
    } else {
        Check::ok(GOVERNOR, found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::check::State;
    use crate::doctor::drawn::{Drawn, GARBAGE, assert_check};

    fn at(temps: &[&str]) -> Check {
        let drawn = Drawn::new();
        for (number, temp) in temps.iter().enumerate() {
            drawn.file(&format!("{ZONES}/thermal_zone{number}/temp"), temp);
        }
        drawn.file("/sys/class/thermal/cooling_device0/temp", "99000\n");
        heat(&drawn.machine())
    }

    #[test]
    fn the_hottest_counts() {
        assert_check(&at(&["48312\n"]), State::Ok, "48 °C", "");
        assert_check(&at(&["48312\n", "71000\n", "3000\n"]), State::Warning, "71 °C", "heat sink");
        assert_check(&at(&["82100\n", "20\n"]), State::Error, "82 °C", "heat sink");
        assert_check(&at(&["-500\n"]), State::Ok, "-1 °C", "");
    }

    #[test]
    fn no_sensor() {
        assert_check(&heat(&Drawn::new().machine()), State::Skipped, "no /sys/class/thermal", "");
        assert_check(&at(&[]), State::Skipped, "no sensor", "");
        assert_check(&at(&["-274000\n", "999999\n"]), State::Skipped, "no sensor", "");
        for bytes in GARBAGE {
            let drawn = Drawn::new();
            drawn.bytes("/sys/class/thermal/thermal_zone0/temp", bytes);
            assert_eq!(heat(&drawn.machine()).state, State::Skipped, "{bytes:?}");
        }
    }

    const FILE: &str = "/sys/devices/platform/soc/soc:firmware/get_throttled";

    fn told(word: &str) -> Check {
        let drawn = Drawn::new();
        drawn.file(FILE, word);
        throttling(&drawn.machine())
    }

    #[test]
    fn what_the_bits_mean() {
        assert_check(&told("0\n"), State::Ok, "neither", "");
        assert_check(&told("50005\n"), State::Error, "now: under-voltage, throttled (0x50005)", "power supply");
        assert_check(&told("0x50000\n"), State::Warning, "since the start: under-voltage, throttled", "power supply");
        assert_check(&told("e0008\n"), State::Warning, "now: soft temperature limit; since the start", "heat sink");
        assert_check(&told("2\n"), State::Warning, "now: frequency capped", "heat sink");
        assert_check(&told("4\n"), State::Error, "now: throttled", "heat sink");
        assert_eq!(told("e0008\n").found.matches("soft temperature limit").count(), 1);
    }

    #[test]
    fn newer_boards_have_another_folder() {
        let drawn = Drawn::new();
        drawn.file("/sys/devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled", "1\n");
        assert_check(&throttling(&drawn.machine()), State::Error, "under-voltage", "cable");
    }

    #[test]
    fn the_command_is_asked_where_no_file_is() {
        let mut drawn = Drawn::new();
        assert_check(&throttling(&drawn.machine()), State::Skipped, "only the firmware of a Raspberry Pi", "");
        drawn.says("vcgencmd get_throttled", Ok("throttled=0x20002\n"));
        assert_check(&throttling(&drawn.machine()), State::Warning, "frequency capped", "");
        drawn.says("vcgencmd get_throttled", Err(RunError::Failed("exit status: 255".into())));
        assert_check(&throttling(&drawn.machine()), State::Skipped, "the group video", "");
        drawn.says("vcgencmd get_throttled", Ok("VCHI initialization failed\n"));
        assert_check(&throttling(&drawn.machine()), State::Skipped, "nothing that can be read", "");
    }

    #[test]
    fn garbage_is_no_word() {
        for bytes in GARBAGE.iter().chain([&b"+5"[..], b"0x", b"-1", b"fffffffff"].iter()) {
            let drawn = Drawn::new();
            drawn.bytes(FILE, bytes);
            assert_eq!(throttling(&drawn.machine()).state, State::Skipped, "{bytes:?}");
        }
    }

    fn under(policies: &[(&str, &str)]) -> Check {
        let drawn = Drawn::new();
        drawn.folder(FOLDER).file("/boot/firmware/cmdline.txt", "console=tty1\n");
        for (number, (driver, governor)) in policies.iter().enumerate() {
            drawn.file(&format!("{FOLDER}/policy{number}/scaling_driver"), driver);
            drawn.file(&format!("{FOLDER}/policy{number}/scaling_governor"), governor);
        }
        governor(&drawn.machine())
    }

    #[test]
    fn governors() {
        assert_check(&under(&[("cpufreq-dt\n", "ondemand\n")]), State::Ok, "ondemand", "");
        let mixed = under(&[("cpufreq-dt\n", "performance\n"), ("cpufreq-dt\n", "powersave\n")]);
        assert_check(&mixed, State::Warning, "performance, powersave: the cores", "echo ondemand | sudo tee");
        assert_check(&mixed, State::Warning, "", "cpufreq.default_governor=ondemand/' /boot/firmware/cmdline.txt");
        assert_check(&under(&[("intel_pstate\n", "powersave\n")]), State::Ok, "powersave", "");
    }

    #[test]
    fn no_governor() {
        assert_check(&governor(&Drawn::new().machine()), State::Skipped, "no /sys/devices/system/cpu/cpufreq", "");
        assert_check(&under(&[]), State::Skipped, "cannot be set", "");
        for bytes in GARBAGE {
            let drawn = Drawn::new();
            drawn.bytes(&format!("{FOLDER}/policy0/scaling_governor"), bytes);
            assert_ne!(governor(&drawn.machine()).state, State::Warning, "{bytes:?}");
        }
    }
}
