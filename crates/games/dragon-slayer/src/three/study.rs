//! One turn of three or more players, as seen by a player with values of its own for the ends of the turn.
//!
//! A challenger expects the answer that is best for the mover: all use the same values. Of three players with a
//! [`Grid`], the mover expects a challenge if it pays for the challenger.
//!
//! Without a solution ([`Source::Pairs`]) an opponent compares its chances with the bonus but without the token with
//! those after a pass, and leaves out who else might challenge then. The mover expects the first who can to challenge
//! wherever that is a loss, because not all opponents look after their own chances alone.

use super::grid::Grid;
use super::solution::respond;
use super::state::State;
use super::turn::{self, ByPoints, NEVER, Spots, TurnIndex, TurnWorkspace, nodes, spots, stop};
use super::values::Values as _;
use crate::dice::{Alive, Dragon};
use crate::outlook::{Answers, Offer};
use crate::rules::{Game, MOST_PLAYERS, Question, Seat};
use crate::turn::{CYCLES, SLOTS, Spot, after, fight};
use crate::values::Values;
use arrayvec::ArrayVec;

/// A source of win probabilities.
pub enum Source<'a> {
    /// Those of three players.
    Three(Grid),
    /// Those of two, for any number of players.
    Pairs(&'a dyn Values),
}

impl Source<'_> {
    /// The win probabilities of the mover and of another seat, if it is the turn of the seat `next`.
    fn value(&self, next: Seat, scores: &[u16], tokens: u8, [mover, other]: [Seat; 2]) -> [f64; 2] {
        match self {
            Self::Three(grid) => {
                let scores = std::array::from_fn(|seat| scores[seat]);
                let shares = grid.value(State { mover: next, scores, tokens });
                [shares[mover], shares[other]]
            }
            Self::Pairs(values) => {
                let among = |seat| values.among(next, scores, tokens, seat);
                [among(mover)[0], among(other)[1]]
            }
        }
    }
}

/// The values of choices after a challenge for the mover, at the present spot of the turn.
#[derive(Clone, Copy, Debug, Default)]
struct Challenged {
    refuse: f64,
    met: f64,
    fights: [f64; 3],
}

/// A turn that has been studied. Opponents are in the order in which they are asked, from 0, the next seat.
#[derive(Clone, Debug)]
pub struct Study {
    /// True if the values are those of pairs.
    pairs: bool,
    /// True for each opponent who can challenge.
    asked: [bool; MOST_PLAYERS - 1],
    /// The values of keeping the points for the mover and for each opponent; of three players, for the next seat.
    kept: [ByPoints<2>; MOST_PLAYERS - 1],
    /// The values of a challenge by each opponent, for the same players.
    answers: [Spots<2>; MOST_PLAYERS - 1],
    /// The values after the challenge that has been declared.
    now: Challenged,
    /// The value of a defeat without a challenge.
    lost: f64,
    stops: Spots<1>,
    nodes: Spots<1>,
    /// The opponent who is asked for a challenge.
    asks: usize,
}

impl Study {
    /// A study without a turn: all values are 0.
    pub const fn new() -> Self {
        Self {
            pairs: false,
            asked: [false; MOST_PLAYERS - 1],
            kept: [[[0.0; 2]; SLOTS]; MOST_PLAYERS - 1],
            answers: [spots(); MOST_PLAYERS - 1],
            now: Challenged { refuse: 0.0, met: 0.0, fights: [0.0; 3] },
            lost: 0.0,
            stops: spots(),
            nodes: spots(),
            asks: 0,
        }
    }

    /// Studies the turn of a game for three or more, in which `past` points, a multiple of 12, are moved from the turn
    /// to the score; returns the value of the turn for the mover at its beginning.
    pub fn study(&mut self, source: &Source<'_>, game: &Game, at: Spot, past: u16) -> f64 {
        let (mover, count) = (game.active(), game.players().len());
        let by = match game.asked() {
            Some((_, Question::Answer(seat))) => Some(seat),
            _ => game.turn().challenger,
        };
        let variant = game.variant();
        let (factor, bonus) = (variant.factor().into(), variant.bonus.into());
        // A token spent in this turn was there at its beginning.
        let has = |seat: Seat| game.players()[seat].token || by == Some(seat);
        let tokens = (0..count).filter(|seat| has(*seat)).fold(0, |tokens, seat| tokens | 1 << seat);
        let scores: ArrayVec<u16, MOST_PLAYERS> = game.players().iter().map(|player| player.score).collect();
        // The values once the turn and a challenge by `by` have brought so many points.
        let ended = |own: u16, by: Option<Seat>, bonus: u16, other: Seat| {
            let (mut scores, mut tokens) = (scores.clone(), tokens);
            scores[mover] += own;
            if let Some(by) = by {
                scores[by] += bonus;
                tokens &= !(1 << by);
            }
            source.value((mover + 1) % count, &scores, tokens, [mover, other])
        };
        let mut room = TurnWorkspace::<2>::default();
        let mut challenged = |by: Seat, other: Seat, answers: &mut Spots<2>| {
            room.ends.fill(past, bonus, CYCLES, |own, bonus| ended(own, Some(by), bonus, other));
            room.answers(factor, CYCLES, answers);
        };
        if let Some(by) = by {
            challenged(by, by, &mut self.answers[0]);
            let half = usize::from(at.points / 2).min(SLOTS - 1);
            let fights = |dragon: Dragon| {
                let worth = room.fight_on(half, at.alive.bits(), dragon as usize, factor);
                worth[0][usize::from(at.warriors)]
            };
            let fights = Dragon::ALL.map(|dragon| if at.alive.has(dragon) { fights(dragon) } else { NEVER });
            self.now = Challenged { refuse: room.ends.refused[half][0], met: room.ends.met[half][0], fights };
        } else {
            self.pairs = matches!(source, Source::Pairs(_));
            self.asked = [false; MOST_PLAYERS - 1];
            self.asks = game.asked().map_or(0, |(seat, _)| (seat + count - mover - 1) % count);
            for place in 0..count - 1 {
                let seat = (mover + 1 + place) % count;
                let other = if self.pairs { seat } else { (mover + 1) % count };
                for (half, kept) in (past / 2..).zip(&mut self.kept[place][..=6 * CYCLES]) {
                    *kept = ended(2 * half, None, 0, other);
                }
                self.asked[place] = has(seat);
                if self.asked[place] {
                    challenged(seat, other, &mut self.answers[place]);
                }
            }
            [self.lost, _] = ended(0, None, 0, mover);
            self.believe(|_, offer| offer.worth());
        }
        source.value(mover, &scores, tokens, [mover; 2])[0]
    }

    /// The values of a challenge by an opponent, for the same players as those of keeping the points.
    fn answer(&self, place: usize, spot: TurnIndex, warriors: usize) -> [f64; 2] {
        turn::at(&self.answers[place], spot, warriors)
    }

    /// The values of a stop of three players, if only some can still challenge, and the one who does.
    fn respond(&self, asked: [bool; 2], spot: TurnIndex, warriors: usize) -> ([f64; 2], Option<usize>) {
        let first = usize::from(!asked[0]);
        respond(self.kept[0][spot.2], asked, |place| self.answer(first + place, spot, warriors))
    }

    /// The possible results of stopping there.
    fn offered(&self, spot: TurnIndex, warriors: usize) -> Offer {
        let kept = self.kept[0][spot.2][0];
        let first = self.asked.iter().position(|asked| *asked);
        let answered = first.map(|place| self.answer(place, spot, warriors)[0]);
        if self.pairs {
            return Offer { kept, answered, dared: answered.is_some_and(|answered| answered < kept) };
        }
        let (worths, by) = self.respond([self.asked[0], self.asked[1]], spot, warriors);
        let answered = by.map_or(answered, |_| Some(worths[0]));
        Offer { kept, answered, dared: by.is_some() }
    }

    /// Replaces the value of stopping by that of `worth` for the possible results, and solves the turn with it.
    pub fn believe(&mut self, mut worth: impl FnMut(Spot, Offer) -> f64) {
        let mut stops = spots();
        stop(&mut stops, CYCLES, |spot, warriors| {
            let points = u16::try_from(2 * spot.2).unwrap_or(u16::MAX);
            let at = Alive::of_bits(bits(spot.1)).map(|alive| Spot { points, alive, warriors: bits(warriors) });
            let offered = self.offered(spot, warriors);
            [at.map_or(offered.kept, |at| worth(at, offered))]
        });
        self.stops = stops;
        nodes(&self.stops, &[self.lost], CYCLES, &mut self.nodes);
    }

    /// The possible results of stopping at the present spot, before a challenge.
    pub fn offer(&self, at: Spot) -> Offer {
        self.offered(place(at), at.warriors.into())
    }

    /// The value of fighting this dragon, before a challenge.
    pub fn fight(&self, at: Spot, dragon: Dragon) -> f64 {
        let (cycle, alive, _) = place(at);
        let (left, more) = after(alive, dragon as usize);
        fight(dragon as usize, &self.nodes[cycle + more][left][0])[usize::from(at.warriors)]
    }

    /// The value of stopping, before a challenge.
    pub fn stop(&self, at: Spot) -> f64 {
        let (cycle, alive, _) = place(at);
        self.stops[cycle][alive][0][usize::from(at.warriors)]
    }

    /// The value of fighting this dragon, after a challenge.
    pub const fn fight_on(&self, dragon: Dragon) -> f64 {
        self.now.fights[dragon as usize]
    }

    /// The value of stopping, after an accepted challenge.
    pub const fn met(&self) -> f64 {
        self.now.met
    }

    /// The values of the answers to a challenge.
    pub fn answers(&self) -> Answers {
        Answers { refuse: self.now.refuse, accept: self.now.fights.into_iter().fold(NEVER, f64::max) }
    }

    /// The values of passing and of challenging for the player who is asked.
    pub fn choices(&self, at: Spot) -> [f64; 2] {
        let (spot, warriors) = (place(at), usize::from(at.warriors));
        let challenge = self.answer(self.asks, spot, warriors);
        if self.pairs {
            return [self.kept[self.asks][spot.2][1], challenge[1]];
        }
        let third = |[own, next]: [f64; 2]| 1.0 - own - next;
        if self.asks == 1 {
            return [third(self.kept[0][spot.2]), third(challenge)];
        }
        [self.respond([false, self.asked[1]], spot, warriors).0[1], challenge[1]]
    }
}

/// The place of a spot in the tables.
fn place(at: Spot) -> TurnIndex {
    let (cycle, alive, _) = at.index();
    (cycle, alive, usize::from(at.points / 2).min(SLOTS - 1))
}

/// A number as a byte.
fn bits(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(0)
}
