//! Memory for the instances.

use super::check::Check;
use super::facts::Facts;
use super::folder::{Folder, Kind};

const NAME: &str = "memory";
const MIB: u64 = 1024;
/// KiB for a process: somewhat more than that of one bot was seen to have resident.
const PROCESS: u64 = 8 * MIB;
/// KiB for each bot of a squad, beside the process, likewise.
const MEMBER: u64 = MIB;
/// KiB below which the kernel ends programs, whatever runs.
const NOTHING: u64 = 16 * MIB;

/// KiB for the bots that are configured here.
#[must_use]
pub fn needed(folder: &Folder) -> u64 {
    let needed = |kind: &Kind| match kind {
        Kind::Bot => PROCESS,
        Kind::Squad(bots) => u64::try_from(*bots).unwrap_or(u64::MAX).saturating_mul(MEMBER).saturating_add(PROCESS),
        Kind::Other | Kind::Unclear(_) => 0,
    };
    folder.known().iter().map(|instance| needed(&instance.kind)).fold(0, u64::saturating_add)
}

/// Checks that there is memory for the bots that are configured here, which need this many KiB.
#[must_use]
pub fn check(facts: &Facts, needed: u64) -> Check {
    let (Some(all), Some(available)) = (facts.memory_kib, facts.available_kib) else {
        return Check::skipped(NAME, "/proc/meminfo does not say how much is available");
    };
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
    use crate::doctor::drawn::{Drawn, assert_check};

    fn with(available_mib: u64, instances: usize) -> Check {
        let (memory_kib, available_kib) = (Some(512 * MIB), Some(available_mib * MIB));
        let needed = u64::try_from(instances).unwrap().saturating_mul(PROCESS);
        check(&Facts { memory_kib, available_kib, instances, ..Facts::default() }, needed)
    }

    #[test]
    fn a_squad_is_one_process() {
        let drawn = Drawn::new();
        drawn
            .file("/etc/boardbots/a.conf", "run = vindinium\n")
            .file("/etc/boardbots/b.conf", "run = squad\nbots = x, y, z\n")
            .file("/etc/boardbots/c.conf", "run = arena\n");
        assert_eq!(needed(&Folder::read(&drawn.machine(), "/etc/boardbots")), (8 + 8 + 3) * MIB);
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
        assert_check(&check(&Facts::default(), 0), State::Skipped, "/proc/meminfo", "");
    }
}
