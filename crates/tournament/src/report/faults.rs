//! Faults of each player.

use super::sheet::Sheet;
use super::wording::{count, name};
use boardbots_base::printable::escaped;
use std::fmt::Write;

/// Writes the table, players in the given order, or a sentence where there is nothing to tell.
pub fn write(sheet: &Sheet, order: &[usize], html: &mut String) {
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

    fn player(faults: &[(&str, u64)]) -> Player {
        Player { faults: faults.iter().map(|&(kind, number)| (kind.to_owned(), number)).collect(), ..Player::default() }
    }

    #[test]
    fn only_what_happened_has_a_column() {
        let players = vec![player(&[("hang", 0), ("died", 2), ("died", 1)]), player(&[("illegal", 4)])];
        let sheet = Sheet { players, ..Sheet::default() };
        assert_eq!(kinds(&sheet), ["died", "illegal"]);
        let mut html = String::new();
        write(&sheet, &[1, 0], &mut html);
        assert!(html.contains("<td class=\"number soft\">0</td><td class=\"number bad\">4</td>"), "{html}");
        assert!(html.contains("<td class=\"number bad\">3</td>"), "{html}");
    }

    #[test]
    fn no_faults_are_told() {
        let mut html = String::new();
        write(&Sheet { players: vec![player(&[("hang", 0)])], ..Sheet::default() }, &[0], &mut html);
        assert!(html.contains("<p>None.</p>"));
    }
}
