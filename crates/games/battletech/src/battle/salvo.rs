//! The resolution of the weapon and the physical phase: all shots and blows are rolled for before anything is damaged.

use super::event::Pending;
use super::{Battle, Cause, Event, Hit, Reason};
use crate::action::Target;
use crate::arms::{self, Fire, GROUP};
use crate::club::{self, Club};
use crate::definition::{self, Component, WeaponKind};
use crate::gunnery::Aimed;
use crate::physical::{Kind, Struck};
use crate::{heat, tables};

/// The bonus of a Narc beacon or Artemis IV on the missile table.
const BEACON: u8 = 2;
/// Codes of the flamer, of the small laser, of both SRM 2 and of the Gauss rifle.
const FLAMER: i32 = 20;
const SMALL_LASER: i32 = 24;
const TWO_MISSILES: [i32; 2] = [38, 73];
const GAUSS: i32 = 65;

impl Battle {
    /// Resolves the weapon phase: mechs take clubs, weapons fire, then all hits do damage.
    pub(super) fn fire(&mut self) {
        for mech in 0..self.ledgers.len() {
            if self.ledgers[mech].busy {
                self.take_club(mech);
            }
        }
        let mut shots = std::mem::take(&mut self.shots);
        for (mech, aimed) in shots.drain(..) {
            self.shoot(mech, &aimed);
        }
        self.shots = shots;
        self.strike_all();
    }

    /// Applies the damage of all hits of a phase.
    pub(super) fn strike_all(&mut self) {
        let mut hits = std::mem::take(&mut self.hits);
        for pending in hits.drain(..) {
            self.strike(pending);
        }
        self.hits = hits;
    }

    fn take_club(&mut self, mech: usize) {
        let found = match club::within_reach(&self.situation.map, &self.situation.mechs[mech]) {
            None => false,
            Some(Club::Rubble(needed)) => self.dice.two() >= needed,
            Some(Club::Ground) => {
                let cell = self.situation.map.cell_mut(self.situation.mechs[mech].condition.hex);
                cell.clubs = cell.clubs.saturating_sub(1);
                true
            }
            Some(Club::Tree) => {
                self.situation.mechs[mech].condition.tree = true;
                true
            }
        };
        let condition = &mut self.situation.mechs[mech].condition;
        condition.club |= found;
        let tree = condition.tree;
        self.events.push(Event::Club { mech, found, tree });
    }

    /// Fires one weapon.
    fn shoot(&mut self, mech: usize, aimed: &Aimed) {
        let (target, hex) = match aimed.target {
            Target::Mech(target) => (Some(target), Some(self.situation.mechs[target].condition.hex)),
            Target::Hex(hex) => (None, Some(hex)),
            Target::Nothing => (None, None),
        };
        let shooter = &mut self.situation.mechs[mech];
        let weapon = &shooter.definition.components[aimed.weapon];
        let fire = arms::fire(weapon);
        let roll = if hex.is_some() { self.dice.two() } else { 0 };
        let hit = hex.is_some() && aimed.needed <= roll.cast_signed();
        // A streak launcher that finds no target keeps its missiles.
        let held = fire == Fire::Streak && !hit;
        let times: u16 = if held { 0 } else { 1 + u16::from(aimed.double) };
        let heat = weapon.heat.max(0).unsigned_abs() * times;
        let rounds = if aimed.ammunition.is_some() { times } else { 0 };
        let name = weapon.name.clone();
        if let Some(own) = &mut shooter.condition.own
            && !held
        {
            own.fired |= 1 << weapon.location.index();
            own.fired |= weapon.second.map_or(0, |second| 1 << second.index());
        }
        let ledger = &mut self.ledgers[mech];
        ledger.weapons = ledger.weapons.saturating_add(heat);
        if let Some(load) = aimed.ammunition {
            let load = &mut shooter.definition.components[load];
            load.rounds -= i16::try_from(rounds).unwrap_or(0).min(load.rounds);
        }
        let hits = if hit { self.land(mech, target, aimed, fire) } else { Vec::new() };
        let damage = hits.iter().fold(0, |sum: u16, hit| sum.saturating_add(hit.damage));
        let Aimed { weapon: component, needed, .. } = *aimed;
        let shot = Event::Shot { mech, component, weapon: name, target, hex, needed, roll, hit, heat, rounds, hits };
        self.events.push(shot);
        if aimed.double && roll == 2 {
            self.situation.mechs[mech].definition.components[aimed.weapon].operative = false;
            self.events.push(Event::Jam { mech, component: aimed.weapon });
        }
        match aimed.target {
            Target::Hex(hex) if hit => self.shell(hex, damage, self.ignites(mech, aimed)),
            Target::Mech(target) if hit => self.stick(mech, target, aimed),
            Target::Mech(target) if !held => self.stray(self.situation.mechs[target].condition.hex),
            _ => {}
        }
    }

    /// The hits of a shot; those on a mech do their damage at the end of the phase.
    fn land(&mut self, mech: usize, target: Option<usize>, aimed: &Aimed, fire: Fire) -> Vec<Hit> {
        let weapon = &self.situation.mechs[mech].definition.components[aimed.weapon];
        let each = weapon.damage.max(0).unsigned_abs();
        let size = u8::try_from(weapon.shots.clamp(0, 255)).unwrap_or(u8::MAX);
        if is_inferno(self.load(mech, aimed)) {
            return Vec::new();
        }
        let beacon = target.is_some_and(|target| {
            let condition = &self.situation.mechs[mech].condition;
            (condition.narc | condition.improved_narc) >> target & 1 == 1
        });
        let bonus = if beacon { BEACON } else { 0 };
        let (count, each) = match fire {
            Fire::Streak => (size, each),
            Fire::Salvo => (tables::missiles(size, self.dice.two() + bonus), each),
            Fire::Ultra if aimed.double => (tables::missiles(2, self.dice.two()), each),
            Fire::Scatter if aimed.scatters => {
                (tables::missiles(u8::try_from(each).unwrap_or(u8::MAX), self.dice.two()), 1)
            }
            Fire::Single | Fire::Ultra | Fire::Scatter => (1, each),
        };
        // Missiles of one point hit in groups; pellets of cluster ammunition one by one.
        let grouped = each == 1 && matches!(fire, Fire::Salvo | Fire::Streak);
        let step = if grouped { GROUP } else { 1 };
        let mut left = if each == 0 { 0 } else { u16::from(count) };
        let mut hits = Vec::new();
        while left > 0 {
            let group = left.min(step);
            left -= group;
            let (hit, through) = self.roll_hit(aimed.table, aimed.side, group.saturating_mul(each));
            hits.push(hit);
            if let Some(target) = target {
                self.hits.push(Pending { target, by: Some(mech), cause: Cause::Shot, hit, through });
            }
        }
        hits
    }

    fn load(&self, mech: usize, aimed: &Aimed) -> Option<&Component> {
        self.situation.mechs[mech].definition.components.get(aimed.ammunition?)
    }

    /// Effects of a shot that hits a mech besides damage: beacons, and burning fuel.
    fn stick(&mut self, mech: usize, target: usize, aimed: &Aimed) {
        let inferno = is_inferno(self.load(mech, aimed));
        let shooter = &mut self.situation.mechs[mech];
        let name = &shooter.definition.components[aimed.weapon].name;
        let improved = definition::says(name, "inarc");
        if improved || definition::says(name, "narc") {
            let bits = if improved { &mut shooter.condition.improved_narc } else { &mut shooter.condition.narc };
            *bits |= 1 << target;
            self.events.push(Event::Narc { mech, target, improved });
        }
        if inferno {
            self.ledgers[target].inferno = heat::INFERNO_TURNS;
            self.situation.mechs[target].condition.burning = true;
        }
    }

    /// The roll of two dice with which a weapon sets woods on fire; `None` if it cannot.
    fn ignites(&self, mech: usize, aimed: &Aimed) -> Option<u8> {
        let weapon = &self.situation.mechs[mech].definition.components[aimed.weapon];
        let load = self.load(mech, aimed);
        match weapon.kind {
            _ if weapon.code == FLAMER => Some(4),
            _ if load.is_some_and(|load| definition::says(&load.special, "incendi")) || is_inferno(load) => Some(5),
            _ if [SMALL_LASER, GAUSS].contains(&weapon.code) || TWO_MISSILES.contains(&weapon.code) => None,
            WeaponKind::Energy => Some(7),
            WeaponKind::Ballistic | WeaponKind::Missiles => Some(9),
            WeaponKind::Nothing => None,
        }
    }

    /// Resolves the physical phase: all blows are rolled for, then all hits do damage.
    pub(super) fn brawl(&mut self) {
        let mut blows = std::mem::take(&mut self.blows);
        for (mech, struck) in blows.drain(..) {
            self.blow(mech, &struck);
        }
        self.blows = blows;
        self.strike_all();
    }

    fn blow(&mut self, mech: usize, struck: &Struck) {
        let target = match struck.target {
            Target::Mech(target) => Some(target),
            Target::Hex(_) | Target::Nothing => None,
        };
        let roll = self.dice.two();
        let hit = struck.needed <= roll.cast_signed();
        let mut hits = Vec::new();
        if hit {
            let (place, through) = self.roll_hit(struck.table, struck.side, struck.damage);
            hits.push(place);
            if let Some(target) = target {
                self.hits.push(Pending { target, by: Some(mech), cause: Cause::Blow, hit: place, through });
            }
        }
        let (means, limb, needed) = (struck.kind, struck.limb, struck.needed);
        self.events.push(Event::Blow { mech, means, limb, target, needed, roll, hit, hits });
        match (struck.kind, hit, struck.target) {
            (Kind::Kick, true, Target::Mech(target)) => self.demand(target, Reason::Kicked),
            (Kind::Kick, false, _) => self.demand(mech, Reason::MissedKick),
            (Kind::Club, true, _) if self.situation.mechs[mech].condition.tree => self.lose_club(mech),
            _ => {}
        }
        if let (Target::Hex(hex), true) = (struck.target, hit) {
            self.shell(hex, struck.damage, None);
        }
    }
}

/// True for inferno ammunition, which burns instead of damaging.
fn is_inferno(load: Option<&Component>) -> bool {
    load.is_some_and(|load| definition::says(&load.special, "inferno"))
}
