//! One turn of three players, as seen by a player who goes by some values for what it can lead to.
//!
//! The mover expects a challenge where it pays for the challenger, and a challenger expects the answer that is best
//! for the mover: all go by the same values.

use super::solution::respond;
use super::state::State;
use super::turn::{self, ByPoints, NEVER, Place, Room, Spots, nodes, spots, stop};
use super::values::Values;
use crate::dice::{Alive, Dragon};
use crate::offer::{Answers, Offer};
use crate::rules::{Game, Question};
use crate::turn::{CYCLES, SLOTS, Spot, after, fight};

/// What choices after a challenge are worth to the mover, where the turn is.
#[derive(Clone, Copy, Debug, Default)]
struct Challenged {
    refuse: f64,
    met: f64,
    fights: [f64; 3],
}

/// A turn, studied.
#[derive(Clone, Debug)]
pub struct Study {
    /// Who can challenge: the next seat, the one after.
    asked: [bool; 2],
    /// Keeping the points, for the mover and the next seat.
    kept: ByPoints<2>,
    /// What a challenge by each of them leads to.
    answers: [Spots<2>; 2],
    /// After the challenge that has been made.
    now: Challenged,
    /// A defeat without a challenge.
    lost: f64,
    stops: Spots<1>,
    nodes: Spots<1>,
    /// Which of the two is asked whether to challenge.
    asks: usize,
}

impl Study {
    /// One that has studied nothing: nothing is worth anything.
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

    /// Studies the turn of a game for three, in which `past` points, a multiple of 12, are counted to the score and
    /// not to where the turn is; answers what the turn was worth to the mover when it began.
    pub fn study(&mut self, values: &impl Values, game: &Game, at: Spot, past: u16) -> f64 {
        let mover = game.active();
        let by = match game.asked() {
            Some((_, Question::Answer(seat))) => Some(seat),
            _ => game.turn().challenger,
        };
        // A token that has been spent in this turn was there at its beginning.
        let has = |seat: usize| game.players()[seat].token || by == Some(seat);
        let tokens = [0, 1, 2].into_iter().filter(|seat| has(*seat)).fold(0, |tokens, seat| tokens | 1 << seat);
        let state = State { mover, scores: [0, 1, 2].map(|seat| game.players()[seat].score), tokens };
        let [own, left, right] = state.order();
        self.asks = usize::from(game.asked().is_some_and(|(seat, _)| seat == right));
        let mut room = Room::<2>::default();
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

    /// What a challenge leads to: that of the first who can challenge, or of the second.
    fn answer(&self, place: usize, spot: Place, warriors: usize) -> [f64; 2] {
        turn::at(&self.answers[place], spot, warriors)
    }

    /// What stopping there can lead to.
    fn offered(&self, spot: Place, warriors: usize) -> Offer {
        let kept = self.kept[spot.2];
        let answer = |place| self.answer(place, spot, warriors);
        let (worth, by) = respond(kept, self.asked, answer);
        let answered = match by {
            Some(_) => Some(worth[0]),
            None => self.asked.contains(&true).then(|| answer(0)[0]),
        };
        Offer { kept: kept[0], answered, dared: by.is_some() }
    }

    /// Lets stopping be worth what `worth` makes of what it can lead to, and fighting accordingly.
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

    /// What stopping can lead to where the turn is, before a challenge.
    pub fn offer(&self, at: Spot) -> Offer {
        self.offered(place(at), at.warriors.into())
    }

    /// What fighting this dragon is worth, before a challenge.
    pub fn fight(&self, at: Spot, dragon: Dragon) -> f64 {
        let (cycle, alive, _) = place(at);
        let (left, more) = after(alive, dragon as usize);
        fight(dragon as usize, &self.nodes[cycle + more][left][0])[usize::from(at.warriors)]
    }

    /// What stopping is worth, before a challenge.
    pub fn stop(&self, at: Spot) -> f64 {
        let (cycle, alive, _) = place(at);
        self.stops[cycle][alive][0][usize::from(at.warriors)]
    }

    /// What fighting this dragon is worth, after a challenge.
    pub const fn fight_on(&self, dragon: Dragon) -> f64 {
        self.now.fights[dragon as usize]
    }

    /// What stopping is worth, after an accepted challenge.
    pub const fn met(&self) -> f64 {
        self.now.met
    }

    /// What the answers to a challenge are worth.
    pub fn answers(&self) -> Answers {
        Answers { refuse: self.now.refuse, accept: self.now.fights.into_iter().fold(NEVER, f64::max) }
    }

    /// What passing and challenging are worth to the player who is asked.
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

/// Where a spot stands.
fn place(at: Spot) -> Place {
    let (cycle, alive, _) = at.index();
    (cycle, alive, usize::from(at.points / 2).min(SLOTS - 1))
}

/// A small number.
fn bits(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(0)
}
