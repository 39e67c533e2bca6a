//! What can be reached, against a plain enumeration of all legal sequences of steps.

use super::*;
use crate::action::{Movement, Step};
use crate::definition::part;
use crate::location::Location;
use crate::movement::cost::WoodsCost;
use crate::movement::journey::Journey;
use crate::movement::legal::check;
use crate::movement::points::Points;
use crate::sample;
use crate::sample::wild;
use crate::situation::{Rule, Situation};
use std::collections::BTreeMap;

const WOODS: WoodsCost = WoodsCost::Added;

/// What tells ends apart: hex, facing, mode, lying.
type Key = (Hex, Side, Mode, bool);

/// The chance of a journey, roll by roll.
fn arrival(mover: &Mover, journey: &Journey) -> u16 {
    let trials = journey.paces.iter().filter_map(|pace| pace.trial);
    trials.fold(CERTAIN, |chance, trial| after(chance, mover.chance(trial)))
}

/// All that legal steps lead to, with the best chance, by trying every sequence.
struct Oracle<'a> {
    situation: &'a Situation,
    mover: Mover,
    wishes: Wishes,
    /// Best chance for each end.
    ends: BTreeMap<Key, u16>,
    /// Points and best chance with which a place was seen: a worse visit cannot lead further.
    seen: BTreeMap<(Key, bool), Vec<(u8, u16)>>,
}

impl Oracle<'_> {
    fn note(&mut self, journey: &Journey) {
        let key = (journey.hex, journey.facing, journey.mode, journey.prone);
        let chance = arrival(&self.mover, journey);
        let best = self.ends.entry(key).or_default();
        *best = (*best).max(chance);
    }

    /// Tries a sequence with one more step, and goes on from there. The declared end is what the
    /// first refusal says is right.
    fn go(&mut self, run: bool, masc: bool, steps: &mut Vec<Step>) {
        let stands = [1, 2, 3, 4, 5, 6].map(|side| Step::Stand(Side::from_number(side).expect("a side")));
        let moves = [Step::Forward(1), Step::Backward(1), Step::Left(1), Step::Right(1), Step::Prone];
        for step in moves.into_iter().chain(stands) {
            steps.push(step);
            if let Some(journey) = self.journey(run, masc, steps) {
                // Lying down only ends a movement, and only if that is wished.
                let wished = step != Step::Prone || self.wishes.prone;
                if wished {
                    self.note(&journey);
                    let strain = self.mover.strain(journey.mode).filter(|_| !journey.prone);
                    let mut plain = journey.clone();
                    if strain.is_some() {
                        plain.paces.pop();
                    }
                    let chance = arrival(&self.mover, &plain);
                    let key = ((journey.hex, journey.facing, journey.mode, journey.prone), masc);
                    let visits = self.seen.entry(key).or_default();
                    if !visits.iter().any(|&(spent, best)| spent <= journey.spent && best >= chance) {
                        visits.push((journey.spent, chance));
                        if step != Step::Prone {
                            self.go(run, masc, steps);
                        }
                    }
                }
            }
            steps.pop();
        }
    }

    fn journey(&self, run: bool, masc: bool, steps: &[Step]) -> Option<Journey> {
        let go = |to: Hex, facing: Side| Movement::Go { run, to, facing, masc, steps: steps.to_vec() };
        let fault = match check(self.situation, 0, &go(Hex::NOWHERE, Side::NORTH), WOODS) {
            Err(fault) if fault.rule == Rule::Destination => fault.message,
            _ => return None,
        };
        let end = fault.rsplit("lead to ").next().expect("it says where");
        let number = |at: std::ops::Range<usize>| end[at].parse::<u8>().expect("a number");
        let hex = Hex::new(number(0..2) - 1, number(2..4) - 1);
        let facing = Side::from_number(end[end.len() - 1..].parse().expect("a side")).expect("1 to 6");
        Some(check(self.situation, 0, &go(hex, facing), WOODS).expect("legal with its true end"))
    }

    fn explore(mut self) -> BTreeMap<Key, u16> {
        self.note(&check(self.situation, 0, &Movement::Still, WOODS).expect("always legal"));
        for (run, masc) in [(false, false), (true, false), (true, true)] {
            if !masc || self.wishes.masc {
                self.seen.clear();
                self.go(run, masc, &mut Vec::new());
            }
        }
        for to in self.situation.map.hexes() {
            for facing in Side::ALL {
                if let Ok(journey) = check(self.situation, 0, &Movement::Jump { to, facing }, WOODS) {
                    self.note(&journey);
                }
            }
        }
        let (at, mover) = (self.mover.hex, self.mover);
        let walks = self.ends.clone();
        self.ends.retain(|&(hex, facing, mode, prone), chance| {
            let foot = matches!(mode, Mode::Walk | Mode::Run);
            let unchanged = foot && hex == at && facing == mover.facing && prone == mover.prone;
            // Running is only listed where it is better.
            let walked = walks.get(&(hex, facing, Mode::Walk, prone)).copied().unwrap_or(0);
            *chance > 0 && !unchanged && !(mode == Mode::Run && *chance <= walked)
        });
        self.ends
    }
}

/// A situation with a mech somewhere on a wild map, more or less damaged.
fn random(rng: &mut fastrand::Rng) -> Situation {
    let mut situation = sample::duel();
    situation.map = wild(rng.u8(3..7), rng.u8(3..7), rng);
    let (width, height) = (situation.map.width(), situation.map.height());
    let mech = &mut situation.mechs[0];
    mech.definition.walk = rng.u8(1..4);
    mech.definition.jump = rng.u8(0..4);
    mech.definition.masc = rng.u8(0..4) == 0;
    mech.condition.hex = Hex::new(rng.u8(0..width), rng.u8(0..height));
    mech.condition.facing = Side::ALL[usize::from(rng.u8(0..6))];
    mech.condition.prone = rng.u8(0..3) == 0;
    mech.condition.stuck = rng.u8(0..6) == 0;
    mech.condition.heat = if rng.u8(0..4) == 0 { 5 } else { 0 };
    let parts = [part::FOOT, part::HIP, part::THIGH];
    for part in parts {
        if rng.u8(0..6) == 0 {
            sample::hit(mech, part, Location::LeftLeg);
        }
    }
    for _ in 0..2 {
        if rng.u8(0..8) == 0 {
            sample::hit(mech, part::GYRO, Location::CentreTorso);
        }
    }
    if rng.u8(0..10) == 0 {
        mech.condition.structure[Location::RightLeg.index()] = 0;
    }
    situation.mechs[1].condition.hex = Hex::new(rng.u8(0..width), rng.u8(0..height));
    situation.settings.piloting = rng.u8(0..8) != 0;
    situation
}

#[test]
fn reach_is_all_that_legal_steps_lead_to() {
    let mut rng = fastrand::Rng::with_seed(3);
    for round in 0..300 {
        let situation = random(&mut rng);
        let ground = Ground::new(&situation.map, WOODS);
        let mut reach = Reach::new(&ground);
        let mover = Mover::new(&situation.mechs[0], &situation.settings, Points::public(&situation.mechs[0]));
        let wishes = Wishes { prone: rng.bool(), masc: rng.bool() };
        let occupied = [situation.mechs[1].condition.hex];
        reach.explore(&ground, &situation.map, &occupied, &mover, wishes);
        let mut listed = BTreeMap::new();
        for end in &reach.ends {
            let key = (end.hex, end.facing, end.mode, end.prone);
            assert_eq!(listed.insert(key, end.arrival), None, "{round}: twice {end:?}");
        }
        let oracle = Oracle { situation: &situation, mover, wishes, ends: BTreeMap::new(), seen: BTreeMap::new() };
        let expected = oracle.explore();
        for (key, chance) in &expected {
            assert_eq!(listed.get(key), Some(chance), "{round}: {key:?} {mover:?}");
        }
        assert_eq!(listed, expected, "{round}");
    }
}

#[test]
fn the_steps_to_an_end_are_legal_and_lead_there() {
    let mut rng = fastrand::Rng::with_seed(4);
    let mut ends = 0;
    for round in 0..400 {
        let mut situation = random(&mut rng);
        if round % 2 == 0 {
            situation.map = wild(16, 14, &mut rng);
            situation.mechs[0].definition.walk = rng.u8(3..7);
        }
        let ground = Ground::new(&situation.map, WOODS);
        let mut reach = Reach::new(&ground);
        let mover = Mover::new(&situation.mechs[0], &situation.settings, Points::public(&situation.mechs[0]));
        let occupied = [situation.mechs[1].condition.hex];
        reach.explore(&ground, &situation.map, &occupied, &mover, Wishes { prone: true, masc: true });
        for end in &reach.ends {
            let movement = reach.movement(&ground, &situation.map, end);
            let journey = check(&situation, 0, &movement, WOODS).unwrap_or_else(|fault| panic!("{end:?} {fault}"));
            assert_eq!((journey.hex, journey.facing, journey.prone), (end.hex, end.facing, end.prone), "{end:?}");
            assert_eq!((journey.spent, journey.moved, journey.mode), (end.spent, end.moved, end.mode), "{end:?}");
            assert_eq!((journey.heat, journey.masc), (u16::from(end.heat), end.masc), "{end:?}");
            assert_eq!(arrival(&mover, &journey), end.arrival, "{end:?} {movement:?}");
            let sinks = journey.paces.iter().any(|pace| pace.trial == Some(Trial::Sink));
            assert_eq!(sinks, end.sinks);
            ends += 1;
        }
    }
    assert!(ends > 15_000, "{ends}");
}

#[test]
fn exploring_again_forgets() {
    let mut rng = fastrand::Rng::with_seed(9);
    let map = wild(20, 20, &mut rng);
    let ground = Ground::new(&map, WOODS);
    let mut used = Reach::new(&ground);
    for _ in 0..40 {
        let mut mech = sample::mech();
        mech.definition.walk = rng.u8(0..9);
        mech.condition.hex = Hex::new(rng.u8(0..20), rng.u8(0..20));
        mech.condition.prone = rng.bool();
        let mover = Mover::new(&mech, &crate::situation::Settings::default(), Points::public(&mech));
        let occupied = [Hex::new(rng.u8(0..20), rng.u8(0..20))];
        let wishes = Wishes { prone: true, masc: true };
        let capacity = used.ends.capacity();
        used.explore(&ground, &map, &occupied, &mover, wishes);
        let mut fresh = Reach::new(&ground);
        fresh.explore(&ground, &map, &occupied, &mover, wishes);
        assert_eq!(used.ends, fresh.ends);
        assert_eq!(used.ends.capacity(), capacity);
    }
}
