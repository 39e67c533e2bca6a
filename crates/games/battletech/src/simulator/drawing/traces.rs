//! Traces of what mechs did: movements, shots and blows.

use super::Scene;
use super::layout::{Point, centre};
use super::units::colour;
use crate::battle::Event;
use crate::situation::Mode;
use std::fmt::Write;

/// From the middle of a mech to where its shots begin.
const NEAR: i32 = 15;

/// Draws the movements of a turn: a line from hex to hex, dotted for jumps, thicker for runs.
pub fn moves(events: &[Event], svg: &mut String) {
    for event in events {
        let Event::Move { mech, mode, path, .. } = event else { continue };
        let points: Vec<Point> = path.iter().map(|&hex| centre(hex)).collect();
        let Some(&Point { x, y }) = points.first().filter(|_| points.len() > 1) else { continue };
        let (width, dash) = match mode {
            Mode::Still | Mode::Walk => (3, ""),
            Mode::Run => (5, ""),
            Mode::Jump => (4, r#" stroke-dasharray="2 7""#),
        };
        let line: Vec<String> = points.iter().map(|point| format!("{},{}", point.x, point.y)).collect();
        let colour = colour(*mech);
        let _ = writeln!(
            svg,
            r#"<polyline points="{}" fill="none" stroke="{colour}" stroke-opacity=".65" stroke-width="{width}" stroke-linejoin="round" stroke-linecap="round"{dash}/><circle cx="{x}" cy="{y}" r="6" fill="none" stroke="{colour}" stroke-width="2"/>"#,
            line.join(" ")
        );
    }
}

/// Draws shots and blows: whole lines for hits and thin broken ones for misses.
pub fn attacks(scene: &Scene, svg: &mut String) {
    let mechs = &scene.situation.mechs;
    let mut lines = 0;
    for event in scene.events {
        let (mech, target, hex, hit, name) = match event {
            Event::Shot { mech, target, hex, hit, weapon, .. } => (*mech, *target, *hex, *hit, weapon.clone()),
            Event::Blow { mech, target, hit, means, .. } => (*mech, *target, None, *hit, format!("{means:?}")),
            _ => continue,
        };
        let target = target.and_then(|target| mechs.get(target)).map(|target| target.condition.hex);
        let (Some(attacker), Some(hex)) = (mechs.get(mech), target.or(hex)) else { continue };
        beam(mech, (centre(attacker.condition.hex), centre(hex)), lines, hit, &name, svg);
        lines += 1;
    }
}

/// Writes at each mech what it lost.
pub fn losses(scene: &Scene, svg: &mut String) {
    let mechs = &scene.situation.mechs;
    let mut lost = vec![0_u32; mechs.len()];
    for event in scene.events {
        if let Event::Damage { mech, armour, structure, .. } | Event::Lost { mech, armour, structure, .. } = event
            && let Some(lost) = lost.get_mut(*mech)
        {
            *lost += u32::from(*armour) + u32::from(*structure);
        }
    }
    for (mech, lost) in mechs.iter().zip(lost).filter(|&(_, lost)| lost > 0) {
        let Point { x, y } = centre(mech.condition.hex);
        let _ = writeln!(svg, r#"<text class="d" x="{}" y="{}">−{lost}</text>"#, x + 32, y - 16);
    }
}

/// One attack; several lie beside each other.
fn beam(mech: usize, (from, to): (Point, Point), number: i32, hit: bool, name: &str, svg: &mut String) {
    let aside = 4 * ((number % 7) - 3);
    let (right, down) = (to.x - from.x, to.y - from.y);
    let length = right.abs().max(down.abs()).max(1);
    // Perpendicular to the line, so that parallel shots are seen as such.
    let (x, y) = (-down * aside / length, right * aside / length);
    // Only between the mechs, whose numbers stay legible.
    let (near, far) = (right * NEAR / length, down * NEAR / length);
    let (from, to) = (Point { x: from.x + near, y: from.y + far }, Point { x: to.x - near, y: to.y - far });
    let shape = if hit {
        "stroke-width=\"2.4\""
    } else {
        "stroke-width=\"1.2\" stroke-dasharray=\"5 4\" stroke-opacity=\".7\""
    };
    let _ = write!(
        svg,
        r#"<g stroke="{colour}" fill="{colour}"><title>{}</title><path d="M{} {}L{} {}" {shape}/>"#,
        boardbots_base::printable::escaped(name),
        from.x + x,
        from.y + y,
        to.x + x,
        to.y + y,
        colour = colour(mech)
    );
    if hit {
        let _ = write!(svg, r#"<circle cx="{}" cy="{}" r="4"/>"#, to.x + x, to.y + y);
    }
    svg.push_str("</g>\n");
}
