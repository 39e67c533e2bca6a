//! Each player against each other: a table of scores, shaded from lost to won.

use super::sheet::Sheet;
use super::wording::{count, decimal, name};
use boardbots_stats::tally::Tally;
use std::fmt::Write;

/// With more players than this, cells hold the score only.
const DETAILED: usize = 10;

/// Writes the table, players in the given order; nothing where the sheet has none.
pub fn write(sheet: &Sheet, order: &[usize], html: &mut String) {
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
        let _ = write!(
            html,
            "<tr><td class=\"number\">{}</td><th scope=\"row\" class=\"name\">{}</th>",
            place + 1,
            name(&sheet.players[player].name)
        );
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
        let cross = vec![vec![tally(9, 9), tally(1, 3), tally(1, 0)], vec![tally(3, 1)], vec![]];
        let sheet = Sheet { players: vec![player("a"), player("b"), player("c")], cross, ..Sheet::default() };
        let mut html = String::new();
        write(&sheet, &[1, 0, 2], &mut html);
        let rows: Vec<&str> = html.split("<tr>").skip(2).collect();
        assert!(rows[0].contains("<bdi>b</bdi>") && rows[1].contains("<bdi>a</bdi>"), "{html}");
        let cells = |row: &str| row.matches("class=\"none\"").count();
        assert_eq!([cells(rows[0]), cells(rows[1]), cells(rows[2])], [2, 1, 3]);
        assert!(rows[0].contains("75.0<small>3–0–1</small>"), "{html}");
        assert!(!html.contains("9–0–9"), "nobody plays itself");
    }
}
