//! The kernel.

use super::check::Check;
use super::facts::Facts;

const NAME: &str = "kernel";
/// The oldest that a Raspberry Pi OS with the oldest usable systemd had.
const OLDEST: (u32, u32) = (5, 10);

/// Checks that the kernel is one on which the services have been tried.
#[must_use]
pub fn check(facts: &Facts) -> Check {
    let Some(release) = &facts.kernel else {
        return Check::skipped(NAME, "there is no /proc/sys/kernel/osrelease here");
    };
    match version(release) {
        Some(version) if version < OLDEST => Check::warning(
            NAME,
            format_args!("{release} is older than any that was tried"),
            "sudo apt update && sudo apt full-upgrade && sudo reboot",
        ),
        Some(_) => Check::ok(NAME, release),
        None => Check::skipped(NAME, format_args!("{release} is no version")),
    }
}

fn version(release: &str) -> Option<(u32, u32)> {
    let mut numbers = release.split(|c: char| !c.is_ascii_digit()).map(|digits| digits.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::check::State;
    use crate::doctor::drawn::assert_check;

    #[test]
    fn releases() {
        let of = |release: &str| check(&Facts { kernel: Some(release.into()), ..Facts::default() });
        assert_check(&of("6.6.31+rpt-rpi-v8"), State::Ok, "6.6.31+rpt-rpi-v8", "");
        assert_check(&of("5.10.0"), State::Ok, "5.10.0", "");
        assert_check(&of("4.19.66-v7+"), State::Warning, "older", "full-upgrade");
        assert_check(&of("9999999999999.1"), State::Skipped, "no version", "");
        assert_check(&of("x"), State::Skipped, "no version", "");
        assert_check(&check(&Facts::default()), State::Skipped, "osrelease", "");
    }
}
