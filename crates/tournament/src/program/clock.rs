//! The clock of a program's choice: how much of the time counts, and when it is over.
//!
//! Wall time counts, but for the time for which the program wanted to compute and the machine did not let it: that is
//! given back. It is what the kernel has counted as waiting for a processor, and at most the time for which the program
//! used less than the one processor that it may have. A program that starts more threads than that waits for itself,
//! and gets nothing back. While it is ready to compute and has not been let for some milliseconds, the clock stands.

use boardbots_base::process::family::Family;
use boardbots_base::process::usage::{Usage, is_ready, load};
use boardbots_game::game::Clock;
use std::time::{Duration, Instant};

/// The time after which the usage of a program is looked at for the first time: most answers come sooner.
const FIRST: Duration = Duration::from_millis(20);
/// With a limit below this, it is looked at before the choice: the time until the first look would be much of the limit.
const SHORT: Duration = Duration::from_secs(1);
/// Wall time of a choice at most, in limits.
const MOST: u32 = 5;
/// The time between two looks at a program: in a shorter one the kernel may not yet count what a thread uses.
const PAUSE: Duration = Duration::from_millis(10);

/// The clock of one choice.
pub struct MoveClock {
    kind: Clock,
    limit: Duration,
    begun: Instant,
    /// The usage before the choice, or at an early time of it.
    first: Option<(Instant, Usage)>,
    /// The processor time of the program when it was last seen to have grown, and when that was.
    grown: (Instant, Duration),
    until: Instant,
}

impl MoveClock {
    /// A clock that begins now.
    pub fn start(kind: Clock, limit: Duration, family: &Family) -> Self {
        let usage = (kind == Clock::Cpu || limit < SHORT).then(|| Usage::of(family));
        let begun = Instant::now();
        let first = usage.map(|usage| (begun, usage));
        let look = if first.is_some() { limit.saturating_sub(PAUSE) } else { limit.min(FIRST) };
        Self { kind, limit, begun, first, grown: (begun, Duration::ZERO), until: after(begun, look) }
    }

    /// The time of the next look at the program, if it has not answered by then.
    pub const fn look(&self) -> Instant {
        self.until
    }

    /// True if it has time left, now that this is the time of a look.
    pub fn goes_on(&mut self, family: &Family) -> bool {
        let (now, usage) = (Instant::now(), Usage::of(family));
        let (at, first) = *self.first.get_or_insert((now, usage));
        let used = usage.since(first);
        if used.cpu > self.grown.1 {
            self.grown = (now, used.cpu);
        }
        let allowed = match self.kind {
            Clock::Wall => self.limit.saturating_add(given_back(now - at, used)),
            Clock::Cpu => (now - self.begun).saturating_add(self.limit.saturating_sub(used.cpu)),
        };
        let most = after(self.begun, self.limit.saturating_mul(MOST));
        let until = after(self.begun, allowed).min(most);
        // The kernel counts the waiting of a thread when it is over.
        let waits = || self.kind == Clock::Wall && now - self.grown.0 >= PAUSE && most > now && is_ready(family);
        let goes_on = until > now || waits();
        self.until = until.checked_sub(PAUSE).unwrap_or(until).max(now + PAUSE);
        goes_on
    }

    /// True if an answer that is there now comes too late.
    pub fn is_over(&mut self, family: &Family) -> bool {
        (self.kind == Clock::Cpu || self.begun.elapsed() > self.limit) && !self.goes_on(family)
    }

    /// The time that the choice took so far, of all kinds.
    pub fn told(&self, family: &Family) -> String {
        let (wall, load) = (self.begun.elapsed().as_millis(), load());
        let Some((_, first)) = self.first else { return format!("wall {wall} ms, load {load:.1}") };
        let Usage { cpu, wait } = Usage::of(family).since(first);
        format!("wall {wall} ms, CPU {} ms, wait {} ms, load {load:.1}", cpu.as_millis(), wait.as_millis())
    }
}

/// The time that a program gets back for this much wall time and usage.
fn given_back(wall: Duration, Usage { cpu, wait }: Usage) -> Duration {
    wait.min(wall.saturating_sub(cpu))
}

/// The end of a time, or a year if that is farther than any clock goes.
pub fn after(begun: Instant, time: Duration) -> Instant {
    begun.checked_add(time).unwrap_or_else(|| begun + Duration::from_hours(366 * 24))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn the_clock_stands_while_a_program_that_is_ready_is_not_let() {
        // As if the program had used nothing since then: what it uses is counted from more than it will ever use.
        let late = |kind, script: &str, ready| {
            let family = Family::start(Command::new("sh").args(["-c", script])).expect("a shell");
            let patience = Instant::now() + Duration::from_mins(1);
            while is_ready(&family) != ready && Instant::now() < patience {
                std::thread::sleep(PAUSE);
            }
            let limit = Duration::from_mins(10);
            let begun = Instant::now().checked_sub(limit + PAUSE).expect("a machine that has run for a while");
            let first = Some((begun, Usage { cpu: Duration::MAX, wait: Duration::MAX }));
            let grown = (begun, Duration::ZERO);
            !MoveClock { kind, limit, begun, first, grown, until: begun }.goes_on(&family)
        };
        assert!(!late(Clock::Wall, "while :; do :; done", true));
        assert!(late(Clock::Wall, "read -r end", false));
    }

    #[test]
    fn what_others_have_taken_is_given_back() {
        let back = |wall, cpu, wait| {
            let ms = Duration::from_millis;
            given_back(ms(wall), Usage { cpu: ms(cpu), wait: ms(wait) }).as_millis()
        };
        // It waited for a third of the time.
        assert_eq!(back(300, 200, 100), 100);
        // It slept, too, which is its own affair.
        assert_eq!(back(300, 100, 100), 100);
        // The kernel counts nothing.
        assert_eq!(back(300, 100, 0), 0);
        // Sixteen threads on two processors wait for each other.
        assert_eq!(back(300, 600, 4200), 0);
        assert_eq!(back(300, 299, 4500), 1);
    }
}
