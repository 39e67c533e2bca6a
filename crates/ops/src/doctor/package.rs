//! The package: a version that was kept off when it came, because what it brought did not run here.

use super::check::Check;
use super::machine::Machine;
use std::io::ErrorKind;

const PACKAGE: &str = "package";
/// The file in which `boardbots-renew.service` says so: a line that says what happened, and one that helps.
const KEPT_OFF: &str = "/var/lib/boardbots/kept-off";
/// The remedy where the file has no second line.
const REMEDY: &str = "install another version, or this one once more";

/// The check of what was kept off; nothing if no version was.
#[must_use]
pub fn kept_off(machine: &Machine) -> Option<Check> {
    let text = match machine.read(KEPT_OFF) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return None,
        Err(error) => return Some(Check::unread(PACKAGE, KEPT_OFF, &error)),
    };
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let found = lines.next().unwrap_or("a version was kept off");
    Some(Check::warning(PACKAGE, found, lines.next().unwrap_or(REMEDY)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::check::State;
    use crate::doctor::drawn::{Drawn, GARBAGE, assert_check};

    #[test]
    fn nothing_was_kept_off() {
        assert_eq!(kept_off(&Drawn::new().machine()), None);
    }

    #[test]
    fn the_reason_and_the_remedy() {
        let drawn = Drawn::new();
        drawn.file(KEPT_OFF, "0.4.0 was kept off: alice ended; 0.3.0 is in use as before\ninstall it once more\n");
        let check = kept_off(&drawn.machine()).unwrap();
        assert_check(&check, State::Warning, "0.4.0 was kept off: alice ended", "install it once more");
        drawn.file(KEPT_OFF, "\n");
        assert_check(&kept_off(&drawn.machine()).unwrap(), State::Warning, "a version was kept off", REMEDY);
    }

    #[test]
    fn what_cannot_be_read_is_no_reason_to_panic() {
        let drawn = Drawn::new();
        drawn.folder(KEPT_OFF);
        assert_eq!(kept_off(&drawn.machine()).unwrap().state, State::Skipped);
        for bytes in GARBAGE {
            let drawn = Drawn::new();
            drawn.bytes(KEPT_OFF, bytes);
            let check = kept_off(&drawn.machine()).unwrap();
            assert!(check.state == State::Warning && check.remedy.is_some(), "{check:?}");
        }
    }
}
