//! Values of movements for a person at a table: the exchange that the player expects, the route to the enemies, heat
//! and risk, without a look at the next turn.

use super::memory::Memory;
use super::movement::{MOST_REPLIES, SCOUTS};
use super::room::{Scratch, Workspace};
use super::table::Table;
use super::way::Way;
use crate::movement::end::End;
use crate::situation::Situation;
use std::cmp::Reverse;

/// The number of best ends in exact order: these are evaluated against all replies, the others only against the few
/// most dangerous ones, which gives an upper bound.
const SURE: usize = 8;

/// The values of an end for each side that can be faced, by the side's index; in millionths of a mech's worth.
pub type Worth = [Option<i64>; 6];

/// The values of kinds of ends for a mech. The ends of one kind differ only in facing.
#[must_use]
pub fn worths(situation: &Situation, me: usize, memory: &Memory, kinds: &[&[&End]]) -> Vec<Worth> {
    let mut room = Workspace::default();
    room.look(situation, memory);
    let Workspace { views, bearings, fighters, ground, others, approach, drive, scratch, weights, .. } = &mut room;
    let Scratch { replies, .. } = scratch;
    let map = &situation.map;
    replies.gather(situation, me, fighters, (ground, others), MOST_REPLIES);
    let mine = &fighters[me];
    let mut table = Table { map, views, bearings, fighters, mine, weights };
    let way = Way::to_enemies(situation, &mut table, (ground, approach), *drive);
    replies.sort(|enemy, reply| table.danger(enemy, reply));
    let mut weigh = |kind: &[&End], most: usize| {
        let mut worth = [None; 6];
        if let Some(first) = kind.first() {
            let exchange = table.weigh(&first.pose(&mine.pose), replies, most, |_| false);
            for end in kind {
                let side = end.facing.index();
                worth[side] = Some(exchange[side] + way.standing(map, mine, end));
            }
        }
        worth
    };
    let mut worths: Vec<Worth> = kinds.iter().map(|&kind| weigh(kind, SCOUTS)).collect();
    let mut order: Vec<usize> = (0..kinds.len()).collect();
    order.sort_by_key(|&kind| Reverse(best(&worths[kind])));
    let mut sure: Vec<i64> = Vec::with_capacity(SURE + 1);
    for kind in order {
        if sure.get(SURE - 1).is_some_and(|&least| best(&worths[kind]) <= least) {
            break;
        }
        worths[kind] = weigh(kinds[kind], usize::MAX);
        let value = best(&worths[kind]);
        sure.insert(sure.partition_point(|&other| other >= value), value);
    }
    worths
}

/// The value of the best side.
fn best(worth: &Worth) -> i64 {
    worth.iter().flatten().max().copied().unwrap_or(i64::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, Movement};
    use crate::battle::{Battle, Options};
    use crate::catalogue::{map_of, mech_of};
    use crate::movement::cost::WoodsCost;
    use crate::movement::end::Wishes;
    use crate::movement::ground::Ground;
    use crate::movement::reach::Reach;
    use crate::player::replies::explore;
    use crate::player::weights::Weights;
    use crate::player::{Player, Style};
    use crate::situation::Mode;
    use crate::situation::Settings;

    /// What a movement is worth by [`worths`], and the most that any is.
    fn worth_of(seen: &Situation, me: usize, memory: &Memory, movement: &Movement) -> (i64, i64) {
        let ground = Ground::new(&seen.map, WoodsCost::Added);
        let mut reach = Reach::new(&ground);
        explore(&mut reach, &ground, seen, me, Wishes::default());
        let kind = |end: &End| (end.mode, end.hex, end.prone);
        let mut ends: Vec<&End> = reach.ends.iter().collect();
        ends.sort_by_key(|end| (kind(end), end.facing));
        let kinds: Vec<&[&End]> = ends.chunk_by(|one, other| kind(one) == kind(other)).collect();
        let worths = worths(seen, me, memory, &kinds);
        let (mode, to) = match *movement {
            Movement::Still => (Mode::Still, None),
            Movement::Jump { to, facing } => (Mode::Jump, Some((to, facing))),
            Movement::Go { run, to, facing, .. } => (if run { Mode::Run } else { Mode::Walk }, Some((to, facing))),
        };
        let chosen = |end: &&End| end.mode == mode && to.is_none_or(|to| to == (end.hex, end.facing));
        let each = kinds.iter().zip(&worths);
        let found = each.flat_map(|(kind, worth)| kind.iter().map(move |end| (*end, worth[end.facing.index()])));
        let found = found.filter(|(end, _)| chosen(end)).filter_map(|(_, worth)| worth).max();
        (found.expect("it can be reached"), worths.iter().map(best).max().expect("it can stay"))
    }

    #[test]
    fn nothing_is_worth_more_than_what_the_player_takes_without_looking_ahead() {
        let mut moves = 0;
        for (seed, map, mechs) in [(1, "laguna", ["grillo", "cantera"]), (2, "colinas", ["tejon", "gaviota"])] {
            let mechs = mechs.map(|name| mech_of(name).expect("it is in the catalogue")).to_vec();
            let map = map_of(map).expect("it is in the catalogue");
            let options = Options { turns: 5, ..Options::default() };
            let mut battle = Battle::new(map, Settings::default(), mechs, None, options, seed).expect("there is room");
            let near = Weights { ahead: 0, ..Weights::DEFAULT };
            let mut minds = [0; 2].map(|_| Player::with(Style::Strong, near));
            while battle.outcome().is_none() {
                battle.begin_turn();
                while let Some(phase) = battle.phase() {
                    for mech in battle.order(phase) {
                        if !battle.calls(mech, phase) {
                            continue;
                        }
                        let seen = battle.view(mech);
                        let action = minds[mech].decide(&seen, mech, phase, &|| false);
                        if let Action::Movement(movement) = &action {
                            let (chosen, most) = worth_of(&seen, mech, &minds[mech].memory, movement);
                            assert_eq!(chosen, most, "turn {}: {movement:?}", battle.turn());
                            moves += 1;
                        }
                        battle.apply(mech, &action).expect("what players do is allowed");
                    }
                    battle.finish();
                }
            }
        }
        assert!(moves > 10, "{moves} movements");
    }
}
