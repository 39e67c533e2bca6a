//! The heading of a report: players, command, date, and number of games.

use super::sheet::Sheet;
use super::wording::{count, percent};
use boardbots_base::printable::escaped;
use boardbots_stats::real;
use std::fmt::Write;

/// The title of a sheet, or a word in its place.
#[must_use]
pub fn title(sheet: &Sheet) -> &str {
    if sheet.title.trim().is_empty() { "Match" } else { &sheet.title }
}

/// Writes the heading.
pub fn write(sheet: &Sheet, html: &mut String) {
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
            format!(
                "{} <small>of {}, {}</small>",
                count(sheet.games),
                count(planned),
                percent(real(sheet.games) / real(planned))
            )
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

#[cfg(test)]
mod tests {
    use super::super::Sheet;
    use super::*;
    use boardbots_stats::tally::Tally;

    #[test]
    fn totals_are_told() {
        let tally = Tally { wins: 1, draws: 3, losses: 4 };
        let other = Tally { wins: 4, draws: 3, losses: 1 };
        let cross = vec![vec![Tally::default(), tally], vec![other, Tally::default()]];
        let sheet = Sheet { games: 8, planned: Some(2000), cross, ..Sheet::default() };
        let mut html = String::new();
        write(&sheet, &mut html);
        assert!(html.contains("<dt>Games</dt><dd>8 <small>of 2,000, 0.4 %</small></dd>"), "{html}");
        assert!(html.contains("<dt>Drawn</dt><dd>37.5 %</dd>"), "{html}");
        assert!(html.contains("<h1>Match</h1>"), "{html}");
    }

    #[test]
    fn tables_of_more_than_two_have_no_drawn_games() {
        let cross = vec![vec![Tally::default(), Tally { wins: 3, draws: 3, losses: 4 }]];
        assert_eq!(drawn(&Sheet { games: 5, cross, ..Sheet::default() }), None);
    }
}
