//! Where the torso turns: to where the best volley and the best blows are.

use super::room::Room;
use super::{fire, physical};
use crate::action::Reaction;
use crate::pose::Pose;
use crate::situation::Situation;

/// The torso side of the best expected volley and blows; the same side if turning gains nothing.
pub fn best(room: &mut Room, situation: &Situation, me: usize) -> Reaction {
    let pose = room.fighters[me].pose;
    if pose.prone {
        return Reaction::Same;
    }
    let ways = [(Reaction::Same, 0), (Reaction::Left, -1), (Reaction::Right, 1)];
    let mut best = (i64::MIN, Reaction::Same);
    for (reaction, turn) in ways {
        let turned = Pose { torso: pose.facing.turned(turn), ..pose };
        let shots = fire::volley(room, situation, me, &turned).0.value;
        let value = shots + physical::expected(room, situation, me, turned.torso);
        if value > best.0 {
            best = (value, reaction);
        }
    }
    best.1
}
