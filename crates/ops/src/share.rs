//! The share of a board that each of several instances on it may use.

use super::settings::{EXTENSION, File};
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread::available_parallelism;

/// More threads make a decision no faster.
const MOST_THREADS: usize = 4;
/// Rounds looked ahead by an instance that has a core of its own.
const DEPTH: u8 = 6;
/// Fewest rounds worth searching.
const LEAST_DEPTH: u8 = 3;
/// The kernel's list of the processors that it uses, such as `0-3`.
pub(crate) const ONLINE: &str = "/sys/devices/system/cpu/online";

/// Cores, and the instances among which they are divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Cores of the machine.
    pub cores: NonZeroUsize,
    /// Cores' worth of time that this process may use: its affinity and its quota.
    pub allowed: NonZeroUsize,
    /// Instances on the machine.
    pub instances: NonZeroUsize,
}

impl Share {
    /// One of this many instances on this machine.
    #[must_use]
    pub fn of_this_machine(instances: NonZeroUsize) -> Self {
        let allowed = available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let cores = std::fs::read_to_string(Path::new(ONLINE)).ok().and_then(|text| count(&text)).unwrap_or(allowed);
        Self { cores, allowed, instances }
    }

    /// The share of a bot in a file, among the bots of all files in the same folder.
    #[must_use]
    pub fn beside(path: &Path) -> Self {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
        let files = files.filter(|path| path.extension().is_some_and(|extension| extension == EXTENSION));
        // A file with a line that is not understood describes nothing that runs.
        let bots = |(file, errors): (File, Vec<_>)| if errors.is_empty() { file.count() } else { 0 };
        let bots = files.filter_map(|path| File::read(&path).ok()).map(bots).sum();
        Self::of_this_machine(NonZeroUsize::new(bots).unwrap_or(NonZeroUsize::MIN))
    }

    /// Decisions that can be made at a time without slowing each other down.
    #[must_use]
    pub fn places(self) -> usize {
        self.cores.min(self.allowed).get()
    }

    /// Threads of one instance: its part of the cores, 1 to 4, never more than it is allowed.
    #[must_use]
    pub fn threads(self) -> u8 {
        let part = (self.cores.get() / self.instances).min(self.allowed.get()).clamp(1, MOST_THREADS);
        u8::try_from(part).expect("at most four")
    }

    /// Rounds that one instance looks ahead: 6 with a core of its own, one less for every
    /// doubling of the instances beyond the cores, at least 3.
    #[must_use]
    pub fn depth(self) -> u8 {
        let crowd = self.instances.get().div_ceil(self.cores.get());
        // Begun doublings count.
        let doublings = (crowd - 1).checked_ilog2().map_or(0, |whole| whole + 1);
        let doublings = u8::try_from(doublings).expect("at most 64");
        DEPTH.saturating_sub(doublings).max(LEAST_DEPTH)
    }
}

/// The number of processors in a list of the kernel, such as `0-3` or `0,2-3`.
pub(crate) fn count(list: &str) -> Option<NonZeroUsize> {
    let mut all = 0_usize;
    for part in list.trim().split(',') {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        let (from, to) = (from.parse::<u16>().ok()?, to.parse::<u16>().ok()?);
        all += usize::from(to.checked_sub(from)?) + 1;
    }
    NonZeroUsize::new(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(cores: usize, allowed: usize, instances: usize) -> (u8, u8) {
        let [cores, allowed, instances] = [cores, allowed, instances].map(|n| NonZeroUsize::new(n).unwrap());
        let share = Share { cores, allowed, instances };
        (share.threads(), share.depth())
    }

    #[test]
    fn threads_and_depth_follow_from_cores_and_instances() {
        for (cores, instances, due) in [
            (1, 1, (1, 6)),
            (4, 1, (4, 6)),
            (4, 2, (2, 6)),
            (4, 3, (1, 6)),
            (4, 4, (1, 6)),
            (4, 5, (1, 5)),
            (4, 8, (1, 5)),
            (4, 9, (1, 4)),
            (2, 8, (1, 4)),
            (1, 100, (1, 3)),
            (16, 1, (4, 6)),
        ] {
            assert_eq!(share(cores, cores, instances), due, "{cores} cores, {instances} instances");
        }
        assert_eq!(share(4, 1, 1), (1, 6), "a quota of one core");
        assert_eq!(share(1, 1, usize::MAX), (1, 3));
    }

    #[test]
    fn lists_of_processors() {
        for (list, due) in [
            ("0-3\n", Some(4)),
            ("0", Some(1)),
            ("0,2-3", Some(3)),
            ("0-1,3,8-11", Some(7)),
            ("", None),
            ("3-0", None),
            ("x", None),
            ("0-18446744073709551615", None),
        ] {
            assert_eq!(count(list).map(NonZeroUsize::get), due, "{list:?}");
        }
        assert!(Share::of_this_machine(NonZeroUsize::MIN).cores.get() > 0);
    }
}
