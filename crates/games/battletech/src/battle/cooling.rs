//! The heat phase: the heat a mech has gained, the heat its sinks remove, and the effects.

use super::{Battle, Danger, Event, Hurt, Reason};
use crate::definition::{self, Component, part};
use crate::health;
use crate::heat;
use crate::location::Location;
use crate::odds::NEVER;
use std::cmp::Reverse;

impl Battle {
    /// The heat phase, in which players declare nothing.
    pub(super) fn cool(&mut self) {
        if !self.situation.settings.heat {
            return;
        }
        for mech in 0..self.ledgers.len() {
            if !self.situation.mechs[mech].condition.operative {
                continue;
            }
            let after = self.balance(mech);
            if self.situation.settings.shutdowns {
                self.roll_shutdown(mech, after);
            }
            if self.situation.settings.explosions {
                self.roll_explosion(mech, Danger::Explosion, heat::explosion(after));
                self.roll_explosion(mech, Danger::Inferno, heat::inferno_explosion(after));
            }
            if health::hits(&self.situation.mechs[mech], part::LIFE_SUPPORT) > 0 {
                self.wound(mech, heat::wounds(after), Hurt::Heat);
            }
        }
    }

    /// Adds up a mech's heat.
    fn balance(&mut self, number: usize) -> u16 {
        let mech = &mut self.situation.mechs[number];
        let ledger = &mut self.ledgers[number];
        let cell = self.situation.map.cell(mech.condition.hex);
        if cell.depth() > 0 {
            ledger.inferno = 0;
        }
        let engine = heat::engine(health::hits(mech, part::ENGINE));
        let here = if cell.fire { heat::IN_FIRE } else { 0 };
        let inferno = if ledger.inferno > 0 { heat::INFERNO } else { 0 };
        let fire = here + inferno + ledger.burnt;
        let sinks = mech.own().map_or(0, |own| own.sinks_on);
        let sunk = heat::sunk(mech, sinks, cell.depth(), mech.condition.prone);
        let before = mech.condition.heat;
        let (movement, weapons) = (ledger.movement, ledger.weapons);
        let made = [before, movement, weapons, engine, fire].into_iter().fold(0, u16::saturating_add);
        let after = made.saturating_sub(sunk);
        mech.condition.heat = after;
        ledger.inferno = ledger.inferno.saturating_sub(1);
        mech.condition.burning = ledger.inferno > 0;
        self.events.push(Event::Heat { mech: number, before, movement, weapons, engine, fire, sunk, after });
        after
    }

    /// Rolls two dice against a danger; true if it is avoided. Nothing is rolled if no roll is enough.
    fn roll_danger(&mut self, mech: usize, danger: Danger, needed: u8) -> bool {
        let roll = if needed < NEVER { self.dice.two() } else { 0 };
        let avoided = needed < NEVER && roll >= needed;
        self.events.push(Event::HeatCheck { mech, danger, needed: needed.cast_signed(), roll, avoided });
        avoided
    }

    fn roll_shutdown(&mut self, mech: usize, heat: u16) {
        let needed = heat::shutdown(heat);
        let condition = &self.situation.mechs[mech].condition;
        let awake = condition.own.as_ref().is_none_or(|own| own.conscious);
        if condition.shut_down {
            let runs = needed == 0 || (awake && self.roll_danger(mech, Danger::Restart, needed));
            if runs {
                self.situation.mechs[mech].condition.shut_down = false;
                self.events.push(Event::Power { mech, on: true });
            }
        } else if needed > 0 && !self.roll_danger(mech, Danger::Shutdown, needed) {
            self.situation.mechs[mech].condition.shut_down = true;
            self.events.push(Event::Power { mech, on: false });
            self.demand(mech, Reason::Shutdown);
        }
    }

    /// Rolls for the ammunition that a danger threatens, if there is any: the load with the most damage explodes.
    fn roll_explosion(&mut self, mech: usize, danger: Danger, needed: u8) {
        if needed == 0 {
            return;
        }
        let Some((location, place, salvo)) = self.worst_load(mech, danger == Danger::Inferno) else { return };
        if !self.roll_danger(mech, danger, needed) {
            self.explode_ammunition(mech, None, location, place, salvo);
        }
    }

    /// Location, component and damage of a round of the load with most damage in it.
    fn worst_load(&self, mech: usize, inferno: bool) -> Option<(Location, usize, u16)> {
        let definition = &self.situation.mechs[mech].definition;
        let loads = definition.components.iter().enumerate();
        let loads = loads.filter(|(_, load)| load.explodes());
        let loads = loads.filter(|(_, load)| !inferno || definition::says(&load.special, "inferno"));
        let threat = |(place, load): (usize, &Component)| {
            let slot = definition.slot_of(place, load.location)?;
            let salvo = definition.slots[load.location.index()][usize::from(slot)].damage.max(0);
            let threat = i64::from(salvo) * i64::from(load.rounds);
            Some((threat, (load.location, place, u16::try_from(salvo).unwrap_or(u16::MAX))))
        };
        // The first of equal ones.
        loads.filter_map(threat).min_by_key(|(threat, _)| Reverse(*threat)).map(|(_, load)| load)
    }
}
