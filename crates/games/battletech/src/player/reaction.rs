//! Where the torso turns: to where the best volley is.

use super::fire;
use super::room::Room;
use crate::action::Reaction;
use crate::pose::Pose;
use crate::situation::Situation;

/// The torso side of the best expected volley; the same side if turning gains nothing.
pub fn best(room: &mut Room, situation: &Situation, me: usize) -> Reaction {
    let pose = room.fighters[me].pose;
    if pose.prone {
        return Reaction::Same;
    }
    let ways = [(Reaction::Same, 0), (Reaction::Left, -1), (Reaction::Right, 1)];
    let mut best = (i64::MIN, Reaction::Same);
    for (reaction, turn) in ways {
        let turned = Pose { torso: pose.facing.turned(turn), ..pose };
        let value = fire::volley(room, situation, me, &turned).0.value;
        if value > best.0 {
            best = (value, reaction);
        }
    }
    best.1
}
