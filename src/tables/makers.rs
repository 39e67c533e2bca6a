//! Who has made tables lately, by addresses.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// How long a table that was made counts.
const SPAN: Duration = Duration::from_hours(1);
/// Most addresses that are remembered; the first forgotten ones are those that count no more.
const MOST: usize = 10_000;

/// Who has made tables lately.
#[derive(Default)]
pub struct Makers(HashMap<IpAddr, VecDeque<Instant>>);

impl Makers {
    /// Notes that an address makes a table, unless it has made so many within an hour.
    pub fn note(&mut self, maker: IpAddr, most: usize, now: Instant) -> bool {
        if self.0.len() >= MOST && !self.0.contains_key(&maker) {
            self.0.retain(|_, made| made.back().is_some_and(|last| now.duration_since(*last) < SPAN));
            if self.0.len() >= MOST {
                return false;
            }
        }
        let made = self.0.entry(maker).or_default();
        while made.front().is_some_and(|first| now.duration_since(*first) >= SPAN) {
            made.pop_front();
        }
        let free = made.len() < most;
        if free {
            made.push_back(now);
        }
        free
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_its_hour() {
        let (mut makers, began) = (Makers::default(), Instant::now());
        let [one, other] = [IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2])];
        let minute = |minutes| began + Duration::from_mins(minutes);
        assert!(makers.note(one, 2, minute(0)) && makers.note(one, 2, minute(30)));
        assert!(!makers.note(one, 2, minute(59)) && makers.note(other, 2, minute(59)));
        assert!(makers.note(one, 2, minute(60)) && !makers.note(one, 2, minute(61)));
    }
}
