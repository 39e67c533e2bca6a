//! A value that is defined by itself.

/// Two values that differ by less are equal.
const EQUAL: f64 = 1e-15;
/// Far more steps than ever needed.
const MOST_STEPS: u32 = 200;

/// The `x` between 0 and 1 with `x = value(x)`, for a function with slopes between -1 and 1, near
/// `start`: by secants, and by the function itself wherever a secant leads away. The function
/// was last asked at the value that is given back.
///
/// ```
/// use boardbots_chance::fixed_point;
/// assert!((fixed_point(0.5, |x| 0.3 + 0.4 * x) - 0.5).abs() < 1e-15);
/// ```
pub fn fixed_point(start: f64, mut value: impl FnMut(f64) -> f64) -> f64 {
    let mut x = start;
    let mut off = value(x) - x;
    let mut next = x + off;
    for _ in 0..MOST_STEPS {
        if (next - x).abs() <= EQUAL {
            break;
        }
        let there = value(next) - next;
        let slope = (there - off) / (next - x);
        let secant = next - there / slope;
        // Slopes of value(x) - x lie between -2 and 0; rounding may say otherwise near the end.
        let ahead = if slope < 0.0 && (0.0..=1.0).contains(&secant) { secant } else { next + there };
        (x, off, next) = (next, there, ahead);
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_are_passed() {
        let mut asked = 0;
        let found = fixed_point(0.0, |x| {
            asked += 1;
            (0.7 - 0.2 * x).min(0.2 + 0.9 * x).max(0.3)
        });
        assert!((found - 0.7 / 1.2).abs() < 1e-15, "{found}");
        assert!(asked < 12, "asked {asked} times");
    }

    #[test]
    fn a_constant_is_its_own_fixed_point() {
        assert!((fixed_point(0.9, |_| 0.25) - 0.25).abs() < 1e-15);
    }
}
