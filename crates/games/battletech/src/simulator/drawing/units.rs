//! Mechs on the map: where they stand and face, and what ails them.

use super::layout::{Point, centre, towards};
use crate::hex::Side;
use crate::simulator::story::Names;
use crate::situation::{Mech, Situation};
use boardbots_base::printable::escaped;
use std::fmt::Write;

/// The radius of the front arc on the picture.
const REACH: i32 = 120;
/// The size of a mech.
const SIZE: i32 = 14;

/// The colour of a mech's player.
#[must_use]
pub fn colour(mech: usize) -> &'static str {
    /// Far apart for most eyes, dark enough for white digits.
    const COLOURS: [&str; 8] = ["#c1121f", "#1d4ed8", "#7b2cbf", "#b45309", "#0f766e", "#be185d", "#4d4d4d", "#3f6212"];
    COLOURS[mech % COLOURS.len()]
}

/// Draws the front arc of every torso.
pub fn arcs(situation: &Situation, svg: &mut String) {
    for (number, mech) in situation.mechs.iter().enumerate().filter(|(_, mech)| mech.condition.operative) {
        let Point { x, y } = centre(mech.condition.hex);
        let ends = [-1, 1].map(|turn| towards(Point { x, y }, mech.condition.torso.turned(turn), REACH));
        let [from, to] = ends;
        let colour = colour(number);
        let _ = writeln!(
            svg,
            r#"<path d="M{x} {y}L{} {}A{REACH} {REACH} 0 0 1 {} {}Z" fill="{colour}" fill-opacity=".09" stroke="{colour}" stroke-opacity=".4" stroke-dasharray="4 4"/>"#,
            from.x, from.y, to.x, to.y
        );
    }
}

/// Draws the mechs; those out of the game below the others.
pub fn draw(situation: &Situation, names: &Names, svg: &mut String) {
    for operative in [false, true] {
        for (number, mech) in situation.mechs.iter().enumerate() {
            if mech.condition.operative == operative {
                unit(number, mech, names, svg);
            }
        }
    }
}

/// A wedge before the mech's edge.
fn wedge(at: Point, side: Side, colour: &str, svg: &mut String) {
    let tip = towards(at, side, SIZE + 10);
    // The base lies between the directions to both neighbours of the side.
    let base = [-1, 1].map(|turn| {
        let (near, far) = (towards(at, side, SIZE + 3), towards(at, side.turned(turn), SIZE + 3));
        Point { x: i32::midpoint(near.x, far.x), y: i32::midpoint(near.y, far.y) }
    });
    let [left, right] = base;
    let _ = writeln!(
        svg,
        r##"<path d="M{} {}L{} {}L{} {}Z" fill="{colour}" stroke="#fff" stroke-width=".8"/>"##,
        tip.x, tip.y, left.x, left.y, right.x, right.y
    );
}

fn unit(number: usize, mech: &Mech, names: &Names, svg: &mut String) {
    let condition = &mech.condition;
    let at = centre(condition.hex);
    let Point { x, y } = at;
    let (below, name) = (y + 24, escaped(names.short(number)));
    let colour = colour(number);
    if !condition.operative {
        let (left, top) = (x - 10, y - 10);
        let _ = writeln!(
            svg,
            r#"<path d="M{left} {top}l20 20m0-20l-20 20" stroke="{colour}" stroke-width="5" opacity=".75"/><text class="m" x="{x}" y="{below}">{name}</text>"#
        );
        return;
    }
    let fill = if condition.shut_down { "#8a8a8a" } else { colour };
    // Legs: a dark wedge; torso: a barrel in the player's colour.
    wedge(at, condition.facing, "#111", svg);
    let muzzle = towards(at, condition.torso, SIZE + 6);
    if !condition.prone {
        let _ = writeln!(
            svg,
            r##"<path d="M{x} {y}L{} {}" stroke="#fff" stroke-width="6" stroke-linecap="round"/><path d="M{x} {y}L{0} {1}" stroke="{fill}" stroke-width="4" stroke-linecap="round"/>"##,
            muzzle.x, muzzle.y
        );
    }
    let flat = if condition.prone { SIZE / 2 + 1 } else { SIZE };
    let dash = if condition.prone { r#" stroke-dasharray="3 2""# } else { "" };
    let _ = writeln!(
        svg,
        r##"<ellipse cx="{x}" cy="{y}" rx="{SIZE}" ry="{flat}" fill="{fill}" stroke="#fff" stroke-width="1.5"{dash}/><text x="{x}" y="{}" font-size="13" font-weight="bold" text-anchor="middle" fill="#fff">{number}</text>"##,
        y + 5
    );
    let _ = writeln!(svg, r#"<text class="m" x="{x}" y="{below}" fill="{colour}">{name}</text>"#);
    if condition.burning {
        let _ = writeln!(svg, r##"<use href="#flame" x="{}" y="{}"/>"##, x + 15, y - 10);
    }
    if condition.club {
        let _ = writeln!(svg, r##"<use href="#club" x="{}" y="{}"/>"##, x - 15, y + 8);
    }
    let ails = ails(mech);
    if !ails.is_empty() {
        let _ = writeln!(svg, r##"<text class="m" x="{x}" y="{}" fill="#b00000">{ails}</text>"##, y - SIZE - 3);
    }
}

/// The ailments of a mech, in words.
#[must_use]
pub fn ails(mech: &Mech) -> String {
    let condition = &mech.condition;
    let unconscious = mech.own().is_some_and(|own| !own.conscious);
    let states = [
        (!condition.operative, "destroyed"),
        (condition.prone, "prone"),
        (condition.shut_down, "shut down"),
        (condition.stuck, "stuck"),
        (unconscious, "unconscious"),
    ];
    let words: Vec<_> = states.into_iter().filter_map(|(is, word)| is.then_some(word)).collect();
    words.join(", ")
}
