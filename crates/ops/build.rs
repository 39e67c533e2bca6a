//! Tells the program the year in which it is built: a clock that says less is wrong.

use std::time::{SystemTime, UNIX_EPOCH};

/// Length of a year in the calendar's mean.
const YEAR: u64 = 31_556_952;

fn main() {
    // Builds that are to be repeatable set this time; see reproducible-builds.org.
    println!("cargo::rerun-if-env-changed=SOURCE_DATE_EPOCH");
    println!("cargo::rerun-if-changed=build.rs");
    let set = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse().ok());
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let seconds: u64 = set.unwrap_or_else(now);
    // Rounded down by a day: never a year too many on New Year's Eve.
    println!("cargo::rustc-env=BOARDBOTS_BUILD_YEAR={}", 1970 + seconds.saturating_sub(24 * 60 * 60) / YEAR);
}
