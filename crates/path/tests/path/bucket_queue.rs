//! The queue of buckets against a list that is looked through.

use boardbots_path::bucket_queue::BucketQueue;
use fastrand::Rng;

/// Node, cost and key of what waits, the last to be taken first among equals.
type Plain = Vec<(u32, u32, u32)>;

/// Takes from both; `false` if nothing is left. `near`: all keys were within the window, so that
/// the order among equals is known.
fn take(queue: &mut BucketQueue, plain: &mut Plain, near: bool, last: &mut u32) -> bool {
    let due = plain.iter().map(|&(_, _, key)| key).min();
    let taken = queue.take();
    assert_eq!(taken.is_some(), due.is_some());
    let Some((key, (node, cost))) = due.zip(taken) else { return false };
    *last = key;
    assert_eq!(queue.key(), key);
    let place = if near {
        plain.iter().rposition(|&(_, _, other)| other == key)
    } else {
        plain.iter().position(|&found| found == (node, cost, key))
    };
    assert_eq!(plain.remove(place.expect("what was added")), (node, cost, key));
    true
}

#[test]
fn random_work() {
    let mut rng = Rng::with_seed(73);
    let (mut queue, mut sweeps) = (BucketQueue::default(), 0);
    for _ in 0..400 {
        let keys = [1, 64, 65, 500, 4096, 9999][rng.u32(0..6) as usize];
        queue.fit(50, keys);
        queue.begin();
        let near = rng.bool();
        let (mut plain, mut last) = (Plain::new(), 0);
        let taking = rng.u32(0..4);
        for cost in 0..600 {
            if rng.u32(0..5) < taking {
                take(&mut queue, &mut plain, near, &mut last);
                continue;
            }
            let node = rng.u32(0..50);
            // The window is the next power of two, at least 64.
            let window = keys.min(4096).next_power_of_two().max(64);
            let far = if near { 0 } else { rng.u32(0..5 * window) };
            let distance = [rng.u32(0..3), rng.u32(0..window), far][rng.u32(0..3) as usize];
            let key = if rng.u32(0..10) == 0 { 0 } else { last + distance };
            if !queue.add(node, cost, key) {
                // For fifty nodes there is room for more than a hundred.
                assert!(plain.len() > 100, "{}", plain.len());
                queue.sweep(|node, cost| (node + cost) % 3 == sweeps % 3);
                plain.retain(|(node, cost, _)| (node + cost) % 3 == sweeps % 3);
                sweeps += 1;
                assert!(queue.add(node, cost, key));
            }
            plain.push((node, cost, key.max(last)));
        }
        while take(&mut queue, &mut plain, near, &mut last) {}
        assert!(plain.is_empty());
    }
    assert!(sweeps > 100, "{sweeps}");
}

#[test]
fn keys_near_the_end() {
    let mut queue = BucketQueue::default();
    queue.fit(4, 4096);
    queue.begin();
    for (node, key) in [(0, u32::MAX), (1, 7), (3, u32::MAX - 1)] {
        assert!(queue.add(node, 0, key));
    }
    for (node, key) in [(1, 7), (3, u32::MAX - 1), (0, u32::MAX)] {
        assert_eq!((queue.take(), queue.key()), (Some((node, 0)), key));
    }
    assert_eq!(queue.take(), None);
    assert!(queue.add(1, 0, u32::MAX) && queue.add(2, 0, 5));
    assert_eq!((queue.take(), queue.take(), queue.take()), (Some((2, 0)), Some((1, 0)), None));
}
