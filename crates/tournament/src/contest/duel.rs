//! One game for two.

use super::opening::{self, Contested, Opening};
use super::plan::{Fixture, Plan};
use super::played::{End, Offence, Played};
use super::seat::Seat;
use crate::program::Fault;
use boardbots_game::referee::{Drawn, Referee, Verdict};
use boardbots_stats::latency::Latency;
use std::time::Duration;

/// Plays a game between two players, of whom the first moves first.
///
/// # Errors
/// The opening of its seed is none; what players do wrong is no error.
pub fn play<D: Contested>(plan: &Plan, fixture: &Fixture, seats: [&mut Seat<D>; 2]) -> Result<Played, String> {
    let start = D::opening(fixture.seed, &plan.openings);
    let game = opening::begin::<D>(&start)?;
    let mut board = Board { game, opening: start, moves: String::new(), times: vec![Latency::default(); 2], seats };
    let deadline = Duration::from_millis(plan.pace.deadline.into());
    let (verdict, faults) = match board.play_on(deadline) {
        Ok(verdict) => (Some(verdict), Vec::new()),
        Err((seat, fault)) => (None, vec![offence(seat, &fault)]),
    };
    let first = board.first();
    let (places, end) = match verdict {
        Some(Verdict { winner, drawn }) => {
            let places = match winner.map(|colour| usize::from(colour != first)) {
                Some(0) => [1, 2],
                Some(_) => [2, 1],
                None => [1, 1],
            };
            let end = match drawn {
                None => End::Rules,
                Some(Drawn::Repetition) => End::Repetition,
                Some(Drawn::TooLong) => End::Limit,
            };
            (places, end)
        }
        None => (if faults[0].seat == 0 { [2, 1] } else { [1, 2] }, End::Fault),
    };
    Ok(Played {
        game: fixture.number,
        seats: fixture.seats.clone(),
        length: u32::try_from(board.moves.len()).unwrap_or(u32::MAX),
        opening: board.opening,
        moves: board.moves,
        places: places.to_vec(),
        scores: Vec::new(),
        end,
        faults,
        times: board.times,
    })
}

/// What a fault is in a record.
fn offence(seat: usize, fault: &Fault) -> Offence {
    Offence { seat, fault: fault.kind.name().to_string(), detail: fault.to_string(), count: 1 }
}

/// A game that goes on.
struct Board<'a, D: Contested> {
    game: Referee<D>,
    opening: Opening,
    /// Behind the opening.
    moves: String,
    times: Vec<Latency>,
    seats: [&'a mut Seat<D>; 2],
}

impl<D: Contested> Board<'_, D> {
    /// The colour of the first seat: who is to move behind the opening.
    fn first(&self) -> boardbots_game::colour::Colour {
        let turn = self.game.position().turn();
        if self.moves.len().is_multiple_of(2) { turn } else { turn.other() }
    }

    /// Plays on to the end, or until a seat does something wrong.
    fn play_on(&mut self, deadline: Duration) -> Result<Verdict, (usize, Fault)> {
        for (seat, player) in self.seats.iter_mut().enumerate() {
            player.new_game(&self.opening).map_err(|fault| (seat, fault))?;
        }
        loop {
            if let Some(verdict) = self.game.verdict() {
                return Ok(verdict);
            }
            let seat = self.moves.len() % 2;
            let so_far = [self.opening.moves.as_str(), &self.moves].concat();
            let chosen = self.seats[seat].choose(&self.game, &so_far, deadline);
            let (text, time) = chosen.map_err(|fault| (seat, fault))?;
            self.times[seat].add(time);
            let action = self.game.position().parse_move(&text);
            let action = action.map_err(|error| (seat, Fault::illegal(format!("after {so_far}: {error}"))))?;
            self.moves.push(D::digit(action));
            self.game.play(action);
        }
    }
}

/// Plays the moves of a record again.
///
/// # Errors
/// What does not agree with the rules.
pub fn check<D: Contested>(played: &Played) -> Result<Referee<D>, String> {
    let mut game = opening::begin::<D>(&played.opening)?;
    let first = game.position().turn();
    opening::play(&mut game, &played.moves)?;
    let places = |verdict: Verdict| match verdict.winner {
        None => [1, 1],
        Some(colour) if colour == first => [1, 2],
        Some(_) => [2, 1],
    };
    match game.verdict() {
        None if played.end == End::Fault => Ok(game),
        None => Err("the game goes on behind its last move".into()),
        Some(verdict) if played.end != End::Fault && places(verdict) == played.places.as_slice() => Ok(game),
        Some(_) => Err("the result is not the one of the rules".into()),
    }
}
