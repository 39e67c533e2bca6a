//! A simple policy to compare with: hold at a number of points.
//!
//! It fights the strongest dragon, or, after a challenge, the one with the most expected points. It stops at a number
//! of points or, if it is careful, with one warrior left. It judges challenges by expected points: it challenges if
//! that costs the other player at least three. Against the exact solution it wins 44 of 100 games with 14 points.

use super::dice::Dragon;
use super::odds;
use super::rules::{Action, Game, Question, Seat, Turn};

/// The points that a challenge must cost the challenged player.
const MARGIN: f64 = 3.0;

/// The policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simple {
    /// Points at which it stops.
    pub hold: u16,
    /// True if it stops with one warrior left, too.
    pub careful: bool,
}

impl Simple {
    /// Its action when it is asked; `None` when the game is over.
    #[must_use]
    pub fn decide(self, game: &Game) -> Option<Action> {
        let (_, question) = game.asked()?;
        let turn = game.turn();
        let best = Action::Fight(if turn.challenger.is_some() { prize(game) } else { strongest(turn) });
        Some(match question {
            Question::Fight => best,
            Question::FightOrStop => {
                let enough = if turn.challenger.is_some() {
                    f64::from(turn.points) >= accepted(game, false)
                } else {
                    let score = game.players()[game.active()].score.saturating_add(turn.points);
                    score >= u16::from(game.variant().goal)
                        || turn.points >= self.hold
                        || (self.careful && turn.warriors == 1)
                };
                if enough && !loses(game, turn.points, None) { Action::Stop } else { best }
            }
            Question::Challenge => {
                let answered = refused(game).max(accepted(game, true));
                let costly = answered <= f64::from(turn.points) - MARGIN;
                if costly || wins(game, turn.points) { Action::Challenge } else { Action::Pass }
            }
            Question::Answer(challenger) => {
                let dares = accepted(game, true) > refused(game);
                if dares || loses(game, turn.points / 2, Some(challenger)) { Action::Accept } else { Action::Refuse }
            }
        })
    }
}

fn strongest(turn: &Turn) -> Dragon {
    turn.alive.dragons().last().expect("one dragon always lives")
}

/// Expected gain over the challenger by refusing.
fn refused(game: &Game) -> f64 {
    f64::from(game.turn().points) / 2.0 - f64::from(game.variant().bonus)
}

/// Expected points if this dragon is fought, doubled, less the expected bonus if `first`.
fn expected(game: &Game, dragon: Dragon, first: bool) -> f64 {
    let (Turn { warriors, points, .. }, variant) = (*game.turn(), game.variant());
    let bonus = if first { f64::from(variant.bonus) } else { 0.0 };
    let defeat = odds::odds(dragon, warriors.into())[0];
    (1.0 - defeat) * f64::from(points + u16::from(variant.factor() * dragon.points())) - defeat * bonus
}

/// The most expected points of one more doubled fight.
fn accepted(game: &Game, first: bool) -> f64 {
    game.turn().alive.dragons().map(|dragon| expected(game, dragon, first)).fold(f64::NEG_INFINITY, f64::max)
}

/// The dragon with the most expected points, doubled.
fn prize(game: &Game) -> Dragon {
    let worth = |dragon| expected(game, dragon, false);
    let better = |best: Dragon, dragon: Dragon| if worth(dragon) > worth(best) { dragon } else { best };
    game.turn().alive.dragons().reduce(better).expect("one dragon always lives")
}

/// The own score with these points added, and the best of the others with the challenger's bonus; `None` unless the
/// turn would end the game that way.
fn last(game: &Game, points: u16, challenger: Option<Seat>) -> Option<(u16, u16)> {
    let (players, active) = (game.players(), game.active());
    let bonus = |seat| if challenger == Some(seat) { u16::from(game.variant().bonus) } else { 0 };
    let others = (0..players.len()).filter(|seat| *seat != active);
    let other = others.map(|seat| players[seat].score + bonus(seat)).max().unwrap_or(0);
    let own = players[active].score.saturating_add(points);
    let ends = active + 1 == players.len() && own.max(other) >= u16::from(game.variant().goal);
    ends.then_some((own, other))
}

/// True if ending the turn with these points loses the game at once.
fn loses(game: &Game, points: u16, challenger: Option<Seat>) -> bool {
    last(game, points, challenger).is_some_and(|(own, other)| own < other)
}

/// True if ending the turn with these points wins the game at once.
fn wins(game: &Game, points: u16) -> bool {
    last(game, points, None).is_some_and(|(own, other)| own > other)
}
