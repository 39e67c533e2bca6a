//! Memory for the instances.

use super::check::Check;
use super::facts::Facts;

const NAME: &str = "memory";
const MIB: u64 = 1024;
/// KiB for one bot: somewhat more than it was seen to have resident.
const INSTANCE: u64 = 8 * MIB;
/// KiB below which the kernel ends programs, whatever runs.
const NOTHING: u64 = 16 * MIB;

/// Whether there is memory for the bots that are configured here.
#[must_use]
pub fn check(facts: &Facts) -> Check {
    let (Some(all), Some(available)) = (facts.memory_kib, facts.available_kib) else {
        return Check::skipped(NAME, "/proc/meminfo does not say how much is available");
    };
    let needed = u64::try_from(facts.instances).unwrap_or(u64::MAX).saturating_mul(INSTANCE);
    let found = format!("{} MiB available of {}", available / MIB, all / MIB);
    let remedy = "ps -eo rss,comm --sort=-rss | head shows which programs use most; end some, or run fewer bots here";
    if available < NOTHING {
        Check::error(NAME, format_args!("{found}: the kernel is about to end programs"), remedy)
    } else if available < needed {
        let bots = facts.instances;
        Check::warning(NAME, format_args!("{found}; {bots} bots may need {}", needed / MIB), remedy)
    } else {
        Check::ok(NAME, found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::check::State;
    use crate::doctor::drawn::assert_check;

    fn with(available_mib: u64, instances: usize) -> Check {
        let (memory_kib, available_kib) = (Some(512 * MIB), Some(available_mib * MIB));
        check(&Facts { memory_kib, available_kib, instances, ..Facts::default() })
    }

    #[test]
    fn memory_and_instances() {
        assert_check(&with(64, 8), State::Ok, "64 MiB available of 512", "");
        assert_check(&with(63, 8), State::Warning, "8 bots may need 64", "ps -eo rss");
        assert_check(&with(15, 0), State::Error, "about to end programs", "ps -eo rss");
        assert_check(&with(400, usize::MAX), State::Warning, "400 MiB", "fewer bots");
    }

    #[test]
    fn a_kernel_that_does_not_say() {
        assert_check(&check(&Facts::default()), State::Skipped, "/proc/meminfo", "");
    }
}
