//! The changes of the constants during a tuning as a picture: a small diagram for each.

use super::constants::Constant;
use super::tuner::Tuner;
use crate::report::figure::{Scale, rows};
use crate::report::wording::decimal;
use boardbots_base::printable::escaped;
use boardbots_stats::real;
use std::fmt::Write;

/// Most points of a line, besides its ends.
const POINTS: u64 = 200;
/// Diagrams beside one another.
const COLUMNS: usize = 4;
/// One diagram with what belongs to it, in units of the picture.
const WIDE: f64 = 230.0;
const HIGH: f64 = 118.0;
/// The lines of a diagram, from its left and upper edge.
const LEFT: f64 = 48.0;
const RIGHT: f64 = 220.0;
const TOP: f64 = 26.0;
const BOTTOM: f64 = 96.0;
/// Around all diagrams.
const MARGIN: f64 = 8.0;
/// The line of text over them.
const HEAD: f64 = 22.0;

/// The values of some iterations, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trajectory {
    points: Vec<(u64, Vec<f64>)>,
}

impl Trajectory {
    /// Keeps the values that there are now, if it is time for it.
    pub fn add(&mut self, tuner: &Tuner) {
        let (done, all) = (tuner.done, tuner.plan.iterations);
        if done == all || done.is_multiple_of(all.div_ceil(POINTS)) {
            self.points.push((done, tuner.values.clone()));
        }
    }

    /// The picture as the text of an SVG file.
    #[must_use]
    pub fn svg(&self, tuner: &Tuner) -> String {
        let constants = &tuner.plan.constants;
        let rows = constants.len().div_ceil(COLUMNS);
        let columns = real(constants.len().min(COLUMNS) as u64);
        let (width, height) = (2.0 * MARGIN + columns * WIDE, 2.0 * MARGIN + HEAD + real(rows as u64) * HIGH);
        let (player, pairs) = (escaped(&tuner.plan.player), tuner.plan.pairs);
        let about = format!("{player}: {} iterations of {pairs} pairs of games", tuner.done);
        let mut svg = String::new();
        // Writing to a text does not fail.
        let _ = writeln!(
            svg,
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" font-family="sans-serif" font-size="11" fill="#333">
<title>{about}</title>
<style>.grid, .zero {{ stroke: #ddd }} .end {{ text-anchor: end }}</style>
<rect width="100%" height="100%" fill="#fff"/>
<text x="{MARGIN}" y="{:.0}" font-size="13">{about}</text>"##,
            MARGIN + 12.0
        );
        for (place, (constant, found)) in constants.iter().zip(tuner.rounded()).enumerate() {
            let left = MARGIN + real((place % COLUMNS) as u64) * WIDE;
            let top = MARGIN + HEAD + real((place / COLUMNS) as u64) * HIGH;
            let _ = writeln!(svg, r#"<g transform="translate({left:.0} {top:.0})">"#);
            self.diagram(place, constant, found, tuner.done, &mut svg);
            svg.push_str("</g>\n");
        }
        svg.push_str("</svg>\n");
        svg
    }

    fn diagram(&self, place: usize, constant: &Constant, found: i32, done: u64, svg: &mut String) {
        let Constant { name, start, .. } = constant;
        let values = || self.points.iter().map(|(_, values)| values[place]);
        let (low, high) = values()
            .fold((f64::from(*start), f64::from(*start)), |(low, high), value| (low.min(value), high.max(value)));
        let room = ((high - low) * 0.08).max(0.5);
        let across = Scale::new((0.0, real(done.max(1))), (LEFT, RIGHT));
        let up = Scale::new((low - room, high + room), (BOTTOM, TOP));
        let _ = writeln!(svg, r#"<text x="{LEFT}" y="{:.0}">{} {start} → {found}</text>"#, TOP - 8.0, escaped(name));
        rows(&up, 4, &across, decimal, svg);
        let start = up.at(f64::from(*start));
        let _ = write!(
            svg,
            r##"<path d="M{LEFT} {start:.1}H{RIGHT}" stroke="#999" stroke-dasharray="3 3"/><path d="M{LEFT} {start:.1}"##
        );
        for (iteration, values) in &self.points {
            let _ = write!(svg, "L{:.1} {:.1}", across.at(real(*iteration)), up.at(values[place]));
        }
        svg.push_str("\" fill=\"none\" stroke=\"#b3255a\" stroke-width=\"1.5\"/>\n");
        let _ = writeln!(
            svg,
            r#"<text x="{LEFT}" y="{0:.0}">0</text><text x="{RIGHT}" y="{0:.0}" class="end">{done}</text>"#,
            BOTTOM + 13.0
        );
    }
}
