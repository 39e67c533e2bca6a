//! Legality of movements, step by step.

use super::cost::{self, Gait, PRONE, STAND, TURN, WoodsCost, entry};
use super::journey::{Journey, Pace, Trial};
use super::mover::Mover;
use super::points::Points;
use crate::action::{Movement, Step};
use crate::heat;
use crate::hex::{Hex, Side};
use crate::situation::{Mode, Rule, RuleError, Situation};

/// The journey of a declared movement. The mech's movement points follow from public state ([`Points::public`]).
///
/// # Errors
/// The first rule that the movement breaks.
pub fn check(situation: &Situation, mech: usize, movement: &Movement, woods: WoodsCost) -> Result<Journey, RuleError> {
    let seat = situation.mech(mech, Rule::Form)?;
    let mover = Mover::new(seat, &situation.settings, Points::public(seat));
    let walk = Walk { situation, mech, mover, woods };
    let fixed = *movement != Movement::Still && !mover.acts;
    RuleError::when(fixed, Rule::Means, "a mech that is shut down or out cannot move")?;
    match movement {
        Movement::Still => Ok(walk.journey()),
        Movement::Jump { to, facing } => walk.jump(*to, *facing),
        Movement::Go { run, to, facing, masc, steps } => {
            let journey = walk.go(*run, *masc, steps)?;
            if (journey.hex, journey.facing) == (*to, *facing) {
                return Ok(journey);
            }
            let (end, side) = (journey.hex, journey.facing);
            let message = format_args!("declared {to} facing {facing}, but the steps lead to {end} facing {side}");
            Err(RuleError::new(Rule::Destination, message))
        }
    }
}

/// A movement that is being checked.
struct Walk<'a> {
    situation: &'a Situation,
    mech: usize,
    mover: Mover,
    woods: WoodsCost,
}

impl Walk<'_> {
    /// The journey of a mech that does not move.
    fn journey(&self) -> Journey {
        let Mover { hex, facing, prone, .. } = self.mover;
        Journey { hex, facing, prone, ..Journey::default() }
    }

    /// The start of a journey, with the roll to get free of a swamp.
    fn begun(&self, mode: Mode) -> Journey {
        let mut journey = Journey { mode, ..self.journey() };
        if self.mover.stuck {
            pause(&mut journey, Some(Trial::Free));
        }
        journey
    }

    fn is_taken(&self, hex: Hex) -> bool {
        self.situation.mech_at(hex).is_some_and(|other| other != self.mech)
    }

    /// Fills in the parts of a journey that depend on its end.
    fn ended(&self, mut journey: Journey) -> Journey {
        journey.moved = self.mover.hex.distance(journey.hex);
        journey.heat += heat::movement(journey.mode, journey.moved);
        if let Some(trial) = self.mover.strain(journey.mode).filter(|_| !journey.prone) {
            pause(&mut journey, Some(trial));
        }
        journey
    }

    fn jump(&self, to: Hex, facing: Side) -> Result<Journey, RuleError> {
        let (map, from) = (&self.situation.map, self.mover.hex);
        let refuse = |broken: bool, rule, why: &dyn std::fmt::Display| {
            RuleError::when(broken, rule, format_args!("jump to {to}: {why}"))
        };
        refuse(!map.contains(to), Rule::Step, &"it is not on the map")?;
        refuse(self.mover.prone, Rule::Step, &"a mech that lies cannot jump")?;
        let (distance, points) = (from.distance(to), self.mover.jump(map));
        refuse(distance > points, Rule::Points, &format_args!("{distance} hexes with {points} points"))?;
        refuse(to == from || self.is_taken(to), Rule::Step, &"a mech stands there")?;
        refuse(!cost::bears(map.cell(to), self.mover.tons), Rule::Step, &"the building does not bear the mech")?;
        refuse(!cost::clears(map, from, to, points), Rule::Step, &"there is something higher than it jumps")?;
        let mut journey = self.begun(Mode::Jump);
        (journey.hex, journey.facing, journey.spent) = (to, facing, distance);
        pause(&mut journey, Mover::entering(map.cell(to), Mode::Jump));
        Ok(self.ended(journey))
    }

    fn go(&self, run: bool, masc: bool, steps: &[Step]) -> Result<Journey, RuleError> {
        let points = self.mover.points;
        RuleError::when(steps.is_empty(), Rule::Form, "a movement without steps")?;
        RuleError::when(masc && (!run || points.masc == 0), Rule::Means, "MASC, without having it or without running")?;
        let mode = if run { Mode::Run } else { Mode::Walk };
        let budget = match (run, masc) {
            (false, _) => points.walk,
            (true, false) => points.run,
            (true, true) => points.masc,
        };
        // A mech with few points can always take one step, with all that it has.
        let single = matches!(steps, [Step::Forward(1) | Step::Stand(_)]) && run && points.walk > 0;
        let mut journey = self.begun(mode);
        journey.masc = masc;
        for &step in steps {
            let (times, unit) = match step {
                Step::Forward(times) => (times, Step::Forward(1)),
                Step::Backward(times) => (times, Step::Backward(1)),
                Step::Left(times) => (times, Step::Left(1)),
                Step::Right(times) => (times, Step::Right(1)),
                once => (1, once),
            };
            RuleError::when(times == 0, Rule::Form, "a step taken no times")?;
            for _ in 0..times {
                let before = journey.spent;
                let trial = self.step(&mut journey, unit)?;
                if journey.spent > budget {
                    if !single {
                        let message = format_args!("more than {budget} movement points for this {mode}");
                        return Err(RuleError::new(Rule::Points, message));
                    }
                    journey.spent = budget.max(points.walk);
                }
                debug_assert!(journey.spent > before, "each step costs something");
                pause(&mut journey, trial);
            }
        }
        Ok(self.ended(journey))
    }

    /// Takes one step and spends its points.
    fn step(&self, journey: &mut Journey, step: Step) -> Result<Option<Trial>, RuleError> {
        let refuse = |why: &dyn std::fmt::Display| {
            Err(RuleError::new(Rule::Step, format_args!("{step:?} on {}: {why}", journey.hex)))
        };
        let mut trial = None;
        let cost = match step {
            Step::Left(_) => {
                journey.facing = journey.facing.turned(-1);
                TURN
            }
            Step::Right(_) => {
                journey.facing = journey.facing.turned(1);
                TURN
            }
            Step::Stand(_) if !journey.prone => return refuse(&"it stands"),
            Step::Stand(_) if !self.mover.can_stand => return refuse(&"it cannot stand again"),
            Step::Stand(facing) => {
                (journey.prone, journey.facing) = (false, facing);
                journey.heat += 1;
                trial = Some(Trial::Stand);
                STAND
            }
            Step::Prone | Step::Forward(_) | Step::Backward(_) if journey.prone => return refuse(&"it lies"),
            Step::Prone => {
                journey.prone = true;
                PRONE
            }
            Step::Backward(_) if journey.mode == Mode::Run => return refuse(&"a mech cannot run backward"),
            Step::Forward(_) | Step::Backward(_) => {
                let (gait, side) = match (step, journey.mode) {
                    (Step::Backward(_), _) => (Gait::Back, journey.facing.opposite()),
                    (_, Mode::Run) => (Gait::Run, journey.facing),
                    _ => (Gait::Walk, journey.facing),
                };
                let map = &self.situation.map;
                let entry = match entry(map, journey.hex, side, gait, self.mover.tons, self.woods) {
                    Ok(entry) => entry,
                    Err(bar) => return refuse(&bar),
                };
                if self.is_taken(entry.to) {
                    return refuse(&"another mech stands there");
                }
                let cell = map.cell(entry.to);
                trial = entry.cause.and_then(|_| Mover::entering(cell, journey.mode));
                journey.hex = entry.to;
                journey.burning = journey.burning.saturating_add(u8::from(cell.fire));
                entry.cost
            }
        };
        journey.spent = journey.spent.saturating_add(cost);
        Ok(trial)
    }
}

/// Appends the current place of a journey to its paces.
fn pause(journey: &mut Journey, trial: Option<Trial>) {
    let Journey { hex, facing, prone, spent, .. } = *journey;
    journey.paces.push(Pace { hex, facing, prone, spent, trial });
}

#[cfg(test)]
mod tests;
