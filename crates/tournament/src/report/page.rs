//! The page as a whole, and its heading: players, command, date, and number of games.

use super::sheet::Sheet;
use super::wording::{count, percent};
use super::{lengths, rating_curves, sprt, standings, tables, times};
use boardbots_base::printable::escaped;
use boardbots_stats::real;
use std::fmt::Write;

/// The title of a sheet, or a word in its place.
#[must_use]
pub fn title(sheet: &Sheet) -> &str {
    if sheet.title.trim().is_empty() { "Match" } else { &sheet.title }
}

/// Writes the heading.
pub fn heading(sheet: &Sheet, html: &mut String) {
    // Writing to a text does not fail.
    let _ = writeln!(html, "<header>\n<h1>{}</h1>", escaped(title(sheet)));
    let about: Vec<String> = [&sheet.game, &sheet.when]
        .into_iter()
        .filter(|text| !text.trim().is_empty())
        .map(|text| escaped(text))
        .collect();
    if !about.is_empty() {
        let _ = writeln!(html, "<p class=\"about\">{}</p>", about.join(" · "));
    }
    if !sheet.command.trim().is_empty() {
        let _ = writeln!(html, "<pre><code>{}</code></pre>", escaped(&sheet.command));
    }
    html.push_str("<dl class=\"facts\">\n");
    for (name, value) in facts(sheet) {
        let _ = writeln!(html, "<div><dt>{name}</dt><dd>{value}</dd></div>");
    }
    html.push_str("</dl>\n");
    if let Some(repeated) = &sheet.repeated {
        let _ = writeln!(html, "<p>{}</p>", escaped(repeated));
    }
    html.push_str("</header>\n");
}

/// The totals: a word and a number each.
fn facts(sheet: &Sheet) -> Vec<(&'static str, String)> {
    let played = match sheet.planned {
        Some(planned) if planned > sheet.games => {
            let share = percent(real(sheet.games) / real(planned));
            format!("{} <small>of {}, {share}</small>", count(sheet.games), count(planned))
        }
        _ => count(sheet.games),
    };
    let mut facts = vec![("Games", played), ("Players", count(sheet.players.len() as u64))];
    if let Some(drawn) = drawn(sheet) {
        facts.push(("Drawn", percent(drawn)));
    }
    let sum = |of: &dyn Fn(&super::Player) -> u64| sheet.players.iter().map(of).fold(0, u64::saturating_add);
    facts.push(("Decisions", count(sum(&|player| player.times.decisions()))));
    let faults = sum(&|player| player.faults.iter().fold(0, |sum, (_, number)| sum.saturating_add(*number)));
    facts.push(("Faults", count(faults)));
    facts
}

/// The share of games that nobody won, where each game has two players.
fn drawn(sheet: &Sheet) -> Option<f64> {
    let (mut games, mut draws) = (0_u64, 0_u64);
    for (player, row) in sheet.cross.iter().enumerate() {
        for tally in row.iter().skip(player + 1) {
            games = games.saturating_add(tally.games());
            draws = draws.saturating_add(tally.draws);
        }
    }
    (games > 0 && games == sheet.games).then(|| real(draws) / real(games))
}

/// Colours, type and paper.
const STYLE: &str = include_str!("style.css");

/// A page with this title, and with what is written into its body. The policy is what may be loaded or run beside
/// styles, each part behind a semicolon; empty if that is nothing.
#[must_use]
pub fn frame(title: &str, policy: &str, write: impl FnOnce(&mut String)) -> String {
    let mut html = String::with_capacity(64 << 10);
    // Nothing else may be loaded and no other script may run, even if a text were ever to be taken for HTML.
    let _ = write!(
        html,
        r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'{policy}">
<title>{}</title>
<style>
{STYLE}</style>
</head>
<body>
"#,
        escaped(title)
    );
    write(&mut html);
    html.push_str("</body>\n</html>\n");
    html
}

/// The page: valid HTML in UTF-8, whatever the texts and numbers of the sheet are.
#[must_use]
pub fn page(sheet: &Sheet) -> String {
    frame(title(sheet), "", |html| {
        let order = standings::order(&sheet.players);
        heading(sheet, html);
        html.push_str("<main>\n");
        standings::write(sheet, &order, html);
        tables::means(sheet, &order, html);
        if let Some(test) = &sheet.sprt {
            sprt::write(test, html);
        }
        tables::cross(sheet, &order, html);
        rating_curves::write(sheet, html);
        times::write(sheet, &order, html);
        lengths::write(&sheet.lengths, html);
        tables::faults(sheet, &order, html);
        html.push_str("</main>\n");
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Sheet, sample};
    use super::*;
    use boardbots_stats::tally::Tally;
    use std::collections::HashSet;

    #[test]
    fn totals_are_told() {
        let tally = Tally { wins: 1, draws: 3, losses: 4 };
        let other = Tally { wins: 4, draws: 3, losses: 1 };
        let cross = vec![vec![Tally::default(), tally], vec![other, Tally::default()]];
        let sheet = Sheet { games: 8, planned: Some(2000), cross, ..Sheet::default() };
        let mut html = String::new();
        heading(&sheet, &mut html);
        assert!(html.contains("<dt>Games</dt><dd>8 <small>of 2,000, 0.4 %</small></dd>"), "{html}");
        assert!(html.contains("<dt>Drawn</dt><dd>37.5 %</dd>"), "{html}");
        assert!(html.contains("<h1>Match</h1>"), "{html}");
    }

    #[test]
    fn tables_of_more_than_two_have_no_drawn_games() {
        let cross = vec![vec![Tally::default(), Tally { wins: 3, draws: 3, losses: 4 }]];
        assert_eq!(drawn(&Sheet { games: 5, cross, ..Sheet::default() }), None);
    }

    /// The elements of a page, each closed in its turn; no stray bracket, quote or control character.
    fn elements(html: &str) -> Vec<String> {
        let (before, rest) = html.split_once("<style>").expect("a style");
        let (style, after) = rest.split_once("</style>").expect("its end");
        assert!(!style.contains('<'), "the style holds no markup");
        let plain = format!("{before}{after}");
        assert!(plain.chars().all(|letter| letter == '\n' || !letter.is_control()));
        let (mut open, mut all) = (Vec::new(), Vec::new());
        for part in plain.split('<').skip(1) {
            let (tag, rest) = part.split_once('>').expect("a tag ends");
            assert!(!rest.contains('>'), "{rest}");
            assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
            let name = tag.trim_start_matches('/').split([' ', '/']).next().expect("a name").to_owned();
            if tag.starts_with('/') {
                assert_eq!(open.pop(), Some(name), "in {tag}");
            } else if !tag.starts_with('!') {
                all.push(name.clone());
                if !tag.ends_with('/') && name != "meta" && name != "wbr" {
                    open.push(name);
                }
            }
        }
        assert!(open.is_empty(), "{open:?}");
        all
    }

    fn count(elements: &[String], name: &str) -> usize {
        elements.iter().filter(|element| *element == name).count()
    }

    #[test]
    fn every_page_is_well_formed() {
        for (name, sheet) in sample::all() {
            let html = page(&sheet);
            let elements = elements(&html);
            assert_eq!((count(&elements, "h1"), count(&elements, "main")), (1, 1), "{name}");
            for absent in ["script", "link", "img", "a", "iframe"] {
                assert_eq!(count(&elements, absent), 0, "{name}: {absent}");
            }
            assert!(!html.contains("NaN") && !html.contains("inf\"") && !html.contains("url("), "{name}");
            let keys: Vec<&str> =
                html.split(" id=\"").skip(1).map(|rest| rest.split('"').next().expect("a key")).collect();
            assert_eq!(keys.iter().collect::<HashSet<_>>().len(), keys.len(), "{name}: {keys:?}");
            for reference in html.split(" aria-labelledby=\"").skip(1) {
                let named = reference.split('"').next().expect("keys");
                assert!(named.split(' ').all(|key| keys.contains(&key)), "{name}: {named}");
            }
        }
    }

    #[test]
    fn numbers_of_figures_are_finite_and_within_them() {
        for (name, sheet) in sample::all() {
            let html = page(&sheet);
            for path in
                html.split(" d=\"").skip(1).map(|rest| rest.split('"').next().expect("a path").replace('-', " -"))
            {
                let numbers = path.split(|letter: char| !(letter.is_ascii_digit() || letter == '.' || letter == '-'));
                for number in numbers.filter(|number| !number.is_empty()) {
                    let value: f64 = number.parse().unwrap_or_else(|_| panic!("{name}: {number} in {path}"));
                    assert!((-3000.0..3000.0).contains(&value), "{name}: {path}");
                }
            }
        }
    }

    #[test]
    fn tables_say_what_their_headings_are_for() {
        let html = page(&sample::full());
        for heading in html.split("<th").skip(1).filter(|rest| !rest.starts_with("ead")) {
            let tag = heading.split('>').next().expect("a tag");
            assert!(tag.contains("scope=\"col\"") || tag.contains("scope=\"row\""), "<th{tag}>");
        }
        let elements = elements(&html);
        assert_eq!(count(&elements, "caption"), count(&elements, "table"));
        let figures = html.matches("class=\"figure\"").count();
        assert_eq!((figures, count(&elements, "desc")), (3, 3));
        assert_eq!(page(&sample::duel()).matches("class=\"figure\"").count(), 4, "and that of the sequential test");
    }

    #[test]
    fn hostile_texts_stay_texts() {
        let html = page(&sample::hostile());
        assert!(!html.contains("<script") && !html.contains("<b>") && !html.contains("\"onload"), "{html}");
        assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
        assert!(html.contains("<title>&lt;/title&gt;&lt;script&gt;"));
        assert_eq!(count(&elements(&html), "body"), 1);
    }

    #[test]
    fn what_there_is_not_is_left_out() {
        let html = page(&Sheet::default());
        let headings: Vec<&str> =
            html.split("<h2").skip(1).map(|rest| rest.split(['>', '<']).nth(1).expect("its text")).collect();
        assert_eq!(headings, ["Ratings"]);
        assert!(html.contains("No games have been played yet."));
        let alone = page(&sample::alone());
        assert!(!alone.contains("Each against each"), "one player has nobody to play against");
    }

    #[test]
    fn the_same_sheet_is_the_same_page() {
        assert_eq!(page(&sample::full()), page(&sample::full()));
    }
}
