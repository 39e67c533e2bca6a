//! Ratings, best first, each with its 95 % interval as a number and as a bar.

use super::figure::{Scale, colour, ends};
use super::sheet::{Player, Sheet};
use super::wording::{count, decimal, elo, name, percent, points, signed};
use std::fmt::Write;

/// The size of a bar's picture.
const WIDTH: f64 = 280.0;
const HEIGHT: f64 = 24.0;
/// Room beside the scale, for what reaches beyond it.
const EDGE: f64 = 12.0;
/// The approximate number of round values that are marked.
const MARKS: u32 = 4;

/// The players by rating, best first; ratings that are not a number come last, and equals keep their order.
#[must_use]
pub fn order(players: &[Player]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..players.len()).collect();
    let worth = |player: usize| players[player].rating;
    order.sort_by(|&a, &b| worth(a).is_nan().cmp(&worth(b).is_nan()).then(worth(b).total_cmp(&worth(a))));
    order
}

/// Writes the table.
pub fn write(sheet: &Sheet, order: &[usize], html: &mut String) {
    html.push_str("<section>\n<h2>Ratings</h2>\n");
    if sheet.players.is_empty() {
        html.push_str("<p>No games have been played yet.</p>\n</section>\n");
        return;
    }
    let scale = scale(&sheet.players);
    html.push_str(
        "<div class=\"wide\"><table class=\"standings\">\n<caption>Elo with 95 % intervals, best first. Draws count half a win in the score.</caption>\n<thead><tr>",
    );
    // At a table for more than two a player meets all the others.
    let games = if sheet.players.iter().any(|player| player.place.is_some()) { "Meetings" } else { "Games" };
    for (class, heading) in [
        ("number", "#"),
        ("name", "Player"),
        ("number", "Elo"),
        ("number", "±"),
        ("number", "Points"),
        ("number", games),
        ("number", "Score"),
        ("number", "Won"),
        ("number", "Drawn"),
        ("number", "Lost"),
    ] {
        // Writing to a text does not fail.
        let _ = write!(html, "<th scope=\"col\" class=\"{class}\">{heading}</th>");
    }
    html.push_str("<th scope=\"col\" class=\"bar\">");
    axis(&scale, html);
    html.push_str("</th></tr></thead>\n<tbody>\n");
    for (place, &number) in order.iter().enumerate() {
        row(place + 1, number, &sheet.players[number], &scale, html);
    }
    html.push_str("</tbody>\n</table></div>\n</section>\n");
}

/// A scale on which all finite ratings and intervals have room.
fn scale(players: &[Player]) -> Scale {
    let values = players.iter().flat_map(|player| {
        let error = player.error.unwrap_or(0.0);
        [player.rating, player.rating - error, player.rating + error]
    });
    let (low, high) = ends(values);
    // Never so narrow that nothing looks like something.
    let room = (20.0 - (high - low)).max(0.0) / 2.0;
    Scale::new((low - room, high + room), (EDGE, WIDTH - EDGE))
}

/// The head of the bars: round values.
fn axis(scale: &Scale, html: &mut String) {
    let _ = write!(html, r#"<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Elo, 95 % interval">"#);
    let (values, decimals) = scale.marks(MARKS);
    for value in values {
        let x = scale.at(value);
        // Texts at the ends stay within the picture.
        let x = x.clamp(18.0, WIDTH - 18.0);
        let _ = write!(html, r#"<text class="tick middle" x="{x:.1}" y="17">{}</text>"#, signed(value, decimals));
    }
    html.push_str("</svg>");
}

fn row(place: usize, number: usize, player: &Player, scale: &Scale, html: &mut String) {
    let tally = player.tally;
    let error = player.error.map_or_else(|| "anchor".to_owned(), |error| decimal(error.abs(), 1));
    let score = tally.score().map_or_else(|| "–".to_owned(), percent);
    let name = name(&player.name);
    let _ = write!(html, "<tr><td class=\"number\">{place}</td><th scope=\"row\" class=\"name\">{name}</th>");
    for (class, text) in [
        ("number main", elo(player.rating)),
        ("number soft", error),
        ("number", points(player.points)),
        ("number", count(tally.games())),
        ("number", score),
        ("number", count(tally.wins)),
        ("number", count(tally.draws)),
        ("number", count(tally.losses)),
    ] {
        let _ = write!(html, "<td class=\"{class}\">{text}</td>");
    }
    html.push_str("<td class=\"bar\">");
    bar(number, player, scale, html);
    html.push_str("</td></tr>\n");
}

/// A rating as a dot, its interval as a line with ends, or with arrows where it is not within the
/// scale.
fn bar(number: usize, player: &Player, scale: &Scale, html: &mut String) {
    let words = match player.error {
        _ if player.rating.is_nan() => "not known".to_owned(),
        None => format!("{}, the anchor", elo(player.rating)),
        Some(error) => {
            format!("{} to {}", elo(player.rating - error.abs()), elo(player.rating + error.abs()))
        }
    };
    let _ = write!(
        html,
        r#"<svg class="{}" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{words}"><title>{words}</title>"#,
        colour(number)
    );
    for value in scale.marks(MARKS).0 {
        let class = if value == 0.0 { "zero" } else { "grid" };
        let _ = write!(html, r#"<path class="{class}" d="M{:.1} 0V{HEIGHT}"/>"#, scale.at(value));
    }
    if !player.rating.is_nan() {
        whiskers(player, scale, html);
    }
    html.push_str("</svg>");
}

fn whiskers(player: &Player, scale: &Scale, html: &mut String) {
    let middle = HEIGHT / 2.0;
    let error = player.error.map_or(0.0, f64::abs);
    let (low, high) = (player.rating - error, player.rating + error);
    let (left, right) = (scale.at(low), scale.at(high));
    if player.error.is_some() {
        let _ = write!(html, r#"<path class="whisker" d="M{left:.1} {middle}H{right:.1}"#);
        for (value, x, tip) in [(low, left, -1.0), (high, right, 1.0)] {
            if scale.holds(value) {
                let _ = write!(html, "M{x:.1} {}v10", middle - 5.0);
            } else {
                let _ = write!(html, "M{x:.1} {}l{:.1} 5l{:.1} 5", middle - 5.0, 5.0 * tip, -5.0 * tip);
            }
        }
        html.push_str("\"/>");
    }
    let x = scale.at(player.rating);
    if !scale.holds(player.rating) {
        let tip = if player.rating > 0.0 { 8.0 } else { -8.0 };
        let _ = write!(html, r#"<path class="dot" d="M{x:.1} {}l{tip} 6l{} 6z"/>"#, middle - 6.0, -tip);
    } else if player.error.is_none() {
        // The anchor is no estimate.
        let _ = write!(html, r#"<path class="dot" d="M{x:.1} {}l6 6l-6 6l-6-6z"/>"#, middle - 6.0);
    } else {
        let _ = write!(html, r#"<circle class="dot" cx="{x:.1}" cy="{middle}" r="4.5"/>"#);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rated(rating: f64, error: Option<f64>) -> Player {
        Player { rating, error, ..Player::default() }
    }

    #[test]
    fn the_best_come_first_and_the_unknown_last() {
        let players = [f64::NAN, 3.0, f64::NEG_INFINITY, 5.0, 3.0, -f64::NAN, f64::INFINITY].map(|r| rated(r, None));
        assert_eq!(order(&players), [6, 3, 1, 4, 2, 0, 5]);
    }

    #[test]
    fn intervals_have_room() {
        let scale = scale(&[rated(0.0, None), rated(80.0, Some(30.0)), rated(f64::INFINITY, Some(f64::NAN))]);
        assert_eq!(scale.ends(), (0.0, 110.0));
        assert_eq!(super::scale(&[rated(4.0, None)]).ends(), (-6.0, 14.0));
        assert_eq!(super::scale(&[rated(f64::NAN, None)]).ends(), (-10.0, 10.0));
    }

    #[test]
    fn what_is_beyond_the_scale_has_arrows() {
        let scale = Scale::new((0.0, 100.0), (EDGE, WIDTH - EDGE));
        let drawn = |player: &Player| {
            let mut html = String::new();
            bar(0, player, &scale, &mut html);
            html
        };
        assert!(drawn(&rated(50.0, Some(10.0))).contains("<circle"));
        assert!(drawn(&rated(50.0, Some(f64::INFINITY))).contains("−∞ to +∞"));
        assert!(drawn(&rated(f64::INFINITY, Some(f64::INFINITY))).contains("l8 6l-8 6z"));
        assert!(!drawn(&rated(f64::NAN, Some(1.0))).contains("dot"));
    }
}
