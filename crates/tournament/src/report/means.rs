//! Mean places and scores at tables for more than two.

use super::sheet::Sheet;
use super::wording::{decimal, name, signed};
use boardbots_stats::mean::Mean;
use std::fmt::Write;

/// Writes the table, players in the given order; nothing where games are for two.
pub fn write(sheet: &Sheet, order: &[usize], html: &mut String) {
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
            let _ = write!(
                html,
                "<td class=\"number main\">{}</td><td class=\"number soft\">{}</td>",
                mean.map_or_else(missing, |mean| text(mean.mean, decimals)),
                mean.and_then(|mean: Mean| mean.error).map_or_else(missing, |error| decimal(error, decimals)),
            );
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody>\n</table></div>\n</section>\n");
}

fn missing() -> String {
    "–".to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::Player;
    use super::*;

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
        write(&Sheet { players: vec![player], ..Sheet::default() }, &[0], &mut html);
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
        write(&Sheet { players: vec![Player::default()], ..Sheet::default() }, &[0], &mut html);
        assert_eq!(html, "");
    }
}
