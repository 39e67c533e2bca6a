//! What moves of a game for two were worth, by searches to the same horizon.

use super::board::{Board, seat};
use super::player::DuelPlayer;
use super::state::DuelState;
use crate::judgement::{Judge, Judgement};
use crate::log::Log;
use crate::player::{Stop, Think};
use crate::state::{Answer, Choice, GameState};
use boardbots_search::game::ends_in;

impl<D: Board> Judge for DuelPlayer<D> {
    fn judge(&mut self, state: &dyn GameState, choice: &str, stop: Stop<'_>) -> Option<Judgement> {
        let state = state.of::<DuelState<D>>()?;
        let made = state.parse(choice).ok()?;
        let found = self.search(&state.referee, Think::until(stop));
        let best = Choice(D::digit(found.best()?));
        // With an end in sight the search has stopped early: another move may lead to a later one.
        let (value, horizon) = (found.value, if ends_in(found.value).is_some() { None } else { Some(found.depth) });
        let value = self.squashed(value);
        let made = if best == made { Some(value) } else { self.after(state, made, horizon, stop) };
        Some(Judgement { best: state.text(Answer::Choice(best))?, value, made })
    }
}

impl<D: Board> DuelPlayer<D> {
    /// What a choice is worth to the seat that makes it, by a search that sees `horizon` plies from before it, or
    /// as many as usual; `None` if the search is stopped earlier.
    fn after(&mut self, state: &DuelState<D>, choice: Choice, horizon: Option<u8>, stop: Stop<'_>) -> Option<i16> {
        let mut next = state.clone();
        next.play(Answer::Choice(choice), &mut Log::none()).ok()?;
        let mover = seat(state.referee.position.turn());
        let sign = |side| if seat(side) == mover { 1 } else { -1 };
        if let Some(verdict) = next.referee.verdict() {
            return Some(verdict.winner.map_or(0, |winner| 1000 * sign(winner)));
        }
        let plies = u8::try_from(next.referee.plies() - state.referee.plies()).unwrap_or(u8::MAX);
        let left = horizon.unwrap_or(self.depth()).saturating_sub(plies).max(1);
        let found = self.search(&next.referee, Think { depth: Some(left), ..Think::until(stop) });
        let (complete, value) = (found.depth >= left || ends_in(found.value).is_some(), found.value);
        complete.then(|| self.squashed(value) * sign(next.referee.position.turn()))
    }
}
