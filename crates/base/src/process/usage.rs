//! The processor time of a program: what all its processes have used, and how long they waited for a processor.

use super::family::Family;
use std::fs;
use std::time::Duration;

/// Ticks of a second in `stat` files, on every Linux.
const TICKS: u64 = 100;

/// Processor time of a program and all that it started, since they began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// The time for which its threads ran, on all processors together.
    pub cpu: Duration,
    /// The time for which threads that live were ready to run while others had the processors. It is zero where the
    /// kernel does not count it (`schedstat`).
    pub wait: Duration,
}

impl Usage {
    /// The usage of the living processes of a program, and of their children that have ended and were waited for.
    #[must_use]
    pub fn of(family: &Family) -> Self {
        family.processes().into_iter().fold(Self::default(), |all, process| {
            let one = of_process(process.as_raw_pid());
            Self { cpu: all.cpu + one.cpu, wait: all.wait + one.wait }
        })
    }

    /// The usage since an earlier time. Processes that have ended since then may have taken theirs with them.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Self {
        Self { cpu: self.cpu.saturating_sub(earlier.cpu), wait: self.wait.saturating_sub(earlier.wait) }
    }
}

/// The usage of one process, with its threads and the children that it has waited for.
fn of_process(process: i32) -> Usage {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let each = threads.filter_map(|thread| schedstat(&fs::read_to_string(thread.path().join("schedstat")).ok()?));
    let living = each.fold(Usage::default(), |all, one| Usage { cpu: all.cpu + one.cpu, wait: all.wait + one.wait });
    let stat = fs::read(format!("/proc/{process}/stat")).unwrap_or_default();
    let (own, children) = times(&String::from_utf8_lossy(&stat)).unwrap_or_default();
    // Nanoseconds of the threads that live, or hundredths of a second with those that have ended.
    Usage { cpu: living.cpu.max(own) + children, wait: living.wait }
}

/// True if a thread of a program runs, or is ready to run.
#[must_use]
pub fn is_ready(family: &Family) -> bool {
    let folders = family.processes().into_iter().map(|process| format!("/proc/{}/task", process.as_raw_pid()));
    folders.filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten().any(|thread| {
        let stat = fs::read(thread.path().join("stat")).unwrap_or_default();
        String::from_utf8_lossy(&stat).rsplit_once(')').is_some_and(|(_, rest)| rest.starts_with(" R"))
    })
}

/// The numbers of a `schedstat` file: nanoseconds on a processor, nanoseconds of waiting for one, and a count.
fn schedstat(text: &str) -> Option<Usage> {
    let mut numbers = text.split_ascii_whitespace().map_while(|number| number.parse().ok().map(Duration::from_nanos));
    Some(Usage { cpu: numbers.next()?, wait: numbers.next()? })
}

/// The processor times of a `stat` file: of all threads of the process, and of its children that were waited for.
fn times(text: &str) -> Option<(Duration, Duration)> {
    // Behind the name, which may hold anything, the times are the 12th to the 15th field.
    let fields: Vec<&str> = text[text.rfind(')')? + 1..].split_ascii_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<u64>().ok();
    let sum =
        |first: usize| Some(Duration::from_millis((ticks(first)? + ticks(first + 1)?).saturating_mul(1000 / TICKS)));
    Some((sum(11)?, sum(13)?))
}

/// The number of processes that ran or were ready to run, as the mean of the last minute.
#[must_use]
pub fn load() -> f64 {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_ascii_whitespace().next().and_then(|load| load.parse().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn files_of_the_kernel_are_read() {
        let ms = Duration::from_millis;
        assert_eq!(
            schedstat("1500000 2500000 7\n"),
            Some(Usage { cpu: Duration::from_micros(1500), wait: Duration::from_micros(2500) })
        );
        assert_eq!((schedstat(""), schedstat("1 x 2")), (None, None));
        let stat = "17 (a) b) S 1 17 17 0 -1 4194560 100 0 0 0 12 3 40 5 20 0 1 0 100";
        assert_eq!(times(stat), Some((ms(150), ms(450))));
        assert_eq!((times(""), times("17 (a) S 1 2")), (None, None));
    }

    #[test]
    fn a_program_that_computes_uses_time_with_all_that_it_starts() {
        // The child is waited for, and counts for its parent then.
        let busy = "i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done";
        let mut family =
            Family::start(Command::new("sh").args(["-c", &format!("sh -c '{busy}'; {busy}; read -r end")])).unwrap();
        let mut used = Usage::default();
        let until = std::time::Instant::now() + Duration::from_mins(1);
        while used.cpu < Duration::from_millis(50) && std::time::Instant::now() < until {
            std::thread::sleep(Duration::from_millis(20));
            used = Usage::of(&family);
        }
        assert!(used.cpu >= Duration::from_millis(50), "{used:?}");
        let later = Usage::of(&family);
        assert!(later.since(used).cpu < Duration::from_mins(1));
        family.end();
        assert_eq!(Usage::of(&family), Usage::default());
        for (script, is_busy) in [("while :; do :; done", true), ("read -r end", false)] {
            let family = Family::start(Command::new("sh").args(["-c", script])).unwrap();
            while is_ready(&family) != is_busy && std::time::Instant::now() < until {
                std::thread::sleep(Duration::from_millis(1));
            }
            assert_eq!(is_ready(&family), is_busy, "{script}");
        }
    }
}
