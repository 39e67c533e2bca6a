//! Throttling: the report of a Raspberry Pi's firmware on power and heat.

use super::check::Check;
use super::machine::Machine;
use super::runner::Unrun;
use boardbots_base::invalid::Invalid;

const NAME: &str = "throttling";
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
pub fn check(machine: &Machine) -> Check {
    let bits = match word(machine) {
        Ok(bits) => bits,
        Err(why) => return Check::skipped(NAME, why),
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
        None => Check::ok(NAME, "neither too little power nor too much heat since the start"),
        Some(first) if now.iter().any(|sign| sign.grave) => Check::error(NAME, found, first.remedy),
        Some(first) => Check::warning(NAME, found, first.remedy),
    }
}

/// The firmware's word, or why there is none.
fn word(machine: &Machine) -> Result<u32, Invalid> {
    let folders = |path: &str| machine.list(path).unwrap_or_default();
    for soc in folders(PLATFORM).iter().filter(|name| name.starts_with("soc")) {
        for firmware in folders(&format!("{PLATFORM}/{soc}")).iter().filter(|name| name.ends_with("firmware")) {
            let path = format!("{PLATFORM}/{soc}/{firmware}/get_throttled");
            if let Some(bits) = machine.read(&path).ok().and_then(|text| hexadecimal(&text)) {
                return Ok(bits);
            }
        }
    }
    match machine.runner().run(&["vcgencmd", "get_throttled"]) {
        Ok(text) => text
            .trim()
            .strip_prefix("throttled=")
            .and_then(hexadecimal)
            .ok_or_else(|| "vcgencmd get_throttled says nothing that can be read".into()),
        Err(Unrun::Missing) => Err("only the firmware of a Raspberry Pi tells it".into()),
        Err(error) => Err(format!("vcgencmd get_throttled {error}; the group video may ask the firmware").into()),
    }
}

fn hexadecimal(text: &str) -> Option<u32> {
    let text = text.trim();
    let digits = text.strip_prefix("0x").unwrap_or(text);
    // A sign would be taken, too.
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::check::State;
    use crate::doctor::drawn::{Drawn, GARBAGE, assert_check};

    const FILE: &str = "/sys/devices/platform/soc/soc:firmware/get_throttled";

    fn with(word: &str) -> Check {
        let drawn = Drawn::new();
        drawn.file(FILE, word);
        check(&drawn.machine())
    }

    #[test]
    fn what_the_bits_mean() {
        assert_check(&with("0\n"), State::Ok, "neither", "");
        assert_check(&with("50005\n"), State::Error, "now: under-voltage, throttled (0x50005)", "power supply");
        assert_check(&with("0x50000\n"), State::Warning, "since the start: under-voltage, throttled", "power supply");
        assert_check(&with("e0008\n"), State::Warning, "now: soft temperature limit; since the start", "heat sink");
        assert_check(&with("2\n"), State::Warning, "now: frequency capped", "heat sink");
        assert_check(&with("4\n"), State::Error, "now: throttled", "heat sink");
        assert_eq!(with("e0008\n").found.matches("soft temperature limit").count(), 1);
    }

    #[test]
    fn newer_boards_have_another_folder() {
        let drawn = Drawn::new();
        drawn.file("/sys/devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled", "1\n");
        assert_check(&check(&drawn.machine()), State::Error, "under-voltage", "cable");
    }

    #[test]
    fn the_command_is_asked_where_no_file_is() {
        let mut drawn = Drawn::new();
        assert_check(&check(&drawn.machine()), State::Skipped, "only the firmware of a Raspberry Pi", "");
        drawn.says("vcgencmd get_throttled", Ok("throttled=0x20002\n"));
        assert_check(&check(&drawn.machine()), State::Warning, "frequency capped", "");
        drawn.says("vcgencmd get_throttled", Err(Unrun::Failed("exit status: 255".into())));
        assert_check(&check(&drawn.machine()), State::Skipped, "the group video", "");
        drawn.says("vcgencmd get_throttled", Ok("VCHI initialization failed\n"));
        assert_check(&check(&drawn.machine()), State::Skipped, "nothing that can be read", "");
    }

    #[test]
    fn garbage_is_no_word() {
        for bytes in GARBAGE.iter().chain([&b"+5"[..], b"0x", b"-1", b"fffffffff"].iter()) {
            let drawn = Drawn::new();
            drawn.bytes(FILE, bytes);
            assert_eq!(check(&drawn.machine()).state, State::Skipped, "{bytes:?}");
        }
    }
}
