//! The likelihood of counts of pairs if the strength is a given one: the maximum over all distributions
//! of pairs with that strength.
//!
//! A strength in Elo fixes the mean score: one linear condition. A normalized one fixes the ratio c of
//! the mean of d = score − ½ to the root of the mean of d². The root of a mean E\[d²\] is the least of
//! (r + E\[d²\] / r) / 2 over all r, so the condition is the envelope of the linear ones
//! E\[d\] = c (r + E\[d²\] / r) / 2, and the distribution in question is the most likely one under
//! that of them whose r is its own root mean square. If the players were better than the bound, there
//! is one such r. If they were worse there may be several, and the likeliest counts.

use std::f64::consts::SQRT_2;

/// Score per game less ½, of the five kinds of pairs.
const OVER: [f64; 5] = [-0.5, -0.25, 0.0, 0.25, 0.5];

/// Steps of the search for all r in each doubling.
const STEPS: f64 = 12.0;

/// The most likely distribution under a linear condition.
#[derive(Clone, Copy, Debug)]
struct Fit {
    /// Its parts.
    parts: [f64; 5],
    /// The log likelihood that each pair loses against the parts that were seen.
    loss: f64,
}

/// The log likelihood that each pair loses if the mean score must be this one, between 0 and 1. The
/// parts seen are above 0 and add up to 1.
pub fn loss_at_score(seen: &[f64; 5], score: f64) -> f64 {
    fit(seen, &OVER.map(|over| over - (score - 0.5))).loss
}

/// The same if the mean score must be this number of a game's standard deviations above ½.
pub fn loss_at_deviations(seen: &[f64; 5], deviations: f64) -> f64 {
    let mut seen = *seen;
    if deviations < 0.0 {
        seen.reverse();
    }
    // A pair has two games.
    let ratio = deviations.abs() * SQRT_2;
    let ratio = ratio / ratio.hypot(1.0);
    if ratio == 0.0 {
        return fit(&seen, &OVER).loss;
    }
    let under = |r: f64| fit(&seen, &OVER.map(|over| over - ratio / 2.0 * (r + over * over / r)));
    // How much larger than r the root mean square is under its condition; it is at most ½.
    let larger = |r: f64| {
        let parts = under(r).parts;
        let mean = square(&parts) / parts.iter().sum::<f64>();
        mean.sqrt().min(0.5) - r
    };
    let (mean, square): (f64, f64) = (seen.iter().zip(OVER).map(|(part, over)| part * over).sum(), square(&seen));
    if mean > ratio * square.sqrt() {
        // Between these the condition asks for less than was seen.
        let far = mean / ratio + ((mean / ratio).powi(2) - square).sqrt();
        let end = |r: f64| (r, square.sqrt() - r);
        return under(root(end(square / far), end(far), larger)).loss;
    }
    // Every condition that can be met asks for more than is needed; this one can, with weight on d = ¼.
    let mut least = under(ratio / 4.0).loss.min(under(square.sqrt()).loss);
    for (low, high) in spans(ratio, square, least) {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let steps = ((high / low).log2() * STEPS).ceil() as u32 + 1;
        let at = |step: u32| low * (high / low).powf(f64::from(step) / f64::from(steps));
        let points: Vec<(f64, f64)> = (0..=steps).map(|step| (at(step), larger(at(step)))).collect();
        let falls = points.windows(2).filter(|ends| ends[0].1 > 0.0 && ends[1].1 <= 0.0).map(|ends| (ends[0], ends[1]));
        // Two roots may be between two points: then the values come near to 0 there.
        let dips = points.windows(3).filter_map(|near| dip([near[0], near[1], near[2]], larger));
        for (from, to) in falls.chain(dips) {
            least = least.min(under(root(from, to, larger)).loss);
        }
    }
    least
}

/// The mean of d².
fn square(parts: &[f64; 5]) -> f64 {
    parts.iter().zip(OVER).map(|(part, over)| part * over * over).sum()
}

/// The spans in which the r of the likeliest distribution may be, if the mean of d² seen is this one and
/// a loss is known that is not too small.
fn spans(ratio: f64, square: f64, loss: f64) -> impl Iterator<Item = (f64, f64)> {
    // By Pinsker's inequality no smaller loss moves more than this part of the weight; d² is from 0 to ¼.
    let moved = (loss / 2.0).sqrt() / 4.0;
    let window = ((square - moved).max(0.0).sqrt(), (square + moved).sqrt().min(0.5));
    // The linear condition can be met with some weight on this d above 0; as d² is at least |d| / 4, no
    // r is below a quarter of the ratio.
    let root = (1.0 - ratio * ratio).sqrt();
    let [(low, middle), (other, high)] =
        [0.25, 0.5].map(|over| ((over * ratio / (1.0 + root)).max(0.249 * ratio), over * (1.0 + root) / ratio));
    let spans = if other < middle { [(low, high), (1.0, 0.0)] } else { [(low, middle), (other, high)] };
    // At their very ends the condition cannot be met.
    let inner = move |(low, high): (f64, f64)| (window.0.max(low * (1.0 + 1e-9)), window.1.min(high * (1.0 - 1e-9)));
    spans.into_iter().map(inner).filter(|(low, high)| low < high)
}

/// Places between which a function falls through 0, if three values of one sign, of which the middle
/// one is the nearest to 0, have the other sign between them.
fn dip(near: [(f64, f64); 3], value: impl Fn(f64) -> f64) -> Option<((f64, f64), (f64, f64))> {
    let [mut low, mut middle, mut high] = near;
    let sign = middle.1.signum();
    if !near.iter().all(|(_, value)| value * sign >= middle.1 * sign) {
        return None;
    }
    while high.0 - low.0 > 1e-6 * high.0 {
        // In the wider half.
        let x = if high.0 - middle.0 > middle.0 - low.0 {
            middle.0 + 0.382 * (high.0 - middle.0)
        } else {
            middle.0 - 0.382 * (middle.0 - low.0)
        };
        let new = (x, value(x));
        if new.1 * sign <= 0.0 {
            return Some(if sign > 0.0 { (near[0], new) } else { (new, near[2]) });
        }
        let (left, right) = if new.0 < middle.0 { (new, middle) } else { (middle, new) };
        if left.1 * sign < right.1 * sign {
            (middle, high) = (left, right);
        } else {
            (low, middle) = (left, right);
        }
    }
    None
}

/// The root of a function that is above 0 at the first of two places and not at the second, by the
/// Illinois method.
fn root(mut from: (f64, f64), mut to: (f64, f64), value: impl Fn(f64) -> f64) -> f64 {
    loop {
        let x = (from.0 * to.1 - to.0 * from.1) / (to.1 - from.1);
        let new = (x, value(x));
        if new.1.abs() < 1e-9 * x || x <= from.0 || x >= to.0 {
            return x;
        }
        // The end that stays counts for half, so that it does not stay for long.
        if new.1 > 0.0 {
            (from, to.1) = (new, to.1 / 2.0);
        } else {
            (to, from.1) = (new, from.1 / 2.0);
        }
    }
}

/// The most likely distribution in which these values, some of them below 0, have the mean 0: each part
/// seen over 1 + x · value. Without one above 0 there is none, and the loss is infinite.
fn fit(seen: &[f64; 5], values: &[f64; 5]) -> Fit {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if most <= 0.0 {
        return Fit { parts: *seen, loss: f64::INFINITY };
    }
    // The mean falls from +∞ to −∞ between these.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut x = 0.0;
    for _ in 0..200 {
        let (mut mean, mut slope) = (0.0, 0.0);
        for (seen, value) in seen.iter().zip(values) {
            let part = value / (1.0 + x * value);
            mean += seen * part;
            slope += seen * part * part;
        }
        *(if mean > 0.0 { &mut low } else { &mut high }) = x;
        let newton = x + mean / slope;
        let next = if newton > low && newton < high { newton } else { f64::midpoint(low, high) };
        let moved = (next - x).abs();
        x = next;
        if moved <= 1e-13 * (1.0 + x.abs()) {
            break;
        }
    }
    let mut fit = Fit { parts: [0.0; 5], loss: 0.0 };
    for (part, (seen, value)) in fit.parts.iter_mut().zip(seen.iter().zip(values)) {
        *part = seen / (1.0 + x * value);
        fit.loss += seen * (x * value).ln_1p();
    }
    fit
}

#[cfg(test)]
mod tests;
