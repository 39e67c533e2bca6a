//! Three players, solved a second time: the graph of a whole turn with a node for every decision,
//! each of which takes the side of the player who makes it, on rounds that are played backwards
//! one by one. It shares nothing with the first solution but the order in which equal choices are made.

use super::oracle::fight;
use crate::three::solution::Solver;
use crate::three::state::{Layout, State};
use crate::three::values::Values;
use crate::variant::Variant;
use std::collections::HashMap;

/// Times that all dragons come back, in both solutions: few, for the time that this takes.
const CYCLES: u16 = 1;
/// Points at which one has to stop.
const CAP: u16 = 12 * CYCLES;
/// Rounds of defeats below the goal, and tied rounds at it.
const DEFEATS: u32 = 48;
const TIED: u32 = 24;
/// What is better by less is not better.
const EQUAL: f64 = 1e-12;

pub(super) type Shares = [f64; 3];

/// How a turn ends; challengers are 1, the next seat, and 2, the one after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum End {
    Lost(Option<usize>),
    Kept(u16, Option<usize>),
    Refused(u16, usize),
}

/// Where a turn is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// The mover's choice, perhaps after the challenge of a player.
    Choice { by: Option<usize>, may_stop: bool },
    /// This player may challenge.
    Ask(usize),
    /// The mover answers.
    Answer(usize),
}

pub(super) type Key = (Kind, u16, [bool; 3], usize);

#[derive(Clone, Copy, Debug)]
enum To {
    Node(usize),
    End(usize),
}

/// A decision: who makes it, and its options, of which the first is made if none is better.
struct Node {
    who: usize,
    options: Vec<Vec<(f64, To)>>,
}

/// A turn, for opponents with a token or not.
pub(super) struct Turn {
    tokens: [bool; 2],
    factor: u16,
    /// Points at which one has to stop.
    cap: u16,
    odds: [[[f64; 4]; 4]; 3],
    nodes: Vec<Node>,
    pub(super) ends: Vec<End>,
    known: HashMap<Key, To>,
}

impl Turn {
    pub(super) fn new(tokens: [bool; 2], factor: u16, cap: u16) -> Self {
        let odds = ["PPPPMM", "PPPPM*", "PPPP**"].map(|dragon| {
            let mut known = HashMap::new();
            std::array::from_fn(|w| if w == 0 { [0.0; 4] } else { fight(dragon, w, 3, &mut known) })
        });
        let mut turn = Self { tokens, factor, cap, odds, nodes: Vec::new(), ends: Vec::new(), known: HashMap::new() };
        turn.node((Kind::Choice { by: None, may_stop: false }, 0, [true; 3], 3));
        turn
    }

    fn end(&mut self, end: End) -> To {
        let place = self.ends.iter().position(|known| *known == end);
        To::End(place.unwrap_or_else(|| {
            self.ends.push(end);
            self.ends.len() - 1
        }))
    }

    /// Where a stop leads that the players from this one on are asked about.
    fn asked(&mut self, from: usize, (_, points, alive, warriors): Key) -> To {
        match (from..3).find(|who| self.tokens[who - 1]) {
            Some(who) => self.node((Kind::Ask(who), points, alive, warriors)),
            None => self.end(End::Kept(points, None)),
        }
    }

    fn node(&mut self, key: Key) -> To {
        if let Some(to) = self.known.get(&key) {
            return *to;
        }
        let (kind, points, alive, warriors) = key;
        let sure = |to| vec![(1.0, to)];
        let (who, options) = match kind {
            Kind::Choice { by, may_stop } => {
                let mut options = Vec::new();
                if may_stop {
                    let stop = if by.is_some() { self.end(End::Kept(points, by)) } else { self.asked(1, key) };
                    options.push(sure(stop));
                }
                if points < self.cap || !may_stop {
                    for dragon in (0..3).filter(|dragon| alive[*dragon]) {
                        options.push(self.fights(key, by, dragon));
                    }
                }
                (0, options)
            }
            Kind::Ask(who) => {
                let pass = self.asked(who + 1, key);
                (who, vec![sure(pass), sure(self.node((Kind::Answer(who), points, alive, warriors)))])
            }
            Kind::Answer(by) => {
                let refuse = self.end(End::Refused(points, by));
                let fight_on = Kind::Choice { by: Some(by), may_stop: false };
                (0, vec![sure(refuse), sure(self.node((fight_on, points, alive, warriors)))])
            }
        };
        self.nodes.push(Node { who, options });
        let to = To::Node(self.nodes.len() - 1);
        self.known.insert(key, to);
        to
    }

    fn fights(&mut self, (_, points, alive, warriors): Key, by: Option<usize>, dragon: usize) -> Vec<(f64, To)> {
        let worth = [2, 4, 6][dragon] * if by.is_some() { self.factor } else { 1 };
        let mut left = alive;
        left[dragon] = false;
        if left == [false; 3] {
            left = [true; 3];
        }
        let odds = self.odds[dragon][warriors];
        let then = Kind::Choice { by, may_stop: true };
        let outcome = |turn: &mut Self, left_over| match left_over {
            0 => turn.end(End::Lost(by)),
            _ => turn.node((then, points + worth, left, left_over)),
        };
        (0..=warriors).map(|left_over| (odds[left_over], outcome(self, left_over))).collect()
    }

    /// What each node is worth to the mover, the next seat and the one after, if the ends are worth this.
    fn worths(&self, ends: &[Shares]) -> Vec<Shares> {
        let mut nodes: Vec<Shares> = Vec::with_capacity(self.nodes.len());
        for Node { who, options } in &self.nodes {
            let worths = options.iter().map(|option| worth(option, &nodes, ends));
            let best = worths.reduce(|best, other| if other[*who] > best[*who] + EQUAL { other } else { best });
            nodes.push(best.expect("an option"));
        }
        nodes
    }

    /// What the turn is worth.
    fn value(&self, ends: &[Shares]) -> Shares {
        *self.worths(ends).last().expect("a beginning")
    }

    /// What each option of a node is worth to the player who decides there; a stop without tokens is none.
    pub(super) fn options(&self, key: Key, ends: &[Shares]) -> Option<Vec<f64>> {
        let To::Node(node) = self.known.get(&key)? else { return None };
        let (nodes, Node { who, options }) = (self.worths(ends), &self.nodes[*node]);
        Some(options.iter().map(|option| worth(option, &nodes, ends)[*who]).collect())
    }
}

/// What an option is worth.
fn worth(option: &[(f64, To)], nodes: &[Shares], ends: &[Shares]) -> Shares {
    option.iter().fold([0.0; 3], |sum: Shares, (odds, to)| {
        let to = match to {
            To::Node(node) => nodes[*node],
            To::End(end) => ends[*end],
        };
        [0, 1, 2].map(|kind| sum[kind] + odds * to[kind])
    })
}

/// Scores below the goal, or by how much each is behind once one has reached it: `None` for out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Scores {
    Open([u16; 3]),
    Late([Option<u16>; 3]),
}

type Outer = (usize, Scores, [bool; 3]);

struct Brute {
    variant: Variant,
    /// By the tokens of both opponents.
    turns: [Turn; 4],
    known: HashMap<Outer, Shares>,
}

impl Brute {
    fn new(variant: Variant) -> Self {
        let factor = if variant.doubling { 2 } else { 1 };
        let turn = |set: usize| Turn::new([set & 1 == 1, set & 2 == 2], factor, CAP);
        Self { variant, turns: [0, 1, 2, 3].map(turn), known: HashMap::new() }
    }

    /// These scores, perhaps far above the goal.
    fn late(&self, scores: [Option<u16>; 3]) -> Scores {
        let top = scores.into_iter().flatten().max().expect("one is not out");
        let most = CAP + 12 + u16::from(self.variant.bonus);
        Scores::Late(scores.map(|score| score.map(|score| top - score).filter(|gap| *gap <= most)))
    }

    fn scores(&self, scores: [u16; 3]) -> Scores {
        let open = scores.iter().all(|score| *score < u16::from(self.variant.goal));
        if open { Scores::Open(scores) } else { self.late(scores.map(Some)) }
    }

    /// What a turn can lead to.
    fn after(&self, (mover, scores, mut tokens): Outer, end: End) -> Outer {
        let mut gains = [0; 3];
        let mut challenge = |by: usize, bonus: u8| {
            tokens[(mover + by) % 3] = false;
            gains[(mover + by) % 3] = u16::from(bonus);
        };
        let bonus = self.variant.bonus;
        let own = match end {
            End::Lost(by) => {
                if let Some(by) = by {
                    challenge(by, bonus);
                }
                0
            }
            End::Kept(points, by) => {
                if let Some(by) = by {
                    challenge(by, 0);
                }
                points
            }
            End::Refused(points, by) => {
                challenge(by, bonus);
                points / 2
            }
        };
        gains[mover] += own;
        let scores = match scores {
            Scores::Open(scores) => self.scores([0, 1, 2].map(|seat| scores[seat] + gains[seat])),
            Scores::Late(gaps) => self.late([0, 1, 2].map(|seat| gaps[seat].map(|gap| 1000 - gap + gains[seat]))),
        };
        ((mover + 1) % 3, scores, tokens)
    }

    /// A turn, if `then` says what it leads to.
    fn turn(&self, outer: Outer, mut then: impl FnMut(&Self, Outer) -> Shares) -> Shares {
        let (mover, _, tokens) = outer;
        let turn = &self.turns[usize::from(tokens[(mover + 1) % 3]) + 2 * usize::from(tokens[(mover + 2) % 3])];
        let seen = |shares: Shares| [0, 1, 2].map(|place| shares[(mover + place) % 3]);
        let ends: Vec<Shares> = turn.ends.iter().map(|end| seen(then(self, self.after(outer, *end)))).collect();
        let value = turn.value(&ends);
        [0, 1, 2].map(|seat| value[(seat + 3 - mover) % 3])
    }

    /// A turn of a round that is being played, if the next one, with the same tokens, is worth `ties`.
    fn round(&self, outer: Outer, ties: &HashMap<Outer, Shares>, room: &mut HashMap<Outer, Shares>) -> Shares {
        self.turn(outer, |brute, next| {
            if next.2 != outer.2 {
                return brute.known[&next];
            }
            if let Some(shares) = ties.get(&next).or_else(|| room.get(&next)) {
                return *shares;
            }
            let shares = brute.round(next, ties, room);
            room.insert(next, shares);
            shares
        })
    }

    /// All turns with these tokens at the goal, where only gaps matter.
    fn solve_late(&mut self, tokens: [bool; 3]) {
        let most = CAP + 12 + u16::from(self.variant.bonus);
        let gaps: Vec<Option<u16>> = (0..=most).map(Some).chain([None]).collect();
        let pairs: Vec<_> = gaps.iter().flat_map(|one| gaps.iter().map(move |other| (*one, *other))).collect();
        let all = pairs.iter().flat_map(|(one, other)| {
            let top = Some(0);
            [[top, *one, *other], [*one, top, *other], [*one, *other, top]]
        });
        let all: std::collections::HashSet<_> = all.map(Scores::Late).collect();
        let mut ties = HashMap::new();
        for scores in &all {
            let Scores::Late(gaps) = scores else { unreachable!() };
            let leads = gaps.map(|gap| if gap == Some(0) { 1.0 } else { 0.0 });
            let count: f64 = leads.iter().sum();
            let split = leads.map(|lead| lead / count);
            // The end of a round that is no tie is the end of the game.
            ties.insert((0, *scores, tokens), split);
        }
        let tied: Vec<Outer> =
            ties.iter().filter(|(_, split)| !split.contains(&1.0)).map(|(outer, _)| *outer).collect();
        for _ in 0..TIED {
            let mut room = HashMap::new();
            let next: Vec<_> = tied.iter().map(|outer| (*outer, self.round(*outer, &ties, &mut room))).collect();
            ties.extend(next);
        }
        let mut room = HashMap::new();
        for mover in [2, 1] {
            for scores in &all {
                let outer = (mover, *scores, tokens);
                if !room.contains_key(&outer) {
                    let shares = self.round(outer, &ties, &mut room);
                    room.insert(outer, shares);
                }
            }
        }
        self.known.extend(ties);
        self.known.extend(room);
    }

    /// The three turns with these scores below the goal.
    fn solve_open(&mut self, scores: [u16; 3], tokens: [bool; 3]) {
        let of = |mover| (mover, Scores::Open(scores), tokens);
        let mut after = [1.0 / 3.0; 3];
        let mut values = [after; 3];
        for _ in 0..DEFEATS {
            for mover in [2, 1, 0] {
                let next = of((mover + 1) % 3);
                after = self.turn(of(mover), |brute, then| if then == next { after } else { brute.known[&then] });
                values[mover] = after;
            }
        }
        self.known.extend([0, 1, 2].map(|mover| (of(mover), values[mover])));
    }
}

/// Sets of tokens, and what the first solution calls them.
fn sets() -> impl Iterator<Item = (u8, [bool; 3])> {
    (0..8).map(|set: u8| (set, [0, 1, 2].map(|seat| set >> seat & 1 == 1)))
}

/// Compares all states of both solutions, for each goal.
fn compare(variant: Variant, goals: &[u8]) {
    // What happens at the goal does not depend on it.
    let mut brute = Brute::new(variant);
    for (_, tokens) in sets() {
        brute.solve_late(tokens);
    }
    for goal in goals {
        brute.variant.goal = *goal;
        brute.known.retain(|(_, scores, _), _| matches!(scores, Scores::Late(_)));
        let goal = u16::from(*goal);
        for (_, tokens) in sets() {
            let all = (0..goal).rev().flat_map(|a| (0..goal).rev().map(move |b| (a, b)));
            for scores in all.flat_map(|(a, b)| (0..goal).rev().map(move |c| [a, b, c])) {
                brute.solve_open(scores, tokens);
            }
        }
        let layout = Layout::new(brute.variant, usize::from(CYCLES));
        let solution = Solver::with(layout).solve();
        for (set, tokens) in sets() {
            for index in 0..layout.below() + layout.gaps() {
                let scores = layout.scores(index);
                for mover in 0..3 {
                    let known = brute.known[&(mover, brute.scores(scores), tokens)];
                    let found = solution.value(State { mover, scores, tokens: set });
                    let near = known.iter().zip(found).all(|(known, found)| (known - found).abs() < 1e-9);
                    assert!(near, "{}, {mover} {scores:?} {set}: {known:?} and {found:?}", brute.variant);
                }
            }
        }
    }
}

#[test]
fn three_goals_have_two_equal_solutions() {
    compare(Variant::STANDARD, &[4, 5, 6]);
}

#[test]
fn without_bonus_and_doubling_there_are_two_equal_solutions() {
    compare(Variant { bonus: 0, doubling: false, ..Variant::STANDARD }, &[7]);
}
