//! Cores, and what they have to do.

use super::check::Check;
use super::facts::Facts;
use super::machine::Machine;

const NAME: &str = "cores";
/// Hundredths of programs that want to run, for each core, from which decisions wait for one.
const BUSY: u64 = 150;

/// Checks the number of cores, and that programs do not wait for them.
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
    let Some((word, load)) = text.split_whitespace().nth(1).and_then(|word| Some((word, hundredths(word)?))) else {
        return Check::skipped(NAME, "/proc/loadavg has no load in it");
    };
    let found = format!("{cores}, load {word} over five minutes");
    if u64::try_from(cores).is_ok_and(|cores| load > BUSY.saturating_mul(cores)) {
        return Check::warning(
            NAME,
            format_args!("{found}: decisions wait for a core"),
            "top shows which programs they are; run fewer bots here, or less beside them",
        );
    }
    Check::ok(NAME, found)
}

/// The kernel writes loads with two digits behind the point.
fn hundredths(word: &str) -> Option<u64> {
    let (whole, part) = word.split_once('.').filter(|(_, part)| part.len() == 2)?;
    let number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse::<u64>().ok())?;
    number(whole)?.checked_mul(100)?.checked_add(number(part)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::check::State;
    use crate::doctor::drawn::{Drawn, GARBAGE, assert_check};

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
        for bytes in GARBAGE
            .iter()
            .chain([&b"0 nan 0"[..], b"0 inf 0", b"0 -1.00 0", b"0 1.+5 0", b"0 1.5 0", b"0 .50 0"].iter())
        {
            let state = with(bytes, Some(4)).state;
            assert_eq!(state, State::Skipped, "{bytes:?}");
        }
    }
}
