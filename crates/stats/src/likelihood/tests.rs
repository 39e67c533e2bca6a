//! The same maxima by another method: profiles over the second moment, by two multipliers, and golden
//! sections.

use super::super::elo::{NORMALIZED, to_score};
use super::super::real;
use super::super::sprt::{Scale, Sprt, Terms};
use super::super::tally::Pairs;
use super::*;

/// Points of the net of second moments.
const POINTS: u32 = 32;

/// The largest value of a function between two numbers, if it has one hill there.
fn golden(steps: u32, mut low: f64, mut high: f64, value: impl Fn(f64) -> f64) -> f64 {
    let part = f64::midpoint(5.0_f64.sqrt(), -1.0);
    let (mut one, mut other) = (high - part * (high - low), low + part * (high - low));
    let (mut at_one, mut at_other) = (value(one), value(other));
    for _ in 0..steps {
        if at_one > at_other {
            (high, other, at_other) = (other, one, at_one);
            one = high - part * (high - low);
            at_one = value(one);
        } else {
            (low, one, at_one) = (one, other, at_other);
            other = low + part * (high - low);
            at_other = value(other);
        }
    }
    at_one.max(at_other)
}

/// The least loss with this mean of d and of d²: the highest point of the concave dual
/// Σ seen · ln(1 + a (d − mean) + b (d² − square)), by Newton's method with halved steps. Parts are first
/// equal and then come to those seen step by step, as tiny ones leave the method only tiny steps.
fn loss_at_moments(seen: &[f64; 5], mean: f64, square: f64) -> f64 {
    let rows = OVER.map(|over| (over - mean, over * over - square));
    let (mut a, mut b) = (0.0, 0.0);
    let mut equal = if seen.iter().all(|seen| *seen > 1e-3) { 0.0 } else { 1.0 };
    loop {
        let weights = seen.map(|seen| (1.0 - equal) * seen + equal / 5.0);
        let value = |a: f64, b: f64| -> f64 {
            let by = |(u, v): &(f64, f64)| a * u + b * v;
            rows.iter().zip(weights).map(|(row, weight)| weight * by(row).ln_1p()).sum()
        };
        for _ in 0..100 {
            let parts = [0, 1, 2, 3, 4].map(|at| {
                let (u, v) = rows[at];
                let by = 1.0 + a * u + b * v;
                (weights[at], u / by, v / by)
            });
            // The inverse of the second derivatives times the first, as sums over pairs of parts: so nothing
            // cancels where one part outweighs the others.
            let (mut det, mut step) = (0.0, [0.0; 2]);
            for (one, u, v) in parts {
                for (other, s, t) in parts {
                    let cross = one * other * (u * t - s * v);
                    det += cross * (u * t - s * v) / 2.0;
                    step = [step[0] - v * cross, step[1] + u * cross];
                }
            }
            let step = step.map(|step| step / det);
            let promised: f64 = parts.iter().map(|(part, u, v)| part * (u * step[0] + v * step[1])).sum();
            let (before, mut length) = (value(a, b), 1.0);
            let higher = |length: f64| {
                let next = value(a + length * step[0], b + length * step[1]);
                next >= before
            };
            while !higher(length) && length > 1e-9 {
                length /= 2.0;
            }
            if length <= 1e-9 {
                break;
            }
            (a, b) = (a + length * step[0], b + length * step[1]);
            if promised < 1e-15 {
                break;
            }
        }
        if equal == 0.0 {
            return value(a, b);
        }
        equal = if equal < 1e-12 { 0.0 } else { equal / 100.0 };
    }
}

/// The least loss at this many deviations, over a net of second moments and a golden section around
/// each of its hills.
fn profiled(seen: &[f64; 5], deviations: f64) -> f64 {
    let ratio = deviations * SQRT_2 / (1.0 + 2.0 * deviations * deviations).sqrt();
    // The moments of distributions over five values lie within the polygon of the values' own.
    let inside = |r: f64| {
        let mean = (ratio * r).abs();
        let least = if mean < 0.25 { mean / 4.0 } else { 0.75 * mean - 0.125 };
        mean < 0.5 && r * r > least && r * r < 0.25
    };
    let value = |log: f64| {
        let r = log.exp();
        if inside(r) { -loss_at_moments(seen, ratio * r, r * r) } else { f64::NEG_INFINITY }
    };
    let (low, high) = ((ratio.abs() / 4.0).max(1e-9).ln(), 0.5_f64.ln());
    let at = |point: u32| low + (high - low) * f64::from(point) / f64::from(POINTS);
    let net: Vec<f64> = (0..=POINTS).map(|point| value(at(point))).collect();
    let hills = (0..=POINTS as usize).filter(|&point| {
        let beside =
            |other: Option<usize>| other.and_then(|other| net.get(other)).is_none_or(|&other| other <= net[point]);
        beside(point.checked_sub(1)) && beside(point.checked_add(1))
    });
    let best = hills.map(|hill| {
        let hill = u32::try_from(hill).expect("few points");
        golden(44, at(hill.saturating_sub(1)), at((hill + 1).min(POINTS)), value)
    });
    -best.fold(f64::NEG_INFINITY, f64::max)
}

/// The least loss with this mean score: a golden section over the dual.
fn sectioned(seen: &[f64; 5], score: f64) -> f64 {
    let values = [0.0, 0.25, 0.5, 0.75, 1.0].map(|value| value - score);
    let dual = |x: f64| seen.iter().zip(values).map(|(seen, value)| seen * (x * value).ln_1p()).sum();
    golden(90, -1.0 / (1.0 - score), 1.0 / score, dual)
}

/// A table of pairs: any, one with empty cells, all but few in one or two cells, or all in one.
fn table(rng: &mut fastrand::Rng) -> [u64; 5] {
    let most = 10_u64.pow(rng.u32(0..6));
    let (one, other, few) = (rng.usize(0..5), rng.usize(0..5), rng.u64(1..4));
    let mut counts = [0; 5].map(|_: u64| rng.u64(0..=most));
    match rng.u8(0..5) {
        0 => {}
        1 => counts.iter_mut().for_each(|count| *count *= u64::from(rng.bool())),
        kind => {
            let kept = |at: usize| at == one || kind == 2 && at == other;
            let rest = |at: usize| if kind == 3 { at as u64 % few } else { 0 };
            (0..5).filter(|at| !kept(*at)).for_each(|at| counts[at] = rest(at));
        }
    }
    counts[one] += u64::from(counts.iter().all(|count| *count == 0));
    counts
}

/// The largest difference between both methods over random tables, narrow and wide bounds.
fn off(scale: Scale, tables: u32, seed: u64, loss: impl Fn(&[f64; 5], f64) -> f64) -> f64 {
    let mut rng = fastrand::Rng::with_seed(seed);
    let differences = (0..tables).map(|_| {
        let counts = table(&mut rng);
        let wide = [5.0, 50.0, 1000.0][rng.usize(0..3)];
        let (one, other) = (wide * (2.0 * rng.f64() - 1.0), wide * (2.0 * rng.f64() - 1.0));
        let terms = Terms { elo0: one.min(other), elo1: one.max(other), alpha: 0.05, beta: 0.05, scale };
        let seen = counts.map(|count| if count == 0 { 1e-3 } else { real(count) });
        let number: f64 = seen.iter().sum();
        let seen = seen.map(|count| count / number);
        let due = number * (loss(&seen, terms.elo0) - loss(&seen, terms.elo1));
        let llr = Sprt::try_from(terms).expect("a test").llr(&Pairs(counts));
        // Of ratios in the thousands the last digits of the sums are left.
        let off = (llr - due).abs() / (due.abs() / 1e3).max(1.0);
        assert!(off < 1e-6, "{counts:?} {terms:?}: {llr}, not {due}");
        off
    });
    differences.fold(0.0, f64::max)
}

#[test]
fn ratios_are_those_of_another_method() {
    let logistic = off(Scale::Logistic, 10_000, 46, |seen, elo| sectioned(seen, to_score(elo)));
    let normalized = [47, 48].map(|seed| {
        std::thread::spawn(move || off(Scale::Normalized, 5000, seed, |seen, elo| profiled(seen, elo / NORMALIZED)))
    });
    let normalized = normalized.map(|half| half.join().expect("no difference"));
    assert!(normalized.into_iter().fold(logistic, f64::max) < 1e-6);
}

#[test]
fn a_lopsided_table_has_its_exact_ratio() {
    let terms = Terms { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, scale: Scale::Normalized };
    let llr = Sprt::try_from(terms).expect("a test").llr(&Pairs([0, 0, 2, 1, 30]));
    assert!((llr - 1.26).abs() < 0.005, "{llr}");
}
