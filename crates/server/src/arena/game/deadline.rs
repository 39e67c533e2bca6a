//! The end of a player's time, on a server that may stall.
//!
//! If the machine or this process stalls, moves may lie unread, and the player may have stalled, too: they get as much
//! time as was lost, and never more than their limit once again.

use std::time::Duration;
use tokio::time::Instant;

/// A turn that is looked at this late shows that the server has stalled, not the player alone.
const STALL: Duration = Duration::from_millis(50);

/// The end of the time in which a player's move is taken.
pub struct Deadline {
    /// The moment, as far as is known.
    pub at: Instant,
    /// The time that may still be added to it.
    grace: Duration,
}

impl Deadline {
    /// The end of this limit, which began at `issued`.
    pub fn new(issued: Instant, limit: Duration) -> Self {
        Self { at: issued + limit, grace: limit }
    }

    /// True if it has passed, now that its timer fires; otherwise it was moved, by the time that the server has lost.
    pub fn has_passed(&mut self, now: Instant) -> bool {
        let lost = self.lost(now);
        if lost.is_zero() {
            return true;
        }
        self.grace -= lost;
        self.at = now + lost;
        false
    }

    /// True if a move that came at `received`, and is read now, is in time.
    ///
    /// Its timer has not fired: if the move came after the deadline, this look is as late as the timer.
    pub fn admits(&self, received: Instant, now: Instant) -> bool {
        received <= self.at + self.lost(now)
    }

    fn lost(&self, now: Instant) -> Duration {
        let lost = now.saturating_duration_since(self.at).min(self.grace);
        if lost < STALL { Duration::ZERO } else { lost }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_secs(1);

    fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn time_that_the_server_did_not_lose_is_not_given() {
        let start = Instant::now();
        let mut deadline = Deadline::new(start, LIMIT);
        assert!(deadline.admits(start + ms(1000), start + ms(1000)));
        assert!(!deadline.admits(start + ms(1001), start + ms(1049)));
        assert!(deadline.has_passed(start + ms(1049)));
        assert_eq!(deadline.at, start + LIMIT);
    }

    #[test]
    fn a_timer_that_fires_late_gives_what_was_lost() {
        let start = Instant::now();
        let mut deadline = Deadline::new(start, LIMIT);
        assert!(!deadline.has_passed(start + ms(1300)));
        assert_eq!(deadline.at, start + ms(1600));
        assert!(deadline.has_passed(start + ms(1610)));
    }

    #[test]
    fn a_move_that_lay_unread_meanwhile_is_in_time() {
        let start = Instant::now();
        let deadline = Deadline::new(start, LIMIT);
        assert!(deadline.admits(start + ms(1300), start + ms(1300)));
        assert!(deadline.admits(start + ms(1020), start + ms(1300)));
    }

    #[test]
    fn no_stall_gives_more_than_the_limit_once_again() {
        let start = Instant::now();
        let mut deadline = Deadline::new(start, LIMIT);
        assert!(!deadline.admits(start + ms(2001), start + ms(9000)));
        assert!(!deadline.has_passed(start + ms(1700)));
        assert!(!deadline.has_passed(start + ms(9000)));
        assert_eq!(deadline.at, start + ms(9300));
        assert!(!deadline.admits(start + ms(9301), start + ms(9500)));
        assert!(deadline.has_passed(start + ms(9500)));
    }
}
