//! Rules for the declaration at the end of a turn.

use super::action::EndOfTurn;
use super::situation::{Rule, RuleError, Situation};

/// Checks a mech's declaration at the end of a turn.
///
/// # Errors
/// [`Rule::Count`] for more heat sinks than are on or off, for any switched off where the settings forbid it, and for
/// ammunition that is not there, is used up or is declared twice; [`Rule::Means`] for a club that the mech does not
/// hold, and for a mech of another player.
pub fn check(situation: &Situation, mech: usize, end: &EndOfTurn) -> Result<(), RuleError> {
    let mech = situation.mech(mech, Rule::Means)?;
    let Some(own) = mech.own() else {
        return Err(RuleError::new(Rule::Means, "the mech is another player's"));
    };
    let forbidden = end.sinks_off > 0 && !situation.settings.sinks_off;
    RuleError::when(forbidden, Rule::Count, "heat sinks cannot be switched off in this game")?;
    for (declared, there, state) in [(end.sinks_off, own.sinks_on, "on"), (end.sinks_on, own.sinks_off, "off")] {
        let message = format_args!("{declared} heat sinks to be switched, but {there} are {state}");
        RuleError::when(declared > there, Rule::Count, message)?;
    }
    RuleError::when(end.drop_club && !mech.condition.club, Rule::Means, "it drops a club that it does not hold")?;
    let mut seen = Vec::new();
    for &(location, slot) in &end.dump {
        let place = mech.definition.component_in(location, slot);
        let Some(load) = place.filter(|&place| mech.definition.components[place].has_rounds()) else {
            return Err(RuleError::new(Rule::Count, format_args!("{location} {slot}: no ammunition to dump")));
        };
        let twice = seen.contains(&load);
        RuleError::when(twice, Rule::Count, format_args!("{location} {slot}: the ammunition is declared twice"))?;
        seen.push(load);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::location::Location;
    use super::super::sample::{self, place};
    use super::*;

    fn rule(change: impl Fn(&mut Situation, &mut EndOfTurn)) -> Option<Rule> {
        let mut situation = sample::duel();
        let mut end = EndOfTurn::default();
        change(&mut situation, &mut end);
        check(&situation, 0, &end).err().map(|fault| fault.rule)
    }

    #[test]
    fn sinks() {
        assert_eq!(rule(|_, _| ()), None);
        assert_eq!(rule(|_, end| end.sinks_off = 12), None);
        assert_eq!(rule(|_, end| end.sinks_off = 13), Some(Rule::Count));
        assert_eq!(rule(|_, end| end.sinks_on = 1), Some(Rule::Count));
        assert_eq!(
            rule(|situation, end| {
                situation.settings.sinks_off = false;
                end.sinks_off = 1;
            }),
            Some(Rule::Count)
        );
    }

    #[test]
    fn clubs_and_owners() {
        assert_eq!(rule(|_, end| end.drop_club = true), Some(Rule::Means));
        let holds = |situation: &mut Situation, end: &mut EndOfTurn| {
            situation.mechs[0].condition.club = true;
            end.drop_club = true;
        };
        assert_eq!(rule(holds), None);
        assert_eq!(rule(|situation, _| situation.mechs[0].condition.own = None), Some(Rule::Means));
        assert_eq!(check(&sample::duel(), 2, &EndOfTurn::default()).map_err(|fault| fault.rule), Err(Rule::Means));
    }

    #[test]
    fn ammunition() {
        let load = (Location::RightTorso, 1);
        assert_eq!(rule(|_, end| end.dump.push(load)), None);
        assert_eq!(rule(|_, end| end.dump.extend([load, load])), Some(Rule::Count));
        assert_eq!(rule(|_, end| end.dump.push((Location::RightTorso, 0))), Some(Rule::Count));
        assert_eq!(rule(|_, end| end.dump.push((Location::Head, 99))), Some(Rule::Count));
        let used_up = |situation: &mut Situation, end: &mut EndOfTurn| {
            situation.mechs[0].definition.components[place::LONG_LOADS[0]].rounds = 0;
            end.dump.push(load);
        };
        assert_eq!(rule(used_up), Some(Rule::Count));
    }
}
