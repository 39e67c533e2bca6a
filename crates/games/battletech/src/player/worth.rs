//! The value of a point of damage to a mech, by the table of hit locations and the side.

use super::weights::Weights;
use crate::arc::Arc;
use crate::definition::Component;
use crate::location::Location;
use crate::situation::Mech;
use crate::tables::{Table, armour};

/// The worth of a whole mech: the unit of all values is a millionth of it.
pub const WHOLE: i64 = 1_000_000;
/// The worth of a point of damage to one mech, in millionths of its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worth([[i64; 4]; 3]);

impl Worth {
    /// The values for a mech in its present state.
    ///
    /// A location's share of the worth is spread over the points that it can still take; the dice decide how the points
    /// of a hit are spread over locations.
    #[must_use]
    pub fn of(mech: &Mech, weights: &Weights) -> Self {
        let Weights { arm, torso, leg, centre, head, .. } = *weights;
        // By location, in the order of the files.
        let shares = [arm, torso, leg, leg, torso, arm, centre, head].map(i64::from);
        let (left, structure) = (&mech.condition.armour, &mech.condition.structure);
        let tables = [Table::Body, Table::Punch, Table::Kick];
        let sides = [Arc::Front, Arc::Right, Arc::Rear, Arc::Left];
        let powder =
            Location::ALL.map(|location| if has_powder(mech, location) { i64::from(weights.powder) } else { 0 });
        let point = |mut location: Location, side: Arc| {
            // A hit on a location that is gone goes on inward.
            while structure[location.index()] == 0 {
                match location.inward() {
                    Some(inward) => location = inward,
                    None => break,
                }
            }
            let place = location.index();
            let points = i64::from(left[armour(location, side)]) + i64::from(structure[place]);
            WHOLE / 100 * (shares[place] + powder[place]) / points.max(i64::from(weights.least))
        };
        Self(tables.map(|table| {
            sides.map(|side| {
                let shares = table.shares(side);
                let each = Location::ALL.map(|location| i64::from(shares[location.index()]) * point(location, side));
                each.iter().sum::<i64>() / 36
            })
        }))
    }

    /// The value of damage of this many thousandths of a point.
    #[must_use]
    #[inline]
    pub fn value(&self, thousandths: u32, table: Table, side: Arc) -> i64 {
        i64::from(thousandths) * self.0[table as usize][side as usize] / 1000
    }
}

/// True if ammunition in a location would tear the mech apart.
fn has_powder(mech: &Mech, location: Location) -> bool {
    let definition = &mech.definition;
    let mut loads = definition.components.iter().filter(|part| part.location == location);
    !definition.contains_blast(location) && loads.any(Component::explodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn rear_and_head_are_tender() {
        let mut mech = sample::mech();
        let worth = Worth::of(&mech, &Weights::DEFAULT);
        let point = |worth: &Worth, table, side| worth.value(1000, table, side);
        assert!(point(&worth, Table::Body, Arc::Rear) > point(&worth, Table::Body, Arc::Front));
        assert!(point(&worth, Table::Punch, Arc::Front) > point(&worth, Table::Body, Arc::Front));
        // The less is left, the more a point is worth; what is gone passes it on.
        mech.condition.armour[Location::CentreTorso.index()] = 0;
        assert!(
            point(&Worth::of(&mech, &Weights::DEFAULT), Table::Body, Arc::Front)
                > point(&worth, Table::Body, Arc::Front)
        );
        mech.condition.structure = [0; 8];
        assert!(point(&Worth::of(&mech, &Weights::DEFAULT), Table::Kick, Arc::Left) > 0);
    }

    #[test]
    fn tables_and_sides_have_their_places() {
        assert_eq!([Table::Body, Table::Punch, Table::Kick].map(|table| table as usize), [0, 1, 2]);
        assert_eq!([Arc::Front, Arc::Right, Arc::Rear, Arc::Left].map(|side| side as usize), [0, 1, 2, 3]);
    }
}
