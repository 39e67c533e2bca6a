//! The ends of phases and of the turn: mechs destroyed, pilots awake, ammunition dumped, heat sinks switched.

use super::{Battle, End, Event};
use crate::action::EndOfTurn;
use crate::definition::part;
use crate::health::{self, ENGINE};
use crate::location::Location;
use crate::pilot;

impl Battle {
    /// The steps after the resolution of a phase: rolls, falls, and the mechs destroyed by them.
    pub(super) fn settle(&mut self) {
        self.bury();
        self.settle_checks();
        self.bury();
    }

    /// Takes destroyed mechs out of the game.
    pub(super) fn bury(&mut self) {
        for number in 0..self.ledgers.len() {
            let mech = &self.situation.mechs[number];
            if !mech.condition.operative || !health::is_destroyed(mech) {
                continue;
            }
            let why = if health::is_gone(mech, Location::CentreTorso) {
                End::CentreTorso
            } else if health::is_gone(mech, Location::Head) {
                End::Head
            } else if health::pilot_is_dead(mech) {
                End::Pilot
            } else {
                debug_assert!(health::hits(mech, part::ENGINE) >= ENGINE || health::has_light_engine(mech));
                End::Engine
            };
            self.situation.mechs[number].condition.operative = false;
            self.events.push(Event::Destroyed { mech: number, why });
        }
    }

    /// Begins the end phase: pilots roll for their consciousness, and prepared ammunition is dumped.
    pub(super) fn open_end(&mut self) {
        for mech in 0..self.ledgers.len() {
            let hurt = std::mem::take(&mut self.ledgers[mech].hurt);
            if !self.situation.mechs[mech].condition.operative {
                continue;
            }
            let Some(own) = &mut self.situation.mechs[mech].condition.own else { continue };
            if hurt || !own.conscious {
                let needed = pilot::consciousness(own.wounds).cast_signed();
                let roll = self.dice.two();
                own.conscious = needed <= roll.cast_signed();
                self.events.push(Event::Consciousness { mech, needed, roll, awake: own.conscious });
            }
            let mut dumping = std::mem::take(&mut own.dumping);
            for &(location, slot) in &dumping {
                self.dump(mech, location, slot);
            }
            dumping.clear();
            if let Some(own) = &mut self.situation.mechs[mech].condition.own {
                own.dumping = dumping;
            }
        }
    }

    fn dump(&mut self, mech: usize, location: Location, slot: u8) {
        let definition = &mut self.situation.mechs[mech].definition;
        let Some(component) = definition.component_in(location, slot) else { return };
        let rounds = std::mem::take(&mut definition.components[component].rounds).max(0).unsigned_abs();
        self.events.push(Event::Dumped { mech, component, rounds });
    }

    /// Applies a checked action of the end phase: switches heat sinks, drops the club, prepares ammunition to be
    /// dumped. The parts that others can see take effect when the phase is finished.
    pub(super) fn close(&mut self, mech: usize, action: &EndOfTurn) {
        if action.drop_club && self.situation.mechs[mech].condition.club {
            self.ledgers[mech].drops = true;
            self.events.push(Event::ClubLost { mech });
        }
        let Some(own) = &mut self.situation.mechs[mech].condition.own else { return };
        let off = action.sinks_off.min(own.sinks_on);
        let on = action.sinks_on.min(own.sinks_off);
        if off > 0 || on > 0 {
            own.sinks_on = own.sinks_on - off + on;
            own.sinks_off = own.sinks_off - on + off;
            self.events.push(Event::Sinks { mech, on: own.sinks_on, off: own.sinks_off });
        }
        own.dumping.extend_from_slice(&action.dump);
    }

    /// Puts dropped clubs on the ground, all but trees.
    pub(super) fn drop_clubs(&mut self) {
        for (mech, ledger) in self.situation.mechs.iter_mut().zip(&mut self.ledgers) {
            if std::mem::take(&mut ledger.drops) {
                let condition = &mut mech.condition;
                condition.club = false;
                if !std::mem::take(&mut condition.tree) {
                    let cell = self.situation.map.cell_mut(condition.hex);
                    cell.clubs = cell.clubs.saturating_add(1);
                }
            }
        }
    }

    /// Ends the turn: torsos turn back to the facing of the legs.
    pub(super) fn end_turn(&mut self) {
        for (mech, ledger) in self.situation.mechs.iter_mut().zip(&mut self.ledgers) {
            mech.condition.torso = mech.condition.facing;
            if !ledger.masc_now {
                ledger.masc = 0;
            }
        }
    }
}
