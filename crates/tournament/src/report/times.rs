//! Times of decisions: a histogram for each player on one logarithmic axis, and a table.

use super::figure::{Figure, Scale, colour};
use super::sheet::{Player, Sheet, Times};
use super::wording::{count, name, short, span};
use boardbots_base::printable::escaped;
use boardbots_stats::real;
use std::fmt::Write;

const LEFT: f64 = 210.0;
const RIGHT: f64 = 940.0;
/// Height above the first histogram for the legend.
const TOP: f64 = 34.0;
/// From one histogram to the next, for few and for many.
const STEPS: [f64; 2] = [62.0, 46.0];
/// More than this are many.
const FEW: usize = 8;
/// The free space above a histogram.
const FREE: f64 = 18.0;
/// Bars between a span and the tenfold of it.
const BARS: f64 = 20.0;
/// The least span on the axis, in microseconds: the logarithm of 0 is none.
const LEAST: f64 = 0.5;

/// Writes the figure and the table, players in the given order.
pub fn write(sheet: &Sheet, order: &[usize], html: &mut String) {
    let seen: Vec<usize> =
        order.iter().copied().filter(|&player| sheet.players[player].times.decisions() > 0).collect();
    if seen.is_empty() {
        return;
    }
    html.push_str("<section>\n<h2>Time for a decision</h2>\n");
    let about: Vec<String> = seen.iter().map(|&player| words(&sheet.players[player])).collect();
    let height = TOP + step(seen.len()) * real(seen.len() as u64) + 26.0;
    let content = draw(sheet, &seen, height - 26.0);
    let title = "Decisions by the time they took, on a logarithmic axis";
    Figure { key: "times", title, description: &about.join("; "), height, content: &content }.write(html);
    table(sheet, order, html);
    html.push_str("</section>\n");
}

fn step(histograms: usize) -> f64 {
    STEPS[usize::from(histograms > FEW)]
}

fn words(player: &Player) -> String {
    let times = &player.times;
    format!("{}: half within {}, 99.9 % within {}", player.name, span(times.median), span(times.p999))
}

fn table(sheet: &Sheet, order: &[usize], html: &mut String) {
    html.push_str("<div class=\"wide\"><table>\n<caption>Share of a player’s decisions that took no longer than this.</caption>\n<thead><tr><th scope=\"col\" class=\"name\">Player</th>");
    for heading in ["Decisions", "50 %", "95 %", "99.9 %", "Longest"] {
        // Writing to a text does not fail.
        let _ = write!(html, "<th scope=\"col\" class=\"number\">{heading}</th>");
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for player in order.iter().map(|&player| &sheet.players[player]) {
        let (times, decisions) = (&player.times, player.times.decisions());
        let _ = write!(html, "<tr><th scope=\"row\" class=\"name\">{}</th>", name(&player.name));
        let _ = write!(html, "<td class=\"number\">{}</td>", count(decisions));
        for micros in [times.median, times.p95, times.p999, times.most] {
            let text = if decisions > 0 { span(micros) } else { "–".to_owned() };
            let _ = write!(html, "<td class=\"number\">{text}</td>");
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody>\n</table></div>\n");
}

/// A time on the axis: the decimal logarithm of its microseconds.
fn log(micros: f64) -> f64 {
    micros.max(LEAST).log10()
}

/// The shares of decisions that each bar of an axis holds.
///
/// Buckets are spread over what they may stand for: a microsecond below their bound, or a hundredth of
/// it, which is as exact as they are.
fn bars(times: &Times, low: f64, number: usize) -> Vec<f64> {
    let mut bars = vec![0.0; number];
    let all = real(times.decisions());
    for &(bound, decisions) in &times.histogram {
        let high = log(real(bound));
        let from = log((real(bound) - 1.0).min(real(bound) / 1.01)).min(high - 1e-6);
        let (first, last) = ((from - low) * BARS, (high - low) * BARS);
        for (bar, share) in bars.iter_mut().enumerate() {
            let left = real(bar as u64);
            let part = (last.min(left + 1.0) - first.max(left)).max(0.0) / (last - first);
            *share += part * real(decisions) / all;
        }
    }
    bars
}

/// The ends of the axis: the logarithms of whole bars around all that is shown, a tenfold at least.
fn range(sheet: &Sheet, seen: &[usize]) -> (f64, f64) {
    let times = || seen.iter().map(|&player| &sheet.players[player].times);
    let bounds =
        || times().flat_map(|times| times.histogram.iter().filter(|bucket| bucket.1 > 0).map(|bucket| bucket.0));
    let marks = || times().flat_map(|times| [times.median, times.p95, times.p999, times.most]);
    let all = || bounds().chain(marks()).map(real);
    let low = all().map(|micros| log((micros - 1.0).min(micros / 1.01))).fold(f64::INFINITY, f64::min);
    let high = all().map(log).fold(f64::NEG_INFINITY, f64::max);
    let (low, high) = ((low * BARS).floor(), (high * BARS).ceil());
    let room = ((BARS - (high - low)) / 2.0).ceil().max(0.0);
    // Not below what is shown as 0.
    let low = (low - room).max((log(LEAST) * BARS).floor());
    (low / BARS, high.max(low + BARS) / BARS)
}

fn draw(sheet: &Sheet, seen: &[usize], bottom: f64) -> String {
    let mut svg = String::new();
    let (low, high) = range(sheet, seen);
    let scale = Scale::new((low, high), (LEFT, RIGHT));
    axis(&scale, bottom, &mut svg);
    legend(&mut svg);
    // From its ends, which are numbers of bars; an axis of 64-bit numbers has no more than 20 tenfolds.
    let number = (1..500).find(|&bars| real(bars) >= (high - low) * BARS - 0.5).unwrap_or(500);
    let number = usize::try_from(number).unwrap_or(0);
    let step = step(seen.len());
    for (row, &player) in (0_u64..).zip(seen) {
        let base = TOP + step * (real(row) + 1.0) - 10.0;
        let shares = bars(&sheet.players[player].times, low, number);
        histogram(sheet, player, &shares, (base, step - FREE), &scale, &mut svg);
    }
    svg
}

/// Lines for 1, 10, 100 …, with texts, and for 2 and 5 between them where there is room.
fn axis(scale: &Scale, bottom: f64, svg: &mut String) {
    let (low, high) = scale.ends();
    let digits: &[u64] = if high - low <= 4.0 { &[1, 2, 5] } else { &[1] };
    for power in 0..19 {
        for micros in
            digits.iter().map(|digit| digit * 10_u64.pow(power)).filter(|&micros| scale.holds(log(real(micros))))
        {
            let x = scale.at(log(real(micros)));
            let _ = writeln!(
                svg,
                r#"<path class="grid" d="M{x:.1} {}V{bottom:.1}"/><text class="tick middle" x="{x:.1}" y="{:.1}">{}</text>"#,
                TOP - 8.0,
                bottom + 18.0,
                mark(micros)
            );
        }
    }
}

/// A round span, without the decimals that say nothing.
fn mark(micros: u64) -> String {
    match micros {
        0..1_000 => format!("{micros} µs"),
        1_000..1_000_000 => format!("{} ms", micros / 1_000),
        1_000_000..10_000_000_000 => format!("{} s", micros / 1_000_000),
        _ => format!("{:.0e} s", real(micros) / 1e6),
    }
}

/// The legend of the marks.
fn legend(svg: &mut String) {
    for (x, class, text) in [(LEFT, "p50", "50 %"), (LEFT + 80.0, "p95", "95 %"), (LEFT + 160.0, "p999", "99.9 %")] {
        let _ = writeln!(
            svg,
            r#"<path class="quantile {class}" d="M{x:.1} 4v14"/><text class="tick" x="{:.1}" y="15">{text}</text>"#,
            x + 8.0
        );
    }
    let x = LEFT + 252.0;
    let _ = writeln!(
        svg,
        r#"<path class="most" d="M{x:.1} 9l5 9h-10z"/><text class="tick" x="{:.1}" y="15">longest</text>"#,
        x + 10.0
    );
}

/// One player's histogram, as high as its highest bar allows, with its marks.
fn histogram(sheet: &Sheet, number: usize, shares: &[f64], (base, full): (f64, f64), scale: &Scale, svg: &mut String) {
    let player = &sheet.players[number];
    let times = &player.times;
    let most = shares.iter().copied().fold(0.0, f64::max).max(f64::MIN_POSITIVE);
    let width = (RIGHT - LEFT) / real(shares.len() as u64);
    let _ = writeln!(
        svg,
        r#"<g class="{}"><title>{}</title><text class="label end" x="{:.1}" y="{:.1}">{}</text><text class="tick end" x="{:.1}" y="{:.1}">{} decisions</text>"#,
        colour(number),
        escaped(&words(player)),
        LEFT - 14.0,
        base - 20.0,
        short(&player.name, &sheet.game),
        LEFT - 14.0,
        base - 4.0,
        count(times.decisions())
    );
    let _ = write!(svg, r#"<path class="bars" d=""#);
    for (bar, share) in shares.iter().enumerate().filter(|&(_, &share)| share > 1e-12) {
        // What there is, is seen.
        let height = (share / most * full).max(1.0);
        let x = LEFT + width * real(bar as u64);
        let _ = write!(svg, "M{x:.1} {base:.1}v-{height:.1}h{:.1}v{height:.1}z", (width - 0.6).max(0.4));
    }
    let _ = writeln!(svg, r#""/><path class="axis" d="M{LEFT} {base:.1}H{RIGHT}"/>"#);
    for (class, micros) in [("p50", times.median), ("p95", times.p95), ("p999", times.p999)] {
        let x = scale.at(log(real(micros)));
        let _ = write!(svg, r#"<path class="quantile {class}" d="M{x:.1} {:.1}V{base:.1}"/>"#, base - full - 3.0);
    }
    let x = scale.at(log(real(times.most)));
    let _ = writeln!(svg, r#"<path class="most" d="M{x:.1} {:.1}l5 9h-10z"/></g>"#, base - 9.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timed(histogram: Vec<(u64, u64)>) -> Sheet {
        let most = histogram.last().map_or(0, |bucket| bucket.0);
        let times = Times { histogram, median: most, p95: most, p999: most, most };
        Sheet { players: vec![Player { times, ..Player::default() }], ..Sheet::default() }
    }

    #[test]
    fn every_decision_is_in_a_bar() {
        for histogram in [
            vec![(0, 3)],
            vec![(1, 1), (2, 1), (3, 5), (7, 9)],
            vec![(1_000, 10), (1_010, 20), (5_000_000, 1)],
            vec![(1, 1), (u64::MAX, 1)],
        ] {
            let sheet = timed(histogram);
            let (low, high) = range(&sheet, &[0]);
            let number = (0..500).find(|&bars| f64::from(bars) >= (high - low) * BARS - 0.5).expect("some");
            let sum: f64 = bars(&sheet.players[0].times, low, usize::try_from(number).expect("few")).iter().sum();
            assert!((sum - 1.0).abs() < 1e-9, "{sheet:?}: {sum}");
        }
    }

    #[test]
    fn short_spans_leave_no_gaps() {
        let sheet = timed((1..=20).map(|bound| (bound, 10)).collect());
        let (low, _) = range(&sheet, &[0]);
        let bars = bars(&sheet.players[0].times, low, 32);
        assert!(bars.iter().all(|&share| share > 0.0), "{bars:?}");
    }

    #[test]
    fn without_decisions_there_is_nothing() {
        let mut html = String::new();
        write(&timed(vec![(5, 0)]), &[0], &mut html);
        assert_eq!(html, "");
    }

    #[test]
    fn round_spans_have_no_decimals() {
        assert_eq!(
            [1, 500, 1_000, 20_000, 1_000_000, 5_000_000_000, 10_000_000_000_000].map(mark).join(", "),
            "1 µs, 500 µs, 1 ms, 20 ms, 1 s, 5000 s, 1e7 s"
        );
    }
}
