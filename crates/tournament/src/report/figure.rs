//! Parts that all figures share: from values to places, a frame with a description in words, axes, and colours of
//! players.

use super::wording::{FAR, whole};
use boardbots_base::printable::escaped;
use std::fmt::Write;

/// A scale on which equal differences are equally long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    low: f64,
    high: f64,
    start: f64,
    end: f64,
}

impl Scale {
    /// Values from `low` to `high` at places from `start` to `end`, which may run backwards.
    ///
    /// Values that are not finite or not in order make a scale from 0 to 1.
    #[must_use]
    pub fn new((low, high): (f64, f64), (start, end): (f64, f64)) -> Self {
        let is_sound = low.is_finite() && high.is_finite() && (high - low).is_finite() && low < high;
        let (low, high) = if is_sound { (low, high) } else { (0.0, 1.0) };
        Self { low, high, start, end }
    }

    /// The place of a value, within the scale: what lies beyond an end is at that end, what is not a
    /// number at the start.
    #[must_use]
    pub fn at(&self, value: f64) -> f64 {
        let value = if value.is_nan() { self.low } else { value.clamp(self.low, self.high) };
        self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)
    }

    /// True if a value lies on the scale.
    #[must_use]
    pub fn holds(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// The values of the ends.
    #[must_use]
    pub fn ends(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// Round values on the scale, about `about` of them, and how many decimals tell them apart.
    #[must_use]
    pub fn marks(&self, about: u32) -> (Vec<f64>, usize) {
        let step = round_step((self.high - self.low) / f64::from(about.max(1)));
        let first = (self.low / step).ceil();
        // Steps are no smaller than asked for, so there are few; the slack is for rounding.
        let values = (0..=about)
            .map(|number| (first + f64::from(number)) * step)
            .take_while(|&value| value <= self.high + step * 1e-9)
            .map(|value| if value == 0.0 { 0.0 } else { value })
            .collect();
        let decimals = (0..9).find(|&decimals| step * 10_f64.powi(decimals) >= 0.999).unwrap_or(9);
        (values, usize::try_from(decimals).unwrap_or(0))
    }
}

/// The least and the greatest of some values, without those that are as good as infinite; 0 of none.
pub fn ends(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let near = values.filter(|value| value.abs() < FAR);
    let ends = (f64::INFINITY, f64::NEG_INFINITY);
    let (low, high) = near.fold(ends, |(low, high), value| (low.min(value), high.max(value)));
    if low <= high { (low, high) } else { (0.0, 0.0) }
}

/// The smallest of …, 0.1, 0.2, 0.5, 1, 2, 5, 10, … that is not below `wanted`.
#[must_use]
pub fn round_step(wanted: f64) -> f64 {
    if !wanted.is_finite() || wanted <= f64::MIN_POSITIVE {
        return 1.0;
    }
    let power = 10_f64.powf(wanted.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power);
    steps.into_iter().find(|&step| step >= wanted * (1.0 - 1e-9)).unwrap_or(steps[3])
}

/// The width of all figures, in units of the picture; how wide they are seen is the page's matter.
pub const WIDTH: f64 = 960.0;
/// The number of colours for players.
const COLOURS: usize = 8;

/// A figure: title, description, height, and content.
#[derive(Clone, Copy, Debug)]
pub struct Figure<'a> {
    /// A word of its own on the page, for references within it.
    pub key: &'a str,
    /// The title, in a few words.
    pub title: &'a str,
    /// A description for people who do not see the figure.
    pub description: &'a str,
    /// In units of the picture.
    pub height: f64,
    /// The elements within, as SVG.
    pub content: &'a str,
}

impl Figure<'_> {
    /// Writes it, to be scrolled sideways where the screen is narrow.
    pub fn write(&self, html: &mut String) {
        let Self { key, title, description, height, content } = self;
        let (title, description) = (escaped(title), escaped(description));
        // Writing to a text does not fail.
        let _ = writeln!(
            html,
            r#"<div class="wide"><svg class="figure" role="img" viewBox="0 0 {WIDTH} {height}" aria-labelledby="{key}-title {key}-about"><title id="{key}-title">{title}</title><desc id="{key}-about">{description}</desc>
{content}</svg></div>"#
        );
    }
}

/// The class that gives an element the colour of a player.
#[must_use]
pub fn colour(player: usize) -> String {
    format!("c{}", player % COLOURS)
}

/// The class that gives a line a pattern, for eyes that do not tell colours apart.
#[must_use]
pub fn pattern(player: usize) -> String {
    format!("p{}", player % 4)
}

/// Lines across the figure for round values of a scale that runs upwards, with texts left of them.
pub fn rows(scale: &Scale, about: u32, across: &Scale, text: impl Fn(f64, usize) -> String, svg: &mut String) {
    let (values, decimals) = scale.marks(about);
    let (left, right) = (across.start, across.end);
    for value in values {
        let y = scale.at(value);
        let class = if value == 0.0 { "zero" } else { "grid" };
        let _ = writeln!(
            svg,
            r#"<path class="{class}" d="M{left:.1} {y:.1}H{right:.1}"/><text class="tick end" x="{:.1}" y="{:.1}">{}</text>"#,
            left - 8.0,
            y + 4.0,
            text(value, decimals)
        );
    }
}

/// Texts under the figure for round values of a scale that runs to the right, with short strokes.
pub fn columns(scale: &Scale, about: u32, bottom: f64, text: impl Fn(f64, usize) -> String, svg: &mut String) {
    let (values, decimals) = scale.marks(about);
    for value in values {
        let x = scale.at(value);
        let _ = writeln!(
            svg,
            r#"<path class="axis" d="M{x:.1} {bottom:.1}v5"/><text class="tick middle" x="{x:.1}" y="{:.1}">{}</text>"#,
            bottom + 18.0,
            text(value, decimals)
        );
    }
}

/// The lines behind curves over a number of things: rows of values, and below them columns of numbers, with their unit.
pub fn axes(up: &Scale, across: &Scale, text: impl Fn(f64, usize) -> String, unit: &str, svg: &mut String) {
    let (left, right, bottom) = (across.start, across.end, up.start);
    rows(up, 7, across, text, svg);
    let _ = writeln!(svg, r#"<path class="axis" d="M{left} {bottom}H{right}"/>"#);
    // There are no fractions of things.
    let number = |value: f64, decimals| if decimals == 0 { whole(value) } else { String::new() };
    columns(across, 8, bottom, number, svg);
    let _ = writeln!(svg, r#"<text class="tick end" x="{right}" y="{:.1}">{unit}</text>"#, bottom + 36.0);
}

/// Moves places of texts apart where they are nearer than `gap`, within `top` and `bottom` as far as
/// they have room, and keeps their order.
pub fn spread(places: &mut [f64], gap: f64, (top, bottom): (f64, f64)) {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by(|&a, &b| places[a].total_cmp(&places[b]));
    let mut floor = top;
    for &place in &order {
        places[place] = places[place].max(floor);
        floor = places[place] + gap;
    }
    let mut ceiling = bottom;
    for &place in order.iter().rev() {
        places[place] = places[place].min(ceiling);
        ceiling = places[place] - gap;
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::float_cmp, reason = "the places are whole numbers")]

    use super::*;

    #[test]
    fn values_are_placed() {
        let scale = Scale::new((-10.0, 10.0), (100.0, 0.0));
        assert_eq!([-10.0, 0.0, 5.0, 10.0].map(|value| scale.at(value)), [100.0, 50.0, 25.0, 0.0]);
        let beyond = [f64::NEG_INFINITY, 1e300, f64::INFINITY, f64::NAN];
        assert_eq!(beyond.map(|value| scale.at(value)), [100.0, 0.0, 0.0, 100.0]);
        assert!(scale.holds(10.0) && !scale.holds(10.1) && !scale.holds(f64::NAN));
    }

    #[test]
    fn unsound_ranges_place_all_the_same() {
        for range in [(0.0, 0.0), (1.0, -1.0), (f64::NAN, 1.0), (0.0, f64::INFINITY), (-f64::MAX, f64::MAX)] {
            let scale = Scale::new(range, (0.0, 10.0));
            assert!(scale.at(3.0).is_finite(), "{range:?}");
            assert!(!scale.marks(5).0.is_empty(), "{range:?}");
        }
    }

    #[test]
    fn marks_are_round() {
        let marks = |low, high| Scale::new((low, high), (0.0, 1.0)).marks(5);
        assert_eq!(marks(-23.0, 71.0), (vec![-20.0, 0.0, 20.0, 40.0, 60.0], 0));
        assert_eq!(marks(0.0, 1000.0), (vec![0.0, 200.0, 400.0, 600.0, 800.0, 1000.0], 0));
        let (fine, decimals) = marks(0.0, 0.3);
        assert_eq!((fine.len(), decimals), (4, 1));
        assert_eq!(round_step(0.0), 1.0);
        assert_eq!([3.0, 5.0, 5.1, 0.1].map(round_step), [5.0, 5.0, 10.0, 0.1]);
    }

    #[test]
    fn texts_are_spread() {
        let mut places = [50.0, 10.0, 52.0, 51.0];
        spread(&mut places, 10.0, (0.0, 100.0));
        assert_eq!(places, [50.0, 10.0, 70.0, 60.0]);
        let mut low = [99.0, 99.0, 99.0];
        spread(&mut low, 10.0, (0.0, 100.0));
        assert_eq!(low, [80.0, 90.0, 100.0]);
    }

    #[test]
    fn words_of_a_figure_are_escaped() {
        let mut html = String::new();
        let figure = Figure { key: "a", title: "<&>", description: "\"<", height: 9.5, content: "<path/>" };
        figure.write(&mut html);
        assert!(
            html.contains(r#"<title id="a-title">&lt;&amp;&gt;</title><desc id="a-about">&quot;&lt;</desc>"#),
            "{html}"
        );
        assert!(html.contains(r#"viewBox="0 0 960 9.5""#), "{html}");
    }
}
