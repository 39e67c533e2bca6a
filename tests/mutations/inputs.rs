//! Every reader gets its share of mutated inputs.

use crate::accident::mutated;
use crate::readers::{self, Reader};
use crate::watch::{SLOW, Watch};
use crate::{seed, setting};
use fastrand::Rng;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// What came of a reader.
struct Account {
    name: &'static str,
    inputs: u64,
    taken: u64,
    time: Duration,
    slowest: (Duration, u64),
    slow: u64,
    panics: Vec<(u64, Vec<u8>)>,
}

fn run(reader: &Reader, inputs: u64, watch: &Watch) -> Account {
    let name = reader.name;
    let own = name.bytes().fold(seed(), |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    let (mut out, begin) = (Vec::new(), Instant::now());
    let mut account = Account {
        name,
        inputs,
        taken: 0,
        time: Duration::ZERO,
        slowest: Default::default(),
        slow: 0,
        panics: Vec::new(),
    };
    for number in 0..inputs {
        // Each by itself, so that one is found again without all before it.
        mutated(&reader.samples, &mut Rng::with_seed(own ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)), &mut out);
        let (read, took) = watch.over(name, number, &out, || catch_unwind(AssertUnwindSafe(|| (reader.read)(&out))));
        match read {
            Ok(taken) => account.taken += u64::from(taken),
            Err(_) if account.panics.len() < 10 => account.panics.push((number, out.clone())),
            Err(_) => {}
        }
        account.slowest = account.slowest.max((took, number));
        account.slow += u64::from(took > SLOW);
    }
    account.time = begin.elapsed();
    account
}

#[test]
fn readers_take_anything() {
    let only = std::env::var("BOARDBOTS_MUTATIONS_ONLY").ok();
    let all: Vec<Reader> = readers::all()
        .filter(|reader| only.as_ref().is_none_or(|only| reader.name.starts_with(only.as_str())))
        .collect();
    let (total, shares) = (setting("BOARDBOTS_MUTATIONS", 20_000), all.iter().map(|reader| reader.share).sum::<u64>());
    let watch = Watch::start();
    for reader in &all {
        assert!(reader.samples.iter().any(|sample| (reader.read)(sample)), "{}: a sample is refused", reader.name);
    }
    println!("{:<26} {:>10} {:>10} {:>9} {:>11}  slowest", "reader", "inputs", "taken", "seconds", "1/s");
    let (mut count, mut slow, mut panics) = (0, 0, Vec::new());
    for reader in &all {
        let found = run(reader, (total * reader.share / shares).max(1), &watch);
        let seconds = found.time.as_secs_f64();
        #[allow(clippy::cast_precision_loss)]
        let rate = found.inputs as f64 / seconds;
        println!(
            "{:<26} {:>10} {:>10} {seconds:>9.1} {rate:>11.0}  {:.1} ms, input {}",
            found.name,
            found.inputs,
            found.taken,
            found.slowest.0.as_secs_f64() * 1000.0,
            found.slowest.1
        );
        count += found.inputs;
        slow += found.slow;
        panics.extend(found.panics.into_iter().map(|(number, bytes)| (found.name, number, bytes)));
    }
    println!("{count} inputs, {slow} took more than {} s", SLOW.as_secs());
    for (name, number, bytes) in &panics {
        println!("{name} {number} panics: {:?}", String::from_utf8_lossy(bytes));
    }
    assert!(panics.is_empty(), "{} inputs panic", panics.len());
}
