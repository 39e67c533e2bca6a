//! Rounds: whose work is done next, where work takes time.

use super::owner::{ADDRESS, LEVELS, Node, Owner, Tree};
use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

/// Time after which half of what was spent is forgotten.
const HALF: Duration = Duration::from_secs(5);
/// Nodes whose spent time is remembered; the half that spent least is forgotten when there are more.
const REMEMBERED: usize = 4096;

/// Jobs that wait, by owner. At each node of the tree the child that has spent least lately comes first; the jobs of
/// an owner are done in their order.
pub struct Rounds<J> {
    waiting: Tree,
    jobs: HashMap<Owner, VecDeque<J>>,
    /// Seconds spent, as of a moment.
    spent: HashMap<Node, (f64, Instant)>,
}

impl<J> Default for Rounds<J> {
    fn default() -> Self {
        Self { waiting: Tree::default(), jobs: HashMap::new(), spent: HashMap::new() }
    }
}

impl<J> Rounds<J> {
    /// Lets a job wait.
    pub fn push(&mut self, owner: Owner, job: J) {
        self.waiting.add(owner, 1);
        self.jobs.entry(owner).or_default().push_back(job);
    }

    /// The next job, and its owner.
    pub fn pop(&mut self, now: Instant) -> Option<(Owner, J)> {
        let mut node = Node::ROOT;
        for _ in 0..LEVELS {
            let children = self.waiting.children(node).iter();
            node = *children.min_by(|one, other| self.spent(**one, now).total_cmp(&self.spent(**other, now)))?;
        }
        let owner = *self.jobs.keys().find(|owner| owner.node(LEVELS) == node)?;
        let queue = self.jobs.get_mut(&owner)?;
        let job = queue.pop_front()?;
        if queue.is_empty() {
            self.jobs.remove(&owner);
        }
        self.waiting.take(owner, 1);
        Some((owner, job))
    }

    /// Forgets jobs of which this is not true.
    pub fn retain(&mut self, wanted: impl Fn(&J) -> bool) {
        for (owner, queue) in &mut self.jobs {
            let before = queue.len();
            queue.retain(&wanted);
            self.waiting.take(*owner, before - queue.len());
        }
        self.jobs.retain(|_, queue| !queue.is_empty());
    }

    /// Notes how long work for an owner has taken.
    pub fn charge(&mut self, owner: Owner, time: Duration, now: Instant) {
        for level in 1..=LEVELS {
            let node = owner.node(level);
            let spent = self.spent(node, now) + time.as_secs_f64();
            self.spent.insert(node, (spent, now));
        }
        if self.spent.len() > REMEMBERED {
            let mut all: Vec<f64> = self.spent.keys().map(|node| self.spent(*node, now)).collect();
            let (_, &mut middle, _) = all.select_nth_unstable_by(REMEMBERED / 2, f64::total_cmp);
            self.spent.retain(|_, (spent, at)| faded(*spent, *at, now) > middle);
        }
    }

    fn spent(&self, node: Node, now: Instant) -> f64 {
        self.spent.get(&node).map_or(0.0, |(spent, at)| faded(*spent, *at, now))
    }

    /// Jobs that wait.
    #[must_use]
    pub fn len(&self) -> usize {
        self.waiting.amount(Node::ROOT)
    }

    /// True if no job waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Addresses with jobs that wait, this owner's counted, and jobs of this owner.
    #[must_use]
    pub fn crowd(&self, owner: Owner) -> (usize, usize) {
        let mut addresses: Vec<Node> = self.jobs.keys().chain([&owner]).map(|owner| owner.node(ADDRESS)).collect();
        addresses.sort_unstable();
        addresses.dedup();
        (addresses.len(), self.jobs.get(&owner).map_or(0, VecDeque::len))
    }
}

/// The part of a spent amount that is left after a while.
fn faded(spent: f64, at: Instant, now: Instant) -> f64 {
    spent * 0.5_f64.powf(now.saturating_duration_since(at).as_secs_f64() / HALF.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owner(text: &str) -> Owner {
        Owner::at(text.parse().unwrap())
    }

    #[test]
    fn many_jobs_of_one_owner_delay_no_other() {
        let (mut rounds, mut now) = (Rounds::default(), Instant::now());
        let (busy, quiet) = (owner("192.0.2.1"), owner("198.51.100.1"));
        (0..100).for_each(|number| rounds.push(busy, number));
        rounds.push(quiet, 1000);
        rounds.push(quiet, 1001);
        assert_eq!(rounds.crowd(quiet), (2, 2));
        let mut order = Vec::new();
        while let Some((owner, job)) = rounds.pop(now) {
            rounds.charge(owner, Duration::from_millis(10), now);
            now += Duration::from_millis(10);
            order.push(job);
        }
        assert_eq!(order[..4], [0, 1000, 1, 1001]);
        assert!(rounds.is_empty() && rounds.jobs.is_empty() && order[4..].iter().copied().eq(2..100));
    }

    #[test]
    fn a_network_takes_its_turns_as_one() {
        let (mut rounds, now) = (Rounds::default(), Instant::now());
        for subnet in 0..100_u16 {
            rounds.push(Owner::at(IpAddr::from([0x2001, 0xdb8, 1, subnet, 0, 0, 0, 1])), "many");
        }
        let two = [owner("192.0.2.1").with_key(1), owner("192.0.2.1").with_key(2)];
        for owner in [two, two].concat() {
            rounds.push(owner, "two");
        }
        let mut order = Vec::new();
        for _ in 0..8 {
            let (owner, job) = rounds.pop(now).unwrap();
            rounds.charge(owner, Duration::from_millis(5), now);
            order.push(job);
        }
        assert_eq!(order.iter().filter(|job| **job == "two").count(), 4, "{order:?}");
    }

    #[test]
    fn jobs_nobody_waits_for_and_owners_long_gone_are_forgotten() {
        let (mut rounds, now) = (Rounds::default(), Instant::now());
        for number in 0..10_000_u32 {
            let owner = Owner::at(std::net::Ipv4Addr::from_bits(number << 8).into());
            rounds.push(owner, number);
            rounds.charge(owner, Duration::from_micros(u64::from(number)), now);
        }
        assert!(rounds.spent.len() <= REMEMBERED, "{}", rounds.spent.len());
        rounds.retain(|number| number % 100 == 0);
        assert_eq!(rounds.len(), 100);
        assert_eq!(std::iter::from_fn(|| rounds.pop(now)).count(), 100);
        assert!(rounds.waiting.children(Node::ROOT).is_empty());
    }

    use std::net::IpAddr;
}
