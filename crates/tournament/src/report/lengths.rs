//! Lengths of games: a histogram of plies or turns.

use super::figure::{Figure, Scale, columns, round_step, rows};
use super::wording::{count, whole};
use boardbots_stats::real;
use std::collections::BTreeMap;
use std::fmt::Write;

const LEFT: f64 = 74.0;
const RIGHT: f64 = 940.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 184.0;
/// With more bars than this, bars are joined.
const BARS: f64 = 60.0;

/// Writes the figure, or a sentence where all games are in one bucket.
pub fn write(lengths: &[(u32, u64)], html: &mut String) {
    let mut buckets: BTreeMap<u32, u64> = BTreeMap::new();
    for &(bound, games) in lengths.iter().filter(|bucket| bucket.1 > 0) {
        let sum = buckets.entry(bound).or_default();
        *sum = sum.saturating_add(games);
    }
    let (Some((&shortest, &games)), Some((&longest, _))) = (buckets.first_key_value(), buckets.last_key_value()) else {
        return;
    };
    html.push_str("<section>\n<h2>Length of games</h2>\n");
    if shortest == longest {
        // Writing to a text does not fail.
        let _ =
            writeln!(html, "<p>All {} games: up to {} plies or turns.</p>", count(games), count(u64::from(longest)));
    } else {
        let bars = joined(&buckets);
        let about = about(&buckets);
        let _ = writeln!(html, "<p class=\"note\">{about}</p>");
        let content = draw(&bars);
        let title = "Games by their length";
        let height = BOTTOM + 42.0;
        Figure { key: "lengths", title, description: &about, height, content: &content }.write(html);
    }
    html.push_str("</section>\n");
}

/// The shortest, the longest, and what half of the games do not exceed.
fn about(buckets: &BTreeMap<u32, u64>) -> String {
    let all = buckets.values().fold(0_u64, |sum, &games| sum.saturating_add(games));
    let mut sum = 0_u64;
    let half = buckets.iter().find_map(|(&bound, &games)| {
        sum = sum.saturating_add(games);
        (sum >= all.div_ceil(2)).then_some(bound)
    });
    let (least, most) = (buckets.keys().next().copied(), buckets.keys().next_back().copied());
    let [least, most, half] = [least, most, half].map(|bound| count(u64::from(bound.unwrap_or(0))));
    format!("Plies or turns of {} games: from {least} to {most}, half of them up to {half}.", count(all))
}

/// Bars: where they begin and end, and their games.
///
/// A bucket is as wide as the least distance between two; enough are joined to keep the bars few.
fn joined(buckets: &BTreeMap<u32, u64>) -> Vec<(f64, f64, u64)> {
    let bounds: Vec<u32> = buckets.keys().copied().collect();
    let width = bounds.windows(2).map(|pair| pair[1] - pair[0]).min().unwrap_or(1).max(1);
    let (Some(first), Some(last)) = (bounds.first(), bounds.last()) else { return Vec::new() };
    let wanted = f64::from(last - first) / f64::from(width) / BARS;
    let step = f64::from(width) * round_step(wanted).max(1.0);
    // Ends of bars are such that the first bucket ends with one.
    let base = f64::from(*first) % step;
    let mut bars: BTreeMap<u64, (f64, u64)> = BTreeMap::new();
    for (&bound, &games) in buckets {
        let place = ((f64::from(bound) - base) / step).ceil();
        let end = base + place * step;
        let bar = bars.entry(end.to_bits()).or_insert((end, 0));
        bar.1 = bar.1.saturating_add(games);
    }
    bars.into_values().map(|(end, games)| (end - step, end, games)).collect()
}

fn draw(bars: &[(f64, f64, u64)]) -> String {
    let mut svg = String::new();
    let (Some(first), Some(last)) = (bars.first(), bars.last()) else { return svg };
    let most = bars.iter().map(|bar| bar.2).max().unwrap_or(1);
    let across = Scale::new((first.0, last.1), (LEFT, RIGHT));
    let up = Scale::new((0.0, real(most)), (BOTTOM, TOP));
    let number = |value: f64, decimals| if decimals == 0 { whole(value) } else { String::new() };
    rows(&up, 4, &across, number, &mut svg);
    for &(begin, end, games) in bars {
        let (left, right) = (across.at(begin), across.at(end));
        let height = (BOTTOM - up.at(real(games))).max(1.0);
        // Buckets end with their bound, which is a whole number, and begin after the one before.
        let title = format!("{}–{}: {}", whole((begin + 1.0).max(0.0)), whole(end), count(games));
        let (y, width) = (BOTTOM - height, (right - left - 1.0).max(0.5));
        let _ = writeln!(
            svg,
            r#"<rect class="bars c0" x="{left:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}"><title>{title}</title></rect>"#
        );
    }
    let _ = writeln!(svg, r#"<path class="axis" d="M{LEFT} {BOTTOM}H{RIGHT}"/>"#);
    columns(&across, 10, BOTTOM, number, &mut svg);
    let _ = writeln!(svg, r#"<text class="tick end" x="{RIGHT}" y="{}">plies or turns</text>"#, BOTTOM + 36.0);
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_joined_evenly() {
        // One to 700 by 7: bars join the same number of them.
        let buckets: BTreeMap<u32, u64> = (1..=700).step_by(7).map(|bound| (bound, 3)).collect();
        let bars = joined(&buckets);
        assert!(bars.len() <= 61, "{}", bars.len());
        assert!(bars[1..bars.len() - 1].iter().all(|bar| bar.2 == 6), "{bars:?}");
        assert_eq!(bars.iter().map(|bar| bar.2).sum::<u64>(), 300);
    }

    #[test]
    fn few_buckets_stay_as_they_are() {
        let buckets = BTreeMap::from([(10, 5), (20, 7), (50, 1)]);
        assert_eq!(joined(&buckets), [(0.0, 10.0, 5), (10.0, 20.0, 7), (40.0, 50.0, 1)]);
    }

    #[test]
    fn extremes_are_drawn() {
        let mut html = String::new();
        write(&[(0, 1), (u32::MAX, u64::MAX), (5, 0), (0, 2)], &mut html);
        assert!(html.contains("from 0 to 4,294,967,295") && !html.contains("NaN"), "{html}");
    }

    #[test]
    fn one_length_is_a_sentence() {
        let mut html = String::new();
        write(&[(1200, 40)], &mut html);
        assert!(html.contains("All 40 games: up to 1,200 plies or turns.") && !html.contains("<svg"));
        html.clear();
        write(&[(3, 0)], &mut html);
        assert_eq!(html, "");
    }

    #[test]
    fn half_of_the_games_is_told() {
        assert!(about(&BTreeMap::from([(10, 1), (20, 1), (30, 2)])).ends_with("from 10 to 30, half of them up to 20."));
    }
}
