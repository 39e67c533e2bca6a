//! Cores, and what they have to do.

use super::check::Check;
use super::facts::Facts;
use super::machine::Machine;

const NAME: &str = "cores";
/// Programs that want to run, for each core, from which decisions wait for one.
const BUSY: f64 = 1.5;

/// How many cores there are, and whether programs wait for them.
#[must_use]
pub fn check(machine: &Machine, facts: &Facts) -> Check {
    let Some(cores) = facts.cores else {
        return Check::skipped(NAME, "the kernel does not say how many there are");
    };
    let text = match machine.read("/proc/loadavg") {
        Ok(text) => text,
        Err(error) => return Check::unread(NAME, "/proc/loadavg", &error),
    };
    // The means of one, five and fifteen minutes: the second is neither nervous nor old.
    let load = text.split_whitespace().nth(1).and_then(|word| word.parse().ok());
    let Some(load) = load.filter(|load: &f64| load.is_finite() && *load >= 0.0) else {
        return Check::skipped(NAME, "/proc/loadavg has no load in it");
    };
    let found = format!("{cores}, load {load:.2} over five minutes");
    // Nobody has so many cores that a float could not count them.
    #[allow(clippy::cast_precision_loss)]
    if load > BUSY * cores as f64 {
        return Check::warning(
            NAME,
            format_args!("{found}: decisions wait for a core"),
            "top shows which programs they are; run fewer bots here, or less beside them",
        );
    }
    Check::ok(NAME, found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::doctor::check::State;
    use crate::service::doctor::drawn::{Drawn, GARBAGE, assert_check};

    fn with(load: &[u8], cores: Option<usize>) -> Check {
        let drawn = Drawn::new();
        drawn.bytes("/proc/loadavg", load);
        check(&drawn.machine(), &Facts { cores, ..Facts::default() })
    }

    #[test]
    fn loads() {
        assert_check(&with(b"9.00 2.15 1.00 2/150 4711\n", Some(4)), State::Ok, "4, load 2.15", "");
        assert_check(&with(b"0.00 6.10 1.00 2/150 4711\n", Some(4)), State::Warning, "wait for a core", "top");
        assert_check(&with(b"0.00 0.10 1.00 2/150 4711\n", None), State::Skipped, "does not say", "");
    }

    #[test]
    fn no_load() {
        let facts = Facts { cores: Some(4), ..Facts::default() };
        assert_check(&check(&Drawn::new().machine(), &facts), State::Skipped, "no /proc/loadavg", "");
        for bytes in GARBAGE.iter().chain([&b"0 nan 0"[..], b"0 inf 0", b"0 -1 0"].iter()) {
            let state = with(bytes, Some(4)).state;
            assert_eq!(state, State::Skipped, "{bytes:?}");
        }
    }
}
