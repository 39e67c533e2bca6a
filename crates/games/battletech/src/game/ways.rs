//! Ways of a mech, and what it can expect there if its enemies stay where they are.

use super::steps::Places;
use crate::arc::Arc;
use crate::hex::{Hex, Side};
use crate::movement::cost::TURN;
use crate::movement::end::{CERTAIN, End, Wishes};
use crate::movement::points::Points;
use crate::player::exchange::{Attack, Bearings, Pair};
use crate::player::fighter::Fighter;
use crate::player::memory::Memory;
use crate::player::movement::{SideValues, worths};
use crate::situation::{Mode, Pose, Situation};
use crate::views::Views;
use serde_json::{Value, json};

/// The word of a kind of movement.
pub const fn word(mode: Mode) -> &'static str {
    ["stay", "walk", "run", "jump"][mode as usize]
}

/// All that can be wished: to lie down, and MASC for a mech that has it.
fn wishes(seen: &Situation, seat: usize) -> Wishes {
    Wishes { prone: true, masc: seen.mechs[seat].definition.masc }
}

/// True if a mech can go nowhere at all.
pub fn none(seen: &Situation, seat: usize) -> bool {
    let mech = &seen.mechs[seat];
    // Nearly always it can turn where it is, and not all places have to be looked for.
    let turns = mech.acts() && !mech.condition.stuck && Points::told(mech).walk >= TURN;
    !turns && Places::of(seen, seat, wishes(seen, seat)).reach.ends.len() < 2
}

/// One kind of ends: the same hex and movement, standing or lying.
type Kind = (Mode, Hex, bool);

const fn kind(end: &End) -> Kind {
    (end.mode, end.hex, end.masc)
}

/// Movement points by sides.
fn points(ends: &[&End]) -> [Value; 6] {
    let mut points = [const { Value::Null }; 6];
    for end in ends {
        points[end.facing.index()] = end.spent.into();
    }
    points
}

/// Chances in percent to come there as planned, by sides.
fn sure(ends: &[&End]) -> [u32; 6] {
    let mut sure = [0; 6];
    for end in ends {
        // Rounded to the nearest, but never up to certainty.
        let percent = (u32::from(end.arrival) * 200 / u32::from(CERTAIN)).div_ceil(2);
        sure[end.facing.index()] = if end.arrival < CERTAIN { percent.min(99) } else { 100 };
    }
    sure
}

/// The scales that ways are weighed with.
struct Scales<'a> {
    seen: &'a Situation,
    seat: usize,
    fighters: Vec<Option<Fighter>>,
    views: Views,
    bearings: Bearings,
}

impl<'a> Scales<'a> {
    fn new(seen: &'a Situation, seat: usize, memory: &Memory) -> Self {
        let fighter = |(number, mech): (usize, &crate::situation::Mech)| {
            mech.condition.operative.then(|| Fighter::of(seen, number, memory))
        };
        let fighters = seen.mechs.iter().enumerate().map(fighter).collect();
        Self { seen, seat, fighters, views: Views::new(&seen.map), bearings: Bearings::default() }
    }

    /// Mean damage in tenths of a point: what is dealt to the best target, by facings; what is taken
    /// from all; and the side that is struck, by facings: `F`, `S`, `R`, or `-` for none.
    fn weigh(&mut self, pose: &Pose) -> ([u32; 6], u32, String) {
        let (mut deal, mut take, mut struck) = ([0_u32; 6], 0, [b'-'; 6]);
        let Some(mine) = &self.fighters[self.seat] else { return (deal, take, "------".to_string()) };
        let map = &self.seen.map;
        for enemy in self.seen.enemies(self.seat) {
            let Some(theirs) = &self.fighters[enemy] else { continue };
            let there = &theirs.pose;
            let Some(pair) = Pair::of(map, &mut self.views, &self.bearings, pose, there) else { continue };
            let out = Attack::of(map, (mine, pose), (theirs, there), pair);
            let into = Attack::of(map, (theirs, there), (mine, pose), pair.turned());
            let fire = into.fire(there.facing);
            take += fire;
            for side in Side::ALL {
                let best = &mut deal[side.index()];
                *best = out.fire(side).max(*best);
                if fire > 0 {
                    let letter = match Arc::struck(pose.hex, side, there.hex) {
                        Arc::Front => b'F',
                        Arc::Left | Arc::Right => b'S',
                        Arc::Rear => b'R',
                    };
                    let worst = &mut struck[side.index()];
                    // In the order of the letters only the rear is not behind the side.
                    *worst = if letter == b'R' || *worst == b'R' { b'R' } else { letter.max(*worst) };
                }
            }
        }
        let struck = struck.iter().map(|&letter| char::from(letter)).collect();
        (deal.map(|damage| damage / 100), take / 100, struck)
    }
}

/// The ends of a kind that are offered, and those that lie: these besides standing, or alone where a mech cannot
/// stand.
fn postures<'a, 'b>(all: &'a [&'b End]) -> (&'a [&'b End], &'a [&'b End]) {
    let (upright, lying) = all.split_at(all.partition_point(|end| !end.prone));
    (if upright.is_empty() { lying } else { upright }, lying)
}

/// Worths in thousandths of what a mech can take.
fn thousandths(worth: SideValues) -> [Option<i64>; 6] {
    worth.map(|side| side.map(|millionths| millionths / 1000))
}

/// The movements of a mech, as its player sees the situation.
pub fn list(seen: &Situation, seat: usize, memory: &Memory) -> Vec<Value> {
    let places = Places::of(seen, seat, wishes(seen, seat));
    let mut ends: Vec<&End> = places.reach.ends.iter().collect();
    let mut remembered = memory.clone();
    remembered.before_moving(seen);
    let mut scales = Scales::new(seen, seat, &remembered);
    let own = seen.mechs[seat].pose();
    ends.sort_by_key(|end| (kind(end), end.prone, end.facing));
    let each = ends.chunk_by(|one, other| kind(one) == kind(other));
    let (groups, lying): (Vec<_>, Vec<_>) = each.map(postures).unzip();
    let worths = worths(seen, seat, &remembered, &groups);
    let each = groups.into_iter().zip(lying).zip(worths);
    each.map(|((group, lying), worth)| {
        let first = group[0];
        let End { hex, mode, prone, masc, moved, heat, .. } = *first;
        let pose = Pose { hex, mode, moved, prone, facing: first.facing, torso: first.facing, ..own };
        let (deal, take, struck) = scales.weigh(&pose);
        let chances = sure(group);
        let rank = |end: &&&End| (deal[end.facing.index()], chances[end.facing.index()], u8::MAX - end.spent);
        let best = group.iter().max_by_key(rank).map_or(first.facing, |end| end.facing);
        if mode == Mode::Still {
            return json!({
                "choice": "stay", "mode": "stay", "hex": hex, "side": first.facing, "prone": prone, "heat": 0, "moved": 0,
                "deal": deal, "take": take, "struck": struck, "worth": thousandths(worth),
            });
        }
        let mut tail = if prone { " prone" } else { "" }.to_string();
        tail += if masc { " masc" } else { "" };
        let word = word(mode);
        let mut way = json!({
            "choice": format!("{word} {hex} {best}{tail}"), "form": format!("{word} {hex} SIDE{tail}"),
            "mode": word, "hex": hex, "side": best, "prone": prone, "masc": masc, "heat": heat, "moved": moved,
            "points": points(group), "sure": chances, "sinks": first.sinks, "deal": deal, "take": take, "struck": struck,
            "worth": thousandths(worth),
        });
        if !prone && !lying.is_empty() {
            way["down"] = json!(points(lying));
            way["down_sure"] = json!(sure(lying));
        }
        way
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use crate::game::tests::open;
    use serde_json::{Value, json};

    #[test]
    fn each_side_that_a_movement_can_face_is_worth_something() {
        let game = open(3, 2, &json!({}));
        let choices = game.choices();
        for choice in choices.as_array().expect("a list") {
            let worth = choice["worth"].as_array().expect("a list");
            let sides = |side: usize| match &choice["points"] {
                Value::Array(points) => !points[side].is_null(),
                _ => choice["side"] == side + 1,
            };
            assert!((0..6).all(|side| worth[side].is_i64() == sides(side)), "{choice}");
        }
    }
}
