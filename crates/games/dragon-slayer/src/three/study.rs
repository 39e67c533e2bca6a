//! One turn of three players, as seen by a player with values of its own for the ends of the turn.
//!
//! The mover expects a challenge if it pays for the challenger, and a challenger expects the answer that is best for
//! the mover: all use the same values.

use super::solution::respond;
use super::state::State;
use super::turn::{self, ByPoints, NEVER, Spots, TurnIndex, TurnWorkspace, nodes, spots, stop};
use super::values::Values;
use crate::dice::{Alive, Dragon};
use crate::outlook::{Answers, Offer};
use crate::rules::{Game, Question};
use crate::turn::{CYCLES, SLOTS, Spot, after, fight};

/// The values of choices after a challenge for the mover, at the present spot of the turn.
#[derive(Clone, Copy, Debug, Default)]
struct Challenged {
    refuse: f64,
    met: f64,
    fights: [f64; 3],
}

/// A turn that has been studied.
#[derive(Clone, Debug)]
pub struct Study {
    /// True for each opponent who can challenge: the next seat, the one after.
    asked: [bool; 2],
    /// The values of keeping the points, for the mover and the next seat.
    kept: ByPoints<2>,
    /// The values of a challenge by each of them.
    answers: [Spots<2>; 2],
    /// The values after the challenge that has been declared.
    now: Challenged,
    /// The value of a defeat without a challenge.
    lost: f64,
    stops: Spots<1>,
    nodes: Spots<1>,
    /// The opponent who is asked for a challenge: 0 the next seat, 1 the one after.
    asks: usize,
}

impl Study {
    /// A study without a turn: all values are 0.
    pub const fn new() -> Self {
        Self {
            asked: [false; 2],
            kept: [[0.0; 2]; SLOTS],
            answers: [spots(); 2],
            now: Challenged { refuse: 0.0, met: 0.0, fights: [0.0; 3] },
            lost: 0.0,
            stops: spots(),
            nodes: spots(),
            asks: 0,
        }
    }

    /// Studies the turn of a game for three, in which `past` points, a multiple of 12, are moved from the turn to the
    /// score; returns the value of the turn for the mover at its beginning.
    pub fn study(&mut self, values: &impl Values, game: &Game, at: Spot, past: u16) -> f64 {
        let mover = game.active();
        let by = match game.asked() {
            Some((_, Question::Answer(seat))) => Some(seat),
            _ => game.turn().challenger,
        };
        // A token spent in this turn was there at its beginning.
        let has = |seat: usize| game.players()[seat].token || by == Some(seat);
        let tokens = [0, 1, 2].into_iter().filter(|seat| has(*seat)).fold(0, |tokens, seat| tokens | 1 << seat);
        let state = State { mover, scores: [0, 1, 2].map(|seat| game.players()[seat].score), tokens };
        let [own, left, right] = state.order();
        self.asks = usize::from(game.asked().is_some_and(|(seat, _)| seat == right));
        let mut room = TurnWorkspace::<2>::default();
        if let Some(by) = by {
            values.challenged(state, [own, left], past, by, &mut room.ends);
            let factor = values.layout().variant.factor().into();
            room.answers(factor, CYCLES, &mut self.answers[0]);
            let half = usize::from(at.points / 2).min(SLOTS - 1);
            let fights = |dragon: Dragon| {
                let worth = room.fight_on(half, at.alive.bits(), dragon as usize, factor);
                worth[0][usize::from(at.warriors)]
            };
            let fights = Dragon::ALL.map(|dragon| if at.alive.has(dragon) { fights(dragon) } else { NEVER });
            self.now = Challenged { refuse: room.ends.refused[half][0], met: room.ends.met[half][0], fights };
        } else {
            self.asked = [left, right].map(|seat| state.has_token(seat));
            values.answers(state, past, &mut room, &mut self.answers);
            self.kept = values.kept(state, [own, left], past);
            [self.lost] = values.ended(state, [own], state.scores, tokens);
            self.believe(|_, offer| offer.worth());
        }
        values.value(state)[mover]
    }

    /// The values of a challenge by the first who can, or by the second.
    fn answer(&self, place: usize, spot: TurnIndex, warriors: usize) -> [f64; 2] {
        turn::at(&self.answers[place], spot, warriors)
    }

    /// The possible results of stopping there.
    fn offered(&self, spot: TurnIndex, warriors: usize) -> Offer {
        let kept = self.kept[spot.2];
        let answer = |place| self.answer(place, spot, warriors);
        let (worth, by) = respond(kept, self.asked, answer);
        let answered = match by {
            Some(_) => Some(worth[0]),
            None => self.asked.contains(&true).then(|| answer(0)[0]),
        };
        Offer { kept: kept[0], answered, dared: by.is_some() }
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
        let kept = self.kept[spot.2];
        let third = |[own, next]: [f64; 2]| 1.0 - own - next;
        if self.asks == 1 {
            return [third(kept), third(self.answer(usize::from(self.asked[0]), spot, warriors))];
        }
        let passed = respond(kept, [false, self.asked[1]], |_| self.answer(1, spot, warriors)).0;
        [passed[1], self.answer(0, spot, warriors)[1]]
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
