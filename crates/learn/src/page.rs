//! A run as one page of HTML, complete in itself.

use super::student::{Point, Student};
use boardbots_base::printable::escaped;
use boardbots_stats::elo::Elo;
use boardbots_stats::real;
use boardbots_stats::tally::Tally;
use boardbots_tournament::report::figure::{Figure, Scale, WIDTH, axes, colour};
use boardbots_tournament::report::page::frame;
use boardbots_tournament::report::wording::{count, decimal, elo, signed};
use std::fmt::Write;

const LEFT: f64 = 64.0;
const RIGHT: f64 = WIDTH - 40.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 290.0;
const HEIGHT: f64 = BOTTOM + 42.0;
/// Points of a line that are drawn; more would lie upon each other.
const POINTS: usize = 400;
/// Elo beyond this either way is drawn at the edge.
const FAR: f64 = 800.0;

/// The page of a run so far, with the command that resumes it.
#[must_use]
pub fn page(student: &Student, command: &str) -> String {
    let title = format!("An evaluation of {} learned from self-play", student.plan.game);
    frame(&title, "", |html| {
        // Writing to a text does not fail.
        let _ = writeln!(html, "<header>\n<h1>{}</h1>", escaped(&title));
        let _ = writeln!(html, "<pre><code>{}</code></pre>\n<dl class=\"facts\">", escaped(command));
        for (name, value) in facts(student) {
            let _ = writeln!(html, "<div><dt>{name}</dt><dd>{}</dd></div>", escaped(&value));
        }
        html.push_str("</dl>\n</header>\n<main>\n");
        strength(student, html);
        error(&student.points, html);
        html.push_str("</main>\n");
    })
}

fn facts(student: &Student) -> Vec<(&'static str, String)> {
    let network = student.network();
    let mut facts = vec![
        ("Generations", count(student.done())),
        ("Games", count(student.done() * student.plan.games)),
        ("Positions", count(student.positions)),
        ("Patterns", count(network.patterns.all.len() as u64)),
        ("Hidden units", count(network.hidden.units() as u64)),
        ("Weights", count(network.size() as u64)),
    ];
    if let Some(point) = student.points.last() {
        facts.push(("Error", decimal(f64::from(point.error) / 1e6, 4)));
    }
    facts
}

/// A figure over generations: its scale, and its content.
fn draw(scale: &Scale, generations: u64, text: impl Fn(f64, usize) -> String, content: &str) -> String {
    let (mut svg, across) = (String::new(), across(generations));
    axes(scale, &across, text, "generations", &mut svg);
    svg + content
}

fn across(generations: u64) -> Scale {
    Scale::new((0.0, real(generations.max(1))), (LEFT, RIGHT))
}

/// A line through points of generations and values.
fn line(points: &[(u64, f64)], scale: &Scale, generations: u64, number: usize) -> String {
    let across = across(generations);
    let places: Vec<String> =
        points.iter().map(|(x, y)| format!("{:.1} {:.1}", across.at(real(*x)), scale.at(*y))).collect();
    format!("<path class=\"line {} p0\" d=\"M{}\"/>\n", colour(number), places.join("L"))
}

/// Elo against the evaluation written by hand.
fn strength(student: &Student, html: &mut String) {
    let checks = (1..).zip(&student.points).filter_map(|(generation, point)| Some((generation, point.check?)));
    let checks: Vec<(u64, Tally, Elo)> =
        checks.map(|(generation, tally)| (generation, tally, Elo::of(&tally.sample()))).collect();
    let (Some((_, tally, last)), Ok(game)) = (checks.last(), student.plan.learning()) else { return };
    let near = |elo: f64| if elo.is_nan() { 0.0 } else { elo.clamp(-FAR, FAR) };
    let values = checks.iter().flat_map(|(_, _, elo)| [near(elo.low), near(elo.high)]);
    let (low, high) = values.fold((-20.0_f64, 20.0_f64), |(low, high), value| (low.min(value), high.max(value)));
    let (scale, done) = (Scale::new((low, high), (BOTTOM, TOP)), student.done());
    let mut content = String::new();
    for (generation, _, elo) in &checks {
        let x = across(done).at(real(*generation));
        let [from, to] = [elo.low, elo.high].map(|bound| scale.at(near(bound)));
        let _ = writeln!(
            content,
            r#"<path class="whisker c0" d="M{x:.1} {from:.1}V{to:.1}"/><circle class="dot c0" cx="{x:.1}" cy="{:.1}" r="3.5"/>"#,
            scale.at(near(elo.difference))
        );
    }
    let points: Vec<(u64, f64)> =
        checks.iter().map(|(generation, _, elo)| (*generation, near(elo.difference))).collect();
    content += &line(&points, &scale, done, 0);
    let check = student.plan.check;
    let Tally { wins, draws, losses } = tally;
    let [difference, low, high] = [last.difference, last.low, last.high].map(elo);
    let (rival, depth) = (game.rival(), check.depth);
    let description = format!(
        "At last {difference} ({low} to {high}): {wins} games won, {draws} drawn, {losses} lost against {rival} at \
         {depth} plies."
    );
    let content = draw(&scale, done, signed, &content);
    figure("strength", "Elo against the evaluation written by hand", &description, &content, html);
}

/// A diagram of the network's error on the results of games that it has not learned from.
fn error(points: &[Point], html: &mut String) {
    let Some(last) = points.last() else { return };
    let stride = points.len().div_ceil(POINTS).max(1);
    let all: Vec<(u64, f64)> =
        (1..).zip(points).step_by(stride).map(|(number, point)| (number, f64::from(point.error) / 1e6)).collect();
    let most = all.iter().fold(0.25_f64, |most, (_, error)| most.max(*error));
    let least = all.iter().fold(most, |least, (_, error)| least.min(*error));
    let scale = Scale::new(((least - 0.01).max(0.0), most), (BOTTOM, TOP));
    let description = format!(
        "The mean square of the difference between expectation and result, in games before they are learned from: at \
         last {}. A player who knows nothing has 0.25.",
        decimal(f64::from(last.error) / 1e6, 4)
    );
    let content = line(&all, &scale, points.len() as u64, 0);
    let content = draw(&scale, points.len() as u64, decimal, &content);
    figure("error", "Error over generations", &description, &content, html);
}

fn figure(key: &str, title: &str, description: &str, content: &str, html: &mut String) {
    let _ = writeln!(html, "<section>\n<h2>{title}</h2>\n<p class=\"note\">{}</p>", escaped(description));
    Figure { key, title, description, height: HEIGHT, content }.write(html);
    html.push_str("</section>\n");
}

#[cfg(test)]
mod tests {
    use super::super::record::LearningPlan;
    use super::super::record::tests::sample;
    use super::*;
    use boardbots_game::listed::Learning;

    fn run(points: Vec<Point>) -> String {
        let name = boardbots_catalog::parts::<&dyn Learning>().next().expect("a game").0;
        let mut student = Student::new(LearningPlan { seed: 3, ..sample(name) }).expect("a plan");
        student.points = points;
        page(&student, "boardbots learn <b>")
    }

    fn point(error: u32, check: Option<(u64, u64, u64)>) -> Point {
        Point { error, check: check.map(|(wins, draws, losses)| Tally { wins, draws, losses }) }
    }

    #[test]
    fn figures_are_of_numbers() {
        assert_eq!(run(Vec::new()).matches("<svg").count(), 0);
        assert_eq!(run(vec![point(250_000, None)]).matches("<svg").count(), 1);
        // All lost, all won: bounds without end.
        let html = run(vec![point(250_000, Some((0, 0, 4))), point(180_000, None), point(1_000_000, Some((4, 0, 0)))]);
        assert_eq!(html.matches("<svg").count(), 2);
        assert!(!html.contains("NaN") && !html.contains("inf") && html.contains("4 games won, 0 drawn, 0 lost"));
        assert!(html.contains("boardbots learn &lt;b&gt;") && !html.contains("<b>"));
        for path in html.split(" d=\"M").skip(1).map(|rest| rest.split('"').next().expect("a path")) {
            let numbers = path.split(|letter: char| !(letter.is_ascii_digit() || "-.".contains(letter)));
            for number in numbers.filter(|number| !number.is_empty()) {
                assert!((0.0..=WIDTH).contains(&number.parse().expect("a number")), "{number} in {path}");
            }
        }
    }

    #[test]
    fn long_runs_are_drawn_in_few_points() {
        let html = run((0..5000).map(|number| point(250_000 - number, None)).collect());
        assert!(html.len() < 60_000, "{}", html.len());
    }
}
