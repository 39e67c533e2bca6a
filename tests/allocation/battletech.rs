//! What the player of BattleTech takes from the heap: once it knows a map, no more than the lists
//! of its answer and of the check of it, however many places and replies it weighs.

use super::HEAP;
use boardbots_battletech::action::{Action, Movement, Phase, Step, Weapons};
use boardbots_battletech::battle::{Battle, Options};
use boardbots_battletech::catalogue::{MAPS, MECHS, map_of, mech_of};
use boardbots_battletech::player::{Player, Style};
use boardbots_battletech::situation::Settings;
use stats_alloc::Region;

/// How often a list of this many grows while it is filled one by one.
fn growth(length: usize) -> usize {
    if length == 0 { 0 } else { 1 + length.div_ceil(4).next_power_of_two().ilog2() as usize }
}

/// How often a step is taken.
fn times(step: Step) -> usize {
    match step {
        Step::Forward(times) | Step::Backward(times) | Step::Left(times) | Step::Right(times) => times.into(),
        Step::Stand(_) | Step::Prone => 1,
    }
}

/// How often an answer may take from the heap: for its own lists, and for those of its check.
fn allowed(answer: &Action) -> usize {
    match answer {
        // The steps, listed one by one at first.
        Action::Movement(Movement::Go { steps, .. }) => growth(steps.iter().copied().map(times).sum()),
        Action::Movement(_) | Action::Reaction(_) | Action::Weapons(Weapons::TakeClub) => 0,
        // The shots; what was aimed, which weapons, and what rounds of which loads, in the check.
        Action::Weapons(Weapons::Fire { shots, .. }) => 4 * growth(shots.len()),
        // The blows, of each of up to three ways that was the best so far; and those of the check.
        Action::Physical(blows) => 4 * growth(blows.len()),
        Action::End(end) => 2 * growth(end.dump.len()),
    }
}

pub fn decisions() {
    let mut most = [0; 5];
    let mut faults = Vec::new();
    for (seed, entry) in (0..).zip(MAPS) {
        for count in [2, 5] {
            let mechs = (0..count).map(|mech| mech_of(MECHS[(mech + count) % MECHS.len()].name).unwrap()).collect();
            let map = map_of(entry.name).unwrap();
            let options = Options { turns: 8, ..Options::default() };
            let mut battle = Battle::new(map, Settings::default(), mechs, None, options, seed).unwrap();
            let style = |mech: usize| if mech % 3 == 2 { Style::Course } else { Style::Strong };
            let mut players: Vec<Player> = (0..count).map(|mech| Player::new(style(mech))).collect();
            let mut seen = battle.view(0);
            while battle.outcome().is_none() {
                battle.begin_turn();
                for phase in Phase::ALL {
                    for mech in battle.order(phase) {
                        if !battle.calls(mech, phase) {
                            continue;
                        }
                        battle.view_into(mech, &mut seen);
                        // The first time it may take room: the map may have changed, or more
                        // places be open than ever.
                        let first = players[mech].decide(&seen, mech, phase, &|| false);
                        let region = Region::new(HEAP);
                        let answer = players[mech].decide(&seen, mech, phase, &|| false);
                        let stats = region.change();
                        let taken = stats.allocations + stats.reallocations;
                        most[phase as usize] = taken.max(most[phase as usize]);
                        if taken > allowed(&answer) {
                            faults.push(format!("{taken} by {} in {phase}: {answer:?}", style(mech)));
                        }
                        assert_eq!(answer, first, "{}", entry.name);
                        let _ = battle.apply(mech, &answer);
                    }
                    battle.finish();
                }
            }
        }
    }
    println!("at most, by phase: {most:?}");
    assert!(faults.is_empty(), "{} decisions took more, as {:#?}", faults.len(), &faults[..faults.len().min(12)]);
}
