//! A turn of a battle as a picture: the map, the mechs, what they did, and how they fare.
//!
//! | file | holds |
//! |---|---|
//! | [`layout`] | where hexes lie on the picture |
//! | [`ground`] | terrain and what stands on it |
//! | [`units`] | mechs: where they stand and face |
//! | [`traces`] | movements, shots and blows |
//! | [`panel`] | heat and armour of each mech, and the story |
//!
//! Pictures are SVG without scripts, fonts or anything from elsewhere.

pub mod ground;
pub mod layout;
pub mod panel;
pub mod traces;
pub mod units;

use super::story::Names;
use crate::battle::Event;
use crate::definition::Definition;
use crate::map::Map;
use crate::situation::Situation;
use boardbots_base::printable::escaped;
use layout::Layout;
use std::fmt::Write;

/// The fight that is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The situation at its end.
    pub situation: &'a Situation,
    /// The events before, in order.
    pub events: &'a [Event],
    /// The mechs when they were whole, by number; what is missing counts as whole now.
    pub whole: &'a [Definition],
    /// The line above.
    pub title: &'a str,
}

/// The picture of a scene.
#[must_use]
pub fn draw(scene: &Scene) -> String {
    let names = Names::of(scene.situation);
    let layout = Layout::of(&scene.situation.map);
    let mut side = String::new();
    let bottom = panel::draw(scene, &names, layout.width + 10, &mut side);
    let (width, height) = (layout.width + panel::WIDTH + 20, layout.height.max(bottom) + 10);
    let mut svg = begun((width, height), r#" font-size="16" font-weight="bold""#, scene.title);
    ground::draw(&scene.situation.map, &mut svg);
    units::arcs(scene.situation, &mut svg);
    traces::moves(scene.events, &mut svg);
    traces::attacks(scene, &mut svg);
    units::draw(scene.situation, &names, &mut svg);
    traces::losses(scene, &mut svg);
    svg.push_str(&side);
    svg.push_str("</svg>\n");
    svg
}

/// The picture of a map without mechs, with a line above.
#[must_use]
pub fn draw_map(map: &Map, title: &str) -> String {
    let Layout { width, height } = Layout::of(map);
    let mut svg = begun((width + 10, height + 10), r#" font-size="12""#, title);
    ground::draw(map, &mut svg);
    svg.push_str("</svg>\n");
    svg
}

/// The head of a picture of this width and height: shapes, background, and a line of text with these attributes.
fn begun((width, height): (i32, i32), font: &str, title: &str) -> String {
    let mut svg = String::with_capacity(256 << 10);
    // Writing to a text does not fail.
    let _ = writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="sans-serif">"#
    );
    svg.push_str(DEFINITIONS);
    let _ = writeln!(svg, r##"<rect width="{width}" height="{height}" fill="#fafaf7"/>"##);
    let _ = writeln!(svg, r#"<text x="10" y="20"{font}>{}</text>"#, escaped(title));
    svg
}

/// Shapes that are used many times; [`ground`] needs them. The hex is that of [`layout`].
pub const DEFINITIONS: &str = r##"<style>
.n{font-size:8px;fill:#000;fill-opacity:.5;text-anchor:middle}
.l{font-size:10px;font-weight:bold;fill:#000;fill-opacity:.65;text-anchor:middle}
.p{fill:#fff;fill-opacity:.85}
.m{font-size:9px;font-weight:bold;text-anchor:middle;stroke:#fff;stroke-width:2.5;paint-order:stroke}
.d{font-size:15px;font-weight:bold;text-anchor:middle;fill:#b00000;stroke:#fff;stroke-width:3;paint-order:stroke}
.h{stroke:#5b5b46;stroke-width:.8}
</style>
<defs>
<polygon id="hex" points="-16,-28 16,-28 32,0 16,28 -16,28 -32,0"/>
<g id="tree"><path d="M0-9L6 3H-6Z" fill="#2f6b2f" stroke="#1d431d" stroke-width=".7"/><path d="M0 3V6" stroke="#5a3a1a" stroke-width="2"/></g>
<g id="light"><use href="#tree" x="-14" y="-2"/><use href="#tree" x="11" y="4"/></g>
<g id="heavy"><use href="#tree" x="-18" y="-3"/><use href="#tree" x="-7" y="-8"/><use href="#tree" x="6" y="-8"/><use href="#tree" x="17" y="-2"/><use href="#tree" x="-10" y="9"/><use href="#tree" x="8" y="10"/></g>
<path id="reeds" d="M-16-8q2-3 4 0t4 0t4 0M4 0q2-3 4 0t4 0t4 0M-14 9q2-3 4 0t4 0t4 0" fill="none" stroke="#4d6b3a" stroke-width="1.3"/>
<path id="waves" d="M-18-8q2-2 4 0t4 0t4 0t4 0M2 0q2-2 4 0t4 0t4 0t4 0M-16 9q2-2 4 0t4 0t4 0t4 0" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="1.2"/>
<path id="stones" d="M-16-2L-14-8L-9-7L-7-2ZM0-5L2-11L7-10L9-5ZM9 6L11 0L16 1L18 6ZM-8 11L-6 5L-1 6L1 11Z" fill="#9a938a" stroke="#57524c" stroke-width=".7"/>
<g id="flame"><path d="M0 8C-9 4-5-3-1-10C0-4 8-2 5 4C4 7 2 8 0 8Z" fill="#f97316" stroke="#b91c1c"/><path d="M0 7C-3 5-1 1 0-2C2 1 3 5 0 7Z" fill="#fde047"/></g>
<g id="smoke" fill="#4b5563" fill-opacity=".45"><circle cx="-9" cy="2" r="9"/><circle cx="3" cy="-5" r="11"/><circle cx="11" cy="5" r="8"/></g>
<g id="club"><path d="M-6 3L5-3" stroke="#6b4423" stroke-width="3.5" stroke-linecap="round"/></g>
</defs>
"##;
