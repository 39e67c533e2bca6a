//! A second solution that shares nothing with the first: the graph of a whole turn with a node
//! for every decision, challenges and answers among them, on real scores, its values iterated
//! until they stand. The odds come from all rolls of the dice, one by one.

use crate::solution::Solution;
use crate::values::{Role, State, Tokens, Values};
use crate::variant::Variant;
use std::collections::HashMap;

/// Points at which one has to stop, as the first solution does it.
const CAP: u16 = 60;
/// Ties further above the goal than this count as lower ones.
const TIES: u16 = 5;

/// How a fight ends, by warriors left, from all 6^(warriors + parts to hit) rolls.
pub(super) fn fight(
    dragon: &str,
    warriors: usize,
    unset: usize,
    known: &mut HashMap<(usize, usize), [f64; 4]>,
) -> [f64; 4] {
    if let Some(odds) = known.get(&(warriors, unset)) {
        return *odds;
    }
    let sides: Vec<Vec<char>> =
        (0..warriors + unset).map(|die| if die < warriors { "AAASSF" } else { dragon }.chars().collect()).collect();
    let (mut odds, mut same, rolls) = ([0.0; 4], 0.0, 6_u32.pow((warriors + unset).try_into().expect("few dice")));
    for roll in 0..rolls {
        let mut rest = roll as usize;
        let shown: Vec<char> = sides
            .iter()
            .map(|sides| {
                let side = sides[rest % 6];
                rest /= 6;
                side
            })
            .collect();
        let count = |side| shown.iter().filter(|shown| **shown == side).count();
        // Warriors show axes, shields and flames, dragons parts, mountains and fire.
        let lost = (count('F') + count('*')).saturating_sub(count('S'));
        let left = warriors.saturating_sub(lost);
        let open = unset - count('P');
        if left == 0 {
            odds[0] += 1.0;
        } else if open == 0 && count('A') > 0 {
            odds[left] += 1.0;
        } else if (left, open) == (warriors, unset) {
            same += 1.0;
        } else {
            let then = fight(dragon, left, open, known);
            odds.iter_mut().zip(then).for_each(|(odds, then)| *odds += then);
        }
    }
    let odds = odds.map(|count| count / (f64::from(rolls) - same));
    known.insert((warriors, unset), odds);
    odds
}

/// How a turn can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// Defeat, after a challenge or not.
    Lost { challenged: bool },
    /// All points are kept, after a challenge or not.
    Kept { points: u16, challenged: bool },
    /// Half of them.
    Refused { points: u16 },
}

/// What is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    /// What to do next; what may be done depends on these.
    Choice { challenged: bool, may_stop: bool },
    /// The opponent may challenge.
    Challenge,
    /// The challenge is to be answered.
    Answer,
}

/// A decision: what, points, dragons alive, warriors.
type Key = (Kind, u16, [bool; 3], usize);

/// Where something leads to.
#[derive(Clone, Copy, Debug)]
enum To {
    Node(usize),
    End(End),
}

/// A decision with its options, each with the odds of where it leads.
struct Node {
    kind: Kind,
    options: Vec<Vec<(f64, To)>>,
}

/// The graph of a turn: nodes after all those they lead to, the beginning last.
struct Turn(Vec<Node>);

impl Turn {
    /// A turn in which the opponent has a token or not, and dragons count `factor` times after
    /// an accepted challenge.
    fn new(token: bool, factor: u16) -> Self {
        let odds = ["PPPPMM", "PPPPM*", "PPPP**"].map(|dragon| {
            let mut known = HashMap::new();
            std::array::from_fn(
                |warriors| if warriors == 0 { [0.0; 4] } else { fight(dragon, warriors, 3, &mut known) },
            )
        });
        let mut build = Build { token, factor, odds, nodes: Vec::new(), known: HashMap::new() };
        build.node((Kind::Choice { challenged: false, may_stop: false }, 0, [true; 3], 3));
        Self(build.nodes)
    }

    /// What the turn is worth to its player, if its ends are worth this.
    fn value(&self, end: impl Fn(End) -> f64, room: &mut Vec<f64>) -> f64 {
        room.clear();
        for node in &self.0 {
            let worth = |option: &Vec<(f64, To)>| -> f64 {
                let each = option.iter().map(|(odds, to)| {
                    odds * match to {
                        To::Node(node) => room[*node],
                        To::End(how) => end(*how),
                    }
                });
                each.sum()
            };
            let worths = node.options.iter().map(worth);
            let value = match node.kind {
                Kind::Challenge => worths.fold(f64::INFINITY, f64::min),
                _ => worths.fold(f64::NEG_INFINITY, f64::max),
            };
            room.push(value);
        }
        *room.last().expect("a beginning")
    }
}

struct Build {
    token: bool,
    factor: u16,
    odds: [[[f64; 4]; 4]; 3],
    nodes: Vec<Node>,
    known: HashMap<Key, usize>,
}

impl Build {
    fn node(&mut self, key: Key) -> To {
        if let Some(node) = self.known.get(&key) {
            return To::Node(*node);
        }
        let (kind, points, alive, warriors) = key;
        let options = match kind {
            Kind::Choice { challenged, may_stop } => {
                let mut options = Vec::new();
                if may_stop {
                    let kept = To::End(End::Kept { points, challenged });
                    let offered = self.token && !challenged;
                    let stop = if offered { self.node((Kind::Challenge, points, alive, warriors)) } else { kept };
                    options.push(vec![(1.0, stop)]);
                }
                if !may_stop || points < CAP {
                    let dragons = (0..3).filter(|dragon| alive[*dragon]);
                    options.extend(dragons.map(|dragon| self.fights(key, challenged, dragon)).collect::<Vec<_>>());
                }
                options
            }
            Kind::Challenge => {
                let answer = self.node((Kind::Answer, points, alive, warriors));
                vec![vec![(1.0, To::End(End::Kept { points, challenged: false }))], vec![(1.0, answer)]]
            }
            Kind::Answer => {
                let must = Kind::Choice { challenged: true, may_stop: false };
                let accepted = self.node((must, points, alive, warriors));
                vec![vec![(1.0, To::End(End::Refused { points }))], vec![(1.0, accepted)]]
            }
        };
        self.nodes.push(Node { kind, options });
        self.known.insert(key, self.nodes.len() - 1);
        To::Node(self.nodes.len() - 1)
    }

    fn fights(&mut self, (_, points, alive, warriors): Key, challenged: bool, dragon: usize) -> Vec<(f64, To)> {
        let worth = [2, 4, 6][dragon] * if challenged { self.factor } else { 1 };
        let mut left = alive;
        left[dragon] = false;
        if left == [false; 3] {
            left = [true; 3];
        }
        let odds = self.odds[dragon][warriors];
        let then = Kind::Choice { challenged, may_stop: true };
        (0..=warriors)
            .map(|warriors| match warriors {
                0 => (odds[0], To::End(End::Lost { challenged })),
                _ => (odds[warriors], self.node((then, points + worth, left, warriors))),
            })
            .collect()
    }
}

/// Whose turn it is (0 or 1), the scores, the tokens.
type Outer = (usize, [u16; 2], [bool; 2]);

struct Oracle {
    variant: Variant,
    /// By the opponent's token.
    turns: [Turn; 2],
    /// How often player 0 wins.
    values: HashMap<Outer, f64>,
}

impl Oracle {
    fn new(variant: Variant) -> Self {
        let factor = if variant.doubling { 2 } else { 1 };
        Self { variant, turns: [Turn::new(false, factor), Turn::new(true, factor)], values: HashMap::new() }
    }

    /// How often player 0 wins after a turn that has ended like this, or what state must be
    /// known for that.
    fn after(&self, (mover, mut scores, mut tokens): Outer, end: End) -> Result<f64, Outer> {
        let (points, challenged, bonus) = match end {
            End::Lost { challenged } => (0, challenged, challenged),
            End::Kept { points, challenged } => (points, challenged, false),
            End::Refused { points } => (points / 2, true, true),
        };
        let other = 1 - mover;
        scores[mover] += points;
        scores[other] += if bonus { self.variant.bonus.into() } else { 0 };
        tokens[other] &= !challenged;
        if mover == 1 {
            let goal = u16::from(self.variant.goal);
            if scores[0].max(scores[1]) >= goal {
                if scores[0] != scores[1] {
                    return Ok(if scores[0] > scores[1] { 1.0 } else { 0.0 });
                }
                while scores[0] > goal + TIES {
                    scores = scores.map(|score| score - TIES);
                }
            }
        }
        let next = (other, scores, tokens);
        self.values.get(&next).copied().ok_or(next)
    }

    /// One more step of the iteration for one state; what it changes.
    fn step(&mut self, outer: Outer, room: &mut Vec<f64>) -> f64 {
        let (mover, _, tokens) = outer;
        let win = |end| {
            let first = self.after(outer, end).unwrap_or(0.5);
            if mover == 0 { first } else { 1.0 - first }
        };
        let value = self.turns[usize::from(tokens[1 - mover])].value(win, room);
        let first = if mover == 0 { value } else { 1.0 - value };
        let before = self.values.insert(outer, first);
        before.map_or(1.0, |before| (before - first).abs())
    }

    /// All states that these lead to, and they themselves.
    fn reached(&self, from: Vec<Outer>) -> Vec<Outer> {
        let mut open = from;
        let mut all = std::collections::HashSet::new();
        while let Some(outer) = open.pop() {
            if all.insert(outer) {
                let turn = &self.turns[usize::from(outer.2[1 - outer.0])];
                let ends = turn.0.iter().flat_map(|node| node.options.iter().flatten());
                open.extend(ends.filter_map(|(_, to)| match to {
                    To::End(end) => self.after(outer, *end).err(),
                    To::Node(_) => None,
                }));
            }
        }
        all.into_iter().collect()
    }

    /// Iterates all states that these lead to.
    fn solve(&mut self, from: Vec<Outer>) {
        let mut states = self.reached(from);
        // In groups that lead to themselves and to those before: by tokens, deciding turns and ties
        // first, then by sums of scores.
        let goal = u16::from(self.variant.goal);
        let group = |(_, scores, tokens): &Outer| {
            let sum = if scores.iter().any(|score| *score >= goal) { u16::MAX } else { scores[0] + scores[1] };
            (tokens.iter().filter(|token| **token).count(), u16::MAX - sum)
        };
        states.sort_by_key(|outer| (group(outer), *outer));
        let mut room = Vec::new();
        for group in states.chunk_by(|a, b| group(a) == group(b)) {
            let mut most = 1.0_f64;
            while most > 1e-13 {
                most = group.iter().fold(0.0, |most, outer| self.step(*outer, &mut room).max(most));
            }
        }
    }
}

/// Compares whole tables: all scores below the goal, ties, and deciding turns with leads up to
/// what a turn can bring.
fn compare(variant: Variant) {
    let goal = u16::from(variant.goal);
    let scores = |first, second| {
        let below = (0..first).flat_map(move |a| (0..second).map(move |b| [a, b]));
        below.collect::<Vec<_>>()
    };
    let mut from: Vec<(usize, [u16; 2])> = scores(goal, goal).into_iter().map(|scores| (0, scores)).collect();
    from.extend((0..=TIES).map(|above| (0, [goal + above; 2])));
    from.extend(scores(goal + 76, goal + u16::from(variant.bonus) + 2).into_iter().map(|scores| (1, scores)));
    let sets = [[false, false], [false, true], [true, false], [true, true]];
    let from: Vec<Outer> =
        sets.into_iter().flat_map(|tokens| from.iter().map(move |(mover, scores)| (*mover, *scores, tokens))).collect();
    let mut oracle = Oracle::new(variant);
    oracle.solve(from.clone());
    let solution = Solution::of(variant);
    for (mover, [first, second], tokens) in &from {
        let role = if *mover == 0 { Role::First } else { Role::Second };
        let state = State { role, first: *first, second: *second, tokens: Tokens::new(tokens[0], tokens[1]) };
        let (one, other) = (oracle.values[&(*mover, [*first, *second], *tokens)], solution.value(state));
        assert!((one - other).abs() < 1e-9, "{variant}, {state:?}: {one} and {other}");
    }
}

#[test]
fn goal_4_has_two_equal_solutions() {
    compare(Variant { goal: 4, ..Variant::STANDARD });
}

#[test]
fn goal_10_has_two_equal_solutions() {
    compare(Variant { goal: 10, ..Variant::STANDARD });
}

#[test]
fn without_a_bonus_there_are_two_equal_solutions() {
    compare(Variant { goal: 8, bonus: 0, ..Variant::STANDARD });
}

#[test]
fn without_doubling_there_are_two_equal_solutions() {
    compare(Variant { goal: 7, bonus: 4, doubling: false });
}
