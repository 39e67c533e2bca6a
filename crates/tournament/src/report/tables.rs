//! Tables of players: each against each other, a table of scores, shaded from lost to won; mean places and scores at
//! tables for more than two; faults.

use super::sheet::Sheet;
use super::wording::{count, decimal, name, signed};
use boardbots_base::printable::escaped;
use boardbots_stats::mean::Mean;
use boardbots_stats::tally::Tally;
use std::fmt::Write;

/// With more players than this, cells hold the score only.
const DETAILED: usize = 10;

/// Writes the table, players in the given order; nothing where the sheet has none.
pub fn cross(sheet: &Sheet, order: &[usize], html: &mut String) {
    if order.len() < 2 || sheet.cross.is_empty() {
        return;
    }
    let is_detailed = order.len() <= DETAILED;
    html.push_str("<section>\n<h2>Each against each</h2>\n<p class=\"note\">The share of points that the player of the row has from games against the player of the column, in percent");
    if is_detailed {
        html.push_str(", and won–drawn–lost. Before others at a table counts as won, level with them as drawn");
    }
    html.push_str(".</p>\n<div class=\"wide\"><table class=\"cross\">\n<caption>Row against column</caption>\n<thead><tr><th scope=\"col\" class=\"number\">#</th><th scope=\"col\" class=\"name\">Player</th>");
    for place in 1..=order.len() {
        // Writing to a text does not fail.
        let _ = write!(html, "<th scope=\"col\">{place}</th>");
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for (place, &player) in order.iter().enumerate() {
        let (place, name) = (place + 1, name(&sheet.players[player].name));
        let _ = write!(html, "<tr><td class=\"number\">{place}</td><th scope=\"row\" class=\"name\">{name}</th>");
        for &other in order {
            let tally = sheet.cross.get(player).and_then(|row| row.get(other)).copied().unwrap_or_default();
            cell(player == other, tally, is_detailed, html);
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody>\n</table></div>\n</section>\n");
}

fn cell(is_self: bool, tally: Tally, is_detailed: bool, html: &mut String) {
    let Some(score) = tally.score().filter(|_| !is_self) else {
        let _ = write!(html, "<td class=\"none\">{}</td>", if is_self { "–" } else { "" });
        return;
    };
    let results = format!("{}–{}–{}", count(tally.wins), count(tally.draws), count(tally.losses));
    let _ = write!(html, "<td class=\"{}\" title=\"{results}\">", shade(score));
    let _ = if is_detailed {
        write!(html, "{}<small>{results}</small></td>", decimal(score * 100.0, 1))
    } else {
        write!(html, "{}</td>", decimal(score * 100.0, 0))
    };
}

/// The class of a score: how far it is from even, in four steps to each side.
fn shade(score: f64) -> &'static str {
    /// From all lost to all won.
    const SHADES: [&str; 9] = ["l4", "l3", "l2", "l1", "e0", "w1", "w2", "w3", "w4"];
    /// The least score of each but the first.
    const LEAST: [f64; 8] = [0.1, 0.25, 0.4, 0.48, 0.52, 0.6, 0.75, 0.9];
    SHADES[LEAST.iter().filter(|&&least| score > least).count()]
}

/// Writes the table, players in the given order; nothing where games are for two.
pub fn means(sheet: &Sheet, order: &[usize], html: &mut String) {
    if sheet.players.iter().all(|player| player.place.is_none()) {
        return;
    }
    html.push_str("<section>\n<h2>Places and scores</h2>\n<div class=\"wide\"><table>\n");
    html.push_str("<caption>Means with 95 % intervals, games of one map taken together; above all: how much more than what all have on the same map.</caption>\n<thead><tr><th scope=\"col\" class=\"name\">Player</th>");
    for heading in ["First, %", "±", "Place", "±", "Score", "±", "Above all", "±"] {
        // Writing to a text does not fail.
        let _ = write!(html, "<th scope=\"col\" class=\"number\">{heading}</th>");
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for player in order.iter().map(|&player| &sheet.players[player]) {
        let _ = write!(html, "<tr><th scope=\"row\" class=\"name\">{}</th>", name(&player.name));
        let plain: fn(f64, usize) -> String = decimal;
        let percent = |Mean { mean, error }| Mean { mean: 100.0 * mean, error: error.map(|error| 100.0 * error) };
        let first = player.first.map(percent);
        for (mean, text, decimals) in
            [(first, plain, 1), (player.place, plain, 3), (player.score, plain, 1), (player.lead, signed, 1)]
        {
            let error = mean.and_then(|mean: Mean| mean.error).map_or_else(missing, |error| decimal(error, decimals));
            let mean = mean.map_or_else(missing, |mean| text(mean.mean, decimals));
            let _ = write!(html, "<td class=\"number main\">{mean}</td><td class=\"number soft\">{error}</td>");
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody>\n</table></div>\n</section>\n");
}

fn missing() -> String {
    "–".to_owned()
}

/// Writes the table, players in the given order, or a sentence where there is nothing to tell.
pub fn faults(sheet: &Sheet, order: &[usize], html: &mut String) {
    if sheet.players.is_empty() {
        return;
    }
    html.push_str("<section>\n<h2>Faults</h2>\n");
    let kinds = kinds(sheet);
    if kinds.is_empty() {
        html.push_str("<p>None.</p>\n</section>\n");
        return;
    }
    html.push_str("<div class=\"wide\"><table>\n<caption>What went wrong, and how often.</caption>\n<thead><tr><th scope=\"col\" class=\"name\">Player</th>");
    for kind in &kinds {
        // Writing to a text does not fail.
        let _ = write!(html, "<th scope=\"col\" class=\"number\">{}</th>", escaped(kind));
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for player in order.iter().map(|&player| &sheet.players[player]) {
        let _ = write!(html, "<tr><th scope=\"row\" class=\"name\">{}</th>", name(&player.name));
        for kind in &kinds {
            let faults = player.faults.iter().filter(|(name, _)| name == kind);
            let number = faults.fold(0_u64, |sum, (_, number)| sum.saturating_add(*number));
            let class = if number > 0 { "number bad" } else { "number soft" };
            let _ = write!(html, "<td class=\"{class}\">{}</td>", count(number));
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody>\n</table></div>\n<ul>\n");
    for player in order.iter().map(|&player| &sheet.players[player]) {
        for first in &player.first_faults {
            let _ = writeln!(html, "<li>{}, {}</li>", name(&player.name), escaped(first));
        }
    }
    html.push_str("</ul>\n</section>\n");
}

/// The kinds of faults that there were, in the order they are first told.
fn kinds(sheet: &Sheet) -> Vec<&str> {
    let mut kinds: Vec<&str> = Vec::new();
    for (kind, number) in sheet.players.iter().flat_map(|player| &player.faults) {
        if *number > 0 && !kinds.contains(&kind.as_str()) {
            kinds.push(kind);
        }
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::super::Player;
    use super::*;

    #[test]
    fn scores_are_shaded() {
        let shades = [0.0, 0.2, 0.3, 0.45, 0.5, 0.55, 0.7, 0.8, 1.0].map(shade);
        assert_eq!(shades, ["l4", "l3", "l2", "l1", "e0", "w1", "w2", "w3", "w4"]);
    }

    #[test]
    fn rows_and_columns_follow_the_order() {
        let player = |name: &str| Player { name: name.to_owned(), ..Player::default() };
        let tally = |wins, losses| Tally { wins, draws: 0, losses };
        // The last row is short: no games.
        let all = vec![vec![tally(9, 9), tally(1, 3), tally(1, 0)], vec![tally(3, 1)], vec![]];
        let sheet = Sheet { players: vec![player("a"), player("b"), player("c")], cross: all, ..Sheet::default() };
        let mut html = String::new();
        cross(&sheet, &[1, 0, 2], &mut html);
        let rows: Vec<&str> = html.split("<tr>").skip(2).collect();
        assert!(rows[0].contains("<bdi>b</bdi>") && rows[1].contains("<bdi>a</bdi>"), "{html}");
        let cells = |row: &str| row.matches("class=\"none\"").count();
        assert_eq!([cells(rows[0]), cells(rows[1]), cells(rows[2])], [2, 1, 3]);
        assert!(rows[0].contains("75.0<small>3–0–1</small>"), "{html}");
        assert!(!html.contains("9–0–9"), "nobody plays itself");
    }

    #[test]
    fn tables_of_more_than_two_have_means_and_others_none() {
        let mean = |mean, error| Some(Mean { mean, error });
        let player = Player {
            first: mean(0.5, Some(0.25)),
            place: mean(2.25, Some(0.125)),
            lead: mean(-13.04, None),
            ..Player::default()
        };
        let mut html = String::new();
        means(&Sheet { players: vec![player], ..Sheet::default() }, &[0], &mut html);
        for part in [
            "main\">50.0</td>",
            "soft\">25.0</td>",
            "main\">2.250</td>",
            "soft\">0.125</td>",
            "main\">–</td>",
            "main\">−13.0</td>",
        ] {
            assert!(html.contains(part), "{part}: {html}");
        }
        html.clear();
        means(&Sheet { players: vec![Player::default()], ..Sheet::default() }, &[0], &mut html);
        assert_eq!(html, "");
    }

    fn player(faults: &[(&str, u64)]) -> Player {
        Player { faults: faults.iter().map(|&(kind, number)| (kind.to_owned(), number)).collect(), ..Player::default() }
    }

    #[test]
    fn only_what_happened_has_a_column() {
        let players = vec![player(&[("hang", 0), ("died", 2), ("died", 1)]), player(&[("illegal", 4)])];
        let sheet = Sheet { players, ..Sheet::default() };
        assert_eq!(kinds(&sheet), ["died", "illegal"]);
        let mut html = String::new();
        faults(&sheet, &[1, 0], &mut html);
        assert!(html.contains("<td class=\"number soft\">0</td><td class=\"number bad\">4</td>"), "{html}");
        assert!(html.contains("<td class=\"number bad\">3</td>"), "{html}");
    }

    #[test]
    fn no_faults_are_told() {
        let mut html = String::new();
        faults(&Sheet { players: vec![player(&[("hang", 0)])], ..Sheet::default() }, &[0], &mut html);
        assert!(html.contains("<p>None.</p>"));
    }
}
