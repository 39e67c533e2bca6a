//! Histories of claims against shares that are computed by filling with water.

use super::*;
use std::collections::{BTreeMap, BTreeSet};

/// Histories that are played; `BOARDBOTS_HISTORIES` says another number.
const HISTORIES: u64 = 20_000;

/// What each leaf of the tree has of a capacity that is poured over it: at each node every child gets as much as it
/// wants, up to one level for all, the highest at which there is enough.
fn poured(capacity: usize, wants: &[(Owner, usize)], level: usize, of_address: usize) -> BTreeMap<Owner, usize> {
    if level == LEVELS {
        return wants.iter().map(|(owner, _)| (*owner, capacity)).collect();
    }
    let mut children: BTreeMap<Node, Vec<(Owner, usize)>> = BTreeMap::new();
    for want in wants {
        children.entry(want.0.node(level + 1)).or_default().push(*want);
    }
    let most = |wants: &[(Owner, usize)]| {
        // An address can want no more than it can have; several addresses are below a network.
        let mut of: BTreeMap<Node, usize> = BTreeMap::new();
        for (owner, units) in wants {
            *of.entry(owner.node(ADDRESS)).or_default() += units;
        }
        of.values().map(|units| *units.min(&of_address)).sum::<usize>()
    };
    let wanted: Vec<usize> = children.values().map(|wants| most(wants)).collect();
    let mut water = capacity;
    while wanted.iter().map(|want| want.min(&water)).sum::<usize>() > capacity {
        water -= 1;
    }
    let parts =
        children.values().zip(&wanted).map(|(wants, want)| poured(*want.min(&water), wants, level + 1, of_address));
    parts.flatten().collect()
}

#[test]
fn nobody_below_the_share_is_refused_or_evicted() {
    let histories = std::env::var("BOARDBOTS_HISTORIES").map_or(HISTORIES, |text| text.parse().expect("a number"));
    let threads = 2_u8;
    std::thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || (thread.into()..histories).step_by(threads.into()).for_each(history));
        }
    });
}

fn history(seed: u64) {
    let mut chance = fastrand::Rng::with_seed(seed);
    let (most, of_address) = (chance.usize(1..14), chance.usize(1..10));
    let units = [1, 1, 3][chance.usize(0..3)];
    // Things of several units never make room for their owner's own.
    let kept = if units > 1 || chance.bool() { Rank::Idle } else { Rank::Due };
    let holdings = Holdings::new(most, move |_| of_address, kept);
    let mut held: Vec<(Owner, usize, Claim)> = Vec::new();
    for step in 0..chance.usize(4..24) {
        if chance.u8(0..5) == 0 && !held.is_empty() {
            held.swap_remove(chance.usize(0..held.len()));
            continue;
        }
        let addr = if chance.bool() {
            IpAddr::from([10, 0, chance.u8(0..3), chance.u8(0..2)])
        } else {
            IpAddr::from([0x2001, 0xdb8, chance.u16(0..2), chance.u16(0..2) << 8 | chance.u16(0..2), 0, 0, 0, 1])
        };
        let owner = Owner::at(addr);
        let owner = if chance.bool() { owner.with_key(chance.u64(0..2)) } else { owner };
        let wants = chance.usize(1..=units);
        let moved = (chance.u8(0..6) == 0 && !held.is_empty()).then(|| held.swap_remove(chance.usize(0..held.len())));
        let wants = moved.as_ref().map_or(wants, |(_, units, _)| *units);
        let before: BTreeMap<Owner, usize> = held.iter().fold(BTreeMap::new(), |mut sums, (owner, units, _)| {
            *sums.entry(*owner).or_default() += units;
            sums
        });
        let mut demands = before.clone();
        *demands.entry(owner).or_default() += wants;
        let demands: Vec<(Owner, usize)> = demands.into_iter().collect();
        let shares = poured(most, &demands, 0, of_address);
        let claimed = match moved {
            Some((_, _, claim)) => claim.hand_to(owner).map(|()| claim),
            None => holdings.claim(owner, wants),
        };
        let has = before.get(&owner).copied().unwrap_or(0);
        let what = || format!("seed {seed}, step {step}: {wants} for {owner:?} of {most}, {before:?}");
        if has + wants <= shares[&owner] {
            assert!(claimed.is_ok(), "{} is refused", what());
        }
        let left: BTreeSet<u64> = lock(&holdings.held).things.keys().copied().collect();
        let (stay, gone): (Vec<_>, Vec<_>) = held.into_iter().partition(|(.., claim)| left.contains(&claim.number));
        held = stay;
        for (victim, ..) in &gone {
            assert!(before[victim] >= shares[victim] + usize::from(*victim != owner), "{}: evicts {victim:?}", what());
        }
        if let Ok(claim) = claimed {
            claim.progress([Rank::Idle, Rank::Used, Rank::Due][chance.usize(0..3)]);
            held.push((owner, wants, claim));
        }
        let sum: usize = held.iter().map(|(_, units, _)| units).sum();
        assert!(sum <= most && holdings.count() == sum, "{}", what());
    }
    drop(held);
    assert!(holdings.count() == 0 && lock(&holdings.held).tree.children(Node::ROOT).is_empty());
}

#[test]
fn the_thing_longest_without_progress_goes_first_and_answers_last() {
    let home = Owner::at([192, 0, 2, 1].into());
    let holdings = Holdings::new(4, |_| 4, Rank::Due);
    let claims: Vec<Claim> = (0..4).map(|_| holdings.claim(home, 1).expect("there is room")).collect();
    for (index, rank) in [(2, Rank::Due), (3, Rank::Used), (1, Rank::Idle), (0, Rank::Idle)] {
        std::thread::sleep(std::time::Duration::from_millis(1));
        claims[index].progress(rank);
    }
    let other = Owner::at([198, 51, 100, 1].into());
    let gone = |index: usize| claims[index].owner().is_none();
    let first = holdings.claim(other, 1).expect("it has none");
    assert!(gone(1) && !gone(0) && !gone(2) && !gone(3));
    let second = holdings.claim(other, 1).expect("it has fewer");
    assert!(gone(0) && !gone(2) && !gone(3));
    // Both have their share: each takes from its own, unless an answer is due there.
    let third = holdings.claim(other, 1).expect("its own makes room");
    assert!(first.owner().is_none() && second.owner().is_some());
    second.progress(Rank::Due);
    third.progress(Rank::Due);
    assert_eq!(holdings.claim(other, 1).err(), Some(FullError::All));
    claims[3].give_back(1);
    assert_eq!(holdings.count(), 4, "one unit stays");
}

#[test]
fn an_address_has_a_limit_of_its_own() {
    let holdings = Holdings::new(10, |addr| if addr.is_loopback() { 5 } else { 2 }, Rank::Idle);
    let take = |text: &str| holdings.claim(Owner::at(text.parse().unwrap()), 1);
    let held = [take("2001:db8::1"), take("2001:db8::2")];
    assert!(held.iter().all(Result::is_ok) && take("2001:db8::3").err() == Some(FullError::Address));
    assert!(take("192.0.2.1").is_ok() && take("2001:db8:0:1::").is_ok());
    let local: Vec<_> = (0..6).map(|_| take("127.0.0.1")).collect();
    assert_eq!(local.iter().filter(|claim| claim.is_ok()).count(), 5);
    drop(held);
    assert!(take("2001:db8::3").is_ok());
}
