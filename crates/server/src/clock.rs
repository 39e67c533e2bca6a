//! Jumps of a wall clock, which can be set wrong, or right again.
//!
//! Databases keep wall times, because they outlive processes. A jump of the clock would make all tables and games old
//! at once. So each look at them is held against the one before: the time by which the wall clock has gone beyond the
//! time that has really passed is a jump, by which no age changes.

/// The largest deviation of a wall clock, in seconds, that is no jump: time zones that were taken for a clock, and
/// clocks that run badly.
const TOLERANCE: i64 = 60 * 60;
/// The longest time that a server is believed to have been off, in seconds.
const OFF: i64 = 7 * 24 * 60 * 60;

/// The jump of the wall clock between two looks, in seconds, if `passed` seconds have really passed. `None` means that
/// nobody knows, because the server was off: a difference of up to a week counts as time passed, any other as a jump.
pub fn jump(then: i64, now: i64, passed: Option<i64>) -> i64 {
    let gone = now.saturating_sub(then);
    let passed = passed.unwrap_or(if (0..=OFF).contains(&gone) { gone } else { 0 });
    let beyond = gone.saturating_sub(passed);
    if beyond.saturating_abs() > TOLERANCE { beyond } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3600;
    const DAY: i64 = 24 * HOUR;
    const THEN: i64 = 1_800_000_000;

    #[test]
    fn time_that_passes_is_no_jump() {
        for (gone, passed) in [(HOUR, Some(HOUR)), (2 * HOUR, Some(HOUR)), (0, Some(HOUR)), (HOUR + 20, Some(HOUR))] {
            assert_eq!(jump(THEN, THEN + gone, passed), 0, "{gone} {passed:?}");
        }
        for off in [0, HOUR, DAY, 7 * DAY, -HOUR] {
            assert_eq!(jump(THEN, THEN + off, None), 0, "{off}");
        }
    }

    #[test]
    fn what_the_clock_went_beyond_is_a_jump() {
        assert_eq!(jump(THEN, THEN + 61 * DAY, Some(HOUR)), 61 * DAY - HOUR);
        assert_eq!(jump(THEN, THEN - 2 * DAY, Some(HOUR)), -2 * DAY - HOUR);
        assert_eq!(jump(THEN, THEN + 70 * DAY, None), 70 * DAY);
        assert_eq!(jump(THEN, THEN - DAY, None), -DAY);
        assert_eq!(jump(THEN, 0, None), -THEN);
        // What a damaged database says.
        assert_eq!(jump(i64::MIN, THEN, None), i64::MAX);
        assert_eq!(jump(i64::MAX, i64::MIN, Some(0)), i64::MIN);
    }
}
