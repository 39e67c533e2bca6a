//! Numbers, spans of time and names as they are read, safe within HTML and SVG.

use boardbots_base::printable::escaped;
use boardbots_stats::real;

/// Ratings of this size and beyond are as good as infinite on a scale.
pub const FAR: f64 = 1e5;
/// Letters of a name beside a figure.
const LETTERS: usize = 22;

/// A count, with commas between thousands.
#[must_use]
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A real number that is a count, or nearly one.
#[must_use]
pub fn whole(value: f64) -> String {
    format!("{value:.0}").parse().map_or_else(|_| decimal(value, 0), count)
}

/// A number with this many decimals, a real minus, and infinity as its sign.
#[must_use]
pub fn decimal(value: f64, decimals: usize) -> String {
    let size = match value.abs() {
        size if size.is_nan() => return "?".to_owned(),
        size if size.is_infinite() => "∞".to_owned(),
        size if size >= 1e9 => format!("{size:.2e}"),
        size => format!("{size:.decimals$}"),
    };
    let is_zero = size.chars().all(|letter| matches!(letter, '0' | '.'));
    if value < 0.0 && !is_zero { format!("−{size}") } else { size }
}

/// A number with this many decimals that always shows its sign, unless it is shown as 0.
#[must_use]
pub fn signed(value: f64, decimals: usize) -> String {
    let text = decimal(value, decimals);
    let is_above = value > 0.0 && text.chars().any(|letter| !matches!(letter, '0' | '.'));
    if is_above { format!("+{text}") } else { text }
}

/// A rating.
#[must_use]
pub fn elo(value: f64) -> String {
    signed(value, 1)
}

/// A share of 1, in percent.
#[must_use]
pub fn percent(share: f64) -> String {
    format!("{} %", decimal(share * 100.0, 1))
}

/// Points: whole where they are whole.
#[must_use]
pub fn points(value: f64) -> String {
    if value.fract() == 0.0 { whole(value) } else { decimal(value, 1) }
}

/// A span of this many microseconds, with three digits.
#[must_use]
pub fn span(micros: u64) -> String {
    let (unit, value) = match micros {
        0..1_000 => return format!("{micros} µs"),
        // What would be rounded to 1000 of a unit is 1 of the next.
        1_000..999_500 => ("ms", real(micros) / 1e3),
        999_500..10_000_000_000 => ("s", real(micros) / 1e6),
        _ => return format!("{:.2e} s", real(micros) / 1e6),
    };
    let decimals = match value {
        value if value < 9.995 => 2,
        value if value < 99.95 => 1,
        _ => 0,
    };
    format!("{value:.decimals$} {unit}")
}

/// A name within HTML: it means itself, its direction of writing stays its own, and lines break
/// between its parts.
#[must_use]
pub fn name(text: &str) -> String {
    let parts = escaped(named(text)).replace(',', ",<wbr>").replace(':', ":<wbr>").replace('/', "/<wbr>");
    format!("<bdi>{parts}</bdi>")
}

/// A name beside a figure: without the game it begins with, and with its middle left out where it is
/// long, for ends differ as often as beginnings.
#[must_use]
pub fn short(text: &str, game: &str) -> String {
    let own = text.strip_prefix(game).and_then(|rest| rest.strip_prefix(':')).unwrap_or(text);
    let letters: Vec<char> = named(own).chars().collect();
    if letters.len() <= LETTERS {
        return escaped(&letters.iter().collect::<String>());
    }
    let half = LETTERS / 2;
    let (front, back) = (&letters[..half], &letters[letters.len() - half + 1..]);
    escaped(&front.iter().chain(&['…']).chain(back).collect::<String>())
}

/// A name, or a visible text in place of an empty one.
fn named(text: &str) -> &str {
    if text.trim().is_empty() { "(no name)" } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_commas() {
        assert_eq!(
            [0, 999, 1000, 12_345, 123_456, 1_234_567].map(count).join(" "),
            "0 999 1,000 12,345 123,456 1,234,567"
        );
        assert_eq!(count(u64::MAX), "18,446,744,073,709,551,615");
    }

    #[test]
    fn real_counts_have_commas() {
        assert_eq!([0.0, 1999.9999, 1e12, -3.0, f64::INFINITY].map(whole).join(" "), "0 2,000 1,000,000,000,000 −3 ∞");
    }

    #[test]
    fn numbers_show_their_sign() {
        let values = [12.34, -12.34, 0.0, -0.0, 0.04, -0.04, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, -1e300];
        assert_eq!(values.map(elo).join(" "), "+12.3 −12.3 0.0 0.0 0.0 0.0 +∞ −∞ ? −1.00e300");
        assert_eq!([3.0, 3.5, -0.5, 1186.0].map(points).join(" "), "3 3.5 −0.5 1,186");
        assert_eq!(percent(0.5312), "53.1 %");
    }

    #[test]
    fn spans_have_three_digits() {
        let spans = [0, 7, 999, 1_000, 9_994, 9_996, 12_345, 123_456, 999_499, 999_500, 12_345_678, 123_456_789];
        assert_eq!(
            spans.map(span).join(", "),
            "0 µs, 7 µs, 999 µs, 1.00 ms, 9.99 ms, 10.0 ms, 12.3 ms, 123 ms, 999 ms, 1.00 s, 12.3 s, 123 s"
        );
        assert_eq!(span(u64::MAX), "1.84e13 s");
    }

    #[test]
    fn names_mean_themselves() {
        assert_eq!(name("<b>&"), "<bdi>&lt;b&gt;&amp;</bdi>");
        assert_eq!(name("tron:a,b"), "<bdi>tron:<wbr>a,<wbr>b</bdi>");
        assert_eq!(name(" "), "<bdi>(no name)</bdi>");
        assert_eq!(short("tron:strong,depth=4", "tron"), "strong,depth=4");
        assert_eq!(short("tronco", "tron"), "tronco");
        assert_eq!(short("cmd:./one-that-has-a-long-name --depth 12", "tron"), "cmd:./one-t…--depth 12");
        assert_eq!(short("<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<", "").matches("&lt;").count(), LETTERS - 1);
    }
}
