//! A length of time as options write it.

use crate::invalid::InputError;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A length of time: a whole number and its unit, `500ms`, `90s`, `10m` or `2h`. `Display`
/// writes it with the largest unit that keeps the number whole.
///
/// ```
/// use boardbots_base::span::Span;
/// let span: Span = "120s".parse().unwrap();
/// assert_eq!((span.0.as_secs(), span.to_string().as_str()), (120, "2m"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span(pub Duration);

/// The units with their milliseconds, largest first.
const UNITS: [(&str, u64); 4] = [("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1)];

impl FromStr for Span {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let form = "write a whole number and ms, s, m or h, like 90s";
        let wrong = || InputError::new(format_args!("{text:?} is no length of time; {form}"));
        let (number, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
        let (_, factor) = UNITS.into_iter().find(|&(name, _)| name == unit).ok_or_else(wrong)?;
        let number: u64 = number.parse().map_err(|_| wrong())?;
        Ok(Self(Duration::from_millis(number.checked_mul(factor).ok_or_else(wrong)?)))
    }
}

impl fmt::Display for Span {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = self.0.as_millis();
        let fits = |&&(_, factor): &&(&str, u64)| millis > 0 && millis.is_multiple_of(u128::from(factor));
        let (unit, factor) = UNITS.iter().find(fits).unwrap_or(&("ms", 1));
        write!(out, "{}{unit}", millis / u128::from(*factor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_read_and_written() {
        for (text, millis, due) in
            [("500ms", 500, "500ms"), ("90s", 90_000, "90s"), ("120s", 120_000, "2m"), ("2h", 7_200_000, "2h")]
        {
            let span: Span = text.parse().unwrap();
            assert_eq!((span.0, span.to_string().as_str()), (Duration::from_millis(millis), due));
        }
        assert_eq!("0s".parse::<Span>().unwrap().to_string(), "0ms");
        for text in ["", "s", "10", "1.5s", "-1s", "10 s", "10d", "99999999999999999999s", "18446744073709551615h"] {
            assert!(text.parse::<Span>().is_err(), "{text}");
        }
    }

    #[test]
    fn every_span_is_read_back() {
        let mut rng = fastrand::Rng::with_seed(5);
        for _ in 0..2000 {
            let span = Span(Duration::from_millis(rng.u64(0..10_000_000)));
            assert_eq!(span.to_string().parse(), Ok(span));
        }
    }
}
