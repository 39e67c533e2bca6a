//! Progress of the sequential test: its likelihood ratio between the limits that decide.

use super::figure::{Figure, Scale};
use super::sheet::Sprt;
use super::wording::{decimal, elo, signed};
use boardbots_base::printable::escaped;
use std::fmt::Write;

const LEFT: f64 = 30.0;
const RIGHT: f64 = 930.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 66.0;
const HEIGHT: f64 = 100.0;

/// Writes the state in words, and as a figure where the limits are sound.
pub fn write(test: &Sprt, html: &mut String) {
    let [llr, lower, upper] = [test.llr, test.lower, test.upper].map(|ratio| decimal(ratio, 2));
    let [elo0, elo1] = [test.elo0, test.elo1].map(elo);
    let about = format!("LLR {llr} between {lower} (H0: {elo0} Elo) and {upper} (H1: {elo1} Elo)");
    html.push_str("<section>\n<h2>Sequential test</h2>\n");
    // Writing to a text does not fail.
    let _ = writeln!(html, "<p><strong>{}</strong> {about}.</p>", escaped(&test.verdict));
    if test.lower.is_finite() && test.upper.is_finite() && test.lower < test.upper && !test.llr.is_nan() {
        let description = format!("{about}. {}", test.verdict);
        let content = draw(test);
        let title = "Likelihood ratio of the sequential test";
        Figure { key: "sprt", title, description: &description, height: HEIGHT, content: &content }.write(html);
    }
    html.push_str("</section>\n");
}

fn draw(test: &Sprt) -> String {
    let mut svg = String::new();
    let room = (test.upper - test.lower) * 0.12;
    let reach = |limit: f64| test.llr.clamp(test.lower - 4.0 * room, test.upper + 4.0 * room) + limit;
    let (low, high) = ((test.lower - room).min(reach(-room / 2.0)), (test.upper + room).max(reach(room / 2.0)));
    let scale = Scale::new((low, high), (LEFT, RIGHT));
    let (lower, upper, zero, here) = (scale.at(test.lower), scale.at(test.upper), scale.at(0.0), scale.at(test.llr));
    let high = BOTTOM - TOP;
    let _ = writeln!(
        svg,
        r#"<rect class="h0" x="{LEFT}" y="{TOP}" width="{:.1}" height="{high}"/><rect class="between" x="{lower:.1}" y="{TOP}" width="{:.1}" height="{high}"/><rect class="h1" x="{upper:.1}" y="{TOP}" width="{:.1}" height="{high}"/>"#,
        lower - LEFT,
        upper - lower,
        RIGHT - upper
    );
    let _ = writeln!(
        svg,
        r#"<rect class="llr" x="{:.1}" y="{}" width="{:.1}" height="{}"/><path class="axis" d="M{zero:.1} {TOP}V{BOTTOM}"/><path class="limit" d="M{lower:.1} {TOP}V{}M{upper:.1} {TOP}V{}"/>"#,
        zero.min(here),
        TOP + 10.0,
        (here - zero).abs(),
        high - 20.0,
        BOTTOM + 6.0,
        BOTTOM + 6.0
    );
    let (end, y) = (TOP - 6.0, TOP - 12.0);
    let _ = write!(svg, r#"<path class="here" d="M{here:.1} {BOTTOM}V{end}"/>"#);
    let (x, llr) = (here.clamp(LEFT + 30.0, RIGHT - 30.0), signed(test.llr, 2));
    let _ = writeln!(svg, r#"<text class="value middle" x="{x:.1}" y="{y}">LLR {llr}</text>"#);
    for (x, name, limit) in [(lower, "H0", test.lower), (upper, "H1", test.upper)] {
        let (x, y) = (x.clamp(LEFT + 30.0, RIGHT - 30.0), BOTTOM + 22.0);
        let limit = signed(limit, 2);
        let _ = writeln!(svg, r#"<text class="tick middle" x="{x:.1}" y="{y}">{name} at {limit}</text>"#);
    }
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(llr: f64) -> Sprt {
        Sprt { llr, lower: -2.94, upper: 2.94, elo0: 0.0, elo1: 5.0, verdict: "Goes on.".to_owned() }
    }

    fn html(test: &Sprt) -> String {
        let mut html = String::new();
        write(test, &mut html);
        html
    }

    #[test]
    fn the_state_is_told_and_drawn() {
        let html = html(&state(1.25));
        assert!(
            html.contains("<strong>Goes on.</strong> LLR 1.25 between −2.94 (H0: 0.0 Elo) and 2.94 (H1: +5.0 Elo).")
        );
        assert_eq!(html.matches("<svg").count(), 1);
    }

    #[test]
    fn far_ratios_keep_the_limits_apart() {
        for llr in [3.1, -3.1, 1e9, f64::INFINITY, f64::NEG_INFINITY] {
            let html = html(&state(llr));
            let widths: Vec<f64> = html
                .split("width=\"")
                .skip(1)
                .map(|rest| rest.split('"').next().and_then(|width| width.parse().ok()).expect("a number"))
                .collect();
            assert!(widths.iter().all(|width| (0.0..=900.0).contains(width)), "{llr}: {widths:?}");
            assert!(widths[1] > 300.0, "{llr}: {widths:?}");
        }
    }

    #[test]
    fn without_sound_limits_there_are_words_only() {
        let none = Sprt { lower: f64::NEG_INFINITY, ..state(0.0) };
        assert!(!html(&none).contains("<svg") && !html(&state(f64::NAN)).contains("<svg"));
    }
}
