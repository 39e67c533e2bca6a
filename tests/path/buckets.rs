//! The queue of buckets against a list that is looked through.

use boardbots::path::buckets::Buckets;
use fastrand::Rng;

#[test]
fn random_work() {
    let mut rng = Rng::with_seed(73);
    let mut queue = Buckets::default();
    for _ in 0..400 {
        let keys = [1, 64, 65, 500, 4096, 9999][rng.u32(0..6) as usize];
        queue.fit(50, keys);
        queue.begin();
        let near = rng.bool();
        // Key and node, the first to be taken first.
        let mut plain: Vec<(u32, u32)> = Vec::new();
        let mut known = [false; 50];
        let mut last = 0;
        let take = |queue: &mut Buckets, plain: &mut Vec<(u32, u32)>, last: &mut u32| {
            let due = plain.iter().map(|&(key, _)| key).min();
            let taken = queue.take();
            assert_eq!(taken.is_some(), due.is_some());
            let Some((key, node)) = due.zip(taken) else { return false };
            *last = key;
            assert_eq!(queue.key(), key);
            let place = plain.iter().rposition(|&(other, _)| other == key).expect("the least");
            // What was beyond the window may come in any order.
            let place = if near { place } else { plain.iter().position(|&found| found == (key, node)).unwrap() };
            assert_eq!(plain.remove(place), (key, node));
            true
        };
        for _ in 0..600 {
            if rng.u32(0..5) < 2 {
                take(&mut queue, &mut plain, &mut last);
                continue;
            }
            let node = rng.u32(0..50);
            // The window is the next power of two, at least 64.
            let window = keys.min(4096).next_power_of_two().max(64);
            let far = if near { 0 } else { rng.u32(0..5 * window) };
            let distance = [rng.u32(0..3), rng.u32(0..window), far][rng.u32(0..3) as usize];
            let key = if rng.u32(0..10) == 0 { 0 } else { last + distance };
            if known[node as usize] {
                queue.change(node, key);
            } else {
                queue.add(node, key);
            }
            known[node as usize] = true;
            plain.retain(|&(_, other)| other != node);
            plain.push((key.max(last), node));
        }
        while take(&mut queue, &mut plain, &mut last) {}
        assert!(plain.is_empty());
    }
}

#[test]
fn keys_near_the_end() {
    let mut queue = Buckets::default();
    queue.fit(4, 4096);
    queue.begin();
    for (node, key) in [(0, u32::MAX), (1, 7), (3, u32::MAX - 1)] {
        queue.add(node, key);
    }
    for (node, key) in [(1, 7), (3, u32::MAX - 1), (0, u32::MAX)] {
        assert_eq!((queue.take(), queue.key()), (Some(node), key));
    }
    assert_eq!(queue.take(), None);
    queue.add(1, u32::MAX);
    queue.add(2, 5);
    assert_eq!((queue.take(), queue.take(), queue.take()), (Some(2), Some(1), None));
}
