//! Elo over games: a line for each player, and its 95 % band.

use super::figure::{Figure, Scale, WIDTH, axes, colour, ends, pattern, spread};
use super::sheet::{Player, Point, RatingCurve, Sheet};
use super::wording::{count, elo, name, short, signed};
use boardbots_stats::real;
use std::fmt::Write;

const LEFT: f64 = 64.0;
const RIGHT: f64 = 690.0;
const TOP: f64 = 14.0;
/// Points of a line that are drawn; more would lie upon each other.
const POINTS: usize = 400;
/// With more lines than this, bands would hide each other.
const BANDS: usize = 6;
/// Between texts beside the lines.
const GAP: f64 = 17.0;

/// Writes the figure, if there is anything to draw.
pub fn write(sheet: &Sheet, html: &mut String) {
    let lines: Vec<Line> =
        sheet.curves.iter().enumerate().filter_map(|(place, curve)| Line::of(place, curve, sheet)).collect();
    if lines.is_empty() {
        return;
    }
    html.push_str("<section>\n<h2>Elo over games</h2>\n");
    let bands = lines.len() <= BANDS;
    let note = if bands {
        "Ratings over the course of the match, with 95 % bands."
    } else {
        "Ratings over the course of the match."
    };
    let about: Vec<String> = lines.iter().map(Line::words).collect();
    // Writing to a text does not fail.
    let _ = writeln!(html, "<p class=\"note\">{note}{}</p>", apart(&sheet.players));
    let bottom = TOP + (real(lines.len() as u64) * GAP).max(270.0);
    let content = draw(&lines, bands, bottom, &sheet.game);
    let description = about.join("; ");
    let title = "Elo over games";
    let height = bottom + 42.0;
    Figure { key: "course", title, description: &description, height, content: &content }.write(html);
    html.push_str("</section>\n");
}

/// Says whose lines there cannot be, if there are such players.
fn apart(players: &[Player]) -> String {
    let apart: Vec<String> =
        players.iter().filter(|player| player.rating.is_nan()).map(|player| name(&player.name)).collect();
    if apart.is_empty() {
        return String::new();
    }
    format!(" Without a line, because no games connect them with the anchor: {}.", apart.join(", "))
}

/// A curve with the number that its colour comes from.
struct Line<'a> {
    name: &'a str,
    player: usize,
    points: Vec<Point>,
    last: Point,
}

impl<'a> Line<'a> {
    /// Points that are numbers, no more than can be seen; `None` without any.
    fn of(place: usize, curve: &'a RatingCurve, sheet: &Sheet) -> Option<Self> {
        let is_named = |player: &Player| player.name == curve.name;
        // The same name may play twice: then the places tell.
        let player = if sheet.players.get(place).is_some_and(is_named) {
            place
        } else {
            sheet.players.iter().position(is_named).unwrap_or(place)
        };
        let known: Vec<Point> = curve.points.iter().filter(|point| !point.elo.is_nan()).copied().collect();
        let last = *known.last()?;
        let stride = known.len().div_ceil(POINTS).max(1);
        // From the end, which is what counts.
        let mut points: Vec<Point> = known.iter().rev().step_by(stride).copied().collect();
        points.reverse();
        Some(Self { name: &curve.name, player, points, last })
    }

    fn words(&self) -> String {
        let Point { games, elo: rating, low, high } = self.last;
        // The rating of the anchor is given.
        let band = if low < high { format!(" ({} to {})", elo(low), elo(high)) } else { String::new() };
        format!("{}: {}{band} after {} games", self.name, elo(rating), count(games))
    }
}

/// The ratings of all but the first tenth of each line, and the bands of all but the first quarter:
/// before, little is known, and bands are wide.
fn range(lines: &[Line]) -> (f64, f64) {
    let points = lines.iter().flat_map(|line| line.points.iter().map(|point| (point, line.last.games)));
    let values = points.flat_map(|(point, last)| {
        let middle = if point.games >= last / 10 { point.elo } else { f64::NAN };
        if point.games >= last / 4 { [middle, point.low, point.high] } else { [middle; 3] }
    });
    let (low, high) = ends(values);
    let room = ((20.0 - (high - low)) / 2.0).max((high - low) * 0.05);
    (low - room, high + room)
}

fn draw(lines: &[Line], bands: bool, bottom: f64, game: &str) -> String {
    let mut svg = String::new();
    let most = lines.iter().map(|line| line.last.games).max().unwrap_or(0).max(1);
    let across = Scale::new((0.0, real(most)), (LEFT, RIGHT));
    let up = Scale::new(range(lines), (bottom, TOP));
    axes(&up, &across, signed, "games", &mut svg);
    let place = |games: u64, rating: f64| format!("{:.1} {:.1}", across.at(real(games)), up.at(rating));
    if bands {
        for line in lines.iter().filter(|line| line.points.len() > 1) {
            let known = |point: &&Point| !point.low.is_nan() && !point.high.is_nan();
            let upper = line.points.iter().filter(known).map(|point| place(point.games, point.high));
            let lower = line.points.iter().rev().filter(known).map(|point| place(point.games, point.low));
            let outline: Vec<String> = upper.chain(lower).collect();
            if !outline.is_empty() {
                let _ = writeln!(svg, r#"<path class="band {}" d="M{}z"/>"#, colour(line.player), outline.join("L"));
            }
        }
    }
    for line in lines {
        let (colour, pattern) = (colour(line.player), pattern(line.player));
        // A line comes in where it comes within the scale, which leaves out the wild beginning.
        let beyond = line.points.iter().take_while(|point| !up.holds(point.elo)).count() % line.points.len();
        let points: Vec<String> = line.points[beyond..].iter().map(|point| place(point.games, point.elo)).collect();
        let (x, y) = (across.at(real(line.last.games)), up.at(line.last.elo));
        let _ = writeln!(
            svg,
            r#"<path class="line {colour} {pattern}" d="M{}"/><circle class="dot {colour}" cx="{x:.1}" cy="{y:.1}" r="3.5"/>"#,
            points.join("L")
        );
    }
    texts(lines, &across, &up, bottom, game, &mut svg);
    svg
}

/// Names and last ratings beside the ends of the lines, with leaders to them.
fn texts(lines: &[Line], across: &Scale, up: &Scale, bottom: f64, game: &str, svg: &mut String) {
    let mut places: Vec<f64> = lines.iter().map(|line| up.at(line.last.elo)).collect();
    spread(&mut places, GAP, (TOP, bottom));
    for (line, y) in lines.iter().zip(places) {
        let (from, end) = (across.at(real(line.last.games)) + 5.0, up.at(line.last.elo));
        let colour = colour(line.player);
        let _ = writeln!(
            svg,
            r#"<path class="leader {colour}" d="M{from:.1} {end:.1}L{:.1} {y:.1}"/><text class="label {colour}" x="{:.1}" y="{:.1}">{} {}</text>"#,
            RIGHT + 16.0,
            RIGHT + 20.0,
            y + 4.0,
            short(line.name, game),
            elo(line.last.elo)
        );
    }
}

const _: () = assert!(RIGHT + 250.0 < WIDTH, "names have room");

#[cfg(test)]
mod tests {
    use super::*;

    fn point(games: u64, elo: f64, error: f64) -> Point {
        Point { games, elo, low: elo - error, high: elo + error }
    }

    fn sheet(points: Vec<Point>) -> Sheet {
        Sheet { curves: vec![RatingCurve { name: "a".to_owned(), points }], ..Sheet::default() }
    }

    fn html(points: Vec<Point>) -> String {
        let mut html = String::new();
        write(&sheet(points), &mut html);
        html
    }

    #[test]
    fn wide_bands_of_the_beginning_do_not_flatten_the_rest() {
        let sheet = sheet((1..=100).map(|games| point(games, 10.0, 1000.0 / real(games))).collect());
        let line = Line::of(0, &sheet.curves[0], &sheet).expect("points");
        let (low, high) = range(&[line]);
        assert!(low > -40.0 && high < 60.0, "{low} {high}");
    }

    #[test]
    fn short_lines_have_room_too() {
        let (long, short) = (vec![point(1000, 0.0, 5.0)], vec![point(10, 90.0, 30.0)]);
        let curve = |points| RatingCurve { name: String::new(), points };
        let sheet = Sheet { curves: vec![curve(long), curve(short)], ..Sheet::default() };
        let lines: Vec<Line> = sheet.curves.iter().filter_map(|curve| Line::of(0, curve, &sheet)).collect();
        let (low, high) = range(&lines);
        assert!(low < -5.0 && high > 120.0, "{low} {high}");
    }

    #[test]
    fn lines_have_the_colours_of_their_players() {
        let player = |name: &str| Player { name: name.to_owned(), ..Player::default() };
        let players = ["a", "b", "b", "c"].map(player).to_vec();
        let sheet = Sheet { players, ..Sheet::default() };
        let colour = |place, name: &str| {
            let curve = RatingCurve { name: name.to_owned(), points: vec![point(1, 0.0, 1.0)] };
            Line::of(place, &curve, &sheet).map(|line| line.player)
        };
        assert_eq!([colour(1, "b"), colour(2, "b"), colour(0, "c"), colour(9, "z")], [1, 2, 3, 9].map(Some));
    }

    #[test]
    fn the_last_point_is_always_drawn() {
        let points: Vec<Point> = (1..=1003).map(|games| point(games, real(games), 1.0)).collect();
        let sheet = sheet(points);
        let line = Line::of(0, &sheet.curves[0], &sheet).expect("points");
        assert!(line.points.len() <= POINTS);
        assert_eq!(line.points.last().map(|point| point.games), Some(1003));
        assert!(line.points.windows(2).all(|pair| pair[0].games < pair[1].games));
    }

    #[test]
    fn what_is_infinite_is_drawn_at_the_edge() {
        let html = html(vec![point(1, f64::INFINITY, 0.0), point(2, f64::NAN, 1.0), point(3, 1e300, 1e300)]);
        assert!(html.contains("<svg") && !html.contains("NaN") && !html.contains("inf"), "{html}");
    }

    #[test]
    fn every_player_is_drawn_or_said_to_have_no_line() {
        let player = |name: &str, rating| Player { name: name.to_owned(), rating, ..Player::default() };
        let flat = RatingCurve { name: "base".to_owned(), points: vec![point(1, 0.0, 0.0), point(9, 0.0, 0.0)] };
        let other = RatingCurve { name: "new".to_owned(), points: vec![point(9, 30.0, 20.0)] };
        let players = vec![player("base", 0.0), player("new", 30.0), player("<apart>", f64::NAN)];
        let mut html = String::new();
        write(&Sheet { players, curves: vec![flat, other], ..Sheet::default() }, &mut html);
        assert!(html.contains(">base 0.0</text>") && html.contains(">new +30.0</text>"), "{html}");
        assert!(html.contains("base: 0.0 after 9 games; new: +30.0 (+10.0 to +50.0)"), "{html}");
        assert!(html.contains("with the anchor: <bdi>&lt;apart&gt;</bdi>.</p>"), "{html}");
    }

    #[test]
    fn without_points_there_is_no_figure() {
        assert_eq!(html(vec![]), "");
        assert_eq!(html(vec![point(3, f64::NAN, 1.0)]), "");
    }
}
