//! Beside the map: heat and armour of each mech, and the story of the turn.

use super::Scene;
use super::units::{ails, colour};
use crate::definition::Definition;
use crate::location::Location;
use crate::simulator::story::{Names, tell};
use crate::situation::Mech;
use boardbots_base::printable::escaped;
use std::fmt::Write;

/// Its width.
pub const WIDTH: i32 = 390;
/// The height of what is said of one mech.
const SHEET: i32 = 152;
/// Room for a location.
const CELL: (i32, i32) = (58, 19);
/// Lines of the story that are shown.
const LINES: usize = 60;
/// Letters of such a line.
const LETTERS: usize = 74;

/// The cells of the eleven places of armour: column in halves of a cell, row.
const PLACES: [(i32, i32); 11] =
    [(0, 1), (2, 1), (2, 3), (6, 3), (6, 1), (8, 1), (4, 1), (4, 0), (2, 2), (6, 2), (4, 2)];
/// Their names.
const NAMES: [&str; 11] = ["BI", "TI", "PI", "PD", "TD", "BD", "TC", "CAB", "TIa", "TDa", "TCa"];

/// Draws everything from this abscissa on, and says how far down it reaches.
pub fn draw(scene: &Scene, names: &Names, left: i32, svg: &mut String) -> i32 {
    let mut top = 34;
    for (number, mech) in scene.situation.mechs.iter().enumerate() {
        let whole = scene.whole.get(number).unwrap_or(&mech.definition);
        sheet(number, mech, whole, names, (left, top), svg);
        top += SHEET;
    }
    let lines: Vec<String> = scene.events.iter().filter_map(|event| tell(event, names)).collect();
    for line in lines.iter().take(LINES) {
        top += 12;
        let short: String = line.chars().take(LETTERS).collect();
        let _ = writeln!(svg, r#"<text x="{left}" y="{top}" font-size="10">{}</text>"#, escaped(&short));
    }
    if lines.len() > LINES {
        top += 12;
        let more = lines.len() - LINES;
        let _ = writeln!(svg, r#"<text x="{left}" y="{top}" font-size="10">and {more} lines more</text>"#);
    }
    top
}

/// Red for little, green for all.
fn shade(now: u16, full: u16) -> String {
    let full = u32::from(full.max(now).max(1));
    let share = u32::from(now) * 100 / full;
    if now == 0 { "#3a3a3a".to_string() } else { format!("hsl({},65%,62%)", share * 120 / 100) }
}

fn sheet(number: usize, mech: &Mech, whole: &Definition, names: &Names, (left, top): (i32, i32), svg: &mut String) {
    let condition = &mech.condition;
    let ails = ails(mech);
    let separator = if ails.is_empty() { "" } else { ": " };
    let (y, fill) = (top + 4, colour(number));
    let head = format!("{}{separator}{ails}", escaped(names.long(number)));
    let _ = writeln!(svg, r#"<text x="{left}" y="{y}" font-size="13" font-weight="bold" fill="{fill}">{head}</text>"#);
    heat(condition.heat, left, top + 12, svg);
    for (place, (column, row)) in PLACES.into_iter().enumerate() {
        let (x, y) = (left + column * CELL.0 / 2 + column * 2, top + 32 + row * (CELL.1 + 4));
        let fill = shade(condition.armour[place], whole.armour[place]);
        let _ = write!(
            svg,
            r##"<rect x="{x}" y="{y}" width="{}" height="{}" rx="3" fill="{fill}" stroke="#444" stroke-width=".7"/>"##,
            CELL.0, CELL.1
        );
        let mut text = format!("{} {}", NAMES[place], condition.armour[place]);
        if place < Location::ALL.len() {
            let (now, full) = (condition.structure[place], whole.structure[place]);
            let _ = write!(text, "+{now}");
            let width = i32::from(now) * CELL.0 / i32::from(full.max(now).max(1));
            let _ =
                write!(svg, r##"<rect x="{x}" y="{}" width="{width}" height="3" fill="#1b3a6b"/>"##, y + CELL.1 - 3);
        }
        let ink = if condition.armour[place] == 0 { "#fff" } else { "#000" };
        let (x, y) = (x + CELL.0 / 2, y + 12);
        let _ =
            writeln!(svg, r#"<text x="{x}" y="{y}" font-size="10" text-anchor="middle" fill="{ink}">{text}</text>"#);
    }
}

/// A bar from 0 to 30, with marks where mechs may shut down.
fn heat(heat: u16, left: i32, top: i32, svg: &mut String) {
    const STEP: i32 = 8;
    let (shown, full) = (i32::from(heat.min(30)), 30 * STEP);
    let fill = match heat {
        0..8 => "#60a5fa",
        8..14 => "#f59e0b",
        _ => "#dc2626",
    };
    let _ = writeln!(
        svg,
        r##"<rect x="{left}" y="{top}" width="{full}" height="11" fill="#fff" stroke="#444" stroke-width=".7"/><rect x="{left}" y="{top}" width="{}" height="11" fill="{fill}"/>"##,
        shown * STEP
    );
    for mark in [14, 18, 22, 26] {
        let _ = write!(svg, r##"<path d="M{} {top}v11" stroke="#444" stroke-width=".7"/>"##, left + mark * STEP);
    }
    let _ = writeln!(svg, r#"<text x="{}" y="{}" font-size="10">heat {heat}</text>"#, left + full + 6, top + 9);
}
