//! How a game ends when players give up.

use boardbots_game::state::{Ending, GameState, Outcome, Seat};

/// Why a game has ended that all others have given up, as a key of the pages' texts.
const REASON: &str = "ui.resigned";

/// How a game with this many seats ended, if it is over. Once one seat is left that has not resigned, it has won.
/// If more are left, they play on, and those who have resigned come last.
pub fn outcome(state: &dyn GameState, seats: usize, resigned: &[Seat]) -> Option<Outcome> {
    if resigned.is_empty() {
        return state.outcome();
    }
    let left: Vec<Seat> = (0..seats).filter(|seat| !resigned.contains(seat)).collect();
    if left.len() > 1 {
        return state.outcome().map(|outcome| behind(outcome, &left));
    }
    let last = u8::try_from(left.len() + 1).unwrap_or(u8::MAX);
    let places = (0..seats).map(|seat| if left.contains(&seat) { 1 } else { last }).collect();
    Some(Outcome { winners: left, places, scores: Vec::new(), ending: Ending::Rules, reason: REASON })
}

/// The same with only these seats among the winners, and all others behind them.
fn behind(mut outcome: Outcome, left: &[Seat]) -> Outcome {
    let was = outcome.places.clone();
    let better = |place: u8| left.iter().filter(|seat| was[**seat] < place).count();
    for (seat, place) in outcome.places.iter_mut().enumerate() {
        let before = if left.contains(&seat) { better(*place) } else { left.len() };
        *place = u8::try_from(before + 1).unwrap_or(u8::MAX);
    }
    let won = !outcome.winners.is_empty();
    outcome.winners = left.iter().copied().filter(|seat| won && outcome.places[*seat] == 1).collect();
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_who_resign_come_last() {
        let outcome = Outcome {
            winners: vec![1],
            places: vec![2, 1, 3, 3],
            scores: Vec::new(),
            ending: Ending::Rules,
            reason: "nim.empty",
        };
        let found = behind(outcome.clone(), &[0, 2, 3]);
        assert_eq!((found.winners, found.places), (vec![0], vec![1, 4, 2, 2]));
        let found = behind(Outcome { winners: Vec::new(), places: vec![1; 4], ..outcome }, &[0, 2, 3]);
        assert_eq!((found.winners, found.places), (Vec::<Seat>::new(), vec![1, 4, 1, 1]));
    }
}
