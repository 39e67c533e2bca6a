//! Where a mech can end.

use crate::condition::MAX_MECHS;
use crate::hex::Hex;
use crate::movement::end::Wishes;
use crate::movement::ground::Ground;
use crate::movement::mover::Mover;
use crate::movement::points::Points;
use crate::movement::reach::Reach;
use crate::situation::Situation;
use arrayvec::ArrayVec;

/// Lists where a mech can end, with the others where they stand.
pub fn explore(reach: &mut Reach, ground: &Ground, situation: &Situation, mech: usize, wishes: Wishes) {
    let others: ArrayVec<Hex, MAX_MECHS> =
        situation.enemies(mech).map(|other| situation.mechs[other].condition.hex).collect();
    let moving = &situation.mechs[mech];
    let mover = Mover::new(moving, &situation.settings, Points::told(moving));
    reach.explore(ground, &situation.map, &others, &mover, wishes);
}
