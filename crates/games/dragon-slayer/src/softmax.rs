//! A draw in which better choices are likelier, the same on every machine.

use fastrand::Rng;

/// `e` to the power of `x`, for `x` up to 0, to about 1e-15 of itself; 0 below -700. Only sums,
/// products and one shift, each rounded as IEEE 754 says: where a standard library's own may
/// differ in the last digit, this does not.
fn exp(x: f64) -> f64 {
    const LN_2: f64 = std::f64::consts::LN_2;
    if x < -700.0 {
        return 0.0;
    }
    // x = n ln 2 + r, with r between -ln 2 / 2 and ln 2 / 2.
    let n = (x / LN_2).round();
    let r = x - n * LN_2;
    let mut sum = 1.0;
    for k in (1..=14).rev() {
        sum = 1.0 + sum * r / f64::from(k);
    }
    // Between -1010 and 0: a shift of the exponent, so no rounding.
    #[allow(clippy::cast_possible_truncation)]
    let exponent = 1023 + n as i64;
    sum * f64::from_bits((exponent.max(1).unsigned_abs()) << 52)
}

/// Draws an index with probabilities proportional to `exp(score / temperature)`, temperature
/// above 0; `None` stands for what cannot be drawn. The last that can be drawn if nothing else
/// is; 0 if nothing can.
pub fn draw<const N: usize>(scores: &[Option<f64>; N], temperature: f64, rng: &mut Rng) -> usize {
    let most = scores.iter().flatten().fold(f64::NEG_INFINITY, |most, score| most.max(*score));
    let weights = scores.map(|score| score.map_or(0.0, |score| exp((score - most) / temperature)));
    let mut mark = rng.f64() * weights.iter().sum::<f64>();
    let mut last = 0;
    for (index, weight) in weights.iter().enumerate() {
        if scores[index].is_some() {
            last = index;
            if mark < *weight {
                return index;
            }
            mark -= weight;
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_those_of_the_library() {
        for step in 0..7000 {
            let x = -f64::from(step) / 10.0;
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-13, "{x}");
        }
        assert!(exp(-1e9).abs() < 1e-300);
    }

    #[test]
    fn draws_follow_the_weights() {
        let mut rng = Rng::with_seed(7);
        let scores = [Some(0.5), None, Some(0.5 - 0.01 * std::f64::consts::LN_2), Some(-9.0)];
        let mut count = [0_u32; 4];
        for _ in 0..30_000 {
            count[draw(&scores, 0.01, &mut rng)] += 1;
        }
        assert_eq!((count[1], count[3]), (0, 0));
        assert!(count[0].abs_diff(20_000) < 400, "{count:?}");
    }
}
