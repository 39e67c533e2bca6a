//! Parts that all figures share: a frame with a description in words, axes, and colours of players.

use super::scale::Scale;
use boardbots_base::printable::escaped;
use std::fmt::Write;

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
pub fn rows(
    scale: &Scale,
    about: u32,
    (left, right): (f64, f64),
    text: impl Fn(f64, usize) -> String,
    svg: &mut String,
) {
    let (values, decimals) = scale.marks(about);
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
// The places are whole numbers.
#[allow(clippy::float_cmp)]
mod tests {
    use super::*;

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
