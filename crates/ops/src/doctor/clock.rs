//! The clock: without a battery it starts anywhere, and TLS with it fails.

use super::check::Check;
use super::machine::Machine;
use std::time::{Duration, UNIX_EPOCH};

const NAME: &str = "clock";
/// Year in which this program was built, set by the build script.
const BUILT: &str = env!("BOARDBOTS_BUILD_YEAR");
/// The file that systemd's own time client leaves after its first answer from a time server.
const HEARD: &str = "/run/systemd/timesync/synchronized";
const REMEDY: &str = "sudo timedatectl set-ntp true (after sudo apt install systemd-timesyncd if that fails)";

/// Checks that the clock can be right, and that a service keeps it so.
#[must_use]
pub fn check(machine: &Machine) -> Check {
    let now = machine.now.duration_since(UNIX_EPOCH).map_or(1969, year);
    // Every program was built in some year; the build script writes a number.
    let built: u64 = BUILT.parse().unwrap_or(0);
    if now < built {
        let found = format!("it is {now} here, but this program was built in {built}: https:// fails");
        return Check::error(NAME, found, REMEDY);
    }
    let loose = format!("not synchronised, the year is {now}: it drifts, and starts anywhere after a power cut");
    match machine.runner.run(&["timedatectl", "show", "-p", "NTPSynchronized", "--value"]).as_deref().map(str::trim) {
        Ok("yes") => return Check::ok(NAME, format_args!("synchronised, the year is {now}")),
        Ok("no") => return Check::warning(NAME, loose, REMEDY),
        _ => {}
    }
    if machine.has(HEARD) {
        Check::ok(NAME, format_args!("synchronised by systemd-timesyncd, the year is {now}"))
    } else if machine.has("/run/systemd/timesync") {
        Check::warning(NAME, loose, REMEDY)
    } else {
        Check::skipped(NAME, format_args!("timedatectl does not say whether it is synchronised; the year is {now}"))
    }
}

/// The year, in UTC, of a time since the beginning of 1970.
fn year(since: Duration) -> u64 {
    let mut days = since.as_secs() / (24 * 60 * 60);
    // The calendar repeats itself every 400 years.
    let mut year = 1970 + days / 146_097 * 400;
    days %= 146_097;
    loop {
        let leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
        let length = if leap { 366 } else { 365 };
        if days < length {
            return year;
        }
        days -= length;
        year += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::check::State;
    use crate::doctor::drawn::{Drawn, assert_check};
    use crate::doctor::machine::RunError;
    use std::time::SystemTime;

    const COMMAND: &str = "timedatectl show -p NTPSynchronized --value";

    fn at(drawn: &Drawn, now: SystemTime) -> Check {
        let mut machine = drawn.machine();
        machine.now = now;
        check(&machine)
    }

    #[test]
    fn what_timedatectl_says() {
        let mut drawn = Drawn::new();
        drawn.says(COMMAND, Ok("yes\n"));
        assert_check(&check(&drawn.machine()), State::Ok, "synchronised, the year is 2", "");
        drawn.says(COMMAND, Ok("no\n"));
        assert_check(&check(&drawn.machine()), State::Warning, "not synchronised", "timedatectl set-ntp true");
    }

    #[test]
    fn where_timedatectl_says_nothing() {
        let mut drawn = Drawn::new();
        for answer in [Err(RunError::Late), Err(RunError::Missing), Ok(""), Ok("maybe\n")] {
            drawn.says(COMMAND, answer.clone());
            assert_check(&check(&drawn.machine()), State::Skipped, "does not say", "");
        }
        drawn.folder("/run/systemd/timesync");
        assert_check(&check(&drawn.machine()), State::Warning, "not synchronised", "set-ntp");
        drawn.file(HEARD, "");
        assert_check(&check(&drawn.machine()), State::Ok, "by systemd-timesyncd", "");
    }

    #[test]
    fn a_clock_that_cannot_be_right() {
        let mut drawn = Drawn::new();
        drawn.says(COMMAND, Ok("yes\n"));
        assert_check(&at(&drawn, UNIX_EPOCH), State::Error, "it is 1970 here", "set-ntp");
        assert_check(&at(&drawn, UNIX_EPOCH - Duration::from_secs(1)), State::Error, "it is 1969 here", "set-ntp");
        let far = UNIX_EPOCH + Duration::from_secs(100_000_000_000);
        assert_check(&at(&drawn, far), State::Ok, "5138", "");
    }

    #[test]
    fn years() {
        for (seconds, due) in [
            (0, 1970),
            (1_767_225_599, 2025),
            (1_767_225_600, 2026),
            (951_782_400, 2000),
            (1_735_689_599, 2024),
            (1_735_689_600, 2025),
            (4_102_444_800, 2100),
            (12_622_780_800, 2370),
        ] {
            assert_eq!(year(Duration::from_secs(seconds)), due, "{seconds}");
        }
        // However far away, it ends.
        assert!(year(Duration::MAX) > 500_000_000_000);
        assert!(BUILT.parse::<u64>().is_ok_and(|built| built >= 2026));
    }
}
